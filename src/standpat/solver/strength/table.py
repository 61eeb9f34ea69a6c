"""All figures of a table of the room: who plays there, and what they can lose.

Which figures there are depends on the player (`heads_up`, `several`, `no_limit`, `scripted_bound`). Only `exact` is all
that can be lost, in its game; every other figure is a lower bound.
"""

from collections.abc import Iterator

from standpat.engine.games import Game
from standpat.solver.multiway.hand_kernel import MOST
from standpat.solver.strength.heads_up import heads_up
from standpat.solver.strength.no_limit import no_limit
from standpat.solver.strength.row import Order, Row
from standpat.solver.strength.scripted_bound import scripted_bound
from standpat.solver.strength.seated import described, seated
from standpat.solver.strength.several import several


def strength(game: Game, seats: int, order: Order) -> Iterator[Row]:
    """The figures of a game at a number of seats, each when it is found.

    Args:
        game: The game.
        seats: The number of seats.
        order: What to measure.
    """
    if "player" in order.kinds:
        yield described(game, seats)
    name, path = seated(game, seats)
    if path is None:
        yield from scripted_bound(game, seats, name, order)
    elif name == "blueprint":
        yield from heads_up(game, path, order)
    elif name == "multiway":
        yield from several(game, seats, path, order) if seats <= MOST else scripted_bound(game, seats, name, order)
    else:
        yield from no_limit(game, seats, path, order)
