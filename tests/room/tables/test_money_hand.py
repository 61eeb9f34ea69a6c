"""No action of an owner changes a hand in play, and no request of a user makes a house player fold."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from room.tables.test_actor import Table, two_sit_down, until, with_table
from room_scene import AT_ONCE, Process, Served, patient, serving
from standpat.engine.action import Call, Check, Fold
from standpat.engine.event import Acted, HandEnd
from standpat.protocol import room as wire
from standpat.room.clients import client as clients
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.store import ledger
from standpat.room.store.account import Accounts
from standpat.room.tables.hand_runner import Pace
from standpat.room.tables.table import BotRules


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('money') / 'room.sqlite'}", first=()) as room:
        yield room


async def duel(ann: Lobby, **wish: object) -> str:
    return await ann.create(game="27td", seats=2, **wish)


async def play_on(tables: list[clients.Table], done: Callable[[], bool]) -> None:
    """Check or call for whoever is to act, until the condition holds."""
    async with asyncio.timeout(60):
        while not done():
            for table in tables:
                if table.legal is not None and table.closed is None:
                    await table.act(patient(table))
            await asyncio.sleep(0.002)


def ended(table: clients.Table) -> bool:
    return bool(table.events) and isinstance(table.events[-1], HandEnd)


def is_open(table: clients.Table) -> bool:
    return table.closed is None


def folded(table: clients.Table) -> int:
    """How many players folded in the hand, by the table's events."""
    return sum([isinstance(event, Acted) and isinstance(event.action, Fold) for event in table.events])


@pytest.mark.parametrize("way", ["public", "unlisted", "protected", "twice", "room", "unbarred"])
def test_who_is_barred_in_mid_hand_plays_it_to_its_end(served: Served, way: str) -> None:
    """The owner raises and bars the opponent, who is still asked for an answer and gives it."""

    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            ways: dict[str, dict[str, Any]] = {"unlisted": {"public": False}, "protected": {"password": "sesame"}}
            id = await duel(ann, **ways.get(way, {}))
            if way == "protected":
                await bob.post(f"/api/tables/{id}/enter", password="sesame")
            host = served.room.tables[id]
            async with ann.table(id) as hers, bob.table(id) as his:
                await hers.sit(400)
                await his.sit(400)
                await hers.until(lambda: hers.turn is not None)
                await his.until(lambda: his.turn is not None)
                await play_on([hers, his], lambda: his.legal is not None)
                turn = his.turn
                if way == "room":
                    await asyncio.to_thread(served.call, lambda: Accounts(served.room.store).bar(bob.user))
                    for _ in range(3):
                        await asyncio.to_thread(served.call, served.room.bars.clear_room)
                else:
                    for _ in range(2 if way == "twice" else 1):
                        await ann.post(f"/api/tables/{id}/bar", user=bob.user)
                if way == "unbarred":
                    await ann.post(f"/api/tables/{id}/bar", user=bob.user, barred=False)
                assert his.turn == turn  # the same decision, with the same deadline
                assert is_open(his)
                await play_on([hers, his], lambda: ended(hers))
                assert folded(hers) == 0
                net = host.runner.last[-1].nets
                assert sum(net) == 0
                await hers.until(lambda: bob.user not in [seat.user for seat in hers.seats])
                if way in ("unlisted", "protected", "room"):
                    await his.until(lambda: his.closed is not None)
                    assert his.closed
                    assert his.closed[0] == 4405
                elif way != "unbarred":
                    with pytest.raises(RoomError, match="not-allowed"):
                        await his.sit(400)
            await ann.post(f"/api/tables/{id}/close")

    asyncio.run(run())


def test_who_is_barred_in_mid_hand_comes_back_to_it(served: Served) -> None:
    """A connection that breaks between the bar and the end of the hand can be opened again until then, and not
    longer."""

    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            id = await duel(ann, public=False)
            async with ann.table(id) as hers:
                async with bob.table(id) as his:
                    await hers.sit(400)
                    await his.sit(400)
                    await his.until(lambda: his.turn is not None)
                    await ann.post(f"/api/tables/{id}/bar", user=bob.user)
                async with bob.table(id) as his:
                    assert his.closed is None
                    await play_on([hers, his], lambda: ended(hers))
                    await his.until(lambda: his.closed is not None)
                async with bob.table(id) as his:
                    assert his.closed
                    assert his.closed[0] == 4405
            await ann.post(f"/api/tables/{id}/close")

    asyncio.run(run())


def test_a_bar_and_a_kill_in_mid_hand_leave_the_hand_as_it_was(tmp_path: Path) -> None:
    """The room is killed between the bar and the answer. The next one asks for the same answer."""
    room = Process(f"sqlite:///{tmp_path / 'room.sqlite'}")

    async def run() -> None:
        async with Lobby(room.url) as ann, Lobby(room.url) as bob:
            id = await duel(ann, public=False)
            async with ann.table(id) as hers, bob.table(id) as his:
                await hers.sit(400)
                await his.sit(400)
                await hers.until(lambda: hers.turn is not None)
                await ann.post(f"/api/tables/{id}/bar", user=bob.user)
                hand_no = hers.hand_no
                await asyncio.to_thread(room.kill)
                await asyncio.to_thread(room.start)
                await hers.until(lambda: hers._socket is not None, 20)
                await his.until(lambda: his._socket is not None, 20)
                assert (his.hand_no, his.closed) == (hand_no, None)
                await play_on([hers, his], lambda: ended(hers))
                assert folded(hers) == 0
                await his.until(lambda: his.closed is not None)

    room.start()
    try:
        asyncio.run(run())
    finally:
        room.stop()


def test_other_bots_a_closing_and_housekeeping_wait_for_the_hand(served: Served) -> None:
    """The owner's bots play the hand to its end, however the owner changes them."""

    async def run() -> None:
        async with Lobby(served.url) as ann:
            id = await ann.create(game="27td", seats=3, bots={"players": ["caller"], "keep": 2})
            host = served.room.tables[id]
            async with ann.table(id) as hers:
                await hers.sit(400)
                await hers.until(lambda: hers.legal is not None and len(hers.seat_map) == 3)
                bots = [seat.user for seat in hers.seats if seat.bot]
                hand_no = hers.hand_no
                await ann.post(f"/api/tables/{id}/bots", players=["folder"], keep=0)
                served.room.housekeeping()
                closing = asyncio.create_task(ann.post(f"/api/tables/{id}/close"))
                await play_on([hers], lambda: hers.closed is not None)
                await closing
                assert hers.hand_no == hand_no
                live = host.live
                assert live
                acted = {
                    e.seat for e in live.hand.events if isinstance(e, Acted) and isinstance(e.action, Call | Check)
                }
                assert {live.seat_of(bot) for bot in bots} <= acted

    asyncio.run(run())


def test_a_decision_after_the_end_of_the_hand_is_late(tmp_path: Path) -> None:
    """Even if it has the next number: a hand that is over waits for nobody."""

    async def run(table: Table) -> None:
        await two_sit_down(table)
        while not table.host.live_over:
            await table.act()
        live = table.host.live
        assert live
        for user in ("ann", "bob"):
            told = await table.say(user, wire.Act, hand_no=live.record.hand_no, seq=live.seq, action=Call())
            assert (told["t"], told["code"]) == ("error", "late")

    with_table(tmp_path, run, pace=AT_ONCE._replace(between=60.0))


# House players and their seats -----------------------------------------------------------------------------------


async def bot_to_move(table: Table) -> int:
    """Wait for a hand. Returns the table seat of a bot that was dealt in."""
    await until(lambda: not table.host.live_over)
    return next(at for at in table.host.seating.playing if (seat := table.host.seating.seats[at]) and seat.bot)


def folds_of_bots(table: Table) -> int:
    """How often a bot folded in this hand; callers never do."""
    live = table.host.live
    assert live
    acted = [event for event in live.hand.events if isinstance(event, Acted)]
    return sum([isinstance(event.action, Fold) and live.record.bots[event.seat] for event in acted])


def seated(table: Table) -> list[str | None]:
    return [seat.user if seat else None for seat in table.host.seating.seats]


FULL: dict[str, Any] = {"seats": 3, "bots": BotRules(("caller",), keep=2), "pace": Pace(0.03, 0.03, 0.05)}
"""A table with two house players who never fold, slow enough to act during a hand."""


@pytest.mark.parametrize("buy_in", [1, 99, 1001, 10**9, -5])
def test_a_buy_in_that_is_none_moves_no_bot(tmp_path: Path, buy_in: int) -> None:
    """One chip, ten million, more than the wallet holds: refused before anything changes."""

    async def run(table: Table) -> None:
        table.open_page("ann")
        at = await bot_to_move(table)
        before = seated(table)
        for _ in range(3):
            assert (await table.say("ann", wire.Sit, buy_in=buy_in, seat=at))["t"] == "error"
        assert seated(table) == before
        assert not any([seat.leaving for seat in table.host.seating.seats if seat])
        await until(lambda: table.host.live_over)
        assert folds_of_bots(table) == 0
        assert await table.store.read(ledger.balance, ledger.wallet("ann")) == 1000

    with_table(tmp_path, run, **FULL)


def test_a_bot_gives_its_seat_up_between_two_hands(tmp_path: Path) -> None:
    """It plays its hand as if nobody had asked. Then the player who asked has its seat."""

    async def run(table: Table) -> None:
        ear = table.open_page("ann")
        at = await bot_to_move(table)
        table.host.said(table.viewers["ann"], wire.Sit(7, 400, at))
        assert (await table.say("ann", wire.Sit, buy_in=400, seat=at))["key"] == "error.waits-for-seat"
        live = table.host.live
        assert live
        assert not table.host.live_over
        await until(lambda: any([told["id"] == 7 for told in ear.told("ack")]))
        assert live.over
        events = [event for event in live.hand.events if isinstance(event, Acted)]
        assert not any([isinstance(event.action, Fold) for event in events])
        assert seated(table)[at] == "ann"

    with_table(tmp_path, run, **FULL)


def test_a_request_that_became_impossible_leaves_the_bot(tmp_path: Path) -> None:
    """The wallet is emptied during the hand, or its owner is barred from the table."""

    async def run(table: Table) -> None:
        for user in ("ann", "bob"):
            table.open_page(user)
        at = await bot_to_move(table)
        other = next(seat for seat in table.host.seating.playing if seat != at)
        before = seated(table)
        table.host.said(table.viewers["ann"], wire.Sit(7, 400, at))
        table.host.said(table.viewers["bob"], wire.Sit(8, 400, other))
        await table.store.commit(ledger.move(ledger.wallet("ann"), ledger.BANK, 700, "gift", at=0.0))
        rules = structs.replace(table.host.rules, barred={"bob": "Bob"})
        await table.host.change(lambda _: rules)
        assert not table.host.live_over
        await until(lambda: all([ear.told("error") for ear in table.ears.values()]))
        for user, id, code in (("ann", 7, "no-chips"), ("bob", 8, "not-allowed")):
            assert [(told["id"], told["code"]) for told in table.ears[user].told("error")] == [(id, code)]
        assert seated(table) == before

    with_table(tmp_path, run, **FULL)


def test_a_thousand_requests_take_no_more_than_a_seat(tmp_path: Path) -> None:
    """From one person, and from many: each seat is promised once, and a person who leaves no longer waits."""

    async def run(table: Table) -> None:
        crowd = [f"guest{number}" for number in range(8)]
        for user in ("ann", *crowd):
            if user != "ann":
                await table.store.commit(ledger.move(ledger.BANK, ledger.wallet(user), 1000, "gift", at=0.0))
            table.open_page(user)
        at = await bot_to_move(table)
        for number in range(1000):
            table.host.said(table.viewers["ann"], wire.Sit(10_000 + number, 400, at))
            if number % 100 == 0:
                await table.say("ann", wire.SitOut, on=False)
        for user in crowd:
            table.host.said(table.viewers[user], wire.Sit(5, 400, at))
        await table.say("ann", wire.SitOut, on=False)
        ears = table.ears
        assert not table.host.live_over
        assert all([[told["key"] for told in ears[user].told("error")] == ["error.seat-taken"] for user in crowd])
        assert len(table.host.cashier._parked) == 1
        table.close_page("ann")
        await until(lambda: not table.host.cashier._parked)
        await until(lambda: table.host.live_over)
        assert folds_of_bots(table) == 0
        assert sum([user is not None and user.startswith("bot:") for user in seated(table)]) == 2

    with_table(tmp_path, run, **{**FULL, "pace": Pace(0.2, 0.2, 0.05)})


def test_who_wants_any_seat_of_a_full_table_gets_a_bots(tmp_path: Path) -> None:
    """Three people, a free seat and two bots: each person gets a different seat."""

    async def run(table: Table) -> None:
        people = ("ann", "bob", "cid")
        await table.store.commit(ledger.move(ledger.BANK, ledger.wallet("cid"), 1000, "gift", at=0.0))
        for user in people:
            table.open_page(user)
        await bot_to_move(table)
        for user in people:
            table.host.said(table.viewers[user], wire.Sit(5, 400, None))
        await until(lambda: all([ear.told("ack") for ear in table.ears.values()]))
        assert sorted([str(user) for user in seated(table)]) == list(people)

    with_table(tmp_path, run, **FULL)
