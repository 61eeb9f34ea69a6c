"""Budgets for passwords: a client that floods a name uses up their own budget."""

import pytest

from standpat.room.limits.password_tries import MOST_KEPT, Budget, Rates, TooMany, Tries

RATES = Rates(own=Budget(3, 30), address=Budget(6, 60), address_at_name=Budget(2, 200), name=Budget(5, 500))


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def flood(tries: Tries, name: str, addresses: int) -> int:
    """Wrong passwords from this many addresses until none has a try left. Returns how many were checked."""
    looked = 0
    for k in range(addresses):
        try:
            while True:
                tries.sign_in(name, f"6.6.6.{k}")
                looked += 1
        except TooMany:
            pass
    return looked


def test_one_address_cannot_use_up_a_name() -> None:
    tries = Tries(RATES, Clock())
    assert flood(tries, "kari", 1) == 2
    tries.sign_in("kari", "1.1.1.1")  # another address, where nobody has signed in


def test_many_addresses_are_bounded_together_and_lock_out_nobody_who_is_known() -> None:
    clock = Clock()
    tries = Tries(RATES, clock)
    tries.sign_in("kari", "1.1.1.1").right()
    assert flood(tries, "kari", 50) == 5
    with pytest.raises(TooMany) as caught:
        tries.sign_in("kari", "2.2.2.2")
    assert caught.value.wait == 100  # one try returns every hundred seconds
    for _ in range(3):
        tries.sign_in("kari", "2.2.2.2", device="a device of hers")
    for _ in range(3):
        tries.sign_in("kari", "1.1.1.1")  # where she has signed in
    for how in ({"address": "2.2.2.2", "device": "a device of hers"}, {"address": "1.1.1.1"}):
        with pytest.raises(TooMany) as caught:
            tries.sign_in("kari", **how)
        assert caught.value.wait == 10
    clock.now += 100
    tries.sign_in("kari", "2.2.2.2")
    with pytest.raises(TooMany):
        tries.sign_in("kari", "3.3.3.3")


def test_a_device_is_known_to_its_name_only() -> None:
    tries = Tries(RATES, Clock())
    flood(tries, "ola", 50)
    tries.sign_in("kari", "1.1.1.1").right()
    with pytest.raises(TooMany):
        tries.sign_in("ola", "1.1.1.1")


def test_what_is_refused_uses_nothing_up() -> None:
    clock = Clock()
    tries = Tries(RATES, clock)
    for _ in range(2):
        tries.sign_in("kari", "6.6.6.6")
    for _ in range(100):
        with pytest.raises(TooMany):
            tries.sign_in("kari", "6.6.6.6")
    for name in ("a", "b", "c", "d"):
        tries.sign_in(name, "6.6.6.6")  # six from an address, for any names
    with pytest.raises(TooMany):
        tries.sign_in("e", "6.6.6.6")


def test_the_right_password_costs_nothing() -> None:
    tries = Tries(RATES, Clock())
    for _ in range(20):
        tries.sign_in("kari", "1.1.1.1").right()
        tries.sign_in("ola", "1.1.1.1").unused()
        tries.own("u1").right()
    one = tries.own("u2")
    one.right()
    one.unused()  # once is enough
    for _ in range(3):
        tries.own("u2")
    with pytest.raises(TooMany):
        tries.own("u2")


def test_tables_are_guessed_at_no_faster() -> None:
    tries = Tries(RATES, Clock())
    entered = 0
    for k in range(50):
        try:
            while True:
                tries.enter("t1", f"6.6.6.{k}")
                entered += 1
        except TooMany:
            pass
    assert entered == 5
    with pytest.raises(TooMany):
        tries.enter("t1", "1.1.1.1")
    tries.enter("t1", "1.1.1.1", settled="u1")
    tries.enter("t2", "1.1.1.1")


def test_forgetting_frees_memory_and_no_flooder() -> None:
    clock = Clock()
    tries = Tries(RATES, clock)
    flood(tries, "kari", 1)
    for k in range(1000):
        tries.sign_in(f"name {k}", f"7.7.{k // 250}.{k % 250}")
        tries.register(f"7.7.{k // 250}.{k % 250}")
    with pytest.raises(TooMany):
        tries.sign_in("kari", "6.6.6.0")
    clock.now += 10_000
    for k in range(3000):
        tries.own(f"person {k}")
    assert len(tries._purses) < 3100
    for k in range(MOST_KEPT + 10):
        tries.own(f"other {k}")
    assert MOST_KEPT / 2 < len(tries._purses) <= MOST_KEPT + 3


def test_each_try_that_there_was_none_of_is_told() -> None:
    told: list[str] = []
    tries = Tries(Rates(own=Budget(1, 100)), Clock(), told.append)
    tries.own("kari")
    assert told == []
    for _ in range(2):
        with pytest.raises(TooMany):
            tries.own("kari")
    assert told == ["passwords", "passwords"]
