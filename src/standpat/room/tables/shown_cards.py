"""Cards that a player shows voluntarily after the hand (which R7.4 allows)."""

from collections.abc import Sequence

from standpat.cards.ranking import VALUE
from standpat.engine.action import Discard
from standpat.engine.event import ShowdownShow
from standpat.language.sentence import Sentence
from standpat.protocol.room import Show
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.refusal import Refused


def shown_cards(live: LiveHand | None, before: Sequence[ShowdownShow], user: str, message: Show) -> ShowdownShow:
    """The event of a user who shows cards of the last hand.

    Args:
        live: The last hand.
        before: Cards shown since it was over.
        user: The user.
        message: The request.

    Raises:
        Refused: The hand is not the last one, is not over or was not theirs, or the cards are not theirs or already
            shown.
    """
    if live is None or message.hand_no != live.record.hand_no:
        raise Refused("late", Sentence("hand-gone"))
    if not live.over:
        raise Refused("not-possible", Sentence("hand-on"), "say it with a wish")
    seat = live.seat_of(user)
    if seat is None:
        raise Refused("not-seated", Sentence("not-dealt"))
    hand = live.hand.cards(seat)
    face_up = [event for event in (*live.hand.events, *before) if isinstance(event, ShowdownShow)]
    seen = {card for event in face_up if event.seat == seat for card in event.cards}
    hidden = [card for card in hand if card not in seen]
    cards = tuple(hidden) if message.cards is None else Discard(message.cards).cards
    if not cards or len({*cards}) < len(cards) or not {*cards} <= {*hidden}:
        raise Refused("illegal", Sentence("cannot-show"))
    rank = VALUE[live.hand.game.ranking](hand) if len(cards) == len(hand) else None
    return ShowdownShow(seat, cards, rank)
