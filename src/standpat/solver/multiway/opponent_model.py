"""A model of a player: their choices at each spot, counted in hands of the engine.

`OpponentModel(game, name, seats, file)` plays hands in which one seat is `multiway` and all others the player, and
counts the others' choices by the spots of `standpat.bots.multiway_spot`. `policy()` is the strategy that does the same
as often; seldom seen spots are drawn towards similar ones (`average_strategy`). It knows no more than spots tell.

A training may face it (`MultiwayTraining.face`, ``standpat multiway --watch`` and ``--face``).
"""

from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway import Multiway, Public, multiway_files
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_spot import COUNTS
from standpat.bots.player import Player, situation
from standpat.bots.registry import player
from standpat.engine.action import Action, Discard
from standpat.engine.dealer import Dealer
from standpat.engine.games import Game
from standpat.engine.hand import Hand
from standpat.lab.heads_up.line import NUMBER
from standpat.solver.multiway.average_strategy import policy_of, visits_of
from standpat.solver.multiway.cfr_kernel import LEARNER
from standpat.solver.multiway.changed_rows import changed_rows
from standpat.solver.multiway.engine_match import DEPTH, STAKES, spot_in
from standpat.whole_file import whole_file

PRIOR: Final = 2.0
"""Decisions of the mean of similar spots that are added to those seen at a spot."""


class OpponentModel:
    """A player and what they were seen to do.

    Args:
        record: A limit game for which there is a strategy file of `multiway`.
        name: The player, by the name of a bot.
        seats: The number of seats.
        file: Where the counts are kept; they are continued from there if it exists.

    Attributes:
        hands: The hands played.

    Raises:
        ValueError: There is no such player, no strategy file of the game, or the file is of another player or table.
    """

    def __init__(self, record: Game, name: str, seats: int, file: Path) -> None:
        files = multiway_files()
        if record.id not in files:
            raise ValueError(f"{record.id}: there is no strategy of multiway by which to count")
        self.record, self.name, self.seats, self.file = record, name, seats, file
        self._table = MultiwayFile.load(files[record.id])
        self._players: list[Player] = [Multiway(self._table), *[player(name)] * (seats - 1)]
        self._learner = np.zeros(1, LEARNER)
        self.hands = 0
        if file.exists():
            self._load()

    @property
    def counts(self) -> NDArray[np.float64]:
        """By spot and choice, how often the player made it."""
        counts: NDArray[np.float64] = self._learner["average"][0]
        return counts

    def play(self, hands: int) -> None:
        """Play more hands and count. A hand that is interrupted does not count, so that it is played again."""
        for number in range(self.hands, self.hands + hands):
            made: list[tuple[int, int]] = []
            random = Random(f"watched {number}")
            hand = Hand(self.record, STAKES, [DEPTH * STAKES.big_blind] * self.seats, 0, Dealer(f"watched {number}"))
            while (seat := hand.to_act) is not None:
                here = situation(hand, random)
                who = (seat + number) % self.seats
                action = self._players[who](here)
                if who:  # not multiway
                    made.append((spot_in(self._table, Public(here), here)[0], choice_of(action)))
                hand.apply(action)
            np.add.at(self.counts, tuple(np.array(made, np.int64).reshape(-1, 2).T), 1)
            self.hands += 1

    def policy(self) -> NDArray[np.void]:
        """The strategy that does the same, a row of `cfr_kernel.POLICY`."""
        return policy_of(self._learner, PRIOR)

    def visits(self) -> NDArray[np.float64]:
        """By spot, the part of all choices that was made there."""
        return visits_of(self.counts)

    def save(self) -> None:
        """Write the counts beside their place and rename the file."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        spots = changed_rows(self.counts).astype(np.uint32)
        of = np.array([self.record.id, self.name, str(self.seats)])
        with whole_file(self.file) as out:
            np.savez_compressed(
                out, allow_pickle=False, of=of, hands=np.int64(self.hands), spots=spots, counts=self.counts[spots]
            )

    def _load(self) -> None:
        with np.load(self.file) as archive:
            if archive["of"].tolist() != [self.record.id, self.name, str(self.seats)]:
                who = "{1} in {0} with {2} seats".format(*archive["of"])
                raise ValueError(f"{self.file} is of {who}; give another folder")
            self.hands = int(archive["hands"])
            self.counts[archive["spots"]] = archive["counts"]


def choice_of(action: Action) -> int:
    """A choice of `standpat.bots.multiway_spot`: three cards stand for any larger number of discards."""
    if isinstance(action, Discard):
        return min(len(action.cards), COUNTS - 1)
    return NUMBER[type(action)]
