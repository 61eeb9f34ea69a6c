"""Watch hands with one player in all seats: what stands pat, what one-card draws keep, who wins showdowns.

    seen = watch(player("multiway"), game("27td"), Stakes(1, 2), seats=6, hands=20_000, seed=1)
    seen.pat(0, "87"), seen.pat(1, "9")        # how often made hands stand pat, by the ranks they begin with
    seen.kept_from("9"), seen.won("J")         # one-card draws that keep a nine or worse; jacks that win a showdown

Tables with more than two players have no exact figures, so these are frequencies of hands played in the engine. A
*made* hand has five ranks, no straight and no flush. Shares are between 0 and 1; a share of fewer than `FEWEST` cases
is `nan`. Only showdowns between two players count, a split pot as half a win.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from standpat.bots.player import Player, situation
from standpat.cards.card import RANKS
from standpat.engine.action import Discard
from standpat.engine.dealer import Dealer
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand
from standpat.solver.advice.advise import kind
from standpat.solver.game.hand_classes import hand_classes

STACK = 1000
"""Big blinds of each seat."""
FEWEST = 50
"""A share of fewer cases is not told."""


@dataclass
class Watched:
    """What happened in the hands. Hands are named as `HandClasses.name` does.

    Attributes:
        hands: The number of hands.
        seats: The number of players of each.
        draws: By number of the draw (0 for the first), hand and whether it stood pat: how often.
        kept: By the highest rank that a one-card draw keeps: how often.
        shown: By hand: showdowns against one other.
        points: By hand: two for each of these that it won, one for each that it split.
    """

    hands: int
    seats: int
    draws: Counter[tuple[int, str, bool]] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)

    def pat(self, number: int, top: str) -> float:
        """The share of the made hands beginning with these ranks that stand pat at a draw."""
        some = {key: n for key, n in self.draws.items() if key[0] == number and made(key[1], top)}
        return _share(sum([n for key, n in some.items() if key[2]]), sum(some.values()))

    def kept_from(self, rank: str) -> float:
        """The share of one-card draws whose highest kept card is of this rank or higher."""
        high = sum([n for top, n in self.kept.items() if RANKS.index(top) >= RANKS.index(rank)])
        return _share(high, sum(self.kept.values()))

    def won(self, top: str) -> float:
        """The share of showdowns between two that made hands beginning with these ranks win."""
        some = [name for name in self.shown if made(name, top)]
        return _share(sum([self.points[name] for name in some]) / 2, sum([self.shown[name] for name in some]))


def made(name: str, top: str) -> bool:
    """Whether a hand of this name is a low without a straight or a flush, and begins with these ranks."""
    return name.startswith(top) and kind(name).endswith("-low")


def watch(player: Player, game: Game, stakes: Stakes, seats: int, hands: int, seed: int) -> Watched:
    """Play hands with one player in every seat.

    Args:
        player: The player.
        game: A game in which aces are high and straights count.
        stakes: The stakes.
        seats: The number of players.
        hands: The number of hands.
        seed: The seed of cards and choices.

    Returns:
        What happened.
    """
    random, seen, classes = Random(seed), Watched(hands, seats), hand_classes(game.ranking)
    for number in range(hands):
        dealer = Dealer(seed=random.getrandbits(60))
        hand = Hand(game, stakes, [STACK * stakes.big_blind] * seats, button=number % seats, dealer=dealer)
        while hand.to_act is not None:
            here = situation(hand, random)
            action = player(here)
            if isinstance(action, Discard):
                seen.draws[hand.street - 1, classes.names[classes.of(here.cards)], not action.cards] += 1
                if len(action.cards) == 1:
                    seen.kept[RANKS[max(set(here.cards) - set(action.cards)) // 4]] += 1
            hand.apply(action)
        live = [seat for seat in range(seats) if hand.live[seat]]
        if len(live) == 2:
            ends = [classes.of(hand.cards(seat)) for seat in live]
            for own, other in (ends, ends[::-1]):
                seen.shown[classes.names[own]] += 1
                seen.points[classes.names[own]] += (own < other) * 2 + (own == other)
    return seen


def _share(some: float, of: int) -> float:
    return some / of if of >= FEWEST else float("nan")
