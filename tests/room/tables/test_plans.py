"""What people have asked their table to do for them, at a table: pages are told, and nothing is forgotten."""

from collections.abc import Awaitable, Callable

from room.evening import Evening
from standpat.protocol import room as wire

Run = Callable[[Callable[[Evening], Awaitable[None]]], None]


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
