"""R7.2: at a table where players choose to show or muck, only persons are asked, and the question takes nothing from
their time bank."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from room.tables.test_actor import NORMAL, Ear, Table, until, with_table
from room_scene import Process, patient
from standpat.engine.action import Check, Fold, Muck, Show
from standpat.engine.dealer import Dealer
from standpat.engine.event import Mucked, ShowdownShow
from standpat.engine.rebuild import rebuild
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby
from standpat.room.clients.client import Table as ClientTable
from standpat.room.store import Store, journal
from standpat.room.tables.hand_runner import Pace
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.viewers import Viewers

CARD_ROOM = {"house": "cardroom"}
SHORT = msgspec.structs.replace(NORMAL, showdown=0.1)
LONG = msgspec.structs.replace(NORMAL, showdown=60.0)


def open_page(table: Table, user: str, *, asks: bool) -> Ear:
    """Open another page of the user."""
    ear = table.ears[user] = Ear()
    viewer = table.viewers[user] = Viewer(user, user, ear, table.host.snapshot, asks=asks)
    table.tasks[f"{user} {len(table.tasks)}"] = asyncio.create_task(viewer.run())
    table.host.join(viewer, wire.You(user, user, "guest", 0))
    return ear


async def sit_down(table: Table, **asks: bool) -> None:
    table.host.runner._pace = Pace(0.0, 0.0, 60.0)  # no next hand during the checks
    for user in ("ann", "bob"):
        open_page(table, user, asks=asks.get(user, True))
        assert (await table.say(user, wire.Sit, buy_in=400))["t"] == "ack"
    await until(lambda: not table.host.live_over)


def present(table: Table) -> LiveHand:
    assert table.host.live
    return table.host.live


async def to_the_showdown(table: Table) -> LiveHand:
    """Check and call until the hand asks a player, or is over."""
    while not present(table).over and present(table).hand.legal.showdown is None:
        await table.act()
    return present(table)


async def answer(table: Table, action: Any) -> dict[str, Any]:
    """Answer for the player who is asked. Returns the reply."""
    live = present(table)
    turn, user = live.turn(None), live.user_to_act
    assert turn
    assert user
    return await table.say(user, wire.Act, hand_no=live.record.hand_no, seq=turn.seq, action=action)


def turned_up(live: LiveHand) -> list[tuple[int, bool]]:
    return [(e.seat, isinstance(e, ShowdownShow)) for e in live.hand.events if isinstance(e, ShowdownShow | Mucked)]


def in_room(tmp_path: Path, run: Callable[[Table], Awaitable[None]], **rules: Any) -> None:
    with_table(tmp_path, run, **(CARD_ROOM | {"clock": LONG} | rules))


async def last_turn(table: Table, user: str) -> Any:
    """The turn in a page's newest frame of the hand."""
    live = present(table)
    ear = table.ears[user]
    await until(lambda: any([m["turn"] and m["turn"]["seq"] == live.seq for m in ear.told("play")]))
    return ear.told("play")[-1]["turn"]


def test_persons_are_asked_in_turn(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await sit_down(table)
        live = await to_the_showdown(table)
        first = live.user_to_act
        other = "bob" if first == "ann" else "ann"
        assert first
        mine, theirs = await last_turn(table, first), await last_turn(table, other)
        assert mine["decision"] == {"kind": "showdown", "default": "show"}
        assert theirs["decision"] is None
        for turn in (mine, theirs):
            assert (turn["showdown"], turn["time"], turn["bank"]) == (True, 60.0, 0.0)
        assert (await answer(table, Show()))["t"] == "ack"
        assert live.user_to_act == other
        shown = table.ears[other].told("play")[-1]["events"]
        assert [event["event"] for event in shown] == ["showdown-show"]
        assert len(shown[0]["cards"]) == 5
        assert (await answer(table, Muck()))["t"] == "ack"
        assert live.over
        assert [up for _, up in turned_up(live)] == [True, False]
        assert live.nets()[first] > 0

    in_room(tmp_path, run)


def test_mucking_gives_up_the_pot(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await sit_down(table)
        live = await to_the_showdown(table)
        first = live.user_to_act
        assert first
        await answer(table, Muck())
        assert live.hand.legal.showdown == "muck"  # the last one left need not show
        await answer(table, Muck())
        assert turned_up(live) == [(live.seat_of(first), False), (1 - (live.seat_of(first) or 0), False)]
        assert live.nets()[first] < 0

    in_room(tmp_path, run)


@pytest.mark.parametrize("asks", [{"ann": False, "bob": False}, {"ann": True, "bob": False}])
def test_who_did_not_say_they_can_be_asked_is_not(tmp_path: Path, asks: dict[str, bool]) -> None:
    """A client of version 1 of the protocol, a bot, a program."""

    async def run(table: Table) -> None:
        await sit_down(table, **asks)
        live = await to_the_showdown(table)
        if not live.over:
            assert live.user_to_act == "ann"
            await answer(table, Show())
        assert live.over
        for ear in table.ears.values():
            asked = [m["turn"]["decision"] for m in ear.told("play") if m["turn"] and m["turn"]["showdown"]]
            assert ear is table.ears["ann"] or not [one for one in asked if one]

    in_room(tmp_path, run)


def test_one_page_that_cannot_ask_is_enough(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        for user in ("ann", "bob"):
            open_page(table, user, asks=True)
            open_page(table, user, asks=False)
        await sit_down(table)
        live = await to_the_showdown(table)
        assert live.over
        deal = table.ears["ann"].told("deal")[0]
        assert "asks" not in deal["hand"]["events"][0]

    in_room(tmp_path, run)


def test_who_has_no_page_open_is_not_asked_nor_whoever_has_an_older_one() -> None:
    viewers = Viewers(0, Metrics())
    viewers.add(Viewer("bob", "bob", Ear(), asks=False))
    assert not viewers.asks("ann")
    viewers.add(Viewer("ann", "ann", Ear(), asks=True))
    assert viewers.asks("ann")
    assert not viewers.asks("bob")
    viewers.add(Viewer("ann", "ann", Ear(), asks=False))
    assert not viewers.asks("ann")


@pytest.mark.parametrize("showdown", ["muck_losers", "show_all"])
def test_other_houses_ask_nobody(tmp_path: Path, showdown: str) -> None:
    async def run(table: Table) -> None:
        await sit_down(table)
        assert (await to_the_showdown(table)).over
        assert "asks" not in table.ears["ann"].told("deal")[0]["hand"]["events"][0]

    in_room(tmp_path, run, house="online", options={"showdown": showdown})


def test_when_the_time_is_over_it_is_done_for_them_and_nothing_is_held_against_them(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await sit_down(table)
        live = await to_the_showdown(table)
        await until(lambda: live.over)
        order = [seat for seat, _ in turned_up(live)]
        values = [live.hand._values[seat] or 0 for seat in order]
        assert turned_up(live) == [(order[0], True), (order[1], values[1] <= values[0])]
        done = ["room.time-show", "room.time-show" if values[1] <= values[0] else "room.time-muck"]
        for ear in table.ears.values():
            await until(lambda ear=ear: len(ear.told("notice")) == 2)  # type: ignore[misc]
            assert [notice["key"] for notice in ear.told("notice")] == done
            assert ear.told("timeout") == []
        assert all([seat and not seat.out for seat in table.host.seating.seats])
        assert table.host.runner.timeouts.misses == {}
        assert table.host.runner.clock.banks == {}
        assert table.host.runner.clock.protections == {}

    in_room(tmp_path, run, clock=SHORT)


def test_who_has_lost_the_connection_takes_no_longer(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await sit_down(table)
        live = await to_the_showdown(table)
        seq = live.seq
        user = live.user_to_act or ""
        table.host.gone(table.viewers[user])
        await until(lambda: live.over or live.seq > seq, 5)  # protection would take a minute
        assert turned_up(live)[0][1]
        assert table.host.runner.clock.protections == {}
        seat = table.host.seating.seats[table.host.seating.find(user) or 0]
        assert seat
        assert not seat.out

    in_room(tmp_path, run, clock=SHORT)


def test_who_leaves_is_not_waited_for(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await sit_down(table)
        live = await to_the_showdown(table)
        seq, user = live.seq, live.user_to_act or ""
        assert (await table.say(user, wire.Leave))["t"] == "ack"
        await until(lambda: live.over or live.seq > seq)
        assert turned_up(live)[0] == (live.seat_of(user), True)

    in_room(tmp_path, run)


def test_what_was_said_beforehand_is_not_asked(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await sit_down(table)
        live = present(table)
        assert (await table.say("ann", wire.Wish, hand_no=live.record.hand_no, wish="muck"))["t"] == "ack"
        assert (await table.say("bob", wire.AlwaysShow, on=True))["t"] == "ack"
        live = await to_the_showdown(table)
        assert live.over
        assert sorted(turned_up(live)) == sorted([(live.seat_of("ann"), False), (live.seat_of("bob"), True)])

    in_room(tmp_path, run)


def test_an_answer_that_is_none_or_comes_twice_changes_nothing(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await sit_down(table)
        live = await to_the_showdown(table)
        hand_no, seq, user = live.record.hand_no, live.seq, live.user_to_act or ""
        other = "bob" if user == "ann" else "ann"
        before = live.hand.events
        for wrong in (Fold(), Check(), wire.Throw()):
            told = await answer(table, wrong)
            assert (told["code"], told["text"].endswith("the choice is show, muck")) == ("illegal", True)
        told = await table.say(user, wire.Wish, hand_no=hand_no, wish="muck")
        assert told["code"] == "illegal"
        assert (await table.say(user, wire.AlwaysShow, on=True))["t"] == "ack"  # from the next hand
        told = await table.say(other, wire.Act, hand_no=hand_no, seq=seq, action=Show())
        assert told["code"] == "not-your-turn"
        assert live.hand.events == before
        assert (await answer(table, Show()))["t"] == "ack"
        again = await table.say(user, wire.Act, hand_no=hand_no, seq=seq, action=Muck())
        assert again["code"] == "late"
        assert [up for _, up in turned_up(live)][:1] == [True]

    in_room(tmp_path, run)


def test_show_and_muck_before_the_showdown_are_refused(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await sit_down(table)
        before = present(table).hand.events
        for action in (Show(), Muck()):
            assert (await answer(table, action))["code"] == "illegal"
        assert present(table).hand.events == before

    in_room(tmp_path, run)


def test_the_question_is_there_again_when_the_table_is_read_again(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await sit_down(table)
        live = await to_the_showdown(table)
        await answer(table, Show())
        assert live.hand.legal.showdown
        (story,) = await table.store.read(journal.unfinished, "T")
        seed = await table.store.read(journal.seed, story.hand.id)
        again = LiveHand.resume(story, seed, table.host.runner.clock, live.watch)
        assert again.hand.events == live.hand.events
        assert (again.hand.to_act, again.hand.legal) == (live.hand.to_act, live.hand.legal)
        turn, was = again.turn(again.hand.to_act), live.turn(live.hand.to_act)
        assert turn
        assert was
        assert (turn.seq, turn.decision, turn.bank) == (was.seq, was.decision, 0.0)
        assert turn.deadline == pytest.approx(was.deadline, abs=0.5)

    in_room(tmp_path, run)


@pytest.mark.sqlite_first
def test_killed_in_the_middle_of_the_question(tmp_path: Path, database_url: str) -> None:
    """kill -9 after the first player has shown and the second is asked: the same question comes back, and is
    answered."""

    async def to_question(tables: tuple[ClientTable, ...]) -> ClientTable:
        while True:
            turned = [one for one in tables if one.legal is not None]
            if not turned:
                await asyncio.sleep(0.005)
            elif turned[0].legal and turned[0].legal.showdown is not None:
                return turned[0]
            else:
                await turned[0].act(patient(turned[0]))

    async def run() -> None:
        process = Process(database_url)
        process.start()
        try:
            async with Lobby(process.url) as ann, Lobby(process.url) as bob:
                id = await ann.create(game="27sd", house="cardroom", seats=2, speed="slow")
                async with ann.table(id, asks=True) as hers, bob.table(id, asks=True) as his:
                    await hers.sit(400)
                    await his.sit(400)
                    first = await to_question((hers, his))
                    hand_no = first.hand_no
                    await first.act(Show())
                    second = his if first is hers else hers
                    await second.until(lambda: second.legal is not None)
                    turn, events, legal = second.turn, list(second.events), second.legal
                    assert turn
                    assert legal
                    assert legal.showdown
                    process.kill()
                    await asyncio.to_thread(process.start)
                    await second.until(lambda: second.turn is not None and second.turn is not turn, 30)
                    assert second.turn
                    assert (second.turn.seq, second.legal, second.events) == (turn.seq, legal, events)
                    await second.act(Muck())
                    await second.until(lambda: second.hand_no > hand_no, 30)
        finally:
            process.stop()
        store = Store.open(database_url)
        try:
            records = await store.read(journal.hands_of_table, id, 100)
            story = await store.read(journal.hand, next(one.id for one in records if one.hand_no == hand_no))
            assert story
            seed = await store.read(journal.seed, story.hand.id)
            again = rebuild(story.hand.game, story.hand.stakes, story.events, Dealer(seed), posts=story.hand.posts)
            assert again.events == story.events
            turns = [isinstance(e, ShowdownShow) for e in story.events if isinstance(e, ShowdownShow | Mucked)]
            assert turns == [True, False]
        finally:
            await store.close()

    asyncio.run(run())
