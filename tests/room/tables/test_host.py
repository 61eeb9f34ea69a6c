"""The hosts of a table, at the level of the room: what they can do, who cannot, and when."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from room.evening import PEOPLE, Evening, Run
from standpat.engine.action import Fold
from standpat.protocol import room as wire
from standpat.room.home_game.session import Movement, summary
from standpat.room.store.users import User
from standpat.room.tables.close_codes import BARRED
from standpat.room.tables.coming_rules import Change
from standpat.room.tables.host import MAX_REASON
from standpat.room.tables.host_state import MOST_PAUSE
from standpat.room.tables.offers import OFFERED
from standpat.room.tables.table import SPEEDS, BotRules, NewTable


def test_a_pause_stops_the_clock_and_nothing_is_lost(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        await at.deal()
        live = at.actor.live
        assert live is not None
        assert live.asked is not None
        at.time += 7.0
        left, bank = live.asked.deadline - at.time, live.asked.bank
        await at.hosts.pause(at.people["hal"], at.actor, True)
        await at.hosts.pause(at.people["hal"], at.actor, True)
        assert at.notices("sid") == ["room.paused"]
        (told,) = at.told("sid", "host")
        assert told["host"]["paused"]["left"] == left
        who = next(name for name in ("hal", "gus") if at.people[name].id == live.user_to_act)
        act = {"hand_no": 1, "seq": live.seq, "action": Fold()}
        assert await at.say(who, wire.Act, **act) == "error.paused"
        at.time += 3600.0
        at.actor.housekeeping()
        await at.turn()
        assert live.seq == 0
        assert not live.over
        await at.hosts.pause(at.people["hal"], at.actor, False)
        await at.hosts.pause(at.people["hal"], at.actor, False)
        assert at.notices("sid") == ["room.paused", "room.resumed"]
        assert live.asked.deadline - at.time == pytest.approx(left)
        assert live.asked.bank == bank
        assert at.told("sid", "turn")[-1]["turn"]["deadline"] == pytest.approx(at.time + left)
        at.time += left + bank + 1
        await at.turn()
        assert live.seq == 1

    evening(test)


def test_a_paused_table_deals_no_hand_and_keeps_its_seats(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        await at.hosts.pause(at.people["hal"], at.actor, True)
        at.actor.gone(at.viewers["gus"])
        for _ in range(3):
            at.time += 500.0
            at.actor.housekeeping()
            await at.turn()
        assert at.actor.live is None
        assert at.stack("gus") == 400
        await at.hosts.pause(at.people["hal"], at.actor, False)
        await at.deal()

    evening(test)


def test_a_paused_hand_survives_a_restart_with_the_time_that_was_left(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        await at.deal()
        at.time += 23.0  # the time bank runs
        assert at.actor.live is not None
        assert at.actor.live.asked is not None
        left = at.actor.live.asked.deadline - at.time
        await at.hosts.pause(at.people["hal"], at.actor, True)
        cards = at.actor.live.hand.events
        at.time += 900.0
        await at.restart()
        at.time += 60.0
        await at.turn()
        live = at.actor.live
        assert live is not None
        assert live.hand.events == cards
        assert at.told("gus", "snapshot")[-1]["host"]["paused"]["left"] == left
        await at.hosts.pause(at.people["hal"], at.actor, False)
        assert live.asked is not None
        assert live.asked.deadline - at.time == pytest.approx(left)
        assert live.asked.bank == 30
        await at.finish()

    evening(test)


def test_no_pause_is_for_ever(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        await at.deal()
        await at.hosts.pause(at.people["hal"], at.actor, True)
        assert await at.say("gus", wire.Leave) == ""
        at.time += MOST_PAUSE - 1
        await at.turn()
        assert not at.actor.live_over
        at.time += 1
        await at.turn()
        assert at.notices("sid")[-1] == "room.resumed-alone"
        await at.finish()
        assert at.actor.seating.of(at.people["gus"].id) is None

    evening(test)


def test_a_paused_table_closes_after_its_hand(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        await at.deal()
        await at.hosts.pause(at.people["hal"], at.actor, True)
        actor = at.actor
        closing = asyncio.create_task(at.room.close_table(at.people["hal"], actor))
        while not actor.closing:
            await asyncio.sleep(0)
        await at.turn()
        assert actor.desk.state.paused is None
        assert await at.refused(at.hosts.pause(at.people["hal"], actor, True)) == "closing"
        await at.finish()
        await closing
        assert at.table not in at.room.tables
        at.table = (await at.room.open_table(NewTable(game="27td"), at.people["hal"])).rules.id

    evening(test)


def test_each_act_is_for_those_who_may(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "cora", "gus")
        people, actor, hosts = at.people, at.actor, at.hosts
        await hosts.name_co_host(people["hal"], actor, people["cora"].id, True)
        await at.deal()
        before = actor.live.hand.events if actor.live else ()
        of_hosts: list[Callable[[User], Awaitable[Any]]] = [
            lambda user: hosts.pause(user, actor, True),
            lambda user: hosts.pause(user, actor, False),
            lambda user: hosts.adjust(user, actor, people["gus"].id, 50, "rebuy in cash"),
            lambda user: at.room.bars.let_in(user, actor, people["sid"].id),
            lambda user: hosts.remove(user, actor, people["gus"].id),
            lambda user: at.room.bars.bar(user, actor, people["gus"].id),
        ]
        of_owner: list[Callable[[User], Awaitable[Any]]] = [
            lambda user: hosts.change(user, actor, Change(big_blind=20)),
            lambda user: hosts.require_approval(user, actor, True),
            lambda user: hosts.name_co_host(user, actor, people["sid"].id, True),
            lambda user: hosts.offer(user, actor, people["sid"].id),
            lambda user: at.room.access.set_password(user, actor, "secret"),
            lambda user: at.room.close_table(user, actor),
        ]
        for act in of_hosts:
            assert await at.refused(act(people["gus"])) == "not-host"
            assert await at.refused(act(people["sid"])) == "not-host"
        for act in of_owner:
            for name in ("cora", "gus", "sid"):
                assert await at.refused(act(people[name])) == "not-owner"
        for whom in ("hal", "cora"):  # no co-host against a host
            assert await at.refused(hosts.remove(people["cora"], actor, people[whom].id)) == "not-owner"
            assert await at.refused(at.room.bars.bar(people["cora"], actor, people[whom].id)) == "not-owner"
        assert (actor.live.hand.events if actor.live else ()) == before
        for act in of_hosts:
            await act(people["cora"])
        await at.finish()

    evening(test)


def test_a_former_host_and_a_former_co_host_may_nothing(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "cora", "gus")
        people, actor, hosts = at.people, at.actor, at.hosts
        await hosts.name_co_host(people["hal"], actor, people["cora"].id, True)
        await hosts.name_co_host(people["hal"], actor, people["cora"].id, True)
        await hosts.name_co_host(people["hal"], actor, people["cora"].id, False)
        await hosts.name_co_host(people["hal"], actor, people["cora"].id, False)
        assert await at.refused(hosts.pause(people["cora"], actor, True)) == "not-host"
        await hosts.offer(people["hal"], actor, people["gus"].id)
        await hosts.accept(people["gus"], actor, at.room.check_may_own, True)
        assert actor.rules.owner == people["gus"].id
        assert await at.refused(hosts.pause(people["hal"], actor, True)) == "not-host"
        assert await at.refused(hosts.change(people["hal"], actor, Change(ante=1))) == "not-owner"
        assert await at.refused(hosts.accept(people["gus"], actor, at.room.check_may_own, True)) == "no-offer"
        await at.restart()
        assert at.actor.rules.owner == people["gus"].id
        await at.hosts.pause(people["gus"], at.actor, True)

    evening(test)


def test_a_table_is_handed_over_only_to_who_accepts(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        people, actor, hosts = at.people, at.actor, at.hosts
        may = at.room.check_may_own
        assert await at.refused(hosts.accept(people["gus"], actor, may, True)) == "no-offer"
        for nobody in ("", "x\x00", people["hal"].id, "bot:rule:Ada"):
            assert await at.refused(hosts.offer(people["hal"], actor, nobody)) == "no-person"
        actor.gone(at.viewers["sid"])
        assert await at.refused(hosts.offer(people["hal"], actor, people["sid"].id)) == "not-present"
        await hosts.offer(people["hal"], actor, people["gus"].id)
        await at.turn()
        assert at.told("gus", "offer")[-1]["by"] == people["hal"].name
        assert not at.told("cora", "offer")
        assert await at.refused(hosts.accept(people["cora"], actor, may, True)) == "no-offer"
        await hosts.accept(people["gus"], actor, may, False)
        assert actor.rules.owner == people["hal"].id
        await hosts.offer(people["hal"], actor, people["gus"].id)
        at.time += OFFERED
        assert await at.refused(hosts.accept(people["gus"], actor, may, True)) == "no-offer"
        await hosts.offer(people["hal"], actor, people["gus"].id)
        for _ in range(2):  # as many as one may have
            await at.room.open_table(NewTable(game="27td"), people["gus"])
        assert await at.refused(hosts.accept(people["gus"], actor, may, True)) == "own-tables"

    evening(test)


def test_bots_are_never_paid_by_a_new_host_unasked(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        await at.hosts.offer(at.people["hal"], at.actor, at.people["gus"].id)
        await at.hosts.accept(at.people["gus"], at.actor, at.room.check_may_own, True)
        assert at.actor.rules.bots.keep == 0
        chips = await at.wallet("gus")
        await at.deal()
        assert await at.wallet("gus") == chips
        await at.finish()

    evening(test, bots=BotRules(players=("caller",), keep=1))


def test_chips_come_from_the_hosts_own_wallet_and_go_to_the_players(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        people, actor, hosts = at.people, at.actor, at.hosts
        has = {name: await at.wallet(name) for name in PEOPLE}
        await hosts.adjust(people["hal"], actor, people["gus"].id, 250, "  rebuy,\n cash ")
        assert (at.stack("gus"), await at.wallet("hal"), await at.wallet("gus")) == (650, has["hal"] - 250, has["gus"])
        await hosts.adjust(people["hal"], actor, people["gus"].id, -50, "too much")
        assert (at.stack("gus"), await at.wallet("hal"), await at.wallet("gus")) == (
            600,
            has["hal"] - 250,
            has["gus"] + 50,
        )
        assert at.notices("sid") == ["room.gave", "room.took"]
        await at.deal()
        assert await at.refused(hosts.adjust(people["hal"], actor, people["gus"].id, -10, "late")) == "hand-on"
        seat = actor.seating.of(people["gus"].id)
        assert seat is not None
        in_hand = seat.stack
        await hosts.adjust(people["hal"], actor, people["gus"].id, 10, "a bonus")
        assert (seat.stack, seat.added) == (in_hand, 10)
        await at.finish()
        told = await at.room.store.read(summary, at.table)
        assert told is not None
        assert [move for move in told.movements if move.reason == "adjust"] == [
            Movement(told.movements[2].at, people["gus"].id, "adjust", 250, people["hal"].id, "rebuy, cash"),
            Movement(told.movements[3].at, people["gus"].id, "adjust", -50, people["hal"].id, "too much"),
            Movement(told.movements[4].at, people["gus"].id, "adjust", 10, people["hal"].id, "a bonus"),
        ]
        assert told.settlement is not None
        (pays,) = told.settlement.payments
        won = at.stack("gus") + 50 - 400  # with the chips for which they paid the host
        assert (pays.payer, pays.payee, pays.amount) == (people["hal"].id, people["gus"].id, won)

    evening(test)


@pytest.mark.parametrize(
    ("amount", "reason", "why"),
    [
        (0, "x", "whole-chips"),
        (10**9, "x", "whole-chips"),
        (10_000_000, "x", "too-many-chips"),
        (-401, "x", "stack-has"),
        (10, "", "reason"),
        (10, " \n ", "reason"),
        (10, "x" * (MAX_REASON + 1), "reason"),
        (10, "a\x00b", "reason"),
        (500_000, "x", "wallet"),
    ],
)
def test_chips_that_cannot_be_given(evening: Run, amount: int, reason: str, why: str) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        people, actor = at.people, at.actor
        said = await at.refused(at.hosts.adjust(people["hal"], actor, people["gus"].id, amount, reason))
        assert said == why
        nobody = [(whom, "nobody-seated") for whom in (people["sid"].id, "")]
        for whom, refusal in [(people["hal"].id, "own-chips"), *nobody]:
            assert await at.refused(at.hosts.adjust(people["hal"], actor, whom, 10, "x")) == refusal
        assert at.stack("gus") == 400

    evening(test)


def test_new_stakes_wait_for_the_next_hand(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        people, actor, hosts = at.people, at.actor, at.hosts
        await at.deal()
        before, asked = actor.rules, actor.live and actor.live.asked
        for change in (Change(big_blind=0), Change(buy_in=(5, 4)), Change(speed="never"), Change(small_blind=50)):
            assert await at.refused(hosts.change(people["hal"], actor, change)) != ""
        await hosts.change(people["hal"], actor, Change(big_blind=20, small_blind=10, buy_in=(200, 2000)))
        await hosts.change(people["hal"], actor, Change(speed="fast"))
        assert actor.rules == before
        assert (actor.live and actor.live.asked) == asked
        coming = at.told("sid", "host")[-1]["host"]["coming"]
        assert (coming["stakes"]["big_blind"], coming["buy_in"], coming["act"]) == (20, [200, 2000], 10)
        await at.restart()
        await at.room.bars.bar(people["hal"], at.actor, people["sid"].id)  # other rules in between
        assert at.actor.rules.stakes == before.stakes
        await at.finish()
        await at.deal()
        assert at.actor.live is not None
        assert at.actor.live.record.stakes.big_blind == 20
        assert at.actor.rules.clock == SPEEDS["fast"]
        assert at.actor.live.asked is not None
        assert at.actor.live.asked.time == 10
        assert [*at.actor.rules.barred] == [people["sid"].id]
        assert at.told("gus", "table")[-1]["table"]["buy_in"] == [200, 2000]
        await at.restart()
        assert at.actor.seating.most_buy_in == 2000
        await at.finish()

    evening(test)


def test_who_is_removed_plays_the_hand_to_its_end(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        people, actor, hosts = at.people, at.actor, at.hosts
        assert await at.refused(hosts.remove(people["hal"], actor, people["hal"].id)) == "nobody-seated"
        await at.deal()
        await hosts.remove(people["hal"], actor, people["gus"].id)
        await hosts.remove(people["hal"], actor, people["gus"].id)
        assert at.notices("sid") == ["room.removed"]
        assert not actor.live_over
        await at.finish()
        assert actor.seating.of(people["gus"].id) is None
        assert await at.refused(hosts.remove(people["hal"], actor, people["gus"].id)) == "nobody-seated"

    evening(test)


def test_tables_of_the_house_have_no_host(evening: Run) -> None:
    async def test(at: Evening) -> None:
        house = await at.room.open_table(NewTable(game="27td"))
        assert await at.refused(at.hosts.pause(at.people["hal"], house, True)) == "not-host"
        assert await at.refused(at.hosts.remove(at.people["hal"], house, at.people["gus"].id)) == "not-host"

    evening(test)


def test_the_owner_changes_the_password(evening: Run) -> None:
    async def test(at: Evening) -> None:
        people, access, actor = at.people, at.room.access, at.actor
        await at.sit("hal", "gus")
        await at.room.bars.bar(people["hal"], actor, people["sid"].id)
        actor.gone(at.viewers["cora"])
        await at.turn()
        await access.set_password(people["hal"], actor, "")  # it has none
        assert actor.rules.public
        assert await at.refused(access.set_password(people["hal"], actor, "x" * 129)) == "table-password"
        await access.set_password(people["hal"], actor, "secret")
        await at.turn()
        assert actor.rules.view().locked
        assert at.ears["sid"].closed == BARRED  # it is a private table now
        assert [access.may_enter(people[name].id, actor) for name in PEOPLE] == [True, False, True, False]
        assert await at.refused(access.enter(people["cora"].id, actor, "wrong")) == "wrong-password"
        await at.room.bars.let_in(people["hal"], actor, people["sid"].id)
        assert not access.may_enter(people["sid"].id, actor)  # they need the password too
        await access.enter(people["cora"].id, actor, "secret")
        assert access.may_enter(people["cora"].id, actor)
        await access.set_password(people["hal"], actor, "")
        assert (actor.rules.password, actor.rules.public) == (None, False)  # so its hands stay private

    evening(test, public=True)
