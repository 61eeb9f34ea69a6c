"""The command ``standpat`` and its subcommands.

A subcommand is a module of this package with `configure(parser)`, which declares its options, and `run(args) -> int`,
which does the work and returns the exit status. `run` imports what it needs, and only the module of the given command
is imported, so that no command waits for the libraries of another.

Exit status: 0 for success, 1 for a negative result (a history that the engine disagrees with), 2 for a wrong command
line. Errors are one line on standard error. The texts of the table come from the locale files; the help of the command
is English.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import NoReturn

from standpat.version import __version__

COMMANDS = {
    "serve": "the room: tables of people and bots, in the browser (also without a command)",
    "admin": "manage a room: people, chips, tables, audit, backups, hands",
    "seat": "give a program of your own a seat at a table of a room",
    "play": "play one table in the terminal, against bots",
    "rank": "rank and name hands",
    "replay": "play hand histories through the engine and report every disagreement",
    "convert": "write hand histories in another format",
    "odds": "what a hand becomes, who wins how often, what to discard",
    "match": "play bots and programs against each other, with duplicate dealing",
    "solve": "equilibria of heads-up games, what bots lose to perfect play, advice on a spot",
    "train": "train a strategy for a game with several draws, with checkpoints",
    "multiway": "train the bot for three to six seats by self-play, with checkpoints",
    "purify": "give up what the bot for three to six seats should not choose",
    "lean": "let the bot for three to six seats win more from a known player",
    "nolimit": "train the bot for games without a fixed limit by self-play, with checkpoints",
    "charts": "strategies as pages and pictures",
    "compile": "compile the first answers for this machine ahead of time",
    "bench": "measure how many players a room can serve here, or what the bots can lose",
    "torture": "attack rooms started for the purpose and report what held",
    "bot": "let one of the bots play in another program's arena",
}
FORMER = {"ring": "multiway"}
"""Names of commands in earlier versions. They still work, but are not listed."""
WRONG = 2


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Print a one-line message to standard error and exit with status 2."""
        self.exit(WRONG, f"{self.prog}: {message}\n")


def parser(configured: Iterable[str] = tuple(COMMANDS)) -> argparse.ArgumentParser:
    """The parser of the command. It knows the names of all subcommands.

    Args:
        configured: The subcommands whose options it knows too. Their modules are imported.
    """
    top = Parser(prog="standpat", description="Draw lowball: play it, rank it, replay it.")
    top.add_argument("--version", action="version", version=f"standpat {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, what in COMMANDS.items():
        sub = commands.add_parser(name, help=what, description=what[0].upper() + what[1:] + ".")
        if name in configured:
            module = import_module(f"standpat.cli.{name}")
            module.configure(sub)
            sub.set_defaults(run=module.run)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; what the console script calls."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy is not loaded yet; our matrices are small
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given = ["serve", "--open", *given]
    given[0] = FORMER.get(given[0], given[0])
    args = parser(given[:1]).parse_args(given)
    try:
        return int(args.run(args))
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except ModuleNotFoundError as error:
        print(f"standpat {args.command}: {error.name} is not installed: pip install standpat", file=sys.stderr)
        return WRONG
    except (ValueError, OSError) as error:
        reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else error
        print(f"standpat {args.command}: {reason}", file=sys.stderr)
        return WRONG
