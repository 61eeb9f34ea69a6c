"""A queue with equal shares."""

from random import Random
from threading import Thread

import pytest

from standpat.bots.fair_queue import FairQueue


def filled(places: int, whose: str) -> tuple[FairQueue[str], list[str | None]]:
    """A queue with an item for each letter, named by its person and number, and what had no place."""
    queue, seen = FairQueue[str](places), []
    for number, person in enumerate(whose):
        seen.append(queue.put(f"{person}{number}", person))
    return queue, seen


def test_each_person_has_a_turn() -> None:
    queue, refused = filled(9, "aaaabac")
    assert refused == [None] * 7
    assert [queue.get() for _ in range(7)] == ["a0", "b4", "c6", "a1", "a2", "a3", "a5"]


def test_who_comes_back_waits_for_the_others() -> None:
    queue, _ = filled(9, "aab")
    assert queue.get() == "a0"
    queue.put("c", "c")
    assert [queue.get(), queue.get(), queue.get()] == ["b2", "a1", "c"]


def test_a_full_queue_takes_from_who_has_most() -> None:
    queue, refused = filled(3, "aaabb")
    assert refused == [None, None, None, "a2", "b4"]  # with equally many, from who asks
    assert queue.put("c", "c") == "a1"
    assert queue.put("d", "d") == "d"  # nobody has more than the newcomer
    assert [queue.get(), queue.get(), queue.get()] == ["a0", "b3", "c"]


def test_one_of_many_is_always_heard() -> None:
    """A person who asks for one thing at a time is never refused, whatever another does."""
    chance, queue = Random(1), FairQueue[str](8)
    waiting = False
    for _ in range(3000):
        if chance.random() < 0.3:
            taken = queue.get() if waiting else None
            waiting = waiting and taken != "one"
        elif not waiting:
            assert queue.put("one", "one") != "one"
            waiting = True
        refused = queue.put("many", "many")
        assert refused in (None, "many")


def test_closing_ends_all_waiting_and_returns_what_is_left() -> None:
    queue, _ = filled(9, "aab")
    assert queue.close() == ["a0", "a1", "b2"]
    assert queue.get() is None
    assert queue.put("late", "a") == "late"
    empty = FairQueue[str](1)
    threads = [Thread(target=empty.get) for _ in range(3)]
    for thread in threads:
        thread.start()
    empty.close()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_lost_and_nothing_comes_twice(seed: int) -> None:
    chance, queue = Random(seed), FairQueue[tuple[str, int]](10)
    inside: set[tuple[str, int]] = set()
    for number in range(400):
        if inside and chance.random() < 0.45:
            taken = queue.get()
            assert taken in inside
            inside.discard(taken)
        else:
            item = (chance.choice("abcd"), number)
            inside.add(item)
            inside.discard(queue.put(item, item[0]) or ("", 0))
        assert len(inside) <= 10
    assert set(queue.close()) == inside
