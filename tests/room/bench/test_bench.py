"""The bench: it measures, reports what it measured, and leaves nothing behind."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from standpat.cli import main
from standpat.protocol.websocket import text_frame
from standpat.room.bench.bench import Order, Report, measure
from standpat.room.bench.scene import NotEmpty
from standpat.room.bench.server import Server
from standpat.room.bench.socket import Socket
from standpat.room.server_process import ServerFault

pytestmark = pytest.mark.extended


@pytest.fixture
def litter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def check(report: Report) -> None:
    assert report.errors == []
    assert report.actions > 5
    assert report.hands >= 0
    assert report.frames >= report.actions * report.order.seats
    assert 0 < report.commits <= report.actions + 2 * report.seconds
    assert 0 < report.p50_ms <= report.p99_ms <= report.worst_ms < 60_000
    assert 0 < report.server_cpu < 20
    assert report.actions_per_cpu_second == pytest.approx(report.actions / report.server_cpu)


@pytest.mark.slow
def test_a_small_room_is_measured(litter: Path) -> None:
    report = measure(Order(tables=3, seats=4, seconds=1, idle=30, clients=2, stored=300))
    check(report)
    assert 0 < report.start_seconds < 60
    assert 0 < report.start_cpu < 60
    assert 0 < report.idle_bytes < 200_000
    assert list(litter.iterdir()) == []
    text = report.text()
    assert "3 tables of 4, as fast as the server answers" in text
    assert "30 idle sockets" in text
    assert " s of CPU with 300 stored hands" in text


@pytest.mark.slow
def test_at_a_pace_on_postgresql(litter: Path, empty_postgres_url: str) -> None:
    report = measure(Order(tables=2, seats=6, seconds=2, rate=10, database=empty_postgres_url))
    check(report)
    assert report.actions < 2 * 2 * 10 * 2.5
    with pytest.raises(NotEmpty, match="an empty one"):
        measure(Order(tables=1, database=empty_postgres_url))
    assert list(litter.iterdir()) == []


def test_the_command_prints_json(litter: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "room", "--tables", "1", "--seats", "2", "--seconds", "2", "--json"]) == 0
    report = msgspec.json.decode(capsys.readouterr().out, type=Report)
    assert report.order.seats == 2
    assert report.actions > 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--tables", "0"], "--tables 0: expected 1 to 2000"),
        (["--seats", "7"], "--seats 7: expected 2 to 6"),
        (["--seconds", "0"], "--seconds 0.0: expected more than 0"),
        (["--rate", "-1"], "--rate -1.0: expected more than 0"),
        (["--idle", "-1"], "--idle -1: expected 0 to 50000"),
        (["--stored", "-1"], "--stored -1: expected 0 to 10000000"),
        (["--clients", "0"], "--clients 0: expected 1 to 64"),
        (["--database", "mysql://x/y"], "expected sqlite:///FILE or postgresql://"),
        (["--database", "postgresql://127.0.0.1:1/none"], "--database: "),
    ],
)
def test_what_cannot_be_is_said(given: list[str], said: str, litter: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "room", *given]) == 2
    error = capsys.readouterr().err
    assert error.startswith("standpat bench: ")
    assert said in error
    assert error.count("\n") == 1
    assert list(litter.iterdir()) == []


def test_a_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="ascii")
    with (
        pytest.raises(ServerFault, match=r"the server did not start: .*file"),
        Server(f"sqlite:///{tmp_path}/file/room.sqlite"),
    ):
        pass


class Wire:
    """A transport that stores what is written."""

    def __init__(self) -> None:
        self.written = b""
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("piece", [1, 3, 1000, 1_000_000])
def test_the_cheap_socket_reads_frames_in_any_pieces(piece: int) -> None:
    async def run() -> None:
        texts: list[bytes] = []
        ended: list[str] = []
        wire = Wire()
        socket = Socket(b"GET / HTTP/1.1\r\n\r\n", texts.append, ended.append)
        socket.connection_made(cast(Any, wire))
        said = [b"", b"x" * 125, b"y" * 126, b"z" * 70_000, b"last"]
        stream = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
        stream += b"".join([text_frame(text) for text in said]) + b"\x89\x02hi" + b"\x88\x05\x03\xf0bye"
        for at in range(0, len(stream), piece):
            socket.data_received(stream[at : at + piece])
        assert socket.opened.done()
        assert texts == said
        assert wire.written.endswith(b"\x8a\x82\0\0\0\0hi")
        assert wire.closed
        socket.connection_lost(None)
        assert ended == ["closed: 1008 bye"]

    asyncio.run(run())


def test_the_cheap_socket_says_why_it_was_not_let_in() -> None:
    async def run() -> None:
        ended: list[str] = []
        socket = Socket(b"", lambda _text: None, ended.append)
        socket.connection_made(cast(Any, Wire()))
        socket.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")
        with pytest.raises(ConnectionError, match="403"):
            await socket.opened

    asyncio.run(run())
