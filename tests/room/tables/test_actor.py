"""A table's actor by itself: time that runs out, writes that fail, players who leave during a hand; without a
socket."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from standpat.bots.bot import Bot
from standpat.bots.player import Situation
from standpat.bots.process_pool import ProcessPool, Unavailable
from standpat.engine.action import Action, Call, Check, Discard, Fold
from standpat.protocol import room as wire
from standpat.room.store import Store, StoreError, journal, ledger
from standpat.room.tables import house_player, thinking
from standpat.room.tables.actor import TableActor
from standpat.room.tables.hand_runner import Pace
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.refusals import Refusals
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import BotRules, ClockRules, NewTable, TableRules, make
from standpat.room.tables.viewer import Viewer

NORMAL = ClockRules()
AT_ONCE = Pace(0.0, 0.0, 0.05)
QUICK = ClockRules(act=0.15, draw=0.15, long_draw=0.15, bank=0.05, refill=0, protection=1.2, protection_refill=0)


class Ear:
    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.closed: int | None = None

    async def send(self, text: str) -> None:
        self.heard.append(json.loads(text))

    async def close(self, code: int, reason: str) -> None:
        self.closed = code

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["t"] == kind]


class Table:
    """An actor with a store of its own, and people with open pages."""

    def __init__(self, host: TableActor, store: Store) -> None:
        self.host = host
        self.store = store
        self.ids = count(1)
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.viewers: dict[str, Viewer] = {}
        self.ears: dict[str, Ear] = {}

    def open_page(self, user: str) -> Ear:
        ear = self.ears[user] = Ear()
        viewer = self.viewers[user] = Viewer(user, user, ear, self.host.snapshot)
        self.tasks[user] = asyncio.create_task(viewer.run())
        self.host.join(viewer, wire.You(user, user, "guest", 0))
        return ear

    def close_page(self, user: str) -> None:
        self.tasks.pop(user).cancel()
        self.host.gone(self.viewers.pop(user))

    async def say(self, user: str, kind: type[Any], **fields: Any) -> dict[str, Any]:
        """Send a message. Returns the answer."""
        id = next(self.ids)
        self.host.said(self.viewers[user], kind(id, **fields))
        ear = self.ears[user]

        def answer() -> list[dict[str, Any]]:
            return [m for m in ear.heard if m["t"] in ("ack", "error") and m["id"] == id]

        await until(lambda: bool(answer()))
        return answer()[0]

    async def act(self) -> None:
        """The player to act checks, calls, or stands pat."""
        live = self.host.live
        assert live
        turn, user = live.turn(None), live.user_to_act
        assert turn
        assert user
        legal = live.hand.legal
        action = Discard() if legal.draw is not None else Check() if legal.check else Call()
        said = wire.act(0, turn, live.record.hand_no, action)
        told = await self.say(user, wire.Act, hand_no=said.hand_no, seq=said.seq, action=said.action)
        assert told["t"] == "ack"


async def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.002)


def with_table(
    tmp_path: Path,
    run: Callable[[Table], Awaitable[None]],
    *,
    clock: ClockRules = NORMAL,
    pace: Pace = AT_ONCE,
    pool: ProcessPool | None = None,
    **wish: Any,
) -> None:
    """Run this with a table at which ann and bob can sit, and audit the ledger afterwards."""

    async def whole() -> None:
        store = Store.open(f"sqlite:///{tmp_path / 'room.sqlite'}")
        rules: TableRules = structs.replace(
            make(NewTable("27td", seats=wish.pop("seats", 2), **wish), "T"), clock=clock
        )
        metrics = Metrics()
        ids = count(1)
        host = TableActor(rules, store, next_hand_id=lambda: next(ids), metrics=metrics, pace=pace, pool=pool)
        record = msgspec.json.encode(rules).decode()
        await store.commit(journal.open_table("T", record, host.runner.state(), 0.0))
        for user in ("ann", "bob"):
            await store.commit(ledger.move(ledger.BANK, ledger.wallet(user), 1000, "gift", at=0.0))
        host.start()
        table = Table(host, store)
        try:
            await run(table)
        finally:
            await host.stop()
            for task in table.tasks.values():
                task.cancel()
            stacks = {ledger.seat("T", s.user): s.stack + s.added for s in host.seating.seats if s}
            wrong = await store.read(ledger.audit, stacks)
            await store.close()
        assert wrong == []

    asyncio.run(whole())


async def rests(table: Table) -> None:
    """Check that nothing is due, and that a request to continue the table does nothing."""
    hands = table.host.hands
    table.host.runner.plan_next(soon=True)
    await table.host.ask(table.host.runner.go_on)
    assert table.host.runner.due() is None
    assert table.host.hands == hands


async def two_sit_down(table: Table) -> None:
    for user in ("ann", "bob"):
        table.open_page(user)
        assert (await table.say(user, wire.Sit, buy_in=400))["t"] == "ack"
    await until(lambda: not table.host.live_over)


def test_time_runs_out_and_that_is_said_to_all(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        ears = list(table.ears.values())
        await until(lambda: all([len(ear.told("timeout")) >= 1 for ear in ears]))
        for ear in ears:
            frame = ear.told("timeout")[0]
            assert frame["did"] == "fold"
            play = next(m for m in ear.heard if m.get("v") == frame["v"] + 1)
            assert play["t"] == "play"
            assert play["events"][0]["action"] == {"kind": "fold"}

    with_table(tmp_path, run, clock=QUICK)


def test_who_misses_twice_sits_out(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        await until(lambda: any([seat is not None and seat.out for seat in table.host.seating.seats]))
        await until(lambda: table.host.live_over)
        hands = table.host.hands
        table.host.runner.plan_next(soon=True)
        await table.host.ask(table.host.runner.go_on)
        assert table.host.hands == hands  # nobody is left to play with
        user = next(seat.user for seat in table.host.seating.seats if seat and seat.out)
        assert (await table.say(user, wire.SitOut, on=False))["t"] == "ack"
        await until(lambda: table.host.hands > hands)

    with_table(tmp_path, run, clock=QUICK)


def test_other_traffic_moves_no_deadline(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        live = table.host.live
        assert live
        assert live.asked
        before = live.asked
        other = "bob" if live.user_to_act == "ann" else "ann"
        for number in range(20):
            await table.say(other, wire.Say, text=f"hurry {number}")
            await table.say(other, wire.Act, hand_no=1, seq=0, action=Call())
        table.close_page(other)
        table.open_page(other)
        await until(lambda: bool(table.ears[other].told("snapshot")))
        assert live.asked == before
        turns = [m["hand"]["turn"] for ear in table.ears.values() for m in ear.told("snapshot") if m["hand"]]
        assert {turn["deadline"] for turn in turns if turn} <= {before.deadline}

    with_table(tmp_path, run)


def test_who_loses_his_connection_is_protected_once(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        live = table.host.live
        assert live
        actor = live.user_to_act
        assert actor
        other = "bob" if actor == "ann" else "ann"
        table.close_page(actor)
        ear = table.ears[other]
        await until(lambda: bool(ear.told("turn")))
        assert ear.told("notice")[0]["key"] == "room.disconnected"
        assert ear.told("timeout") == []
        seats = ear.told("seats")[-1]["seats"]
        assert next(seat["state"] for seat in seats if seat["user"] == actor) == "disconnected"
        await until(lambda: bool(ear.told("timeout")))
        await until(lambda: ear.told("seats")[-1]["seats"][0]["state"] != "playing" or len(ear.told("seats")) > 3)
        assert any([seat is not None and seat.out and seat.user == actor for seat in table.host.seating.seats])

    with_table(tmp_path, run, clock=QUICK)


def test_who_leaves_in_mid_hand_is_played_for_and_paid(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        assert (await table.say("ann", wire.Leave))["t"] == "ack"
        async with asyncio.timeout(60):
            while table.host.seating.find("ann") is not None:
                if table.host.live and table.host.live.user_to_act == "bob":
                    await table.act()
                await asyncio.sleep(0.002)
        await until(lambda: len(table.ears["ann"].told("wallet")) >= 3)
        chips = await table.store.read(ledger.balance, ledger.wallet("ann"))
        bob = next(seat for seat in table.host.seating.seats if seat)
        assert chips - 600 + bob.stack == 800
        assert table.ears["ann"].told("wallet")[-1]["chips"] == chips

    with_table(tmp_path, run)


def test_what_cannot_be_written_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        live = table.host.live
        assert live
        user, events = live.user_to_act, live.hand.events
        assert user
        commit = table.store.commit

        async def fail(*_ops: Any) -> tuple[Any, ...]:
            raise StoreError("the disk is full")

        monkeypatch.setattr(table.store, "commit", fail)
        told = await table.say(user, wire.Act, hand_no=1, seq=0, action=Call())
        assert (told["t"], told["code"]) == ("error", "trouble")
        assert (await table.say(user, wire.TopUp, amount=50))["code"] == "trouble"
        monkeypatch.setattr(table.store, "commit", commit)
        again = table.host.live
        assert again
        assert again is not live
        assert again.hand.events == events
        assert again.seq == 0
        for ear in table.ears.values():
            assert not any([event["event"] == "acted" for m in ear.told("play") for event in m["events"]])
        await table.act()
        await until(lambda: all([ear.told("snapshot") and ear.told("play") for ear in table.ears.values()]))

    with_table(tmp_path, run)


def test_a_broken_house_player_is_played_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_hand: object, _user: str) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(house_player, "choose", broken)

    async def run(table: Table) -> None:
        table.open_page("ann")
        await until(lambda: table.host.hands >= 3)
        assert table.host._metrics.value("troubles_total") == 0

    with_table(tmp_path, run, seats=3, bots=BotRules(("caller",), keep=2))


def test_a_table_of_house_players_rests_while_nobody_looks(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await rests(table)
        assert table.host.hands == 0
        table.open_page("ann")
        await until(lambda: table.host.hands >= 2)
        table.close_page("ann")
        await until(lambda: table.host.live_over and not table.host.viewers.watching)
        await rests(table)

    with_table(tmp_path, run, seats=3, bots=BotRules(("caller",), keep=2))


def test_the_house_keeps_its_number_of_players() -> None:
    rules = make(NewTable("27td", seats=6, bots=BotRules(("rule", "caller"), keep=5)), "T")
    seating = Seating(rules.stakes, [None] * 6, *rules.buy_in)
    for at, user, name in list(house_player.newcomers(seating, rules)):
        seating.sit(at, user, name, house_player.usual_buy_in(rules), bot=True)
    users = [seat.user for seat in seating.seats if seat]
    assert len(users) == len(set(users)) == 5
    assert {user.split(":")[1] for user in users} == {"rule", "caller"}
    assert list(house_player.newcomers(seating, rules)) == []
    assert list(house_player.too_many(seating, rules, room_for=1)) == []
    assert len(list(house_player.too_many(seating, rules, room_for=3))) == 2
    fewer = structs.replace(rules, bots=BotRules(("rule",), keep=2, make_room=False))
    assert len(list(house_player.too_many(seating, fewer, room_for=6))) == 3


# House players who think -------------------------------------------------------------------------------------


def test_the_table_goes_on_while_a_house_player_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[Future[Action]] = []

    def think(_hand: object, _user: str, _pool: object, _whose: str) -> Future[Action]:
        thoughts.append(Future())
        return thoughts[-1]

    monkeypatch.setattr(house_player, "think", think)

    async def run(table: Table) -> None:
        ear = table.open_page("ann")
        await until(lambda: bool(thoughts))
        decision = table.host.live.seq  # type: ignore[union-attr]
        assert (await table.say("ann", wire.Say, text="hello"))["t"] == "ack"
        await table.host.ask(table.host.runner.go_on)
        assert table.host.live.seq == decision  # type: ignore[union-attr]
        thoughts[0].set_result(Fold())
        await until(lambda: bool(ear.told("play")))
        assert [event["action"]["kind"] for event in ear.told("play")[0]["events"] if "action" in event][:1] == ["fold"]

    with_table(tmp_path, run, seats=3, bots=BotRules(("caller",), keep=2))


def test_who_thinks_too_long_plays_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[Future[Action]] = []

    def think(_hand: object, _user: str, _pool: object, _whose: str) -> Future[Action]:
        thoughts.append(Future())
        return thoughts[-1]

    monkeypatch.setattr(house_player, "think", think)
    monkeypatch.setattr(house_player, "ready", lambda _hand, _user: True)
    monkeypatch.setattr(thinking, "PATIENCE", 0.1)

    async def run(table: Table) -> None:
        table.open_page("ann")
        await until(lambda: len(thoughts) > 1)
        assert thoughts[0].cancelled()
        assert table.host._metrics.value("troubles_total") == 0

    with_table(tmp_path, run, seats=3, bots=BotRules(("caller",), keep=2))


class Pool(ProcessPool):
    """A pool that does its jobs as `does` says, in no process."""

    def __init__(self, does: Callable[[Future[Action]], None]) -> None:
        super().__init__()
        self.does, self.asked = does, set[tuple[str, str]]()

    def submit(self, bot: str, situation: Situation, whose: str = "") -> Future[Action]:
        self.asked.add((bot, whose))
        future: Future[Action] = Future()
        self.does(future)
        return future


@pytest.mark.parametrize("fails", [False, True])
def test_a_bot_with_a_deep_form_is_thought_over_or_decides_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fails: bool
) -> None:
    deep = Bot("deep", "", lambda _: Fold(), quick="caller", apart=lambda _: True)
    monkeypatch.setattr(house_player, "_deep", lambda name: deep if name == "caller" else None)
    pool = Pool(lambda f: f.set_exception(Unavailable("busy")) if fails else f.set_result(Fold()))

    async def run(table: Table) -> None:
        ear = table.open_page("ann")
        await until(lambda: bool(ear.told("play")))
        kinds = [e["action"]["kind"] for play in ear.told("play") for e in play["events"] if "action" in e]
        assert kinds[0] == ("call" if fails else "fold")
        assert pool.asked == {("deep", table.host.rules.owner or table.host.rules.id)}
        assert table.host._metrics.value("troubles_total") == 0

    monkeypatch.setattr(thinking, "_REFUSALS", Refusals(lambda: 0.0))
    with_table(tmp_path, run, seats=3, bots=BotRules(("caller",), keep=2), pool=pool)
    told = [record.getMessage() for record in caplog.records if "without thinking" in record.getMessage()]
    assert len(told) == fails
    assert all([text.startswith("caller decides without thinking (1 times), last at table ") for text in told])
