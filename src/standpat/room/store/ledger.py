"""The ledger: every chip in double entry. It is append-only, amounts are whole chips, and chips are neither made nor
lost.

The accounts are `BANK`, `wallet(user)`, `seat(table, user)` and `prizes(tournament)`. The bank issues play chips, and
only the bank may have a negative balance. A seat account has a player's chips at a table, with those in the pot until
the hand is over. The chips of a tournament are not in the ledger, only what entries cost and prizes pay. A transfer is
a set of amounts by account that sums to zero, with a reason, a reference and a time. An account exists from its first
transfer.

Invariants:

- A transfer is written completely or not at all.
- No wallet or seat has a negative balance.
- An account's balance is the sum of its entries.
- The balances of all accounts sum to zero.
- Between hands a seat's balance is the player's stack.

`audit` checks all of them. The database itself refuses to change or delete an entry.

Functions that write return an operation for `Store.commit`. Its result is the number of the transfer, or None if no
chip moved. Impossible arguments raise `ValueError` before anything is written.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from msgspec import Struct
from sqlalchemy import BindParameter, Connection, bindparam, case, select, text, update

from standpat.room.store import chain
from standpat.room.store.batch import StoreError, Work
from standpat.room.store.schema import account as account_table
from standpat.room.store.schema import entry as entry_table
from standpat.room.store.schema import transfer as transfer_table
from standpat.room.store.statement import Statement

BANK: Final = "bank"
"""The account of the bank."""
ADJUST: Final = "adjust"
"""The reason of a transfer by which a table's host gives a seat chips or takes some off. The reference is the host's id
and, after a colon, the reason in their words. Chips that a host gives do not make the host the seat's payer.
"""
MUST_MOVE: Final = "must-move"
"""The reason of a transfer from a seat to another table's seat of the same player. The reference is the account that
paid for their chips.
"""


class Overdraft(StoreError):
    """An account does not have enough chips. Nothing was moved."""


class AlreadyDone(StoreError):
    """A transfer that may be made only once was made before. Nothing was moved."""


class Line(Struct, frozen=True):
    """An entry of an account. `balance` is the account's balance after the entry."""

    transfer: int
    at: float
    reason: str
    reference: str
    amount: int
    balance: int


def wallet(user: str) -> str:
    """The account of the chips that a user has away from the tables."""
    return f"wallet:{user}"


def seat(table: str, user: str) -> str:
    """The account of the chips that a user has at a table."""
    if ":" in table:
        raise ValueError(f"a table's id has no colon: {table!r}")
    return f"seat:{table}:{user}"


def prizes(tournament: str) -> str:
    """The account of the buy-ins of a tournament, from which its prizes are paid."""
    return f"tournament:{tournament}"


def transfer(
    amounts: Mapping[str, int], reason: str, *, at: float, reference: str = "", once: str | None = None
) -> Work:
    """Move chips between any number of accounts.

    Args:
        amounts: Chips by account, negative for accounts that pay. They sum to zero.
        reason: Why the chips move, such as "hand" or "daily".
        at: The time, in Unix seconds.
        reference: What the transfer belongs to, such as ``hand:17``.
        once: A second transfer with the same text fails with `AlreadyDone`.

    Raises:
        ValueError: An amount is not whole, an account has no such name, or the amounts do not sum to zero.
    """
    moved = {account: amount for account, amount in amounts.items() if amount}
    for account, amount in amounts.items():
        if type(amount) is not int:
            raise ValueError(f"chips are whole: {amount!r} for {account} is not")
        if account != BANK and not account.startswith(("wallet:", "seat:", "tournament:")):
            expected = f"{BANK}, wallet(user), seat(table, user) or prizes(tournament)"
            raise ValueError(f"{account!r} is not an account: expected {expected}")
    if sum(moved.values()):
        raise ValueError(f"a transfer sums to zero, this one to {sum(moved.values())}")

    def run(connection: Connection) -> int | None:
        return _book(connection, moved, reason, at, reference, once) if moved else None

    return Work(run)


def move(
    source: str, target: str, amount: int, reason: str, *, at: float, reference: str = "", once: str | None = None
) -> Work:
    """Move chips from one account to another.

    Args:
        source: The account that pays.
        target: The account that is paid.
        amount: The chips, 1 or more.
        reason: Why the chips move.
        at: The time, in Unix seconds.
        reference: What the transfer belongs to.
        once: A second transfer with the same text fails with `AlreadyDone`.

    Raises:
        ValueError: The amount is less than 1, or both accounts are the same.
    """
    if amount < 1:
        raise ValueError(f"a move is of 1 chip or more, not {amount}")
    if source == target:
        raise ValueError(f"{source} would pay itself")
    return transfer({source: -amount, target: amount}, reason, at=at, reference=reference, once=once)


def settle(table: str, hand_id: int, nets: Mapping[str, int], *, at: float) -> Work:
    """Book the result of a hand, by user. A hand is settled only once. If no chip moved, no transfer is written."""
    amounts = {seat(table, user): net for user, net in nets.items()}
    return transfer(amounts, "hand", at=at, reference=f"hand:{hand_id}", once=f"hand:{hand_id}")


def balance(connection: Connection, account: str, at: float | None = None) -> int:
    """An account's balance now, or at a time in Unix seconds; 0 if the account has never been used."""
    if at is None:
        return connection.scalar(select(account_table.c.balance).where(account_table.c.name == account)) or 0
    entries = (
        select(entry_table.c.balance)
        .join(transfer_table, transfer_table.c.id == entry_table.c.transfer)
        .where(entry_table.c.account == account, transfer_table.c.at <= at)
        .order_by(entry_table.c.transfer.desc())
    )
    return connection.scalar(entries.limit(1)) or 0


def is_open(connection: Connection, account: str) -> bool:
    """Whether an account has ever been used."""
    return connection.scalar(select(account_table.c.name).where(account_table.c.name == account)) is not None


def payer(connection: Connection, account: str) -> str | None:
    """The wallet, or the bank, from which a seat last got chips; None if it never got any. Results of hands and
    chips from a host do not count.
    """
    mine, other = entry_table.alias("mine"), entry_table.alias("other")
    paid = case((transfer_table.c.reason == MUST_MOVE, transfer_table.c.reference), else_=other.c.account)
    query = (
        select(paid)
        .join(mine, mine.c.transfer == other.c.transfer)
        .join(transfer_table, transfer_table.c.id == mine.c.transfer)
        .where(mine.c.account == account, mine.c.amount > 0, other.c.amount < 0)
        .where(transfer_table.c.reason.not_in(("hand", ADJUST)))
    )
    return connection.scalar(query.order_by(mine.c.transfer.desc()).limit(1))


def balances(connection: Connection, prefix: str = "") -> dict[str, int]:
    """Balances by account, of the accounts whose names begin with a prefix: ``seat:T1:`` is everybody at table T1."""
    query = select(account_table.c.name, account_table.c.balance).where(
        account_table.c.name.startswith(prefix, autoescape=True)
    )
    return dict(connection.execute(query.order_by(account_table.c.name)).all())


def statement(connection: Connection, account: str, since: float = 0, until: float | None = None) -> list[Line]:
    """The entries of an account between two times (inclusive, in Unix seconds), oldest first."""
    query = (
        select(
            transfer_table.c.id,
            transfer_table.c.at,
            transfer_table.c.reason,
            transfer_table.c.reference,
            entry_table.c.amount,
            entry_table.c.balance,
        )
        .join(entry_table, entry_table.c.transfer == transfer_table.c.id)
        .where(entry_table.c.account == account, transfer_table.c.at >= since)
        .order_by(transfer_table.c.id)
    )
    if until is not None:
        query = query.where(transfer_table.c.at <= until)
    return [Line(*row) for row in connection.execute(query)]


def audit(connection: Connection, stacks: Mapping[str, int] | None = None) -> list[str]:
    """Check the ledger.

    Args:
        connection: A connection.
        stacks: Chips by seat account, as the tables count them. All seat accounts are compared with them.

    Returns:
        What is wrong, in sentences; empty if everything is right.
    """
    wrong = [sentence.format(*row) for query, sentence in _CHECKS for row in connection.execute(text(query))]
    if stacks is not None:
        kept = {name: amount for name, amount in balances(connection, "seat:").items() if amount}
        counted = {name: amount for name, amount in stacks.items() if amount}
        wrong += [
            f"{name} has {kept.get(name, 0)} in the ledger and {counted.get(name, 0)} on the table"
            for name in sorted(kept.keys() | counted.keys())
            if kept.get(name, 0) != counted.get(name, 0)
        ]
    return wrong


# ----------------------------------------------------------------------------------------------------------

_CHECKS: Final = (
    (
        "SELECT transfer, SUM(amount) FROM entry GROUP BY transfer HAVING SUM(amount) <> 0 ORDER BY transfer",
        "transfer {} sums to {} and not to zero",
    ),
    (
        "SELECT id FROM transfer WHERE NOT EXISTS (SELECT 1 FROM entry WHERE entry.transfer = transfer.id) ORDER BY id",
        "transfer {} has no entries",
    ),
    (
        "SELECT account, transfer, balance, should FROM (SELECT account, transfer, balance,"
        " SUM(amount) OVER (PARTITION BY account ORDER BY transfer) AS should FROM entry) AS told"
        " WHERE balance <> should ORDER BY account, transfer",
        "{0} has {2} after transfer {1}, but its entries so far sum to {3}",
    ),
    (
        "SELECT name, balance, made FROM (SELECT name, account.balance AS balance, COALESCE(SUM(amount), 0) AS made"
        " FROM account LEFT JOIN entry ON entry.account = account.name GROUP BY name, account.balance) AS told"
        " WHERE balance <> made ORDER BY name",
        "{} is kept as {}, but its entries sum to {}",
    ),
    (
        "SELECT name, balance FROM account WHERE balance < 0 AND name <> 'bank' ORDER BY name",
        "{} is overdrawn: {}",
    ),
    ("SELECT SUM(balance) FROM account HAVING SUM(balance) <> 0", "all balances together are {} and not zero"),
)

_DONE_BEFORE: Final = Statement(select(transfer_table.c.id).where(transfer_table.c.once == bindparam("told")))
_OPEN_ACCOUNT: Final = Statement(account_table.insert())
_ADD_TRANSFER: Final = Statement(
    transfer_table.insert().returning(transfer_table.c.id), ["at", "reason", "reference", "once"]
)
_ADD_ENTRY: Final = Statement(entry_table.insert())
_SET_BALANCE: Final = Statement(
    update(account_table).where(account_table.c.name == bindparam("of")).values(balance=bindparam("becomes"))
)


@cache
def _balances(accounts: int) -> Statement:
    """Selects the balances of so many accounts, ``a0``, ``a1`` and so on."""
    names: list[BindParameter[str]] = [bindparam(f"a{number}") for number in range(accounts)]
    query = select(account_table.c.name, account_table.c.balance)
    return Statement(query.where(account_table.c.name.in_(names)))


def _book(
    connection: Connection, amounts: Mapping[str, int], reason: str, at: float, reference: str, once: str | None
) -> int:
    if once is not None and _DONE_BEFORE.rows(connection, {"told": once}):
        raise AlreadyDone(f"{once} is in the ledger already")
    now = _balances_of(connection, amounts)
    after = {account: now[account] + amount for account, amount in amounts.items()}
    for account, left in after.items():
        if left < 0 and account != BANK:
            raise Overdraft(f"{account} has {now[account]} chips, {-amounts[account]} were to go")
    row = {"at": at, "reason": reason, "reference": reference, "once": once}
    ((number,),) = _ADD_TRANSFER.rows(connection, row)
    _SET_BALANCE.run_each(connection, [{"of": account, "becomes": left} for account, left in after.items()])
    _ADD_ENTRY.run_each(
        connection,
        [
            {"account": account, "transfer": number, "amount": amount, "balance": after[account]}
            for account, amount in amounts.items()
        ],
    )
    entries = [(account, amount, after[account]) for account, amount in amounts.items()]
    chain.add(connection, "transfer", number, chain.transfer_digest(number, at, reason, reference, once, entries))
    return int(number)


def _balances_of(connection: Connection, accounts: Iterable[str]) -> dict[str, int]:
    """The balances of accounts. Accounts that do not exist yet are opened with 0."""
    names = {f"a{number}": account for number, account in enumerate(accounts)}
    balances: dict[str, int] = dict(_balances(len(names)).rows(connection, names))
    new = [{"name": account, "balance": 0} for account in accounts if account not in balances]
    if new:
        _OPEN_ACCOUNT.run_each(connection, new)
    return {**dict.fromkeys(accounts, 0), **balances}
