"""The audit log: sign-ins, failed sign-ins, and acts of table owners and of the operator. It is append-only.

A line says who (`actor`: a person's id, or "operator" for the command line) did what (`act`) to whom or what (`about`:
the id of a person or table, or ""), with details. No line has a password, a token, or a name that was typed but does
not exist. Lines are links of the chain (`standpat.room.store.chain`).

Acts: ``sign-in``, ``sign-in-refused``; of hosts of tables ``table-bar``, ``table-unbar``, ``table-bots``,
``table-close``, ``table-pause``, ``table-approval``, ``table-remove``, ``table-end-break``, ``table-rules``,
``table-co-host``, ``table-offer``, ``table-accept``, ``table-link``, ``table-unlink``; of the operator ``role``,
``bar``, ``unbar``, ``chips``, ``void``, ``close``, ``token``, ``password``, ``sign-out``, ``restrict-bar``,
``restrict-mute``, ``restrict-lift``, ``report-close``, ``setting``, ``tournament-pause``, ``tournament-resume``,
``tournament-cancel``, ``tournament-withdraw``, and ``look`` at a person's devices and addresses or at signals.
"""

import json
from collections.abc import Collection
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, or_, select

from standpat.room.store import chain, schema
from standpat.room.store.batch import Work

OPERATOR: Final = "operator"
"""The actor of acts from the command line."""
VOID: Final = "void"
"""An act whose detail `hands` lists the hands that do not count."""


class Line(Struct, frozen=True):
    """A line of the log."""

    id: int
    at: float
    actor: str
    act: str
    about: str
    detail: dict[str, Any]


def note(act: str, *, actor: str, at: float, about: str = "", **detail: object) -> Work:
    """Write a line of the log. The result is its number.

    Args:
        act: The act.
        actor: The id of the person who did it, or `OPERATOR`.
        at: The time, in Unix seconds.
        about: The id of the person or table that it concerns; "" for none.
        **detail: Details, as JSON values.
    """
    text = json.dumps(detail)
    row = {"at": at, "actor": actor, "act": act, "about": about, "detail": text}

    def run(connection: Connection) -> int:
        (number,) = connection.execute(_ADD, row).inserted_primary_key or (0,)
        chain.add(connection, "log", number, log_digest(number, float(at), actor, act, about, text))
        return int(number)

    return Work(run)


def lines(connection: Connection, about: str | None = None, limit: int = 100) -> list[Line]:
    """The last lines, newest first.

    Args:
        connection: A connection.
        about: Only lines by or about this person or table.
        limit: The largest number of lines.
    """
    query = select(_LOG).order_by(_LOG.c.id.desc()).limit(limit)
    if about is not None:
        query = query.where(or_(_LOG.c.actor == about, _LOG.c.about == about))
    rows = connection.execute(query).all()
    return [Line(row.id, row.at, row.actor, row.act, row.about, json.loads(row.detail)) for row in rows]


def lines_of(connection: Connection, acts: Collection[str], limit: int = 100) -> list[Line]:
    """The last lines of some acts, newest first."""
    query = select(_LOG).where(_LOG.c.act.in_(acts)).order_by(_LOG.c.id.desc()).limit(limit)
    rows = connection.execute(query).all()
    return [Line(row.id, row.at, row.actor, row.act, row.about, json.loads(row.detail)) for row in rows]


def log_digest(*row: object) -> bytes:
    """The digest of a stored line, for the chain."""
    return chain.digest(*row)


_LOG: Final = schema.audit_log
_ADD: Final = _LOG.insert()
