"""What a write is: operations, each a value, that are committed together or not at all.

- `Insert` only adds rows, with keys the caller chose. Neighbouring batches of nothing but inserts go to the
  database as one statement a table.
- `Work` is a function of the writing connection; what it returns is its result. It may be called twice (when a
  batch beside it failed and the transaction is done again), so it must do nothing but use the connection.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Table


class StoreError(Exception):
    """Nothing of the batch was written. The message names no card, seed or secret."""


class Insert(NamedTuple):
    """Rows to add, table by table."""

    tables: tuple[tuple[Table, Sequence[Mapping[str, Any]]], ...]


class Work(NamedTuple):
    """Something to do on the writing connection."""

    run: Callable[[Connection], Any]


Op: TypeAlias = Insert | Work
