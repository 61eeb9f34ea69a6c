"""The journal gives back exactly what was written, and knows what is unfinished."""

import asyncio
from random import Random

import pytest
from msgspec import structs

from play import finish, random_hand
from room.store.scene import asks, play, record, run, seed_of, table
from standpat import Dealer
from standpat.engine.blind import ForcedBet
from standpat.engine.rebuild import rebuild
from standpat.room.store import Store, StoreError, journal
from standpat.room.store.journal import Decision, HandStory, TableRow


def test_a_table(database_url: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(table("A"), table("B"))
        await store.commit(journal.change_table("A", "[1]"), journal.save_table("A", "[2]"))
        await store.commit(journal.close_table("B", 9.0))
        assert await store.read(journal.tables) == [TableRow("A", "[1]", "[2]", 0.0, None, 1)]
        with pytest.raises(StoreError, match="no table 'C'"):
            await store.commit(journal.save_table("C", ""))

    run(database_url, scene)


def test_hands_come_back_as_they_were(database_url: str) -> None:
    """Any game and house, at any point of the hand; the hand resumes with the same cards."""

    async def scene(store: Store) -> None:
        random = Random(1)
        hands = {k: random_hand(random, seed=k) for k in range(1, 25)}
        await store.commit(table())
        # all at once, so that they share commits
        far = {k: k // 3 if k % 4 else 10_000 for k in hands}
        await asyncio.gather(*[play(store, hand, k, Random(k), far[k]) for k, hand in hands.items()])
        open_ones = {story.hand.id: story for story in await store.read(journal.unfinished)}
        assert open_ones.keys() == {k for k, hand in hands.items() if hand.nets is None}
        assert 5 < len(open_ones) < 19
        for k, hand in hands.items():
            story = await store.read(journal.hand, k)
            assert story is not None
            assert story.events == hand.events
            assert (story.hand.game, story.hand.stakes, story.hand.button) == (hand.game, hand.stakes, hand.button)
            assert story.hand.nets == hand.nets
            assert story.hand.ended == (None if hand.nets is None else 500.0)
            if hand.nets is None:
                assert story == open_ones[k]
                assert story.decision == asks(hand, far[k])
            seed = await store.read(journal.seed, k)
            again = rebuild(story.hand.game, story.hand.stakes, story.events, Dealer(seed), posts=story.hand.posts)
            finish(again, Random(k))
            finish(hand, Random(k))
            assert again.events == hand.events
        (row,) = await store.read(journal.tables)
        assert row.next_hand_no == 25
        assert await store.read(journal.last_hand_id) == 24

    run(database_url, scene)


def test_a_record_with_irregular_posts(database_url: str) -> None:
    hand = random_hand(Random(3), seed=3)
    written = record(hand, 7, posts=(ForcedBet(0, "big-blind", 10), ForcedBet(1, "dead-blind", 5)))

    async def scene(store: Store) -> None:
        await store.commit(table(), journal.begin(written, "abc", hand.events, None))
        assert await store.read(journal.hand, 7) == HandStory(written, hand.events, None)
        assert await store.read(journal.hand, 8) is None
        with pytest.raises(StoreError, match="no hand 8"):
            await store.read(journal.seed, 8)

    run(database_url, scene)


def test_a_record_that_does_not_fit_itself_is_refused() -> None:
    hand = random_hand(Random(3), seed=3, seats=3)
    short = record(random_hand(Random(3), seed=3, seats=2), 1)
    with pytest.raises(ValueError, match="places has 2 entries for 3 seats"):
        journal.begin(structs.replace(short, stacks=(1, 2, 3)), "s", hand.events, None)


def test_nothing_is_written_twice(database_url: str) -> None:
    hand = random_hand(Random(5), seed=5)

    async def scene(store: Store) -> None:
        begun = journal.begin(record(hand, 1), str(seed_of(hand)), hand.events, asks(hand, 0))
        await store.commit(table(), begun)
        finished = journal.finish(1, [0] * len(hand.stacks), 5.0)
        for op in (begun, journal.append(1, 0, hand.events[:1]), journal.append(1, 99, [], Decision(0, 0, 0, 0))):
            with pytest.raises(StoreError):
                await store.commit(op)
        await store.commit(finished)
        with pytest.raises(StoreError, match="finished already"):
            await store.commit(finished)
        story = await store.read(journal.hand, 1)
        assert story
        assert (story.events, story.decision) == (hand.events, asks(hand, 0))

    run(database_url, scene)


def test_deadlines_move_only_when_told(database_url: str) -> None:
    """An outage moves the open decisions and no other."""
    hands = {k: random_hand(Random(k), seed=k) for k in (1, 2, 3)}

    async def deadlines(store: Store) -> list[float]:
        stories = [await store.read(journal.hand, k) for k in hands]
        return [story.decision.deadline for story in stories if story and story.decision]

    async def scene(store: Store) -> None:
        await store.commit(table())
        for k, hand in hands.items():
            await play(store, hand, k, Random(k), decisions=k)
        await store.commit(journal.finish(3, [0] * len(hands[3].stacks), 50.0))
        before = await deadlines(store)
        assert before == [40.0, 50.0, 60.0]
        await store.commit(journal.extend_deadlines(7.5))
        assert await deadlines(store) == [47.5, 57.5, 60.0]
        await store.commit(journal.move_deadline(1, 1, 99.0, '{"bank":[3]}'))
        story = await store.read(journal.hand, 1)
        assert story
        assert story.decision == Decision(1, story.decision.seat if story.decision else -1, 17.5, 99.0, '{"bank":[3]}')
        with pytest.raises(StoreError, match="no decision 9"):
            await store.commit(journal.move_deadline(1, 9, 99.0, "{}"))

    run(database_url, scene)


def test_hands_of_a_table_and_of_a_user(database_url: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(table(), table("T2"))
        for k in range(1, 8):
            hand = random_hand(Random(k), seed=k, seats=2 if k % 2 else 3)
            where = "T2" if k == 6 else "T1"
            await store.commit(journal.begin(record(hand, k, where), "s", hand.events, None))
            if k != 7:
                await store.commit(journal.finish(k, [0] * len(hand.stacks), float(k)))

        async def ids(of: str, name: str, limit: int = 50, before: int | None = None) -> list[int]:
            read = journal.hands_of_table if of == "table" else journal.hands_of_user
            return [hand.id for hand in await store.read(lambda c: read(c, name, limit, before))]

        assert await ids("table", "T1") == [5, 4, 3, 2, 1]
        assert await ids("table", "T1", limit=2) == [5, 4]
        assert await ids("table", "T1", limit=2, before=4) == [3, 2]
        assert await ids("user", "u0") == [6, 5, 4, 3, 2, 1]
        assert await ids("user", "u2") == [6, 4, 2]
        assert await ids("user", "u2", limit=1, before=6) == [4]
        assert await ids("user", "nobody") == []

    run(database_url, scene)


def test_the_heartbeat(database_url: str) -> None:
    async def scene(store: Store) -> list[float | None]:
        told = [await store.read(journal.last_heartbeat)]
        for at in (5.0, 6.25):
            await store.commit(journal.heartbeat(at))
            told.append(await store.read(journal.last_heartbeat))
        return told

    assert run(database_url, scene) == [None, 5.0, 6.25]
    assert run(database_url, scene) == [6.25, 5.0, 6.25]
