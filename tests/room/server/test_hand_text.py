"""A finished hand as readable text: its viewer, its language and its content."""

import random
from collections.abc import Callable

import pytest
from msgspec import structs

from standpat.bots import player, situation
from standpat.engine import games
from standpat.engine.action import Action, Fold
from standpat.engine.blind import forced_bets
from standpat.engine.dealer import Dealer
from standpat.engine.event import ShowdownShow
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.history import phh, pokerstars
from standpat.history.record import Record
from standpat.room.server.downloads import FORMATS, download
from standpat.room.store import journal


def story(
    id: str = "27td",
    house: str = "online",
    names: tuple[str, ...] = ("Ann", "Ada", "Bo"),
    act: Callable[[Hand], Action] | None = None,
) -> journal.StoredHand:
    """A hand of Ann (user u) against two bots."""
    chance = random.Random(2)
    hand = Hand(game(id, house=house), Stakes(5, 10), [1400, 400, 55], 0, Dealer("5"))
    while not hand.over:
        hand.apply(act(hand) if act else player("caller")(situation(hand, chance)))
    posts = tuple(forced_bets(hand.stakes, 3, 0))
    record = journal.HandRecord(
        411, "t", 1300, 1795230000.0, hand.game, hand.stakes, 0, (1400, 400, 55), posts, (0, 2, 3),
        ("u", "bot:caller:Ada", "bot:caller:Bo"), names, (False, True, True), 1.0, hand.nets,
    )  # fmt: skip
    return journal.StoredHand(record, hand.events, None)


def test_it_is_a_text_of_its_own() -> None:
    text = download(story(), "u", "text", "Willow")
    assert text != download(story(), "u", "pokerstars", "Willow")
    lines = text.splitlines()
    assert lines[:6] == [
        "Willow – 2-7 Triple Draw, 5/10, hand 1300",
        "2026-11-21 03:00:00 UTC",
        "",
        "Seat 1: Ann, 1,400 chips – button",
        "Seat 3: Ada, 400 chips",
        "Seat 4: Bo, 55 chips",
    ]
    for line in (
        "Your cards: 3♣ 9♣ 9♥ J♦ Q♠",
        "[2nd draw of 3]",
        "You stand pat",
        "Ada shows K-J low: 2♣ 3♥ 5♠ J♠ K♦",
        "You muck",
        "Ada wins 30 with K-J low",
        "[Result]",
        "Ann −10",
        "Ada +20",
    ):
        assert line in lines, line


def test_in_norwegian_and_as_a_spectator() -> None:
    text = download(story(), "x", "text", "", "nb")
    assert text.startswith("2-7 Triple Draw, 5/10, hånd 1300\n")
    assert "Ann syner 10" in text
    assert "Kortene dine" not in text
    assert "9♥" not in text  # it was mucked


@pytest.mark.parametrize("id", games.ids())
@pytest.mark.parametrize("house", ["wsop", "cardroom", "arena"])
def test_every_game_can_be_told(id: str, house: str) -> None:
    for user in ("u", ""):
        assert "[Result]" in download(story(id, house), user, "text", "Willow")


def test_what_was_shown_of_ones_own_will_comes_last() -> None:
    told = story(act=lambda hand: Fold())
    winner = next(seat for seat, net in enumerate(told.hand.nets or ()) if net > 0)
    cards = (1, 2, 3, 5, 9)
    shown = tuple(ShowdownShow(winner, some) for some in (cards[:1], cards[1:2], cards[2:]))
    told = structs.replace(told, shown=shown)
    text = download(told, "x", "text", "Willow")
    assert text.count("[After the hand]") == 1
    assert text.splitlines()[-3:] == ["Bo shows 2♦", "Bo shows 2♥", "Bo shows 2♠ 3♦ 4♦"]
    for form in FORMATS.keys() - {"text"}:
        assert download(told, "x", form, "Willow") == download(structs.replace(told, shown=()), "x", form, "Willow")


def test_a_bot_called_as_a_person_is_told_apart() -> None:
    """Other programs identify the players of a hand by their names."""
    told = story(names=("Ada", "Ada", "Bo"))
    text = download(told, "u", "pokerstars", "Willow")
    (hand,) = pokerstars.read(text)
    assert isinstance(hand, Record)
    assert hand.players == ("Ada", "Ada 2", "Bo")
    (hand,) = phh.read(download(told, "u", "phh", "Willow"))
    assert isinstance(hand, Record)
    assert hand.players == ("Ada", "Ada 2", "Bo")
