"""A program in a tournament: it registers, plays at whatever table it has a seat at, and comes back after a break.

    async with Lobby(url, token=token) as lobby:
        mine = await enter(lobby, tournament, by(choose))
        mine.place, mine.prize

`enter` connects to the program's table and calls the player with it. When the program is moved, or its table breaks,
the player is cancelled and called with the next table. It ends when the program is out or has won, or when the
tournament is called off. A program that ended in the middle calls `enter` again with the same account: it is
registered already, and plays on. Its decisions were made for it meanwhile (T3.1).
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from standpat.engine.action import Action
from standpat.protocol.room import ServerMessage
from standpat.room.clients.client import Lobby, RoomError, Table

LOOK_S: Final = 5.0
"""How often a program asks where it plays, if no message of its table says so, in seconds."""
MOVE_S: Final = 0.2
"""How often it asks while it has no table, in seconds."""
RESTART_S: Final = 120.0
"""How long it waits for a room that does not answer, in seconds."""

AtTable = Callable[[Table], Awaitable[None]]
"""Plays at a connected table until it is cancelled."""


class Standing(NamedTuple):
    """How a program stands.

    Attributes:
        status: The status of the tournament.
        place: Its place; 0 while it is not out, or if there was no tournament.
        prize: What it won.
        stack: Its chips.
        table: The id of its table; "" for none.
        may: What it may ask for.
    """

    status: str
    place: int
    prize: int
    stack: int
    table: str
    may: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Whether there is nothing more to play."""
        return self.status in ("finished", "cancelled") or self.place > 0


async def standing(lobby: Lobby, tournament: str) -> Standing | None:
    """How the program stands; None if it has not registered.

    Raises:
        RoomError: There is no such tournament.
    """
    view: dict[str, Any] = await lobby.get(f"/api/tournaments/{tournament}")
    me, tables = view["me"], {table["number"]: table["id"] for table in view["tables"]}
    if me is None:
        return None
    table = tables.get(me["table"], "")
    return Standing(view["row"]["status"], me["place"], me["prize"], me["stack"], table, tuple(view["may"]))


async def enter(
    lobby: Lobby,
    tournament: str,
    play: AtTable,
    *,
    listen: Callable[[ServerMessage], None] | None = None,
    rebuys: bool = False,
    look: float = LOOK_S,
) -> Standing:
    """Register, unless the program is registered, and play to the end.

    Args:
        lobby: The program's account.
        tournament: The tournament.
        play: Plays at each table.
        listen: Called with each message of each table, from the first one.
        rebuys: Whether to buy chips where they are offered after the last ones are lost.
        look: How often to ask where the program plays, in seconds.

    Returns:
        How it stands at the end; its status is ``open`` if it was withdrawn.

    Raises:
        RoomError: The room refused to register it, or an action of the player.
        OSError: The room does not answer.
    """
    if await standing(lobby, tournament) is None:
        await lobby.post(f"/api/tournaments/{tournament}/register")
    while True:
        mine = await _patiently(lobby, tournament)
        if mine is None or mine.over:
            return mine or Standing("open", 0, 0, 0, "", ())
        if "decline" in mine.may:
            with contextlib.suppress(RoomError):  # it was too late
                await lobby.post(f"/api/tournaments/{tournament}/{'rebuy' if rebuys else 'decline'}")
        if mine.table:
            table = lobby.table(mine.table)
            table.on_message = listen
            with contextlib.suppress(ConnectionError, TimeoutError):  # the table is closed, or the room is restarted
                async with table:
                    await _at(table, lobby, tournament, play, look)
        await asyncio.sleep(min(look, MOVE_S))


def by(choose: Callable[[Table], Action]) -> AtTable:
    """A player that chooses each action from the table (`Table.legal`, `Table.cards`, `Table.events`)."""

    async def play(table: Table) -> None:
        while True:
            await table.until(lambda: table.legal is not None, None)
            try:
                await table.act(choose(table))
            except RoomError as error:
                if error.code != "late":
                    raise

    return play


async def _at(table: Table, lobby: Lobby, tournament: str, play: AtTable, look: float) -> None:
    """Play at a table as long as the program has its seat there."""
    await _come_back(table)
    playing = asyncio.ensure_future(play(table))
    leaves = _leaves(table)
    try:
        while True:
            watching = asyncio.ensure_future(table.until(leaves, look))
            try:
                await asyncio.wait((playing, watching), return_when=asyncio.FIRST_COMPLETED)
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
            if playing.done():
                playing.result()
                return
            mine = await _patiently(lobby, tournament)
            if table.closed or mine is None or mine.over or mine.table != table.id or "decline" in mine.may:
                return
            await _come_back(table)
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def _patiently(lobby: Lobby, tournament: str) -> Standing | None:
    """How the program stands, also if the room has to be asked again because it is restarted."""
    until = asyncio.get_running_loop().time() + RESTART_S
    while True:
        try:
            return await standing(lobby, tournament)
        except OSError:
            if asyncio.get_running_loop().time() > until:
                raise
        await asyncio.sleep(1)


def _leaves(table: Table) -> Callable[[], bool]:
    """A condition: the program had a seat at the table, and has none."""
    seated = [table.place is not None]

    def leaves() -> bool:
        seated[0] = seated[0] or table.place is not None
        return seated[0] and table.place is None

    return leaves


async def _come_back(table: Table) -> None:
    """Say that the program is there, if it was away."""
    mine = next((seat for seat in table.seats if seat.user == table.lobby.user), None)
    if mine is not None and mine.state == "sitting-out":
        with contextlib.suppress(RoomError, ConnectionError, TimeoutError):
            await table.sit_out(False)
