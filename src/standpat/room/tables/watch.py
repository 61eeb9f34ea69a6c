"""The room's watch: time that only runs forward, and what it is on the wall.

- `now()` is a moment: seconds that run evenly while the room runs, whatever is done to the clock of the machine.
  Everything that waits is reckoned in moments: deadlines, pauses, how long somebody has been away.
- `wall(moment)` is what that is in seconds since 1970. What is written down or shown is in wall time, and becomes a
  moment again by `moment(wall)`.
- `look()` compares with the clock of the machine. If it was set since, by half a second or more, wall time changes by
  that step here and nowhere else, and the step is told: what was written or shown of times to come is then to be told
  anew. Until somebody looks, wall time goes on as it was, so what was written together stays together.

A machine that slept has its clock set forward: nobody's time ran meanwhile.
"""

import time
from collections.abc import Callable
from typing import Final

TOLERANCE: Final = 0.5
"""Seconds by which the two clocks may differ before that is a step: they drift, and reading them takes time."""


class Watch:
    """See the module. Moments begin at the wall time of the start."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._steady = steady
        self._start = wall() - steady()
        self._shift = 0.0

    def now(self) -> float:
        """This moment."""
        return self._steady() + self._start

    def wall(self, moment: float | None = None) -> float:
        """Wall time at a moment, now unless said."""
        return (self.now() if moment is None else moment) + self._shift

    def moment(self, wall: float) -> float:
        """When it is so late on the wall."""
        return wall - self._shift

    def not_before(self, least: float) -> None:
        """Moments are later than `least` from here on; wall time stays. Only while nobody waits for one."""
        ahead = max(0.0, least - self.now())
        self._start += ahead
        self._shift -= ahead

    def look(self) -> float:
        """By how many seconds the clock was set since the last look; 0.0 if it was not."""
        step = self._wall() - self.wall()
        if abs(step) < TOLERANCE:
            return 0.0
        self._shift += step
        return step
