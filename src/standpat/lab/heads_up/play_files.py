"""The files of average play in this package, ``GAME-BOT.play``: which bots' play is known, by game.

`bench/average_play.py` makes them. They need not be those of the strategy files beside them: values that fit a player
less well leave more luck in a result, and no error.
"""

from functools import cache
from pathlib import Path
from typing import Final

from standpat.engine.games import Game
from standpat.lab.heads_up.average_play import AveragePlay, load

FOLDER: Final = Path(__file__).parent / "plays"
DEFAULT: Final = "blueprint"
"""The bot whose play stands for players without a file."""


def play_of(game: Game, bot: str) -> AveragePlay | None:
    """The average play of a bot; None if there is no file. It is read once.

    Args:
        game: The game.
        bot: The name of the bot.
    """
    path = FOLDER / f"{game.id}-{bot}.play"
    return _read(path, game) if path.exists() else None


@cache
def _read(path: Path, game: Game) -> AveragePlay:
    return load(path, game)
