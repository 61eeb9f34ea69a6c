"""The hands with which the players start random deals, in compiled code.

A hand of a range is drawn by its weight, and all hands together are drawn again if two of them share a card. If that
fails too often (many players on one range), a Gibbs sampler takes over for the rest of the piece: each hand in turn is
drawn again from those that are compatible with the others, one round between two deals. The distribution is the same,
and deals depend on each other a little.

The hands of deal k of a seed are the same in whichever piece it is dealt, except with the Gibbs sampler, which starts
again with each piece.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import kernel
from standpat.lab.kernel import muck
from standpat.lab.odds.path import Sets
from standpat.lab.odds.player import Player, is_random
from standpat.lab.odds.range import Range

_DIRECT: Final = 3_000
_TRIES: Final = 20_000
_SWEEPS: Final = 1
_BLOCK: Final = 64


class StartHands:
    """Draws the players' first hands.

    Args:
        players: The players.
        dead: The dead cards, as a bit set.
    """

    def __init__(self, players: Sequence[Player], dead: int) -> None:
        self.fixed = np.uint64(dead | sum([p.known for p in players]))
        """All known cards."""
        self._known = np.array([p.known for p in players], np.uint64)
        ranges = [None if is_random(p) else p.range for p in players]
        given = [r for r in ranges if r is not None]
        self._hands = np.concatenate([np.zeros(0, np.uint64), *[r.hands for r in given]])
        self._sums = np.concatenate([np.zeros(0), *[_sums(r) for r in given]])
        self._starts = np.cumsum([0, *[0 if r is None else len(r) for r in ranges]])

    def draw(self, seed: np.uint64, first: int, deals: int) -> tuple[Sets, bool]:
        """The known cards of the players, or their hands from ranges.

        Args:
            seed: The seed.
            first: The number of the first deal.
            deals: The number of deals.

        Returns:
            By deal and player the cards, as bit sets; and whether the deals depend on each other.

        Raises:
            ValueError: The hands can never be dealt together, or nearly never.
        """
        dealt = np.zeros((deals, len(self._known)), np.uint64)
        given = self.fixed, self._known, self._hands, self._sums, self._starts
        done = _together(*given, seed, first, dealt, np.zeros(_BLOCK, np.int64))
        if done < deals and not _chain(*given, seed, first + done, dealt[done:]):
            raise ValueError("these hands and ranges cannot be dealt together, or hardly ever")
        return dealt, done < deals


def _sums(given: Range) -> NDArray[np.float64]:
    """The cumulative shares of the hands; zeros if all weights are equal."""
    if len(np.unique(given.which)) == 1:
        return np.zeros(len(given))
    sums = np.cumsum(given.mass())
    shares: NDArray[np.float64] = sums / sums[-1]
    return shares


@kernel
def _pick(p: int, hands: Sets, sums: NDArray[np.float64], starts: NDArray[np.int64], z: np.uint64) -> np.uint64:
    """A hand of a range, by its weights; `z` is 64 random bits."""
    u = (z >> np.uint64(11)) * 2.0**-53
    low, high = starts[p], starts[p + 1] - 1
    if sums[high] == 0:  # all weights are equal
        return np.uint64(hands[low + int(u * (high + 1 - low))])
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > u:
            high = middle
        else:
            low = middle + 1
    return np.uint64(hands[low])


@kernel
def _together(
    fixed: np.uint64,
    known: Sets,
    hands: Sets,
    sums: NDArray[np.float64],
    starts: NDArray[np.int64],
    seed: np.uint64,
    first: int,
    dealt: Sets,
    waiting: NDArray[np.int64],
) -> int:
    """Draw all hands of a deal at once, again until no two share a card. Returns the number of deals before one for
    which that does not succeed.
    """
    players = len(known)
    for start in range(0, len(dealt), len(waiting)):
        count = min(len(waiting), len(dealt) - start)
        for k in range(count):
            waiting[k] = start + k
        for attempt in range(_DIRECT):
            for k in range(count):  # the processor reads the hands of many deals at the same time
                picker = muck.number(seed, 2 * (first + waiting[k]) + 1)
                for p in range(players):
                    dealt[waiting[k], p] = known[p]
                    if starts[p] < starts[p + 1]:
                        z = muck.number(picker, attempt * players + p + 1)
                        dealt[waiting[k], p] = _pick(p, hands, sums, starts, z)
            clashes = 0
            for k in range(count):
                deal = waiting[k]
                gone, clash = fixed, 0
                for p in range(players):
                    if starts[p] < starts[p + 1]:
                        clash |= 1 if gone & dealt[deal, p] else 0
                        gone |= dealt[deal, p]
                waiting[clashes] = deal
                clashes += clash
            count = clashes
            if not count:
                break
        if count:
            return int(waiting[0])
    return len(dealt)


@kernel
def _chain(
    fixed: np.uint64,
    known: Sets,
    hands: Sets,
    sums: NDArray[np.float64],
    starts: NDArray[np.int64],
    seed: np.uint64,
    first: int,
    dealt: Sets,
) -> bool:
    """Draw the hands of each deal from those of the deal before; False if there are no hands to start from."""
    chain = np.zeros(len(known), np.uint64)
    for deal in range(len(dealt)):
        picker = muck.number(seed, 2 * (first + deal) + 1)
        if deal == 0 and not _one_by_one(fixed, known, hands, sums, starts, chain, picker):
            return False
        _resample(fixed, hands, sums, starts, chain, picker)
        dealt[deal] = chain
    return True


@kernel
def _one_by_one(
    fixed: np.uint64,
    known: Sets,
    hands: Sets,
    sums: NDArray[np.float64],
    starts: NDArray[np.int64],
    dealt: Sets,
    picker: np.uint64,
) -> bool:
    """Find hands that are compatible, from which the chain of `_resample` starts."""
    step = _DIRECT * len(known)
    for _ in range(100):
        gone = fixed
        placed = 0
        for p in range(len(known)):
            dealt[p] = known[p]
            if starts[p] < starts[p + 1]:
                tries = 0
                while tries == 0 or (gone & dealt[p] and tries < _TRIES):
                    step += 1
                    tries += 1
                    dealt[p] = _pick(p, hands, sums, starts, muck.number(picker, step))
                if gone & dealt[p]:
                    break
                gone |= dealt[p]
            placed += 1
        if placed == len(known):
            for again in range(20):
                _resample(fixed, hands, sums, starts, dealt, picker + np.uint64(again))
            return True
    return False


@kernel
def _resample(
    fixed: np.uint64,
    hands: Sets,
    sums: NDArray[np.float64],
    starts: NDArray[np.int64],
    dealt: Sets,
    picker: np.uint64,
) -> None:
    """Draw the hand of every range again, `_SWEEPS` times in turn, from those that are compatible with the others."""
    step = 0
    for _ in range(_SWEEPS):
        for p in range(len(dealt)):
            if starts[p] == starts[p + 1]:
                continue
            others = fixed
            for other in range(len(dealt)):
                if other != p:
                    others |= dealt[other]
            for _ in range(_TRIES):
                step += 1
                new = _pick(p, hands, sums, starts, muck.number(picker, step))
                if new & others == 0:
                    dealt[p] = new
                    break
