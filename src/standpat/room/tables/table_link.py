"""The link of a table with another one: promises, calls and moves (`standpat.room.tables.must_move`).

A move is one commit: the transfer between the two seats and the state of both tables. So whatever ends the server, the
player sits at exactly one of them, with all their chips; after the restart they are called again or have moved. If the
database fails, both tables read themselves again.

Two tables change in a move, and each is written by its own actor only. The must-move table begins: in its turn it asks
the main table, and the move is made in the turn of the main table while its own goes on. The main table never waits for
the must-move table, so they cannot wait for each other; it only posts to its mailbox (`look`).

The link is in effect while both tables have it in their records, have the same owner, and neither is closing or being
repaired. Nobody moves while one of them is paused.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from standpat.protocol.room import Called, Moved, Notice, Reserved, write
from standpat.room.store import Store, journal, ledger
from standpat.room.tables import must_move, purse
from standpat.room.tables.actor import TableActor
from standpat.room.tables.linked import Linked, Newcomers
from standpat.room.tables.refusal import Refused
from standpat.room.tables.seating import Seat
from standpat.room.tables.sitter import Sitter
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.watch import Watch

NOT_CALLED: Final = Called(None)


class TableLink(Linked):
    """The link of one table, if it has one.

    Args:
        actor: The table.
        tables: The tables of the room.
        store: The database.
        watch: The room's time.
    """

    def __init__(self, actor: TableActor, tables: Mapping[str, TableActor], store: Store, watch: Watch) -> None:
        self._actor = actor
        self._tables = tables
        self._store = store
        self._watch = watch
        self._told: dict[str, Called] = {}
        """What the players who are called were told."""
        self._reserved: list[int] = []
        """The seats of this table that everybody was told are promised."""

    def _other(self) -> TableActor | None:
        """The linked table; None if no link is in effect."""
        link = self._actor.rules.link
        if link is None:
            return None
        here = self._actor.rules
        other = self._tables.get(link.view(here.id).table)
        if other is None or other.rules.link != link or other.rules.owner != here.owner:
            return None
        return None if any([one.closing or one.unsound for one in (self._actor, other)]) else other

    def _feeder(self) -> TableActor | None:
        """The must-move table of this one, if it is a main table."""
        link = self._actor.rules.link
        return self._other() if link and link.main[0] == self._actor.rules.id else None

    def _main(self) -> TableActor | None:
        """The main table of this one, if it is a must-move table."""
        link = self._actor.rules.link
        return self._other() if link and link.feeder[0] == self._actor.rules.id else None

    # What the table asks ---------------------------------------------------------------------------------

    def promised(self) -> Mapping[int, str]:
        """The seats of this table that are promised to players of its must-move table, with these players."""
        feeder = self._feeder()
        return {} if feeder is None else _promised(self._actor, feeder)

    def calls(self, user: str) -> bool:
        """Whether a seat of the main table is promised to a player of this one."""
        main = self._main()
        return main is not None and user in _promised(main, self._actor).values()

    def newcomers(self) -> Newcomers | None:
        """The table at which newcomers begin; None if that is this one."""
        feeder = self._feeder()
        return None if feeder is None else Newcomers(feeder.rules.id, feeder.rules.name)

    def tables(self) -> tuple[str, ...]:
        """The ids of the tables that are linked with this one."""
        other = self._other()
        return () if other is None else (other.rules.id,)

    def needed(self) -> bool:
        """Whether people sit at the linked table, so that this one is in use too."""
        other = self._other()
        return other is not None and any([seat and not seat.bot for seat in other.seating.seats])

    def refused_until(self, person: str) -> float:
        """Until when a person who has refused to move may not sit here, in Unix seconds; 0 if they may."""
        feeder = self._actor if self._main() else self._feeder()
        if feeder is None:
            return 0.0
        at = feeder.seating.refused.get(person)
        # A time that is ahead was stored before the machine's clock was set back.
        return at + must_move.WAIT if at is not None and abs(self._watch.wall() - at) < must_move.WAIT else 0.0

    # Moves -----------------------------------------------------------------------------------------------

    async def go_on(self) -> None:
        """Move the players who are to move now, in the turn of this table."""
        main = self._main()
        if main is None or self._actor.stopping or main.stopping or not self._due(main):
            return

        async def job() -> None:
            while self._main() is main and (due := self._due(main)):
                await self._move(main, *due[0])

        with suppress(Refused):  # it has just been set aside
            await main.ask(job)

    def _due(self, main: TableActor) -> list[tuple[int, str]]:
        """The players who are to move now, after the seats to which they move."""
        feeder = self._actor
        paused = feeder.desk.state.paused or main.desk.state.paused
        if paused or feeder.seating.playing or not feeder.runner.between_hands:
            return []
        promises = _promised(main, feeder)
        return [(at, user) for at, user in promises.items() if not must_move.finishes(feeder.seating, user)]

    async def _move(self, main: TableActor, at: int, user: str) -> None:
        feeder = self._actor
        before = feeder.seating.copy(), main.seating.copy()
        try:
            seat = must_move.move(main.seating, feeder.seating, user, at)
            table, other = feeder.rules.id, main.rules.id
            await self._store.commit(
                ledger.move(
                    ledger.seat(table, user),
                    ledger.seat(other, user),
                    seat.stack,
                    ledger.MUST_MOVE,
                    at=self._watch.wall(),
                    reference=purse.of_seat(user, seat.purse),
                ),
                journal.save_table(table, feeder.runner.state()),
                journal.save_table(other, main.runner.state()),
            )
        except BaseException:
            feeder.cashier.seating, main.cashier.seating = before
            raise
        feeder.cashier.has_moved(user)
        main.cashier.has_come(user)
        self._told.pop(user, None)
        for viewer in feeder.viewers:
            if viewer.user == user:
                viewer.tell(write(Moved(other)))
        names = {"name": seat.name, "from": feeder.rules.name, "to": main.rules.name}
        for actor in (feeder, main):
            actor.viewers.say(lambda v: Notice(v, "room.must-moved", names))
        main.runner.plan_next()

    # What players are told -------------------------------------------------------------------------------

    def look(self) -> None:
        """Tell the players who are called, everybody which seats are promised, and the must-move table that something
        has changed here."""
        feeder = self._feeder()
        if feeder is not None and not feeder.stopping:
            feeder.look_again()
        self.reserve(self.promised())
        main = self._main()
        if main is None and not self._told:
            return
        now: dict[str, Called] = {}
        promises = _promised(main, self._actor) if main else {}
        if main is not None:
            main.linked.reserve(promises)
        for user in promises.values():
            now[user] = Called("button" if must_move.finishes(self._actor.seating, user) else "hand")
        if now != self._told:
            before, self._told = self._told, now
            for viewer in self._actor.viewers:
                told = now.get(viewer.user, NOT_CALLED)
                if told != before.get(viewer.user, NOT_CALLED):
                    viewer.tell(write(told))

    def reserve(self, promises: Mapping[int, str]) -> None:
        """Tell everybody at this table which of its seats are promised, if others are than before."""
        if (seats := sorted(promises)) != self._reserved:
            self._reserved = seats
            for viewer in self._actor.viewers:
                viewer.tell(write(Reserved(seats)))

    def tell(self, viewer: Viewer, since: int | None) -> None:
        """Tell a connection that has joined, from the version that it has seen; None for a new page."""
        if self._reserved:
            viewer.tell(write(Reserved(self._reserved)))
        if viewer.user in self._told:
            viewer.tell(write(self._told[viewer.user]))
        main = self._main()
        here, there = [actor and actor.seating.find(viewer.user) for actor in (self._actor, main)]
        if main is not None and since is not None and viewer.user and here is None and there is not None:
            viewer.tell(write(Moved(main.rules.id)))


def _promised(main: TableActor, feeder: TableActor) -> dict[int, str]:
    def may(seat: Seat) -> bool:
        person = purse.person(purse.of_seat(seat.user, seat.purse)) or seat.user
        return main.cashier.may_join(Sitter(seat.user, seat.name, person, seat.home))

    return must_move.promised(main.seating, feeder.seating, may)
