"""A tournament that cannot be read keeps neither the room nor other tournaments from opening."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from room.tournaments.scene import killed, opened, structure
from standpat.room.store import Work, tournament_book
from standpat.room.tables import home
from standpat.room.tables.refusal import Refused
from standpat.room.torture.triggers import without_triggers
from standpat.tournament import commands
from standpat.tournament.options import Options


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tournament_event SET body = '{' WHERE tournament_id = :id AND no = 2",
        "DELETE FROM tournament_event WHERE tournament_id = :id AND no = 1",
        "UPDATE tournament_event SET body = replace(body, 'started', 'finished') WHERE tournament_id = :id",
    ],
)
def test_its_tables_are_set_aside_and_the_others_go_on(tmp_path: Path, damage: str) -> None:
    url = f"sqlite:///{tmp_path}/room.sqlite"

    async def play() -> None:
        room = await opened(url)
        bad = await room.tournaments.announce("Bad", structure(), Options(), None, bots=2)
        good = await room.tournaments.announce("Good", structure(), Options(), None, bots=2)
        for number, keeper in enumerate((bad, good)):
            person = (await room.accounts.guest(home.of(f"192.0.{number}.1"))).user
            await keeper.ask(commands.register, person.id, person.name)
        tables = {room.tournaments.table_id(one.state, 1): one.id for one in (bad, good)}
        async with asyncio.timeout(60):
            while tables.keys() != room.tables.keys():
                await asyncio.sleep(0.01)
        await killed(room)

        def spoil(connection: Connection) -> None:
            with without_triggers(connection):
                connection.execute(text(damage), {"id": bad.id})

        room = await opened(url)
        await room.store.commit(Work(spoil))
        await killed(room)
        room = await opened(url)
        assert [*room.tournaments.keepers] == [good.id]
        assert [tables[id] for id in room.repairs.aside] == [bad.id]
        assert [tables[id] for id in room.tables] == [good.id]
        with pytest.raises(Refused) as refused:
            room.tournaments.find(bad.id)
        assert refused.value.args[0].key == "error.tournament-repair"
        assert bad.id in await room.store.read(tournament_book.not_over)
        await room.close()

    asyncio.run(play())
