"""Names of lows, as odds need them: a text for "this hand or better", and a label for every value.

`low(ranking, "8")` is the worst value that is an eight-low or better; ``9-7`` (or ``97``) the worst nine-seven,
``9-7-5-4-2`` that very hand, ``pair`` the worst pair, and so on for every class of the ranking. ``8-low`` is ``8``.
What no hand has is a `ValueError`.
"""

from functools import cache

from standpat.bots.draw import classes
from standpat.cards.card import RANKS
from standpat.cards.ranking import RANKINGS, Ranking


@cache
def _lows(id: str) -> dict[str, tuple[int, int]]:
    """The best and the worst value whose ranks, from the top, begin so."""
    ranking = RANKINGS[id]
    found: dict[str, tuple[int, int]] = {}
    for value in range(1, ranking.starts[1]):
        name = top_first(ranking, classes(id).ranks[value])
        for length in range(1, 6):
            found[name[:length]] = found.get(name[:length], (value, value))[0], value
    return found


def height(ranking: Ranking, rank: int) -> int:
    """Where a rank (0 is the deuce) stands as the ranking counts aces, lowest 0."""
    return (rank + 1) % 13 if ranking.aces_low else rank


def top_first(ranking: Ranking, ranks: int) -> str:
    """A set of ranks as text, from the top as the ranking counts aces."""
    order = [12, *range(12)] if ranking.aces_low else list(range(13))
    return "".join([RANKS[r] for r in reversed(order) if ranks >> r & 1])


def low(ranking: Ranking, text: str) -> int:
    """The worst value that still is this low.

    >>> from standpat.cards.ranking import DEUCE_TO_SEVEN
    >>> low(DEUCE_TO_SEVEN, "7"), low(DEUCE_TO_SEVEN, "8-low"), low(DEUCE_TO_SEVEN, "9-7"), low(DEUCE_TO_SEVEN, "pair")
    (4, 18, 33, 4138)
    """
    return span(ranking, text)[1]


def span(ranking: Ranking, text: str) -> tuple[int, int]:
    """The best and the worst value that this text names."""
    wanted = text.strip().removesuffix("-low").removesuffix(" low")
    if wanted in ranking.classes:
        at = ranking.classes.index(wanted) + 1
        return ranking.starts[at - 1], ranking.starts[at] - 1 if at < len(ranking.starts) else ranking.count
    found = _lows(ranking.id).get(wanted.replace("-", ""))
    if found is None:
        raise ValueError(
            f"{text!r} is not a low of {ranking.id}: expected ranks from the top, such as 8, 9-7, 9-7-5-4-2, or one of "
            f"{', '.join(ranking.classes[1:])}"
        )
    return found


def card_form(ranking: Ranking, value: int) -> str:
    """``9-7-5-4-2``; of hands that are no low the class."""
    kind = ranking.category(value)
    return "-".join(top_first(ranking, classes(ranking.id).ranks[value])) if kind == "no-pair" else kind


@cache
def labels(id: str) -> tuple[tuple[str, int], ...]:
    """Every label with the worst value that has it, best first: ``7-low`` … ``A-low``, then the other classes."""
    ranking = RANKINGS[id]
    lows = [(f"{name}-low", value) for name, (_, value) in _lows(id).items() if len(name) == 1]
    lows.sort(key=lambda pair: pair[1])
    return (*lows, *[(name, low(ranking, name)) for name in ranking.classes[1:]])
