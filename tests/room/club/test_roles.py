"""Who may do what in a club: each act by everybody, twice, and late. Nobody else learns that there is a club."""

from typing import Any

import pytest

from room.club.scene import NOW, WISH, Club, play, result
from standpat.room.club import balance, book, calendar, feed, membership, season
from standpat.room.club.calendar import Plan
from standpat.room.club.refusal import ClubRefused
from standpat.room.club.roles import LEAST, may
from standpat.room.home_game.settle_up import Payment
from standpat.room.store import Work

PLAN = Plan("Lowball", "2026-12-03T19:00")


def acts(club: Club, who: str, evening: str, number: int) -> dict[str, Work]:
    """Every act of a club by somebody, none of which names them."""
    id, now = club.id, club.now
    return {
        "change": book.change(id, who, WISH),
        "code": book.set_code(id, who, True),
        "no code": book.set_code(id, who, False),
        "admit": membership.answer(id, who, "sid", True, at=now),
        "refuse": membership.answer(id, who, "sid", False, at=now),
        "remove": membership.remove(id, who, "max", at=now),
        "role": membership.set_role(id, who, "max", "organiser"),
        "hand over": membership.offer(id, who, "mia", at=now),
        "take over": membership.take_over(id, who, True, at=now),
        "begin": season.begin(id, who, season.Wanted("x"), at=now),
        "change season": season.change(id, who, number, season.Wanted("x")),
        "end": season.end(id, who, number, at=now),
        "plan": calendar.plan(id, who, PLAN),
        "change evening": calendar.change(id, who, evening, PLAN),
        "cancel": calendar.cancel(id, who, evening, True, at=now),
        "table": calendar.set_table(id, who, evening, "t1"),
        "write": club.write(evening, result(1, "max", 1, 0, 0), by=who),
        "say": balance.say(id, who, Payment("max", "mia", 5), at=now),
        "take back": balance.take_back(id, who, 1, "x", at=now),
        "feed": feed.open_feed(id, who, at=now),
        "no feed": feed.close_feed(id, who),
        "leave": membership.leave(id, who, at=now),
        "close": book.close(id, who, at=now),
    }


OWNERS = ("change", "role", "hand over", "close")
EVERYBODYS = ("take over", "say", "take back", "feed", "no feed", "leave")


def test_every_act_has_the_least_role() -> None:
    assert {may("owner", act) for act in LEAST} == {True}
    assert [act for act in LEAST if may("organiser", act) and not may("member", act)] == [
        "invite",
        "admit",
        "remove",
        "season",
        "evening",
        "record",
    ]


def test_acts_by_the_wrong_people(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        evening, number = await club.plan(), (await club.look()).seasons[0].id
        # A stranger, one who was removed, one who waits, and one who looks for a club that is not there: all the same.
        await club.add("rem")
        await club.join("rem")
        await club.do(membership.remove(club.id, "oda", "rem", at=club.now))
        await club.join("rem")
        for who in ("sid", "rem", "nobody", "", "x\x00"):
            told = {name: await club.refused(work) for name, work in acts(club, who, evening, number).items()}
            assert set(told.values()) == {"none"}, who
            with pytest.raises(ClubRefused, match="no such club"):
                await club.look(who)
        there, club.id = club.id, "d" * 24
        gone = {name: await club.refused(work) for name, work in acts(club, "ola", evening, number).items()}
        assert set(gone.values()) == {"none"}
        club.id = there
        await club.do(membership.withdraw(club.id, "rem"))
        before = await club.look("ola")
        # A member may not organise, and an organiser may not own.
        told = {
            name: await club.refused(work)
            for name, work in acts(club, "max", evening, number).items()
            if name not in EVERYBODYS
        }
        assert {name for name, key in told.items() if key == "owners"} == set(OWNERS)
        assert {key for name, key in told.items() if name not in OWNERS} == {"organisers"}
        told = {name: await club.refused(acts(club, "oda", evening, number)[name]) for name in OWNERS}
        assert set(told.values()) == {"owners"}
        assert await club.look("ola") == before
        # The wrong thing by the right person.
        for work, key in (
            (membership.leave(club.id, "ola", at=club.now), "owner-stays"),
            (membership.remove(club.id, "oda", "ola", at=club.now), "not-above"),
            (membership.remove(club.id, "oda", "oda", at=club.now), "not-above"),
            (membership.remove(club.id, "oda", "sid", at=club.now), "no-member"),
            (membership.remove(club.id, "oda", "rem", at=club.now), "no-member"),
            (membership.set_role(club.id, "ola", "ola", "member"), "hand-over"),
            (membership.set_role(club.id, "ola", "mia", "owner"), "hand-over"),
            (membership.offer(club.id, "ola", "ola", at=club.now), "owns"),
            (membership.offer(club.id, "ola", "max", at=club.now), "heir-account"),
            (membership.offer(club.id, "ola", "sid", at=club.now), "no-member"),
            (membership.take_over(club.id, "mia", True, at=club.now), "no-offer"),
            (membership.answer(club.id, "oda", "sid", True, at=club.now), "asked"),
            (membership.answer(club.id, "oda", "mia", False, at=club.now), "asked"),
        ):
            assert await club.refused(work) == key
        assert await club.look("ola") == before

    play(sqlite_url, scene)


def test_a_closed_club_is_read_only(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        evening, number = await club.plan(), (await club.look()).seasons[0].id
        code = await club.code() or ""
        await club.do(book.close(club.id, "ola", at=club.now))
        for name, work in acts(club, "ola", evening, number).items():
            if name not in ("feed", "no feed", "leave", "say", "take back"):
                assert await club.refused(work) == "closed", name
        assert await club.refused(membership.join(code, club.people["sid"], at=club.now)) == "code"
        assert ((await club.look()).closed, (await club.look("ola")).code) == (NOW, None)
        await club.do(membership.leave(club.id, "mia", at=club.now))
        assert await club.refused(membership.leave(club.id, "mia", at=club.now)) == "none"

    play(sqlite_url, scene)


def test_the_club_is_handed_over(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        await club.do(membership.offer(club.id, "ola", "mia", at=club.now))
        assert [(await club.look(who)).heir for who in ("ola", "oda", "mia")] == ["mia", None, "mia"]
        assert await club.refused(membership.take_over(club.id, "oda", True, at=club.now)) == "no-offer"
        late = club.now + membership.OFFER_S
        assert await club.refused(membership.take_over(club.id, "mia", True, at=late)) == "no-offer"
        await club.do(membership.take_over(club.id, "mia", False, at=club.now))
        assert await club.refused(membership.take_over(club.id, "mia", True, at=club.now)) == "no-offer"
        await club.do(membership.offer(club.id, "ola", "mia", at=club.now))
        await club.do(membership.leave(club.id, "mia", at=club.now))  # the offer goes with them
        await club.join("mia")
        assert await club.refused(membership.take_over(club.id, "mia", True, at=club.now)) == "no-offer"
        await club.do(membership.offer(club.id, "ola", "mia", at=club.now))
        await club.do(membership.take_over(club.id, "mia", True, at=club.now))
        roles: dict[str, Any] = {one.user: one.role for one in (await club.look()).members}
        assert roles == {"mia": "owner", "oda": "organiser", "ola": "organiser", "max": "member"}
        # The former owner is an organiser, and no more.
        for work in (book.close(club.id, "ola", at=club.now), membership.offer(club.id, "ola", "ola", at=club.now)):
            assert await club.refused(work) == "owners"
        await club.do(membership.remove(club.id, "mia", "ola", at=club.now))
        assert await club.refused(book.set_code(club.id, "ola", True)) == "none"

    play(sqlite_url, scene)
