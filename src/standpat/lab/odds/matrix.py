"""The matrix of match-ups: each hand or range alone against each other one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from standpat.lab.frame import square
from standpat.lab.odds.matchup import MatchUp, matchup
from standpat.lab.odds.progress import Progress, part_of

if TYPE_CHECKING:
    from pandas import DataFrame

Table: TypeAlias = tuple[tuple[float, ...], ...]
_NEVER = float("nan")


@dataclass(frozen=True)
class Matrix:
    """The result of `matrix`.

    Attributes:
        hands: The hands or ranges.
        game: The id of the game.
        house: The name of its house rules.
        draws: Draws to come.
        dead: The dead cards.
        policy: The drawing policy of all.
        exact: Whether all cells are exact.
        shares: `shares[row][column]` is the equity of the row's hand against the column's; NaN if they share a card.
        low, high: The 95% intervals of `shares`; equal to it where a cell is exact.
    """

    hands: tuple[str, ...]
    game: str
    house: str
    draws: int
    dead: str
    policy: str
    exact: bool
    shares: Table = field(repr=False)
    low: Table = field(repr=False)
    high: Table = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        plain = {name: getattr(self, name) for name in ("hands", "game", "house", "draws", "dead", "policy", "exact")}
        return plain | {name: _plain(getattr(self, name)) for name in ("shares", "low", "high")}

    def frame(self, of: Literal["shares", "low", "high"] = "shares") -> "DataFrame":
        """A pandas frame with a row and a column for each hand."""
        return square(self.hands, getattr(self, of))

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval; 0 if everything is exact."""
        widths = [b - a for low, high in zip(self.low, self.high, strict=True) for a, b in zip(low, high, strict=True)]
        return max([width for width in widths if width == width]) / 2


def matrix(hands: Sequence[str], *, policy: str = "best", progress: Progress | None = None, **options: Any) -> Matrix:
    """Compute the equity of each hand against each other one. The hand further up in the list draws first.

    Args:
        hands: Two or more hands or ranges.
        policy: The drawing policy of all.
        progress: Called with the work done and the whole work.
        **options: Other arguments of `matchup`.

    Returns:
        The equities; a hand against itself has 0.5.

    Raises:
        ValueError: There are fewer than two hands, no two of them can meet, or an argument is wrong.

    >>> found = matrix(["2c3d4h7s", "2d3h4s8c", "2c5d6h8h"], draws=1)
    >>> found.exact, round(found.shares[0][1], 4), found.shares[0][2]
    (True, 0.5378, nan)
    """
    if len(hands) < 2:
        raise ValueError(f"a matrix of {len(hands)} hands: expected two or more")
    pairs = [(row, column) for column in range(len(hands)) for row in range(column)]
    met: dict[tuple[int, int], MatchUp] = {}
    apart = ""
    for number, (row, column) in enumerate(pairs):
        part_progress = part_of(progress, number, len(pairs))
        try:
            met[row, column] = matchup([hands[row], hands[column]], policies=policy, progress=part_progress, **options)
        except ValueError as error:
            if "twice among" not in str(error) and "holds no hand without" not in str(error):
                raise
            apart = str(error)
    if not met:
        raise ValueError(f"no two of these hands can meet: {apart}")
    shares, low, high = [
        [[0.5 if r == c else _NEVER for c in range(len(hands))] for r in range(len(hands))] for _ in "123"
    ]
    for (row, column), match in met.items():
        for a, b, side in ((row, column, match.sides[0]), (column, row, match.sides[1])):
            shares[a][b], low[a][b], high[a][b] = side.equity, side.low, side.high
    one = next(iter(met.values()))
    exact = all([match.exact for match in met.values()])
    cells = [tuple([tuple(line) for line in table]) for table in (shares, low, high)]
    return Matrix(tuple(hands), one.game, one.house, one.draws, one.dead, policy, exact, *cells)


def _plain(table: Table) -> list[list[float | None]]:
    """The cells with None for NaN, which JSON does not have."""
    return [[share if share == share else None for share in line] for line in table]
