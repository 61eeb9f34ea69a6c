"""The lines of a Full Tilt hand: its `Dialect`."""

import re
from typing import Final

from standpat.history.site.phrase import Dialect

SEAT: Final = re.compile(r"Seat (\d+): (.+) \(([^\s()]+)\)(, is sitting out)?")

_DEEDS: Final[tuple[tuple[str | None, re.Pattern[str]], ...]] = tuple(
    (word, re.compile(pattern + r"(?:,? and is (?:all in|capped))?"))
    for word, pattern in (
        ("ante", r"antes (\S+?)"),
        ("small-blind", r"posts the small blind of (\S+?)"),
        ("big-blind", r"posts the big blind of (\S+?)"),
        ("dead-blind", r"posts a dead (?:small|big) blind of (\S+?)"),
        ("extra-blind", r"posts (\S*?\d\S*?)"),
        ("fold", r"folds"),
        ("check", r"checks"),
        ("call", r"calls (\S+?)"),
        ("bet", r"bets (\S+?)"),
        ("raise", r"raises( )to (\S+?)"),  # the file does not say by how much
        ("discard", r"discards (\d+) cards?(?: (\[[^]]*\]))?"),
        ("pat", r"stands pat(?: on \[([^]]*)\])?"),
        ("served", r"is dealt (\d+) cards?"),
        ("show", r"shows \[([^]]*)\](?: .*)?"),
        ("muck", r"mucks"),
    )
)

_DOING: Final = (
    r" (?:sits (?:down|out|in)|stands up|leaves the table|"
    r"(?:has|is|was|will|cannot|can|requested|finished|adds|takes|rebuys|re-buys|received|receives)\b.*)"
)

DIALECT: Final = Dialect(
    after_name=" ",
    deeds=_DEEDS,
    collected=re.compile(
        r" (?:wins|ties for) (?:the )?(?:(?:main )?pot|side pot(?: #?(?P<side>\d+))?) \((?P<amount>\S+)\)(?: with .*)?"
    ),
    lines=(
        ("deal", re.compile(r"\*\*\* HOLE CARDS \*\*\*")),
        ("showdown", re.compile(r"\*\*\* SHOW DOWN \*\*\*")),
        ("button", re.compile(r"The button is in seat #(\d+)")),
        ("reshuffled", re.compile(r"The deck is reshuffled")),
        ("cancelled", re.compile(r"Hand #\d+ has been cancell?ed.*")),
    ),
    of_player=re.compile(rf"(?:{_DOING}|: .*)"),
    talk=re.compile(
        rf"[^:]+?{_DOING}"
        r"|[^:]+: .*"  # chat
        r"|Time has expired.*"
        r"|(?:The|Level|Blinds|Tournament|Seats)\b[^:]*\b(?:level|blinds|limits|game|break|hand-for-hand|changes)\b.*"
    ),
    summary_talk=re.compile(r"Duration \d+s|Board: .*|\*{5,} # \d+ \*{5,}|\ufffd"),
)


def between_hands(text: str) -> bool:
    """Whether this is a line that e-mailed histories have before a hand."""
    return bool(re.fullmatch(r"\*{5,} # \d+ \*{5,}|Transcript (?:for|of) .*", text))
