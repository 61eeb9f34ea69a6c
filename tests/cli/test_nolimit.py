"""``standpat nolimit``: a training, its continuation, and its strategy."""

import json
from pathlib import Path

import pytest

from standpat.bots.nolimit_file import NolimitFile
from standpat.cli import main

pytestmark = pytest.mark.extended


@pytest.mark.slow
def test_it_trains_goes_on_and_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, file = tmp_path / "training", tmp_path / "27sd-nolimit.table"
    asked = ["nolimit", "--deals", "300", "--checkpoint", str(folder)]
    assert main([*asked, "--epochs", "1"]) == 0
    shown = capsys.readouterr()
    assert "MiB and one core" in shown.err
    assert json.loads(shown.out)["deals"] == 300
    assert main([*asked, "--epochs", "2", "--export", str(file)]) == 0
    shown = capsys.readouterr()
    assert "goes on from epoch 1" in shown.err
    told = json.loads(shown.out)
    assert told["deals"] == 600
    assert told["export"]["bytes"] == file.stat().st_size < 10_000_000
    assert NolimitFile.load(file).head["epochs"] == 2


def test_what_it_cannot_train_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nolimit", "--game", "27td", "--checkpoint", str(tmp_path)]) == 2
    assert "no-limit games with one draw" in capsys.readouterr().err
    assert main(["nolimit", "--deals", "0", "--checkpoint", str(tmp_path)]) == 2
    assert "--deals 0: expected 1 or more" in capsys.readouterr().err
