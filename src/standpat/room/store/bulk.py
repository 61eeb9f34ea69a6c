"""Inserts of many rows in one statement: ``INSERT INTO event (…) VALUES (…), (…), …``.

One call of the driver adds as many rows as one of `SIZES` allows. `executemany` would make one call for each row. With
SQLite each call releases Python's global lock, so in a busy room each row would have to wait for the lock. Values are
bound, never written into the statement. A column that a mapping leaves out is NULL.

On PostgreSQL the values have the server's own marks (``$1``). psycopg would search the statement for its marks at each
call, which takes half of the time of an insert.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final

from sqlalchemy import Connection, Dialect, Table

from standpat.room.store import driver
from standpat.room.store.batch import Row

SIZES: Final = (96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1)
"""The numbers of rows that a statement can have. The driver keeps its statements, and one of 96 rows takes 100 kB: with
one for every number they would be most of the memory of a room with a hundred tables.
"""


class Bulk:
    """Inserts into one table, for one dialect."""

    def __init__(self, table: Table, dialect: Dialect) -> None:
        quote = dialect.identifier_preparer
        columns = ", ".join([quote.quote(column.name) for column in table.columns])
        self._columns = tuple([column.name for column in table.columns])
        self._start = f"INSERT INTO {quote.format_table(table)} ({columns}) VALUES "
        self._statements: dict[int, str] = {}
        self._numbered = dialect.name == "postgresql"
        self._cursor: Callable[[Any], Any] | None = None
        if self._numbered:
            from psycopg import RawCursor

            self._cursor = RawCursor

    def add(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Insert rows in their order."""
        first = 0
        while left := len(rows) - first:
            size = next(size for size in SIZES if size <= left)
            some = rows[first : first + size]
            first += size
            whole = [row if type(row) is tuple else self._whole(row) for row in some]
            values = tuple(chain.from_iterable(whole))
            driver.execute(connection, self._statement(len(some)), values, self._cursor)

    def _whole(self, row: Row) -> tuple[Any, ...]:
        """A row with a value for each column."""
        return row if isinstance(row, tuple) else tuple([row.get(column) for column in self._columns])

    def _statement(self, rows: int) -> str:
        known = self._statements.get(rows)
        if known is None:
            wide = len(self._columns)
            marks = [f"${number}" if self._numbered else "?" for number in range(1, rows * wide + 1)]
            each = [f"({', '.join(marks[first : first + wide])})" for first in range(0, len(marks), wide)]
            known = self._statements[rows] = self._start + ", ".join(each)
        return known
