"""Action translation: how a strategy reads a bet of a size that it does not know, as one of the sizes that it knows.

A size is a fraction of the pot after the call. A `SizeTranslation` takes a size and the known sizes in ascending order,
and returns the probability that each of them is read. Both translations here take a size beyond the smallest or the
largest for that one.

- `nearest`: the known size whose ratio to it is nearest to 1.
- `mixed`: one of the two neighbours A < x < B at random, A with probability (B - x)(1 + A) / ((B - A)(1 + x)). This is
  the pseudo-harmonic mapping of Ganzfried and Sandholm (2013, "Action translation in extensive-form games with large
  action spaces"). Between A and B no size gains anything, as far as the bluffs and calls of one bet go. The nearest
  size jumps at some point, and an opponent can bet just on the better side of it.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import log
from typing import Final, TypeAlias

SizeTranslation: TypeAlias = Callable[[float, Sequence[float]], list[float]]


def nearest(part: float, known: Sequence[float]) -> list[float]:
    """Read a size as the known size whose ratio to it is nearest to 1.

    Args:
        part: The size, as a fraction of the pot after the call.
        known: The known sizes, ascending.

    Returns:
        The probability of each known size: 1 for one of them.
    """
    place = min(range(len(known)), key=lambda k: abs(log(part) - log(known[k])))
    return [float(k == place) for k in range(len(known))]


def mixed(part: float, known: Sequence[float]) -> list[float]:
    """Read a size by the pseudo-harmonic mapping (Ganzfried and Sandholm 2013).

    Args:
        part: The size, as a fraction of the pot after the call.
        known: The known sizes, ascending.

    Returns:
        The probability of each known size: of the two neighbours, or 1 for the smallest or the largest.
    """
    shares = [0.0] * len(known)
    above = bisect_right(known, part)
    if above in (0, len(known)):
        shares[min(above, len(known) - 1)] = 1.0
        return shares
    low, high = known[above - 1], known[above]
    shares[above - 1] = (high - part) * (1 + low) / ((high - low) * (1 + part))
    shares[above] = 1 - shares[above - 1]
    return shares


SIZE_TRANSLATIONS: Final[dict[str, SizeTranslation]] = {"mixed": mixed, "nearest": nearest}
