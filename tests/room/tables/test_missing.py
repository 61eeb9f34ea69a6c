"""Missing things: a page for people, JSON for programs, and no hint of what might have been there."""

import asyncio
import json
from collections.abc import Iterator
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from room.server.test_hand_access import duel
from room_scene import Served, serving
from standpat.room.clients.client import Lobby


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('missing') / 'room.sqlite'}") as room:
        yield room


def ask(served: Served, path: str, lobby: Lobby | None = None, method: str = "GET") -> tuple[int, dict[str, str], str]:
    parts = urlsplit(served.url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=60)
    try:
        connection.request(method, path, headers=lobby.headers if lobby else {})
        answer = connection.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/tables", "/tables/", "/tables/0123", "/tables/0123/rules", "/hands/17", "/shared/x", "/a/b/c"],
)
def test_people_get_a_page(served: Served, path: str) -> None:
    status, headers, text = ask(served, path)
    assert status == 404
    assert headers["content-type"].startswith("text/html")
    assert headers["cache-control"] == "no-store"
    assert "There is nothing here." in text
    assert "set-cookie" not in headers  # it creates no guest
    tag = headers.get("etag", "")
    assert not tag


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nowhere", "/api/tables/0123", "/api/hands/17", "/api/shared/x"]
)
def test_programs_get_json(served: Served, path: str) -> None:
    status, headers, text = ask(served, path)
    assert (status, headers["content-type"].partition(";")[0]) == (404, "application/json")
    told = json.loads(text)
    assert (told["code"], {*told}) == ("not-found", {"code", "text", "right", "key", "args"})


def test_a_method_that_is_none_is_told_in_json(served: Served) -> None:
    status, headers, text = ask(served, "/api/me", method="PUT")
    assert status == 405
    assert {"GET", "POST"} & {*headers["allow"].replace(" ", "").split(",")}
    assert json.loads(text)["code"] == "not-allowed"


def test_what_is_there_is_a_page_for_those_who_may_see_it(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bob, Lobby(served.url) as eve:
            table, key = await duel(ann, bob, public=False)
            assert ask(served, f"/tables/{table}", eve)[0] == 200
            assert ask(served, f"/tables/{table}/rules", eve)[0] == 200
            for lobby, status in ((ann, 200), (bob, 200), (eve, 404), (None, 404)):
                assert ask(served, f"/hands/{key}", lobby)[0] == status
            there, nothing = ask(served, f"/hands/{key}", eve)[2], ask(served, f"/hands/{'0' * 24}", eve)[2]
            assert there == nothing
            url = (await ann.post(f"/api/hands/{key}/share"))["url"]
            assert ask(served, url, eve)[0] == ask(served, url)[0] == 200
            await ann.post(f"/api/hands/{key}/share", on=False)
            assert ask(served, url, eve)[0] == 404
            await ann.post(f"/api/tables/{table}/close")
            assert ask(served, f"/tables/{table}", ann)[0] == 404

    asyncio.run(run())
