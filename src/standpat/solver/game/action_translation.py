"""How a bet of a size that a strategy does not know is read: as one that it knows, always the same or by chance.

A size is a part of the pot as it is after the call. A `Reading` has such a part and those known, in ascending order,
and says how likely each of these is taken for it. Both here take a size beyond the smallest or the largest for that.

- `nearest`: the one whose ratio to it is nearest to 1.
- `mixed`: one of the two neighbours A < x < B by chance, A with (B - x)(1 + A) / ((B - A)(1 + x)), the pseudo-harmonic
  mapping of Ganzfried and Sandholm (2013): between them nobody gains by a size, as far as the bluffs and calls of one
  bet go. The nearest can be told where it jumps, and a size just on the better side of that be bet.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import log
from typing import Final, TypeAlias

Reading: TypeAlias = Callable[[float, Sequence[float]], list[float]]


def nearest(part: float, known: Sequence[float]) -> list[float]:
    """All of it for the known size whose ratio to this one is nearest to 1."""
    place = min(range(len(known)), key=lambda k: abs(log(part) - log(known[k])))
    return [float(k == place) for k in range(len(known))]


def mixed(part: float, known: Sequence[float]) -> list[float]:
    """The two neighbours by the pseudo-harmonic mapping (Ganzfried and Sandholm 2013)."""
    shares = [0.0] * len(known)
    above = bisect_right(known, part)
    if above in (0, len(known)):
        shares[min(above, len(known) - 1)] = 1.0
        return shares
    low, high = known[above - 1], known[above]
    shares[above - 1] = (high - part) * (1 + low) / ((high - low) * (1 + part))
    shares[above] = 1 - shares[above - 1]
    return shares


READINGS: Final[dict[str, Reading]] = {"mixed": mixed, "nearest": nearest}
