"""A file that is written beside its place first."""

import os
from pathlib import Path

import pytest

from standpat.whole_file import whole_file


def test_the_file_before_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_bytes(b"before")
    with whole_file(path) as out:
        out.write(b"after")
        out.flush()
        assert path.read_bytes() == b"before"
    assert path.read_bytes() == b"after"
    assert os.listdir(tmp_path) == ["notes"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_after_an_error_nothing_has_changed(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "notes"
    path.write_bytes(b"before")
    with pytest.raises(error):
        _fail(path, error)
    assert path.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["notes"]


def _fail(path: Path, error: type[BaseException]) -> None:
    with whole_file(path) as out:
        out.write(b"half")
        raise error


def test_what_a_killed_program_left_does_not_stop_the_next(tmp_path: Path) -> None:
    (tmp_path / "notes.part").write_bytes(b"half of what somebody wrote")
    with whole_file(tmp_path / "notes") as out:
        out.write(b"all")
    assert (tmp_path / "notes").read_bytes() == b"all"
    assert os.listdir(tmp_path) == ["notes"]


def test_it_is_on_the_disk_before_it_takes_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, there = tmp_path / "notes", []
    monkeypatch.setattr(os, "fsync", lambda _: there.append(path.exists()))
    with whole_file(path) as out:
        out.write(b"all")
    assert there == [False]


def test_a_folder_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), whole_file(tmp_path / "nowhere" / "notes"):
        pass
