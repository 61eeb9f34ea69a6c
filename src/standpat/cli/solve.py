"""``standpat solve``: equilibria of heads-up games, what bots lose to perfect play, advice. See docs/solver.md.

``standpat solve 27sd-fl --target 0.5`` solves a game and prints how far from perfect the result is. It prints the
memory it needs before it takes it. ``--checkpoint DIR`` saves the unfinished training in DIR and continues from it
after a kill; with ``--iterations`` the result is then the same to the last bit. ``--save FILE`` saves the strategy,
``--strategy FILE`` loads it. ``--score BOT`` measures a player instead of solving, ``--spot PATH`` advises on one
decision. ``--score FILE`` measures a strategy file, with ``--ray`` on many machines.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from standpat.cards.card import typed
from standpat.cli.confirm import confirm
from standpat.cli.game_option import add_game, game_of, stakes_of
from standpat.cli.no_limit import from_file, no_limit
from standpat.cli.ray_option import add_ray
from standpat.cli.score import is_file, msb_of, score_table, scored
from standpat.cli.several import several
from standpat.cli.solving import solved
from standpat.engine import games
from standpat.engine.games import Game, Stakes

if TYPE_CHECKING:
    from standpat.solver import Problem, Sizes, Solution, Strategy
    from standpat.solver.strategy_file.file_strategy import FileStrategy

SMALL = ("kuhn", "leduc")
SEATS = ("button", "big blind")
SHOWN = 10
PACE = 5.5e-6
"""Seconds for each slot and thread until 0.5 mSB: 160 s for the 58 million slots of limit 2-7 on two cores."""
TARGET = 0.5
USUAL: Mapping[str, object] = {"most_drawn": 5, "ranks": 13, "sizes": "0.5,1,all-in", "wagers": 3}
"""Defaults of options that say which game is solved."""
LONG_S = 30.0
"""Advice for which a game has to be solved first is asked about if that takes longer."""
LARGE = 1 << 30
"""Or if it takes more memory, in bytes."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat solve``."""
    parser.add_argument("what", nargs="?", metavar="GAME", help="a game (default: --game), kuhn or leduc")
    add_game(parser)
    parser.set_defaults(game="27sd-fl")
    until = parser.add_argument_group("when to stop (default: at 0.5 mSB a hand)")
    until.add_argument("--minutes", type=float, metavar="N", help="of training")
    until.add_argument("--target", type=float, metavar="MSB", help="at this exploitability")
    until.add_argument("--iterations", type=int, metavar="N")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="threads (all cores)")
    parser.add_argument("--memory", type=float, metavar="GIB", help="stop if it needs more memory")
    parser.add_argument(
        "--checkpoint", metavar="DIR", help="save the training and the result here, and continue from there"
    )
    parser.add_argument("--save", metavar="FILE", help="keep the strategy")
    parser.add_argument("--strategy", metavar="FILE", help="a saved strategy or a strategy file, instead of solving")
    model = parser.add_argument_group("the game solved")
    model.add_argument("--keeps", type=int, metavar="N", help="keeps for each number of cards (all)")
    model.add_argument("--most-drawn", type=int, metavar="N", help="most cards a player may draw (5)")
    model.add_argument("--ranks", type=int, metavar="N", help="a short deck, the N lowest ranks (13)")
    model.add_argument("--removal", action="store_true", help="with card removal between the players (single draw)")
    model.add_argument("--stakes", metavar="LOW/HIGH", help="bets or blinds (2/4; no-limit 5/10)")
    model.add_argument("--ante", type=int, default=0, metavar="CHIPS")
    model.add_argument("--stack", type=float, metavar="BB", help="no-limit: big blinds behind (100)")
    model.add_argument("--sizes", metavar="PARTS", help="no-limit: bets (%(default)s)")
    model.add_argument("--against", metavar="PARTS", help="no-limit: also the loss to an opponent with these bets")
    model.add_argument(
        "--reading",
        choices=("mixed", "nearest"),
        default="mixed",
        help="how bets of other sizes are mapped: to one of the two sizes next to it at random, or to the nearest one "
        "(%(default)s)",
    )
    model.add_argument("--wagers", type=int, metavar="N", help="no-limit: sized bets a round (%(default)s)")
    parser.set_defaults(**USUAL)
    parser.add_argument(
        "--score",
        metavar="BOT",
        help="what perfect play wins from this player: NAME, py:MODULE:FUNCTION, or a strategy FILE",
    )
    parser.add_argument(
        "--samples", type=int, default=1, metavar="N", help="--score: how often a player is asked at each spot (1)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="--score: seed of the player (1)")
    parser.add_argument("--spot", metavar="PATH", help='a decision: "rc/1", "rrrc/11/b" ("": the first)')
    parser.add_argument("--hand", metavar="CARDS", help="--spot: for these cards, besides the range")
    parser.add_argument(
        "--choice", metavar="ACTION", help="--spot: what this action loses: f x c b r, or discarded cards, or pat"
    )
    parser.add_argument("--seats", type=int, default=2, metavar="N", help="--spot: players dealt in (2)")
    parser.add_argument("--dead", metavar="CARDS", help="--seats: cards that were seen and are not to come")
    parser.add_argument("--yes", action="store_true", help="--spot: compute values without asking, no estimates")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    add_ray(parser)


def run(args: argparse.Namespace) -> int:
    """Solve a game, advise on a spot, or score players; returns the exit status."""
    if args.what:
        args.game = args.what
    for name in ("minutes", "target", "iterations", "workers", "samples"):
        given = getattr(args, name)
        if given is not None and given <= 0:
            raise ValueError(f"--{name} {given}: expected more than 0")
    if (args.hand or args.choice or args.dead or args.seats != 2) and args.spot is None:
        raise ValueError("--hand, --choice, --seats and --dead need a --spot")
    if args.score is not None and is_file(args.score):
        return score_table(args)
    if args.ray is not None:
        raise ValueError("--ray distributes the score of a strategy file: give --score FILE with it")
    if args.score is not None:
        return _score(args)
    if args.spot is not None:
        if from_file(args, USUAL):
            return no_limit(args)
        if args.dead and args.seats == 2:
            raise ValueError("--dead counts among several players (--seats 3 to 6): two are advised by the class game")
        return several(args) if args.seats != 2 else _spot(args)
    return _solve(args)


def problem_of(args: argparse.Namespace) -> "Problem":
    """The problem of the options."""
    from standpat.solver import draw_problem, kuhn, leduc, removal_problem

    if args.game in SMALL:
        return kuhn() if args.game == "kuhn" else leduc()
    game, stakes = _game(args)
    limit = game.betting == "fixed-limit"
    stack = None if limit else round((args.stack or 100) * stakes.big_blind)
    if limit and args.stack:
        raise ValueError("--stack is for games without a limit")
    if game.draw_rounds > 1:
        raise ValueError(f"{game.id} has {game.draw_rounds} draws: standpat train makes its strategy")
    if args.removal:
        if args.keeps or not limit:
            raise ValueError("--removal is for limit single draw with every keep")
        return removal_problem(game, stakes, ranks=args.ranks)
    sizes = None if limit else _sizes(args.sizes, args.wagers)
    if not 0 <= args.most_drawn <= 5:
        raise ValueError(f"--most-drawn {args.most_drawn}: expected 0 to 5")
    counts = [tuple(range(args.most_drawn + 1))]
    return draw_problem(game, stakes, stack=stack, sizes=sizes, counts=counts, keeps=args.keeps, ranks=args.ranks)


def _game(args: argparse.Namespace) -> tuple[Game, Stakes]:
    if args.game not in games.ids():
        raise ValueError(f"unknown game {args.game!r}: expected one of {', '.join((*games.ids(), *SMALL))}")
    game = game_of(args)
    default = "2/4" if game.betting == "fixed-limit" else "5/10"
    return game, stakes_of(args.stakes or default, args.ante, game)


def _sizes(text: str, wagers: int) -> "Sizes":
    """A menu of bets from ``0.5,1,all-in``."""
    from standpat.solver import Sizes

    parts = [part.strip() for part in text.split(",") if part.strip()]
    try:
        numbers = tuple([float(part) for part in parts if part != "all-in"])
    except ValueError:
        raise ValueError(f"sizes {text}: expected parts of the pot and all-in, such as 0.5,1,all-in") from None
    return Sizes(numbers, "all-in" in parts, wagers)


def _solve(args: argparse.Namespace) -> int:
    if args.strategy:
        return _against(args)
    start = time.monotonic()
    solution = _solved(args)
    report = _result(args, solution, time.monotonic() - start)
    if args.save:
        report["file"] = args.save
    if args.against:
        report["finer"] = _finer(args, solution.strategy)
    if args.json:
        print(json.dumps(report))
        return 0
    exploitability = report["exploitability"]
    print(f"{report['game']}: {report['iterations']} iterations in {report['seconds']:.0f} s")
    seats = f"button {exploitability['button']:+.6f}, blind {exploitability['blind']:+.6f}"
    print(f"exploitability  {exploitability['msb']:.3f} {report['unit']} ({seats})")
    print(f"value           {report['value'][0]:+.6f} to the first seat, {report['value'][1]:+.6f} to the other")
    if args.against:
        print(f"against {args.against}: {report['finer']['msb']:.2f} mSB a hand")
    for path, shares in report["frequencies"].items():
        line = "  ".join([f"{name} {100 * share:.1f}%" for name, share in shares.items()])
        print(f"{path or 'first in':<15} {line}")
    return 0


def _against(args: argparse.Namespace) -> int:
    """Measure a saved strategy against an opponent with more bet sizes; returns the exit status."""
    if not args.against:
        raise ValueError("--strategy loads a solved strategy: give --spot or --against with it")
    finer = _finer(args, _strategy(args))
    if args.json:
        print(json.dumps({"strategy": args.strategy, "finer": finer}))
    else:
        print(f"against {args.against}: {finer['msb']:.2f} mSB a hand")
    return 0


def _finer(args: argparse.Namespace, strategy: "Strategy") -> dict[str, float]:
    """What an opponent with more bet sizes wins."""
    from standpat.solver.game.action_translation import SIZE_TRANSLATIONS
    from standpat.solver.response.off_menu_response import off_menu_response

    return msb_of(
        off_menu_response(strategy, _sizes(args.against, args.wagers), args.workers, SIZE_TRANSLATIONS[args.reading])
    )


def _solved(args: argparse.Namespace) -> "Solution":
    """Solve as the options say, and save the strategy where they say."""
    from rich.console import Console

    from standpat.solver import save_strategy

    problem = problem_of(args)
    folder = Path(args.checkpoint) if args.checkpoint else None
    if args.save and not Path(args.save).parent.is_dir():
        raise ValueError(f"--save {args.save}: there is no such folder")
    print(f"about {_expected(problem, args.workers)} to {TARGET} mSB on {args.workers} threads", file=sys.stderr)
    memory = None if args.memory is None else int(args.memory * (1 << 30))
    solution = solved(problem, args, TARGET, folder, Console(stderr=True), memory)
    if folder is not None:
        save_strategy(solution.strategy, folder / "strategy.npz")
    if args.save:
        save_strategy(solution.strategy, Path(args.save))
    return solution


def _expected(problem: "Problem", workers: int) -> str:
    seconds = _seconds(problem, workers)
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def _seconds(problem: "Problem", workers: int) -> float:
    """An estimate of the time, from the number of slots and a measurement of limit single draw on two cores. With card
    removal it is four times as long."""
    from standpat.solver.game.problem import Removal

    each = 4 * PACE if isinstance(problem.meeting, Removal) else PACE
    return problem.size * each / workers


def _result(args: argparse.Namespace, solution: "Solution", took: float) -> dict[str, Any]:
    """The result, as it is printed and as JSON."""
    from standpat.solver import Evaluator

    strategy = solution.strategy
    value = Evaluator(strategy.problem, args.workers).value(strategy.weights)
    small = args.game in SMALL
    return {
        "game": args.game,
        "recipe": dict(strategy.problem.recipe),
        "iterations": strategy.iterations,
        "seconds": round(took, 1),
        "unit": "thousandths of a chip" if small else "mSB a hand",
        "exploitability": msb_of(solution.exploitability),
        "value": list(value),
        "frequencies": {} if small else {path: strategy.frequencies(path) for path in _first_paths(strategy)},
        "curve": [[c.iteration, round(c.seconds, 2), c.exploitability.msb] for c in solution.curve],
        "file": str(Path(args.checkpoint) / "strategy.npz") if args.checkpoint else None,
    }


def _first_paths(strategy: "Strategy") -> list[str]:
    """The paths of the first decision and of the answers to it."""
    from standpat.solver import find
    from standpat.solver.game.betting_tree import letter

    limit = strategy.problem.tree.wagering.betting == "fixed-limit"
    actions = find(strategy.problem, "").actions
    return ["", *[name for name in [letter(action, limit) for action in actions] if name != "f"]]


def _strategy(args: argparse.Namespace) -> "Strategy":
    """A saved strategy, or one that is solved for the answer."""
    from standpat.solver import load_strategy
    from standpat.solver.cfr.memory import needed
    from standpat.solver.game.spot import path_of

    if args.strategy is not None:
        return load_strategy(Path(args.strategy))
    problem = problem_of(args)
    path_of(problem, args.spot)
    size, bounded = needed(problem), any([args.minutes, args.target, args.iterations])
    if (not bounded and _seconds(problem, args.workers) > LONG_S) or (args.memory is None and size > LARGE):
        took = "" if bounded else f"about {_expected(problem, args.workers)} and "
        confirm(f"there is no strategy of {args.game}; solving it takes {took}{size / (1 << 30):.1f} GiB", args.yes)
    return _solved(args).strategy


def _advised(args: argparse.Namespace) -> "Strategy | FileStrategy":
    """The strategy that advises on a spot: a saved one, the strategy file of the game, or a new one."""
    from standpat.bots.blueprint import strategy_files
    from standpat.solver.game.spot import path_of
    from standpat.solver.strategy_file.file_strategy import is_strategy_file, open_strategy, values_path

    path = Path(args.strategy) if args.strategy else None
    if path is None and args.game not in SMALL and not _special(args):
        path = strategy_files().get(args.game)
        if path is None and _game(args)[0].draw_rounds > 1:
            raise ValueError(
                f"there is no strategy file of {args.game}: standpat train makes one; --strategy takes a file"
            )
    if path is None or not is_strategy_file(path):
        return _strategy(args)
    strategy = open_strategy(path, args.workers)
    streets = len(strategy.problem.links)
    early = path_of(strategy.problem, args.spot).count("/") < min(streets, 2)  # the first draw has one, of three
    if early and not strategy.prepared:
        from rich.console import Console
        from rich.progress import track

        if streets > 1:
            if not args.yes and _estimate(strategy):
                return strategy
            confirm("before the first draw the values of the whole tree are computed once, for some minutes", args.yes)
        for _ in track(strategy.prepare(), console=Console(stderr=True), total=strategy.contexts, description=""):
            pass
        if os.access(path.parent, os.W_OK):
            strategy.save_values(values_path(path))
    return strategy


def _estimate(strategy: "FileStrategy") -> bool:
    """Estimate the values before the first draw; False if there is no file of average play for the game."""
    from standpat.lab.heads_up.play_files import DEFAULT, play_of
    from standpat.lab.heads_up.values import values_of

    game = games.game(strategy.file.game)
    play = play_of(game, DEFAULT)
    if play is not None:
        strategy.estimate(values_of(game, play, play))
    return play is not None


def _special(args: argparse.Namespace) -> bool:
    """Whether the options ask for another solution of a game with one draw than the one that is installed."""
    usual = {"ranks": 13, "most_drawn": 5, "stakes": None, "ante": 0}
    changed = [getattr(args, name) != value for name, value in usual.items()]
    asked = [args.iterations, args.minutes, args.target, args.keeps, args.removal, args.save, args.checkpoint]
    return _game(args)[0].draw_rounds == 1 and any([*changed, *asked])


def _score(args: argparse.Namespace) -> int:
    """Measure what perfect play wins from a player; returns the exit status."""
    from standpat.solver import Evaluator

    if args.game in SMALL:
        raise ValueError("--score needs a draw game")
    start = time.monotonic()
    strategy = _asked(args)
    evaluator = Evaluator(strategy.problem, args.workers)
    exploitability = evaluator.exploitability(strategy.weights)
    value = evaluator.value(strategy.weights)
    asked = {"samples": args.samples, "seed": args.seed}
    return scored(args, args.game, asked, exploitability, value, time.monotonic() - start)


def _asked(args: argparse.Namespace) -> "Strategy":
    """The strategy of the player to score."""
    from rich.console import Console
    from rich.progress import Progress

    from standpat.bots import player
    from standpat.lab.match.entrant import entry, imported
    from standpat.solver import played, spots, tabulate
    from standpat.solver.response.policy import STANDING, at_random, standing, standing_problem

    game, stakes = _game(args)
    if args.score in STANDING and game.betting == "fixed-limit":
        return tabulate(standing_problem(game, stakes, args.ranks), standing(args.score))
    one = entry(args.score)
    if one.outside:
        raise ValueError(f"{args.score}: programs cannot be scored: expected NAME or py:MODULE:FUNCTION")
    function = player(one.what) if one.kind == "builtin" else imported(one.what)
    problem = problem_of(args)
    if args.score == "random":
        return tabulate(problem, at_random(problem))
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(f"asking {one.name}", total=sum([1 for _ in spots(problem)]))
        return played(problem, function, samples=args.samples, seed=args.seed, watch=lambda _: bar.advance(task))


def _spot(args: argparse.Namespace) -> int:
    """Print advice on one decision; returns the exit status."""
    from standpat.solver import advise_at

    advice = advise_at(_advised(args), args.spot, args.hand and typed(args.hand))
    loss = None if args.choice is None else advice.loss(args.choice)
    if args.json:
        report = {
            "spot": advice.path,
            "seat": SEATS[advice.seat],
            "pot": advice.pot,
            "hand": advice.hand,
            "value": _number(advice.value),
            "choices": [
                {
                    "choice": c.name or "pat",
                    "frequency": c.frequency,
                    "value": _number(c.value),
                    "loss": _number(c.loss),
                }
                for c in advice.choices
            ],
            "own": advice.own.groups(),
            "other": advice.other.groups(),
            "bluffs": advice.bluffs,
            "notes": list(advice.notes),
            "loss": loss,
        }
        print(json.dumps(report))
        return 0
    who = f"{advice.hand} " if advice.hand else "all hands "
    print(f"{advice.path or 'first in'}: the {SEATS[advice.seat]} with {who}in a pot of {advice.pot:g} small bets")
    print(f"worth {advice.value:+.4f} small bets")
    print(f"{'choice':<8}{'frequency':>10}{'value':>10}{'loss':>10}")
    for choice in advice.choices[:SHOWN]:
        name = choice.name or "pat"
        print(f"{name:<8}{100 * choice.frequency:9.2f}%{choice.value:+10.4f}{choice.loss:10.4f}")
    for side, hands in (("here", advice.own), ("the other", advice.other)):
        groups = sorted(hands.groups().items(), key=lambda item: -item[1])[:SHOWN]
        print(f"{side + ':':<11}" + "  ".join([f"{name} {100 * share:.1f}%" for name, share in groups]))
    if advice.bluffs is not None:
        print(f"of the bets {100 * advice.bluffs:.1f}% beat no hand that goes on")
    for note in advice.notes:
        print(f"note: {note}")
    if loss is not None:
        print(f"{args.choice} loses {loss:.4f} small bets")
    return 0


def _number(value: float) -> float | None:
    """A number for JSON, None for NaN."""
    return value if value == value else None
