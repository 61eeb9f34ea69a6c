"""How a player plays: VPIP, PFR, AF, WTSD, W$SD, and in draw games the draws.

`Style` counts. Counts can be added up over hands, decks and processes. Rates are between 0 and 1, and 0 where nothing
was counted. The definitions of the first five and the last are those of poker-arena:

- `vpip`: hands in which the player called, bet or raised before the first draw; `pfr`: bet or raised there.
- `af`: bets and raises for each call, over all rounds; None if there are some but no call.
- `wtsd`: hands that came to the showdown with the player in (shown or mucked); `wsd`: of those, hands won (net > 0).
- `fold_rate`: hands folded.
- `drawn`: by draw, the mean number of cards drawn over the hands in which the player drew then.
- `pat`: by draw, the share of draws of no card; `snow`: the share of draws of no card with a hand worse than the snow
  class.

The snow class is a card rank: with ``J`` a pat hand that is worse than every jack-low is a snow, a hand that is kept
only as a bluff.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import msgspec
from msgspec import Struct

from standpat.cards.card import RANKS
from standpat.cards.ranking import RANKINGS, VALUE
from standpat.engine.action import Bet, Call, Fold, Raise
from standpat.engine.event import DrawResult
from standpat.engine.hand import Hand
from standpat.table_view.public_state import PublicState

SNOW_CLASS = "J"


class Style(Struct):
    """The counts of one player. Lists are by draw."""

    draws: list[int]
    cards_drawn: list[int]
    pats: list[int]
    snows: int = 0
    hands: int = 0
    voluntary: int = 0
    raised: int = 0
    aggressive: int = 0
    calls: int = 0
    folds: int = 0
    showdowns: int = 0
    showdowns_won: int = 0

    @classmethod
    def empty(cls, draw_rounds: int) -> "Style":
        """No hands yet, in a game with this number of draws."""
        return cls([0] * draw_rounds, [0] * draw_rounds, [0] * draw_rounds)

    def add(self, other: "Style") -> None:
        """Add the counts of another."""
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            added = [a + b for a, b in zip(mine, theirs, strict=True)] if isinstance(mine, list) else mine + theirs
            setattr(self, name, added)

    @property
    def vpip(self) -> float:
        """The share of hands in which the player voluntarily put chips in before the first draw."""
        return _share(self.voluntary, self.hands)

    @property
    def pfr(self) -> float:
        """The share of hands in which they raised before the first draw."""
        return _share(self.raised, self.hands)

    @property
    def af(self) -> float | None:
        """Bets and raises for each call; None if there are some and no call."""
        return None if self.aggressive and not self.calls else _share(self.aggressive, self.calls)

    @property
    def wtsd(self) -> float:
        """The share of hands that went to the showdown."""
        return _share(self.showdowns, self.hands)

    @property
    def wsd(self) -> float:
        """The share of showdowns won."""
        return _share(self.showdowns_won, self.showdowns)

    @property
    def fold_rate(self) -> float:
        """The share of hands folded."""
        return _share(self.folds, self.hands)

    @property
    def drawn(self) -> list[float]:
        """By draw, the mean number of cards drawn."""
        return [_share(cards, draws) for cards, draws in zip(self.cards_drawn, self.draws, strict=True)]

    @property
    def pat(self) -> list[float]:
        """By draw, how often they stood pat."""
        return [_share(pats, draws) for pats, draws in zip(self.pats, self.draws, strict=True)]

    @property
    def snow(self) -> float:
        """The share of draws at which they stood pat with a hand worse than the snow class."""
        return _share(self.snows, sum(self.draws))


def observe(styles: Sequence[Style], hand: Hand, snow: int) -> None:
    """Count a whole hand.

    Args:
        styles: By seat, the counts of its player.
        hand: The hand, which is over.
        snow: A pat hand with a value above this is a snow.
    """
    assert hand.nets is not None
    rank = VALUE[hand.game.ranking]
    state = PublicState(hand.game, hand.stakes)
    for event in hand.events:
        state.apply(event)
        if isinstance(event, DrawResult) and not event.count:
            styles[event.seat].snows += rank(state.seats[event.seat].cards) > snow
    for actions in state.actions:
        for acted in actions:
            style, action = styles[acted.seat], acted.action
            style.calls += isinstance(action, Call)
            style.aggressive += isinstance(action, Bet | Raise)
            style.folds += isinstance(action, Fold)
    for draw, counts in enumerate(state.drawn):
        for seat, count in counts.items():
            styles[seat].draws[draw] += 1
            styles[seat].cards_drawn[draw] += count
            styles[seat].pats[draw] += not count
    for seat in state.showdown:
        styles[seat].showdowns += 1
        styles[seat].showdowns_won += hand.nets[seat] > 0
    voluntary, raised = state.seats_that(Call, Bet, Raise), state.seats_that(Bet, Raise)
    for seat, style in enumerate(styles):
        style.hands += 1
        style.voluntary += seat in voluntary
        style.raised += seat in raised


@cache
def snow_value(ranking: str, high: str) -> int:
    """The value of the worst unpaired low with this high card, such as ``J``. Worse hands are snows.

    >>> from standpat.cards.ranking import deuce_to_seven
    >>> snow_value("deuce-to-seven", "J") == deuce_to_seven("JcTd9h8s6c")
    True
    """
    order = RANKINGS[ranking]
    ranks = RANKS[-1] + RANKS[:-1] if order.aces_low else RANKS
    if len(high) != 1 or high not in ranks[4:]:
        raise ValueError(f"{high!r} is not a high card of a low: expected one of {', '.join(ranks[4:])}")
    below = ranks[: ranks.index(high)]
    hands = [
        [rank + suit for rank, suit in zip((high, *rest), "cdhsc", strict=True)] for rest in combinations(below, 4)
    ]
    lows = [value for value in map(order, hands) if order.category(value) == "no-pair"]
    if not lows:
        raise ValueError(f"{high!r} is the high card of no low")
    return max(lows)


def plain(style: Style, snow_class: str) -> dict[str, object]:
    """The rates for a report."""
    names = ("vpip", "pfr", "af", "wtsd", "wsd", "fold_rate", "drawn", "pat", "snow")
    rates: dict[str, object] = {name: getattr(style, name) for name in names}
    return {**rates, "snow_class": snow_class, "counts": msgspec.to_builtins(style)}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
