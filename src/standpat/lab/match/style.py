"""How a player plays: what the field calls VPIP, PFR, AF, WTSD, W$SD, and in draw games the draws.

`Style` counts; it adds up over hands, decks and processes. Rates are in 0..1, and 0 where nothing was counted. By
definition, the first five and the last like poker-arena's:

- `vpip`: hands in which the player called, bet or raised before the first draw; `pfr`: bet or raised there.
- `af`: bets and raises for each call, over all rounds; None where there are some but no call.
- `wtsd`: hands that came to the showdown with the player in (shown or mucked); `wsd`: of those, hands won (net > 0).
- `fold_rate`: hands folded.
- `drawn`: cards drawn at each draw, the first first, on average over the hands in which the player drew then.
- `pat`: of all draws, those of no card, by draw; `snow`: of all draws, those of no card with a hand worse than the
  snow class.

The snow class is a card rank: with ``J`` a pat hand that is worse than every jack-low is a snow, one that no honest
player keeps.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

import msgspec
from msgspec import Struct

from standpat.cards.card import RANKS
from standpat.cards.ranking import RANKINGS, VALUE
from standpat.engine.action import Bet, Call, Fold, Raise
from standpat.engine.event import Acted, DealHole, DrawResult, Event, Mucked, ShowdownShow, StreetStart

SNOW_CLASS = "J"


class Style(Struct):
    """Counts of one player. The lists are by draw."""

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
        return cls([0] * draw_rounds, [0] * draw_rounds, [0] * draw_rounds)

    def add(self, other: "Style") -> None:
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            added = [a + b for a, b in zip(mine, theirs, strict=True)] if isinstance(mine, list) else mine + theirs
            setattr(self, name, added)

    @property
    def vpip(self) -> float:
        return _share(self.voluntary, self.hands)

    @property
    def pfr(self) -> float:
        return _share(self.raised, self.hands)

    @property
    def af(self) -> float | None:
        return None if self.aggressive and not self.calls else _share(self.aggressive, self.calls)

    @property
    def wtsd(self) -> float:
        return _share(self.showdowns, self.hands)

    @property
    def wsd(self) -> float:
        return _share(self.showdowns_won, self.showdowns)

    @property
    def fold_rate(self) -> float:
        return _share(self.folds, self.hands)

    @property
    def drawn(self) -> list[float]:
        return [_share(cards, draws) for cards, draws in zip(self.cards_drawn, self.draws, strict=True)]

    @property
    def pat(self) -> list[float]:
        return [_share(pats, draws) for pats, draws in zip(self.pats, self.draws, strict=True)]

    @property
    def snow(self) -> float:
        return _share(self.snows, sum(self.draws))


def observe(styles: Sequence[Style], events: Iterable[Event], nets: Sequence[int], snow: int, ranking: str) -> None:
    """Count a whole hand, seat by seat. A pat hand with a value above `snow` is a snow."""
    street = 0
    seats = len(styles)
    voluntary, raised = [False] * seats, [False] * seats
    held: list[tuple[int, ...]] = [()] * seats
    rank = VALUE[ranking]
    for event in events:
        match event:
            case StreetStart():
                street = event.street
            case DealHole():
                held[event.seat] = event.cards
            case Acted(seat=seat, action=action):
                style = styles[seat]
                if isinstance(action, Call):
                    style.calls += 1
                    voluntary[seat] |= street == 0
                elif isinstance(action, Bet | Raise):
                    style.aggressive += 1
                    voluntary[seat] |= street == 0
                    raised[seat] |= street == 0
                elif isinstance(action, Fold):
                    style.folds += 1
            case DrawResult(seat=seat, count=count):
                style = styles[seat]
                style.draws[street - 1] += 1
                style.cards_drawn[street - 1] += count
                if count:
                    held[seat] = (*[c for c in held[seat] if c not in event.discarded], *event.drawn)
                else:
                    style.pats[street - 1] += 1
                    style.snows += rank(held[seat]) > snow
            case ShowdownShow(seat=seat) | Mucked(seat=seat):
                styles[seat].showdowns += 1
                styles[seat].showdowns_won += nets[seat] > 0
            case _:
                pass
    for seat, style in enumerate(styles):
        style.hands += 1
        style.voluntary += voluntary[seat]
        style.raised += raised[seat]


@cache
def snow_value(ranking: str, high: str) -> int:
    """The value of the worst unpaired low with this high card, such as ``J``: what is worse is a snow.

    >>> from standpat.cards.ranking import deuce_to_seven
    >>> snow_value("deuce-to-seven", "J") == deuce_to_seven("JcTd9h8s6c")
    True
    """
    order = RANKINGS[ranking]
    ranks = RANKS[-1] + RANKS[:-1] if order.aces_low else RANKS
    if len(high) != 1 or high not in ranks[4:]:
        raise ValueError(f"{high!r} is no high card of a low: want one of {', '.join(ranks[4:])}")
    below = ranks[: ranks.index(high)]
    hands = [
        [rank + suit for rank, suit in zip((high, *rest), "cdhsc", strict=True)] for rest in combinations(below, 4)
    ]
    lows = [value for value in map(order, hands) if order.category(value) == "no-pair"]
    if not lows:
        raise ValueError(f"{high!r} is the high card of no low")
    return max(lows)


def plain(style: Style, snow_class: str) -> dict[str, object]:
    """The rates, for a report."""
    names = ("vpip", "pfr", "af", "wtsd", "wsd", "fold_rate", "drawn", "pat", "snow")
    rates: dict[str, object] = {name: getattr(style, name) for name in names}
    return {**rates, "snow_class": snow_class, "counts": msgspec.to_builtins(style)}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
