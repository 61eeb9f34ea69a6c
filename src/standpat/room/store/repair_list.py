"""Tables that the running room has set aside (`standpat.room.tables.repair`), stored for the operator's commands."""

from sqlalchemy import Connection, delete, insert, select, true

from standpat.room.store import schema
from standpat.room.store.batch import Work


def put(table: str, why: str, at: float) -> Work:
    """Set a table aside, because the room could not open it."""

    def run(connection: Connection) -> None:
        connection.execute(delete(schema.repair).where(schema.repair.c.table_id == table))
        connection.execute(insert(schema.repair).values(table_id=table, at=at, why=why))

    return Work(run)


def remove(table: str | None = None) -> Work:
    """Remove a table from the list; all tables if `table` is None."""
    which = true() if table is None else schema.repair.c.table_id == table
    return Work(lambda c: c.execute(delete(schema.repair).where(which)).close())


def all_aside(connection: Connection) -> dict[str, str]:
    """The tables that were set aside, and the reason for each."""
    return dict(connection.execute(select(schema.repair.c.table_id, schema.repair.c.why)).all())
