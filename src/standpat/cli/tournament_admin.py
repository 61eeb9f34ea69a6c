"""``standpat admin tournament``: list tournaments, show one, write one into a file; pause one, go on, call it off.

All of it works while the room runs. To pause, to go on and to call off is done by the room, which alone writes what
happens in a tournament: within a second, or when it starts.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from standpat.cli.admin_store import beside, say_json, when

if TYPE_CHECKING:
    from standpat.protocol.tournament import TournamentRow, TournamentView
    from standpat.room.store import Store
    from standpat.room.store.tournament_order import Order

ACTS = ("list", "show", "export", "pause", "resume", "cancel")
PATIENCE_S: Final = 10.0
"""How long a command waits for the room to do what it asks, in seconds."""
DONE: Final = {
    "pause": "paused; hands in play go on to their end",
    "resume": "goes on",
    "cancel": "called off; hands in play go on to their end",
}


def configure(add: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the subcommand.

    Args:
        add: Makes the parser of a subcommand from its name and help.
    """
    parser = add("tournament", "list tournaments; show one, write it into a file, pause it, go on, or call it off")
    parser.add_argument("act", nargs="?", choices=ACTS, default="list", help="what to do (default: %(default)s)")
    parser.add_argument("id", nargs="?", metavar="ID", help="the tournament")
    parser.add_argument("-o", "--out", metavar="OUT", help="of export: the file to write (default: standard output)")
    parser.add_argument(
        "--reason", metavar="TEXT", help="of pause, resume and cancel: the reason, which everybody reads"
    )
    parser.add_argument("--limit", type=int, default=20, metavar="N", help="of list: at most N that are over")


def tournament(args: argparse.Namespace) -> int:
    """List tournaments, or do something with one."""
    if args.act == "list":
        if args.id:
            raise ValueError(f"list takes no tournament: use show {args.id}")
        if args.reason is not None:
            raise ValueError("list takes no --reason")
        return _list(args)
    if not args.id:
        raise ValueError(f"{args.act} which tournament? Give its id, as list prints it")
    if args.act not in DONE:
        if args.reason is not None:
            raise ValueError(f"{args.act} takes no --reason")
        return _show(args) if args.act == "show" else _export(args)
    return _order(args)


def _list(args: argparse.Namespace) -> int:
    from standpat.room.admin import tournament as admin

    rows: list[TournamentRow] = beside(
        args, lambda store: store.read(admin.rows, int(time.time() * 1000), max(args.limit, 0))
    )
    if args.json:
        return say_json(rows)
    for row in rows:
        begins = f"  starts {when(row.starts / 1000)}" if row.status == "open" and row.starts else ""
        print(f"{row.id}  {row.status:9}  {row.name:24} {', '.join(row.games):12} {_entrants(row)}{begins}")
    return 0


def _entrants(row: "TournamentRow") -> str:
    if row.status == "open":
        return f"{row.entrants} of {row.most}"
    return f"{row.left} of {row.entrants} left" if row.status == "running" else f"{row.entrants} entrants"


def _show(args: argparse.Namespace) -> int:
    from standpat.room.admin import tournament as admin
    from standpat.room.store import tournament_order

    async def read(store: "Store") -> "tuple[TournamentView, Order | None]":
        view = await store.read(admin.shown, args.id, int(time.time() * 1000))
        return view, await store.read(tournament_order.find, args.id)

    view, order = beside(args, read)
    if args.json:
        return say_json(view)
    row: TournamentRow = view.row
    print(f"{row.id}  {row.status}  {row.name}  {', '.join(row.games)}")
    if row.status == "running":
        state = "paused" if view.paused else "on a break" if view.on_break else f"level {view.level}"
        minutes, seconds = divmod(view.left // 1000, 60)
        print(f"{state}, {minutes}:{seconds:02} left{', hand for hand' if view.hand_for_hand else ''}")
    if order is not None and order.answer is None:
        print(f"waits until a room runs: {order.act}{f' ({order.why})' if order.why else ''}")
    print(f"{view.chips} chips, pool {view.pool}, prizes {', '.join(map(str, view.prizes)) or 'none'}"
          f"{'' if view.final else ' (not final)'}")  # fmt: skip
    for table in view.tables:
        print(f"table {table.number}  {table.id}  {table.players} players")
    for one in view.standings:
        place = f"{one.place}." if one.place else ""
        seat = f"table {one.table} seat {one.seat + 1}" if one.table else ""
        prize = f"  prize {one.prize}" if one.prize else ""
        print(f"{place:>6}  {one.name:24} {one.stack:>10}  {seat}{prize}{'  bot' if one.bot else ''}".rstrip())
    return 0


def _export(args: argparse.Namespace) -> int:
    from standpat.room.admin import tournament as admin

    async def work(store: "Store") -> Any:
        parts = await admin.file(store, args.id)
        if args.out:
            size = 0
            with Path(args.out).open("wb") as file:
                async for part in parts:
                    size += file.write(part)
            return size
        if args.json:
            return b"".join([part async for part in parts]).decode()
        async for part in parts:
            sys.stdout.write(part.decode())
        return None

    done = beside(args, work)
    if args.json:
        return say_json({"tournament": args.id, **({"bytes": done} if args.out else {"text": done})})
    if args.out:
        print(f"{args.out}: {done} bytes")
    return 0


def _order(args: argparse.Namespace) -> int:
    from standpat.room.admin import tournament as admin
    from standpat.tournament.registration import Refused

    async def work(store: "Store") -> "admin.Outcome":
        try:
            return await admin.order(store, args.id, args.act, args.reason or "", PATIENCE_S)
        except Refused as refused:
            raise ValueError(str(refused)) from None

    outcome = beside(args, work)
    if args.json:
        return say_json(outcome)
    match outcome.state:
        case "done":
            print(f"{args.id}: {DONE[args.act]}")
        case "withdrawn":
            print(f"{args.id}: {outcome.act}, which waited for the room, is taken back")
        case _:
            print(f"{args.id}: no room has answered; {args.act} is done as soon as one runs")
    return 0
