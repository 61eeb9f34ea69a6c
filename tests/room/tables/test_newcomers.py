"""Newcomers who wait for the approval of a host."""

from room.evening import Evening, Run
from standpat.protocol import room as wire
from standpat.room.tables.newcomers import AGAIN, WAIT


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
        assert at.told("gus", "waiting")[-1]["newcomers"] == at.told("hal", "waiting")[-1]["newcomers"]
        assert not at.told("cora", "waiting")
        assert not at.told("sid", "waiting")
        assert await at.say("gus", wire.Sit, buy_in=400) == "error.waits-for-host"
        for name in ("gus", "sid"):
            assert await at.refused(hosts.decide_newcomer(people[name], at.actor, people["gus"].id, True)) == "not-host"
        assert at.actor.seating.of(people["gus"].id) is None
        await hosts.decide_newcomer(people["hal"], at.actor, people["gus"].id, True)
        assert at.answer("gus", first) == {"t": "ack", "id": first}
        assert at.stack("gus") == 400
        assert at.told("gus", "waiting")[-1]["newcomers"] == []
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
        assert at.told("gus", "waiting")[-1]["newcomers"] == []
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
