"""Kuhn's and Leduc poker as problems: small games with known values, for the same solver.

Kuhn poker: three cards, one each, ante 1, one bet of 1; the first player's value is -1/18. Leduc hold'em: six cards of
three ranks, one each, ante 1, bets of 2, a public card, bets of 4, a bet and a raise in each round; a pair with the
public card wins, else the higher rank; the first player's value is -0.0856. Payoffs are in chips.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.betting_tree import Wagering
from standpat.solver.game.problem import Deal, Joint, Problem
from standpat.solver.game.public_tree import Tree


def kuhn() -> Problem:
    """Kuhn poker (Kuhn 1950, "A simplified two-person poker"): three cards, one bet.

    Returns:
        The problem.
    """
    bets = Wagering("fixed-limit", (1,), (1,), (0,), ante=1)
    cards = np.arange(3)
    alive = (cards[:, None] != cards) / 6.0
    meeting = Joint((alive[None],), ((alive * np.sign(cards[:, None] - cards))[None],))
    return Problem(Tree(bets, (), 1), (3,), np.ones((2, 3)), (), meeting, {"kind": "kuhn"})


def leduc() -> Problem:
    """Leduc hold'em (Southey et al. 2005, "Bayes' bluff: opponent modelling in poker"): six cards, a public card, two
    bets a round.

    Returns:
        The problem.
    """
    bets = Wagering("fixed-limit", (2, 4), (2, 2), (0, 0), ante=1)
    card = np.arange(6)
    before = (card[:, None] != card) / 30.0
    boards = [(before * (card != b) * (card[:, None] != b) / 4, _strength(b)) for b in range(6)]
    alive = np.stack([a for a, _ in boards])
    wins = np.stack([a * np.sign(s[:, None] - s) for a, s in boards])
    meeting = Joint((before[None], alive), (np.zeros((1, 6, 6)), wins))
    return Problem(Tree(bets, (6,), 1), (6, 6), np.ones((2, 6)), (Deal(6),), meeting, {"kind": "leduc"})


def _strength(board: int) -> NDArray[np.int64]:
    rank = np.arange(6) // 2
    return np.where(rank == board // 2, 9, rank)
