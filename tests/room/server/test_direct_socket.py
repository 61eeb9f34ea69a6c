"""An open WebSocket without ASGI: messages, limits and ends, compared with the WebSocket library."""

import asyncio
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from standpat.protocol.websocket import text_frame
from standpat.room.limits.limit import Limits, Rate
from standpat.room.server.config import DoorConfig
from standpat.room.server.direct_socket import AT_ONCE, KEPT, DirectSocket
from standpat.room.server.keepalive import Keepalive

MOST = 1000
LIMITS = Limits(control_frames=Rate(20, 10.0), fragments=5)


class Wire:
    """A transport that keeps what was written."""

    def __init__(self) -> None:
        self.written = b""
        self.closed = self.aborted = self.paused = False

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.written += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def is_reading(self) -> bool:
        return not self.paused

    def pause_reading(self) -> None:
        self.paused = True

    def resume_reading(self) -> None:
        self.paused = False


class Ear:
    """A listener that keeps what it hears."""

    def __init__(self) -> None:
        self.heard_: list[bytes | str] = []
        self.ends = 0

    def heard(self, message: bytes, *, text: bool) -> None:
        assert not self.ends
        self.heard_.append(message.decode() if text else message)

    def ended(self) -> None:
        self.ends += 1


class Line:
    """A socket with its transport, its listener, and what its server counts."""

    def __init__(self, *, listening: bool = True, data: bytes = b"") -> None:
        self.refused: list[str] = []
        self.gone: list[object] = []
        self.connections: set[DirectSocket] = set()
        self.wire, self.ear = Wire(), Ear()
        config = SimpleNamespace(
            limits=LIMITS,
            refused=self.refused.append,
            door=SimpleNamespace(gone=self.gone.append),
            keepalive=Keepalive(20),
            ws_max_size=MOST,
            arrived=memoryview(bytearray(b"?" * 100_000)),
        )
        self.keepalive = config.keepalive
        transport = cast(asyncio.Transport, self.wire)
        self.socket = DirectSocket(cast(DoorConfig, config), transport, self.connections, data)
        if listening:
            self.socket.listen(self.ear)

    def arrives(self, data: bytes) -> None:
        """The client sends data."""
        self.socket.get_buffer(-1)[: len(data)] = data
        self.socket.buffer_updated(len(data))
        self.socket.get_buffer(-1)[: len(data)] = b"?" * len(data)  # others' data arrives there next

    def said(self) -> list[Frame]:
        """The frames that were written."""
        frames, data = [], self.wire.written
        while data:
            length, start = data[1], 2
            assert length < 126
            end = start + length
            frames.append(Frame(Opcode(data[0] & 0x0F), data[start:end]))
            data = data[end:]
        return frames

    def code(self) -> int | None:
        """The code of the close frame that was written; None for none."""
        closes = [frame.data for frame in self.said() if frame.opcode is Opcode.CLOSE]
        assert len(closes) <= 1
        return int.from_bytes(bytes(closes[0][:2])) if closes and closes[0] else 0 if closes else None


def client(opcode: Opcode, payload: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, payload, fin).serialize(mask=True)


def in_loop(scene: Callable[[], Any]) -> None:
    async def run() -> None:
        result = scene()
        if asyncio.iscoroutine(result):
            await result

    asyncio.run(run())


def stream(random: Random) -> bytes:
    """What a client may send: messages in any parts, pings, text and bytes; sometimes with a fault, or too long."""
    data = b""
    for _ in range(random.randint(1, 6)):
        as_text = random.random() < 0.7
        length = random.choice([0, 1, 5, 125, 126, 300, 990])
        payload = ("ø" * (length // 2) + "x" * (length % 2)).encode() if as_text else random.randbytes(length)
        cuts = sorted(random.sample(range(len(payload) + 1), min(len(payload), random.choice([0, 0, 0, 1, 3]))))
        parts = [payload[a:b] for a, b in zip([0, *cuts], [*cuts, len(payload)], strict=True)]
        for number, part in enumerate(parts):
            opcode = Opcode.CONT if number else Opcode.TEXT if as_text else Opcode.BINARY
            data += client(opcode, part, fin=number == len(parts) - 1)
            if random.random() < 0.2:
                data += client(random.choice([Opcode.PING, Opcode.PONG]), random.randbytes(random.choice([0, 1, 9])))
    if random.random() < 0.3:
        data += client(random.choice([Opcode.PING, Opcode.PONG]), random.randbytes(random.randint(0, 125)))
    match random.randint(0, 12):
        case 0:
            data += client(Opcode.CLOSE, random.choice([b"", b"\x03\xe8", b"\x03\xe9bye", b"\x03", b"\x03\xed"]))
        case 1:
            data += client(Opcode.CONT, b"part of nothing")
        case 2:
            data += client(Opcode.TEXT, b"\xff\xfe")
        case 3:
            data += client(Opcode.TEXT, b"x" * (MOST + 1))
        case 4:
            data += client(Opcode.TEXT, b"x" * MOST, fin=False) + client(Opcode.CONT, b"y")
        case 5:
            data += client(Opcode.TEXT, b"a", fin=False) + client(Opcode.TEXT, b"b")
        case 6:
            head = bytes([random.randrange(256), 0x80 * random.randint(0, 1) + 20])
            data += head + random.randbytes(24)
        case 7:
            data += client(Opcode.TEXT, b"a", fin=False) + client(Opcode.CLOSE, b"\x03\xe8")
        case 8:
            text = "grøt 🂡".encode()
            cut = random.randint(0, len(text))
            data += client(Opcode.TEXT, text[:cut], fin=False) + client(Opcode.CONT, text[cut:])
            data += client(Opcode.TEXT, text[: cut + 1], fin=False) + client(Opcode.CONT, b"\x82")
    return data


def by_the_library(data: bytes) -> tuple[list[bytes | str], int | None, list[bytes]]:
    """The messages, the code of the close frame, and the pongs, as uvicorn's WebSocket gives them.

    Frames are whole in `stream`. So it does not matter that the library looks at some faults of a frame's first bytes
    only when it has the whole frame. Payloads of control frames within a message are short there: the library counts
    them against the largest message (`test_a_ping_within_a_large_message_is_answered`).
    """
    protocol = ServerProtocol(state=OPEN, max_size=MOST)
    protocol.receive_data(data)
    heard: list[bytes | str] = []
    parts: list[bytes] = []
    text = False
    code: int | None = None
    pongs = []
    for event in protocol.events_received():
        assert isinstance(event, Frame)
        if event.opcode is Opcode.PING:
            pongs.append(bytes(event.data))
        if event.opcode in (Opcode.TEXT, Opcode.BINARY):
            parts, text = [], event.opcode is Opcode.TEXT
        if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            parts.append(bytes(event.data))
            if event.fin:
                message = b"".join(parts)
                try:
                    heard.append(message.decode() if text else message)
                except UnicodeDecodeError:
                    return heard, 1007, pongs
        if event.opcode is Opcode.CLOSE:
            code = int.from_bytes(bytes(event.data[:2]))
    if protocol.parser_exc is not None:
        assert protocol.close_sent is not None
        code = protocol.close_sent.code
    return heard, code, pongs


@pytest.mark.parametrize("seed", range(300))
def test_a_stream_is_read_as_by_the_library(seed: int) -> None:
    random = Random(seed)
    data = stream(random)

    def scene() -> None:
        line = Line()
        rest = data
        while rest and not line.wire.is_closing():
            size = random.choice([1, 7, 200, len(rest)])
            line.arrives(rest[:size])
            rest = rest[size:]
        heard, code, pongs = by_the_library(data)
        assert line.ear.heard_ == heard
        assert line.code() == code
        assert line.wire.is_closing() == (code is not None) == bool(line.ear.ends)
        assert [frame.data for frame in line.said() if frame.opcode is Opcode.PONG] == pongs

    in_loop(scene)


def test_what_came_before_anybody_listened_is_heard_first() -> None:
    def scene() -> None:
        data = client(Opcode.TEXT, b"one") + client(Opcode.TEXT, b"two")
        line = Line(listening=False, data=data[:4])
        line.arrives(data[4:])
        assert not line.ear.heard_
        line.socket.listen(line.ear)
        assert line.ear.heard_ == ["one", "two"]

    in_loop(scene)


def test_a_ping_within_a_large_message_is_answered() -> None:
    def scene() -> None:
        line = Line()
        data = client(Opcode.TEXT, b"x" * (MOST - 1), fin=False) + client(Opcode.PING, b"p" * 125)
        line.arrives(data + client(Opcode.CONT, b"x"))
        assert line.ear.heard_ == ["x" * MOST]
        assert [frame.data for frame in line.said()] == [b"p" * 125]

    in_loop(scene)


@pytest.mark.parametrize("head", [b"\xc1\xfd", b"\x83\x85", b"\x81\x05", b"\x09\x85", b"\x89\xfe\x00\x7e"])
def test_a_fault_of_the_first_bytes_ends_the_connection_before_the_rest_comes(head: bytes) -> None:
    def scene() -> None:
        line = Line()
        line.arrives(head)
        assert line.code() == 1002
        assert line.wire.is_closing()

    in_loop(scene)


@pytest.mark.parametrize("before", [b"", client(Opcode.TEXT, b"x" * 600, fin=False)])
def test_a_message_that_will_be_too_long_is_refused_at_its_length(before: bytes) -> None:
    def scene() -> None:
        line = Line()
        line.arrives(before)
        opcode = 0x80 if before else 0x81
        line.arrives(bytes([opcode, 0xFE]) + (401 if before else MOST + 1).to_bytes(2))
        assert line.code() == 1009

    in_loop(scene)


def test_others_have_their_turn_while_a_client_sends_a_thousand_frames() -> None:
    async def scene() -> None:
        line, other = Line(), Line()
        data = b"".join([client(Opcode.TEXT, str(number).encode()) for number in range(1000)])
        line.arrives(data[:-1])
        assert len(line.ear.heard_) == AT_ONCE
        assert not line.wire.is_reading()
        asyncio.get_running_loop().call_soon(other.arrives, client(Opcode.TEXT, b"hi"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert other.ear.heard_ == ["hi"]
        assert len(line.ear.heard_) <= 3 * AT_ONCE
        for _ in range(1000 // AT_ONCE):
            await asyncio.sleep(0)
        assert line.wire.is_reading()
        line.arrives(data[-1:])
        assert line.ear.heard_ == [str(number) for number in range(1000)]

    in_loop(scene)


def test_what_a_lost_connection_sent_is_not_heard_later() -> None:
    async def scene() -> None:
        line = Line()
        line.arrives(client(Opcode.TEXT, b"x") * 1000)
        line.wire.close()
        line.socket.connection_lost(None)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(line.ear.heard_) == AT_ONCE

    in_loop(scene)


def test_reading_stops_while_nobody_listens_and_goes_on_then() -> None:
    async def scene() -> None:
        line = Line(listening=False)
        messages = KEPT // 999 + 1
        line.arrives(client(Opcode.TEXT, b"x" * 999) * messages)
        assert not line.wire.is_reading()
        line.socket.listen(line.ear)
        await asyncio.sleep(0)
        assert line.wire.is_reading()
        assert len(line.ear.heard_) == messages

    in_loop(scene)


def test_a_connection_that_was_lost_before_ends_for_the_listener() -> None:
    def scene() -> None:
        line = Line(listening=False)
        line.wire.close()
        line.socket.connection_lost(None)
        line.socket.listen(line.ear)
        assert line.ear.ends == 1
        assert not line.connections

    in_loop(scene)


def test_nothing_is_written_for_who_does_not_read() -> None:
    async def scene() -> None:
        line = Line()
        assert line.socket.put(text_frame(b"one"))
        line.socket.pause_writing()
        assert not line.socket.put(text_frame(b"two"))
        line.arrives(client(Opcode.PING, b"hi"))
        waiting = asyncio.create_task(line.socket.send("three"))
        await asyncio.sleep(0)
        assert [frame.data for frame in line.said()] == [b"one"]
        line.socket.resume_writing()
        await waiting
        assert [frame.data for frame in line.said()] == [b"one", b"three"]

    in_loop(scene)


def test_who_waits_to_send_is_told_that_the_connection_has_ended() -> None:
    async def scene() -> None:
        line = Line()
        line.socket.pause_writing()
        waiting = asyncio.create_task(line.socket.send("never"))
        await asyncio.sleep(0)
        line.wire.close()
        line.socket.connection_lost(None)
        with pytest.raises(ConnectionError):
            await waiting
        assert line.ear.ends == 1
        assert line.gone == [line.wire]

    in_loop(scene)


@pytest.mark.parametrize("kind", [Opcode.PING, Opcode.PONG])
@pytest.mark.parametrize("reads", [True, False])
def test_too_many_control_frames_end_the_connection(kind: Opcode, reads: bool) -> None:
    def scene() -> None:
        line = Line()
        if not reads:
            line.socket.pause_writing()
        line.arrives(client(kind) * 20)
        assert not line.wire.is_closing()
        line.arrives(client(kind) * 5)
        assert line.wire.is_closing()
        assert line.wire.aborted is not reads
        assert line.refused == ["control_frames"]
        assert line.ear.ends == 1
        if reads:
            assert line.code() == 1008

    in_loop(scene)


def test_too_many_parts_end_the_connection() -> None:
    def scene() -> None:
        line = Line()
        line.arrives(client(Opcode.TEXT, b"a", fin=False) + client(Opcode.CONT, b"a", fin=False) * 4)
        line.arrives(client(Opcode.CONT, b"a"))
        assert line.code() == 1009
        assert line.refused == ["fragments"]
        assert not line.ear.heard_
        other = Line()
        other.arrives(client(Opcode.TEXT, b"a", fin=False) + client(Opcode.CONT, b"a", fin=False) * 3)
        other.arrives(client(Opcode.CONT, b"a"))
        assert other.ear.heard_ == ["aaaaa"]

    in_loop(scene)


def test_a_close_waits_for_the_answer() -> None:
    async def scene() -> None:
        line = Line()
        await line.socket.close(1013, "slow")
        assert line.code() == 1013
        assert line.ear.ends == 1
        assert not line.wire.is_closing()
        assert not line.socket.put(b"more")
        line.arrives(client(Opcode.TEXT, b"still here") + client(Opcode.CLOSE, b"\x03\xf5"))
        assert line.wire.is_closing()
        assert not line.ear.heard_
        assert line.ear.ends == 1
        await line.socket.close(1000, "")
        assert line.code() == 1013

    in_loop(scene)


def test_a_ping_without_an_answer_ends_the_connection() -> None:
    def scene() -> None:
        line = Line()
        for _ in range(2):
            for _ in range(20):
                line.keepalive.beat()
            (ping,) = line.said()
            assert ping.opcode is Opcode.PING
            line.wire.written = b""
            line.arrives(client(Opcode.PONG, bytes(ping.data)))
        for _ in range(40):
            line.keepalive.beat()
        assert line.code() == 1011
        assert line.wire.is_closing()
        assert line.ear.ends == 1

    in_loop(scene)


def test_the_server_stops() -> None:
    def scene() -> None:
        line = Line()
        line.socket.shutdown()
        assert line.code() == 1012
        assert line.wire.is_closing()
        line.socket.connection_lost(None)
        assert not line.connections
        for _ in range(40):
            line.keepalive.beat()  # it is not pinged any more
        assert line.ear.ends == 1

    in_loop(scene)
