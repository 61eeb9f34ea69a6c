"""kill -9 during commits: everything that was acknowledged is there, and nothing is there in part."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, func, select

from standpat.room.store import Store, ledger
from standpat.room.store.schema import event, hand, seed, transfer

CHILD = Path(__file__).with_name("crash.py")


def written(connection: Connection) -> tuple[set[int], set[int], set[int], dict[str, int]]:
    """The hands, the hands with both events, the hands with a seed, and the number of transfers of each batch."""
    return (
        set(connection.scalars(select(hand.c.id))),
        set(connection.scalars(select(event.c.hand_id).group_by(event.c.hand_id).having(func.count() == 2))),
        set(connection.scalars(select(seed.c.hand_id))),
        dict(connection.execute(select(transfer.c.reference, func.count()).group_by(transfer.c.reference)).all()),
    )


def kill_once(url: str, first: int, after: int, wait: float) -> list[int]:
    """Kill a child `wait` seconds after its first `after` acknowledgements.

    Returns the numbers that it acknowledged.
    """
    child = subprocess.Popen([sys.executable, str(CHILD), url, str(first)], stdout=subprocess.PIPE, text=True)
    assert child.stdout
    try:
        lines = [child.stdout.readline() for _ in range(after + 1)]
        time.sleep(wait)  # any moment of a commit
        child.kill()
        lines += child.stdout.read().splitlines(keepends=True)
    finally:
        child.kill()
        child.wait()
        child.stdout.close()
    assert lines.pop(0) == "ready\n"
    return [int(line) for line in lines if line.endswith("\n")]


def repeat(url: str, kills: int) -> tuple[int, int]:
    """Kill this many times, and check the database each time.

    Returns how many batches were acknowledged and written.
    """
    random = Random(kills)
    acknowledged: set[int] = set()
    hands: set[int] = set()
    for _ in range(kills):
        first = max(hands | acknowledged, default=0) + 1
        acknowledged.update(kill_once(url, first, random.randrange(100), random.uniform(0, 0.01)))
        store = Store.open(url)

        async def look(store: Store = store) -> None:
            nonlocal hands
            hands, both, seeds, transfers = await store.read(written)
            assert acknowledged <= hands
            assert hands == both == seeds
            assert transfers == {str(n): n % 3 for n in hands if n % 3}
            assert await store.read(ledger.audit) == []
            await store.close()

        asyncio.run(look())
    return len(acknowledged), len(hands)


def test_every_acknowledged_batch_survives_kill_9(database_url: str) -> None:
    acknowledged, _ = repeat(database_url, 4)
    assert acknowledged > 20


@pytest.mark.slow
def test_and_again_many_times(database_url: str) -> None:
    began = time.monotonic()
    acknowledged, hands = repeat(database_url, 50)
    print(
        f"{database_url.split(':')[0]}: 50 kills in {time.monotonic() - began:.0f} s, {acknowledged} batches", end=" "
    )
    print(f"acknowledged, {hands} written, 0 lost")
    assert acknowledged > 1000
