"""PokerStars text: a written hand reads back unchanged, in every game and under all house rules."""

from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import examples
from play import finish, random_action, random_hand
from standpat.cards.card import UNKNOWN
from standpat.engine import games
from standpat.engine.action import Discard
from standpat.engine.blind import ForcedBet
from standpat.engine.dealer import Dealer
from standpat.engine.event import DealHole, DrawResult, Event, HandStart, Post, Wished
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.history.pokerstars import read, write
from standpat.history.record import Money, Record
from standpat.history.recording import record_of
from standpat.history.replay import replay

NAMES = ("Ann", "Ann: folds", "b[o]b", "x ($5 in chips)", "Seat 3", "O'Hara & Söhne", 'he said, "', "*** SUMMARY ***")


def read_back(text: str) -> Record:
    (record,) = read(text)
    assert isinstance(record, Record), record
    return record


def played(record: Record) -> Hand:
    """The record's hand, with which the engine agrees."""
    result = replay(record)
    assert result.disagreements == []
    assert result.hand is not None
    return result.hand


def plain(hand: Hand) -> list[Event]:
    """The events except those that the text cannot hold."""
    return [event for event in hand.events if not isinstance(event, Wished | HandStart)]


seeds = st.integers(0, 10**9)


@examples(120)
@given(seeds, st.booleans())
def test_a_full_file_is_read_back_as_the_same_hand(seed: int, fold: bool) -> None:
    random = Random(seed)
    hand = random_hand(random, seed=seed, fold=fold)
    finish(hand, random)
    record = record_of(hand, tuple(f"P{seat}" for seat in range(len(hand.stacks))), hand_id="spring, 17")
    found = read_back(write(record, hand))
    for field in ("game", "stakes", "stacks", "button", "players", "posts", "hand_id", "money", "when"):
        assert getattr(found, field) == getattr(record, field), field
    again = played(found)
    assert again.nets == hand.nets
    if not hand.game.house.burn:  # a burned card is not in the text, so neither is which one is reshuffled
        assert plain(again) == plain(hand)


@examples(120)
@given(seeds, st.booleans())
def test_a_player_s_file_tells_what_he_saw_and_no_more(seed: int, fold: bool) -> None:
    random = Random(seed)
    hand = random_hand(random, seed=seed, fold=fold)
    finish(hand, random)
    hero = random.randrange(len(hand.stacks))
    found = read_back(write(record_of(hand, hero=hero), hand))
    assert found.hero == hero
    for _, event in found.told:
        if isinstance(event, DealHole | DrawResult):
            cards = event.cards if isinstance(event, DealHole) else event.drawn + event.discarded
            assert (UNKNOWN in cards) == (event.seat != hero and len(cards) > 0)
    assert played(found).nets == hand.nets


@examples(60)
@given(seeds)
def test_money_rake_names_and_places(seed: int) -> None:
    random = Random(seed)
    hand = random_hand(random, seed=seed)
    finish(hand, random)
    seats = len(hand.stacks)
    pot = sum(-net for net in hand.nets or () if net < 0)
    record = record_of(
        hand,
        tuple(random.sample(NAMES, seats)),
        hero=random.choice([None, *range(seats)]),
        money=random.choice([Money("USD", 100), Money("EUR", 100), Money("NOK", 100), Money(None, 100)]),
        rake=random.randint(0, pot // 2),
        seat_numbers=tuple(sorted(random.sample(range(1, 11), seats))),
        table="Nils' Hule",
        when=datetime(2026, 1 + seed % 12, 1 + seed % 28, seed % 24, 30, 5, tzinfo=UTC),
    )
    found = read_back(write(record, hand))
    for field in ("players", "rake", "seat_numbers", "table", "when", "button", "hero", "money", "stacks"):
        assert getattr(found, field) == getattr(record, field), field
    assert played(found).nets == hand.nets


@examples(80)
@given(seeds)
def test_newcomers_dead_blinds_and_missing_ones(seed: int) -> None:
    """R3.7: the table decides what is posted, and the text says it in a way that reads back."""
    random = Random(seed)
    seats, button = random.randint(3, 6), 0
    stakes = Stakes(5, 10, random.choice((0, 2)))
    posts = [ForcedBet(seat, "ante", 2) for seat in range(seats) if stakes.ante]
    posts += [ForcedBet(1, "small-blind", 5)] if random.random() < 0.6 else []
    posts.append(ForcedBet(2, "big-blind", 10))
    for seat in (*range(3, seats), 0):
        posts += random.choice(
            (
                [],
                [ForcedBet(seat, "extra-blind", 10)],
                [ForcedBet(seat, "dead-blind", 5)],
                [ForcedBet(seat, "extra-blind", 10), ForcedBet(seat, "dead-blind", 5)],
                [ForcedBet(seat, "dead-blind", 5), ForcedBet(seat, "extra-blind", 10)],
            )
        )
    posts += random.choice(([], [ForcedBet(3, "straddle", 20)])) if seats > 3 else []
    stacks = [random.choice((3, 8, 12, 14, 300)) for _ in range(seats)]
    hand = Hand(game("27td", house="pokerstars"), stakes, stacks, button, Dealer(seed), posts=posts)
    finish(hand, random)
    found = read_back(write(record_of(hand), hand))
    again = played(found)
    assert [e for e in again.events if isinstance(e, Post)] == [e for e in hand.events if isinstance(e, Post)]
    assert again.nets == hand.nets


@pytest.mark.parametrize("id", games.ids())
def test_every_game_has_a_name(id: str) -> None:
    hand = Hand(game(id, house="pokerstars"), Stakes(5, 10), [200] * 3, 1, Dealer(4))
    random = Random(2)
    while hand.to_act is not None:
        hand.apply(Discard() if hand.drawing else random_action(hand, random))
    text = write(record_of(hand), hand)
    assert "House rules" not in text
    assert read_back(text).game == hand.game


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_many_hands(block: int, first_seed: int) -> None:
    for seed in range(first_seed + 1000 * block, first_seed + 1000 * block + 1000):
        random = Random(seed)
        hand = random_hand(random, seed=seed, fold=seed % 3 > 0)
        finish(hand, random)
        hero = random.choice([None, *range(len(hand.stacks))])
        assert played(read_back(write(record_of(hand, hero=hero), hand))).nets == hand.nets
