"""Names of lows for odds: texts for "this hand or better", and a label for every value.

`low(ranking, "8")` is the worst value that is an eight-low or better; ``9-7`` (or ``97``) the worst nine-seven,
``9-7-5-4-2`` exactly this hand, ``pair`` the worst pair, and so on for every class of the ranking. ``8-low`` is ``8``.
A text that names no hand raises `ValueError`.
"""

from functools import cache

from standpat.bots.draw import classes
from standpat.cards.card import RANKS
from standpat.cards.ranking import RANKINGS, Ranking


@cache
def _lows(id: str) -> dict[str, tuple[int, int]]:
    """The best and the worst value whose ranks, from the top, begin with each text."""
    ranking = RANKINGS[id]
    spans: dict[str, tuple[int, int]] = {}
    for value in range(1, ranking.starts[1]):
        name = top_first(ranking, classes(id).ranks[value])
        for length in range(1, 6):
            spans[name[:length]] = spans.get(name[:length], (value, value))[0], value
    return spans


def height(ranking: Ranking, rank: int) -> int:
    """The position of a rank (0 is the deuce) in the order of the ranking, lowest 0."""
    return (rank + 1) % 13 if ranking.aces_low else rank


def top_first(ranking: Ranking, ranks: int) -> str:
    """A set of ranks as text, highest first in the order of the ranking."""
    order = [12, *range(12)] if ranking.aces_low else list(range(13))
    return "".join([RANKS[r] for r in reversed(order) if ranks >> r & 1])


def low(ranking: Ranking, text: str) -> int:
    """The worst value of a low.

    Args:
        ranking: The order of hands.
        text: The low, such as ``"8"``, ``"9-7"`` or ``"pair"``.

    Returns:
        The value.

    Raises:
        ValueError: There is no such low.

    >>> from standpat.cards.ranking import DEUCE_TO_SEVEN
    >>> low(DEUCE_TO_SEVEN, "7"), low(DEUCE_TO_SEVEN, "8-low"), low(DEUCE_TO_SEVEN, "9-7"), low(DEUCE_TO_SEVEN, "pair")
    (4, 18, 33, 4138)
    """
    return span(ranking, text)[1]


def span(ranking: Ranking, text: str) -> tuple[int, int]:
    """The best and the worst value of a low, as in `low`."""
    wanted = text.strip().removesuffix("-low").removesuffix(" low")
    if wanted in ranking.classes:
        at = ranking.classes.index(wanted) + 1
        return ranking.starts[at - 1], ranking.starts[at] - 1 if at < len(ranking.starts) else ranking.count
    values = _lows(ranking.id).get(wanted.replace("-", ""))
    if values is None:
        raise ValueError(
            f"{text!r} is not a low of {ranking.id}: expected ranks from the top, such as 8, 9-7, 9-7-5-4-2, or one of "
            f"{', '.join(ranking.classes[1:])}"
        )
    return values


def card_form(ranking: Ranking, value: int) -> str:
    """The ranks of a low, ``9-7-5-4-2``; the class of other hands."""
    kind = ranking.category(value)
    return "-".join(top_first(ranking, classes(ranking.id).ranks[value])) if kind == "no-pair" else kind


@cache
def labels(id: str) -> tuple[tuple[str, int], ...]:
    """Every label with the worst value that has it, best first: ``7-low`` … ``A-low``, then the other classes."""
    ranking = RANKINGS[id]
    lows = [(f"{name}-low", value) for name, (_, value) in _lows(id).items() if len(name) == 1]
    lows.sort(key=lambda pair: pair[1])
    return (*lows, *[(name, low(ranking, name)) for name in ranking.classes[1:]])
