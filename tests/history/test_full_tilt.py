"""Full Tilt text: the records that are read from it, and the hands that are skipped."""

import os
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from examples import examples
from full_tilt_sample import CASH, GOOD, NOT_DEALT, PARTIAL, SINGLE, TOURNAMENT, WALK, written
from play import finish, random_game
from standpat import Dealer, Hand, Stakes
from standpat.cards.card import parse
from standpat.engine.action import Call, Check, Discard
from standpat.engine.blind import ForcedBet
from standpat.engine.event import DealHole, DiscardAnnounced, DrawResult, Post, PotAwarded, Reshuffled
from standpat.engine.games import game
from standpat.engine.house import house_rules
from standpat.history.file import convert, detect, read_file
from standpat.history.file import read as read_any
from standpat.history.full_tilt import read
from standpat.history.record import Damaged, Money, Record, Skipped
from standpat.history.replay import replay


def only(text: str) -> Record:
    (hand,) = read(text)
    assert isinstance(hand, Record), hand
    return hand


@pytest.mark.parametrize("name", GOOD)
def test_the_engine_agrees(name: str) -> None:
    played = replay(only(GOOD[name]))
    assert played.disagreements == []


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize("form", ["arena", "phh", "pokerstars"])
def test_it_is_converted(name: str, form: str) -> None:
    hand = only(GOOD[name])
    (again,) = read_any(convert(hand, form))
    assert isinstance(again, Record), again
    assert replay(again).disagreements == []
    assert again.rake == hand.rake


def test_a_hand_at_a_table() -> None:
    hand = only(CASH)
    assert hand.game == game("27td", house="full_tilt")
    assert (hand.stakes, hand.money, hand.rake) == (Stakes(100, 200), Money("USD", 100), 200)
    assert (hand.hand_id, hand.table) == ("71000000001", "Vinga")
    assert hand.when is not None
    assert hand.when.astimezone(UTC) == datetime(2026, 2, 3, 20, 15, 40, tzinfo=UTC)
    assert hand.players == ("Torvald", "Mira_99", "kald kaffe", "Selje", "Gneis")
    assert hand.seat_numbers == (1, 2, 4, 5, 6)
    assert hand.stacks == (8000, 106450, 12000, 3300, 4000)
    assert (hand.button, hand.hero) == (4, 1)
    assert hand.posts is not None
    assert [(post.seat, post.kind, post.amount) for post in hand.posts] == [
        (0, "small-blind", 100),
        (1, "big-blind", 200),
        (2, "dead-blind", 100),
        (2, "extra-blind", 200),
    ]
    draws = [(type(e), e.seat, e.count) for _, e in hand.told if isinstance(e, DiscardAnnounced | DrawResult)]
    assert draws[:6] == [
        *[(DiscardAnnounced, seat, count) for seat, count in ((1, 2), (2, 3), (4, 1))],
        *[(DrawResult, seat, count) for seat, count in ((1, 2), (2, 3), (4, 1))],
    ]
    (first, *_) = [e for _, e in hand.told if isinstance(e, DrawResult) and e.seat == 1]
    assert (first.discarded, first.drawn) == (parse("Kh9c"), parse("3hQs"))
    assert hand.extra["mucked 4"] == "9d 8c 6s 4d 3s"


def test_side_pots_antes_and_the_newer_header() -> None:
    hand = only(SINGLE)
    assert (hand.game.id, hand.game.house.name) == ("27sd", "full_tilt")
    assert (hand.stakes, hand.money, hand.table) == (Stakes(50, 100, 25), Money("EUR", 100), "Vinga Sør")
    assert hand.posts is None  # the regular ones in another order
    assert [(e.pot, e.winners) for _, e in hand.told if isinstance(e, PotAwarded)] == [
        (0, ((3, 3800),)),
        (1, ((0, 3000),)),
        (2, ((2, 6050),)),
    ]
    assert [e.all_in for _, e in hand.told if isinstance(e, Post)] == [False] * 6


def test_a_tournament() -> None:
    hand = only(TOURNAMENT)
    assert (hand.game.id, hand.stakes, hand.money) == ("a5td", Stakes(20, 40, 5), Money())
    assert hand.stacks == (1500, 1485)
    assert hand.extra["tournament"] == "9001"
    assert hand.extra["buy_in"] == "$10 + $1 Heads-Up Sit & Go"


def test_nobody_posts_a_small_blind() -> None:
    hand = only(WALK)
    assert hand.players == ("Sei", "Brosme")
    assert replay(hand).hand is not None
    assert [e.kind for _, e in hand.told if isinstance(e, Post)] == ["ante", "ante", "big-blind"]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (NOT_DEALT, 1, "the hand was not dealt"),
        (PARTIAL, 1, "the site wrote only a part of this hand"),
        (CASH.replace("Limit 2-7 Triple Draw", "Limit Razz"), 1, "unknown game: 'Limit Razz' is not draw lowball"),
        (CASH.replace("Limit 2-7 Triple Draw", "FL Badugi"), 1, "unknown game: 'FL Badugi' is not draw lowball"),
        (CASH.replace("Limit 2-7 Triple", "Pot Limit A-5 Triple"), 1, "unknown game: 'Pot Limit A-5 Triple Draw'"),
        (CASH.replace("Torvald stands up", "Hand #71 has been canceled"), 62, "the hand was cancelled"),
    ],
)
def test_what_is_skipped(text: str, line: int, reason: str) -> None:
    before, skipped, after = read(f"{WALK}\n\n{text}\n\n{WALK}")
    assert isinstance(before, Record)
    assert isinstance(after, Record)
    assert skipped == Skipped(line + WALK.count("\n") + 2, reason)


@pytest.mark.parametrize(
    ("was", "now", "reason"),
    [
        ("kald kaffe calls $4", "kald kaffe calls $4000", "only 11700"),
        ("kald kaffe calls $4", "kald kaffe cals $4", "not understood"),
        ("kald kaffe is dealt 3 cards", "kald kaffe is dealt 2 cards", "2 cards are dealt for 3"),
        ("kald kaffe is dealt 3 cards", "Torvald is dealt 3 cards", "3 cards are dealt for 0"),
        ("Mira_99 discards 2 cards [Kh 9c]", "Mira_99 discards 2 cards [Kh 9d]", "2 discards [Kh 9d]"),
        ("Gneis raises to $4", "Gneis raises to $0", "a raise to 0"),
        ("*** SECOND DRAW *** (Total Pot: $24, 2 Players)", "*** THIRD DRAW ***", "draw 3 of 3, after draw 1"),
        ("Total pot $40 | Rake $2", "Total pot $40 | Rake $x", "not an amount"),
    ],
)
def test_a_broken_line(was: str, now: str, reason: str) -> None:
    (found,) = read(CASH.replace(was, now))
    assert isinstance(found, Damaged), found
    assert reason in found.reason
    assert found.line == CASH.split("\n").index(was) + 1


@pytest.mark.parametrize(
    ("gone", "reason"),
    [
        ("The button is in seat #6\n", "expected the button's line"),
        ("Total pot $40 | Rake $2\n", "breaks off"),
        ("*** HOLE CARDS ***\n", "no deal"),
        ("Dealt to Mira_99 [2c 7d 4s] [3h Qs]\n", "the player's new cards are missing"),
    ],
)
def test_a_missing_line(gone: str, reason: str) -> None:
    (found,) = read(CASH.replace(gone, ""))
    assert isinstance(found, Damaged), found
    assert reason in found.reason


def test_a_wrong_line_is_the_replays_to_find() -> None:
    hand = only(CASH.replace("Torvald folds", "Torvald checks", 1))
    assert replay(hand).disagreements


def test_a_cap() -> None:
    text = SINGLE.replace("- NL 2-7", "- €30 Cap NL 2-7").replace("raises to €50", "raises to €29.75, and is all in")
    text = text.replace("Åse Ås calls €47", "Åse Ås calls €26.75, and is all in")
    after = text[text.index("Åse Ås checks") : text.index("*** SHOW")]
    hand = only(text.replace(after, ""))
    assert hand.stacks == (2000, 3000, 3000, 1000)
    assert (hand.extra["cap"], hand.extra["stacks"]) == ("3000", "2000 10000 10000 1000")


def test_the_format_is_recognised() -> None:
    assert detect(CASH).name == "full_tilt"
    assert detect("\n" + SINGLE, "x.phh").name == "full_tilt"
    with pytest.raises(ValueError, match="'full_tilt' can be read, but not written"):
        convert(only(CASH), "full_tilt")


def a_hand(seed: int) -> Hand:
    """A hand under the site's house rules, with posts as at a table.

    In every third one the players discard many cards.
    """
    random = Random(seed)
    rules = structs.replace(random_game(random), house=house_rules("full_tilt"))
    seats = random.choice((2, 3, 4, 5, 6, 6))
    stakes = Stakes(5, 10, random.choice((0, 0, 2)))
    posts = None
    if seats > 3 and random.random() < 0.5:
        posts = [ForcedBet(seat, "ante", stakes.ante) for seat in range(seats) if stakes.ante]
        posts += [ForcedBet(1, "small-blind", 5)] if random.random() < 0.6 else []
        posts.append(ForcedBet(2, "big-blind", 10))
        posts += random.choice(([], [ForcedBet(3, "extra-blind", 10)], [ForcedBet(3, "dead-blind", 5)]))
    stacks = [random.choice((3, 8, 55, 300, 3000)) for _ in range(seats)]
    hand = Hand(rules, stakes, stacks, 0, Dealer(seed), posts=posts)
    while seed % 3 == 0 and not hand.over:
        legal = hand.legal
        if legal.draw is not None and hand.to_act is not None:
            hand.apply(Discard(random.sample(hand.cards(hand.to_act), random.choice((5, 5, 4, 3)))))
        else:
            hand.apply(Check() if legal.check else Call())
    finish(hand, random)
    return hand


@examples(200)
@given(st.integers(0, 10**9))
def test_any_hand_comes_back(seed: int) -> None:
    random = Random(seed)
    hand = a_hand(seed)
    hero = random.randrange(len(hand.stacks))
    found = only(written(hand, hero, random))
    assert found.hero == hero
    assert [e.cards for _, e in found.told if isinstance(e, DealHole) and e.seat == hero] == [
        e.cards for e in hand.events if isinstance(e, DealHole) and e.seat == hero
    ]
    played = replay(found)
    assert played.disagreements == []
    assert played.hand is not None
    assert played.hand.nets == hand.nets


def test_reshuffles_are_among_them() -> None:
    assert any(isinstance(event, Reshuffled) for seed in range(0, 60, 3) for event in a_hand(seed).events)


FOLDER = os.environ.get("STANDPAT_FULL_TILT_HANDS", "")


@pytest.mark.skipif(not FOLDER, reason="set STANDPAT_FULL_TILT_HANDS to a folder of such files")
def test_the_engine_agrees_with_every_hand_of_a_folder() -> None:
    """For example fpdb's regression files: 83 whole hands in cash/FTP and tour/FTP."""
    hands = [(path, hand) for path in sorted(Path(FOLDER).rglob("*.txt")) for hand in _hands(path)]
    assert sum(isinstance(hand, Record) for _, hand in hands) > 0
    for path, hand in hands:
        assert not isinstance(hand, Damaged), (path, hand)
        if isinstance(hand, Record):
            assert replay(hand).disagreements == [], path


def _hands(path: Path) -> list[Record | Damaged | Skipped]:
    found = list(read_file(path))
    return found if any(isinstance(hand, Record) and hand.game.house.name == "full_tilt" for hand in found) else []
