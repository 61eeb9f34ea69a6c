"""A hand is its events: from those of any prefix of a hand, the identical hand.

`rebuild(game, stakes, events, dealer)` plays the recorded decisions through the engine again and checks that
every recorded event comes out as it was; the hand then goes on from there.

- `dealer` is the hand's dealer as it was before the hand (same seed, same number of shuffles so far). The hand
  then goes on with the cards it would have had.
- Without a dealer the cards come from the events themselves, which must be unredacted. That hand can be looked
  at and checked, and played on until a card is needed.

A prefix may end anywhere. What follows by itself from its last decision happens again; a reshuffle whose draw is
not recorded has not happened. Events that cannot be those of such a hand are a `ValueError` with their place.
"""

from collections.abc import Sequence

from standpat.action import Discard, Muck, Show
from standpat.blind import ForcedBet, forced_bets, posted
from standpat.dealer import ScriptedDealer, Stub
from standpat.event import (
    Acted,
    Burned,
    DealHole,
    DiscardAnnounced,
    DrawResult,
    Event,
    HandStart,
    Mucked,
    Post,
    Reshuffled,
    ShowdownShow,
    Wished,
)
from standpat.game import Game, Stakes
from standpat.hand import Hand


def rebuild(game: Game, stakes: Stakes, events: Sequence[Event], dealer: Stub | None = None) -> Hand:
    """The hand of which `events` are the first so many."""
    if not events or not isinstance(events[0], HandStart):
        raise ValueError("a hand's events begin with hand-start")
    start = events[0]
    told = [e for e in events if isinstance(e, Post)]
    usual = posted(forced_bets(stakes, len(start.stacks), start.button), start.stacks)
    regular = told == usual[: len(told)] and (told == usual or len(events) == len(told) + 1)
    hand = Hand(
        game,
        stakes,
        start.stacks,
        start.button,
        dealer or script(events),
        hand_no=start.hand_no,
        posts=None if regular else [ForcedBet(e.seat, e.kind, e.amount) for e in told],
        asks=start.asks,
    )
    for event in events:
        if isinstance(event, ShowdownShow):  # a one-sided record names unknown cards when they are shown
            hand.foretell(event.seat, event.cards)
    for place, event in enumerate(events):
        if place == len(hand.events):
            cause = next((e for e in events[place:] if not isinstance(e, Reshuffled)), None)
            if cause is None:
                break
            _repeat(hand, cause, place)
        if hand.events[place] != event:
            raise ValueError(f"event {place} is {event}, but the rules say {hand.events[place]}")
    return hand


def script(events: Sequence[Event]) -> ScriptedDealer:
    """A dealer that hands out the cards of these events again."""
    dealt: list[int] = []
    burned: list[int] = []
    for event in events:
        if isinstance(event, DealHole):
            dealt += event.cards
        elif isinstance(event, DrawResult):
            dealt += event.drawn
        elif isinstance(event, Burned):
            burned += event.cards
    return ScriptedDealer(dealt, burned)


def _repeat(hand: Hand, event: Event, place: int) -> None:
    """Take the decision that this event tells of."""
    seat = hand.to_act
    match event:
        case Wished(seat=wisher, wish=wish):
            hand.wish(wisher, wish)
            return
        case ShowdownShow(seat=actor) | Mucked(seat=actor) if actor == seat and hand.legal.showdown is not None:
            hand.apply(Show() if isinstance(event, ShowdownShow) else Muck())
            return
        case Acted(seat=actor, action=action) if actor == seat:
            hand.apply(action)
            return
        case DiscardAnnounced(seat=actor, discarded=discarded) if actor == seat:
            hand.apply(Discard(discarded))
            return
        case DrawResult(seat=actor, discarded=discarded) if actor == seat:
            hand.apply(Discard(discarded))
            return
    raise ValueError(f"event {place} is {event}, but the hand waits for seat {seat}")
