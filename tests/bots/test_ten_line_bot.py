"""The bot of docs/examples/ten_line_bot, installed like any other package, plays wherever bots play."""

import ast
import asyncio
import io
import json
import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random

import pytest

from installed import install
from room_scene import patient, serving
from standpat import Dealer, Hand, Stakes, game, games
from standpat.bots import player, players, registry, situation
from standpat.cli import main
from standpat.room.clients.client import Lobby

PROJECT = Path(__file__).parents[2] / "docs" / "examples" / "ten_line_bot"
NAME = "lowcards"


@pytest.fixture(autouse=True)
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder into which the package is installed, on the path of this process and of its child processes."""
    folder = tmp_path / "site"
    folder.mkdir()
    install(PROJECT, folder)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(folder), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    )
    return folder


def test_it_has_ten_lines() -> None:
    (module,) = PROJECT.glob("*.py")
    text = module.read_text("utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(("from", "import"))]
    assert len(lines) <= 10
    imported = {node.module for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom)}
    assert imported == {"standpat", "standpat.bots"}  # public names alone


def test_it_is_one_of_the_players_and_plays_legally() -> None:
    assert players()[-1] == NAME
    assert not [fault for fault in registry.faults() if fault.name == NAME]
    random, decided = Random(4), 0
    for id, seats in product(games.ids(), (2, 4, 6)):
        hand = Hand(game(id), Stakes(5, 10), [random.choice((3, 40, 1000)) for _ in range(seats)], 0, Dealer(seats))
        while hand.to_act is not None:
            hand.apply(player(NAME)(situation(hand, random)))
            decided += 1
    assert decided > 100


def test_it_plays_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", NAME, "folder", "--hands", "40", "--seed", "1", "--json", "--quiet"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert NAME in json.dumps(told)


def test_it_speaks_the_wire_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    """`standpat bot` plays in an arena as it plays here."""
    command = f'{sys.executable} -c "import sys; from standpat.cli import main; sys.exit(main())" bot {NAME}'
    assert main(["match", f"cmd:{command}", NAME, "--hands", "6", "--seed", "1", "--json", "--quiet"]) == 0
    assert NAME in capsys.readouterr().out


def test_it_plays_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("c\n1\nc\n23\nc\n\nc\n" * 2 + "q\n"))
    assert main(["play", "--seats", "2", "--bot", NAME, "--seed", "5", "--language", "en"]) == 0
    page = capsys.readouterr().out
    assert "[Showdown]" in page
    assert re.search(r"\d hands? played", page)


@pytest.mark.extended
def test_what_it_loses_to_perfect_play_is_computed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "27sd-fl", "--ranks", "4", "--score", NAME, "--samples", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["exploitability"]["msb"] > 0


def test_it_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "--list"]) == 0
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith(NAME))
    assert line.split(maxsplit=1)[1] == "keeps its low cards, calls with three of them, never bets"


def test_it_has_a_seat_in_the_room(tmp_path: Path) -> None:
    async def run(url: str) -> None:
        async with Lobby(url) as ann:
            options = await ann.get("/api/options")
            assert options["bots"][-1] == NAME
            assert options["bot_descriptions"][NAME].startswith("keeps its low cards")
            bots = {"players": [NAME], "keep": 1}
            id = await ann.create(game="27td", seats=2, name="Ten lines", bots=bots, speed="fast", public=False)
            async with ann.table(id) as table:
                await table.sit(400)
                async with asyncio.timeout(60):
                    while table.hand_no < 3:
                        await table.until(lambda: table.legal is not None or table.hand_no >= 3, 60)
                        if table.legal is not None:
                            await table.act(patient(table))
                seat = next(seat for seat in table.seats if seat.bot)
                assert seat.user == f"bot:{NAME}:{seat.name}"

    with serving(f"sqlite:///{tmp_path / 'room.db'}") as served:
        asyncio.run(run(served.url))


def test_the_page_shows_it_as_it_is() -> None:
    page = (PROJECT.parents[1] / "bots.md").read_text("utf-8")
    (module,) = PROJECT.glob("*.py")
    assert f"```python\n{module.read_text('utf-8')}```" in page
    point = (PROJECT / "pyproject.toml").read_text("utf-8").partition("[project.entry-points")[2]
    assert f"```toml\n[project.entry-points{point}```" in page


def test_the_policy_that_the_page_shows_is_taken_into_account(target: Path) -> None:
    module = next(target.glob("*.py"))
    text = module.read_text("utf-8")
    module.write_text(text.replace("decide)", "decide, policy=lambda now: {decide(now): 1.0})"), "utf-8")
    code = (
        "from random import Random; from standpat import *; from standpat.bots import policy, situation;"
        f"hand = Hand(game('27td'), Stakes(5, 10), [100, 100], 0, ScriptedDealer('KcKdKhQcQd 2c3c4c5c7d'));"
        f"print(policy('{NAME}')(situation(hand, Random(1))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "{Call(): 1.0}", done.stderr
