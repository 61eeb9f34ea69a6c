"""The quotas of a person and of an address, for every page, bot and guest of theirs."""

import pytest

from standpat.room.limits.limit import Limits, Rate
from standpat.room.limits.limit_name import LimitName
from standpat.room.limits.quota import Asker, Quotas

SLOW = 1e9


def limits(most: int) -> Limits:
    """This many of each for a person, and one more for an address."""
    person, address = Rate(most, SLOW), Rate(most + 1, SLOW)
    return Limits(
        sockets=most,
        address_sockets=most + 1,
        guests=person,
        new_bots=person,
        new_tables=person,
        reads=person,
        posts=person,
        address_posts=address,
        chat=person,
        guest_chat=address,
    )


@pytest.fixture
def quotas() -> Quotas:
    return Quotas(limits(2))


def test_lines_are_counted_by_person(quotas: Quotas) -> None:
    ann, bob = Asker("ann", "a", True), Asker("bob", "a", True)
    assert [quotas.speak(ann) for _ in range(3)] == [True, True, False]
    assert [quotas.speak(bob) for _ in range(3)] == [True, True, False]


def test_lines_of_guests_are_counted_by_address_too(quotas: Quotas) -> None:
    guests = [Asker(f"guest {number}", "a") for number in range(5)]
    assert [quotas.speak(guest) for guest in guests] == [True, True, True, False, False]
    assert quotas.speak(Asker("ann", "a", True))
    assert quotas.speak(Asker("guest 9", "b"))
    assert [quotas.speak(Asker(f"guest {number}")) for number in range(10, 20)] == [True] * 10


def test_pages_are_counted_while_they_are_open(quotas: Quotas) -> None:
    ann = Asker("ann", "a")
    assert [quotas.connect(ann) for _ in range(3)] == [True, True, False]
    assert [quotas.connect(Asker("", "a")) for _ in range(2)] == [True, False]
    assert quotas.connect(Asker("bob", "b"))
    quotas.disconnect(ann)
    assert [quotas.connect(ann), quotas.connect(ann)] == [True, False]
    for asker in (ann, ann, Asker("", "a"), Asker("bob", "b")):
        quotas.disconnect(asker)
    assert not quotas._sockets


def test_nobody_at_a_trusted_address_is_not_counted(quotas: Quotas) -> None:
    assert all([quotas.connect(Asker()) for _ in range(100)])
    assert all([quotas.guest(None) and quotas.read(None) for _ in range(100)])
    assert not quotas._sockets


def test_rates_are_by_address(quotas: Quotas) -> None:
    for ask in (quotas.guest, quotas.read):
        assert [ask("a"), ask("a"), ask("a"), ask("b")] == [True, True, False, True]
    assert [quotas.bot(Asker(f"p{number}", "a")) for number in range(3)] == [True, True, False]


def test_new_tables_are_counted_by_both(quotas: Quotas) -> None:
    assert [quotas.table(Asker("ann", address)) for address in "abc"] == [True, True, False]
    assert [quotas.table(Asker(f"p{number}", "d")) for number in range(3)] == [True, True, False]


def test_changes_are_counted_by_session_first_so_that_one_does_not_stop_another(quotas: Quotas) -> None:
    assert [quotas.change("one", "a") for _ in range(5)] == [True, True, False, False, False]
    assert quotas.change("two", "a")
    assert not quotas.change("three", "a")  # the address has used its three
    assert [quotas.change("four", None) for _ in range(3)] == [True, True, False]
    assert [quotas.change(None, None) for _ in range(9)] == [True] * 9


def test_who_is_refused_is_told_for_how_long() -> None:
    ann = Asker("ann", "a")
    quotas = Quotas(Limits(new_tables=Rate(1, 600), guests=Rate(2, 60)))
    assert quotas.seconds("table", "ann", "a") == 1  # there is one
    assert quotas.table(ann)
    assert not quotas.table(ann)
    assert 590 < quotas.seconds("table", "ann", "a") <= 600
    assert quotas.seconds("bot", "a") == 1
    for _ in range(2):
        assert quotas.guest("a")
    assert 25 < quotas.seconds("guest", "a") <= 30
    assert quotas.seconds("guest", None) == 1


def test_each_refusal_is_told_by_the_limit_that_refused() -> None:
    told: list[LimitName] = []
    quotas = Quotas(limits(1), told.append)
    ann, bob, eve = Asker("ann", "a"), Asker("bob", "a"), Asker("eve", "a")
    first = [quotas.guest("a"), quotas.bot(ann), quotas.table(ann), quotas.read("a"), quotas.change("one", "a")]
    first += [quotas.speak(ann), quotas.speak(bob), quotas.connect(ann), quotas.connect(bob)]
    first += [quotas.change("two", "a")]
    assert (all(first), told) == (True, [])
    refused = [quotas.guest("a"), quotas.bot(bob), quotas.table(ann), quotas.table(bob), quotas.read("a")]
    refused += [quotas.change("one", "a"), quotas.change("three", "a"), quotas.speak(ann), quotas.speak(eve)]
    refused += [quotas.connect(ann), quotas.connect(eve)]
    assert not any(refused)
    assert told == [
        *("guests", "new_bots", "new_tables", "new_tables", "reads", "posts", "address_posts", "chat", "guest_chat"),
        *("sockets", "address_sockets"),
    ]


def test_eight_people_at_one_address_may_have_four_tables_and_the_lobby_open() -> None:
    quotas = Quotas(Limits())
    people = [Asker(f"p{k}", "a") for k in range(8)]
    assert all([quotas.connect(person) for person in people for _ in range(5)])
