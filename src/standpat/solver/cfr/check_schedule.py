"""When a training is checked: as soon and as often as takes a tenth of the time at most.

The first check compiles what it runs, some seconds whatever the game: what it took says nothing of the next one, which
comes at once.
"""

SHARE = 10.0


class Due:
    def __init__(self) -> None:
        self._since = self._takes = 0.0
        self._checked = False

    def after(self, seconds: float) -> bool:
        """Whether a check is due after so much more training."""
        self._since += seconds
        return self._since >= SHARE * self._takes

    def checked(self, seconds: float) -> None:
        """A check took so long."""
        self._since, self._takes = 0.0, seconds if self._checked else 0.0
        self._checked = True
