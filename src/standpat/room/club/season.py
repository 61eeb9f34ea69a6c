"""Seasons of a club: a name, the formula of its points as data, and how many results of a member count.

One season is open at a time, and evenings belong to the season in which they were planned. A new season ends the one
before. The formula of the open season can be changed, and all its points with it: they are computed when they are read
(`standpat.room.club.standings`). A season that has ended stays as it is.
"""

from math import isfinite
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, insert, select, update

from standpat.language.sentence import Sentence
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
    """Change the open season.

    Raises:
        ClubRefused: They are not an organiser, it is not the open season, or there cannot be such a season.
    """

    def run(connection: Connection) -> None:
        entered(connection, club, person, "season")
        _check_open(connection, club, season)
        connection.execute(update(schema.season).where(_S.id == season).values(**_checked(wanted)))

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


def _check_open(connection: Connection, club: str, season: int) -> None:
    there = select(_S.id).where(_S.club_id == club, _S.id == season, _S.ended.is_(None))
    if not 0 < season < 2**53 or connection.scalar(there) is None:
        raise ClubRefused("not-found", Sentence("club-season"))


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
