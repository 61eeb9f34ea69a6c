"""The machine's clock is changed while the room runs, or while it is down: play continues, and nobody is timed out."""

import asyncio
import time
from typing import Any

import pytest

from room_scene import Served, patient, serving
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, Table
from standpat.room.store import Store, journal
from standpat.room.tables.table import NewTable
from standpat.room.tables.watch import Watch

HOUR, YEAR = 3600.0, 31_557_600.0
STEPS = [-HOUR, HOUR, -20 * YEAR, 20 * YEAR]
TABLE = (NewTable("27td", "Steps", seats=2),)


class Machine:
    """A machine whose clock can be set."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.ahead = ahead
        self.watch = Watch(lambda: time.time() + self.ahead)


async def two(served: Served, cookies: list[str | None]) -> tuple[Table, Table]:
    """Two people at the table. Their sockets stay open for as long as the loop runs."""
    tables = []
    for cookie in cookies:
        lobby = await Lobby(served.url, cookie=cookie).__aenter__()
        table = await lobby.table(next(iter(served.room.tables))).__aenter__()
        if table.place is None:
            await table.sit(1000)
        tables.append(table)
    for number, table in enumerate(tables):
        cookies[number] = table.lobby.cookie
    return tables[0], tables[1]


async def turn_of(one: Table, other: Table) -> Table:
    """The player whose turn it is."""
    await asyncio.wait_for(_either(one, other), 10)
    return one if one.legal else other


async def _either(one: Table, other: Table) -> None:
    while not (one.legal or other.legal):
        await asyncio.sleep(0.005)


async def play(one: Table, other: Table, hands: int) -> None:
    """Play this many hands to the end."""
    last = one.hand_no + hands
    while one.hand_no < last:
        actor = await turn_of(one, other)
        await actor.act(patient(actor))


@pytest.mark.sqlite_first
@pytest.mark.parametrize("step", [-20 * YEAR, -HOUR, HOUR, 20 * YEAR])
def test_a_step_while_hands_are_played(database_url: str, step: float) -> None:
    machine = Machine()

    async def run(served: Served) -> None:
        one, other = await two(served, [None, None])
        actor = await turn_of(one, other)
        assert actor.turn
        before, told = actor.turn, list[wire.ServerMessage]()
        actor.on_message = told.append
        machine.ahead = step
        await actor.until(lambda: any([isinstance(message, wire.TurnMoved) for message in told]))
        (moved,) = [message for message in told if isinstance(message, wire.TurnMoved)]
        assert moved.turn.deadline - before.deadline == pytest.approx(step, abs=0.1)
        assert moved.server_time == pytest.approx(time.time() + step, abs=5)
        assert moved.turn.decision == before.decision
        await play(one, other, 2)
        assert served.room.metrics.value("timeouts_total") == 0
        assert one.turn
        assert 0 < one.turn.deadline - (time.time() + step) <= one.turn.time
        for table in (one, other):
            await table.__aexit__()

    with serving(database_url, first=TABLE, watch=machine.watch) as served:
        asyncio.run(run(served))


@pytest.mark.parametrize("step", [-HOUR, HOUR, -20 * YEAR, YEAR / 5])  # sessions end 90 days after they began
def test_a_step_while_the_room_is_down(sqlite_url: str, step: float) -> None:
    """The decision has the rest of its time, and version numbers continue above the earlier ones."""
    cookies: list[str | None] = [None, None]
    seen: dict[str, Any] = {}

    async def before(served: Served) -> None:
        one, other = await two(served, cookies)
        actor = await turn_of(one, other)
        await one.until(lambda: len(one.cards) == 5)
        assert actor.turn
        seen.update(v=one.v, turn=actor.turn, cards=one.cards)
        for table in (one, other):
            await table.__aexit__()

    async def after(served: Served) -> None:
        one, other = await two(served, cookies)
        actor = await turn_of(one, other)
        assert actor.turn
        assert actor.turn.seq == seen["turn"].seq
        assert one.cards == seen["cards"]
        assert one.v > seen["v"]
        left = actor.turn.deadline - (time.time() + step)
        assert seen["turn"].time - 15 < left <= seen["turn"].time + 1.1
        await play(one, other, 2)
        assert served.room.metrics.value("timeouts_total") == 0
        for table in (one, other):
            await table.__aexit__()

    with serving(sqlite_url, first=TABLE, watch=Machine().watch) as served:
        asyncio.run(before(served))
    with serving(sqlite_url, first=TABLE, watch=Machine(step).watch) as served:
        asyncio.run(after(served))


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_deadlines_and_heartbeat_are_of_one_time(database_url: str, step: float) -> None:
    """Both change in one commit, so that after a kill at any moment the stored values say how much time was left."""
    machine = Machine()

    async def run(served: Served) -> None:
        one, other = await two(served, [None, None])
        await turn_of(one, other)
        machine.ahead = step
        moved = False
        while not moved:
            last, (story,) = await asyncio.to_thread(served.call, lambda: served.room.store.read(look))
            assert story.decision
            assert -2 < story.decision.deadline - last < 25
            moved = abs(last - time.time() - step) < 5
        for table in (one, other):
            await table.__aexit__()

    def look(connection: Any) -> tuple[float, list[journal.StoredHand]]:
        return journal.last_heartbeat(connection) or 0.0, journal.unfinished(connection)

    with serving(database_url, first=TABLE, watch=machine.watch) as served:
        asyncio.run(run(served))


def test_a_stored_deadline_gives_no_more_time_than_there_was(sqlite_url: str) -> None:
    """Whatever the stored value is, the table does not freeze."""
    cookies: list[str | None] = [None, None]

    async def before(served: Served) -> None:
        one, other = await two(served, cookies)
        await turn_of(one, other)
        for table in (one, other):
            await table.__aexit__()

    async def spoil(store: Store) -> None:
        await store.commit(journal.extend_deadlines(9 * HOUR))
        await store.close()

    async def after(served: Served) -> None:
        one, other = await two(served, cookies)
        actor = await turn_of(one, other)
        assert actor.turn
        assert actor.turn.deadline - time.time() <= actor.turn.time
        for table in (one, other):
            await table.__aexit__()

    with serving(sqlite_url, first=TABLE) as served:
        asyncio.run(before(served))
    asyncio.run(spoil(Store.open(sqlite_url)))
    with serving(sqlite_url, first=TABLE) as served:
        asyncio.run(after(served))
