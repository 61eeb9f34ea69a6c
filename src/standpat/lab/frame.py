"""Results as pandas frames.

Every result of the laboratory that is a table has a `frame()`, made here of what its `to_dict` says; and
`frame(results)` is that of several, a row each: of `discards(…)`, or of many match-ups.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pandas import DataFrame


class Told(Protocol):
    """A result."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""


def frame(results: Iterable[Told]) -> "DataFrame":
    """A row for each result, in their order."""
    return table([result.to_dict() for result in results])


def table(rows: Iterable[Mapping[str, Any]], index: str | None = None) -> "DataFrame":
    """A row for each of these, `flat`; with `index` the column of that name is the row's."""
    made = _pandas().DataFrame([flat(row) for row in rows])
    return made if index is None else made.set_index(index)


def square(names: Iterable[str], cells: Iterable[Iterable[float]]) -> "DataFrame":
    """Rows and columns have the same names."""
    each = list(names)
    return _pandas().DataFrame(list(cells), index=each, columns=each)


def flat(row: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """One level of what was nested; what stood in a list is counted from 1.

    >>> flat({"name": "rule", "behavior": {"vpip": 0.5, "pat": [0.1, 0.3]}})
    {'name': 'rule', 'behavior.vpip': 0.5, 'behavior.pat.1': 0.1, 'behavior.pat.2': 0.3}
    """
    told: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, list | tuple):
            value = {str(number): one for number, one in enumerate(value, start=1)}
        told |= flat(value, f"{before}{key}.") if isinstance(value, Mapping) else {f"{before}{key}": value}
    return told


def _pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("frames are pandas', which is not here: pip install 'standpat[frame]'") from error
    return pandas
