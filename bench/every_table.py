"""A room with a table of every game and every number of seats: `python bench/every_table.py [--minutes M]`.

`standpat serve` runs in a process of its own. At each table one person sits who checks, calls and discards two cards;
the other seats are the strongest bots. All tables play at the room's own pace, over sockets. Printed are the tables,
the bots and the hands; the time from an action to its answer for the people; and the memory of the server and of the
processes that solve, before the first table and at the end.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import numpy as np

from report import table
from standpat.bots.registry import strongest
from standpat.engine.action import Action, Call, Check, Discard, Fold
from standpat.engine.games import game, ids
from standpat.room.clients.client import Lobby, RoomError, Table
from standpat.room.server_process import ServerProcess


def memory(process: int) -> float:
    """The proportional share of a process and its children of the machine's memory, in MB."""
    path = Path(f"/proc/{process}/smaps_rollup")
    lines = path.read_text("ascii").splitlines() if path.exists() else []
    own = sum([int(line.split()[1]) / 1000 for line in lines if line.startswith("Pss:")])
    children = [file.read_text("ascii").split() for file in Path(f"/proc/{process}/task").glob("*/children")]
    return own + sum([memory(int(child)) for some in children for child in some])


def patient(seen: Table) -> Action:
    """Check and call, and discard the first two cards."""
    legal = seen.legal
    assert legal is not None
    if legal.draw is not None:
        return Discard(seen.cards[:2])
    return Check() if legal.check else Call() if legal.call is not None else Fold()


async def play(url: str, id: str, seats: int, until: float, times: list[float], hands: list[int]) -> None:
    """Play at one table, and note how long answers take."""
    async with Lobby(url) as person:
        wish = {"players": [strongest(id, seats)], "keep": seats - 1, "make_room": False}
        made = await person.create(
            game=id, seats=seats, bots=wish, public=False, same_address=True, buy_in=[100, 100_000]
        )
        async with person.table(made) as seen:
            await seen.sit(1000)
            while time.time() < until:
                try:
                    await seen.my_turn(until - time.time() + 1)
                    action, began = patient(seen), time.perf_counter()
                    await seen.act(action)
                except (TimeoutError, RoomError):
                    continue
                times.append(1000 * (time.perf_counter() - began))
            hands.append(seen.hand_no)


async def evening(server: ServerProcess, minutes: float) -> tuple[list[float], int, int, list[int]]:
    """All tables at once."""
    times: list[float] = []
    hands: list[int] = []
    until = time.time() + 60 * minutes
    wanted = [(id, seats) for id in ids() for seats in range(2, game(id).max_seats + 1)]
    await asyncio.gather(*[play(server.url, id, seats, until, times, hands) for id, seats in wanted])
    return times, len(wanted), sum([seats - 1 for _, seats in wanted]), hands


def main() -> None:
    parser = argparse.ArgumentParser(description="a room with a table of every game and number of seats")
    parser.add_argument("--minutes", type=float, default=3.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="standpat-tables-") as folder:
        options = ("--newcomers", "1000", "--limit", "100000", "--pages", "1000")
        with ServerProcess(f"sqlite:///{folder}/room.sqlite", options) as server:
            before = memory(server.pid)
            times, tables, bots, hands = asyncio.run(evening(server, args.minutes))
            after, busy = memory(server.pid), server.cpu()
    half, most, worst = np.median(times), np.quantile(times, 0.99), max(times)
    rows = [
        ("tables, bots, hands", f"{tables}, {bots}, {sum(hands)}"),
        ("answers to people", f"{len(times):,}"),
        ("action to answer, median, ms", f"{half:.1f}"),
        ("99%", f"{most:.1f}"),
        ("at most", f"{worst:.0f}"),
        ("memory before the first table, MB", f"{before:.0f}"),
        ("memory at the end, MB", f"{after:.0f}"),
        ("the server's CPU time, s", f"{busy:.0f}"),
    ]
    print(table(("every game and number of seats", ""), rows))


if __name__ == "__main__":
    main()
