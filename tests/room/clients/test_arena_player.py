"""Programs that speak the poker-arena protocol, at our tables: a good one, a silent one, and one that sends
nonsense."""

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from room_scene import Served, patient, serving
from standpat import cli
from standpat.engine.event import DrawResult, HandEnd, HandStart, Mucked
from standpat.protocol import room as wire
from standpat.room.clients.arena_player import ArenaPlayer, sit_down
from standpat.room.clients.client import Lobby
from standpat.room.clients.program import Program, program

GOOD = """
import json, sys
log = open(sys.argv[1], "w")
for line in sys.stdin:
    message = json.loads(line)
    log.write(line)
    log.flush()
    if message["t"] == "hello":
        print('{"t":"join"}', flush=True)
    elif message["t"] == "event" and message["ev"]["event"] == "deal-hole" and message["ev"]["cards"]:
        cards = message["ev"]["cards"]
    elif message["t"] == "act":
        if message["decision"]["kind"] == "draw":
            action = {"kind": "discard", "cards": cards[:1]}
            cards = cards[1:]
        else:
            action = {"kind": "check" if message["decision"]["check"] else "call"}
        print(json.dumps({"t": "action", "action": action}), flush=True)
"""
NONSENSE = """
import json, sys
log = open(sys.argv[1], "w")
for line in sys.stdin:
    kind = json.loads(line)["t"]
    print("nonsense" if kind == "act" else '{"t":"join"}', flush=True)
    log.write(kind + "\\n")
    log.flush()
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('room') / 'room.sqlite'}") as room:
        yield room


def write(folder: Path, text: str) -> Program:
    path = folder / "bot.py"
    path.write_text(text, "utf-8")
    return program(f"cmd:{sys.executable} {path} {folder / 'log'}")


def test_a_program_plays_whole_hands(served: Served, tmp_path: Path) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bot:
            id = await ann.create(game="27td", seats=2, name="Arena")
            async with ann.table(id) as hers, bot.table(id) as its:
                playing = asyncio.create_task(sit_down(its, write(tmp_path, GOOD), 400))
                await hers.sit(400)
                draws = 0
                while hers.hand_no < 4:
                    await hers.until(lambda: hers.legal is not None or hers.hand_no >= 4)
                    if hers.legal:
                        await hers.act(patient(hers))
                    its_seat = 1 - (hers.my_seat or 0)
                    draws = max(draws, sum(isinstance(e, DrawResult) and e.seat == its_seat for e in hers.events))
                assert draws == 3
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                await hers.leave()
        told = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
        assert told[0]["t"] == "hello"
        assert told[0]["game_id"] == "27td-fl"
        assert told[1] == {"t": "joined", "name": bot.name}
        hand_no, seat = 0, 0
        for message in told[2:]:
            if message["t"] == "hand-start":
                assert message["hand_no"] > hand_no
                hand_no, seat = message["hand_no"], message["seat"]
            assert message["hand_no"] == hand_no
            event = message.get("ev", {})
            if event.get("event") == "hand-start":
                assert event["button"] == 0
            if event.get("kind") == "small-blind":
                assert event["seat"] == 0  # heads-up the button has it
            if event.get("event") == "deal-hole":
                assert bool(event["cards"]) == (event["seat"] == seat)
            if message["t"] == "act":
                assert message["seat"] == seat
            if message["t"] == "hand-end":
                assert sum(message["nets"]) == 0
        assert hand_no >= 3

    asyncio.run(run())


class _Silent:
    """A program that does not answer, to test what it is sent."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def say(self, message: dict[str, Any]) -> None:
        self.told.append(message)


def test_a_program_is_not_asked_what_its_protocol_cannot_say(served: Served) -> None:
    """Our own tables never ask it. If another room does, that room's clock answers."""

    async def run() -> None:
        async with Lobby(served.url) as ann:
            id = await ann.create(game="27td", house="cardroom", name="Card room")
            async with ann.table(id) as table:
                assert table.hello
                view = table.hello.table
        line = _Silent()

        async def give(_hand_no: int, _turn: wire.Turn, action: object) -> None:
            raise AssertionError(action)

        player = ArenaPlayer(line, "bot", "Bot", view, give)  # type: ignore[arg-type]
        start = wire.raw(HandStart(7, 1, (400, 400), (0, 1)))
        seats = [wire.SeatView(at, user, user, False, 400, "playing") for at, user in enumerate(("bot", "ann"))]
        player.messages.put_nowait(wire.Deal(1, seats, 1, wire.HandView(7, (0, 1), [start])))
        asked = wire.Turn(3, 0, 8.0, 1e12, 0.0, wire.Showdown("show"), True)
        player.messages.put_nowait(wire.Play(2, 7, [], asked))
        end = [wire.raw(Mucked(0)), wire.raw(HandEnd((-10, 10)))]
        player.messages.put_nowait(wire.Play(3, 7, end))
        running = asyncio.create_task(player.run())
        async with asyncio.timeout(60):
            while not line.told or line.told[-1]["t"] != "hand-end":
                await asyncio.sleep(0.002)
        running.cancel()
        assert [message["t"] for message in line.told] == ["hand-start", "event", "event", "event", "hand-end"]
        assert "asks" not in line.told[1]["ev"]

    asyncio.run(run())


def test_a_program_that_talks_nonsense_is_played_for(served: Served, tmp_path: Path) -> None:
    async def run() -> None:
        async with Lobby(served.url) as ann, Lobby(served.url) as bot:
            id = await ann.create(game="27td", seats=2, name="Nonsense", speed="fast")
            async with ann.table(id) as hers, bot.table(id) as its:
                playing = asyncio.create_task(sit_down(its, write(tmp_path, NONSENSE), 400))
                await hers.sit(400)
                await hers.until(lambda: hers.turn is not None)
                if hers.legal:
                    await hers.act(patient(hers))
                    await hers.until(lambda: its.turn is not None and its.legal is not None)
                async with asyncio.timeout(60):
                    while "act" not in (tmp_path / "log").read_text():
                        await asyncio.sleep(0.01)
                await hers.talk("its answer has been read")
                assert not playing.done()
                assert hers.legal is None  # the clock runs for the program
                await hers.leave()
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
        assert served.room.metrics.value("troubles_total") == 0

    asyncio.run(run())


def test_a_program_that_ends_gives_its_seat_back(served: Served) -> None:
    async def run() -> None:
        async with Lobby(served.url) as bot:
            chips = (await bot.get("/api/me"))["chips"]
            id = await bot.create(game="27td", seats=2, name="Ended")
            async with bot.table(id) as its:
                await sit_down(its, program(f"cmd:{sys.executable} -c pass"), 400)
                await its.until(lambda: its.place is None)
            assert (await bot.get("/api/me"))["chips"] == chips

    asyncio.run(run())


@pytest.mark.parametrize("bot", ["./mybot", "cmd:", "tcp:localhost", "tcp:9000"])
def test_the_command_wants_a_program(bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["seat", "--table", "x", "--bot", bot]) == 2
    assert "expected cmd:" in capsys.readouterr().err


def test_the_command_says_what_the_room_says(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["seat", "--room", served.url, "--table", "none", "--bot", "cmd:true"]) == 2
    assert "there is no such table" in capsys.readouterr().err
