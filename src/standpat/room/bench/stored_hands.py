"""Finished hands in a database before the server of a load test starts, as a room has them after some months.

All are the same hand of six players who call to the end, under ids, numbers and keys of their own. The journal writes
them, with their links of the chain. Accounts are not touched: nobody plays with these chips.
"""

from typing import Final

from msgspec import structs

from standpat.engine.action import Action, Call, Check, Discard, Legal
from standpat.engine.dealer import Dealer
from standpat.engine.hand import Hand
from standpat.room.store import Store, journal
from standpat.room.tables.table import TableRules

SEATS: Final = 6
STACK: Final = 1000
_AT_ONCE: Final = 250


async def store_hands(store: Store, rules: TableRules, hands: int) -> None:
    """Store finished hands of an open table.

    Args:
        store: The database, without hands.
        rules: The table.
        hands: How many.
    """
    hand = Hand(rules.game(), rules.stakes, [STACK] * SEATS, 0, Dealer(seed=1))
    while not hand.over:
        hand.apply(_calls(hand.legal))
    assert hand.nets is not None
    names = tuple([f"player {seat}" for seat in range(SEATS)])
    users = tuple([f"stored{seat}" for seat in range(SEATS)])
    first = journal.HandRecord(
        id=0,
        table=rules.id,
        hand_no=0,
        began=0.0,
        game=rules.game(),
        stakes=rules.stakes,
        button=0,
        stacks=(STACK,) * SEATS,
        posts=(),
        places=tuple(range(SEATS)),
        users=users,
        names=names,
        bots=(False,) * SEATS,
    )
    for start in range(1, hands + 1, _AT_ONCE):
        ids = range(start, min(start + _AT_ONCE, hands + 1))
        records = [structs.replace(first, id=id, hand_no=id, key=journal.new_key()) for id in ids]
        await store.commit(*[journal.begin(record, "seed", hand.events, None) for record in records])
        await store.commit(*[journal.finish(id, hand.nets, float(id)) for id in ids])


def _calls(legal: Legal) -> Action:
    if legal.draw is not None:
        return Discard(())
    return Check() if legal.check else Call()
