"""Events in words: one sentence each, in the second person where the viewer acts.

`tell(event, state, names, say)` wants the public state as it is *after* the event and the players' names by seat, and
gives an empty text for events nobody tells (a street start, a hand end, an announcement's later serving).
"""

from collections.abc import Sequence
from typing import Protocol

from standpat.cards.card import TEXT, UNKNOWN
from standpat.engine.event import (
    Acted,
    DiscardAnnounced,
    DrawResult,
    Event,
    Mucked,
    Post,
    PotAwarded,
    Reshuffled,
    ShowdownShow,
    UncalledReturned,
)
from standpat.language import Language
from standpat.table_view.naming import low_first, short
from standpat.table_view.public_state import NAMES, PublicState

SYMBOLS = "♣♦♥♠"


class _By(Protocol):
    def __call__(self, seat: int, key: str, **values: object) -> str: ...


def tell(event: Event, state: PublicState, names: Sequence[str], say: Language) -> str:
    """The sentence of an event."""

    def by(seat: int, key: str, **values: object) -> str:
        if seat == state.viewer:
            return say(f"story-you.{key}", **values)
        return say(f"story.{key}", name=names[seat], **values)

    def maybe_all_in(text: str, all_in: bool) -> str:
        return say("story.all-in", what=text) if all_in else text

    match event:
        case Post(seat=seat, kind=kind, amount=amount, all_in=all_in):
            return maybe_all_in(by(seat, kind, amount=amount), all_in)
        case Acted(seat=seat, action=action, all_in=all_in):
            last = state.seats[seat].last
            amount = last.amount if last else 0
            return maybe_all_in(by(seat, NAMES[type(action)], amount=amount), all_in and amount > 0)
        case DiscardAnnounced(seat=seat, count=count):
            return by(seat, "draw", count=count)
        case DrawResult(seat=seat, count=count, drawn=drawn):
            announced = state.game.house.draws == "announced"
            if drawn:
                cards = " ".join(symbol(card) for card in low_first(drawn, state.game))
                return say("story.drew", what=by(seat, "draw", count=count), cards=cards)
            return "" if announced else by(seat, "draw", count=count)
        case Reshuffled():
            return say("story.reshuffled")
        case UncalledReturned(seat=seat, amount=amount):
            return by(seat, "uncalled", amount=amount)
        case ShowdownShow(seat=seat, cards=cards):
            return by(seat, "show", hand=name_hand(cards, state, say))
        case Mucked(seat=seat):
            return by(seat, "muck")
        case PotAwarded(winners=winners):
            return " · ".join(_win(seat, chips, state, say, by) for seat, chips in winners)
        case _:
            return ""


def name_hand(cards: tuple[int, ...], state: PublicState, say: Language) -> str:
    """The short name of a shown hand; its cards, where some are unknown."""
    if UNKNOWN in cards:
        return " ".join(symbol(card) for card in cards)
    return short(cards, state.game, say)


def symbol(card: int) -> str:
    """A card with its suit's symbol: ``7♠``."""
    return "??" if card == UNKNOWN else TEXT[card][0] + SYMBOLS[card & 3]


def _win(seat: int, chips: int, state: PublicState, say: Language, by: _By) -> str:
    if state.seats[seat].shown:
        return by(seat, "win-with", amount=chips, hand=name_hand(state.seats[seat].cards, state, say))
    return by(seat, "win", amount=chips)
