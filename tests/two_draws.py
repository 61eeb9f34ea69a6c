"""A small game with two draws, and hands of it that come to the last round."""

from collections.abc import Iterator
from random import Random

from msgspec import structs

from standpat.bots.blueprint import Blueprint
from standpat.bots.player import Situation, situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.dealer import Dealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand

TWO_DRAWS = structs.replace(game("27td", cap=2), bets=(1, 1, 2))
STAKES = Stakes(1, 2)


def arrivals(file: StrategyFile, many: int) -> Iterator[Situation]:
    """The first decisions of last rounds, with the bot in both seats."""
    player, random = Blueprint(file), Random(5)
    found = deal = 0
    while found < many:
        hand = Hand(TWO_DRAWS, STAKES, [1000, 1000], 0, Dealer(deal))
        while hand.to_act is not None:
            now = situation(hand, random)
            if now.legal.draw is None and player.place(now).street == 2:  # type: ignore[union-attr]
                found += 1
                yield now
                break
            hand.apply(player(now))
        deal += 1
