"""Clubs over HTTP: a stranger learns nothing, codes have limits, a request that is sent twice is done once."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from room_scene import Served, serving
from standpat.room.clients.http import Answer, request
from standpat.room.limits.limit import Limits, Rate
from standpat.room.server.api.routes import api_routes

LIMITS = Limits(posts=Rate(1e6, 1.0), codes=Rate(4, 1e6), new_clubs=Rate(2, 1e6))
FOUNDING = {"name": "Thursday", "zone": "Europe/Oslo", "season": "2026"}


class Person(NamedTuple):
    served: Served
    id: str
    cookies: dict[str, str]
    address: str

    def ask(self, path: str, body: Any = None, key: str = "") -> Answer:
        cookies = "; ".join([f"{name}={value}" for name, value in self.cookies.items()])
        headers = {"Cookie": cookies, "X-Forwarded-For": self.address} | ({"Idempotency-Key": key} if key else {})
        return request(self.served.url, "GET" if body is None else "POST", path, body, headers, 10)

    def get(self, path: str, body: Any = None, key: str = "") -> Any:
        answer = self.ask(path, body, key)
        assert answer.status == 200, answer
        return answer.value


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("clubs") / "room.sqlite"
    with serving(f"sqlite:///{file}", first=(), limits=LIMITS) as room:
        yield room


def person(served: Served, address: str, name: str = "") -> Person:
    page = request(served.url, "GET", "/", None, {"X-Forwarded-For": address}, 10)
    made = Person(served, "", page.cookies, address)
    if name:
        answer = made.ask("/api/register", {"name": name, "password": "correct horse battery"})
        assert answer.status == 200, answer
        made = made._replace(cookies={**made.cookies, **answer.cookies})
    return made._replace(id=made.get("/api/me")["user"])


PATHS = [route.path for route in api_routes() if "{club}" in getattr(route, "path", "")]  # type: ignore[attr-defined]


def test_a_club_from_its_founding_to_a_strangers_question(served: Served) -> None:
    ola, sid = person(served, "192.0.2.1", "Ola"), person(served, "192.0.2.2")
    first = ola.get("/api/clubs", FOUNDING, "k1")
    assert ola.get("/api/clubs", FOUNDING, "k1") == first
    assert ola.ask("/api/clubs", {**FOUNDING, "name": "Other"}, "k1").value["key"] == "error.key-used"
    at = f"/api/clubs/{first['club']}"
    assert [one["name"] for one in ola.get("/api/clubs")["clubs"]] == ["Thursday"]
    told = ola.get(at)
    plan = {"title": "Lowball", "at": "2031-11-27T19:00", "weeks": 2}
    assert len(ola.get(f"{at}/evenings", plan, "k2")["evenings"]) == 2
    ola.get(f"{at}/evenings", plan, "k2")
    (evening, *_rest) = there = ola.get(at)["evenings"]
    assert len(there) == 2
    results = [{"place": 1, "member": ola.id, "entrants": 2, "buy_in": 20, "prize": 40}]
    ola.get(f"{at}/evenings/{evening['id']}/results", {"results": results})
    assert ola.get(at)["seasons"][0]["standings"][0]["net"] == 20
    # What a stranger gets is what a club that is not there gives, at every address.
    bodies: dict[str, Any] = {
        "change": {"name": "x", "zone": "UTC"},
        "code": {"on": True},
        "newcomer": {"user": ola.id, "admit": True},
        "remove": {"user": ola.id},
        "role": {"user": ola.id, "role": "member"},
        "hand-over": {"user": sid.id},
        "accept": {"accept": True},
        "seasons": {"name": "x"},
        "evenings": plan,
        "cancel": {"on": True},
        "table": {"table": ""},
        "results": {"results": []},
        "take": {},
        "paid": {"payer": "a", "payee": "b", "amount": 1},
        "not-paid": {"id": 1, "reason": "x"},
        "calendar": {"on": True},
    }
    for path in PATHS:
        place = path.replace("{evening}", evening["id"]).replace("{season}", "1")
        last = path.rsplit("/", 1)[-1]
        body = (
            plan
            if "evenings" in path and last == "change"
            else {"name": "x"}
            if "seasons" in path
            else bodies.get(last, {})
        )
        real, none = [
            sid.ask(place.replace("{club}", club), None if last == "{club}" else body)
            for club in (first["club"], "f" * 24)
        ]
        assert (real.status, real.value) == (none.status, none.value), path
        assert real.status == (200 if last == "withdraw" else 404), (path, real)
    assert sid.get("/api/clubs")["clubs"] == []
    assert ola.get(at)["members"] == told["members"]
    # The calendar's address needs no session, and dies with the next one.
    address = ola.get(f"{at}/calendar", {"on": True})["path"]
    nobody = Person(served, "", {}, "192.0.2.9")
    read = nobody.ask(address)
    assert (read.status, "BEGIN:VEVENT" in str(read.value)) == (200, True)
    ola.get(f"{at}/calendar", {"on": False})
    assert nobody.ask(address).status == nobody.ask("/api/club-calendars/x.ics").status == 404
    # Joining, with the code; then the limit of tries, for a person and for an address.
    assert sid.get("/api/clubs/join", {"code": told["code"].lower()}) == {
        "club": first["club"],
        "name": "Thursday",
        "state": "in",
    }
    for _ in range(3):
        assert sid.ask("/api/clubs/join", {"code": "7Q2M-0000-0000-1111"}).value["key"] == "error.club-code"
    assert sid.ask("/api/clubs/join", {"code": told["code"]}).status == 429
    assert person(served, "192.0.2.2").ask("/api/clubs/join", {"code": told["code"]}).status == 429
    elsewhere = sid._replace(address="192.0.2.7")
    assert elsewhere.ask("/api/clubs/join", {"code": told["code"]}).status == 429
    assert sid.ask("/api/clubs", FOUNDING).value["key"] == "error.club-account"
    ola.get("/api/clubs", FOUNDING)
    assert ola.ask("/api/clubs", FOUNDING).status == 429


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/clubs", {"name": "x", "zone": "UTC", "season": "1", "owner": "me"}),
        ("/api/clubs", {"name": "x" * 41, "zone": "UTC", "season": "1"}),
        ("/api/clubs/join", {}),
        ("/api/clubs/x/role", {"user": "x", "role": "owner"}),
        ("/api/clubs/x/evenings/y/results", {"results": [{"place": 1}]}),
        ("/api/clubs/x/paid", {"payer": "a", "payee": "b", "amount": 2**60}),
        ("/api/clubs/x/evenings", {"title": "x", "at": "2031-11-27T19:00", "weeks": -(2**40)}),
        ("/api/clubs/%00/close", {}),
        (f"/api/clubs/x/seasons/{'9' * 5000}/end", {}),
    ],
)
def test_bad_requests(served: Served, path: str, body: Any) -> None:
    answer = person(served, "127.0.0.1").ask(path, body)
    assert answer.status in (400, 403, 404), answer
