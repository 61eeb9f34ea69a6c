"""The course of a tournament for its result page: stacks level by level, and how many players were left when.

Everything comes from the events, in one pass.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from standpat.tournament.events import Cancelled, Dealt, Event, Finished, Out, Played, Reentered, Registered, Started
from standpat.tournament.fold.apply import apply
from standpat.tournament.state import Tournament

MOST_LINES: Final = 7
"""How many players are followed: those who are asked for, and those who came farthest."""


class Course(Struct, frozen=True):
    """A course.

    Attributes:
        began: When play began, in Unix milliseconds; 0 if it did not.
        ended: When the last event was.
        hands: How many hands were played.
        stacks: By player, the stack at the beginning of each level with a hand, and at the end: pairs of the level and
            the stack. The end is one level after the last. Nobody has a stack after the level in which they were out.
        left: Pairs of the time since `began` and how many players were left then, in order.
    """

    began: int
    ended: int
    hands: int
    stacks: dict[str, list[tuple[int, int]]]
    left: list[tuple[int, int]]


def course(events: Iterable[Event], also: Sequence[str] = ()) -> Course:
    """The course of a tournament.

    Args:
        events: Its events.
        also: Players who are followed, wherever they came; fewer than `MOST_LINES`.
    """
    t = Tournament()
    began = ended = hands = level = 0
    levels: list[tuple[int, dict[str, int]]] = []
    left: list[tuple[int, int]] = []
    for event in events:
        if isinstance(event, Dealt) and event.level > level:
            level = event.level
            levels.append((level, _stacks(t)))
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
    best = [player.id for player in alive] + [id for group, _ in t.placed() for id in group]
    more = [id for id in also if id in best[MOST_LINES:]]
    followed = [*best[: MOST_LINES - len(more)], *more]
    stacks = {id: [(level, has[id]) for level, has in levels if id in has] for id in followed}
    return Course(began, ended, hands, stacks, left)


def _stacks(t: Tournament) -> dict[str, int]:
    return {player.id: player.stack for player in t.alive()}
