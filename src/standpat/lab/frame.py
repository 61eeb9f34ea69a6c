"""Results as pandas frames.

Every result of the laboratory that is a table has a method `frame()`, which makes a frame from its `to_dict`.
`frame(results)` makes a frame of several results with a row for each: those of `discards(…)`, or of many match-ups.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pandas import DataFrame


class PlainResult(Protocol):
    """A result that can be written as plain data."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""


def frame(results: Iterable[PlainResult]) -> "DataFrame":
    """A frame with a row for each result, in their order.

    Args:
        results: The results.

    Returns:
        The frame.

    Raises:
        ImportError: pandas is not installed.
    """
    return table([result.to_dict() for result in results])


def table(rows: Iterable[Mapping[str, Any]], index: str | None = None) -> "DataFrame":
    """A frame with a row for each mapping, nested values made `flat`.

    Args:
        rows: The rows.
        index: The column that names the rows; None to number them.

    Returns:
        The frame.

    Raises:
        ImportError: pandas is not installed.
    """
    made = _pandas().DataFrame([flat(row) for row in rows])
    return made if index is None else made.set_index(index)


def square(names: Iterable[str], cells: Iterable[Iterable[float]]) -> "DataFrame":
    """A frame whose rows and columns have the same names."""
    each = list(names)
    return _pandas().DataFrame(list(cells), index=each, columns=each)


def flat(row: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Make a nested mapping flat. The elements of a list are counted from 1.

    >>> flat({"name": "rule", "behavior": {"vpip": 0.5, "pat": [0.1, 0.3]}})
    {'name': 'rule', 'behavior.vpip': 0.5, 'behavior.pat.1': 0.1, 'behavior.pat.2': 0.3}
    """
    columns: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, list | tuple):
            value = {str(number): one for number, one in enumerate(value, start=1)}
        columns |= flat(value, f"{before}{key}.") if isinstance(value, Mapping) else {f"{before}{key}": value}
    return columns


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("frames need pandas: pip install 'standpat[frame]'") from error
    return pandas
