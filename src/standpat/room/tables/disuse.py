"""How long a table has not been in use. It is in use while somebody sits there or its owner has a page of it open."""

from collections.abc import Callable


class Disuse:
    """Measures disuse. `now()` is in seconds. `seconds` must be called regularly, because disuse begins when it is
    first noticed.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since: float | None = None

    def seconds(self, in_use: bool) -> float:
        """For how many seconds the table has not been in use; 0 if it is in use."""
        if in_use:
            self._since = None
            return 0.0
        now = self._now()
        if self._since is None:
            self._since = now
        return now - self._since
