"""Training the player for more than two, by self-play: in minutes, with checkpoints.

`MultiwayTraining(game, folder)` takes up the checkpoint in `folder`, if there is one, and goes on to the same numbers,
to the last bit, as without the interruption. It learns in epochs of `DEALS` deals; after epoch k all regrets are
multiplied by k / (k + 1), all averages by its square, so that late ones count for more. Per deal two to six sit down,
by `SEATS`. With `pieces` an epoch is that many stretches of `deals` from the same mind, which `threads`, also those of
a pool, may play at once (`standpat.solver.multiway.self_play`): how many play them changes nothing.

`policy()` is what the player is to do at each spot: the average, drawn where a spot was seldom reached to the mean over
spots that are alike but for one's own draw, who led and the size of the pot. `export(policy, path)` writes the table
that `standpat.bots.multiway` plays from.
"""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots import multiway_file, multiway_spot
from standpat.bots.multiway_spot import BUCKETS, CHOICES
from standpat.cards.ranking import RANKINGS
from standpat.compute.rank_table import ORDERS, TABLES
from standpat.compute.threads import Threads
from standpat.engine.games import Game
from standpat.solver.cfr.memory import RUNTIME
from standpat.solver.multiway import cfr_kernel, hand_kernel
from standpat.solver.multiway.buckets import hands_of
from standpat.solver.multiway.hand_kernel import FOLD, WAGER
from standpat.solver.multiway.self_play import play_together

DEALS: Final = 25_000
STRETCH: Final = 100_000
"""Deals of a piece, where there are several: a second of play, as what it learns is 20 MB to carry."""
SEATS: Final = (0.06, 0.18, 0.2, 0.16, 0.4)
"""How often two, three … six sit down."""
FORMAT: Final = 1
NAME: Final = "multiway.npz"
BEFORE: Final = "ring.npz"
"""What a checkpoint was called until version 0.1."""
SEED: Final = 27
PRIOR: Final = 4.0
"""Visits, in the mean of alike spots, that are added to a spot's own."""


class MultiwayTraining:
    """A training in a folder, by external-sampling Monte Carlo CFR (Lanctot et al. 2009)."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        *,
        deals: int | None = None,
        seed: int = SEED,
        pieces: int = 1,
        threads: Threads = 1,
    ) -> None:
        _check(game)
        if pieces < 1:
            raise ValueError(f"pieces={pieces}: expected 1 or more")
        self.game, self.folder, self.pieces = game, folder, pieces
        self.deals = deals or (DEALS if pieces == 1 else STRETCH)
        self.epoch, self.seconds = 0, 0.0
        self.cards = cards_of(game)
        self.mind = np.zeros(1, cfr_kernel.MIND)
        self.mind["random"] = seed
        self._seed, self._threads = seed, threads
        self._rivals = np.zeros(1, cfr_kernel.POLICY)
        self._hands = np.zeros(cfr_kernel.DEPTH, hand_kernel.HAND)
        self._decks = np.zeros(1, hand_kernel.DECK)
        folder.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            self._load()

    def iterate(self) -> None:
        """One more epoch."""
        begin = time.monotonic()
        plan = plan_of(self.deals)
        if self.pieces == 1:
            cfr_kernel.learn(self.mind[0], self._rivals[0], 0, self.cards, self._hands, self._decks, plan)
        else:
            play_together(self.mind, self.cards, plan, self._seed, self.epoch + 1, self.pieces, self._threads)
        self.epoch += 1
        decay = self.epoch / (self.epoch + 1)
        self.mind["regret"] *= np.float32(decay)
        self.mind["average"] *= np.float32(decay**2)
        self.seconds += time.monotonic() - begin

    def reached(self) -> dict[str, float]:
        """How far it is: epochs, minutes of training, deals, and decisions visited."""
        minutes = round(self.seconds / 60, 2)
        return {
            "epochs": self.epoch,
            "minutes": minutes,
            "deals": int(self.mind["deals"][0]),
            "decisions": int(self.mind["nodes"][0]),
        }

    def policy(self) -> NDArray[np.void]:
        """One row of `standpat.solver.multiway.cfr_kernel.POLICY`."""
        return policy_of(self.mind)

    def save(self) -> None:
        """A checkpoint, written beside and renamed."""
        beside = self._path.with_name(self._path.name + ".part")
        head = {**self._kind(), "epoch": self.epoch, "seconds": self.seconds}
        with beside.open("wb") as out:
            np.savez(out, head=np.frombuffer(json.dumps(head).encode(), np.uint8), mind=self.mind.view(np.uint8))
        beside.replace(self._path)

    @property
    def _path(self) -> Path:
        return _checkpoint(self.folder)

    def _kind(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.game.id,
            "pieces": self.pieces,
            "deals": self.deals,
            "seed": self._seed,
        }

    def _load(self) -> None:
        with np.load(self._path) as held:
            head = _head(held)
            mind = held["mind"]
        for what, want in self._kind().items():
            if head.get(what) != want:
                raise ValueError(f"{self._path}: its {what} is {head.get(what)}, not {want}; give another folder")
        if mind.size != self.mind.nbytes:
            raise ValueError(f"{self._path} is of other spots than this version has; give another folder")
        self.mind = mind.view(cfr_kernel.MIND)
        self.epoch, self.seconds = head["epoch"], head["seconds"]


def pieces_in(folder: Path) -> int | None:
    """In how many pieces the training in a folder plays, if there is one."""
    path = _checkpoint(folder)
    if not path.exists():
        return None
    with np.load(path) as held:
        return int(_head(held)["pieces"])


def _checkpoint(folder: Path) -> Path:
    """The checkpoint of a folder; a training that began under the name of before keeps it."""
    return folder / BEFORE if (folder / BEFORE).exists() else folder / NAME


def _head(held: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """What a checkpoint says of itself; those of before there were pieces do not name them."""
    return {"pieces": 1, **json.loads(held["head"].tobytes())}


def training_bytes() -> int:
    """The memory that a training takes, about: what is learnt, twice while it is saved, the cards, Python.

    One in pieces takes as much here, and a worker that plays one as much again."""
    return 2 * cfr_kernel.MIND.itemsize + 2 * hand_kernel.CARDS.itemsize + RUNTIME


def plan_of(deals: int, seats: tuple[float, ...] = SEATS) -> Any:
    plan = np.zeros(1, cfr_kernel.PLAN)
    plan["deals"], plan["seats"] = deals, seats
    return plan[0]


def cards_of(game: Game) -> Any:
    """What hands are, for the kernel: a row of `standpat.solver.multiway.hand_kernel.CARDS`."""
    hands = hands_of(game)
    cards = np.zeros(1, hand_kernel.CARDS)[0]
    order = [ranking.id for ranking in ORDERS].index(game.ranking)
    cards["weight"] = TABLES["weight"][:52]
    cards["value"] = TABLES["value"][order]
    for name, array in hands._asdict().items():
        values = hand_kernel.VALUES if name != "allowed" else BUCKETS
        here = cards[name]
        here[:, : array.shape[1]] = array
        assert array.shape[1] <= values
    return cards


def policy_of(mind: NDArray[np.void]) -> NDArray[np.void]:
    policy = np.zeros(1, cfr_kernel.POLICY)
    average = mind["average"][0]
    for part, shape, alike in _parts():
        filled = _filled(average[part].reshape(*shape, BUCKETS, CHOICES), alike)
        policy["chance"][0, part] = filled.reshape(-1, CHOICES)
    return policy


def _parts() -> list[tuple[slice, tuple[int, ...], tuple[int, ...]]]:
    """Parts of the spots, their shapes, and the axes over which spots are alike."""
    found: list[tuple[slice, tuple[int, ...], tuple[int, ...]]] = []
    at = 0
    kinds: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((10, 3, 6, 4, 2), (1, 2, 4))]
    kinds += [((3, 5, 5, 2, 3, 3), (0, 4, 5)), ((3, 9, 5, 2, 2, 2, 2), (0, 4, 5, 6))] * 3
    for shape, alike in kinds:
        size = int(np.prod(shape)) * BUCKETS
        found.append((slice(at, at + size), shape, alike))
        at += size
    assert at == multiway_spot.BET_SPOTS
    for shape, alike in [((3, 8, 5), (0, 2)), ((3, 16, 3, 2), (0, 2, 3))] * 3:
        size = int(np.prod(shape)) * BUCKETS
        found.append((slice(at, at + size), shape, alike))
        at += size
    assert at == multiway_spot.SPOTS
    return found


def _filled(average: NDArray[np.float32], alike: tuple[int, ...]) -> NDArray[np.float32]:
    """Weights as probabilities, a spot with few visits drawn to the mean of those alike."""
    mean = average.sum(axis=alike, keepdims=True)
    total = mean.sum(axis=-1, keepdims=True)
    mean = np.where(total > 0, mean / np.where(total > 0, total, 1), 1 / average.shape[-1])
    weights = average + PRIOR * mean
    filled: NDArray[np.float32] = (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)
    return filled


def export(game: Game, policy: NDArray[np.void], path: Path, told: dict[str, Any]) -> int:
    """Write the table; `told` is kept in its head. Gives the bytes."""
    hands = hands_of(game)
    bet, draw = np.split(policy["chance"][0], [multiway_spot.BET_SPOTS])
    head = {"game": game.id, "values": RANKINGS[game.ranking].count + 1, **told}
    sections = {
        "bucket": hands.bucket.tobytes(),
        "keep": hands.keep.astype("<u2").tobytes(),
        "bet": _coded(bet[:, [FOLD, WAGER]]),
        "draw": _coded(draw[:, 1:]),
    }
    return multiway_file.write(path, head, sections)


def _coded(chances: NDArray[np.float32]) -> bytes:
    """A byte for each, those of one choice together: the rest is the one left out."""
    codes = np.rint(chances * multiway_file.LEVELS).astype(np.uint8)
    return np.ascontiguousarray(codes.T).tobytes()


def _check(game: Game) -> None:
    if game.betting != "fixed-limit" or game.draw_rounds != 3 or game.bets != (1, 1, 2, 2):
        raise ValueError(f"{game.id}: this player is for limit games with three draws, 27td and a5td")
