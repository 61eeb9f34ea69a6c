"""``standpat multiway``: train the bot for three to six seats by self-play, in minutes. See docs/multiway.md.

``standpat multiway --minutes 20 --checkpoint DIR --export 27td-multiway.table`` trains a strategy for each number of
seats in turn, in the same time, and keeps a checkpoint of each in a folder of DIR. The same command continues from
there, also after a kill, with the same results. Control-C stops after the present epoch and saves. The bot `multiway`
plays from the exported strategy file if it is in one of the folders of `standpat.bots.directories`. To export an
earlier training, give ``--epochs`` no larger than it has. ``--keep FILE`` takes over the strategies of another file for
the numbers of seats that are not trained here. A DIR with the checkpoint of an earlier version, which is for
two to six seats at once, is continued as it began.

``--begin PATH`` begins new trainings with what the one in PATH, a folder for one number of seats, has learned, or with
the strategies of the file PATH, or with both. A strategy file counts in the averages as much as its deals, or not at
all with ``--own-averages``, now or later. Trainings that have begun go on.

``--gpu`` plays the epochs on an NVIDIA graphics card. A large one is as fast as dozens of cores. It needs the extra
`gpu`. The results cannot be repeated to the last bit.

``--meet FILE`` lets half of the strays play a response that ``standpat bench strength`` has saved, until another is
given. It is kept in the checkpoint, so that it is given once.

``--face rule`` lets one player face others who are the bot `rule`, in a ``--share`` of the deals, from now on. What is
learned there counts ``--scale`` times. So the strategy learns to win from them, too; the more it counts in all, the
more a response wins from it. Both are kept in the checkpoint, and ``--face rule --share 0`` ends it. With ``--face
FILE`` the others play the strategies of FILE. ``--watch PLAYER --seats N`` makes such a FILE of another bot: it watches
it for some minutes instead of training, and counts its choices. What was counted is kept in DIR.

``--lines N`` solves limit single draw with three seats over all its public states instead, up to N iterations in all,
with a checkpoint in the folder `lines` of DIR. The export needs ``--keep FILE`` then, or ``--seats`` to train other
strategies as well.

``--threads N`` plays an epoch in N threads, which learn into the same sums and take the memory of one. Two are some 1.7
times as fast as one. The results cannot be repeated to the last bit.

``--ray ADDRESS`` plays each epoch on a cluster, in as many pieces as it has processors, or in ``--pieces N``. The
results depend on the number of pieces, not on where they are played. Without ``--ray`` the cores of this machine play
them. A training continues with the pieces it began with.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standpat.cli.ray_option import add_ray, pool_of
from standpat.cli.training_run import TELL_EVERY, Every, train

if TYPE_CHECKING:
    from standpat.bots.multiway_file import MultiwayFile
    from standpat.compute.ray_pool import RayPool
    from standpat.solver.multiway.lines import LineTraining
    from standpat.solver.multiway.training import MultiwayTraining

SAVE_EVERY = 300.0
"""Seconds between two saves. A long training has more than a gigabyte."""
OF_TRAINING = (
    "epochs", "pieces", "threads", "deals", "begin", "own_averages", "gpu", "meet", "face", "lines", "keep", "ray"
)  # fmt: skip
"""Options that say nothing to who watches a bot."""
SHARE = 0.05
"""Part of the deals in which known players are faced."""
WATCHED = 100
"""Hands that are watched between two looks at the time."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat multiway``."""
    parser.add_argument("--game", default="27td", metavar="GAME", help="a limit game (default: 27td)")
    parser.add_argument("--checkpoint", required=True, metavar="DIR", help="the folder of the training")
    parser.add_argument(
        "--seats", type=int, nargs="+", metavar="N", help="the numbers of seats to train for (2 3 4 5 6)"
    )
    parser.add_argument("--minutes", type=float, metavar="N", help="minutes of training in all (20)")
    parser.add_argument("--epochs", type=int, metavar="N", help="instead: epochs of 25,000 deals for each")
    parser.add_argument("--pieces", type=int, metavar="N", help="play an epoch in N parallel pieces of 100,000 deals")
    parser.add_argument(
        "--threads",
        type=int,
        metavar="N",
        help="play in N threads (0: one for each core), which cannot be repeated to the last bit",
    )
    parser.add_argument("--deals", type=int, metavar="N", help="deals of an epoch, or of each of its pieces")
    parser.add_argument(
        "--begin", nargs="+", metavar="PATH", help="begin with a training for other seats, a strategy file, or both"
    )
    parser.add_argument("--own-averages", action="store_true", help="leave the strategy file out of the averages")
    parser.add_argument("--gpu", action="store_true", help="play on an NVIDIA graphics card (extra: gpu)")
    parser.add_argument("--meet", metavar="FILE", help="a saved response, which half of the strays play from now on")
    parser.add_argument(
        "--face", metavar="WHO", help="face others from now on: the bot rule, or who plays the strategies of a file"
    )
    parser.add_argument("--share", type=float, metavar="N", help="--face: in this part of the deals (0.05)")
    parser.add_argument("--scale", type=float, metavar="N", help="--face: what is learned in such a deal counts so (1)")
    parser.add_argument("--watch", metavar="PLAYER", help="count what a bot does, instead of training; needs --seats N")
    parser.add_argument("--export", metavar="FILE", help="write the strategy file of the bot multiway")
    parser.add_argument("--keep", metavar="FILE", help="export with the strategies of FILE for other numbers of seats")
    parser.add_argument("--lines", type=int, metavar="N", help="single draw, three seats: N iterations over all lines")
    add_ray(parser)


def run(args: argparse.Namespace) -> int:
    """Train the bot ``multiway``; returns the exit status."""
    for name in ("minutes", "epochs", "pieces", "threads", "deals", "lines"):
        given = getattr(args, name)
        least = 1 if name in ("pieces", "deals") else 0
        if given is not None and given < least:
            raise ValueError(f"--{name} {given}: expected {least} or more")
    for seats in args.seats or ():
        if not 2 <= seats <= 6:
            raise ValueError(f"--seats {seats}: expected 2 to 6")
    for name in ("share", "scale"):
        if getattr(args, name) is not None and args.face is None:
            raise ValueError(f"--{name}: only with --face WHO")
    if args.watch is not None:
        return _watch(args)
    with pool_of(args) as pool:
        return _run(args, pool)


def _watch(args: argparse.Namespace) -> int:
    """Watch a bot; it lasts some minutes."""
    from standpat.engine.games import game
    from standpat.solver.multiway.export import export
    from standpat.solver.multiway.opponent_model import OpponentModel

    if len(args.seats or ()) != 1:
        raise ValueError("--watch PLAYER: give one number of --seats")
    for name in OF_TRAINING:
        given = getattr(args, name)
        if given is not None and given is not False:
            raise ValueError(f"--watch PLAYER trains nothing: leave out --{name.replace('_', '-')}")
    (seats,), minutes = args.seats, 20.0 if args.minutes is None else args.minutes
    file = Path(args.checkpoint) / f"watched-{args.watch.replace(':', '-')}-{seats}.npz"
    model = OpponentModel(game(args.game), args.watch, seats, file)
    begin, save, tell = time.monotonic(), Every(SAVE_EVERY), Every(TELL_EVERY)
    try:
        while time.monotonic() - begin < 60 * minutes:
            model.play(WATCHED)
            if tell.due():
                print(f"{model.hands:,} hands", file=sys.stderr, flush=True)
            if save.due():
                model.save()
    finally:
        model.save()
    decisions = int(model.counts.sum())
    report: dict[str, Any] = {"game": args.game, "watched": args.watch, "seats": seats}
    report |= {"hands": model.hands, "decisions": decisions}
    if args.export:
        path, facts = Path(args.export), {"watched": args.watch, "hands": model.hands}
        size = export(model.record, {seats: model.policy()}, path, facts, None, None, {seats: model.visits()})
        report["export"] = {"file": str(path), "bytes": size}
    print(json.dumps(report))
    return 0


def _run(args: argparse.Namespace, pool: "RayPool | None") -> int:
    from rich.console import Console

    from standpat.bots.multiway_file import MultiwayFile
    from standpat.compute.threads import count_of
    from standpat.solver.multiway.export import export
    from standpat.solver.multiway.gpu_play import bytes_on_card
    from standpat.solver.multiway.training import training_bytes

    keep = None if args.keep is None else MultiwayFile.load(Path(args.keep))
    console = Console(stderr=True)
    if args.lines is not None and args.export and keep is None and not args.seats:
        raise ValueError("--lines: an export needs --keep FILE for what is off the lines, or --seats")
    lines = None if args.lines is None else _lines(args, console)
    if lines is not None and not args.seats:
        return _lines_alone(args, lines, keep)
    trainings = _trainings(args, pool)
    for training in trainings:
        if not training.epoch:
            for path in sorted(map(Path, args.begin or ()), key=Path.is_dir):  # the folder last: its regrets count
                training.begin_with(path)
        if args.own_averages:
            training.count_own_deals()
    if args.meet is not None:
        _meet(Path(args.meet), trainings)
    if args.face is not None:
        share, scale = SHARE if args.share is None else args.share, 1.0 if args.scale is None else args.scale
        for training in trainings:
            training.face("rule" if args.face == "rule" else Path(args.face), share, scale)
    for training in trainings:  # a folder that cannot be made is found before the training
        training.folder.mkdir(parents=True, exist_ok=True)
    mib, pieces = sum([training_bytes(each.facing) for each in trainings]) / (1 << 20), trainings[0].kind.pieces
    count = 1 if args.threads is None else count_of(args.threads)
    cores = "one core" if count == 1 else f"{count} cores"
    if pieces > 1:
        cores = f"as much for each of {pieces} pieces that is played at once"
    if args.gpu:
        card = len(trainings) * bytes_on_card(trainings[0].deals) / (1 << 20)
        cores = f"{card:.0f} MiB of a graphics card"
    console.print(f"{args.game}: takes {mib:.0f} MiB and {cores}", highlight=False)
    for training in trainings:
        if training.epoch:
            console.print(f"{_seats(training)}: goes on from epoch {training.epoch}", highlight=False)
    minutes = 20.0 if args.minutes is None and args.epochs is None else args.minutes
    train({_seats(training): training for training in trainings}, minutes, args.epochs, SAVE_EVERY, console)
    reached = {
        str(training.kind.seats): {**training.reached(), "deals": training.learned_from} for training in trainings
    }
    total = {what: sum([each[what] for each in reached.values()]) for what in reached[str(trainings[0].kind.seats)]}
    facts: dict[str, Any] = {**total, "seats": reached}
    report: dict[str, Any] = {"game": args.game, **facts}
    if args.export:
        path = Path(args.export)
        policies = {training.kind.seats: training.policy() for training in trainings}
        visits = {training.kind.seats: training.visits() for training in trainings}
        solved = None if lines is None else lines.exported()
        size = export(trainings[0].game, policies, path, facts, keep, solved, visits)
        report["export"] = {"file": str(path), "bytes": size}
    print(json.dumps(report))
    return 0


def _lines(args: argparse.Namespace, console: Any) -> "LineTraining":
    """The training for all lines, when it has as many iterations as were asked for."""
    from standpat.engine.games import game
    from standpat.solver.multiway.lines import LineTraining, training_bytes

    record = game(args.game)
    console.print(f"{args.game}, lines: takes {training_bytes(record) >> 20} MiB and one core", highlight=False)
    training = LineTraining(record, Path(args.checkpoint) / "lines")
    save, tell = Every(SAVE_EVERY), Every(TELL_EVERY)
    try:
        while training.iterations < args.lines:
            training.iterate()
            if tell.due():
                console.print(f"{training.iterations} iterations", highlight=False)
            if save.due():
                training.save()
    finally:
        training.save()
    return training


def _lines_alone(args: argparse.Namespace, lines: "LineTraining", keep: "MultiwayFile | None") -> int:
    from standpat.solver.multiway.export import export
    from standpat.solver.multiway.lines import losses

    found = losses(lines.game, lines.seats, lines.averages)
    report: dict[str, Any] = {"game": args.game, "lines": lines.iterations, "loses_msb": found.msb}
    if args.export:
        facts = {"lines": {str(lines.seats): lines.iterations}}
        path = Path(args.export)
        report["export"] = {"file": str(path), "bytes": export(lines.game, {}, path, facts, keep, lines.exported())}
    print(json.dumps(report))
    return 0


def _trainings(args: argparse.Namespace, pool: "RayPool | None") -> "list[MultiwayTraining]":
    """One for each number of seats; the one for all of them where an earlier version began it."""
    from standpat.compute.gpu import Gpu
    from standpat.engine.games import game
    from standpat.solver.multiway.training import Kind, MultiwayTraining, Strays, kind_of

    folder, record = Path(args.checkpoint), game(args.game)
    if args.gpu and (args.pieces or args.threads is not None or pool is not None):
        raise ValueError("--gpu plays an epoch in one piece: leave out --pieces, --threads and --ray")
    gpu = Gpu() if args.gpu else None
    earlier = kind_of(folder)
    if earlier is not None and args.seats:
        raise ValueError(
            f"{folder} has a training for two to six seats at once: leave out --seats to continue it, "
            "or give another folder"
        )
    numbers = [0] if earlier else sorted(set(args.seats or range(2, 7)))
    trainings = []
    for seats in numbers:
        place = folder / str(seats) if seats else folder
        kind = kind_of(place)
        pieces = args.pieces or (kind.pieces if kind else max(2, pool.cpus) if pool else 1)
        if pool is not None and pieces == 1:
            raise ValueError("a training in one piece cannot be distributed: leave --ray out, or give another folder")
        if args.threads is not None and pieces > 1:
            raise ValueError("--threads: only for a training in one piece; the cores play several pieces anyway")
        kind = Kind(seats, kind.strays if kind else Strays(), pieces)
        threads = pool or (0 if pieces > 1 else 1 if args.threads is None else args.threads)
        trainings.append(MultiwayTraining(record, place, kind, deals=args.deals, threads=threads, gpu=gpu))
    return trainings


def _meet(file: Path, trainings: "list[MultiwayTraining]") -> None:
    """Let the training of the response's game and number of seats meet it."""
    from standpat.solver.multiway.response import stored

    if not file.is_file():
        raise ValueError(f"--meet {file}: there is no such file")
    head, best = stored(file)
    met = [one for one in trainings if (one.game.id, one.kind.seats) == (head["game"], head["seats"])]
    if not met:
        raise ValueError(f"--meet {file}: it is a response in {head['game']} with {head['seats']} seats")
    met[0].meet(best)


def _seats(training: "MultiwayTraining") -> str:
    return f"{training.kind.seats} seats" if training.kind.seats else "2 to 6 seats"
