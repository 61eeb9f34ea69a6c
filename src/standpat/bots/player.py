"""A player is a function of what it has seen.

At each of its decisions a player gets a `Situation` and returns an `Action` that `legal` allows. It has no reference to
the hand, so it knows nothing but what is in the situation.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple, TypeAlias

from standpat.engine.action import Action, Legal
from standpat.engine.event import Event, HandStart, Post
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand
from standpat.table_view.public_state import PublicState


class Situation(NamedTuple):
    """A decision, as the player may see it.

    Attributes:
        game: The game's record.
        stakes: The blinds and the ante, in chips.
        seat: The player's seat.
        cards: The five cards it holds, as ints (rank * 4 + suit; rank 0 is the deuce).
        seen: The events of the hand so far, as the seat may see them (`Hand.seen_by`).
        legal: What it may do. The player returns one of these actions.
        random: The player's own random numbers, so that a seed repeats a match.
    """

    game: Game
    stakes: Stakes
    seat: int
    cards: tuple[int, ...]
    seen: tuple[Event, ...]
    legal: Legal
    random: Random


Player: TypeAlias = Callable[[Situation], Action]

Policy: TypeAlias = Callable[[Situation], Mapping[Action, float]]
"""The probability of every action that a player may take in a situation; they sum to 1. A policy does not use
`situation.random`. One bet or raise may stand for all sizes."""

ByCards: TypeAlias = Callable[[Situation], Callable[[tuple[int, ...]], Mapping[Action, float]] | None]
"""The policy of a player who looks at nothing private but the cards of the moment: from a situation to the
probabilities of the same decision with any five cards. None where the decision depends on more, such as discards."""


def sampled(chances: Mapping[Action, float], random: Random) -> Action:
    """An action, sampled by its probability with one random number."""
    roll = random.random()
    for action, chance in chances.items():
        roll -= chance
        if roll < 0:
            return action
    return action


def likely(chances: Mapping[Action, float]) -> dict[Action, float]:
    """The actions that have a probability."""
    return {action: chance for action, chance in chances.items() if chance > 0}


def dealt(situation: Situation) -> int:
    """The number of players who were dealt in."""
    start = situation.seen[0]
    return sum([stack > 0 for stack in start.stacks]) if isinstance(start, HandStart) else 0


def straddled(situation: Situation) -> bool:
    """Whether somebody posted a straddle, which no strategy file knows (T10.5)."""
    return any([isinstance(event, Post) and event.kind == "straddle" for event in situation.seen])


def state_of(situation: Situation) -> PublicState:
    """The public state at a decision, as its seat sees it."""
    return PublicState.of(situation.game, situation.stakes, situation.seen, situation.seat)


def situation(hand: Hand, random: Random) -> Situation:
    """The decision that the hand waits for, as the seat to act may see it.

    Args:
        hand: A hand that is not over.
        random: The player's random numbers.

    Raises:
        ValueError: The hand is over.
    """
    seat = hand.to_act
    if seat is None:
        raise ValueError("the hand is over: there is no decision to take")
    return Situation(hand.game, hand.stakes, seat, hand.cards(seat), hand.seen_by(seat), hand.legal, random)
