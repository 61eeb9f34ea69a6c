"""``standpat multiway``: a training, its continuation, and its strategy."""

import json
import re
from pathlib import Path

import pytest

from standpat.bots.multiway_file import MultiwayFile
from standpat.cli import main

pytestmark = pytest.mark.extended


def test_it_trains_goes_on_and_exports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, file = str(tmp_path / "training"), tmp_path / "27td-multiway.table"
    assert main(["multiway", "--epochs", "1", "--checkpoint", folder]) == 0
    shown = capsys.readouterr()
    assert "MiB" in shown.err
    assert json.loads(shown.out)["deals"] == 25_000
    assert main(["multiway", "--epochs", "1", "--checkpoint", folder, "--export", str(file)]) == 0
    shown = capsys.readouterr()
    told = json.loads(shown.out)
    assert "goes on from epoch 1" in shown.err
    assert told["epochs"] == 1
    assert told["export"]["bytes"] == file.stat().st_size < 3_000_000
    table = MultiwayFile.load(file)
    assert table.game == "27td"
    assert table.head["deals"] == 25_000


def test_it_plays_in_pieces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A continued training uses the same number of pieces without the option."""
    folder = str(tmp_path / "training")
    asked = ["multiway", "--checkpoint", folder, "--deals", "300"]
    assert main([*asked, "--epochs", "1", "--pieces", "2"]) == 0
    assert "each of 2 pieces" in capsys.readouterr().err
    assert main([*asked, "--epochs", "2"]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == 2 * 2 * 300


def test_what_is_asked_wrongly_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["multiway", "--game", "27sd", "--checkpoint", str(tmp_path)]) == 2
    assert "limit games with three draws" in capsys.readouterr().err
    assert main(["multiway", "--minutes", "-1", "--checkpoint", str(tmp_path)]) == 2
    assert "--minutes -1.0: expected 0 or more" in capsys.readouterr().err
    assert main(["multiway", "--pieces", "0", "--checkpoint", str(tmp_path)]) == 2
    assert "--pieces 0: expected 1 or more" in capsys.readouterr().err


def test_the_command_is_understood_by_its_former_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["ring", "--game", "27sd", "--checkpoint", str(tmp_path)]) == 2
    assert "standpat multiway: 27sd: " in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = capsys.readouterr().out
    assert "multiway" in listed
    assert not re.search(r"^ +ring\b", listed, re.MULTILINE)
