"""The user's folders: those of the platform, and those of earlier versions."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from standpat import folders
from standpat.bots.directories import folders as strategy_folders
from standpat.cli.serve import default_database

Where = Callable[[], Path]
BOTH = pytest.mark.parametrize(
    ("where", "variable", "former"),
    [(folders.data, "XDG_DATA_HOME", ".local/share"), (folders.cache, "XDG_CACHE_HOME", ".cache")],
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder for the test, without settings for other folders."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for variable in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "STANDPAT_STRATEGIES", "STANDPAT_TABLES"):
        monkeypatch.delenv(variable, raising=False)
    return tmp_path


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Callable[[type], None]:
    """Pretend to be on this platform."""

    def be(platform: type) -> None:
        monkeypatch.setattr(platformdirs, "PlatformDirs", platform)

    return be


@BOTH
def test_the_users_word_decides_on_every_platform(
    home: Path, on: Callable[[type], None], where: Where, variable: str, former: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(MacOS)
    (home / former / "standpat").mkdir(parents=True)
    monkeypatch.setenv(variable, str(home / "mine"))
    assert where() == home / "mine" / "standpat"


@BOTH
def test_on_linux_nothing_has_moved(
    home: Path, on: Callable[[type], None], where: Where, variable: str, former: str
) -> None:
    on(Unix)
    assert where() == home / former / "standpat"
    (home / former / "standpat").mkdir(parents=True)
    assert where() == home / former / "standpat"


@BOTH
def test_on_macos_a_new_one_is_below_the_library(
    home: Path, on: Callable[[type], None], where: Where, variable: str, former: str
) -> None:
    on(MacOS)
    assert where().relative_to(home / "Library").parts[-1] == "standpat"
    (home / former / "standpat").mkdir(parents=True)
    assert where() == home / former / "standpat"  # that of an earlier version


def test_on_windows_a_new_one_is_in_the_local_folder(
    home: Path, on: Callable[[type], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    on(Windows)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda name: str(home / name))
    assert folders.data() == home / "CSIDL_LOCAL_APPDATA" / "standpat"


def test_the_room_of_an_earlier_version_opens_again(home: Path, on: Callable[[type], None]) -> None:
    on(MacOS)
    room = home / ".local" / "share" / "standpat"
    room.mkdir(parents=True)
    assert default_database() == f"sqlite:///{room / 'room.sqlite'}"
    assert room in strategy_folders()


def test_a_new_room_gets_a_folder_of_the_users_alone(home: Path, on: Callable[[type], None]) -> None:
    on(Unix)
    assert default_database() == f"sqlite:///{home / '.local' / 'share' / 'standpat' / 'room.sqlite'}"
    assert (home / ".local" / "share" / "standpat").stat().st_mode & 0o777 == 0o700


def test_who_only_asks_for_help_does_not_wait_for_it(home: Path) -> None:
    code = "import sys, standpat.cli; standpat.cli.parser(); print('platformdirs' in sys.modules)"
    assert not (home / ".local").exists()  # the process has this environment
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"
