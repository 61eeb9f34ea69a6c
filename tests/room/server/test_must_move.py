"""Attacks on the link of two tables over HTTP, while a hand is being played: the wrong person, odd bodies, twice, in
chains, and late. The people are those of `room.server.test_host_attacks`.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs

from room.server.test_host_attacks import BODIES, ODD, PEOPLE, Night
from room_scene import serving

NOT_OWNERS = ("cora", "gus", "sid", "fred", "")


@pytest.fixture
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('linked') / 'room.sqlite'}", first=()) as served:
        made = Night(served)
        with made.stack:
            yield made
        assert made.sound() == []


def tables(night: Night) -> dict[str, Any]:
    """The records of all tables."""
    return {id: actor.rules for id, actor in night.served.room.tables.items()}


def linked(night: Night) -> str:
    """Open a must-move table. Returns its id."""
    status, told = night.form("hal", "must-move", {"table": None})
    assert status == 200, told
    return str(told["table"])


def another(night: Night, name: str, **wish: Any) -> str:
    wish = {"game": "27td", "seats": 6, "public": False, "buy_in": [100, 1000], **wish}
    status, told = night.post(name, "/api/tables", wish)
    assert status == 200, told
    return str(told["table"])


def refused(answer: tuple[int, Any]) -> str:
    """The key of a refusal."""
    status, told = answer
    assert status in (400, 404), told
    return str(told["key"]).removeprefix("error.")


def test_only_the_owner_of_both(night: Night) -> None:
    hand, own = night.hand(), another(night, "gus")
    before = tables(night), night.shape()
    for name in NOT_OWNERS:
        for form, body in (("must-move", {"table": None}), ("must-move", {"table": own}), ("unlink", {})):
            answer = night.form(name, form, body)
            assert refused(answer) == "not-owner" if name else answer[0] == 401, (name, form)
        status, _ = night.send(name, "GET", f"/api/tables/{night.table}/must-move")
        assert status == (400 if name else 401)
        status, told = night.send(name, "GET", "/api/must-move")
        assert status == (200 if name else 401)
        if name:
            assert [one["user"] for one in told["tables"]] == ([own] if name == "gus" else [])
    assert refused(night.form("hal", "must-move", {"table": own})) == "not-owner"
    assert refused(night.post("gus", f"/api/tables/{own}/must-move", {"table": night.table})) == "not-owner"
    assert (tables(night), night.shape()) == before
    feeder = linked(night)
    before = tables(night), night.shape()
    for name in NOT_OWNERS:
        for table in (night.table, feeder):
            answer = night.post(name, f"/api/tables/{table}/unlink", {})
            assert refused(answer) == "not-owner" if name else answer[0] == 401
    assert (tables(night), night.shape()) == before
    assert night.hand() == hand


def test_odd_bodies_change_nothing(night: Night) -> None:
    before = tables(night), night.shape()
    for odd in ODD:
        if odd is not None:
            assert night.form("hal", "must-move", {"table": odd})[0] in (400, 404), odd
    for body in BODIES:
        assert night.form("hal", "must-move", body)[0] in (400, 413), body[:40]
    assert (tables(night), night.shape()) == before


def test_nothing_twice_and_no_chain(night: Night) -> None:
    hand = night.hand()
    third = another(night, "hal")
    assert refused(night.form("hal", "must-move", {"table": night.table})) == "link-itself"
    assert refused(night.form("hal", "must-move", {"table": "0" * 24})) == "no-table"
    once = {"Idempotency-Key": "one second table"}
    status, told = night.form("hal", "must-move", {"table": None}, **once)
    assert status == 200
    assert night.form("hal", "must-move", {"table": None}, **once) == (200, told)
    feeder = told["table"]
    before = tables(night)
    assert len(before) == 3
    assert night.send("hal", "GET", "/api/must-move")[1] == {"tables": [{"user": third, "name": before[third].name}]}
    for main, other in (
        (night.table, None),  # another one
        (night.table, feeder),  # again
        (feeder, night.table),  # in a circle
        (feeder, third),  # a chain
        (third, feeder),
        (third, night.table),
    ):
        answer = night.post("hal", f"/api/tables/{main}/must-move", {"table": other})
        assert refused(answer) == "link-linked", (main, other)
    assert tables(night) == before
    for _ in range(2):
        assert night.form("hal", "unlink", {})[0] == 200
        assert [rules.link for rules in tables(night).values()] == [None] * 3
    assert night.hand() == hand


def test_a_table_of_a_tournament_is_never_linked(night: Night) -> None:
    third = another(night, "hal")
    runner = night.served.room.tables[third].runner
    runner.rules = structs.replace(runner.rules, tournament="T")
    assert refused(night.form("hal", "must-move", {"table": third})) == "tournament-table"
    assert refused(night.post("hal", f"/api/tables/{third}/must-move", {"table": None})) == "tournament-table"
    runner.rules = structs.replace(runner.rules, tournament="")


def test_in_mid_hand_and_late(night: Night) -> None:
    """The tables are linked during the hand; what is shared stays; the former owner and a closed table are too late."""
    hand = night.hand()
    assert hand
    feeder = linked(night)
    for body in ({"big_blind": 20}, {"game": "a5td"}):
        for table in (night.table, feeder):
            assert refused(night.post("hal", f"/api/tables/{table}/change", body)) == "link-first"
    assert refused(night.form("hal", "bots", {"players": ["rule"], "keep": 1})) == "link-bots"
    assert night.post("hal", f"/api/tables/{feeder}/close", {})[0] == 200
    assert tables(night)[night.table].link is None
    for name in PEOPLE:
        assert night.post(name, f"/api/tables/{feeder}/unlink", {})[0] == 404
        assert night.post(name, f"/api/tables/{feeder}/must-move", {"table": None})[0] == 404
    assert refused(night.form("hal", "must-move", {"table": feeder})) == "no-table"
    assert night.form("hal", "hand-over", {"user": "@gus"})[0] == 200
    second = linked(night)
    assert night.form("gus", "accept", {"yes": True})[0] == 200
    assert [rules.link for rules in tables(night).values()] == [None, None]
    late: tuple[tuple[str, dict[str, Any]], ...]
    late = (("must-move", {"table": second}), ("must-move", {"table": None}), ("unlink", {}))
    for form, other in late:
        assert refused(night.form("hal", form, other)) == "not-owner"
    assert night.hand() == hand
