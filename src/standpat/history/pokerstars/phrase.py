"""The lines of a hand, each by itself: who says what, without knowing what it means for the hand.

`Phrases(players).read(line, text)` gives an `Item`, None for a line that is only talk, or a `ValueError`. Amounts
and cards stay text. Names may hold anything, colons and brackets too: they are recognised as those of the seat lines,
the longest that fits first.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple


class Item(NamedTuple):
    """One thing a line says. `seat` is the file's number of it."""

    line: int
    seat: int | None
    word: str
    args: tuple[str, ...] = ()


SEAT: Final = re.compile(r"Seat (\d+): (.+) \((\S+) in chips(?:, .*bounty)?\)(.*)")
SUMMARY: Final = "*** SUMMARY ***"

# What a player does, after his name and a colon. A word is the item's; None is nothing to the hand.
_DEEDS: Final[tuple[tuple[str | None, re.Pattern[str]], ...]] = tuple(
    (word, re.compile(pattern + r"(?: and is all-in)?(?: and has reached the \S+ cap)?(?: \(disconnect\))?"))
    for word, pattern in (
        ("ante", r"posts (?:the )?ante (\S+)"),
        ("small-blind", r"posts (?:the )?small blind (\S+)"),
        ("big-blind", r"posts (?:the )?big blind (\S+)"),
        ("both-blinds", r"posts small & big blinds (\S+)"),
        ("dead-blind", r"posts (?:the )?dead (?:small )?blind (\S+)"),
        ("fold", r"folds(?: \[[^]]*\])?"),
        ("check", r"checks"),
        ("call", r"calls (\S+)"),
        ("bet", r"bets (\S+)"),
        ("raise", r"raises (\S+) to (\S+)"),
        ("discard", r"discards (\d+) cards?(?: (\[[^]]*\]))?"),
        ("pat", r"stands pat(?: on \[([^]]*)\])?"),
        ("show", r"shows \[([^]]*)\](?: \(.*\))?"),
        ("muck", r"mucks(?: hand)?"),
        (None, r"doesn't show hand"),
    )
)

_STREET: Final = re.compile(r"\*\*\* (?:(FIRST|SECOND|THIRD) )?DRAW \*\*\*.*")
_DRAW_NUMBER: Final = {"FIRST": "1", "SECOND": "2", "THIRD": "3", None: "1"}
_UNCALLED: Final = re.compile(r"Uncalled bet \((\S+)\) returned to (.+)")
_COLLECTED: Final = re.compile(r" collected (\S+) from (?:(main )?pot|side pot(?:[- ](\d+))?)")
_DEALT: Final = re.compile(r" \[([^]]*)\](?: \[([^]]*)\])?")
_TOTAL: Final = re.compile(r"Total pot (\S+).*\| Rake (\S+).*")
_SEEN: Final = re.compile(r".*?\b(folded|showed|mucked|collected|won|lost)\b(?: (before|after|\[[^]]*\]))?.*")

_CHAT: Final = re.compile(r'.+ said, ".*')
_DOING: Final = (
    r" (?:joins the table at seat #\d+|leaves the table|sits out|sits down|adds \S+|"
    r"(?:has|is|was|will be|cannot|can|requested|finished|takes|re-buys|received|receives|wins the|wins \S+ for)\b.*)"
)
_OF_PLAYER: Final = re.compile(_DOING)
_TALK: Final = re.compile(
    r"Betting is capped"
    r"|.+: (?:sits out|is sitting out|has timed out|is disconnected|has returned)"
    rf"|[^:]+?{_DOING}"
    r"|[^:]+ split the \S+ bounty .*"
    r"|(?:The|Level|Blinds|Tournament)\b[^:]*\b(?:level|blinds|limits|game|break|hand-for-hand)\b.*"
)
_BETWEEN: Final = re.compile(r"\*{5,} # \d+ \*{5,}|Transcript (?:for|of) .*")


class Phrases:
    """`players` are the names by seat number, as the seat lines have them."""

    def __init__(self, players: Mapping[int, str]) -> None:
        self._players = players
        self._longest_first = sorted(players, key=lambda seat: -len(players[seat]))
        self._seats = {name: seat for seat, name in players.items()}

    def read(self, line: int, text: str) -> Item | None:
        """A line between the seat lines and the summary."""
        for seat in self._longest_first:
            name = self._players[seat]
            if text.startswith(name + ": "):
                for word, pattern in _DEEDS:
                    found = pattern.fullmatch(text, len(name) + 2)
                    if found:
                        return Item(line, seat, word, tuple(found.groups(""))) if word else None
            if text.startswith(name + " collected "):
                found = _COLLECTED.fullmatch(text, len(name))
                if found:
                    pot = "0" if "side pot" not in found[0] else found[3] or "1"
                    return Item(line, seat, "collect", (found[1], pot))
            if text.startswith(f"Dealt to {name} ["):
                found = _DEALT.fullmatch(text, len("Dealt to ") + len(name))
                if found:
                    return Item(line, seat, "dealt", (found[1],) if found[2] is None else (found[1], found[2]))
            if text.startswith(name) and _OF_PLAYER.fullmatch(text, len(name)):
                return None
        return self._of_nobody(line, text)

    def _of_nobody(self, line: int, text: str) -> Item | None:
        if text in ("*** DEALING HANDS ***", "*** HOLE CARDS ***"):
            return Item(line, None, "deal")
        if text == "*** SHOW DOWN ***":
            return Item(line, None, "showdown")
        if text == "The deck is reshuffled":
            return Item(line, None, "reshuffled")
        if text == "Hand cancelled":
            return Item(line, None, "cancelled")
        street = _STREET.fullmatch(text)
        if street:
            return Item(line, None, "street", (_DRAW_NUMBER[street[1]],))
        uncalled = _UNCALLED.fullmatch(text)
        if uncalled and uncalled[2] in self._seats:
            return Item(line, self._seats[uncalled[2]], "uncalled", (uncalled[1],))
        if _CHAT.fullmatch(text) or _TALK.fullmatch(text):
            return None
        raise ValueError(f"not understood: {text[:80]!r}")

    def read_summary(self, line: int, text: str) -> Item | None:
        """A line of the summary."""
        total = _TOTAL.fullmatch(text)
        if total:
            return Item(line, None, "total", (total[1], total[2]))
        number = re.match(r"Seat (\d+): ", text)
        if number:
            seat = int(number[1])
            name = self._players.get(seat)
            if name is None or not text.startswith(name, number.end()):
                return None  # one who takes no part
            seen = _SEEN.fullmatch(text, number.end() + len(name))
            return Item(line, seat, f"was-{seen[1]}", (seen[2] or "",)) if seen else None
        if text == "Hand cancelled":
            return Item(line, None, "cancelled")
        if _BETWEEN.fullmatch(text) or _CHAT.fullmatch(text) or _TALK.fullmatch(text) or text.startswith("Board "):
            return None
        raise ValueError(f"not understood: {text[:80]!r}")


def between_hands(text: str) -> bool:
    """A line that e-mailed histories have before a hand."""
    return bool(_BETWEEN.fullmatch(text))
