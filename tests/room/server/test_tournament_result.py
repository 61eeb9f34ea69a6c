"""The hands of a tournament that is over: listed by table and level, and each opens for whoever may see it."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from room.server.test_tournament_attacks import refusal
from room.server.test_tournament_export import TWO_TABLES, _away
from room_scene import Served, serving
from standpat.history.tournament_file import TournamentFile, read_tournament
from standpat.room.clients.client import Lobby
from standpat.room.server.api import tournament_result
from standpat.tournament.events import Dealt


async def over(served: Served, ann: Lobby) -> str:
    """A tournament at two tables that is over: a person, who is away, and three bots."""
    structure = {**TWO_TABLES, "sit_and_go": True}
    answer = await ann.post("/api/tournaments", structure=structure, bots=3, name="Friday")
    at = f"/api/tournaments/{answer['tournament']}"
    assert "not over" in await refusal(ann.get(f"{at}/hands?table=1"))
    await ann.post(f"{at}/register")
    async with asyncio.timeout(60):
        while (await ann.get(at))["row"]["status"] != "finished":
            await asyncio.sleep(0.05)
            _away(served)
    return at


async def listed(lobby: Lobby, at: str, query: str) -> list[dict[str, Any]]:
    """All hands of a query, a page after the other."""
    rows: list[dict[str, Any]] = []
    while True:
        after = rows[-1]["number"] if rows else 0
        page = await lobby.get(f"{at}/hands?{query}&after={after}")
        rows += page["hands"]
        if not page["more"]:
            return rows


def test_every_hand_is_listed_and_opens_as_its_viewer_saw_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_result, "HANDS", 2)

    async def look(served: Served) -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as eve:
            at = await over(served, ann)
            told = read_tournament(await ann.get(f"{at}/export"))
            course = await eve.get(f"{at}/course")
            levels = [(one["number"], run) for one in course["tables"] for run in one["levels"]]
            assert sum([run["hands"] for _, run in levels]) == course["hands"] == len(told.hands)
            for number, run in levels:
                rows = await listed(ann, at, f"table={number}&level={run['level']}")
                assert len(rows) == run["hands"]
            for table in told.state.tables:
                await matches(told, table, await listed(ann, at, f"table={table}"), ann, eve)
            await apart(ann, told)
            for query in ("table=99", "", "table=1&level=9", "table=1&after=999999999"):
                assert await eve.get(f"{at}/hands?{query}") == {"hands": [], "more": False}
            for query in ("table=x", "table=-1", "table=1&after=1e3", f"table={'9' * 10}", "table=%C2%B2", "level="):
                assert "number" in await refusal(eve.get(f"{at}/hands?{query}")), query

    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=()) as served:
        asyncio.run(look(served))


async def apart(ann: Lobby, told: TournamentFile) -> None:
    """What was seen of an opponent in the tournament is among no cash games."""
    bot = next(id for id in told.state.players if id != ann.user)
    both = [hand for hand in told.hands if {bot, ann.user} <= {*hand.players}]
    seen = {kind: (await ann.get(f"/api/stats?opponent={bot}{kind}"))["stats"] for kind in ("", "&kind=tournament")}
    assert seen[""] == []
    assert sum([one["hands"] for one in seen["&kind=tournament"]]) == len(both)
    assert "kind" in await refusal(ann.get(f"/api/stats?opponent={bot}&kind=both"))


async def matches(told: TournamentFile, table: int, rows: list[dict[str, Any]], ann: Lobby, eve: Lobby) -> None:
    """The rows of a table are its hands, and nobody sees cards that they did not see there."""
    dealt = [one for one in told.events if isinstance(one, Dealt) and one.table == table]
    assert [row["number"] for row in rows] == [one.hand for one in dealt]
    for row, hand in zip(rows, dealt, strict=True):
        assert row["game"] == hand.game
        assert row["won"] or row["counts"]
        assert (row["net"] is not None) == (ann.user in hand.players)
        for lobby in (ann, eve):
            seen = await lobby.get(f"/api/hands/{row['id']}")
            assert seen["hand_no"] == hand.hand
            holes = {event["seat"] for event in seen["events"] if event["event"] == "deal-hole" and event.get("cards")}
            mine = {at for at, id in enumerate(hand.players) if id == lobby.user}
            assert holes == mine, json.dumps(seen["events"])
