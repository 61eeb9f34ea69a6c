"""Attacks on what the hosts of a table can do, over HTTP and WebSockets, while a hand is being played.

Hal is the host, Cora a co-host, Gus a guest with a seat, Sid a stranger who has the link, Fred the host before Hal;
"" is nobody. Every form and every message is sent by all of them, twice, late, with parts that are missing, of another
type or far too large, and cut off. `Night.shape` is all that a table stores: what is refused must not change it, and
nothing changes the hand.
"""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from itertools import count
from typing import Any, Final, NamedTuple, get_args
from urllib.parse import quote, urlsplit

import pytest
from msgspec import structs
from starlette.routing import Route
from websockets.sync.client import ClientConnection, connect

from room_scene import Served, serving
from standpat.engine.event import Wished, encode
from standpat.protocol import room as wire
from standpat.protocol.room import MAX_FRAME
from standpat.room.admin import table as tables
from standpat.room.server.api.request import MAX_BODY
from standpat.room.server.api.routes import api_routes
from standpat.room.store import schema
from standpat.room.tables.actor import TableActor

PEOPLE: Final = ("hal", "cora", "gus", "sid", "fred")
OWNER: Final = frozenset({"hal"})
HOSTS: Final = frozenset({"hal", "cora"})


class Form(NamedTuple):
    """A request that only hosts may send: its address, a correct body, who may send it, and the body that undoes it."""

    name: str
    body: dict[str, Any]
    may: frozenset[str]
    undo: dict[str, Any] | None = None


FORMS: Final = (
    Form("pause", {"on": True}, HOSTS, {"on": False}),
    Form("approval", {"on": True}, OWNER, {"on": False}),
    Form("move", {"user": "@gus", "seat": 5}, HOSTS | {"gus"}, {"user": "@gus", "seat": 2}),
    Form("adjust", {"user": "@gus", "amount": 50, "reason": "paid in cash"}, HOSTS),
    Form("change", {"big_blind": 20, "small_blind": 10}, OWNER, {"big_blind": 10, "small_blind": 5}),
    Form("co-host", {"user": "@sid", "on": True}, OWNER, {"user": "@sid", "on": False}),
    Form("hand-over", {"user": "@gus"}, OWNER),
    Form("bots", {"players": ["caller"], "keep": 1}, OWNER, {"players": ["rule"], "keep": 0}),
    Form("password", {"password": "open sesame"}, OWNER, {"password": ""}),
    Form("bar", {"user": "@sid", "barred": True}, HOSTS, {"user": "@sid", "barred": False}),
    Form("newcomer", {"user": "@sid", "yes": True}, frozenset()),  # nobody waits
    Form("accept", {"yes": True}, frozenset()),  # nothing is offered
    Form("end-break", {"user": "@gus"}, frozenset()),  # they have none
)
FATAL: Final = (Form("remove", {"user": "@gus"}, HOSTS), Form("close", {}, OWNER))
ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    1.5,
    2**63,
    10**40,
    "",
    "x\x00",
    "x" * 3000,
    "@nobody",
    [],
    {},
    [[]] * 40,
    [1, 2],
    ["x"],
)
BODIES: Final = (b"", b"null", b"[]", b"7", b'"on"', b'{"on"', b"{" * 5000, b"\xff\xfe", b"{}" + b" " * MAX_BODY)

MESSAGES: Final[tuple[dict[str, Any], ...]] = (
    {"t": "act", "hand_no": 1, "seq": 0, "action": {"kind": "fold"}},
    {"t": "wish", "hand_no": 1, "wish": "show"},
    {"t": "show", "hand_no": 1},
    {"t": "always-show", "on": True},
    {"t": "sit", "buy_in": 400, "seat": 1},
    {"t": "sit", "buy_in": 400},
    {"t": "sit-out", "on": True},
    {"t": "sit-out", "on": True, "when": "big-blind"},
    {"t": "break", "minutes": 60},
    {"t": "auto-buy", "rule": {"to": 400, "below": 1}},
    {"t": "post-blind", "on": True},
    {"t": "straddle", "on": True},
    {"t": "chop", "on": True},
    {"t": "top-up", "amount": 100},
    {"t": "choose-game", "number": 1, "game": 0},
    {"t": "skip", "hand_no": 1},
    {"t": "bot-speed", "speed": "fast"},
    {"t": "chat", "text": "hello"},
    {"t": "emote", "emote": "ouch"},
    {"t": "since", "v": 1},
    {"t": "ping"},
)


ELSEWHERE: Final = {
    "enter": "room.tables.test_room",
    "hint": "room.tables.test_hints",
    "paid": "the last test here",
    "must-move": "room.server.test_must_move",
    "unlink": "room.server.test_must_move",
}
"""Forms of a table that other tests attack."""


def test_every_form_and_message_is_attacked() -> None:
    """A new one must get into the lists above."""
    prefix = "/api/tables/{table}/"
    routes = [route for route in api_routes() if isinstance(route, Route) and "POST" in (route.methods or ())]
    forms = {route.path.removeprefix(prefix) for route in routes if route.path.startswith(prefix)}
    assert forms == {form.name for form in (*FORMS, *FATAL)} | ELSEWHERE.keys()
    kinds = {kind.__struct_config__.tag for kind in get_args(wire.ClientMessage)}
    assert kinds == {message["t"] for message in MESSAGES} | {"leave"}  # by which strangers leave again


class Night:
    """A table of Hal's in the middle of its first hand, and everybody's connections to it."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.stack = ExitStack()
        self._port = urlsplit(served.url).port or 0
        self.cookies: dict[str, str] = {}
        self.ids: dict[str, str] = {"nobody": "0" * 16}
        self.pages: dict[str, ClientConnection] = {}
        self.numbers = count(1)
        for name in PEOPLE:
            connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
            connection.request("GET", "/api/me")
            answer = connection.getresponse()
            self.ids[name] = json.loads(answer.read())["user"]
            cookies = answer.headers.get_all("Set-Cookie", [])
            self.cookies[name] = next(one for one in cookies if one.startswith("standpat="))
            connection.close()
        self.begin()

    def begin(self) -> None:
        """Open the table, and deal its first hand."""
        wish = {
            "game": "27td",
            "seats": 6,
            "public": False,
            "speed": "slow",
            "buy_in": [100, 1000],
            "bring_back": False,
        }
        status, made = self.post("fred", "/api/tables", wish)
        assert status == 200
        self.table = made["table"]
        for page in self.pages.values():
            page.close()
        self.pages = {name: self.page(name) for name in (*PEOPLE, "")}
        self.said("hal", {"t": "ping"})
        assert self.form("fred", "hand-over", {"user": "@hal"})[0] == 200
        assert self.form("hal", "accept", {"yes": True})[0] == 200
        assert self.form("hal", "co-host", {"user": "@cora", "on": True})[0] == 200
        for seat, name in enumerate(("hal", "cora", "gus")):
            assert self.said(name, {"t": "sit", "buy_in": 400, "seat": seat}) == "ack"
        while self.actor.live is None:
            self.said("gus", {"t": "ping"})

    @property
    def actor(self) -> TableActor:
        return self.served.room.tables[self.table]

    # What is sent ----------------------------------------------------------------------------------------

    def post(self, name: str, path: str, body: Any, **more: str) -> tuple[int, Any]:
        return self.send(name, "POST", path, body if isinstance(body, bytes) else json.dumps(body).encode(), **more)

    def send(self, name: str, method: str, path: str, body: bytes = b"", **more: str) -> tuple[int, Any]:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
        cookie = {"Cookie": self.cookies[name]} if name in self.cookies else {}
        kind = {"Content-Type": "application/json"} if method == "POST" else {}
        connection.request(method, path, body, {**kind, **cookie, **more})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        json_sent = answer.headers.get("Content-Type", "").startswith("application/json")
        return answer.status, json.loads(text) if json_sent and text else text

    def form(self, name: str, form: str, body: Any, **more: str) -> tuple[int, Any]:
        return self.post(name, f"/api/tables/{self.table}/{form}", self.meant(body), **more)

    def meant(self, body: Any) -> Any:
        """A body with people's ids for their names."""
        if isinstance(body, dict):
            return {key: self.meant(value) for key, value in body.items()}
        return self.ids[body[1:]] if isinstance(body, str) and body.startswith("@") else body

    def page(self, name: str) -> ClientConnection:
        headers = {"Cookie": self.cookies[name]} if name in self.cookies else {}
        address = f"ws://127.0.0.1:{self._port}/tables/{self.table}/socket"
        opened = connect(
            address, additional_headers=headers, compression=None, max_queue=None, ping_interval=None, close_timeout=1
        )
        page: ClientConnection = self.stack.enter_context(opened)
        return page

    def said(self, name: str, message: dict[str, Any], id: int | None = None) -> str:
        """Send a message. Returns "ack", "pong" or the code of the refusal."""
        number = next(self.numbers) if id is None else id
        page = self.pages[name]
        page.send(json.dumps({**message, "id": number}))
        while True:
            heard = json.loads(page.recv(10))
            if heard["t"] in ("ack", "pong", "error") and heard["id"] in (number, None):
                return str(heard.get("code", heard["t"]))

    # What has changed ------------------------------------------------------------------------------------

    def shape(self) -> tuple[Any, ...]:
        """All that is stored of the table, its hand, and everybody's chips; and who waits."""

        async def read() -> tuple[Any, ...]:
            query = schema.account.select().order_by(schema.account.c.name)
            chips = await self.served.room.store.read(lambda c: [tuple(row) for row in c.execute(query)])
            actor = self.actor
            waiting = [one.user for one in actor.newcomers.views()]
            rules = structs.replace(actor.rules, password="set" if actor.rules.password else None)  # its hash is salted
            return rules, actor.runner.state(), chips, waiting, actor.closing

        return (*self.served.call(read), self.hand())

    def hand(self) -> list[bytes]:
        """The events of the hand, without the wishes of its players for the showdown."""
        live = self.actor.live
        return [] if live is None else [encode(one) for one in live.hand.events if not isinstance(one, Wished)]

    def sound(self) -> list[str]:
        async def read() -> list[str]:
            return await self.served.room.store.read(tables.audit)

        found: list[str] = self.served.call(read)
        return found


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('attacks') / 'room.sqlite'}", first=()) as served:
        made = Night(served)
        with made.stack:
            yield made
        assert made.sound() == []


def test_forms_of_those_who_may_not(night: Night) -> None:
    before = night.shape()
    for form in (*FORMS, *FATAL):
        for name in (*PEOPLE, ""):
            if name not in form.may:
                status, told = night.form(name, form.name, form.body)
                assert (status, told["code"]) == ((400, "not-possible") if name else (401, "sign-in")), (form, name)
    for whom in ("hal", "cora"):  # no co-host decides about a host
        for form_name in ("remove", "bar", "move"):
            if (form_name, whom) != ("move", "cora"):  # everybody may move themselves
                assert night.form("cora", form_name, {"user": f"@{whom}", "seat": 4})[0] == 400
    for name in ("gus", "sid", "fred", ""):
        assert night.send(name, "GET", f"/api/tables/{night.table}/barred")[0] in (400, 401)
    assert night.shape() == before


def odd_bodies(form: Form) -> Iterator[bytes]:
    """Bodies of a form that cannot be right, or are right by chance."""
    yield from BODIES
    right = json.dumps(form.body).encode()
    yield right[: len(right) // 2] if form.body else b"{"
    for field in form.body:
        yield json.dumps({key: value for key, value in form.body.items() if key != field}).encode()
        for odd in ODD:
            yield json.dumps({**form.body, field: odd}).encode()


def throw_odd_bodies(night: Night, name: str, pick: Callable[[int], bool]) -> int:
    """Send odd bodies of all forms, those that `pick` wants. Returns how many were refused."""
    refused = 0
    numbers = count()
    for form in FORMS:
        for body in odd_bodies(form):
            if not pick(next(numbers)):
                continue
            before, hand = night.shape(), night.hand()
            sent = body.replace(b"@gus", night.ids["gus"].encode()).replace(b"@sid", night.ids["sid"].encode())
            status, told = night.form(name, form.name, sent)
            assert status in (200, 400, 413), (form, body[:200], told)
            assert night.hand() == hand, (form, body[:200])
            if status != 200:
                assert night.shape() == before, (form, body[:200])
                refused += 1
            elif form.undo:
                assert night.form("hal", form.name, form.undo)[0] == 200
    return refused


def test_odd_bodies_change_nothing(night: Night) -> None:
    assert throw_odd_bodies(night, "hal", lambda number: number % 10 == 0) > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hal", "cora"])
def test_all_odd_bodies_change_nothing(night: Night, name: str) -> None:
    assert throw_odd_bodies(night, name, lambda number: True) > 200


def test_half_a_request_changes_nothing(night: Night) -> None:
    before = night.shape()
    for form in (*FORMS, *FATAL):
        body = json.dumps(night.meant(form.body))
        head = f"POST /api/tables/{night.table}/{form.name} HTTP/1.1\r\nHost: 127.0.0.1:{night._port}\r\n"
        head += f"Content-Type: application/json\r\nCookie: {night.cookies['hal'].partition(';')[0]}\r\n"
        head += f"Content-Length: {len(body) + 1}\r\n\r\n{body}"
        with socket.create_connection(("127.0.0.1", night._port), 10) as half:
            half.sendall(head.encode())
    with socket.create_connection(("127.0.0.1", night._port), 10) as half:  # a message without its end
        half.sendall(b"GET /tables/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n")
    assert night.send("hal", "GET", "/api/me")[0] == 200
    assert night.shape() == before


@pytest.mark.slow
def test_forms_twice_in_a_hand(night: Night) -> None:
    """The second time changes nothing more, and neither changes the hand."""
    hand = night.hand()
    assert hand
    for form in FORMS:
        for name in sorted(form.may):
            if form.name == "adjust":
                continue
            assert night.form(name, form.name, form.body)[0] == 200, form
            once = night.shape()
            assert night.form(name, form.name, form.body)[0] == 200, form
            assert night.shape() == once, form
            if form.undo:
                for _ in range(2):
                    assert night.form(name, form.name, form.undo)[0] == 200, form
            assert night.hand() == hand
    assert night.form("gus", "accept", {"yes": False})[0] == 200
    assert night.form("gus", "accept", {"yes": True})[0] == 400
    before = night.shape()
    adjust = {"user": "@gus", "amount": 50, "reason": "paid in cash"}
    for _ in range(3):
        assert night.form("hal", "adjust", adjust, **{"Idempotency-Key": "one rebuy"})[0] == 200
    assert night.form("hal", "adjust", {**adjust, "amount": 60}, **{"Idempotency-Key": "one rebuy"})[0] == 400
    (stored,) = [dict(night.shape()[2])[f"seat:{night.table}:{night.ids['gus']}"]]
    assert stored == dict(before[2])[f"seat:{night.table}:{night.ids['gus']}"] + 50
    assert night.form("hal", "adjust", {**adjust, "amount": -50})[0] == 400  # not in a hand
    assert night.form("hal", "adjust", {**adjust, "user": "@hal"})[0] == 400  # not one's own seat
    assert night.hand() == hand


def test_who_waits_is_let_in_once(night: Night) -> None:
    night.pages["sid"] = night.page("sid")  # a ban has closed the former one
    assert night.form("hal", "approval", {"on": True})[0] == 200
    night.pages["sid"].send(json.dumps({"t": "sit", "buy_in": 100, "seat": 3, "id": 10**6}))
    while not night.actor.newcomers.views():
        night.said("hal", {"t": "ping"})
    before = night.shape()
    for name in ("gus", "sid", "fred", ""):
        assert night.form(name, "newcomer", {"user": "@sid", "yes": True})[0] in (400, 401)
    assert night.said("sid", {"t": "sit", "buy_in": 900, "seat": 4}) == "not-possible"  # waits already
    assert night.shape() == before
    answers = list[int]()
    approve = {"user": "@sid", "yes": True}
    threads = [
        threading.Thread(target=lambda: answers.append(night.form("cora", "newcomer", approve)[0])) for _ in "12"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 400]
    seats = [seat.user for seat in night.actor.seating.seats if seat]
    assert seats.count(night.ids["sid"]) == 1
    assert night.form("hal", "remove", {"user": "@sid"})[0] == 200
    assert night.form("hal", "approval", {"on": False})[0] == 200
    assert night.ids["sid"] not in [seat.user for seat in night.actor.seating.seats if seat]


def test_messages_of_everybody(night: Night) -> None:
    """Whatever is sent gets one answer, and only the player to act changes the hand."""
    hand, live = night.hand(), night.actor.live
    assert live is not None
    idle = [name for name in (*PEOPLE, "") if night.ids.get(name) != live.user_to_act]
    for at, message in enumerate(MESSAGES):
        for name in {idle[at % len(idle)], idle[(at + 2) % len(idle)]}:
            first = night.said(name, message)
            assert first != "trouble", (name, message)
            if not name and message["t"] not in ("ping", "since"):
                assert first == "sign-in"
            if name in ("sid", "fred") and message["t"] not in ("sit", "chat", "ping", "since"):
                assert first in ("not-seated", "not-your-turn", "not-possible", "late"), (name, message)
            seated = [seat.user for seat in night.actor.seating.seats if seat]
            assert len(seated) == len(set(seated))
            for field in message.keys() - {"t"}:
                assert night.said(name, {**message, field: [] if message[field] != [] else {}}) == "bad-frame"
                assert night.said(name, {**message, field: 10**40}) == "bad-frame"
                night.pages[name].close()  # ten of these close it
                night.pages[name] = night.page(name)
                assert night.said(name, {**message, field: None}) != "trouble"
            for again in (0, 1):  # the same message twice, by its number
                assert night.said(name, message, id=2**40 + again // 2) != "trouble"
            if name in ("sid", "fred", "hal") and message["t"] in ("sit", "sit-out"):
                night.said(name, {"t": "sit-out", "on": False})
                if name != "hal":
                    night.said(name, {"t": "leave"})
        assert night.hand() == hand, message
    for frame in ("{", '{"t":"sit"', "x" * (MAX_FRAME + 1), '{"t":"say","id":1}', "[]", "[" * 3000, "\x00"):
        for name in ("hal", "sid", ""):
            page = night.page(name)
            page.send(frame)
            while (heard := json.loads(page.recv(10)))["t"] != "error":
                pass
            assert heard["code"] == "bad-frame", frame[:40]
            page.close()
    assert night.hand() == hand


def test_pages_and_lists_of_everybody(night: Night) -> None:
    """The page of the session is for those who are there, own hands for oneself; odd questions get an answer."""
    before = night.shape()
    session = f"/api/tables/{night.table}/session"
    for name, right in (("hal", 200), ("cora", 200), ("gus", 200), ("sid", 200), ("fred", 200), ("", 401)):
        assert night.send(name, "GET", session)[0] == right, name
    for tail in ("?format=csv", "?format=exe", "?format=" + "x" * 3000, "?lang=%00&format=text"):
        assert night.send("gus", "GET", f"{session}/download{tail}")[0] in (200, 400)
    for field in ("game", "least", "most", "showdown", "opponent", "before"):
        for odd in ("", "x", "-", "-5", "10" * 30, "%00", "'; DROP TABLE hand; --", "x" * 5000, "\u0665", "yes"):
            status, told = night.send("gus", "GET", f"/api/hands?{field}={quote(odd)}")
            assert status in (200, 400, 404), (field, odd)
            assert status != 200 or told["hands"] == []  # no hand is over yet
    for name in ("hal", "sid", ""):
        for path in ("invitation", "invitation.svg", "hands", "rules"):
            assert night.send(name, "GET", f"/api/tables/{night.table}/{path}?before=%00&lang=x")[0] == 200
    assert night.shape() == before


def test_everything_is_too_late_after_the_end(night: Night) -> None:
    """Twice closed at the same moment, then forms and messages at a table that closes, and at one that is gone."""
    answers = list[int]()
    closings = [threading.Thread(target=lambda: answers.append(night.form("hal", "close", {})[0])) for _ in range(3)]
    for thread in closings:
        thread.start()
    while not night.actor.closing:  # until its hand is over, and somebody has to act for that
        night.said("gus", {"t": "ping"})
    hand = night.hand()
    assert night.form("hal", "pause", {"on": True})[0] == 400
    for form in FORMS:
        assert night.form("hal", form.name, form.undo or form.body)[0] in (200, 400)
    assert night.said("fred", {"t": "sit", "buy_in": 400}) == "ack"  # the chips come back with the end of the hand
    assert night.hand() == hand
    while (actor := night.served.room.tables.get(night.table)) is not None:
        live = actor.live
        if live is None or live.over:
            continue
        name = next((one for one in PEOPLE if night.ids[one] == live.user_to_act), "hal")
        act = {"t": "act", "hand_no": live.record.hand_no, "seq": live.seq, "action": {"kind": "fold"}}
        night.pages[name].send(json.dumps({**act, "id": next(night.numbers)}))
    for thread in closings:
        thread.join()
    assert sorted(answers) == [200, 400, 400]
    for form in (*FORMS, *FATAL):
        for name in PEOPLE:
            assert night.form(name, form.name, form.body)[0] == 404
    session = f"/api/tables/{night.table}/session"
    seen = [night.send(name, "GET", session)[0] for name in (*PEOPLE, "")]
    assert seen == [200, 200, 200, 200, 200, 401]  # everybody who had chips there
    debts = night.send("hal", "GET", session)[1]["debts"]
    assert debts
    names = {id: name for name, id in night.ids.items()}
    for debt in debts:
        paid = f"/api/tables/{night.table}/paid"
        body = {"payer": debt["payer"], "payee": debt["payee"]}
        for name in {*PEOPLE} - {names[debt["payer"]], names[debt["payee"]]}:
            assert night.post(name, paid, body)[0] == 404
        assert night.post("", paid, body)[0] == 401
        for wrong in ({}, {**body, "payer": "x\x00"}, {**body, "payee": debt["payer"]}, {**body, "on": "yes"}):
            assert night.post(names[debt["payer"]], paid, wrong)[0] in (400, 404)
        for _ in range(2):
            assert night.post(names[debt["payer"]], paid, body)[0] == 200
        assert night.post(names[debt["payer"]], paid.replace(night.table, "0" * 24), body)[0] == 404
    after = night.send("hal", "GET", session)[1]["debts"]
    assert [(bool(one["paid"]), one["received"]) for one in after] == [(True, None)] * len(debts)
    assert night.sound() == []
