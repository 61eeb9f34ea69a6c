"""Rebuild a hand from its events: any prefix of them gives the identical hand.

`rebuild(game, stakes, events, dealer, posts=...)` plays the recorded decisions through the engine again and checks that
every recorded event comes out the same. The hand then continues from there.

- `posts` are the forced bets that were due (`Hand.posts`). Give them if you have them, because the events say only what
  was posted. Without them `rebuild` takes what the stakes say if that agrees with the events, else what the posts show
  (`standpat.engine.blind.told_bets`). It then tries what players without chips may have owed, until the events agree.
- `dealer` is the hand's dealer as it was before the hand (same seed, same number of shuffles so far). The hand
  continues with the cards it would have had.
- Without a dealer the cards come from the events, which must be unredacted. Such a hand can be inspected, checked and
  played on until a card is needed.

A prefix may end anywhere. What follows automatically from its last decision happens again. A reshuffle whose draw is
not recorded has not happened. Events that cannot belong to such a hand raise a `ValueError` that names their place.
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
    UncalledReturned,
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
    """Rebuild the hand that begins with these events.

    Args:
        game: The game's record.
        stakes: The blinds and the ante, in chips.
        events: All events of the hand so far, in order, unredacted unless a `dealer` is given.
        dealer: The dealer as it was before the hand; without one the cards come from the events.
        posts: The forced bets that were due (`Hand.posts`); without them they are what the stakes and the events say.

    Returns:
        The same hand, which can be played on.

    Raises:
        ValueError: The events cannot belong to such a hand. The message says which event is wrong.
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
    """The forced bets that may have been due, the likeliest first."""
    seats = len(start.stacks)
    posts = [e for e in events if isinstance(e, Post)]
    all_posted = len(events) > len(posts) + 1
    usual = forced_bets(stakes, seats, start.button) if seats > 1 and start.button in range(seats) else ()
    made = posted(usual, start.stacks)
    if posts == made or (posts == made[: len(posts)] and not all_posted):
        yield usual
        if not all_posted or any([post.kind == "big-blind" for post in posts]):
            return
    due = tuple(told_bets(stakes, posts, seats))
    plain = tuple([ForcedBet(e.seat, e.kind, e.amount) for e in posts])
    place = {e.seat: (e.seat - start.button - 1) % seats for e in posts if e.all_in and 0 <= e.seat < seats}
    broke = sorted(place, key=lambda seat: (place[seat] - (seats > 2)) % seats)  # the usual big blind first
    ante = max([e.amount for e in posts if e.kind == "ante"], default=0)
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
    """The hand with these forced bets; a `ValueError` if its events differ."""
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
    """A dealer that deals the cards of these events again."""
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
    """Take the decision that this event records."""
    seat = hand.to_act
    match event:
        case Wished(seat=wisher, wish=wish):
            hand.wish(wisher, wish)
            return
        case ShowdownShow(seat=actor) | Mucked(seat=actor) if actor == seat and hand.legal.showdown is not None:
            hand.apply(Show() if isinstance(event, ShowdownShow) else Muck())
            return
        case UncalledReturned() if hand.may_chop:
            hand.chop()
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
