"""The hands of a game for the kernel of `nolimit`, and tables before the deal."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from standpat.compute.rank_table import ORDERS, TABLES
from standpat.engine.games import Game
from standpat.solver.nolimit.buckets import buckets_of
from standpat.solver.nolimit.deal_kernel import BIG, CARDS, SETTING
from standpat.solver.nolimit.prospects import fill, prospects_of


@cache
def cards_of(game: Game) -> Any:
    """The buckets of a game for the kernel, a row of `standpat.solver.nolimit.deal_kernel.CARDS`.

    Raises:
        ValueError: The game is not a no-limit game of one draw or three, nor a pot-limit game of three.
    """
    if game.betting == "fixed-limit" or (game.betting, game.draw_rounds) == ("pot-limit", 1):
        raise ValueError(f"{game.id}: this player is for no-limit games, and for pot limit with three draws")
    cards = np.zeros(1, CARDS)[0]
    cards["draws"], cards["pot_limit"] = game.draw_rounds, game.betting == "pot-limit"
    cards["weight"] = TABLES["weight"][:52]
    cards["value"] = TABLES["value"][[ranking.id for ranking in ORDERS].index(game.ranking)]
    for name, array in buckets_of(game)._asdict().items():
        rows = cards[name]
        rows[tuple([slice(length) for length in array.shape])] = array
    fill(cards, prospects_of(cards))
    return cards


def setting_of(stacks: Sequence[float], ante: float = 0.0, big_ante: float = 0.0, roll: int = 0) -> Any:
    """A table before the deal, a row of `standpat.solver.nolimit.deal_kernel.SETTING`.

    Args:
        stacks: By place, in big blinds.
        ante: What every player posts, in big blinds.
        big_ante: What the big blind posts for the table, in big blinds.
        roll: The number by which sizes are read.
    """
    setting = np.zeros(1, SETTING)[0]
    setting["seats"] = len(stacks)
    setting["ante"], setting["big_ante"] = round(BIG * ante), round(BIG * big_ante)
    for place, stack in enumerate(stacks):
        setting["stack"][place] = max(1, round(BIG * stack))
    setting["roll"] = roll
    return setting
