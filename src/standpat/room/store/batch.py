"""A write is a batch of operations that are committed together or not at all. Operations are values.

- `Insert` only adds rows, with keys that the caller chose. Adjacent batches of inserts go to the database as one
  statement for each table.
- `Work` is a function of the writing connection and returns the result. If another batch of the transaction fails, the
  transaction is repeated and the function is called a second time. So it may use the connection and do nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Table


class StoreError(Exception):
    """A failed write: nothing of the batch was written. The message contains no card, seed or secret."""


Row: TypeAlias = Mapping[str, Any] | tuple[Any, ...]
"""The values of a row: by the names of columns, or those of all columns in their order."""


class Insert(NamedTuple):
    """Rows to add, by table. The result of an insert is None."""

    tables: tuple[tuple[Table, Sequence[Row]], ...]


class Work(NamedTuple):
    """A function to call with the writing connection. Its return value is the result."""

    run: Callable[[Connection], Any]


Op: TypeAlias = Insert | Work
