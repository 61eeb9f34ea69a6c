"""The output of ``standpat solve --score``, and the score of a strategy file, here or on a Ray cluster."""

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

from standpat.cli.ray_option import pool_of

if TYPE_CHECKING:
    from standpat.solver import Exploitability


def is_file(score: str) -> bool:
    """Whether ``--score`` names a strategy file; a `ValueError` where the file does not exist."""
    from standpat.solver.strategy_file.file_strategy import is_strategy_file

    path = Path(score)
    if path.suffix == ".table" and not path.is_file():
        raise ValueError(f"--score {score}: there is no such file")
    return path.suffix == ".table" or (path.is_file() and is_strategy_file(path))


def score_table(args: argparse.Namespace) -> int:
    """Print what perfect play wins from a strategy file; returns the exit status."""
    from rich.console import Console
    from rich.progress import Progress

    from standpat.bots.strategy_file import StrategyFile
    from standpat.solver.response.strategy_file_response import StrategyFileEvaluator

    start = time.monotonic()
    table = StrategyFile.load(Path(args.score))
    console = Console(stderr=True)
    with pool_of(args) as pool, Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(f"scoring {args.score}", total=None)
        evaluator = StrategyFileEvaluator(table, args.workers, pool, lambda: bar.advance(task))
        bar.update(task, total=4 * evaluator.pieces)
        exploitability, value = evaluator.exploitability(), evaluator.value()
    return scored(
        args, table.game, {"iterations": table.head["iterations"]}, exploitability, value, time.monotonic() - start
    )


def scored(
    args: argparse.Namespace,
    game: str,
    how: dict[str, int],
    exploitability: "Exploitability",
    value: tuple[float, float],
    seconds: float,
) -> int:
    """Print an exploitability; returns the exit status.

    Args:
        args: The options.
        game: The id of the game.
        how: Further entries of the JSON output.
        exploitability: What perfect play wins.
        value: What each seat wins in self-play, in small bets.
        seconds: The time it took.
    """
    report = {
        "game": game,
        "player": args.score,
        **how,
        "exploitability": msb_of(exploitability),
        "value": list(value),
        "seconds": round(seconds, 1),
    }
    if args.json:
        print(json.dumps(report))
        return 0
    print(f"{args.score} in {game}: perfect play wins {exploitability.msb:.1f} mSB a hand from it")
    print(f"on the button {1000 * exploitability.button:.1f}, in the big blind {1000 * exploitability.blind:.1f}")
    print(f"against itself the button wins {1000 * value[0]:+.1f}, the big blind {1000 * value[1]:+.1f}")
    return 0


def msb_of(exploitability: "Exploitability") -> dict[str, float]:
    """An exploitability in thousandths of a small bet, by the keys of the ``--json`` output."""
    return {"msb": exploitability.msb, "button": exploitability.button, "blind": exploitability.blind}
