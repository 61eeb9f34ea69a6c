"""``standpat purify``: the file it writes, what it tells, and what it refuses."""

import json
from pathlib import Path

import numpy as np
import pytest

from same_choices import mixing
from standpat.bots.multiway_file import MultiwayFile
from standpat.cli import main
from standpat.cli.purify import BELOW, RARE, WORSE
from standpat.engine.games import game
from standpat.solver.multiway import purifying
from standpat.solver.multiway.export import export, policy_of_file
from standpat.solver.multiway.file_rows import FileRows
from standpat.solver.multiway.hand_kernel import FOLD, WAGER
from standpat.solver.multiway.leaning import measured
from standpat.solver.multiway.purifying import without_losing
from standpat.solver.strength.seated import _made


def written(file: Path, folds: float) -> Path:
    policy = mixing({FOLD: folds, WAGER: 1 - folds})
    export(game("27sd-fl"), {3: policy, 4: policy}, file, {"seats": {str(n): {"deals": 10 * n} for n in (3, 4)}})
    return file


@pytest.mark.extended
def test_it_gives_up_folds_and_leaves_the_other_strategy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One who never folds wins what the two others fold in a tenth of cases."""
    old, new, again = written(tmp_path / "old.table", 0.1), tmp_path / "new.table", tmp_path / "again.table"
    assert main(["purify", str(old), "--seats", "3", "--rare", "inf", "--export", str(new)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["below"], found["rare"]) == ("27sd-fl", BELOW, None)
    assert found["export"]["bytes"] == new.stat().st_size
    assert set(found["from_before"]) == {"3"}
    assert found["from_before"]["3"]["msb"] > 5 * found["from_before"]["3"]["within"] > 0
    before, after = MultiwayFile.load(old), MultiwayFile.load(new)
    assert after.strategy(4).block() == before.strategy(4).block()
    chance = policy_of_file(after.strategy(3))["chance"][0]
    assert chance[0].tolist() == [0, 0, 1, 0]
    assert (_made("multiway", 3, new), _made("multiway", 4, new)) == ("30 deals, purified below 0.2", "40 deals")
    assert found.keys() == {"game", "below", "rare", "from_before", "export"}
    everywhere = ["--rare", "inf", "--below", "0.05"]
    assert main(["purify", str(new), "--seats", "4", *everywhere, "--export", str(again)]) == 0
    last = MultiwayFile.load(again)
    assert last.strategy(4).block() == before.strategy(4).block()  # nothing is as seldom
    assert (last.changes(3), last.changes(4)) == (["purified below 0.2"], ["purified below 0.05"])


@pytest.mark.extended
def test_it_gives_up_what_is_rare_where_decisions_are_rare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All bets share a row here, so a class of hands is rare if few hands are of it."""
    old, new = written(tmp_path / "old.table", 0.1), tmp_path / "new.table"
    asked = ["purify", str(old), "--seats", "3", "--deals", "40000", "--export", str(new)]
    assert main([*asked, "--rare", "100000"]) == 0
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert (found["below"], found["rare"]) == (BELOW, 100_000)
    assert "40,000 deals" in told.err
    strategy = MultiwayFile.load(old).strategy(3)
    itself = measured(game("27sd-fl"), 3, strategy, strategy, 40_000)
    before = policy_of_file(strategy)["chance"][0]
    after = policy_of_file(MultiwayFile.load(new).strategy(3))["chance"][0]
    often = FileRows(strategy).often(itself.visits, itself.deals).ravel()
    folding = (before[:, FOLD] > 0) & (before[:, FOLD] < 0.2)
    changed = (before != after).any(axis=1)
    assert np.array_equal(changed, folding & (often < 0.1))
    assert 0 < changed[folding].mean() < 1
    assert MultiwayFile.load(new).changes(3) == ["purified below 0.2 where a million deals come less than 100000 times"]


@pytest.mark.extended
def test_it_gives_up_what_loses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Everybody bets and folds what they hold to a bet in half of the cases, with the best hands too."""
    old, new = written(tmp_path / "old.table", 0.5), tmp_path / "new.table"
    asked = ["purify", str(old), "--seats", "3", "--deals", "40000", "--export", str(new)]
    assert main(asked) == 0
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert (found["game"], found["worse"], found["deals"]) == ("27sd-fl", WORSE, 40_000)
    assert "40,000 deals" in told.err
    assert found["from_before"]["3"]["msb"] > 3 * found["from_before"]["3"]["within"] > 0
    before, after = MultiwayFile.load(old), MultiwayFile.load(new)
    assert after.strategy(4).block() == before.strategy(4).block()
    itself = measured(game("27sd-fl"), 3, before.strategy(3), before.strategy(3), 40_000)
    expected = without_losing(before.strategy(3), itself, WORSE)["chance"]
    assert np.array_equal(policy_of_file(after.strategy(3))["chance"], expected)
    assert after.changes(3) == ["without choices that lost in 0.04 million deals"]
    assert _made("multiway", 3, new) == "30 deals, without choices that lost in 0.04 million deals"
    assert main([*asked, "--worse", "1000"]) == 0
    assert json.loads(capsys.readouterr().out)["worse"] == 1000
    plain, kept = (policy_of_file(MultiwayFile.load(file).strategy(3))["chance"] for file in (old, new))
    assert np.array_equal(plain, kept)  # nothing loses as clearly


def test_what_is_asked_wrongly_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    held, new = written(tmp_path / "held.table", 0.5), tmp_path / "new.table"
    right = {"--seats": "3", "--export": str(new)}
    for wrong, reason in (
        ({"--seats": "2"}, "--seats 2: expected 3 to 6"),
        ({"--seats": "5"}, f"{held} has no strategy for 5 seats"),
        ({"--below": "0"}, "--below 0: expected more than 0 and up to 1"),
        ({"--below": "1.1"}, "--below 1.1: expected more than 0 and up to 1"),
        ({"--below": "nan"}, "--below nan: expected more than 0 and up to 1"),
        ({"--rare": "0"}, "--rare 0: expected more than 0"),
        ({"--rare": "nan"}, "--rare nan: expected more than 0"),
        ({"--worse": "0"}, "--worse 0: expected more than 0"),
        ({"--worse": "inf"}, "--worse inf: expected more than 0, and no infinity"),
        ({"--worse": "nan"}, "--worse nan: expected more than 0"),
        ({"--worse": "3", "--below": "0.1"}, "leave out --below and --rare"),
        ({"--worse": "3", "--rare": "10"}, "leave out --below and --rare"),
        ({"--deals": "0"}, "--deals 0: expected 1 or more"),
        ({"--export": str(tmp_path / "nowhere" / "new.table")}, "there is no such folder"),
        ({"--export": str(tmp_path)}, f"{tmp_path} is a folder: expected a file"),
    ):
        options = [word for option in (right | wrong).items() for word in option]
        assert main(["purify", str(held), *options]) == 2
        assert reason in capsys.readouterr().err
    assert not new.exists()


def test_the_command_gives_up_as_much_as_the_function() -> None:
    assert (BELOW, RARE, WORSE) == (purifying.BELOW, purifying.RARE, purifying.ERRORS)
