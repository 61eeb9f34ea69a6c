"""The luck of a hand, with its result averaged over the cards that players with known policies might have held.

`Averaged` follows the luck of a hand (`standpat.lab.match.aivat` and its kin). When the hand is over, it computes for
every seat with a known policy that came to the first draw what the estimate, the result less luck, is above its average
over imagined histories of that seat (`standpat.lab.match.imagined`). Each of these differences has mean zero, whatever
the value function, so that any part of it may be subtracted that follows from the public course of the hand.

A difference holds what the cards of a seat did by themselves, and what they did together with the cards of others. The
latter is in the differences of the others too. Therefore only about half of each is subtracted where there are several
(`PARTS`). Nothing is averaged in hands that end before the first draw, in those with a reshuffle, and without a limit,
where one size of a bet in a policy stands for all.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Final, Protocol

import numpy as np

from standpat.cards.card import DECK
from standpat.engine.action import Action, Discard, Fold
from standpat.engine.dealer import Dealer
from standpat.engine.event import DealHole, DrawResult, Event, Reshuffled
from standpat.engine.hand import Hand
from standpat.lab.match.imagined import Decision, History, Known, cards_of, imagined, picked
from standpat.lab.match.plan import Plan
from standpat.lab.match.prospect import Row

LONG: Final = 3
"""A policy without a shorter way for many hands gets a third of the histories."""
ESTIMATED: Final = 16
"""One of so many histories is estimated, of each seat at least `LEAST`."""
LEAST: Final = 4
PARTS: Final = (0.85, 0.55)
"""The part of a difference that is subtracted, where there is one and where there are several."""


class AnyLuck(Protocol):
    """The luck of a hand, as `standpat.lab.match.aivat.Luck`."""

    @property
    def chips(self) -> Row:
        """By seat, the luck so far in chips."""

    def foresee(self, chances: Mapping[Action, float] | None) -> None:
        """Compute the expectation before a decision."""

    def follow(self, action: Action, events: Iterable[Event]) -> None:
        """Add the luck of a decision and of the cards that came of it."""


class Averaged:
    """The luck of one hand that was just dealt. Call `foresee` before each decision, `follow` after it, then `total`.

    Args:
        plan: The match.
        hand: The hand.
        known: By seat, the policies that are known.
        luck: A function of a hand that was just dealt: its luck.
        seed: The seed of random numbers that neither the dealer nor a player uses. The hands of a deck may share it:
            where they take the same course, what chance adds to their estimates is the same, and cancels.

    Attributes:
        course: The decisions so far.
    """

    def __init__(
        self, plan: Plan, hand: Hand, known: Mapping[int, Known], luck: Callable[[Hand], AnyLuck], seed: str
    ) -> None:
        self._plan, self._hand, self._known, self._luck, self._seed = plan, hand, known, luck, seed
        self._actual = luck(hand)
        self.course: list[Decision] = []

    def foresee(self, chances: Mapping[Action, float] | None) -> None:
        """Compute the expectation before a decision.

        Args:
            chances: The probability of each action; None if the policy is not known.
        """
        hand = self._hand
        assert hand.to_act is not None
        self._faced = hand.to_act, hand.legal, len(hand.events)
        self._chances = chances
        self._actual.foresee(chances)

    def follow(self, action: Action, events: Iterable[Event]) -> None:
        """Add the luck of a decision and of the cards that came of it.

        Args:
            action: The decision.
            events: The events that it caused.

        Raises:
            ValueError: The policy of the seat did not list the action.
        """
        seat, legal, before = self._faced
        self.course.append(Decision(seat, legal, action, self._chances, before))
        self._actual.follow(action, events)

    @property
    def estimate(self) -> Row:
        """By seat, what was won in the hand that is over less its luck, before it is averaged."""
        return np.array(self._hand.nets) - self._actual.chips

    def total(self) -> Row:
        """By seat, the luck of the hand that is over, in chips. It sums to zero.

        Raises:
            ValueError: The policy of a seat did not list an action.
        """
        luck = self._actual.chips
        found = self.differences()
        return luck + sum([PARTS[len(found) > 1] * chips for chips in found.values()], np.zeros(len(luck)))

    def differences(self) -> dict[int, Row]:
        """By seat whose cards are averaged: by seat, what the estimate is above its average, in chips."""
        estimate, seats = self.estimate, self._averaged()
        share = self._plan.imagined // max(len(seats), 1)
        found = {}
        for seat in seats:
            known = self._known[seat]
            count = max(share if known.by_cards else share // LONG, 2)
            random = Random(f"{self._seed} {seat}")
            histories = imagined(self._hand, self.course, seat, known, count, random)
            mean = np.zeros(len(estimate))
            for part, history in picked(histories, max(share // ESTIMATED, LEAST), random):
                mean += part * self.estimated(seat, history)
            found[seat] = estimate - mean
        return found

    def estimated(self, seat: int, history: History) -> Row:
        """The estimate of the hand with the private cards of a history of a seat."""
        plan = self._plan
        dealer = Ordered(_order(self._hand.events, seat, history))
        hand = Hand(plan.game, plan.stakes, [plan.stack] * plan.seats, self._hand.button, dealer)
        luck, discards, chances = self._luck(hand), iter(history.discards), iter(history.chances)
        for decision in self.course:
            action, likely = decision.action, decision.chances
            if decision.seat == seat:
                likely = next(chances)
                if isinstance(action, Discard):
                    action = next(discards)
            luck.foresee(likely)
            luck.follow(action, hand.apply(action))
        estimate: Row = np.array(hand.nets) - luck.chips
        return estimate

    def _averaged(self) -> list[int]:
        """The seats whose cards are averaged."""
        unlike = self._plan.game.betting != "fixed-limit" or self._plan.imagined < 2
        if unlike or any([isinstance(event, Reshuffled) for event in self._hand.events]):
            return []
        folded = set()
        for decision in self.course:
            if isinstance(decision.action, Discard):
                return [seat for seat in self._known if seat not in folded]
            if isinstance(decision.action, Fold):
                folded.add(decision.seat)
        return []


def _order(events: Sequence[Event], seat: int, history: History) -> list[int]:
    """The cards in the order of the deal."""
    order: list[int] = []
    at = 0
    for event in events:
        if isinstance(event, DealHole | DrawResult):
            own = event.seat == seat
            order += history.used[at : at + event.count] if own else cards_of(event)
            at += own * event.count
    return order


class Ordered(Dealer):
    """A dealer that deals these cards in this order, without a reshuffle, and burns from the bottom."""

    def __init__(self, order: Sequence[int]) -> None:
        super().__init__(seed=0)
        self._order = (*order, *[card for card in DECK if card not in order])

    def new_deck(self) -> None:
        """Begin a hand."""
        self._stub, self._at = self._order, 0

    def burn(self) -> int:
        """The last card, which nobody sees."""
        card = self._stub[-1]
        self._stub = self._stub[:-1]
        return card

    def copy(self) -> "Ordered":
        """The same dealer, dealt from independently."""
        twin = Ordered(self._order)
        twin._stub, twin._at = self._stub, self._at
        return twin
