"""The server is killed at random moments: nothing acknowledged is lost, and hands go on with the same cards.

Two people play one table through their clients, which come back by themselves. Before each kill it is known what was
acknowledged and what had been seen; afterwards the journal, the ledger and what the clients are told are compared
with it.
"""

import asyncio
import json
import random
import signal
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import pytest

from room_scene import Process, patient
from standpat.engine.dealer import Dealer
from standpat.engine.event import Event, HandStart
from standpat.engine.rebuild import rebuild
from standpat.protocol.room import read_server
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.store import Store, journal, ledger
from standpat.room.tables.resume import TableState

STOPPED = (0, -signal.SIGTERM)
"""The exit status of a polite stop: uvicorn dies of the signal it was stopped by, once it has done its work."""


@dataclass
class Player:
    """A client that plays on, whatever happens. `acked` are decisions the server said were done, by hand and number."""

    table: Table
    acked: dict[tuple[int, int], str] = field(default_factory=dict)
    seen: dict[int, list[Event]] = field(default_factory=dict)
    versions: list[int] = field(default_factory=list)

    async def play(self) -> None:
        table = self.table
        while True:
            try:
                turn = await table.my_turn(60)
                key, action = (table.hand_no, turn.seq), patient(table)
                await table.act(action)
                self.acked[key] = repr(action)
            except (ConnectionError, RoomError, TimeoutError):
                await asyncio.sleep(0.01)

    def note(self, _frame: str) -> None:
        """Remember the longest that was seen of each hand."""
        events = self.table.events
        if events and isinstance(events[0], HandStart):
            known = self.seen.setdefault(self.table.hand_no, [])
            assert events[: len(known)] == known[: len(events)], "what was seen has changed"
            if len(events) > len(known):
                self.seen[self.table.hand_no] = list(events)


async def crash(folder: Path, database: str, kills: int) -> dict[str, int]:
    process = Process(database, log=folder / "log")
    process.start()
    chance = random.Random(kills)
    totals = {"kills": 0, "acknowledged": 0, "hands": 0, "in mid-hand": 0}
    try:
        async with Lobby(process.url) as ann, Lobby(process.url) as bob:
            id = await ann.create(game="27td", seats=2, big_blind=2, buy_in=[100, 10_000])
            async with ann.table(id) as hers, bob.table(id) as his:
                players = [Player(hers), Player(his)]
                for player in players:
                    player.table.on_message = lambda _message, player=player: player.note("")
                await hers.sit(5000)
                await his.sit(5000)
                tasks = [asyncio.create_task(player.play()) for player in players]
                for _ in range(kills):
                    await asyncio.sleep(chance.uniform(0.05, 0.5))
                    process.kill()
                    await asyncio.sleep(0.01)
                    totals["in mid-hand"] += await check(database, id, players)
                    totals["kills"] += 1
                    await asyncio.to_thread(process.start)
                    decisions = sum([len(player.acked) for player in players])
                    async with asyncio.timeout(20):  # and it goes on
                        while sum([len(player.acked) for player in players]) < decisions + 2:
                            await asyncio.sleep(0.01)
                for task in tasks:
                    task.cancel()
                totals["acknowledged"] = sum([len(player.acked) for player in players])
                totals["hands"] = len(players[0].seen)
        assert process.stop() in STOPPED
        await check(database, id, players)
    finally:
        process.stop()
    log = (folder / "log").read_text("utf-8")
    for line in log.splitlines():
        if line.startswith("{"):
            assert "Error" not in json.loads(line).get("error", ""), line
    return totals


async def check(database: str, table: str, players: list[Player]) -> int:
    """The journal has everything that was acknowledged or seen; 1 if a hand is open, which its seed deals again."""
    store = Store.open(database)
    try:
        stories = [
            await store.read(journal.hand, record.id)
            for record in await store.read(journal.hands_of_table, table, 1_000_000)
        ]
        unfinished = await store.read(journal.unfinished)
        by_number = {
            story.hand.hand_no: story for story in [*stories, *unfinished] if story and story.hand.table == table
        }
        for player in players:
            for hand_no, seen in player.seen.items():
                story = by_number[hand_no]
                seat = story.hand.users.index(player.table.lobby.user)
                seed = await store.read(journal.seed, story.hand.id)
                again = rebuild(story.hand.game, story.hand.stakes, story.events, Dealer(seed), posts=story.hand.posts)
                assert again.events == story.events
                assert list(again.seen_by(seat))[: len(seen)] == seen
            for hand_no, seq in player.acked:
                story = by_number[hand_no]
                assert story.hand.ended or (story.decision and story.decision.seq > seq), (
                    "an acknowledged action is lost"
                )
        row = next(row for row in await store.read(journal.tables) if row.id == table)
        seating = msgspec.json.decode(row.state, type=TableState).seating
        stacks = {ledger.seat(table, seat.user): seat.stack + seat.added for seat in seating.seats if seat}
        held = await store.read(ledger.balances, f"seat:{table}:")
        assert {account: chips for account, chips in held.items() if chips} == stacks
        assert await store.read(ledger.audit) == []
        return len(unfinished)
    finally:
        await store.close()


def test_nothing_is_lost_in_a_few_kills(tmp_path: Path, database_url: str) -> None:
    totals = asyncio.run(crash(tmp_path, database_url, 4))
    assert totals["kills"] == 4
    assert totals["acknowledged"] > 20


@pytest.mark.slow
def test_nothing_is_lost_in_two_hundred_kills(tmp_path: Path, database_url: str) -> None:
    totals = asyncio.run(crash(tmp_path, database_url, 200))
    print(database_url.partition(":")[0], totals)
    assert totals["kills"] == 200
    assert totals["in mid-hand"] > 100


def test_a_polite_stop_goes_on_in_mid_hand(tmp_path: Path) -> None:
    """A restart in mid-hand: the same hand, a later deadline, and no snapshot where nothing was missed."""

    async def run() -> None:
        process = Process(f"sqlite:///{tmp_path / 'room.sqlite'}", "--pace", "0")
        process.start()
        try:
            async with Lobby(process.url) as ann, Lobby(process.url) as bob:
                id = await ann.create(game="27td", seats=2)
                async with ann.table(id) as hers, bob.table(id) as his:
                    await hers.sit(400)
                    await his.sit(400)
                    await hers.until(lambda: hers.turn is not None)
                    events, turn, cards = list(hers.events), hers.turn, hers.cards
                    assert turn
                    assert process.stop() in STOPPED
                    await asyncio.sleep(1.2)
                    await asyncio.to_thread(process.start)
                    told: list[object] = []
                    hers.on_frame = lambda frame: told.append(read_server(frame))
                    await hers.until(lambda: hers.turn is not None and hers.turn.deadline > turn.deadline, 20)
                    assert hers.events == events
                    assert hers.cards == cards
                    assert hers.turn
                    assert hers.turn.seq == turn.seq
                    assert 1.0 < hers.turn.deadline - turn.deadline < 10
                    await his.until(lambda: his.turn is not None and his.turn.deadline > turn.deadline, 20)
                    actor = hers if hers.legal else his
                    await actor.act(patient(actor))
        finally:
            process.stop()

    asyncio.run(run())
