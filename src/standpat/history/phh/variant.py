"""The PHH codes of draw games, and codes of the same form for other games."""

from typing import Final

from standpat.engine import games
from standpat.engine.games import Game

_LETTER: Final = {"fixed-limit": "F", "no-limit": "N", "pot-limit": "P"}


def variant(record: Game) -> str:
    """The code of a game.

    >>> from standpat.engine.games import game
    >>> variant(game("27td")), variant(game("27sd")), variant(game("a5td"))
    ('F2L3D', 'N2L1D', 'FA5L3D')
    """
    low = "2L" if record.ranking == "deuce-to-seven" else "A5L"
    return f"{_LETTER[record.betting]}{low}{record.draw_rounds}D"


GAME_OF: Final = games.ids_by(variant)
"""The id of a game by its code; where several games have the same code, the first of them."""
