"""When to compute the exploitability during a training: as often as possible in at most a tenth of the time.

The first check compiles its code, which takes seconds in any game. Its duration says nothing about the next check,
which therefore follows at once.
"""

SHARE = 10.0
"""Seconds of training for each second of a check."""


class CheckSchedule:
    """Decides when a check is due."""

    def __init__(self) -> None:
        self._since = self._takes = 0.0
        self._checked = False

    def after(self, seconds: float) -> bool:
        """Whether a check is due after `seconds` more of training."""
        self._since += seconds
        return self._since >= SHARE * self._takes

    def checked(self, seconds: float) -> None:
        """Record that a check took `seconds`."""
        self._since, self._takes = 0.0, seconds if self._checked else 0.0
        self._checked = True
