"""Tables for the operator: the players, whether the ledger agrees, and repairs and closing while no room is running."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from standpat.room.admin import tournament_record, tournament_repair
from standpat.room.admin.tournament_record import tournament_tables
from standpat.room.home_game import debts
from standpat.room.store import StoreError, Work, journal, ledger, log, repair_list, schema
from standpat.room.tables import house_player, purse
from standpat.room.tables.fault import fault
from standpat.room.tables.resume import TableState, Unsound, on_seats, stored_table
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import TableRules
from standpat.room.tournaments.stored import StoredTournaments


class Place(Struct, frozen=True):
    """A player at a table. `chips` include those bought during a hand."""

    seat: int
    user: str
    name: str
    chips: int
    bot: bool


class Standing(Struct, frozen=True):
    """A table as the operator sees it.

    Attributes:
        hands: Hands dealt so far.
        playing: Whether a hand is unfinished.
        wrong: Why the table cannot be opened; "" if it can.
        tournament: The id of its tournament, whose chips its players have; "" for a cash game.
    """

    id: str
    name: str
    game: str
    public: bool
    opened: float
    hands: int
    playing: bool
    places: list[Place]
    wrong: str = ""
    tournament: str = ""


def standings(connection: Connection) -> list[Standing]:
    """The open tables, oldest first."""
    playing, chips = journal.unfinished_ids(connection), on_seats(connection)
    tournaments = StoredTournaments(connection)
    return [
        _standing(connection, row, row.id in playing, chips.get(row.id, {}), tournaments)
        for row in journal.tables(connection)
    ]


def audit(connection: Connection, *, rules: bool = False) -> list[str]:
    """Check the ledger, the tables' stacks and the results of hands against each other.

    Args:
        connection: A connection.
        rules: Whether every event of tournaments is derived again from the rules, which takes long.

    Returns:
        What is wrong, in sentences; empty if everything is right.
    """
    stacks: dict[str, int] = {}
    tables = standings(connection)
    unsound = {table.id: table.wrong for table in tables if table.wrong}
    for table in [table for table in tables if not table.tournament]:
        for place in table.places:
            stacks[ledger.seat(table.id, place.user)] = place.chips
    return [
        *ledger.audit(connection, stacks),
        *[f"table {id} cannot be taken up: {wrong}" for id, wrong in unsound.items()],
        *_hands_unlike_the_ledger(connection),
        *tournament_record.faults(connection, rules=rules),
    ]


def void(table: str, *, at: float, beside: bool) -> Work:
    """Repair a table that cannot be opened. The result is the number of chips paid out.

    Its unfinished hand is void. The chips that the ledger has on its seats, which are those from before that hand, go
    back to the accounts that they came from. The table opens again with empty seats; if its rules cannot be read it is
    closed. The players of a tournament keep their seats (`standpat.room.admin.tournament_repair`).

    Args:
        table: The table.
        at: The time, in Unix seconds.
        beside: Whether a room is running. Then only a table that the room has set aside can be repaired.

    Raises:
        StoreError: There is no such table, or the running room uses it.
    """

    def run(connection: Connection) -> int:
        row = _row(connection, table)
        if beside and table not in repair_list.all_aside(connection):
            raise StoreError(f"the room has taken {table} up again")
        of_tournament = tournament_repair.place_of(connection, table)
        hands = journal.unfinished_ids(connection).get(table, [])
        for hand_id in hands:
            journal.void(hand_id, at).run(connection)
        paid = 0
        for user, chips in on_seats(connection, table).get(table, {}).items():
            if chips:
                _pay(table, user, chips, "void", at).run(connection)
                paid += chips
        if of_tournament is None:
            _empty(row, at).run(connection)
        else:
            tournament_repair.void(connection, *of_tournament, at=at, beside=beside)
        repair_list.remove(table).run(connection)
        log.note(log.VOID, actor=log.OPERATOR, at=at, about=table, hands=hands, chips=paid).run(connection)
        return paid

    return Work(run)


def _empty(row: journal.TableRow, at: float) -> Work:
    """Store a table with empty seats; close it if its rules cannot be read."""
    try:
        rules = msgspec.json.decode(row.record, type=TableRules)
        rules.game()
    except (msgspec.DecodeError, ValueError):
        return journal.close_table(row.id, at)
    seating = Seating(rules.stakes, [None] * rules.seats, *rules.buy_in)
    return journal.save_table(row.id, msgspec.json.encode(TableState(seating, {}, {})).decode())


def close(table: str, *, at: float) -> Work:
    """Close a table between two hands. The result is the number of players who were paid out.

    Their chips go back to the accounts that they came from.

    Args:
        table: The table.
        at: The time, in Unix seconds.

    Raises:
        StoreError: There is no such table, it cannot be opened, it is one of a tournament, or a hand is being played.
    """

    def run(connection: Connection) -> int:
        row = _row(connection, table)
        chips = on_seats(connection, table).get(table, {})
        standing = _standing(connection, row, False, chips, StoredTournaments(connection))
        if standing.tournament:
            raise StoreError(f"{table} is a table of tournament {standing.tournament}, which closes it")
        if standing.wrong:
            raise StoreError(f"{table} cannot be taken up, {standing.wrong}: see tables --repair={table}")
        if table in journal.unfinished_ids(connection):
            raise StoreError(
                f"a hand is being played at {table}: start the room, and have an admin close it by the room's API"
            )
        for place in standing.places:
            if place.chips:
                _pay(table, place.user, place.chips, "cash-out", at).run(connection)
        state = msgspec.json.decode(row.state)
        state["seating"]["seats"] = [None] * len(state["seating"]["seats"])
        journal.save_table(table, msgspec.json.encode(state).decode()).run(connection)
        journal.close_table(table, at).run(connection)
        debts.keep(table, at).run(connection)
        log.note("close", actor=log.OPERATOR, at=at, about=table).run(connection)
        return len(standing.places)

    return Work(run)


def _pay(table: str, user: str, chips: int, reason: str, at: float) -> Work:
    """Move chips from a seat back to the account that they came from, according to the ledger."""
    account = ledger.seat(table, user)

    def run(connection: Connection) -> None:
        target = purse.of_seat(user, ledger.payer(connection, account) or "")
        ledger.move(account, target, chips, reason, at=at).run(connection)

    return Work(run)


def _row(connection: Connection, table: str) -> journal.TableRow:
    for row in journal.tables(connection, table):
        return row
    raise StoreError(f"there is no open table {table!r}")


def _standing(
    connection: Connection,
    row: journal.TableRow,
    playing: bool,
    seat_chips: Mapping[str, int],
    tournaments: StoredTournaments,
) -> Standing:
    hands, wrong = row.next_hand_no - 1, fault(connection, row, seat_chips, tournaments)
    try:
        stored, _ = tournaments.seated(stored_table(connection, row, 0), seat_chips)
    except Unsound:
        places = [
            Place(-1, user, user, chips, house_player.is_house_player(user)) for user, chips in seat_chips.items()
        ]
        of_tournament = tournament_repair.place_of(connection, row.id)
        tournament = of_tournament[0].id if of_tournament else ""
        return Standing(row.id, "?", "?", False, row.opened, hands, playing, places, wrong, tournament)
    rules, seats = stored.rules, enumerate(stored.state.seating.seats)
    places = [Place(at, seat.user, seat.name, seat.stack + seat.added, seat.bot) for at, seat in seats if seat]
    return Standing(
        row.id, rules.name, rules.game_id, rules.public, row.opened, hands, playing, places, wrong, rules.tournament
    )


def _hands_unlike_the_ledger(connection: Connection) -> list[str]:
    """Finished hands whose transfers differ from their results."""
    booked: dict[str, dict[str, int]] = {}
    entries = select(schema.transfer.c.once, schema.entry.c.account, schema.entry.c.amount).join(
        schema.entry, schema.entry.c.transfer == schema.transfer.c.id
    )
    for once, account, amount in connection.execute(entries.where(schema.transfer.c.once.startswith("hand:"))):
        booked.setdefault(once, {})[account] = amount
    wrong = []
    of_tournaments = tournament_tables(connection)
    for hand in connection.execute(select(schema.hand).where(schema.hand.c.ended.is_not(None))).all():
        try:
            users = msgspec.json.decode(hand.setup, type=_Users).users
            nets = msgspec.json.decode(hand.nets, type=list[int])
        except (msgspec.DecodeError, TypeError):
            wrong.append(f"hand {hand.id} cannot be read")
            continue
        brought = {ledger.seat(hand.table_id, user): net for user, net in zip(users, nets, strict=False) if net}
        if hand.table_id in of_tournaments:
            brought = {}
        if brought != booked.pop(f"hand:{hand.id}", {}):
            wrong.append(f"hand {hand.id} brought its players other amounts than the ledger has")
    return wrong + [f"the ledger has {once}, but no such hand is over" for once in sorted(booked)]


class _Users(Struct):
    users: list[str]
