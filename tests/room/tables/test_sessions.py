"""Sessions: registering or signing in starts a new one. The old session is void, and its pages are closed."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from room_scene import Served, serving
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.limits.password_tries import Budget, Rates, Tries
from standpat.room.store.account import Accounts
from standpat.room.store.beside import open_beside
from standpat.room.tables.close_codes import SESSION_OVER

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('session') / 'room.sqlite'}") as room:
        yield room


@pytest.fixture(autouse=True)
def unlimited(served: Served) -> None:
    """Each test has its own budgets for passwords."""
    served.app.state.tries = Tries()


def play(served: Served, act: Callable[[Lobby, Lobby], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Lobby(served.url) as one, Lobby(served.url) as other:
            await act(one, other)

    asyncio.run(run())


def copied(lobby: Lobby) -> Lobby:
    """A client with a stolen cookie."""
    return Lobby(lobby.url, cookie=lobby.cookie)


@asynccontextmanager
async def sockets(lobby: Lobby) -> AsyncIterator[list[ClientConnection]]:
    """Two pages of the user: a table and the lobby."""
    table = (await lobby.get("/api/tables"))["tables"][0]["id"]
    place = lobby.url.replace("http", "ws")
    async with (
        connect(f"{place}/tables/{table}/socket", additional_headers=lobby.headers) as one,
        connect(f"{place}/lobby/socket", additional_headers=lobby.headers) as two,
    ):
        opened = [one, two]
        for socket in opened:
            await asyncio.wait_for(socket.recv(), 10)
        yield opened


async def ends(socket: ClientConnection) -> int:
    """Wait until the socket is closed. Returns the close code."""
    try:
        async with asyncio.timeout(60):
            while True:
                await socket.recv()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


async def lives(socket: ClientConnection) -> None:
    """Check that the socket answers."""
    await socket.send('{"t":"ping","id":77}')
    async with asyncio.timeout(60):
        while json.loads(await socket.recv())["t"] != "pong":
            pass


def test_registering_leaves_nothing_to_who_knew_the_guest(served: Served) -> None:
    async def act(ann: Lobby, _other: Lobby) -> None:
        thief, before = copied(ann), ann.cookie
        async with sockets(thief) as pages:
            await ann.post("/api/register", name="Fix Ann", password=PASSWORD)
            assert [await ends(page) for page in pages] == [SESSION_OVER, SESSION_OVER]
        assert ann.cookie != before
        assert (await ann.get("/api/me"))["name"] == "Fix Ann"
        with pytest.raises(RoomError, match="sign-in"):
            await thief.post("/api/daily")

    play(served, act)


def test_signing_in_ends_the_guest_and_nobody_else(served: Served) -> None:
    async def act(ann: Lobby, bob: Lobby) -> None:
        await ann.post("/api/register", name="In Ann", password=PASSWORD)
        guest, laptop = copied(bob), bob
        async with sockets(ann) as hers, sockets(guest) as his:
            with pytest.raises(RoomError, match="wrong name or password"):
                await laptop.post("/api/login", name="In Ann", password="wrong")
            await lives(his[0])
            await laptop.post("/api/login", name="In Ann", password=PASSWORD)
            assert [await ends(page) for page in his] == [SESSION_OVER, SESSION_OVER]
            for page in hers:
                await lives(page)
        assert (await laptop.get("/api/me"))["user"] == ann.user
        with pytest.raises(RoomError, match="sign-in"):
            await guest.post("/api/daily")
        # a second sign-in ends this page's first session too
        second = copied(laptop)
        await laptop.post("/api/login", name="In Ann", password=PASSWORD)
        with pytest.raises(RoomError, match="sign-in"):
            await second.post("/api/daily")

    play(served, act)


def test_signing_out_closes_that_sessions_pages(served: Served) -> None:
    async def act(ann: Lobby, laptop: Lobby) -> None:
        await ann.post("/api/register", name="Out Ann", password=PASSWORD)
        await laptop.post("/api/login", name="Out Ann", password=PASSWORD)
        async with sockets(ann) as here, sockets(laptop) as there:
            await ann.post("/api/logout")
            assert [await ends(page) for page in here] == [SESSION_OVER, SESSION_OVER]
            for page in there:
                await lives(page)
            await laptop.post("/api/sign-out-everywhere")
            assert [await ends(page) for page in there] == [SESSION_OVER, SESSION_OVER]
        assert not laptop.cookie

    play(served, act)


def test_a_password_is_changed_by_who_knows_it(served: Served) -> None:
    async def act(ann: Lobby, laptop: Lobby) -> None:
        with pytest.raises(RoomError, match="a guest has no password"):
            await ann.post("/api/password", old="", new=PASSWORD)
        with pytest.raises(RoomError, match="a guest has no password"):
            await ann.post("/api/sign-out-everywhere")
        await ann.post("/api/register", name="New Ann", password=PASSWORD)
        await laptop.post("/api/login", name="New Ann", password=PASSWORD)
        before = copied(ann)
        async with sockets(laptop) as there:
            with pytest.raises(RoomError, match="not your current password"):
                await ann.post("/api/password", old="wrong", new="battery staple")
            with pytest.raises(RoomError, match="8 to 256"):
                await ann.post("/api/password", old=PASSWORD, new="short")
            await lives(there[0])
            await ann.post("/api/password", old=PASSWORD, new="battery staple")
            assert [await ends(page) for page in there] == [SESSION_OVER, SESSION_OVER]
        assert (await ann.get("/api/me"))["name"] == "New Ann"
        for gone in (before, laptop):
            with pytest.raises(RoomError, match="sign-in"):
                await gone.post("/api/daily")
        with pytest.raises(RoomError, match="wrong name or password"):
            await laptop.post("/api/login", name="New Ann", password=PASSWORD)
        await laptop.post("/api/login", name="New Ann", password="battery staple")

    play(served, act)


def test_what_ends_elsewhere_ends_here(tmp_path: Any) -> None:
    """By `standpat admin` beside the running room, within seconds."""
    database = f"sqlite:///{tmp_path / 'room.sqlite'}"

    async def sign_out(user: str) -> None:
        store = open_beside(database)
        await Accounts(store).sign_out_everywhere(user)
        await store.close()

    with serving(database) as served:

        async def act(ann: Lobby, bob: Lobby) -> None:
            async with sockets(ann) as hers, sockets(bob) as his:
                await sign_out(ann.user)
                assert [await ends(page) for page in hers] == [SESSION_OVER, SESSION_OVER]
                for page in his:
                    await lives(page)

        play(served, act)


def test_a_closed_page_does_nothing_any_more(served: Served) -> None:
    """Messages on a connection that is being closed are ignored."""

    async def act(ann: Lobby, _other: Lobby) -> None:
        await ann.post("/api/register", name="Shut Ann", password=PASSWORD)
        async with sockets(ann) as pages:
            (viewer,) = [v for host in served.room.tables.values() for v in host.viewers if v.user == ann.user]
            viewer._end = (SESSION_OVER, "as if it were just being closed")
            viewer._look()
            await pages[0].send('{"t":"sit","id":1,"buy_in":400}')
            assert await ends(pages[0]) in (SESSION_OVER, 1000, 1006, 0)
            assert all([host.seating.find(ann.user) is None for host in served.room.tables.values()])

    play(served, act)


def test_a_flood_at_a_name_locks_out_nobody_who_is_known(served: Served) -> None:
    async def act(ann: Lobby, thief: Lobby) -> None:
        served.app.state.tries = Tries(
            Rates(own=Budget(4, 1e6), address=Budget(3, 1e6), address_at_name=Budget(2, 1e6), name=Budget(2, 1e6))
        )
        await ann.post("/api/register", name="Flood Ann", password=PASSWORD)
        for _ in range(2):
            with pytest.raises(RoomError, match="wrong name or password"):
                await thief.post("/api/login", name="FLOOD ANN", password="guess")
        for guess in ("guess", PASSWORD):  # even the right one is not checked
            status, headers, told = await asyncio.to_thread(_login, thief, "Flood Ann", guess)
            assert (status, told["code"], told["key"]) == (429, "too-fast", "error.too-many-tries")
            assert told["retry_after"] == int(headers["Retry-After"]) > 60
        await thief.post("/api/register", name="Flood Eve", password=PASSWORD)
        with pytest.raises(RoomError, match="too many tries"):  # known under their own name, unknown under hers
            await thief.post("/api/login", name="Flood Ann", password="guess")
        await ann.post("/api/logout")
        for _ in range(3):
            with pytest.raises(RoomError, match="wrong name or password"):
                await ann.post("/api/login", name="Flood Ann", password="mistyped")
        await ann.post("/api/login", name="Flood Ann", password=PASSWORD)
        assert (await ann.get("/api/me"))["name"] == "Flood Ann"

    play(served, act)


def _login(lobby: Lobby, name: str, password: str) -> tuple[int, Any, Any]:
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    body = json.dumps({"name": name, "password": password}).encode()
    request = Request(f"{lobby.url}/api/login", body, {"Content-Type": "application/json", **lobby.headers})
    try:
        with urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, json.load(answer)
    except HTTPError as error:
        return error.code, error.headers, json.load(error)


def test_a_tables_password_is_guessed_at_no_faster(served: Served) -> None:
    async def act(ann: Lobby, thief: Lobby) -> None:
        served.app.state.tries = Tries(
            Rates(own=Budget(4, 1e6), address=Budget(9, 1e6), address_at_name=Budget(3, 1e6), name=Budget(3, 1e6))
        )
        await ann.post("/api/register", name="Table Ann", password=PASSWORD)
        table = await ann.create(game="27td", password="open sesame")
        for _ in range(3):
            with pytest.raises(RoomError, match="wrong password"):
                await thief.post(f"/api/tables/{table}/enter", password="guess")
        with pytest.raises(RoomError, match="too many tries"):
            await thief.post(f"/api/tables/{table}/enter", password="open sesame")
        async with Lobby(served.url) as kari:
            await kari.post("/api/register", name="Settled Kari", password=PASSWORD)
            with pytest.raises(RoomError, match="too many tries"):  # registered just now
                await kari.post(f"/api/tables/{table}/enter", password="open sesame")
            at = time.time() - 2 * 86_400
            served.call(lambda: served.room.store.commit(_born(kari.user, at)))
            await kari.post(f"/api/tables/{table}/enter", password="open sesame")

    play(served, act)


def _born(user: str, at: float) -> Any:
    from sqlalchemy import update

    from standpat.room.store import Work
    from standpat.room.store.schema import person

    return Work(lambda c: c.execute(update(person).where(person.c.id == user).values(created=at)).close())
