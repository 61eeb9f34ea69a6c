"""Hands of limit single draw played with real cards by two strategies, for
`standpat.solver.response.full_deck_match`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.public_tree import DECISION, FOLD, Contexts, Nodes
from standpat.solver.kernels.layout import Real


class StrategySlots(NamedTuple):
    """A strategy and where its weights lie.

    Attributes:
        weights: The weights.
        first, last, draws: First slots, as in `Layout`.
        second_draw: As in `Layout`.
        states: By street, the number of states.
        of: The state of each class on the last street.
    """

    weights: NDArray[np.float32]
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    draws: NDArray[np.int64]
    second_draw: NDArray[np.int64]
    states: NDArray[np.int64]
    of: NDArray[np.int32]


class GameArrays(NamedTuple):
    """The game.

    Attributes:
        nodes0, nodes1, contexts0, contexts1: The public tree of both streets.
        menu: The draw.
        plain, twin: By five ranks as a number in base 13, the class off suit and suited.
        deck: The number of cards.
    """

    nodes0: Nodes
    nodes1: Nodes
    contexts0: Contexts
    contexts1: Contexts
    menu: Draw
    plain: NDArray[np.int32]
    twin: NDArray[np.int32]
    deck: int


@fast_allocating_kernel
def class_of(cards: NDArray[np.int64], begin: int, game: GameArrays) -> int:
    """The class of the five cards from `begin` on."""
    hand = np.sort(cards[begin : begin + 5] >> 2)
    number = 0
    suited = True
    for k in range(5):
        number = 13 * number + hand[k]
        suited = suited and (cards[begin + k] & 3) == (cards[begin] & 3)
    if suited and game.twin[number] >= 0:
        return int(game.twin[number])
    return int(game.plain[number])


@fast_kernel
def _pick(weights: Real, at: int, stride: int, many: int) -> int:
    """Sample one of `many` weights; all are equally likely if all are 0."""
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
    one: StrategySlots,
    two: StrategySlots,
    slot0: int,
    slot1: int,
    last: int,
    hold: NDArray[np.int64],
) -> int:
    """Play a round between `one` on the button and `two`, and return the node where it ends."""
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
def _draw(
    menu: Draw, strategy: StrategySlots, at: int, cards: NDArray[np.int64], begin: int, index: int, stub: int
) -> int:
    """Draw for the hand at `begin` of class `index`, from `stub` on, and return how many cards were drawn."""
    low = menu.first[index]
    many = menu.first[index + 1] - low
    total = 0.0
    for o in range(low, low + many):
        total += strategy.weights[at + menu.slot[o]]
    option = low + np.random.randint(many)
    if total > 0:
        left = np.random.random() * total
        for o in range(low, low + many):
            share = strategy.weights[at + menu.slot[o]]
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
def _hand(
    game: GameArrays, one: StrategySlots, two: StrategySlots, cards: NDArray[np.int64], hold: NDArray[np.int64]
) -> float:
    """What `one` wins from `two`: `one` is on the button with the first five cards, `two` has the next five."""
    hold[0], hold[1] = class_of(cards, 0, game), class_of(cards, 5, game)
    end = _bets(game.nodes0, game.contexts0, 0, one, two, one.first[0], two.first[0], 0, hold)
    nodes = game.nodes0
    if nodes.kind[end] == FOLD:
        return float(-nodes.amount[end] if nodes.seat[end] == 0 else nodes.amount[end])
    leaving = nodes.row[end]
    menu = game.menu
    theirs = _draw(menu, two, two.draws[leaving], cards, 5, hold[1], 10)
    mine = _draw(menu, one, one.draws[leaving] + one.second_draw[theirs], cards, 0, hold[0], 10 + theirs)
    many = len(menu.counts)
    context = (leaving * many + theirs) * many + mine
    last0, last1 = class_of(cards, 0, game), class_of(cards, 5, game)
    hold[0], hold[1] = one.of[last0], two.of[last1]
    nodes = game.nodes1
    end = _bets(nodes, game.contexts1, context, one, two, one.last[context], two.last[context], 1, hold)
    if nodes.kind[end] == FOLD:
        return float(-nodes.amount[end] if nodes.seat[end] == 0 else nodes.amount[end])
    if last0 == last1:
        return 0.0
    return float(nodes.amount[end] if last0 < last1 else -nodes.amount[end])


@fast_allocating_kernel
def play(
    game: GameArrays, one: StrategySlots, two: StrategySlots, deals: int, seed: int, out: NDArray[np.float64]
) -> None:
    """Play each deal twice with the seats changed.

    Args:
        game: The game.
        one: The first strategy.
        two: The second strategy.
        deals: The number of deals.
        seed: The seed.
        out: Adds up what `one` wins a hand, its squares, and what the button wins.
    """
    np.random.seed(seed)
    deck, cards, hold = np.arange(game.deck), np.zeros(20, np.int64), np.zeros(2, np.int64)
    for _ in range(deals):
        for k in range(20):
            other = k + np.random.randint(game.deck - k)
            deck[k], deck[other] = deck[other], deck[k]
        cards[:] = deck[:20]
        button = _hand(game, one, two, cards, hold)
        cards[:] = deck[:20]
        blind = _hand(game, two, one, cards, hold)
        gain = (button - blind) / 2
        out[0] += gain
        out[1] += gain * gain
        out[2] += (button + blind) / 2
