"""What people have asked their table to do for them, at a table: pages are told, and nothing is forgotten."""

from room.evening import Evening, Run
from standpat.engine.action import Fold
from standpat.engine.rebuild import rebuild
from standpat.protocol import room as wire
from standpat.room.store import journal, ledger
from standpat.room.tables.coming_rules import Change


def test_t10_5_straddles(evening: Run) -> None:
    """Asked for by players at a table that has them, played from the next hand on, and kept through a restart."""

    async def test(at: Evening) -> None:
        hal = at.people["hal"]

        async def straddle(name: str, on: bool = True) -> str:
            return await at.say(name, wire.Straddle, on=on)

        async def dealt() -> list[tuple[str, int]]:
            await at.deal()
            assert at.actor.live is not None
            users, posts = at.actor.live.record.users, at.actor.live.record.posts
            await at.finish()
            return [(users[post.seat], post.amount) for post in posts if post.kind == "straddle"]

        await at.sit("hal", "gus", "cora", "sid")
        assert await straddle("gus") == "error.no-straddle"
        assert at.told("gus", "plans") == []
        await at.hosts.change(hal, at.actor, Change(straddle=True))
        assert at.told("cora", "host")[-1]["host"]["coming"]["straddle"] is True
        await at.deal()
        await at.finish()
        assert at.told("gus", "table")[-1]["table"]["straddle"] is True
        for name in ("gus", "gus", "sid"):
            assert await straddle(name) == ""
        await straddle("sid", on=False)
        assert [plans["straddles"] for plans in at.told("gus", "plans")] == [True]
        await at.restart()
        posted = [await dealt() for _ in range(8)]
        gus = [(at.people["gus"].id, 20)]
        assert sorted(posted) == [[]] * 6 + [gus] * 2
        await at.hosts.change(hal, at.actor, Change(straddle=True))
        await at.hosts.change(hal, at.actor, Change(straddle=False))
        assert [await dealt() for _ in range(4)] == [[]] * 4
        assert await straddle("gus", on=False) == "error.no-straddle"

    evening(test, seats=4)


def test_t10_6_chopping_the_blinds(evening: Run) -> None:
    """Only when both blinds have asked for it before the hand; the hand is stored, the ledger exact, all are told."""

    async def test(at: Evening) -> None:
        async def chop(name: str, on: bool = True) -> str:
            return await at.say(name, wire.Chop, on=on)

        async def folded(times: int) -> list[tuple[int, ...]]:
            """The results of hands in which all fold."""
            nets = []
            for _ in range(times):
                await at.deal()
                while at.actor.live and not at.actor.live.over:
                    await at.actor.runner.play(Fold())
                assert at.actor.live
                nets.append(at.actor.live.hand.nets or ())
            return nets

        await at.sit("hal", "gus", "cora")
        assert await chop("gus") == ""
        assert (0, 0, 0) not in await folded(3)  # Gus alone
        assert at.told("gus", "notice") == []
        await at.deal()
        for name in ("hal", "cora", "sid"):
            assert await chop(name) == ("error.not-here" if name == "sid" else "")
        while not at.actor.live.over:  # type: ignore[union-attr]
            await at.actor.runner.play(Fold())
        assert at.actor.live.chopped == ()  # type: ignore[union-attr]
        stacks = [seat.stack for seat in at.actor.seating.seats if seat]
        assert await folded(2) == [(0, 0, 0)] * 2
        assert [seat.stack for seat in at.actor.seating.seats if seat] == stacks
        notice = at.told("sid", "notice")[-1]
        assert (notice["key"], set(notice["args"])) == ("room.chopped", {"one", "other"})
        await at.restart()
        assert await folded(1) == [(0, 0, 0)]
        record = at.actor.live.record  # type: ignore[union-attr]
        stored = await at.room.store.read(journal.hand, record.id)
        assert stored is not None
        again = rebuild(record.game, record.stakes, stored.events, posts=record.posts)
        assert (again.over, again.events) == (True, stored.events)
        for name in ("hal", "gus", "cora"):
            assert await at.room.store.read(ledger.balance, ledger.seat(at.table, at.people[name].id)) in stacks
        await at.hosts.change(at.people["hal"], at.actor, Change(chop=False))
        assert (0, 0, 0) not in await folded(3)
        assert await chop("gus", on=False) == "error.no-chop"

    evening(test, chop=True)


def test_sitting_out_at_the_big_blind(evening: Run) -> None:
    """Their pages are told, and only theirs; after a restart it is as before; it can be cancelled."""

    async def test(at: Evening) -> None:
        async def plan(name: str, on: bool) -> str:
            return await at.say(name, wire.SitOut, on=on, when="big-blind")

        def told() -> list[bool]:
            return [plans["out_at_big"] for plans in at.told("gus", "plans")]

        await at.sit("hal", "gus", "cora")
        assert await plan("sid", True) == "error.not-here"
        await at.deal()
        big = at.actor.seating.big
        seats = at.actor.seating.seats
        gus = at.actor.seating.find(at.people["gus"].id)
        assert await plan("gus", True) == ""
        assert await plan("gus", True) == ""
        assert told() == [True]
        assert await plan("gus", False) == ""
        assert told() == [True, False]
        assert not any([seat.out for seat in seats if seat])
        await plan("gus", True)
        await at.restart()
        await at.turn()
        assert told() == [True]
        at.page("gus")
        await at.turn()
        assert told() == [True]  # a page that was opened now
        await at.finish()
        while (big := ((big or 0) + 1) % 3) != gus:
            await at.deal()
            assert gus in at.actor.seating.playing
            await at.finish()
        await at.deal()
        assert gus not in at.actor.seating.playing
        assert told() == [True, False]
        views = {seat.user: seat.state for seat in at.actor.cashier.views()}
        assert views[at.people["gus"].id] == "sitting-out"
        for name in ("hal", "cora", "sid"):
            assert at.told(name, "plans") == []
        assert await plan("gus", True) == ""  # out already
        assert told() == [True, False]

    evening(test)
