"""Chat, admissions to private tables, and notes about players.

A table keeps its last `LINES_KEPT` messages. `forget_table` deletes the chat and the admissions of a table. A note
belongs to its writer, and nobody else gets it. Functions that write return an operation for `Store.commit`.
"""

from typing import Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import Connection, delete, insert, select, update

from standpat.room.store.batch import Work
from standpat.room.store.schema import admitted, chat, note

LINES_KEPT: Final = 50
"""Chat messages that a table keeps."""
_PRUNED_AT_ONCE: Final = 500
"""The largest number of old messages that are deleted with a new one."""
MAX_NOTE: Final = 2000
"""The longest note, in characters."""
MAX_NOTES: Final = 2000
"""The largest number of notes of one person."""
Colour: TypeAlias = Literal["", "red", "orange", "yellow", "green", "blue", "purple"]
"""The colour of a note's label; "" is none."""


class Said(NamedTuple):
    """A chat message. `person` is None for a message of the table itself."""

    at: float
    person: str | None
    name: str
    body: str


class Note(NamedTuple):
    """A note about a player.

    Attributes:
        about: The player's id.
        name: Their name when it was written.
        body: The text.
        changed: When it was written, in Unix seconds.
        colour: Its label; None keeps the one that it has.
    """

    about: str
    name: str
    body: str
    changed: float
    colour: Colour | None = None


class TooManyNotes(ValueError):
    """A person already has the largest number of notes."""


def say(table: str, said: Said) -> Work:
    """Store a chat message, and delete the oldest messages above `LINES_KEPT`."""
    row = {"table_id": table, **said._asdict()}
    lines = select(chat.c.id).where(chat.c.table_id == table).order_by(chat.c.id.desc())

    def run(connection: Connection) -> None:
        connection.execute(insert(chat), row)
        old = connection.scalars(lines.offset(LINES_KEPT).limit(_PRUNED_AT_ONCE)).all()
        if old:
            connection.execute(delete(chat).where(chat.c.id.in_(old)))

    return Work(run)


def said(connection: Connection, table: str, limit: int) -> list[Said]:
    """The last chat messages of a table, oldest first."""
    query = select(chat.c.at, chat.c.person, chat.c.name, chat.c.body).where(chat.c.table_id == table)
    rows = connection.execute(query.order_by(chat.c.id.desc()).limit(limit)).all()
    return [Said(*row) for row in reversed(rows)]


def admit(table: str, person: str) -> Work:
    """Admit a person to a table, because they gave the password or came with the link."""
    row = {"table_id": table, "person": person}

    def run(connection: Connection) -> None:
        known = select(admitted.c.person).where(admitted.c.table_id == table, admitted.c.person == person)
        if connection.execute(known).first() is None:
            connection.execute(insert(admitted), row)

    return Work(run)


def send_away(table: str, person: str) -> Work:
    """Withdraw a person's admission to a table."""
    one = delete(admitted).where(admitted.c.table_id == table, admitted.c.person == person)
    return Work(lambda connection: connection.execute(one).close())


def all_admitted(connection: Connection) -> set[tuple[str, str]]:
    """All admissions, as (person, table)."""
    rows = connection.execute(select(admitted.c.person, admitted.c.table_id))
    return {(row.person, row.table_id) for row in rows}


def forget_table(table: str) -> Work:
    """Delete the chat and the admissions of a closed table."""

    def run(connection: Connection) -> None:
        connection.execute(delete(chat).where(chat.c.table_id == table))
        connection.execute(delete(admitted).where(admitted.c.table_id == table))

    return Work(run)


def write_note(writer: str, entry: Note) -> Work:
    """Write a note in place of the old one. A note without body and colour is deleted.

    The operation raises `TooManyNotes` if the writer has too many notes.
    """
    mine = (note.c.writer == writer, note.c.about == entry.about)

    def run(connection: Connection) -> None:
        kept = select(note.c.colour).where(*mine)
        colour = connection.scalar(kept) or "" if entry.colour is None else entry.colour
        if not entry.body and not colour:
            connection.execute(delete(note).where(*mine))
            return
        values = {"name": entry.name, "body": entry.body, "changed": entry.changed, "colour": colour}
        if connection.execute(update(note).where(*mine).values(values)).rowcount:
            return
        if len(notes(connection, writer)) >= MAX_NOTES:
            raise TooManyNotes(f"at most {MAX_NOTES} notes")
        connection.execute(insert(note), {"writer": writer, "about": entry.about, **values})

    return Work(run)


def notes(connection: Connection, writer: str) -> list[Note]:
    """All notes of a writer, the last changed first."""
    c = note.c
    query = select(c.about, c.name, c.body, c.changed, c.colour).where(c.writer == writer)
    return [Note(*row) for row in connection.execute(query.order_by(note.c.changed.desc(), note.c.about))]
