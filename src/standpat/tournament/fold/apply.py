"""The fold: the state of a tournament from its events (`standpat.tournament.state`).

`apply` adds the next event to a state. It refuses one that cannot follow (`Impossible`); nothing has changed then.
`folded` reads a whole journal.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from standpat.tournament.events import (
    AddedOn,
    Agreed,
    Announced,
    Answered,
    Arrived,
    Broken,
    CalledOff,
    Cancelled,
    Clocked,
    Dealt,
    Declined,
    Departed,
    Disqualified,
    Event,
    Figured,
    Finished,
    Forfeited,
    Lapsed,
    Noted,
    Offered,
    Out,
    Paused,
    Picked,
    Played,
    Proposed,
    Rebought,
    Redrawn,
    Reentered,
    Registered,
    RegistrationClosed,
    Resumed,
    RoundBegan,
    RoundCalled,
    RoundsOver,
    Seated,
    Started,
    Undone,
    Voided,
    Withdrawn,
)
from standpat.tournament.fold import direction, entries, hands, seats
from standpat.tournament.state import Tournament


def apply(tournament: Tournament, event: Event) -> None:
    """Add the next event.

    Raises:
        Impossible: It cannot follow. Nothing has changed.
    """
    _APPLY[type(event)](tournament, event)
    tournament.events += 1


def folded(events: Iterable[Event]) -> Tournament:
    """The state after these events.

    Raises:
        Impossible: One of them cannot follow.
    """
    tournament = Tournament()
    for event in events:
        apply(tournament, event)
    return tournament


_APPLY: Final[Mapping[type, Callable[[Tournament, Any], None]]] = {
    Announced: entries.announced,
    Registered: entries.registered,
    Withdrawn: entries.withdrawn,
    Cancelled: entries.cancelled,
    Started: entries.started,
    Seated: seats.seated,
    Reentered: entries.reentered,
    Rebought: entries.rebought,
    AddedOn: entries.added_on,
    Offered: entries.offered,
    Declined: entries.declined,
    RegistrationClosed: entries.registration_closed,
    Dealt: hands.dealt,
    Picked: hands.picked,
    Played: hands.played,
    Voided: hands.voided,
    Out: hands.out,
    RoundCalled: hands.round_called,
    RoundBegan: hands.round_began,
    RoundsOver: hands.rounds_over,
    Departed: seats.departed,
    Arrived: seats.arrived,
    Broken: seats.broken,
    Redrawn: seats.redrawn,
    Paused: direction.paused,
    Resumed: direction.resumed,
    Clocked: direction.clocked,
    Disqualified: direction.disqualified,
    Forfeited: entries.forfeited,
    Noted: direction.noted,
    CalledOff: direction.called_off,
    Undone: direction.undone,
    Proposed: direction.proposed,
    Figured: direction.figured,
    Answered: direction.answered,
    Lapsed: direction.lapsed,
    Agreed: direction.agreed,
    Finished: direction.finished,
}
