"""The time of the room: a monotonic time, and its relation to wall time.

- `now()` is a moment: seconds that run evenly while the room runs, whatever happens to the machine's clock. Everything
  that waits uses moments: deadlines, pauses, how long somebody has been away.
- `wall(moment)` is a moment in Unix seconds. Everything stored or shown is in wall time. `moment(wall)` is the inverse.
- `look()` compares wall time with the machine's clock. If the clock was changed by half a second or more, wall time
  changes by that step, only here, and the step is returned. Times to come that were stored or shown must then be stored
  and shown again. Until the next `look`, wall time continues as before, so times that are written together are
  consistent.

After a machine has slept, its clock is ahead. No player's time ran meanwhile.
"""

import time
from collections.abc import Callable
from typing import Final

TOLERANCE: Final = 0.5
"""How far the two clocks may differ without counting as changed, in seconds: they drift, and reading them takes time.
"""


class Watch:
    """The room's time. Moments begin at the wall time of the start."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._steady = steady
        self._start = wall() - steady()
        self._shift = 0.0

    def now(self) -> float:
        """The present moment."""
        return self._steady() + self._start

    def wall(self, moment: float | None = None) -> float:
        """The wall time of a moment, by default the present one."""
        return (self.now() if moment is None else moment) + self._shift

    def moment(self, wall: float) -> float:
        """The moment of a wall time."""
        return wall - self._shift

    def not_before(self, least: float) -> None:
        """Make all further moments later than `least`. Wall time does not change. Call it only while nothing waits for
        a moment.
        """
        ahead = max(0.0, least - self.now())
        self._start += ahead
        self._shift -= ahead

    def look(self) -> float:
        """By how many seconds the machine's clock was changed since the last look; 0.0 if it was not."""
        step = self._wall() - self.wall()
        if abs(step) < TOLERANCE:
            return 0.0
        self._shift += step
        return step
