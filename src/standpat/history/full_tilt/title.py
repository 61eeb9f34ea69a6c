"""The first line of a hand: the game, the stakes, the time and the table.

    Full Tilt Poker Game #71: Table Vinga (6 max) - $5/$10 - Limit 2-7 Triple Draw - 15:37:47 ET - 2012/11/23
    Full Tilt Poker Game #72: $10 Sit & Go (9001), Table 1 - 30/60 Ante 5 - Limit A-5 Triple Draw - 10:31:26 ET - 2012/11/07

The figures are the small and the big bet in a limit game, and the blinds in other games. The site's last versions wrote
the game before them: ``NL 2-7 Single Draw - $0.50/$1 Ante $0.25``.
"""  # noqa: E501  (an example line cannot be wrapped)

import re
from datetime import UTC, datetime
from typing import Final

from standpat.engine import games
from standpat.engine.games import game
from standpat.history.record import Money, NotForUs
from standpat.history.site.amount import CURRENCY, chips
from standpat.history.site.title import Table, Title, eastern

START: Final = re.compile(r"(?i)Full ?Tilt ?Poker(?:\.\w+)? Game #(\d+):")

_PLACE: Final = re.compile(r"(?:(.+) \((\d+)\), )?(?:Table|Match) (.+?)(?: \(([^()]*)\))?")
_SIZE: Final = re.compile(r"(\d+)[ -]max|(heads[ -]up)")
_STAKES: Final = re.compile(r"(\S*\d\S*)/(\S*\d\S*)(?: Ante (\S+))?")
_GAME: Final = re.compile(
    r"(?i)(?:([$€£]?\d[\d,.]*) )?(?:Cap )?(No Limit|Pot Limit|Limit|NL|PL|FL) (2-7|A-5) (Single|Triple) Draw"
)
_TIME: Final = re.compile(r"(\d{1,2}):(\d\d):(\d\d) ([A-Z]+) - (\d{4})/(\d\d)/(\d\d)")
_PARTIAL: Final = "(partial)"

_BETTING: Final = {"no limit": "no-limit", "nl": "no-limit", "pot limit": "pot-limit", "pl": "pot-limit"}
_LOW: Final = {"2-7": "deuce-to-seven", "A-5": "ace-to-five"}
_DRAWS: Final = {"single": 1, "triple": 3}
_BY_RULES: Final = games.ids_by(lambda record: (record.betting, record.ranking, record.draw_rounds))


def read_title(line: str) -> tuple[Title, Table]:
    """Read a header line. The table's button is 0, because it is not known yet.

    Raises:
        NotForUs: The hand is of another game, or incomplete.
        ValueError: The line is not a header.
    """
    start = START.match(line)
    if not start:
        raise ValueError("not the first line of a hand")
    parts = [part.strip() for part in line[start.end() :].split(" - ")]
    at = next((at for at, part in enumerate(parts) if at and _STAKES.fullmatch(part)), 0)
    stakes = _STAKES.fullmatch(parts[at])
    if not stakes:
        raise ValueError("the header has no stakes, such as $5/$10")
    known = [(k, named) for k in (at + 1, at - 1) if 0 < k < len(parts) and (named := _GAME.fullmatch(parts[k]))]
    if not known:
        raise NotForUs(f"unknown game: {parts[min(at + 1, len(parts) - 1)][:60]!r} is not draw lowball")
    if _PARTIAL in line:
        raise NotForUs("the site wrote only a part of this hand")
    ((place, named),) = known[:1]
    rules = (
        _BETTING.get(named[2].casefold(), "fixed-limit"),
        _LOW[named[3].upper()],
        _DRAWS[named[4].casefold()],
    )
    if rules not in _BY_RULES:
        raise NotForUs(f"unknown game: {named[0]!r}")
    where = _PLACE.fullmatch(" - ".join(parts[: min(at, place)]))
    if not where:
        raise ValueError("expected the table's name, such as: Table Vinga (6 max)")
    symbol = stakes[1][0] if stakes[1][0] in CURRENCY else ""
    money = Money(CURRENCY.get(symbol), 100 if symbol or "." in stakes[1] + stakes[2] else 1)
    extra: dict[str, str] = {}
    if where[2]:
        extra |= {"tournament": where[2], "buy_in": where[1]}
    if named[1]:
        extra["cap"] = str(chips(named[1], money.scale))
    title = Title(
        start[1],
        game(_BY_RULES[rules], house="full_tilt"),
        money,
        chips(stakes[1], money.scale),
        chips(stakes[2], money.scale),
        _when(line, extra),
        extra,
    )
    size = _SIZE.search(where[4] or "")
    return title, Table(where[3], None if not size else 2 if size[2] else int(size[1]), 0)


def _when(line: str, extra: dict[str, str]) -> datetime | None:
    """The time in UTC or ET if there is one; else the first time without a zone, its zone in `extra`."""
    times = [
        (zone, [int(figure) for figure in figures])
        for *clock, zone, y, m, d in _TIME.findall(line)
        for figures in [(y, m, d, *clock)]
    ]
    for known, where in (("UTC", UTC), ("GMT", UTC), ("ET", eastern())):
        for zone, (year, month, day, hour, minute, second) in times:
            if zone == known:
                return datetime(year, month, day, hour, minute, second, tzinfo=where)
    for zone, (year, month, day, hour, minute, second) in times:
        extra["zone"] = zone
        return datetime(year, month, day, hour, minute, second)
    return None
