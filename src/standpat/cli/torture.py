"""``standpat torture``: attack rooms that were started for the purpose, and report what held."""

import argparse

HELP = """\
Starts rooms on the loopback with their own databases, attacks each in one way, and reports what held. It does not touch
running rooms or databases with data. It takes about a quarter of an hour.

  standpat torture                                        with temporary SQLite files
  standpat torture --database postgresql://…/scratch      with an empty PostgreSQL database, emptied again afterwards
  standpat torture --only kills --only half-open          only these checks
  standpat torture --list                                 list the checks
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat torture``."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = HELP
    parser.add_argument("--database", metavar="URL", help="an empty PostgreSQL database (default: temporary files)")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="run only this check; may be repeated"
    )
    parser.add_argument("--list", action="store_true", help="list the checks and do nothing")
    parser.add_argument(
        "--patience",
        type=float,
        default=1.0,
        metavar="N",
        help="multiply the time limit of each check by N (default: 1)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object for each check")


def run(args: argparse.Namespace) -> int:
    """Attack rooms and print what held; the exit status is 1 where a check is broken."""
    if not 0.1 <= args.patience <= 100:
        raise ValueError(f"--patience {args.patience}: expected 0.1 to 100")
    import msgspec

    from standpat.room.store import StoreError
    from standpat.room.torture import suite
    from standpat.room.torture.check import Outcome
    from standpat.room.torture.site import Ground

    checks = suite.chosen(args.only)
    if args.list:
        for check in checks:
            print(f"{check.name:16} {check.kind:12} {check.holds}")
        return 0

    def told(outcome: Outcome) -> None:
        if args.json:
            print(msgspec.json.encode(outcome).decode(), flush=True)
            return
        mark = "skipped" if outcome.held is None else "held" if outcome.held else "BROKEN"
        print(f"{mark:8} {outcome.name:16} {outcome.seconds:5.0f} s  {outcome.said}", flush=True)

    try:
        ground = Ground(args.database)
    except StoreError as error:
        raise ValueError(f"--database: {error}") from None
    if not args.json:
        print(f"standpat torture: {len(checks)} checks on {ground.name}", flush=True)
    outcomes = suite.run(checks, ground, told, patience=args.patience)
    broken = [outcome.name for outcome in outcomes if outcome.held is False]
    if not args.json:
        skipped = sum([outcome.held is None for outcome in outcomes])
        print(f"{len(outcomes) - len(broken) - skipped} held, {skipped} skipped, {len(broken)} broken")
    return 1 if broken else 0
