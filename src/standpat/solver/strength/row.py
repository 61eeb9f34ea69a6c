"""A figure of `standpat bench strength`, and what to measure."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from standpat.compute.gpu import Gpu
from standpat.engine.games import Game

KINDS: Final = ("player", "exact", "last", "exploiters", "response", "held", "engine", "seated")
"""
- `player`: who plays, how they were made, and the time of a decision;
- `exact`: the best response, computed in the class game;
- `last`: perfect play in the last round (of the last two), against the player who solves it at the table;
- `exploiters`: the best of the scripted opponents;
- `response`: a response that learned, on new deals of the compiled game;
- `held`: the same, held to choices that the player makes now and then;
- `engine`: the response in the engine's own hands;
- `seated`: a response to the player who solves the end at the table.
"""
DECKS: Final = 60_000
"""Decks for each of five seeds, each played in every seat; an exploiter gets a tenth."""
ENGINE: Final = 12_000
"""Hands in the engine."""
LINES: Final = 24
"""Lines in which the last round is played perfectly."""
SMALL_BETS, BIG_BLINDS = "mSB", "bb/100"
"""Thousandths of a small bet a hand; big blinds per 100 hands."""


def unit_of(game: Game) -> str:
    """The unit of a game's figures."""
    return SMALL_BETS if game.betting == "fixed-limit" else BIG_BLINDS


@dataclass(frozen=True)
class Row:
    """A figure.

    Attributes:
        game: The id of the game.
        seats: The number of seats.
        player: The player measured.
        kind: One of `KINDS`.
        how: What was done, in words.
        won: What the opponent wins; None where the row is words only.
        unit: Of `won`.
        within: Half the width of the 95% interval; None where the figure is exact.
        course: By deals, what a response won while learning.
    """

    game: str
    seats: int
    player: str
    kind: str
    how: str
    won: float | None = None
    unit: str = SMALL_BETS
    within: float | None = None
    course: tuple[tuple[int, float], ...] = ()

    def __str__(self) -> str:
        figure = ""
        if self.won is not None:
            figure = f"{self.won:.3g} {self.unit}, exactly"
            if self.within is not None:
                figure = f"at least {self.won:+.1f} ± {self.within:.1f} {self.unit}"
        return f"{self.game:8} {self.seats}  {self.player:10} {self.kind:10} {figure:32} {self.how}"


def silent(text: str) -> None:
    """Say nothing."""


@dataclass(frozen=True)
class Order:
    """What to measure, and how long.

    Attributes:
        folder: The folder of the responses; what is in it is continued and tried.
        kinds: The kinds of figures.
        deals: Deals of a response; None for those of the published figures.
        decks: As `DECKS`.
        engine: As `ENGINE`.
        lines: As `LINES`.
        begin: A saved response from which new ones start; None to start as the player.
        say: Is told how a response comes on.
        threads: Threads that play an epoch of a response of a limit game, 0 for one on each core.
        gpu: The graphics card that responses of limit games learn on; None for none.
    """

    folder: Path
    kinds: tuple[str, ...] = KINDS
    deals: int | None = None
    decks: int = DECKS
    engine: int = ENGINE
    lines: int = LINES
    begin: Path | None = None
    say: Callable[[str], None] = silent
    threads: int = 1
    gpu: Gpu | None = None
