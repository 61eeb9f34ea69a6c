"""The tournaments of a club: an organiser opens one, members enter it, and its end is the result of an evening.

A tournament of a club has an evening of the club, one that was planned or a new one. It is for the club's members:
nobody else sees it or enters it, and bots are in no club. `record` writes its results in the transaction that ends the
tournament, so a room that is killed has both or neither, and nothing is recorded twice. It refuses nothing, because a
tournament must be able to end: an evening that was cancelled, or that has results already, and a club that was closed,
get none.

A member's buy-in is all that they paid: entries with their fees, rebuys and add-ons, less what they got back. One chip
is one unit of the club's currency. Who is left when a deal ends play is placed by chips.
"""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, func, insert, select

from standpat.language.sentence import Sentence
from standpat.room.club import calendar
from standpat.room.club.book import entered
from standpat.room.club.calendar import EVENINGS, LONGEST_TITLE
from standpat.room.club.record import Result, add, ever, of_members
from standpat.room.club.refusal import ClubRefused
from standpat.room.store import club_schema as schema
from standpat.room.store import schema as store_schema
from standpat.room.store import tournament_book
from standpat.room.store.batch import Work
from standpat.tournament.costs import paid
from standpat.tournament.events import Event
from standpat.tournament.fold.apply import folded
from standpat.tournament.state import Tournament

USUAL_MINUTES: Final = 240
"""How long the evening of a tournament is in the calendar."""

_T: Final = schema.tournament.c


def hold(club: str, person: str, evening: str, tournament: str, name: str, begins: float) -> Work:
    """Give a new tournament its evening. Commit it with the tournament, after it.

    Args:
        club: The club.
        person: Who opens it.
        evening: The evening; "" for a new one.
        tournament: The tournament.
        name: Its name, which a new evening gets.
        begins: When a new evening begins, in Unix seconds.

    Raises:
        ClubRefused: They are not an organiser, there is no such evening, or it has a table, a tournament or results, or
            is cancelled.
    """

    def run(connection: Connection) -> None:
        zone = entered(connection, club, person, "evening").club.zone
        there = _free(connection, club, evening) if evening else _new(connection, club, name, begins, zone)
        row = {"tournament_id": tournament, "club_id": club, "evening_id": there}
        connection.execute(insert(schema.tournament), row)

    return Work(run)


def record(tournament: str, at: float) -> Work:
    """Record the results of a tournament that has ended, if it is a club's. Commit it with the event that ends it,
    after it."""

    def run(connection: Connection) -> None:
        evening, club = schema.evening.c, schema.club.c
        query = (
            select(_T.club_id, _T.evening_id, store_schema.tournament.c.owner)
            .join(schema.evening, evening.id == _T.evening_id)
            .join(schema.club, club.id == _T.club_id)
            .join(store_schema.tournament, store_schema.tournament.c.id == _T.tournament_id)
            .where(_T.tournament_id == tournament, evening.cancelled.is_(None), club.closed.is_(None))
        )
        row = connection.execute(query).first()
        if row is None or _recorded(connection, row.evening_id):
            return
        events = tournament_book.events(connection, tournament)
        played = of_members(results(folded(events), events), ever(connection, row.club_id))
        if played:
            add(connection, row.evening_id, row.owner, played, at=at)

    return Work(run)


def results(t: Tournament, events: Iterable[Event]) -> tuple[Result, ...]:
    """The results of all people of a tournament that has ended; bots are no entrants."""
    people = [player for player in t.players.values() if not player.bot]
    ranks = _ranks(t)
    cost = paid(events)
    return tuple(
        [
            Result(
                place=1 + sum([ranks[other.id] < ranks[one.id] for other in people]),
                member=one.id,
                entrants=len(people),
                buy_in=cost[one.id],
                prize=t.won.get(one.id, 0),
            )
            for one in people
        ]
    )


def of_evenings(connection: Connection, club: str) -> dict[str, str]:
    """The tournaments of a club, by evening."""
    return dict(connection.execute(select(_T.evening_id, _T.tournament_id).where(_T.club_id == club)).all())


def hidden(connection: Connection, tournaments: Collection[str], person: str) -> set[str]:
    """Those of some tournaments that are for the members of a club in which a person is not. "" is nobody."""
    member = schema.member.c
    query = (
        select(_T.tournament_id)
        .outerjoin(schema.member, (member.club_id == _T.club_id) & (member.person == person) & (member.state == "in"))
        .where(_T.tournament_id.in_(list(tournaments)), member.person.is_(None))
    )
    return set(connection.scalars(query))


# ----------------------------------------------------------------------------------------------------------


def _free(connection: Connection, club: str, evening: str) -> str:
    """A planned evening that can have a tournament."""
    row = calendar.find(connection, club, evening)
    if row.cancelled is not None:
        raise ClubRefused("not-possible", Sentence("club-cancelled"))
    if _recorded(connection, evening):
        raise ClubRefused("not-possible", Sentence("club-has-results"))
    taken = connection.scalar(select(_T.tournament_id).where(_T.evening_id == evening))
    if row.table_id is not None or taken is not None:
        raise ClubRefused("not-possible", Sentence("club-evening-taken"))
    return evening


def _new(connection: Connection, club: str, name: str, begins: float, zone: str) -> str:
    e, season = schema.evening.c, schema.season.c
    if (connection.scalar(select(func.count()).where(e.club_id == club)) or 0) >= EVENINGS:
        raise ClubRefused("not-possible", Sentence("club-evenings", most=EVENINGS))
    there = datetime.fromtimestamp(begins, UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    row = {
        "id": calendar.new_id(),
        "club_id": club,
        "season_id": connection.scalar(select(season.id).where(season.club_id == club, season.ended.is_(None))),
        "title": name[:LONGEST_TITLE],
        "at": there.isoformat(timespec="minutes"),
        "zone": zone,
        "minutes": USUAL_MINUTES,
        "note": "",
        "changed": 0,
    }
    connection.execute(insert(schema.evening), row)
    return str(row["id"])


def _recorded(connection: Connection, evening: str) -> bool:
    """Whether an evening has results, or had some that were taken back."""
    entry = schema.entry.c
    return connection.scalar(select(entry.id).where(entry.evening_id == evening).limit(1)) is not None


def _ranks(t: Tournament) -> dict[str, tuple[int, int]]:
    """What orders the players, the first one lowest: who is left, by chips; then who is out, by place."""
    places = t.places()
    return {id: (places[id][0], 0) if id in places else (0, -player.stack) for id, player in t.players.items()}
