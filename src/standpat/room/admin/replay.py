"""Replay of the whole record: every hand is dealt again from its seed, every transfer added up, every link checked.

`replay(connection)` compares the result with what is stored, and reports the differences:

- Hands, finished or not: the events are numbered without a gap, and they are those that the seed and the decisions
  give, card by card. Players, stacks and button are those of the record, and so are the end and the results. The
  transfer that settled the hand has the same results. Cards that were shown after the end were held. A finished hand
  without an end is one that was voided, and the audit log has that.
  In a tournament no chip of the ledger moves: `standpat.room.admin.tournament_record` compares its hands.
- Transfers: a transfer sums to zero, each account's balance after it is the sum of its entries so far, and the transfer
  is possible. A hand moves chips between the seats of its table. Any other transfer is between two accounts: the bank
  and any account; a user's seat and their own wallet, or the wallet of the person who stakes a bot there; a bot's
  wallet and its owner's; a wallet and the prizes of a tournament. The end of a tournament pays wallets and the bank
  from its prizes, once.
- The chain (`standpat.room.store.chain`): each link follows the previous one and has the digest of its record. Every
  transfer, every finished hand and every line of the log has a link.

A `Head` that was noted elsewhere must be in the chain. `AT_ONCE` rows are read at a time; of rows that were read, only
the balance of each account is kept in memory. No finding names a card.
"""

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, func, select

from standpat.engine.dealer import Dealer
from standpat.engine.event import HandEnd, HandStart, ShowdownShow, decode
from standpat.engine.rebuild import rebuild
from standpat.room.admin.tournament_record import tournament_tables
from standpat.room.store import chain, journal, ledger, log, schema
from standpat.room.tables.house_player import is_house_player

AT_ONCE: Final = 200
"""Rows that are read at a time."""
MOST_FINDINGS: Final = 1000
"""The largest number of findings that are reported one by one."""


class Head(Struct, frozen=True):
    """The last link of the chain at some time. Note it outside the database."""

    no: int
    hash: str


class Report(Struct):
    """The result of a replay: what is wrong, how much was checked, and the end of the chain."""

    wrong: list[str]
    hands: int
    transfers: int
    links: int
    head: Head


def replay(
    connection: Connection, noted: Head | None = None, progress: Callable[[str, int], None] = lambda what, done: None
) -> Report:
    """Check the whole record, as the module says.

    Args:
        connection: A connection.
        noted: A link of the chain that was noted earlier.
        progress: Called now and then with what is being checked and how many are done.
    """
    wrong = _Findings()
    voided = _voided(connection)
    hands = _count(progress, "hands", _hands(connection, voided, wrong))
    transfers = _count(progress, "transfers", _transfers(connection, wrong))
    links = _count(progress, "links", _links(connection, noted, wrong))
    no, hash = chain.head(connection)
    return Report(wrong.told(), hands, transfers, links, Head(no, hash.hex()))


class _Findings:
    """The differences found, at most `MOST_FINDINGS` and a count of the others."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._more = 0

    def add(self, text: str) -> None:
        if len(self._texts) < MOST_FINDINGS:
            self._texts.append(text)
        else:
            self._more += 1

    def told(self) -> list[str]:
        return [*self._texts, *([f"and {self._more} more"] if self._more else [])]


def _count(progress: Callable[[str, int], None], what: str, steps: Iterable[int]) -> int:
    done = 0
    for step in steps:
        done += step
        progress(what, done)
    return done


# Hands -----------------------------------------------------------------------------------------------------


def _voided(connection: Connection) -> set[int]:
    details = connection.scalars(select(schema.audit_log.c.detail).where(schema.audit_log.c.act == log.VOID))
    return {hand for detail in details for hand in json.loads(detail).get("hands", [])}


def _hands(connection: Connection, voided: set[int], wrong: _Findings) -> Iterable[int]:
    first = -1
    while rows := connection.execute(
        select(schema.hand).where(schema.hand.c.id > first).order_by(schema.hand.c.id).limit(AT_ONCE)
    ).all():
        ids = [row.id for row in rows]
        seeds = _seeds(connection, ids)
        people = _by_hand(connection, schema.player.c.hand_id, schema.player.c.seat, schema.player.c.person, ids)
        events = _by_hand(connection, schema.event.c.hand_id, schema.event.c.no, schema.event.c.body, ids)
        booked = _settled(connection, ids)
        of_tournaments = tournament_tables(connection, {row.table_id for row in rows})
        for row in rows:
            faults = _hand(row, seeds.get(row.id), people[row.id], events[row.id], voided)
            for text in faults:
                wrong.add(f"hand {row.id}: {text}")
            if not faults and booked.get(row.id, {}) != ({} if row.table_id in of_tournaments else _nets(row)):
                wrong.add(f"hand {row.id}: the ledger has other amounts than it brought its players")
        first = ids[-1]
        yield len(rows)


def _seeds(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    return dict(connection.execute(select(schema.seed).where(schema.seed.c.hand_id.in_(ids))).all())


def _by_hand(connection: Connection, hand: Any, order: Any, value: Any, ids: Sequence[int]) -> Any:
    by_hand: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for id, no, text in connection.execute(select(hand, order, value).where(hand.in_(ids)).order_by(hand, order)):
        by_hand[id].append((no, text))
    return by_hand


def _settled(connection: Connection, ids: Sequence[int]) -> dict[int, dict[str, int]]:
    """What the ledger booked for hands: amounts by account, by hand."""
    entries = select(schema.transfer.c.once, schema.entry.c.account, schema.entry.c.amount).join(
        schema.entry, schema.entry.c.transfer == schema.transfer.c.id
    )
    settled: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for once, account, amount in connection.execute(
        entries.where(schema.transfer.c.once.in_([f"hand:{id}" for id in ids]))
    ):
        settled[int(once.removeprefix("hand:"))][account] = amount
    return settled


def _nets(row: Row[Any]) -> dict[str, int]:
    if row.nets is None:
        return {}
    record = journal.record(row)
    nets = zip(record.users, record.nets or (), strict=False)
    return {ledger.seat(record.table, user): net for user, net in nets if net}


def _hand(
    row: Row[Any],
    seed: str | None,
    people: Sequence[tuple[int, str]],
    stored: Sequence[tuple[int, str]],
    voided: set[int],
) -> list[str]:
    """What is wrong with a hand, without the ledger."""
    if seed is None:
        return ["its seed is not there"]
    for place, (no, _) in enumerate(stored):
        if no != place:
            return [f"event {place} is not there"]
    try:
        record = journal.record(row)
        events = [decode(body) for _, body in stored]
    except (msgspec.DecodeError, ValueError, TypeError):
        return ["it cannot be read"]
    if [user for _, user in people] != [*record.users]:
        return ["its players are not those of its record"]
    end = next((place for place, event in enumerate(events, 1) if isinstance(event, HandEnd)), len(events))
    start = events[0] if events else None
    if not isinstance(start, HandStart):
        return ["its first event is not its start"]
    if (start.stacks, start.button, start.hand_no) != (record.stacks, record.button, record.hand_no):
        return ["it begins otherwise than its record says"]
    try:
        again = rebuild(record.game, record.stakes, events[:end], Dealer(seed), posts=record.posts)
    except ValueError as error:
        named = re.match(r"event \d+", str(error))
        return [f"{named.group() if named else 'an event'} is not what its seed and decisions give"]
    if tuple(again.events[:end]) != tuple(events[:end]):
        return ["its events are not what its seed and decisions give"]
    if len(again.events) != end:
        return ["its end is not there" if row.ended else f"event {end} is not there"]
    for event in events[end:]:
        if not isinstance(event, ShowdownShow) or not {*event.cards} <= {*again.cards(event.seat)}:
            return ["a card was shown after its end that was not held"]
    if row.ended is None:
        return ["it is over, and not finished"] if again.over else []
    if again.over:
        return [] if again.nets == record.nets else ["its results are not those of its events"]
    if row.id in voided and record.nets is not None and not any(record.nets):
        return []
    return ["it is finished, and its end is not there"]


# Transfers -------------------------------------------------------------------------------------------------


def _transfers(connection: Connection, wrong: _Findings) -> Iterable[int]:
    balances: defaultdict[str, int] = defaultdict(int)
    first = -1
    while rows := connection.execute(
        select(schema.transfer).where(schema.transfer.c.id > first).order_by(schema.transfer.c.id).limit(AT_ONCE)
    ).all():
        entries = _entries(connection, [row.id for row in rows])
        owners = _owners(connection, [account for moved in entries.values() for account, _, _ in moved])
        for row in rows:
            moved = entries[row.id]
            if sum([amount for _, amount, _ in moved]) != 0 or not moved:
                wrong.add(f"transfer {row.id}: it does not sum to zero")
            for account, amount, balance in moved:
                balances[account] += amount
                if balances[account] != balance:
                    wrong.add(f"transfer {row.id}: {account} has {balance} after it, its entries {balances[account]}")
                    balances[account] = balance
            if not _possible(row, {account: amount for account, amount, _ in moved}, owners):
                wrong.add(f"transfer {row.id}: nothing in the room moves chips so ({row.reason})")
        first = rows[-1].id
        yield len(rows)
    for name, kept in connection.execute(select(schema.account.c.name, schema.account.c.balance)):
        if balances.pop(name, 0) != kept:
            wrong.add(f"{name} is kept as {kept}, and its entries say otherwise")


def _entries(connection: Connection, ids: Sequence[int]) -> defaultdict[int, list[tuple[str, int, int]]]:
    entries: defaultdict[int, list[tuple[str, int, int]]] = defaultdict(list)
    c = schema.entry.c
    for id, *entry in connection.execute(
        select(c.transfer, c.account, c.amount, c.balance).where(c.transfer.in_(ids)).order_by(c.transfer)
    ):
        entries[id].append((entry[0], entry[1], entry[2]))
    return entries


def _owners(connection: Connection, accounts: Sequence[str]) -> dict[str, str | None]:
    """The owners of the users who have these seats and wallets, by user."""
    users = {account.rpartition(":")[2] for account in accounts if ":bot:" not in account}
    query = select(schema.person.c.id, schema.person.c.owner).where(schema.person.c.id.in_(users))
    return dict(connection.execute(query).all())


def _possible(row: Row[Any], moved: dict[str, int], owners: dict[str, str | None]) -> bool:
    """Whether a transfer with this reason can move these chips."""
    kinds = sorted([account.partition(":")[0] for account in moved])
    if row.reason == "hand":
        tables = {account.split(":", 2)[1] for account in moved if account.startswith("seat:")}
        return kinds == ["seat"] * len(moved) and len(tables) == 1 and row.once == row.reference
    if row.reason == "tournament":
        return kinds == ["tournament", "wallet"] and row.reference in moved and row.once is None
    if row.reason == "prize":
        payers = [account for account, amount in moved.items() if amount < 0]
        return payers == [row.reference] and row.once == row.reference and {*kinds} <= {"bank", "tournament", "wallet"}
    if kinds == ["bank", "seat"] or kinds == ["bank", "wallet"]:
        return True
    if kinds == ["wallet", "wallet"]:  # from a bot to its owner
        giver, taker = [account.partition(":")[2] for account, _ in sorted(moved.items(), key=lambda entry: entry[1])]
        return owners.get(giver) == taker
    if kinds != ["seat", "wallet"]:
        return False
    seat, wallet = sorted(moved)
    user, person = seat.split(":", 2)[2], wallet.partition(":")[2]
    return is_house_player(user) or person in (user, owners.get(user))


# The chain -------------------------------------------------------------------------------------------------


def _links(connection: Connection, noted: Head | None, wrong: _Findings) -> Iterable[int]:
    before, expected = chain.BEGINNING, 1
    counted = {"transfer": 0, "hand": 0, "log": 0}
    found_head = noted is None or (noted.no == 0)
    while rows := connection.execute(
        select(schema.link).where(schema.link.c.no >= expected).order_by(schema.link.c.no).limit(AT_ONCE)
    ).all():
        digests = _digests(connection, rows)
        for row in rows:
            counted[row.kind] += 1
            if row.no != expected:
                wrong.add(f"the chain has no link {expected}")
            if row.hash != chain.following(before, row.no, row.kind, row.of, row.digest):
                wrong.add(f"link {row.no}: it does not follow the one before")
            what = digests.get((row.kind, row.of))
            if what is None:
                wrong.add(f"link {row.no}: {row.kind} {row.of} is not there")
            elif what != row.digest:
                wrong.add(f"link {row.no}: {row.kind} {row.of} was changed after it was written")
            if noted and row.no == noted.no:
                found_head = row.hash.hex() == noted.hash.lower()
            before, expected = row.hash, row.no + 1
        yield len(rows)
    if not found_head and noted:
        wrong.add(f"the chain's link {noted.no} is not the one that was noted")
    yield from _unlinked(connection, counted, wrong)


def _unlinked(connection: Connection, counted: dict[str, int], wrong: _Findings) -> Iterable[int]:
    """Report the records that have no link."""
    tables = (
        ("transfer", schema.transfer.c.id, None),
        ("hand", schema.hand.c.id, schema.hand.c.ended.is_not(None)),
        ("log", schema.audit_log.c.id, None),
    )
    for kind, id, condition in tables:
        every = select(id) if condition is None else select(id).where(condition)
        if connection.scalar(select(func.count()).select_from(every.subquery())) == counted[kind]:
            continue
        linked = select(schema.link.c.of).where(schema.link.c.kind == kind)
        for of in connection.scalars(every.where(id.not_in(linked)).order_by(id).limit(MOST_FINDINGS)):
            wrong.add(f"{kind} {of} is not in the chain")
    yield 0


def _digests(connection: Connection, links: Sequence[Row[Any]]) -> dict[tuple[str, int], bytes]:
    """The digests of the records of these links, as the records are now."""
    of = {kind: [link.of for link in links if link.kind == kind] for kind in ("transfer", "hand", "log")}
    digests: dict[tuple[str, int], bytes] = {}
    c = schema.transfer.c
    entries = _entries(connection, of["transfer"])
    for row in connection.execute(select(c.id, c.at, c.reason, c.reference, c.once).where(c.id.in_(of["transfer"]))):
        digests["transfer", row.id] = chain.transfer_digest(*row, entries[row.id])
    ids = of["hand"]
    seeds = _seeds(connection, ids)
    people = _by_hand(connection, schema.player.c.hand_id, schema.player.c.seat, schema.player.c.person, ids)
    events = _by_hand(connection, schema.event.c.hand_id, schema.event.c.no, schema.event.c.body, ids)
    hands = connection.execute(select(*chain.HAND).where(schema.hand.c.id.in_(ids))).all()
    for hand in hands:
        bodies = [body for _, body in events[hand.id]]
        users = [user for _, user in people[hand.id]]
        digests["hand", hand.id] = chain.hand_digest(hand, seeds.get(hand.id, ""), users, bodies)
    for line in connection.execute(select(schema.audit_log).where(schema.audit_log.c.id.in_(of["log"]))):
        digests["log", line.id] = log.log_digest(*line)
    return digests
