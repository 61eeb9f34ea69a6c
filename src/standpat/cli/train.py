"""``standpat train``: train a strategy for a limit game, and write the file that bots play from. See docs/training.md.

``standpat train --game 27td --minutes 120 --memory 14 --checkpoint DIR`` prints the memory it needs, trains while it
prints the exploitability inside the abstraction, and saves checkpoints in DIR. The same command continues from there,
also after a kill, with the same results. ``DIR/curve.csv`` has the curve, and ``--plot FILE`` draws it. Control-C stops
after the present iteration and saves. ``--export FILE`` writes the strategy file that the bot `blueprint` plays from:
`full`, or `compact` for a small file (``--strength``); ``--bits``, ``--representatives`` and ``--detail`` set its size
more finely. A training that is finer in some contexts is written with the states of one of its grades
(``--file-grade``). ``--exact`` measures the result with all classes of hands, and
the exported file too if there is one (minutes each; ``--ray ADDRESS`` distributes that). To export an earlier training,
give ``--iterations`` no larger than it has.

A game with several draws takes an hour or two. A game with one draw takes about a minute, and is trained until what
perfect play wins is below `SINGLE_TARGET` unless told otherwise.
"""

import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from standpat.cli.game_option import add_game, game_of, stakes_of
from standpat.cli.ray_option import add_ray, pool_of
from standpat.cli.score import msb_of
from standpat.cli.solving import solved

if TYPE_CHECKING:
    from standpat.engine.games import Game, Stakes
    from standpat.lab.drawing import Drawing
    from standpat.solver import Problem
    from standpat.solver.blueprint.training import LongTraining

STATES = ((704, 256, 33), (704, 164, 22), (512, 128, 16), (384, 96, 12), (256, 64, 10), (128, 32, 8))
"""States after each draw. The first that fits into the memory is taken."""
ROUGH, ROUGH_ITERATIONS = (128, 32, 8), 60
"""The states and iterations of a training that only finds out which contexts play comes to."""
COUNTS = ((0, 1, 2, 3, 4), (0, 1, 2, 3), (0, 1, 2))
SINGLE_STATES = (512,)
SINGLE_COUNTS = ((0, 1, 2, 3, 4, 5),)
SINGLE_TARGET = 0.05
"""In mSB a hand, inside the states."""
SAVE_EVERY = 600.0
"""The least seconds between checkpoints."""
STRENGTHS: dict[str, dict[str, Any]] = {
    "full": {"bits": 6, "prune": 1e-6},
    "compact": {"bits": 6, "trunk": 6, "prune": 1e-6, "contexts": 140, "detail": 8.4e-8},
}
"""The options of `standpat.solver.blueprint.export.export` by strength."""
SINGLE_STRENGTHS: dict[str, dict[str, Any]] = {
    "full": {"bits": 8, "prune": 1e-8},
    "compact": {"bits": 6, "prune": 1e-6},
}
"""The same for one draw, where the whole strategy is small."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat train``."""
    add_game(parser)
    parser.set_defaults(game="27td")
    parser.add_argument(
        "--checkpoint", metavar="DIR", required=True, help="save the training here, and continue from there"
    )
    until = parser.add_argument_group("when to stop (default: after 120 minutes)")
    until.add_argument("--minutes", type=float, metavar="N", help="after N minutes of training in all")
    until.add_argument("--iterations", type=int, metavar="N")
    until.add_argument("--target", type=float, metavar="MSB", help="at this exploitability inside the states")
    parser.add_argument("--memory", type=float, default=14, metavar="GIB", help="memory to use at most (%(default)s)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="threads (all cores)")
    parser.add_argument(
        "--states",
        metavar="N,N,N",
        help="states after each draw (as many as the memory holds); 1500,1024/512/128,128/64/16 has several numbers on "
        "the last two streets, the first for the contexts that play comes to most",
    )
    parser.add_argument(
        "--shares", metavar="X,X", help="the shares of the contexts that have each of several numbers but the last"
    )
    parser.add_argument("--counts", metavar="N,N,N", help="most cards drawn in each draw (4,3,2)")
    parser.add_argument("--ranks", type=int, default=13, metavar="N", help="a short deck, for trials (13)")
    parser.add_argument("--stakes", default="2/4", metavar="LOW/HIGH", help="bets (%(default)s)")
    file = parser.add_argument_group("the strategy file")
    file.add_argument("--export", metavar="FILE", help="write the strategy file, such as 27td.table")
    file.add_argument("--strength", choices=tuple(STRENGTHS), default="full", help="of the file (%(default)s)")
    file.add_argument("--bits", type=int, metavar="N", help="bits of a probability on the last two streets (6)")
    file.add_argument(
        "--representatives",
        type=int,
        metavar="N",
        help="contexts that represent all (140 if compact, else all of them)",
    )
    file.add_argument("--detail", type=float, metavar="X", help="least worth of a byte, if compact (8.4e-8)")
    file.add_argument(
        "--file-grade",
        type=int,
        default=0,
        metavar="N",
        help="which of several numbers of --states the file has, 0 for the first (%(default)s)",
    )
    parser.add_argument(
        "--plot", metavar="FILE", help="draw the curve of exploitability against minutes: .svg, or .png (extra plot)"
    )
    parser.add_argument("--exact", action="store_true", help="measure the result with all classes of hands at the end")
    add_ray(parser)


def run(args: argparse.Namespace) -> int:
    """Train a strategy and export it; returns the exit status."""
    for name in ("minutes", "iterations", "target", "workers", "memory"):
        given = getattr(args, name)
        if given is not None and given <= 0:
            raise ValueError(f"--{name} {given}: expected more than 0")
    if args.ray is not None and not args.exact:
        raise ValueError("--ray distributes the --exact measurement alone: give both, or leave --ray out")
    for option, file in (("export", args.export), ("plot", args.plot)):
        if file and not Path(file).parent.is_dir():
            raise ValueError(f"--{option} {file}: there is no such folder")
    _file_options(args)
    if args.plot:
        from standpat.lab.drawing import picture_kind

        picture_kind(args.plot)
    from rich.console import Console

    from standpat.solver.blueprint.training import LongTraining, training_bytes
    from standpat.solver.cfr.memory import gib
    from standpat.solver.game.grades import GradedProblem, in_grade

    console = Console(stderr=True)
    problem = _problem(args)
    if len(problem.links) == 1:
        return _single(args, problem, console)
    in_grade(problem, args.file_grade)
    if isinstance(problem, GradedProblem) and args.ray is not None:
        raise ValueError("--ray: not yet for states that are finer in some contexts")
    shape = ", ".join([str(size) for size in problem.sizes[1:]])
    console.print(
        f"{args.game}: {problem.tree.betting_nodes:,} betting decisions, states {shape}, "
        f"{problem.size:,} slots; takes {gib(training_bytes(problem))}",
        highlight=False,
    )
    training = LongTraining(problem, Path(args.checkpoint), workers=args.workers)
    if training.iteration:
        console.print(f"goes on from iteration {training.iteration}", highlight=False)
    _train(args, training, console)
    last = training.curve[-1]
    if args.plot:
        _picture(args.game, training).save(args.plot)
    report: dict[str, Any] = {
        "game": args.game,
        "recipe": dict(problem.recipe),
        "iterations": training.iteration,
        "minutes": round(training.seconds / 60, 2),
        "inside": {"msb": last.msb, "button": last.button, "blind": last.blind},
    }
    if args.export or args.exact:
        report |= _finished(args, training)
    print(json.dumps(report))
    return 0


def _problem(args: argparse.Namespace) -> "Problem":
    """The problem of the training in the folder, or the finest one that fits into the memory."""
    from standpat.solver import MemoryLimit, blueprint_problem
    from standpat.solver.blueprint.training import problem_in, training_bytes
    from standpat.solver.cfr.memory import gib

    stored = problem_in(Path(args.checkpoint)) if args.states is None and args.counts is None else None
    if stored is not None:
        trained = stored.recipe["game"]
        if trained != args.game:
            raise ValueError(f"{args.checkpoint} is a training of {trained}, not {args.game}: give another folder")
        return stored
    game = game_of(args)
    if game.betting != "fixed-limit":
        raise ValueError(f"{game.id}: this is for limit games; see standpat solve for others")
    stakes = stakes_of(args.stakes, 0, game)
    usual_counts, usual_states = (SINGLE_COUNTS, (SINGLE_STATES,)) if game.draw_rounds == 1 else (COUNTS, STATES)
    given = args.counts and [tuple(range(n + 1)) for n in _numbers(args, "counts", game.draw_rounds)]
    counts = given or list(usual_counts)
    if args.states and "/" in args.states:
        return _graded(args, game, stakes, counts)
    if args.shares:
        raise ValueError("--shares is for --states with several numbers on a street, such as 1500,1024/255,128/32")
    sizes = [_numbers(args, "states", game.draw_rounds)] if args.states else list(usual_states)
    if len(counts) != game.draw_rounds:
        raise ValueError(f"{game.id} has {game.draw_rounds} draws: give --counts and --states for each")
    limit = int(args.memory * (1 << 30))
    for states in sizes:
        problem = blueprint_problem(game, stakes, states=states, counts=counts, ranks=args.ranks)
        need = training_bytes(problem)
        if need <= limit:
            return problem
    raise MemoryLimit(f"training {game.id} takes {gib(need)}, --memory is {gib(limit)}: give more, or fewer --states")


def _graded(args: argparse.Namespace, game: "Game", stakes: "Stakes", counts: list[tuple[int, ...]]) -> "Problem":
    """A problem that is finer where play goes. What play comes to is learnt with few states first."""
    from standpat.solver import MemoryLimit, blueprint_problem
    from standpat.solver.blueprint.training import often_reached, training_bytes
    from standpat.solver.cfr.memory import gib
    from standpat.solver.game.grades import graded_by, graded_problem

    expected = f"--states {args.states} --shares {args.shares}: expected for example 1500,1024/512/128,128/64/16 with"
    try:
        *states, last, end = [[int(number) for number in part.split("/")] for part in args.states.split(",")]
        shares = [float(part) for part in (args.shares or "").split(",")]
        last_two = list(zip(last, end, strict=True))
        few = [number for (number,) in states]
    except ValueError:
        raise ValueError(f"{expected} --shares 0.03,0.12") from None
    if len(shares) != len(last_two) - 1 or min(*few, *last, *end) < 1 or len(few) != game.draw_rounds - 2:
        raise ValueError(f"{expected} --shares 0.03,0.12: a share for each of the numbers but the last")
    rough = blueprint_problem(
        game,
        stakes,
        states=[min(*pair) for pair in zip((*few, *last_two[-1]), ROUGH[-game.draw_rounds :], strict=True)],
        counts=counts,
        ranks=args.ranks,
    )
    grade = graded_by(often_reached(rough, ROUGH_ITERATIONS, args.workers), shares)
    problem = graded_problem(game, stakes, states=few, last_two=last_two, counts=counts, grade=grade, ranks=args.ranks)
    need, limit = training_bytes(problem), int(args.memory * (1 << 30))
    if need > limit:
        raise MemoryLimit(
            f"training {game.id} takes {gib(need)}, --memory is {gib(limit)}: give more, or fewer --states"
        )
    return problem


def _numbers(args: argparse.Namespace, name: str, many: int) -> tuple[int, ...]:
    text = getattr(args, name)
    try:
        numbers = tuple([int(part) for part in text.split(",")])
    except ValueError:
        numbers = ()
    if len(numbers) != many or min(numbers) < 1:
        raise ValueError(f"--{name} {text}: expected {many} whole numbers with commas between, one for each draw")
    return numbers


def _train(args: argparse.Namespace, training: "LongTraining", console: Any) -> None:
    """Train until the end, with checks and checkpoints on the way."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from standpat.solver.cfr.check_schedule import CheckSchedule, SaveSchedule

    minutes = args.minutes
    if minutes is None and args.iterations is None and args.target is None:
        minutes = 120.0
    stopped: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.append(number)

    def over() -> bool:
        curve = training.curve
        return bool(
            stopped
            or (minutes is not None and training.seconds >= 60 * minutes)
            or (args.iterations is not None and training.iteration >= args.iterations)
            or (args.target is not None and curve and curve[-1].msb <= args.target)
        )

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    columns = (TextColumn("{task.fields[note]}"), BarColumn(), TimeElapsedColumn())
    plain = not console.is_terminal
    due, saves = CheckSchedule(training.check_seconds), SaveSchedule(SAVE_EVERY)
    try:
        with Progress(*columns, console=console, disable=plain) as bar:
            task = bar.add_task("", total=args.iterations or (minutes and 60 * minutes), note="")
            while not over():
                began = start = time.monotonic()
                training.iterate()
                if due.after(time.monotonic() - start):
                    start = time.monotonic()
                    point = training.check()
                    due.checked(time.monotonic() - start)
                    training.check_seconds = due.takes
                    if plain:
                        print(
                            f"{point.minutes:8.2f} min  iteration {point.iteration}  {point.msb:.2f} mSB inside",
                            file=sys.stderr,
                            flush=True,
                        )
                note = f"iteration {training.iteration}"
                if training.curve:
                    note += f"  {training.curve[-1].msb:.3g} mSB inside"
                done = training.iteration if args.iterations else training.seconds
                bar.update(task, completed=done, note=note)
                if saves.after(time.monotonic() - began):
                    start = time.monotonic()
                    training.begin_save()
                    saves.saved(time.monotonic() - start)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if not training.curve or training.curve[-1].iteration != training.iteration:
        training.check()
    training.save()


def _file_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of `export`: those of the strength, unless they are given.

    Raises:
        ValueError: An option is out of its range or does not go with the strength.
    """
    strengths = SINGLE_STRENGTHS if game_of(args).draw_rounds == 1 else STRENGTHS
    given = {"bits": args.bits, "contexts": args.representatives, "detail": args.detail}
    options = strengths[args.strength] | {name: number for name, number in given.items() if number is not None}
    if not 2 <= options["bits"] <= 8:
        raise ValueError(f"--bits {args.bits}: expected 2 to 8")
    if options.get("contexts", 1) < 1:
        raise ValueError(f"--representatives {args.representatives}: expected 1 or more")
    if not options.get("detail", 0.0) >= 0:
        raise ValueError(f"--detail {args.detail}: expected 0 or more")
    if args.detail is not None and "contexts" not in options:
        raise ValueError("--detail is for files with representatives: give --representatives or --strength compact")
    return options


def _single(args: argparse.Namespace, problem: "Problem", console: Any) -> int:
    """Train a game with one draw and export it; returns the exit status."""
    from standpat.solver import Evaluator
    from standpat.solver.blueprint.export import export, weights_of

    folder = Path(args.checkpoint)
    solution = solved(problem, args, SINGLE_TARGET, folder, console)
    strategy = solution.strategy
    report: dict[str, Any] = {
        "game": args.game,
        "recipe": dict(problem.recipe),
        "iterations": strategy.iterations,
        "minutes": round(solution.curve[-1].seconds / 60, 2),
        "exact": msb_of(solution.exploitability),
    }
    if args.plot:
        line = [(check.seconds / 60, check.exploitability.msb) for check in solution.curve if check.inside]
        _curve(args.game, problem, strategy.iterations, line).save(args.plot)
    if args.export:
        path, how = Path(args.export), _file_options(args)
        written = export(problem, strategy.weights, path, **how, iterations=strategy.iterations, workers=args.workers)
        found = Evaluator(problem, args.workers).exploitability(weights_of(path, problem))
        report["export"] = {"file": str(path), "strength": args.strength, **written._asdict(), "exact": msb_of(found)}
    print(json.dumps(report))
    return 0


def _picture(game: str, training: "LongTraining") -> "Drawing":
    line = [(point.minutes, point.msb) for point in training.curve]
    return _curve(game, training.problem, training.iteration, line)


def _curve(game: str, problem: "Problem", iterations: int, line: list[tuple[float, float]]) -> "Drawing":
    from standpat.solver.charts.pictures import curves

    shape = "/".join([str(size) for size in problem.sizes[1:]])
    note = f"mSB a hand inside {shape} states, {iterations} iterations"
    return curves(f"{game}: exploitability of the average strategy", [(game, line)], note)


def _finished(args: argparse.Namespace, training: "LongTraining") -> dict[str, Any]:
    """The exported file, and what a best response wins from the training and from the file."""
    from standpat.bots.strategy_file import StrategyFile
    from standpat.solver import Evaluator
    from standpat.solver.blueprint.export import export
    from standpat.solver.response.strategy_file_response import StrategyFileEvaluator

    problem, average = training.problem, training.average()
    measured: dict[str, Any] = {}
    with pool_of(args) as pool:
        if args.exact:
            measured["exact"] = msb_of(Evaluator(problem, args.workers, pool=pool).exploitability(average))
        if args.export:
            path = Path(args.export)
            how = {**_file_options(args), "grade": args.file_grade, "iterations": training.iteration}
            report = export(problem, average, path, **how, workers=args.workers)
            measured["export"] = {"file": str(path), "strength": args.strength, **report._asdict()}
            del average
            if args.exact:
                file = StrategyFileEvaluator(StrategyFile.load(path), args.workers, pool)
                measured["export"]["exact"] = msb_of(file.exploitability())
    return measured
