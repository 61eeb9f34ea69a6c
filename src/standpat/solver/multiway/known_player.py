"""A player whose strategy is known, as kernels have them: the strategy of a file, or the bot `rule`.

A training may face one (`MultiwayTraining.face`), and a strategy may lean towards what wins from one
(`standpat.solver.multiway.leaning`).
"""

from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_file import Strategy
from standpat.bots.multiway_spot import CHOICES
from standpat.engine.games import Game
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.rule_kernel import RULE, rule_table

Known: TypeAlias = Strategy | Literal["rule"]
"""Who is known: by the strategy that they play, or as the bot `rule` (`standpat.solver.multiway.rule_kernel`)."""


class KnownPlayer(NamedTuple):
    """A known player.

    Attributes:
        chance: The strategy, as of `cfr_kernel.POLICY`; one row that is not looked at for the bot `rule`.
        rule: A row of `rule_kernel.RULE`, which says whether this is the bot `rule`.
    """

    chance: NDArray[np.float32]
    rule: NDArray[np.void]


NO_PLAYER: Final = KnownPlayer(np.zeros((1, CHOICES), np.float32), np.zeros(1, RULE))
"""Stands where a kernel wants a known player and there is none: it is not looked at."""


def known_player(game: Game, who: Known) -> KnownPlayer:
    """A known player of a limit game of one draw or three."""
    if who == "rule":
        return NO_PLAYER._replace(rule=np.array([rule_table(game)]))
    return NO_PLAYER._replace(chance=policy_of_file(who)["chance"][0])
