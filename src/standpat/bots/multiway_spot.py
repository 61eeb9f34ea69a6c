"""The information abstraction of the bot `multiway`: the number of a decision's spot, from its public state.

`bet_spot` and `draw_spot` give the index of a decision in the strategy file: bets from 0, draws from `BET_SPOTS` to
`SPOTS` - 1. Seats are *places* in this module: place 0 is left of the button, the last place is the button. Sets of
places are bit masks. `last` and `before` give by place the number of cards drawn in the latest draw and in the one
before it, -1 where there was none. `bucket` is the class of the player's hand (`standpat.solver.multiway.buckets`), one
of `BUCKETS`.

A spot distinguishes:

- everywhere: whether somebody has raised before the first draw, and how many players were still to act after the first
  who did (the *opener*): an early opener has better hands to the end of the hand;
- before the first draw: the raises; how many players are in by choice and how many are still to act; whether the player
  has posted the small blind, the big blind, or has acted before; whether they act after the last raiser;
- after a draw, against one opponent: the last draw of both, and whether the opponent was pat before; the wagers, and
  whether the player acts after the last; who bet last in the round before; what each has put in before the round
  (small, usual, large);
- after a draw, against several: the best two draws among them (the best one among three or more), the other features
  in less detail, and whether an opponent is still to act;
- in a draw: the player's previous draw; the draws already seen in this round and, of opponents yet to draw, their
  previous draw; who bet last in the betting round before.

The one draw of single draw is the last of three, so that its streets are 0 and 3 and its draw is number 3
(`street_of`).

The solver compiles these functions and the bot calls them directly, so that both agree. They use only whole numbers and
sequences indexed by them.
"""

from collections.abc import Sequence
from typing import Final

BUCKETS: Final = 48
COUNTS: Final = 4
"""The number of choices in a draw: pat, then 1, 2 and 3 cards or more."""
ACTIONS: Final = 3
"""The number of betting actions: fold, check or call, bet or raise."""

OPENERS: Final = 6
"""The values of `opener_of`, and 0 for a hand without a raise before the first draw."""
OPENINGS: Final = 1 + 3 * (OPENERS - 1)
"""Before the first draw: no raise, or one to three raises after an opener."""
PREDRAW: Final = OPENINGS * 3 * 6 * 4 * 2
TWO: Final = OPENERS * 3 * 5 * 5 * 2 * 3 * 3
MORE: Final = OPENERS * 3 * 9 * 5 * 2 * 2 * 2 * 2
BET_SPOTS: Final = (PREDRAW + 3 * (TWO + MORE)) * BUCKETS

DRAW_TWO: Final = OPENERS * 3 * 8 * 5
DRAW_MORE: Final = OPENERS * 3 * 16 * 3 * 2
DRAW_SPOTS: Final = 3 * (DRAW_TWO + DRAW_MORE) * BUCKETS
SPOTS: Final = BET_SPOTS + DRAW_SPOTS
CHOICES: Final = max(ACTIONS, COUNTS)


BITS: Final = tuple([mask.bit_count() for mask in range(128)])
"""The number of places in a set."""
DRAWN: Final = (2, 0, 1, 2, 2, 2, 2)
"""The class of a draw, by the number of cards plus one: 0 pat, 1 one card, 2 more or not yet drawn."""


def street_of(begun: int, draws: int) -> int:
    """The street of a spot: the number of draws that have begun, as if there were three in all."""
    return begun and begun + 3 - draws


def pot_scale(paid: int, draws: int) -> int:
    """What a player has put in before a round after a draw, as spots have it.

    In single draw each has put in 2, 4, 6 or 8 small blinds: small, usual, large and large by the measure of the last
    round of triple draw.
    """
    return paid if draws == 3 else 2 * paid + 4


def opener_of(behind: int) -> int:
    """How early the first raise came: the number of players who were still to act (`behind`), 1 to 5."""
    return max(1, min(behind, OPENERS - 1))


def bet_spot(
    bucket: int,
    street: int,
    place: int,
    live: int,
    waiting: int,
    entered: int,
    posted: int,
    wagers: int,
    opener: int,
    aggressor: int,
    bettor: int,
    paid: int,
    last: Sequence[int],
    before: Sequence[int],
) -> int:
    """The spot of a betting decision.

    Args:
        bucket: The class of the hand.
        street: The number of draws that have begun (`street_of`).
        place: The player's place.
        live: The places that have not folded.
        waiting: The places that have not acted since the last wager.
        entered: The places that put in chips by choice before the first draw.
        posted: 1 if the player posted the small blind, 2 if the big blind, else 0.
        wagers: The wagers of this round, the big blind included; 4 at most.
        opener: The `opener_of` the first raise; 0 without one.
        aggressor: The place of this round's last bet or raise, -1 for none.
        bettor: The place of the last bet or raise of the round before, -1 for none.
        paid: What each has put in before this round, in small blinds (`pot_scale`).
        last: By place, the cards drawn in the latest draw, -1 for none.
        before: By place, the cards drawn in the draw before that, -1 for none.
    """
    me = 1 << place
    others = live & ~me
    after = 0 if others >> place else 1
    if aggressor >= 0:
        after = 1 if place > aggressor else 0
    if street == 0:
        line = 0 if wagers <= 1 else 1 + (OPENERS - 1) * (min(wagers, 4) - 2) + opener - 1
        company = min(BITS[entered & others], 2)
        behind = min(BITS[waiting & others], 5)
        status = 3 if entered & me else posted
        return ((((line * 3 + company) * 6 + behind) * 4 + status) * 2 + after) * BUCKETS + bucket
    wagers = min(wagers, 4)
    own = DRAWN[last[place] + 1]
    rivals = BITS[others]
    start = PREDRAW + (street - 1) * (TWO + MORE)
    if rivals == 1:
        other = 0
        while not others >> other & 1:
            other += 1
        drew = min(last[other], 3) + 1
        if drew <= 1:
            drew = 0 if street == 1 or before[other] == 0 else 1
        lead = 0 if bettor < 0 else 1 if bettor == place else 2
        if street == 1:
            size = 0 if paid <= 2 else 1 if paid <= 4 else 2
        elif street == 2:
            size = 0 if paid <= 5 else 1 if paid <= 7 else 2
        else:
            size = 0 if paid <= 8 else 1 if paid <= 12 else 2
        spot = (((((opener * 3 + own) * 5 + drew) * 5 + wagers) * 2 + after) * 3 + lead) * 3 + size
        return (start + spot) * BUCKETS + bucket
    best, second = 2, 2
    for other in range(len(last)):
        if others >> other & 1:
            drew = DRAWN[last[other] + 1]
            if drew < best:
                best, second = drew, best
            elif drew < second:
                second = drew
    draws = 6 + best
    if rivals == 2:
        draws = second if best == 0 else 2 + second if best == 1 else 5
    lead = 1 if bettor == place else 0
    behind = 1 if waiting & others else 0
    size = 0 if paid <= 2 + 2 * street + 2 * (street // 3) else 1
    spot = ((((((opener * 3 + own) * 9 + draws) * 5 + wagers) * 2 + after) * 2 + behind) * 2 + lead) * 2 + size
    return (start + TWO + spot) * BUCKETS + bucket


def draw_spot(
    bucket: int,
    draw: int,
    place: int,
    live: int,
    served: int,
    wagers: int,
    opener: int,
    bettor: int,
    last: Sequence[int],
) -> int:
    """The spot of a drawing decision.

    Args:
        bucket: The class of the hand.
        draw: The number of the draw, 1 to 3 (`street_of`).
        place: The player's place.
        live: The places that have not folded.
        served: The places that have drawn in this draw, so that their `last` is of this draw.
        wagers: The bets and raises of the betting round before, without blinds.
        opener: The `opener_of` the first raise before the first draw; 0 without one.
        bettor: The place of the last of the wagers, -1 for none.
        last: By place, the cards drawn in the latest draw, -1 for none.
    """
    others = live & ~(1 << place)
    own = 0 if draw == 1 else DRAWN[last[place] + 1]
    start = BET_SPOTS // BUCKETS + (draw - 1) * (DRAW_TWO + DRAW_MORE)
    rivals = BITS[others]
    if rivals == 1:
        other = 0
        while not others >> other & 1:
            other += 1
        drew = 3 if last[other] < 0 else min(last[other], 3)
        if served >> other & 1:
            drew += 4
        lead = 0
        if bettor >= 0:
            lead = (1 if bettor == place else 2) + (2 if wagers > 1 else 0)
        return (start + ((opener * 3 + own) * 8 + drew) * 5 + lead) * BUCKETS + bucket
    now, then = 3, 3
    for other in range(len(last)):
        if others >> other & 1:
            drew = DRAWN[last[other] + 1]
            if served >> other & 1:
                now = min(now, drew)
            else:
                then = min(then, drew)
    lead = 0 if bettor < 0 else 1 if bettor == place else 2
    crowd = 0 if rivals == 2 else 1
    spot = (((opener * 3 + own) * 16 + now * 4 + then) * 3 + lead) * 2 + crowd
    return (start + DRAW_TWO + spot) * BUCKETS + bucket
