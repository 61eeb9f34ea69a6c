"""Turn the lines of a hand into items, each line on its own.

`Phrases(players, dialect).read(line, text)` returns an `Item`, or None for a line without a meaning for the hand. Other
lines are a `ValueError`. Names may have any characters, even colons and brackets: they are matched against the seat
lines, the longest name first. The words of a site are its `Dialect`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from standpat.history.site.item import Item

SUMMARY: Final = "*** SUMMARY ***"

_STREET: Final = re.compile(r"\*\*\* (?:(FIRST|SECOND|THIRD) )?DRAW \*\*\*.*")
_DRAW_NUMBER: Final = {"FIRST": "1", "SECOND": "2", "THIRD": "3", None: "1"}
_DEALT: Final = re.compile(r" \[([^]]*)\](?: \[([^]]*)\])?")
_UNCALLED: Final = re.compile(r"Uncalled bet (?:of )?\(?(\S+?)\)? returned to (.+)")
_TOTAL: Final = re.compile(r"Total pot (\S+).*\| Rake (\S+).*")
_SEEN: Final = re.compile(r".*?\b(folded|showed|mucked|collected|won|lost)\b(?: (before|after|\[[^]]*\]))?.*")
_NUMBER: Final = re.compile(r"Seat (\d+): ")


@dataclass(frozen=True)
class Dialect:
    """The words of a site.

    Attributes:
        after_name: The text between a player's name and an action.
        deeds: The actions of players: the word of an `Item` (None for an action without a meaning for the hand), and
            the pattern of the rest of the line, whose groups are the item's arguments.
        collected: The pattern of a payment, with the groups ``amount`` and ``side`` (the number of a side pot).
        lines: Words and patterns of lines without a player.
        of_player: Lines that begin with a player's name and have no meaning for the hand.
        talk: Other lines without a meaning for the hand.
        summary_talk: Such lines in the summary.
    """

    after_name: str
    deeds: tuple[tuple[str | None, re.Pattern[str]], ...]
    collected: re.Pattern[str]
    lines: tuple[tuple[str, re.Pattern[str]], ...]
    of_player: re.Pattern[str]
    talk: re.Pattern[str]
    summary_talk: re.Pattern[str]


class Phrases:
    """Reads the lines of a hand. `players` are the names by seat number, as in the seat lines."""

    def __init__(self, players: Mapping[int, str], dialect: Dialect) -> None:
        self._players = players
        self._dialect = dialect
        self._longest_first = sorted(players, key=lambda seat: -len(players[seat]))
        self._seats = {name: seat for seat, name in players.items()}

    def read(self, line: int, text: str) -> Item | None:
        """Read a line between the seat lines and the summary."""
        dialect = self._dialect
        for seat in self._longest_first:
            name = self._players[seat]
            if text.startswith(name + dialect.after_name):
                for word, pattern in dialect.deeds:
                    match = pattern.fullmatch(text, len(name) + len(dialect.after_name))
                    if match:
                        return Item(line, seat, word, tuple(match.groups(""))) if word else None
            if text.startswith(name):
                match = dialect.collected.fullmatch(text, len(name))
                if match:
                    pot = "0" if "side pot" not in match[0] else match["side"] or "1"
                    return Item(line, seat, "collect", (match["amount"], pot))
            if text.startswith(f"Dealt to {name} ["):
                match = _DEALT.fullmatch(text, len("Dealt to ") + len(name))
                if match:
                    return Item(line, seat, "dealt", (match[1],) if match[2] is None else (match[1], match[2]))
            if text.startswith(name) and dialect.of_player.fullmatch(text, len(name)):
                return None
        return self._of_nobody(line, text)

    def _of_nobody(self, line: int, text: str) -> Item | None:
        for word, pattern in self._dialect.lines:
            match = pattern.fullmatch(text)
            if match:
                return Item(line, None, word, tuple(match.groups("")))
        street = _STREET.fullmatch(text)
        if street:
            return Item(line, None, "street", (_DRAW_NUMBER[street[1]],))
        uncalled = _UNCALLED.fullmatch(text)
        if uncalled and uncalled[2] in self._seats:
            return Item(line, self._seats[uncalled[2]], "uncalled", (uncalled[1],))
        if self._dialect.talk.fullmatch(text):
            return None
        raise ValueError(f"not understood: {text[:80]!r}")

    def read_summary(self, line: int, text: str) -> Item | None:
        """Read a line of the summary."""
        total = _TOTAL.fullmatch(text)
        if total:
            return Item(line, None, "total", (total[1], total[2]))
        number = _NUMBER.match(text)
        if number:
            seat = int(number[1])
            name = self._players.get(seat)
            if name is None or not text.startswith(name, number.end()):
                return None  # one who takes no part
            seen = _SEEN.fullmatch(text, number.end() + len(name))
            return Item(line, seat, f"was-{seen[1]}", (seen[2] or "",)) if seen else None
        for word, pattern in self._dialect.lines:
            if word == "cancelled" and pattern.fullmatch(text):
                return Item(line, None, word)
        if self._dialect.talk.fullmatch(text) or self._dialect.summary_talk.fullmatch(text):
            return None
        raise ValueError(f"not understood: {text[:80]!r}")
