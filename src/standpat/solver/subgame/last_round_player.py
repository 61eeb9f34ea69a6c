"""The player of a strategy file that solves the last betting round again, with its own discards: the bot `resolve`.

`LastRoundPlayer(file)` plays as `standpat.bots.blueprint.Blueprint` up to the last round, and there by
`standpat.solver.subgame.last_round.LastRound`. If the line is not in the tree of the file (`Place.beside`), it
plays the blueprint. What a hand does in the whole round is kept, so that its later decisions take no time. The time of
a decision depends on the line and not on the cards held. Only one thread may use a player at a time.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, Unpack

import numpy as np

from standpat.bots.blueprint import Blueprint, Place, bets_of, blueprint, blueprint_policy, strategy_file_of
from standpat.bots.player import Situation, sampled
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.action import Action
from standpat.solver.kernels.seen_cards_round import Single
from standpat.solver.strategy_file.opponent_range import OpponentRanges
from standpat.solver.subgame.last_round import LastRound, Options
from standpat.solver.subgame.last_round_heads_up import heads_up_line

SOLVED: Final = 500
"""Hands whose play is kept, some hundred bytes each."""


class LastRoundPlayer:
    """A player that solves the last round again.

    Args:
        file: The strategy file of the blueprint.
        options: Options of `LastRound`.
    """

    def __init__(self, file: StrategyFile, **options: Unpack[Options]) -> None:
        self.file, self.beliefs, self.player = file, OpponentRanges(file), Blueprint(file)
        self._options = options
        self._kept = lru_cache(SOLVED)(self._solve)

    def __call__(self, situation: Situation) -> Action:
        """The action for this situation, sampled."""
        if self._place(situation) is None:
            return self.player(situation)
        return sampled(self.policy(situation), situation.random)

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """The actions of positive probability at a decision, with their probabilities."""
        place = self._place(situation)
        if place is None:
            return self.player.policy(situation)
        node = self.file.streets[-1].nodes[place.node]
        hand, seen = self.beliefs.classes.of(situation.cards), tuple(self.beliefs.gone(situation))
        play = self.solved(place.context, node.seat, hand, seen)[place.node, : len(node.letters)]
        policy = bets_of(situation, node.letters, (play / play.sum()).astype(float).tolist())
        return {action: chance for action, chance in policy.items() if chance > 0}

    def solved(self, context: int, seat: int, hand: int, seen: tuple[int, ...]) -> Single:
        """What a hand does in the last round of a line, shape (nodes, 3).

        Args:
            context: The number of the line.
            seat: The hand's seat in the tree.
            hand: Its class.
            seen: The cards of each rank that the seat has held.
        """
        return self._kept(context, seat, hand, seen)

    def _solve(self, context: int, seat: int, hand: int, seen: tuple[int, ...]) -> Single:
        last_round = LastRound(heads_up_line(self.beliefs, context), **self._options)
        play: Single = last_round.policy(seat, np.array([hand]), np.array([seen]))[:, :, 0]
        return play

    def _place(self, situation: Situation) -> Place | None:
        """The place of a decision that is solved again; None if the blueprint plays it."""
        if situation.legal.draw is not None:
            return None
        place = self.player.place(situation)
        return None if place is None or place.beside or place.street < len(self.file.streets) - 1 else place


# By name -------------------------------------------------------------------------------------------------------


def load(game: str) -> None:
    """Load the strategy file of a game and what is made of it, so that the first decision does not wait for it."""
    if (file := strategy_file_of(game)) is not None:
        _player(file)


def resolving(situation: Situation) -> Action:
    """`LastRoundPlayer` with the strategy file that `blueprint` has for this game; without one, `blueprint`."""
    file = strategy_file_of(situation.game.id)
    return blueprint(situation) if file is None else _player(file)(situation)


def resolving_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `resolving`."""
    file = strategy_file_of(situation.game.id)
    return blueprint_policy(situation) if file is None else _player(file).policy(situation)


@cache
def _player(file: StrategyFile) -> LastRoundPlayer:
    return LastRoundPlayer(file)
