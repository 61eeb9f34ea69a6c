"""A child process for `test_crash`: it commits batches until it is killed, and prints what was acknowledged.

`python crash.py URL FIRST` adds transfers and hands from number FIRST on, many at a time. Each line on stdout is the
number of a committed batch. Batch n is hand n with two events, and n % 3 transfers of n chips from the bank to one of
ten wallets.
"""

import asyncio
import sys

from standpat import Dealer, Hand, Stakes, game
from standpat.room.store import Store, journal, ledger
from standpat.room.store.journal import HandRecord

AT_A_TIME = 16
HAND = Hand(game("27td"), Stakes(5, 10), [400, 400], 0, Dealer(1))


def record(number: int) -> HandRecord:
    """Hand number `number`."""
    return HandRecord(
        id=number,
        table="T",
        hand_no=number,
        began=0,
        game=HAND.game,
        stakes=HAND.stakes,
        button=0,
        stacks=(400, 400),
        posts=(),
        places=(0, 1),
        users=("a", "b"),
        names=("A", "B"),
        bots=(False, False),
    )


async def main(url: str, first: int) -> None:
    store = Store.open(url)
    if not await store.read(journal.tables):
        await store.commit(journal.open_table("T", "", "", 0))
    print("ready", flush=True)

    async def one(lane: int) -> None:
        number = first + lane
        while True:
            await store.commit(
                journal.begin(record(number), f"seed {number}", HAND.events[:2], None),
                *[
                    ledger.move(ledger.BANK, ledger.wallet(str(number % 10)), number, "x", at=0, reference=str(number))
                    for _ in range(number % 3)
                ],
            )
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()
            number += AT_A_TIME

    await asyncio.gather(*[one(lane) for lane in range(AT_A_TIME)])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
