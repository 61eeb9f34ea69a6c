"""The spots of earlier strategy files, against what these knew of a hand."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat.bots import situation
from standpat.bots.earlier_multiway_spot import OPENED, PLAIN, RAISED, rows
from standpat.bots.multiway import Public
from standpat.bots.multiway_spot import (
    BET_BEGIN,
    BET_SPOTS,
    BITS,
    BUCKETS,
    DRAW_BEGIN,
    DRAW_MORE,
    DRAW_SPOTS,
    DRAW_TWO,
    DRAWN,
    MORE,
    PREDRAW,
    TWO,
)

LINE = 3 * 6 * 4 * 2
OF_TWO, OF_MORE = 3 * 5 * 5 * 2 * 3 * 3, 3 * 9 * 5 * 2 * 2 * 2 * 2
OF_DRAW_TWO, OF_DRAW_MORE = 3 * 8 * 5, 3 * 16 * 3 * 2


class Decision(NamedTuple):
    """A decision of a hand.

    Attributes:
        public: The public state.
        others: The places that are in besides the player's.
        drawing: Whether it is a draw.
        free: Whether the player may bet or raise.
        at: The public spot, counted from the first of bets or from the first of draws.
    """

    public: Public
    others: list[int]
    drawing: bool
    free: bool
    at: int


def decisions(id: str) -> Iterator[Decision]:
    """All decisions of random hands with two to six seats."""
    for seats in range(2, 7):
        for seed in range(60):
            random = Random(f"{id} {seats} {seed}")
            hand = Hand(game(id), Stakes(5, 10), [1000] * seats, seed % seats, Dealer(str(seed)))
            while hand.to_act is not None:
                here, legal = situation(hand, random), hand.legal
                public = Public(here)
                others = [p for p in range(seats) if public.live >> p & 1 and p != public.place]
                bounds = legal.bet or legal.raise_
                if legal.draw is not None:
                    yield Decision(public, others, True, False, (public.draw_spot(7) - BET_SPOTS) // BUCKETS)
                    hand.apply(Discard(here.cards[: random.choice([0, 0, 1, 1, 2, 3])]))
                    continue
                yield Decision(
                    public, others, False, bounds is not None, public.bet_spot(7, bounds is not None) // BUCKETS
                )
                (choice,) = random.choices(range(3), (0.2, 0.55, 0.25))
                if choice == 2 and bounds is not None:
                    hand.apply(Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to))
                elif choice == 0 and not legal.check:
                    hand.apply(Fold())
                else:
                    hand.apply(Check() if legal.check else Call())


def test_the_numbers_are_those_of_the_earlier_formats() -> None:
    """As the heads of such files have them."""
    assert PLAIN.spots == [574_560, 58_752]
    assert OPENED.spots == [3_143_232, 352_512]
    assert RAISED.spots == [16_330_752, 1_571_232]
    for scheme in (RAISED, OPENED, PLAIN):
        for draws in (1, 3):
            bets, rest = rows(scheme, draws)
            assert (len(bets), len(rest)) == (BET_SPOTS // BUCKETS, DRAW_SPOTS // BUCKETS)
            assert max(bets) == scheme.bets - 1
            assert max(rest) == scheme.draws - 1
            if draws == 3:
                assert len(set(bets)) > 0.8 * scheme.bets
                assert len(set(rest)) > 0.5 * scheme.draws


@pytest.mark.parametrize(("id", "draws"), [("27td", 3), ("27sd-fl", 1)])
def test_a_spot_stands_in_for_the_one_that_it_is_a_part_of(id: str, draws: int) -> None:
    """The opener, the draws, who led and what each has put in, taken apart in random hands. In triple draw the betting
    tells what each has put in but for more than three wagers in a round."""
    bets, rest = rows(OPENED, draws)
    plain_bets, plain_rest = rows(PLAIN, draws)
    met, apart = 0, 0
    for public, others, drawing, free, at in decisions(id):
        alone, opener = len(others) == 1, public.opener
        if alone and public.raises > 2 and public.street:
            opener = 2 if opener < 3 else 3  # of three raises only this much is known
        if drawing:
            of = (OF_DRAW_TWO, OF_DRAW_MORE)
            there = (public.street - 1) * OPENED.openers * sum(of)
            plain = (public.street - 1) * sum(of)
            inside = plain_rest[at] - plain - (0 if alone else of[0])
            assert 0 <= inside < (of[0] if alone else of[1])
            assert rest[at] == there + (0 if alone else OPENED.openers * of[0]) + opener * of[not alone] + inside
            own = 0 if public.street == 1 else DRAWN[public.last[public.place] + 1]
            assert inside // (of[not alone] // 3) == own
            if alone:
                served = public.served >> others[0] & 1
                drew = public.last[others[0]]
                assert inside // 5 % 8 == (3 if drew < 0 else min(drew, 3)) + 4 * served
                lead = 0 if public.bettor < 0 else 1 if public.bettor == public.place else 2
                assert inside % 5 == lead + (2 if lead and public.led > 1 else 0)
            met += 1
            continue
        if public.street:
            of = (OF_TWO, OF_MORE)
            there = OPENED.lines * LINE + (public.street - 1) * OPENED.openers * sum(of)
            plain = PLAIN.lines * LINE + (public.street - 1) * sum(of)
            inside = plain_bets[at] - plain - (0 if alone else of[0])
            assert 0 <= inside < (of[0] if alone else of[1])
            assert bets[at] == there + (0 if alone else OPENED.openers * of[0]) + opener * of[not alone] + inside
            assert inside // (of[not alone] // 3) == DRAWN[public.last[public.place] + 1]
            if alone:
                lead = 0 if public.bettor < 0 else 1 if public.bettor == public.place else 2
                assert inside // 3 % 3 == lead
                small, usual = ((2, 4), (5, 7), (8, 12))[public.street - 1]
                size = 0 if public.paid <= small else 1 if public.paid <= usual else 2
                met += 1
                apart += inside % 3 != size
        elif public.wagers > 1:
            line = bets[at] // LINE
            assert line == 1 + 5 * (min(public.wagers, 3 if free else 4) - 2) + opener - 1
            assert bets[at] % LINE == plain_bets[at] % LINE
            kind = 0 if opener < 3 else 1 if opener == 3 else 2
            assert plain_bets[at] // LINE == 1 + (line - 1) // 5 * 3 + kind
        else:
            assert bets[at] < LINE
            assert BITS[public.entered] < public.seats
    assert met > 1000
    assert apart <= (0.05 * met if draws == 3 else 0)


def entry_of_format_5(public: Public, other: int) -> int:
    """Who raised last before the first draw. Three raises are as two from elsewhere, after one of two openers."""
    if not public.raises:
        return 0
    who = 0 if public.raised == public.place else 1 if public.raised == other else 2
    if public.raises > 2:
        return 1 + (1 if public.opener < 3 else 2) * 9 + 6 + who
    kind = 0 if public.raises == 1 else 1 if public.raised < 2 else 2
    return 1 + (public.opener - 1) * 9 + kind * 3 + who


def drew_of_format_5(public: Public, place: int) -> int:
    last, before = public.last[place], public.before[place]
    if last == 0:
        return 0 if before == 0 else 1
    return 4 if last < 0 else min(last, 3) + 1


@pytest.mark.parametrize(("id", "draws"), [("27td", 3), ("27sd-fl", 1)])
def test_spots_of_format_5_stand_in_for_the_present_ones(id: str, draws: int) -> None:
    """The numbers that these had, in random hands."""
    bets, rest = rows(RAISED, draws)
    two, draw_two = (46 * 16 * 40, 46 * 25 * 50, 46 * 25 * 150), (46 * 5, 46 * 50 * 5, 46 * 50 * 5)
    met = set()
    for public, others, drawing, free, at in decisions(id):
        street = public.street
        lead = 0 if public.bettor < 0 else 1 if public.bettor == public.place else 2
        lead += 2 if lead and public.led > 1 else 0
        other, me = others[0], public.place
        if drawing:
            begin = sum(draw_two[: street - 1]) + (street - 1) * DRAW_MORE
            if len(others) > 1:
                assert (
                    rest[at] - begin - draw_two[street - 1]
                    == at - DRAW_BEGIN[street - 1] + BET_SPOTS // (BUCKETS) - DRAW_TWO[street - 1]
                )
            elif street == 1:
                drew = 1 + min(public.last[other], 3) if public.served >> other & 1 else 0
                assert rest[at] == entry_of_format_5(public, other) * 5 + drew
            else:
                drew = drew_of_format_5(public, other) + 5 * (public.served >> other & 1)
                entry = entry_of_format_5(public, other) * 5 + drew_of_format_5(public, me)
                assert rest[at] == begin + (entry * 10 + drew) * 5 + lead
            continue
        begin = PREDRAW + sum(two[: street - 1]) + (street - 1) * MORE
        if not street:
            assert bets[at] == at
        elif len(others) > 1:
            assert bets[at] - begin - two[street - 1] == at - BET_BEGIN[street - 1] - TWO[street - 1]
        else:
            entry = entry_of_format_5(public, other)
            if entry:
                met.add((entry - 1) % 9)
            after = me > (other if public.aggressor < 0 else public.aggressor)
            wagers = min(public.wagers, 3) if free else 4
            if street == 1:
                own, drew = [min(public.last[p], 3) for p in (me, other)]
                spot = (((entry * 4 + own) * 4 + drew) * 10 + wagers * 2 + after) * 2 + (public.raises > 2)
                dead = sum([public.total[p] for p in range(public.seats) if not public.live >> p & 1])
                spot = spot * 2 + (dead >= public.total[me] - public.commit[me])
            else:
                own, drew = [drew_of_format_5(public, p) for p in (me, other)]
                spot = (((entry * 5 + own) * 5 + drew) * 10 + wagers * 2 + after) * 5 + lead
                spot = spot if street == 2 else spot * 3 + min(public.first, 2)
            assert bets[at] == begin + spot
    assert len(met) == (9 if draws == 3 else 7)  # who has raised hardly folds to the one round after one draw
