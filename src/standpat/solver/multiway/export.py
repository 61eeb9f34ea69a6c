"""Write strategies to the file that the bot `multiway` plays from (`standpat.bots.multiway_file`)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.bots import multiway_file
from standpat.bots.multiway_file import MultiwayFile, Strategy
from standpat.bots.multiway_spot import BET_SPOTS
from standpat.cards.ranking import RANKINGS
from standpat.engine.games import Game
from standpat.solver.multiway import cfr_kernel
from standpat.solver.multiway.buckets import buckets_of
from standpat.solver.multiway.hand_kernel import FOLD, PASS, WAGER


def export(
    game: Game,
    policies: Mapping[int, NDArray[np.void]],
    path: Path,
    facts: dict[str, Any],
    keep: MultiwayFile | None = None,
    lines: Mapping[int, tuple[bytes, bytes]] | None = None,
) -> int:
    """Write a strategy file for the bot `multiway`.

    Args:
        game: The game.
        policies: Rows of `cfr_kernel.POLICY` by number of seats (0: for every number).
        path: The file to write.
        facts: What else the head of the file says, such as the number of deals.
        keep: A file whose strategies are taken over for the other numbers of seats, with what its head says of them.
            So are its lines.
        lines: Lines and their probabilities by number of seats (`standpat.solver.multiway.lines.coded`).

    Returns:
        The bytes of the file.

    Raises:
        ValueError: The file to keep is for another game.
    """
    hands = buckets_of(game)
    head = {"game": game.id, "values": RANKINGS[game.ranking].count + 1, **facts}
    strategies = {seats: _sections(policy) for seats, policy in policies.items()}
    if keep is not None:
        if keep.game != game.id:
            raise ValueError(f"the file to keep is for {keep.game}, not for {game.id}")
        head["kept"] = {name: told for name, told in keep.head.items() if name in ("epochs", "deals", "seats", "kept")}
        if "lines" in keep.head:
            head["lines"] = keep.head["lines"] | facts.get("lines", {})
        kept = {seats: keep.strategy(seats) for seats in keep.seats if seats not in strategies}
        strategies |= {seats: (strategy.bets, strategy.draws) for seats, strategy in kept.items()}
        lines = {seats: (held.lines.tobytes(), held.codes) for seats, held in keep.all_lines().items()} | dict(
            lines or {}
        )
    keeps = hands.keep.astype("<u2").tobytes()
    return multiway_file.write(path, head, hands.bucket.tobytes(), keeps, strategies, lines)


def policy_of_file(strategy: Strategy) -> NDArray[np.void]:
    """A strategy of a file as kernels have it.

    Args:
        strategy: The strategy for a number of seats (`MultiwayFile.strategy`).

    Returns:
        A row of `cfr_kernel.POLICY`.
    """
    policy = np.zeros(1, cfr_kernel.POLICY)
    rows = policy["chance"][0]
    for chances, coded, left_out in (
        (rows[:BET_SPOTS, :3], strategy.bets, PASS),
        (rows[BET_SPOTS:], strategy.draws, 0),
    ):
        given = [choice for choice in range(chances.shape[1]) if choice != left_out]
        codes = np.frombuffer(coded, np.uint8).reshape(len(given), -1).T
        chances[:, given] = codes / np.float32(multiway_file.LEVELS)
        chances[:, left_out] = 1 - chances[:, given].sum(axis=1)
    np.maximum(rows, 0, out=rows)  # what is left of a sum of 1, but for rounding
    return policy


def _sections(policy: NDArray[np.void]) -> tuple[bytes, bytes]:
    bet, draw = np.split(policy["chance"][0], [BET_SPOTS])
    return _coded(bet[:, [FOLD, WAGER]]), _coded(draw[:, 1:])


def _coded(chances: NDArray[np.float32]) -> bytes:
    """A byte for each probability, those of one choice together. The choice that is left out has the rest."""
    codes = np.rint(chances * multiway_file.LEVELS).astype(np.uint8)
    return np.ascontiguousarray(codes.T).tobytes()
