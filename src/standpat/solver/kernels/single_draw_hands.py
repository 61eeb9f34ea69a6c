"""Hands of limit single draw played out with cards by two tables of weights; what
`standpat.solver.response.full_deck_match` runs."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.public_tree import DECISION, FOLD, Contexts, Nodes
from standpat.solver.kernels.layout import Real


class Table(NamedTuple):
    """A strategy: its weights, where they lie (as in `Layout`), and the last street's state of each class."""

    weights: NDArray[np.float32]
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    draws: NDArray[np.int64]
    late: NDArray[np.int64]
    states: NDArray[np.int64]
    of: NDArray[np.int32]


class Field(NamedTuple):
    """The public tree of both streets, the draw, and the class of five ranks (a number in base 13) and its twin."""

    nodes0: Nodes
    nodes1: Nodes
    contexts0: Contexts
    contexts1: Contexts
    menu: Draw
    plain: NDArray[np.int32]
    twin: NDArray[np.int32]
    deck: int


@fast_allocating_kernel
def class_of(cards: NDArray[np.int64], begin: int, field: Field) -> int:
    """The class of the five cards from `begin` on."""
    hand = np.sort(cards[begin : begin + 5] >> 2)
    number = 0
    suited = True
    for k in range(5):
        number = 13 * number + hand[k]
        suited = suited and (cards[begin + k] & 3) == (cards[begin] & 3)
    if suited and field.twin[number] >= 0:
        return int(field.twin[number])
    return int(field.plain[number])


@fast_kernel
def _pick(weights: Real, at: int, stride: int, many: int) -> int:
    """One of `many` weights, by chance; all alike where all are 0."""
    total = 0.0
    for a in range(many):
        total += weights[at + a * stride]
    if total <= 0:
        return np.random.randint(many)
    left = np.random.random() * total
    for a in range(many):
        left -= weights[at + a * stride]
        if left < 0:
            return a
    for a in range(many - 1, 0, -1):
        if weights[at + a * stride] > 0:
            return a
    return 0


@fast_kernel
def _bets(
    nodes: Nodes,
    contexts: Contexts,
    context: int,
    one: Table,
    two: Table,
    slot0: int,
    slot1: int,
    last: int,
    hold: NDArray[np.int64],
) -> int:
    """The end of a round between `one` on the button and `two`: a node, counted from the beginning of all."""
    t = contexts.round[context]
    root, node = nodes.begin[t], 0
    while nodes.kind[root + node] == DECISION:
        seat, many, row = nodes.seat[root + node], nodes.actions[root + node], nodes.row[root + node]
        if seat == 0:
            states = one.states[last]
            a = _pick(one.weights, slot0 + row * states + hold[0], states, many)
        else:
            states = two.states[last]
            a = _pick(two.weights, slot1 + row * states + hold[1], states, many)
        node = nodes.child[root + node] + a
    return int(root + node)


@fast_kernel
def _draw(menu: Draw, table: Table, at: int, cards: NDArray[np.int64], begin: int, index: int, stub: int) -> int:
    """Draws for the hand at `begin` of class `index`, the first card to come at `stub`; how many."""
    low = menu.first[index]
    many = menu.first[index + 1] - low
    total = 0.0
    for o in range(low, low + many):
        total += table.weights[at + menu.slot[o]]
    option = low + np.random.randint(many)
    if total > 0:
        left = np.random.random() * total
        for o in range(low, low + many):
            share = table.weights[at + menu.slot[o]]
            if share > 0:
                option = o
            left -= share
            if left < 0:
                break
    kept = menu.kept[menu.row[option]]
    drawn = 0
    for rank in range(13):
        keep = kept % 5
        kept //= 5
        for k in range(5):
            if cards[begin + k] >> 2 == rank and cards[begin + k] >= 0:
                if keep > 0:
                    keep -= 1
                else:
                    cards[begin + k] = -1 - cards[begin + k]
    for k in range(5):
        if cards[begin + k] < 0:
            cards[begin + k] = cards[stub + drawn]
            drawn += 1
    return drawn


@fast_kernel
def _hand(field: Field, one: Table, two: Table, cards: NDArray[np.int64], hold: NDArray[np.int64]) -> float:
    """What `one`, on the button with the first five cards, wins of `two` with the next five."""
    hold[0], hold[1] = class_of(cards, 0, field), class_of(cards, 5, field)
    end = _bets(field.nodes0, field.contexts0, 0, one, two, one.first[0], two.first[0], 0, hold)
    nodes = field.nodes0
    if nodes.kind[end] == FOLD:
        return float(-nodes.amount[end] if nodes.seat[end] == 0 else nodes.amount[end])
    leaving = nodes.row[end]
    menu = field.menu
    theirs = _draw(menu, two, two.draws[leaving], cards, 5, hold[1], 10)
    mine = _draw(menu, one, one.draws[leaving] + one.late[theirs], cards, 0, hold[0], 10 + theirs)
    many = len(menu.counts)
    context = (leaving * many + theirs) * many + mine
    last0, last1 = class_of(cards, 0, field), class_of(cards, 5, field)
    hold[0], hold[1] = one.of[last0], two.of[last1]
    nodes = field.nodes1
    end = _bets(nodes, field.contexts1, context, one, two, one.last[context], two.last[context], 1, hold)
    if nodes.kind[end] == FOLD:
        return float(-nodes.amount[end] if nodes.seat[end] == 0 else nodes.amount[end])
    if last0 == last1:
        return 0.0
    return float(nodes.amount[end] if last0 < last1 else -nodes.amount[end])


@fast_allocating_kernel
def play(field: Field, one: Table, two: Table, deals: int, seed: int, out: NDArray[np.float64]) -> None:
    """Each deal twice, seats changed: into `out` the sum of what `one` wins a hand, that of its squares, and the
    button's."""
    np.random.seed(seed)
    deck, cards, hold = np.arange(field.deck), np.zeros(20, np.int64), np.zeros(2, np.int64)
    for _ in range(deals):
        for k in range(20):
            other = k + np.random.randint(field.deck - k)
            deck[k], deck[other] = deck[other], deck[k]
        cards[:] = deck[:20]
        button = _hand(field, one, two, cards, hold)
        cards[:] = deck[:20]
        blind = _hand(field, two, one, cards, hold)
        gain = (button - blind) / 2
        out[0] += gain
        out[1] += gain * gain
        out[2] += (button + blind) / 2
