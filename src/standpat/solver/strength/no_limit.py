"""What the player of games without a fixed limit can lose: lower bounds at 40, 100 and 200 big blinds.

- The best of fifteen scripted opponents (`standpat.solver.nolimit.habits`), chosen on some decks and measured on
  others. In triple draw the best of all (`scripted_bound`), in the engine's hands at 100 big blinds.
- A response that begins as the player and learns (`standpat.solver.nolimit.match.Response`), with the player's sizes
  and with others, 100 big blinds deep: against the strategy file, and against the player who solves the end at the
  table.
- Heads-up in single draw, all that a response with the player's sizes can win that knows the whole line
  (`heads_up.HeadsUp`): exact on the tree of these sizes, with hands in buckets; from the file as it stands and from the
  player who solves the end.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from standpat.bots.nolimit_file import NolimitFile
from standpat.engine.games import Game
from standpat.solver.nolimit.ends import Ends
from standpat.solver.nolimit.habits import HABITS
from standpat.solver.nolimit.heads_up import HeadsUp, Played
from standpat.solver.nolimit.match import Arena, Response, Table, others_of
from standpat.solver.nolimit.strategy import load, policy_of
from standpat.solver.strength.row import BIG_BLINDS, Order, Row
from standpat.solver.strength.scripted_bound import scripted_bound

DEPTHS: Final = (40, 100, 200)
"""Big blinds in front of each player, for the scripted opponents."""
DEPTH: Final = 100
"""The same, for a response."""
FULL: Final = {"response": 1_000_000, "seated": 60_000}
"""Deals of a response whose figure is published. Each teaches all buckets of a spot."""
FULL_OF_DRAWS: Final = 10_000_000
"""The same in triple draw, where a deal teaches one bucket."""
PART: Final = 10
"""The scripted opponent is chosen on this part of the decks."""


def no_limit(game: Game, seats: int, path: Path, order: Order) -> Iterator[Row]:
    """The figures of `nolimit`, each when it is found.

    Args:
        game: A game without a fixed limit.
        seats: 2 to 7.
        path: The strategy file.
        order: What to measure.
    """
    blocks = load(path)
    policy = policy_of(blocks)
    single = game.draw_rounds == 1
    if not single:
        yield from scripted_bound(game, seats, "nolimit", order)
    elif "exploiters" in order.kinds:
        arena = Arena(game, policy)
        for depth in DEPTHS:
            table = Table(seats, depth)

            def tried(name: str, table: Table = table) -> float:
                return arena.habit(name, table, max(2, order.decks // PART), seed=101).bb

            name = max(HABITS, key=tried)
            won = arena.habit(name, table, order.decks)
            how = f"the best of {len(HABITS)}, {depth} big blinds: {name}; {won.hands:,} hands"
            yield Row(game.id, seats, "nolimit", "exploiters", how, won.bb, BIG_BLINDS, won.within)
    if "exact" in order.kinds and single and seats == 2:
        for depth in DEPTHS:
            tree, how = HeadsUp(game, tables=(Played(depth),)), f"its sizes, all lines, {depth} big blinds"
            yield Row(game.id, seats, "nolimit", "exact", how, 100 * tree.lost(blocks)[0], BIG_BLINDS)
            yield Row(game.id, seats, "resolve", "exact", how, 100 * tree.seated(blocks)[0], BIG_BLINDS)
    for kind in ("response", "seated") if single else ("response",):
        if kind not in order.kinds:
            continue
        deals, table = order.deals or (FULL[kind] if single else FULL_OF_DRAWS), Table(seats, DEPTH)
        for what, sizes in (("its sizes", None), ("other sizes", others_of(game))):
            ends = Ends(NolimitFile.load(path)) if kind == "seated" else None
            learner = Response(game, policy, table, sizes=sizes, ends=ends)
            learner.learn(deals)
            won = Arena(game, policy, ends).response(learner, order.decks, seed=50)
            name = "nolimit" if ends is None else "resolve"
            how = f"{what}, {deals:,} deals, {DEPTH} big blinds; {won.hands:,} hands"
            yield Row(game.id, seats, name, kind, how, won.bb, BIG_BLINDS, won.within)
