"""``standpat play``: one table in the terminal, a person against bots.

Without any option it is a hand of triple draw with five bots, at once. Where the input is no terminal a session can be
scripted: see `standpat.terminal.lines`.
"""

import argparse
import sys
from contextlib import ExitStack

from standpat.cli.game_option import add_game, game_of, stakes_of, stakes_text
from standpat.language import from_environment, language, languages


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--stakes", metavar="LOW/HIGH", help="small/big bet of a limit game, else the blinds (10/20, 5/10)"
    )
    parser.add_argument("--ante", type=int, default=0, metavar="CHIPS")
    parser.add_argument("--stack", type=int, metavar="CHIPS", help="what everybody begins with (40 or 100 big blinds)")
    parser.add_argument("--seats", type=int, metavar="N", help="players at the table, you among them (default: 6)")
    parser.add_argument(
        "--bot", action="append", metavar="NAME", help="who plays the others, in turn; may be repeated (rule)"
    )
    parser.add_argument("--language", choices=languages(), help="default: that of your system")
    parser.add_argument("--seed", type=int, metavar="N", help="the same cards again")
    parser.add_argument(
        "--pause", type=float, metavar="SECONDS", help="how long a bot's action is left to be seen (0.6)"
    )
    parser.add_argument("--log", metavar="FILE", help="save the hands, as arena JSON lines")


def run(args: argparse.Namespace) -> int:
    from standpat.bot import player
    from standpat.terminal.lines import Lines, Surface, plain
    from standpat.terminal.session import Session, Table

    game = game_of(args)
    stakes = stakes_of(args.stakes, args.ante, game)
    seats = args.seats if args.seats is not None else game.max_seats
    if not game.min_seats <= seats <= game.max_seats:
        raise ValueError(f"--seats {seats}: {game.id} is played by {game.min_seats} to {game.max_seats}")
    stack = args.stack if args.stack is not None else stakes.big_blind * (40 if game.betting == "fixed-limit" else 100)
    if stack < 1:
        raise ValueError(f"--stack {stack}: want 1 chip or more")
    names = args.bot or ["rule"]
    say = language(args.language or from_environment())
    house = "" if game.house.name == "online" else f" · {game.house.name}"
    table = Table(
        game=game,
        stakes=stakes,
        stack=stack,
        bots=[player(names[seat % len(names)]) for seat in range(seats - 1)],
        say=say,
        seed=args.seed,
        title=f"{say(f'game.{game.id}')} · {stakes_text(stakes, game)}{house}",
    )
    if args.pause is not None:
        table.pause = args.pause
    surface: Surface
    with ExitStack() as stack_of:
        if sys.stdin.isatty() and sys.stdout.isatty():
            from standpat.terminal.screen import Screen

            surface = stack_of.enter_context(Screen())
        else:
            surface = stack_of.enter_context(Lines(sys.stdin, sys.stdout))
        result = Session(table, surface).play()
    outcome = "won" if result.won > 0 else "lost" if result.won < 0 else "even"
    said = [say("session.result", count=result.hands), say(f"session.{outcome}", amount=abs(result.won))]
    print(plain(" ".join(said), sys.stdout.encoding or "ascii"))
    return 0
