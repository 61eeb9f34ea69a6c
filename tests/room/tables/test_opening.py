"""Who may open another table."""

from typing import Any

import pytest
from msgspec import structs

from standpat.room.limits.limit import Limits
from standpat.room.limits.quota import Asker
from standpat.room.tables.opening import HOUSE, Openings
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import NewTable, TableRules, make

LIMITS = Limits(tables=2, address_tables=3, people_tables=5, house_tables=2)


class Book:
    """The tables that were opened."""

    def __init__(self) -> None:
        self.openings = Openings(LIMITS)
        self.tables: list[TableRules] = []

    def open(self, owner: str | None, asker: Asker = HOUSE, **more: Any) -> str:
        """Open a table. Returns the key of the refusal, or ""."""
        try:
            self.openings.check(self.tables, owner, asker, **more)
        except Refused as error:
            return str(error)
        rules = structs.replace(make(NewTable("27td"), f"t{len(self.tables)}"), owner=owner)
        if asker.person != owner:
            rules = structs.replace(rules, staked_by=asker.person or None)
        self.openings.opened(rules, asker)
        self.tables.append(rules)
        return ""


def test_a_bots_tables_are_its_persons() -> None:
    book = Book()
    assert [book.open("bot 1", Asker("ann")), book.open("bot 2", Asker("ann"))] == ["", ""]
    assert "you already have 2 tables" in book.open("bot 3", Asker("ann"))
    assert "you already have 2 tables" in book.open("ann", Asker("ann"))
    assert book.open("bob", Asker("bob")) == ""
    book.openings.closed("t0")
    book.tables.pop(0)
    assert book.open("ann", Asker("ann")) == ""


def test_after_a_restart_an_owners_tables_are_still_theirs() -> None:
    book = Book()
    book.open("ann", Asker("ann"))
    book.open("ann", Asker("ann"))
    book.openings = Openings(LIMITS)
    assert "you already have 2 tables" in book.open("ann", Asker("ann"))


def test_an_address_has_so_many() -> None:
    book = Book()
    assert [book.open(f"p{n}", Asker(f"p{n}", "a")) for n in range(3)] == [""] * 3
    assert "from your internet address" in book.open("p4", Asker("p4", "a"))
    assert book.open("p5", Asker("p5", "b")) == ""


def test_people_and_the_house_have_bounds_of_their_own() -> None:
    book = Book()
    assert [book.open(f"p{n}", Asker(f"p{n}")) for n in range(5)] == [""] * 5
    assert "cannot open more tables" in book.open("p6", Asker("p6"))
    assert "cannot open more tables" in book.open("admin", Asker("admin"), free=True)
    assert [book.open(None), book.open(None)] == ["", ""]
    assert "cannot open more tables" in book.open(None)


@pytest.mark.parametrize("free", [True, False])
def test_an_admin_is_free_of_their_own_bound_alone(free: bool) -> None:
    book = Book()
    answers = [book.open("admin", Asker("admin", "a"), free=free) for _ in range(4)]
    assert (answers == [""] * 4) is free


def test_each_refusal_is_told_by_the_limit_that_refused() -> None:
    book, told = Book(), list[str]()
    book.openings = Openings(LIMITS, told.append)
    for _ in range(3):
        book.open("ann", Asker("ann", "a"))
    assert told == ["tables"]
    book.open("bob", Asker("bob", "a"))
    book.open("bob", Asker("bob", "a"))
    assert told == ["tables", "address_tables"]
    for name in ("cy", "di", "eve"):
        book.open(name, Asker(name))
    assert told == ["tables", "address_tables", "people_tables"]
    book.tables.clear()
    for _ in range(3):
        book.open(None)
    assert told == ["tables", "address_tables", "people_tables", "house_tables"]
