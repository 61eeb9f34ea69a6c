"""Inserts of many rows in one statement: ``INSERT INTO event (…) VALUES (…), (…), …``.

One call of the driver adds up to `MOST` rows. `executemany` would make one call for each row. With SQLite each call
releases Python's global lock, so in a busy room each row would have to wait for the lock. Values are bound, never
written into the statement. A column that a row leaves out is NULL.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Dialect, Table

from standpat.room.store import driver

MOST: Final = 100
"""The largest number of rows in one statement."""


class Bulk:
    """Inserts into one table, for one dialect."""

    def __init__(self, table: Table, dialect: Dialect) -> None:
        quote = dialect.identifier_preparer
        columns = ", ".join([quote.quote(column.name) for column in table.columns])
        mark = "?" if dialect.paramstyle == "qmark" else "%s"
        self._columns = tuple([column.name for column in table.columns])
        self._start = f"INSERT INTO {quote.format_table(table)} ({columns}) VALUES "
        self._row = f"({', '.join([mark] * len(self._columns))})"
        self._statements: dict[int, str] = {}

    def add(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert rows in their order."""
        for first in range(0, len(rows), MOST):
            some = rows[first : first + MOST]
            values = tuple([row.get(column) for row in some for column in self._columns])
            driver.execute(connection, self._statement(len(some)), values)

    def _statement(self, rows: int) -> str:
        known = self._statements.get(rows)
        if known is None:
            known = self._statements[rows] = self._start + ", ".join([self._row] * rows)
        return known
