"""The cards that a player whose policy is known might have held, given all that the others held and did.

The paper on AIVAT (`standpat.lab.match.aivat`) calls them *imagined observations*. When a hand is over, `imagined`
makes other *histories* of a seat's private cards (deal, discards, replacements) that lead to the same public course:
the same betting, and the same numbers of cards drawn. An estimate of the hand's result may be replaced by its average
over them.

The average is exactly unbiased, however few histories there are. Given the cards of the others and the public course,
the history that happened has a conditional law: cards that the others were not dealt are equally likely, times the
probability that the seat's policy takes the actions seen. The others act by their own cards and by public events, so
that their probabilities are the same for every history. A conditional particle filter leaves this law unchanged
(C. Andrieu, A. Doucet and R. Holenstein, "Particle Markov chain Monte Carlo methods", Journal of the Royal Statistical
Society B 72, 2010). The first of its histories is the one that happened. The others are dealt at random and follow the
policy. They are weighed by the probability of the actions seen, and before each draw all but the first are drawn anew
by their weights. If at the end one of all histories is chosen by its weight, it has the law of the one that happened.
So the average of an estimate by these weights has the expectation of the estimate.
"""

from collections.abc import Collection, Mapping, Sequence
from math import ceil
from random import Random
from typing import NamedTuple

from standpat.bots.player import ByCards, Policy, Situation
from standpat.cards.card import DECK
from standpat.engine.action import Action, Discard, Legal
from standpat.engine.event import DealHole, DiscardAnnounced, DrawResult, Event
from standpat.engine.hand import Hand
from standpat.engine.seen import seen


class Known(NamedTuple):
    """A policy that is known.

    Attributes:
        policy: The policy.
        by_cards: The same for many hands at one decision; None if there is no shorter way.
    """

    policy: Policy
    by_cards: ByCards | None = None


class Decision(NamedTuple):
    """A decision of a hand.

    Attributes:
        seat: Who decided.
        legal: What was allowed.
        action: What was done.
        chances: The probabilities of the player's actions; None if they are not known.
        before: The number of events before it.
    """

    seat: int
    legal: Legal
    action: Action
    chances: Mapping[Action, float] | None
    before: int


class History:
    """A history of a seat's private cards.

    Attributes:
        likely: The weight.
        cards: What the seat holds.
        used: The cards that it has been dealt, discarded ones included, in the order of the deal.
        discards: Its discards.
        chances: The probabilities at its decisions.
    """

    __slots__ = ("cards", "chances", "discards", "likely", "used")

    def __init__(self) -> None:
        self.likely = 1.0
        self.cards: tuple[int, ...] = ()
        self.used: tuple[int, ...] = ()
        self.discards: tuple[Discard, ...] = ()
        self.chances: tuple[Mapping[Action, float], ...] = ()

    def dealt(self, cards: tuple[int, ...]) -> "History":
        """A copy with weight 1, with these cards in the place of the last discard; without a discard, added."""
        thrown = self.discards[-1].cards if self.discards else ()
        twin = History()
        twin.cards = (*[card for card in self.cards if card not in thrown], *cards)
        twin.used, twin.discards, twin.chances = self.used + cards, self.discards, self.chances
        return twin

    def decide(self, action: Action, chances: Mapping[Action, float], random: Random | None) -> None:
        """Weigh the history by the probability of what the others saw, and choose the discard if it was one.

        Args:
            action: What was done.
            chances: The probabilities of the seat's actions.
            random: Random numbers to choose the discard; None to take the one that was done.
        """
        fitting = [(other, p) for other, p in chances.items() if p > 0 and alike(other, action)]
        self.likely *= sum([p for _, p in fitting])
        self.chances += (chances,)
        if fitting and isinstance(action, Discard):
            chosen: Action = action
            if random is not None:
                (chosen,) = random.choices([other for other, _ in fitting], weights=[p for _, p in fitting])
            assert isinstance(chosen, Discard)
            self.discards += (chosen,)

    def seen(self, events: Sequence[Event], seat: int) -> tuple[Event, ...]:
        """What the seat would have seen of the first events of a hand."""
        visible: list[Event] = []
        at = draw = 0
        for event in events:
            if isinstance(event, DealHole) and event.seat == seat:
                visible.append(DealHole(seat, self.used[at : at + event.count], event.count))
                at += event.count
            elif isinstance(event, DiscardAnnounced) and event.seat == seat:
                visible.append(DiscardAnnounced(seat, self.discards[draw].cards, event.count))
            elif isinstance(event, DrawResult) and event.seat == seat:
                drawn = self.used[at : at + event.count]
                visible.append(DrawResult(seat, self.discards[draw].cards, drawn, event.count))
                at, draw = at + event.count, draw + 1
            elif (mine := seen(event, seat)) is not None:
                visible.append(mine)
        return tuple(visible)


def alike(one: Action, other: Action) -> bool:
    """Whether two actions look the same to the other players of a fixed-limit game."""
    if isinstance(one, Discard) and isinstance(other, Discard):
        return len(one.cards) == len(other.cards)
    return type(one) is type(other)


def imagined(
    hand: Hand, course: Sequence[Decision], seat: int, known: Known, count: int, random: Random
) -> list[History]:
    """Histories of a seat that lead to the public course of a hand.

    Args:
        hand: A fixed-limit hand that is over and had no reshuffle.
        course: Its decisions.
        seat: The seat.
        known: Its policy.
        count: The number of histories, the one that happened included.
        random: Random numbers that neither the dealer nor a player has used.

    Returns:
        The histories that have a weight, the one that happened first.

    Raises:
        ValueError: The policy did not list the action that was taken.
    """
    events = hand.events
    given = [(at, event) for at, event in enumerate(events) if isinstance(event, DealHole | DrawResult) and event.count]
    taken = {card for _, event in given if event.seat != seat for card in cards_of(event)}
    free = [card for card in DECK if card not in taken]
    own = [(at, event) for at, event in given if event.seat == seat]
    histories = [History()] * count
    for decision in course:
        while own and own[0][0] < decision.before:
            histories = _dealt(histories, own.pop(0)[1], count, free, random)
        if decision.seat == seat:
            _decided(histories, hand, decision, known, random)
            if not histories[0].likely:
                raise ValueError(f"seat {seat} has a policy that did not list {decision.action}")
            histories = [history for history in histories if history.likely]
    for _, event in own:
        histories = _dealt(histories, event, count, free, random)
    return histories


def _decided(histories: Sequence[History], hand: Hand, decision: Decision, known: Known, random: Random) -> None:
    def situation(history: History) -> Situation:
        visible = history.seen(hand.events[: decision.before], decision.seat)
        return Situation(hand.game, hand.stakes, decision.seat, history.cards, visible, decision.legal, random)

    short = None if known.by_cards is None else known.by_cards(situation(histories[0]))
    for place, history in enumerate(histories):
        chances = known.policy(situation(history)) if short is None else short(history.cards)
        history.decide(decision.action, chances, random if place else None)


def _dealt(
    histories: Sequence[History], event: DealHole | DrawResult, count: int, free: Collection[int], random: Random
) -> list[History]:
    """Deal cards to the seat. Before a draw all histories but the first are drawn anew, by their weights."""
    first, *others = histories
    if isinstance(event, DrawResult):
        others = random.choices(histories, weights=[history.likely for history in histories], k=count - 1)
    dealt = [first.dealt(cards_of(event))]
    for history in others:
        rest = [card for card in free if card not in history.used]
        dealt.append(history.dealt(tuple(random.sample(rest, event.count))))
    return dealt


def picked(histories: Sequence[History], many: int, random: Random) -> list[tuple[float, History]]:
    """Histories chosen by their weights, at most so many, each with its part; the parts sum to 1.

    The expectation of a part is the weight's part of all weights, so that an average over the parts stays unbiased.
    """
    start, total = random.random(), sum([history.likely for history in histories])
    parts, passed, chosen = [], 0.0, 0
    for history in histories:
        passed += history.likely / total * many
        more = max(0, ceil(passed - start) - chosen)
        chosen += more
        if more:
            parts.append((more, history))
    return [(more / chosen, history) for more, history in parts]


def cards_of(event: DealHole | DrawResult) -> tuple[int, ...]:
    """The cards that an event gives to a seat."""
    return event.cards if isinstance(event, DealHole) else event.drawn
