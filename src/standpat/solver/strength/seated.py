"""Who plays at a table of the room, how they were made, and how long a decision takes."""

import time
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from standpat.bots.blueprint import blueprint, strategy_files
from standpat.bots.directories import no_limit_files
from standpat.bots.multiway import SEVERAL, multiway_files
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.nolimit_file import NolimitFile
from standpat.bots.player import situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.dealer import Dealer
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand
from standpat.solver.strength.row import Row, unit_of

HANDS: Final = 60
"""Hands in which the time of a decision is measured; the first is not counted."""
STAKES: Final = Stakes(100, 200)
DEPTH: Final = 100


def seated(game: Game, seats: int) -> tuple[str, Path | None]:
    """The player of a table without solving, and their strategy file; `rule` has none.

    Args:
        game: The game.
        seats: The number of seats.
    """
    if game.betting != "fixed-limit":
        path = no_limit_files().get(game.id)
        return ("rule", None) if path is None else ("nolimit", path)
    if seats == 2:
        path = strategy_files().get(game.id)
        return ("rule", None) if path is None else ("blueprint", path)
    path = multiway_files().get(game.id) if seats <= SEVERAL[1] else None
    return ("rule", None) if path is None else ("multiway", path)


def described(game: Game, seats: int) -> Row:
    """Who plays at a table: a row of words.

    Args:
        game: The game.
        seats: The number of seats.
    """
    name, path = seated(game, seats)
    words = ["rules"] if path is None else [f"{path.stat().st_size / 1e6:.1f} MB", _made(name, seats, path)]
    middle, most = _decision_times(game, seats)
    words.append(f"a decision takes {middle:.2f} ms, {most:.2f} in 99 of 100")
    return Row(game.id, seats, name, "player", "; ".join([word for word in words if word]), unit=unit_of(game))


def _made(name: str, seats: int, path: Path) -> str:
    """How a strategy was made."""
    if name == "blueprint":
        return f"{StrategyFile.load(path).head['iterations']:,} iterations"
    if name == "nolimit":
        head = NolimitFile.load(path).head
        made = head.get("heads_up", head) if seats == 2 else head
        if "iterations" in made:
            return f"{made['iterations']:,} iterations over all lines"
        depths = head.get("depths", {}).items() if seats > 2 else ()
        words = "".join([f", {told['deals']:,} {depth} big blinds deep" for depth, told in depths])
        return f"{made['deals']:,} deals{words}"
    file = MultiwayFile.load(path)
    lines = file.head.get("lines", {}).get(str(seats))
    if lines is not None:
        return f"{lines:,} iterations over all lines"
    held = file.nearest(seats)
    deals, words = file.deals(seats), f", those of {held} seats" if held not in (0, seats) else ""
    words += "".join([f", {change}" for change in file.changes(seats)])
    return "" if deals is None else f"{deals:,} deals{words}"


def _decision_times(game: Game, seats: int) -> tuple[float, float]:
    """Milliseconds of processor time of a decision without solving: the median, and 99 of 100."""
    spent = []
    for number in range(HANDS):
        random = Random(f"time {number}")
        hand = Hand(game, STAKES, [DEPTH * STAKES.big_blind] * seats, 0, Dealer(f"time {number}"))
        while hand.to_act is not None:
            here = situation(hand, random)
            begin = time.process_time()
            action = blueprint(here)
            if number:
                spent.append(time.process_time() - begin)
            hand.apply(action)
    return 1000 * float(np.median(spent)), 1000 * float(np.quantile(spent, 0.99))
