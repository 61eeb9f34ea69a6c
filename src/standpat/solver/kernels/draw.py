"""A draw of both seats: reach probabilities through it, values back. The terms are those of `layout`."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_kernel
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.kernels.layout import (
    BEST,
    TINY,
    UPDATE,
    Buffers,
    Real,
    Span,
    StrategyTables,
    Traversal,
    idle,
    unplayed,
)


class DrawMenus(NamedTuple):
    """A draw of both seats.

    Attributes:
        order: The seat that draws first.
        menu0, menu1: The options of seats 0 and 1.
        slots: By exit, the first slot of its draws.
        second_draw: By count of the first, where the second seat's draw begins in the slots of an exit.
    """

    order: int
    menu0: Draw
    menu1: Draw
    slots: NDArray[np.int64]
    second_draw: NDArray[np.int64]


@fast_kernel
def _spread(
    menu: Draw,
    weights: Real,
    at: int,
    reach: Real,
    traversal: Traversal,
    rows: Real,
    out: Real,
    begin: int,
    stride: int,
) -> None:
    """Carry a seat's reach through one draw: the states after count c go into row `begin + c * stride` of `out`."""
    cut, least, one = traversal.cut, traversal.least, traversal.one
    for r in range(len(menu.entry) - 1):
        rows[r] = 0
    for i in range(len(menu.first) - 1):
        mine = reach[i]
        if mine <= 0:
            continue
        low, high = menu.first[i], menu.first[i + 1]
        total = one - one
        for o in range(low, high):
            total += weights[at + menu.slot[o]]
        scale = mine / total if total > 0 else mine / (high - low)
        for o in range(low, high):
            if total <= 0:
                rows[menu.row[o]] += scale
            elif weights[at + menu.slot[o]] > cut * total:
                rows[menu.row[o]] += weights[at + menu.slot[o]] * scale
    dense = len(menu.target) == len(menu.kept) * out.shape[1]
    for c in range(len(menu.counts)):
        to = out[begin + c * stride]
        for i in range(len(to)):
            to[i] = 0
        for r in range(menu.of_count[c], menu.of_count[c + 1]):
            mass = rows[r]
            if mass > 0 and dense:
                for i in range(len(to)):
                    to[i] += mass * menu.chance[menu.entry[r] + i]
            elif mass > 0:
                for e in range(menu.entry[r], menu.entry[r + 1]):
                    to[menu.target[e]] += mass * menu.chance[e]
        for i in range(len(to)):
            if to[i] < least:
                to[i] = 0


@fast_kernel
def draw_forward(
    menus: DrawMenus,
    span: Span,
    traversal: Traversal,
    play: StrategyTables,
    exit0: Real,
    exit1: Real,
    child0: Real,
    child1: Real,
    buffers: Buffers,
) -> None:
    """Carry reach probabilities from the exits of a chunk through the draw. Those of a player who plays a best response
    are skipped.
    """
    order, menu0, menu1, slots, second_draw = menus
    skip = unplayed(traversal)
    many0, many1 = len(menu0.counts), len(menu1.counts)
    outcomes = many0 * many1
    first, second = (menu0, menu1) if order == 0 else (menu1, menu0)
    firsts, seconds = (many0, many1) if order == 0 else (many1, many0)
    sooner, later = (child0, child1) if order == 0 else (child1, child0)
    for e in range(span.begin, span.end, span.step):
        x = e - span.low
        slot, start = slots[e], x * outcomes
        if order != skip:
            weights = play.weights0 if order == 0 else play.weights1
            reach = exit0[x] if order == 0 else exit1[x]
            _spread(first, weights, slot, reach, traversal, buffers.rows, sooner, start, seconds)
            for c in range(firsts):
                for k in range(1, seconds):
                    for i in range(sooner.shape[1]):
                        sooner[start + c * seconds + k, i] = sooner[start + c * seconds, i]
        if 1 - order != skip:
            weights = play.weights1 if order == 0 else play.weights0
            reach = exit1[x] if order == 0 else exit0[x]
            for c in range(firsts):
                _spread(
                    second,
                    weights,
                    slot + second_draw[c],
                    reach,
                    traversal,
                    buffers.rows,
                    later,
                    start + c * seconds,
                    1,
                )


@fast_kernel
def _choose(
    menu: Draw, play: StrategyTables, own: Real, at: int, traversal: Traversal, reach: Real, rows: Real, out: Real
) -> None:
    """The value of the player's own draw, from the values of its rows; added to `out`. In UPDATE regrets and averages
    are updated.
    """
    cut, one = traversal.cut, traversal.one
    for i in range(len(menu.first) - 1):
        low, high = menu.first[i], menu.first[i + 1]
        if traversal.mode == BEST:
            best = rows[menu.row[low]]
            for o in range(low + 1, high):
                best = max(best, rows[menu.row[o]])
            out[i] += best
            continue
        total = one - one
        for o in range(low, high):
            total += own[at + menu.slot[o]]
        flat = one / (high - low) if total <= 0 else one - one
        scale = one / total if total > 0 else one - one
        value = one - one
        for o in range(low, high):
            p = own[at + menu.slot[o]] * scale + flat
            if p >= cut:
                value += p * rows[menu.row[o]]
        out[i] += value
        if traversal.mode == UPDATE:
            share = traversal.weight * reach[i]
            for o in range(low, high):
                p = own[at + menu.slot[o]] * scale + flat
                if p >= cut:
                    play.average[at + menu.slot[o]] += share * p
                r = play.regret[at + menu.slot[o]] * traversal.decay + (rows[menu.row[o]] - value)
                play.regret[at + menu.slot[o]] = r if r > TINY else 0


@fast_kernel
def draw_backward(
    menus: DrawMenus,
    every: Draw,
    span: Span,
    traversal: Traversal,
    play: StrategyTables,
    exit0: Real,
    exit1: Real,
    child_values: Real,
    values: Real,
    buffers: Buffers,
) -> None:
    """Compute the values of the exits of a chunk from those of the contexts after the draw. In BEST the player may use
    `every` keep.
    """
    order, menu0, menu1, slots, second_draw = menus
    player = traversal.player
    many0, many1 = len(menu0.counts), len(menu1.counts)
    outcomes = many0 * many1
    firsts, seconds = (many0, many1) if order == 0 else (many1, many0)
    own = play.weights0 if player == 0 else play.weights1
    mine = menu0 if player == 0 else menu1
    menu = every if traversal.mode == BEST else mine
    after = child_values.shape[1]
    for e in range(span.begin, span.end, span.step):
        x = e - span.low
        slot, start = slots[e], x * outcomes
        out = values[x]
        theirs, reach = (exit1[x], exit0[x]) if player == 0 else (exit0[x], exit1[x])
        if idle(theirs, reach, traversal.mode, len(out), out):
            continue
        for i in range(len(out)):
            out[i] = 0
        if player == order:
            for c in range(firsts):
                state = buffers.state
                for i in range(after):
                    state[i] = child_values[start + c * seconds, i]
                for k in range(1, seconds):
                    for i in range(after):
                        state[i] += child_values[start + c * seconds + k, i]
                _rows(menu, c, state, buffers.rows)
            _choose(menu, play, own, slot, traversal, reach, buffers.rows, out)
        else:
            for c in range(firsts):
                for k in range(seconds):
                    _rows(menu, k, child_values[start + c * seconds + k], buffers.rows)
                _choose(menu, play, own, slot + second_draw[c], traversal, reach, buffers.rows, out)


@fast_kernel
def _rows(menu: Draw, count: int, value: Real, rows: Real) -> None:
    """The values of the rows of one count, from the values of the states after them."""
    dense = len(menu.target) == len(menu.kept) * len(value)
    for r in range(menu.of_count[count], menu.of_count[count + 1]):
        total = value[0] * 0
        if dense:
            for i in range(len(value)):
                total += menu.chance[menu.entry[r] + i] * value[i]
        else:
            for e in range(menu.entry[r], menu.entry[r + 1]):
                total += menu.chance[e] * value[menu.target[e]]
        rows[r] = total
