"""Requests of strangers' pages, floods and nonsense are refused, and other users do not notice."""

import asyncio
import json
import random
import socket
import struct
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from room_scene import Served, patient, serving
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.limits.limit import Limits, Rate
from standpat.room.limits.rate import Credits, Gate
from standpat.room.server.security import POLICY, same_origin


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('room') / 'room.sqlite'}") as room:
        yield room


def request(
    served: Served, method: str, path: str, body: bytes = b"", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(served.url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("origin", "right"),
    [
        (None, True),
        ("http://room.example", True),
        ("https://room.example", True),
        ("http://club.example", True),
        ("http://evil.example", False),
        ("http://room.example.evil.example", False),
        ("http://room.example:81", False),
        ("null", False),
        ("", False),
        ("http://[", False),
        ("file://room.example", False),
    ],
)
def test_origins(origin: str | None, right: bool) -> None:
    headers = Headers({"host": "room.example"} | ({} if origin is None else {"origin": origin}))
    assert same_origin(headers, ("http://club.example",)) is right


def test_credits_refill_evenly() -> None:
    now = [0.0]
    credits = Credits(4, 8, lambda: now[0])
    assert [credits.take() for _ in range(5)] == [True] * 4 + [False]
    now[0] = 2.0
    assert [credits.take() for _ in range(2)] == [True, False]
    now[0] = 1000.0
    assert credits.full
    assert [credits.take() for _ in range(5)] == [True] * 4 + [False]


def test_a_gate_counts_by_client() -> None:
    gate = Gate(1, 1000)
    assert [gate.take("ann"), gate.take("ann"), gate.take("bob")] == [True, False, True]


def test_the_cookie_is_out_of_reach(served: Served) -> None:
    status, headers, _ = request(served, "GET", "/api/me")
    assert status == 200
    cookie = headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie


@pytest.mark.parametrize(
    "path", ["/", "/api/me", "/api/tables", "/tables/x", "/my-tables", "/nowhere", "/healthz", "/locale/nb.json"]
)
def test_every_answer_carries_the_policy(served: Served, path: str) -> None:
    _, headers, _ = request(served, "GET", path)
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in POLICY


def test_only_a_tile_may_be_in_a_frame_and_only_in_the_rooms_own_pages(served: Served) -> None:
    _, _, body = request(served, "GET", "/api/tables")
    table = json.loads(body)["tables"][0]["id"]
    _, headers, _ = request(served, "GET", f"/tables/{table}")
    assert headers["content-security-policy"] == POLICY
    for path, found in ((f"/tables/{table}/tile", 200), ("/tables/nowhere/tile", 404)):
        status, headers, _ = request(served, "GET", path)
        assert status == found
        rules = headers["content-security-policy"].split("; ")
        assert "frame-ancestors 'self'" in rules
        assert set(POLICY.split("; ")) - set(rules) == {"frame-ancestors 'none'"}
        _, headers, _ = request(served, "GET", path, If_None_Match=headers.get("etag", "none"))
        assert "frame-ancestors 'self'" in headers["content-security-policy"].split("; ")


def test_another_sites_page_can_change_nothing(served: Served) -> None:
    _, headers, _ = request(served, "GET", "/api/me")
    cookie = headers["set-cookie"].partition(";")[0]
    json_type = {"Content_Type": "application/json", "Cookie": cookie}
    for origin in ("http://evil.example", "null"):
        status, _, body = request(served, "POST", "/api/play-now", b"{}", Origin=origin, **json_type)
        assert (status, json.loads(body)["code"]) == (403, "not-allowed")
    status, _, _ = request(served, "POST", "/api/play-now", b"{}", Cookie=cookie, Content_Type="text/plain")
    assert status == 400
    elsewhere = b'{"game": "a5td"}'  # the others of this module do not meet a person who never opens a page
    status, _, _ = request(served, "POST", "/api/play-now", elsewhere, Origin=served.url, **json_type)
    assert status == 200


def test_another_sites_page_opens_no_socket(served: Served) -> None:
    async def run() -> None:
        table = next(iter(served.room.tables))
        for path in (f"/tables/{table}/socket", "/lobby/socket"):
            with pytest.raises(InvalidStatus):
                async with connect(served.url.replace("http", "ws") + path, origin="http://evil.example"):  # type: ignore[arg-type]
                    pass

    asyncio.run(run())


@pytest.mark.parametrize(
    ("method", "path", "body", "wanted"),
    [
        ("GET", "/api/tables/none", b"", 404),
        ("GET", "/api/hands/1e9", b"", 404),
        ("GET", "/api/hands/99999999999999999999", b"", 404),
        ("GET", "/web/../room/app.py", b"", 404),
        ("GET", "/web/%2e%2e/room/app.py", b"", 404),
        ("GET", "/locale/..%2fen.json", b"", 404),
        ("GET", "/locale/zz.json", b"", 404),
        ("POST", "/api/tables", b"{}", 401),
        ("POST", "/api/play-now", b"{}", 401),
        ("POST", "/api/login", b"{", 400),
        ("POST", "/api/login", b"[" * 10_000, 400),
        ("POST", "/api/login", b'{"name":"\\ud800","password":"x"}', 400),
        ("POST", "/api/login", b" " * 20_000, 413),
        ("PUT", "/api/me", b"", 405),
    ],
)
def test_nonsense_is_refused(served: Served, method: str, path: str, body: bytes, wanted: int) -> None:
    status, _, _ = request(served, method, path, body, Content_Type="application/json")
    assert status == wanted


@given(path=st.text(st.characters(codec="ascii", exclude_characters=" "), max_size=30), body=st.binary(max_size=60))
def test_no_request_is_a_fault(served: Served, path: str, body: bytes) -> None:
    for method, target in (("GET", f"/api/{quote(path)}"), ("POST", "/api/login"), ("POST", "/api/tables")):
        status, _, _ = request(served, method, target, body, Content_Type="application/json")
        assert status < 500


async def rest(connection: ClientConnection) -> tuple[list[str], int]:
    """The kinds of the messages until the room closes the connection (errors by their codes), and the close code."""
    kinds: list[str] = []
    try:
        while True:
            message = json.loads(await asyncio.wait_for(connection.recv(), 5))
            kinds.append(message.get("code", message["t"]))
    except ConnectionClosed as closed:
        return kinds, closed.rcvd.code if closed.rcvd else 0


def test_ten_bad_frames_end_the_connection_and_nothing_else(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as lobby:
            place = await lobby.play_now()
            async with lobby.table(place.table) as table:
                async with connect(f"{served.url.replace('http', 'ws')}/tables/{place.table}/socket") as bad:
                    for _ in range(10):
                        await bad.send("nonsense")
                    messages, code = await rest(bad)
                    assert messages.count("bad-frame") == 10
                    assert code == 1008
                await table.my_turn()
                await table.act(patient(table))
                await table.leave()

    asyncio.run(run())


def frames(count: int, chance: random.Random) -> Iterator[str | bytes]:
    """Nonsense of every kind: random bytes, JSON of other shapes, messages with a field changed."""
    messages: list[dict[str, Any]] = [
        {"t": "act", "id": 1, "hand_no": 1, "seq": 0, "action": {"kind": "raise", "to": 20}},
        {"t": "act", "id": 2, "hand_no": 1, "seq": 0, "action": {"kind": "discard", "cards": ["7c", "7c"]}},
        {"t": "sit", "id": 3, "buy_in": 400, "seat": 9},
        {"t": "top-up", "id": 4, "amount": -400},
        {"t": "chat", "id": 5, "text": "\u202e\x00"},
        {"t": "since", "id": 6, "v": -1},
        {"t": "wish", "id": 7, "hand_no": 1, "wish": "show"},
        {"t": "sit-out", "id": 8, "on": True},
    ]
    odd: list[Any] = [None, -1, 2**63, 2**70, 1.5, "x", [], {}, True, "7c" * 50, [[]] * 5, "🂡"]
    for number in range(count):
        kind = chance.randrange(4)
        if kind == 0:
            yield chance.randbytes(chance.randrange(60))
        elif kind == 1:
            yield json.dumps(chance.choice(odd))
        else:
            message = dict(chance.choice(messages))
            message["id"] = number
            message[chance.choice([*message, "extra"])] = chance.choice(odd)
            if kind == 3 and isinstance(message.get("action"), dict):
                action = dict(message["action"])
                action[chance.choice([*action, "to", "cards", "kind"])] = chance.choice(odd)
                message["action"] = action
            yield json.dumps(message)


async def fuzz(served: Served, count: int) -> None:
    async with Lobby(served.url) as lobby, Lobby(served.url) as fuzzer:
        place = await lobby.play_now()
        url = f"{served.url.replace('http', 'ws')}/tables/{place.table}/socket"
        async with lobby.table(place.table) as table:
            chance, source = random.Random(count), frames(count, random.Random(count))
            done = False
            while not done:
                async with connect(url, additional_headers=fuzzer.headers) as bad:
                    for frame in source:
                        try:
                            await bad.send(frame)
                            if chance.randrange(3) == 0:
                                await asyncio.wait_for(bad.recv(), 5)
                        except ConnectionClosed:
                            break
                    else:
                        done = True
                if chance.randrange(20) == 0:
                    await table.my_turn()
                    await table.act(patient(table))
                    if next(seat for seat in table.seats if seat.user == lobby.user).stack < 150:
                        await table.top_up(200)
            await table.my_turn()
            await table.leave()
    assert served.room.metrics.value("troubles_total") == 0


def test_fuzzed_frames_trouble_nobody(served: Served) -> None:
    asyncio.run(fuzz(served, 500))


@pytest.mark.slow
def test_ten_thousand_fuzzed_frames_trouble_nobody(served: Served) -> None:
    asyncio.run(fuzz(served, 10_000))


def test_a_flood_is_slowed_and_then_ended(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = f"sqlite:///{tmp_path_factory.mktemp('flood') / 'room.sqlite'}"
    with serving(database, limits=Limits(messages=Rate(40, 1000))) as served:

        async def run() -> None:
            table = next(iter(served.room.tables))
            async with connect(f"{served.url.replace('http', 'ws')}/tables/{table}/socket") as flood:
                for id in range(40):
                    await flood.send(json.dumps({"t": "ping", "id": id}))
                for _ in range(42):  # a hello and a snapshot first
                    assert json.loads(await asyncio.wait_for(flood.recv(), 5))["t"] != "error"
                for id in range(150):
                    await flood.send(json.dumps({"t": "ping", "id": id}))
                messages, code = await rest(flood)
                assert messages.count("too-fast") == 100
                assert code == 1008

        asyncio.run(run())


def test_a_paused_viewer_slows_nobody(served: Served) -> None:
    """A client opens the table and never reads again; the hands continue as before."""

    async def run() -> None:
        async with Lobby(served.url) as lobby:
            place = await lobby.play_now()
            parts = urlsplit(served.url)
            paused = []
            for _ in range(3):
                raw = socket.socket()
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                raw.connect((parts.hostname, parts.port))
                raw.sendall(
                    f"GET /tables/{place.table}/socket HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                )
                # asks for snapshots again and again, and reads none of them
                frame = b'{"t":"since","id":1,"v":1}'
                masked = bytes([0x81, 0x80 | len(frame)]) + struct.pack(">I", 0) + frame
                raw.sendall(masked * 200)
                paused.append(raw)
            async with lobby.table(place.table) as table:
                loop = asyncio.get_running_loop()
                slowest = 0.0
                for _ in range(12):
                    await table.my_turn()
                    began = loop.time()
                    await table.act(patient(table))
                    slowest = max(slowest, loop.time() - began)
                    if table.seats[place.seat].stack < 100:
                        break
                assert slowest < 2.0
                await table.leave()
            for raw in paused:
                raw.close()

    asyncio.run(run())


def test_who_is_nobody_may_watch_but_not_act(served: Served) -> None:
    async def run() -> None:
        table = next(iter(served.room.tables))
        async with connect(f"{served.url.replace('http', 'ws')}/tables/{table}/socket") as nobody:
            assert json.loads(await nobody.recv())["t"] == "hello"
            assert json.loads(await nobody.recv())["t"] == "snapshot"
            await nobody.send('{"t":"sit","id":1,"buy_in":400}')
            while (message := json.loads(await asyncio.wait_for(nobody.recv(), 5)))["t"] != "error":
                pass
            assert message["code"] == "sign-in"

    asyncio.run(run())


def test_names_and_passwords(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as again:
            await ann.post("/api/register", name="Ann", password="a long password")
            with pytest.raises(RoomError):
                await again.post("/api/login", name="Ann", password="another password")
            got = await again.post("/api/login", name="Ann", password="a long password")
            assert got["user"] == ann.user
            assert (await again.get("/api/me"))["role"] == "player"
            token = (await ann.post("/api/token", name="Ann's bot"))["token"]
            async with Lobby(served.url, token=token) as bot:
                assert (await bot.get("/api/me"))["role"] == "bot"
                place = await bot.play_now()
                async with bot.table(place.table) as table:
                    await table.my_turn()
                    await table.act(patient(table))
            await again.post("/api/logout")
            assert (await again.get("/api/me"))["user"] != ann.user

    asyncio.run(run())
