"""A write: operations, each a value, that are committed together or not at all.

- `Insert` only adds rows, with keys that the caller chose. Adjacent batches of inserts go to the database as one
  statement for each table.
- `Work` is a function of the writing connection; it returns the result. It may be called twice (when another batch of
  the transaction failed and the transaction is repeated), so it must do nothing but use the connection.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Table


class StoreError(Exception):
    """A failed write: nothing of the batch was written. The message has no card, seed or secret."""


class Insert(NamedTuple):
    """Rows to add, by table."""

    tables: tuple[tuple[Table, Sequence[Mapping[str, Any]]], ...]


class Work(NamedTuple):
    """A function to call with the writing connection."""

    run: Callable[[Connection], Any]


Op: TypeAlias = Insert | Work
