"""Requests of every kind at every address: none is an error of the room, and all tables survive them.

The addresses come from the application itself, so that new ones are included. Methods, parts of the address, queries,
headers and bodies are correct, nearly correct or nonsense. Some requests are those of a signed-in guest who owns a
table; others have no session.
"""

import asyncio
import contextlib
import json
import logging
import random
import time
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from starlette.routing import Route

from room_scene import Served, patient, serving
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.club import book, calendar
from standpat.room.club.book import Wish
from standpat.room.club.calendar import Plan
from standpat.room.server import app
from standpat.room.store import ledger
from standpat.room.store.users import User

METHODS = ("GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "NONSENSE")
ODD: tuple[Any, ...] = (
    None, -1, 0, 1.5, 2**63, 2**70, True, "", "x", "\x00", "a\x00b", "🂡" * 30, "x" * 3000, [], {}, [[]] * 50, "27td",
    ["rule"], {"cap": 5}, {"cap": "x"}, {"draws": None}, {"players": ["rule"], "keep": 9}, [100, 50], [10**30, 10**31],
    "../..", "%00",
)  # fmt: skip
BODIES: tuple[dict[str, Any], ...] = (
    {"name": "Fuzzy"},
    {"name": "Fuzzy", "password": "long enough"},
    {"game": "27td"},
    {"game": "27sd", "name": "F", "house": "wsop", "options": {"cap": 5}, "small_blind": 5, "big_blind": 10, "ante": 1,
     "buy_in": [100, 800], "seats": 3, "speed": "fast", "bots": {"players": ["rule"], "keep": 2}, "public": False,
     "password": "pw"},
    {"password": "pw"},
    {"players": ["caller"], "keep": 1, "make_room": False},
    {"user": "x", "barred": True},
    {"about": "bot:rule:Ada", "text": "note"},
    {"name": "Fuzzy club", "zone": "Europe/Oslo"},
    {"title": "Fuzzy", "at": "2031-11-27T19:00"},
    {"results": [], "replaces": 1, "reason": "fuzzy"},
    {"on": True},
    {},
)  # fmt: skip
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"Content-Type": "text/plain"},
    {"Content-Type": "application/json; charset=latin-1"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Authorization": "Bearer " + "x" * 300},
    {"Authorization": "Basic eDp4"},
    {"Cookie": "standpat=" + "y" * 43},
    {"Cookie": 'standpat="\\000"; standpat'},
    {"Accept-Encoding": "*;q=-1", "Range": "bytes=5-2", "If-None-Match": '"x", *'},
    {"If-Modified-Since": "never", "Host": "[::1"},
    {"Transfer-Encoding": "chunked"},
    {"Content-Length": "-5"},
    {"Content-Length": "3"},
    {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"},
)


def addresses() -> list[str]:
    """Every address of the application, with its variable parts in braces."""
    plain = [getattr(route, "path", "") for route in app._routes()]
    assert len([route for route in app._routes() if isinstance(route, Route)]) > 20
    return [path.replace("{path:path}", "{file}") for path in plain]


class Fuzzer:
    """Makes requests, and counts the status codes of the answers."""

    def __init__(self, url: str, chance: random.Random, cookie: str, own: dict[str, list[str]]) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "", parts.port or 0
        self._chance = chance
        self._cookie = cookie
        self._own = own
        self._addresses = addresses()
        self.answers: list[tuple[int, str, str]] = []

    def path(self) -> str:
        chance, path = self._chance, self._chance.choice(self._addresses)
        while "{" in path:
            before, _, rest = path.partition("{")
            name, _, after = rest.partition("}")
            odd = quote(str(chance.choice(ODD))[:300], safe="" if chance.random() < 0.5 else "/%")
            path = before + (chance.choice(self._own.get(name, [odd])) if chance.random() < 0.6 else odd) + after
        if chance.random() < 0.3:
            name = chance.choice(("lang", "format", "before", "game", "house", "free", "table", "since", "%00"))
            value = chance.choice(("nb", "phh", "arena", "7", "27td", quote(str(chance.choice(ODD))[:200], safe="")))
            path += f"?{name}={value}"
        return path

    def body(self) -> bytes:
        chance = self._chance
        kind = chance.randrange(5)
        if kind == 0:
            return chance.randbytes(chance.randrange(80))
        if kind == 1:
            return json.dumps(chance.choice(ODD)).encode()
        body = dict(chance.choice(BODIES))
        if kind > 2:
            body[chance.choice([*body, "extra"])] = chance.choice(ODD)
        return json.dumps(body).encode()

    def one(self) -> None:
        chance = self._chance
        headers = {"Content-Type": "application/json"} if chance.random() < 0.8 else {}
        if chance.random() < 0.7:
            headers["Cookie"] = f"standpat={self._cookie}"
        if chance.random() < 0.3:
            headers |= chance.choice(HEADERS)
        method = chance.choice(METHODS if chance.random() < 0.5 else ("GET", "POST"))  # those that most addresses take
        path, body = self.path(), self.body()
        if path.startswith("/api/logout"):
            headers.pop("Cookie", None)  # the guest keeps the session
        connection = HTTPConnection(self._host, self._port, timeout=1)
        try:
            connection.request(method, path, body, headers)
            self.answers.append((connection.getresponse().status, method, path))
        except (HTTPException, OSError, TimeoutError):
            self.answers.append((0, method, path))  # disconnected, or waiting for a body that never comes
        finally:
            connection.close()


async def fuzz(served: Served, count: int, seed: int) -> list[tuple[int, str, str]]:
    async with Lobby(served.url) as lobby, Lobby(served.url) as guest:
        own = {"table": [await guest.create(game="27td", password=word) for word in ("", "pw")], "code": ["en", "nb"]}
        own["table"] += list(served.room.tables)[:2]
        own["file"] = ["icon.svg", "js/table/table_page.js"]
        own["club"], own["evening"], own["season"] = ["c" * 24], ["e" * 24], ["1"]
        owner, plan = User(guest.user, "Fuzzy", "registered", "player", 0.0), Plan("Fuzzy", "2031-11-27T19:00")
        founding = book.found(own["club"][0], owner, Wish("Fuzzy", "UTC"), "1", at=time.time())
        planning = calendar.plan(own["club"][0], guest.user, plan, own["evening"])
        served.call(lambda: served.room.store.commit(founding, planning))
        place = await lobby.play_now()
        async with lobby.table(place.table) as table:
            while table.hand_no < 3:
                await table.until(lambda: table.legal is not None or table.hand_no >= 3)
                if table.legal is not None:
                    await table.act(patient(table))
            hands = (await lobby.get(f"/api/tables/{place.table}/hands"))["hands"]
            own["hand"] = [str(hand["id"]) for hand in hands]
            assert guest.cookie
            fuzzer = Fuzzer(served.url, random.Random(seed), guest.cookie, own)
            for number in range(count):
                await asyncio.to_thread(fuzzer.one)
                if number % 5 == 0 and table.legal is not None:
                    await table.act(patient(table))
                    if next(seat for seat in table.seats if seat.user == lobby.user).stack < 150:
                        with contextlib.suppress(RoomError):  # the chips are bought already, and come after the hand
                            await table.top_up(200)
            async with guest.table(place.table) as other:  # a request may have seated them here, and they do not answer
                with contextlib.suppress(RoomError):
                    await other.leave()
            dealt = table.hand_no
            while table.hand_no < dealt + 2:  # the table still works
                await table.until(lambda: table.legal is not None or table.hand_no >= dealt + 2, timeout=30)
                if table.legal is not None:
                    await table.act(patient(table))
            await table.leave()
    return fuzzer.answers


def check(served: Served, count: int, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answers = asyncio.run(fuzz(served, count, seed))
    assert [answer for answer in answers if answer[0] >= 500] == []
    assert served.room.metrics.value("troubles_total") == 0
    assert not [record for record in caplog.records if record.exc_info]
    assert served.call(lambda: served.room.store.read(ledger.audit)) == []
    codes = [code for code, _, _ in answers]
    assert len(codes) == count
    assert {200, 400, 403, 404, 405} <= set(codes)
    assert codes.count(0) < count / 8
    assert codes.count(200) > count / 12


@pytest.mark.parametrize("database_url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)], indirect=True)
def test_no_request_is_a_fault_and_no_table_dies(database_url: str, caplog: pytest.LogCaptureFixture) -> None:
    with serving(database_url) as served:
        check(served, 500, 1, caplog)


@pytest.mark.slow
def test_ten_thousand_requests(database_url: str, caplog: pytest.LogCaptureFixture) -> None:
    with serving(database_url) as served:
        check(served, 10_000, 2, caplog)
