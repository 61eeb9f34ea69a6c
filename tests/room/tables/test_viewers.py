"""A client that comes back gets exactly the frames that it missed."""

import asyncio
import json

import pytest

from standpat.protocol.room import Notice
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.viewer import Frame, Viewer
from standpat.room.tables.viewers import FRAMES_KEPT, Viewers


class Line:
    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int, reason: str) -> None:
        pass


def told(viewers: Viewers, since: int | None) -> list[str]:
    """The messages for a client that knows this version."""
    line = Line()

    async def run() -> None:
        viewer = Viewer("ann", "Ann", line)
        viewers.bring_up(viewer, since, lambda user: f"snapshot for {user}")
        viewer.close(1000, "")
        await viewer.run()

    asyncio.run(run())
    return line.sent


def shown(first: int, count: int) -> Viewers:
    """Viewers to whom frames `first` to `first + count - 1` have been shown."""
    viewers = Viewers(first - 1, Metrics())
    for v in range(first, first + count):
        viewers.show(Frame(v, str(v).encode()))
    return viewers


@pytest.mark.parametrize(
    ("since", "sent"),
    [
        (None, ["snapshot for ann"]),
        (-1, ["snapshot for ann"]),
        (98, ["snapshot for ann"]),
        (99, ["100", "101", "102"]),
        (100, ["101", "102"]),
        (101, ["102"]),
        (102, []),
        (103, ["snapshot for ann"]),
    ],
)
def test_the_frames_after_a_version_or_a_snapshot(since: int | None, sent: list[str]) -> None:
    assert told(shown(100, 3), since) == sent


def test_the_oldest_frame_that_is_kept_and_the_one_before() -> None:
    viewers = shown(1, FRAMES_KEPT + 10)
    assert told(viewers, 10) == [str(v) for v in range(11, FRAMES_KEPT + 11)]
    assert told(viewers, 9) == ["snapshot for ann"]


def test_a_table_where_nothing_happened_yet() -> None:
    viewers = Viewers(7, Metrics())
    assert told(viewers, 7) == []
    assert told(viewers, 6) == ["snapshot for ann"]


def test_a_table_that_was_read_again_replays_nothing_from_before() -> None:
    viewers = shown(100, 3)
    viewers.start_again()
    assert viewers.v == 103
    assert told(viewers, 102) == ["snapshot for ann"]
    viewers.say(lambda v: Notice(v, "room.removed", {}))
    (frame,) = told(viewers, 103)
    assert json.loads(frame)["v"] == 104
    assert told(viewers, 102) == ["snapshot for ann"]
