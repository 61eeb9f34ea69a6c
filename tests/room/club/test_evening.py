"""A home game of a club is played at a table of the room, and its results are taken from the session."""

import pytest

from room.evening import Evening, Run
from standpat.room.club import book, calendar, home_game, membership, record
from standpat.room.club.book import Wish
from standpat.room.club.calendar import Plan
from standpat.room.club.refusal import ClubRefused
from standpat.room.club.view import view
from standpat.room.home_game.session import summary
from standpat.room.store.users import User
from standpat.room.tables.table import NewTable


def test_a_home_game(evening: Run) -> None:
    async def test(at: Evening) -> None:
        store, now, club = at.room.store, at.time, "c" * 24
        hal, cora, gus = [at.people[name] for name in ("hal", "cora", "gus")]
        founder = User(hal.id, hal.name, "registered", "player", 0.0)
        await store.commit(book.found(club, founder, Wish("Club", "UTC"), "2026", at=now))
        code = (await store.read(view, club, hal.id, now)).code or ""
        await store.commit(membership.join(code, cora, at=now))
        ((planned,),) = await store.commit(calendar.plan(club, hal.id, Plan("Lowball", "2026-11-26T19:00")))
        await store.commit(calendar.set_table(club, hal.id, planned, at.table))  # their own, before anybody sits
        await at.sit("hal", "cora", "gus")
        await at.deal()
        await at.finish()
        table = at.table
        with pytest.raises(ClubRefused, match="close the table"):
            home_game.results(await store.read(summary, table))
        await at.room.close_table(hal, at.actor)
        assert await store.read(calendar.table_of, club, hal.id, planned) == table
        with pytest.raises(ClubRefused, match="organisers"):
            await store.read(calendar.table_of, club, cora.id, planned)
        session = await store.read(summary, table)
        played = home_game.results(session)
        assert {one.member for one in played} == {hal.id, cora.id, gus.id}
        kept = record.of_members(played, await store.read(record.ever, club))
        await store.commit(record.write(club, hal.id, planned, kept, at=now, replaces=None, reason=""))
        told = await store.read(view, club, cora.id, now)
        assert session is not None
        nets = {line.user: line.net for line in session.players if line.user != gus.id}
        assert {one.member: one.net for one in told.statistics} == nets
        assert {one.entrants for one in told.entries[0].results} == {3}
        assert told.balances == {}  # settled on the page of the session
        assert gus.id not in told.names
        at.table = (
            await at.room.open_table(NewTable(game="27td", seats=3, public=False), hal)
        ).rules.id  # for the audit

    evening(test)
