"""Tournaments of clubs: who may open, see and enter them; their end is the result of an evening, once, whatever
crashes."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from room.club.scene import Club, play, result
from room.tournaments.scene import ended, everybody_is_away, killed, opened, structure
from room_scene import serving
from standpat.engine.games import Stakes
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.club import book, calendar, membership, record
from standpat.room.club import tournament as club_tournament
from standpat.room.club.book import Wish
from standpat.room.club.record import Result
from standpat.room.club.view import View, view
from standpat.room.server.finished_hands import by_key
from standpat.room.store import StoreError, Work, journal, ledger, tournament_book
from standpat.room.store.users import User
from standpat.room.tables import home
from standpat.room.tables.room import Room
from standpat.room.tournaments.keeper import Keeper
from standpat.tournament import commands
from standpat.tournament.events import Announced, Finished, Rebought, Reentered, Registered, Withdrawn
from standpat.tournament.options import Options
from standpat.tournament.structure import Level, Rebuys
from tournament_field import Field

CLUB = "c" * 24


async def people(room: Room, count: int) -> list[User]:
    """Guests, and the owner of a club that all of them are in."""
    found = [(await room.accounts.guest(home.of(f"192.0.{k}.1"))).user for k in range(count)]
    owner = User(found[0].id, found[0].name, "registered", "player", 0.0)
    now = room.watch.wall()
    await room.store.commit(book.found(CLUB, owner, Wish("Thursday", "Europe/Oslo"), "2026", at=now))
    code = (await room.store.read(view, CLUB, owner.id, now)).code
    for user in found[1:]:
        await room.store.commit(membership.join(code or "", user, at=now))
    return found


async def club_night(room: Room, users: list[User], bots: int = 0) -> Keeper:
    """A sit-and-go of the club, in which all are registered but the last. With bots, which the API refuses, it lasts
    longer, and costs nothing."""
    made = structure(len(users) + bots, stack=200) if bots else structure(len(users), buy_in=100, stack=20)
    if not bots:  # everybody is all-in with the ante
        made = structs.replace(made, levels=(Level(1, {"27sd": Stakes(10, 20, 20)}),))
    owner, now = users[0].id, room.watch.wall()
    keeper = await room.tournaments.announce(
        "Friday",
        made,
        Options(),
        owner,
        bots=bots,
        also=lambda id: [club_tournament.hold(CLUB, owner, "", id, "Friday", now)],
    )
    keeper.linger = 0.01
    for user in users[:-1]:
        await enter(keeper, user)
    return keeper


async def enter(keeper: Keeper, user: User) -> None:
    await keeper.ask(commands.register, user.id, user.name, account=ledger.wallet(user.id))


async def look(room: Room, user: User) -> View:
    return await room.store.read(view, CLUB, user.id, room.watch.wall())


def test_the_end_of_a_tournament_is_the_result_of_an_evening(database_url: str) -> None:
    async def scene() -> None:
        room = await opened(database_url)
        users = await people(room, 5)
        keeper = await club_night(room, users)
        before = await look(room, users[1])
        (evening,) = before.evenings
        assert (evening.title, evening.tournament, evening.entry) == ("Friday", keeper.id, None)
        assert before.seasons[0].standings == ()
        await enter(keeper, users[-1])
        await ended(room, keeper)
        told = await look(room, users[1])
        (entry,) = told.entries
        assert (entry.evening, entry.by, entry.replaces) == (evening.id, users[0].id, None)
        assert [one.place for one in entry.results] == [1, 2, 2, 2, 2]
        assert {(one.entrants, one.buy_in) for one in entry.results} == {(5, 100)}
        assert {one.member: one.prize for one in entry.results} == {
            user.id: keeper.state.won.get(user.id, 0) for user in users
        }
        (winner,) = [one.member for one in entry.results if one.place == 1]
        lines = told.seasons[0].standings
        assert (lines[0].member, lines[0].wins, lines[0].played) == (winner, 1, 1)
        assert lines[0].points > lines[1].points > 0
        nets = {one.member: one.prize - 100 for one in entry.results}
        assert told.balances == {member: net for member, net in nets.items() if net}
        assert sum(told.balances.values()) == 0
        assert await room.store.read(ledger.audit) == []
        await only_members_see_its_hands(room, keeper, users)
        await room.close()

    asyncio.run(scene())


async def only_members_see_its_hands(room: Room, keeper: Keeper, users: list[User]) -> None:
    """A stranger sees none; a member all; a player who left the club those into which they were dealt."""
    over = await room.tournaments.past.find(keeper.id)
    assert over is not None
    (hand,) = await room.store.read(journal.hands_between, over.tables[1], [(1, 1)], 9)
    stranger = (await room.accounts.guest(home.of("198.51.100.1"))).user
    for nobody in ("", stranger.id):
        assert await by_key(room, hand.key, nobody) is None
    await room.store.commit(membership.join(await code_of(room, users[0]), stranger, at=room.watch.wall()))
    seen = await by_key(room, hand.key, stranger.id)
    assert seen is not None
    assert seen.table["id"] is None
    now = room.watch.wall()
    for user in (users[1], stranger):
        await room.store.commit(membership.leave(CLUB, user.id, at=now))
    assert await by_key(room, hand.key, stranger.id) is None
    assert await by_key(room, hand.key, users[1].id) is not None


async def code_of(room: Room, owner: User) -> str:
    return (await look(room, owner)).code or ""


def test_a_room_that_is_killed_records_it_once(tmp_path: Path) -> None:
    """Killed again and again, until the tournament is over, and then once more."""
    url = f"sqlite:///{tmp_path}/room.sqlite"

    async def begin() -> tuple[str, list[User]]:
        room = await opened(url)
        users = await people(room, 1)
        keeper = await club_night(room, users, bots=3)
        await enter(keeper, users[-1])
        await killed(room)
        return keeper.id, users

    async def again(id: str, users: list[User], seconds: float) -> bool:
        room = await opened(url)
        over = id not in room.tournaments.keepers
        now = room.watch.wall()
        told, events = await room.store.read(
            lambda connection: (view(connection, CLUB, users[0].id, now), tournament_book.events(connection, id))
        )
        assert len(told.entries) == (type(events[-1]) is Finished)  # both or neither
        everybody_is_away(room)
        await asyncio.sleep(seconds)
        everybody_is_away(room)
        await killed(room)
        return over

    async def whole() -> None:
        id, users = await begin()
        rounds = 0
        while not await again(id, users, 0.02 * (rounds % 4)):
            rounds += 1
            assert rounds < 200
        assert rounds > 1
        assert await again(id, users, 0.0)

    asyncio.run(whole())


def test_a_write_that_fails_at_the_end_records_it_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/room.sqlite"

    async def scene() -> None:
        room = await opened(url)
        users = await people(room, 2)
        keeper = await club_night(room, users)
        commit, failures = room.store.commit, [0]

        async def failing(*ops: Any) -> Any:
            if any([isinstance(one, Work) and "record" in one.run.__qualname__ for one in ops]):
                failures[0] += 1
                raise StoreError("the disk is full")
            return await commit(*ops)

        monkeypatch.setattr(room.store, "commit", failing)
        await enter(keeper, users[-1])
        async with asyncio.timeout(60):
            while not failures[0]:
                everybody_is_away(room)
                await asyncio.sleep(0.01)
        assert (await look(room, users[0])).entries == ()
        await killed(room)
        room = await opened(url)
        async with asyncio.timeout(60):
            while room.tournaments.keepers:
                await asyncio.sleep(0.01)
        assert len((await look(room, users[0])).entries) == 1
        await room.close()

    asyncio.run(scene())


def test_what_is_recorded_does_not_stop_the_end(tmp_path: Path) -> None:
    """Results by hand, an evening that was cancelled, a club that was closed: the tournament ends all the same."""

    async def one(case: str) -> None:
        room = await opened(f"sqlite:///{tmp_path}/{case}.sqlite")
        users = await people(room, 2)
        keeper = await club_night(room, users)
        owner, now = users[0].id, room.watch.wall()
        (evening,) = (await look(room, users[0])).evenings
        if case == "by hand":
            lines = [Result(1, owner, 2, 5, 10)]
            await room.store.commit(record.write(CLUB, owner, evening.id, lines, at=now, replaces=None, reason=""))
        elif case == "cancelled":
            await room.store.commit(calendar.cancel(CLUB, owner, evening.id, True, at=now))
        else:
            await room.store.commit(book.close(CLUB, owner, at=now))
        await enter(keeper, users[-1])
        await ended(room, keeper)
        assert keeper.state.status == "finished"
        entries = (await look(room, users[0])).entries
        assert [entry.results for entry in entries] == ([tuple(lines)] if case == "by hand" else [])
        await room.close()

    for case in ("by hand", "cancelled", "closed"):
        asyncio.run(one(case))


def test_who_may_hold_one(database_url: str) -> None:
    async def scene(club: Club) -> None:
        ids = iter([f"{k:024x}" for k in range(100)])

        async def held(who: str, evening: str = "") -> str | None:
            id = next(ids)
            told = Announced(at=0, id=id, name="Friday", structure=structure(), options=Options())
            ops = tournament_book.open(id, b"seed", "oda", [told], club.now)
            hold = club_tournament.hold(club.id, who, evening, id, "Friday", club.now)
            try:
                await club.store.commit(ops, hold)
            except Exception as error:
                assert await club.store.read(tournament_book.extent, id) is None
                return str(error.args[0].key if hasattr(error.args[0], "key") else error)
            return None

        planned, busy, off = await club.plan(), await club.plan("2026-12-03T19:00"), await club.plan("2026-12-10T19:00")
        await club.do(club.write(busy, result(1, "mia", 2, 20, 40)))
        await club.do(calendar.cancel(club.id, "oda", off, True, at=club.now))
        for who in ("mia", "sid", "nobody"):
            assert await held(who) is not None
            assert await held(who, planned) is not None
        for evening in (busy, off, "x", "e" * 24, "' OR 1=1"):
            assert await held("oda", evening) is not None
        assert await held("oda", planned) is None
        assert await held("ola", planned) is not None  # it has one
        assert await club.refused(calendar.set_table(club.id, "oda", planned, "t1")) == "evening-taken"
        assert await held("ola") is None
        told = await club.look()
        assert len([one for one in told.evenings if one.tournament]) == 2
        new = next(one for one in told.evenings if one.tournament and one.id != planned)
        assert (new.at, new.zone, new.season) == ("2026-11-21T13:00", "Europe/Oslo", told.seasons[0].id)
        hers = [one.tournament for one in told.evenings if one.tournament]
        assert await club.store.read(club_tournament.hidden, [*hers, "other"], "mia") == set()
        assert await club.store.read(club_tournament.hidden, [*hers, "other"], "sid") == set(hers)
        assert await club.store.read(club_tournament.hidden, hers, "") == set(hers)
        await club.do(book.close(club.id, "ola", at=club.now))
        assert await held("ola") is not None

    play(database_url, scene)


def test_buy_ins_are_all_that_was_paid_and_bots_are_no_entrants() -> None:
    field = Field(4, buy_in=100, fee=10, rebuys=Rebuys(closes=2, cost=50, chips=1000, most=2, at_most=1000))
    more = (Reentered(at=0, player="p1"), Rebought(at=0, player="p2", chips=1000), Rebought(at=0, player="p2", chips=9))
    t = field.t
    t.players["p3"].bot = True
    t.outs, t.left, t.won = [("p1", "p2"), ("p3",)], 1, {"p0": 500, "p3": 90}
    assert club_tournament.results(t, [*field.events, *more]) == (
        Result(1, "p0", 3, 110, 500),
        Result(2, "p1", 3, 220, 0),
        Result(2, "p2", 3, 210, 0),
    )
    withdrawn = (Withdrawn(at=0, player="p0"), Registered(at=0, player="p0", name="P0"))
    assert club_tournament.results(t, [*field.events, *withdrawn])[0].buy_in == 110
    t.outs, t.left = [("p3",)], 3  # a deal ended play: by chips
    for id, stack in (("p0", 100), ("p1", 300), ("p2", 100)):
        t.players[id].stack = stack
    assert [(one.member, one.place) for one in club_tournament.results(t, [])] == [("p0", 2), ("p1", 1), ("p2", 2)]


def test_members_alone_see_and_enter_it(tmp_path: Path) -> None:
    async def scene(url: str) -> None:
        async with Lobby(url) as ola, Lobby(url) as mia, Lobby(url) as sid:
            await ola.post("/api/register", name="Ola", password="correct horse battery")
            club = (await ola.post("/api/clubs", name="Friday", zone="Europe/Oslo", season="2026"))["club"]
            code = (await ola.get(f"/api/clubs/{club}"))["code"]
            await mia.post("/api/clubs/join", code=code)
            wanted = {"kind": "27sd", "players": 3, "club": club}
            for lobby in (mia, sid):
                with pytest.raises(RoomError, match="club"):
                    await lobby.post("/api/tournaments", **wanted)
            for wrong in ({"evening": "x"}, {"bots": 1}, {"club": "c" * 24}):
                with pytest.raises(RoomError):
                    await ola.post("/api/tournaments", **{**wanted, **wrong})
            assert (await ola.get("/api/tournaments"))["tournaments"] == []
            id = (await ola.post("/api/tournaments", **wanted))["tournament"]
            at = f"/api/tournaments/{id}"
            for lobby in (ola, mia):
                assert [row["id"] for row in (await lobby.get("/api/tournaments"))["tournaments"]] == [id]
                await lobby.post(f"{at}/register")
            assert (await sid.get("/api/tournaments"))["tournaments"] == []
            for path in (at, f"{at}/export"):
                with pytest.raises(RoomError, match="no such tournament"):
                    await sid.get(path)
            with pytest.raises(RoomError, match="no such tournament"):
                await sid.post(f"{at}/register")
            assert len((await mia.get(at))["standings"]) == 2
            assert [one["tournament"] for one in (await mia.get(f"/api/clubs/{club}"))["evenings"]] == [id]
            await ola.post(f"/api/clubs/{club}/remove", user=mia.user)  # she plays, but sees no other of the club
            assert len((await mia.get(at))["standings"]) == 2
            assert (await mia.get("/api/tournaments"))["tournaments"] == []

    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=()) as served:
        asyncio.run(scene(served.url))
