"""The frame of strategy files: what was written is read, and what was damaged is refused."""

from pathlib import Path

import pytest

from standpat.bots import directories, multiway_file, sealed_file, strategy_file
from standpat.bots.sealed_file import Damaged

MAGIC = b"standpat test\n"


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    size = sealed_file.write(path, MAGIC, {"format": 3, "of": ["a", 1]}, [b"one", b"", bytearray(b"two")])
    assert size == path.stat().st_size
    head, body = sealed_file.read(path, MAGIC, "a test")
    assert (head, bytes(body)) == ({"format": 3, "of": ["a", 1]}, b"onetwo")
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("name", "magic"), [("a5sd.table", strategy_file.MAGIC), ("27td-multiway.table", multiway_file.MAGIC)]
)
def test_the_files_of_the_package_have_this_frame(tmp_path: Path, name: str, magic: bytes) -> None:
    head, body = sealed_file.read(directories.PACKAGE / name, magic, "a strategy file")
    sealed_file.write(tmp_path / name, magic, head, [bytes(body)])
    assert (tmp_path / name).read_bytes() == (directories.PACKAGE / name).read_bytes()


def test_every_damage_is_noticed(tmp_path: Path) -> None:
    """Each byte changed, and each number of bytes lost."""
    path = tmp_path / "file"
    sealed_file.write(path, MAGIC, {"format": 3}, [b"body"])
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        wrong = "is not a test" if at < len(MAGIC) else "is damaged: its digest is not that of its contents"
        with pytest.raises(Damaged, match=wrong):
            sealed_file.read(path, MAGIC, "a test")
        path.write_bytes(whole[:at])
        with pytest.raises(Damaged):
            sealed_file.read(path, MAGIC, "a test")
    path.write_bytes(whole + b"x")
    with pytest.raises(Damaged):
        sealed_file.read(path, MAGIC, "a test")
