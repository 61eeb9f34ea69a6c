"""What a hand under way is worth to each seat, by a fixed rule: the value function of `standpat.lab.match.aivat`.

Everybody still in calls what has been bet, later rounds bring so many chips more from each, and the best hand at the
end takes the pot. A seat that has folded has lost what it put in. The worths of all seats sum to zero.

What comes of a seat's cards is a prospect (`standpat.lab.match.prospect`). Worth is linear in the prospect of each
seat: its expectation over cards to come is the worth at the expected prospect.

It need not be true: what is made of it is unbiased whatever the prospects and the chips to come.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from standpat.engine.games import Game, Stakes
from standpat.lab.match.prospect import Row

Coming: TypeAlias = tuple[Sequence[float], Sequence[float]]
"""By draws left: in a betting round, in a draw."""

LIMIT: Final[Coming] = (0.0, 1.0, 2.0, 3.0), (1.0, 2.0, 3.0)
"""What later rounds bring from each seat in limit games, in big blinds."""
NO_LIMIT: Final[Coming] = (0.0, 0.5), (0.5,)
"""Without a limit: in parts of what each has put in."""


class Value(NamedTuple):
    """`coming` is in units of `blind` chips, or where it is None of what each has put in. Every seat began with
    `stack`."""

    coming: Coming
    blind: int | None
    stack: int

    def worth(self, left: int, drawing: bool, live: Sequence[int], paid: Sequence[float], rows: Sequence[Row]) -> Row:
        """By seat, in chips, with `left` draws to come after this one or this betting round. `live` is who is in,
        `paid` what each has put in, `rows` what comes of its cards."""
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
    """The value function that matches are measured with."""
    if game.betting == "fixed-limit":
        return Value(LIMIT, stakes.big_blind, stack)
    return Value(NO_LIMIT, None, stack)


def shares(rows: Sequence[Row]) -> list[float]:
    """The chance of each to have the best hand; what a tie of several leaves over is shared out alike."""
    wins = [1 - np.add.accumulate(row) + row / 2 for row in rows]
    found = []
    for at, product in enumerate(rows):
        for other, win in enumerate(wins):
            if other != at:
                product = product * win
        found.append(float(np.add.accumulate(product)[-1]))
    over = (1 - sum(found)) / len(found)
    return [share + over for share in found]
