"""Host names that lead here and are not ours are refused, in requests and in WebSockets."""

import asyncio
import json
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from room_scene import Served, serving
from standpat.room.server.host_name import Hosts, name_of, own_names


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database = f"sqlite:///{tmp_path_factory.mktemp('names') / 'room.sqlite'}"
    with serving(database, origins=("https://poker.example.org",), hosts=("den.lan",)) as room:
        yield room


def ask(served: Served, path: str, host: str | None, method: str = "GET", **headers: str) -> tuple[int, str]:
    parts = urlsplit(served.url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        connection.putrequest(method, path, skip_host=True)
        if host is not None:
            connection.putheader("Host", host)
        body = b"{}" if method == "POST" else b""
        for name, value in {"Content-Length": str(len(body)), "Content-Type": "application/json", **headers}.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


OURS = (
    *("localhost", "localhost:8027", "LOCALHOST.", "room.localhost:1", "127.0.0.1:8027", "127.9.9.9", "[::1]:8027"),
    *("192.168.1.20:8027", "203.0.113.9", "[fe80::1]", "poker.example.org", "poker.example.org:8443"),
    *("Poker.Example.ORG.", "den.lan:8027"),
)
OTHERS = (
    *(
        "evil.example",
        "evil.example:8027",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "poker.example.org.evil",
    ),
    *("xpoker.example.org", "a.poker.example.org", "notlocalhost", "127.0.0.1x", "0x7f.1", "2130706433"),
    *("[::1", "user@evil.example", "evil.example@localhost:x", "", " ", "\\u0131", "den.lan, evil.example"),
)


@pytest.mark.parametrize("host", OURS)
def test_its_own_names_are_answered(served: Served, host: str) -> None:
    assert ask(served, "/healthz", host)[0] == 200


@pytest.mark.parametrize("host", OTHERS)
def test_other_names_are_refused(served: Served, host: str) -> None:
    status, text = ask(served, "/", host)
    assert status in (400, 421)
    assert "<html" not in text.lower()
    assert ask(served, "/api/me", host)[0] in (400, 421)


def test_no_name_is_none(served: Served) -> None:
    assert ask(served, "/", None)[0] in (400, 421)


def test_a_rebound_page_learns_what_would_be_right_and_nothing_else(served: Served) -> None:
    guests = served.call(lambda: asyncio.wait_for(served.room.store.read(_people), 10))
    for path in ("/", "/api/me", "/tables/x", "/web/js/common/api.js", "/metrics", "/healthz"):
        status, text = ask(served, path, "evil.example:8027")
        assert status == 421
        assert "--allow-host evil.example" in text
        assert "--origin https://evil.example" in text
    assert json.loads(ask(served, "/api/me", "evil.example")[1])["code"] == "not-allowed"
    same_site = {"Origin": "http://evil.example:8027"}
    assert ask(served, "/api/play-now", "evil.example:8027", "POST", **same_site)[0] == 421
    assert served.call(lambda: asyncio.wait_for(served.room.store.read(_people), 10)) == guests


def _people(connection: Any) -> int:
    return int(connection.exec_driver_sql("SELECT count(*) FROM person").scalar())


def test_sockets_too(served: Served) -> None:
    async def run() -> None:
        table = next(iter(served.room.tables))
        place = served.url.replace("http", "ws")
        for path in (f"/tables/{table}/socket", "/lobby/socket"):
            for host, right in (("evil.example", False), ("poker.example.org", True), ("192.168.1.20:8027", True)):
                address = urlsplit(place)
                there = socket.create_connection((address.hostname, address.port or 0), timeout=10)
                there.setblocking(False)
                url, origin = f"ws://{host}{path}", f"http://{host}"
                if right:
                    async with connect(url, sock=there, origin=origin) as opened:  # type: ignore[arg-type]
                        assert json.loads(await asyncio.wait_for(opened.recv(), 10))["t"] in ("hello", "tables")
                else:
                    with pytest.raises(InvalidStatus) as caught:
                        await connect(url, sock=there, origin=origin)  # type: ignore[arg-type]
                    assert caught.value.response.status_code == 421
                    assert b"--allow-host evil.example" in (caught.value.response.body or b"")

    asyncio.run(run())


def test_behind_a_proxy_its_origin_is_enough(served: Served) -> None:
    """The proxy keeps the host name, or replaces it with its own."""
    for host in ("poker.example.org", "127.0.0.1:8027"):
        for origin, status in (("https://poker.example.org", 200), ("https://evil.example", 403)):
            got, _ = ask(served, "/api/login", host, "POST", Origin=origin)
            assert (got == 403) == (status == 403)


def test_the_machine_is_called_what_it_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Den.example.org")
    assert own_names() == {"den.example.org", "den", "den.local"}
    monkeypatch.setattr(socket, "gethostname", lambda: "")
    assert own_names() == frozenset()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("https://Poker.example.org:8443/x", "poker.example.org"),
        ("den.lan.", "den.lan"),
        ("[::1]:80", "::1"),
        ("", ""),
        ("http://[", ""),
    ],
)
def test_names(text: str, name: str) -> None:
    assert name_of(text) == name


def test_an_empty_name_allows_nothing() -> None:
    hosts = Hosts(lambda *_: None, ("", "http://"))  # type: ignore[arg-type]
    assert not hosts.answers_to("")
