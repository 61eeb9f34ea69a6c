"""The keeps of a draw in the order of `standpat.solver.kernels.every_keep`."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.draw_transitions import Draw
from standpat.solver.kernels.every_keep import HAND, Keeps
from standpat.solver.kernels.matrix import padded

SUITS = 4
CLOSE = 1e-6
"""By how much probabilities may differ that are stored in single precision."""


def keeps_of(menu: Draw, kind: np.dtype[Any]) -> Keeps | None:
    """All keeps of a draw, if every state may keep any of its cards, and replacements come from the whole deck.

    Args:
        menu: The options of the player who plays a best response.
        kind: The type of the numbers.

    Returns:
        The keeps; None if the draw is of another kind.
    """
    states = menu.states
    hands = _counts(menu.kept[:states])
    ranks = int(np.flatnonzero(hands.any(axis=0))[-1]) + 1 if hands.any() else 0
    counts = _counts(menu.kept)[:, :ranks]
    drawn = HAND - counts.sum(axis=1)
    first = np.searchsorted(drawn, np.arange(HAND + 2))
    ends = np.searchsorted(first, menu.of_count)
    if (
        (np.diff(drawn) < 0).any()
        or first[1] != states
        or first[-1] - first[-2] != 1
        or not np.array_equal(first[ends], menu.of_count)
        or ends[-1] != HAND + 1
        or not np.array_equal(np.diff(menu.first), np.prod(hands + 1, axis=1))
        or not np.array_equal(menu.target[:states], np.arange(states))
    ):
        return None
    of_key = {int(key): row for row, key in enumerate(menu.kept[states:])}
    hand_of = np.full(states + 1, -1)
    drawing = menu.target[menu.entry[states] :]
    hand_of[drawing] = drawing  # a hand that drew is never a flush, so one class of each set of ranks is left
    of_hand = {int(menu.kept[i]): int(i) for i in np.flatnonzero(hand_of >= 0)}
    grow, chance, drop = [], [], []
    for level in range(HAND + 1):
        rows = slice(int(first[level]), int(first[level + 1]))
        own, keys = counts[rows], menu.kept[rows]
        places = of_hand if level == 1 else of_key
        base = 0 if level == 1 else int(first[level - 1]) - states
        if level:
            more = np.stack([keys + 5**rank for rank in range(ranks)])
            there = own.T < SUITS
            grow.append(_places(more, there, places, base))
            chance.append(_wide(there * (SUITS - own.T) / (SUITS * ranks - (HAND - level))))
        if level < HAND:
            held = np.stack([np.repeat(np.arange(ranks), row) for row in own], axis=1)
            drop.append(_places(keys - 5**held, np.ones(held.shape, bool), of_key, int(first[level + 1]) - states))
    if any(part is None for part in (*grow, *drop)):
        return None
    keeps = Keeps(
        ranks,
        first.astype(np.int64),
        np.concatenate([part.ravel() for part in grow if part is not None]),
        np.concatenate([part.ravel() for part in chance]).astype(kind),
        _begin([0, *[part.size for part in grow if part is not None]]),
        np.concatenate([part.ravel() for part in drop if part is not None]),
        _begin([part.size for part in drop if part is not None]),
        (ends[1:] - 1).astype(np.int64),
    )
    return keeps if _same_chances(menu, keeps) else None


def _counts(kept: NDArray[np.int64]) -> NDArray[np.int64]:
    """How often each rank is in a multiset."""
    counts: NDArray[np.int64] = kept[:, None] // 5 ** np.arange(13) % 5
    return counts


def _places(
    keys: NDArray[np.int64], there: NDArray[np.bool_], places: dict[int, int], base: int
) -> NDArray[np.int32] | None:
    """Where the multisets are, counted from `base`; None if one of them is missing."""
    found = [
        places.get(int(key), -1) - base if has else 0 for key, has in zip(keys.ravel(), there.ravel(), strict=True)
    ]
    if min(found) < 0:
        return None
    return _wide(np.array(found, np.int32).reshape(keys.shape))


def _wide(part: NDArray[Any]) -> NDArray[Any]:
    """Rows of whole vectors, with zeros behind."""
    return np.pad(part, ((0, 0), (0, padded(part.shape[1]) - part.shape[1])))


def _begin(sizes: list[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *sizes])[: HAND + 1].astype(np.int64)


def _same_chances(menu: Draw, keeps: Keeps) -> bool:
    """Whether the probabilities of the draw are those of cards that come from the whole deck one at a time."""
    worth = np.random.default_rng(1).random(menu.states)
    want, level_value = menu.expected(worth), worth
    for level in range(1, HAND + 1):
        size = int(keeps.first[level + 1] - keeps.first[level])
        part = slice(int(keeps.grown[level]), int(keeps.grown[level]) + keeps.ranks * padded(size))
        grow, chance = keeps.grow[part].reshape(keeps.ranks, -1), keeps.chance[part].reshape(keeps.ranks, -1)
        level_value = (chance * level_value[grow]).sum(axis=0)[:size]
        if np.abs(level_value - want[keeps.first[level] : keeps.first[level + 1]]).max() > CLOSE:
            return False
    return True
