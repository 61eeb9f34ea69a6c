"""The course of a tournament for its result page: stacks level by level, how many were left when, and its hands.

Everything comes from the events, in one pass, for all players at once. `Course.of` picks those who are shown.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct, structs

from standpat.tournament.events import (
    Cancelled,
    Dealt,
    Event,
    Finished,
    Out,
    Played,
    Reentered,
    Registered,
    Started,
    Voided,
)
from standpat.tournament.fold.apply import apply
from standpat.tournament.state import Tournament

MOST_LINES: Final = 7
"""How many players are shown: those who are asked for, and those who came farthest."""


class Run(Struct, frozen=True):
    """Hands of one table, one after the other, at one level."""

    level: int
    first: int
    last: int


class Course(Struct, frozen=True):
    """A course.

    Attributes:
        began: When play began, in Unix milliseconds; 0 if it did not.
        ended: When the last event was.
        hands: How many hands were played.
        levels: The levels with a hand, and the stacks of those who were not out at the beginning of each. The last
            element is the end, which is one level after the last.
        order: The players, those who came farthest first.
        left: Pairs of the time since `began` and how many players were left then, in order.
        tables: The hands of each table that had one, by its number. A level comes again after the clock was put back.
        voided: The hands that do not count, by the number of the table and their own.
    """

    began: int
    ended: int
    hands: int
    levels: tuple[tuple[int, dict[str, int]], ...]
    order: tuple[str, ...]
    left: tuple[tuple[int, int], ...]
    tables: dict[int, tuple[Run, ...]]
    voided: frozenset[tuple[int, int]]

    def of(self, also: Sequence[str] = ()) -> dict[str, list[tuple[int, int]]]:
        """The stacks of the players who are shown: pairs of the level and the stack.

        Nobody has a stack after the level in which they were out.

        Args:
            also: Players who are shown wherever they came; fewer than `MOST_LINES`.
        """
        more = [id for id in also if id in self.order[MOST_LINES:]]
        shown = [*self.order[: MOST_LINES - len(more)], *more]
        return {id: [(level, has[id]) for level, has in self.levels if id in has] for id in shown}


def course(events: Iterable[Event]) -> tuple[Course, Tournament]:
    """The course of a tournament, and the state at its end, from its events."""
    t = Tournament()
    began = ended = hands = level = 0
    levels: list[tuple[int, dict[str, int]]] = []
    left: list[tuple[int, int]] = []
    tables: dict[int, list[Run]] = {}
    voided: set[tuple[int, int]] = set()
    for event in events:
        if isinstance(event, Dealt):
            _add(tables.setdefault(event.table, []), event)
            if event.level > level:
                level = event.level
                levels.append((level, _stacks(t)))
        elif isinstance(event, Voided):
            voided.add((event.table, event.hand))
        apply(t, event)
        ended = event.at
        hands += isinstance(event, Played)
        if isinstance(event, Started):
            began = event.at
        if t.status != "open" and isinstance(event, Started | Out | Reentered | Registered):
            left.append((event.at - began, t.left))
        if isinstance(event, Finished | Cancelled) and levels:
            levels.append((level + 1, _stacks(t)))
    alive = sorted(t.alive(), key=lambda player: -player.stack)
    order = tuple([player.id for player in alive] + [id for group, _ in t.placed() for id in group])
    runs = {number: tuple(tables[number]) for number in sorted(tables)}
    return Course(began, ended, hands, tuple(levels), order, tuple(left), runs, frozenset(voided)), t


def _add(runs: list[Run], hand: Dealt) -> None:
    if runs and runs[-1].level == hand.level:
        runs[-1] = structs.replace(runs[-1], last=hand.hand)
    else:
        runs.append(Run(hand.level, hand.hand, hand.hand))


def _stacks(t: Tournament) -> dict[str, int]:
    return {player.id: player.stack for player in t.alive()}
