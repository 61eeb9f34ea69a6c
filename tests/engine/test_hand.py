"""The hand as an object: what it reports, refused actions, copies, revealed cards.

The rules are tested in test_r3 to test_r7.
"""

import re
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from irregular import random_irregular_hand
from play import finish, random_action
from scene import BLINDS, LIMIT, play, start, table
from standpat.cards.card import UNKNOWN, parse
from standpat.engine.action import NOTHING, Bet, Call, Check, Discard, Fold, IllegalAction, Raise
from standpat.engine.betting import BettingRound
from standpat.engine.blind import ForcedBet
from standpat.engine.dealer import Dealer, DealError, ScriptedDealer
from standpat.engine.event import HandStart, Post, StreetStart, UncalledReturned
from standpat.engine.games import game
from standpat.engine.hand import Hand
from standpat.engine.muck import Muck

ONE, TWO = "7c5d4h3s2c", "8c6d4s3h2d"


def test_the_pot_and_the_pots_count_the_bets_of_this_round() -> None:
    h = table(stacks=[100, 100, 100])
    assert h.pot == 30
    play(h, "0:r40 1:c")
    assert h.pot == 100
    assert sum(p.amount for p in h.pots) == 100


def test_a_hand_that_is_over_says_so_and_takes_nothing_more() -> None:
    h = table()
    play(h, "0:f 1:f")
    assert h.over
    assert h.to_act is None
    assert h.pot == 0
    assert h.legal == type(h.legal)()
    before = h.events
    for action in (Fold(), Call(), Discard()):
        with pytest.raises(IllegalAction, match="over"):
            h.apply(action)
    assert h.events == before


def test_cards_of_a_folded_seat_are_gone() -> None:
    h = table()
    assert len(h.cards(0)) == 5
    play(h, "0:f")
    assert h.cards(0) == ()
    assert h.live == [False, True, True]


@pytest.mark.parametrize("bad", [-1, 3, None, "0", 1.0, True])
def test_a_seat_that_is_none_is_refused(bad: int) -> None:
    h = table()
    with pytest.raises(ValueError, match="seat"):
        h.cards(bad)
    if bad is not None:
        with pytest.raises(ValueError, match="seat"):
            h.seen_by(bad)


def test_apply_returns_what_it_added_to_events() -> None:
    h = table()
    while not h.over:
        before = h.events
        plain = Check() if h.legal.check else Call()
        got = h.apply(Discard() if h.drawing else plain)
        assert h.events == before + got
        assert got


def test_a_script_that_ends_leaves_the_hand_as_it_was() -> None:
    h = start("27td", [ONE, TWO], "Kh")
    play(h, "0:c 1:k")
    before = (h.events, h.stacks.copy(), h.cards(1), h.dealer.left(), h.draws[1].copy(), h.to_act)
    with pytest.raises(DealError, match="script ends"):
        h.apply(Discard("8c 6d"))
    assert (h.events, h.stacks, h.cards(1), h.dealer.left(), h.draws[1], h.to_act) == before
    h.apply(Discard("8c"))
    assert set(h.cards(1)) == set(parse("Kh6d4s3h2d"))


def test_a_refused_card_leaves_the_script_where_it_was() -> None:
    h = start("27td", [ONE, TWO], "7c")
    play(h, "0:c 1:k")
    for _ in range(2):
        with pytest.raises(DealError, match="7c"):
            h.apply(Discard("8c"))
    play(h, "1:p 0:p")


def test_a_script_too_short_for_the_deal_is_refused() -> None:
    with pytest.raises(DealError):
        Hand(game("27td"), LIMIT, [100, 100], 0, ScriptedDealer(ONE))
    with pytest.raises(DealError):
        Hand(game("27td"), LIMIT, [100, 100], 0, ScriptedDealer(ONE + ONE))


def test_stacks_given_are_not_touched() -> None:
    mine = [100, 100]
    h = Hand(game("27td"), LIMIT, mine, 0, Dealer(1))
    h.apply(Fold())
    assert mine == [100, 100]


def test_a_copy_plays_on_alone() -> None:
    h = table(seats=2)
    play(h, "0:c 1:k")
    twin = h.copy()
    before = h.events
    one = twin.apply(Discard(twin.cards(1)))
    assert h.events == before
    assert h.draws == [[], []]
    assert h.apply(Discard(h.cards(1))) == one
    assert h.events == twin.events
    assert h.cards(1) == twin.cards(1)


def test_a_wish_of_the_copy_is_not_the_originals() -> None:
    h = start("27sd", [TWO, ONE], stakes=BLINDS, showdown="optional")
    h.copy().wish(1, "muck")
    play(h, "0:c 1:k 1:p 0:p 1:k 0:k")
    assert h.nets == (-10, 10)


@pytest.mark.parametrize("amount", [-1, 2.5, "3", None])
def test_forced_bets_are_whole_chips(amount: int) -> None:
    posts = [ForcedBet(0, "small-blind", 5), ForcedBet(1, "big-blind", amount)]
    with pytest.raises(ValueError, match=r"\S"):
        Hand(game("27sd"), BLINDS, [100, 100], 0, Dealer(1), posts=posts)


@pytest.mark.parametrize(
    "post",
    [ForcedBet(2, "big-blind", 5), ForcedBet(-1, "big-blind", 5), ForcedBet(0, "gift", 5)],  # type: ignore[arg-type]
)
def test_forced_bets_are_of_a_kind_and_of_a_seat(post: ForcedBet) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        Hand(game("27sd"), BLINDS, [100, 100], 0, Dealer(1), posts=[post])


def test_a_hand_without_known_cards_can_be_revealed_at_the_end() -> None:
    h = start("27td", ["??????????", TWO])
    assert h.cards(0) == (52,) * 5
    h.reveal(0, ONE)
    assert h.cards(0) == parse(ONE)


@pytest.mark.parametrize("bad", ["7c5d4h3s", "7c5d4h3s2c2h", "7c7c4h3s2c", "xx"])
def test_revealing_what_cannot_be_held_is_refused(bad: str) -> None:
    h = start("27td", ["7c????????", TWO])
    with pytest.raises(ValueError, match=r"\S"):
        h.reveal(0, bad)
    with pytest.raises(ValueError, match=r"\S"):
        h.reveal(0, "6c5d4h3s2c")  # the seven of clubs is known
    with pytest.raises(ValueError, match=r"\S"):
        h.reveal(1, ONE)


def test_revealing_a_card_that_is_elsewhere_is_refused() -> None:
    h = start("27td", ["7c????????", TWO])
    with pytest.raises(ValueError, match="8c"):
        h.reveal(0, "7c8c4h3s2c")  # 8c is in the other's hand


def test_it_shows_where_it_stands() -> None:
    h = table()
    assert "27td/online" in repr(h)
    assert "pot=30" in repr(h)


def held(thing: Any) -> Any:
    """The complete state of a hand, down to its dealer's last card."""
    if type(thing) in (Hand, BettingRound, Muck, Dealer):
        return {name: held(getattr(thing, name)) for name in type(thing).__slots__}
    return deepcopy(thing)


def test_a_copy_is_the_same_in_all_it_holds_and_shares_nothing_that_changes() -> None:
    """In hands of all kinds, at every decision."""
    for seed in range(12):
        random = Random(seed)
        hand = random_irregular_hand(random, seed=seed)
        while hand.to_act is not None:
            before, twin = held(hand), hand.copy()
            assert held(twin) == before
            live = hand.live.index(True)
            if hand.legal.showdown is None:
                twin.wish(live, "show")
            twin.foretell(live, hand.cards(live))
            finish(twin, Random(seed))
            assert held(hand) == before
            hand.apply(random_action(hand, random))


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"stacks": [100] * 7}, "27td is played by 2 to 6 players, not 7"),
        ({"stacks": [100, 0]}, "seat 1 needs a stack of whole chips, 1 or more, not 0"),
        ({"button": 3}, "button 3 is not a seat: expected 0..2"),
        ({"posts": [ForcedBet(1, "big-blind", -1)]}, "big-blind of -1 chips cannot be posted by seat 1 of 0..2"),
        ({"posts": [ForcedBet(3, "big-blind", 5)]}, "big-blind of 5 chips cannot be posted by seat 3 of 0..2"),
        ({"asks": [0, 3]}, "asks: 3 is not a seat: expected 0..2"),
        ({"asks": [-1]}, "asks: -1 is not a seat: expected 0..2"),
        ({"asks": [True]}, "asks: True is not a seat: expected 0..2"),
    ],
)
def test_what_is_wrong_with_a_hand_to_be_dealt_is_said(wrong: dict[str, Any], why: str) -> None:
    given = {"stacks": [100] * 3, "button": 0, "dealer": Dealer(1), **wrong}
    with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
        Hand(game("27td"), LIMIT, **given)


def test_a_forced_bet_of_no_chips_is_posted_by_nobody() -> None:
    posts = [ForcedBet(0, "ante", 0), ForcedBet(1, "small-blind", 10), ForcedBet(2, "big-blind", 20)]
    h = Hand(game("27td"), LIMIT, [100] * 3, 0, Dealer(1), posts=posts)
    assert [event.seat for event in h.events if isinstance(event, Post)] == [1, 2]


def refused(hand: Hand, action: Any, why: str) -> None:
    before = hand.events
    with pytest.raises(IllegalAction, match=f"^{re.escape(why)}$"):
        hand.apply(action)
    assert hand.events == before


def test_r5_1_what_may_not_be_done_now_is_said() -> None:
    h = table()
    refused(h, Check(), "seat 0 may not check: the choice is fold, call 20, raise to 40")
    refused(h, Raise(35), "seat 0 may not raise to 35: the choice is fold, call 20, raise to 40")
    refused(h, Bet(40), "seat 0 may not bet to 40: the choice is fold, call 20, raise to 40")
    refused(h, Raise(40.0), "seat 0 may not raise to 40.0: the choice is fold, call 20, raise to 40")  # type: ignore[arg-type]
    refused(h, Discard(), "seat 0 may not discard: the choice is fold, call 20, raise to 40")
    play(h, "0:f 1:f")
    refused(h, Check(), "the hand is over")


def test_r6_7_what_may_not_be_thrown_is_said() -> None:
    h = Hand(replace(game("27td"), max_discards=3), LIMIT, [100, 100], 0, ScriptedDealer(TWO + ONE))
    play(h, "0:c 1:k")
    refused(h, Check(), "seat 1 is drawing: expected Discard (no cards to stand pat), not Check()")
    refused(h, Discard("8c6d4s3h"), "at most 3 cards may be discarded, not 4")
    refused(h, Discard("8c7c"), "seat 1 holds 8c6d4s3h2d: 7c not")
    refused(h, Discard("8c8c"), "seat 1 holds 8c6d4s3h2d: 8c only once")
    assert h.legal.draw == 3


def test_a_wish_that_is_none_is_refused() -> None:
    h = table()
    with pytest.raises(IllegalAction, match=r"^a wish is 'show' or 'muck', not 'burn'$"):
        h.wish(0, "burn")  # type: ignore[arg-type]
    play(h, "0:f")
    with pytest.raises(IllegalAction, match=r"^seat 0 will have nothing to show$"):
        h.wish(0, "show")
    with pytest.raises(ValueError, match=r"^3 is not a seat: expected 0\.\.2$"):
        h.wish(3, "show")


def test_what_cannot_be_revealed_is_said() -> None:
    h = start("27td", ["7c????????", TWO])
    with pytest.raises(ValueError, match=r"^seat 0 holds 7c\?{8}, which cannot be 6c5d4h3s2c$"):
        h.reveal(0, "6c5d4h3s2c")


def test_a_hand_begins_before_the_draw_with_what_was_due() -> None:
    h = table(button=1)
    assert h.events[0] == HandStart(1, 1, (1000, 1000, 1000))
    assert h.events[3] == StreetStart(0, "predraw")
    assert (h.street, h.drawing, h.draws, h.nets, h.over) == (0, False, [[], [], []], None, False)
    assert h.posts == (ForcedBet(2, "small-blind", 10), ForcedBet(0, "big-blind", 20))


def test_it_shows_whether_it_is_drawing() -> None:
    h = table(seats=2)
    assert repr(h) == "<Hand 27td/online street=0 pot=30 stacks=[990, 980] to_act=0>"
    play(h, "0:c 1:k")
    assert repr(h) == "<Hand 27td/online street=1 drawing pot=40 stacks=[980, 980] to_act=1>"


def test_known_cards_can_be_named_again_and_the_rest_beside_them() -> None:
    h = start("27td", ["7c5d??????", TWO])
    h.reveal(1, TWO)
    h.reveal(0, ONE)
    assert (h.cards(0), h.cards(1)) == (parse(ONE), parse(TWO))
    h.reveal(0, "2c3s4h5d7c")
    assert h.cards(0) == parse("2c3s4h5d7c")


@pytest.mark.parametrize(("foretold", "winner"), [(ONE, 0), ("7c5d4h3s8c", 1), ("6c5d4h3s2c", 1), ("7c5d4h3s", 1)])
def test_what_is_foretold_is_named_at_the_showdown_where_it_can_be(foretold: str, winner: int) -> None:
    h = start("27sd", ["7c????????", TWO], stakes=BLINDS)
    h.foretell(0, foretold)
    assert UNKNOWN in h.cards(0)
    for one in (h.copy(), h):
        play(one, "0:c 1:k 1:p 0:p 1:k 0:k")
        assert one.nets == ((10, -10) if winner == 0 else (-10, 10))
        assert (UNKNOWN in one.cards(0)) == (winner == 1)


def test_a_copy_of_a_hand_that_is_over_is_over() -> None:
    h = table(seats=2)
    play(h, "0:f")
    twin = h.copy()
    assert twin.over
    assert twin.nets == h.nets == (-10, 10)
    assert twin.betting.commits == h.betting.commits
    assert twin.legal == NOTHING
    assert twin.posts == h.posts


def test_r3_7_every_dead_blind_is_in_the_pot() -> None:
    blinds = [ForcedBet(1, "small-blind", 10), ForcedBet(2, "big-blind", 20)]
    posts = [ForcedBet(0, "dead-blind", 7), *blinds, ForcedBet(3, "dead-blind", 5), ForcedBet(3, "extra-blind", 20)]
    h = Hand(game("27td"), LIMIT, [100] * 4, 0, Dealer(1), posts=posts)
    assert (h.pot, h.stacks) == (62, [93, 90, 80, 75])
    assert sum(pot.amount for pot in h.pots) == 62


def test_r7_2_who_is_asked_at_the_showdown_shows_or_mucks() -> None:
    h = start("27sd", [ONE, TWO], stakes=BLINDS, showdown="optional", asks=[1])
    play(h, "0:c 1:k 1:p 0:p 1:k 0:k")
    refused(h, Check(), "seat 1 may not check: the choice is show, muck")
    with pytest.raises(IllegalAction, match=r"^seat 1 is asked now: the choice is show, muck$"):
        h.wish(1, "show")


def test_r5_6_what_nobody_can_match_of_an_ante_goes_back() -> None:
    posts = [ForcedBet(seat, "ante", 50) for seat in (1, 2, 0)]
    h = Hand(game("27td"), LIMIT, [100, 20, 20], 0, Dealer(1), posts=posts)
    assert [event for event in h.events if isinstance(event, UncalledReturned)] == [UncalledReturned(0, 30)]
    assert (h.stacks, h.pot) == ([80, 0, 0], 60)


def test_r4_4_who_is_left_against_a_matched_all_in_by_a_fold_is_not_asked() -> None:
    h = table(stacks=[20, 1000, 1000])
    play(h, "0:c 1:f")  # seat 2 has the big blind, which seat 0 has called with its last chip
    assert (h.street, h.drawing, h.to_act) == (1, True, 2)
