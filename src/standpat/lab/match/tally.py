"""The sums of a match over its decks, for each player in the order of entry.

A deck, played once in every seating, is one observation: what the player won over those hands. All sums from which
results are computed are whole numbers, so the result does not depend on how the decks were divided among processes.

`adjusted` is what was won minus luck (`standpat.lab.match.aivat`), in `PARTS` of a chip; 0 if luck is not measured.
"""

from collections.abc import Sequence
from operator import add
from typing import Final

from msgspec import Struct

from standpat.lab.match.interval import half_width
from standpat.lab.match.style import Style
from standpat.lab.match.timing import Timing

PARTS: Final = 100
"""Parts of a chip that adjusted sums are counted in."""


class Score(Struct):
    """The sums of one player, in chips. `at` and `at_squares` are over the hands that it played at each seat."""

    style: Style
    timing: Timing
    at: list[int]
    at_squares: list[int]
    total: int = 0
    squares: int = 0
    faults: int = 0
    adjusted: int = 0
    adjusted_squares: int = 0


class Tally(Struct):
    """The sums of a number of `decks`, with the `scores` of all players."""

    scores: list[Score]
    decks: int = 0

    @classmethod
    def empty(cls, players: int, draw_rounds: int) -> "Tally":
        """No decks yet."""
        return cls([Score(Style.empty(draw_rounds), Timing(), [0] * players, [0] * players) for _ in range(players)])

    def add(self, other: "Tally") -> None:
        """Add the decks of another."""
        self.decks += other.decks
        for mine, theirs in zip(self.scores, other.scores, strict=True):
            mine.style.add(theirs.style)
            mine.timing.add(theirs.timing)
            mine.at = list(map(add, mine.at, theirs.at))
            mine.at_squares = list(map(add, mine.at_squares, theirs.at_squares))
            mine.total += theirs.total
            mine.squares += theirs.squares
            mine.faults += theirs.faults
            mine.adjusted += theirs.adjusted
            mine.adjusted_squares += theirs.adjusted_squares

    @property
    def hands(self) -> int:
        """Hands played by each player."""
        return self.decks * len(self.scores)

    def mean(self, player: int) -> float:
        """Chips won a hand."""
        return self.scores[player].total / self.hands if self.decks else 0.0

    def margin(self, player: int) -> float | None:
        """Half the width of the 95% interval of `mean`; None with fewer than two decks."""
        score = self.scores[player]
        half = half_width(self.decks, score.total, score.squares)
        return None if half is None else half / len(self.scores)

    def seat_mean(self, player: int, seat: int) -> float:
        """Chips won a hand at one seat; each deck has one hand there."""
        return self.scores[player].at[seat] / self.decks if self.decks else 0.0

    def seat_margin(self, player: int, seat: int) -> float | None:
        """Half the width of the 95% interval of `seat_mean`."""
        score = self.scores[player]
        return half_width(self.decks, score.at[seat], score.at_squares[seat])

    def adjusted_mean(self, player: int) -> float:
        """Chips won a hand, with luck subtracted."""
        return self.scores[player].adjusted / PARTS / self.hands if self.decks else 0.0

    def adjusted_margin(self, player: int) -> float | None:
        """Half the width of the 95% interval of `adjusted_mean`; None with fewer than two decks."""
        score = self.scores[player]
        half = half_width(self.decks, score.adjusted, score.adjusted_squares)
        return None if half is None else half / PARTS / len(self.scores)


def of_deck(
    nets: Sequence[Sequence[int]],
    styles: list[Style],
    timings: list[Timing],
    faults: Sequence[int],
    luck: Sequence[float] | None,
) -> Tally:
    """The tally of one deck.

    Args:
        nets: By player and seat, chips won.
        styles: By player, the counts of its play.
        timings: By player, the times of its decisions.
        faults: By player, the number of faults.
        luck: By player, the luck of all hands in chips; None if it is not measured.

    Returns:
        The tally.
    """
    scores = []
    for player, (won, style, timing, wrong) in enumerate(zip(nets, styles, timings, faults, strict=True)):
        total = sum(won)
        less = 0 if luck is None else round((total - luck[player]) * PARTS)
        squares = [net * net for net in won]
        scores.append(Score(style, timing, list(won), squares, total, total * total, wrong, less, less * less))
    return Tally(scores, 1)
