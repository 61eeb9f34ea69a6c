"""Files of finished hands, without anything that the viewer did not see.

They are made from the events as the viewer may see them (`standpat.engine.seen`), so hidden cards cannot be in them.
The formats are a readable text and every history format that can be written (`standpat.history.formats`).
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import chain, count
from types import MappingProxyType
from typing import Final, NamedTuple

from sqlalchemy import Connection

from standpat.engine.seen import view
from standpat.history.file import convert_seen
from standpat.history.formats import formats, written_names
from standpat.history.record import Record, Told
from standpat.history.tournament_file import named
from standpat.language import DEFAULT, language
from standpat.room.server.hand_text import hand_text
from standpat.room.store import journal, tournament_book


class FileType(NamedTuple):
    """The format of a file.

    Attributes:
        title: Its title.
        ending: The file name extension, with the dot.
        media_type: The media type.
        tournaments: Whether it can hold hands of tournaments.
    """

    title: str
    ending: str
    media_type: str
    tournaments: bool = True


TEXT: Final = "text"
"""The name of the readable format. It depends on the language, and cannot be read in again."""
FORMATS: Final = {
    TEXT: FileType("text", ".txt", "text/plain; charset=utf-8"),
    **{
        name: FileType(
            formats()[name].title,
            (*formats()[name].endings, ".txt")[0],
            formats()[name].media_type,
            formats()[name].tournaments,
        )
        for name in written_names()
    },
}
"""The formats by name."""


def number(key: str) -> int:
    """The number of a hand in its files, which some programs need. It is the same each time and does not reveal the
    key.
    """
    return int.from_bytes(hashlib.sha256(f"standpat hand {key}".encode()).digest()[:6]) | 1 << 48


def viewer_of(stored: journal.StoredHand, user: str) -> int | None:
    """The engine seat that a user had in the hand; None for a spectator."""
    users = stored.hand.users
    return users.index(user) if user in users else None


def of_tournament(connection: Connection, tournament: str, table: int, hand_no: int) -> dict[str, str]:
    """What files say of the tournament of a hand (`Record.extra`); nothing for a cash game."""
    if not tournament:
        return {}
    announced = tournament_book.announced(connection, tournament)
    level = tournament_book.level_of(connection, tournament, table, hand_no)
    return {} if announced is None or level is None else named(announced, level)


def download(
    stored: journal.StoredHand,
    user: str,
    form: str,
    table: str,
    lang: str = DEFAULT,
    tournament: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """The file of a hand, as a user saw it.

    Cards that players chose to show after the hand are only in the format `TEXT`; the other formats cannot hold them.

    Args:
        stored: The hand.
        user: The user; a spectator unless dealt in.
        form: The name of a format (`FORMATS`).
        table: The name of the table.
        lang: The code of the language of the format `TEXT`.
        tournament: What files say of its tournament (`of_tournament`).

    Raises:
        ValueError: The format cannot hold this hand.
    """
    hand, seat = stored.hand, viewer_of(stored, user)
    seen = view(stored.events, seat)
    names = apart(hand)
    if form == TEXT:
        return hand_text(hand, names, (*seen, *stored.shown), seat, table, language(lang), tournament)
    record = Record(
        game=hand.game,
        stakes=hand.stakes,
        stacks=hand.stacks,
        button=hand.button,
        players=names,
        told=[Told(line, event) for line, event in enumerate(seen, start=1)],
        line=1,
        posts=hand.posts,
        hand_id=str(number(hand.key)),
        hand_no=hand.hand_no,
        table=table,
        when=datetime.fromtimestamp(hand.began, UTC),
        hero=seat,
        seat_numbers=tuple([place + 1 for place in hand.places]),
        extra=dict(tournament),
    )
    return convert_seen(record, form)


def apart(hand: journal.HandRecord) -> tuple[str, ...]:
    """The players' names, made distinct: a bot with the name of another player gets a number."""
    names: list[str] = []
    people = {name for name, bot in zip(hand.names, hand.bots, strict=True) if not bot}
    for name, bot in zip(hand.names, hand.bots, strict=True):
        taken = {*names, *(people if bot else ())}
        numbered = chain([name], (f"{name} {k}" for k in count(2)))
        names.append(next(n for n in numbered if n not in taken))
    return tuple(names)
