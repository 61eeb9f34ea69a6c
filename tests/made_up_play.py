"""A player without sense, as the tables of `standpat.lab.heads_up.average_play`."""

import numpy as np

from standpat.engine.games import Game
from standpat.lab.heads_up.average_play import AveragePlay, shapes
from standpat.lab.heads_up.rounds import round_of


def made_up_play(record: Game, seed: int) -> AveragePlay:
    """Random tables."""
    random = np.random.default_rng(seed)
    bets, draws = shapes(record.draw_rounds)
    tables = []
    for street, shape in enumerate(bets):
        table = random.dirichlet(np.ones(3), shape[:-1])
        for number, node in enumerate(round_of(not street)):
            table[..., number, :, [k for k, after in enumerate(node.after) if after is None]] = 0
        tables.append(table / table.sum(axis=-1, keepdims=True))
    return AveragePlay(tuple(tables), tuple([random.dirichlet(np.ones(4), shape[:-1]) for shape in draws]))
