"""What perfect play wins from a level of `blueprint` in limit single draw: exact, in the class game.

`level_exploitability(game, level)` asks the level (`standpat.bots.levels.Level`) once at each place of the strategy
file's tree with each class or state of a hand that it tells apart (`file_information_key`), and solves the best
response (`standpat.solver.response.policy_best_response`). Without a level it is the strategy file's own player. The
levels see nothing else than the file does: their habits change its probabilities alike for all hands of a state in the
betting, and by the class of the hand in the draw.
"""

from collections.abc import Hashable, Mapping

import numpy as np

from standpat.bots.blueprint import Blueprint, Place
from standpat.bots.levels import Level
from standpat.bots.player import Situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.action import Action
from standpat.engine.event import Event
from standpat.engine.games import Game, Stakes
from standpat.solver.response.best_response import Exploitability
from standpat.solver.response.policy_best_response import ALL, InformationKey, PolicyBestResponse, Public


def file_information_key(file: StrategyFile) -> InformationKey:
    """The key of a player of a single-draw strategy file: every place of the tree, and the file's states of a hand.

    Args:
        file: The strategy file.
    """

    def bets(seat: int, place: Public) -> Hashable:
        return place

    def draws(seat: int, place: Public) -> Hashable:
        return place.opening

    states = tuple([np.array(states, np.int32) for states in file.states])
    return InformationKey(states, bets, draws, (ALL,), (ALL,))


class PlaceRemembered:
    """The policy of a level over a strategy file. The place is looked up once for all hands that are asked there.

    Args:
        file: The strategy file.
        level: The level; None for the file's own player.
    """

    def __init__(self, file: StrategyFile, level: Level | None) -> None:
        self._bot, self._level = Blueprint(file), level
        self._seen: tuple[Event, ...] | None = None
        self._place: Place | None = None

    def __call__(self, situation: Situation) -> Mapping[Action, float]:
        """The probability of each action in a situation.

        Raises:
            ValueError: The strategy file has no such place.
        """
        if situation.seen is not self._seen:
            self._seen, self._place = situation.seen, self._bot.place(situation)
        if self._place is None:
            raise ValueError("the strategy file has no such place")
        chances = self._bot.chances(situation, self._place)
        return chances if self._level is None else self._level.changed(chances, situation)


def level_exploitability(game: Game, stakes: Stakes, file: StrategyFile, level: Level | None) -> Exploitability:
    """Compute what perfect play wins.

    Args:
        game: A game of limit single draw.
        stakes: The stakes.
        file: Its strategy file.
        level: The level; None for the file's own player.

    Returns:
        What the best response wins, by its seat.

    Raises:
        ValueError: The game has more than one draw, or the file is of another game.
    """
    if game.draw_rounds != 1 or file.game != game.id:
        raise ValueError(f"{game.id} with a file of {file.game}: expected one single-draw game")
    policy, key = PlaceRemembered(file, level), file_information_key(file)
    blind, button = [PolicyBestResponse(game, stakes, policy, key, seat).best_response() for seat in (0, 1)]
    return Exploitability(button, blind)
