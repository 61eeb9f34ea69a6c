"""The contents of a hand's first lines, independent of a site's words."""

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import structs

from standpat.engine.games import Game, Stakes
from standpat.history.record import Money

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Title(NamedTuple):
    """A header.

    `first` and `second` are its two figures, in chips. `stakes` are set if another line of the file states them.
    """

    hand_id: str
    game: Game
    money: Money
    first: int
    second: int
    when: datetime | None
    extra: dict[str, str]
    stakes: Stakes | None = None
    burned: tuple[tuple[int, ...], ...] = ()


class Table(NamedTuple):
    """The line of the table: its name, its size if it is stated, and the seat of the button."""

    name: str
    size: int | None
    button: int


def at_table(game: Game, size: int | None, seats: int) -> tuple[Game, str]:
    """The game for a table of this size, and the size if it is smaller than the game allows ("" otherwise)."""
    most = max(size or 0, seats)
    if most > game.max_seats:
        return structs.replace(game, max_seats=most), ""
    return game, str(size) if size and size < game.max_seats else ""


def eastern() -> tzinfo:
    """The sites' time zone, that of New York. Without time zone data on the system it is winter time all year."""
    try:
        return ZoneInfo("America/New_York")
    except ZoneInfoNotFoundError:
        return timezone(timedelta(hours=-5), "ET")
