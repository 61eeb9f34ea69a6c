"""A database with its triggers disabled for a while, as its owner can do."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text


@contextmanager
def without_triggers(connection: Connection) -> Iterator[None]:
    """Disable the triggers of all tables within the block. Afterwards they are as before.

    It belongs to the transaction of the connection, which it begins if necessary.
    """
    if connection.dialect.name == "sqlite":
        triggers = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
        for name, _ in triggers:
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        yield
        for _, statement in triggers:
            connection.exec_driver_sql(statement)
        return
    query = "SELECT DISTINCT event_object_table FROM information_schema.triggers"
    tables = connection.execute(text(query)).scalars().all()
    for name in tables:
        connection.exec_driver_sql(f'ALTER TABLE "{name}" DISABLE TRIGGER USER')
    yield
    for name in tables:
        connection.exec_driver_sql(f'ALTER TABLE "{name}" ENABLE TRIGGER USER')
