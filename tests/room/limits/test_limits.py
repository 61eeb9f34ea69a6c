"""The limits of a served room for one person and one address: pages, bots, guests, chat lines."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect

from room_scene import Served, serving
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.limits.limit import Limits, Rate
from standpat.room.store import guest_book

LONG = 1e6
LIMITS = Limits(
    messages=Rate(1e6, 1),
    trusted=(),
    sockets=3,
    address_sockets=6,
    guests=Rate(20, LONG),
    bots=2,
    new_bots=Rate(3, LONG),
    reads=Rate(200, LONG),
    chat=Rate(4, LONG),
    guest_chat=Rate(6, LONG),
)


@contextlib.contextmanager
def limited(folder: Path) -> Iterator[Served]:
    with serving(f"sqlite:///{folder / 'room.sqlite'}", limits=LIMITS) as served:
        yield served


async def heard(connection: ClientConnection, id: int) -> str:
    """The answer to a message: ack, or the code of the error."""
    while True:
        message = json.loads(await asyncio.wait_for(connection.recv(), 10))
        if message.get("id") == id:
            return str(message.get("code", message["t"]))


def table_of(served: Served) -> str:
    return f"{served.url.replace('http', 'ws')}/tables/{next(iter(served.room.tables))}/socket"


def test_another_page_gives_nobody_more_to_say(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob, Lobby(served.url) as cid:
            answers = []
            for id in range(6):
                async with connect(table_of(served), additional_headers=ann.headers) as page:
                    said = {"t": "emote", "emote": "ouch"} if id in (1, 5) else {"t": "chat", "text": f"line {id}"}
                    await page.send(json.dumps({"id": id} | said))
                    answers.append(await heard(page, id))
            assert answers == ["ack", "not-seated", "ack", "ack", "too-fast", "too-fast"]
            others = []
            for guest in (bob, cid, bob):
                async with connect(table_of(served), additional_headers=guest.headers) as page:
                    await page.send(json.dumps({"t": "chat", "id": 1, "text": "hi"}))
                    others.append(await heard(page, 1))
            assert others == ["ack", "ack", "too-fast"]  # six for all guests of the address

    with limited(tmp_path) as served:
        asyncio.run(run(served))


def test_pages_are_counted_by_person_and_by_address(tmp_path: Path) -> None:
    async def opened(served: Served, headers: dict[str, str]) -> ClientConnection | None:
        page = await connect(table_of(served), additional_headers=headers)
        try:
            await asyncio.wait_for(page.recv(), 10)
        except Exception:
            assert page.close_code == 1013
            return None
        return page

    async def run(served: Served) -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            mine = [await opened(served, ann.headers) for _ in range(4)]
            assert [page is not None for page in mine] == [True, True, True, False]
            theirs = [await opened(served, bob.headers) for _ in range(3)]
            assert all(theirs)
            assert await opened(served, {}) is None  # six for the address
            assert mine[0]
            mine[0].transport.abort()  # a close would wait for frames that nobody reads here
            async with asyncio.timeout(60):
                while not (again := await opened(served, ann.headers)):
                    await asyncio.sleep(0.01)
            for page in (*mine[1:], *theirs, again):
                if page:
                    page.transport.abort()

    with limited(tmp_path) as served:
        asyncio.run(run(served))


def test_a_persons_bots_are_counted_for_good_and_an_addresss_by_the_hour(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob:
            wanted = [ann.post("/api/token", name=f"Ann's {word}") for word in ("one", "two", "three")]
            got = await asyncio.gather(*wanted, return_exceptions=True)
            refused = [error for error in got if isinstance(error, RoomError)]
            assert len(refused) == 1
            assert "you already have 2 bots" in str(refused[0])
            with pytest.raises(RoomError, match="too-fast"):
                await bob.post("/api/token", name="Bob's one")

    with limited(tmp_path) as served:
        asyncio.run(run(served))


def test_guests_are_counted_by_address(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        for _ in range(20):
            async with Lobby(served.url):
                pass
        with pytest.raises(RoomError, match="too-fast"):
            await Lobby(served.url).__aenter__()

    with limited(tmp_path) as served:
        asyncio.run(run(served))


def test_looking_things_up_is_counted_by_address(tmp_path: Path) -> None:
    async def run(served: Served) -> None:
        async with Lobby(served.url) as ann:
            for _ in range(199):  # and one request to enter
                await ann.get("/api/options")
            with pytest.raises(RoomError, match="too-fast"):
                await ann.get("/api/options")

    with limited(tmp_path) as served:
        asyncio.run(run(served))


def test_a_table_keeps_its_last_lines_alone(database_url: str) -> None:
    with serving(database_url) as served:
        one, other = list(served.room.tables)[:2]

        async def say() -> list[int]:
            store = served.room.store
            for number in range(guest_book.LINES_KEPT + 25):
                await store.commit(guest_book.say(one, guest_book.Said(number, "ann", "Ann", f"line {number}")))
            await store.commit(guest_book.say(other, guest_book.Said(1.0, "ann", "Ann", "elsewhere")))
            kept = await store.read(guest_book.said, one, 1000)
            assert [line.body for line in kept] == [f"line {number}" for number in range(25, 75)]
            return [len(await store.read(guest_book.said, table, 1000)) for table in (one, other)]

        assert served.call(say) == [guest_book.LINES_KEPT, 1]
