"""The draws of a tournament: seats, tables and first buttons, by chance that anyone can check.

A draw is a deterministic stream of numbers from a seed and a purpose: SHAKE-256 over both. The same seed and purpose
give the same draws, always and everywhere; draws for different purposes have nothing to do with each other. So the
journal holds the seed and the purposes, and anyone who has the seed can draw again. The numbers are uniform: a number
that would favour some results is thrown away (rejection).

A purpose names one draw of one event, for example ``"seats"`` or ``"break 7 after hand 112"``. Who draws twice for the
same purpose draws the same.
"""

import hashlib
from collections.abc import Iterable
from typing import Final, TypeVar

T = TypeVar("T")

_BLOCK: Final = 256  # bytes by which the stream grows at least


class Draw:
    """A stream of draws.

    Args:
        seed: The seed of the tournament; secret until it is over, if nobody is to know the draws in advance.
        purpose: What is drawn.

    Raises:
        ValueError: The seed is empty.

    >>> Draw(b"seed", "seats").shuffled("abcdef") == Draw(b"seed", "seats").shuffled("abcdef")
    True
    """

    def __init__(self, seed: bytes, purpose: str) -> None:
        if not seed:
            raise ValueError("a draw needs a seed")
        # The length keeps seed and purpose apart: (b"ab", "c") is not (b"a", "bc").
        self._hash = hashlib.shake_256(b"standpat draw %d " % len(seed) + seed + purpose.encode())
        self._stream = b""
        self._at = 0

    def below(self, n: int) -> int:
        """A uniform number from 0 to n-1.

        Raises:
            ValueError: `n` is not positive.
        """
        if n < 1:
            raise ValueError(f"a number below {n} cannot be drawn")
        bits = (n - 1).bit_length()
        while True:
            number = int.from_bytes(self._bytes((bits + 7) // 8), "big") & ((1 << bits) - 1)
            if number < n:
                return number

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a uniform random order, as a new list (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _bytes(self, count: int) -> bytes:
        """The next bytes of the stream. A longer digest begins with the shorter one."""
        end = self._at + count
        if end > len(self._stream):
            self._stream = self._hash.digest(max(2 * len(self._stream), end, _BLOCK))
        taken = self._stream[self._at : end]
        self._at = end
        return taken
