"""The kernel's dealer in plain Python, so that `standpat.engine.hand.Hand` can play a kernel's hand card by card.

`KernelDealer(seed)` shuffles as `standpat.lab.kernel.muck` says; with `deck`, 52 cards in the order of the deal,
only reshuffles are the seed's. It is a `standpat.engine.dealer.Stub`, for tests and for looking into a simulated hand.

>>> from standpat.cards.card import text
>>> dealer = KernelDealer(1)
>>> dealer.new_deck()
>>> text(dealer.deal(5))
'9dJhAc7dAd'
"""

from collections.abc import Sequence

from standpat.cards.card import DECK, Cards, parse

_ALL = (1 << 64) - 1


class KernelDealer:
    """A dealer with the kernel's shuffles.

    Args:
        seed: The state of the generator at the beginning, as in `HAND`.
        deck: The order of the deal, 52 cards; then only reshuffles depend on the seed. None for a shuffled deck.

    Raises:
        ValueError: The deck does not have each of the 52 cards once.
    """

    __slots__ = ("_deck", "_stub", "random")
    may_refuse = False

    def __init__(self, seed: int, deck: Cards | None = None) -> None:
        self.random = seed & _ALL
        self._deck = None if deck is None else parse(deck)
        self._stub: list[int] = []  # the top is the end
        if self._deck is not None and sorted(self._deck) != list(DECK):
            raise ValueError("a deck holds each of the 52 cards once")

    def new_deck(self) -> None:
        """Begin a hand with all 52 cards, shuffled."""
        if self._deck is None:
            self._stub = []
            self.shuffle(DECK, with_stub=False)
        else:
            self._stub = list(reversed(self._deck))

    def left(self, barred: int = 0) -> int:
        """How many cards the stub has for a player who may not get those of the bit set `barred`."""
        return sum([not barred >> card & 1 for card in self._stub])

    def deal(self, count: int, barred: int = 0) -> tuple[int, ...]:
        """The next `count` cards."""
        free = [at for at in range(len(self._stub) - 1, -1, -1) if not barred >> self._stub[at] & 1]
        return tuple([self._stub.pop(at) for at in free[:count]])

    def burn(self) -> int:
        """The next card, which nobody sees."""
        return self._stub.pop()

    def shuffle(self, cards: Sequence[int], with_stub: bool) -> None:
        """Shuffle cards and put them under the stub, or shuffle them together with the stub."""
        pack = sorted([*cards, *self._stub] if with_stub else cards)
        for top in range(len(pack) - 1, -1, -1):
            at = (self._number() >> 32) * (top + 1) >> 32
            pack[at], pack[top] = pack[top], pack[at]
        self._stub = pack if with_stub else pack + self._stub

    def copy(self) -> "KernelDealer":
        """An independent copy of the dealer."""
        twin = KernelDealer(self.random, self._deck)
        twin._stub = self._stub.copy()
        return twin

    def _number(self) -> int:
        """The next number of splitmix64."""
        self.random = (self.random + 0x9E3779B97F4A7C15) & _ALL
        z = self.random
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _ALL
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _ALL
        return z ^ (z >> 31)
