"""Programs in seats of the house: named at the start, played for while they are slow or broken, and restarted."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from room_scene import Served, patient, serving
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, Table
from standpat.room.clients.program import Program, program, programs
from standpat.room.tables import program_seat
from standpat.room.tables.program_seat import Programs
from standpat.room.tables.table import ClockRules

BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["t"] == "hello":
        print('{"t":"join"}', flush=True)
    elif message["t"] == "act":
        kind = message["decision"]["kind"]
        open(sys.argv[1], "a").write(kind + "\\n")
        action = {"kind": "discard", "cards": []} if kind == "draw" else {"kind": "fold"}
        if kind == "wager":
            action = {"kind": "check" if message["decision"]["check"] else "call"}
        print(json.dumps({"t": "action", "action": action}), flush=True)
        if "breaks" in sys.argv:
            sys.exit(3)
"""
MUTE = """
import sys
for line in sys.stdin:
    if '"hello"' in line:
        print('{"t":"join"}', flush=True)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    def written(name: str, text: str, *words: str) -> str:
        (folder / f"{name}.py").write_text(text, "utf-8")
        return f"cmd:{sys.executable} {folder / name}.py {folder / name}.log {' '.join(words)}"

    specs = [
        f"good@{written('good', BOT)}",
        f"breaks@{written('breaks', BOT, 'breaks')}",
        f"mute@{written('mute', MUTE)}",
        "none@cmd:/no/such/program",
    ]
    with serving(f"sqlite:///{folder / 'room.sqlite'}", programs=Programs(programs(specs))) as room:
        yield room


def log_of(folder: Path, name: str) -> list[str]:
    path = folder / f"{name}.log"
    return path.read_text("utf-8").splitlines() if path.exists() else []


async def with_program(served: Served, name: str, then: Callable[[Table, list[wire.ServerMessage]], Any]) -> None:
    """A table for two whose other seat is the program's."""
    async with Lobby(served.url) as ann:
        bots = {"players": [name], "keep": 1}
        id = await ann.create(game="27td", seats=2, name=name, bots=bots, speed="fast", public=False)
        async with ann.table(id) as table:
            heard: list[wire.ServerMessage] = []
            table.on_message = heard.append
            await table.sit(400)
            await then(table, heard)
            await table.leave()
        await ann.post(f"/api/tables/{id}/close")


async def play_until(table: Table, done: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not done():
            await table.until(lambda: table.legal is not None or done(), 20)
            if table.legal is not None and not done():
                await table.act(patient(table))


def notices(heard: list[wire.ServerMessage]) -> list[str]:
    return [message.key for message in heard if isinstance(message, wire.Notice)]


def test_it_is_offered_and_plays(served: Served, folder: Path) -> None:
    async def then(table: Table, heard: list[wire.ServerMessage]) -> None:
        await play_until(table, lambda: table.hand_no >= 5)
        seat = next(seat for seat in table.seats if seat.bot)
        assert seat.user == f"bot:good:{seat.name}"
        assert "bot" not in seat.name.lower()
        await play_until(table, lambda: log_of(folder, "good").count("draw") >= 3)
        assert notices(heard) == []

    async def run() -> None:
        async with Lobby(served.url) as ann:
            options = await ann.get("/api/options")
            assert options["programs"] == ["good", "breaks", "mute", "none"]
            assert {"rule", "good"} < set(options["bots"])
        await with_program(served, "good", then)
        assert served.room.metrics.value("troubles_total") == 0
        async with asyncio.timeout(60):  # its process ends with the table
            while served.room.programs.free < program_seat.AT_ONCE:
                await asyncio.sleep(0.01)

    asyncio.run(run())


@pytest.mark.parametrize("name", ["breaks", "none"])
def test_a_program_that_breaks_is_stood_in_for_and_tried_again(served: Served, folder: Path, name: str) -> None:
    async def then(table: Table, heard: list[wire.ServerMessage]) -> None:
        await play_until(table, lambda: "room.program-out" in notices(heard) and table.hand_no >= 3)
        if name == "breaks":
            await play_until(table, lambda: len(log_of(folder, name)) >= 2 and "room.program-back" in notices(heard))

    asyncio.run(with_program(served, name, then))
    assert served.room.metrics.value("troubles_total") == 0


def test_the_clock_plays_for_a_slow_program(served: Served) -> None:
    """Its time is up at once here. After the second time in a row it is disconnected, and the house plays on."""

    async def then(table: Table, heard: list[wire.ServerMessage]) -> None:
        host = served.room.tables[table.id]
        host.runner.clock.rules = ClockRules(0.05, 0.05, 0.05, 0.0, 0.0, 0.0, 0.0)
        async with asyncio.timeout(60):
            while "room.program-out" not in notices(heard) or table.hand_no < 3:
                await asyncio.sleep(0.01)
                if any(seat.state == "sitting-out" and not seat.bot for seat in table.seats):
                    await table.sit_out(False)
        bot = next(seat.seat for seat in table.seats if seat.bot)
        assert sum(isinstance(m, wire.Timeout) and m.seat == bot for m in heard) >= 2

    asyncio.run(with_program(served, "mute", then))
    assert served.room.metrics.value("troubles_total") == 0


def test_tables_alone_do_not_play_for_their_programs(served: Served) -> None:
    """A program watches its table, but no hands are dealt while only programs watch."""

    async def run() -> None:
        async with Lobby(served.url) as ann:
            id = await ann.create(game="27td", name="alone", bots={"players": ["good"], "keep": 2})
            async with ann.table(id) as table:
                await table.until(lambda: table.hand_no >= 1)
            host = served.room.tables[id]
            async with asyncio.timeout(60):
                while host.viewers.watching or not host.live_over:
                    await asyncio.sleep(0.01)
            assert host.runner.due() is None
            assert host.row().watching == 0
            await ann.post(f"/api/tables/{id}/close")

    asyncio.run(run())


def test_a_program_that_listens_is_called(tmp_path: Path) -> None:
    """``tcp:HOST:PORT``: a connection for each seat."""
    greeted: list[str] = []

    async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            message = msgspec.json.decode(line)
            greeted.append(message["t"])
            if message["t"] == "hello":
                writer.write(b'{"t":"join"}\n')
            elif message["t"] == "act":
                draws = message["decision"]["kind"] == "draw"
                kind = "discard" if draws else "check" if message["decision"]["check"] else "call"
                writer.write(msgspec.json.encode({"t": "action", "action": {"kind": kind, "cards": []}}) + b"\n")
        writer.close()

    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(asyncio.start_server(answers, "127.0.0.1", 0))
    port = server.sockets[0].getsockname()[1]
    bots = Programs(programs([f"call2@tcp:127.0.0.1:{port}"]))

    async def play(served: Served) -> None:
        async def then(table: Table, heard: list[wire.ServerMessage]) -> None:
            await play_until(table, lambda: table.hand_no >= 3 and "act" in greeted)
            assert notices(heard) == []

        await with_program(served, "call2", then)

    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", programs=bots) as served:
        loop.run_until_complete(play(served))
    server.close()
    loop.run_until_complete(server.wait_closed())
    loop.close()
    assert greeted[:2] == ["hello", "joined"]


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("cmd:./mybot", "mybot"),
        ("cmd:python3 -u bots/tess.py --fast", "tess"),
        ("tcp:127.0.0.1:9000", "tcp-9000"),
        ("Tess@tcp:[::1]:9000", "Tess"),
    ],
)
def test_names(spec: str, name: str) -> None:
    assert program(spec).name == name


@pytest.mark.parametrize(
    "spec", ["mybot", "cmd:", "tcp:9000", "tcp:host:0", "tcp:host:x", "rule@cmd:./a", "a b@cmd:./a", "cmd:'./a", "x@"]
)
def test_what_names_no_program(spec: str) -> None:
    with pytest.raises(ValueError, match="--bot"):
        program(spec)


def test_two_of_one_name() -> None:
    with pytest.raises(ValueError, match="two programs of one name"):
        programs(["cmd:./mybot", "cmd:/other/mybot"])
    assert programs(["cmd:./mybot", "b@cmd:./mybot"])["b"] == Program("b", "cmd", "./mybot")
