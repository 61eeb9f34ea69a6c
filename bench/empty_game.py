"""An OpenSpiel game in Python that computes nothing: the limit of every game that is written in Python.

Importing this registers `python_empty`. A game has the nodes of a random hand of 2-7 triple draw between two players
(6.2 decisions and 14.3 cards on average), as many outcomes and as many actions; what it answers is there already.
"""

from typing import Any, Final

import pyspiel  # type: ignore[import-untyped, import-not-found, unused-ignore]

CHANCE, OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
NODES: Final = (*[CHANCE] * 10, 0, 1, 0, *[CHANCE] * 2, 1, *[CHANCE] * 2, 0, 1, OVER)
"""By the number of actions so far, whose turn it is."""
OUTCOMES: Final = [(card, 1 / 45) for card in range(45)]
ACTIONS: Final = [0, 1, 2]

_TYPE: Final = pyspiel.GameType(
    short_name="python_empty",
    long_name="Nothing (standpat)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)


class EmptyGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=35,
            max_chance_outcomes=len(OUTCOMES),
            num_players=2,
            min_utility=-1,
            max_utility=1,
            utility_sum=0.0,
            max_game_length=len(NODES),
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "EmptyState":
        return EmptyState(self)


class EmptyState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    def __init__(self, game: EmptyGame) -> None:
        super().__init__(game)
        self.at = 0

    def current_player(self) -> int:
        return NODES[self.at]

    def is_chance_node(self) -> bool:
        return NODES[self.at] == CHANCE

    def is_terminal(self) -> bool:
        return NODES[self.at] == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def legal_actions(self, player: int | None = None) -> list[int]:
        return ACTIONS

    def _apply_action(self, action: int) -> None:
        self.at += 1

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def __str__(self) -> str:
        return ""


pyspiel.register_game(_TYPE, EmptyGame)
