"""The muck, and how a draw is completed from it when the stub runs out (R6.3).

The muck is a set of piles: folded hands, burns, discards of earlier rounds, and this round's discards by seat. The
`Reshuffle` record of a house says in which order these piles are opened.
"""

from standpat.cards.card import UNKNOWN
from standpat.engine.dealer import Stub
from standpat.engine.house import Pile, Reshuffle


class Muck:
    """The cards out of play. A seat's discards of this round count as mucked once it has its new cards (`serve`)."""

    __slots__ = ("_burned", "_earlier", "_folded", "_recycled", "_round", "_served", "_thrown_before", "_thrown_now")

    def __init__(self) -> None:
        self._folded: list[int] = []
        self._burned: list[int] = []
        self._earlier: list[int] = []
        self._round: dict[int, tuple[int, ...]] = {}
        self._served: set[int] = set()
        self._thrown_now: dict[int, tuple[int, ...]] = {}  # kept after the cards were shuffled in
        self._thrown_before: list[dict[int, tuple[int, ...]]] = []  # the same of each earlier round
        self._recycled = False

    def fold(self, cards: tuple[int, ...]) -> None:
        """Add the cards of a player who folds."""
        self._folded += cards

    def burn(self, card: int) -> None:
        """Add a burned card."""
        self._burned.append(card)

    def discard(self, seat: int, cards: tuple[int, ...]) -> None:
        """Add the cards that a seat discards in this round."""
        self._round[seat] = self._thrown_now[seat] = cards

    def end_round(self) -> None:
        """End the round: its discards become those of an earlier round."""
        for cards in self._round.values():
            self._earlier += cards
        self._thrown_before.append(self._thrown_now)
        self._round = {}
        self._thrown_now = {}
        self._served = set()

    def serve(
        self, dealer: Stub, rule: Reshuffle, seat: int, more: bool
    ) -> tuple[tuple[int, ...], list[tuple[tuple[Pile, ...], int]]]:
        """Complete a seat's draw.

        Args:
            dealer: The stub.
            rule: Which piles are opened when the stub runs out.
            seat: The seat.
            more: Whether a later seat may still need a card in this round.

        Returns:
            The replacements, and for each reshuffle on the way its piles and the size of the new stub in cards.
        """
        need = len(self._round[seat])
        self._served.add(seat)
        if not need:
            return (), []
        barred = self._barred(seat, rule) if self._recycled else 0
        if dealer.left() - barred.bit_count() > need:  # enough, even if all barred cards are in the stub
            return dealer.deal(need, barred), []
        drawn: tuple[int, ...] = ()
        reshuffles: list[tuple[tuple[Pile, ...], int]] = []
        groups = list(rule.piles)
        while True:
            left = dealer.left(barred)
            keep_last = rule.stub == "last_card_in" and more and bool(groups)
            if left > need or (left == need and not keep_last):
                drawn += dealer.deal(need, barred)
                break
            if rule.stub != "shuffled_in":
                dealt = max(0, left - 1) if rule.stub == "last_card_in" else left
                drawn += dealer.deal(dealt, barred)
                need -= dealt
            group, cards = self._open(groups, seat)
            dealer.shuffle(cards, with_stub=rule.stub != "dealt")
            self._recycled = True
            reshuffles.append((group, dealer.left()))
            barred = 0 if "own" in group else self._barred(seat, rule)
        return drawn, reshuffles

    def _barred(self, seat: int, rule: Reshuffle) -> int:
        """The cards that this seat may not receive from a stub that was reshuffled, as a bit set."""
        barred = 0
        for thrown in (self._thrown_now, *(self._thrown_before if rule.never_back else ())):
            for card in thrown.get(seat, ()):
                if card != UNKNOWN:
                    barred |= 1 << card
        return barred

    def _open(self, groups: list[tuple[Pile, ...]], seat: int) -> tuple[tuple[Pile, ...], list[int]]:
        """Take the next group of piles that has a card, and remove it and the empty groups before it from the list."""
        while groups:
            opened: list[Pile] = []
            cards: list[int] = []
            for pile in groups.pop(0):
                taken = self._take(pile, seat)
                if taken:
                    opened.append(pile)
                    cards += taken
            if cards:
                return tuple(opened), cards
        raise RuntimeError("the deck has run out, which cannot happen with up to six players (R6.4)")

    def _take(self, pile: Pile, seat: int) -> list[int]:
        match pile:
            case "folded":
                taken, self._folded = self._folded, []
            case "burned":
                taken, self._burned = self._burned, []
            case "earlier":
                taken, self._earlier = self._earlier, []
            case "served":
                taken = [c for s in self._served if s != seat for c in self._round.pop(s, ())]
            case "unserved":
                taken = [
                    c for s in sorted(self._round) if s not in self._served and s != seat for c in self._round.pop(s)
                ]
            case "own":
                taken = list(self._round.pop(seat, ()))
        return taken

    def copy(self) -> "Muck":
        """An independent copy of the piles."""
        twin = Muck.__new__(Muck)
        twin._folded = self._folded.copy()
        twin._burned = self._burned.copy()
        twin._earlier = self._earlier.copy()
        twin._round = self._round.copy()
        twin._served = self._served.copy()
        twin._thrown_now = self._thrown_now.copy()
        twin._thrown_before = self._thrown_before.copy()
        twin._recycled = self._recycled
        return twin
