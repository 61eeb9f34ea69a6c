"""Invitation codes, approval, and the limits of clubs and members."""

from math import log2

import pytest

from room.club.scene import NOW, WISH, Club, play
from standpat.room.club import book, code, membership
from standpat.room.store import Work
from standpat.room.store.users import User


def test_a_code_cannot_be_guessed() -> None:
    codes = {code.new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(code.typed(one.lower().replace("-", " ")) == one for one in codes)
    assert code.SIGNS * log2(len(code.ALPHABET)) == 80
    for wrong in (
        "",
        "x",
        "7Q2M-0000-0000-111",
        "7Q2M-0000-0000-11111",
        "é" * 16,
        "7Q2M\x000000-0000-1111",
        "0" * 10_000,
    ):
        assert code.typed(wrong) is None


def test_codes_are_rotated_and_revoked(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        def join(text: str, name: str = "sid") -> Work:
            return membership.join(text, club.people[name], at=club.now)

        first = await club.code() or ""
        second = await club.do(book.set_code(club.id, "oda", True))
        assert await club.code() == second != first
        assert await club.refused(join(first)) == "code"
        assert await club.do(book.set_code(club.id, "oda", False)) is None
        for text in (first, second, "", "None", "%", "' OR 1=1 --"):
            assert await club.refused(join(text)) == "code"
        third = await club.do(book.set_code(club.id, "oda", True))
        bot = User("bot", "Bot", "bot", "player", 0.0, owner="sid")
        assert await club.refused(membership.join(third, bot, at=club.now)) == "people"
        for _ in range(2):
            assert (await club.do(join(third.lower()))).state == "in"
        assert [one.user for one in (await club.look()).members] == ["ola", "oda", "max", "mia", "sid"]
        assert (await club.look()).code is None  # organisers only

    play(sqlite_url, scene)


def test_approval(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        wish = book.Wish(WISH.name, WISH.zone, "€", approval=True)
        await club.do(book.change(club.id, "ola", wish))
        for _ in range(2):
            assert (await club.join("sid")).state == "asked"
        assert [one.user for one in (await club.look("oda")).waiting] == ["sid"]
        told = await club.look("mia")
        assert (told.waiting, "sid" in told.names, told.currency) == ((), False, "€")
        await club.do(membership.answer(club.id, "oda", "sid", False, at=club.now))
        assert await club.refused(membership.join(await club.code() or "", club.people["sid"], at=club.now)) == "code"
        # Later they may ask again, but not walk in: not even when the club has given up approval.
        await club.do(book.change(club.id, "ola", WISH))
        club.now += membership.AGAIN_S
        assert (await club.join("sid")).state == "asked"
        for _ in range(2):
            await club.do(membership.withdraw(club.id, "sid"))
        assert (await club.join("sid")).state == "asked"
        await club.do(membership.answer(club.id, "oda", "sid", True, at=club.now))
        assert (await club.look("sid")).role == "member"
        await club.do(membership.withdraw(club.id, "sid"))  # nothing to withdraw
        assert (await club.look("sid")).role == "member"
        # Nor does who was removed; who left by themselves does, with a member's role.
        code_then = await club.code() or ""
        await club.do(membership.remove(club.id, "oda", "sid", at=club.now))
        friend = membership.join(code_then, await club.add("friend"), at=club.now)
        assert await club.refused(friend) == "code"  # the code that they knew is worthless now, for a new guest too
        assert (await club.join("sid")).state == "asked"
        await club.do(membership.leave(club.id, "oda", at=club.now))
        assert (await club.join("oda")).state == "in"
        assert (await club.look("oda")).role == "member"

    play(sqlite_url, scene)


def test_removing_does_not_open_a_club_that_invites_nobody(sqlite_url: str) -> None:
    async def scene(club: Club) -> None:
        await club.do(book.set_code(club.id, "oda", False))
        await club.do(membership.remove(club.id, "oda", "max", at=club.now))
        assert await club.code() is None

    play(sqlite_url, scene)


def test_limits(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MEMBERS", 4)
    monkeypatch.setattr(membership, "WAITING", 1)

    async def scene(club: Club) -> None:
        await club.add("ann")
        await club.add("bea")
        assert await club.refused(membership.join(await club.code() or "", club.people["sid"], at=NOW)) == "full"
        await club.do(book.change(club.id, "ola", book.Wish("Ola's", WISH.zone, approval=True)))
        await club.join("ann")
        assert await club.refused(membership.join(await club.code() or "", club.people["bea"], at=NOW)) == "full"
        assert await club.refused(membership.answer(club.id, "oda", "ann", True, at=NOW)) == "full"
        for number in range(book.OWNED):
            await club.do(book.found(f"m{number}", club.people["mia"], WISH, "2026", at=NOW))
        assert await club.refused(book.found("m9", club.people["mia"], WISH, "2026", at=NOW)) == "most-owned"
        assert await club.refused(book.found("x", club.people["max"], WISH, "2026", at=NOW)) == "account"
        await club.do(membership.offer(club.id, "ola", "mia", at=NOW))
        assert await club.refused(membership.take_over(club.id, "mia", True, at=NOW)) == "most-owned"
        monkeypatch.setattr(book, "CLUBS", book.OWNED + 1)
        assert await club.refused(book.found("m9", club.people["mia"], WISH, "2026", at=NOW)) == "most"
        for wish, key in (
            (book.Wish("x", WISH.zone), "text"),
            (book.Wish("A\x00B", WISH.zone), "text"),
            (book.Wish("Club", "Europe/Nowhere"), "zone"),
            (book.Wish("Club", "../../etc/passwd"), "zone"),
            (book.Wish("Club", WISH.zone, ""), "text"),
        ):
            assert await club.refused(book.change(club.id, "ola", wish)) == key

    play(sqlite_url, scene)
