"""The first two lines of a hand: the game, the stakes, the time and the table.

    PokerStars Hand #71:  Triple Draw 2-7 Lowball Limit ($0.10/$0.20 USD) - 2026/01/02 14:00:05 ET
    Table 'Vega II' 6-max Seat #5 is the button

The figures in brackets are the small and the big bet in a limit game, and the blinds in other games. Headers of
tournaments, of mixed games and of older versions of the site have the same parts in other orders. All of them are read.
"""

import re
from datetime import UTC, datetime
from typing import Final

from standpat.engine import games
from standpat.engine.games import Game, game
from standpat.history.record import Money, NotForUs, Record
from standpat.history.site.amount import CURRENCY, chips, figure
from standpat.history.site.title import EPOCH, Table, Title, eastern

START: Final = re.compile(r"(?i)PokerStars\b[^#]{0,40}\b(?:Hand|Game) #(\d+):")

_GAME: Final = re.compile(r"(?i)(Single|Double|Triple) Draw (2-7|A-5) Lowball (No Limit|Pot Limit|(?:Fixed )?Limit)\b")
_STAKES: Final = re.compile(r"([^\s(/]+)/([^\s)/]+)(?: - (\S+) Cap(?: -)?| Cap (\S+))?(?: +([A-Z]{3}))?\s*\)")
_TOURNAMENT: Final = re.compile(r"(?i)Tournament #(\d+),\s*")
_BUY_IN: Final = re.compile(r"(?:Freeroll|[^\s(]*\d[^\s(]*(?: [A-Z]{3}\b)?)?")
_TIME: Final = re.compile(r"(\d{4})/(\d\d)/(\d\d)(?: -)? +(\d{1,2}):(\d\d):(\d\d)(?: \(?([A-Z]+)\)?)?")
_TABLE: Final = re.compile(r"Table '(.*)' (?:(\d+)-max )?(?:\([^()]*\) )?Seat #(\d+) is the button")

_DRAWS: Final = {1: "Single", 2: "Double", 3: "Triple"}
_LOW: Final = {"deuce-to-seven": "2-7", "ace-to-five": "A-5"}
_LIMIT: Final = {"fixed-limit": "Limit", "pot-limit": "Pot Limit", "no-limit": "No Limit"}


def game_title(game: Game) -> str:
    """PokerStars' name of a game, or a name of the same form: ``Triple Draw 2-7 Lowball Limit``.

    Raises:
        ValueError: No such name exists for the number of draws.
    """
    if game.draw_rounds not in _DRAWS:
        raise ValueError(f"{game.id} has {game.draw_rounds} draws: this format has no name for that")
    return f"{_DRAWS[game.draw_rounds]} Draw {_LOW[game.ranking]} Lowball {_LIMIT[game.betting]}"


_BY_RULES: Final = games.ids_by(lambda record: (record.draw_rounds, record.ranking, record.betting))
_BY_TITLE: Final = {game_title(game(id)).casefold(): id for (draws, *_), id in _BY_RULES.items() if draws in _DRAWS}


def read_title(line: str) -> Title:
    """Read a header line. Chips are hundredths if the stakes are money or have decimals.

    Raises:
        NotForUs: The hand is of another game.
        ValueError: The line is not a header.
    """
    start = START.match(line)
    if not start:
        raise ValueError("not the first line of a hand")
    rest = line[start.end() :].strip()
    named = _GAME.search(rest)
    if not named:
        if not _STAKES.search(rest):
            raise ValueError(f"not a draw lowball game: {rest[:60]!r}")
        raise NotForUs(f"unknown game: {_named(rest)!r} is not draw lowball")
    title = " ".join(named[0].split()).casefold().replace("fixed ", "")
    if title not in _BY_TITLE:
        raise NotForUs(f"unknown game: {named[0]!r}")
    before, after = rest[: named.start()], rest[named.end() :]
    stakes = _STAKES.search(after)
    if not stakes:
        raise ValueError("the header has no stakes, such as ($0.10/$0.20 USD)")
    symbol = stakes[1][0] if stakes[1][0] in CURRENCY else ""
    currency = stakes[5] or CURRENCY.get(symbol)
    money = Money(currency, 100 if currency or "." in stakes[1] + stakes[2] else 1)
    extra: dict[str, str] = {}
    if cap := stakes[3] or stakes[4]:
        extra["cap"] = str(chips(cap, money.scale))
    _read_tournament(before, after[: stakes.start()], extra)
    when = _read_time(after[stakes.end() :], extra)
    first, second = chips(stakes[1], money.scale), chips(stakes[2], money.scale)
    return Title(start[1], game(_BY_TITLE[title], house="pokerstars"), money, first, second, when, extra)


def _named(rest: str) -> str:
    """The name of the game in a header, as far as it can be recognised."""
    name = rest[: stakes.start()] if (stakes := _STAKES.search(rest)) else rest
    return _TOURNAMENT.sub("", name).strip(" (,-")[:60]


def _read_tournament(before: str, between: str, extra: dict[str, str]) -> None:
    """Read what stands around the game's name into `extra`: tournament, buy-in, level and mix of games."""
    tournament = _TOURNAMENT.search(before)
    if tournament:
        before = before[tournament.end() :]
        buy_in = _BUY_IN.match(before)
        assert buy_in
        before = before[buy_in.end() :]
        extra["tournament"] = tournament[1]
        extra["buy_in"] = buy_in[0]
        extra["level"] = between.strip(" -(),")
    mix = before.strip(" (")
    if mix:
        extra["mix"] = mix


def _read_time(text: str, extra: dict[str, str]) -> datetime | None:
    """The time in UTC or ET if there is one; else the first time without a zone, its zone in `extra`."""
    times = [(zone, [int(f) for f in figures]) for *figures, zone in _TIME.findall(text)]
    for known in ("UTC", "GMT", "ET"):
        for zone, (year, month, day, hour, minute, second) in times:
            if zone == known:
                where = eastern() if zone == "ET" else UTC
                when = datetime(year, month, day, hour, minute, second, tzinfo=where)
                return None if when == EPOCH else when
    for zone, (year, month, day, hour, minute, second) in times:
        extra["zone"] = zone
        return datetime(year, month, day, hour, minute, second)
    return None


def write_title(record: Record) -> str:
    """A record's header line."""
    money, game, extra = record.money, record.game, record.extra
    big = record.stakes.big_blind
    first, second = (big, big * game.bets[-1]) if game.betting == "fixed-limit" else (record.stakes.small_blind, big)
    stakes = f"{figure(first, money)}/{figure(second, money)}"
    if extra.get("cap", "").isdecimal():
        stakes += f" - {figure(int(extra['cap']), money)} Cap -" + ("" if money.currency else " ")
    stakes += f" {money.currency}" if money.currency else ""
    number = record.hand_id if record.hand_id.isdecimal() else str(record.hand_no)
    name, mix = game_title(game), extra.get("mix", "")
    if "tournament" in extra:
        played = " ".join(filter(None, (extra.get("buy_in"), f"{mix} ({name})" if mix else name)))
        what = f"Tournament #{extra['tournament']}, {played} - {extra.get('level', 'Level I')} ({stakes})"
    else:
        what = f" {mix} ({name}, {stakes})" if mix else f" {name} ({stakes})"
    return f"PokerStars Hand #{number}: {what} - {_time(record.when, extra.get('zone', ''))}"


def _time(when: datetime | None, zone: str) -> str:
    when = when or EPOCH
    if when.tzinfo is None:
        return f"{when:%Y/%m/%d %H:%M:%S} {zone or 'UTC'}"
    if when == EPOCH:
        return f"{EPOCH:%Y/%m/%d %H:%M:%S} UTC"
    return f"{when.astimezone(UTC):%Y/%m/%d %H:%M:%S} UTC [{when.astimezone(eastern()):%Y/%m/%d %H:%M:%S} ET]"


def read_table(line: str) -> Table:
    """Read a table line.

    Raises:
        ValueError: The line is not a table line.
    """
    match = _TABLE.match(line)
    if not match:
        raise ValueError("expected the table's line, such as: Table 'Vega II' 6-max Seat #5 is the button")
    return Table(match[1], int(match[2]) if match[2] else None, int(match[3]))


def write_table(record: Record, button: int) -> str:
    """A record's table line; `button` is a seat number."""
    play = record.money.currency is None and "tournament" not in record.extra
    size = record.extra.get("max") or record.game.max_seats
    name = " ".join(record.table.split()) or "Standpat"
    return f"Table '{name}' {size}-max {'(Play Money) ' if play else ''}Seat #{button} is the button"
