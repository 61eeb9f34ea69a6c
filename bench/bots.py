"""How a room fares while many bots think: `python bench/bots.py [--bots N] [--seconds S]`.

Tables of two `blueprint` bots, 27td, play in one room with a temporary database, at the pace of a room. Beside
them an honest player's decision is imitated: every 50 ms a request goes through the mailbox of a table and a commit of
the database, and its time is measured. Once without bots, once with bots and no processes (they play their strategy
file), once with a pool (`standpat.bots.process_pool`). The last columns are the decisions solved, those that were not
because the pool was busy, and the memory of the processes: all, and what they do not share.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import msgspec
import numpy as np

from report import table
from standpat.bots.process_pool import ProcessPool
from standpat.room.store import Store, journal
from standpat.room.tables.actor import TableActor
from standpat.room.tables.cash_policy import CashPolicy
from standpat.room.tables.hand_runner import PACE
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.table import BotRules, NewTable, TableRules, make


async def answers(many: int, seconds: float, pool: ProcessPool | None, folder: str) -> list[float]:
    """The times of requests in ms, beside this many tables of bots."""
    store, metrics, ids = Store.open(f"sqlite:///{folder}/room.sqlite"), Metrics(), iter(range(1, 10**9))
    actors = []
    for number in range(many + 1):
        name = f"T{number}"
        keep = 2 if number else 0
        made: TableRules = make(NewTable("27td", seats=3, bots=BotRules(("blueprint",), keep=keep)), name)
        rules = msgspec.structs.replace(made, seats=max(2, keep))
        actor = TableActor(rules, store, next_hand_id=lambda: next(ids), metrics=metrics, pace=PACE, pool=pool)
        record = msgspec.json.encode(rules).decode()
        await store.commit(journal.open_table(name, record, actor.runner.state(), 0.0))
        policy = actor.runner.policy
        assert isinstance(policy, CashPolicy)
        policy.shows = lambda: True  # nobody looks
        actors.append(actor)
    for actor in actors:
        actor.start()
    times, ends, counted = [], time.monotonic() + seconds, time.monotonic() + seconds / 3
    while time.monotonic() < ends:
        began = time.perf_counter()
        await actors[0].ask(lambda: store.commit(journal.heartbeat(time.time())))
        if time.monotonic() > counted:
            times.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(0.05)
    print(f"{metrics.value('actions_total'):,.0f} decisions, {metrics.value('hands_total'):,.0f} hands", flush=True)
    for actor in actors:
        await actor.stop()
    await store.close()
    return times


def memory(process: int, kind: str) -> float:
    """Memory of a process in MB, by the names of ``/proc/PID/smaps_rollup``; 0 where there is none."""
    path = Path(f"/proc/{process}/smaps_rollup")
    lines = path.read_text("ascii").splitlines() if path.exists() else []
    return sum([int(line.split()[1]) / 1000 for line in lines if line.split(":")[0] == kind])


def main() -> None:
    parser = argparse.ArgumentParser(description="how a room fares while many bots think")
    parser.add_argument("--bots", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=45.0)
    args = parser.parse_args()
    rows = []
    for name, many, processes in (("no bots", 0, 0), ("bots, no pool", 1, 0), ("bots, a pool of 1", 1, 1)):
        pool = ProcessPool(processes) if processes else None
        with tempfile.TemporaryDirectory(prefix="standpat-bots-") as folder:
            times = asyncio.run(answers(many * args.bots // 2, args.seconds, pool, folder))
        at = pool.processes() if pool else []
        half, most, worst = np.median(times), np.quantile(times, 0.99), max(times)
        figures = (f"{half:.1f}", f"{most:.1f}", f"{worst:.0f}")
        sizes = [f"{sum([memory(process, kind) for process in at]):.0f}" for kind in ("Rss", "Private_Dirty")]
        rows.append((name, *figures, *(map(str, (pool.done, pool.failed)) if pool else ("", "")), *sizes))
        if pool:
            pool.close()
    print(table((f"{args.bots} bots", "ms", "99%", "at most", "solved", "not", "MB", "MB not shared"), rows))


if __name__ == "__main__":
    main()
