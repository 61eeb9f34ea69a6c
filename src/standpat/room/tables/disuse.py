"""How long a table has not been in use: nobody sits there, and its owner has no page of it open."""

from collections.abc import Callable


class Disuse:
    """See the module. `now()` is a moment in seconds. It has to be asked now and then, as the time begins when it is
    first seen that the table is not in use."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since: float | None = None

    def seconds(self, in_use: bool) -> float:
        """For how many seconds the table has not been in use; 0 where it is."""
        if in_use:
            self._since = None
            return 0.0
        now = self._now()
        if self._since is None:
            self._since = now
        return now - self._since
