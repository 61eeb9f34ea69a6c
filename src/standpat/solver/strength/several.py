"""What the player of three to six seats of limit games can lose.

- Three seats of single draw: the exact best responses to `multiway` in the class game of its spots, one in each place
  (`standpat.solver.multiway.class_game`).
- Three to six: lower bounds. The best of the scripted exploiters (`standpat.solver.multiway.exploiters`); a
  warm-started response (`standpat.solver.multiway.response`), free and held to choices of at least `LEAST`, trained
  here or stored in the folder, whichever wins most on the deals of a selection; both measured on other deals. The free
  one also in the engine's own hands.
- The same in triple draw against the player as seated, who solves the last round of the last two
  (`standpat.solver.multiway.solved_round_kernel`): what a responder wins who learns all decisions before it and plays
  their best response in it, by buckets.
- Three to six in triple draw, with real cards: perfect play in the last round of the last two, against the player who
  solves it at the table (`standpat.solver.subgame.last_round_several_loss`). A lower bound.

A lower bound says what one search has found. A longer or finer one may find more.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway import Multiway
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.player import Player
from standpat.engine.games import Game
from standpat.lab.match.interval import Mean, half_width
from standpat.solver.multiway.class_game import LARGEST
from standpat.solver.multiway.engine_match import Responder, duplicate
from standpat.solver.multiway.exploiters import EXPLOITERS
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.last_round_kernel import Rounds
from standpat.solver.multiway.lines import losses, weights_of_file
from standpat.solver.multiway.match import Won
from standpat.solver.multiway.response import DEALS, SEEDS, Choices, Response, likeliest, nothing_learned, stored, won
from standpat.solver.multiway.solved_round import GRAIN, played_from_solutions, rounds_of
from standpat.solver.multiway.training import GPU_DEALS
from standpat.solver.strength.row import DECKS, SMALL_BETS, Order, Row
from standpat.solver.subgame.last_round_loss import loss_of_solution
from standpat.solver.subgame.last_round_several import DRAWS, SeveralRanges
from standpat.solver.subgame.last_round_several_loss import LastTwo, course_of

LEAST: Final = 0.01
"""The probability of the player's choices to which a response is held."""
FULL: Final = {3: 75_000_000, 4: 75_000_000, 5: 150_000_000, 6: 150_000_000}
"""Deals of a response whose figure is published, by number of seats."""
SELECTION: Final = (101, 102)
"""Seeds of the deals on which the best exploiter and the best response are chosen."""
SAVE_EVERY: Final = 200
"""Epochs between two saves of a response."""
LIKELIEST: Final = "the likeliest choice everywhere"
LAST_DEALS: Final = 2_000
"""Deals from which the lines of the last round are drawn."""
LAST_SEED: Final = 2031


def several(game: Game, seats: int, path: Path, order: Order) -> Iterator[Row]:
    """The figures of `multiway`, each when it is found.

    Args:
        game: A limit game.
        seats: 3 to 6.
        path: The strategy file.
        order: What to measure.
    """
    if "exact" in order.kinds and game.draw_rounds == 1 and seats <= LARGEST:
        yield _exact(game, seats, path)
    if "last" in order.kinds and game.draw_rounds == DRAWS:
        yield _last(game, seats, path, order.lines)
    if MultiwayFile.load(path).lines(seats) is None:  # the compiled game of the bounds has no lines
        yield from _bounds(game, seats, path, order)


def _exact(game: Game, seats: int, path: Path) -> Row:
    found = losses(game, seats, weights_of_file(game, seats, MultiwayFile.load(path)))
    how = f"best response, class game; NashConv {found.nash_conv:.1f}"
    return Row(game.id, seats, "multiway", "exact", how, found.msb)


def _last(game: Game, seats: int, path: Path, lines: int) -> Row:
    table, mean = MultiwayFile.load(path), Mean()
    came, ranges = LastTwo(table, seats, LAST_DEALS, LAST_SEED), SeveralRanges(table)
    for hand in came.hands[:lines]:
        mean.add(came.unit * loss_of_solution(partial(ranges.line, course_of(hand).start)).least)
    within = half_width(mean.count, mean.total, mean.squares)
    how = f"perfect play in the last round of two, real cards; {mean.count} lines"
    return Row(game.id, seats, "resolve", "last", how, mean.total / mean.count, SMALL_BETS, within)


def _bounds(game: Game, seats: int, path: Path, order: Order) -> Iterator[Row]:
    file = MultiwayFile.load(path)
    player = policy_of_file(file.strategy(seats))

    def row(kind: str, how: str, won: Won, course: tuple[tuple[int, float], ...] = (), name: str = "multiway") -> Row:
        return Row(game.id, seats, name, kind, how, won.msb, SMALL_BETS, won.within, course)

    if "exploiters" in order.kinds:
        solves = [None, rounds_of(game)] if game.draw_rounds == DRAWS else [None]
        for rounds, who in zip(solves, ("multiway", "resolve"), strict=False):
            name, found = best_exploiter(game, player, seats, order.decks, rounds)
            yield row(
                "exploiters", f"the best of {len(EXPLOITERS) + 1}: {name}; {found.hands:,} hands", found, name=who
            )
    if "seated" in order.kinds and game.draw_rounds == DRAWS:
        fresh = _learned(game, player, seats, 0.0, order, rounds_of(game, grain=GRAIN))
        rounds = rounds_of(game)
        name, _, found = best_response(game, player, seats, 0.0, order, rounds)
        part = played_from_solutions(rounds)
        how = f"{fresh.deals:,} deals, {name}; {found.hands:,} hands, {part:.1%} of the last decisions of two solved"
        yield row("seated", how, found, tuple(fresh.course), "resolve")
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


def _learned(
    game: Game, player: NDArray[np.void], seats: int, least: float, order: Order, rounds: Rounds | None = None
) -> Response:
    """The response of the folder, continued until it has its deals."""
    begin = None if order.begin is None else stored(order.begin)[1]
    deals = order.deals or FULL[seats]
    gpu, threads = (order.gpu, order.threads) if rounds is None else (None, 1)
    each = min(DEALS if gpu is None else GPU_DEALS, deals)
    response = Response(
        game, player, seats, least=least, begin=begin, deals=each, rounds=rounds, threads=threads, gpu=gpu
    )
    response.continue_from(order.folder / f"{game.id}-{seats}-{response.id}.npz")
    told = len(response.course)
    while response.deals < deals:
        response.iterate()
        if len(response.course) > told:
            told = len(response.course)
            done, msb = response.course[-1]
            whom = f"least {least}" if rounds is None else "as seated"
            order.say(f"{game.id}, {seats} seats, {whom}: {done:,} deals, {msb:+.1f} while learning")
        if response.epoch % SAVE_EVERY == 0:
            response.save()
    response.save()
    return response


def best_exploiter(
    game: Game, player: NDArray[np.void], seats: int, decks: int = DECKS, rounds: Rounds | None = None
) -> tuple[str, Won]:
    """The scripted exploiter that wins most, chosen on some deals and measured on others. One of them makes the
    player's likeliest choice everywhere.

    Args:
        game: The game.
        player: A row of `cfr_kernel.POLICY`.
        seats: The number of seats.
        decks: Decks for each seed of the measurement.
        rounds: The last rounds that the player solves; None for a player who does not.

    Returns:
        The exploiter, and what it wins.
    """
    nothing = nothing_learned()
    who: dict[str, tuple[Choices, NDArray[np.void] | None]] = {str(one): (nothing, one.habit) for one in EXPLOITERS}
    who[LIKELIEST] = likeliest(player), None

    def measured(name: str, decks: int, seeds: Iterable[int]) -> Won:
        choices, habit = who[name]
        return won(game, player, seats, choices, habit=habit, decks=decks, seeds=seeds, rounds=rounds)

    best = max(who, key=lambda name: measured(name, max(1, decks // 10), SELECTION).msb)
    return best, measured(best, decks, SEEDS)


def best_response(
    game: Game, player: NDArray[np.void], seats: int, least: float, order: Order, rounds: Rounds | None = None
) -> tuple[str, Choices, Won]:
    """The response of a folder that wins most from a player, chosen on some deals and measured on others.

    Args:
        game: The game.
        player: A row of `cfr_kernel.POLICY`.
        seats: The number of seats.
        least: That of the responses that are tried.
        order: Has the folder, and the decks.
        rounds: The last rounds that the player solves; None for a player who does not.

    Returns:
        The name of its file, its choices, and what it wins.
    """
    found = []
    for path in sorted(order.folder.glob(f"{game.id}-{seats}-*.npz")):
        head, best = stored(path)
        if head["game"] == game.id and head["seats"] == seats and head["least"] == least:
            found.append(
                (won(game, player, seats, best, decks=order.decks, seeds=SELECTION, rounds=rounds).msb, path.name, best)
            )
    _, name, best = max(found, key=lambda entry: entry[:2])
    return name, best, won(game, player, seats, best, decks=order.decks, rounds=rounds)
