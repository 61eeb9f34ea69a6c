"""What a player loses for whom no response can be trained: the best of the scripted opponents, in the engine's hands.

So `rule` is measured where no strategy file plays, and `multiway` with seven seats, which the compiled game does not
have.

The opponent is chosen on a tenth as many hands as it is measured on, with other decks. The stacks are `DEPTH` big
blinds. A lower bound, and a weak one.
"""

from collections.abc import Iterator
from typing import Final

from standpat.bots.player import Player
from standpat.bots.registry import player
from standpat.engine.games import Game
from standpat.lab.match.interval import Mean, half_width
from standpat.solver.multiway.engine_match import duplicate
from standpat.solver.nolimit.habits import HABITS
from standpat.solver.strength.attacks import ATTACKS
from standpat.solver.strength.row import BIG_BLINDS, Order, Row, unit_of
from standpat.solver.strength.scripted import Scripted

DEPTH: Final = 100
OPPONENTS: Final = {**HABITS, **ATTACKS}
SELECTION, MEASUREMENT = 101, 5
"""Seeds of the decks."""


def scripted_bound(game: Game, seats: int, bot: str, order: Order) -> Iterator[Row]:
    """The figure of a player at a table.

    Args:
        game: The game.
        seats: The number of seats.
        bot: The name of the player.
        order: What to measure.
    """
    if "exploiters" not in order.kinds:
        return

    def won(name: str, hands: int, seed: int) -> Mean:
        players: list[Player] = [Scripted(OPPONENTS[name]), *[player(bot)] * (seats - 1)]
        return duplicate(players, [1] + [0] * (seats - 1), max(2 * seats, hands), seed, game.id, depth=DEPTH)

    def tried(name: str) -> float:
        mean = won(name, order.engine // 10, SELECTION)
        return mean.total / mean.count

    name = max(OPPONENTS, key=tried)
    mean = won(name, order.engine, MEASUREMENT)
    unit = unit_of(game)
    if unit == BIG_BLINDS:
        mean = mean.scaled(0.1)  # a big blind in a hundred hands is ten thousandths in each
    within = half_width(mean.count, mean.total, mean.squares)
    how = f"the best of {len(OPPONENTS)}, {DEPTH} big blinds: {name}; {mean.count * seats:,} hands"
    yield Row(game.id, seats, bot, "exploiters", how, mean.total / mean.count, unit, within)
