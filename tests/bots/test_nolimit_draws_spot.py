"""The spots of games with three draws: coarser ones contain finer ones, and chips, seats and suits do not matter."""

from collections.abc import Iterator
from random import Random

import pytest

from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat.bots import situation
from standpat.bots.nolimit import hand_of
from standpat.bots.nolimit_draws_spot import ALL_IN, STEP_COUNT, draws_price, latest, leaves_to_rule
from standpat.bots.nolimit_hand import (
    JAM,
    PASS,
    SIZES,
    NolimitHand,
    act,
    choices,
    jam_to,
    may_raise,
    raise_to,
    read_size,
    size_to,
)
from standpat.bots.nolimit_spot import (
    LINE,
    OPENER,
    before_last_draw,
    kind_of_key,
    level_of_key,
    of_several_draws,
    of_two,
    spot_key,
    without_opener,
)
from standpat.engine.action import Action


def decisions(id: str, hands: int, seed: str) -> Iterator[NolimitHand]:
    """The decisions of random hands at random tables."""
    for number in range(hands):
        random = Random(f"{seed} {number}")
        seats = random.randint(2, 6)
        stacks = [round(10 * 250 ** random.random()) + 10 for _ in range(seats)]
        hand = Hand(game(id), Stakes(5, 10, random.choice((0, 0, 2))), stacks, 0, Dealer(f"{seed} {number}"))
        while hand.to_act is not None:
            yield hand_of(situation(hand, random))
            hand.apply(choice_of(hand, random))


def choice_of(hand: Hand, random: Random) -> Action:
    legal, seat = hand.legal, hand.to_act
    assert seat is not None
    if legal.draw is not None:
        return Discard(tuple(random.sample(hand.cards(seat), random.randint(0, 4))))
    bounds = legal.bet or legal.raise_
    if bounds is not None and random.random() < 0.3:
        most = min(bounds.max_to, bounds.min_to + random.choice((0, 20, 60, 2000)))
        to = random.randint(bounds.min_to, most)
        return Bet(to) if legal.bet else Raise(to)
    if legal.check:
        return Check()
    return Fold() if random.random() < 0.25 else Call()


@pytest.mark.parametrize("id", ["27td-nl", "27td-pl"])
def test_a_spot_lies_in_one_coarser_spot(id: str) -> None:
    """Level 0 in level 1, level 1 in level 2, and no spot is of two kinds, of two rounds or of single draw."""
    within: list[dict[int, int]] = [{}, {}]
    rounds: dict[int, tuple[int, int]] = {}
    for hand in decisions(id, 400, "levels"):
        keys = [spot_key(hand, level) for level in range(3)]
        assert all([of_several_draws(key) for key in keys])
        for level in range(2):
            assert within[level].setdefault(keys[level], keys[level + 1]) == keys[level + 1]
        assert rounds.setdefault(keys[0], (hand.street, hand.drawing)) == (hand.street, hand.drawing)
        assert len({kind_of_key(key) for key in keys}) == 1
        assert before_last_draw(keys[0]) == (hand.street < 3)
    assert len(within[0]) > 1000


@pytest.mark.extended
@pytest.mark.parametrize("id", ["27sd", "27td-nl", "27td-pl"])
def test_from_the_draw_on_a_spot_of_several_has_an_opener(id: str) -> None:
    """Who raised first is all that is finer than level 0: nobody, or one with so many still to act."""
    openers: dict[int, dict[int, int]] = {}
    for hand in decisions(id, 1_500, "opener"):
        key, spot = spot_key(hand, OPENER), spot_key(hand, 0)
        if hand.seats == 2 or (hand.street == 0 and not hand.drawing):
            assert key == spot
            continue
        opener = hand.opener if hand.raised else -1
        assert level_of_key(key) == OPENER
        assert spot_key(hand, LINE) == key
        assert without_opener(key) == spot
        assert openers.setdefault(spot, {}).setdefault(opener, key) == key
        assert kind_of_key(key) == kind_of_key(spot)
        assert (of_several_draws(key), before_last_draw(key)) == (of_several_draws(spot), before_last_draw(spot))
        assert not of_two(key)
    assert {opener for keys in openers.values() for opener in keys} == {-1, 0, 1, 2, 3, 4, 5}
    assert all([len(set(keys.values())) == len(keys) for keys in openers.values()])
    assert max(map(len, openers.values())) >= 4
    assert without_opener(7) == 7


@pytest.mark.extended
@pytest.mark.parametrize("id", ["27td-nl", "27td-pl"])
def test_hands_dealt_to_two_have_spots_of_their_own(id: str) -> None:
    """But for answers to an all-in for many pots after a draw."""
    seen = set()
    for hand in decisions(id, 1_500, "two"):
        shared = hand.street > 0 and leaves_to_rule(hand)
        assert of_two(spot_key(hand, 0)) == (hand.seats == 2 and not shared)
        assert not any([of_two(spot_key(hand, level)) for level in (1, 2)])
        seen.add((hand.street, hand.drawing, hand.seats == 2, hand.live.bit_count() == 2, shared))
    assert len(seen) >= 21


def test_spots_of_single_draw_are_others() -> None:
    for hand in decisions("27sd", 40, "single"):
        assert not any([of_several_draws(spot_key(hand, level)) for level in (0, 1, 2, LINE)])


def test_spots_do_not_depend_on_the_chips_of_a_blind_or_on_the_seat() -> None:
    keys = []
    for scale, button in ((1, 0), (7, 1), (40, 2)):
        hand = Hand(game("27td-nl"), Stakes(5 * scale, 10 * scale), [900 * scale] * 3, button, Dealer("scale"))
        hand.apply(Raise(25 * scale))
        hand.apply(Call())
        hand.apply(Fold())
        for count in (1, 0):
            seat = hand.to_act
            assert seat is not None
            hand.apply(Discard(hand.cards(seat)[:count]))
        keys.append([spot_key(hand_of(situation(hand, Random(0))), level) for level in range(3)])
    assert keys[0] == keys[1] == keys[2]


def test_an_all_in_is_a_price_and_other_bets_are_sizes() -> None:
    hand = Hand(game("27td-nl"), Stakes(50, 100), [10000, 10000], 0, Dealer("price"))
    hand.apply(Raise(300))
    here = hand_of(situation(hand, Random(0)))
    assert draws_price(here, here.to_act) // STEP_COUNT == 2
    hand.apply(Raise(10000))
    here = hand_of(situation(hand, Random(0)))
    assert draws_price(here, here.to_act) // STEP_COUNT == ALL_IN


def test_what_was_drawn_last_counts() -> None:
    hand = Hand(game("27td-nl"), Stakes(50, 100), [10000, 10000], 0, Dealer("drawn"))
    hand.apply(Call())
    hand.apply(Check())
    for counts, seen in (((3, 1), (2, 1)), ((0, 2), (0, 2)), ((0, 0), (0, 0))):
        for count in counts:
            seat = hand.to_act
            assert seat is not None
            hand.apply(Discard(hand.cards(seat)[:count]))
        here = hand_of(situation(hand, Random(0)))
        assert (latest(here, 0), latest(here, 1)) == seen
        hand.apply(Check())
        if hand.to_act is not None:
            hand.apply(Check())
    assert here.past[:2] == [0, 2]


@pytest.mark.parametrize("id", ["27td-nl", "27td-pl"])
def test_a_known_size_is_read_as_itself(id: str) -> None:
    """Also where the smallest is below the least raise. Nothing is above the pot where that is the limit."""
    seen = set()
    for hand in decisions(id, 300, "sizes"):
        if hand.drawing:
            continue
        allowed = choices(hand)
        for choice in range(2, JAM):
            if allowed >> choice & 1:
                to = raise_to(hand, choice)
                assert read_size(hand, to) == choice - 1 or hand.roll > 60_000  # rounded up by a chip
                assert to >= hand.price + hand.full
                assert id == "27td-nl" or to <= size_to(hand, 1000)
                seen.add(choice)
        if id == "27td-pl" and may_raise(hand):
            assert jam_to(hand) <= size_to(hand, 1000)
    assert seen == ({2, 3, 4} if id == "27td-nl" else {2, 3})
    assert JAM == 2 + SIZES


def test_the_pot_can_be_bet_where_all_in_is_more() -> None:
    """A limit of the pot with a little more than the pot left: half the pot and the pot are choices, all-in is none."""
    for chips in (200, 300, 345, 390, 500, 2000):
        hand = Hand(game("27td-pl"), Stakes(50, 100), [chips, chips], 0, Dealer("pot"))
        here = hand_of(situation(hand, Random(0)))
        allowed = choices(here)
        assert allowed >> PASS & 1
        assert bool(allowed >> JAM & 1) == (chips <= 300)
        assert bool(allowed >> 3 & 1) == (chips > 300)


def test_a_pot_limit_hand_goes_on_after_the_pot_is_bet() -> None:
    hand = Hand(game("27td-pl"), Stakes(50, 100), [5000, 5000], 0, Dealer("pot"))
    here = hand_of(situation(hand, Random(0)))
    act(here, JAM, size_to(here, 1000))
    bounds = hand.legal.raise_
    assert bounds is not None
    assert here.price == bounds.max_to == 300
