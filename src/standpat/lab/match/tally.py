"""What a match has come to: sums over decks, for each player in the order of entry.

A deck, played once in every seating, is one observation: what the player won over those hands. All sums that results
come from are whole numbers, so that a match has one result, however its decks were shared out.
"""

from collections.abc import Sequence

from msgspec import Struct

from standpat.lab.match.interval import half_width
from standpat.lab.match.style import Style
from standpat.lab.match.timing import Timing


class Score(Struct):
    """One player's sums, in chips."""

    style: Style
    timing: Timing
    total: int = 0
    squares: int = 0
    faults: int = 0


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


def of_deck(nets: Sequence[int], styles: list[Style], timings: list[Timing], faults: Sequence[int]) -> Tally:
    """The tally of one deck. `nets` are over all its hands."""
    each = zip(nets, styles, timings, faults, strict=True)
    return Tally([Score(style, timing, net, net * net, wrong) for net, style, timing, wrong in each], 1)
