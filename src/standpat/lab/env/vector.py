"""A Gymnasium vector environment: many tables in one call, every player a learner.

Each step takes one action at each table, of the place that the observation names in `place`. The reward is that of this
place: 0 until the hand is over, then what it won in big blinds. `infos["nets"]` (n, seats) holds what every place won,
where `infos["_nets"]` (n,) is true. A hand ends by `terminated`; nothing is truncated.

`autoreset_mode` says what happens when a hand is over, as Gymnasium documents it:

- `NEXT_STEP` (the default): the observation is the last one of the old hand; the next step deals a new hand there,
  reads no action, and gives reward 0.
- `SAME_STEP`: the observation is the first one of a new hand; the last one of the old hand is in `infos["final_obs"]`
  where `infos["_final_obs"]` is true (it is 0 elsewhere), and the nets are in `infos["final_info"]`.
- `DISABLED`: deal with `reset(options={"reset_mask": mask})`; a step before that raises `ValueError`.

An action that may not be taken raises `standpat.engine.action.IllegalAction`, and nothing has changed.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from standpat.engine.games import Game, Stakes
from standpat.lab.env.buffer import Buffers
from standpat.lab.env.space import action_space, observation_space
from standpat.lab.env.table import Tables

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:  # pragma: no cover
    raise ImportError("this environment needs gymnasium: pip install 'standpat[env]'") from error

Observation = dict[str, NDArray[Any]]


class DrawVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):  # type: ignore[misc, unused-ignore]
    """Many tables as a Gymnasium vector environment.

    Args:
        game: The game, its id or record.
        stakes: The stakes; None for blinds 1 and 2.
        num_envs: The number of tables.
        seats: The number of players.
        stacks: Chips of all players, or of each place; None for 100 big blinds.
        autoreset_mode: What happens when a hand is over.
        copy: Whether observations stay as they are. Otherwise they are views of memory that the next step overwrites.

    >>> env = DrawVectorEnv("27td", num_envs=3)
    >>> observation, infos = env.reset(seed=1)
    >>> observation["action_mask"][0, :3]  # fold, call or raise
    array([1, 1, 1], dtype=int8)
    >>> observation, rewards, terminated, truncated, infos = env.step(np.zeros(3, np.int64))
    >>> rewards, infos["nets"][0]
    (array([-0.5, -0.5, -0.5]), array([ 0.5, -0.5]))
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # type: ignore[misc]

    def __init__(
        self,
        game: Game | str = "27td",
        stakes: Stakes | None = None,
        *,
        num_envs: int = 1,
        seats: int = 2,
        stacks: int | Sequence[int] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        self.tables = Tables(game, stakes, seats=seats, stacks=stacks, count=num_envs)
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        self.single_observation_space = observation_space(self.tables)
        self.single_action_space = action_space(self.tables)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._buffers = Buffers(self.tables.layout) if copy else None
        self._lasts = Buffers(self.tables.laid_out(None), num_envs)
        self._last = self._lasts.take() if self.autoreset_mode is AutoresetMode.SAME_STEP else None
        self._next_step = self.autoreset_mode is AutoresetMode.NEXT_STEP
        self._none_over = True
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal at every table, or at those of `options["reset_mask"]` (n,).

        Args:
            seed: The seed of table t is `seed + t` or `seed[t]`; None continues with the seeds it has.
            options: May have `reset_mask`, bool of shape (n,).

        Returns:
            The observations, and empty infos.

        Raises:
            ValueError: The mask or the seeds have another shape or type.
        """
        seeds = self._seeds(seed)
        super().reset(seed=seed if isinstance(seed, int) else None)
        mask = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"])
            if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
                raise ValueError(f"reset_mask is {mask.dtype} of shape {mask.shape}: expected bool ({self.num_envs},)")
        if not self._begun:
            seeds = [int(self.np_random.integers(2**63)) if number is None else number for number in seeds]
            mask = np.ones(self.num_envs, np.bool_)
        for table in np.flatnonzero(mask):
            number = seeds[table]
            if number is not None:
                self.tables.streams[table] = number % 2**64
                self.tables.dealt[table] = 0
        self._begun = True
        if self._buffers is not None:
            self.tables.buffer = self._buffers.take()
            self.tables.show()
        self.tables.deal(np.flatnonzero(mask))
        self._none_over = not self.tables.over.any()
        return self.tables.observation(), {}

    def step(self, actions: ArrayLike) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Do an action at every table, and deal new hands as `autoreset_mode` says.

        Args:
            actions: Shape (n,), numbers of `menu`.

        Returns:
            Observations, rewards, terminated, truncated and infos.

        Raises:
            IllegalAction: A number may not be taken; nothing has changed.
            ValueError: No hand has been dealt, or a table needs a reset first.
        """
        tables = self.tables
        if not self._begun:
            raise ValueError("no hand has been dealt: call reset first")
        if not (self._none_over or self._next_step):
            raise ValueError(f"the hand at table {int(tables.over.argmax())} is over: reset it by reset_mask")
        if self._buffers is not None:
            tables.buffer = self._buffers.take()
        buffer = tables.buffer
        ends = tables.step(actions, deal_next=self._next_step, last=self._last)
        rewards, ended, nets = buffer.rewards, buffer.ended, buffer.nets
        if self._buffers is None:
            rewards, ended, nets = rewards.copy(), ended.copy(), nets.copy()
        infos = self._infos(ended, nets) if ends else {}
        self._none_over = not ends or self._last is not None
        return buffer.fields.copy(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _infos(self, ended: NDArray[np.bool_], nets: NDArray[np.float64]) -> dict[str, Any]:
        """What is to be said of the hands that have ended."""
        infos: dict[str, Any] = {"nets": nets, "_nets": ended.copy()}
        if self._last is None:
            return infos
        final = self._last.fields.copy()
        self._last = self._lasts.take()
        return {"final_obs": final, "_final_obs": ended.copy(), "final_info": infos, "_final_info": ended.copy()}

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None or isinstance(seed, int | np.integer):
            return [None if seed is None else int(seed) + k for k in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"{len(seed)} seeds for {self.num_envs} tables")
        return list(seed)
