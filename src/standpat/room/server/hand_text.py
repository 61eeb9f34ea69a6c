"""A finished hand as readable text in the reader's language, round by round, with the sentences of the terminal.

`hand_text` takes the events as the reader saw them, and no other information about the play.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from standpat.engine.event import DealHole, Event, HandEnd, HandStart, ShowdownShow, StreetStart
from standpat.language import Language
from standpat.room.store.journal import HandRecord
from standpat.table_view.naming import draw_name, game_name, low_first
from standpat.table_view.narration import symbol, tell
from standpat.table_view.public_state import PublicState


def hand_text(
    hand: HandRecord,
    names: tuple[str, ...],
    seen: Iterable[Event],
    viewer: int | None,
    table: str,
    say: Language,
    tournament: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """The text of a hand.

    Args:
        hand: The hand's record.
        names: The players' names by engine seat.
        seen: The events as the viewer saw them.
        viewer: The viewer's engine seat; None for a spectator.
        table: The table's name; "" if there is none.
        say: The language.
        tournament: The number, the buy-in and the level of its tournament; empty for a cash game.
    """
    state = PublicState(hand.game, hand.stakes, viewer)
    lines = [*_title(hand, table, say), *_tournament(tournament, say), "", *_seats(hand, names, say)]
    after: list[str] = []
    for event in seen:
        if state.over and isinstance(event, ShowdownShow):  # cards shown voluntarily after the hand
            after = after or ["", f"[{say('hand-text.after')}]"]
            after.append(say("story.show", name=names[event.seat], hand=_cards(event.cards, state)))
            continue
        state.apply(event)
        match event:
            case HandStart():
                pass
            case StreetStart(street=street):
                lines += ["", f"[{_round(street, state, say)}]"]
            case DealHole(seat=seat, cards=cards):
                if seat == viewer:
                    lines.append(say("hand-text.cards", cards=_cards(cards, state)))
            case HandEnd(nets=nets):
                lines += ["", f"[{say('hand-text.result')}]"]
                lines += [
                    say("hand-text.net", name=name, net=say.signed(net)) for name, net in zip(names, nets, strict=True)
                ]
            case _:
                line = tell(event, state, names, say)
                if isinstance(event, ShowdownShow):
                    line = say("hand-text.shown", what=line, cards=_cards(event.cards, state))
                lines += [line] if line else []
    return "\n".join([*lines, *after, ""])


def _title(hand: HandRecord, table: str, say: Language) -> list[str]:
    values = {
        "game": game_name(hand.game, say),
        "small": hand.stakes.small_blind,
        "big": hand.stakes.big_blind,
        "number": str(hand.hand_no),
    }
    title = say("hand-text.title", table=table, **values) if table else say("hand-text.game", **values)
    return [title, datetime.fromtimestamp(hand.began, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")]


def _tournament(tournament: Mapping[str, str], say: Language) -> list[str]:
    if not tournament:
        return []
    level = tournament["level"].rpartition(" ")[2]
    number, cost = tournament["tournament"], tournament["buy_in"]
    return [say("hand-text.tournament", number=number, cost=cost, level=level)]


def _seats(hand: HandRecord, names: tuple[str, ...], say: Language) -> list[str]:
    seats = []
    for seat, (place, name, chips) in enumerate(zip(hand.places, names, hand.stacks, strict=True)):
        line = say("hand-text.seat", seat=place + 1, name=name, chips=chips)
        seats.append(say("hand-text.button", seat=line) if seat == hand.button else line)
    return seats


def _round(street: int, state: PublicState, say: Language) -> str:
    draws = state.game.draw_rounds
    if not street:
        return say("round.bet-before")
    name = draw_name(street, draws, say)
    return say("round.draw-of", draw=name, draws=draws) if draws > 1 else name


def _cards(cards: tuple[int, ...], state: PublicState) -> str:
    return " ".join([symbol(card) for card in low_first(cards, state.game)])
