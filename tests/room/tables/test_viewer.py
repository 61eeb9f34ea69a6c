"""Outboxes: order, redaction, and clients that do not read."""

import asyncio
from random import Random

import pytest

from standpat.protocol.websocket import text_frame
from standpat.room.tables import viewer
from standpat.room.tables.viewer import KEPT, Frame, Viewer


class Line:
    """A channel that can be stopped."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.open = asyncio.Event()
        self.open.set()
        self.closed: tuple[int, str] | None = None
        self.together: list[int] = []

    async def send(self, text: str) -> None:
        await self.open.wait()
        self.sent.append(text)

    def put(self, frames: bytes) -> bool:
        if not self.open.is_set():
            return False
        texts = []
        while frames:
            end = 2 + frames[1]
            assert frames[0] == 0x81
            assert frames[1] < 126
            texts.append(frames[2:end].decode())
            frames = frames[end:]
        self.together.append(len(texts))
        self.sent += texts
        return True

    async def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)


def number(v: int) -> Frame:
    return Frame(v, str(v).encode())


def make(line: Line, short: bool = False) -> Viewer:
    async def snapshot(viewer: Viewer) -> str:
        viewer.fresh()
        return "snapshot"

    return Viewer("ann", "Ann", line, snapshot, line.put if short else None)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_frame_is_kept_once_for_all_who_see_the_same() -> None:
    frame = Frame(1, b"for all", [("bob", b"for bob"), ("dan", "für dan".encode())])
    users = ("ann", "bob", "cid", "eve", "", "dan")
    assert [frame.text(user) for user in users] == ["for all", "for bob", "for all", "for all", "for all", "für dan"]
    assert frame.data("ann") is frame.data("")
    assert frame.data("bob") == text_frame(b"for bob")


def test_frames_and_words_come_in_order() -> None:
    async def run() -> None:
        line = Line()
        reader = make(line)
        task = asyncio.create_task(reader.run())
        reader.tell(b"hello")
        reader.push(number(1))
        reader.tell(b"ack")
        await settle()
        assert line.sent == ["hello", "1", "ack"]
        reader.tell(b"last")
        reader.close(1001, "bye")
        await task
        assert (line.sent[-1], line.closed) == ("last", (1001, "bye"))

    asyncio.run(run())


def test_to_who_reads_everything_is_written_at_once() -> None:
    async def run() -> None:
        line = Line()
        reader = make(line, short=True)
        reader.tell(b"hello")
        reader.push(number(1))
        reader.hold()
        reader.push(number(2))
        reader.tell(b"ack")
        assert line.sent == ["hello", "1"]
        reader.release()
        assert line.sent == ["hello", "1", "2", "ack"]
        assert line.together == [1, 1, 2]

    asyncio.run(run())


def test_nothing_overtakes_what_waits_for_a_slow_reader() -> None:
    """The reader stops and continues at every point; what it receives is complete and in order."""

    async def run() -> None:
        line = Line()
        reader = make(line, short=True)
        task = asyncio.create_task(reader.run())
        for v in range(300):
            if v % 7 == 0:
                line.open.clear()
            if v % 7 == 3:
                line.open.set()  # the task has not run yet
            if v % 5 == 1:
                reader.hold()
            if v % 5 == 4:
                reader.release()
            reader.push(number(v))
            if v % 3 == 0:
                await asyncio.sleep(0)
        line.open.set()
        reader.release()
        await settle()
        assert line.sent == [str(v) for v in range(300)]
        assert line.together
        task.cancel()

    asyncio.run(run())


@pytest.mark.parametrize("short", [False, True])
def test_who_falls_behind_gets_one_snapshot_and_what_was_said_to_him(short: bool) -> None:
    async def run() -> None:
        line = Line()
        reader = make(line, short)
        task = asyncio.create_task(reader.run())
        line.open.clear()
        reader.push(number(0))
        await settle()
        reader.tell(b"ack")
        for v in range(1, 10 * KEPT):
            reader.push(number(v))
        assert len(reader._items) <= KEPT + 1
        line.open.set()
        await settle()
        reader.push(number(9999))
        await settle()
        assert line.sent[0] == "0"
        assert sorted(line.sent[1:]) == ["9999", "ack", "snapshot"]
        assert line.sent.index("snapshot") < line.sent.index("9999")
        task.cancel()

    asyncio.run(run())


def test_who_does_not_read_at_all_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewer, "PATIENCE", 0.05)

    async def run() -> None:
        line = Line()
        line.open.clear()
        reader = make(line, short=True)
        reader.push(number(1))
        await asyncio.wait_for(reader.run(), 5)
        assert line.closed is not None
        assert line.closed[0] == 1013

    asyncio.run(run())


def test_answers_are_kept_for_a_while() -> None:
    async def run() -> None:
        line = Line()
        reader = make(line, short=True)
        last = viewer.ANSWERS_KEPT + 4
        for id in range(last + 1):
            reader.ack(id)
            reader.answer(1000 + id, b"no %d" % id)
        for id in range(5):
            assert reader.answered(id) is reader.answered(1000 + id) is None
        for id in range(5, last + 1):
            assert reader.answered(id) == b'{"t":"ack","id":%d}' % id
            assert reader.answered(1000 + id) == b"no %d" % id
        assert line.sent[-2:] == [f'{{"t":"ack","id":{last}}}', f"no {last}"]
        for id in (-(2**53) + 1, 2**53 - 1):  # the ids that the protocol allows
            reader.ack(id)
            assert reader.answered(id) == b'{"t":"ack","id":%d}' % id

    asyncio.run(run())


@pytest.mark.parametrize("seed", range(20))
def test_what_is_written_at_once_keeps_the_order(seed: int) -> None:
    """Whatever a client's reading, holds and snapshots, frames come in order and without gaps after a snapshot."""

    async def run() -> None:
        random, line = Random(seed), Line()
        shown = told = 0

        async def snapshot(reader: Viewer) -> str:
            reader.fresh()
            return f"all {shown}"

        reader = Viewer("ann", "Ann", line, snapshot, line.put, kept=4)
        for _ in range(300):
            match random.randrange(8):
                case 0:
                    line.open.clear()
                case 1 | 2:
                    line.open.set()
                    await settle()
                case 3:
                    reader.hold()
                case 4:
                    reader.release()
                case 5:
                    told += 1
                    reader.tell(b"told %d" % told)
                case _:
                    shown += 1
                    reader.push(number(shown))
        reader.release()
        line.open.set()
        await settle()
        reader.push(number(shown + 1))
        assert line.sent.count(str(shown + 1)) == 1
        assert [text for text in line.sent if text.startswith("told")] == [f"told {n + 1}" for n in range(told)]
        seen = 0
        for text in line.sent:
            if text.startswith("all"):
                seen = int(text[4:])
            elif not text.startswith("told"):
                assert int(text) == seen + 1
                seen += 1
        assert seen == shown + 1

    asyncio.run(run())


def test_what_waits_for_a_reader_is_bounded_by_its_length() -> None:
    """Answers can be long (a snapshot that was requested), so a few of them reach the limit."""

    async def run() -> None:
        line = Line()
        line.open.clear()
        reader = make(line)
        task = asyncio.create_task(reader.run())
        for _ in range(20):
            reader.tell(b"x" * 30_000)
        await settle()
        assert sum([len(item) for item in reader._items if isinstance(item, bytes)]) <= viewer.WAITING_LENGTH
        line.open.set()
        await task
        assert line.closed
        assert line.closed[0] == 1013
        assert len(line.sent) < 10

    asyncio.run(run())


def test_a_reader_who_reads_is_told_any_length() -> None:
    async def run() -> None:
        line = Line()
        reader = make(line)
        task = asyncio.create_task(reader.run())
        for _ in range(40):
            reader.tell(b"x" * 30_000)
            await settle()
        reader.close(1001, "bye")
        await task
        assert len(line.sent) == 40
        assert line.closed == (1001, "bye")

    asyncio.run(run())
