"""Reports of people about others, which the room's operator reads and closes.

A report has a topic, the reporter's words, and what the other person had last said at that table. A person has at most
one open report about another. Nothing follows from a report by itself.
"""

import json
from typing import Final, Literal, get_args

from msgspec import Struct
from sqlalchemy import Connection, func, insert, select, update

from standpat.room.store import log
from standpat.room.store.batch import StoreError, Work
from standpat.room.store.schema import chat, report

Topic = Literal["chat", "name", "stalling", "collusion", "other"]
TOPICS: Final[tuple[str, ...]] = get_args(Topic)
MAX_BODY: Final = 500
"""The longest report, in characters."""
MAX_OUTCOME: Final = 200
"""The longest outcome, in characters."""
MOST_OPEN: Final = 5000
"""The largest number of open reports."""
LINES: Final = 5
"""Lines of chat that a report keeps."""


class ReportError(StoreError):
    """There cannot be such a report. Nothing was written."""


class ReportedAlready(ReportError):
    """The reporter has an open report about the same person."""


class Report(Struct, frozen=True):
    """A report. `chat` is what the person had last said at the table, oldest first."""

    id: int
    at: float
    reporter: str
    about: str
    table: str
    topic: Topic
    text: str
    chat: list[str]
    closed: float | None = None
    closed_by: str | None = None
    outcome: str | None = None


def add(reporter: str, about: str, table: str, topic: str, text: str, *, at: float) -> Work:
    """Write a report. The result is its number.

    Raises:
        ReportedAlready: The reporter has an open report about the same person.
        ReportError: Too many reports are open.
    """
    c = report.c

    def run(connection: Connection) -> int:
        same = select(c.id).where(c.closed.is_(None), c.reporter == reporter, c.about == about)
        if connection.execute(same.limit(1)).first() is not None:
            raise ReportedAlready("there is an open report")
        if (connection.scalar(select(func.count()).where(c.closed.is_(None))) or 0) >= MOST_OPEN:
            raise ReportError("too many reports are open")
        said = select(chat.c.body).where(chat.c.table_id == table, chat.c.person == about).order_by(chat.c.id.desc())
        lines = list(reversed(connection.scalars(said.limit(LINES)).all()))
        row = {"at": at, "reporter": reporter, "about": about, "table_id": table, "topic": topic, "body": text}
        (number,) = connection.execute(insert(report), {**row, "chat": json.dumps(lines)}).inserted_primary_key or (0,)
        return int(number)

    return Work(run)


def close(number: int, outcome: str, *, by: str, at: float) -> Work:
    """Close a report with what came of it, and write a line of the log.

    Raises:
        ReportError: There is no such open report, or no outcome.
    """
    told = " ".join(outcome.split())

    def run(connection: Connection) -> None:
        if not 0 < len(told) <= MAX_OUTCOME or not told.isprintable():
            raise ReportError(f"say what came of it, in at most {MAX_OUTCOME} characters")
        opened = (report.c.id == number) & report.c.closed.is_(None)
        about = connection.scalar(select(report.c.about).where(opened))
        if about is None:
            raise ReportError(f"there is no open report {number}")
        connection.execute(update(report).where(opened).values(closed=at, closed_by=by, outcome=told))
        log.note("report-close", actor=by, at=at, about=about, no=number, outcome=told).run(connection)

    return Work(run)


def listed(connection: Connection, *, closed: bool = False, limit: int = 100) -> list[Report]:
    """The open reports, oldest first; with `closed`, the last closed ones, newest first."""
    c = report.c
    query = select(report).limit(limit)
    if closed:
        query = query.where(c.closed.is_not(None)).order_by(c.closed.desc())
    else:
        query = query.where(c.closed.is_(None)).order_by(c.id)
    return [
        Report(
            row.id, row.at, row.reporter, row.about, row.table_id, row.topic, row.body, json.loads(row.chat),
            row.closed, row.closed_by, row.outcome,
        )
        for row in connection.execute(query)
    ]  # fmt: skip
