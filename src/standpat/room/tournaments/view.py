"""A tournament as the API shows it (`standpat.protocol.tournament`)."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from standpat.protocol.tournament import (
    LevelView,
    ProposalView,
    StandingView,
    TournamentRow,
    TournamentTable,
    TournamentView,
)
from standpat.tournament import commands
from standpat.tournament.commands import Granted
from standpat.tournament.director import prizes_now, won
from standpat.tournament.registration import Refused
from standpat.tournament.state import Tournament

NOTES: Final = 10
"""How many announcements are shown."""
WISHES: Final[dict[str, Callable[..., Granted]]] = {
    "withdraw": commands.withdraw,
    "re-enter": commands.reenter,
    "rebuy": commands.rebuy,
    "add-on": commands.add_on,
    "decline": commands.decline,
}
"""Requests without arguments of a player, by name."""


def row(t: Tournament, now: int) -> TournamentRow:
    """Its row in the list."""
    announced = t.announced
    structure = announced.structure
    return TournamentRow(
        announced.id,
        announced.name,
        structure.games,
        t.status,
        structure.sit_and_go,
        announced.starts,
        len(t.players),
        structure.most,
        t.left,
        structure.buy_in + structure.fee,
        _granted(commands.register, t, "", "", now),
    )


def view(
    t: Tournament, user: str, now: int, table_id: Callable[[Tournament, int], str], *, director: bool
) -> TournamentView:
    """The tournament as a user sees it; "" is a visitor."""
    clock, structure = t.time(now), t.announced.structure
    standings = _standings(t)
    prizes = t.prizes if t.closed else prizes_now(t)
    proposal = t.proposal
    figured = proposal.figured if proposal else None
    me = next((one for one in standings if one.id == user), None)
    may = [name for name, command in WISHES.items() if user in t.players and _granted(command, t, user, now)]
    if user and user not in t.players and _granted(commands.register, t, user, "", now):
        may.append("register")
    if user in t.players and _granted(commands.propose, t, user, "even", now):
        may.append("propose")
    if user in t.players and _granted(commands.answer, t, user, True, now):
        may.append("answer")
    return TournamentView(
        row=row(t, now),
        now=now,
        level=clock.level,
        ends=clock.ends or 0,
        left=clock.rest or clock.left,
        on_break=clock.rest > 0,
        paused=t.paused,
        hand_for_hand=t.calling,
        chips=t.chips,
        average=t.chips // max(1, t.left),
        pool=t.field.pool(structure),
        prizes=prizes,
        final=t.closed,
        levels=tuple(
            [
                LevelView(number, level.minutes, level.games, level.break_after)
                for number, level in enumerate(structure.levels, 1)
            ]
        ),
        standings=standings,
        tables=tuple(
            [TournamentTable(table.number, table_id(t, table.number), table.count) for table in t.open_tables()]
            if t.status == "running"
            else []
        ),
        notes=tuple([note.text for note in t.notes[-NOTES:]]),
        proposal=ProposalView(
            proposal.event.by,
            proposal.event.form,
            figured.amounts if figured else {},
            tuple(sorted(proposal.yes)),
            figured.until if figured else 0,
        )
        if proposal
        else None,
        director=director,
        me=me,
        may=tuple(may),
    )


def _standings(t: Tournament) -> tuple[StandingView, ...]:
    places, prizes = t.places(), t.won or won(t)
    last = t.status == "finished"

    def standing(id: str) -> StandingView:
        player = t.players[id]
        place, shared = places.get(id, (1, 1) if last else (0, 1))
        return StandingView(
            id, player.name, player.bot, player.stack, place, shared, prizes.get(id, 0), player.table, player.seat
        )

    alive: Sequence[str] = sorted(
        [player.id for player in t.alive()], key=lambda id: (-t.players[id].stack, t.players[id].number)
    )
    out = [id for group, _ in t.placed() for id in group]
    return tuple([standing(id) for id in (*alive, *out)])


def _granted(command: Callable[..., Granted], *args: Any) -> bool:
    try:
        command(*args)
    except Refused:
        return False
    return True
