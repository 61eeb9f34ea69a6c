"""The luck of a hand between two players, by the values of their average play (`standpat.lab.heads_up.values`).

The same estimate as `standpat.lab.match.aivat.Luck`, with another value function: what the hand is worth when both
hands are seen and both play as they do on average. Each step compares values of one kind:

- a decision in a betting round: the values of the rest of the round for these two hands, and of the draws after it by
  the cards that each would keep;
- a discard, and the cards that come: the values of the beginning of the next round, over all cards that may come;
- the deal: the value of both hands before the first decision. It counts only if the players play in different ways,
  because otherwise it cancels over a deck that is dealt in both seatings.

The luck of each step has mean zero whatever the values are, so that they need not be those of the players. Sizes of a
bet and suits of a discard are not told apart, raises beyond four wagers are read as two fewer. Nothing is corrected
after a reshuffle, nor once a player is all-in.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from standpat.cards.ranking import RANKINGS, WEIGHT
from standpat.engine.action import Action, Discard
from standpat.engine.event import DealHole, DrawResult, Event, Reshuffled
from standpat.engine.hand import Hand
from standpat.lab.heads_up.hand_states import COUNTS, size
from standpat.lab.heads_up.line import NUMBER, Line
from standpat.lab.heads_up.rounds import End, node_at, round_of
from standpat.lab.heads_up.values import Values
from standpat.lab.match.prospect import Row, filled


class PairLuck:
    """The luck of one hand that was just dealt. Call `foresee` before each decision and `follow` after it.

    Args:
        values: The values of the player on the button against the other.
        hand: The hand.
        deal: Whether the luck of the deal counts.
        part: The part of all luck that counts.

    Attributes:
        chips: By seat, the luck so far in chips. It sums to zero.
    """

    def __init__(self, values: Values, hand: Hand, deal: bool, part: float = 1.0) -> None:
        self._begun(values, hand, (0, 1))
        self._unit *= part
        for seat, chips in enumerate(hand.betting.commits):
            self._begin[seat] += chips
        start = [filled(self._states(), (), self._unseen, size(self._line.left))] * 2
        for event in hand.events:
            if isinstance(event, DealHole):
                self._deal(event, start, deal)

    def _begun(self, values: Values, hand: Hand, seats: tuple[int, int]) -> None:
        """Set everything as before the first card; `seats` are those of the player who acts last and of the other."""
        self._values, self._hand, self._seats = values, hand, seats
        self._unit: float = hand.stakes.big_blind
        self._line = Line(hand.game, hand.stakes)
        self._order = RANKINGS[hand.game.ranking]
        self._held: list[tuple[int, ...]] = [(), ()]
        self._unseen = [4] * 13
        self._luck = 0.0
        self._round: dict[int, float] = {}
        self._reshuffled = False
        self._ended = False
        self._spread: list[Row | None] = [None, None]
        self._begin: list[float] = [hand.stacks[seat] for seat in seats]

    @property
    def chips(self) -> Row:
        """By player, the luck so far in chips."""
        return np.array([self._luck, -self._luck]) * self._unit

    def foresee(self, chances: Mapping[Action, float] | None) -> None:
        """Compute the expectation before a decision.

        Args:
            chances: The probability of each action; None if the policy is not known.
        """
        hand = self._hand
        assert hand.to_act is not None
        self._seat = self._seats.index(hand.to_act)
        self._worth: dict[object, float] = {}
        self._ended = self._ended or not all([hand.stacks[seat] for seat in self._seats])
        if self._ended or chances is None or len(chances) == 1:
            return
        for action in chances:
            key = self._key(action)
            if key not in self._worth:
                self._worth[key] = self._after(action)
        self._expected = sum([p * self._worth[self._key(action)] for action, p in chances.items()])

    def follow(self, action: Action, events: Iterable[Event]) -> None:
        """Add the luck of a decision and of the cards that came of it.

        Args:
            action: The decision.
            events: The events that it caused.

        Raises:
            ValueError: The policy of the seat did not list the action.
        """
        if self._worth:
            if self._key(action) not in self._worth:
                raise ValueError(f"seat {self._seat} has a policy that did not list {action}")
            self._luck += self._worth[self._key(action)] - self._expected
        if self._ended:
            return
        seat, line = self._seat, self._line
        if isinstance(action, Discard):
            self._spread[seat] = self._thrown(seat, action)
            before = line.street
            for event in events:
                if isinstance(event, Reshuffled):
                    self._reshuffled = True
                elif isinstance(event, DrawResult):
                    self._draw(event, action)
            line.follow(seat, action, True, ())
            if line.street != before:
                self._round, self._spread = {}, [None, None]
            return
        stacks = self._hand.stacks
        put = [begun - stacks[at] for begun, at in zip(self._begin, self._seats, strict=True)]
        line.follow(seat, action, self._hand.drawing, put)

    def _key(self, action: Action) -> object:
        if isinstance(action, Discard):
            return tuple(sorted([card >> 2 for card in action.cards]))
        return NUMBER[type(action)]

    def _after(self, action: Action) -> float:
        if isinstance(action, Discard):
            count = min(len(action.cards), COUNTS - 1)
            spread = list(self._spread)
            spread[self._seat] = self._thrown(self._seat, action)
            new = list(self._line.new)
            new[self._seat] = count
            return self._drawn(new, spread)
        opening, number = not self._line.street, NUMBER[type(action)]
        node = self._line.node
        after = round_of(opening)[node].after[number]
        if after is None:  # beyond the tree's cap
            path = self._line.letters + ("r" if number == 2 else "x")
            return self._at(node_at(opening, path) if number == 2 else node)
        return self._of(after)

    # Values --------------------------------------------------------------------------------------------------------

    def _at(self, number: int) -> float:
        """The value at a node of this round."""
        if number not in self._round:
            line = self._line
            node = round_of(not line.street)[number]
            play = self._values.plays[node.seat].bets[line.street]
            chances = play[line.last, line.drew[0], line.drew[1], line.size] if line.street else play[0, 0, 0, 0]
            own = chances[number, self._state(node.seat)]
            self._round[number] = sum(
                [float(p) * self._of(after) for p, after in zip(own, node.after, strict=True) if after is not None]
            )
        return self._round[number]

    def _of(self, after: int | End) -> float:
        if isinstance(after, int):
            return self._at(after)
        line = self._line
        bet = self._hand.game.bets[line.street]
        if after.folded is not None:
            lost = line.paid + after.put[after.folded] * bet
            return lost if after.folded else -lost
        total = line.paid + after.put[0] * bet
        if not line.left:
            first, second = [self._order(held) for held in self._held]
            return total * ((first < second) - (first > second))
        return self._drawing_values([None, None], [None, None], after.last, int(total))

    def _drawn(self, new: Sequence[int | None], spread: Sequence[Row | None]) -> float:
        """The value during the draw in progress."""
        return self._drawing_values(new, spread, self._line.last, self._line.paid)

    def _drawing_values(self, new: Sequence[int | None], spread: Sequence[Row | None], last: int, paid: int) -> float:
        """The value before the next round.

        Args:
            new: By seat, the cards drawn; None if the seat has not decided.
            spread: By seat, the distribution of its hand after the draw; None if it has not decided.
            last: Who made the last wager.
            paid: What each has put in.
        """
        line, values = self._line, self._values
        table = values.starts[line.street + 1]
        context = [values.plays[seat].draws[line.street][1 * (seat == 1), last, line.drew[seat]] for seat in range(2)]
        second = [new[1]] if new[1] is not None else range(COUNTS)
        total = 0.0
        for count in second:
            theirs = spread[1] if spread[1] is not None else self._reach(1, count)
            chance = 1.0 if new[1] is not None else float(context[1][line.drew[0], self._state(1), count])
            if chance < 1e-4:
                continue
            for own in [new[0]] if new[0] is not None else range(COUNTS):
                share = chance
                if new[0] is None:
                    share *= float(context[0][count, self._state(0), own])
                if share < 1e-4:
                    continue
                mine = spread[0] if spread[0] is not None else self._reach(0, own)
                worth = mine.astype(np.float32) @ table[last, own, count, paid] @ theirs.astype(np.float32)
                total += share * float(worth)
        return total

    # Hands ---------------------------------------------------------------------------------------------------------

    def _value(self, cards: Iterable[int]) -> int:
        """The value of five cards if they were off suit."""
        return self._order.by_sum[sum([WEIGHT[card >> 2] for card in cards])]

    def _state(self, seat: int) -> int:
        return int(self._values.states.state[self._line.left][self._value(self._held[seat])])

    def _reach(self, seat: int, count: int) -> Row:
        value = self._value(self._held[seat])
        return self._values.states.after(self._line.left, value, count)

    def _states(self, done: int = 0) -> NDArray[np.int64]:
        """By sum of weights, the state of a hand, with `done` draws fewer left than now."""
        return self._values.by_sum[self._line.left - done]

    def _thrown(self, seat: int, action: Discard) -> Row:
        """The distribution of a hand over the next states after this discard."""
        kept = [card >> 2 for card in self._held[seat] if card not in action.cards]
        return filled(self._states(1), kept, self._unseen, size(self._line.left - 1))

    # Chance --------------------------------------------------------------------------------------------------------

    def _deal(self, event: DealHole, rows: list[Row], counts: bool) -> None:
        seat = event.seat
        if counts:
            rows[seat] = filled(self._states(), (), self._unseen, len(rows[seat]))
            self._luck -= float(rows[0] @ self._values.root @ rows[1])
        self._held[seat] = event.cards
        self._see(event.cards)
        if counts:
            rows[seat] = np.eye(len(rows[seat]))[self._state(seat)]
            self._luck += float(rows[0] @ self._values.root @ rows[1])

    def _draw(self, event: DrawResult, action: Discard) -> None:
        seat, left = self._seats.index(event.seat), self._line.left - 1
        kept = tuple([card for card in self._held[seat] if card not in event.discarded])
        held = kept + event.drawn
        new = list(self._line.new)
        new[self._seat] = min(len(action.cards), COUNTS - 1)
        row = np.zeros(size(left))
        row[self._values.states.state[left][self._value(held)]] = 1
        if event.drawn and not self._reshuffled:
            ranks = [card >> 2 for card in kept]
            self._spread[seat] = filled(self._states(1), ranks, self._unseen, size(left))
            self._luck -= self._drawn(new, self._spread)
            self._spread[seat] = row
            self._luck += self._drawn(new, self._spread)
            self._see(event.drawn)
        self._spread[seat], self._held[seat] = row, held

    def _see(self, cards: Iterable[int]) -> None:
        for card in cards:
            self._unseen[card >> 2] -= 1
