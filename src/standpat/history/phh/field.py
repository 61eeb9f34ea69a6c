"""The fields of PHH hands, and their lines in the file."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from standpat.history.record import MOST_CHIPS, Damaged

PREFIX: Final = "_standpat_"
"""The prefix of our user-defined fields."""

MOST_PLACES: Final = 9
"""The largest number of decimals in an amount."""

_TABLE: Final = re.compile(r"""^\[\s*(?!_)([A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')\s*\][ \t]*(?:\#.*)?$""", re.MULTILINE)
_BEYOND_INT: Final = re.compile(r"[\d_]{4300}")
_AMOUNTS: Final = (
    "antes",
    "blinds_or_straddles",
    "small_bet",
    "big_bet",
    "min_bet",
    "starting_stacks",
    "finishing_stacks",
)


class Wrong(ValueError):
    """An error in a hand, with its line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


@dataclass
class Fields:
    """One hand: its text, which begins at `line` of the file, and what TOML makes of it."""

    line: int
    text: str
    data: dict[str, Any]
    scale: int = 1
    """The number of chips in one unit of the file."""

    def line_of(self, key: str) -> int:
        """The line of a field in the file."""
        at = re.search(rf"^[ \t]*{re.escape(key)}[ \t]*=", self.text, re.MULTILINE)
        return self.line + self.text.count("\n", 0, at.end()) if at else self.line

    def need(self, key: str) -> Any:
        """A required field; a `Wrong` error where it is missing."""
        if key not in self.data:
            raise Wrong(self.line, f"the field {key} is missing")
        return self.data[key]

    def actions(self) -> list[tuple[int, str]]:
        """Each action without its comment, and its line."""
        actions: list[tuple[int, str]] = []
        at = re.search(r"^[ \t]*actions[ \t]*=", self.text, re.MULTILINE)
        place = at.end() if at else 0
        for action in self.need("actions"):
            if not isinstance(action, str):
                raise Wrong(self.line_of("actions"), f"{action!r} is not an action: expected text such as 'p1 cc'")
            quoted = re.compile(rf"""(['"]){re.escape(action)}\1""").search(self.text, place)
            place = quoted.end() if quoted else place
            actions.append((self.line + self.text.count("\n", 0, place), action.partition("#")[0].strip()))
        return actions

    def chips(self, key: str) -> list[int]:
        """An amount, or a list of them, in chips."""
        self.need(key)
        line = self.line_of(key)
        return [self.whole(line, value) for value in self._numbers(key)]

    def whole(self, line: int, value: object) -> int:
        """One amount in chips."""
        chips = number(line, value) * self.scale
        if chips != int(chips):
            raise Wrong(line, f"{_short(value)} is not a whole number of chips at {self.scale} to one")
        return int(chips)

    def least_scale(self) -> int:
        """The smallest number of chips in a unit that makes every amount whole: 1, or 100 or more for decimals."""
        amounts = [value for key in _AMOUNTS for value in self._numbers(key)]
        amounts += [number(line, action.split()[-1]) for line, action in self.actions() if " cbr " in action]
        places = max([-int(amount.normalize().as_tuple().exponent) for amount in amounts], default=0)
        return int(10 ** max(2, places)) if places > 0 else 1

    def _numbers(self, key: str) -> list[Decimal]:
        value = self.data.get(key, [])
        line = self.line_of(key)
        return [number(line, amount) for amount in (value if isinstance(value, list) else [value])]


def number(line: int, value: object) -> Decimal:
    """An amount as it is in the file; a `Wrong` error where it is not an amount."""
    try:
        amount = Decimal(str(value).replace(",", ""))
    except (InvalidOperation, ValueError):  # a `ValueError` is an int of too many digits to be text
        raise Wrong(line, f"{_short(value)} is not an amount") from None
    if isinstance(value, bool) or not amount.is_finite() or amount.copy_abs() > MOST_CHIPS:
        raise Wrong(line, f"{_short(value)} is not an amount of chips: expected {MOST_CHIPS} at most")
    if int(amount.as_tuple().exponent) < -MOST_PLACES:
        raise Wrong(line, f"{_short(value)} has more than {MOST_PLACES} decimals")
    return amount


def _short(value: object) -> str:
    """A value for messages, shortened; ints of thousands of digits have no text."""
    try:
        return repr(value)[:40]
    except ValueError:
        return "the number is too large"


def hands(text: str) -> Iterator[Fields | Damaged]:
    """The fields of each hand in a file, one hand or tables of them."""
    for line, table in _tables(text):
        try:
            yield Fields(line, table, tomllib.loads(table, parse_float=Decimal))
        except (ValueError, RecursionError, ArithmeticError) as error:
            at = re.search(r"at line (\d+)", str(error))
            huge = _BEYOND_INT.search(table)
            after = int(at[1]) - 1 if at else table.count("\n", 0, huge.start() if huge else len(table.rstrip()))
            yield Damaged(line + after, f"not TOML: {error}")


def _tables(text: str) -> Iterator[tuple[int, str]]:
    """Each hand's text, and the line where it begins."""
    heads = list(_TABLE.finditer(text))
    starts = [0, *[head.end() for head in heads]]
    ends = [*[head.start() for head in heads], len(text)]
    for start, end in zip(starts, ends, strict=True):
        table = text[start:end]
        if any(row.strip() and not row.lstrip().startswith("#") for row in table.split("\n")):
            yield text.count("\n", 0, start) + 1, table
