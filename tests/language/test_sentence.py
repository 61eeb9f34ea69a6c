"""Error texts: every sentence exists in every language, and reaches a page as a key with its values."""

import ast
import asyncio
import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import standpat.room
import standpat.tournament
from room_scene import Served, serving
from standpat.language import language, languages
from standpat.language.sentence import Sentence, sentence_of
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, RoomError

PACKAGES = (standpat.room, standpat.tournament)
SOURCES = sorted([path for package in PACKAGES for path in Path(str(package.__file__)).parent.rglob("*.py")])


def sentences() -> Iterator[tuple[str, set[str]]]:
    """Every `Sentence` in the source of the room and of tournaments: its key and the names of its values."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sentence":
                (key,) = node.args
                assert isinstance(key, ast.Constant)
                yield str(key.value), {str(keyword.arg) for keyword in node.keywords}


@pytest.mark.parametrize("code", languages())
def test_every_sentence_can_be_said(code: str) -> None:
    said = list(sentences())
    assert len(said) > 50
    for key, names in said:
        text = language(code)(f"error.{key}", **{name: f"<{name}>" for name in names})
        assert all(f"<{name}>" in text for name in names), key


def test_no_sentence_is_left_over() -> None:
    assert set(language("en").words["error"]) == {key for key, _ in sentences()}


def test_a_sentence_is_its_english_text() -> None:
    said = Sentence("seat-taken", seat=3)
    assert said == "seat 3 is taken"
    assert sentence_of(ValueError(said)) == ("error.seat-taken", {"seat": 3})
    assert sentence_of(ValueError("other")) == sentence_of(ValueError()) == ("", {})


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('room') / 'room.sqlite'}") as room:
        yield room


def post(served: Served, path: str, cookie: str | None, **body: Any) -> dict[str, Any]:
    parts = urlsplit(served.url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        headers = {"Content-Type": "application/json", "Cookie": f"standpat={cookie}"}
        connection.request("POST", path, json.dumps(body), headers)
        return dict(json.loads(connection.getresponse().read()))
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "body", "norwegian"),
    [
        ("/api/me", {"name": "x"}, "et navn må ha 2 til 20 tegn: dette har 1"),
        ("/api/me", {"name": "Bank"}, "navnet Bank er reservert: velg et annet navn"),
        ("/api/register", {"name": "Fine", "password": "x"}, "et passord må ha 8 til 256 tegn"),
        ("/api/login", {"name": "Nobody", "password": "x"}, "feil navn eller passord"),
        ("/api/tables", {"game": "27td", "seats": 9}, "plasser: velg 2 til 6"),
        ("/api/tables", {"game": "27td", "small_blind": 30, "big_blind": 20}, None),
        ("/api/tables", {"game": "27td", "bots": {"players": ["x"]}}, "roboter: roboten x finnes ikke: velg en av "),
        ("/api/tables/none/close", {}, "bordet finnes ikke"),
    ],
)
def test_a_refused_request_in_norwegian(served: Served, path: str, body: dict[str, Any], norwegian: str | None) -> None:
    async def guest() -> str | None:
        async with Lobby(served.url) as lobby:
            return lobby.cookie

    told = post(served, path, asyncio.run(guest()), **body)
    text = language("nb")(told["key"], **told["args"])
    assert text.startswith(norwegian or "blinder: ")
    assert told["text"] == language("en")(told["key"], **told["args"])


def test_a_refused_message_in_norwegian(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as lobby:
            id = await lobby.create(game="27td")
            async with lobby.table(id) as table:
                heard: list[wire.ServerMessage] = []
                table.on_message = heard.append
                for buy_in, seat in ((5, 0), (400, 9), (10**6, None)):
                    with pytest.raises(RoomError):
                        await table.sit(buy_in, seat)
                errors = [message for message in heard if isinstance(message, wire.Error)]
                said = [language("nb")(error.key, **error.args) for error in errors]
                assert said[:2] == [
                    "innkjøpet må være 100 til 1 000 hele sjetonger",
                    "plass 9 finnes ikke: velg 0 til 5",
                ]

    asyncio.run(run())
