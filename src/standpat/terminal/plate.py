"""The plate of a seat: name, button, chips, cards, draws, last action.

A plate is four lines of equal width: the name and the button in the upper border; the chips behind, the cards and the
bet; the draws; the last action in the lower border. The plate of the player to act, and of a winner after the hand, has
a heavy border.
"""

from typing import Final

from rich.style import Style
from rich.text import Text

from standpat.language import Language
from standpat.table_view.naming import low_first
from standpat.table_view.narration import name_hand
from standpat.table_view.public_state import Last, PublicState, Seat
from standpat.terminal.card_face import small

AMBER: Final = "#f4b74c"
GOLD: Final = "#d9c48a"
QUIET: Final = "#8a9591"
FAINT: Final = "#66716c"
EDGE: Final = "#4b5551"
BACK: Final = "#5f9e86"
_THIN: Final = "╭╮╰╯─│"
_HEAVY: Final = "┏┓┗┛━┃"


def plate(state: PublicState, at: int, name: str, to_act: bool, width: int, say: Language) -> list[Text]:
    """The plate of a seat.

    Args:
        state: The viewer's public state.
        at: The seat.
        name: The name of its player.
        to_act: Whether the table waits for this player.
        width: The width of each line.
        say: The language.

    Returns:
        Four lines.
    """
    seat = state.seats[at]
    won = state.over and seat.won > 0
    lit = won or (to_act and not state.over)
    out = not seat.live or (state.over and not won)
    corner = _HEAVY if lit else _THIN
    edge = Style(color=AMBER if lit else EDGE, bold=lit)
    inner = width - 2
    title = Text(_cut(name, inner - 12), style=Style(color=FAINT if out else None, bold=not out))
    if at == state.button:
        title.append(" ").append(f"({say('table.button')})", Style(color=AMBER, bold=True))
    gain = Text(say.signed(seat.won), Style(color=AMBER, bold=True)) if won else Text()
    return [
        _border(corner[0], corner[1], corner[4], title, gain, edge, inner),
        _line(corner[5], edge, _chips(seat, state, at, say, inner, out), inner),
        _line(corner[5], edge, _trail(seat, state, say, out), inner),
        _border(corner[2], corner[3], corner[4], _last(seat, state, say, inner - 2), Text(), edge, inner),
    ]


def _draws(seat: Seat, state: PublicState, say: Language, out: bool) -> Text:
    """The draws, ``3 · 1 · pat``, with an ellipsis for a draw of this round that is still to come."""
    quiet = Style(color=FAINT if out else QUIET)
    parts = [
        Text(
            say("table.pat") if count == 0 else str(count),
            quiet if out else Style(bold=True, color=AMBER if k == state.street and not state.over else None),
        )
        for k, count in enumerate(seat.trail, start=1)
    ]
    if state.drawing and seat.live and len(seat.trail) < state.street:
        parts.append(Text("…", quiet))
    return Text(" · ", quiet).join(parts)


def _chips(seat: Seat, state: PublicState, at: int, say: Language, inner: int, out: bool) -> Text:
    behind = say("last.all-in") if seat.all_in and seat.live and not state.over else say.number(seat.stack)
    stack = Text(behind, Style(color=FAINT if out else GOLD))
    if seat.shown:
        middle = small(low_first(seat.cards, state.game))
    elif at == state.viewer or not seat.live:
        middle = Text()
    else:
        middle = Text("▮" * seat.backs, Style(color=BACK))
    front = Text(f"● {say.number(seat.bet)}", Style(color=AMBER, bold=True)) if seat.bet else Text()
    room = inner - 2 - len(stack) - len(front)
    gap = max(1, (inner - 2 - len(middle)) // 2 - len(stack)) if not seat.shown else max(1, room - len(middle))
    rest = max(0, room - gap - len(middle))
    return Text.assemble(stack, " " * gap, middle, " " * rest, front)


def _trail(seat: Seat, state: PublicState, say: Language, out: bool) -> Text:
    draws = _draws(seat, state, say, out)
    return Text.assemble((say("table.draws") + " ", Style(color=FAINT)), draws) if draws else Text()


def _last(seat: Seat, state: PublicState, say: Language, room: int) -> Text:
    if seat.shown:
        style = Style(color=AMBER if seat.won else QUIET, bold=bool(seat.won))
        return Text(_cut(name_hand(seat.cards, state, say), room), style)
    if seat.last is None:
        return Text()
    return Text(_cut(last_text(seat.last, say), room), Style(color=QUIET if seat.live else FAINT))


def last_text(last: Last, say: Language) -> str:
    """The last action of a seat, in two or three words."""
    if last.what == "draw":
        return say("last.draw", count=last.amount)
    text = say(f"last.{last.what}", amount=last.amount)
    return f"{text}, {say('last.all-in')}" if last.all_in and last.amount else text


def _border(left: str, right: str, bar: str, text: Text, end: Text, edge: Style, inner: int) -> Text:
    """A border with words in it."""
    row = Text.assemble((left, edge))
    used = 0
    if text:
        row.append(f"{bar} ", edge).append_text(text).append(" ", edge)
        used += len(text) + 3
    tail = len(end) + 3 if end else 0
    row.append(bar * max(0, inner - used - tail), edge)
    if end:
        row.append(" ", edge).append_text(end).append(f" {bar}", edge)
    return row.append(right, edge)


def _line(side: str, edge: Style, text: Text, inner: int) -> Text:
    body = text.copy()
    body.truncate(inner - 2, pad=True)
    return Text.assemble((side, edge), " ", body, " ", (side, edge))


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else text[: max(0, room - 1)] + "…"
