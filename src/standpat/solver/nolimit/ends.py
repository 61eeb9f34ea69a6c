"""The end of the hand as it is solved at the table, for matches and responses in the compiled game.

`Ends(table)` keeps the solutions of `standpat.solver.nolimit.resolve.Resolving` by decision. A match or a response asks
for those that it needs while it plays (`ends_kernel.reply`), and `solve` finds them afterwards, those asked most often
first. After a few rounds nearly every decision is solved (`part`), and the player in the compiled game is the one that
is seated.
"""

from typing import Any, Final

import numpy as np

from standpat.bots import nolimit_hand
from standpat.bots.nolimit_file import NolimitFile
from standpat.bots.nolimit_hand import NolimitHand
from standpat.engine.games import Game
from standpat.solver.nolimit import ends_kernel
from standpat.solver.nolimit.deal_kernel import BIG
from standpat.solver.nolimit.resolve import CUT, Resolving, Watch

SPACE: Final = 60_000
"""Decisions that are kept at most; six kilobytes each."""


class Ends:
    """The solved ends of one strategy file.

    Args:
        table: The strategy file; None for a strategy whose ends are not solved.
        space: The most decisions.

    Attributes:
        ends: A row of `ends_kernel.ENDS`, in an array.
        entries: Rows of `ends_kernel.ENTRY`.
    """

    def __init__(self, table: NolimitFile | None, space: int = SPACE) -> None:
        self.ends = np.zeros(1, ends_kernel.ENDS)
        self.entries = np.zeros(space if table is not None else 0, ends_kernel.ENTRY)
        self._player = None if table is None else Resolving(table)
        if self._player is not None:
            finer = self._player.finer
            self.ends["finer"][0, : len(finer)] = finer

    @property
    def part(self) -> float:
        """The part of the decisions that could be solved and were, since `count` was called."""
        solved, missed = int(self.ends["solved"][0]), int(self.ends["missed"][0])
        return solved / max(1, solved + missed)

    def count(self) -> None:
        """Count from here."""
        self.ends["solved"] = self.ends["missed"] = 0

    def solve(self, most: int, least: int = 1) -> int:
        """Solve decisions that were asked for, those asked most often first.

        Args:
            most: The most decisions to solve.
            least: How often a decision must have been asked for.

        Returns:
            The number of decisions solved.
        """
        if self._player is None:
            return 0
        known = self.entries[: int(self.ends["many"][0])]
        open_ = np.flatnonzero((known["many"] == 0) & (known["asked"] >= least))
        order = open_[np.argsort(-known["asked"][open_], kind="stable")][:most]
        for number in order:
            self._fill(self.entries[number])
        return len(order)

    def _fill(self, entry: Any) -> None:
        assert self._player is not None
        watch = Watch(self._player)
        hand = _followed(entry, watch)
        watch.at(hand)
        solved = self._player.solution(hand, watch)
        entry["many"] = len(solved) or -1
        for k, ((choice, to), chances) in enumerate(solved.items()):
            entry["choice"][k], entry["to"][k] = choice, to
            entry["chance"][k] = np.where(chances < CUT, 0, chances)
        if solved:
            entry["chance"] /= entry["chance"].sum(axis=0)


def table_before(setting: Any, game: Game | None = None) -> NolimitHand:
    """The hand of a table (`deal_kernel.SETTING` or `ends_kernel.ENTRY`) before its first action.

    Args:
        setting: The table.
        game: The game; None for no-limit single draw.
    """
    seats = int(setting["seats"])
    hand = NolimitHand([int(chips) for chips in setting["stack"][:seats]])
    kind = (game.draw_rounds, int(game.betting == "pot-limit")) if game is not None else (1, 0)
    nolimit_hand.begin(hand, seats, BIG, int(setting["roll"]), *kind)
    small, big = (0, 1) if seats > 2 else (1, 0)
    for place in range(seats):
        nolimit_hand.post(hand, place, int(setting["ante"]), 0)
    nolimit_hand.post(hand, small, BIG // 2, 1)
    nolimit_hand.post(hand, big, BIG, 2)
    nolimit_hand.post(hand, big, int(setting["big_ante"]), 4)
    nolimit_hand.open_betting(hand, big + 1)
    return hand


def _followed(entry: Any, watch: Watch) -> NolimitHand:
    """The hand of an entry at its decision; the watch sees every action."""
    hand = table_before(entry)
    for told in entry["told"][: int(entry["said"])].tolist():
        if told < 0:
            watch(hand, -1 - told, -1)
            nolimit_hand.draw(hand, -1 - told)
        else:
            watch(hand, told & 7, told >> 3)
            nolimit_hand.act(hand, told & 7, told >> 3)
    return hand
