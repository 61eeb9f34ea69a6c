"""``standpat bench room``: how many players a room can serve on this machine.

``standpat bench strength`` is in `standpat.cli.bench_strength`.
"""

import argparse

from standpat.cli import bench_strength

HELP = """\
Starts a room and clients in other processes, lets them play, and reports what the server process needed. The database
is a temporary file, which is deleted, or the empty database that you name with --database, which is then filled. It
ends after about twice the seconds you ask for.

  standpat bench room --tables 300 --rate 1             three hundred busy tables: does every frame arrive in time?
  standpat bench room --tables 10 --idle 8000           what ten busy tables and eight thousand idle pages cost
  standpat bench room --stored 100000                   how long a room with a hundred thousand hands takes to start
  standpat bench room --json > before.json              to compare with later
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat bench``."""
    what = parser.add_subparsers(dest="what", metavar="room|strength", required=True)
    room = what.add_parser("room", help="how many players a room can serve on this machine", epilog=HELP)
    room.formatter_class = argparse.RawDescriptionHelpFormatter
    _configure_room(room)
    bench_strength.configure(what.add_parser("strength", help="what the players of the package can lose"))


def _configure_room(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", type=int, default=10, metavar="N", help="tables (default: %(default)s)")
    parser.add_argument("--seats", type=int, default=6, metavar="N", help="players at each, 2 to 6 (default: 6)")
    parser.add_argument(
        "--seconds", type=float, default=10, metavar="S", help="seconds to measure (default: %(default)s)"
    )
    parser.add_argument(
        "--rate", type=float, metavar="R", help="actions a second at each table (default: as fast as the server is)"
    )
    parser.add_argument("--idle", type=int, default=0, metavar="K", help="additional idle sockets")
    parser.add_argument(
        "--stored", type=int, default=0, metavar="N", help="finished hands in the database before the start"
    )
    parser.add_argument("--clients", type=int, default=1, metavar="N", help="client processes (default: 1)")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="an empty database: postgresql://… or sqlite:///FILE (default: a temporary file)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")


def run(args: argparse.Namespace) -> int:
    """Measure and print the report; the exit status is 1 where there were errors."""
    if args.what == "strength":
        return bench_strength.run(args)
    _require(1 <= args.tables <= 2000, "--tables", args.tables, "1 to 2000")
    _require(2 <= args.seats <= 6, "--seats", args.seats, "2 to 6")
    _require(0 < args.seconds <= 3600, "--seconds", args.seconds, "more than 0, 3600 at most")
    _require(args.rate is None or 0 < args.rate <= 1000, "--rate", args.rate, "more than 0, 1000 at most")
    _require(0 <= args.idle <= 50_000, "--idle", args.idle, "0 to 50000")
    _require(0 <= args.stored <= 10_000_000, "--stored", args.stored, "0 to 10000000")
    _require(1 <= args.clients <= 64, "--clients", args.clients, "1 to 64")
    import msgspec

    from standpat.room.bench.bench import BenchFault, Order, measure
    from standpat.room.store import StoreError

    order = Order(
        args.tables,
        args.seats,
        args.seconds,
        args.rate,
        args.idle,
        args.clients,
        args.database,
        stored=args.stored,
    )
    try:
        report = measure(order)
    except StoreError as error:
        raise ValueError(f"--database: {error}") from None
    except BenchFault as error:
        raise ValueError(str(error)) from None
    print(msgspec.json.encode(report).decode() if args.json else report.text())
    return 1 if report.errors else 0


def _require(fulfilled: bool, option: str, given: object, right: str) -> None:
    if not fulfilled:
        raise ValueError(f"{option} {given}: expected {right}")
