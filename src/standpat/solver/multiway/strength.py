"""What the players of the package can lose, by game and number of seats: the rows of ``standpat bench strength``.

- Two seats: the exact best response to the strategy file of `blueprint` in the class game
  (`standpat.solver.response.strategy_file_response`): cards are dealt independently there.
- Three seats of single draw: the exact best responses to `multiway` in the class game of its spots, one in each place
  (`standpat.solver.multiway.class_game`).
- Three to six: lower bounds for `multiway`. The best of forty scripted exploiters (`exploiters`); a warm-started
  response (`response`), free and held to choices of at least `LEAST`, trained here or stored in the folder, whichever
  wins most on the deals of a selection; both measured on other deals. The free one also in the engine's own hands.

A lower bound says what one search has found. A longer or finer one may find more.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.blueprint import strategy_files
from standpat.bots.multiway import Multiway, multiway_files
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.player import Player
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.games import Game, Stakes
from standpat.lab.match.interval import half_width
from standpat.solver.blueprint.export import weights_of
from standpat.solver.game.abstraction import blueprint_problem
from standpat.solver.multiway.class_game import LARGEST
from standpat.solver.multiway.engine_match import Responder, duplicate
from standpat.solver.multiway.exploiters import EXPLOITERS
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.lines import losses, weights_of_file
from standpat.solver.multiway.match import Won
from standpat.solver.multiway.response import DEALS, Choices, Response, nothing_learned, stored, won
from standpat.solver.response.best_response import Evaluator
from standpat.solver.response.strategy_file_response import StrategyFileEvaluator

LEAST: Final = 0.01
"""The probability of the player's choices to which a response is held."""
FULL: Final = {3: 75_000_000, 4: 75_000_000, 5: 150_000_000, 6: 150_000_000}
"""Deals of a response whose figure is published, by number of seats."""
DECKS: Final = 60_000
"""Decks for each of five seeds, each played in every seat; an exploiter gets a tenth."""
SELECTION: Final = (101, 102)
"""Seeds of the deals on which the best exploiter and the best response are chosen."""
ENGINE: Final = 12_000
"""Hands in the engine."""
KINDS: Final = ("exact", "exploiters", "response", "held", "engine")
SAVE_EVERY: Final = 200
"""Epochs between two saves of a response."""


@dataclass(frozen=True)
class Row:
    """A figure.

    Attributes:
        game: The id of the game.
        seats: The number of seats.
        player: The player measured.
        kind: One of `KINDS`.
        how: What was done, in words.
        msb: What the responder wins, mSB a hand.
        within: Half the width of the 95% interval; None where the figure is exact.
        course: By deals, what the response won while learning.
    """

    game: str
    seats: int
    player: str
    kind: str
    how: str
    msb: float
    within: float | None
    course: tuple[tuple[int, float], ...] = ()

    def __str__(self) -> str:
        figure = f"{self.msb:.3g}, exactly" if self.within is None else f"at least {self.msb:+.1f} ± {self.within:.1f}"
        return f"{self.game:8} {self.seats}  {self.player:10} {self.kind:10} {figure:26} {self.how}"


@dataclass(frozen=True)
class Order:
    """What to measure, and how long.

    Attributes:
        folder: The folder of the responses; what is in it is continued and tried.
        kinds: The kinds of figures.
        deals: Deals of a response; None for `FULL`.
        decks: As `DECKS`.
        engine: As `ENGINE`.
        begin: A saved response from which new ones start; None to start as the player.
        say: Is told how a response comes on.
    """

    folder: Path
    kinds: tuple[str, ...] = KINDS
    deals: int | None = None
    decks: int = DECKS
    engine: int = ENGINE
    begin: Path | None = None
    say: Callable[[str], None] = lambda text: None


def strength(game: Game, seats: int, order: Order) -> Iterator[Row]:
    """The figures of a game at a number of seats, each when it is found. None where no strategy file plays.

    Args:
        game: The game.
        seats: The number of seats.
        order: What to measure.
    """
    if seats == 2:
        if "exact" in order.kinds and game.id in strategy_files():
            yield _exact(game, strategy_files()[game.id])
    elif game.id in multiway_files():
        if "exact" in order.kinds and game.draw_rounds == 1 and seats <= LARGEST:
            yield _exact_several(game, seats, multiway_files()[game.id])
        if MultiwayFile.load(multiway_files()[game.id]).lines(seats) is not None:
            return  # the compiled game of the bounds has no lines
        yield from _bounds(game, seats, multiway_files()[game.id], order)


def _exact(game: Game, path: Path) -> Row:
    file = StrategyFile.load(path)
    if game.draw_rounds > 1:
        found = StrategyFileEvaluator(file).exploitability()
    else:  # small enough for all weights at once
        recipe = file.head["recipe"]
        stakes = Stakes(recipe["small_blind"], recipe["big_blind"], recipe["ante"])
        problem = blueprint_problem(game, stakes, states=recipe["states"], counts=recipe["counts"])
        found = Evaluator(problem).exploitability(weights_of(path, problem))
    return Row(game.id, 2, "blueprint", "exact", "best response, class game", found.msb, None)


def _exact_several(game: Game, seats: int, path: Path) -> Row:
    found = losses(game, seats, weights_of_file(game, seats, MultiwayFile.load(path)))
    how = f"best response, class game; NashConv {found.nash_conv:.1f}"
    return Row(game.id, seats, "multiway", "exact", how, found.msb, None)


def _bounds(game: Game, seats: int, path: Path, order: Order) -> Iterator[Row]:
    file = MultiwayFile.load(path)
    player = policy_of_file(file.strategy(seats))

    def row(kind: str, how: str, won: Won, course: tuple[tuple[int, float], ...] = ()) -> Row:
        return Row(game.id, seats, "multiway", kind, how, won.msb, won.within, course)

    if "exploiters" in order.kinds:
        name, found = best_exploiter(game, player, seats, order.decks)
        yield row("exploiters", f"the best of {len(EXPLOITERS)}: {name}; {found.hands:,} hands", found)
    for kind, least in (("response", 0.0), ("held", LEAST)):
        if kind in order.kinds or (kind == "response" and "engine" in order.kinds):
            fresh = _learned(game, player, seats, least, order)
            name, best, found = best_response(game, player, seats, least, order)
            if kind in order.kinds:
                how = f"{fresh.deals:,} deals, {name}; {found.hands:,} hands"
                yield row(kind, how, found, tuple(fresh.course))
            if kind == "response" and "engine" in order.kinds:
                players: list[Player] = [Responder(file, best), *[Multiway(file)] * (seats - 1)]
                mean = duplicate(players, [1] + [0] * (seats - 1), order.engine, 5, game.id)
                within = half_width(mean.count, mean.total, mean.squares) or 0.0
                hands = mean.count * seats
                yield row("engine", f"{name}; {hands:,} hands", Won(mean.total / mean.count, within, hands))


def _learned(game: Game, player: NDArray[np.void], seats: int, least: float, order: Order) -> Response:
    """The response of the folder, continued until it has its deals."""
    begin = None if order.begin is None else stored(order.begin)[1]
    deals = order.deals or FULL[seats]
    response = Response(game, player, seats, least=least, begin=begin, deals=min(DEALS, deals))
    response.continue_from(order.folder / f"{game.id}-{seats}-{response.id}.npz")
    told = len(response.course)
    while response.deals < deals:
        response.iterate()
        if len(response.course) > told:
            told = len(response.course)
            done, msb = response.course[-1]
            order.say(f"{game.id}, {seats} seats, least {least}: {done:,} deals, {msb:+.1f} while learning")
        if response.epoch % SAVE_EVERY == 0:
            response.save()
    response.save()
    return response


def best_exploiter(game: Game, player: NDArray[np.void], seats: int, decks: int = DECKS) -> tuple[str, Won]:
    """The scripted exploiter that wins most, chosen on some deals and measured on others.

    Args:
        game: The game.
        player: A row of `cfr_kernel.POLICY`.
        seats: The number of seats.
        decks: Decks for each seed of the measurement.

    Returns:
        The exploiter, and what it wins.
    """
    nothing = nothing_learned()

    def tried(at: int) -> float:
        habit = EXPLOITERS[at].habit
        return won(game, player, seats, nothing, habit=habit, decks=max(1, decks // 10), seeds=SELECTION).msb

    best = EXPLOITERS[max(range(len(EXPLOITERS)), key=tried)]
    return str(best), won(game, player, seats, nothing, habit=best.habit, decks=decks)


def best_response(
    game: Game, player: NDArray[np.void], seats: int, least: float, order: Order
) -> tuple[str, Choices, Won]:
    """The response of a folder that wins most from a player, chosen on some deals and measured on others.

    Args:
        game: The game.
        player: A row of `cfr_kernel.POLICY`.
        seats: The number of seats.
        least: That of the responses that are tried.
        order: Has the folder, and the decks.

    Returns:
        The name of its file, its choices, and what it wins.
    """
    found = []
    for path in sorted(order.folder.glob(f"{game.id}-{seats}-*.npz")):
        head, best = stored(path)
        if head["game"] == game.id and head["seats"] == seats and head["least"] == least:
            found.append((won(game, player, seats, best, decks=order.decks, seeds=SELECTION).msb, path.name, best))
    _, name, best = max(found, key=lambda entry: entry[:2])
    return name, best, won(game, player, seats, best, decks=order.decks)
