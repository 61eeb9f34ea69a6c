"""``standpat multiway``: train the bot for three to six seats by self-play, in minutes. See docs/multiway.md.

``standpat multiway --minutes 20 --checkpoint DIR --export 27td-multiway.table`` keeps a checkpoint in DIR. The same
command continues from there, also after a kill, with the same results. Control-C stops after the present epoch and
saves. The bot `multiway` plays from the exported strategy file if it is in one of the folders of
`standpat.bots.directories`. To export an earlier training, give ``--epochs`` no larger than it has.

``--ray ADDRESS`` plays each epoch on a cluster, in as many pieces as it has processors, or in ``--pieces N``. The
results depend on the number of pieces, not on where they are played. Without ``--ray`` the cores of this machine play
them. A training continues with the pieces it began with.
"""

import argparse
import json
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from standpat.cli.ray_option import add_ray, pool_of

if TYPE_CHECKING:
    from standpat.compute.ray_pool import RayPool
    from standpat.solver.multiway.training import MultiwayTraining

SAVE_EVERY = 60.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat multiway``."""
    parser.add_argument("--game", default="27td", metavar="GAME", help="27td (default) or a5td")
    parser.add_argument("--checkpoint", required=True, metavar="DIR", help="the folder of the training")
    parser.add_argument("--minutes", type=float, metavar="N", help="minutes of training in all (20)")
    parser.add_argument("--epochs", type=int, metavar="N", help="instead: epochs of 25,000 deals in all")
    parser.add_argument("--pieces", type=int, metavar="N", help="play an epoch in N parallel pieces of 100,000 deals")
    parser.add_argument("--deals", type=int, metavar="N", help="deals of an epoch, or of each of its pieces")
    parser.add_argument("--export", metavar="FILE", help="write the strategy file of the bot multiway")
    add_ray(parser)


def run(args: argparse.Namespace) -> int:
    """Train the bot ``multiway``; returns the exit status."""
    for name in ("minutes", "epochs", "pieces", "deals"):
        given = getattr(args, name)
        least = 1 if name in ("pieces", "deals") else 0
        if given is not None and given < least:
            raise ValueError(f"--{name} {given}: expected {least} or more")
    with pool_of(args) as pool:
        return _run(args, pool)


def _run(args: argparse.Namespace, pool: "RayPool | None") -> int:
    from rich.console import Console

    from standpat.engine.games import game
    from standpat.solver.multiway.training import MultiwayTraining, export, pieces_in, training_bytes

    console = Console(stderr=True)
    folder = Path(args.checkpoint)
    pieces = args.pieces or pieces_in(folder) or (max(2, pool.cpus) if pool else 1)
    if pool is not None and pieces == 1:
        raise ValueError("a training in one piece cannot be distributed: leave --ray out, or give another folder")
    mib = training_bytes() / (1 << 20)
    cores = "one core" if pieces == 1 else f"as much for each of {pieces} pieces that is played at once"
    console.print(f"{args.game}: takes {mib:.0f} MiB and {cores}", highlight=False)
    threads = pool or (0 if pieces > 1 else 1)
    training = MultiwayTraining(game(args.game), folder, deals=args.deals, pieces=pieces, threads=threads)
    if training.epoch:
        console.print(f"goes on from epoch {training.epoch}", highlight=False)
    _train(args, training, console)
    report: dict[str, Any] = {"game": args.game, **training.reached()}
    if args.export:
        path = Path(args.export)
        report["export"] = {
            "file": str(path),
            "bytes": export(training.game, training.policy(), path, training.reached()),
        }
    print(json.dumps(report))
    return 0


def _train(args: argparse.Namespace, training: "MultiwayTraining", console: Any) -> None:
    """Until it is time; a checkpoint every minute."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    minutes = 20.0 if args.minutes is None and args.epochs is None else args.minutes
    stopped: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.append(number)

    def over() -> bool:
        return bool(
            stopped
            or (minutes is not None and training.seconds >= 60 * minutes)
            or (args.epochs is not None and training.epoch >= args.epochs)
        )

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    columns = (TextColumn("{task.fields[note]}"), BarColumn(), TimeElapsedColumn())
    plain = not console.is_terminal
    saved = time.monotonic()
    try:
        with Progress(*columns, console=console, disable=plain) as bar:
            task = bar.add_task("", total=args.epochs or (minutes and 60 * minutes), note="")
            while not over():
                training.iterate()
                note = f"epoch {training.epoch}  {training.reached()['deals']:,} deals"
                bar.update(task, completed=training.epoch if args.epochs else training.seconds, note=note)
                if time.monotonic() - saved >= SAVE_EVERY:
                    training.save()
                    saved = time.monotonic()
                    if plain:
                        print(f"{training.seconds / 60:8.2f} min  {note}", file=sys.stderr, flush=True)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        training.save()
