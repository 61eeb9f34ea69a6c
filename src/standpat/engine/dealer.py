"""The dealer: the stub, and the only source of randomness.

A `Dealer` shuffles the 52 cards of a hand. When the stub runs out, it shuffles the part of the muck that the rules open
(`standpat.engine.muck` decides which). Shuffle number k of seed s sorts the cards by the 64-bit words of the SHAKE-256
stream of (s, k), one word for each card; two words are equal less than once in 10**16 shuffles. The result is the same
on every platform and in every version. So a seed always deals the same cards, a hand continues after a crash with the
cards it would have had, and a live dealer can commit to a seed before the deal. Without a seed the dealer takes 256
bits from the system.

A `ScriptedDealer` deals given cards in the given order, through reshuffles too. A card that cannot be dealt now raises
a `DealError`. Burns are not in the script: unless they are given separately, a burned card is one that the script does
not need.

Both deal from the top of the stub with `deal(count, barred)`. `barred` is a bit set of cards that may not go to
this player; they stay where they are in the stub.
"""

import hashlib
import secrets
import struct
from collections.abc import Sequence
from typing import Protocol

from standpat.cards.card import DECK, TEXT, UNKNOWN, Cards, parse

FULL_DECK = (1 << 52) - 1


class DealError(ValueError):
    """A scripted card cannot be dealt now, or the script has ended."""


class Stub(Protocol):
    """What a hand needs of its dealer. `may_refuse` says whether dealing may raise a `DealError`."""

    may_refuse: bool

    def new_deck(self) -> None:
        """Start a hand: all 52 cards, shuffled, are the stub."""

    def left(self, barred: int = 0) -> int:
        """How many cards of the stub may be dealt."""

    def deal(self, count: int, barred: int = 0) -> tuple[int, ...]:
        """The next `count` cards. The caller has made sure that there are enough."""

    def burn(self) -> int:
        """The next card, face down to the muck."""

    def shuffle(self, cards: Sequence[int], with_stub: bool) -> None:
        """Put these cards, shuffled, under the stub, or shuffle both together."""

    def copy(self) -> "Stub":
        """The same stub, dealt from independently."""


class Dealer:
    """Deals at random. `seed` and the number of `shuffles` so far are all its state at the start of a hand.

    Args:
        seed: Decides the cards, the same on every platform and in every version; None takes 256 bits from the system.
        shuffles: The number of shuffles of this seed so far.

    Raises:
        ValueError: The seed is not an int, text or bytes.

    >>> from standpat.cards.card import text
    >>> dealer = Dealer(seed=1)
    >>> dealer.new_deck()
    >>> text(dealer.deal(5))
    '4s6s6dQdTd'
    """

    __slots__ = ("_at", "_stub", "seed", "shuffles")
    may_refuse = False

    def __init__(self, seed: int | str | bytes | None = None, shuffles: int = 0) -> None:
        if seed is None:
            seed = secrets.token_hex(32)
        elif isinstance(seed, bytes):
            seed = seed.hex()
        elif not isinstance(seed, int | str):
            raise ValueError(f"a seed is an int, text or bytes, not {seed!r}")
        self.seed = seed
        self.shuffles = shuffles
        self._stub: Sequence[int] = ()  # replaced, never changed
        self._at = 0  # the cards before this place have been dealt

    def __repr__(self) -> str:
        return f"Dealer(seed={self.seed!r}, shuffles={self.shuffles})"

    def new_deck(self) -> None:
        """Begin a hand: all 52 cards, shuffled."""
        self._stub, self._at = (), 0
        self.shuffle(DECK, with_stub=False)

    def left(self, barred: int = 0) -> int:
        """How many cards the stub has for a player who may not get those of the bit set `barred`."""
        if not barred:
            return len(self._stub) - self._at
        return sum([not barred >> card & 1 for card in self._stub[self._at :]])

    def deal(self, count: int, barred: int = 0) -> tuple[int, ...]:
        """The next `count` cards; those `barred` stay where they are in the stub."""
        start = self._at
        dealt = self._stub[start : start + count]
        if barred and any([barred >> card & 1 for card in dealt]):
            rest = self._stub[start:]
            dealt = [card for card in rest if not barred >> card & 1][:count]
            self._stub, self._at = [card for card in rest if card not in dealt], 0
        else:
            self._at = start + count
        return tuple(dealt)

    def burn(self) -> int:
        """The next card, which nobody sees."""
        return self.deal(1)[0]

    def shuffle(self, cards: Sequence[int], with_stub: bool) -> None:
        """Put these cards, shuffled, under the stub, or shuffle both together."""
        rest = self._stub[self._at :]
        pack = [*rest, *cards] if with_stub else cards
        self.shuffles += 1
        count = len(pack)
        stream = hashlib.shake_256(f"standpat {self.seed} {self.shuffles}".encode()).digest(8 * count)
        words = struct.unpack("<" + count * "6xH", stream)  # the upper quarters, which nearly always decide the order
        if len(set(words)) < count:
            words = struct.unpack(f"<{count}Q", stream)
        order = sorted(range(count), key=words.__getitem__)
        shuffled = order if pack is DECK else [pack[i] for i in order]
        self._stub, self._at = shuffled if with_stub else [*rest, *shuffled], 0

    def copy(self) -> "Dealer":
        """The same dealer, dealt from independently."""
        twin = Dealer(self.seed, self.shuffles)
        twin._stub, twin._at = self._stub, self._at
        return twin


class ScriptedDealer:
    """Deals from a script: seat by seat from the left of the button, then the replacements as they are dealt.

    Args:
        cards: The cards in the order in which they are dealt. An unknown one (``??``) is a card that nobody saw.
        burns: The cards to burn, where it matters which.

    Raises:
        ValueError: The script or the burns are not cards.
        DealError: A card cannot be dealt when its turn comes, or the script has ended.
    """

    __slots__ = ("_at", "_burns", "_left", "_script", "_stub")
    may_refuse = True

    def __init__(self, cards: Cards, burns: Cards = ()) -> None:
        self._script = parse(cards)
        self._burns = list(parse(burns))
        self._at = 0
        self._left = 0
        self._stub = 0  # bit set of the cards that may be in the stub; unknown ones dealt leave it as it is

    def __repr__(self) -> str:
        return f"ScriptedDealer({''.join([TEXT[c] for c in self._script])!r})"

    def new_deck(self) -> None:
        """Begin a hand: all 52 cards may come."""
        self._left = 52
        self._stub = FULL_DECK

    def left(self, barred: int = 0) -> int:
        """How many cards the stub has for a player who may not get those of the bit set `barred`."""
        return max(0, self._left - (self._stub & barred).bit_count())

    def deal(self, count: int, barred: int = 0) -> tuple[int, ...]:
        """The next `count` cards; those `barred` stay where they are in the stub."""
        dealt = self._script[self._at : self._at + count]
        if len(dealt) < count:
            raise DealError(f"the script ends after {len(self._script)} cards and one more is needed")
        for card in dealt:
            if card == UNKNOWN:
                continue
            place = f"{TEXT[card]}, card {self._at + 1} of the script,"
            if barred >> card & 1:
                raise DealError(f"{place} cannot come now: this player threw it")
            if not self._stub >> card & 1 or dealt.count(card) > 1:
                raise DealError(f"{place} cannot come now: it is not in the stub")
        for card in dealt:
            self._stub &= ~(1 << card)
        self._at += count
        self._left -= count
        return dealt

    def burn(self) -> int:
        """The next card, which nobody sees."""
        if self._burns:
            card = self._burns.pop(0)
            if card != UNKNOWN and not self._stub >> card & 1:
                raise DealError(f"{TEXT[card]} cannot be burned now: it is not in the stub")
        else:
            rest = self._script[self._at :]
            spare = [card for card in DECK if self._stub >> card & 1]
            card = max(spare, key=lambda c: rest.index(c) if c in rest else len(rest), default=UNKNOWN)
        self._stub &= ~(1 << card)
        self._left -= 1
        return card

    def shuffle(self, cards: Sequence[int], with_stub: bool) -> None:
        """Put these cards, shuffled, under the stub, or shuffle both together."""
        for card in cards:
            if card != UNKNOWN:
                self._stub |= 1 << card
        self._left += len(cards)

    def copy(self) -> "ScriptedDealer":
        """The same dealer, dealt from independently."""
        twin = ScriptedDealer((), self._burns)
        twin._script, twin._at, twin._left, twin._stub = self._script, self._at, self._left, self._stub
        return twin
