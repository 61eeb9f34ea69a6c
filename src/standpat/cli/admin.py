"""``standpat admin``: manage a room's database: people, chips, tables, backups, hands; and people's behaviour
(`standpat.cli.operator`); tournaments (`standpat.cli.tournament_admin`).

All subcommands work while the room runs, except ``restore``, ``tables --close``, and ``tables --repair --void`` for a
table that the room has not set aside. For these stop the room first. With ``--json`` the answer is one JSON value. The
exit status is 1 if an audit found something.
"""

import argparse
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standpat.cli import operator, tournament_admin
from standpat.cli.admin_store import beside, say_json, when, with_store

if TYPE_CHECKING:
    from standpat.room.store import Store

ROLES = ("player", "host", "admin")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands and their arguments."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--database", metavar="URL", help="as for standpat serve (default: your data folder)")
    common.add_argument("--json", action="store_true", help="answer in JSON")
    commands = parser.add_subparsers(dest="what", metavar="WHAT", required=True, parser_class=type(parser))

    def add(name: str, help: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=help, parents=[common], description=help[0].upper() + help[1:] + ".")

    users = add("users", "list people; ban a person, give a role, end sessions, set a password")
    users.add_argument(
        "text", nargs="?", default="", metavar="TEXT", help="part of the name; the whole name for a change"
    )
    change = users.add_mutually_exclusive_group()
    change.add_argument("--bar", action="store_true", help="ban this user from the room")
    change.add_argument("--unbar", action="store_true", help="lift the ban")
    change.add_argument("--role", choices=ROLES, help="what this user may do")
    change.add_argument("--sign-out", action="store_true", help="end every session of this user")
    change.add_argument("--password", action="store_true", help="ask for a new password, and end every session")
    users.add_argument("--limit", type=int, default=100, metavar="N", help="at most N lines (default: %(default)s)")

    chips = add("chips", "give chips from the bank, or take them back")
    chips.add_argument("user", metavar="USER", help="a name or an id")
    chips.add_argument("amount", type=int, metavar="AMOUNT", help="chips; below zero they go back to the bank")
    chips.add_argument("--reason", required=True, metavar="TEXT", help="the reason, for the ledger")

    statement = add("statement", "show the balance and the entries of a user or an account")
    statement.add_argument("account", metavar="USER|ACCOUNT", help="a name, an id, or an account of the ledger")
    statement.add_argument(
        "--at", metavar="TIME", help="at this time, such as 2026-05-01T20:00 (UTC unless the time has a zone)"
    )

    audit = add("audit", "check the ledger against its entries, the tables' stacks and the hands")
    audit.add_argument(
        "--replay",
        action="store_true",
        help="deal every hand and derive tournaments again, and follow the chain",
    )
    audit.add_argument(
        "--head", metavar="NO:HASH", help="with --replay: a head of the chain that an earlier audit printed"
    )

    log = add("log", "show sign-ins and failed tries, what table owners did, and what this command did")
    log.add_argument("about", nargs="?", metavar="USER|TABLE", help="only lines by or about this user or table")
    log.add_argument("--limit", type=int, default=100, metavar="N", help="at most N lines (default: %(default)s)")

    tables = add("tables", "list the open tables; close a table, or repair one that the room cannot open")
    tables.add_argument(
        "--close", metavar="ID", help="close this table; stop the room first (--close=ID if it begins with -)"
    )
    tables.add_argument("--repair", metavar="ID", help="show what is wrong with this table")
    tables.add_argument(
        "--void", action="store_true", help="with --repair: void its hand and give all players their chips back"
    )

    backup = add("backup", "copy the database into a file, while the room runs")
    backup.add_argument("file", metavar="FILE")
    restore = add("restore", "fill an empty database from a backup")
    restore.add_argument("file", metavar="FILE")

    export = add("export", "write finished hands in a history format, with every card")
    export.add_argument("--table", metavar="ID", help="only hands of this table (--table=ID if it begins with -)")
    export.add_argument("--user", metavar="USER", help="only hands of this user")
    export.add_argument("--format", required=True, metavar="FORMAT", help="the format to write, such as phh")
    export.add_argument("-o", "--out", metavar="OUT", help="the file to write (default: standard output)")

    tournament_admin.configure(add)
    operator.configure(add)

    token = add("token", "make an account for a bot of the room, and print its token")
    token.add_argument("name", metavar="NAME")


def run(args: argparse.Namespace) -> int:
    """Run the subcommand; returns the exit status."""
    from standpat.cli.serve import default_database
    from standpat.room.store import StoreError

    args.database = args.database or default_database()
    try:
        return _COMMANDS[args.what](args)
    except StoreError as error:
        raise ValueError(str(error)) from None


# The subcommands -------------------------------------------------------------------------------------------


def users(args: argparse.Namespace) -> int:
    """List users, or change one: ban, role, sessions, password."""
    from standpat.room.admin import people
    from standpat.room.store import ledger, log
    from standpat.room.store.account import AccountError, Accounts
    from standpat.room.store.users import User, search

    changes = args.bar or args.unbar or args.role or args.sign_out or args.password
    if changes and not args.text:
        raise ValueError("name the person: a name or an id is missing")
    password = _new_password() if args.password else ""

    async def work(store: "Store") -> list[tuple[User, int]]:
        if changes:
            user = await store.read(people.who, args.text)
            accounts = Accounts(store)
            act = "role" if args.role else "sign-out" if args.sign_out else "password" if args.password else ""
            act = act or ("bar" if args.bar else "unbar")
            role = {"role": args.role} if args.role else {}
            await store.commit(log.note(act, actor=log.OPERATOR, about=user.id, at=time.time(), **role))
            try:
                if args.role:
                    await accounts.set_role(user.id, args.role)
                elif args.sign_out:
                    await accounts.sign_out_everywhere(user.id)
                elif args.password:
                    await accounts.set_password(user.id, password)
                else:
                    await accounts.bar(user.id, args.bar)
            except AccountError as error:
                raise ValueError(str(error)) from None
            finally:
                accounts.passwords.close()
            people_found = [await store.read(people.who, user.id)]
        else:
            people_found = await store.read(search, args.text, args.limit)
        return [(user, await store.read(ledger.balance, ledger.wallet(user.id))) for user in people_found]

    people_and_chips = beside(args, work)
    rows = [
        {
            "id": user.id,
            "name": user.name,
            "kind": user.kind,
            "role": user.role,
            "barred": user.barred,
            "owner": user.owner,
            "wallet": wallet,
            "created": user.created,
        }
        for user, wallet in people_and_chips
    ]
    if args.json:
        return say_json(rows)
    for row in rows:
        barred = "  barred" if row["barred"] else ""
        print(f"{row['id']}  {row['name']:24} {row['kind']:10} {row['role']:6} {row['wallet']:>10}{barred}")
    return 0


def chips(args: argparse.Namespace) -> int:
    """Move chips between the bank and a user's wallet."""
    from standpat.room.admin import people
    from standpat.room.store import ledger, log

    async def work(store: "Store") -> dict[str, Any]:
        user, now = await store.read(people.who, args.user), time.time()
        note = log.note("chips", actor=log.OPERATOR, about=user.id, at=now, amount=args.amount, reason=args.reason)
        number, _ = await store.commit(people.grant(user.id, args.amount, args.reason, at=now), note)
        has = await store.read(ledger.balance, ledger.wallet(user.id))
        return {"transfer": number, "user": user.id, "name": user.name, "amount": args.amount, "wallet": has}

    done = beside(args, work)
    if args.json:
        return say_json(done)
    print(f"{done['name']}: {args.amount:+} chips, now {done['wallet']} in the wallet (transfer {done['transfer']})")
    return 0


def statement(args: argparse.Namespace) -> int:
    """Print the lines of the ledger for a user or an account."""
    from msgspec import structs

    from standpat.room.admin import people
    from standpat.room.store import ledger

    at = None if args.at is None else _time(args.at)

    async def work(store: "Store") -> list[dict[str, Any]]:
        return [
            {**structs.asdict(holding), "lines": await store.read(ledger.statement, holding.account, 0, at)}
            for holding in await store.read(people.holdings, args.account, at)
        ]

    statements = beside(args, work)
    if args.json:
        return say_json(statements)
    for holding in statements:
        for line in holding["lines"]:
            amounts = f"{line.amount:>+10} {line.balance:>10}"
            print(f"{when(line.at)}  {holding['account']:32} {amounts}  {line.reason} {line.reference}".rstrip())
    for holding in statements:
        print(f"{holding['account']}: {holding['balance']}")
    return 0


def audit(args: argparse.Namespace) -> int:
    """Check the ledger, and with ``--replay`` every hand; the exit status is 1 where something is wrong."""
    from standpat.room.admin import table

    if args.replay:
        return _replay(args)
    if args.head:
        raise ValueError("--head is for --replay")
    wrong = beside(args, lambda store: store.read(table.audit))
    if args.json:
        say_json({"wrong": wrong})
    else:
        print("\n".join(wrong) or "every chip is accounted for")
    return 1 if wrong else 0


def _replay(args: argparse.Namespace) -> int:
    from standpat.room.admin import table
    from standpat.room.admin.replay import Head, Report, replay

    noted = None
    if args.head:
        no, _, hash = args.head.partition(":")
        if not no.isdecimal() or len(hash) != 64 or not set(hash.lower()) <= set("0123456789abcdef"):
            raise ValueError(f"--head {args.head}: expected a number and a hash as an audit prints them")
        noted = Head(int(no), hash)
    shown = [0.0]

    def progress(what: str, done: int) -> None:
        if sys.stderr.isatty() and time.monotonic() - shown[0] > 0.2:
            shown[0] = time.monotonic()
            print(f"\r{done:>9,} {what}  ", end="", file=sys.stderr, flush=True)

    async def work(store: "Store") -> Report:
        report = await store.read(replay, noted, progress)
        report.wrong += await store.read(lambda connection: table.audit(connection, rules=True))
        return report

    report = beside(args, work)
    if shown[0]:
        print("\r" + " " * 30 + "\r", end="", file=sys.stderr)
    if args.json:
        say_json(report)
    else:
        print("\n".join(report.wrong) or "every hand and every chip is as it was written")
        print(f"{report.hands} hands, {report.transfers} transfers, {report.links} links")
        print(f"head of the chain: {report.head.no}:{report.head.hash}")
    return 1 if report.wrong else 0


def log(args: argparse.Namespace) -> int:
    """Print the log of sign-ins, of what table owners did, and of what this command did."""
    from standpat.room.admin import people
    from standpat.room.store import StoreError
    from standpat.room.store import log as book

    async def work(store: "Store") -> list[book.Line]:
        about = args.about
        if about is not None:
            try:
                about = (await store.read(people.who, about)).id
            except StoreError:
                about = args.about  # a table's id
        return await store.read(book.lines, about, args.limit)

    lines = beside(args, work)
    if args.json:
        return say_json(lines)
    for line in reversed(lines):
        detail = "  ".join([f"{key}={value}" for key, value in line.detail.items()])
        print(f"{when(line.at)}  {line.actor:16} {line.act:16} {line.about:24} {detail}".rstrip())
    return 0


def tables(args: argparse.Namespace) -> int:
    """List the open tables, close one, or repair one that the room cannot open."""
    from standpat.room.admin import table
    from standpat.room.store import Store

    if args.close:
        _there(args.database)
        with_store(
            Store.open(args.database, patience=1), lambda store: store.commit(table.close(args.close, at=time.time()))
        )
        return say_json({"closed": args.close}) if args.json else _say(f"{args.close} is closed")
    if args.repair:
        return _repair(args)
    if args.void:
        raise ValueError("--void needs a table: use --repair=ID --void")
    standings = beside(args, lambda store: store.read(table.standings))
    if args.json:
        return say_json(standings)
    for one in standings:
        if one.wrong:
            print(f"{one.id}  cannot be taken up: {one.wrong} (--repair={one.id})")
        print(f"{one.id}  {one.name:24} {one.game:6} {one.hands:>7} hands{'  playing' if one.playing else ''}")
        for place in one.places:
            print(f"    seat {place.seat + 1}  {place.name:24} {place.chips:>10}{'  bot' if place.bot else ''}")
    return 0


def _repair(args: argparse.Namespace) -> int:
    """What is wrong with a table, and with --void no more. Exit status 1 while something is."""
    from standpat.room.admin import table
    from standpat.room.store import Store, StoreError, repair_list

    async def look(store: "Store") -> tuple[table.Standing, str | None]:
        matching = [one for one in await store.read(table.standings) if one.id == args.repair]
        if not matching:
            raise StoreError(f"there is no open table {args.repair!r}")
        return matching[0], (await store.read(repair_list.all_aside)).get(args.repair)

    one, aside = beside(args, look)
    if not args.void:
        if args.json:
            say_json({"table": one.id, "wrong": one.wrong, "aside": aside is not None, "places": one.places})
        elif one.wrong:
            print(f"{one.id} ({one.name}): {one.wrong}")
            for place in one.places:
                print(f"    {place.name:24} {place.chips:>10}{'  bot' if place.bot else ''}")
            what = (
                "makes the hand void, and all keep their seats in the tournament; stop the room first"
                if one.tournament
                else "gives these chips back as before the hand, and empties its seats"
            )
            print(f"--repair={one.id} --void {what}")
        else:
            print(f"{one.id}: nothing is wrong" + (": the room takes it up again within moments" if aside else ""))
        return 1 if one.wrong else 0
    if not one.wrong and aside is None:
        raise StoreError(f"nothing is wrong with {one.id}: use --close={one.id} to close it")

    # A room that has set it aside does not hold it, unless it is one of a tournament; else no room may be running.
    free = aside is not None and not one.tournament

    def work(store: "Store") -> Awaitable[Any]:
        return store.commit(table.void(args.repair, at=time.time(), beside=free))

    (paid,) = beside(args, work) if free else with_store(Store.open(args.database, patience=1), work)
    return (
        say_json({"void": one.id, "chips": paid})
        if args.json
        else _say(f"{one.id}: its hand is void" if one.tournament else f"{one.id}: {paid} chips are back")
    )


def backup(args: argparse.Namespace) -> int:
    """Copy the database into a file."""
    from standpat.room.store import backup as copy

    rows = copy.backup(args.database, args.file)
    return say_json(rows) if args.json else _say(f"{args.file}: {sum(rows.values())} rows")


def restore(args: argparse.Namespace) -> int:
    """Fill an empty database from a file that `backup` made."""
    from standpat.room.store import backup as copy

    rows = copy.restore(args.database, args.file)
    return say_json(rows) if args.json else _say(f"{sum(rows.values())} rows restored")


def export(args: argparse.Namespace) -> int:
    """Write finished hands in a history format, with every card."""
    from standpat.history.file import join, written_format
    from standpat.history.formats import formats
    from standpat.room.admin import export as hands
    from standpat.room.admin import people

    written_format(args.format)
    all_kinds = formats()[args.format].tournaments

    async def work(store: "Store") -> list[str]:
        user = None if args.user is None else (await store.read(people.who, args.user)).id
        ids = await store.read(lambda connection: hands.hand_ids(connection, args.table, user, tournaments=all_kinds))
        return [await store.read(hands.written, hand_id, args.format) for hand_id in ids]

    written = beside(args, work)
    text = join(written, args.format) if written else ""
    if args.out:
        Path(args.out).write_text(text, encoding="utf-8")
    elif not args.json:
        print(text, end="")
    if args.json:
        return say_json({"hands": len(written), "format": args.format, **({} if args.out else {"text": text})})
    print(f"{len(written)} hands{'' if all_kinds else ', without those of tournaments'}", file=sys.stderr)
    return 0


def token(args: argparse.Namespace) -> int:
    """Make a bot of the room's, or a new token for it, and print the token."""
    from standpat.room.store import log
    from standpat.room.store.account import Accounts, Entrance

    async def work(store: "Store") -> Entrance:
        made = await Accounts(store).bot(args.name)
        await store.commit(log.note("token", actor=log.OPERATOR, about=made.user.id, at=time.time()))
        return made

    made = beside(args, work)
    if args.json:
        return say_json({"user": made.user.id, "name": made.user.name, "token": made.token})
    print(made.token)
    return 0


_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "users": users,
    "chips": chips,
    "statement": statement,
    "audit": audit,
    "log": log,
    "tables": tables,
    "backup": backup,
    "restore": restore,
    "export": export,
    "token": token,
    "tournament": tournament_admin.tournament,
    **operator.COMMANDS,
}

# ----------------------------------------------------------------------------------------------------------


def _new_password() -> str:
    """Asked for, twice where somebody types it; never an argument, which everybody on the machine can read."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass("New password: ")
    if getpass("Once more: ") != password:
        raise ValueError("--password: the two passwords differ; nothing has changed")
    return password


def _there(database: str) -> None:
    """An error if there is no room in it."""
    from standpat.room.store.beside import open_to_read

    open_to_read(database).dispose()


def _say(text: str) -> int:
    print(text)
    return 0


def _time(text: str) -> float:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"--at {text}: expected a time like 2026-05-01T20:00") from None
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()
