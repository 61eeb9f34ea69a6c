"""``standpat solve 27sd --spot LINE --hand CARDS``: how the no-limit bots play a decision, see docs/no_limit.md."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from standpat.cards.card import typed
from standpat.cli.game_option import game_of, stakes_of
from standpat.cli.several import name_of_place
from standpat.engine import games


def from_file(args: argparse.Namespace, usual: Mapping[str, object]) -> bool:
    """Whether advice on a game comes from a no-limit strategy file: unless the options ask for a game to be solved.

    Args:
        args: The options.
        usual: By name, the defaults of the options that say which game is solved.

    Raises:
        ValueError: The game has no fixed limit and several draws, and there is no strategy file for it.
    """
    from standpat.bots.directories import find_no_limit

    if args.game not in games.ids() or games.game(args.game).betting == "fixed-limit":
        return False
    if games.game(args.game).draw_rounds > 1 and find_no_limit(args.game) is None:
        raise ValueError(f"there is no strategy of {args.game}: the bot rule plays it, and nothing advises on it")
    asked = [args.strategy, args.iterations, args.minutes, args.target, args.keeps, args.save, args.checkpoint]
    changed = any(getattr(args, name) != default for name, default in usual.items())
    return find_no_limit(args.game) is not None and not changed and not any(asked)


def no_limit(args: argparse.Namespace) -> int:
    """Print advice on a decision; returns the exit status."""
    from standpat.bots.directories import find_no_limit
    from standpat.bots.nolimit_file import NolimitFile
    from standpat.solver.advice.no_limit import advise_no_limit

    if not args.hand:
        raise ValueError("advice on a game without a limit is for a hand: give --hand CARDS")
    for name in ("choice", "dead"):
        if getattr(args, name):
            raise ValueError(f"--{name} is for fixed limit: without a limit there are frequencies, no values")
    stakes = stakes_of(args.stakes or "5/10", args.ante, game_of(args))
    path = find_no_limit(args.game)
    assert path is not None
    advice = advise_no_limit(
        NolimitFile.load(Path(path)),
        args.seats,
        args.spot,
        typed(args.hand),
        stack=100.0 if args.stack is None else args.stack,
        ante=stakes.ante / stakes.big_blind,
    )
    place = name_of_place(advice.place, advice.seats)
    if args.json:
        choices = [{**choice._asdict(), "name": choice.name or "pat"} for choice in advice.choices]
        print(json.dumps({**advice._asdict(), "place": place, "choices": choices}))
        return 0
    print(f"{advice.line or 'first in'}: the {place} of {advice.seats} with {advice.hand}, a pot of {advice.pot:g} bb")
    print(f"{'choice':<8}{'frequency':>10}")
    for one in advice.choices:
        print(f"{one.name or 'pat':<8}{100 * one.frequency:9.2f}%")
    for note in advice.notes:
        print(f"note: {note}")
    return 0
