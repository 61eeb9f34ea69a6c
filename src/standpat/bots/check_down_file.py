"""Check-down plans as files, so that a player decides at once.

The plans of the games in this package lie in its folder ``plans``, one file for a ranking and a number of draws. After
a change of `standpat.bots.check_down_values` ``make plans`` writes them anew; a test computes them again and compares.

A file is compressed with zlib. It has a line of JSON (the ranking, the number of draws and the keys of `Values.drew`),
then little-endian doubles (`worth`, `final`, `drawing`, `drew`), then 16-bit integers (`choice`), all in the order of
their indices and keeps in the order of `KEEPS`.
"""

import json
import os
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from standpat.bots.check_down_values import SPANS, Drew, Prospect, Values, computed
from standpat.bots.draw import KEEPS
from standpat.cards.ranking import RANKINGS, Ranking
from standpat.engine.games import GAMES

FOLDER: Final = os.path.join(os.path.dirname(__file__), "plans")


def stored(ranking: Ranking, draws: int, folder: str = FOLDER) -> Values | None:
    """The values of a plan that has a file.

    Args:
        ranking: The ranking.
        draws: The number of draws.
        folder: Where the files are.

    Returns:
        The values, equal to the computed ones but for rounding; None if there is no file.
    """
    try:
        with open(_path(ranking, draws, folder), "rb") as file:
            data = zlib.decompress(file.read())
    except FileNotFoundError:
        return None
    end = data.index(b"\n")
    keys = json.loads(data[:end])["drew"]
    size, floats = ranking.count + 1, array("d")
    count = (draws + 2) * size + (draws * len(KEEPS) + len(keys)) * SPANS
    floats.frombytes(data[end + 1 : end + 1 + 8 * count])
    keeps = array("h")
    keeps.frombytes(data[end + 1 + 8 * count :])
    if sys.byteorder == "big":
        floats.byteswap()
        keeps.byteswap()
    lists = [floats[at : at + size].tolist() for at in range(0, (draws + 2) * size, size)]
    prospects = _prospects(floats[(draws + 2) * size :])
    drawing: list[dict[int, Prospect]] = [{}, *[{keep: next(prospects) for keep in KEEPS} for _ in range(draws)]]
    drew: dict[float, Drew] = {}
    for played, left, drawn in keys:
        drew.setdefault(played, {})[left, drawn] = next(prospects)
    choice = [keeps[at : at + size].tolist() for at in range(0, len(keeps), size)]
    return Values(choice, lists[:-1], lists[-1], drawing, drew)


def store(values: Values, ranking: Ranking, draws: int, folder: str = FOLDER) -> None:
    """Write the file of a plan.

    Args:
        values: Its values.
        ranking: The ranking.
        draws: The number of draws.
        folder: Where to write it.
    """
    keys = [(played, left, drawn) for played, drew in values.drew.items() for left, drawn in drew]
    head = {"ranking": ranking.id, "draws": draws, "drew": keys}
    prospects = [drawn_to[keep] for drawn_to in values.drawing[1:] for keep in KEEPS]
    prospects += [drew[key] for drew in values.drew.values() for key in drew]
    floats = array("d", chain(_flat(values.worth), values.final, _flat(prospects)))
    keeps = array("h", _flat(values.choice))
    if sys.byteorder == "big":
        floats.byteswap()
        keeps.byteswap()
    data = json.dumps(head).encode() + b"\n" + floats.tobytes() + keeps.tobytes()
    os.makedirs(folder, exist_ok=True)
    with open(_path(ranking, draws, folder), "wb") as file:
        file.write(zlib.compress(data, 9))


def store_all(folder: str = FOLDER) -> None:
    """Compute and write the plans of the games in this package.

    Args:
        folder: Where to write them.
    """
    for ranking, draws in shapes():
        store(computed(ranking, draws), ranking, draws, folder)


def shapes() -> list[tuple[Ranking, int]]:
    """The rankings and numbers of draws of the games in this package."""
    return [(RANKINGS[id], draws) for id, draws in sorted({(game.ranking, game.draw_rounds) for game in GAMES})]


def _path(ranking: Ranking, draws: int, folder: str) -> str:
    return os.path.join(folder, f"{ranking.id}-{draws}.plan")


def _prospects(floats: "array[float]") -> Iterator[Prospect]:
    return zip(*[iter(floats)] * SPANS, strict=True)


def _flat(rows: Iterable[Iterable[float]]) -> Iterator[float]:
    return chain.from_iterable(rows)
