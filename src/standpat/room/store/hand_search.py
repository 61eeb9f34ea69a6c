"""A search in the hands that a user was dealt into: by game, result, showdown, pot, time, and an opponent.

`Search` says what is wanted; None leaves a property open. `page` reads some of the hands, newest first, with what all
of them add up to. It looks through the user's own results, by an index that has most of what is asked for. A search
that finds little reads no hands between. Hands that were voided have no result: a search does not find them, and they
are only in the list of all hands.

Pots of hands from before r0009 are filled in while the room runs (`standpat.room.store.pot`). Until then a search by
pot does not find them, and the page is not `whole`.
"""

from collections.abc import Collection
from typing import Final, Literal, get_args

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, exists, false, func, or_, select

from standpat.room.store import journal, schema
from standpat.room.store.journal import HandRecord, record
from standpat.room.store.name import key
from standpat.room.store.result import HOUSE

Kind = Literal["cash", "tournament"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""Hands of cash games and of tournaments."""

_C: Final = schema.result.c


class Search(Struct, frozen=True):
    """What is searched for.

    Attributes:
        game: The game's id.
        kind: Hands of cash games, or of tournaments.
        least: The lowest result in chips.
        most: The highest result in chips.
        showdown: Whether the user was at the showdown.
        opponent: The present name of a person, or the name of a house player, who was dealt in too, in any case.
        pot: The smallest number of chips in all pots together.
        since: The earliest end of the hand, in Unix seconds.
        until: The time before which the hand ended, in Unix seconds.
    """

    game: str | None = None
    kind: Kind | None = None
    least: int | None = None
    most: int | None = None
    showdown: bool | None = None
    opponent: str | None = None
    pot: int | None = None
    since: int | None = None
    until: int | None = None


class Figures(Struct, frozen=True):
    """What a list shows of a hand besides its record. `pot` is None while it is not filled in."""

    pot: int | None
    showdown: bool
    tournament: bool = False


class Total(Struct, frozen=True):
    """All hands that a search finds.

    Attributes:
        hands: Hands of cash games.
        net: The chips that the user won in them.
        games: The games in which the user has any hands, whatever the search.
        tournaments: Hands of tournaments, whose chips are not counted.
    """

    hands: int
    net: int
    games: tuple[str, ...]
    tournaments: int = 0


class Page(Struct, frozen=True):
    """Some of the hands that a search finds.

    Attributes:
        hands: The hands, newest first, each with its figures; None for a voided hand.
        more: Whether there are older ones.
        total: All hands that the search finds; None if the page is not the first one.
        whole: Whether everything was searched.
    """

    hands: tuple[tuple[HandRecord, Figures | None], ...]
    more: bool
    total: Total | None
    whole: bool


def page(connection: Connection, user: str, search: Search, limit: int, before: int | None = None) -> Page:
    """A page of a user's hands.

    Args:
        connection: A connection.
        user: The user.
        search: What is searched for; by default all hands.
        limit: The largest number of hands.
        before: Only hands with a lower id; None for the first page.
    """
    wanted = _wanted(connection, user, search)
    if search == Search():
        hands = journal.hands_of_user(connection, user, limit + 1, before)
    else:
        hands = _found(connection, wanted, limit + 1, before)
    figures = _figures(connection, user, [hand.id for hand in hands])
    return Page(
        tuple([(hand, figures.get(hand.id)) for hand in hands[:limit]]),
        len(hands) > limit,
        _total(connection, user, wanted) if before is None else None,
        search.pot is None or not _lacks_pots(connection, user),
    )


def _found(
    connection: Connection, wanted: list[ColumnElement[bool]], limit: int, before: int | None
) -> list[HandRecord]:
    query = select(_C.hand_id).where(*wanted).order_by(_C.hand_id.desc()).limit(limit)
    ids = connection.scalars(query if before is None else query.where(_C.hand_id < before)).all()
    rows = connection.execute(select(schema.hand).where(schema.hand.c.id.in_(ids)).order_by(schema.hand.c.id.desc()))
    return [record(row) for row in rows if row.ended is not None]


def _total(connection: Connection, user: str, wanted: list[ColumnElement[bool]]) -> Total:
    sums = select(_C.tournament, func.count(), func.sum(_C.net)).where(*wanted).group_by(_C.tournament)
    found = {bool(tournament): (count, int(net)) for tournament, count, net in connection.execute(sums)}
    hands, net = found.get(False, (0, 0))
    games = connection.scalars(select(_C.game).where(_C.person == user).distinct().order_by(_C.game))
    return Total(hands, net, tuple(games), found.get(True, (0, 0))[0])


def _lacks_pots(connection: Connection, user: str) -> bool:
    """Whether some of a user's hands do not have their pots yet."""
    missing = select(_C.hand_id).where(_C.pot.is_(None), _C.person == user).limit(1)
    return connection.execute(missing).first() is not None


def _figures(connection: Connection, user: str, hands: Collection[int]) -> dict[int, Figures]:
    query = select(_C.hand_id, _C.pot, _C.showdown, _C.tournament).where(_C.hand_id.in_(hands), _C.person == user)
    return {row.hand_id: Figures(row.pot, row.showdown, row.tournament) for row in connection.execute(query)}


def _wanted(connection: Connection, user: str, search: Search) -> list[ColumnElement[bool]]:
    """The conditions of a search in the results."""
    wanted = [_C.person == user]
    if search.game is not None:
        wanted.append(_C.game == search.game)
    if search.kind is not None:
        wanted.append(_C.tournament.is_(search.kind == "tournament"))
    if search.least is not None:
        wanted.append(_C.net >= search.least)
    if search.most is not None:
        wanted.append(_C.net <= search.most)
    if search.showdown is not None:
        wanted.append(_C.showdown.is_(search.showdown))
    if search.pot is not None:
        wanted.append(_C.pot >= search.pot)
    if search.since is not None:
        wanted.append(_hand_with(schema.hand.c.ended >= search.since))
    if search.until is not None:
        wanted.append(_hand_with(schema.hand.c.ended < search.until))
    if search.opponent is not None:
        wanted.append(_against(connection, user, search.opponent))
    return wanted


def _hand_with(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(schema.hand.c.id == _C.hand_id, condition)


def _against(connection: Connection, user: str, name: str) -> ColumnElement[bool]:
    """Whether somebody of a name was dealt in too: the person who has it now, or a player of the house."""
    other = schema.player.c
    person = connection.scalar(select(schema.person.c.id).where(schema.person.c.name_key == key(name)))
    of_house = and_(other.person.startswith(HOUSE), other.person.iendswith(f":{name}", autoescape=True))
    who = false() if person is None else other.person == person
    named = who if ":" in name else or_(who, of_house)
    return exists().where(other.hand_id == _C.hand_id, other.person != user, named)
