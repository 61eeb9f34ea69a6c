"""A whole tournament of a room as one file: by HTTP as a player saw it, by the command with every card."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from room_scene import OPEN, Served, serving
from standpat import cli
from standpat.engine.event import DealHole
from standpat.history.file import read
from standpat.history.record import Record
from standpat.history.replay import replay
from standpat.history.tournament_file import TournamentFile, read_tournament, roman
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.limits.limit import Rate
from standpat.tournament.events import Dealt, Played

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
    hands: dict[str, Any]


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
                        if seen["row"]["status"] == "running" and not running:  # it waits for Ann
                            running = await eve.get(f"{at}/export")
                            assert '"finished"' not in running
                        if running:
                            _away(served)
                hands = await _own_hands(ann)
                texts = [await lobby.get(f"{at}/export") for lobby in (ann, eve)]
                return Scene(served, database, answer["tournament"], ann.user, texts[0], running, texts[1], hands)

        yield asyncio.run(play())


async def _own_hands(ann: Lobby) -> dict[str, Any]:
    """What the player's own pages have of the tournament's hands."""
    found = {kind: await ann.get(f"/api/hands?kind={kind}") for kind in ("", "cash", "tournament")}
    one = found["tournament"]["hands"][0]
    files = {form: await ann.get(f"/api/hands/{one['id']}/download?format={form}") for form in ("text", "pokerstars")}
    try:
        files["ohh"] = await ann.get(f"/api/hands/{one['id']}/download?format=ohh")
    except RoomError as error:
        files["ohh"] = error.code
    hand = await ann.get(f"/api/hands/{one['id']}")
    norwegian = await ann.get(f"/api/hands/{one['id']}/download?format=text&lang=nb")
    stats = {kind: (await ann.get(f"/api/stats?kind={kind}"))["stats"] for kind in ("cash", "tournament")}
    stats["usual"] = (await ann.get("/api/stats"))["stats"]
    return {"found": found, "files": files, "hand": hand, "nb": norwegian, "stats": stats}


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
    assert cli.main(["admin", "export", "--format", "pokerstars", "--database", scene.database]) == 0
    assert capsys.readouterr().out.count(": Tournament #") == len(told.records)
    assert cli.main(["admin", "export", "--format", "ohh", "--database", scene.database]) == 0
    assert capsys.readouterr() == ("", "0 hands, without those of tournaments\n")
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


def test_hands_of_tournaments_are_no_cash_results(scene: Scene) -> None:
    found, stats = scene.hands["found"], scene.hands["stats"]
    everything, cash, tournaments = found[""], found["cash"], found["tournament"]
    assert cash["hands"] == []
    assert (cash["total"]["hands"], cash["total"]["net"]) == (0, 0)
    count = tournaments["total"]["tournaments"]
    told = read_tournament(scene.seen)
    mine = [hand for hand in told.hands if scene.player in hand.players]
    assert count == len(mine) > 0
    for one in (everything, tournaments):
        assert (one["total"]["hands"], one["total"]["net"], one["total"]["tournaments"]) == (0, 0, count)
        assert {hand["tournament"]["id"] for hand in one["hands"]} == {scene.id}
        assert one["hands"][0]["tournament"]["table"].startswith("Friday ")
        assert one["hands"][0]["pot"] > 0
    assert stats["cash"] == stats["usual"] == []
    assert sum([one["hands"] for one in stats["tournament"]]) == count
    ends = {(one.table, one.hand): one.stacks for one in told.events if isinstance(one, Played)}
    left = ends[mine[-1].table, mine[-1].number][list(mine[-1].players).index(scene.player)]
    assert left in (0, 400)  # who is away can win, too: all-in with the blinds they cannot fold
    assert sum([one["net"] for one in stats["tournament"]]) == left - 100


def _last_of(told: TournamentFile, player: str) -> Dealt:
    """The last hand of a player."""
    return [one for one in told.events if isinstance(one, Dealt) and player in one.players][-1]


def test_files_of_hands_name_the_tournament(scene: Scene) -> None:
    files, hand = scene.hands["files"], scene.hands["hand"]
    title = files["pokerstars"].splitlines()[0]
    assert re.match(r"PokerStars Hand #\d+: Tournament #\d+, Freeroll .* - Level [IVX]+ \(", title), title
    assert "(Play Money)" not in files["pokerstars"]
    (record,) = read(files["pokerstars"])
    assert isinstance(record, Record)
    assert replay(record).disagreements == []
    number, level = record.extra["tournament"], record.extra["level"].removeprefix("Level ")
    assert roman(_last_of(read_tournament(scene.seen), scene.player).level) == level
    assert f"Tournament {number}, buy-in Freeroll, level {level}\n" in files["text"]
    assert f"Turnering {number}, innkjøp Freeroll, nivå {level}\n" in scene.hands["nb"]
    assert files["ohh"] == "not-possible"  # it cannot hold them
    assert "ohh" not in [form["name"] for form in hand["formats"]]
    assert "pokerstars" in [form["name"] for form in hand["formats"]]


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
