"""``standpat lean``: the file it writes, what it tells, and what it refuses."""

import json
from pathlib import Path

import numpy as np
import pytest

from same_choices import mixing
from standpat.bots.multiway_file import MultiwayFile
from standpat.cli import main
from standpat.engine.games import game
from standpat.solver.multiway.cfr_kernel import POLICY
from standpat.solver.multiway.export import export
from standpat.solver.multiway.hand_kernel import FOLD, WAGER
from standpat.solver.strength.seated import _made


def written(file: Path, folds: float, seats: tuple[int, ...] = (3, 4), id: str = "27sd-fl", **facts: str) -> Path:
    """The strategy of who folds with this probability, raises otherwise, and stands pat."""
    policy = mixing({FOLD: folds, WAGER: 1 - folds})
    export(game(id), dict.fromkeys(seats, policy), file, {"seats": {str(n): {"deals": 10 * n} for n in seats}, **facts})
    return file


@pytest.mark.extended
def test_it_wins_more_and_leaves_the_other_strategies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held, new = written(tmp_path / "held.table", 0.5), tmp_path / "new.table"
    known = written(tmp_path / "folder.table", 1.0, (3,), watched="folder")
    asked = ["lean", str(held), "--seats", "3", "--against", str(known), "--deals", "30000", "--part", "1"]
    assert main([*asked, "--export", str(new)]) == 0
    shown = capsys.readouterr()
    # it may also say that it compiles, or waits for another process that does
    told = [line for line in shown.err.splitlines() if not line.startswith("standpat: ")]
    assert told[:2] == ["30,000 deals", "15,000 deals"]
    found = json.loads(shown.out)
    assert (found["game"], found["seats"], found["against"], found["part"]) == ("27sd-fl", 3, "folder", 1)
    assert found["before"]["msb"] == pytest.approx(500, abs=10)
    assert found["after"]["msb"] > 700
    assert found["from_before"]["within"] > 0
    assert found["export"]["bytes"] == new.stat().st_size
    before, after = MultiwayFile.load(held), MultiwayFile.load(new)
    assert _made("multiway", 3, new) == "30 deals, leaned against folder"
    assert _made("multiway", 4, new) == "40 deals"
    assert after.head["leaned"] == {"3": {"against": "folder", "part": 1, "deals": 30000}}
    assert (after.deals(3), after.deals(4)) == (30, 40)
    assert after.strategy(4).block() == before.strategy(4).block()
    assert after.strategy(3).block() != before.strategy(3).block()
    again = tmp_path / "again.table"
    policy = np.zeros(1, POLICY)
    export(game("27sd-fl"), {4: policy}, again, {"seats": {}}, after)
    assert MultiwayFile.load(again).head["kept"]["leaned"] == after.head["leaned"]


@pytest.mark.extended
def test_it_leans_against_the_bot_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held, new = written(tmp_path / "held.table", 0.5, (3,)), tmp_path / "new.table"
    asked = ["lean", str(held), "--seats", "3", "--against", "rule", "--deals", "200000", "--part", "1"]
    assert main([*asked, "--export", str(new)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["against"] == "rule"
    assert found["after"]["msb"] - found["after"]["within"] > found["before"]["msb"] + found["before"]["within"]
    assert _made("multiway", 3, new) == "30 deals, leaned against rule"


@pytest.mark.extended
def test_what_is_asked_wrongly_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held, known = written(tmp_path / "held.table", 0.5), written(tmp_path / "known.table", 1.0, (3,))
    other, new = written(tmp_path / "other.table", 1.0, (3,), "a5sd"), tmp_path / "new.table"
    right = {"--seats": "3", "--against": str(known), "--export": str(new)}
    for wrong, reason in (
        ({"--seats": "2"}, "--seats 2: expected 3 to 6"),
        ({"--seats": "4"}, f"{known} has no strategy for 4 seats"),
        ({"--seats": "5"}, f"{held} has no strategy for 5 seats"),
        ({"--part": "0"}, "--part 0: expected more than 0 and up to 1"),
        ({"--part": "1.1"}, "--part 1.1: expected more than 0 and up to 1"),
        ({"--part": "nan"}, "--part nan: expected more than 0 and up to 1"),
        ({"--deals": "0"}, "--deals 0: expected 1 or more"),
        ({"--against": str(other)}, f"{other} is for a5sd, not for 27sd-fl"),
        ({"--against": str(tmp_path / "none.table")}, "none.table"),
        ({"--export": str(tmp_path / "nowhere" / "new.table")}, "there is no such folder"),
        ({"--export": str(tmp_path)}, f"{tmp_path} is a folder: expected a file"),
    ):
        options = [word for option in (right | wrong).items() for word in option]
        assert main(["lean", str(held), *options]) == 2
        assert reason in capsys.readouterr().err
    assert not new.exists()
