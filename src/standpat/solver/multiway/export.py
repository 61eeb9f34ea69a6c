"""Write strategies to the file that the bot `multiway` plays from (`standpat.bots.multiway_file`)."""

from array import array
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots import multiway_file
from standpat.bots.multiway_file import MultiwayFile, Strategy
from standpat.bots.multiway_spot import BET_SPOTS, BUCKETS, CHOICES, DRAW_BEGIN
from standpat.cards.ranking import RANKINGS
from standpat.engine.games import Game
from standpat.solver.multiway import cfr_kernel
from standpat.solver.multiway.buckets import buckets_of
from standpat.solver.multiway.cheap_codes import cheaper, distinct
from standpat.solver.multiway.hand_kernel import FOLD, PASS, WAGER

KEPT: Final = ("epochs", "deals", "seats", "leaned", "purified", "kept")
"""What a head says of strategies that are taken over."""
_BETS: Final = BET_SPOTS // BUCKETS
"""Public spots of bets."""
_DISCARDS: Final = tuple(range(1, CHOICES))
_CHUNK: Final = 1 << 13
"""Public spots that are coded at once."""


def export(
    game: Game,
    policies: Mapping[int, NDArray[np.void]],
    path: Path,
    facts: dict[str, Any],
    keep: MultiwayFile | None = None,
    lines: Mapping[int, tuple[bytes, bytes]] | None = None,
    visits: Mapping[int, NDArray[np.float64]] | None = None,
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
        visits: By number of seats, the part of all choices that is made at each spot. With them the file is smaller
            (`standpat.solver.multiway.cheap_codes`).

    Returns:
        The bytes of the file.

    Raises:
        ValueError: The file to keep is for another game.
    """
    hands = buckets_of(game)
    head = {"game": game.id, "values": RANKINGS[game.ranking].count + 1, **facts}
    codes = {seats: units_of(policy) for seats, policy in policies.items()}
    for seats, shares in (visits or {}).items():
        codes[seats] = _cheaper(codes[seats], shares.reshape(-1, BUCKETS), hands.allowed)
    strategies = {seats: strategy_of(each) for seats, each in codes.items()}
    if keep is not None:
        if keep.game != game.id:
            raise ValueError(f"the file to keep is for {keep.game}, not for {game.id}")
        head["kept"] = {name: told for name, told in keep.head.items() if name in KEPT}
        if "lines" in keep.head:
            head["lines"] = keep.head["lines"] | facts.get("lines", {})
        strategies |= {seats: keep.strategy(seats) for seats in keep.seats if seats not in strategies}
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
    chance = policy["chance"][0].reshape(-1, BUCKETS, CHOICES)
    for part, numbers, codes, choices, rest in (
        (chance[:_BETS], strategy.bet_rows, strategy.bets, (FOLD, WAGER), PASS),
        (chance[_BETS:], strategy.draw_rows, strategy.draws, _DISCARDS, 0),
    ):
        held = np.frombuffer(codes, np.uint8).reshape(len(choices), -1, BUCKETS)
        rows = np.zeros((*held.shape[1:], CHOICES), np.float32)
        rows[..., choices] = np.moveaxis(held, 0, -1) / np.float32(multiway_file.LEVELS)
        rows[..., rest] = np.maximum(0, 1 - rows.sum(axis=-1))  # what is left of a sum of 1, but for rounding
        np.take(rows, np.array(numbers), axis=0, out=part, mode="clip")
    return policy


def units_of(policy: NDArray[np.void]) -> NDArray[np.uint8]:
    """The probabilities of a policy in units, by public spot, class and choice.

    Args:
        policy: A row of `cfr_kernel.POLICY`.
    """
    chance: NDArray[np.float32] = policy["chance"][0].reshape(-1, BUCKETS, CHOICES)
    units = np.zeros(chance.shape, np.uint8)
    for begin in range(0, len(chance), _CHUNK):
        part = slice(begin, begin + _CHUNK)
        units[part] = np.rint(chance[part] * multiway_file.LEVELS)
    return units


def strategy_of(codes: NDArray[np.uint8]) -> Strategy:
    """A strategy as a file has it, from its `units_of`."""
    bet_rows, bets = _distinct(codes[:_BETS, :, [FOLD, WAGER]])
    draw_rows, draws = _distinct(codes[_BETS:, :, list(_DISCARDS)])
    return Strategy(bet_rows, draw_rows, bets, draws)


def _cheaper(codes: NDArray[np.uint8], visits: NDArray[np.float64], allowed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The codes with what hardly matters in fewer bytes.

    Args:
        codes: As of `units_of`.
        visits: By public spot and class, the part of all choices that is made there.
        allowed: By draws left less one and class, the numbers of discards, a bit each.
    """
    cheap = codes.copy()
    cheap[:_BETS, :, [FOLD, WAGER]] = cheaper(codes[:_BETS, :, [FOLD, WAGER]], visits[:_BETS], multiway_file.LEVELS)
    for begin, end, masks in zip(DRAW_BEGIN, (*DRAW_BEGIN[1:], len(codes)), reversed(allowed), strict=True):
        part = slice(begin, end)
        may = (masks[:, None] >> np.array([*_DISCARDS, 0]) & 1).astype(bool)
        cheap[part][..., _DISCARDS] = cheaper(codes[part][..., _DISCARDS], visits[part], multiway_file.LEVELS, may)
    return cheap


def _distinct(codes: NDArray[np.uint8]) -> "tuple[array[int], bytes]":
    """The number of the row of each public spot, and the rows in the order in which they come first."""
    few, row = distinct(codes)
    if len(few) > multiway_file.ROWS:
        raise ValueError(f"{len(few)} different rows: a file has room for {multiway_file.ROWS}")
    return array("H", row.tolist()), np.ascontiguousarray(np.moveaxis(few, -1, 0)).tobytes()
