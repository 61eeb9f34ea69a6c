"""Breaks: a seat that is kept for up to an hour, how often, and who ends it."""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from room.evening import Evening
from standpat.protocol import room as wire
from standpat.room.tables.cashier import AWAY
from standpat.room.tables.seating import Seat

Run = Callable[..., None]
HOUR = 3600.0


def seat_of(at: Evening, name: str) -> Seat | None:
    return at.actor.seating.of(at.people[name].id)


def view(at: Evening, name: str) -> Any:
    """Their seat as pages were shown it last."""
    user = at.people[name].id
    shown = [message for message in at.ears["sid"].heard if message["t"] in ("seats", "snapshot", "deal")]
    return next(seat for seat in shown[-1]["seats"] if seat["user"] == user)


async def passes(at: Evening, seconds: float) -> None:
    """Let the time pass, with the room's housekeeping at its end."""
    at.time += seconds
    at.actor.housekeeping()
    await at.turn()


async def close_page(at: Evening, name: str) -> None:
    at.actor.gone(at.viewers.pop(name))
    await at.turn()


def test_a_seat_is_kept_until_the_time_and_then_as_others_are(evening: Run) -> None:
    """Through a restart; the ten minutes of those without a page begin when the break is over."""

    async def test(at: Evening) -> None:
        await at.sit("hal", "gus", "cora")
        await at.deal()
        assert await at.say("sid", wire.TakeBreak, minutes=60) == "error.not-here"
        until = at.time + HOUR
        assert await at.say("gus", wire.TakeBreak, minutes=60) == ""
        assert at.actor.playing(at.people["gus"].id)  # the hand goes on
        await at.finish()
        assert (view(at, "gus")["state"], view(at, "gus")["back_by"]) == ("sitting-out", until)
        assert "back_by" not in view(at, "hal")
        await at.deal()
        assert not at.actor.playing(at.people["gus"].id)
        await at.finish()
        await close_page(at, "gus")
        for _ in range(4):
            await passes(at, 900.0 - 60)
        await at.restart()
        await close_page(at, "gus")
        await passes(at, until - at.time - 1.0)
        assert view(at, "gus")["back_by"] == until
        await passes(at, 1.0)
        assert "back_by" not in view(at, "gus")
        assert view(at, "gus")["state"] == "sitting-out"
        await passes(at, AWAY)
        assert seat_of(at, "gus")
        await passes(at, 1.0)
        assert seat_of(at, "gus") is None
        assert seat_of(at, "cora")

    evening(test)


def test_who_comes_back_plays_and_who_has_a_page_open_is_not_stood_up(evening: Run) -> None:
    async def test(at: Evening) -> None:
        await at.sit("hal", "gus")
        for name in ("hal", "gus"):
            assert await at.say(name, wire.TakeBreak, minutes=15) == ""
        assert await at.say("gus", wire.SitOut, on=True) == ""  # already
        assert view(at, "gus")["back_by"] == at.time + 900
        assert await at.say("gus", wire.SitOut, on=False) == ""
        assert (view(at, "gus")["state"], "back_by" in view(at, "gus")) == ("playing", False)
        await passes(at, 899.0)
        assert "back_by" in view(at, "hal")
        await passes(at, 2 * HOUR)
        seat = seat_of(at, "hal")
        assert seat
        assert (seat.out, seat.kept_until) == (True, 0.0)

    evening(test)


def test_at_a_public_table_once_a_day_and_at_a_private_one_as_often_as_they_like(evening: Run) -> None:
    """Neither leaving and coming back, nor a restart, nor a clock that is set gives another."""

    async def test(at: Evening) -> None:
        async def take() -> str:
            return await at.say("gus", wire.TakeBreak, minutes=60)

        async def come_back() -> None:
            assert await at.say("gus", wire.SitOut, on=False) == ""

        await at.sit("gus")
        for _ in range(2):
            assert await take() == ""
            at.time += 60.0
        await come_back()
        await at.actor.put(structs.replace(at.actor.rules, public=True))
        assert await take() == "error.break-again"
        assert seat_of(at, "gus").out is False  # type: ignore[union-attr]
        at.time += 86_400.0 - 60.0
        assert await take() == ""
        await at.sit("hal")
        assert await at.say("hal", wire.TakeBreak, minutes=60) == ""  # each person
        assert await take() == "error.break-again"
        await come_back()
        assert await at.say("gus", wire.Leave) == ""
        await at.sit("gus")
        assert await take() == "error.break-again"
        await at.restart()
        at.time += 86_399.0
        assert await take() == "error.break-again"
        told = [message for message in at.told("gus", "error") if message["key"] == "error.break-again"]
        assert told[-1]["args"] == {"hours": 1}
        at.time += 1.0
        assert await take() == ""
        at.time -= 20 * HOUR  # the machine's clock is set back
        at.actor.housekeeping()
        await at.turn()
        assert seat_of(at, "gus").kept_until == 0.0  # type: ignore[union-attr]
        assert await take() == "error.break-again"

    evening(test)


def test_a_host_ends_a_break(evening: Run) -> None:
    async def test(at: Evening) -> None:
        people, hosts, actor = at.people, at.hosts, at.actor
        gus = people["gus"].id
        await at.sit("hal", "gus", "cora")
        assert await at.refused(hosts.end_break(people["hal"], actor, gus)) == "no-break"
        assert await at.refused(hosts.end_break(people["hal"], actor, people["sid"].id)) == "nobody-seated"
        await hosts.name_co_host(people["hal"], actor, people["cora"].id, True)
        await at.say("gus", wire.TakeBreak, minutes=60)
        await at.say("hal", wire.TakeBreak, minutes=60)
        for name in ("gus", "sid"):
            assert await at.refused(hosts.end_break(people[name], actor, gus)) == "not-host"
        assert await at.refused(hosts.end_break(people["cora"], actor, people["hal"].id)) == "not-owner"
        assert "back_by" in view(at, "gus")
        await close_page(at, "gus")
        await passes(at, 1800.0)
        await hosts.end_break(people["cora"], actor, gus)
        assert await at.refused(hosts.end_break(people["cora"], actor, gus)) == "no-break"
        assert at.notices("sid").count("room.break-ended") == 1
        assert ("back_by" in view(at, "gus"), view(at, "gus")["state"]) == (False, "sitting-out")
        await passes(at, AWAY)
        assert seat_of(at, "gus")
        await passes(at, 1.0)
        assert seat_of(at, "gus") is None
        assert "back_by" in view(at, "hal")

    evening(test)


def test_a_break_ends_with_the_seat(evening: Run) -> None:
    """Whoever is removed gets their chips; nothing of the break stays."""

    async def test(at: Evening) -> None:
        had = await at.wallet("gus")
        await at.sit("hal", "gus")
        await at.say("gus", wire.TakeBreak, minutes=60)
        await at.hosts.remove(at.people["hal"], at.actor, at.people["gus"].id)
        assert await at.wallet("gus") == had
        await at.sit("gus")
        seat = seat_of(at, "gus")
        assert seat
        assert (seat.out, seat.kept_until) == (False, 0.0)

    evening(test)
