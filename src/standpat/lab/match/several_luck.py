"""The luck of a hand among three and more players of a fixed-limit game, by solved values once two are left.

Until then it is the luck of `standpat.lab.match.aivat`, by the fixed rule. When a draw begins with two players left,
the values of two players take over (`standpat.lab.match.pair_luck`): the one who acts first stands for the big blind,
the other for the button. The chips of those who folded count as if the two had put them in by halves, which is the same
up to a constant when one of them wins the pot.

The value function changes between two steps, never within one: the luck of each step has mean zero by itself, so that
the estimate stays unbiased.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from standpat.engine.action import Action, Bet, Discard, Raise
from standpat.engine.event import DrawResult, Event
from standpat.engine.hand import Hand
from standpat.lab.heads_up.hand_states import COUNTS
from standpat.lab.heads_up.rounds import BLIND, BUTTON, NOBODY
from standpat.lab.heads_up.values import Values
from standpat.lab.match.aivat import Luck
from standpat.lab.match.pair_luck import PairLuck
from standpat.lab.match.prospect import Prospects, Row
from standpat.lab.match.value import Value


class TwoLeft(PairLuck):
    """The luck of the two players who are left, from the beginning of a draw on.

    Args:
        values: The values of the one who acts last against the one who acts first.
        hand: The hand, at the first decision of the draw.
        seats: The seat that acts last, and the one that acts first.
        last: The seat that made the last wager of the round before the draw; None if nobody did.
        drew: By seat, the number of cards drawn last.
        unseen: By rank, the cards that nobody has been dealt.
        reshuffled: Whether cards have come back into the deck.
        stack: Chips of each seat at the beginning of the hand.
    """

    def __init__(
        self,
        values: Values,
        hand: Hand,
        seats: tuple[int, int],
        last: int | None,
        drew: Sequence[int],
        unseen: Sequence[int],
        reshuffled: bool,
        stack: int,
    ) -> None:
        self._begun(values, hand, seats)
        self._held = [hand.cards(seat) for seat in seats]
        self._unseen, self._reshuffled = list(unseen), reshuffled
        put = [stack - hand.stacks[seat] for seat in seats]
        share = (sum([stack - left for left in hand.stacks]) - sum(put)) / 2
        self._begin = [stack + share, stack + share]
        self._line.street = hand.street - 1
        self._line.drew = [min(drew[seat], COUNTS - 1) for seat in seats]
        wager = NOBODY if last is None else (BUTTON, BLIND)[seats.index(last)]
        self._line.bet_to_its_end(wager, max(put) + share)


class SeveralLuck:
    """The luck of one hand that was just dealt. Call `foresee` before each decision and `follow` after it.

    Args:
        value: The fixed rule.
        ways: By seat, what becomes of its cards.
        values: A function of two seats, the one that acts last and the one that acts first: their values.
        hand: The hand.
    """

    def __init__(
        self, value: Value, ways: Sequence[Prospects], values: Callable[[int, int], Values], hand: Hand
    ) -> None:
        self._several = Luck(value, ways, hand)
        self._stack, self._values, self._hand = value.stack, values, hand
        self._two: TwoLeft | None = None
        self._seats = (0, 0)
        self._last: int | None = None
        self._acting: int | None = None
        self._street = 0
        self._drew = [0] * len(ways)

    @property
    def chips(self) -> Row:
        """By seat, the luck so far in chips. It sums to zero over the seats."""
        chips = self._several.chips.copy()
        if self._two is not None:
            chips[list(self._seats)] += self._two.chips
        return chips

    def foresee(self, chances: Mapping[Action, float] | None) -> None:
        """Compute the expectation before a decision.

        Args:
            chances: The probability of each action; None if the policy is not known.
        """
        hand = self._hand
        if self._two is None and hand.drawing and hand.street > self._street:
            self._street = hand.street
            if hand.live.count(True) == 2 and all([hand.stacks[seat] for seat, live in enumerate(hand.live) if live]):
                self._begin_two()
        self._acting = hand.to_act
        (self._several if self._two is None else self._two).foresee(chances)

    def follow(self, action: Action, events: Iterable[Event]) -> None:
        """Add the luck of a decision and of the cards that came of it.

        Args:
            action: The decision.
            events: The events that it caused.

        Raises:
            ValueError: The policy of the seat did not list the action.
        """
        events = tuple(events)
        for event in events:
            if isinstance(event, DrawResult):
                self._drew[event.seat] = len(event.drawn)
        if isinstance(action, Discard):
            self._last = None
        elif isinstance(action, Bet | Raise):
            self._last = self._acting
        (self._several if self._two is None else self._two).follow(action, events)

    def _begin_two(self) -> None:
        hand = self._hand
        first = hand.to_act
        assert first is not None
        other = next(seat for seat, live in enumerate(hand.live) if live and seat != first)
        self._seats = (other, first)
        values, (unseen, reshuffled) = self._values(other, first), self._several.unseen
        self._two = TwoLeft(values, hand, self._seats, self._last, self._drew, unseen, reshuffled, self._stack)
