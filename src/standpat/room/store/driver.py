"""Statements that go straight to the database's driver, for the writes of every hand.

SQLAlchemy prepares each execution anew (a context, a cursor of its own, events), which takes several times as long as a
small statement. The transaction, the connection and errors are SQLAlchemy's as always: an error is raised as its
`DBAPIError`, without values, and a lost connection is replaced.
"""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection


def execute(connection: Connection, text: str, values: Any, made: Callable[[Any], Any] | None = None) -> Any:
    """Execute a statement in the connection's transaction, which begins if there is none.

    Args:
        connection: The connection.
        text: The statement, with the driver's marks for values.
        values: The values, in the driver's form.
        made: Makes the cursor from the driver's connection; None for the usual one.

    Returns:
        The driver's cursor.

    Raises:
        sqlalchemy.exc.DBAPIError: The statement failed.
    """
    cursor = _cursor(connection, made)
    try:
        cursor.execute(text, values)
    except Exception as error:
        connection._handle_dbapi_exception(error, text, values, cursor, None)
    return cursor


def execute_each(connection: Connection, text: str, rows: Sequence[Any]) -> None:
    """Execute a statement for each row of values, like `execute`.

    Raises:
        sqlalchemy.exc.DBAPIError: The statement failed.
    """
    cursor = _cursor(connection)
    try:
        cursor.executemany(text, rows)
    except Exception as error:
        connection._handle_dbapi_exception(error, text, rows, cursor, None)


def _cursor(connection: Connection, made: Callable[[Any], Any] | None = None) -> Any:
    if not connection.in_transaction():
        connection.begin()
    pooled = connection.connection
    return pooled.cursor() if made is None else made(pooled.driver_connection)
