"""``standpat nolimit``: train the bot for games without a fixed limit by self-play. See docs/no_limit.md.

``standpat nolimit --minutes 60 --checkpoint DIR --export 27sd-nolimit.table`` keeps a checkpoint in DIR. The same
command continues from there, also after a kill, with the same results. Control-C stops after the present epoch and
saves. The bot `nolimit` plays from the exported strategy file if it is in one of the folders of
`standpat.bots.directories`. To export an earlier training, give ``--epochs`` no larger than it has.

With ``--seats 3 4 5 6`` it learns these numbers of seats only, and ``--keep FILE`` exports the result together with the
spots of FILE that hands dealt to two have. With ``--seats 2`` it is the other way round. With ``--depth 100`` it learns
from hands about 100 big blinds deep without antes, and ``--keep FILE`` exports what it learned for these hands together
with all of FILE.

``--heads-up FILE`` instead solves the play of two over whole trees (`standpat.solver.nolimit.heads_up`): the lines up
to the draw, then the spots after it. It exports them together with all other spots of FILE. DIR/lines keeps the
solution of each table, and DIR/late the checkpoint of the spots after the draw. With ``--depths`` it solves the lines
at these stacks alone, without antes; everything else stays as FILE has it.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standpat.cli.training_run import Every, train

if TYPE_CHECKING:
    from standpat.bots.nolimit_file import NolimitFile
    from standpat.solver.nolimit.heads_up import HeadsUp
    from standpat.solver.nolimit.strategy import Blocks
    from standpat.solver.nolimit.training import NolimitTraining

SAVE_EVERY = 60.0
KEPT = ("epochs", "minutes", "deals", "decisions", "spots", "heads_up", "depths")
"""What a file keeps to tell of its trainings."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat nolimit``."""
    parser.add_argument("--game", default="27sd", metavar="GAME", help="27sd (default), 27td-nl, 27td-pl")
    parser.add_argument("--checkpoint", required=True, metavar="DIR", help="the folder of the training")
    parser.add_argument("--minutes", type=float, metavar="N", help="minutes of training in all (60)")
    parser.add_argument("--epochs", type=int, metavar="N", help="instead: epochs in all")
    parser.add_argument("--deals", type=int, metavar="N", help="deals of an epoch (5,000; 20,000 with three draws)")
    parser.add_argument("--seats", type=int, nargs="+", metavar="N", help="the numbers of seats to learn (2 to 6)")
    parser.add_argument(
        "--depth", type=float, metavar="BB", help="learn one depth of single draw, 3 to 6 seats: 40, 100 or 200"
    )
    parser.add_argument(
        "--keep",
        metavar="FILE",
        help="--export: with the play of two of this file (--seats 2: of more; --depth: all that is in it)",
    )
    parser.add_argument("--heads-up", metavar="FILE", help="solve two players over all lines; more are those of FILE")
    parser.add_argument(
        "--depths", type=float, nargs="+", metavar="BB", help="--heads-up: only the lines at these stacks, no antes"
    )
    parser.add_argument("--export", metavar="FILE", help="write the strategy file of the bot nolimit")


def run(args: argparse.Namespace) -> int:
    """Train the bot ``nolimit``; returns the exit status."""
    from standpat.engine.games import game

    for name, least in (("minutes", 0), ("epochs", 0), ("deals", 1)):
        given = getattr(args, name)
        if given is not None and given < least:
            raise ValueError(f"--{name} {given}: expected {least} or more")
    if args.heads_up:
        if args.minutes is not None or args.deals is not None:
            raise ValueError("--heads-up counts iterations: give --epochs, not --minutes or --deals")
        if args.seats or args.keep:
            raise ValueError("--heads-up learns two seats and keeps all else of its FILE: leave --seats and --keep out")
        if game(args.game).draw_rounds > 1:
            raise ValueError(f"--heads-up is for single draw, not for {args.game}")
        if args.depth is not None:
            raise ValueError("--depth is for three to six seats: leave it out with --heads-up (see --depths)")
        _check_base(args.game, Path(args.heads_up))
        return _heads_up(args)
    if args.depths:
        raise ValueError("--depths: only with --heads-up FILE")
    if args.keep and not args.export:
        raise ValueError("--keep: only with --export FILE")
    if args.keep:
        _check_base(args.game, Path(args.keep))
    if args.depth is not None and args.export and not args.keep:
        raise ValueError("--depth with --export: give --keep FILE, the strategy for all other depths")
    from rich.console import Console

    from standpat.bots.nolimit_file import NolimitFile
    from standpat.solver.nolimit.strategy import export
    from standpat.solver.nolimit.training import SEATS, NolimitTraining, training_bytes

    kept = NolimitFile.load(Path(args.keep)) if args.keep else None
    console = Console(stderr=True)
    seats = args.seats or (SEATS if args.depth is None else SEATS[1:])
    record, folder = game(args.game), Path(args.checkpoint)
    training = NolimitTraining(record, folder, deals=args.deals, seats=seats, depth=args.depth)
    mib = training_bytes() / (1 << 20)
    console.print(f"{args.game}: takes up to {mib:.0f} MiB and one core", highlight=False)
    if training.epoch:
        console.print(f"goes on from epoch {training.epoch}", highlight=False)
    minutes = 60.0 if args.minutes is None and args.epochs is None else args.minutes
    train({"": training}, minutes, args.epochs, SAVE_EVERY, console)
    report: dict[str, Any] = {"game": args.game, **training.reached()}
    if args.export:
        path = Path(args.export)
        blocks, facts = _strategy(training, kept, set(seats))
        size = export(training.game, blocks, path, facts)
        report["export"] = {"file": str(path), "bytes": size, "spots": len(blocks)}
    print(json.dumps(report))
    return 0


def _strategy(
    training: "NolimitTraining", kept: "NolimitFile | None", seats: set[int]
) -> tuple["Blocks", dict[str, Any]]:
    """What a training has learned, together with what is taken over from a file, and what the new file tells of it."""
    from standpat.solver.nolimit.strategy import blocks_of, joined, strategy_of, with_depth

    facts: dict[str, Any] = training.reached()
    if kept is not None and training.depth is not None:
        depths = {**kept.head.get("depths", {}), f"{training.depth:g}": {**facts, "seats": sorted(seats)}}
        blocks = with_depth(blocks_of(kept), training.book, training.mind, training.depth)
        return blocks, {**_told(kept), "depths": depths}
    blocks = strategy_of(training.book, training.mind)
    if kept is None:
        return blocks, facts
    if seats == {2}:
        return joined(blocks_of(kept), blocks), {**_told(kept), "heads_up": facts}
    two = {name: told for name, told in kept.head.items() if name == "heads_up"}
    return joined(blocks, blocks_of(kept)), facts | two


def _check_base(game_id: str, path: Path) -> None:
    """Refuse a file of another game, whose play cannot be taken over.

    Raises:
        ValueError: The file is of another game.
    """
    from standpat.bots.nolimit_file import NolimitFile

    if (other := NolimitFile.load(path).game) != game_id:
        raise ValueError(f"{path} is a strategy of {other}, not of {game_id}")


def _told(file: "NolimitFile") -> dict[str, Any]:
    """What a file tells of its trainings."""
    return {name: file.head[name] for name in KEPT if name in file.head}


def _heads_up(args: argparse.Namespace) -> int:
    """Two players over whole trees: first each table up to the draw, then, with a tenth of the iterations, all tables
    after it; with ``--depths``, these tables up to the draw alone."""
    from standpat.bots.nolimit_file import NolimitFile
    from standpat.engine.games import game
    from standpat.solver.nolimit.heads_up import LEARNED, TABLES, HeadsUp, lines_of
    from standpat.solver.nolimit.strategy import blocks_of, export

    record, folder, base = game(args.game), Path(args.checkpoint), Path(args.heads_up)
    tables = LEARNED
    if args.depths:
        plain = {table.depth: table for table in LEARNED if not (table.ante or table.big_ante)}
        if unknown := sorted(set(args.depths) - set(plain)):
            known = ", ".join([f"{depth:g}" for depth in plain])
            raise ValueError(f"--depths {unknown[0]:g}: expected some of {known}")
        tables = tuple([plain[depth] for depth in sorted(set(args.depths))])
    file, epochs = NolimitFile.load(base), 300 if args.epochs is None else args.epochs
    old, lines = blocks_of(file), {}
    for number, table in enumerate(tables):
        lines.update(lines_of(record, table, epochs, folder / "lines"))
        print(f"{number + 1} of {len(tables)} tables: {len(lines):,} lines", file=sys.stderr, flush=True)
    blocks = {**old, **lines}
    told: dict[str, Any] = {"iterations": epochs, "tables": len(tables), "lines": len(lines)}
    report: dict[str, Any] = {"game": args.game, **told}
    if args.depths:
        told = {**file.head.get("heads_up", {}), "again": {**told, "depths": [table.depth for table in tables]}}
    else:
        late = HeadsUp(record, folder / "late", TABLES, early=blocks)
        _iterate(late, epochs // 10)
        blocks.update(late.blocks())
    if args.export:
        size = export(record, blocks, Path(args.export), {**_told(file), "heads_up": told})
        report["export"] = {"file": args.export, "bytes": size, "spots": len(blocks)}
    print(json.dumps(report))
    return 0


def _iterate(training: "HeadsUp", epochs: int) -> None:
    """Up to a number of iterations; a checkpoint every few minutes."""
    save = Every(5 * SAVE_EVERY)
    while training.epoch < epochs:
        training.iterate()
        if save.due() or training.epoch == epochs:
            training.save()
            reached = training.reached()
            print(f"{reached['minutes']:8.2f} min  iteration {training.epoch}", file=sys.stderr, flush=True)
