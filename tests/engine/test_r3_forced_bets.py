"""R3: seats, blinds, heads-up, antes, and blinds that a player cannot cover; R4.1: the deal."""

import pytest
from msgspec import convert

from scene import BLINDS, bounds, of_kind, play, start, table
from standpat.cards.card import parse
from standpat.engine.action import Bounds, Call, Check, Discard
from standpat.engine.blind import ForcedBet
from standpat.engine.dealer import Dealer
from standpat.engine.event import DealHole, HandStart, Post, StreetStart, UncalledReturned
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.engine.house import HOUSES


def test_r3_1_two_to_six_seats() -> None:
    for seats in (0, 1, 7):
        with pytest.raises(ValueError, match="2 to 6"):
            table(stacks=[100] * seats) if seats else Hand(game("27td"), BLINDS, [], 0, Dealer(1))
    for seats in range(2, 7):
        assert table(seats=seats).to_act is not None


@pytest.mark.parametrize("id", ["27sd", "27sd-fl", "a5sd"])
def test_r3_1_single_draw_seats_seven(id: str) -> None:
    """Everybody draws five: 35 cards are held or just thrown, and the run-out still serves everybody (R6.4)."""
    for house in HOUSES:
        hand = Hand(game(id, house=house), BLINDS, [400] * 7, 0, Dealer(house))
        while hand.to_act is not None:
            legal = hand.legal
            hand.apply(Discard(hand.cards(hand.to_act)) if legal.draw else Check() if legal.check else Call())
        assert hand.draws == [[5]] * 7
        assert hand.nets is not None
        assert sum(hand.nets) == 0
    with pytest.raises(ValueError, match="2 to 7"):
        Hand(game(id), BLINDS, [400] * 8, 0, Dealer(1))


@pytest.mark.parametrize("stacks", [[100, 0], [100, -5], [100, 2.0], [100, True], ["100", 100]])
def test_r5_1_stacks_are_whole_chips(stacks: list[int]) -> None:
    with pytest.raises(ValueError, match="stack"):
        table(stacks=stacks)


@pytest.mark.parametrize("button", [-1, 3, None, 1.0, True])
def test_r3_1_the_button_is_a_seat(button: int) -> None:
    with pytest.raises(ValueError, match="button"):
        table(button=button)


def test_r3_2_blinds_left_of_the_button_and_r4_1_the_deal() -> None:
    hands = ["7c5d4h3s2c", "8c6d4s3h2d", "9c7d5h4c2h", "Tc8d6h4d2s"]
    h = start("27td", hands, button=2, stakes=Stakes.limit(10))
    assert [e for e in h.events if not isinstance(e, StreetStart)] == [
        HandStart(1, 2, (1000,) * 4),
        Post(3, "small-blind", 5, False),
        Post(0, "big-blind", 10, False),
        *[DealHole(seat, parse(hands[seat]), 5) for seat in (3, 0, 1, 2)],
    ]
    assert h.to_act == 1
    assert h.pot == 15
    assert h.stacks == [990, 1000, 1000, 995]


def test_r3_2_fixed_limit_blinds_from_the_small_bet() -> None:
    assert Stakes.limit(10) == Stakes(small_blind=5, big_blind=10)
    assert Stakes.limit(15) == Stakes(small_blind=7, big_blind=15)
    assert Stakes.limit(1) == Stakes(small_blind=0, big_blind=1)


def test_r3_3_heads_up_the_button_is_small_blind_first_before_and_last_after() -> None:
    h = table(seats=2, button=1)
    assert of_kind(h.events, Post) == [Post(1, "small-blind", 10, False), Post(0, "big-blind", 20, False)]
    dealt = [e.seat for e in h.events if isinstance(e, DealHole)]
    assert dealt == [0, 1]
    play(h, "1:c 0:k 0:p 1:p 0:k 1:k 0:p 1:p 0:k 1:k 0:p 1:p 0:k 1:k")
    assert h.over


def test_r3_4_blinds_are_live_and_the_big_blind_has_the_option() -> None:
    h = table()
    play(h, "0:c 1:c")
    assert h.to_act == 2
    assert h.legal.check
    assert not h.legal.fold
    assert h.legal.call is None
    assert h.legal.bet is None
    assert h.legal.raise_ == (40, 40)
    play(h, "2:r40 0:c 1:c 1:p")


def test_r3_4_no_limit_option() -> None:
    h = table("27sd", stakes=BLINDS, stacks=[300, 300, 200])
    play(h, "0:c 1:c")
    assert h.legal.raise_ == (20, 200)


def test_r3_5_antes_go_to_the_pot_and_not_to_the_price() -> None:
    h = table("27sd", stakes=Stakes(5, 10, ante=2), stacks=[500, 500, 500])
    assert sorted((e.seat, e.kind, e.amount) for e in h.events if isinstance(e, Post)) == [
        (0, "ante", 2),
        (1, "ante", 2),
        (1, "small-blind", 5),
        (2, "ante", 2),
        (2, "big-blind", 10),
    ]
    assert h.pot == 21
    assert h.legal.call == 10
    assert bounds(h) == (20, 498)
    play(h, "0:f 1:f")
    # The big blind beat a small blind of 5: 6 + 5 + 5, and the other 5 of the blind come back.
    assert h.nets == (-2, -7, 9)
    assert of_kind(h.events, UncalledReturned) == [UncalledReturned(2, 5)]


def test_r3_6_a_short_big_blind_is_all_in_and_the_price_stays() -> None:
    h = table(stacks=[500, 500, 8])
    assert of_kind(h.events, Post) == [Post(1, "small-blind", 10, False), Post(2, "big-blind", 8, True)]
    assert h.to_act == 0
    assert h.legal.call == 20
    assert bounds(h) == (40, 40)
    play(h, "0:c")
    assert h.legal.call == 10
    assert bounds(h) == (40, 40)
    play(h, "1:c 1:p 2:p 0:p 1:k 0:k")  # the all-in blind draws and is not asked to bet


def test_r3_6_a_short_small_blind() -> None:
    h = table(stacks=[500, 4, 500])
    assert of_kind(h.events, Post) == [Post(1, "small-blind", 4, True), Post(2, "big-blind", 20, False)]
    play(h, "0:c 2:k 1:p 2:p 0:p 2:k 0:k")
    assert [(p.amount, sorted(p.claimants)) for p in h.pots] == [(12, [0, 1, 2]), (32, [0, 2])]


def test_r3_6_blinds_that_exactly_cover() -> None:
    h = table(stacks=[500, 10, 20])
    assert of_kind(h.events, Post) == [Post(1, "small-blind", 10, True), Post(2, "big-blind", 20, True)]
    assert h.to_act == 0
    assert h.legal.call == 20
    assert bounds(h) is None  # nobody could answer a raise
    play(h, "0:c 1:p 2:p 0:p 1:p 2:p 0:p 1:p 2:p 0:p")
    assert h.over


def test_r3_6_short_ante_leaves_nothing_for_the_blind() -> None:
    h = table(stakes=Stakes(5, 10, ante=4), stacks=[100, 100, 3])
    assert ("big-blind", 2) not in [(e.kind, e.seat) for e in h.events if isinstance(e, Post)]
    assert [e for e in h.events if isinstance(e, Post) and e.seat == 2] == [Post(2, "ante", 3, True)]
    assert h.to_act == 0
    assert h.legal.call == 10


def test_r3_7_irregular_posts_of_a_table() -> None:
    posts = [
        ForcedBet(1, "small-blind", 10),
        ForcedBet(2, "big-blind", 20),
        ForcedBet(0, "extra-blind", 20),
        ForcedBet(0, "dead-blind", 10),
    ]
    h = Hand(game("27td"), Stakes.limit(20), [500] * 4, 0, Dealer(1), posts=posts)
    assert h.pot == 60
    assert h.to_act == 3
    assert h.legal.call == 20
    play(h, "3:f")
    # An extra blind is live, so its player can check. The dead blind does not count.
    assert h.legal.check
    assert bounds(h) == (40, 40)
    play(h, "0:k 1:f 2:k 2:p 0:p")
    assert [(p.amount, sorted(p.claimants)) for p in h.pots] == [(60, [0, 2])]


TABLE_ANTE = Stakes(75, 150, ante=225, ante_by="big-blind")


def test_r3_5_the_big_blind_posts_the_ante_for_the_table_after_the_blind() -> None:
    h = table("27sd", stakes=TABLE_ANTE, stacks=[5000, 5000, 5000])
    assert [(e.seat, e.kind, e.amount) for e in h.events if isinstance(e, Post)] == [
        (1, "small-blind", 75),
        (2, "big-blind", 150),
        (2, "ante", 225),
    ]
    assert (h.pot, h.legal.call) == (450, 150)
    play(h, "0:r300 1:f 2:f")
    assert h.nets == (450, -75, -375)


def test_r3_5_the_tables_ante_is_main_pot_money_a_short_all_in_wins_it() -> None:
    """The big blind covers an all-in and calls. The ante makes no side pot, and none of it comes back."""
    hands = ["7c5d4h3s2c", "8c6d4s3h2d", "Kc7d5h4c2h"]
    h = start("27sd", hands, stakes=TABLE_ANTE, stacks=[1000, 5000, 3000])
    play(h, "0:r1000 1:f 2:c")
    assert [(p.amount, sorted(p.claimants)) for p in h.pots] == [(2300, [0, 2])]
    play(h, "2:p 0:p")
    assert h.nets == (1300, -75, -1225)
    assert of_kind(h.events, UncalledReturned) == []


def test_r3_5_the_tables_ante_is_no_part_of_a_blind_that_is_called_for_less() -> None:
    """Two players call a big blind who is all-in from it.

    The ante is in the main pot, for which the big blind plays too.
    """
    hands = ["9c7d5h4c2h", "8c6d4s3h2d", "7c5d4h3s2c"]
    h = start("27sd", hands, stakes=TABLE_ANTE, stacks=[1000, 1000, 200])
    assert [e for e in h.events if isinstance(e, Post) and e.seat == 2] == [
        Post(2, "big-blind", 150, False),
        Post(2, "ante", 50, True),
    ]
    play(h, "0:r500 1:c")
    assert [(p.amount, sorted(p.claimants)) for p in h.pots] == [(500, [0, 1, 2]), (700, [0, 1])]
    play(h, "1:p 2:p 0:p 1:k 0:k")
    assert h.nets == (-500, 200, 300)


def test_r3_5_a_big_blind_that_covers_the_blind_alone_posts_no_ante() -> None:
    for chips, posts in ((150, [(2, "big-blind", 150)]), (151, [(2, "big-blind", 150), (2, "ante", 1)])):
        h = table("27sd", stakes=TABLE_ANTE, stacks=[1000, 1000, chips])
        assert [(e.seat, e.kind, e.amount) for e in h.events if isinstance(e, Post) and e.seat == 2] == posts
        assert h.to_act == 0
        assert h.legal.call == 150


def test_r3_5_an_ante_of_some_makes_no_side_pot_and_one_of_all_does() -> None:
    blinds = [ForcedBet(1, "small-blind", 5), ForcedBet(2, "big-blind", 10)]
    for payers, pots in (
        ((0, 2), [(10 + 3 * 10, [0, 1, 2])]),
        ((0, 1, 2), [(3 * 3, [0, 1, 2]), (2 * 2 + 2 * 10, [0, 2])]),
    ):
        antes = [ForcedBet(seat, "ante", 5) for seat in payers]
        stacks = [100, 10 if len(payers) == 2 else 3, 100]
        h = Hand(game("27sd"), BLINDS, stacks, 0, Dealer(1), posts=[*antes, *blinds])
        while not h.drawing:
            h.apply(Check() if h.legal.check else Call())
        assert [(p.amount, sorted(p.claimants)) for p in h.pots] == pots


def test_r3_5_of_uneven_antes_only_what_all_owe_is_a_bet() -> None:
    """The button owes 5 and the others 2. The other 3 chips belong to the main pot and are not returned."""
    posts = [
        *[ForcedBet(seat, "ante", 5 if seat == 0 else 2) for seat in range(3)],
        ForcedBet(1, "small-blind", 5),
        ForcedBet(2, "big-blind", 10),
    ]
    h = Hand(game("27sd"), BLINDS, [100] * 3, 0, Dealer(1), posts=posts)
    play(h, "0:f 1:f")
    assert h.nets == (-5, -7, 12)
    assert of_kind(h.events, UncalledReturned) == [UncalledReturned(2, 5)]


def straddled(to: int, *more: ForcedBet, id: str = "27sd", seats: int = 4, chips: int = 500) -> Hand:
    """Button 0, blinds 5 and 10 from seats 1 and 2, and a post of this size from seat 3."""
    posts = [*more, ForcedBet(1, "small-blind", 5), ForcedBet(2, "big-blind", 10), ForcedBet(3, "extra-blind", to)]
    return Hand(game(id), BLINDS, [chips] * seats, 0, Dealer(1), posts=posts)


def test_r3_8_a_straddle_sets_the_price_and_has_the_option() -> None:
    h = straddled(20)
    assert h.to_act == 0
    assert h.legal.call == 20
    assert bounds(h) == (30, 500)  # a raise of 10 is the smallest over a raise of 10
    play(h, "0:c 1:c 2:c")
    assert h.to_act == 3
    assert h.legal.check
    assert bounds(h) == (30, 500)
    play(h, "3:r60 0:f 1:f 2:f")
    assert h.nets == (-20, -20, -20, 60)


def test_r3_8_a_post_over_the_big_blind_by_less_than_a_raise() -> None:
    h = straddled(13)
    assert h.legal.call == 13
    assert bounds(h) == (23, 500)  # as over a short all-in: the least raise is still 10


def test_r3_8_two_posts_of_one_seat_count_together() -> None:
    posts = [ForcedBet(1, "small-blind", 5), ForcedBet(2, "big-blind", 10), ForcedBet(1, "extra-blind", 10)]
    h = Hand(game("27sd"), BLINDS, [500] * 3, 0, Dealer(1), posts=posts)
    assert h.to_act == 2
    assert h.legal.call == 5
    play(h, "2:c 0:c")
    assert h.to_act == 1
    assert h.legal.check


def test_r3_8_in_fixed_limit_a_straddle_takes_places_of_the_cap() -> None:
    h = straddled(20, id="27td")
    assert bounds(h) == (30, 30)
    play(h, "0:r30 1:r40 2:c 3:c")  # the fourth wager: the cap
    h = straddled(35, id="27td")  # 20, 30, and half a bet more, which counts for the fourth
    assert h.legal.call == 35
    assert bounds(h) is None
    h = straddled(34, id="27td")  # less than half a bet over the third: completed to the fourth
    assert bounds(h) == (40, 40)


def test_r3_8_a_short_straddle_is_what_was_posted() -> None:
    posts = [ForcedBet(1, "small-blind", 5), ForcedBet(2, "big-blind", 10), ForcedBet(3, "extra-blind", 40)]
    h = Hand(game("27sd"), BLINDS, [500, 500, 500, 25], 0, Dealer(1), posts=posts)
    assert h.to_act == 0
    assert h.legal.call == 25
    assert bounds(h) == (40, 500)


def test_t10_5_a_straddle_takes_no_place_of_the_cap() -> None:
    """Last to act with the option, the next raise to three big blinds, and bet and three raises above it."""
    posts = [ForcedBet(1, "small-blind", 5), ForcedBet(2, "big-blind", 10), ForcedBet(3, "straddle", 20)]
    h = Hand(game("27td"), BLINDS, [500] * 5, 0, Dealer(1), posts=posts)
    assert (h.to_act, h.legal.call, bounds(h)) == (4, 20, (30, 30))
    play(h, "4:c 0:c 1:c 2:c")
    assert h.to_act == 3
    assert h.legal.check
    play(h, "3:r30 4:r40 0:r50 1:c 2:c 3:c 4:c")  # the third raise: the cap
    assert h.drawing
    h = Hand(game("27td", limit_raise="additive"), BLINDS, [500] * 4, 0, Dealer(1), posts=posts)
    assert bounds(h) == (30, 30)
    play(h, "0:c 1:f 2:f 3:k")
    assert h.drawing
    h = Hand(game("27sd"), BLINDS, [500] * 4, 0, Dealer(1), posts=posts)
    assert bounds(h) == (30, 500)


@pytest.mark.parametrize(
    "bad", [{"small_blind": -1}, {"big_blind": 0}, {"ante": -1}, {"small_blind": 11}, {"big_blind": 10.0}]
)
def test_r3_2_stakes_are_whole_chips(bad: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        Stakes(**{"small_blind": 5, "big_blind": 10, **bad})  # type: ignore[arg-type]


def test_r3_5_who_posts_the_ante_is_everyone_or_the_big_blind() -> None:
    assert Stakes(5, 10, 2).ante_by == "everyone"
    with pytest.raises(ValueError, match="expected one of everyone, big-blind"):
        Stakes(5, 10, 2, "button")  # type: ignore[arg-type]
    assert convert({"small_blind": 5, "big_blind": 10, "ante": 2}, Stakes) == Stakes(5, 10, 2)  # as stored before


# T4.5, T4.6


def test_t4_5_a_short_big_blind_posts_the_blind_before_the_ante() -> None:
    """Test case 14: at 2,500/5,000 with an ante of 5,000."""
    stakes = Stakes(2500, 5000, 5000, "big-blind")
    for chips, posts in ((7500, [("big-blind", 5000), ("ante", 2500)]), (4000, [("big-blind", 4000)])):
        h = table("27sd", 4, stacks=[50_000, 50_000, chips, 50_000], stakes=stakes)
        assert [(e.kind, e.amount) for e in of_kind(h.events, Post) if e.seat == 2] == posts
        assert (h.to_act, h.legal.call) == (3, 5000)


def test_t4_6_the_price_stays_the_full_blind() -> None:
    h = table("27sd", 4, stacks=[1000, 30, 70, 1000], stakes=Stakes(50, 100))
    assert [e.amount for e in of_kind(h.events, Post)] == [30, 70]
    assert h.legal.call == 100
    assert h.legal.raise_ == Bounds(200, 1000)


def test_t4_6_the_pot_limit_counts_short_blinds_as_full_before_the_draw() -> None:
    """At 100/200 with a short or a dead small blind, the first player may make it 700."""
    stakes, stacks = Stakes(100, 200), [5000, 40, 5000, 5000]
    game_ = game("27td-pl", full_blinds=True)
    for hand in (
        table("27td-pl", 4, stacks=stacks, stakes=stakes, full_blinds=True),
        table("27td-pl", 4, stacks=[5000, 5000, 60, 5000], stakes=stakes, full_blinds=True),
        table("27td-pl", 4, stacks=[5000] * 4, stakes=stakes, full_blinds=True),
        table("27td-pl", 4, stacks=[5000] * 4, stakes=stakes),
        Hand(game_, stakes, [5000] * 4, 0, Dealer(seed=1), posts=[ForcedBet(2, "big-blind", 200)]),
    ):
        assert hand.legal.raise_ == Bounds(400, 700)
    assert table("27td-pl", 4, stacks=stacks, stakes=stakes).legal.raise_ == Bounds(400, 640)
    later = table("27td-pl", 3, stacks=[5000, 40, 5000], stakes=stakes, full_blinds=True)
    play(later, "0:c 2:k 1:p 2:p 0:p")
    assert later.legal.bet == Bounds(200, 440)
