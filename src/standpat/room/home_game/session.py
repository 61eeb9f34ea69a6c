"""The summary of a table's session, read from the ledger and the journal.

A session is what was played at one table: all of it, or the last `MOST_HANDS` hands of a longer one. `summary` reads it
with one connection, so it is one state of the database: after the last finished hand, or with the chips of a hand that
is being played still on the seats.

For each player, in chips: `brought` at the beginning (0 unless the summary begins later than the table), `bought_in`,
`topped_up` (rebuys too) and `cashed_out`, and the `stack` that is still on the table.
`net` = `cashed_out` + `stack` - `brought` - `bought_in` - `topped_up`, and equals what the hands of the session paid.
Where it does not, the summary has the `difference` and no settlement: a difference is shown and not spread (T10.8).

The settlement is between the people behind the seats (`standpat.room.tables.purse`): a person's bots and the house
players that they stake count as theirs, other house players as `BANK`.

What earlier evenings left to pay is shown apart, and is not part of the settlement (`standpat.room.home_game.debts`).

Statistics are what anybody at the table could have counted; cards are not among them.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Integer, cast, func, select

from standpat.engine.event import PotAwarded, decode
from standpat.room.home_game.debts import BANK, Debt, of_table, open_between
from standpat.room.home_game.settle_up import MOST_PLAYERS, Settlement, settle_up
from standpat.room.store import ledger, schema
from standpat.room.store.result import HOUSE, Totals, sums
from standpat.room.tables import house_player, purse
from standpat.room.tables.table import TableRules

MOST_HANDS: Final = 3000
"""The largest number of hands in a summary: the last ones."""
MOST_POINTS: Final = 120
"""The largest number of points of a player's line of stacks."""
POTS: Final = 10
"""Biggest pots in a summary."""
HAND: Final = "hand"


class Point(NamedTuple):
    """A player's stack after a hand, or after chips came or went following that hand; who leaves has what they took."""

    hand_no: int
    stack: int


class PlayerLine(Struct, frozen=True):
    """What a player brought and took, in chips, and their stack over time."""

    user: str
    name: str
    bot: bool
    brought: int
    bought_in: int
    topped_up: int
    cashed_out: int
    stack: int
    net: int
    stacks: tuple[Point, ...]


class Movement(Struct, frozen=True):
    """Chips that came to a seat, or left it if negative. Where a host gave or took them, `by` is the host and `why` is
    what they said."""

    at: float
    user: str
    reason: str
    amount: int
    by: str = ""
    why: str = ""


class BigPot(Struct, frozen=True):
    """A hand with a big pot: all its pots together, and who won a part of them. `id` is its key."""

    id: str
    hand_no: int
    game: str
    amount: int
    winners: tuple[str, ...]


class PersonTotals(Struct, frozen=True):
    """The statistics of a person in one game of the session."""

    user: str
    totals: Totals


class Session(Struct, frozen=True):
    """The summary of a session.

    Attributes:
        table: The table's id.
        name: Its name.
        began: When the session, or the part of it in the summary, began, in Unix seconds.
        closed: When the table was closed; None while it is open.
        whole: Whether the summary begins with the table.
        hands: Finished hands.
        games: Finished hands by game.
        players: All who had chips at the table, the largest net first.
        movements: Chips that came and went, oldest first.
        pots: The biggest pots, the biggest first.
        statistics: The statistics of people.
        difference: The sum of all nets; 0 unless the ledger is wrong.
        settlement: Who pays whom, by id; None if there is a difference or nobody can settle with so many.
        debts: What the table left to pay when it was closed, if it keeps debts (`standpat.room.home_game.debts`).
        earlier: What earlier evenings left to pay between people of this one.
        names: The names of everybody in the summary, by id.
    """

    table: str
    name: str
    began: float
    closed: float | None
    whole: bool
    hands: int
    games: dict[str, int]
    players: tuple[PlayerLine, ...]
    movements: tuple[Movement, ...]
    pots: tuple[BigPot, ...]
    statistics: tuple[PersonTotals, ...]
    difference: int
    settlement: Settlement | None
    debts: tuple[Debt, ...]
    earlier: tuple[Debt, ...]
    names: dict[str, str]


class _Entry(NamedTuple):
    """An entry of a seat, and the account on the other side ("" for the result of a hand). Where a player moved from or
    to another table, it is the account that paid for their chips.
    """

    user: str
    transfer: int
    at: float
    reason: str
    reference: str
    amount: int
    balance: int
    other: str

    @property
    def hand(self) -> int:
        """The id of the hand; 0 if it is none."""
        kind, _, number = self.reference.partition(":")
        return int(number) if self.reason == HAND and kind == HAND else 0


def was_there(connection: Connection, table: str, user: str) -> bool:
    """Whether a user ever had chips at a table."""
    return table.isalnum() and user.isprintable() and ledger.is_open(connection, ledger.seat(table, user))


def summary(connection: Connection, table: str) -> Session | None:
    """The summary of a table's session; None if there has never been such a table."""
    row = connection.execute(select(schema.card_table).where(schema.card_table.c.id == table)).first()
    if row is None:
        return None
    rules = msgspec.json.decode(row.record, type=TableRules)
    began, whole = _begin(connection, table, row.opened)
    seats = {
        account.split(":", 2)[2]: chips for account, chips in ledger.balances(connection, f"seat:{table}:").items()
    }
    entries = _entries(connection, table, list(seats), began if not whole else None)
    numbers = _hand_numbers(connection, table, began)
    balances: dict[str, int] = {}
    lines: list[PlayerLine] = []
    names = _names(connection, seats)
    for user, chips in seats.items():
        mine = entries.get(user, [])
        brought = mine[0].balance - mine[0].amount if mine else chips
        if not mine and not chips:
            continue
        lines.append(_line(user, names[user], brought, chips, mine, numbers))
        _add_balances(connection, balances, table, user, brought, chips, mine)
    lines.sort(key=lambda line: (-line.net, line.name, line.user))
    difference = sum([line.net for line in lines])
    right = (
        not difference and not sum(balances.values()) and all([_right(entries[line.user], line.net) for line in lines])
    )
    settles = right and sum([bool(amount) for amount in balances.values()]) <= MOST_PLAYERS
    movements = _movements(entries)
    others = {*balances, *[move.by for move in movements if move.by]} - {BANK, *names}
    names |= _names(connection, sorted(others))
    return Session(
        table=table,
        name=rules.name,
        began=began,
        closed=row.closed,
        whole=whole,
        hands=len(numbers),
        games=_games(connection, table, began),
        players=tuple(lines),
        movements=movements,
        pots=_pots(connection, table, began),
        statistics=_statistics(connection, table, began),
        difference=difference,
        settlement=settle_up(balances) if settles else None,
        debts=of_table(connection, table),
        earlier=open_between(connection, balances.keys() - {BANK}, table) if rules.private else (),
        names=names,
    )


# ----------------------------------------------------------------------------------------------------------

_H: Final = schema.hand.c


def _begin(connection: Connection, table: str, opened: float) -> tuple[float, bool]:
    """When the summary begins, and whether that is the beginning of the table."""
    last = select(_H.began).where(_H.table_id == table, _H.ended.is_not(None)).order_by(_H.hand_no.desc())
    early: float | None = connection.scalar(last.offset(MOST_HANDS).limit(1))
    if early is None:
        return opened, True
    first = connection.scalar(last.offset(MOST_HANDS - 1).limit(1))
    assert first is not None
    return float(first), False


def _entries(connection: Connection, table: str, users: Sequence[str], since: float | None) -> dict[str, list[_Entry]]:
    """The entries of each seat, oldest first."""
    entry, transfer, other = schema.entry, schema.transfer, schema.entry.alias("other")
    found: dict[str, list[_Entry]] = {}
    for user in users:
        account = ledger.seat(table, user)
        others = (entry.c.transfer == other.c.transfer) & (other.c.account != account) & (transfer.c.reason != HAND)
        query = (
            select(
                entry.c.transfer,
                transfer.c.at,
                transfer.c.reason,
                transfer.c.reference,
                entry.c.amount,
                entry.c.balance,
                other.c.account,
            )
            .join(transfer, transfer.c.id == entry.c.transfer)
            .join(other, others, isouter=True)
            .where(entry.c.account == account)
            .order_by(entry.c.transfer)
        )
        if since is not None:
            query = query.where(transfer.c.at >= since)
        found[user] = [
            _Entry(
                user,
                number,
                at,
                reason,
                reference,
                amount,
                balance,
                reference if reason == ledger.MUST_MOVE else against or "",
            )
            for number, at, reason, reference, amount, balance, against in connection.execute(query)
        ]
    return found


def _hand_numbers(connection: Connection, table: str, began: float) -> dict[int, int]:
    """The numbers of the finished hands, by id."""
    rows = connection.execute(select(_H.id, _H.hand_no).where(*_finished(table, began)).order_by(_H.hand_no))
    return dict(rows.all())


def _finished(table: str, began: float) -> tuple[Any, ...]:
    return _H.table_id == table, _H.ended.is_not(None), _H.began >= began


def _games(connection: Connection, table: str, began: float) -> dict[str, int]:
    """Finished hands by game."""
    games: dict[str, int] = {}
    for setup in connection.scalars(select(_H.setup).where(*_finished(table, began)).order_by(_H.hand_no)):
        game = msgspec.json.decode(setup, type=_Setup).game.id
        games[game] = games.get(game, 0) + 1
    return games


class _Game(Struct):
    id: str


class _Setup(Struct):
    """What is needed of the start of a hand."""

    game: _Game
    names: tuple[str, ...]


def _names(connection: Connection, users: Mapping[str, object] | Sequence[str]) -> dict[str, str]:
    """The present names of users. A house player's is the last part of its id; who is no longer known has the id."""
    names = {user: user.rsplit(":", 1)[-1] if house_player.is_house_player(user) else user for user in users}
    query = select(schema.person.c.id, schema.person.c.name).where(schema.person.c.id.in_(list(users)))
    return names | dict(connection.execute(query).all())


def _line(
    user: str, name: str, brought: int, stack: int, entries: Sequence[_Entry], numbers: Mapping[int, int]
) -> PlayerLine:
    bought_in = topped_up = cashed_out = 0
    points: list[Point] = []
    hand_no = min(numbers.values(), default=1) - 1
    for entry in entries:
        if entry.reason == HAND:
            hand_no = numbers.get(entry.hand, hand_no)
        elif entry.amount < 0:
            cashed_out -= entry.amount
            if points and not entry.balance and entry.reason != ledger.ADJUST:
                continue  # the line ends with what they took away
        elif entry.balance == entry.amount and entry.reason not in ("top-up", ledger.ADJUST):
            bought_in += entry.amount
        else:
            topped_up += entry.amount
        if points and points[-1].hand_no == hand_no:
            points.pop()
        points.append(Point(hand_no, entry.balance))
    net = cashed_out + stack - brought - bought_in - topped_up
    return PlayerLine(
        user,
        name,
        house_player.is_house_player(user),
        brought,
        bought_in,
        topped_up,
        cashed_out,
        stack,
        net,
        _thinned(points),
    )


def _thinned(points: Sequence[Point]) -> tuple[Point, ...]:
    """At most `MOST_POINTS` of the points, with the first and the last of them."""
    if len(points) <= MOST_POINTS:
        return tuple(points)
    last = len(points) - 1
    return tuple([points[round(k * last / (MOST_POINTS - 1))] for k in range(MOST_POINTS)])


def _add_balances(
    connection: Connection,
    balances: dict[str, int],
    table: str,
    user: str,
    brought: int,
    stack: int,
    entries: Sequence[_Entry],
) -> None:
    """Add what a seat owes or is owed to the people who paid for it."""
    moved = [entry for entry in entries if entry.reason != HAND]
    for entry in moved:
        party = _party(entry.other)
        balances[party] = balances.get(party, 0) - entry.amount
    if brought or stack:
        own = [entry for entry in moved if entry.reason != ledger.ADJUST]
        paid = next((entry.other for entry in reversed(own) if entry.amount > 0), None)
        present = _party(paid or ledger.payer(connection, ledger.seat(table, user)) or purse.of_seat(user, ""))
        balances[present] = balances.get(present, 0) + stack - brought


def _right(entries: Sequence[_Entry], net: int) -> bool:
    """Whether a seat's net is what its hands paid, and all its other entries are against a wallet or the bank."""
    moved = [entry for entry in entries if entry.reason != HAND]
    played = sum([entry.amount for entry in entries if entry.reason == HAND])
    once = len({entry.transfer for entry in entries}) == len(entries)
    return once and net == played and not any([entry.other.startswith("seat:") for entry in moved])


def _party(account: str) -> str:
    return purse.person(account) or BANK


def _movements(entries: Mapping[str, Sequence[_Entry]]) -> tuple[Movement, ...]:
    moved = [entry for mine in entries.values() for entry in mine if entry.reason != HAND]
    moved.sort(key=lambda entry: (entry.transfer, entry.user))
    return tuple([_movement(entry) for entry in moved])


def _movement(entry: _Entry) -> Movement:
    by, _, why = entry.reference.partition(":") if entry.reason == ledger.ADJUST else ("", "", "")
    return Movement(entry.at, entry.user, entry.reason, entry.amount, by, why)


def _pots(connection: Connection, table: str, began: float) -> tuple[BigPot, ...]:
    """The biggest pots. An award is found by the start of its JSON, which is its tag."""
    event = schema.event.c
    query = (
        select(event.hand_id, event.body)
        .join(schema.hand, _H.id == event.hand_id)
        .where(*_finished(table, began), event.body.startswith('{"event":"pot-awarded"', autoescape=True))
        .order_by(event.hand_id, event.no)
    )
    awards: list[tuple[int, int, set[int]]] = []
    for hand_id, rows in groupby(connection.execute(query), key=lambda row: row.hand_id):
        parts = [award for row in rows if isinstance(award := decode(row.body), PotAwarded)]
        won = [(seat, chips) for award in parts for seat, chips in award.winners]
        awards.append((sum([chips for _, chips in won]), -hand_id, {seat for seat, chips in won if chips}))
    awards.sort(key=lambda award: award[:2], reverse=True)
    pots = []
    for amount, minus_id, seats in awards[:POTS]:
        row = connection.execute(select(_H.key, _H.hand_no, _H.setup).where(_H.id == -minus_id)).one()
        setup = msgspec.json.decode(row.setup, type=_Setup)
        winners = tuple([setup.names[seat] for seat in sorted(seats)])
        pots.append(BigPot(row.key, row.hand_no, setup.game.id, amount, winners))
    return tuple(pots)


def _statistics(connection: Connection, table: str, began: float) -> tuple[PersonTotals, ...]:
    c = schema.result.c
    counts = [func.sum(cast(column, Integer)) for column in (c.paid, c.raised, c.showdown, c.won_there)]
    averages = [func.avg(column) for column in (c.drew1, c.drew2, c.drew3)]
    query = (
        select(c.person, c.game, func.count(), *counts, *averages, func.sum(c.net))
        .join(schema.hand, _H.id == c.hand_id)
        .where(*_finished(table, began), c.person.not_like(f"{HOUSE}%"))
        .group_by(c.person, c.game)
        .order_by(c.person, c.game)
    )
    return tuple([PersonTotals(person, sums(*row)) for person, *row in connection.execute(query).all()])
