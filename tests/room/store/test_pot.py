"""The pots of hands from before the database had them are filled in, and are those that the hands had."""

from sqlalchemy import Connection, select

from room.store.scene import bodies, run
from room.store.test_earlier_layout import ROWS
from standpat.engine.event import PotAwarded
from standpat.room.store import Store, journal, schema
from standpat.room.store.backup import restore
from standpat.room.store.pot import fill, unfilled
from standpat.room.tables.pots import Pots


def pots(connection: Connection) -> dict[int, int | None]:
    return {row.hand_id: row.pot for row in connection.execute(select(schema.result.c.hand_id, schema.result.c.pot))}


def test_an_old_room_gets_its_pots(empty_url: str) -> None:
    restore(empty_url, ROWS)

    async def scene(store: Store) -> None:
        before = await store.read(pots)
        assert len(before) >= 8
        assert set(before.values()) == {None}
        side = journal.append(min(before), 900, (PotAwarded(1, "whole", ((0, 5), (1, 6))),))  # none of them has one
        await store.commit(side)
        newest = await store.read(unfilled, 2)
        assert sorted(newest) == sorted(before)[-2:]
        await store.commit(fill({max(before): 7}))
        job = Pots(store)
        await job.fill_some()
        told = await store.read(pots)
        assert told.pop(max(before)) == 7  # what is there is not looked at again
        for hand_id, pot in told.items():
            awards = [event for event in await store.read(bodies, hand_id) if event["event"] == "pot-awarded"]
            assert pot == sum([chips for award in awards for _, chips in award["winners"]]) > 0
        assert await store.read(unfilled, 2) == {}

    run(empty_url, scene)
