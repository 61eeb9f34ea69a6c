"""What `check` finds wrong with a stored table."""

import pytest

from standpat.room.tables.resume import Unsound, check
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import NewTable, TableRules, make

RULES: TableRules = make(NewTable("27td", "Willow", seats=3), "t1")


def seated(**stacks: int) -> Seating:
    seating = Seating(RULES.stakes, [None] * RULES.seats, *RULES.buy_in)
    for at, (user, chips) in enumerate(stacks.items()):
        seating.sit(at, user, user.title(), chips)
    return seating


def test_a_table_with_the_chips_of_the_ledger_is_sound() -> None:
    check(RULES, seated(ann=400, bob=300), None, {"ann": 400, "bob": 300})


def test_chips_bought_during_a_hand_count() -> None:
    seating = seated(ann=400, bob=300)
    seating.deal()
    seating.top_up(0, 100)
    seating.settle([400, 300])
    check(RULES, seating, None, {"ann": 500, "bob": 300})


def test_an_empty_account_of_somebody_who_left_does_not_matter() -> None:
    check(RULES, seated(ann=400), None, {"ann": 400, "bob": 0})


@pytest.mark.parametrize(
    "ledger",
    [{"ann": 401, "bob": 300}, {"ann": 400}, {"ann": 400, "bob": 300, "eve": 1}, {}],
    ids=["another amount", "nothing for a player", "chips of nobody here", "nothing at all"],
)
def test_other_chips_than_the_ledger_are_found(ledger: dict[str, int]) -> None:
    with pytest.raises(Unsound, match="its seats have other chips than the ledger"):
        check(RULES, seated(ann=400, bob=300), None, ledger)
