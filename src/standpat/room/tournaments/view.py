"""A tournament as the API shows it (`standpat.protocol.tournament`)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from standpat.protocol.tournament import (
    ActView,
    LevelView,
    ProposalView,
    StandingView,
    TournamentRow,
    TournamentTable,
    TournamentView,
)
from standpat.tournament import commands
from standpat.tournament.clock import MINUTE, Break, Outage, next_break
from standpat.tournament.commands import Granted
from standpat.tournament.events import Clocked, Departed, Disqualified, Noted
from standpat.tournament.registration import Refused
from standpat.tournament.rotation import Cycle, in_tournament, upcoming
from standpat.tournament.state import Tournament
from standpat.tournament.structure import Structure
from standpat.tournament.table import Table
from standpat.tournament.undo import undo
from standpat.tournament.winnings import prizes_now, won

TableId = Callable[[Tournament, int], str]
"""Gives the id of a table from its number."""
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


def row(
    t: Tournament,
    now: int,
    user: str = "",
    table_id: TableId = lambda _, number: "",
    *,
    private: bool = False,
) -> TournamentRow:
    """Its row in the list, as a user sees it."""
    number = t.table_of(t.players[user]) if user in t.players and t.status == "running" else 0
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
        user in t.players,
        table_id(t, number) if number else "",
        private,
    )


def view(
    t: Tournament,
    user: str,
    now: int,
    table_id: TableId,
    *,
    director: bool,
    operator: bool = False,
    person: str = "",
    payer: str = "",
    private: bool = False,
) -> TournamentView:
    """The tournament as a user sees it.

    Args:
        t: The tournament.
        user: The user; "" is a visitor.
        now: The time, in milliseconds.
        table_id: Gives the ids of tables.
        director: Whether the user directs it.
        operator: Whether they are the operator, who directs every tournament.
        person: Whose chips the user plays with; "" for their own.
        payer: The name of who pays for the bots; "" where nobody does.
        private: Whether it is private.
    """
    clock, structure = t.time(now), t.announced.structure
    undoes = partial(undo, by=user, operator=operator, person=person) if director else None
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
    if director and _granted(commands.cancel, t, user, now, person=person):
        may.append("cancel")
    return TournamentView(
        row=row(t, now, user, table_id, private=private),
        now=now,
        level=clock.level,
        ends=clock.ends or 0,
        left=clock.rest or clock.left,
        on_break=clock.rest > 0,
        paused=t.paused,
        called_off=t.called_off is not None,
        hand_for_hand=t.calling,
        chips=t.chips,
        average=t.chips // max(1, t.left),
        pool=t.field.pool(structure),
        prizes=prizes,
        final=t.closed,
        levels=tuple([_level(structure, number) for number in range(1, len(structure.levels) + 1)]),
        present=_level(structure, clock.level),
        coming=_level(structure, clock.level + 1),
        next_break=-1 if (rest := next_break(structure, clock)) is None else rest,
        standings=standings,
        tables=tuple(
            [_table(t, table, clock.level, table_id) for table in t.open_tables()] if t.status == "running" else []
        ),
        notes=tuple([note.text for note in t.notes[-NOTES:]]),
        acts=tuple([_act(t, number, now, undoes) for number in range(1, len(t.acts) + 1)]),
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
        payer=payer,
        may=tuple(may),
    )


def payer_of(t: Tournament) -> str:
    """Who pays for the bots of the house and gets their prizes; "" where nobody does."""
    return next((one.person for one in t.players.values() if one.bot and one.person != one.id), "")


def _level(structure: Structure, number: int) -> LevelView:
    level = structure.level(number)
    return LevelView(number, level.minutes, level.games, level.break_after)


def _table(t: Tournament, table: Table, level: int, table_id: TableId) -> TournamentTable:
    structure = t.announced.structure
    cycle = Cycle(tuple([record.max_seats for record in structure.records()]), structure.turns)
    coming: int | None
    if cycle.lasts == "levels":
        coming = in_tournament(cycle, table.place, table.count, level + 1).place.index
    else:
        coming = upcoming(cycle, table.place, table.count)
    return TournamentTable(
        table.number,
        table_id(t, table.number),
        table.count,
        tuple(table.free),
        table.hands if table.hand else 0,
        structure.games[table.place.index] if table.hands else "",
        "" if coming is None else structure.games[coming],
    )


def _act(t: Tournament, number: int, now: int, undoes: Callable[..., Granted] | None) -> ActView:
    act = t.acts[number - 1]
    event, ms, table = act.event, act.effect, 0
    match event:
        case Clocked(change=Break(length=length)):
            ms = length
        case Clocked(change=Outage(at=at, began=began)):
            ms = at - began
        case Departed(to_table=to_table):
            table = to_table
    return ActView(
        number,
        event.at,
        act.kind,
        event.text if isinstance(event, Noted) else event.why,
        t.players[event.player].name if isinstance(event, Departed | Disqualified) else "",
        round(ms / MINUTE, 2),
        table,
        act.why,
        undoes is not None and not act.undone and _granted(undoes, t, act=number, why="-", now=now),
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


def _granted(command: Callable[..., Granted], *args: Any, **more: Any) -> bool:
    try:
        command(*args, **more)
    except Refused:
        return False
    return True
