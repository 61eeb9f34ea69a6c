"""Every address of the room under requests that are not what they should be: no answer is a fault, no table dies."""

import asyncio
import contextlib
import json
import random
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from starlette.routing import Route

from room_scene import Served, patient, serving
from standpat.room.app import _routes
from standpat.room.client import Lobby, RoomError

ODD: list[Any] = [None, -1, 0, 1, 2**31, 2**63, 2**70, 1.5, True, "", "x", "wsop", "\x00", "\u202e", [], {}, "🂡" * 40]
BODIES: list[dict[str, Any]] = [
    {},
    {"game": "27td"},
    {"name": "Ann", "password": "long enough"},
    {"password": "open sesame"},
    {"game": "27sd", "name": "Friends", "house": "wsop", "options": {"cap": 3}, "big_blind": 10, "seats": 4},
    {"game": "a5td", "buy_in": [100, 400], "bots": {"players": ["rule"], "keep": 2}, "public": False, "password": "p"},
]
QUERIES = (
    "",
    "?format=phh",
    "?format=\x00",
    "?lang=nb",
    "?lang=../en",
    "?before=-1",
    "?before=1",
    "?game=27td&free=1",
    "?%",
)
NAMES = ("Content-Type", "Cookie", "Origin", "Content-Length", "Accept", "Host", "Authorization", "X-Forwarded-For")


def spoilt(body: dict[str, Any], chance: random.Random) -> bytes:
    """A body with a field changed, or no such body at all."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(80))
    if kind == 1:
        return json.dumps(chance.choice(ODD)).encode()
    body = dict(body)
    if kind > 2:
        body[chance.choice([*body, "game", "name", "options", "bots"])] = chance.choice(ODD)
    return json.dumps(body).encode()


def address(path: str, table: str, chance: random.Random) -> str:
    """A route's address with something in the place of its parameters."""
    odd = quote(str(chance.choice(ODD)), safe="")
    hand = chance.choice(["1", "2", "0", "-1", "9" * 30, "٣", odd])
    for name, value in (("table", chance.choice([table, "none", odd])), ("hand", hand), ("code", odd)):
        path = path.replace(f"{{{name}}}", quote(value, safe="%"))
    return path + quote(chance.choice(QUERIES), safe="?=&%/.-")


def storm(served: Served, table: str, cookie: str, count: int) -> dict[int, int]:
    """So many requests; how often each status came back."""
    chance = random.Random(count)
    routes = [route for route in _routes() if isinstance(route, Route)]
    parts = urlsplit(served.url)
    statuses: dict[int, int] = {}
    for _ in range(count):
        route = chance.choice(routes)
        usual = "POST" if "POST" in (route.methods or ()) else "GET"
        method = (
            usual if chance.random() < 0.9 else chance.choice(["PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW"])
        )
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        if chance.random() < 0.2:
            odd = str(chance.choice(ODD)).encode("ascii", "ignore").decode().replace("\x00", "")
            headers[chance.choice([name for name in NAMES if name not in ("Content-Length", "Host")])] = odd
        if route.path == "/api/logout":
            headers["Cookie"] = ""  # the storm goes on
        connection = HTTPConnection(parts.hostname or "", parts.port, timeout=20)
        try:
            connection.request(
                method, address(route.path, table, chance), spoilt(chance.choice(BODIES), chance), headers
            )
            response = connection.getresponse()
            response.read()
            statuses[response.status] = statuses.get(response.status, 0) + 1
            assert response.status < 500, (method, route.path)
        finally:
            connection.close()
    return statuses


async def play_beside(served: Served, count: int) -> dict[int, int]:
    """A player at a table while the storm blows."""
    async with Lobby(served.url) as lobby, Lobby(served.url) as fuzzer:
        place = await lobby.play_now()
        cookie = fuzzer.headers["Cookie"]
        blowing = asyncio.create_task(asyncio.to_thread(storm, served, place.table, cookie, count))
        async with lobby.table(place.table) as table:
            while not blowing.done():
                await table.my_turn()
                await table.act(patient(table))
                if next(seat for seat in table.seats if seat.user == lobby.user).stack < 150:
                    with contextlib.suppress(RoomError):  # enough is on its way already
                        await table.top_up(200)
                await asyncio.sleep(0.2)
            await table.my_turn()
            await table.leave()
        return await blowing


def swept(folder: Path, count: int) -> None:
    with serving(f"sqlite:///{folder / 'room.sqlite'}") as served:
        statuses = asyncio.run(play_beside(served, count))
        assert served.room.metrics.troubles == 0
    assert {200, 400, 404, 405} <= set(statuses), statuses


def test_no_request_is_a_fault(tmp_path: Path) -> None:
    swept(tmp_path, 400)


@pytest.mark.slow
def test_no_request_of_ten_thousand_is_a_fault(tmp_path: Path) -> None:
    swept(tmp_path, 10_000)
