"""A hand is its events: from those of any prefix of a hand, the identical hand.

`rebuild(game, stakes, events, dealer, posts=...)` plays the recorded decisions through the engine again and checks that
every recorded event comes out as it was; the hand then goes on from there.

- `posts` are the forced bets that were due (`Hand.posts`). Who has them gives them: the events tell only what was
  posted. Without them they are what the stakes say where that agrees with the events, else what the posts tell
  (`standpat.engine.blind.told_bets`); what those with no chip left may have owed besides is tried until the events
  agree.

- `dealer` is the hand's dealer as it was before the hand (same seed, same number of shuffles so far). The hand
  then goes on with the cards it would have had.
- Without a dealer the cards come from the events themselves, which must be unredacted. That hand can be looked
  at and checked, and played on until a card is needed.

A prefix may end anywhere. What follows by itself from its last decision happens again; a reshuffle whose draw is
not recorded has not happened. Events that cannot be those of such a hand are a `ValueError` with their place.
"""

from collections.abc import Iterable, Iterator, Sequence

from standpat.engine.action import Discard, Muck, Show
from standpat.engine.blind import ForcedBet, forced_bets, posted, told_bets
from standpat.engine.dealer import ScriptedDealer, Stub
from standpat.engine.event import (
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
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand


def rebuild(
    game: Game,
    stakes: Stakes,
    events: Sequence[Event],
    dealer: Stub | None = None,
    *,
    posts: Iterable[ForcedBet] | None = None,
) -> Hand:
    """The hand of which `events` are the first so many.

    Args:
        game: The game's record.
        stakes: The blinds and the ante, in chips.
        events: All events of the hand so far, in order, unredacted unless a `dealer` is given.
        dealer: The dealer as it was before the hand; without one the cards come from the events.
        posts: The forced bets that were due (`Hand.posts`); without them they are what the stakes and the events say.

    Returns:
        The same hand, which can be played on.

    Raises:
        ValueError: The events cannot be those of such a hand; the message says which one.
    """
    if not events or not isinstance(events[0], HandStart):
        raise ValueError("a hand's events begin with hand-start")
    start = events[0]
    dealer = dealer or script(events)
    if posts is not None:
        return _played(game, stakes, events, start, dealer, tuple(posts))
    first, *others = _guesses(stakes, events, start)
    for guess in (first, *others) if others else ():
        try:
            _played(game, stakes, events, start, dealer.copy(), guess)
        except ValueError:
            continue
        first = guess
        break
    return _played(game, stakes, events, start, dealer, first)


def _guesses(stakes: Stakes, events: Sequence[Event], start: HandStart) -> Iterator[tuple[ForcedBet, ...]]:
    """What may have been due, the likeliest first."""
    seats = len(start.stacks)
    told = [e for e in events if isinstance(e, Post)]
    all_told = len(events) > len(told) + 1
    usual = forced_bets(stakes, seats, start.button) if seats > 1 and start.button in range(seats) else ()
    made = posted(usual, start.stacks)
    if told == made or (told == made[: len(told)] and not all_told):
        yield usual
        if not all_told or any([post.kind == "big-blind" for post in told]):
            return
    due = tuple(told_bets(stakes, told, seats))
    plain = tuple([ForcedBet(e.seat, e.kind, e.amount) for e in told])
    place = {e.seat: (e.seat - start.button - 1) % seats for e in told if e.all_in and 0 <= e.seat < seats}
    broke = sorted(place, key=lambda seat: (place[seat] - (seats > 2)) % seats)  # the usual big blind first
    ante = max([e.amount for e in told if e.kind == "ante"], default=0)
    owed = [ForcedBet(seat, "ante", ante) for seat in broke if ante]
    for bets in dict.fromkeys((due, (*due, *owed), plain)):
        if not any([bet.kind == "big-blind" for bet in bets]):
            for seat in broke:
                yield (*bets, ForcedBet(seat, "big-blind", stakes.big_blind))
        yield bets


def _played(
    game: Game,
    stakes: Stakes,
    events: Sequence[Event],
    start: HandStart,
    dealer: Stub,
    posts: tuple[ForcedBet, ...],
) -> Hand:
    """The hand where this was due; a `ValueError` if its events are others."""
    hand = Hand(game, stakes, start.stacks, start.button, dealer, hand_no=start.hand_no, posts=posts, asks=start.asks)
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
