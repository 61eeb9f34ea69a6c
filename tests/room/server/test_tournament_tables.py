"""An admin is a host of every table, but not at those of a tournament: it alone decides about them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from room.server.test_tournaments import QUICK
from room_scene import serving
from standpat.room.clients.client import Lobby, RoomError

ACTS: dict[str, dict[str, Any]] = {
    "close": {},
    "password": {"password": "secret"},
    "bots": {"players": ["rule"], "keep": 3},
    "bar": {"user": "WHOM", "on": True},
    "must-move": {"table": "TABLE"},
    "unlink": {},
    "pause": {"on": True},
    "newcomer": {"user": "WHOM", "yes": True},
    "approval": {"on": True},
    "remove": {"user": "WHOM"},
    "end-break": {"user": "WHOM"},
    "move": {"user": "WHOM", "seat": 0},
    "adjust": {"user": "WHOM", "amount": 100, "reason": "a gift"},
    "change": {"speed": "fast"},
    "co-host": {"user": "WHOM", "on": True},
    "hand-over": {"user": "WHOM"},
}


def test_no_act_of_a_host_reaches_it(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=()) as served:

        async def play() -> None:
            async with Lobby(served.url) as ann, Lobby(served.url) as admin:
                answer = await ann.post("/api/tournaments", structure=QUICK, bots=2, name="Friday")
                at = f"/api/tournaments/{answer['tournament']}"
                served.room.tournaments.keepers[answer["tournament"]].attendance.there[ann.user] = True
                await ann.post(f"{at}/register")
                me, chief = ann.user, admin.user
                served.call(lambda: served.room.accounts.set_role(chief, "admin"))
                async with asyncio.timeout(60):
                    while not (tables := (await ann.get(at))["tables"]):
                        await asyncio.sleep(0.05)
                table = tables[0]["id"]
                actor = served.room.tables[table]
                async with asyncio.timeout(60):
                    while actor.live is None:
                        await asyncio.sleep(0.01)
                before = actor.rules, actor.desk.state, [seat and seat.user for seat in actor.seating.seats]
                for act, body in ACTS.items():
                    told = {
                        key: me if value == "WHOM" else table if value == "TABLE" else value
                        for key, value in body.items()
                    }
                    with pytest.raises(RoomError) as refused:
                        await admin.post(f"/api/tables/{table}/{act}", **told)
                    assert "tournament table" in str(refused.value), (act, refused.value)
                assert (actor.rules, actor.desk.state) == before[:2]
                assert [seat and seat.user for seat in actor.seating.seats] == before[2]

        asyncio.run(play())


def test_who_is_barred_from_the_room_keeps_their_seat(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=()) as served:

        async def play() -> None:
            async with Lobby(served.url) as ann:
                answer = await ann.post("/api/tournaments", structure=QUICK, bots=2, name="Friday")
                at = f"/api/tournaments/{answer['tournament']}"
                served.room.tournaments.keepers[answer["tournament"]].attendance.there[ann.user] = True
                await ann.post(f"{at}/register")
                me = ann.user
                async with asyncio.timeout(60):
                    while not (tables := (await ann.get(at))["tables"]):
                        await asyncio.sleep(0.05)
                actor = served.room.tables[tables[0]["id"]]
                served.call(lambda: actor.send_away(me, "Ann", out=True))
                assert actor.seating.find(me) is not None
                assert served.room.tournaments.keepers[answer["tournament"]].state.chips == 180

        asyncio.run(play())
