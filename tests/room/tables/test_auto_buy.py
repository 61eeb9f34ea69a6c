"""Chips that are bought for players by a rule: when, how many, from what, and what ends it."""

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from room.evening import Evening
from standpat.protocol import room as wire
from standpat.room.store import StoreError, ledger
from standpat.room.tables.coming_rules import Change
from standpat.room.tables.table import NewTable

Run = Callable[..., None]


def rule(to: int, below: int = 1) -> wire.AutoBuy:
    return wire.AutoBuy(to, below)


async def plan(at: Evening, name: str, wanted: wire.AutoBuy | None) -> str:
    return await at.say(name, wire.SetAutoBuy, rule=wanted)


def plans(at: Evening, name: str) -> list[tuple[Any, ...]]:
    """What a person was told: the rule, the chips that were bought, and why the rule ended."""
    told = at.told(name, "plans")
    return [(one["auto_buy"] and one["auto_buy"]["to"], one["bought"], one["stopped"]) for one in told]


async def entries(at: Evening, name: str) -> list[tuple[str, int]]:
    account = ledger.seat(at.table, at.people[name].id)
    lines = await at.room.store.read(ledger.statement, account)
    return [(line.reason, line.amount) for line in lines if line.reason not in ("hand", "buy-in")]


async def lose(at: Evening, name: str, left: int = 0) -> None:
    """Have a seat lose to another one all but some chips, between hands, as a hand would."""
    actor, ids = at.actor, {one: user.id for one, user in at.people.items()}
    other = next(seat for seat in actor.seating.seats if seat and seat.user != ids[name])

    async def job() -> None:
        def run() -> list[Any]:
            seat = actor.seating.of(ids[name])
            assert seat
            lost, seat.stack = seat.stack - left, left
            taker = actor.seating.of(other.user)
            assert taker
            taker.stack += lost
            nets = {ids[name]: -lost, taker.user: lost}
            return [ledger.transfer({ledger.seat(at.table, u): n for u, n in nets.items()}, "hand", at=at.time)]

        await actor.cashier.write(run)

    await actor.ask(job)
    await at.turn()


def test_who_has_nothing_left_buys_again(evening: Run) -> None:
    """As their own purchase would: from the wallet, with its entry of the ledger. They alone are told."""

    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        had = await at.wallet("gus")
        assert await plan(at, "gus", rule(300)) == ""
        assert plans(at, "gus") == [(300, 0, "")]
        await lose(at, "gus", 1)
        assert at.stack("gus") == 1
        await lose(at, "gus")
        assert at.stack("gus") == 300
        assert await at.wallet("gus") == had - 300
        assert await entries(at, "gus") == [("top-up", 300)]
        assert at.told("gus", "wallet")[-1]["chips"] == had - 300
        assert plans(at, "gus") == [(300, 0, ""), (300, 300, "")]
        assert plans(at, "hal") == []
        await at.turn()
        assert at.stack("gus") == 300
        await at.deal()  # without anybody doing anything
        await at.finish()
        assert await plan(at, "gus", None) == ""
        await lose(at, "gus")
        await at.turn()
        assert at.stack("gus") == 0
        assert await entries(at, "gus") == [("top-up", 300)]

    evening(test)


def test_who_has_few_is_topped_up_between_hands_only(evening: Run) -> None:
    """Also after a restart, and never those who sit out."""

    async def test(at: Evening) -> None:
        await at.sit("hal", "gus", chips=200)
        await at.deal()
        assert await plan(at, "gus", rule(500, 400)) == ""
        await at.turn()
        assert at.actor.seating.playing
        assert await entries(at, "gus") == []
        seat = at.actor.seating.of(at.people["gus"].id)
        assert seat
        assert (seat.stack, seat.added) == (200, 0)
        await at.restart()
        await at.turn()
        assert at.actor.seating.playing
        assert await entries(at, "gus") == []
        await at.finish()
        assert at.stack("gus") == 500
        ((reason, amount),) = await entries(at, "gus")
        assert reason == "top-up"
        assert 290 <= amount <= 310
        await at.say("gus", wire.SitOut, on=True)
        await lose(at, "gus", 399)
        assert at.stack("gus") == 399
        await at.say("gus", wire.SitOut, on=False)
        await at.turn()
        assert at.stack("gus") == 500
        await lose(at, "gus", 400)
        assert at.stack("gus") == 400

    evening(test)


def test_a_rule_ends_when_the_wallet_has_too_few_chips(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        assert await plan(at, "gus", rule(1000)) == ""
        wallet = ledger.wallet(at.people["gus"].id)
        has = await at.wallet("gus")
        spent = ledger.move(wallet, ledger.BANK, has - 999, "test", at=at.time)
        await at.room.store.commit(spent)
        await lose(at, "gus")
        assert (at.stack("gus"), await at.wallet("gus")) == (0, 999)
        assert plans(at, "gus") == [(1000, 0, ""), (None, 0, "no-chips")]
        assert await plan(at, "gus", rule(999)) == ""
        await at.turn()
        assert (at.stack("gus"), await at.wallet("gus")) == (999, 0)
        assert await entries(at, "gus") == [("top-up", 999)]

    evening(test)


def test_what_the_host_decides_comes_first(evening: Run) -> None:
    """Another buy-in ends a rule that it does not allow. Chips that a host takes off are not bought again."""

    async def test(at: Evening) -> None:
        hal, gus = at.people["hal"], at.people["gus"].id
        await at.sit("hal", "gus", "cora")
        for name in ("gus", "cora"):
            assert await plan(at, name, rule(400, 300)) == ""
        await at.hosts.adjust(hal, at.actor, gus, -200, "too many")
        await at.turn()
        assert at.stack("gus") == 200
        assert plans(at, "gus")[-1] == (None, 0, "")
        await at.hosts.change(hal, at.actor, Change(buy_in=(500, 1000)))
        await at.turn()
        assert plans(at, "cora") == [(400, 0, "")]
        await at.deal()  # with the new buy-in
        await at.finish()
        await lose(at, "cora", 100)
        assert at.stack("cora") == 100
        assert plans(at, "cora")[-1] == (None, 0, "buy-in")
        assert await plan(at, "cora", rule(800, 10)) == ""
        await at.hosts.change(hal, at.actor, Change(buy_in=(100, 799)))
        await at.deal()
        await at.finish()
        await lose(at, "cora")
        assert plans(at, "cora")[-1] == (None, 0, "buy-in")
        assert await entries(at, "cora") == []

    evening(test)


def test_rules_that_cannot_be_are_refused(evening: Run) -> None:
    """By a spectator, too little, too much, the wrong way round, twice, and at a table that is closing or closed."""

    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        assert await plan(at, "sid", rule(400)) == "error.not-here"
        for to in (-400, 0, 99, 1001, 2**52):
            assert await plan(at, "gus", rule(to)) == "error.buy-in"
        for below in (-1, 0, 401, 2**52):
            assert await plan(at, "gus", rule(400, below)) == "error.auto-below"
        assert plans(at, "gus") == []
        assert await plan(at, "gus", rule(400, 400)) == ""
        assert await plan(at, "gus", rule(400, 400)) == ""
        assert plans(at, "gus") == [(400, 0, "")]
        assert await plan(at, "gus", rule(100, 100)) == ""
        assert await at.say("gus", wire.Leave) == ""
        await at.sit("gus", chips=100)
        await lose(at, "gus")
        assert at.stack("gus") == 0  # another seat, without a rule

    evening(test)


def test_nothing_is_bought_at_a_table_that_closes(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        await at.deal()
        assert await plan(at, "gus", rule(1000, 1000)) == ""
        closing = asyncio.ensure_future(at.room.close_table(at.people["hal"], at.actor))
        await at.turn()
        await at.finish()
        await closing
        reasons = [reason for reason, _ in await entries(at, "gus")]
        assert reasons == ["cash-out"]
        at.table = (await at.room.open_table(NewTable("27td"), at.people["hal"])).rules.id  # one that can be audited

    evening(test)


def test_nothing_is_bought_at_a_table_that_is_being_repaired(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("gus")
        assert await plan(at, "gus", rule(400)) == ""
        seat = at.actor.seating.of(at.people["gus"].id)
        assert seat
        at.actor.unsound, seat.stack = "a fault", 0
        at.actor.housekeeping()
        for _ in range(5):
            await asyncio.sleep(0)
        assert seat.stack == 0
        at.actor.unsound, seat.stack = "", 400

    evening(test)


def test_a_purchase_that_cannot_be_written_is_made_later(evening: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once: the table reads itself again, and the rule is still there."""

    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        commit, calls = at.room.store.commit, count(1)

        async def failing(*ops: Any) -> None:
            if next(calls) == 2:  # the first is the rule
                raise StoreError("the disk is full")
            await commit(*ops)

        monkeypatch.setattr(at.room.store, "commit", failing)
        assert await plan(at, "gus", rule(500, 450)) == ""
        await at.turn()
        assert (at.stack("gus"), await entries(at, "gus")) == (400, [])
        assert next(calls) == 3
        for _ in range(3):
            at.time += 20.0
            await at.turn()
            await at.finish()
        assert [reason for reason, _ in await entries(at, "gus")] == ["top-up"]
        assert plans(at, "gus")[0] == (500, 0, "")

    evening(test)
