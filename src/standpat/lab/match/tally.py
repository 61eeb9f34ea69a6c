"""What a match has come to: sums over decks, for each player in the order of entry.

A deck, played once in every seating, is one observation: what the player won over those hands. All sums that results
come from are whole numbers, so that a match has one result, however its decks were shared out.

`adjusted` is what was won less luck (`standpat.lab.match.aivat`), in `PARTS` of a chip; 0 where that is not measured.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from standpat.lab.match.interval import half_width
from standpat.lab.match.style import Style
from standpat.lab.match.timing import Timing

PARTS: Final = 100


class Score(Struct):
    """One player's sums, in chips."""

    style: Style
    timing: Timing
    total: int = 0
    squares: int = 0
    faults: int = 0
    adjusted: int = 0
    adjusted_squares: int = 0


class Tally(Struct):
    """`decks` played by all `scores`."""

    scores: list[Score]
    decks: int = 0

    @classmethod
    def empty(cls, players: int, draw_rounds: int) -> "Tally":
        return cls([Score(Style.empty(draw_rounds), Timing()) for _ in range(players)])

    def add(self, other: "Tally") -> None:
        self.decks += other.decks
        for mine, theirs in zip(self.scores, other.scores, strict=True):
            mine.style.add(theirs.style)
            mine.timing.add(theirs.timing)
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
        """Half of the 95% interval of `mean`; None below two decks."""
        score = self.scores[player]
        half = half_width(self.decks, score.total, score.squares)
        return None if half is None else half / len(self.scores)

    def adjusted_mean(self, player: int) -> float:
        """Chips won a hand, less luck."""
        return self.scores[player].adjusted / PARTS / self.hands if self.decks else 0.0

    def adjusted_margin(self, player: int) -> float | None:
        """Half of the 95% interval of `adjusted_mean`; None below two decks."""
        score = self.scores[player]
        half = half_width(self.decks, score.adjusted, score.adjusted_squares)
        return None if half is None else half / PARTS / len(self.scores)


def of_deck(
    nets: Sequence[int],
    styles: list[Style],
    timings: list[Timing],
    faults: Sequence[int],
    luck: Sequence[float] | None,
) -> Tally:
    """The tally of one deck. `nets` and `luck` are over all its hands."""
    adjusted = [0] * len(nets)
    if luck is not None:
        adjusted = [round((net - chips) * PARTS) for net, chips in zip(nets, luck, strict=True)]
    each = zip(nets, styles, timings, faults, adjusted, strict=True)
    return Tally(
        [Score(style, timing, net, net**2, wrong, less, less**2) for net, style, timing, wrong, less in each], 1
    )
