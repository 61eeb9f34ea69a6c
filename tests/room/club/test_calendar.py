"""Evenings in the club's time zone, across its changes of clocks, and the feed that calendars read."""

from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import pytest

from room.club.scene import NOW, WISH, Club, play, result
from standpat.room.club import book, calendar, feed, membership
from standpat.room.club.calendar import Plan, begins, moment
from standpat.room.club.refusal import ClubRefused
from standpat.room.store import Store, journal


def test_wall_times() -> None:
    """Oslo's clocks are put forward at 2:00 on 28 March 2027, and back at 3:00 on 25 October 2026."""
    assert begins("2026-10-25T02:30", "Europe/Oslo").astimezone(UTC) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert begins("2027-03-28T03:00", "Europe/Oslo").astimezone(UTC) == datetime(2027, 3, 28, 1, 0, tzinfo=UTC)
    assert moment("2026-11-26T19:00", "Asia/Kathmandu") == datetime(2026, 11, 26, 13, 15, tzinfo=UTC).timestamp()
    with pytest.raises(ClubRefused, match="clocks"):
        begins("2027-03-28T02:30", "Europe/Oslo")
    for wrong in ("", "2026-11-26", "2026-02-30T19:00", "1999-01-01T19:00", "2026-11-26T19:00Z", "2026-11-26T24:01"):
        with pytest.raises(ClubRefused, match="date"):
            begins(wrong, "Europe/Oslo")


def test_evenings_are_planned_weekly_at_the_same_wall_time(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        ids = await club.do(calendar.plan(club.id, "oda", Plan("Mix", "2027-03-18T19:30", weeks=3)))
        there = (await club.look()).evenings
        assert [one.id for one in there] == ids
        assert [one.at[8:] for one in there] == ["18T19:30", "25T19:30", "01T19:30"]
        assert there[2].begins - there[1].begins == 7 * 86_400 - 3600
        # A week of a plan that the clocks skip: nothing is planned.
        skipped = Plan("Late", "2027-03-21T02:30", weeks=2)
        assert await club.refused(calendar.plan(club.id, "oda", skipped)) == "time-skipped"
        assert len((await club.look()).evenings) == 3
        # The club moves; what is planned keeps its zone until it is changed.
        await club.do(book.change(club.id, "ola", book.Wish(WISH.name, "America/New_York")))
        assert {one.zone for one in (await club.look()).evenings} == {"Europe/Oslo"}
        await club.do(calendar.change(club.id, "oda", ids[0], Plan("Mix", "2027-03-18T19:30")))
        assert (await club.look()).evenings[0].zone == "America/New_York"
        for plan, key in (
            (Plan("Mix", "2027-03-18T19:30", weeks=27), "weeks"),
            (Plan("Mix", "2027-03-18T19:30", weeks=0), "weeks"),
            (Plan("Mix", "2027-03-18T19:30", minutes=0), "minutes"),
            (Plan("", "2027-03-18T19:30"), "text"),
            (Plan("Mix", "2027-03-18T19:30", note="x" * 301), "text"),
        ):
            assert await club.refused(calendar.plan(club.id, "oda", plan)) == key
        assert await club.refused(calendar.change(club.id, "oda", "f" * 24, Plan("x", "2027-03-18T19:30"))) == "evening"

    play(sqlite_url, scene)


def test_cancelled_and_recorded_evenings(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        evening, now = await club.plan(), club.now
        for on in (True, True, False, False, True):
            await club.do(calendar.cancel(club.id, "oda", evening, on, at=now))
        assert await club.refused(club.write(evening, result(1, "mia", 1, 0, 0))) == "cancelled"
        await club.do(calendar.cancel(club.id, "oda", evening, False, at=now))
        await club.do(club.write(evening, result(1, "mia", 1, 0, 0)))
        assert await club.refused(calendar.cancel(club.id, "oda", evening, True, at=now)) == "has-results"

    play(sqlite_url, scene)


def test_a_table_belongs_to_one_evening_of_who_was_there(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        await club.store.commit(journal.open_table("t1", '{"owner": "oda"}', "{}", 0.0))
        await club.store.commit(journal.open_table("t2", '{"owner": "sid"}', "{}", 0.0))
        first, second = await club.plan(), await club.plan()
        for table in ("t2", "t9", "'", "t1\x00"):
            assert await club.refused(calendar.set_table(club.id, "oda", first, table)) == "no-table"
        for _ in range(2):
            await club.do(calendar.set_table(club.id, "oda", first, "t1"))
        assert await club.refused(calendar.set_table(club.id, "oda", second, "t1")) == "table-taken"
        await club.do(calendar.set_table(club.id, "oda", first, ""))
        await club.do(calendar.set_table(club.id, "oda", second, "t1"))
        # A home game is settled at its session: its results are in the standings and not among the debts.
        await club.do(club.write(second, result(1, "mia", 2, 100, 150), result(2, "max", 2, 100, 50)))
        told = await club.look()
        assert told.balances == {}
        assert told.statistics[0].net == 50
        assert await club.refused(calendar.set_table(club.id, "oda", second, "")) == "has-results"

    play(sqlite_url, scene)


async def fed(store: Store, token: str) -> Any:
    found = await store.read(feed.read, token, NOW)
    return found and icalendar.Calendar.from_ical(feed.text(found, "https://poker.example", NOW))


def test_the_feed(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        await club.plan(note="Bring\\; cake, please")
        gone = await club.plan("2026-12-03T19:00")
        await club.plan("2025-01-01T19:00")  # too long ago
        await club.do(calendar.cancel(club.id, "oda", gone, True, at=club.now))
        tokens = [await club.do(feed.open_feed(club.id, "mia", at=club.now)) for _ in range(2)]
        assert await fed(club.store, tokens[0]) is None
        there = await fed(club.store, tokens[1])
        first, second = there.events
        assert (first["summary"], first["description"]) == ("Thursday Lowball: Lowball", "Bring\\; cake, please")
        assert first["dtstart"].dt == datetime(2026, 11, 26, 18, 0, tzinfo=UTC)
        assert first["dtstart"].params["TZID"] == "Europe/Oslo"
        assert first["duration"].dt == timedelta(hours=4)
        assert [alarm["trigger"].dt for alarm in first.walk("VALARM")] == [-timedelta(hours=24), -timedelta(hours=1)]
        assert [zone["tzid"] for zone in there.walk("VTIMEZONE")] == ["Europe/Oslo"]
        assert (second["status"], second["sequence"], second.walk("VALARM")) == ("CANCELLED", 1, [])
        for wrong in ("", "x", tokens[1][:-1], tokens[1] + "x"):
            assert await fed(club.store, wrong) is None
        # It is gone with the member, and does not come back with them; and it can be revoked.
        await club.do(membership.remove(club.id, "oda", "mia", at=club.now))
        assert await fed(club.store, tokens[1]) is None
        await club.join("mia")
        await club.do(membership.answer(club.id, "oda", "mia", True, at=club.now))
        assert await fed(club.store, tokens[1]) is None
        token = await club.do(feed.open_feed(club.id, "mia", at=club.now))
        assert (await club.look()).feed
        for _ in range(2):
            await club.do(feed.close_feed(club.id, "mia"))
        assert await fed(club.store, token) is None
        assert not (await club.look()).feed

    play(sqlite_url, scene)
