"""The director: what happens next in a tournament by its rules alone.

`following(tournament, seed, now)` gives the next events that must happen at this time, or none. Whoever runs the
tournament writes them in one transaction, applies them and asks again, until there are none. `due` is the time at which
there may be some again, if nothing else happens before. Hands are not among them: a table asks for its next hand when
it is ready (`standpat.tournament.dealing`). What people ask for is in `standpat.tournament.commands`.

Everything is a function of the events and the seed, so it comes out the same after a crash. The steps, in order:

1. A proposed deal gets its amounts, and is agreed, refused or out of time (T8.3).
2. No-shows are removed, where the options say so (T3.5). Registration closes: the prizes and the order of breaking are
   fixed (T1.3, T5.5, T8.1).
3. Players without chips may buy more, or are out (`standpat.tournament.bubble`).
4. One is left: the tournament is over (T6.7).
5. Hand-for-hand is announced or over (`standpat.tournament.bubble`).
6. Seats: late entrants, redraws, tables that break, balance, arrivals (`standpat.tournament.moving`).
7. The next round of hand-for-hand begins.

A tournament that was called off has two: 3, without offers, and then its end (`standpat.tournament.calling_off`).
"""

from collections.abc import Callable, Sequence
from typing import Final

from standpat.tournament import bubble, calling_off, moving, no_shows, registration
from standpat.tournament.chance import Draw
from standpat.tournament.deals import by_chips, by_icm, evenly
from standpat.tournament.events import (
    Agreed,
    Cancelled,
    Event,
    Figured,
    Finished,
    Lapsed,
    Proposed,
    RegistrationClosed,
    Started,
)
from standpat.tournament.seating import drawn
from standpat.tournament.state import Tournament
from standpat.tournament.winnings import prizes_now, winner, won

ANSWER_MS: Final = 60_000
"""How long players may think about a deal."""

MOST_WAIT_MS: Final = 24 * 3_600_000
"""How long a sit-and-go waits for its players; then they get back what they paid."""

Step = Callable[[Tournament, bytes, int], Sequence[Event]]


def following(tournament: Tournament, seed: bytes, now: int) -> tuple[Event, ...]:
    """The next events, in order; none if nothing must happen now.

    Args:
        tournament: The tournament.
        seed: The seed of its draws, which nobody may know before its end.
        now: The time, in milliseconds.
    """
    steps = {"open": _OPEN, "running": _RUNNING}.get(tournament.status, ())
    if tournament.called_off is not None and tournament.status == "running":
        steps = _CALLED_OFF
    for step in steps:
        if events := step(tournament, seed, now):
            return tuple(events)
    return ()


def due(tournament: Tournament, now: int) -> int | None:
    """The time of the next event that only the clock causes, in milliseconds; None if there is none."""
    if tournament.status == "open":
        return tournament.announced.starts or tournament.announced.at + MOST_WAIT_MS
    if tournament.status != "running":
        return None
    times = [player.offered for player in tournament.alive() if player.offered]
    if tournament.proposal is not None and tournament.proposal.figured is not None:
        times.append(tournament.proposal.figured.until)
    if ends := tournament.time(now).ends:
        times.append(ends)
    return min(times, default=None)


# The steps ---------------------------------------------------------------------------------------------------


def _opening(tournament: Tournament, seed: bytes, now: int) -> Sequence[Event]:
    structure, starts = tournament.announced.structure, tournament.announced.starts
    entrants = list(tournament.players)
    if structure.sit_and_go:
        if not registration.starts_now(structure, len(entrants)):
            waited = now - tournament.announced.at >= MOST_WAIT_MS
            return [_called_off(tournament, "waited", now)] if waited else ()
    elif now < starts:
        return ()
    elif not registration.takes_place(structure, len(entrants)):
        return [_called_off(tournament, "minimum", now)]
    seats = range(structure.seats)
    tables = drawn(entrants, structure.seats, Draw(seed, "start"))
    return [Started(at=now, tables=tuple([tuple([row.get(at) for at in seats]) for row in tables]))]


def _called_off(tournament: Tournament, why: str, now: int) -> Cancelled:
    structure = tournament.announced.structure
    return Cancelled(at=now, why=why, refunds=dict.fromkeys(tournament.players, structure.buy_in + structure.fee))


def _dividing(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    """What becomes of a proposed deal: its amounts when all tables wait, then the answers."""
    proposal = tournament.proposal
    if proposal is None or tournament.playing or tournament.undecided:
        return ()
    alive, figured = tournament.alive(), proposal.figured
    if figured is None:
        amounts = _amounts(tournament, proposal.event)
        if amounts is None:
            return [Lapsed(at=now)]
        return [Figured(at=now, amounts=amounts, until=now + ANSWER_MS)]
    if proposal.refused or now >= figured.until or figured.amounts.keys() != {player.id for player in alive}:
        return [Lapsed(at=now)]
    if proposal.yes != figured.amounts.keys():
        return ()
    remains = sum(tournament.prizes_left()) - sum(figured.amounts.values())
    return [Agreed(at=now, amounts=figured.amounts, remains=remains)]


def _amounts(tournament: Tournament, event: Proposed) -> dict[str, int] | None:
    """What each player would get; None if there is nothing to divide any more."""
    alive, left = tournament.alive(), tournament.prizes_left()
    stacks = [player.stack for player in alive]
    if len(alive) < 2 or len(left) < len(alive):
        return None
    if event.form == "custom":
        fits = event.amounts.keys() == {player.id for player in alive} and sum(event.amounts.values()) <= sum(left)
        return event.amounts if fits else None
    parts = {"icm": by_icm, "chips": by_chips, "even": evenly}[event.form](stacks, left)
    return dict(zip([player.id for player in alive], parts, strict=True))


def _closing(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    structure = tournament.announced.structure
    if tournament.closed or tournament.unseated or not registration.prizes_fixed(structure, tournament.time(now)):
        return ()
    if any([player.offered for player in tournament.alive()]):
        return ()
    order = sorted([table.number for table in tournament.open_tables()], reverse=True)
    return [RegistrationClosed(at=now, prizes=prizes_now(tournament), breaking=tuple(order))]


def _ending(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    agreed = tournament.agreed
    if tournament.left > 1 and not (agreed is not None and agreed.remains == 0):
        return ()
    if tournament.playing or not tournament.closed:
        return ()
    return [Finished(at=now, winner=winner(tournament), prizes=won(tournament))]


_OPEN: Final[tuple[Step, ...]] = (_opening,)
_RUNNING: Final[tuple[Step, ...]] = (
    _dividing,
    no_shows.removing,
    _closing,
    bubble.busts,
    _ending,
    bubble.rounds,
    *moving.STEPS,
    bubble.next_round,
)
_CALLED_OFF: Final[tuple[Step, ...]] = (bubble.busts, calling_off.refunding)
