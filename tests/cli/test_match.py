"""``standpat match`` and ``standpat bot`` on the command line."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from standpat.cli import main

STANDPAT = [sys.executable, "-m", "standpat"]


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["match", *arguments, "--json"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    parsed: dict[str, Any] = json.loads(told.out)
    return parsed


def test_a_match_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "caller", "ann@folder", "--hands", "40", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("27td, house online, seed 1, complete\n40 hands, 20 decks\n")
    assert re.search(r"^ann +-\d", told, re.MULTILINE)
    assert "BB/100" in told
    assert "W$SD" in told


def test_a_match_in_json_is_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    first, again = [report(capsys, "random", "caller", "--hands", "30", "--seed", "5") for _ in range(2)]
    for bot in (*first["bots"], *again["bots"]):
        bot["decisions"] = bot["decisions"]["count"]
    assert first == again
    assert (first["seed"], first["hands"], first["house"]) == (5, 30, {"name": "online"})


def test_games_stakes_and_houses_are_the_options_of_play(capsys: pytest.CaptureFixture[str]) -> None:
    told = report(capsys, "caller", "caller", "--game", "27sd", "--stakes", "5/10", "--hands", "2", "--cap", "3")
    assert told["stakes"] == {"kind": "blinds", "small_blind": 5, "big_blind": 10, "ante": 0}
    assert (told["starting_stack"], told["unit"]) == (1000, "big blind")
    assert told["house"] == {"name": "online", "cap": 3}


def test_programs_play_by_the_arenas_rules(capsys: pytest.CaptureFixture[str]) -> None:
    bot = f"cmd:'{sys.executable}' -m standpat bot caller"
    assert report(capsys, "caller", bot, "--hands", "4", "--seed", "1")["house"] == {"name": "arena"}
    assert report(capsys, "caller", bot, "--hands", "4", "--house", "wsop")["house"] == {"name": "wsop"}


def test_the_log_replays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = str(tmp_path / "hands.jsonl")
    report(capsys, "random", "random", "random", "--hands", "90", "--log", log, "--house", "wsop")
    assert main(["replay", log]) == 0
    assert capsys.readouterr().out == "90 hands, 0 disagreements, 0 damaged, 0 skipped\n"


def test_a_checkpoint_keeps_the_seed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    aside = str(tmp_path / "aside")
    first = report(capsys, "random", "caller", "--hands", "20", "--checkpoint", aside)
    more = report(capsys, "random", "caller", "--hands", "40", "--checkpoint", aside)
    whole = report(capsys, "random", "caller", "--hands", "40", "--seed", str(first["seed"]))
    assert [bot["total_chips"] for bot in more["bots"]] == [bot["total_chips"] for bot in whole["bots"]]


def test_standings_as_json_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "caller", "folder", "--hands", "10", "--progress-json"]) == 0
    first = json.loads(capsys.readouterr().err.splitlines()[0])
    assert (first["decks_done"], first["hands_done"]) == (1, 2)
    assert set(first["bots"][0]) == {
        "name",
        "total_chips",
        "chips_per100_mean",
        "chips_per100_ci95",
        "observations",
        "faults",
    }


def test_a_bot_calls_over_tcp(tmp_path: Path) -> None:
    arguments = ["match", "tcp:0", "caller", "--hands", "20", "--seed", "3", "--json"]
    with subprocess.Popen([*STANDPAT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as match:
        assert match.stderr is not None
        said = match.stderr.readline()
        assert said.startswith("waiting for tcp-0 on 127.0.0.1:")
        address = said.split()[-1]
        subprocess.run([*STANDPAT, "bot", "random", "--tcp", address], check=True, timeout=30)
        out, _ = match.communicate(timeout=30)
    bots = json.loads(out)["bots"]
    assert [bot["faults"] for bot in bots] == [0, 0]
    assert bots[0]["kind"] == "tcp"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_puts_the_match_aside(tmp_path: Path, jobs: str) -> None:
    aside = tmp_path / "aside"
    arguments = ["match", "random", "caller", "--hands", "10000000", "--seed", "3", "--json", "--progress-json"]
    command = [*STANDPAT, *arguments, "--checkpoint", str(aside), "--jobs", jobs]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as match:
        assert match.stderr is not None
        match.stderr.readline()
        sleep(0.2)  # during its work
        os.killpg(match.pid, signal.SIGINT)  # as a terminal does, to the workers too
        start = monotonic()
        out, err = match.communicate(timeout=30)
    assert match.returncode == 130, err
    assert monotonic() - start < 10
    assert "Traceback" not in err
    told = json.loads(out)
    assert told["ended"] == "stopped"
    assert json.loads(aside.read_bytes())["tally"]["decks"] == told["decks"] > 0


SESSION = """\
< {"t":"hello","proto":1,"game_id":"27td-fl","stakes":{"kind":"blinds","small_blind":50,"big_blind":100,"ante":0},\
"betting":{"kind":"fixed-limit","raise_cap":4},"seat_count":2,"starting_stack":10000,"timeout_ms":1000,"new":[1]}
> {"t":"join"}
< {"t":"joined","name":"us"}
< {"t":"announcement","text":"a message from the future"}
< {"t":"hand-start","hand_no":1,"seat":0}
< {"t":"event","hand_no":1,"ev":{"event":"hand-start","hand_no":1,"button":0,"stacks":[10000,10000]}}
< {"t":"event","hand_no":1,"ev":{"event":"post","seat":0,"kind":"small-blind","amount":50,"all_in":false}}
< {"t":"event","hand_no":1,"ev":{"event":"post","seat":1,"kind":"big-blind","amount":100,"all_in":false}}
< {"t":"event","hand_no":1,"ev":{"event":"street-start","street":0,"label":"predraw"}}
< {"t":"event","hand_no":1,"ev":{"event":"deal-hole","seat":1,"cards":[],"count":5}}
< {"t":"event","hand_no":1,"ev":{"event":"deal-hole","seat":0,"cards":["7c","5d","4h","3s","2c"],"count":5}}
< {"t":"event","hand_no":1,"ev":{"event":"music","title":"unknown"}}
< {"t":"act","hand_no":1,"seat":0,"decision":{"kind":"wager","fold":true,"check":false,"call":50,\
"raise":{"min_to":200,"max_to":200}},"deadline_ms":1000}
> {"t":"action","action":{"kind":"raise","to":200}}
< {"t":"event","hand_no":1,"ev":{"event":"acted","seat":0,"action":{"kind":"raise","to":200},"street_commit":200,\
"all_in":false}}
< {"t":"event","hand_no":1,"ev":{"event":"acted","seat":1,"action":{"kind":"call"},"street_commit":200,"all_in":false}}
< {"t":"event","hand_no":1,"ev":{"event":"street-start","street":1,"label":"draw1"}}
< {"t":"event","hand_no":1,"ev":{"event":"draw-result","seat":1,"discarded":[],"drawn":[],"count":3}}
< {"t":"act","hand_no":1,"seat":0,"decision":{"kind":"draw","max_discards":5},"deadline_ms":1000}
> {"t":"action","action":{"kind":"discard","cards":[]}}
< {"t":"hand-end","hand_no":1,"nets":[200,-200]}
< {"t":"match-end"}
"""


def test_a_bot_answers_a_foreign_arena() -> None:
    """It stands pat with the wheel in an arena that is newer than the bot and does not know this package."""
    lines = SESSION.splitlines()
    heard = "".join([line[2:] + "\n" for line in lines if line.startswith("< ")])
    done = subprocess.run([*STANDPAT, "bot", "rule"], input=heard, capture_output=True, text=True, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [line[2:] for line in lines if line.startswith("> ")]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["match", "rule"], "two players or more"),
        (["match", "rule", "genius"], "unknown player"),
        (["match", "rule", "caller", "--seed", "-1"], "seed -1"),
        (["match", "rule", "caller", "--hands", "0"], "1 or more"),
        (["match", "rule", "caller", "--jobs", "0"], "0 jobs"),
        (["match", "rule", "caller", "--snow-class", "2"], "expected one of 6"),
        (["match", "rule", "caller", "--precision", "-1"], "more than 0"),
        (["match", *["rule"] * 7], "2 to 6, not 7"),
        (["match", "rule", "cmd:no/such/program"], "no/such/program"),
        (["bot", "genius"], "unknown player"),
        (["bot", "rule", "--tcp", "here"], "HOST:PORT"),
    ],
)
def test_a_wrong_call_is_one_line(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""
