"""What the director has done: the record that all can read, and how an act is undone.

Nothing is ever taken out of the journal. An act is undone by its opposite (`undo`), followed by an `Undone` that names
it, with a reason. What is undone depends on what has happened since:

- a pause by going on, and going on by a pause, while nothing else was done to either;
- time that was added or taken off by the same amount, from the present level or break;
- a break that was called, while it lasts;
- a move, while the player has the seat to which they were moved and the old one is free;
- the removal of a player, until their hand is over: then their chips have left play (T3.6);
- an announcement at any time: it is not shown any more.

That a tournament was called off is not undone.
"""

from dataclasses import dataclass

from standpat.tournament.clock import Break, Shift
from standpat.tournament.events import CalledOff, Clocked, Departed, Disqualified, Noted, Paused, Resumed

Deed = Paused | Resumed | Clocked | Departed | Disqualified | Noted | CalledOff


@dataclass(slots=True)
class Act:
    """An act of the director, or of the room.

    Attributes:
        event: What was done.
        effect: By how many milliseconds the level or break became longer. What was taken off is at most what was left.
        undone: Whether it was undone.
        why: Why it was undone.
    """

    event: Deed
    effect: int = 0
    undone: bool = False
    why: str = ""

    @property
    def kind(self) -> str:
        """What it was: ``pause``, ``resume``, ``time``, ``break``, ``clock``, ``move``, ``remove``,
        ``announce`` or ``cancel``.
        """
        match self.event:
            case Paused():
                return "pause"
            case Resumed():
                return "resume"
            case Clocked(change=Shift()):
                return "time"
            case Clocked(change=Break()):
                return "break"
            case Clocked():
                return "clock"
            case Departed():
                return "move"
            case Disqualified():
                return "remove"
            case Noted():
                return "announce"
            case CalledOff():
                return "cancel"
