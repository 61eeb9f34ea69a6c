"""What an unfinished hand is worth to each seat by a fixed rule: the value function of `standpat.lab.match.aivat`.

Everybody still in calls what has been bet, later rounds bring a fixed number of chips from each, and the best hand at
the end takes the pot. A seat that has folded has lost what it put in. The values of all seats sum to zero.

What becomes of a seat's cards is a prospect (`standpat.lab.match.prospect`). The value is linear in the prospect of
each seat, so its expectation over cards to come is the value at the expected prospect.

The rule need not be accurate: the AIVAT estimate is unbiased whatever the prospects and the chips to come.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from standpat.engine.games import Game, Stakes
from standpat.lab.match.prospect import Row

Coming: TypeAlias = tuple[Sequence[float], Sequence[float]]
"""Chips to come by draws left: in a betting round, in a draw."""

LIMIT: Final[Coming] = (0.0, 1.0, 2.0, 3.0), (1.0, 2.0, 3.0)
"""What later rounds bring from each seat in limit games, in big blinds."""
NO_LIMIT: Final[Coming] = (0.0, 0.5), (0.5,)
"""What later rounds bring without a limit, as a fraction of what each has put in."""


class Value(NamedTuple):
    """The value function.

    Attributes:
        coming: Chips to come, in units of `blind` chips, or if that is None of what each has put in.
        blind: The unit of `coming`.
        stack: Chips of each seat at the beginning.
    """

    coming: Coming
    blind: int | None
    stack: int

    def worth(self, left: int, drawing: bool, live: Sequence[int], paid: Sequence[float], rows: Sequence[Row]) -> Row:
        """The value of a hand.

        Args:
            left: Draws to come after this draw or this betting round.
            drawing: Whether a draw is in progress.
            live: The seats that are in.
            paid: By seat, chips put in.
            rows: By seat, its prospect.

        Returns:
            Chips by seat, which sum to 0.
        """
        worth: Row = -np.array(paid, np.float64)
        if len(live) == 1:
            worth[live[0]] += sum(paid)
            return worth
        most = max(paid)
        coming = min(self.coming[drawing][left] * (self.blind or most), self.stack - most)
        each = most + coming
        pot = sum(paid) - sum([paid[seat] for seat in live]) + each * len(live)
        for seat, share in zip(live, shares([rows[seat] for seat in live]), strict=True):
            worth[seat] = share * pot - each
        return worth


def value_of(game: Game, stakes: Stakes, stack: int) -> Value:
    """The value function of a match."""
    if game.betting == "fixed-limit":
        return Value(LIMIT, stakes.big_blind, stack)
    return Value(NO_LIMIT, None, stack)


def shares(rows: Sequence[Row]) -> list[float]:
    """The probability of each seat to have the best hand; what ties of several leave over is divided equally."""
    wins = [1 - np.add.accumulate(row) + row / 2 for row in rows]
    chances = []
    for at, product in enumerate(rows):
        for other, win in enumerate(wins):
            if other != at:
                product = product * win
        chances.append(float(np.add.accumulate(product)[-1]))
    over = (1 - sum(chances)) / len(chances)
    return [share + over for share in chances]
