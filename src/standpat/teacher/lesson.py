"""A guided lesson as data: five hands with a stacked deck, and what the learner is asked on the way.

The lesson of a game is the file ``lessons/GAME.json`` next to this module: the `stakes`, the `stack` that both begin
each hand with, and the `hands`. Seat 0 is the learner, seat 1 the opponent.
A hand has a `name`, the seat of the `button`, the `deck` in the order of `standpat.engine.dealer.ScriptedDealer`, the
seat of the `winner`, and a `line`: all actions in order, such as ``"1 draw Kd Qc"`` (the seat, then the action). The
action ``draw`` without cards stands pat; a ``bet`` or ``raise`` without an amount is the smallest one, and with several
(``"0 bet 60 20 1000 ?size"``) it is the first, and the others are on offer beside it. A line that ends
in ``?high`` is a *step*: the learner is asked, and the texts of the step are at ``lesson.GAME.HAND.high`` in the
locale files. All other actions of seat 0 are played for them.

A step expects one action, so a deal must not have two that are equally good, such as either card of a pair.
"""

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Legal, Raise
from standpat.engine.games import Stakes

LEARNER: Final = 0
"""The learner's seat."""
_FOLDER: Final = "lessons"


class Move(msgspec.Struct, frozen=True):
    """One action of a line.

    Attributes:
        seat: Who acts.
        what: The name of the action.
        more: Its cards or its amounts; empty where there are none.
        step: The name of the step; None where nobody is asked.
    """

    seat: int
    what: str
    more: tuple[str, ...] = ()
    step: str | None = None


class LessonHand(msgspec.Struct, frozen=True):
    """One hand of a lesson (see the module)."""

    name: str
    button: int
    winner: int
    deck: str
    line: tuple[str, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The line, read."""
        return tuple([_move(text) for text in self.line])


class Lesson(msgspec.Struct, frozen=True):
    """The hands of a lesson, in order, with the stakes and the stack of both seats in chips."""

    hands: tuple[LessonHand, ...]
    stakes: Stakes
    stack: int


@cache
def lesson_games() -> tuple[str, ...]:
    """The ids of the games that have a lesson."""
    names = [entry.name for entry in (files(__package__) / _FOLDER).iterdir()]
    return tuple(sorted([name.removesuffix(".json") for name in names if name.endswith(".json")]))


@cache
def lesson(game: str) -> Lesson:
    """The lesson of a game; a game without one is a `ValueError`."""
    if game not in lesson_games():
        raise ValueError(f"no lesson for {game!r}: expected one of {', '.join(lesson_games())}")
    return msgspec.json.decode((files(__package__) / _FOLDER / f"{game}.json").read_bytes(), type=Lesson)


def action_of(move: Move, legal: Legal) -> Action:
    """The action of a move where `legal` is what its seat may do; an unknown name is a `ValueError`."""
    match move.what:
        case "fold":
            return Fold()
        case "check":
            return Check()
        case "call":
            return Call()
        case "draw":
            return Discard("".join(move.more))
        case "bet" if legal.bet:
            return Bet(int(move.more[0]) if move.more else legal.bet.min_to)
        case "raise" if legal.raise_:
            return Raise(int(move.more[0]) if move.more else legal.raise_.min_to)
    raise ValueError(f"{move.what!r} is not an action here")


def _move(text: str) -> Move:
    seat, what, *more = text.split()
    step = more.pop()[1:] if more and more[-1].startswith("?") else None
    return Move(int(seat), what, tuple(more), step)
