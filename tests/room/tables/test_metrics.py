"""The metrics that a room exports to Prometheus: the documented names, and the right numbers."""

import asyncio
import contextlib
import json
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from prometheus_client import Metric, ProcessCollector
from prometheus_client.core import GaugeMetricFamily
from sqlalchemy import event
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from documentation import ROOT
from room_scene import Served, patient, serving
from standpat.room.clients.client import Lobby
from standpat.room.limits.limit import Limits, Rate
from standpat.room.limits.limit_name import LIMIT_NAMES, LimitName
from standpat.room.store import Store, journal
from standpat.room.store.account import TooBusy
from standpat.room.tables import metrics
from standpat.room.tables.gauges import gauges
from standpat.room.tables.metrics import BUCKETS, GAUGES, Metrics

RUNNING = ROOT / "docs" / "running.md"
FOR_EVER = 1e9


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}") as room:
        yield room


def exposed(served: Served) -> str:
    with urlopen(f"{served.url}/metrics", timeout=60) as response:
        assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
        return str(response.read().decode())


def documented() -> dict[str, str]:
    """The metrics in docs/running.md, with their kinds."""
    rows = re.findall(r"^\| `(\w+)` \| (counter|gauge|histogram) \| ", RUNNING.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == len(dict(rows)), "a metric has two rows"
    return dict(rows)


def test_the_documentation_has_every_metric_and_no_other(served: Served) -> None:
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", exposed(served), re.MULTILINE))
    assert documented() == kinds
    assert {f"standpat_{name}" for name in GAUGES} <= kinds.keys()


def test_the_documentation_has_every_limit_that_is_counted() -> None:
    (line,) = re.findall(r"^Values of `limit`: (.*?)\.$", RUNNING.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert sorted(re.findall(r"`(\w+)`", line)) == sorted(LIMIT_NAMES)


def test_each_figure_of_the_moment_has_a_help_text(served: Served) -> None:
    figures = gauges(served.room) | served.door.gauges()
    assert figures.keys() == GAUGES.keys()
    text = exposed(served)
    for name, what in GAUGES.items():
        assert f"# HELP standpat_{name} {what}\n" in text
    assert f"standpat_tables {float(len(served.room.tables))}\n" in text


def test_rooms_of_one_process_count_alone() -> None:
    one, other = Metrics(), Metrics()
    one.actions.inc()
    one.refused("reads")
    one.show({"tables": 3})
    assert (one.value("actions_total"), other.value("actions_total")) == (1, 0)
    assert (one.value("refused_total", limit="reads"), other.value("refused_total", limit="reads")) == (1, 0)
    assert (one.value("tables"), other.value("tables")) == (3, 0)
    with pytest.raises(KeyError, match="standpat_acts_total"):
        one.value("acts_total")


def test_decisions_and_commits_are_timed(served: Served) -> None:
    async def play() -> int:
        decisions = 0
        async with Lobby(served.url) as lobby:
            place = await lobby.play_now()
            async with lobby.table(place.table) as table:
                while decisions < 5:
                    await table.my_turn()
                    await table.act(patient(table))
                    decisions += 1
        return decisions

    decisions = asyncio.run(play())
    seen, store = served.room.metrics, served.room.store
    assert seen.value("action_seconds_count") == decisions
    assert 0 < seen.value("action_seconds_sum") < 60
    assert seen.value("actions_total") > decisions  # including those of bots
    commits = store.metrics.commits
    assert commits - 1 <= seen.value("commit_seconds_count") <= store.metrics.commits  # some during the request
    assert 0 < seen.value("commit_seconds_sum") < 60
    assert seen.value("commit_seconds_bucket", le="+Inf") >= seen.value("commit_seconds_bucket", le="0.001")
    assert {f"{bound}" for bound in BUCKETS} < set(re.findall(r'commit_seconds_bucket{le="([^"]+)"}', seen.text()))


def test_a_commit_that_fails_is_not_timed(tmp_path: Path) -> None:
    def refuse(connection: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    async def scene() -> list[int]:
        took: list[float] = []
        store = Store.open(f"sqlite:///{tmp_path / 'room.sqlite'}")
        store.on_commit(took.append)
        known = []
        try:
            await store.commit(journal.heartbeat(1.0))
            known.append(len(took))
            event.listen(store._writer._engine, "commit", refuse)
            with pytest.raises(sqlite3.OperationalError):
                await store.commit(journal.heartbeat(1.0))
            known.append(len(took))
            event.remove(store._writer._engine, "commit", refuse)
            await store.commit(journal.heartbeat(1.0))
            known.append(len(took))
        finally:
            await store.close()
        return known

    assert asyncio.run(scene()) == [1, 1, 2]


def test_a_loop_that_is_held_up_is_measured(served: Served) -> None:
    async def hold_up() -> None:
        time.sleep(1.6)

    served.call(hold_up)
    seen = served.room.metrics
    until = time.monotonic() + 20
    while seen.value("loop_lag_seconds_sum") < 0.4 and time.monotonic() < until:
        time.sleep(0.05)
    assert seen.value("loop_lag_seconds_sum") >= 0.4
    assert seen.value("loop_lag_seconds_count") >= 1


def test_the_process_is_counted_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Metric] = []

    def collect(self: ProcessCollector) -> list[Metric]:
        made.append(GaugeMetricFamily("process_open_fds", "made up", len(made)))
        return [made[-1]]

    monkeypatch.setattr(ProcessCollector, "collect", collect)
    one = Metrics()
    assert ["process_open_fds 0.0" in one.text() for _ in range(3)] == [True, True, True]
    monkeypatch.setattr(metrics, "PROCESS_S", 0.0)
    assert "process_open_fds 1.0" in one.text()


def refusals(served: Served, limit: LimitName) -> float:
    return served.room.metrics.value("refused_total", limit=limit)


def status(served: Served, path: str, body: bytes | None = None) -> int:
    request = Request(served.url + path, body, {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=60) as response:
            return int(response.status)
    except HTTPError as error:
        return error.code


async def pings(socket: ClientConnection) -> None:
    for _ in range(5):
        await (await socket.ping())


async def fragments() -> AsyncIterator[str]:
    for _ in range(6):
        yield "x"


def test_what_limits_refuse_is_counted_by_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(
        trusted=(),
        reads=Rate(3, FOR_EVER),
        posts=Rate(1e6, 1),
        address_posts=Rate(4, FOR_EVER),
        guests=Rate(1, FOR_EVER),
        messages=Rate(2, FOR_EVER),
        control_frames=Rate(2, FOR_EVER),
        fragments=2,
        address_sockets=2,
    )
    with serving(f"sqlite:///{tmp_path / 'room.sqlite'}", limits=limits) as served:
        assert [status(served, "/api/options") for _ in range(5)] == [200, 200, 200, 429, 429]
        assert refusals(served, "reads") == 2
        assert [status(served, "/") for _ in range(3)] == [200] * 3
        assert refusals(served, "guests") == 2

        async def sign_in(*args: object, **more: object) -> None:
            raise TooBusy("others wait")

        monkeypatch.setattr(served.room.accounts, "sign_in", sign_in)
        body = json.dumps({"name": "Ann", "password": "wrong horse"}).encode()
        assert [status(served, "/api/login", body) for _ in range(6)] == [429] * 6
        assert (refusals(served, "password_queue"), refusals(served, "address_posts")) == (4, 2)

        async def sockets() -> None:
            url = f"ws://{urlsplit(served.url).netloc}/lobby/socket"
            async with connect(url) as one, connect(url) as other:
                async with connect(url) as third:
                    with pytest.raises(ConnectionClosed):
                        await third.recv()
                for id in range(5):
                    await one.send(json.dumps({"t": "ping", "id": id}))
                texts = [json.loads(await one.recv())["t"] for _ in range(6)]
                assert texts.count("error") == 3
                for ended, send in ((one, pings(one)), (other, other.send(fragments()))):
                    with contextlib.suppress(ConnectionClosed):
                        await send
                    await asyncio.wait_for(ended.wait_closed(), 10)

        asyncio.run(sockets())
        assert refusals(served, "address_sockets") == 1
        assert refusals(served, "messages") == 3
        assert refusals(served, "control_frames") == 1
        assert refusals(served, "fragments") == 1
        others = {"reads", "guests", "address_posts", "password_queue"} | {"address_sockets", "messages"}
        others |= {"control_frames", "fragments"}
        assert [name for name in LIMIT_NAMES if name not in others and refusals(served, name)] == []
