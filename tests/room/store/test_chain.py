"""The chain: each link follows the one before, and is written in the transaction that it certifies."""

import hashlib
from random import Random

import pytest
from sqlalchemy import select

from room.store.scene import play, run, table
from standpat import Dealer, Hand, Stakes, game
from standpat.room.store import Store, chain, ledger, log
from standpat.room.store.chain import BEGINNING, digest, end_of, following, transfer_digest
from standpat.room.store.schema import link


def test_a_digest_is_that_of_json() -> None:
    """So that anybody can compute it again."""
    assert digest(1, "å", None, [2]).hex() == hashlib.sha256(b'[1,"\\u00e5",null,[2]]').hexdigest()
    assert digest("ab", "c") != digest("a", "bc")


def test_the_order_of_entries_and_whole_times_do_not_matter() -> None:
    one = transfer_digest(1, 5.0, "x", "", None, [("bank", -5, -5), ("wallet:a", 5, 5)])
    assert transfer_digest(1, 5, "x", "", None, [("wallet:a", 5, 5), ("bank", -5, -5)]) == one
    for other in (
        transfer_digest(2, 5, "x", "", None, [("bank", -5, -5), ("wallet:a", 5, 5)]),
        transfer_digest(1, 5.5, "x", "", None, [("bank", -5, -5), ("wallet:a", 5, 5)]),
        transfer_digest(1, 5, "y", "", None, [("bank", -5, -5), ("wallet:a", 5, 5)]),
        transfer_digest(1, 5, "x", "z", None, [("bank", -5, -5), ("wallet:a", 5, 5)]),
        transfer_digest(1, 5, "x", "", "once", [("bank", -5, -5), ("wallet:a", 5, 5)]),
        transfer_digest(1, 5, "x", "", None, [("bank", -5, -5), ("wallet:b", 5, 5)]),
        transfer_digest(1, 5, "x", "", None, [("bank", -5, -5), ("wallet:a", 5, 6)]),
    ):
        assert other != one


def test_what_is_shown_after_the_end_is_no_part_of_a_hand() -> None:
    events = ['{"event":"hand-start"}', '{"event":"hand-end"}', '{"event":"showdown-show"}']
    assert end_of(events) == 2
    assert end_of(events[:1]) == 1
    assert end_of([]) == 0


def test_links_follow_each_other(database_url: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(table())
        await store.commit(ledger.move("bank", "wallet:a", 5, "x", at=1), log.note("x", actor="a", at=1))
        hand = Hand(game("27td"), Stakes(5, 10), [400, 400], 0, Dealer(1), hand_no=1)
        await play(store, hand, 1, Random(1))
        with pytest.raises(ledger.Overdraft):
            await store.commit(log.note("y", actor="a", at=2), ledger.move("wallet:a", "bank", 6, "x", at=2))
        await store.commit(ledger.move("wallet:a", "bank", 5, "x", at=3))
        rows = await store.read(lambda c: c.execute(select(link).order_by(link.c.no)).all())
        assert [(row.no, row.kind, row.of) for row in rows[:3]] == [(1, "transfer", 1), (2, "log", 1), (3, "hand", 1)]
        assert (rows[3].no, rows[3].kind) == (4, "transfer")
        before = BEGINNING
        for row in rows:
            assert row.hash == following(before, row.no, row.kind, row.of, row.digest)
            before = row.hash
        assert await store.read(chain.head) == (4, before)

    run(database_url, scene)
