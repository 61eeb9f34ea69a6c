"""How fast bots act: by the host's choice or that of a person alone with them; and skipping what is left of a hand."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from room.tables.test_actor import Table, until, with_table
from standpat.engine.action import Action, Fold
from standpat.engine.games import Stakes
from standpat.language.sentence import sentence_of
from standpat.protocol import room as wire
from standpat.room.tables import house_player
from standpat.room.tables.hand_runner import Pace
from standpat.room.tables.host_state import Pause
from standpat.room.tables.house_player import passive
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.refusal import Refused
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import BotRules, NewTable, make
from standpat.room.tables.tempo import Tempo

CALLERS: dict[str, Any] = {"seats": 4, "bots": BotRules(("caller",), keep=2), "pace": Pace(0.0, 0.0, 0.6)}
"""Bots that never fold, and a pause of which half is the shortest time between two deals."""


def slow(table: Table, seconds: float) -> None:
    """Have the bots take their time from their next turn on."""
    table.host.runner._thinking._least = table.host.runner._thinking._most = seconds


async def act(table: Table, action: Action) -> None:
    live = table.host.live
    assert live
    user = live.user_to_act
    assert user
    said = await table.say(user, wire.Act, hand_no=live.record.hand_no, seq=live.seq, action=action)
    assert said["t"] == "ack"


async def about_to_fold(table: Table, user: str) -> LiveHand:
    """The first hand in which a user faces a bet. Others, and they until then, do not bet."""
    while True:
        live = table.host.live
        asked = live and not live.over and not (live.user_to_act or "bot:").startswith("bot:")
        if live and asked:
            if live.user_to_act == user and live.hand.legal.fold:
                return live
            await act(table, passive(live.hand.legal))
        await asyncio.sleep(0.002)


def test_who_folded_against_bots_skips_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else can, nor they before they fold; twice and late it does nothing. The bots do not think."""
    thoughts = list[str]()
    monkeypatch.setattr(house_player, "_READY", {("caller", "27td")})
    monkeypatch.setattr(house_player, "think", lambda hand, user, *more: thoughts.append(user))

    async def run(table: Table) -> None:
        table.open_page("ann")
        table.open_page("bob")  # watches
        await table.say("ann", wire.Sit, buy_in=400)
        live = await about_to_fold(table, "ann")
        number = live.record.hand_no

        async def skip(user: str, hand_no: int = number) -> str:
            told = await table.say(user, wire.Skip, hand_no=hand_no)
            return str(told.get("key", told["t"]))

        assert await skip("ann") == "error.not-folded"
        slow(table, 600)
        await act(table, Fold())
        assert await skip("bob") == "error.not-dealt"
        assert await skip("ann", number + 1) == "error.not-dealt"
        table.host.runner.host = structs.replace(table.host.runner.host, paused=Pause("Ann", 0.0))
        assert await skip("ann") == "error.paused"
        table.host.runner.host = structs.replace(table.host.runner.host, paused=None)
        assert not live.over
        thoughts.clear()
        assert await skip("ann") == "ack"
        assert await skip("ann") == "ack"
        await until(lambda: live.over, 2)
        assert thoughts == []
        over = table.host.runner._now()
        await table.host.ask(lambda: asyncio.sleep(0))  # until it is written
        due = table.host.runner.due()
        assert due is not None
        assert due == pytest.approx(max(over + 0.6 / 8, live.watch.moment(live.record.began) + 0.3), abs=0.05)
        await until(lambda: table.host.hands > number, 2)
        assert await skip("ann") == "ack"  # late: that hand is over
        assert table.host.runner.tempo.factor(table.host.rules, table.host.seating, table.host.live) == 1

    with_table(tmp_path, run, **CALLERS)


def test_the_pause_after_a_hand_is_skipped_by_who_is_alone(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        table.open_page("ann")
        await table.say("ann", wire.Sit, buy_in=400)
        live = await about_to_fold(table, "ann")
        number = live.record.hand_no
        await act(table, Fold())
        table.host.runner._pace = Pace(0.0, 0.0, 60.0)
        await until(lambda: table.host.live_over)
        live.record = structs.replace(live.record, began=0.0)
        table.open_page("bob")
        await table.say("bob", wire.Sit, buy_in=400)
        assert (await table.say("ann", wire.Skip, hand_no=number))["key"] == "error.only-bots"
        await table.say("bob", wire.Leave)
        assert (await table.say("ann", wire.Skip, hand_no=number))["t"] == "ack"
        due = table.host.runner.due()
        assert due is not None
        assert due - table.host.runner._now() == pytest.approx(60 / 8, abs=0.5)

    with_table(tmp_path, run, **CALLERS)


def test_nobody_skips_what_another_person_plays(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        for user in ("ann", "bob"):
            table.open_page(user)
            await table.say(user, wire.Sit, buy_in=400)
        await until(lambda: bool(table.host.live and {"ann", "bob"} <= {*table.host.live.record.users}))
        live = await about_to_fold(table, "ann")
        await act(table, Fold())
        assert (await table.say("ann", wire.Skip, hand_no=live.record.hand_no))["key"] == "error.only-bots"

    with_table(tmp_path, run, **CALLERS)


def test_the_speed_is_the_hosts_or_that_of_who_is_alone(tmp_path: Path) -> None:
    rules = make(NewTable("27td", seats=4, bots=BotRules(("rule",), keep=2, speed="slow")), "T")
    owned = structs.replace(rules, owner="ann")
    seating, tempo = Seating(Stakes(5, 10), [None] * 4, 100, 1000), Tempo()
    seating.sit(0, "bot:rule:Ada", "Ada", 400, bot=True)
    assert tempo.factor(rules, seating, None) == 2
    for table, key in ((owned, "not-owner"), (rules, "only-bots")):  # a watcher has no say either
        with pytest.raises(Refused) as caught:
            tempo.choose(table, seating, "ann", "fast")
        assert sentence_of(caught.value)[0] == f"error.{key}"
    seating.sit(1, "ann", "Ann", 400)
    tempo.choose(rules, seating, "ann", "fast")
    assert tempo.factor(rules, seating, None) == 0.25
    assert tempo.shown(rules, seating).bots.speed == "fast"
    assert tempo.factor(owned, seating, None) == 2  # a table that has an owner by now
    seating.sit(2, "bob", "Bob", 400)
    assert tempo.speed(rules, seating) == "slow"
    with pytest.raises(Refused):
        tempo.choose(rules, seating, "ann", "fast")
    seating.leave(1)
    assert tempo.speed(rules, seating) == "slow"  # the choice was Ann's

    async def run(table: Table) -> None:
        ear = table.open_page("ann")
        await table.say("ann", wire.Sit, buy_in=400)
        assert (await table.say("ann", wire.ChooseSpeed, speed="fast"))["t"] == "ack"
        assert ear.told("table")[-1]["table"]["bots"]["speed"] == "fast"
        assert table.host.rules.bots.speed == "normal"  # for whoever comes next

    with_table(tmp_path, run, **CALLERS)
