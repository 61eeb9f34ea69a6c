"""Tournaments checked against their rules, their hands and the ledger.

The chips of a tournament are not in the ledger: they are in its events. `faults(connection)` reads the events of each
tournament, over or not, and says what is wrong:

- An event is missing, cannot be read, or cannot follow the one before it.
- A hand is not in the journal as its events have it: players, stacks, the seed of its cards, what each won or lost.
- Wallets have paid or got other amounts than the events say, or chips were left in the account of the prizes.

With `rules` it derives every event again, which takes thirty times as long, and finds more:

- An event is not the one that the rules give with the tournament's seed: a draw of seats, who moves, who is out, the
  prizes; and for a hand its players, stacks, positions and game. Or it is left out, and a hand begins without it.

The events of one tournament at a time are in memory. No finding names a card.
"""

from collections import Counter, deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from standpat.room.store import StoreError, ledger, schema, tournament_book
from standpat.room.store.tournament_book import StoredTournament
from standpat.room.tournaments.seats import table_id
from standpat.room.tournaments.table_policy import deck_seed
from standpat.tournament import evening
from standpat.tournament.costs import paid
from standpat.tournament.dealing import dealt
from standpat.tournament.director import following
from standpat.tournament.events import (
    Agreed,
    Arrived,
    Broken,
    Cancelled,
    Dealt,
    Departed,
    Disqualified,
    Event,
    Figured,
    Finished,
    Lapsed,
    Offered,
    Out,
    Played,
    Redrawn,
    Reentered,
    Registered,
    RegistrationClosed,
    Resumed,
    RoundBegan,
    RoundCalled,
    RoundsOver,
    Seated,
    Started,
    Voided,
)
from standpat.tournament.fold.apply import apply
from standpat.tournament.fold.parts import Impossible
from standpat.tournament.state import Tournament

BY_RULE: Final = (
    Started, Seated, Offered, RegistrationClosed, Out, RoundCalled, RoundBegan, RoundsOver, Departed, Arrived, Broken,
    Redrawn, Figured, Lapsed, Agreed, Finished,
)  # fmt: skip
"""The events that nobody asks for, but for two: a director moves a player (`Departed`), and who enters again is `Out`
before.
"""


def faults(connection: Connection, *, rules: bool = False) -> Iterator[str]:
    """What is wrong with the tournaments of a database, in sentences.

    Args:
        connection: A connection.
        rules: Whether every event is derived again.
    """
    for id in tournament_book.every(connection):
        try:
            stored = tournament_book.stored(connection, id)
        except (StoreError, msgspec.DecodeError) as error:
            why = str(error) if isinstance(error, StoreError) else "an event cannot be read"
            yield f"tournament {id}: {why}"
            continue
        for text in _faults(connection, stored, rules=rules):
            yield f"tournament {id}: {text}"


def tournament_tables(connection: Connection, among: Collection[str] | None = None) -> set[str]:
    """The ids of all tables of tournaments, open or not, or of those that are among these."""
    c = schema.card_table.c
    query = select(c.id, c.record) if among is None else select(c.id, c.record).where(c.id.in_(among))
    found: set[str] = set()
    for id, record in connection.execute(query):
        with suppress(msgspec.DecodeError):
            if msgspec.json.decode(record, type=_Record).tournament:
                found.add(id)
    return found


class _Record(Struct):
    tournament: str = ""


def _faults(connection: Connection, stored: StoredTournament, *, rules: bool) -> Iterator[str]:
    yield from unlike_the_rules(stored) if rules else _out_of_order(stored)
    yield from _unlike_the_hands(connection, stored)
    yield from _unlike_the_ledger(connection, stored)


# Rules -----------------------------------------------------------------------------------------------------


def unlike_the_rules(stored: StoredTournament) -> Iterator[str]:
    """The first event that the rules and the seed do not give, and the first that cannot follow, in sentences."""
    tournament, expected, unlike = Tournament(), deque[Event](), False
    for no, event in enumerate(stored.events):
        if not unlike and (text := _unlike(tournament, stored, no, expected)):
            yield f"event {no} {text}"
            unlike = True  # what follows from it would be reported again and again
        if text := _not_applied(tournament, no, event):
            yield text
            return


def _out_of_order(stored: StoredTournament) -> Iterator[str]:
    """The first event that cannot follow, in a sentence."""
    tournament = Tournament()
    for no, event in enumerate(stored.events):
        if text := _not_applied(tournament, no, event):
            yield text
            return


def _not_applied(tournament: Tournament, no: int, event: Event) -> str:
    """Apply an event. Why it cannot follow; "" if it can."""
    try:
        apply(tournament, event)
    except (Impossible, KeyError) as error:
        return f"event {no} cannot follow" + (f": {error}" if isinstance(error, Impossible) else "")
    return ""


def _unlike(tournament: Tournament, stored: StoredTournament, no: int, expected: deque[Event]) -> str:
    """What is wrong with an event, by the rules; "" if nothing is.

    Args:
        tournament: The state before it.
        stored: The tournament.
        no: The number of the event.
        expected: The events that were written with those before. It is brought up to date.
    """
    event = stored.events[no]
    if expected:
        return "" if event == expected.popleft() else "is not the one that had to follow"
    if isinstance(event, Dealt):
        if following(tournament, stored.seed, stored.events[no - 1].at):
            return "is a hand that begins before what had to follow"
        there = event.table in tournament.tables
        given = dealt(tournament, event.table, stored.seed, event.at) if there else None
        return "" if event == given else "is a hand that the rules do not give"
    if isinstance(event, Resumed) and event.redraw not in (None, evening.draws(tournament, event.at)):
        return "draws seats anew, or leaves them, against the rules"
    by_rule = isinstance(event, BY_RULE) or (isinstance(event, Cancelled) and tournament.called_off is not None)
    by_rule = by_rule or (isinstance(event, Disqualified) and event.by == "room")  # a no-show (T3.5)
    if not by_rule or _asked_for(stored.events, no):
        return ""
    expected.extend(following(tournament, stored.seed, event.at))
    return "" if expected and event == expected.popleft() else "is not what the rules and the seed give"


def _asked_for(events: Sequence[Event], no: int) -> bool:
    """Whether a director moves a player, or a player is out because they enter again."""
    event, after = events[no], events[no + 1] if no + 1 < len(events) else None
    if isinstance(event, Departed):
        return bool(event.by)
    return isinstance(event, Out) and isinstance(after, Reentered) and event.players == (after.player,)


# Hands -----------------------------------------------------------------------------------------------------


class _Setup(Struct):
    users: list[str]
    stacks: list[int]


def _unlike_the_hands(connection: Connection, stored: StoredTournament) -> Iterator[str]:
    """Compare the hands of the events with those of the journal."""
    begun = {(event.table, event.hand): event for event in stored.events if isinstance(event, Dealt)}
    ends = {(event.table, event.hand): event for event in stored.events if isinstance(event, Played | Voided)}
    numbers = {table_id(stored.seed, number): number for number, _ in begun}
    c, seed = schema.hand.c, schema.seed.c
    query = select(c.table_id, c.hand_no, c.setup, c.ended, c.nets, seed.seed).join(
        schema.seed, seed.hand_id == c.id, isouter=True
    )
    tables = sorted(numbers)
    for first in range(0, len(tables), 100):
        for row in connection.execute(query.where(c.table_id.in_(tables[first : first + 100]))):
            which = numbers[row.table_id], row.hand_no
            name = f"hand {which[1]} of table {which[0]}"
            event, end = begun.pop(which, None), ends.pop(which, None)
            if event is None:
                yield f"{name} is in the journal alone"
                continue
            try:
                setup = msgspec.json.decode(row.setup, type=_Setup)
                nets = None if row.nets is None else msgspec.json.decode(row.nets, type=list[int])
            except msgspec.DecodeError:
                yield f"{name} cannot be read"
                continue
            if (tuple(setup.users), tuple(setup.stacks)) != (event.players, event.stacks):
                yield f"{name} began with other players or chips than in the journal"
            if row.seed != deck_seed(stored.seed, event):
                yield f"the cards of {name} are not from the seed of the tournament"
            if nets != _nets(event, end):
                yield f"{name} brought its players other amounts than in the journal"
    for table, hand in sorted(begun):
        yield f"hand {hand} of table {table} is not in the journal"


def _nets(event: Dealt, end: Event | None) -> list[int] | None:
    """What each player won or lost; None if the hand is not over."""
    if isinstance(end, Played):
        return [after - before for after, before in zip(end.stacks, event.stacks, strict=True)]
    return None if end is None else [0] * len(event.players)


# The ledger ------------------------------------------------------------------------------------------------


def _unlike_the_ledger(connection: Connection, stored: StoredTournament) -> Iterator[str]:
    """Compare what was paid in and out with the ledger."""
    account = ledger.prizes(stored.id)
    transfer, entry = schema.transfer.c, schema.entry.c
    query = select(transfer.reason, entry.account, entry.amount).join(schema.transfer, transfer.id == entry.transfer)
    booked: dict[str, Counter[str]] = {"tournament": Counter(), "prize": Counter()}
    for reason, name, amount in connection.execute(query.where(transfer.reference == account)):
        booked.setdefault(reason, Counter())[name] += amount
    cost, got = booked["tournament"], booked["prize"]
    due_in, due_out = _due(stored.events)
    for name in sorted({*due_in, *cost} - {account}):
        if -cost[name] != due_in[name]:
            yield f"{name} paid {-cost[name]} for entries, and they cost {due_in[name]}"
    for name in sorted({*due_out, *got} - {account, ledger.BANK}):
        if got[name] != due_out[name]:
            yield f"{name} got {got[name]} at the end, and {due_out[name]} is right"
    if got[ledger.BANK] < 0:
        yield "the bank paid for its prizes"
    left = ledger.balance(connection, account)
    if left and isinstance(stored.events[-1], Finished | Cancelled):
        yield f"{left} chips were not paid out"


def _due(events: Sequence[Event]) -> tuple[Counter[str], Counter[str]]:
    """What each wallet had to pay for entries, and to get at the end, by the events."""
    persons = {event.player: event.person or event.player for event in events if isinstance(event, Registered)}
    last = events[-1] if events else None
    prizes = last.prizes if isinstance(last, Finished) else last.refunds if isinstance(last, Cancelled) else {}
    cost, prize = Counter[str](), Counter[str]()
    for wallets, amounts in ((cost, paid(events)), (prize, prizes)):
        for player, amount in amounts.items():
            wallets[ledger.wallet(persons.get(player, player))] += amount
    return cost, prize
