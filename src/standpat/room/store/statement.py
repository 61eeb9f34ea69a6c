"""Statements that are compiled once for each dialect, for the writes that every hand makes.

A `Statement` passes its values to the driver as they are: they must be values that both drivers take (None, int, float,
str, bytes, bool), and rows come back as the driver has them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Executable

from standpat.room.store import driver


class Statement:
    """A statement with named values.

    Args:
        statement: The statement. Each of its values is a `bindparam`.
        columns: For an insert, the columns that are given.
    """

    def __init__(self, statement: Executable, columns: Sequence[str] | None = None) -> None:
        self._statement = statement
        self._columns = columns
        self._compiled: dict[str, tuple[str, tuple[str, ...] | None]] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """Run it with values by name. Returns the number of rows that were changed."""
        return int(self._run(connection, values).rowcount)

    def rows(self, connection: Connection, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Run it with values by name. Returns the rows that it selects or returns."""
        return list(self._run(connection, values).fetchall())

    def run_each(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run it once for each row of values."""
        text, order = self._for(connection)
        if order is None:
            driver.execute_each(connection, text, rows)
        else:
            driver.execute_each(connection, text, [tuple([row[name] for name in order]) for row in rows])

    def _run(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        text, order = self._for(connection)
        return driver.execute(connection, text, values if order is None else tuple([values[name] for name in order]))

    def _for(self, connection: Connection) -> tuple[str, tuple[str, ...] | None]:
        """The text for a connection, and the order of its values if they are positional."""
        dialect = connection.dialect
        known = self._compiled.get(dialect.name)
        if known is None:
            compiled: Any = self._statement.compile(dialect=dialect, column_keys=self._columns)  # type: ignore[attr-defined]
            order = tuple(compiled.positiontup) if compiled.positional else None
            known = self._compiled[dialect.name] = str(compiled), order
        return known
