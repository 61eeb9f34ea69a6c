"""What perfect play in the last round wins heads-up, in lines as often as they occur
(`standpat.solver.subgame.last_round_loss`)."""

from collections.abc import Iterator
from typing import Unpack

import numpy as np

from standpat.bots.strategy_file import StrategyFile
from standpat.solver.response.full_deck_rollout import last_rounds
from standpat.solver.response.trained_response import rollout_tables_of
from standpat.solver.strategy_file.opponent_range import OpponentRanges
from standpat.solver.subgame.last_round import Options
from standpat.solver.subgame.last_round_heads_up import heads_up_line
from standpat.solver.subgame.last_round_loss import RESPONDERS, SAMPLE, Loss, loss_of_play, loss_of_solution


class LastRounds:
    """The lines of deals that came to their last round.

    Args:
        file: The strategy file.
        deals: Deals to play.
        seed: Their seed.

    Attributes:
        beliefs: The ranges of the file.
        share: The fraction of the deals that came to the last round.
    """

    def __init__(self, file: StrategyFile, deals: int, seed: int) -> None:
        self.beliefs = OpponentRanges(file)
        at, seen = np.zeros((deals, 8), np.int64), np.zeros((deals, 2, 13), np.int64)
        came = last_rounds(rollout_tables_of(file), deals, seed, at, seen)
        self.share = came / deals
        self._context = at[:came, 0]

    def drawn(self, lines: int, seed: int) -> Iterator[int]:
        """Draw lines as often as they occur.

        Args:
            lines: How many.
            seed: The seed.

        Returns:
            The context of each.
        """
        for pick in np.random.default_rng(seed).choice(len(self._context), lines):
            yield int(self._context[pick])


def loss_of_blueprint(beliefs: OpponentRanges, context: int, hands: int = RESPONDERS, sample: int = SAMPLE) -> Loss:
    """What the responder wins from the bot of the strategy file in a line.

    Args:
        beliefs: The ranges of the file.
        context: The number of the line.
        hands: As `RESPONDERS`.
        sample: As `SAMPLE`.
    """
    line = heads_up_line(beliefs, context)
    play = line.own(0) + line.own(1)
    return loss_of_play(line, play, hands, sample)


def loss_of_solved(
    beliefs: OpponentRanges, context: int, hands: int = RESPONDERS, sample: int = SAMPLE, **options: Unpack[Options]
) -> Loss:
    """The same for the player that solves the last round, with options of `LastRound`."""
    return loss_of_solution(lambda: heads_up_line(beliefs, context), hands, sample, **options)
