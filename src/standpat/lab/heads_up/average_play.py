"""How a player plays on average, as tables over hand states: what the values of two players are computed from.

An `AveragePlay` has the probabilities of a player's actions at each node of a betting round and of the numbers of cards
at each draw, by what both have drawn and put in (`Context`) and by the state of the hand. `Watch` counts what a player
was seen to do and makes the tables of it: a place seldom seen is filled from places like it.

In files (`standpat.bots.sealed_file`) a probability is a byte.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots import sealed_file
from standpat.engine.games import Game
from standpat.lab.heads_up.hand_states import COUNTS, size
from standpat.lab.heads_up.rounds import round_of

Floats = NDArray[np.float64]

MAGIC: Final = b"standpat average play 1\n"
LAST: Final = 3
"""Who bet last in a round: nobody, the button, the big blind."""
SIZES: Final = 4
"""Classes of what each has put in."""
PRIOR: Final = 2.0
"""How many observations the places like it weigh in a place."""


def size_class(street: int, draws: int, paid: int) -> int:
    """The class of what each has put in before a street, in small bets."""
    if street == draws and draws > 1:
        return min((paid - 1) // 2, SIZES - 1)
    return min(paid, SIZES) - 1


def shapes(draws: int) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """The shapes of the tables of a game with so many draws.

    Returns:
        By street, the betting: (last, button's draw, big blind's draw, size, node, state, action), before the first
        draw with 1 for the first four. By draw: (seat, last, own draw before, the other's, state, count); the button
        sees the big blind's draw of this street, the big blind the button's draw before.
    """
    bets: list[tuple[int, ...]] = []
    for street in range(draws + 1):
        context = (LAST, COUNTS, COUNTS, SIZES) if street else (1, 1, 1, 1)
        bets.append((*context, len(round_of(not street)), size(draws - street), 3))
    return bets, [(2, LAST, COUNTS, COUNTS, size(draws - street), COUNTS) for street in range(draws)]


class AveragePlay(NamedTuple):
    """The tables of a player: arrays in the shapes of `shapes`, whose last axis sums to 1."""

    bets: tuple[Floats, ...]
    draws: tuple[Floats, ...]

    def save(self, path: Path, game: Game) -> int:
        """Write a file; its size in bytes."""
        import lzma

        packed = [
            lzma.compress(np.round(table * 255).astype(np.uint8).tobytes(), preset=9)
            for table in (*self.bets, *self.draws)
        ]
        head = {"game": game.id, "sections": [len(part) for part in packed]}
        return sealed_file.write(path, MAGIC, head, packed)


def mean_of(plays: Sequence[AveragePlay]) -> AveragePlay:
    """The play of somebody who is one of these players, each as likely."""
    bets = [sum(tables) / len(plays) for tables in zip(*[play.bets for play in plays], strict=True)]
    draws = [sum(tables) / len(plays) for tables in zip(*[play.draws for play in plays], strict=True)]
    return AveragePlay(tuple(bets), tuple(draws))


def load(path: Path, game: Game) -> AveragePlay:
    """Read a file.

    Args:
        path: The file.
        game: The game.

    Raises:
        ValueError: The file is damaged, no such file, or of another game.
    """
    import lzma

    head, body = sealed_file.read(path, MAGIC, "a file of average play")
    if head["game"] != game.id:
        raise ValueError(f"{path} is of {head['game']}, not of {game.id}")
    bets, draws = shapes(game.draw_rounds)
    tables, at = [], 0
    for shape, length in zip((*bets, *draws), head["sections"], strict=True):
        data = np.frombuffer(lzma.decompress(body[at : at + length]), np.uint8).reshape(shape)
        at += length
        table = data.astype(np.float64) + 1e-12
        tables.append(table / table.sum(axis=-1, keepdims=True))
    return AveragePlay(tuple(tables[: len(bets)]), tuple(tables[len(bets) :]))


class Watch:
    """Counts of a player's decisions.

    Attributes:
        bets, draws: Sums of the probabilities seen, in the shapes of `shapes`.
    """

    def __init__(self, draws: int) -> None:
        bets, counts = shapes(draws)
        self.bets = [np.zeros(shape) for shape in bets]
        self.draws = [np.zeros(shape) for shape in counts]

    def play(self) -> AveragePlay:
        """The average play."""
        bets = [_filled(table, [(0, 1, 2, 3, 5), (0, 1, 2, 3), (0, 3), (3,), ()]) for table in self.bets]
        draws = [_filled(table, [(1, 2, 3, 4), (1, 2, 3), (1, 3), (1,), ()]) for table in self.draws]
        for street, table in enumerate(bets):
            for number, node in enumerate(round_of(not street)):
                for action, after in enumerate(node.after):
                    if after is None:
                        table[..., number, :, action] = 0
            table /= table.sum(axis=-1, keepdims=True)
        return AveragePlay(tuple(bets), tuple(draws))


def _filled(sums: Floats, steps: list[tuple[int, ...]]) -> Floats:
    """Probabilities from sums; each step adds up over fewer axes and weighs the step before as `PRIOR` observations."""
    chances: Floats = np.full(sums.shape[-1:], 1 / sums.shape[-1])
    for axes in steps:
        seen = sums.sum(axis=axes, keepdims=True) if axes else sums
        chances = (seen + PRIOR * chances) / (seen.sum(axis=-1, keepdims=True) + PRIOR)
    return np.array(np.broadcast_to(chances, sums.shape))
