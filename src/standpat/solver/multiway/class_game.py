"""What a strategy can lose in the class game of limit single draw, exactly, for two and three seats.

`exact_losses(game, policy, seats)` is, by place, what a best response wins from the others, who follow the strategy,
above what the strategy itself wins there (`class_game_kernel`). The sum is the strategy's NashConv (Lanctot et al.
2017): 0 for an equilibrium, and with three seats as well a measure of what one player alone can gain. Unlike a response
that is learned, it is no lower bound. But it holds for the class game only: cards do not block each other there, and
nobody sees more than the spots do.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.draw import classes, replacements
from standpat.bots.multiway_spot import COUNTS
from standpat.engine.games import Game
from standpat.solver.kernels.deck import DECK, new_deck
from standpat.solver.kernels.random_stream import CHANCE
from standpat.solver.multiway import class_game_kernel, hand_kernel
from standpat.solver.multiway.buckets import buckets_of
from standpat.solver.multiway.class_game_kernel import ANY, BEST, OWN
from standpat.solver.multiway.match import MSB
from standpat.solver.multiway.training import cards_of

LARGEST: Final = 3
"""The most seats: with more, there are too many public states to visit."""


class Losses(NamedTuple):
    """What a strategy can lose.

    Attributes:
        gains: By place, what a best response wins above the strategy itself, in mSB a hand.
        values: By place, what the strategy itself wins.
        states: The public states of the game.
    """

    gains: tuple[float, ...]
    values: tuple[float, ...]
    states: int

    @property
    def nash_conv(self) -> float:
        """The sum of the gains."""
        return sum(self.gains)

    @property
    def msb(self) -> float:
        """What a best response wins a hand, if it sits in every place equally often."""
        return self.nash_conv / len(self.gains)


def exact_losses(game: Game, policy: NDArray[np.void], seats: int) -> Losses:
    """What a strategy can lose in the class game.

    Args:
        game: A limit game of one draw.
        policy: A row of `cfr_kernel.POLICY`.
        seats: The number of seats, 2 or 3.

    Raises:
        ValueError: The game has more draws, or there are too many seats.
    """
    if game.draw_rounds != 1 or not 2 <= seats <= LARGEST:
        raise ValueError(f"{game.id}, {seats} seats: exact losses are for one draw and 2 or {LARGEST} seats")
    table, root, decks = class_table(game), first_state(game, seats), np.zeros(1, DECK)
    won, states, gains, values = np.zeros((2, len(table["deal"][0]))), 0, [], []
    for place in range(seats):
        states = class_game_kernel.best_response(root, place, table, policy[0], cards_of(game), decks, won)
        best, own = (MSB * won @ table["deal"][0])[[BEST, OWN]].tolist()
        gains.append(best - own)
        values.append(own)
    return Losses(tuple(gains), tuple(values), states)


def first_state(game: Game, seats: int) -> NDArray[np.void]:
    """The public state in which a hand begins, a row of `hand_kernel.HAND` for `class_game_kernel`."""
    root, decks, state = np.zeros(1, hand_kernel.HAND), np.zeros(1, DECK), np.zeros(1, CHANCE)
    new_deck(decks[0], state[0])
    hand_kernel.start(root[0], decks[0], cards_of(game), seats)
    root["value"] = ANY
    return root


@cache
def class_table(game: Game) -> NDArray[Any]:
    """How classes are dealt and drawn in a game of one draw, a row of `class_game_kernel.CLASSES` that is shared."""
    hands, ranking = buckets_of(game), game.ranking
    table, deal = np.zeros(1, class_game_kernel.CLASSES), classes(ranking).deal
    first, final = hands.bucket[1], hands.bucket[0]
    become = table["become"][0]
    for value in range(1, len(deal)):
        at = first[value]
        table["deal"][0, at] += deal[value]
        become[0, at, final[value]] += deal[value]
        for thrown in range(1, COUNTS):
            drawn = replacements(ranking)[int(hands.keep[0, value, thrown])]
            np.add.at(become[thrown, at], final[list(drawn.values)], deal[value] * np.array(drawn.chances))
    table["deal"][0] /= table["deal"][0].sum()
    total = become.sum(axis=2, keepdims=True)
    np.divide(become, total, out=become, where=total > 0)
    return table
