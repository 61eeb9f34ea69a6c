"""T4.5, T7.1 and the other rules of betting in a tournament: what a table gets for its next hand."""

import pytest

from scene import play
from standpat.engine.blind import ForcedBet
from standpat.engine.dealer import Dealer
from standpat.engine.event import Post
from standpat.engine.games import Stakes
from standpat.engine.hand import Hand
from standpat.tournament.next_hand import due, next_hand
from standpat.tournament.options import EDITIONS, Options
from standpat.tournament.rotation import Entry
from tournament_scene import structure

MIXED = structure("27td", "27sd", "27td-pl", house="wsop")


def dealt(record: Entry, stacks: list[int]) -> Hand:
    return Hand(record.game(), record.stakes, stacks, 0, Dealer(seed=1))


def limit_hand(players_left: int, edition: str) -> Hand:
    """Level 4, 100/200: three players, the first folds, the others have made a bet and two raises."""
    h = dealt(next_hand(MIXED, 4, "27td", players_left, 3, Options.of(edition)), [5000] * 3)
    play(h, "0:f 1:r400 2:r600")
    return h


def test_t7_1_the_cap_holds_until_two_are_left_in_the_event() -> None:
    """Test case 18: three left in the event, two in the hand."""
    h = limit_hand(3, "wsop")
    play(h, "1:r800 2:r1000")
    assert (h.legal.call, h.legal.raise_) == (200, None)
    h = limit_hand(2, "wsop")
    play(h, "1:r800 2:r1000")
    assert h.legal.raise_ is not None
    for players_left in (2, 3):
        h = limit_hand(players_left, "pokerstars")
        play(h, "1:r800")
        assert (h.legal.call, h.legal.raise_) == (200, None)


def test_t7_1_no_cap_without_a_limit() -> None:
    for edition in EDITIONS:
        for id in ("27sd", "27td-pl"):
            record = next_hand(MIXED, 1, id, 9, 6, Options.of(edition))
            assert "cap" not in record.options
            assert record.game().house.all_ins_shown
    assert next_hand(MIXED, 1, "27td-pl", 9, 6, Options()).game().house.full_blinds


def test_the_record_keeps_the_house_and_has_the_stakes_of_the_level() -> None:
    record = next_hand(MIXED, 2, "27sd", 9, 6, Options())
    assert record == Entry("27sd", "wsop", {"all_ins_shown": True}, Stakes(50, 75, 100, "big-blind"))
    assert next_hand(MIXED, 2, "27td", 9, 6, Options.of("wsop")).options == {
        "cap_heads_up": True,
        "all_ins_shown": True,
    }
    with pytest.raises(ValueError, match="has the games 27td, 27sd, 27td-pl, not 'a5td'"):
        next_hand(MIXED, 1, "a5td", 9, 6, Options())


def test_t4_5_the_ante_may_be_reduced_at_a_short_table() -> None:
    options = Options(ante_reduce_at=4)
    antes = [next_hand(MIXED, 2, "27sd", 9, players, options).stakes.ante for players in (5, 4, 2)]
    assert antes == [100, 50, 50]
    assert next_hand(MIXED, 1, "27sd", 9, 4, options).stakes.ante == 25  # half of 75, in whole chips of 25
    assert next_hand(MIXED, 2, "27sd", 2, 2, Options()).stakes.ante == 100


def test_t4_5_a_short_big_blind_may_post_the_ante_first() -> None:
    stakes = Stakes(2500, 5000, 5000, "big-blind")
    blinds = [ForcedBet(1, "small-blind", 2500), ForcedBet(2, "big-blind", 5000)]
    for options, paid in (
        (Options(), [("big-blind", 5000), ("ante", 2500)]),
        (Options(ante_first=True), [("ante", 5000), ("big-blind", 2500)]),
    ):
        bets = due(stakes, (1, 2, 3, 0), 2, blinds, options)
        h = Hand(
            next_hand(MIXED, 1, "27sd", 9, 4, options).game(),
            stakes,
            [50_000, 50_000, 7500, 50_000],
            0,
            Dealer(seed=1),
            posts=bets,
        )
        assert [(e.kind, e.amount) for e in h.events if isinstance(e, Post) and e.seat == 2] == paid
        assert h.legal.call == 5000
    assert due(Stakes(5, 10), (1, 2, 0), 2, blinds, Options(ante_first=True)) == tuple(blinds)
