"""The hands of a lesson, played by the engine.

`play` plays a hand of a lesson through its line, so that cards, pots and results are those of the rules. It returns the
events as the learner sees them, and the steps with the place in the events at which each is asked.
"""

from random import Random
from typing import Final

import msgspec

from standpat.bots.player import situation
from standpat.engine.action import Action, Bet, Call, Check, Fold, Legal, Raise
from standpat.engine.dealer import ScriptedDealer
from standpat.engine.event import Event
from standpat.engine.games import Game
from standpat.engine.hand import Hand
from standpat.engine.seen import view
from standpat.teacher.hint import Hint, Teacher
from standpat.teacher.lesson import LEARNER, Lesson, LessonHand, Move, action_of

_CHANCE: Final = Random(0)


class Step(msgspec.Struct, frozen=True):
    """A decision of the learner.

    Attributes:
        name: The step's name.
        at: The number of events that the learner has seen when they are asked.
        options: The actions on offer; empty where the decision is a draw.
        call: The chips that a call adds; None where there is nothing to call.
        hint: What to do, and why.
    """

    name: str
    at: int
    options: tuple[Action, ...]
    call: int | None
    hint: Hint


class Played(msgspec.Struct, frozen=True):
    """A hand of a lesson, played to its end.

    Attributes:
        events: What the learner has seen, in order.
        steps: The decisions, in order.
        cards: By seat, the cards at the end; none for a seat that has folded.
        nets: By seat, the chips won or lost.
    """

    events: tuple[Event, ...]
    steps: tuple[Step, ...]
    cards: tuple[tuple[int, ...], ...]
    nets: tuple[int, ...]


def play(game: Game, course: Lesson, given: LessonHand, teacher: Teacher | None = None) -> Played:
    """Play a hand of a lesson.

    Args:
        game: The game.
        course: The lesson.
        given: One of its hands.
        teacher: Gives the hints; without one they are the actions of the line, with the reasons of the lesson.

    Raises:
        ValueError: The line is not that of a hand: another seat is to act, an action or a size on offer is not legal,
            the hand does not end with it, or another seat wins.
    """
    deck = ScriptedDealer(given.deck.replace(" ", ""))
    hand = Hand(game, course.stakes, stacks=[course.stack] * 2, button=given.button, dealer=deck)
    steps: list[Step] = []
    for move in given.moves:
        if move.seat != hand.to_act:
            raise ValueError(f"{given.name}: seat {hand.to_act} is to act, not {move.seat}")
        action = action_of(move, hand.legal)
        if move.step:
            at = len(view(hand.events, LEARNER))
            scripted = Hint(action, f"lesson.{game.id}.{given.name}.{move.step}.why")
            hint = teacher(situation(hand, _CHANCE)) if teacher else scripted
            steps.append(Step(move.step, at, _options(hand.legal, move), hand.legal.call, hint))
        hand.apply(action)
    if hand.to_act is not None:
        raise ValueError(f"{given.name}: the hand is not over")
    assert hand.nets is not None
    if hand.nets[given.winner] <= 0:
        raise ValueError(f"{given.name}: seat {given.winner} does not win")
    cards = tuple([tuple(hand.cards(seat)) if hand.live[seat] else () for seat in range(2)])
    return Played(tuple(view(hand.events, LEARNER)), tuple(steps), cards, tuple(hand.nets))


def _options(legal: Legal, move: Move) -> tuple[Action, ...]:
    """The legal actions; a bet or raise in the sizes of the move, the smallest first."""
    if legal.draw is not None:
        return ()
    found: list[Action] = [Fold()] if legal.fold else []
    if legal.check:
        found.append(Check())
    if legal.call is not None:
        found.append(Call())
    wager, bounds = (Bet, legal.bet) if legal.bet else (Raise, legal.raise_)
    if bounds:
        sizes = [int(amount) for amount in move.more] if move.what in ("bet", "raise") else []
        for to in sorted(sizes or [bounds.min_to]):
            if not bounds.min_to <= to <= bounds.max_to:
                raise ValueError(f"a size of {to} is not on offer: expected {bounds.min_to} to {bounds.max_to}")
            found.append(wager(to))
    return tuple(found)
