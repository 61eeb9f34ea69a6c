"""PokerStars text: what is written is read back as it was, in every game and under every house's rules."""

from datetime import UTC, datetime
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from play import finish, random_hand

from standpat.card import UNKNOWN
from standpat.event import DealHole, DrawResult, HandStart, Post, Reshuffled, Wished
from standpat.game import HOUSES
from standpat.hand import ForcedBet, Hand, forced_bets, posted
from standpat.history.pokerstars import read, write
from standpat.history.record import PLAY_CHIPS, Money, Record
from standpat.history.replay import replay

NAMES = ("Ann", "Ann: folds", "b[o]b", "x ($5 in chips)", "Seat 3", "O'Hara & Söhne", 'he said, "', "*** SUMMARY ***")


def of(hand: Hand, hero: int | None = None, **fields: object) -> Record:
    """The record of a hand played here. What it tells does not matter to `write`."""
    start = hand.events[0]
    assert isinstance(start, HandStart)
    seats = len(start.stacks)
    posts = [event for event in hand.events if isinstance(event, Post)]
    usual = posted(forced_bets(hand.stakes, seats, start.button), start.stacks)
    return Record(
        game=hand.game,
        stakes=hand.stakes,
        stacks=start.stacks,
        button=start.button,
        players=tuple(fields.pop("players", [f"P{seat}" for seat in range(seats)])),  # type: ignore[call-overload]
        told=[],
        line=1,
        posts=None if posts == usual else tuple(ForcedBet(e.seat, e.kind, e.amount) for e in posts),
        hero=hero,
        **fields,  # type: ignore[arg-type]
    )


def back(text: str) -> Record:
    (record,) = read(text)
    assert isinstance(record, Record), record
    return record


def plain(hand: Hand) -> list[object]:
    """The events, without those such text cannot hold in full."""
    return [e for e in hand.events if not isinstance(e, Wished | HandStart)]


seeds = st.integers(0, 10**9)


@settings(max_examples=150, deadline=None)
@given(seeds, st.booleans())
def test_a_full_file_is_read_back_as_the_same_hand(seed: int, fold: bool) -> None:
    random = Random(seed)
    hand = random_hand(random, seed=seed, fold=fold)
    finish(hand, random)
    record = of(hand)
    found = back(write(record, hand))
    assert (found.game, found.stakes, found.stacks, found.button) == (
        record.game,
        record.stakes,
        record.stacks,
        record.button,
    )
    assert found.posts == record.posts
    played = replay(found)
    assert played.disagreements == []
    assert played.hand is not None
    assert played.hand.nets == hand.nets
    if not hand.game.house.burn:
        assert plain(played.hand) == plain(hand)


@settings(max_examples=150, deadline=None)
@given(seeds, st.booleans())
def test_a_player_s_file_tells_what_he_saw_and_no_more(seed: int, fold: bool) -> None:
    random = Random(seed)
    hand = random_hand(random, seed=seed, fold=fold)
    finish(hand, random)
    hero = random.randrange(len(hand.stacks))
    found = back(write(of(hand, hero), hand))
    assert found.hero == hero
    for _, event in found.told:
        if isinstance(event, DealHole | DrawResult):
            cards = event.cards if isinstance(event, DealHole) else event.drawn + event.discarded
            assert (UNKNOWN in cards) == (event.seat != hero and len(cards) > 0)
    played = replay(found)
    assert played.disagreements == []
    assert played.hand is not None
    assert played.hand.nets == hand.nets
