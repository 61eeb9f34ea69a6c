"""The lines of a PokerStars hand: its `Dialect`."""

import re
from typing import Final

from standpat.history.site.phrase import Dialect

SEAT: Final = re.compile(r"Seat (\d+): (.+) \((\S+) in chips(?:, .*bounty)?\)(.*)")

_DEEDS: Final[tuple[tuple[str | None, re.Pattern[str]], ...]] = tuple(
    (word, re.compile(pattern + r"(?: and is all-in)?(?: and has reached the \S+ cap)?(?: \(disconnect\))?"))
    for word, pattern in (
        ("ante", r"posts (?:the )?ante (\S+)"),
        ("small-blind", r"posts (?:the )?small blind (\S+)"),
        ("big-blind", r"posts (?:the )?big blind (\S+)"),
        ("both-blinds", r"posts small & big blinds (\S+)"),
        ("dead-blind", r"posts (?:the )?dead (?:small )?blind (\S+)"),
        ("straddle", r"posts (?:the |a )?straddle (\S+)"),
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

_CHAT: Final = r'.+ said, ".*'
_DOING: Final = (
    r" (?:joins the table at seat #\d+|leaves the table|sits out|sits down|adds \S+|"
    r"(?:has|is|was|will be|cannot|can|requested|finished|takes|re-buys|received|receives|wins the|wins \S+ for)\b.*)"
)
_BETWEEN: Final = r"\*{5,} # \d+ \*{5,}|Transcript (?:for|of) .*"

DIALECT: Final = Dialect(
    after_name=": ",
    deeds=_DEEDS,
    collected=re.compile(r" collected (?P<amount>\S+) from (?:(?:main )?pot|side pot(?:[- ](?P<side>\d+))?)"),
    lines=(
        ("deal", re.compile(r"\*\*\* (?:DEALING HANDS|HOLE CARDS) \*\*\*")),
        ("showdown", re.compile(r"\*\*\* SHOW DOWN \*\*\*")),
        ("reshuffled", re.compile(r"The deck is reshuffled")),
        ("cancelled", re.compile(r"Hand cancelled")),
    ),
    of_player=re.compile(_DOING),
    talk=re.compile(
        rf"{_CHAT}"
        r"|Betting is capped"
        r"|.+: (?:sits out|is sitting out|has timed out|is disconnected|has returned)"
        rf"|[^:]+?{_DOING}"
        r"|[^:]+ split the \S+ bounty .*"
        r"|(?:The|Level|Blinds|Tournament)\b[^:]*\b(?:level|blinds|limits|game|break|hand-for-hand)\b.*"
    ),
    summary_talk=re.compile(rf"{_BETWEEN}|Board .*"),
)


def between_hands(text: str) -> bool:
    """Whether this is a line that e-mailed histories have before a hand."""
    return bool(re.fullmatch(_BETWEEN, text))
