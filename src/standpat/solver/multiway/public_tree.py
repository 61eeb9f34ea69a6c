"""The public states of limit single draw for two or three seats, as a tree in an array.

`tree_of(game, seats)` has a row of `NODE` for every public state: the bets and the numbers of cards drawn, nothing of
the hands. Parents come before children, and the children of a node in the order of their choices, so that a node's
descendants follow it. A public state is named by its *line* (`standpat.bots.multiway_line`), all choices since the
deal. Bets and draws are those of `hand_kernel`.
"""

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_line import DEALT, WIDTH
from standpat.bots.multiway_spot import BUCKETS, CHOICES
from standpat.compute.compiled import fast_allocating_kernel
from standpat.engine.games import Game
from standpat.solver.kernels.deck import DECK
from standpat.solver.kernels.random_stream import Row
from standpat.solver.multiway.class_game import LARGEST, first_state
from standpat.solver.multiway.class_game_kernel import ANY, DEPTH, choices_of
from standpat.solver.multiway.hand_kernel import HAND, MOST, bet, draw, draws_left, spot_of
from standpat.solver.multiway.training import cards_of

NODE: Final = np.dtype(
    [
        ("line", np.uint64),
        ("total", np.int64, MOST),
        ("seats", np.int64),
        ("live", np.int64),
        ("to_act", np.int64),  # -1 once the hand is over
        ("drawing", np.int64),
        ("depth", np.int64),
        ("via", np.int64),  # the choice that leads here
        ("choices", np.int64),  # what some class may choose, a bit each
        ("decision", np.int64),  # the number of the decision, -1 once the hand is over
        ("spot", np.int64),  # the spot of class 0
    ],
    align=True,
)
"""A public state. Amounts are small blinds."""


@fast_allocating_kernel
def visit(root: NDArray[np.void], cards: Row, decks: NDArray[np.void], nodes: NDArray[np.void]) -> tuple[int, int]:
    """Write down the public states from a state on.

    Args:
        root: A row of `hand_kernel.HAND` before the draw, in which everybody has the value `ANY`.
        cards: A row of `hand_kernel.CARDS` of a game of one draw.
        decks: Space for a deck.
        nodes: Space for rows of `NODE`; if it is too small, the states are only counted.

    Returns:
        The numbers of public states and of decisions.
    """
    hands = np.zeros(DEPTH, HAND)
    choices = np.zeros(DEPTH, np.int64)
    lines = np.zeros(DEPTH, np.uint64)
    tried = np.full(DEPTH, -1)
    hands[0] = root[0]
    lines[0] = DEALT
    depth = 0
    many = 0
    decisions = 0
    new = True
    while depth >= 0:
        hand = hands[depth]
        if new:
            choices[depth] = 0
            tried[depth] = -1
            if hand.to_act >= 0:
                for bucket in range(BUCKETS):
                    choices[depth] |= choices_of(hand, cards, bucket)
            if many < len(nodes):
                node = nodes[many]
                node.line = lines[depth]
                for place in range(MOST):
                    node.total[place] = hand.total[place]
                node.seats = hand.seats
                node.live = hand.live
                node.to_act = hand.to_act
                node.drawing = hand.drawing
                node.depth = depth
                node.via = tried[depth - 1] if depth else -1
                node.choices = choices[depth]
                node.decision = -1
                node.spot = -1
                if hand.to_act >= 0:
                    node.decision = decisions
                    node.spot = spot_of(hand, cards) - np.int64(cards.bucket[draws_left(hand, cards), ANY])
            many += 1
            decisions += 1 if hand.to_act >= 0 else 0
        new = False
        for a in range(tried[depth] + 1, CHOICES):
            if choices[depth] >> a & 1:
                tried[depth] = a
                place = hand.to_act
                child = hands[depth + 1 : depth + 2]
                child[0] = hand
                if hand.drawing:
                    draw(child[0], decks[0], cards, 0)
                    child[0].last[place] = a
                else:
                    bet(child[0], a)
                lines[depth + 1] = lines[depth] << np.uint64(WIDTH) | np.uint64(a)
                new = True
                break
        depth += 1 if new else -1
    return many, decisions


@cache
def tree_of(game: Game, seats: int) -> NDArray[Any]:
    """The public states of a game, rows of `NODE` that are shared.

    Args:
        game: A limit game of one draw.
        seats: The number of seats, 2 or 3.

    Raises:
        ValueError: The game has more draws, or there are too many seats.
    """
    if game.draw_rounds != 1 or not 2 <= seats <= LARGEST:
        raise ValueError(f"{game.id}, {seats} seats: the tree is for one draw and 2 or {LARGEST} seats")
    root, decks = first_state(game, seats), np.zeros(1, DECK)
    many, _ = visit(root, cards_of(game), decks, np.zeros(0, NODE))
    nodes = np.zeros(many, NODE)
    visit(root, cards_of(game), decks, nodes)
    return nodes
