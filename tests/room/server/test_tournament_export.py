"""A whole tournament of a room as one file: by HTTP as a player saw it, by the command with every card."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from room_scene import OPEN, Served, serving
from standpat import cli
from standpat.engine.event import DealHole
from standpat.history.replay import replay
from standpat.history.tournament_file import TournamentFile, read_tournament
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.limits.limit import Rate
from standpat.tournament.events import Played

TWO_TABLES = {
    "name": "Quick",
    "games": ["27sd", "27td"],
    "levels": [
        {
            "minutes": 1,
            "games": {
                "27sd": {"small_blind": 10, "big_blind": 20, "ante": 20, "ante_by": "big-blind"},
                "27td": {"small_blind": 10, "big_blind": 20},
            },
        }
    ],
    "turns": {"lasts": "hands"},
    "seats": 3,
    "minimum": 4,
    "most": 4,
    "starting_stack": 100,
    "sit_and_go": False,
}


class Scene(NamedTuple):
    served: Served
    database: str
    id: str
    player: str
    seen: str
    running: str
    stranger: str


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A tournament at two tables that is over: a person, who is away, and three bots."""
    database = f"sqlite:///{tmp_path_factory.mktemp('t')}/room.sqlite"
    with serving(database, first=()) as served:

        async def play() -> Scene:
            async with Lobby(served.url) as ann, Lobby(served.url) as eve:
                starts = time.time() + 0.5
                answer = await ann.post("/api/tournaments", structure=TWO_TABLES, bots=3, name="Friday", starts=starts)
                at = f"/api/tournaments/{answer['tournament']}"
                await ann.post(f"{at}/register")
                running = ""
                async with asyncio.timeout(60):
                    while (seen := await ann.get(at))["row"]["status"] != "finished":
                        await asyncio.sleep(0.05)
                        _away(served)
                        if seen["row"]["status"] == "running" and not running:
                            running = await eve.get(f"{at}/export")
                            assert '"finished"' not in running
                texts = [await lobby.get(f"{at}/export") for lobby in (ann, eve)]
                return Scene(served, database, answer["tournament"], ann.user, texts[0], running, texts[1])

        yield asyncio.run(play())


def _away(served: Served) -> None:
    async def job() -> None:
        for actor in served.room.tables.values():
            for seat in actor.seating.seats:
                if seat is not None and not seat.bot and not seat.out:
                    seat.out = True
                    actor.mailbox.post(actor.wake)

    served.call(job)


def test_a_player_s_file_replays_to_the_same_end(scene: Scene) -> None:
    told = read_tournament(scene.seen)
    assert told.head.cards == "seen"
    assert told.head.viewer == scene.player
    assert told.state.status == "finished"
    assert len(told.state.tables) > 1
    assert len({hand.table for hand in told.hands}) > 1
    check(told)
    seen = known(told)
    assert seen == {scene.player}
    assert known(read_tournament(scene.stranger)) == set()
    assert "seed" not in scene.seen


def check(told: TournamentFile) -> None:
    """The engine plays the same hands, and their stacks are those of the events."""
    ends = {(one.table, one.hand): one.stacks for one in told.events if isinstance(one, Played)}
    for hand, record in zip(told.hands, told.records, strict=True):
        again = replay(record)
        assert again.disagreements == []
        assert again.hand
        assert tuple(again.hand.stacks) == ends.pop((hand.table, hand.number))
    assert not ends


def known(told: TournamentFile) -> set[str]:
    """The players whose dealt cards are in the file."""
    found = set()
    for hand in told.hands:
        found |= {hand.players[e.seat] for e in hand.events if isinstance(e, DealHole) and e.cards}
    return found


def test_a_file_of_a_running_tournament_has_no_hand_that_is_played(scene: Scene) -> None:
    told = read_tournament(scene.running)
    assert told.state.status == "running"
    ends = [event for event in told.events if type(event).__name__ == "Played"]
    assert len(told.hands) == len(ends)
    assert known(told) == set()


def test_the_operator_s_file_has_every_card(scene: Scene, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def admin(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        assert cli.main(["admin", "tournament", *arguments, "--database", scene.database]) == status
        return capsys.readouterr().out

    path = tmp_path / "friday.jsonl"
    assert admin("export", scene.id, "-o", str(path)).startswith(str(path))
    text = path.read_text(encoding="utf-8")
    assert admin("export", scene.id) == text
    assert json.loads(admin("export", scene.id, "--json"))["text"] == text
    told = read_tournament(text)
    assert told.head.cards == "all"
    assert told.head.viewer is None
    check(told)
    assert known(told) == set(told.state.players)
    assert all([replay(record).complete for record in told.records])
    assert cli.main(["replay", str(path)]) == 0
    # list and show
    (row,) = json.loads(admin("list", "--json"))
    assert (row["id"], row["status"], row["entrants"]) == (scene.id, "finished", 4)
    assert json.loads(admin("--json")) == [row]
    assert scene.id in admin()
    shown = json.loads(admin("show", scene.id, "--json"))
    assert shown["row"]["name"] == "Friday"
    assert shown["standings"][0]["place"] == 1
    said = admin("show", scene.id)
    assert "Friday" in said
    assert "    1.  " in said
    assert json.loads(admin("list", "--limit", "0", "--json")) == []
    for wrong in (["show"], ["export"], ["show", "nobody"], ["export", "nobody"], ["list", "x"]):
        assert admin(*wrong, status=2) == ""


def test_show_has_the_clock_and_the_tables(scene: Scene, capsys: pytest.CaptureFixture[str]) -> None:
    async def begin() -> str:
        async with Lobby(scene.served.url) as ann:
            long = {**TWO_TABLES, "minimum": 2, "most": 2, "seats": 2, "sit_and_go": True, "starting_stack": 9000}
            at = await ann.post("/api/tournaments", structure=long, bots=1, name="Long")
            await ann.post(f"/api/tournaments/{at['tournament']}/register")
            while not (await ann.get(f"/api/tournaments/{at['tournament']}"))["tables"]:
                await asyncio.sleep(0.02)
            await ann.post(f"/api/tournaments/{at['tournament']}/pause")
            return str(at["tournament"])

    id = asyncio.run(begin())
    capsys.readouterr()
    assert cli.main(["admin", "tournament", "show", id, "--database", scene.database]) == 0
    said = capsys.readouterr().out
    assert "running  Long" in said
    assert "paused, " in said
    assert "18000 chips" in said
    (table,) = [actor.rules.id for actor in scene.served.room.tables.values() if actor.rules.tournament == id]
    assert f"table 1  {table}  2 players" in said


def test_files_have_a_limit_and_unknown_tournaments_none(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(OPEN, exports=Rate(2, 1e6), trusted=())

    async def ask(url: str) -> list[str]:
        codes: list[str] = []
        async with Lobby(url) as ann:
            structure = {**TWO_TABLES, "sit_and_go": True, "seats": 4}
            id = (await ann.post("/api/tournaments", structure=structure))["tournament"]
            for name in ("nobody", id, id, id):
                try:
                    codes.append(read_tournament(await ann.get(f"/api/tournaments/{name}/export")).state.status)
                except RoomError as error:
                    codes.append(error.code)
        return codes

    with serving(f"sqlite:///{tmp_path}/room.sqlite", first=(), limits=limits) as served:
        assert asyncio.run(ask(served.url)) == ["not-found", "open", "open", "too-fast"]
