"""``standpat charts``: strategies as pages and pictures. See docs/strategy/README.md.

``standpat charts --table 27td.table --single 27sd-fl.npz --out docs/strategy`` writes Markdown and SVG for each
strategy file (`standpat train --export`), and one page of single draw for the strategies of ``--single`` (`standpat
solve --save`). A strategy file takes about a minute. With ``--values`` the values before the first draw are computed
too, which takes some minutes. They are stored beside the strategy file and used from then on.
"""

import argparse
import os
import sys
from pathlib import Path

SIX = 6


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat charts``."""
    parser.add_argument("--table", action="append", default=[], metavar="FILE", help="a strategy file; may be repeated")
    parser.add_argument(
        "--single", action="append", default=[], metavar="FILE", help="a solved single draw; may be repeated"
    )
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder of the pages; it is created")
    parser.add_argument("--values", action="store_true", help="compute the values before the first draw (minutes)")
    parser.add_argument(
        "--least", type=float, default=1e-4, metavar="P", help="follow lines of at least this probability (%(default)s)"
    )
    parser.add_argument(
        "--hands", type=int, default=0, metavar="N", help="watch N hands of six `multiway` players (%(default)s)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="threads (all cores)")


def run(args: argparse.Namespace) -> int:
    """Write the charts of strategies into a folder; returns the exit status."""
    if not args.table and not args.single:
        raise ValueError("give a --table or a --single strategy")
    if not 0 < args.least < 0.01:
        raise ValueError(f"--least {args.least}: expected more than 0 and less than 0.01")
    from rich.console import Console
    from rich.progress import track

    from standpat.bots import player
    from standpat.engine.games import Stakes, game
    from standpat.solver import load_strategy
    from standpat.solver.charts.figures import Numbers
    from standpat.solver.charts.lines import walk
    from standpat.solver.charts.pages import index, pages
    from standpat.solver.charts.single_draw import single
    from standpat.solver.charts.watched import watch
    from standpat.solver.strategy_file.file_strategy import is_strategy_file, open_strategy, values_path

    if args.hands < 0:
        raise ValueError(f"--hands {args.hands}: expected 0 or more")
    files: dict[str, str] = {}
    for name in args.table:
        path = Path(name)
        if not is_strategy_file(path):
            raise ValueError(f"{path} is not a strategy file: standpat train --export makes one")
        strategy = open_strategy(path, args.workers)
        if args.values and not strategy.prepared:
            for _ in track(strategy.prepare(), "values", strategy.contexts, console=Console(stderr=True)):
                pass
            strategy.save_values(values_path(path))
        table = None
        if args.hands and strategy.file.game == "27td":
            table = watch(player("multiway"), game("27td"), Stakes(1, 2), SIX, args.hands, seed=1)
        files |= pages(Numbers(strategy, walk(strategy, args.least), table))
    if args.single:
        files |= single([load_strategy(Path(name)) for name in args.single])
    given = [*[f"--table {Path(name).name}" for name in args.table], *[f"--single {Path(n).name}" for n in args.single]]
    if args.hands:
        given.append(f"--hands {args.hands}")
    files["README.md"] = index(files, " ".join(["standpat charts", *given, "--out", "docs/strategy"]))
    out = Path(args.out)
    (out / "pictures").mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (out / file).write_text(text.rstrip("\n") + "\n", encoding="utf-8")
    print(f"{len(files)} files in {out}", file=sys.stderr)
    return 0
