"""The files of average play in this package, ``GAME-BOT.play``: which bots' play is known, by game.

`bench/average_play.py` makes them. They need not be those of the strategy files beside them: values that fit a player
less well leave more luck in a result, and no error. The levels of the blueprint (`standpat.bots.levels`) have no files:
their habits change the tables of its play (`standpat.lab.heads_up.level_play`).
"""

from functools import cache
from pathlib import Path
from typing import Final

from standpat.bots.levels import HABITS
from standpat.engine.games import Game
from standpat.lab.heads_up.average_play import AveragePlay, load, mean_of
from standpat.lab.heads_up.level_play import level_play

FOLDER: Final = Path(__file__).parent / "plays"
DEFAULT: Final = "blueprint"
"""The bot whose play stands for bots without a file."""
MANY: Final = (DEFAULT, "novice", "rule")
"""The bots whose mean play stands for a player of whom nothing is known."""


def play_of(game: Game, bot: str) -> AveragePlay | None:
    """The average play of a bot; None if there is no file. It is read or computed once.

    Args:
        game: The game.
        bot: The name of the bot or level.
    """
    if bot in HABITS:
        return _changed(bot, game)
    path = FOLDER / f"{game.id}-{bot}.play"
    return _read(path, game) if path.exists() else None


@cache
def anybody(game: Game) -> AveragePlay | None:
    """The play that stands for a player of whom nothing is known; None if there are no files."""
    plays = [play for bot in MANY if (play := play_of(game, bot)) is not None]
    return mean_of(plays) if plays else None


@cache
def _changed(level: str, game: Game) -> AveragePlay | None:
    strong = play_of(game, DEFAULT)
    return None if strong is None else level_play(strong, HABITS[level], game)


@cache
def _read(path: Path, game: Game) -> AveragePlay:
    return load(path, game)
