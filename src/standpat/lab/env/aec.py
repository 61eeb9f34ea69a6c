"""A PettingZoo AEC environment: one table, an agent for each place.

Agents are `place_0` (left of the button) to `place_{seats-1}` (the button); the one to act is `agent_selection`. An
observation is the dict of `observation.FIELDS`, including its `action_mask`, as the agent itself sees it, whether or
not it is to act. When the hand is over every agent is terminated and its reward is what it won in big blinds. One reset
deals one hand. A reset without a seed continues with the cards of the last seed.

A number that may not be taken raises `standpat.engine.action.IllegalAction` and changes nothing. PettingZoo's
`TerminateIllegalWrapper` changes that.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from standpat.engine.action import IllegalAction
from standpat.engine.games import Game, Stakes
from standpat.lab.env.buffer import Buffers
from standpat.lab.env.space import action_space, observation_space
from standpat.lab.env.table import Tables

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError as error:  # pragma: no cover
    raise ImportError("this environment needs pettingzoo: pip install 'standpat[env]'") from error

Observation = dict[str, NDArray[Any]]


class DrawEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc, unused-ignore]
    """One table as a PettingZoo AEC environment.

    Args:
        game: The game, its id or record.
        stakes: The stakes; None for blinds 1 and 2.
        seats: The number of players.
        stacks: Chips of all players, or of each place; None for 100 big blinds.

    >>> env = DrawEnv("27td")
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.last()[0]["action_mask"][:3]
    ('place_1', array([1, 1, 1], dtype=int8))
    >>> env.step(0); env.rewards
    {'place_0': 0.5, 'place_1': -0.5}
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "standpat_draw_v0", "is_parallelizable": False, "render_modes": []}
    render_mode = None
    agent_selection: str

    def __init__(
        self,
        game: Game | str = "27td",
        stakes: Stakes | None = None,
        *,
        seats: int = 2,
        stacks: int | Sequence[int] | None = None,
    ) -> None:
        super().__init__()
        self._tables = Tables(game, stakes, seats=seats, stacks=stacks)
        self._buffers = Buffers(self._tables.laid_out(None))
        self._viewer = self._tables.buffer.fields["place"]
        self._all = np.array([0])
        self.possible_agents = [f"place_{place}" for place in range(seats)]
        self._place = {agent: place for place, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self._tables) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self._tables) for agent in self.possible_agents}
        self._seeded = False

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What the agent has seen so far.

        Args:
            agent: The agent.

        Returns:
            The observation, arrays by field of `observation.FIELDS`.
        """
        return self._tables.look(0, self._place[agent], self._buffers.take())

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand.

        Args:
            seed: The seed of the cards; None continues with those of the last seed.
            options: Not used.
        """
        if seed is not None or not self._seeded:
            self._tables.streams[0] = seeding.np_random(seed)[0].integers(2**63)
            self._tables.dealt[0] = 0
            self._seeded = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._tables.deal(self._all)
        self._turn()

    def step(self, action: int | None) -> None:
        """Do an action of the agent to act.

        Args:
            action: A number of `menu`; None once the agent is terminated.

        Raises:
            IllegalAction: The number may not be taken; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} is not terminated: expected one of the numbers of its action_mask, not None")
        ended = self._tables.step([action])
        self._cumulative_rewards[agent] = 0.0
        if ended:  # before, all rewards are 0
            nets = self._tables.buffer.nets[0].tolist()
            self.rewards = dict(zip(self.possible_agents, nets, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            self._accumulate_rewards()
        else:
            self._turn()

    def render(self) -> None:
        """There is nothing to draw."""

    def close(self) -> None:
        """There is nothing to close."""

    def _turn(self) -> None:
        self.agent_selection = self.possible_agents[self._viewer.item()]
