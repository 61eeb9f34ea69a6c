"""``standpat multiway``: a training, its continuation, and its strategy."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from standpat.bots.multiway_file import EVERY, MultiwayFile
from standpat.cli import main
from standpat.engine.games import game
from standpat.solver.multiway.export import export, policy_of_file
from standpat.solver.multiway.response import Response
from standpat.solver.multiway.training import NO_STRAYS, Kind, MultiwayTraining, kind_of, training_bytes

pytestmark = pytest.mark.extended


@pytest.mark.slow
def test_it_trains_goes_on_and_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A strategy for each number of seats."""
    folder, file = tmp_path / "training", tmp_path / "27td-multiway.table"
    asked = ["multiway", "--epochs", "1", "--deals", "300", "--seats", "5", "3", "--checkpoint", str(folder)]
    assert main(asked) == 0
    shown = capsys.readouterr()
    assert "MiB" in shown.err
    told = json.loads(shown.out)
    assert told["deals"] == 600
    assert told["seats"]["3"]["deals"] == told["seats"]["5"]["deals"] == 300
    assert sorted([path.name for path in folder.iterdir()]) == ["3", "5"]
    assert main([*asked, "--export", str(file)]) == 0
    shown = capsys.readouterr()
    told = json.loads(shown.out)
    assert "3 seats: goes on from epoch 1" in shown.err
    assert told["epochs"] == 2
    assert told["export"]["bytes"] == file.stat().st_size < 3_000_000
    table = MultiwayFile.load(file)
    assert table.game == "27td"
    assert table.seats == (3, 5)
    assert table.head["deals"] == 600
    assert table.head["seats"]["5"]["epochs"] == 1


def test_it_keeps_the_strategies_of_another_file_and_meets_a_response(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, met = tmp_path / "old.table", tmp_path / "new.table", tmp_path / "response.npz"
    record = game("27sd-fl")
    asked = ["multiway", "--game", record.id, "--epochs", "1", "--deals", "300"]
    asked += ["--checkpoint", str(tmp_path / "training")]
    assert main([*asked, "--seats", "3", "4", "--export", str(old)]) == 0
    before = MultiwayFile.load(old)
    Response(record, policy_of_file(before.strategy(3)), 3, met, deals=300).save()
    again = ["--epochs", "2", "--seats", "3", "--keep", str(old), "--export", str(new)]
    assert main([*asked, *again, "--meet", str(met)]) == 0
    after = MultiwayFile.load(new)
    assert after.seats == (3, 4)
    assert after.strategy(4).bets == before.strategy(4).bets
    assert after.strategy(4).draws == before.strategy(4).draws
    assert after.strategy(3).bets != before.strategy(3).bets
    assert after.head["kept"]["seats"]["4"]["deals"] == 300
    assert MultiwayTraining(record, tmp_path / "training" / "3", deals=300).response is not None
    capsys.readouterr()
    assert main([*asked, "--seats", "4", "--meet", str(met)]) == 2
    assert "it is a response in 27sd-fl with 3 seats" in capsys.readouterr().err
    assert main([*asked, "--meet", "/nowhere.npz"]) == 2
    assert "there is no such file" in capsys.readouterr().err
    with pytest.raises(ValueError, match="the file to keep is for 27sd-fl, not for a5td"):
        export(game("a5td"), {}, new, {}, before)


def test_it_begins_with_what_another_training_has_learned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Once: a training that has begun goes on, so the same command continues it."""
    other, new = tmp_path / "other", tmp_path / "new"
    asked = ["multiway", "--game", "27sd-fl", "--deals", "300", "--seats"]
    assert main([*asked, "4", "--epochs", "2", "--checkpoint", str(other)]) == 0
    begin = [*asked, "3", "--checkpoint", str(new), "--begin", str(other / "4"), "--epochs"]
    capsys.readouterr()
    for epochs in (3, 4):
        assert main([*begin, str(epochs)]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["epochs"], told["deals"]) == (epochs, 300 * (epochs - 2))
    assert main([*asked, "3", "--checkpoint", str(tmp_path / "third"), "--begin", str(other)]) == 2
    assert "there is neither a training nor a strategy file" in capsys.readouterr().err
    assert not (tmp_path / "third").exists()


@pytest.mark.slow
def test_it_begins_with_a_strategy_file_and_a_training(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In either order: the averages of the file, and the regrets of the training. The file may be left out later."""
    other, file = tmp_path / "other", tmp_path / "27td-multiway.table"
    asked = ["multiway", "--deals", "300", "--seats", "3", "--checkpoint"]
    assert main([*asked, str(other), "--epochs", "2", "--export", str(file)]) == 0
    held = MultiwayFile.load(file).strategy(3)
    trainings = []
    for name, first, second in (("one", file, other / "3"), ("two", other / "3", file)):
        begin = [*asked, str(tmp_path / name), "--begin", str(first), str(second), "--epochs", "3", "--export"]
        assert main([*begin, str(tmp_path / f"{name}.table")]) == 0
        assert MultiwayFile.load(tmp_path / f"{name}.table").deals(3) == 900  # 600 of the file and 300
        trainings.append(MultiwayTraining(game("27td"), tmp_path / name / "3", deals=300))
    one, two = trainings
    assert one.epoch == two.epoch == 3
    assert np.array_equal(one.learner, two.learner)
    for training in trainings:
        assert training._begun is not None
        assert training._begun.deals == 600
        assert training._begun.strategy.block() == held.block()
        assert not training._begun.regrets
    del one, two, trainings, training  # 4 GB
    own = tmp_path / "own.table"
    assert main([*asked, str(tmp_path / "one"), "--own-averages", "--epochs", "3", "--export", str(own)]) == 0
    assert MultiwayFile.load(own).deals(3) == 300
    assert MultiwayTraining(game("27td"), tmp_path / "one" / "3", deals=300).learned_from == 300
    capsys.readouterr()
    assert main([*asked, str(tmp_path / "new"), "--own-averages"]) == 2
    assert "has not begun with a strategy file" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_training_of_an_earlier_version_goes_on_as_it_began(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For two to six seats at once, and without strays."""
    folder, file = tmp_path / "training", tmp_path / "27td-multiway.table"
    MultiwayTraining(game("27td"), folder, Kind(strays=NO_STRAYS), deals=300).save()
    asked = ["multiway", "--epochs", "1", "--deals", "300", "--checkpoint", str(folder)]
    assert main([*asked, "--export", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == 300
    assert kind_of(folder) == Kind(0, NO_STRAYS)
    assert [path.name for path in folder.iterdir()] == ["multiway.npz"]
    assert MultiwayFile.load(file).seats == (EVERY,)
    assert main([*asked, "--seats", "3"]) == 2
    assert "leave out --seats to continue it, or give another folder" in capsys.readouterr().err


def test_it_plays_in_pieces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A continued training uses the same number of pieces without the option."""
    folder = str(tmp_path / "training")
    asked = ["multiway", "--game", "27sd-fl", "--checkpoint", folder, "--deals", "300", "--seats", "4"]
    assert main([*asked, "--epochs", "1", "--pieces", "2"]) == 0
    assert "each of 2 pieces" in capsys.readouterr().err
    assert main([*asked, "--epochs", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == 2 * 2 * 300


def test_it_plays_in_threads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any number of them continues what another began."""
    asked = ["multiway", "--game", "27sd-fl", "--checkpoint", str(tmp_path), "--deals", "301", "--seats", "4"]
    assert main([*asked, "--epochs", "1", "--threads", "2"]) == 0
    assert "MiB and 2 cores" in capsys.readouterr().err
    assert main([*asked, "--epochs", "2", "--threads", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == 2 * 301
    for wrong in (["--pieces", "2"], ["--gpu"], ["--ray", "local"]):
        assert main([*asked, "--threads", "2", *wrong]) == 2
        assert "--threads" in capsys.readouterr().err


def test_it_watches_a_player_and_faces_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, file = tmp_path / "training", tmp_path / "caller.table"
    asked = ["multiway", "--game", "27sd-fl", "--checkpoint", str(folder), "--seats", "3"]
    assert main([*asked, "--watch", "caller", "--minutes", "0.002", "--export", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["watched"], told["seats"]) == ("caller", 3)
    assert told["decisions"] > 3 * told["hands"] > 0
    assert told["export"]["bytes"] == file.stat().st_size
    assert MultiwayFile.load(file).head["hands"] == told["hands"]
    assert main([*asked, "--watch", "caller", "--minutes", "0.002"]) == 0  # goes on
    assert json.loads(capsys.readouterr().out)["hands"] > told["hands"]
    training = [*asked, "--deals", "300", "--epochs"]
    capsys.readouterr()
    assert main([*training, "1", "--face", str(file), "--share", "1"]) == 0
    assert f"takes {training_bytes(MultiwayFile.load(file).strategy(3)) / (1 << 20):.0f} MiB" in capsys.readouterr().err
    faced = MultiwayTraining(game("27sd-fl"), folder / "3", deals=300).learner
    plain = MultiwayTraining(game("27sd-fl"), tmp_path / "plain", Kind(3), deals=300)
    plain.iterate()
    assert not np.array_equal(faced, plain.learner)
    assert main([*training, "2", "--face", "rule", "--share", "0.5", "--scale", "0.5"]) == 0
    assert f"takes {training_bytes('rule') / (1 << 20):.0f} MiB" in capsys.readouterr().err
    assert MultiwayTraining(game("27sd-fl"), folder / "3", deals=300).facing == "rule"
    assert main([*training, "2", "--share", "1"]) == 2
    assert "--share: only with --face WHO" in capsys.readouterr().err
    assert main([*training, "2", "--scale", "1"]) == 2
    assert "--scale: only with --face WHO" in capsys.readouterr().err
    assert main([*training, "2", "--face", str(file), "--scale", "0"]) == 2
    assert "scale=0: expected more than 0 and up to 1" in capsys.readouterr().err
    assert main(["multiway", "--checkpoint", str(folder), "--watch", "caller", "--seats", "3", "4"]) == 2
    assert "--watch PLAYER: give one number of --seats" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option",
    [
        ["--epochs", "0"],
        ["--pieces", "2"],
        ["--threads", "2"],
        ["--deals", "300"],
        ["--begin", "other.table"],
        ["--own-averages"],
        ["--gpu"],
        ["--meet", "response.npz"],
        ["--face", "rule.table"],
        ["--lines", "1"],
        ["--keep", "other.table"],
        ["--ray", "auto"],
    ],
    ids=lambda option: option[0].removeprefix("--"),
)
def test_who_watches_trains_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]) -> None:
    asked = ["multiway", "--checkpoint", str(tmp_path / "training"), "--seats", "3", "--watch", "rule", *option]
    assert main(asked) == 2
    assert f"--watch PLAYER trains nothing: leave out {option[0]}" in capsys.readouterr().err
    assert not (tmp_path / "training").exists()


def test_what_is_asked_wrongly_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["multiway", "--game", "27sd", "--checkpoint", str(tmp_path)]) == 2
    assert "limit games with one draw or three" in capsys.readouterr().err
    assert main(["multiway", "--minutes", "-1", "--checkpoint", str(tmp_path)]) == 2
    assert "--minutes -1.0: expected 0 or more" in capsys.readouterr().err
    assert main(["multiway", "--pieces", "0", "--checkpoint", str(tmp_path)]) == 2
    assert "--pieces 0: expected 1 or more" in capsys.readouterr().err
    assert main(["multiway", "--threads", "-1", "--checkpoint", str(tmp_path)]) == 2
    assert "--threads -1: expected 0 or more" in capsys.readouterr().err
    assert main(["multiway", "--threads", "1000000", "--checkpoint", str(tmp_path / "training")]) == 2
    assert "threads=1000000: expected 1 or more, at most 1,024" in capsys.readouterr().err
    assert not (tmp_path / "training").exists()
    assert main(["multiway", "--seats", "7", "--checkpoint", str(tmp_path)]) == 2
    assert "--seats 7: expected 2 to 6" in capsys.readouterr().err


def test_lines_are_not_learned_for_a_file_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, file = tmp_path / "training", tmp_path / "27sd-fl-multiway.table"
    asked = ["multiway", "--game", "27sd-fl", "--lines", "1", "--checkpoint", str(folder), "--export", str(file)]
    assert main(asked) == 2
    assert "needs --keep FILE" in capsys.readouterr().err
    assert not folder.exists()


def test_the_command_is_understood_by_its_former_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["ring", "--game", "27sd", "--checkpoint", str(tmp_path)]) == 2
    assert "standpat multiway: 27sd: " in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = capsys.readouterr().out
    assert "multiway" in listed
    assert not re.search(r"^ +ring\b", listed, re.MULTILINE)
