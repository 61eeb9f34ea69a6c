"""Seasons of a club: a name, the formula of its points as data, and how many results of a member count.

One season is open at a time, and evenings belong to the season in which they were planned. A new season ends the one
before. What decides the points of a season cannot be changed once it has results, so nobody turns its standings round.
A season that has ended stays as it is.
"""

from math import isfinite
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Row, func, insert, select, update

from standpat.language.sentence import Sentence
from standpat.room.club import record
from standpat.room.club.book import LONGEST_NAME, entered
from standpat.room.club.refusal import ClubRefused, line
from standpat.room.store import club_schema as schema
from standpat.room.store.batch import Work
from standpat.tournament.season import POKERSTARS, Formula

SEASONS: Final = 200
"""Seasons of a club."""
MOST_FACTOR: Final = 1e6
MOST_POWER: Final = 5.0
MOST_LEAST: Final = 100

_S: Final = schema.season.c


class Wanted(Struct, forbid_unknown_fields=True):
    """A season as organisers want it. `best`: how many results of a member count; None for all."""

    name: str
    formula: Formula = POKERSTARS
    best: int | None = None


def begin(club: str, person: str, wanted: Wanted, *, at: float) -> Work:
    """Begin a season. The open one ends. The result is its number.

    Raises:
        ClubRefused: They are not an organiser, or there cannot be such a season.
    """

    def run(connection: Connection) -> int:
        entered(connection, club, person, "season")
        values = _checked(wanted)
        if (connection.scalar(select(func.count()).where(_S.club_id == club)) or 0) >= SEASONS:
            raise ClubRefused("not-possible", Sentence("club-seasons", most=SEASONS))
        _end(connection, club, at)
        row = {**values, "club_id": club, "began": at}
        (number,) = connection.execute(insert(schema.season), row).inserted_primary_key or (0,)
        return int(number)

    return Work(run)


def change(club: str, person: str, season: int, wanted: Wanted) -> Work:
    """Change the open season: its name, and until it has results its formula.

    Raises:
        ClubRefused: They are not an organiser, it is not the open season, it has results, or there cannot be such a
            season.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, person, "season")
        row, values = _check_open(connection, club, season), _checked(wanted)
        same = (formula_of(row.formula), row.best) == (wanted.formula, wanted.best)
        if not same and _has_results(connection, club, season):
            raise ClubRefused("not-possible", Sentence("club-season-played"))
        connection.execute(update(schema.season).where(_S.id == season).values(**values))

    return Work(run)


def end(club: str, person: str, season: int, *, at: float) -> Work:
    """End the open season. Evenings that are planned without one count in no standings.

    Raises:
        ClubRefused: They are not an organiser, or it is not the open season.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, person, "season")
        _check_open(connection, club, season)
        _end(connection, club, at)

    return Work(run)


def formula_of(text: str) -> Formula:
    """A stored formula."""
    return msgspec.json.decode(text, type=Formula)


def _end(connection: Connection, club: str, at: float) -> None:
    connection.execute(update(schema.season).where(_S.club_id == club, _S.ended.is_(None)).values(ended=at))


def _check_open(connection: Connection, club: str, season: int) -> Row[Any]:
    there = select(schema.season).where(_S.club_id == club, _S.id == season, _S.ended.is_(None))
    row = connection.execute(there).first() if 0 < season < 2**53 else None
    if row is None:
        raise ClubRefused("not-found", Sentence("club-season"))
    return row


def _has_results(connection: Connection, club: str, season: int) -> bool:
    """Whether a season has results that hold."""
    e, line = schema.evening.c, schema.line.c
    joined = select(line.place).join(schema.entry, schema.entry.c.id == line.entry_id)
    mine = joined.join(schema.evening, e.id == schema.entry.c.evening_id).where(e.season_id == season)
    return connection.scalar(mine.where(record.holds(club)).limit(1)) is not None


def _checked(wanted: Wanted) -> dict[str, Any]:
    formula = wanted.formula
    numbers = (formula.factor, formula.entrants_power, formula.place_power)
    if (
        not all([isfinite(number) for number in numbers])
        or not 0 < formula.factor <= MOST_FACTOR
        or not 0 <= formula.entrants_power <= MOST_POWER
        or not 0 <= formula.place_power <= MOST_POWER
        or not 1 <= formula.least_entrants <= MOST_LEAST
        or (wanted.best is not None and not 1 <= wanted.best <= MOST_LEAST)
    ):
        raise ClubRefused("not-possible", Sentence("club-formula"))
    text = msgspec.json.encode(formula).decode()
    return {"name": line(wanted.name, LONGEST_NAME), "formula": text, "best": wanted.best}
