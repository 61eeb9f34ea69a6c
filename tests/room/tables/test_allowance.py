"""What is reserved for a person, over all tables."""

from random import Random

from standpat.room.store.account import DAILY
from standpat.room.tables.allowance import Allowance


def test_what_is_left_is_less_by_all_reservations_of_a_person() -> None:
    random, allowance = Random(1), Allowance(lambda: 0.0)
    reserved: dict[str, dict[str, int]] = {}
    people = ["a", "b", "c"]
    for _ in range(2000):
        table = f"t{random.randrange(4)}"
        if random.random() < 0.4:
            allowance.release(table)
            reserved.pop(table, None)
        else:
            reserved[table] = {
                person: random.choice([0, random.randint(1, 50)]) for person in people[: random.randint(0, 3)]
            }
            allowance.reserve(table, reserved[table])
        for person in people:
            assert allowance.left(person) == DAILY - sum([by.get(person, 0) for by in reserved.values()])
    for table in list(reserved):
        allowance.release(table)
    assert not allowance._reserved_of  # nobody is kept for ever


def test_a_reservation_is_a_copy() -> None:
    allowance, mine = Allowance(lambda: 0.0), {"a": 5}
    allowance.reserve("t", mine)
    mine["a"] = 50
    allowance.release("t")
    assert allowance.left("a") == DAILY
