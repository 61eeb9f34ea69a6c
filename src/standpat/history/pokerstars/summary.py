"""The summary of a hand's text: pots after the rake, and a line for each seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from standpat.cards.card import TEXT
from standpat.history.payout import Pots
from standpat.history.pokerstars.low import low
from standpat.history.record import Record
from standpat.history.site.amount import figure

_ORDINAL: Final = ("1st", "2nd", "3rd")


@dataclass
class Fate:
    """The outcome of a seat.

    Attributes:
        folded: The street of the fold; None if the seat did not fold.
        bet: Whether the seat put in chips other than antes and dead blinds.
        shown: The cards that it showed.
        mucked: Whether it mucked at the showdown.
        mucked_cards: The mucked cards, if they are known.
        won: The chips that it collected.
    """

    folded: int | None = None
    bet: bool = False
    shown: tuple[int, ...] = ()
    mucked: bool = False
    mucked_cards: tuple[int, ...] = ()
    won: int = 0


def pot_names(pots: Sequence[int]) -> dict[int, str]:
    """The names of pots by number.

    One pot is ``pot``; two are ``main pot`` and ``side pot``; more are ``main pot``, ``side pot-1``, ``side pot-2`` …
    """
    if list(pots) == [0]:
        return {0: "pot"}
    only = max(pots, default=0) == 1
    return {pot: "main pot" if pot == 0 else "side pot" if only else f"side pot-{pot}" for pot in pots}


def total_line(pots: Pots, record: Record) -> str:
    """``Total pot $4.88 Main pot $2.35. Side pot $2.29. | Rake $0.24``"""
    sums = {pot: sum(chips for _, chips in paid) for pot, paid in pots}
    line = f"Total pot {figure(sum(sums.values()) + record.rake, record.money)}"
    if len(sums) > 1:
        names = pot_names(list(sums))
        line += "".join(f" {names[pot].capitalize()} {figure(chips, record.money)}." for pot, chips in sums.items())
        line += " "
    return f"{line.rstrip()} | Rake {figure(record.rake, record.money)}"


def seat_line(fate: Fate, record: Record) -> str:
    """The text of a seat's line after the name and the place."""
    won = f"({figure(fate.won, record.money)})"
    if fate.folded is not None:
        if not fate.folded:
            return "folded before the Draw" + ("" if fate.bet else " (didn't bet)")
        nth = f"{_ORDINAL[fate.folded - 1]} " if record.game.draw_rounds > 1 else ""
        return f"folded after the {nth}Draw"
    if fate.shown:
        words = f"Lo: {low(fate.shown, record.game.ranking)}"
        return f"showed [{_cards(fate.shown)}] and " + (f"won {won}" if fate.won else "lost") + f" with {words}"
    if fate.mucked:
        seen = f" [{_cards(fate.mucked_cards)}]" if fate.mucked_cards else ""
        return f"mucked{seen}" + (f" and won {won}" if fate.won else "")
    return f"collected {won}"


def _cards(cards: Sequence[int]) -> str:
    return " ".join(TEXT[card] for card in cards)
