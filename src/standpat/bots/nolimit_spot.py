"""The information abstraction of the bot `nolimit`: the number of a decision's spot, from its public state.

`spot_key(hand, level)` is the number of the decision that `hand` (`standpat.bots.nolimit_hand`) waits for, without the
player's cards. Level 0 is the spot; levels 1 and 2 are coarser and stand in where a spot was met too seldom. A spot of
level 0 lies in one spot of level 1 and one of level 2. `kind_of_key` says which kind of decision it is.

Up to the draw two players also have the level `LINE`: the learned table that is nearest in depth (`table_of`) and the
whole line of choices (`NolimitHand.path`). From the first draw on hands dealt to more have the level `OPENER`: the spot
of level 0, and how many players were still to act after the first raise. Elsewhere both are level 0; where there are
no lines, `LINE` is `OPENER`. In games of one draw without antes hands dealt to more also have the level `AT_DEPTH`: the
spot of level 0 at one of the depths `SEVERAL` (`depth_of`). Elsewhere it is `LINE`. A player looks for a spot in the
order of `SEARCHED`.

A spot of the other levels is made of real chips, not of a history on a menu, so every line of any stacks has one:

- `_price`: what is bet as one of the known sizes (`nolimit_hand.read_size`) with the stack-to-pot ratio after the call;
  or, where a call leaves nothing to bet, the price of the call as a part of the pot before the bet;
- before the draw: the blind posted, who is still to act, who is in, the raises and how early the first came, whether
  the last raiser acts after the player later, what the player has done, and the pot before any action (antes);
- of a draw: the opponents and how many of them are still to draw, the fewest cards drawn and whether two are pat, the
  raises and whose the last was, the stack-to-pot ratio;
- after the draw: the opponents, the player's draw, the bettor's and the others' fewest, position, wagers, raises before
  the draw and whose.

Hands dealt to two and hands dealt to more do not share spots; hands dealt to three to seven do. The first two of
seven play as the first of six.

The solver compiles these functions and the bot calls them, so that both agree.
"""

from itertools import pairwise
from typing import Any, Final

from standpat.bots.nolimit_draws_spot import LAST, STREET, draws_key, draws_of_two
from standpat.bots.nolimit_hand import SIZES, to_come
from standpat.bots.nolimit_price import all_in_cost, ratio_step, step_of

LINE: Final = 3
OPENER: Final = 4
AT_DEPTH: Final = 5
SEARCHED: Final = (AT_DEPTH, 0, 1, 2)
"""The levels in which a spot is looked for, the finest first."""
JAMMED: Final = SIZES + 1
PRICES: Final = SIZES + 2
STEPS: Final = 16
RATIOS: Final = (200, 500, 1000, 1700, 2900, 5200, 9500, 15500, 26000, 40000, 75000)
"""Where the steps of the stack-to-pot ratio end, in thousandths."""
COSTS: Final = (100, 250, 450, 750, 1200, 1900, 3100, 5000, 8500, 15000, 28000, 55000)
"""Where the steps of the price of a call all-in end, in thousandths of the pot before the bet."""
BEFORE_DRAW: Final = 0
DRAWING: Final = 1
AFTER_DRAW: Final = 2
KINDS: Final = 3
_KIND: Final = 1 << 50
COARSE_KEYS: Final = 4 * _KIND
"""Spots of level 0 have numbers below this; those of each other level are in as many from a multiple of it on."""
_OPENER: Final = 1 << 44
"""The openers of a spot are this far apart, and so are its depths."""
_TABLE: Final = 1 << 40
_SEVERAL: Final = 1 << 20
"""Where the spots before the draw of hands dealt to more than two begin."""
_CROWD: Final = 1 << 30
"""Where the spots after the draw against several opponents begin."""
_DRAWS: Final = 1 << 48
"""Where the spots of games with more draws than one begin (`standpat.bots.nolimit_draws_spot`)."""
PLAIN: Final = (1, 1.1, 1.5, 2, 3, 4.5, 6, 8, 10, 13, 16, 20, 25, 30, 40, 50, 65, 80, 100, 140, 200)
"""The depths in big blinds at which two players learn each line without antes."""
ANTES: Final = (2, 3.5, 6, 9, 13, 20, 30, 45, 70, 100)
"""The same with an ante of a quarter of a big blind each, and with one of the big blind."""
SEVERAL: Final = (40, 100, 200)
"""The depths in big blinds at which hands dealt to more learn spots of their own, without antes."""
EDGES: Final = (27, 63, 141, 300)
"""The spots of a depth are those of hands between the edges around it. Shallower and deeper ones have none."""


def _between(depths: tuple[float, ...]) -> tuple[int, ...]:
    """Where one depth is as near as the next, in thousandths of a big blind."""
    return tuple([int(1000 * (less * more) ** 0.5) for less, more in pairwise(depths)])


_PLAIN: Final = _between(PLAIN)
_ANTES: Final = _between(ANTES)
_EDGES: Final = tuple([1000 * edge for edge in EDGES])


def kind_of_key(key: int) -> int:
    """`BEFORE_DRAW`, `DRAWING` or `AFTER_DRAW`."""
    return int(key // _KIND % 4)


def of_several_draws(key: int) -> bool:
    """If the spot is of a game with more draws than one."""
    return bool(key % _KIND >= _DRAWS)


def before_last_draw(key: int) -> bool:
    """If the spot is of a game with more draws than one and the last draw is not over."""
    return bool(of_several_draws(key) and (kind_of_key(key) != AFTER_DRAW or key % _OPENER // STREET < LAST))


def level_of_key(key: int) -> int:
    """The level of a spot."""
    return int(key // COARSE_KEYS)


def at_depth(key: int, depth: int) -> int:
    """The spot of the level `AT_DEPTH` that a spot of level 0 has at a depth, counted from 1."""
    return int(AT_DEPTH * COARSE_KEYS + depth * _OPENER + key)


def depth_of_key(key: int) -> int:
    """Which depth of `SEVERAL` a spot belongs to, counted from 1; 0 for none."""
    return int(key % _DRAWS // _OPENER) if level_of_key(key) == AT_DEPTH else 0


def without_opener(key: int) -> int:
    """The spot of level 0 in which a spot of the level `OPENER` lies; another spot is itself."""
    return int(key % COARSE_KEYS - key % _DRAWS // _OPENER * _OPENER) if level_of_key(key) == OPENER else key


def of_two(key: int) -> bool:
    """If only hands dealt to two have the spot. Coarse spots do not count: all hands share some of them."""
    level, kind = level_of_key(key), kind_of_key(key)
    if level:
        return level == LINE
    spot = key % _KIND
    if of_several_draws(key):
        return draws_of_two(spot - _DRAWS, kind == DRAWING)
    if kind == BEFORE_DRAW:
        return spot < 2 * _SEVERAL
    return spot % 2 == 1 and spot < _CROWD


def price_of(hand: Any, place: int) -> int:
    """The size that is bet and its step: `STEPS` x size + step. Size 0 where nothing is bet by choice."""
    cost = all_in_cost(hand, place)
    if cost >= 0:
        return JAMMED * STEPS + step_of(cost, COSTS)
    size = hand.size if hand.price > hand.commit[place] else 0
    return int(size * STEPS + ratio_step(hand, place, RATIOS))


def drawn_class(count: int) -> int:
    """0 pat, 1 one card, 2 two, 3 more."""
    return min(max(count, 0), 3)


def coarse_price(price: int, level: int) -> int:
    """A price with fewer steps; at level 2 small and large sizes are alike too."""
    size = price // STEPS
    step = price % STEPS
    if level == 0:
        return price
    if level == 2 and 0 < size < JAMMED:
        size = 1 + (size - 1) // 2
    return size * STEPS + (step >> level)


def key_before(hand: Any, place: int, level: int) -> int:
    """The spot of a bet before the draw."""
    two = 1 if hand.seats == 2 else 0
    me = 1 << place
    raises = min(hand.wagers, 4)
    if hand.aggressor >= 0 and raises == 0:
        raises = 1
    price = price_of(hand, place)
    start = 10 * hand.forced // hand.big
    antes = 0 if start < 18 else 1
    own = 2 if hand.raised & me else 1 if hand.entered & me else 0
    behind = to_come(hand, place)
    inside = 0
    for other in range(hand.seats):
        if other != place and other != hand.aggressor and (hand.live & hand.entered) >> other & 1:
            inside += 1
    if level == 2:
        return int(((two * 3 + min(raises, 2)) * PRICES * STEPS + coarse_price(price, 2)) * 2 + min(own, 1))
    if level == 1:
        key = (two * 4 + min(raises, 3)) * PRICES * STEPS + coarse_price(price, 1)
        key = (key * 3 + hand.blind[place]) * 3 + own
        return int((key * 3 + (min(behind, 2) if raises == 0 else 0)) * 2 + min(inside, 1))
    if two:
        key = ((raises * 3 + own) * 3 + hand.blind[place]) * PRICES * STEPS + price
        return int(key * 2 + antes)
    if raises == 0:
        key = (hand.blind[place] * 6 + min(behind, 5)) * 3 + min(inside, 2)
        return int((_SEVERAL + key * PRICES * STEPS + price) * 2 + antes)
    early = 0 if hand.opener <= 2 else 1 if hand.opener == 3 else 2
    later = 1 if hand.aggressor > place else 0
    if price // STEPS < JAMMED:
        price -= price % 2
    key = ((hand.blind[place] * 4 + min(behind, 3)) * 2 + min(inside, 1)) * 3 + early
    key = ((key * 2 + later) * 3 + own) * 4 + raises - 1
    return int(((1 << 28) + key * PRICES * STEPS + price) * 2 + antes)


def key_drawing(hand: Any, place: int, level: int) -> int:
    """The spot of a draw."""
    two = 1 if hand.seats == 2 else 0
    rivals = 0
    to_draw = 0
    fewest = 4
    pats = 0
    for other in range(hand.seats):
        if other != place and hand.live >> other & 1:
            rivals += 1
            if hand.served >> other & 1:
                fewest = min(fewest, drawn_class(hand.drew[other]))
                pats += 1 if hand.drew[other] == 0 else 0
            else:
                to_draw += 1
    whose = 0 if hand.bettor < 0 else 1 if hand.bettor == place else 2
    key = min(rivals, 3) * 5 + fewest
    if level == 2:
        return key
    key = key * 3 + whose
    step = ratio_step(hand, place, RATIOS) >> 1
    if level == 1:
        return key * STEPS + (step >> 1)
    if rivals > 1:
        step = step & ~1
    key = ((key * 3 + min(to_draw, 2)) * 2 + (1 if pats > 1 else 0)) * 3 + min(hand.before, 2)
    return int((key * STEPS + step) * 2 + two)


def key_after(hand: Any, place: int, level: int) -> int:
    """The spot of a bet after the draw."""
    two = 1 if hand.seats == 2 else 0
    rivals = 0
    fewest = 3
    later = 0
    for other in range(hand.seats):
        if other != place and hand.live >> other & 1:
            rivals += 1
            fewest = min(fewest, drawn_class(hand.drew[other]))
            if other > place:
                later = 1
    own = drawn_class(hand.drew[place])
    price = price_of(hand, place)
    bettor = 4 if hand.aggressor < 0 else drawn_class(hand.drew[hand.aggressor])
    led = 0 if hand.bettor < 0 else 1 if hand.bettor == place else 2
    pat = 1 if own == 0 else 0
    if rivals == 1:
        if level == 2:
            return int((PRICES * STEPS + coarse_price(price, 2)) * 2 + pat)
        if level == 1:
            return int(((PRICES * STEPS + coarse_price(price, 1)) * 4 + own) * 4 + fewest) * 2 + later
        if price // STEPS < JAMMED:
            price -= price % 2
        key = (own * 4 + fewest) * 2 + later
        key = (key * 4 + min(hand.wagers, 3)) * 3 + min(hand.before, 2)
        return int(((key * 3 + led) * PRICES * STEPS + price) * 2 + two)
    size = price // STEPS
    step = price % STEPS >> 1
    size = (size + 1) // 2 if size < JAMMED else 4
    if level == 2:
        return int((size * STEPS + (step >> 1)) * 2 + pat)
    own = min(own, 2)
    if level == 1:
        return int(((size * STEPS + (step >> 1)) * 3 + own) * 4 + fewest)
    step >>= 1 if size < 4 else 0
    behind = min(to_come(hand, place), 2)
    key = ((min(rivals, 3) * 3 + own) * 5 + bettor) * 4 + fewest
    key = (key * 3 + behind) * 3 + min(hand.wagers, 2)
    return int(_CROWD + (key * 8 + size) * STEPS + step)


def table_of(hand: Any) -> int:
    """The learned table that is nearest to the one of a hand of two: `STEPS` x 2 x the kind of antes (0 none, 1 of both
    players, 2 of the big blind) + the number of the depth."""
    start = 10 * hand.forced // hand.big
    deep = 1000 * hand.deep // hand.big
    if start < 18:
        return step_of(deep, _PLAIN)
    if start < 23:
        return 2 * STEPS + step_of(deep + 250, _ANTES)
    return 4 * STEPS + step_of(deep + 1000, _ANTES)


def depth_of(hand: Any) -> int:
    """Which depth of `SEVERAL` has spots for a hand, counted from 1; 0 for none. The stack of the second deepest player
    counts."""
    if hand.seats == 2 or hand.draws > 1 or 10 * hand.forced // hand.big >= 18:
        return 0
    return step_of(1000 * hand.deep // hand.big, _EDGES) % len(EDGES)


def spot_key(hand: Any, level: int) -> int:
    """The spot of the decision that the hand waits for at a level of `SEARCHED`, or at `OPENER`."""
    place = hand.to_act
    depth = depth_of(hand) if level == AT_DEPTH else 0
    opener = 0
    if level >= LINE:
        if depth == 0:
            if level != OPENER and hand.path > 0 and hand.street == 0:
                return int((LINE * 4 + hand.drawing) * _KIND + table_of(hand) * _TABLE + hand.path)
            if hand.seats > 2 and (hand.drawing or hand.street > 0):
                opener = 1 if hand.raised == 0 else 2 + min(hand.opener, 5)
        level = 0
    kind = DRAWING if hand.drawing else BEFORE_DRAW if hand.street == 0 else AFTER_DRAW
    if hand.draws > 1:
        key = _DRAWS + draws_key(hand, level)
    elif kind == DRAWING:
        key = key_drawing(hand, place, level)
    elif kind == BEFORE_DRAW:
        key = key_before(hand, place, level)
    else:
        key = key_after(hand, place, level)
    if opener:
        return int((OPENER * 4 + kind) * _KIND + opener * _OPENER + key)
    if depth:
        return int((AT_DEPTH * 4 + kind) * _KIND + depth * _OPENER + key)
    return int((level * 4 + kind) * _KIND + key)
