"""The folders in which strategy files are found, with the file names of this and of earlier versions."""

from pathlib import Path

import pytest

from standpat.bots.directories import BEFORE, WHERE, files_in, folders
from standpat.bots.multiway import multiway_files


def test_the_folder_that_is_given_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WHERE, raising=False)
    monkeypatch.delenv(BEFORE, raising=False)
    usual = folders()
    assert tmp_path not in usual
    monkeypatch.setenv("STANDPAT_TABLES", str(tmp_path / "before"))
    assert folders() == (tmp_path / "before", *usual)
    monkeypatch.setenv("STANDPAT_STRATEGIES", str(tmp_path))
    assert folders() == (tmp_path, *usual)


def test_files_for_more_than_two_have_two_names(tmp_path: Path) -> None:
    own, shipped = tmp_path / "own", tmp_path / "shipped"
    for folder, names in (
        (own, ("27td-ring", "a5td-ring", "a5td-multiway", "27td")),
        (shipped, ("27td-multiway", "27sd-multiway", "27sd")),
    ):
        folder.mkdir()
        for name in names:
            (folder / f"{name}.table").touch()
    assert files_in((own, shipped), several=True) == {
        "27td": own / "27td-ring.table",
        "a5td": own / "a5td-multiway.table",
        "27sd": shipped / "27sd-multiway.table",
    }
    assert files_in((own, shipped), several=False) == {"27td": own / "27td.table", "27sd": shipped / "27sd.table"}


def test_those_of_the_package_have_the_name_of_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WHERE, str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert {game: path.name for game, path in multiway_files().items()} == {
        "27td": "27td-multiway.table",
        "a5td": "a5td-multiway.table",
        "27sd-fl": "27sd-fl-multiway.table",
        "a5sd": "a5sd-multiway.table",
    }
