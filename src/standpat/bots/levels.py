"""Bots of weaker levels: the strongest play with the habits of people.

A `Level` changes the probabilities of `blueprint` (and so of the bots that play where it has no file) by four habits:

- it *pays off*: a part of its folds become calls, before the draw and after it;
- it is *passive*: a part of its bets and raises become checks and calls;
- it *draws too much*: where it would stand pat on a nine or worse, a part of the time it breaks the hand;
- it *snows* less: standing pat with a pair, a straight or a flush becomes a draw.

A broken hand keeps its different ranks up to an eight, and gives up the highest card if these are all five. A level
never does what the rules forbid, and never anything that depends on cards it cannot see. What each level loses is in
docs/strength.md.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from standpat.bots.blueprint import blueprint_by_cards, blueprint_policy
from standpat.bots.bot import Bot
from standpat.bots.player import Situation, sampled
from standpat.cards.card import parse
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise

EIGHT: Final = 6
"""The rank of an eight."""
ACE: Final = 12


class Level(NamedTuple):
    """The habits of a player, as parts between 0 and 1.

    Attributes:
        pays: Of the folds, the part that becomes a call.
        passive: Of the bets and raises, the part that becomes a check or a call.
        breaks: Of standing pat on a nine or worse, the part that becomes a draw.
        straight: Of standing pat with a pair, a straight or a flush, the part that becomes a draw.
    """

    pays: float
    passive: float
    breaks: float
    straight: float

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """The probabilities of this level's actions in a situation."""
        return self.changed(blueprint_policy(situation), situation)

    def by_cards(self, situation: Situation) -> Callable[[tuple[int, ...]], Mapping[Action, float]] | None:
        """The policy at one decision, by its cards; None where it depends on more."""
        strong = blueprint_by_cards(situation)
        if strong is None:
            return None
        return lambda cards: self.changed(strong(cards), situation._replace(cards=cards))

    def changed(self, strong: Mapping[Action, float], situation: Situation) -> Mapping[Action, float]:
        """The probabilities of this level's actions, from those of the player whose play it has.

        Args:
            strong: The probabilities of that player's actions.
            situation: The decision.
        """
        chances = dict(strong)
        legal = situation.legal
        if legal.draw is not None:
            value = RANKINGS[situation.game.ranking](situation.cards)
            _move(chances, Discard(), natural_draw(situation), self.breaking(situation.game.ranking, value))
            return chances
        passive: Action = Check() if legal.check else Call()
        for action in list(chances):
            if isinstance(action, Fold) and legal.call is not None:
                _move(chances, action, Call(), self.pays)
            elif isinstance(action, Bet | Raise):
                _move(chances, action, passive, self.passive)
        return chances

    def player(self, situation: Situation) -> Action:
        """An action of this level, sampled by the situation's random numbers."""
        return sampled(self.policy(situation), situation.random)

    def breaking(self, ranking: str, value: int) -> float:
        """Of standing pat with a hand, the part that becomes a draw.

        Args:
            ranking: The id of the ranking.
            value: The value of the hand.
        """
        eights, lows = _bounds(ranking)
        return self.straight if value > lows else self.breaks if value > eights else 0.0


def natural_draw(situation: Situation) -> Discard:
    """The draw of a beginner: it keeps one card of each rank up to an eight, the ace as the game counts it."""
    low = situation.game.ranking == "ace-to-five"
    kept = {card >> 2: card for card in situation.cards if card >> 2 <= EIGHT or (low and card >> 2 == ACE)}
    if len(kept) == len(situation.cards):
        del kept[max(rank for rank in kept if rank != ACE)]
    return Discard(tuple([card for card in situation.cards if card not in kept.values()]))


def _move(chances: dict[Action, float], one: Action, other: Action, part: float) -> None:
    """Give a part of the probability of one action to another."""
    if part and one != other and (mass := chances.pop(one, 0.0)):
        chances[other] = chances.get(other, 0.0) + part * mass
        if part < 1:
            chances[one] = (1 - part) * mass


@cache
def _bounds(ranking: str) -> tuple[int, int]:
    """The values of the worst eight and of the worst hand without a pair, a straight or a flush."""
    low = ranking == "ace-to-five"
    eight, worst = ("8c7d6h5s4c", "KcQdJhTs9c") if low else ("8c7d6h5s3c", "AcKdQhJs9c")
    return RANKINGS[ranking](parse(eight)), RANKINGS[ranking](parse(worst))


HABITS: Final[Mapping[str, Level]] = MappingProxyType(
    {
        "novice": Level(0.6, 0.6, 0.7, 1.0),
        "casual": Level(0.35, 0.3, 0.35, 0.9),
        "regular": Level(0.15, 0.12, 0.12, 0.5),
    }
)
"""The levels by name, from the weakest on."""


def _bot(name: str, description: str) -> Bot:
    return Bot(name, description, HABITS[name].player, HABITS[name].policy, quick=name, by_cards=HABITS[name].by_cards)


LEVELS: Final = (
    _bot("novice", "a beginner: pays off, seldom raises, breaks good hands, never snows"),
    _bot("casual", "plays for fun: calls too much, draws too much, hardly ever snows"),
    _bot("regular", "plays well, and calls a little too much"),
)
"""From the weakest on."""
