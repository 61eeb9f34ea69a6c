"""Checkpoints of trainings of formats 1 to 3, as the present ones are.

They have spots of an earlier kind (`standpat.bots.earlier_multiway_spot`), those of formats 1 and 2 all of them. After
each epoch k these were multiplied by k / (k + 1), the averages by its square, so that the last epoch counted once. Now
it counts as many times as there were epochs.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.earlier_multiway_spot import OPENED, PLAIN, RAISED
from standpat.bots.multiway_file import Strategy
from standpat.bots.multiway_spot import CHOICES
from standpat.solver.multiway import cfr_kernel
from standpat.solver.multiway.cfr_kernel import OF_SPOTS
from standpat.solver.multiway.earlier_spots import spread, spread_choices
from standpat.solver.multiway.response_spots import EXTRAS, unpacked


def _learner(spots: int, sums: type[np.floating[Any]]) -> np.dtype[Any]:
    """What was learned, with so many spots and such sums of the average."""
    kinds = {name: kind for name, (kind, *_) in (cfr_kernel.LEARNER.fields or {}).items()}
    of_spots = {"regret": np.float32, "average": sums}
    return np.dtype(
        [
            (name, np.dtype((of_spots[name], (spots, CHOICES))) if name in OF_SPOTS else kind)
            for name, kind in kinds.items()
        ],
        align=True,
    )


KINDS: Final = (
    _learner(sum(OPENED.spots), np.float64),
    _learner(sum(PLAIN.spots), np.float64),
    _learner(sum(PLAIN.spots), np.float32),
)
"""What was learned: with spots that know the opener; with those that do not; when sums of the average were singles."""


def read(
    held: Mapping[str, NDArray[Any]], head: Mapping[str, Any], draws: int, path: Path
) -> tuple[dict[str, NDArray[Any]], NDArray[np.uint8] | None]:
    """What was learned, by name as in `cfr_kernel.LEARNER`, and the response that strays play.

    Args:
        held: What the checkpoint holds.
        head: Its head.
        draws: The draws of the game.
        path: The checkpoint, for the error.

    Raises:
        ValueError: Its spots are unknown.
    """
    learned, spots = _raised(held, head, draws) if head["format"] == 3 else _multiplied(held, head["epoch"], draws)
    if not spots:
        raise ValueError(f"{path} has other spots than this version; give another folder")
    if "response" not in held:
        return learned, None
    return learned, spread_choices(unpacked(held["response"], spots * EXTRAS), draws)


def _raised(
    held: Mapping[str, NDArray[Any]], head: Mapping[str, Any], draws: int
) -> tuple[dict[str, NDArray[Any]], int]:
    """What a checkpoint of format 3 has learned, and the number of its spots; 0 if they are unknown."""
    many = sum(RAISED.spots)
    if head["spots"] != many:
        return {}, 0
    learned = {name: values for name, values in held.items() if name not in ("spots", "response")}
    for name in OF_SPOTS:
        whole = np.zeros((many, CHOICES), held[name].dtype)
        whole[held["spots"]] = held[name]
        learned[name] = spread(whole, draws)
    if "begun" in held:
        begun = Strategy.of_earlier_block(held["begun"].tobytes(), RAISED, draws)
        learned["begun"] = np.frombuffer(begun.block(), np.uint8)
    return learned, many


def _multiplied(held: Mapping[str, NDArray[Any]], epoch: int, draws: int) -> tuple[dict[str, NDArray[Any]], int]:
    """The same of a checkpoint of format 1 or 2."""
    kind = next((kind for kind in KINDS if held["mind"].size == kind.itemsize), None)
    if kind is None:
        return {}, 0
    mind = held["mind"].view(kind)[0]
    learned = {
        name: spread(mind[name], draws) if name in OF_SPOTS else np.array(mind[name]) for name in kind.names or ()
    }
    learned["regret"] *= np.float32(epoch + 1)
    learned["average"] = learned["average"] * np.float64((epoch + 1) ** 2)
    return learned, kind["regret"].shape[0]
