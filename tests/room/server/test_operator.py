"""The room's operator over HTTP: who may decide, bars and mutes by account, device and address, reports, settings."""

import json
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from room_scene import Served, serving
from standpat.room.clients.http import Answer, request
from standpat.room.limits.limit import Limits, Rate
from standpat.room.store import StoreError, restriction, schema
from standpat.room.tables.close_codes import BARRED

LIMITS = Limits(messages=Rate(1e6, 1.0), posts=Rate(1e6, 1.0), newcomers=100, reports=Rate(3, 3600))


class Person(NamedTuple):
    """A visitor with a session, a browser and an address."""

    room: "Club"
    id: str
    cookies: dict[str, str]
    address: str

    def ask(self, path: str, body: Any = None, *, address: str = "", kept: bool = True) -> Answer:
        cookies = "; ".join([f"{name}={value}" for name, value in self.cookies.items() if kept or "browser" in name])
        headers = {"Cookie": cookies, "X-Forwarded-For": address or self.address}
        return request(self.room.served.url, "GET" if body is None else "POST", path, body, headers, 10)

    def refused(self, path: str, body: Any = None, **where: Any) -> str:
        answer = self.ask(path, body, **where)
        assert answer.status in (400, 401, 403, 404, 429), answer
        return str(answer.value.get("key") or answer.value["text"])


class Club:
    """A room with an operator, and people who come to it."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.operator = self.person("192.0.2.1")
        served.call(lambda: served.room.accounts.set_role(self.operator.id, "admin"))

    def person(self, address: str) -> Person:
        headers = {"X-Forwarded-For": address}
        page = request(self.served.url, "GET", "/", None, headers, 10)
        assert {*page.cookies} == {"standpat", "standpat-browser"}
        made = Person(self, "", page.cookies, address)
        return made._replace(id=made.ask("/api/me").value["user"])

    def decide(self, what: str, body: Any) -> Any:
        answer = self.operator.ask(f"/api/operator/{what}", body)
        assert answer.status == 200, answer
        return answer.value

    def desk(self) -> Any:
        return self.operator.ask("/api/operator").value

    def count(self, table: Any) -> int:
        async def read() -> int:
            return len(await self.served.room.store.read(lambda c: c.execute(table.select()).all()))

        counted: int = self.served.call(read)
        return counted

    def closes(self, person: Person, path: str) -> int | None:
        """The code with which a socket is closed at once; None if it opens."""
        cookies = "; ".join([f"{name}={value}" for name, value in person.cookies.items()])
        headers = {"Cookie": cookies, "X-Forwarded-For": person.address}
        with connect(self.served.url.replace("http", "ws") + path, additional_headers=headers, max_queue=None) as page:
            try:
                page.recv(10)
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 0
        return None


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('club') / 'room.sqlite'}", first=(), limits=LIMITS) as served:
        yield Club(served)


def test_only_the_operator_decides(club: Club) -> None:
    guest, nobody = club.person("192.0.2.2"), Person(club, "", {}, "192.0.2.3")
    posts: dict[str, dict[str, Any]] = {
        "restrict": {"kind": "bar", "target": "account", "value": guest.id, "reason": "x"},
        "lift": {"id": 1},
        "close": {"id": 1, "outcome": "x"},
        "settings": {"name": "guest_chat", "value": False},
    }
    for path, body in [
        *posts.items(),
        ("", None),
        ("people?q=a", None),
        (f"people/{guest.id}", None),
        ("signals", None),
    ]:
        at = f"/api/operator/{path}".rstrip("/")
        assert guest.refused(at, body) == "error.not-operator"
        assert nobody.refused(at, body) == "error.nobody"
    for body in (
        {**posts["restrict"], "reason": " "},
        {**posts["restrict"], "reason": "x" * 201},
        {**posts["restrict"], "kind": "jail"},
        {**posts["restrict"], "target": "planet"},
        {**posts["restrict"], "value": "nobody"},
        {**posts["restrict"], "value": "x\x00"},
        {**posts["restrict"], "days": 0},
        {**posts["restrict"], "days": -1},
        {**posts["restrict"], "days": 1e9},
        {**posts["restrict"], "target": "device"},
        {**posts["restrict"], "target": "address", "value": "0.0.0.0/0"},
        {**posts["restrict"], "target": "address", "value": "2000::/3"},
        {**posts["restrict"], "target": "address", "value": "home"},
        {**posts["restrict"], "value": club.operator.id},
    ):
        assert club.operator.refused("/api/operator/restrict", body)
    for name, value in (
        ("guest_chat", "maybe"),
        ("house", "mine"),
        ("speed", True),
        ("x", True),
        ("notice", "n" * 201),
    ):
        assert club.operator.refused("/api/operator/settings", {"name": name, "value": value})
    assert club.operator.refused("/api/operator/lift", {"id": 99}) == "there is no restriction 99"
    assert club.operator.refused("/api/operator/close", {"id": 99, "outcome": "read"})
    assert club.count(schema.restriction) == club.count(schema.setting) == 0


def bar(target: str, value: str, **more: Any) -> dict[str, Any]:
    return {"kind": "bar", "target": target, "value": value, "reason": "Two accounts", "days": 2, **more}


def places(club: Club, person: Person) -> dict[str, str]:
    seen = club.operator.ask(f"/api/operator/people/{person.id}").value["sightings"]
    return {one["kind"]: one["value"] for one in seen}


def test_a_bar_of_an_account(club: Club) -> None:
    ann = club.person("192.0.2.10")
    bot = ann.ask("/api/token", {"name": "Ann's bot"}).value["token"]
    socket = f"/tables/{club.operator.ask('/api/tables', {'game': '27td'}).value['table']}/socket"
    assert club.closes(ann, socket) is None
    made = club.decide("restrict", bar("account", ann.id))
    for path, body in (("/api/me", None), ("/api/tables", {"game": "27td"}), ("/api/tables", None)):
        answer = ann.ask(path, body)
        assert (answer.status, answer.value["key"]) == (403, "error.room-barred")
        assert answer.value["args"]["reason"] == "Two accounts"
        assert answer.value["args"]["until"].endswith("UTC")
    assert ann.ask("/").status == ann.ask("/operator").status == 403
    headers = {"Authorization": f"Bearer {bot}"}
    assert request(club.served.url, "GET", "/api/me", None, headers, 10).value["key"] == "error.room-barred"
    assert club.closes(ann, "/lobby/socket") == club.closes(ann, socket) == BARRED
    club.decide("lift", {"id": made["id"], "reason": "a misunderstanding"})
    club.decide("lift", {"id": made["id"]})  # twice is the same as once
    assert ann.ask("/api/me").status == 200
    assert club.closes(ann, "/lobby/socket") is None
    acts = [(one["act"], one["actor"], one["about"]) for one in club.desk()["acts"][:2]]
    assert acts == [("restrict-lift", club.operator.id, ann.id), ("restrict-bar", club.operator.id, ann.id)]


def test_a_bar_of_a_device_makes_no_new_guest(club: Club) -> None:
    bob = club.person("192.0.2.20")
    club.decide("restrict", bar("device", places(club, bob)["device"]))
    people = club.count(schema.person)
    assert bob.refused("/api/me", address="203.0.113.9") == "error.room-barred"
    assert bob.refused("/api/me", kept=False) == "error.room-barred"  # without the session, from the same browser
    assert bob.ask("/", kept=False).status == 403
    assert club.count(schema.person) == people
    assert club.person("192.0.2.20").id != bob.id  # another browser of the same address


def test_a_bar_of_a_range(club: Club) -> None:
    cid, far = club.person("198.51.100.7"), club.person("198.51.101.7")
    six = club.person("2001:db8:7:1:aaaa::5")
    assert places(club, six)["address"] == "2001:db8:7:1::/64"
    club.decide("restrict", bar("address", "198.51.100.9/24", days=None))
    club.decide("restrict", bar("address", places(club, six)["address"]))
    people = club.count(schema.person)
    nobody = Person(club, "", {}, "198.51.100.200")
    assert cid.refused("/api/me") == nobody.refused("/api/me") == "error.room-barred-ever"
    assert six.refused("/api/me") == six.refused("/api/me", address="2001:db8:7:1:bbbb::9") == "error.room-barred"
    assert club.closes(cid, "/lobby/socket") == BARRED
    assert far.ask("/api/me").status == six.ask("/api/me", address="2001:db8:7:2::1").status == 200
    assert club.count(schema.person) == people
    assert club.operator.ask("/api/me", address="198.51.100.1").status == 200  # no operator locks themselves out


def test_a_mute_and_what_guests_may(club: Club) -> None:
    eve = club.person("192.0.2.30")
    table = eve.ask("/api/tables", {"game": "27td", "public": False}).value["table"]
    club.decide("restrict", bar("account", eve.id, kind="mute"))
    cookies = "; ".join([f"{name}={value}" for name, value in eve.cookies.items()])
    at = f"{club.served.url.replace('http', 'ws')}/tables/{table}/socket"
    with connect(at, additional_headers={"Cookie": cookies}, max_queue=None) as page:

        def said(id: int, message: dict[str, Any] | None = None) -> dict[str, Any]:
            page.send(json.dumps({"id": id} | (message or {"t": "chat", "text": "hello"})))
            while (heard := json.loads(page.recv(10))).get("id") != id:
                pass
            told: dict[str, Any] = heard
            return told

        ouch = {"t": "emote", "emote": "ouch"}
        assert (said(1)["code"], said(2, ouch)["key"]) == ("not-allowed", "error.room-muted")
        assert said(3, {"t": "sit", "buy_in": 400})["t"] == "ack"  # only chat is forbidden, and emotes
        club.decide("lift", {"id": club.desk()["restrictions"][0]["id"]})
        assert said(4)["t"] == "ack"
        club.decide("settings", {"name": "guest_chat", "value": False})
        club.decide("settings", {"name": "guest_tables", "value": False})
        assert said(5)["key"] == said(7, ouch)["key"] == "error.guest-chat"
    assert eve.refused("/api/tables", {"game": "27td"}) == "error.guest-tables"
    own = {"name": "Eve Z", "password": "a long password"}
    assert eve.ask("/api/register", own).status == 200
    club.decide("restrict", bar("account", eve.id))
    other = club.person("192.0.2.31")
    assert other.refused("/api/login", own) == "error.room-barred"
    club.decide("lift", {"id": club.desk()["restrictions"][0]["id"]})
    for name in ("guest_chat", "guest_tables"):
        club.decide("settings", {"name": name, "value": True})
    club.decide("settings", {"name": "house", "value": "cardroom"})
    club.decide("settings", {"name": "notice", "value": "  Closed\non Monday "})
    assert club.operator.ask("/api/options").value["defaults"]["house"] == "cardroom"
    assert club.operator.ask("/api/me").value["notice"] == "Closed on Monday"
    club.decide("settings", {"name": "notice", "value": ""})


def test_reports(club: Club) -> None:
    fay, gil, hob = (club.person(f"192.0.2.{number}") for number in (40, 41, 42))
    report = {"about": gil.id, "topic": "chat", "text": "Insults <b>all</b> evening"}
    assert fay.refused("/api/reports", {**report, "about": fay.id}) == "error.report-self"
    assert fay.refused("/api/reports", {**report, "about": "bot:rule:Ada"}) == "error.no-person"
    assert fay.refused("/api/reports", {**report, "table": "0" * 24}) == "error.no-table"
    assert fay.refused("/api/reports", {**report, "text": "x" * 501}) == "error.report-length"
    assert fay.refused("/api/reports", {**report, "topic": "weather"}) == "topic is 'weather'"
    assert fay.ask("/api/reports", report).status == 200
    assert fay.refused("/api/reports", report) == "error.reported-already"
    assert fay.ask("/api/reports", {**report, "about": hob.id}).status == 200
    assert fay.refused("/api/reports", {**report, "about": club.operator.id}) == "error.too-fast"
    assert gil.ask("/api/me").status == 200  # nothing follows by itself
    (first, second) = club.desk()["reports"]
    assert (first["reporter"], first["about"], first["text"]) == (fay.id, gil.id, report["text"])
    club.decide("close", {"id": first["id"], "outcome": "Warned"})
    assert club.operator.refused("/api/operator/close", {"id": first["id"], "outcome": "Warned"})
    assert club.operator.refused("/api/operator/close", {"id": second["id"], "outcome": " "})
    desk = club.desk()
    assert [one["id"] for one in desk["reports"]] == [second["id"]]
    assert [(one["id"], one["closed_by"], one["outcome"]) for one in desk["closed"]] == [
        (first["id"], club.operator.id, "Warned")
    ]
    assert desk["names"][gil.id]
    assert desk["acts"][0]["act"] == "report-close"


def test_bars_hold_while_they_cannot_be_read_and_until_they_end(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    office, store = club.served.room.office, club.served.room.store
    ivy = club.person("192.0.2.50")
    club.decide("restrict", bar("account", ivy.id, days=0.5))

    async def fails(*_: Any) -> Any:
        raise StoreError("the disk is gone")

    with monkeypatch.context() as patch:
        patch.setattr(store, "read", fails)
        club.served.call(office.look_again)
    assert ivy.refused("/api/me") == "error.room-barred"
    real = club.served.room.watch.wall
    with monkeypatch.context() as patch:
        patch.setattr(club.served.room.watch, "wall", lambda *a: real(*a) + 0.51 * 86_400)
        assert ivy.ask("/api/me").status == 200
    assert ivy.refused("/api/me") == "error.room-barred"


def test_an_unreadable_range_opens_no_room(club: Club) -> None:
    """A damaged row keeps everybody out rather than let one person in."""

    async def damage(value: str) -> None:
        one = restriction.Restriction(0, "bar", "address", value, "x", time.time(), None, "operator")
        await club.served.room.store.commit(restriction.add(one))

    club.served.call(lambda: damage("not a range"))
    with pytest.raises(ValueError, match="not a range"):
        club.served.call(club.served.room.office.load)
