"""Shared parts of the store's tests: a store for one scene, and hands that are really played into it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, TypeVar

from sqlalchemy import Connection, text

from play import random_action
from standpat import Dealer, Hand
from standpat.engine.blind import ForcedBet
from standpat.engine.event import HandStart
from standpat.room.store import Insert, Store, journal
from standpat.room.store.journal import Decision, HandRecord

T = TypeVar("T")


def run(url: str, scene: Callable[[Store], Awaitable[T]]) -> T:
    """Open a store, play the scene, and close the store."""

    async def whole() -> T:
        store = Store.open(url)
        try:
            return await scene(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def bodies(connection: Connection, hand: int) -> list[Any]:
    """The stored form of a hand's events."""
    rows = connection.execute(text(f"SELECT body FROM event WHERE hand_id = {hand} ORDER BY no"))
    return [json.loads(body) for (body,) in rows]


def table(name: str = "T1") -> Insert:
    """A new table."""
    return journal.open_table(name, '{"record": 1}', '{"seats": []}', 0.0)


def record(hand: Hand, hand_id: int, table: str = "T1", posts: tuple[ForcedBet, ...] | None = None) -> HandRecord:
    """The record of a hand that table seats 0, 1, … play as users u0, u1, …"""
    seats = range(len(hand.stacks))
    start = hand.events[0]
    assert isinstance(start, HandStart)
    return HandRecord(
        id=hand_id,
        table=table,
        hand_no=hand_id,
        began=100.0 + hand_id,
        game=hand.game,
        stakes=hand.stakes,
        button=hand.button,
        stacks=start.stacks,
        posts=hand.posts if posts is None else posts,
        places=tuple(seats),
        users=tuple([f"u{k}" for k in seats]),
        names=tuple([f"Name {k}" for k in seats]),
        bots=tuple([k > 0 for k in seats]),
    )


def asks(hand: Hand, seq: int) -> Decision | None:
    """The decision that a hand waits for."""
    return None if hand.to_act is None else Decision(seq, hand.to_act, 10.0 * seq, 10.0 * seq + 30)


async def play(store: Store, hand: Hand, hand_id: int, random: Random, decisions: int = 10_000) -> None:
    """Write a hand into the journal as it is played, up to this number of decisions."""
    await store.commit(journal.begin(record(hand, hand_id), str(seed_of(hand)), hand.events, asks(hand, 0)))
    for seq in range(1, decisions + 1):
        if hand.nets is not None:
            return
        written = len(hand.events)
        hand.apply(random_action(hand, random))
        ops = [journal.append(hand_id, written, hand.events[written:], asks(hand, seq))]
        await store.commit(*ops, *([journal.finish(hand_id, hand.nets, 500.0)] if hand.nets is not None else []))


def seed_of(hand: Hand) -> int | str:
    """The seed that a hand is dealt from."""
    assert isinstance(hand.dealer, Dealer)
    return hand.dealer.seed
