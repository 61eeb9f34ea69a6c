"""The player of a strategy file of `multiway` that solves the last round of the last two: `resolve` with several seats.

`LastTwoPlayer(table)` plays as `standpat.bots.multiway.Multiway` until only two are left in the last round, and there
by `standpat.solver.subgame.last_round.LastRound` with the ranges that the file gives to the line
(`standpat.solver.subgame.last_round_several`). Where there is no course, or where the file hardly ever comes by the
line with some hand (`FEWEST`), the file plays on. What a hand does in the whole round is kept, so that its later
decisions take no time. The time of a decision depends on the line and not on the cards held. Only one thread may use a
player at a time.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Unpack

import numpy as np

from standpat.bots.blueprint import bets_of
from standpat.bots.directories import find
from standpat.bots.multiway import Multiway, multiway, multiway_policy
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.player import Situation, sampled
from standpat.engine.action import Action
from standpat.solver.kernels.seen_cards_round import Single
from standpat.solver.strategy_file.opponent_range import cards_held
from standpat.solver.subgame.last_round import LastRound, Options
from standpat.solver.subgame.last_round_several import Course, SeveralRanges, Start, course

FEWEST: Final = 0.01
"""The part of a sample that its seat's hands must be worth (`Sample.worth`)."""
SOLVED: Final = 500
"""Hands whose play is kept, some kB each."""


class LastTwoPlayer:
    """A player that solves the last round of the last two.

    Args:
        table: The strategy file.
        options: Options of `LastRound`.
    """

    def __init__(self, table: MultiwayFile, **options: Unpack[Options]) -> None:
        self.table, self.ranges, self.player = table, SeveralRanges(table), Multiway(table)
        self._options = options
        self._kept = lru_cache(SOLVED)(self._solve)

    def __call__(self, situation: Situation) -> Action:
        """The action for this situation, sampled."""
        return sampled(self.policy(situation), situation.random)

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """The actions of positive probability at a decision, with their probabilities."""
        at = course(situation) if situation.game.id == self.table.game else None
        solved = None if at is None else self._play(situation, at)
        if at is None or solved is None:
            return self.player.policy(situation)
        letters = at.letters
        play = solved[at.node, : len(letters)]
        policy = bets_of(situation, letters, (play / play.sum()).astype(float).tolist())
        return {action: chance for action, chance in policy.items() if chance > 0}

    def _play(self, situation: Situation, at: Course) -> Single | None:
        hand = self.ranges.classes.of(situation.cards)
        return self.solved(at.start, at.seat, hand, tuple(cards_held(situation, self.ranges.classes.ranks)))

    def solved(self, start: Start, seat: int, hand: int, seen: tuple[int, ...]) -> Single | None:
        """What a hand does in the round of the last two, shape (nodes, 3); None where the file plays it.

        Args:
            start: The start of the round.
            seat: The hand's seat in the tree.
            hand: Its class.
            seen: The cards of each rank that the seat has held.
        """
        return self._kept(start, seat, hand, seen)

    def _solve(self, start: Start, seat: int, hand: int, seen: tuple[int, ...]) -> Single | None:
        last_round = LastRound(self.ranges.line(start), **self._options)
        comes = min([sample.worth / len(sample.hands) for sample in last_round.types]) >= FEWEST
        return last_round.policy(seat, np.array([hand]), np.array([seen]))[:, :, 0] if comes else None


# By name -------------------------------------------------------------------------------------------------------


def load(game: str) -> None:
    """Load the strategy file of a game and what is made of it, so that the first decision does not wait for it."""
    if (path := find(game, several=True)) is not None:
        _player(path)


def resolving(situation: Situation) -> Action:
    """`LastTwoPlayer` with the strategy file that `multiway` has for this game; without one, `multiway`."""
    path = find(situation.game.id, several=True)
    return multiway(situation) if path is None else _player(path)(situation)


def resolving_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `resolving`."""
    path = find(situation.game.id, several=True)
    return multiway_policy(situation) if path is None else _player(path).policy(situation)


@cache
def _player(path: Path) -> LastTwoPlayer:
    return LastTwoPlayer(MultiwayFile.load(path))
