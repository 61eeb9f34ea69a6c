"""What people leave at a table besides chips: what they said, that they have been let in, and notes about each other.

A table keeps its last `LINES_KEPT` lines of chat. Chat and entries go with the table (`forget_table`). Notes are their
writer's alone; `notes` of one person are never given to another. Functions that write return an operation for
`Store.commit`.
"""

from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from standpat.room.store.batch import Work
from standpat.room.store.schema import admitted, chat, note

LINES_KEPT: Final = 50
"""Lines of chat that a table keeps."""
_PRUNED_AT_ONCE: Final = 500
MAX_NOTE: Final = 2000
MAX_NOTES: Final = 2000


class Said(NamedTuple):
    """A line of chat; `person` is None where the table itself spoke."""

    at: float
    person: str | None
    name: str
    body: str


class Note(NamedTuple):
    """A note about a player. `name` is the player's name when it was written."""

    about: str
    name: str
    body: str
    changed: float


class TooManyNotes(ValueError):
    """A person has the largest number of notes."""


def say(table: str, said: Said) -> Work:
    """Store a chat message, and delete some of the oldest if a table has many."""
    row = {"table_id": table, **said._asdict()}
    lines = select(chat.c.id).where(chat.c.table_id == table).order_by(chat.c.id.desc())

    def run(connection: Connection) -> None:
        connection.execute(insert(chat), row)
        old = connection.scalars(lines.offset(LINES_KEPT).limit(_PRUNED_AT_ONCE)).all()
        if old:
            connection.execute(delete(chat).where(chat.c.id.in_(old)))

    return Work(run)


def said(connection: Connection, table: str, limit: int) -> list[Said]:
    """The last lines of a table, oldest first."""
    query = select(chat.c.at, chat.c.person, chat.c.name, chat.c.body).where(chat.c.table_id == table)
    rows = connection.execute(query.order_by(chat.c.id.desc()).limit(limit)).all()
    return [Said(*row) for row in reversed(rows)]


def admit(table: str, person: str) -> Work:
    """Admit a person to a table: they know the password, or came with the link."""
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
    """Write a note in place of the old one; a note without a body is deleted."""
    mine = (note.c.writer == writer, note.c.about == entry.about)

    def run(connection: Connection) -> None:
        if not entry.body:
            connection.execute(delete(note).where(*mine))
            return
        values = {"name": entry.name, "body": entry.body, "changed": entry.changed}
        if connection.execute(update(note).where(*mine).values(values)).rowcount:
            return
        if len(notes(connection, writer)) >= MAX_NOTES:
            raise TooManyNotes(f"at most {MAX_NOTES} notes")
        connection.execute(insert(note), {"writer": writer, "about": entry.about, **values})

    return Work(run)


def notes(connection: Connection, writer: str) -> list[Note]:
    """All notes of a person, newest first."""
    query = select(note.c.about, note.c.name, note.c.body, note.c.changed).where(note.c.writer == writer)
    return [Note(*row) for row in connection.execute(query.order_by(note.c.changed.desc(), note.c.about))]
