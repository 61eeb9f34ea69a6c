"""The journal returns exactly what was written, and knows which hands are unfinished."""

import asyncio
from random import Random

import pytest
from msgspec import structs
from sqlalchemy import text

from play import finish, random_hand
from room.store.scene import asks, play, record, run, seed_of, table
from standpat import Dealer
from standpat.engine.blind import ForcedBet
from standpat.engine.event import ShowdownShow
from standpat.engine.rebuild import rebuild
from standpat.room.store import Store, StoreError, Work, journal, repair_list
from standpat.room.store.journal import Decision, StoredHand, TableRow


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
    """Any game under any house rules, at any point of the hand. The hand resumes with the same cards."""

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
        assert await store.read(journal.hand, 7) == StoredHand(written, hand.events, None)
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
    """An outage moves the open decisions and no others."""
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


def test_open_tables_come_in_the_order_they_were_opened(database_url: str) -> None:
    hand = random_hand(Random(3), seed=3)

    async def scene(store: Store) -> None:
        for name, at in (("B", 2.0), ("C", 1.0), ("A", 2.0), ("D", 3.0)):
            await store.commit(journal.open_table(name, f"record {name}", f"state {name}", at))
        await store.commit(journal.begin(record(hand, 7, "A"), "s", hand.events, None))
        await store.commit(journal.close_table("D", 9.0))
        assert await store.read(journal.tables) == [
            TableRow("C", "record C", "state C", 1.0, None, 1),
            TableRow("A", "record A", "state A", 2.0, None, 8),
            TableRow("B", "record B", "state B", 2.0, None, 1),
        ]
        assert [row.id for row in await store.read(journal.tables, "B")] == ["B"]
        assert await store.read(journal.tables, "D") == []
        assert await store.read(journal.table_record, "D") == "record D"
        with pytest.raises(StoreError, match=r"^there is no table 'E'$"):
            await store.read(journal.table_record, "E")

    run(database_url, scene)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (journal.change_table("C", ""), "there is no table 'C'"),
        (journal.save_table("C", ""), "there is no table 'C'"),
        (journal.close_table("C", 1.0), "there is no table 'C'"),
        (journal.finish(3, [], 1.0), "hand 3 is not there, or finished already"),
        (journal.void(3, 1.0), "hand 3 is not there, or finished already"),
        (journal.move_deadline(3, 9, 1.0, ""), "hand 3 has no decision 9"),
    ],
)
def test_what_is_not_there_cannot_be_changed(database_url: str, change: Work, why: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(table("A"))
        with pytest.raises(StoreError, match=f"^{why}$"):
            await store.commit(change)
        assert await store.read(journal.tables) == [TableRow("A", '{"record": 1}', '{"seats": []}', 0.0, None, 1)]

    run(database_url, scene)


def test_tables_that_could_not_be_taken_up(database_url: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(table("A"), table("B"))
        assert await store.read(repair_list.all_aside) == {}
        await store.commit(repair_list.put("A", "first", 1.0), repair_list.put("B", "other", 2.0))
        await store.commit(repair_list.put("A", "again", 3.0))
        assert await store.read(repair_list.all_aside) == {"A": "again", "B": "other"}
        times = await store.read(lambda c: c.execute(text("SELECT table_id, at FROM repair ORDER BY at")).all())
        assert [tuple(row) for row in times] == [("B", 2.0), ("A", 3.0)]
        await store.commit(repair_list.remove("A"))
        assert await store.read(repair_list.all_aside) == {"B": "other"}
        await store.commit(repair_list.put("A", "why", 4.0))
        await store.commit(repair_list.remove())
        assert await store.read(repair_list.all_aside) == {}

    run(database_url, scene)


def test_unfinished_hands_of_all_tables_and_of_one(database_url: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(table(), table("T2"))
        for k, where in ((4, "T2"), (1, "T1"), (2, "T1"), (3, "T1")):
            hand = random_hand(Random(k), seed=k)
            await store.commit(journal.begin(record(hand, k, where), "s", hand.events, asks(hand, k)))
        await store.commit(journal.finish(2, [0] * len(random_hand(Random(2), seed=2).stacks), 9.0))
        assert [story.hand.id for story in await store.read(journal.unfinished)] == [1, 3, 4]
        assert [story.hand.id for story in await store.read(journal.unfinished, "T1")] == [1, 3]
        assert await store.read(journal.unfinished_ids) == {"T1": [1, 3], "T2": [4]}
        assert await store.read(journal.last_hand_id) == 4

    run(database_url, scene)


def test_a_hand_has_its_last_decision_and_is_found_by_its_key(database_url: str) -> None:
    hand = random_hand(Random(4), seed=4)
    written = record(hand, 4)

    async def scene(store: Store) -> None:
        assert await store.read(journal.last_hand_id) == 0
        await store.commit(table(), journal.begin(written, "secret", hand.events, Decision(0, 1, 2.0, 3.0, "[4]")))
        await store.commit(journal.append(4, len(hand.events), [], Decision(1, 0, 5.0, 6.0)))
        story = await store.read(journal.hand, 4)
        assert story == StoredHand(written, hand.events, Decision(1, 0, 5.0, 6.0, "{}"))
        assert await store.read(journal.hand_of_key, written.key) == written
        assert await store.read(journal.hand_of_key, "0" * 24) is None
        assert await store.read(journal.seed, 4) == "secret"
        with pytest.raises(StoreError, match=r"^there is no hand 5$"):
            await store.read(journal.seed, 5)

    run(database_url, scene)


def test_a_key_is_96_random_bits() -> None:
    assert len(bytes.fromhex(journal.new_key())) == 12
    assert journal.new_key() != journal.new_key()


def test_a_hand_that_does_not_count_is_over_with_nothing_won(database_url: str) -> None:
    hand = random_hand(Random(4), seed=4, seats=3)

    async def scene(store: Store) -> None:
        await store.commit(table(), journal.begin(record(hand, 4), "s", hand.events, None))
        await store.commit(journal.void(4, 8.5))
        story = await store.read(journal.hand, 4)
        assert story
        assert (story.hand.ended, story.hand.nets, story.events) == (8.5, (0, 0, 0), hand.events)
        assert await store.read(journal.unfinished) == []

    run(database_url, scene)


def test_an_event_that_is_missing_is_noticed(database_url: str) -> None:
    hand = random_hand(Random(4), seed=4)

    async def scene(store: Store) -> None:
        begun = journal.begin(record(hand, 4), "s", hand.events[:2], None)
        await store.commit(table(), begun, journal.append(4, 3, hand.events[3:]))
        with pytest.raises(StoreError, match=r"^event 2 of hand 4 is not there$"):
            await store.read(journal.hand, 4)

    run(database_url, scene)


def test_cards_shown_after_a_hand_are_apart_from_its_events(database_url: str) -> None:
    random = Random(6)
    hand = random_hand(random, seed=6)
    finish(hand, random)
    after = ShowdownShow(0, (1, 2, 3, 4, 5), 77)

    async def scene(store: Store) -> None:
        await store.commit(table(), journal.begin(record(hand, 6), "s", hand.events, None))
        await store.commit(journal.append(6, len(hand.events), [after]))
        story = await store.read(journal.hand, 6)
        assert story
        assert (story.events, story.shown) == (hand.events, (after,))

    run(database_url, scene)


@pytest.mark.parametrize("name", ["places", "users", "names", "bots"])
def test_a_record_has_an_entry_a_seat_of_everything(name: str) -> None:
    hand = random_hand(Random(3), seed=3, seats=3)
    whole = record(hand, 1)
    journal.begin(whole, "s", hand.events, None)
    with pytest.raises(ValueError, match=f"^{name} has 2 entries for 3 seats$"):
        journal.begin(structs.replace(whole, **{name: getattr(whole, name)[:2]}), "s", hand.events, None)


def test_an_outage_moves_what_was_asked_and_what_is_due(database_url: str) -> None:
    hands = {k: random_hand(Random(k), seed=k) for k in (1, 2, 3)}

    async def scene(store: Store) -> None:
        await store.commit(table())
        for k, hand in hands.items():
            first = Decision(0, 0, 10.0 * k, 10.0 * k + 5)
            last = Decision(1, 1, 20.0 * k, 20.0 * k + 5)
            await store.commit(journal.begin(record(hand, k), "s", hand.events, first))
            await store.commit(journal.append(k, len(hand.events), [], last))
        await store.commit(journal.finish(2, [0] * len(hands[2].stacks), 50.0))
        await store.commit(journal.extend_deadlines(-2.5))
        rows = await store.read(
            lambda c: c.execute(text("SELECT hand_id, seq, asked, deadline FROM decision ORDER BY hand_id, seq")).all()
        )
        assert [tuple(row) for row in rows] == [
            (1, 0, 10.0, 15.0),
            (1, 1, 17.5, 22.5),
            (2, 0, 20.0, 25.0),
            (2, 1, 40.0, 45.0),
            (3, 0, 30.0, 35.0),
            (3, 1, 57.5, 62.5),
        ]

    run(database_url, scene)


def test_there_is_one_heartbeat_and_it_is_the_last(database_url: str) -> None:
    async def scene(store: Store) -> None:
        for at in (5.0, 6.0):
            await store.commit(journal.heartbeat(at))
        rows = await store.read(lambda c: c.execute(text("SELECT id, at FROM heartbeat")).all())
        assert [tuple(row) for row in rows] == [(1, 6.0)]

    run(database_url, scene)


def test_pages_of_hands_hold_fifty(database_url: str) -> None:
    hand = random_hand(Random(3), seed=3, seats=2)

    async def scene(store: Store) -> None:
        await store.commit(table())
        for k in range(1, 53):
            await store.commit(
                journal.begin(record(hand, k), "s", hand.events, None), journal.finish(k, [0, 0], float(k))
            )
        for read, whose in ((journal.hands_of_table, "T1"), (journal.hands_of_user, "u1")):
            assert [row.id for row in await store.read(read, whose)] == [*range(52, 2, -1)]
            assert [row.id for row in await store.read(read, whose, 50, 3)] == [2, 1]

    run(database_url, scene)
