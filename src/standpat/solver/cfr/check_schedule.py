"""When a training stops for a check or a checkpoint: as often as possible in at most a share of the time."""

CHECKS = 10.0
"""Seconds of training for each second of a check of the exploitability."""
SAVES = 20.0
"""Seconds of training for each second of writing a checkpoint."""


class CheckSchedule:
    """Decides when a check is due.

    The first check of a new training compiles its code, which takes seconds in any game. Its duration says nothing
    about the next check, which therefore follows at once.

    Args:
        takes: Seconds that the last check took, of a training that continues; 0 if there was none.
    """

    def __init__(self, takes: float = 0.0) -> None:
        self._since, self.takes = 0.0, takes
        self._checked = takes > 0

    def after(self, seconds: float) -> bool:
        """Whether a check is due after `seconds` more of training."""
        self._since += seconds
        return self._since >= CHECKS * self.takes

    def checked(self, seconds: float) -> None:
        """Record that a check took `seconds`."""
        self._since, self.takes = 0.0, seconds if self._checked else 0.0
        self._checked = True


class SaveSchedule:
    """Decides when a checkpoint is due.

    Args:
        every: The least seconds between two checkpoints.
    """

    def __init__(self, every: float) -> None:
        self._every, self._since, self._takes = every, 0.0, 0.0

    def after(self, seconds: float) -> bool:
        """Whether a checkpoint is due after `seconds` more."""
        self._since += seconds
        return self._since >= max(self._every, SAVES * self._takes)

    def saved(self, seconds: float) -> None:
        """Record that the training stood still for `seconds` while a checkpoint was written."""
        self._since, self._takes = 0.0, seconds
