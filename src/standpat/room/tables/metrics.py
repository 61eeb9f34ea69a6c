"""The metrics of a room, for Prometheus.

Every room has a `Metrics` with its own registry, so several rooms in one process do not add up. Counters and histograms
change where something happens. Gauges are present values: `show` sets them before `text` is called. `text` only reads
the registry, so it may be called in a thread. The process's own metrics in it are at most `PROCESS_S` seconds old,
because counting 20,000 open descriptors takes up to 70 ms.

All names begin with ``standpat_``, except for the process's, which are those of all Prometheus clients
(``process_open_fds`` …). docs/running.md has a table of them.
"""

import time
from collections.abc import Iterable, Mapping
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Metric,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from standpat.room.limits.limit_name import LIMIT_NAMES, LimitName
from standpat.room.tables.count import Count, Spread

PROCESS_S: Final = 10.0
"""How long the process's own metrics are kept, in seconds."""
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the histograms' buckets, in seconds."""
GAUGES: Final = {
    "tables": "Open tables",
    "tables_aside": "Damaged tables that are set aside",
    "hands_running": "Tables at which a hand is played now",
    "viewers": "Open pages of tables",
    "lobby_viewers": "Open pages of the lobby",
    "store_queued": "Batches that wait to be written",
    "store_commits": "Transactions committed since the start",
    "store_batches": "Batches written since the start",
    "store_failed": "Batches since the start that could not be written",
    "store_seconds": "Seconds spent writing since the start",
    "bot_processes": "Processes in which bots think",
    "bot_jobs": "Decisions that were thought over in these processes since the start",
    "bot_jobs_failed": "Decisions since the start that bots took without them: too many waited, or a process died",
    "bot_deaths": "Processes of bots that died since the start",
    "connections_open": "Open connections, WebSockets among them",
    "connections_refused": "Connections refused since the start because the room was full",
    "connections_ended": "Connections closed since the start because they were idle or made room for others",
    "sockets_open": "Open WebSockets",
}
"""The descriptions of gauges by name."""

disable_created_metrics()  # type: ignore[no-untyped-call]  # the library's times of creation would double the number of series


class Metrics:
    """The metrics of a room. Counters have `inc()`, histograms `observe(seconds)`. `value` reads one."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.actions = self._counter(
            "actions", "Decisions of players and bots, with those made for them when their time ran out"
        )
        self.hands = self._counter("hands", "Hands finished")
        self.frames = self._counter("frames", "Frames given to pages of tables")
        self.timeouts = self._counter("timeouts", "Decisions made for a player whose time ran out")
        self.bad_frames = self._counter("bad_frames", "Frames from pages that are not valid messages")
        self.troubles = self._counter("troubles", "Faults in a table; the table then reloads from the database")
        self.connections = self._counter("connections", "WebSockets opened")
        self.action_seconds = self._histogram(
            "action_seconds", "From the arrival of a player's decision until its frame was given to the pages"
        )
        self.commit_seconds = self._histogram("commit_seconds", "Commits of the database, with the wait for the disk")
        self.loop_lag_seconds = self._histogram(
            "loop_lag_seconds", "Seconds by which the event loop is late, measured once a second"
        )
        refused = Counter("standpat_refused", "Requests refused by a limit", ["limit"], registry=self.registry)
        self._refused = {name: refused.labels(name) for name in LIMIT_NAMES}
        self._gauges = {name: Gauge(f"standpat_{name}", what, registry=self.registry) for name, what in GAUGES.items()}
        _Process(registry=self.registry)

    def refused(self, limit: LimitName) -> None:
        """Count a refusal of a limit (`standpat.room.limits.limit_name.OnRefusal`)."""
        self._refused[limit].inc()

    def show(self, figures: Mapping[str, float]) -> None:
        """Set gauges, by the names in `GAUGES`."""
        for name, value in figures.items():
            self._gauges[name].set(value)

    def text(self) -> str:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry).decode()

    def value(self, name: str, **labels: str) -> float:
        """The value of a sample: ``value("actions_total")``.

        Raises:
            KeyError: There is no sample with this name and these labels.
        """
        found = self.registry.get_sample_value(f"standpat_{name}", labels)
        if found is None:
            raise KeyError(f"no sample standpat_{name} {labels}")
        return found

    def _counter(self, name: str, what: str) -> Count:
        return Count(f"standpat_{name}", what, self.registry)

    def _histogram(self, name: str, what: str) -> Spread:
        return Spread(f"standpat_{name}", what, BUCKETS, self.registry)


class _Process(ProcessCollector):
    """The library's metrics of the process (on Linux; elsewhere there are none), kept for `PROCESS_S` seconds."""

    _known: tuple[Metric, ...] = ()
    _at = float("-inf")

    def collect(self) -> Iterable[Metric]:
        now = time.monotonic()
        if now - self._at >= PROCESS_S:
            self._known, self._at = tuple(super().collect()), now
        return self._known
