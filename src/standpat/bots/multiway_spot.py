"""The information abstraction of the bot `multiway`: the number of a decision's spot, from its public state.

`spot_of` gives the index of a decision in the strategy file: bets from 0, draws from `BET_SPOTS` to `SPOTS` - 1. Seats
are *places* in this module: place 0 is left of the button, the last place is the button. Sets of places are bit masks.
`bucket` is the class of the player's hand (`standpat.solver.multiway.buckets`), one of `BUCKETS`.

A spot distinguishes:

- everywhere: the betting before the first draw (the *entry*). How many players were still to act after the first who
  raised (the *opener*), since an early opener has better hands to the end of the hand. Against one opponent also who
  raised last, because who called has other hands than who raised; whether the caller of a single raise has the big
  blind, because these call with more hands; whether there were three raises; and without a raise, who has the blinds;
- before the first draw: the raises; how many players are in by choice and how many are still to act; whether the player
  has posted the small blind, the big blind, or has acted before; whether they act after the last raiser;
- after a draw, against one opponent: the last draws of both (`DRAWS`); the wagers, and whether the player acts after
  the last; who bet last in the round before, and whether that was a raise; after the last draw the wagers after the
  first, and whose a single one was; after the first draw whether players who have folded left as much in the pot as
  each of the two;
- after a draw, against several: the best two draws among them (the best one among three or more), the other features
  in less detail, and whether an opponent is still to act;
- in a draw: the player's previous draws; the draws already seen in this round and, of opponents yet to draw, their
  previous draws; who bet last in the betting round before, and in the last of three against one opponent in the one
  before that.

The one draw of single draw is the last of three, so that its streets are 0 and 3 and its draw is number 3
(`street_of`).

The solver compiles this function and the bot calls it directly, so that both agree. It uses only whole numbers and
sequences indexed by them.
"""

from collections.abc import Sequence
from math import prod
from typing import Final, Protocol

BUCKETS: Final = 48
COUNTS: Final = 4
"""The number of choices in a draw: pat, then 1, 2 and 3 cards or more."""
ACTIONS: Final = 3
"""The number of betting actions: fold, check or call, bet or raise."""

OPENERS: Final = 6
"""The values of `opener_of`, and 0 for a hand without a raise before the first draw."""
OPENINGS: Final = OPENERS + 2 * (OPENERS - 1) * 3 * 2
"""Before the first draw: no raise, one after an opener, or two or three, the last by place 0, place 1 (the blinds) or
another, by a player who may be the opener."""
LIMPED: Final = 5
"""The entries with one opponent and no raise before the first draw: neither has the big blind; the player has the small
blind and the opponent the big, or the other way round; only the player has a blind, the big one, or only the opponent.
"""
ONCE: Final = 5
"""The roles with one raise before the first draw: by the player or by the opponent, where the other of the two is not
the big blind or is; or by one who has folded."""
ROLES: Final = ONCE + 2 * 3
"""The roles, with those of two raises: the last from the blinds or from elsewhere, by the player, the opponent or one
who has folded."""
CAPPED: Final = 2 * 3
"""The entries with three raises: the opener among the last two who could raise or earlier, and who raised last."""
ENTRIES: Final = LIMPED + (OPENERS - 1) * ROLES + CAPPED
"""The entries with one opponent: `LIMPED`, an opener and a role, or `CAPPED`."""
CROWDED: Final = 1 + (OPENERS - 1) * 2
"""The entries with several opponents: no raise before the first draw, or an opener, and whether there was a reraise."""
DREW: Final = 6
"""The values of `DRAWS`."""
SEEN: Final = 2 * DREW
"""In a draw, the opponent's `DRAWS`: they have yet to draw, or they have drawn."""
LEADS: Final = 5
"""Who bet last in the round before: nobody, the player, another; both again where there was a raise."""
LEADERS: Final = 4
"""After the last draw, who bet in the round after the first: nobody, the player once, another once, or there was a
raise."""

PREDRAW_SHAPE: Final = (OPENINGS, 3, 6, 4, 2)
"""How many values each feature of a public spot before the first draw has, in the order in which they make its number.
So are the shapes of the others."""
TWO_SHAPES: Final = (
    (ENTRIES, 4, 4, 5, 2, 2),
    (ENTRIES, DREW, DREW, 5, 2, LEADS),
    (ENTRIES, DREW, DREW, 5, 2, LEADS, LEADERS),
)
MORE_SHAPE: Final = (CROWDED, 3, 9, 5, 2, 2, 2, 2)
DRAW_TWO_SHAPES: Final = ((ENTRIES, 5), (ENTRIES, DREW, SEEN, LEADS), (ENTRIES, DREW, SEEN, LEADS, 3))
DRAW_MORE_SHAPE: Final = (CROWDED, 3, 16, 3, 2)

PREDRAW: Final = prod(PREDRAW_SHAPE)
TWO: Final = tuple([prod(shape) for shape in TWO_SHAPES])
"""Public spots of bets against one opponent, by the number of draws done, less one."""
MORE: Final = prod(MORE_SHAPE)
"""Public spots of bets against several, after each draw."""
BET_BEGIN: Final = tuple([PREDRAW + sum(TWO[:at]) + at * MORE for at in range(3)])
"""The first public spot after each draw. Those against several come after those against one."""
BET_SPOTS: Final = (PREDRAW + sum(TWO) + 3 * MORE) * BUCKETS

DRAW_TWO: Final = tuple([prod(shape) for shape in DRAW_TWO_SHAPES])
"""Public spots of draws against one opponent, by the number of the draw, less one."""
DRAW_MORE: Final = prod(DRAW_MORE_SHAPE)
"""Public spots of draws against several, in each draw."""
DRAW_BEGIN: Final = tuple([BET_SPOTS // BUCKETS + sum(DRAW_TWO[:at]) + at * DRAW_MORE for at in range(3)])
"""The first public spot of each draw. Those against several come after those against one."""
DRAW_SPOTS: Final = (sum(DRAW_TWO) + 3 * DRAW_MORE) * BUCKETS
SPOTS: Final = BET_SPOTS + DRAW_SPOTS
CHOICES: Final = max(ACTIONS, COUNTS)


BITS: Final = tuple([mask.bit_count() for mask in range(128)])
"""The number of places in a set."""
DRAWN: Final = (2, 0, 1, 2, 2, 2, 2)
"""The class of a draw, by the number of cards plus one: 0 pat, 1 one card, 2 more or not yet drawn."""
DRAWS: Final = (
    *(5, 5, 5, 5, 5, 1, 0, 1, 1, 1, 2, 2, 2, 2, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5),
    *(5, 5, 5, 5, 5, 1, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5),
)
"""The class of a player's last two draws, by whether the last is the third draw, by its number of cards plus one, and
by that of the one before, plus one (0 for none): pat twice, pat, one card, one after more, two, three or none. More are
three before the third draw, two or three in it. A player must know their own as exactly as the opponent does: what they
forget, the opponent can use."""
THIRD: Final = len(DRAWS) // 2
"""Where the classes begin whose last draw is the third."""


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


class State(Protocol):
    """The public state at a decision.

    Attributes:
        seats: The number of seats dealt in.
        live: The places that have not folded.
        waiting: The places that have not acted since the last wager of the round.
        entered: The places that put in chips by choice before the first draw.
        served: The places that have drawn in this draw, so that their `last` is of this draw.
        opener: The `opener_of` the first raise; 0 without one.
        opened: The place of the first raise; -1 without one.
        raises: The raises before the first draw.
        raised: The place of the last of them; -1 without one.
        first: The bets and raises of the round after the first draw; 0 up to its end.
        leader: The place of the last of them, -1 for none.
        aggressor: The place of this round's last bet or raise, -1 for none.
        bettor: The place of the last bet or raise of the round before, -1 for none.
        led: The bets and raises of the round before, without blinds.
        paid: What each has put in before this round, in small blinds (`pot_scale`).
    """

    seats: int
    live: int
    waiting: int
    entered: int
    served: int
    opener: int
    opened: int
    raises: int
    raised: int
    first: int
    leader: int
    aggressor: int
    bettor: int
    led: int
    paid: int

    @property
    def total(self) -> Sequence[int]:
        """By place, the chips put in."""

    @property
    def commit(self) -> Sequence[int]:
        """By place, the chips put in in this round."""

    @property
    def last(self) -> Sequence[int]:
        """By place, the cards drawn in the latest draw, -1 for none."""

    @property
    def before(self) -> Sequence[int]:
        """By place, the cards drawn in the draw before that, -1 for none."""


def spot_of(state: State, place: int, street: int, drawing: int, bucket: int, posted: int, wagers: int) -> int:
    """The spot of a decision.

    Args:
        state: The public state.
        place: The player's place.
        street: The number of draws that have begun (`street_of`); that of the draw, in a draw.
        drawing: 1 for a draw, 0 for a bet.
        bucket: The class of the hand.
        posted: 1 if the player posted the small blind, 2 if the big blind, else 0.
        wagers: The wagers of this round, the big blind included.
    """
    me = 1 << place
    others = state.live & ~me
    rivals = BITS[others]
    wagers = min(wagers, 4)
    after = 0 if others >> place else 1
    if state.aggressor >= 0:
        after = 1 if place > state.aggressor else 0
    if street == 0:
        raises = wagers - 1
        line = state.opener if raises > 0 else 0
        if raises > 1:
            line += (OPENERS - 1) * (2 * min(state.raised, 2) + (1 if state.opened == place else 0))
            line = OPENERS + line - 1 + (raises - 2) * (OPENERS - 1) * 3 * 2
        company = min(BITS[state.entered & others], 2)
        behind = min(BITS[state.waiting & others], 5)
        status = 3 if state.entered & me else posted
        return ((((line * 3 + company) * 6 + behind) * 4 + status) * 2 + after) * BUCKETS + bucket
    entry = 0
    if rivals == 1:
        other = 0
        while not others >> other & 1:
            other += 1
        big = 1 if state.seats > 2 else 0
        if state.raises == 0:
            if place == big:
                entry = 2 if other == 1 - big else 3
            elif other == big:
                entry = 1 if place == 1 - big else 4
        else:
            role = 0 if state.raised == place else 1 if state.raised == other else 2
            if state.raises > 2:
                entry = LIMPED + (OPENERS - 1) * ROLES + (3 if state.opener > 2 else 0) + role
            else:
                if state.raises == 2:
                    role += ONCE + (0 if state.raised < 2 else 3)
                elif role == 2:
                    role = 4
                else:
                    role = 2 * role + (1 if big == (place if role else other) else 0)
                entry = LIMPED + (state.opener - 1) * ROLES + role
        now, then = min(state.last[other], 3), min(state.before[other], 3)
        served = state.served >> other & 1
        own = 5 * (min(state.last[place], 3) + 1) + min(state.before[place], 3) + 1
        drew = 5 * (now + 1) + then + 1
        own = DRAWS[own + (THIRD if street == 3 and not drawing else 0)]
        drew = DRAWS[drew + (THIRD if street == 3 and (not drawing or served) else 0)]
        lead = 0
        if state.bettor >= 0:
            lead = (1 if state.bettor == place else 2) + (2 if state.led > 1 else 0)
        if drawing:
            if street == 1:
                return (DRAW_BEGIN[0] + entry * 5 + (1 + now if served else 0)) * BUCKETS + bucket
            if served:
                drew += DREW
            spot = ((entry * DREW + own) * SEEN + drew) * LEADS + lead
            if street == 3:
                spot = spot * 3 + (0 if state.leader < 0 else 1 if state.leader == place else 2)
            return (DRAW_BEGIN[street - 1] + spot) * BUCKETS + bucket
        kinds = DREW
        if street == 1:
            own, drew, kinds = min(state.last[place], 3), now, 4
        spot = ((entry * kinds + own) * kinds + drew) * 10 + wagers * 2 + after
        if street == 1:
            dead = 0
            for folded in range(state.seats):
                if not state.live >> folded & 1:
                    dead += state.total[folded]
            spot = spot * 2 + (1 if dead >= state.total[place] - state.commit[place] else 0)
        else:
            spot = spot * LEADS + lead
            if street == 3:
                first = 3 if state.first > 1 else 0 if state.leader < 0 else 1 if state.leader == place else 2
                spot = spot * LEADERS + first
        return (BET_BEGIN[street - 1] + spot) * BUCKETS + bucket
    if state.raises > 0:
        entry = 1 + (state.opener - 1) * 2 + (1 if state.raises > 1 else 0)
    own = DRAWN[state.last[place] + 1]
    who = 0 if state.bettor < 0 else 1 if state.bettor == place else 2
    if drawing:
        now, then = 3, 3
        for other in range(state.seats):
            if others >> other & 1:
                drew = DRAWN[state.last[other] + 1]
                if state.served >> other & 1:
                    now = min(now, drew)
                else:
                    then = min(then, drew)
        own = 0 if street == 1 else own
        spot = (((entry * 3 + own) * 16 + now * 4 + then) * 3 + who) * 2 + (0 if rivals == 2 else 1)
        return (DRAW_BEGIN[street - 1] + DRAW_TWO[street - 1] + spot) * BUCKETS + bucket
    best, second = 2, 2
    for other in range(state.seats):
        if others >> other & 1:
            drew = DRAWN[state.last[other] + 1]
            if drew < best:
                best, second = drew, best
            elif drew < second:
                second = drew
    drew = 6 + best
    if rivals == 2:
        drew = second if best == 0 else 2 + second if best == 1 else 5
    behind = 1 if state.waiting & others else 0
    size = 0 if state.paid <= 2 + 2 * street + 2 * (street // 3) else 1
    spot = (((entry * 3 + own) * 9 + drew) * 5 + wagers) * 2 + after
    spot = ((spot * 2 + behind) * 2 + (1 if who == 1 else 0)) * 2 + size
    return (BET_BEGIN[street - 1] + TWO[street - 1] + spot) * BUCKETS + bucket
