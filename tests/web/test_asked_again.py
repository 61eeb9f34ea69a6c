"""Requests that must not be carried out twice: each has a key, and keeps it when it is repeated."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from web.fake_room import FakeRoom
from web.test_pages import furnish

pytestmark = pytest.mark.extended

ROOM = Callable[..., FakeRoom]
SCRIPT = Callable[[str, Any], Any]
ASK = """
  const { request } = await load("common/api");
  const [usual, said, told] = [window.fetch, [], []];
  const answers = given.answers.slice();
  window.fetch = async (path, options) => {
    said.push(options?.headers?.["Idempotency-Key"] ?? null);
    const [status, type, body] = answers.shift();
    if (!status) throw new TypeError("no network");
    return new Response(body, { status, headers: { "Content-Type": type } });
  };
  for (const [path, body] of given.asks) told.push(await (body === null ? request(path) : request(path, body)));
  window.fetch = usual;
  return { said, told, left: answers.length };
"""
LOST = [0, "", ""]
DONE = [200, "application/json", '{"chips": 7}']
REFUSED = [400, "application/json", '{"code": "not-possible"}']
AWAY = [502, "text/html", "<h1>Bad gateway</h1>"]


def asked(script: SCRIPT, asks: list[Any], answers: list[Any]) -> tuple[list[str | None], list[dict[str, Any]]]:
    """The keys of the requests, and the answers that the page got."""
    found = script(ASK, {"asks": asks, "answers": answers})
    assert found["left"] == 0
    return found["said"], found["told"]


@pytest.mark.parametrize("path", ["/api/daily", "/api/play-now", "/api/tables", "/api/token"])
@pytest.mark.parametrize("lost", [LOST, AWAY], ids=["no network", "no room behind the proxy"])
def test_what_has_no_answer_is_asked_again_with_its_key(script: SCRIPT, path: str, lost: list[Any]) -> None:
    keys, told = asked(script, [[path, {"n": 1}]], [lost, lost, DONE])
    assert told == [{"chips": 7, "ok": True}]
    assert len({*keys}) == 1
    assert keys[0]
    assert len(keys[0]) == 32


def test_each_request_has_a_key_of_its_own(script: SCRIPT) -> None:
    keys, _ = asked(script, [["/api/daily", {"n": 2}]] * 3, [DONE, REFUSED, DONE])
    assert len({*keys}) == 3


def test_who_presses_again_makes_the_same_request(script: SCRIPT) -> None:
    """Until it is answered. A different request is a new one."""
    asks = [["/api/tables", {"n": 3}], ["/api/tables", {"n": 4}], ["/api/tables", {"n": 3}], ["/api/tables", {"n": 3}]]
    keys, told = asked(script, asks, [LOST, LOST, LOST, DONE, DONE, DONE])
    assert [one.get("code") for one in told] == ["lost", None, None, None]
    first, other, again, after = keys[0], keys[3], keys[4], keys[5]
    assert keys[:3] == [first] * 3
    assert again == first
    assert len({first, other, after}) == 3


def test_nothing_else_is_asked_twice(script: SCRIPT) -> None:
    keys, told = asked(script, [["/api/notes", {"about": "u1", "text": ""}], ["/api/me", None]], [LOST, LOST])
    assert keys == [None, None]
    assert [one["code"] for one in told] == ["lost", "lost"]


def test_play_now_over_a_bad_line(room: ROOM) -> None:
    """Two connections break, and the third one leads to the table, after a single press."""
    table = room(excuse="Failed to load resource")
    furnish(table)
    keys: list[str | None] = []

    def answer(route: Route) -> None:
        keys.append(route.request.headers.get("idempotency-key"))
        if len(keys) < 3:
            route.abort()
        else:
            route.fulfill(content_type="application/json", body=json.dumps({"table": "t1", "url": "/tables/t1"}))

    table.page.route("**/api/play-now", answer)
    table.go("/")
    table.page.locator(".play").click()
    expect(table.page).to_have_url("http://standpat.test/tables/t1")
    assert len(keys) == 3
    assert len({*keys}) == 1
