"""The hosts of a table, at the level of the room: what they can do, who cannot, and when.

The room has a clock of its own, so nothing waits. Hal is the host, Cora a co-host, Gus a guest, Sid a stranger.
"""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from room.tables.test_actor import Ear
from standpat.engine.action import Call, Check, Discard, Fold
from standpat.language.sentence import sentence_of
from standpat.protocol import room as wire
from standpat.room.home_game.session import Movement, summary
from standpat.room.limits.limit import Limits
from standpat.room.store import Store, ledger
from standpat.room.store.users import User
from standpat.room.tables import home
from standpat.room.tables.actor import TableActor
from standpat.room.tables.hand_runner import Pace
from standpat.room.tables.host import MAX_REASON, Change
from standpat.room.tables.host_state import MOST_PAUSE
from standpat.room.tables.newcomers import AGAIN, WAIT
from standpat.room.tables.offers import OFFERED
from standpat.room.tables.refusal import REFUSALS
from standpat.room.tables.room import Room
from standpat.room.tables.table import SPEEDS, BotRules, NewTable
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.watch import Watch

NOON = 1_795_262_400.0
PEOPLE = ("hal", "cora", "gus", "sid")


class Evening:
    """A room on a database, its people, and one table of Hal's."""

    def __init__(self, file: Path) -> None:
        self.url = f"sqlite:///{file}"
        self.time = NOON
        self.people: dict[str, User] = {}
        self.ears: dict[str, Ear] = {}
        self.viewers: dict[str, Viewer] = {}
        self.ids = count(1)

    async def open(self) -> None:
        watch = Watch(lambda: self.time, lambda: self.time)
        self.room = Room(Store.open(self.url), pace=Pace(0.0, 0.0, 5.0), watch=watch, limits=Limits(tables=2))
        await self.room.resume()

    async def begin(self, **wish: Any) -> None:
        await self.open()
        for number, name in enumerate(PEOPLE):
            self.people[name] = (await self.room.accounts.guest(home.of(f"192.0.{number}.1"))).user
        wish = {"game": "27td", "seats": 3, "public": False, "bring_back": False, "buy_in": (100, 1000), **wish}
        self.table = (await self.room.open_table(NewTable(**wish), self.people["hal"])).rules.id
        for name in PEOPLE:
            self.page(name)

    async def restart(self) -> None:
        await asyncio.gather(*[actor.stop() for actor in self.room.tables.values()])
        await self.room.store.close()
        await self.open()
        for name in PEOPLE:
            self.page(name)

    @property
    def actor(self) -> TableActor:
        return self.room.tables[self.table]

    @property
    def hosts(self) -> Any:
        return self.room.hosts

    def page(self, name: str) -> None:
        user, ear = self.people[name], Ear()
        self.ears[name] = ear
        viewer = Viewer(user.id, user.name, ear, self.actor.snapshot, home=name)
        self.viewers[name] = viewer
        self.actor.join(viewer, wire.You(user.id, user.name, "guest", 0))

    def send(self, name: str, kind: type[Any], **fields: Any) -> int:
        id = next(self.ids)
        self.actor.said(self.viewers[name], kind(id, **fields))
        return id

    def answer(self, name: str, id: int) -> dict[str, Any] | None:
        told = [m for m in self.ears[name].heard if m["t"] in ("ack", "error") and m["id"] == id]
        return told[0] if told else None

    async def say(self, name: str, kind: type[Any], **fields: Any) -> str:
        """Send a message. Returns "" or the key of the refusal."""
        id = self.send(name, kind, **fields)
        await self.turn()
        answer = self.answer(name, id)
        assert answer is not None
        return str(answer.get("key") or answer.get("code", ""))

    async def turn(self) -> None:
        """Let the table do all that it has to do."""
        actor = self.room.tables.get(self.table)
        if actor is not None:
            await actor.ask(actor.wake)
        for _ in range(5):
            await asyncio.sleep(0)

    async def sit(self, *names: str, chips: int = 400) -> None:
        for name in names:
            assert await self.say(name, wire.Sit, buy_in=chips) == ""

    async def deal(self) -> None:
        self.time += 10.0
        await self.turn()
        assert not self.actor.live_over

    async def act(self, *, fold: bool = False) -> None:
        """Make the present decision as the player to act."""
        live = self.actor.live
        assert live is not None
        legal = live.hand.legal
        action: Any = Discard(()) if legal.draw is not None else Fold() if fold else Check() if legal.check else Call()
        seq, number = live.seq, live.record.hand_no
        said = wire.Throw() if isinstance(action, Discard) else action
        name = next(name for name, user in self.people.items() if user.id == live.user_to_act)
        assert await self.say(name, wire.Act, hand_no=number, seq=seq, action=said) == ""

    async def finish(self) -> None:
        while self.table in self.room.tables and not self.actor.live_over:
            await self.act(fold=True)

    def told(self, name: str, kind: str) -> list[dict[str, Any]]:
        return self.ears[name].told(kind)

    def notices(self, name: str) -> list[str]:
        return [message["key"] for message in self.told(name, "notice")]

    def stack(self, name: str) -> int:
        seat = self.actor.seating.of(self.people[name].id)
        assert seat is not None
        return seat.stack + seat.added

    async def wallet(self, name: str) -> int:
        return await self.room.store.read(ledger.balance, ledger.wallet(self.people[name].id))

    async def audit(self) -> list[str]:
        seats = [seat for seat in self.actor.seating.seats if seat]
        stacks = {ledger.seat(self.table, seat.user): seat.stack + seat.added for seat in seats}
        return await self.room.store.read(ledger.audit, stacks if self.actor.live_over else None)

    async def refused(self, what: Awaitable[Any]) -> str:
        """The key with which something is refused, "" if it is not. A refusal has changed nothing."""
        state, rules, seating = self.actor.runner.state(), self.actor.rules, self.actor.seating.copy()
        try:
            await what
        except REFUSALS as error:
            assert (self.actor.runner.state(), self.actor.rules) == (state, rules)
            assert self.actor.seating == seating
            return "wallet" if isinstance(error, ledger.Overdraft) else key_of(error)
        return ""


def key_of(error: Exception) -> str:
    return sentence_of(error)[0].removeprefix("error.") or str(error)


@pytest.fixture
def evening(tmp_path: Path) -> Callable[[Callable[[Evening], Awaitable[None]]], None]:
    """Runs a test with an evening, and checks the ledger at its end."""

    def run(test: Callable[[Evening], Awaitable[None]], **wish: Any) -> None:
        async def whole() -> None:
            made = Evening(tmp_path / "room.sqlite")
            await made.begin(**wish)
            try:
                await test(made)
                assert await made.audit() == []
            finally:
                await asyncio.gather(*[actor.stop() for actor in made.room.tables.values()])
                await made.room.store.close()

        asyncio.run(whole())

    return run


Run = Callable[..., None]


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


def test_a_newcomer_waits_for_approval(evening: Run) -> None:
    async def test(at: Evening) -> None:
        people, hosts = at.people, at.hosts
        await at.sit("hal")
        assert await at.say("gus", wire.Sit, buy_in=5) == "error.buy-in"
        first = at.send("gus", wire.Sit, buy_in=400, key="k")
        await at.turn()
        assert at.answer("gus", first) is None
        assert at.told("hal", "waiting")[-1]["newcomers"] == [
            {"user": people["gus"].id, "name": people["gus"].name, "buy_in": 400, "until": at.time + WAIT}
        ]
        assert not at.told("cora", "waiting")
        assert not at.told("sid", "waiting")
        assert await at.say("gus", wire.Sit, buy_in=400) == "error.waits-for-host"
        for name in ("gus", "sid"):
            assert await at.refused(hosts.decide_newcomer(people[name], at.actor, people["gus"].id, True)) == "not-host"
        assert at.actor.seating.of(people["gus"].id) is None
        await hosts.decide_newcomer(people["hal"], at.actor, people["gus"].id, True)
        assert at.answer("gus", first) == {"t": "ack", "id": first}
        assert at.stack("gus") == 400
        again = hosts.decide_newcomer(people["hal"], at.actor, people["gus"].id, True)
        assert await at.refused(again) == "nobody-waits"
        assert await at.say("gus", wire.Leave) == ""
        await at.restart()
        assert await at.say("gus", wire.Sit, buy_in=400) == ""  # approved for good

    evening(test, approval=True)


def test_a_newcomer_is_declined_gives_up_or_waits_in_vain(evening: Run) -> None:
    async def test(at: Evening) -> None:
        people, hosts = at.people, at.hosts

        async def ask() -> int:
            id = at.send("gus", wire.Sit, buy_in=400)
            await at.turn()
            return id

        def refusal(id: int) -> str:
            answer = at.answer("gus", id)
            return "" if answer is None else str(answer["key"])

        id = await ask()
        await hosts.decide_newcomer(people["hal"], at.actor, people["gus"].id, False)
        assert refusal(id) == "error.declined"
        id = await ask()
        assert refusal(id) == "error.declined"
        at.time += AGAIN
        id = await ask()
        assert refusal(id) == ""
        assert await at.say("gus", wire.Leave) == ""
        assert refusal(id) == "error.withdrawn"
        id = await ask()
        at.time += WAIT
        at.actor.housekeeping()
        await at.turn()
        assert refusal(id) == "error.no-approval"
        await ask()
        at.actor.gone(at.viewers["gus"])
        await at.turn()
        late = hosts.decide_newcomer(people["hal"], at.actor, people["gus"].id, True)
        assert await at.refused(late) == "nobody-waits"
        at.page("gus")
        id = await ask()
        await at.room.bars.bar(people["hal"], at.actor, people["gus"].id)
        await hosts.decide_newcomer(people["hal"], at.actor, people["gus"].id, True)
        assert at.actor.seating.of(people["gus"].id) is None
        assert at.told("hal", "waiting")[-1]["newcomers"] == []

    evening(test, approval=True)


def test_approval_is_turned_on_and_off(evening: Run) -> None:
    async def test(at: Evening) -> None:
        people, hosts = at.people, at.hosts
        await at.sit("hal", "gus")
        await hosts.require_approval(people["hal"], at.actor, True)
        await hosts.require_approval(people["hal"], at.actor, True)
        id = at.send("cora", wire.Sit, buy_in=400)
        await at.turn()
        assert at.answer("cora", id) is None
        assert await at.say("gus", wire.Leave) == ""
        await at.sit("gus")  # sat there before
        await hosts.remove(people["hal"], at.actor, people["gus"].id)
        await at.turn()
        assert at.actor.seating.of(people["gus"].id) is None
        await hosts.require_approval(people["hal"], at.actor, False)
        assert at.answer("cora", id) == {"t": "ack", "id": id}
        await at.sit("gus")

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
