"""Events in words: one sentence for each event, in the second person where the viewer acts."""

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
    """The sentence of an event.

    Args:
        event: The event, as the viewer may see it.
        state: The viewer's public state *after* the event.
        names: The names of the players by seat.
        say: The language.

    Returns:
        One sentence; an empty text for an event without one (the start of a street, the end of a hand, cards that come
        for an announced draw).
    """

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
    """The short name of a shown hand, or its cards where some are unknown."""
    if UNKNOWN in cards:
        return " ".join(symbol(card) for card in cards)
    return short(cards, state.game, say)


def symbol(card: int) -> str:
    """A card with the symbol of its suit: ``7♠``."""
    return "??" if card == UNKNOWN else TEXT[card][0] + SYMBOLS[card & 3]


def _win(seat: int, chips: int, state: PublicState, say: Language, by: _By) -> str:
    if state.seats[seat].shown:
        return by(seat, "win-with", amount=chips, hand=name_hand(state.seats[seat].cards, state, say))
    return by(seat, "win", amount=chips)
