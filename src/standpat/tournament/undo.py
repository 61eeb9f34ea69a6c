"""Undoing what the director did (`standpat.tournament.acts`): the opposite, and an `Undone` with the reason.

Directors undo their own acts, and the operator anybody's. So nobody can undo what the operator did to them.
"""

from standpat.language.sentence import Sentence
from standpat.tournament import commands
from standpat.tournament.acts import Act
from standpat.tournament.clock import Shift
from standpat.tournament.commands import Granted
from standpat.tournament.events import Clocked, Departed, Disqualified, Event, Noted, Paused, Resumed, Undone
from standpat.tournament.registration import Refused
from standpat.tournament.state import Tournament


def undo(t: Tournament, by: str, act: int, why: str, now: int, *, operator: bool = False, person: str = "") -> Granted:
    """Undo an act, by its number from 1. `person` is whose program `by` is."""
    commands.require_running(t)
    if type(act) is not int or not 1 <= act <= len(t.acts):
        raise Refused(Sentence("tournament-no-act"))
    one = t.acts[act - 1]
    if one.undone:
        raise Refused(Sentence("tournament-undone"))
    if one.event.by != by and not operator:
        raise Refused(Sentence("tournament-undo-own"))
    undone = Undone(at=now, act=act, by=by, why=commands.words(why, least=1))
    return Granted((*_opposite(t, one, by, undone.why, now, person), undone))


def _opposite(t: Tournament, one: Act, by: str, why: str, now: int, person: str) -> tuple[Event, ...]:
    late = Refused(Sentence("tournament-undo-late"))
    event = one.event
    last = next((act for act in reversed(t.acts) if isinstance(act.event, Paused | Resumed)), None)
    match one.kind, event:
        case "pause", Paused() if t.paused and one is last:
            return commands.resume(t, by, now, why=why).events
        case "resume", Resumed() if not t.paused and one is last:
            return commands.pause(t, by, now, why=why).events
        case "time", Clocked() if one.effect:
            return commands.add_time(t, by, -one.effect, now, why=why).events
        case "break", Clocked():
            clock = t.time(now)
            called = [act for act in t.acts if act.kind == "break"][-1]
            if clock.rest and clock.left and one is called:  # the structure's own breaks come when nothing is left
                return (Clocked(at=now, by=by, change=Shift(now, -clock.rest), why=why),)
        case "move", Departed(player=player, table=table, seat=seat):
            moved = t.players[player]
            if (moved.table, moved.seat) == (event.to_table, event.to_seat):
                return commands.move(t, by, player, table, seat, why, now, person=person).events
        case "remove", Disqualified(player=player):
            if t.hand_of(t.players[player]) is not None:
                return ()
        case "announce", Noted():
            return ()
    raise late
