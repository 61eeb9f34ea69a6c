"""Programs as house players at one table. Each has the seat of a house player and speaks the poker-arena protocol.

A program is a viewer of the table like any other: it sees what its seat sees, and its decisions go through the table's
mailbox. `arrange` compares the seats with the running programs and starts or ends some. `up(user)` says whether the
program decides itself. Before it has joined, and after a failure, a bot of this package acts for it
(`house_player.STAND_IN`). A program that ends, or exceeds its time twice in a row (`missed`), is started again after a
pause, which grows each time, and the players get a notice. At most `AT_ONCE` programs run in a room.
"""

import asyncio
import logging
import subprocess
from collections.abc import Callable
from itertools import count
from typing import Final, Protocol

from standpat.engine.action import Action
from standpat.protocol import room as wire
from standpat.room.clients.arena_player import ArenaPlayer, Gone
from standpat.room.clients.program import Line, Program
from standpat.room.tables import house_player
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import TableRules
from standpat.room.tables.viewer import Viewer

log = logging.getLogger("standpat.room")

AT_ONCE: Final = 32
"""The largest number of running programs in a room."""
PAUSES: Final = (0.2, 1.0, 5.0, 30.0, 120.0)
"""Seconds before a program that ended is started again: after the first end, the second, and so on."""
MISSES: Final = 2
"""Decisions missed in a row after which a program is started again."""


class Programs(dict[str, Program]):
    """The programs that the room may start, by name. `free` counts how many more may run at the same time."""

    free = AT_ONCE


class ProgramTable(Protocol):
    """The part of a table that its programs need (`standpat.room.tables.actor.TableActor`)."""

    @property
    def rules(self) -> TableRules:
        """The table's record."""

    @property
    def seating(self) -> Seating:
        """The seats and the players in them."""

    def join(self, viewer: Viewer, you: wire.You) -> None:
        """Let the program watch and play as this user."""

    def said(self, viewer: Viewer, message: wire.ClientMessage) -> None:
        """Handle a message of the program."""

    def gone(self, viewer: Viewer) -> None:
        """Remove the connection of a program."""

    async def snapshot(self, viewer: Viewer) -> str:
        """The state of the table as this viewer may see it, as a frame."""

    def tell(self, key: str, **args: object) -> None:
        """Send a notice to everybody at the table."""


class _Ear:
    """The channel of a program's viewer."""

    def __init__(self, hear: Callable[[wire.ServerMessage], None], end: Callable[[], None]) -> None:
        self._hear = hear
        self._end = end

    async def send(self, text: str) -> None:
        self._hear(wire.read_server(text))

    async def close(self, code: int, reason: str) -> None:
        self._end()


class ProgramSeats:
    """The programs of one table.

    Args:
        table: The table.
        programs: The programs of the room.
        least: The shortest time of a decision, in seconds.
    """

    def __init__(self, table: ProgramTable, programs: Programs, least: float) -> None:
        self._table = table
        self._programs = programs
        self._least = least
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stops: dict[str, asyncio.Event] = {}
        self._missed: dict[str, int] = {}

    def up(self, user: str) -> bool:
        """Whether the program of a house player decides itself."""
        return user in self._stops

    def missed(self, user: str) -> None:
        """Note that a decision was made for a program because its time was over."""
        self._missed[user] = self._missed.get(user, 0) + 1
        if self._missed[user] >= MISSES and user in self._stops:
            del self._missed[user]
            self._stops[user].set()

    def arrange(self) -> None:
        """Start programs for those who sit there now, and end those of players who have left."""
        if not self._programs:
            return
        seated = {
            seat.user: seat.name
            for seat in self._table.seating.seats
            if seat and seat.bot and house_player.kind(seat.user) in self._programs
        }
        for user in self._tasks.keys() - seated.keys():
            self._tasks.pop(user).cancel()
        for user in seated.keys() - self._tasks.keys():
            if self._programs.free:
                self._programs.free -= 1
                task = self._tasks[user] = asyncio.create_task(self._keep(user, seated[user]), name=f"program {user}")
                task.add_done_callback(self._ended)

    async def stop(self) -> None:
        """End all programs."""
        tasks = list(self._tasks.values())
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._programs.free += 1
        if not task.cancelled() and task.exception():
            log.error("table %s: %s fails", self._table.rules.id, task.get_name(), exc_info=task.exception())

    async def _keep(self, user: str, name: str) -> None:
        """Run a program, and start it again when it has ended."""
        for attempt in count():
            try:
                program = self._programs[house_player.kind(user)]
                line = await Line.open(program, errors=subprocess.DEVNULL)  # standard error may have cards
                try:
                    await self._play(line, user, name, again=attempt > 0)
                finally:
                    await line.close()
            except (Gone, OSError, TimeoutError, ValueError) as error:
                log.warning("table %s: program %s: %s", self._table.rules.id, name, error or "no answer")
                if attempt == 0 or user in self._stops:
                    self._table.tell("room.program-out", name=name)
            finally:
                self._stops.pop(user, None)
            await asyncio.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])

    async def _play(self, line: Line, user: str, name: str, *, again: bool) -> None:
        table, numbers = self._table, count(1)

        async def answer(hand_no: int, turn: wire.Turn, action: Action) -> None:
            await asyncio.sleep(self._least)
            self._missed.pop(user, None)
            table.said(viewer, wire.act(next(numbers), turn, hand_no, action))

        player, stop = ArenaPlayer(line, user, name, table.rules.view(), answer), asyncio.Event()
        viewer = Viewer(user, name, _Ear(player.messages.put_nowait, stop.set), table.snapshot)
        await player.join()
        tasks = [asyncio.create_task(job) for job in (player.run(), stop.wait())]
        self._stops[user] = stop
        table.join(viewer, wire.You(user, name, "bot", 0))
        if again:
            table.tell("room.program-back", name=name)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if tasks[0].done():
                tasks[0].result()
            raise Gone("it does not answer")
        finally:
            for task in tasks:
                task.cancel()
            viewer.gone()
            table.gone(viewer)
