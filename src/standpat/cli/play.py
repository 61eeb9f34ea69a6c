"""``standpat play``: one table in the terminal, a person against bots.

Without options a hand of triple draw with five bots begins at once. If the input is not a terminal, a session can be
scripted: see `standpat.terminal.lines`.
"""

import argparse
import sys
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, TextIO

from standpat.cli.game_option import add_ante, add_game, game_of, stakes_of, stakes_text
from standpat.engine.house import HOUSES
from standpat.language import from_environment, language, languages

if TYPE_CHECKING:
    from standpat.engine.hand import Hand
    from standpat.terminal.lines import Surface
    from standpat.terminal.session import Table


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat play``."""
    add_game(parser)
    parser.add_argument(
        "--stakes", metavar="LOW/HIGH", help="small/big bet of a limit game, else the blinds (10/20, 5/10)"
    )
    add_ante(parser)
    parser.add_argument(
        "--stack", type=int, metavar="CHIPS", help="starting stack of each player (40 or 100 big blinds)"
    )
    parser.add_argument("--seats", type=int, metavar="N", help="players at the table, including you (default: 6)")
    parser.add_argument(
        "--bot",
        action="append",
        metavar="NAME",
        help="an opponent; may be repeated (the strongest; resolve solves the last round too, as blueprint in a room)",
    )
    parser.add_argument("--language", choices=languages(), help="default: the language of your system")
    parser.add_argument("--seed", type=int, metavar="N", help="seed; the same seed deals the same cards")
    parser.add_argument("--pause", type=float, default=0.6, metavar="SECONDS", help="pause after a bot's action")
    parser.add_argument("--log", metavar="FILE", help="save the hands, as arena JSON lines")


def run(args: argparse.Namespace) -> int:
    """Play at one table in the terminal; returns the exit status."""
    from standpat.terminal.lines import Lines
    from standpat.terminal.plain import plain
    from standpat.terminal.session import Session

    table = _table(args)
    say = table.say
    with ExitStack() as open_things:
        if args.log:
            log = open_things.enter_context(open(args.log, "a", encoding="utf-8"))
            table.on_hand = partial(_log, log)
        surface: Surface
        if sys.stdin.isatty() and sys.stdout.isatty():
            from standpat.terminal.screen import Screen

            surface = open_things.enter_context(Screen())
        else:
            surface = open_things.enter_context(Lines(sys.stdin, sys.stdout))
        result = Session(table, surface).play()
    outcome = "won" if result.won > 0 else "lost" if result.won < 0 else "even"
    said = [say("session.result", count=result.hands), say(f"session.{outcome}", amount=abs(result.won))]
    if args.log:
        said.append(say("session.log", file=args.log))
    print(plain(" ".join(said), sys.stdout.encoding or "ascii"))
    return 0


def _table(args: argparse.Namespace) -> "Table":
    """The table of the options; a `ValueError` where one of them is wrong."""
    from standpat.bots import player, strongest
    from standpat.terminal.frame import MOST_SEATS
    from standpat.terminal.session import Table

    game = game_of(args)
    stakes = stakes_of(args.stakes, args.ante, game, args.ante_by)
    most = min(game.max_seats, MOST_SEATS)
    seats = most if args.seats is None else args.seats
    if not game.min_seats <= seats <= most:
        raise ValueError(f"--seats {seats}: the terminal shows {game.id} with {game.min_seats} to {most} players")
    blinds = 40 if game.betting == "fixed-limit" else 100
    stack = stakes.big_blind * blinds if args.stack is None else args.stack
    if stack < 1:
        raise ValueError(f"--stack {stack}: expected 1 chip or more")
    if not 0 <= args.pause <= 60:
        raise ValueError(f"--pause {args.pause}: expected 0 to 60 seconds")
    names = args.bot or [strongest(game.id, seats)]
    say = language(args.language or from_environment())
    house = "" if game.house == HOUSES["online"] else f" · {game.house.name}"
    changed = "" if game.house == HOUSES[game.house.name] else "+"
    return Table(
        game=game,
        stakes=stakes,
        stack=stack,
        bots=[player(names[seat % len(names)]) for seat in range(seats - 1)],
        say=say,
        seed=args.seed,
        pause=args.pause,
        title=f"{say(f'game.{game.id}')} · {stakes_text(stakes, game)}{house}{changed}",
    )


def _log(file: TextIO, hand: "Hand", players: tuple[str, ...]) -> None:
    """Add a hand to the log."""
    from standpat.history import arena
    from standpat.history.recording import record_of

    file.write(arena.write(record_of(hand, players, hero=0), hand.events))
    file.flush()
