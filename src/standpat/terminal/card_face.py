"""Cards drawn with characters in four colours: the viewer's own are large, those of others small.

A large card is a white face inside a frame, so that it looks like a card with and without colours. The key for it is in
its lower border. A card that is marked for discard is raised by one line and hatched.
"""

from typing import Final

from rich.style import Style
from rich.text import Text

from standpat.cards.card import TEXT, UNKNOWN
from standpat.table_view.narration import SYMBOLS, symbol

FACE: Final = "#f7f5ee"
INK: Final = ("#12813a", "#1763c6", "#c41e24", "#191c1b")
"""Clubs green, diamonds blue, hearts red, spades black: on the white face."""
LIGHT: Final = ("#4cc774", "#6aa9ff", "#ff6b6b", "#e8ebe9")
"""The same suits on the dark table."""
_EDGE: Final = Style(color="#8c938f", bgcolor=FACE)
_GONE: Final = Style(color="#6d7471", bgcolor="#b9bcb6")
_FRESH: Final = Style(color="#b26b00", bgcolor=FACE, bold=True)


def small(cards: tuple[int, ...], dim: bool = False) -> Text:
    """Cards in a row of text: ``7♠ 5♦ 4♣``."""
    row = Text(" ").join(
        Text(symbol(card), style="" if card == UNKNOWN else Style(color=LIGHT[card & 3], bold=not dim, dim=dim))
        for card in cards
    )
    return row


def large(card: int, number: int, marked: bool, fresh: bool, dim: bool, height: int) -> list[Text]:
    """One card as `height` + 1 lines of equal width. The additional line is above the card, or below a marked one."""
    inner = 5 if height < 7 else 7
    suit = SYMBOLS[card & 3]
    rank = TEXT[card][0]
    ink = _GONE if marked or dim else Style(color=INK[card & 3], bgcolor=FACE, bold=True)
    edge = _GONE if marked or dim else _EDGE
    blank = "╱" if marked else " "
    middle = (height - 2) // 2
    rows = []
    for at in range(height - 2):
        if at == 0:
            body = f"{rank}{suit}".ljust(inner, blank)
        elif at == height - 3:
            body = f"{rank}{suit}".rjust(inner, blank)
        elif at == middle:
            body = suit.center(inner, blank)
        else:
            body = blank * inner
        rows.append(Text.assemble(("│", edge), (body, ink), ("│", edge)))
    foot = (f"═{number}═" if fresh else f"─{number}─").center(inner, "─")
    face = [
        Text(f"╭{'─' * inner}╮", style=edge),
        *rows,
        Text.assemble(("╰", edge), (foot, _FRESH if fresh and not (marked or dim) else edge), ("╯", edge)),
    ]
    over = Text(" " * (inner + 2))
    return [*face, over] if marked else [over, *face]
