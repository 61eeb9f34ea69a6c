"""``standpat admin tournament``: list tournaments, show one, write one into a file.

All of it works while the room runs. An admin directs the tournaments of a running room by its API.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standpat.cli.admin_store import beside, say_json, when

if TYPE_CHECKING:
    from standpat.protocol.tournament import TournamentRow, TournamentView
    from standpat.room.store import Store

ACTS = ("list", "show", "export")


def configure(add: Callable[[str, str], argparse.ArgumentParser]) -> None:
    """Add the subcommand.

    Args:
        add: Makes the parser of a subcommand from its name and help.
    """
    parser = add("tournament", "list tournaments; show one, or write all of it into a file")
    parser.add_argument("act", nargs="?", choices=ACTS, default="list", help="what to do (default: %(default)s)")
    parser.add_argument("id", nargs="?", metavar="ID", help="the tournament")
    parser.add_argument("-o", "--out", metavar="OUT", help="of export: the file to write (default: standard output)")
    parser.add_argument("--limit", type=int, default=20, metavar="N", help="of list: at most N that are over")


def tournament(args: argparse.Namespace) -> int:
    """List tournaments, or do something with one."""
    if args.act == "list":
        if args.id:
            raise ValueError(f"list takes no tournament: use show {args.id}")
        return _list(args)
    if not args.id:
        raise ValueError(f"{args.act} which tournament? Give its id, as list prints it")
    return _show(args) if args.act == "show" else _export(args)


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

    view: TournamentView = beside(args, lambda store: store.read(admin.shown, args.id, int(time.time() * 1000)))
    if args.json:
        return say_json(view)
    row = view.row
    print(f"{row.id}  {row.status}  {row.name}  {', '.join(row.games)}")
    if row.status == "running":
        state = "paused" if view.paused else "on a break" if view.on_break else f"level {view.level}"
        minutes, seconds = divmod(view.left // 1000, 60)
        print(f"{state}, {minutes}:{seconds:02} left{', hand for hand' if view.hand_for_hand else ''}")
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
