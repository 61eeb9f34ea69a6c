"""The clock of a tournament: one for all tables, as a fold of what happened to it (T2.1, T2.3, T9.1).

`Clock` is where the clock stood at one moment; `read` says where it stands at another: the level, the time left, the
break. `after` folds a change into it. Nothing here reads a clock: moments are Unix milliseconds, lengths milliseconds.

- A level runs down, then its break, then the next level begins. After the last level of the structure, levels go on
  without breaks (`Structure.level`).
- A hand has the level in force at the moment at which it begins (T2.1). The moment at which a level ends belongs to the
  next. During a break, the level is the one before it: registration that closes with a level is open until play goes
  on (T1.3).
- The clock stands still before the start, in a pause, in an outage, and while the director calls a break within a
  level. A moment before the clock's own is read as that moment, so a machine's clock that was set back takes no time.
- `Shift` adds or removes time of the present level or break; what has been removed cannot be less than nothing.
  `Advance` lets time pass at once, as in a round of hand-for-hand (T6.2); it stops where a break begins.

A change that makes no sense is a `ValueError` and changes nothing. An `Outage` is told afterwards, with its beginning.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, structs

from standpat.tournament.structure import Structure

MINUTE: Final = 60_000
MOST_CHANGE: Final = 24 * 60 * MINUTE
"""The most time that one change may add, remove or let pass, and the longest break."""
MOST_LEVEL: Final = 100_000
"""The highest level to which the clock may be set."""


class Clock(Struct, frozen=True):
    """Where the clock stood.

    Attributes:
        at: The moment.
        level: The level, from 1; in a break, the level before it.
        left: What was left of the level; 0 in the break after it.
        rest: What was left of a break; 0 if there was none.
        started: Whether the tournament had started.
        running: Whether the clock ran. It runs in breaks too.
    """

    at: int
    level: int
    left: int
    rest: int = 0
    started: bool = False
    running: bool = False

    @property
    def dealing(self) -> bool:
        """Whether new hands may begin: it runs, and there is no break."""
        return self.running and not self.rest

    @property
    def ends(self) -> int | None:
        """The moment at which the level or the break ends, if nothing happens to it; None while the clock stands."""
        return self.at + (self.rest or self.left) if self.running else None


class Start(Struct, frozen=True, tag_field="clock", tag="start"):
    """The tournament starts."""

    at: int


class Pause(Struct, frozen=True, tag_field="clock", tag="pause"):
    """The clock stops."""

    at: int


class Resume(Struct, frozen=True, tag_field="clock", tag="resume"):
    """The clock goes on."""

    at: int


class Break(Struct, frozen=True, tag_field="clock", tag="break"):
    """The director calls a break. Afterwards the level has the time that it had."""

    at: int
    length: int


class Shift(Struct, frozen=True, tag_field="clock", tag="shift"):
    """The director adds time to the present level or break, or removes some (`by` below 0)."""

    at: int
    by: int


class Advance(Struct, frozen=True, tag_field="clock", tag="advance"):
    """Time passes at once, also while the clock stands (T6.2)."""

    at: int
    by: int


class Put(Struct, frozen=True, tag_field="clock", tag="put"):
    """The director sets the clock to a level and the time left of it, for example to undo another change."""

    at: int
    level: int
    left: int


class Outage(Struct, frozen=True, tag_field="clock", tag="outage"):
    """Until `at`, from `began` on, the room did not work: the clock stood still (T9.1)."""

    at: int
    began: int


Change = Start | Pause | Resume | Break | Shift | Advance | Put | Outage


def new(structure: Structure) -> Clock:
    """The clock before the start."""
    return Clock(0, 1, structure.level(1).minutes * MINUTE)


def read(structure: Structure, clock: Clock, now: int) -> Clock:
    """Where the clock stands at a moment."""
    if now <= clock.at:
        return clock
    moved = _moved(structure, clock, now - clock.at) if clock.running else clock
    return structs.replace(moved, at=now)


def next_break(structure: Structure, clock: Clock) -> int | None:
    """The time until the next break of the structure, if nothing happens to the clock; 0 in a break, None without one.

    A break that the clock is in counts, also one that the director has called.
    """
    if clock.rest:
        return 0
    time = clock.left - structure.level(clock.level).minutes * MINUTE
    for level in structure.levels[clock.level - 1 :]:
        time += level.minutes * MINUTE
        if level.break_after:
            return time
    return None


def folded(structure: Structure, changes: Iterable[Change]) -> Clock:
    """The clock after these changes, in their order.

    Raises:
        ValueError: One of them makes no sense.
    """
    clock = new(structure)
    for change in changes:
        clock = after(structure, clock, change)
    return clock


def after(structure: Structure, clock: Clock, change: Change) -> Clock:
    """The clock after a change.

    Raises:
        ValueError: The change makes no sense now.
    """
    if isinstance(change, Outage):
        _require(change.began <= change.at, "an outage ends after it began")
        stood = read(structure, clock, change.began)
        return structs.replace(stood, at=max(stood.at, change.at))
    clock = read(structure, clock, change.at)
    if isinstance(change, Start):
        _require(not clock.started, "the tournament has started")
        return structs.replace(clock, at=change.at, started=True, running=True)
    _require(clock.started, "the tournament has not started")
    match change:
        case Pause():
            _require(clock.running, "the clock is stopped")
            return structs.replace(clock, running=False)
        case Resume():
            _require(not clock.running, "the clock runs")
            return structs.replace(clock, running=True)
        case Break(length=length):
            _require(not clock.rest, "there is a break")
            _require(0 < length <= MOST_CHANGE, f"a break is 1 to {MOST_CHANGE} ms")
            return structs.replace(clock, rest=length)
        case Shift(by=by):
            _require(by != 0 and abs(by) <= MOST_CHANGE, f"time is changed by 1 to {MOST_CHANGE} ms")
            part = "rest" if clock.rest else "left"
            shifted = structs.replace(clock, **{part: max(0, getattr(clock, part) + by)})
            return _settled(structure, shifted, part == "rest")
        case Advance(by=by):
            _require(0 < by <= MOST_CHANGE, f"time passes by 1 to {MOST_CHANGE} ms")
            return _moved(structure, clock, by, through=False)
        case Put(level=level, left=left):
            _require(1 <= level <= MOST_LEVEL, f"a level is 1 to {MOST_LEVEL}")
            _require(0 < left <= MOST_CHANGE, f"a level has 1 to {MOST_CHANGE} ms left")
            return structs.replace(clock, level=level, left=left, rest=0)


def _moved(structure: Structure, clock: Clock, time: int, *, through: bool = True) -> Clock:
    """The clock when this much time has run; unless `through`, it stops where a break begins."""
    while time:
        resting = clock.rest > 0
        if resting:
            if not through:
                return clock
            spent = min(time, clock.rest)
            clock = structs.replace(clock, rest=clock.rest - spent)
        elif clock.level > len(structure.levels):
            return _beyond(structure, clock, time)
        else:
            spent = min(time, clock.left)
            clock = structs.replace(clock, left=clock.left - spent)
        time -= spent
        clock = _settled(structure, clock, resting)
    return clock


def _settled(structure: Structure, clock: Clock, resting: bool) -> Clock:
    """What follows when nothing is left: of a level its break, of that (`resting`) the next level."""
    if clock.left or clock.rest:
        return clock
    rest = 0 if resting else structure.level(clock.level).break_after * MINUTE
    if rest:
        return structs.replace(clock, rest=rest)
    level = clock.level + 1
    return structs.replace(clock, level=level, left=structure.level(level).minutes * MINUTE)


def _beyond(structure: Structure, clock: Clock, time: int) -> Clock:
    """The clock when this much time has run after the last level of the structure, where all levels are alike."""
    if time < clock.left:
        return structs.replace(clock, left=clock.left - time)
    length = structure.level(clock.level).minutes * MINUTE
    levels, spent = divmod(time - clock.left, length)
    return structs.replace(clock, level=clock.level + 1 + levels, left=length - spent)


def _require(fulfilled: bool, otherwise: str) -> None:
    if not fulfilled:
        raise ValueError(otherwise)
