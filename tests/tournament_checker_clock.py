"""The clock of the checker of tournaments: its own reading of T2.1, T2.3 and T6.2."""

from standpat.tournament.clock import Break, Shift
from standpat.tournament.events import Clocked
from standpat.tournament.structure import Structure

MINUTE = 60_000


class Watch:
    """Where the clock of one tournament stands, at the time to which it was last brought (`to`)."""

    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.now = self.level = self.left = self.rest = 0
        self.stopped: set[str] = {"before the start"}

    def start(self, now: int) -> None:
        self.stopped.clear()
        self.now, self.level, self.left = now, 1, self.structure.level(1).minutes * MINUTE

    def to(self, now: int) -> "Watch":
        """Let time pass until now."""
        passed, self.now = max(0, now - self.now), max(now, self.now)
        if not self.stopped:
            self._run(passed, stops=False)
        elif self.stopped == {"hand-for-hand"} and self.rest:  # a break passes, and then the clock stands again
            self._run(min(passed, self.rest), stops=False)
        return self

    def round(self, minutes: int) -> None:
        """Let the time of one round of hand-for-hand pass; it stops where a break begins."""
        self._run(minutes * MINUTE, stops=True)

    def change(self, event: Clocked) -> None:
        """What the director did to it."""
        if isinstance(event.change, Break):
            self.rest += event.change.length
        elif isinstance(event.change, Shift):
            if self.rest:
                self.rest = max(0, self.rest + event.change.by)
                if not self.rest and not self.left:
                    self._next()
            else:
                self.left = max(0, self.left + event.change.by)
            self._run(0, stops=False)
        else:
            raise NotImplementedError(f"the checker does not read {event.change}")

    def _run(self, passed: int, *, stops: bool) -> None:
        while True:
            if self.rest:
                if stops or passed < self.rest:
                    self.rest -= 0 if stops else passed
                    return
                passed -= self.rest
                self.rest = 0
                if self.left:
                    continue
                self._next()
            if passed < self.left:
                self.left -= passed
                return
            passed -= self.left
            self.left = 0
            self.rest = self.structure.level(self.level).break_after * MINUTE
            if not self.rest:
                self._next()

    def _next(self) -> None:
        self.level += 1
        self.left = self.structure.level(self.level).minutes * MINUTE
