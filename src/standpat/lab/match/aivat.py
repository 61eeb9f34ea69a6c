"""AIVAT: subtract the luck of a hand from its result.

Reference: N. Burch, M. Schmid, M. Moravčík and M. Bowling, "AIVAT: A New Variance Reduction Technique for Agent
Evaluation in Imperfect Information Games", AAAI 2018.

A hand is a sequence of steps by chance (the deal, the cards drawn) and by players. Before a step whose probabilities
are known there is the expectation of the value function, after it its value. The difference is luck, with mean zero.
What a seat won minus its luck has the same expectation as what it won, whatever the value function; the better the
value function, the smaller its variance.

The probabilities are known for

- the deal and a draw: all combinations of the cards that nobody has been dealt yet are equally likely. This ends with
  the first reshuffle of a hand; draws from reshuffled cards are not corrected;
- a decision of a player whose policy is known. Sizes of a bet and suits of a discard are not told apart.

The deal is corrected only if the players draw in different ways. Otherwise its luck cancels over a deck that is dealt
in every seating, as values sum to zero. The paper's imagined observations are in `standpat.lab.match.averaged`.

Any number may play. All must begin with the same stack.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from standpat.engine.action import Action, Bet, Discard, Fold, Raise
from standpat.engine.event import DealHole, DrawResult, Event, Reshuffled
from standpat.engine.hand import Hand
from standpat.lab.match.prospect import Prospects, Row
from standpat.lab.match.value import Value


class Luck:
    """The luck of one hand that was just dealt. Call `foresee` before each decision and `follow` after it.

    Args:
        value: The value function.
        ways: By seat, what becomes of its cards.
        hand: The hand.

    Attributes:
        chips: By seat, the luck so far in chips. It sums to zero over the seats.
    """

    def __init__(self, value: Value, ways: Sequence[Prospects], hand: Hand) -> None:
        self.chips: Row = np.zeros(len(ways))
        self._value, self._ways, self._hand = value, ways, hand
        self._reshuffled = False
        self._held: list[tuple[int, ...]] = [()] * len(ways)
        self._unseen = [4] * 13
        self._live = list(range(len(ways)))
        self._paid: list[float] = [value.stack - chips for chips in hand.stacks]
        self._left = hand.game.draw_rounds
        self._rows = [way.keep(self._left, ()) for way in ways]
        cancels = all([way is ways[0] for way in ways])
        for event in hand.events:
            if isinstance(event, DealHole):
                self._deal(event, cancels)

    @property
    def unseen(self) -> tuple[list[int], bool]:
        """By rank, the cards that nobody has been dealt, and whether cards have come back into the deck."""
        return self._unseen.copy(), self._reshuffled

    def foresee(self, chances: Mapping[Action, float] | None) -> None:
        """Compute the expectation before a decision.

        Args:
            chances: The probability of each action; None if the policy is not known.
        """
        hand = self._hand
        assert hand.to_act is not None
        self._seat = hand.to_act
        self._live = [seat for seat, live in enumerate(hand.live) if live]
        self._paid = [self._value.stack - chips for chips in hand.stacks]
        self._left = hand.game.draw_rounds - hand.street
        self._drawing = hand.drawing
        self._by_kind: dict[type[Action], Row] = {}
        self._row: Row | None = None
        if chances is None or len(chances) == 1:
            return
        if hand.drawing:
            parts = [p * self._thrown(action) for action, p in chances.items()]
            self._row = np.add.reduce(parts, axis=0)
        else:
            self._foresee_betting(chances)

    def follow(self, action: Action, events: Iterable[Event]) -> None:
        """Add the luck of a decision and of the cards that came of it.

        Args:
            action: The decision.
            events: The events that it caused.

        Raises:
            ValueError: The policy of the seat did not list the action.
        """
        if self._drawing:
            row = self._thrown(action)
            self._come(self._seat, self._row, row, True)
            for event in events:
                if isinstance(event, Reshuffled):
                    self._reshuffled = True
                elif isinstance(event, DrawResult):
                    self._draw(event)
        elif self._by_kind:
            if type(action) not in self._by_kind:
                raise ValueError(f"seat {self._seat} has a policy that did not list {action}")
            self.chips += self._by_kind[type(action)] - self._expected

    def _foresee_betting(self, chances: Mapping[Action, float]) -> None:
        likely: dict[type[Action], float] = {}
        to: dict[type[Action], float] = {}
        for action, p in chances.items():
            kind = type(action)
            likely[kind] = likely.get(kind, 0.0) + p
            if isinstance(action, Bet | Raise):
                to[kind] = to.get(kind, 0.0) + p * action.to
        mean = {kind: total / likely[kind] for kind, total in to.items()}
        self._by_kind = {kind: self._after(kind, mean.get(kind, 0.0)) for kind in likely}
        self._expected = np.add.reduce([p * self._by_kind[kind] for kind, p in likely.items()], axis=0)

    def _after(self, kind: type[Action], to: float) -> Row:
        """The values after a betting decision of this kind."""
        live, paid = self._live, self._paid
        if kind is Fold:
            live = [seat for seat in live if seat != self._seat]
        elif to:
            paid = paid.copy()
            paid[self._seat] += to - self._hand.betting.commits[self._seat]
        return self._value.worth(self._left, False, live, paid, self._rows)

    def _thrown(self, action: Action) -> Row:
        """The prospect of the seat that decides, after this discard."""
        assert isinstance(action, Discard)
        way = self._ways[self._seat]
        kept = [card >> 2 for card in self._held[self._seat] if card not in action.cards]
        return way.keep(self._left, kept) if action.cards else way.hand(self._left, kept)

    def _deal(self, event: DealHole, cancels: bool) -> None:
        seat = event.seat
        expected = None if cancels else self._ways[seat].drawn(self._left, (), self._unseen)
        self._held[seat] = event.cards
        self._see(event.cards)
        self._come(seat, expected, self._ways[seat].hand(self._left, _ranks(event.cards)), False)

    def _draw(self, event: DrawResult) -> None:
        seat, way = event.seat, self._ways[event.seat]
        kept = tuple([card for card in self._held[seat] if card not in event.discarded])
        self._held[seat] = kept + event.drawn
        row = way.hand(self._left, _ranks(self._held[seat]))
        if self._reshuffled or not event.drawn:
            self._come(seat, None, row, True)
        else:
            expected = way.drawn(self._left, _ranks(kept), self._unseen)
            self._see(event.drawn)
            self._come(seat, expected, row, True)

    def _come(self, seat: int, expected: Row | None, row: Row, drawing: bool) -> None:
        """Change the prospect of a seat to `row`, and add the luck if `expected`, its expectation, is known."""
        if expected is not None:
            self._rows[seat] = expected
            self.chips -= self._value.worth(self._left, drawing, self._live, self._paid, self._rows)
        self._rows[seat] = row
        if expected is not None:
            self.chips += self._value.worth(self._left, drawing, self._live, self._paid, self._rows)

    def _see(self, cards: Iterable[int]) -> None:
        for card in cards:
            self._unseen[card >> 2] -= 1


def _ranks(cards: Iterable[int]) -> list[int]:
    return [card >> 2 for card in cards]
