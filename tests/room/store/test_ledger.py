"""Every chip has an entry, no chips appear or vanish, and past balances can be looked up."""

import re
from collections.abc import Callable
from random import Random

import pytest
from sqlalchemy import text

from room.store.scene import run
from standpat.room.store import Store, StoreError, Work, ledger
from standpat.room.store.ledger import BANK, AlreadyDone, Line, Overdraft, seat, wallet


def test_a_player_buys_in_plays_and_leaves(database_url: str) -> None:
    ann, bob = "ann", "bob"

    async def scene(store: Store) -> None:
        for user in (ann, bob):
            await store.commit(ledger.move(BANK, wallet(user), 1000, "daily", at=1, once=f"daily:{user}:1"))
            await store.commit(ledger.move(wallet(user), seat("T", user), 400, "buy-in", at=2, reference="table:T"))
        await store.commit(ledger.settle("T", 1, {ann: -150, bob: 150}, at=3))
        assert await store.read(ledger.balances, "seat:T:") == {"seat:T:ann": 250, "seat:T:bob": 550}
        assert await store.read(ledger.audit, {"seat:T:ann": 250, "seat:T:bob": 550}) == []
        await store.commit(ledger.move(seat("T", bob), wallet(bob), 550, "cash-out", at=4))
        assert await store.read(ledger.balances) == {
            BANK: -2000,
            "wallet:ann": 600,
            "wallet:bob": 1150,
            "seat:T:ann": 250,
            "seat:T:bob": 0,
        }
        assert await store.read(ledger.statement, wallet(bob)) == [
            Line(3, 1, "daily", "", 1000, 1000),
            Line(4, 2, "buy-in", "table:T", -400, 600),
            Line(6, 4, "cash-out", "", 550, 1150),
        ]
        assert await store.read(ledger.statement, seat("T", bob), 3, 3) == [Line(5, 3, "hand", "hand:1", 150, 550)]
        told = [await store.read(ledger.balance, wallet(bob), at) for at in (0.5, 1, 2.5, 4, None)]
        assert told == [0, 1000, 600, 1150, 1150]
        assert await store.read(ledger.audit, {"seat:T:ann": 250}) == []

    run(database_url, scene)


def test_nobody_pays_what_he_has_not(database_url: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(ledger.move(BANK, wallet("ann"), 100, "gift", at=1))
        too_much = ledger.transfer({wallet("ann"): -101, seat("T", "ann"): 1, wallet("bob"): 100}, "x", at=2)
        with pytest.raises(Overdraft, match="wallet:ann has 100 chips, 101 were to go"):
            await store.commit(too_much)
        with pytest.raises(Overdraft):
            await store.commit(ledger.settle("T", 1, {"ann": -1, "bob": 1}, at=2))
        # two transfers at once, of which the balance covers one
        half = ledger.move(wallet("ann"), wallet("bob"), 60, "x", at=2)
        with pytest.raises(Overdraft):
            await store.commit(half, half)
        assert await store.read(ledger.balances) == {BANK: -100, "wallet:ann": 100}
        await store.commit(half)

    run(database_url, scene)


def test_what_happens_once_happens_once(database_url: str) -> None:
    async def scene(store: Store) -> None:
        gift = ledger.move(BANK, wallet("ann"), 100, "gift", at=1, once="gift:ann")
        await store.commit(gift)
        with pytest.raises(AlreadyDone, match="gift:ann"):
            await store.commit(gift)
        assert await store.read(ledger.balance, wallet("ann")) == 100

    run(database_url, scene)


def test_a_hand_without_a_chip_moved_is_no_transfer(database_url: str) -> None:
    async def scene(store: Store) -> None:
        assert await store.commit(ledger.settle("T", 1, {"ann": 0, "bob": 0}, at=1)) == (None,)
        assert await store.read(ledger.balances) == {}

    run(database_url, scene)


@pytest.mark.parametrize(
    ("amounts", "wrong"),
    [
        ({BANK: -5, "wallet:a": 4}, "sums to zero, this one to -1"),
        ({BANK: -0.5, "wallet:a": 0.5}, "whole"),
        ({BANK: True, "wallet:a": -1}, "whole"),
        ({"pot": -5, "wallet:a": 5}, "'pot' is not an account"),
    ],
)
def test_transfers_that_cannot_be_right(amounts: dict[str, int], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        ledger.transfer(amounts, "x", at=0)


@pytest.mark.parametrize(("amount", "target"), [(0, "wallet:b"), (-5, "wallet:b"), (5, "wallet:a")])
def test_moves_that_cannot_be_right(amount: int, target: str) -> None:
    with pytest.raises(ValueError, match=r"1 chip or more|pay itself"):
        ledger.move("wallet:a", target, amount, "x", at=0)


def test_a_table_has_a_plain_name() -> None:
    with pytest.raises(ValueError, match="colon"):
        seat("a:b", "ann")


def test_random_transfers_audit_clean(database_url: str) -> None:
    """Compared with balances in a dictionary."""
    random = Random(7)
    names = [BANK, *[wallet(u) for u in "abcd"], *[seat(t, u) for t in "TU" for u in "abcd"]]
    books = dict.fromkeys(names, 0)
    refused = 0

    async def scene(store: Store) -> None:
        nonlocal refused
        for n in range(400):
            chosen = random.sample(names, random.randint(2, 5))
            amounts = {name: random.randint(-40, 60) for name in chosen[1:]}
            amounts[chosen[0]] = -sum(amounts.values())
            op = ledger.transfer(amounts, "random", at=n)
            if any([books[k] + v < 0 and k != BANK for k, v in amounts.items()]):
                refused += 1
                with pytest.raises(Overdraft):
                    await store.commit(op)
            else:
                await store.commit(op)
                for name, amount in amounts.items():
                    books[name] += amount
        kept = await store.read(ledger.balances)
        assert {name: kept.get(name, 0) for name in names} == books
        stacks = {name: amount for name, amount in books.items() if name.startswith("seat:")}
        assert await store.read(ledger.audit, stacks) == []

    run(database_url, scene)
    assert 50 < refused < 350


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE account SET balance = 99 WHERE name = 'wallet:ann'", "wallet:ann is kept as 99, but its entries"),
        ("UPDATE account SET balance = -101 WHERE name = 'bank'", "all balances together are -1"),
        ("INSERT INTO entry VALUES ('seat:T:ann', 1, 5, 45)", "transfer 1 sums to 5"),
        ("INSERT INTO entry VALUES ('seat:T:ann', 1, 5, 45)", "seat:T:ann has 40 after transfer 2"),
        ("INSERT INTO transfer (id, at, reason, reference) VALUES (9, 0, '', '')", "transfer 9 has no entries"),
    ],
)
def test_the_audit_finds_what_is_wrong(database_url: str, damage: str, said: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(ledger.move(BANK, wallet("ann"), 100, "gift", at=1))
        await store.commit(ledger.move(wallet("ann"), seat("T", "ann"), 40, "buy-in", at=1))
        assert await store.read(ledger.audit) == []
        await store.commit(Work(lambda c: c.execute(text(damage)).close()))
        assert any([said in line for line in await store.read(ledger.audit)]), await store.read(ledger.audit)

    run(database_url, scene)


def test_the_audit_compares_with_the_tables(database_url: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(ledger.move(BANK, seat("T", "ann"), 100, "gift", at=1))
        told = await store.read(ledger.audit, {"seat:T:ann": 90, "seat:U:bob": 3})
        assert told == [
            "seat:T:ann has 100 in the ledger and 90 on the table",
            "seat:U:bob has 0 in the ledger and 3 on the table",
        ]

    run(database_url, scene)


def test_the_database_itself_refuses_an_overdraft(database_url: str) -> None:
    async def scene(store: Store) -> None:
        with pytest.raises(StoreError, match="ck_account_not_overdrawn"):
            await store.commit(Work(lambda c: c.execute(text("INSERT INTO account VALUES ('wallet:x', -1)")).close()))

    run(database_url, scene)


def test_a_transfer_is_told_by_its_number_and_written_down_whole(database_url: str) -> None:
    async def scene(store: Store) -> None:
        numbers = await store.commit(
            ledger.move(BANK, wallet("ann"), 100, "gift", at=1.5, reference="why", once="gift:ann"),
            ledger.move(wallet("ann"), wallet("bob"), 1, "loan", at=2.5),
            ledger.settle("T", 7, {"ann": 0, "bob": 0}, at=3),
        )
        assert numbers == (1, 2, None)
        rows = await store.read(lambda c: c.execute(text("SELECT id, at, reason, reference, once FROM transfer")).all())
        assert [tuple(row) for row in rows] == [(1, 1.5, "gift", "why", "gift:ann"), (2, 2.5, "loan", "", None)]
        entries = await store.read(
            lambda c: c.execute(text("SELECT account, amount, balance FROM entry ORDER BY transfer, account")).all()
        )
        assert [tuple(row) for row in entries] == [
            (BANK, -100, -100),
            ("wallet:ann", 100, 100),
            ("wallet:ann", -1, 99),
            ("wallet:bob", 1, 1),
        ]

    run(database_url, scene)


def test_a_hand_is_settled_once(database_url: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(ledger.transfer({BANK: -20, seat("T", "ann"): 10, seat("T", "bob"): 10}, "gift", at=1))
        await store.commit(ledger.settle("T", 7, {"ann": -5, "bob": 5}, at=2))
        with pytest.raises(AlreadyDone, match=r"^hand:7 is in the ledger already$"):
            await store.commit(ledger.settle("T", 7, {"ann": 5, "bob": -5}, at=3))
        (line,) = await store.read(ledger.statement, seat("T", "ann"), 2)
        assert line == Line(2, 2, "hand", "hand:7", -5, 5)

    run(database_url, scene)


def test_an_account_is_open_from_its_first_transfer_on(database_url: str) -> None:
    async def scene(store: Store) -> None:
        assert not await store.read(ledger.is_open, wallet("ann"))
        assert await store.read(ledger.balance, wallet("ann")) == 0
        await store.commit(ledger.move(BANK, wallet("ann"), 5, "gift", at=1))
        await store.commit(ledger.move(wallet("ann"), wallet("bob"), 5, "gift", at=1))
        assert await store.read(ledger.is_open, wallet("ann"))
        assert await store.read(ledger.is_open, wallet("bob"))
        assert not await store.read(ledger.is_open, wallet("eve"))

    run(database_url, scene)


def test_the_payer_of_a_seat_is_who_chips_came_from_last(database_url: str) -> None:
    async def scene(store: Store) -> None:
        mine = seat("T", "ann")
        assert await store.read(ledger.payer, mine) is None
        await store.commit(ledger.move(BANK, wallet("ann"), 100, "gift", at=1))
        await store.commit(ledger.move(wallet("ann"), mine, 40, "buy-in", at=2))
        await store.commit(ledger.move(BANK, seat("T", "bob"), 40, "stake", at=3))
        assert await store.read(ledger.payer, mine) == wallet("ann")
        assert await store.read(ledger.payer, seat("T", "bob")) == BANK
        await store.commit(ledger.settle("T", 1, {"ann": 10, "bob": -10}, at=4))
        await store.commit(ledger.move(mine, wallet("ann"), 5, "cash-out", at=5))
        assert await store.read(ledger.payer, mine) == wallet("ann")
        await store.commit(ledger.move(BANK, mine, 1, "stake", at=6))
        assert await store.read(ledger.payer, mine) == BANK

    run(database_url, scene)


def test_balances_are_those_whose_names_begin_so_in_order(database_url: str) -> None:
    async def scene(store: Store) -> None:
        for table in ("b", "a_c", "axc", "a%"):
            await store.commit(ledger.move(BANK, seat(table, "ann"), 5, "gift", at=1))
        assert list(await store.read(ledger.balances, "seat:a_")) == ["seat:a_c:ann"]
        assert list(await store.read(ledger.balances, "seat:a%")) == ["seat:a%:ann"]
        every = await store.read(ledger.balances)
        assert every == {BANK: -20, **dict.fromkeys(["seat:a%:ann", "seat:a_c:ann", "seat:axc:ann", "seat:b:ann"], 5)}
        assert next(iter(every)) == BANK

    run(database_url, scene)


def test_a_statement_has_what_lies_in_its_time_both_ends_included(database_url: str) -> None:
    async def scene(store: Store) -> None:
        for at in (-1, 0, 1, 2, 3):
            await store.commit(ledger.move(BANK, wallet("ann"), at + 2, "gift", at=at))

        async def times(*span: float) -> list[float]:
            return [line.at for line in await store.read(ledger.statement, wallet("ann"), *span)]

        assert await times() == [0, 1, 2, 3]
        assert await times(1) == [1, 2, 3]
        assert await times(1, 2) == [1, 2]
        assert await times(3, 3) == [3]

    run(database_url, scene)


def test_the_audit_keeps_quiet_about_seats_without_chips(database_url: str) -> None:
    async def scene(store: Store) -> None:
        await store.commit(ledger.move(BANK, seat("T", "ann"), 100, "gift", at=1))
        await store.commit(ledger.move(seat("T", "ann"), wallet("ann"), 100, "cash-out", at=1))
        assert await store.read(ledger.audit, {"seat:U:bob": 0}) == []
        await store.commit(ledger.move(wallet("ann"), seat("T", "ann"), 1, "buy-in", at=1))
        assert await store.read(ledger.audit, {}) == ["seat:T:ann has 1 in the ledger and 0 on the table"]

    run(database_url, scene)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: ledger.transfer({BANK: True, "wallet:a": 5}, "x", at=0), "chips are whole: True for bank is not"),
        (
            lambda: ledger.transfer({"pot": -5, "wallet:a": 5}, "x", at=0),
            "'pot' is not an account: expected bank, wallet(user), seat(table, user) or prizes(tournament)",
        ),
        (lambda: ledger.transfer({BANK: -5, "wallet:a": 6}, "x", at=0), "a transfer sums to zero, this one to 1"),
        (lambda: ledger.move(BANK, "wallet:a", 0, "x", at=0), "a move is of 1 chip or more, not 0"),
        (lambda: ledger.move(BANK, BANK, 1, "x", at=0), "bank would pay itself"),
        (lambda: seat("a:b", "ann"), "a table's id has no colon: 'a:b'"),
    ],
)
def test_what_cannot_be_right_is_said(make: Callable[[], object], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(why)}$"):
        make()


def test_one_chip_can_be_moved_and_a_seat_has_its_table_and_user() -> None:
    ledger.move(BANK, seat("T", "ann"), 1, "x", at=0)
    assert (wallet("ann"), seat("T", "ann")) == ("wallet:ann", "seat:T:ann")
