"""Train the bot `multiway` by self-play: minutes of training, with checkpoints.

`MultiwayTraining(game, folder)` continues from the checkpoint in `folder`, if there is one, and reaches the same
numbers, to the last bit, as a training without interruption. It learns in epochs of `DEALS` deals. After epoch k all
regrets are multiplied by k / (k + 1) and all averages by its square, so that later epochs count for more (discounted
CFR with α = β = 1 and γ = 2, Brown and Sandholm 2019). Each deal has two to six seats, with the probabilities of
`SEATS`. With `pieces` an epoch is that many stretches of `deals` from the same state, which `threads` or a pool may
play at once (`standpat.solver.multiway.self_play`); how many play them changes nothing.

`policy()` is the strategy: the average. Where a spot was reached seldom, it is drawn towards the mean over similar
spots, which differ only in the own draw, who led and the size of the pot. `export(policy, path)` writes the strategy
file that `standpat.bots.multiway` plays from.
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
from standpat.solver.multiway.buckets import buckets_of
from standpat.solver.multiway.hand_kernel import FOLD, WAGER
from standpat.solver.multiway.self_play import play_together

DEALS: Final = 25_000
STRETCH: Final = 100_000
"""Deals of a piece, where there are several: a second of play, since what it learns is 20 MB to send."""
SEATS: Final = (0.06, 0.18, 0.2, 0.16, 0.4)
"""The probability of two, three, … six seats."""
FORMAT: Final = 1
NAME: Final = "multiway.npz"
BEFORE: Final = "ring.npz"
"""The name of a checkpoint until version 0.1."""
SEED: Final = 27
PRIOR: Final = 4.0
"""Visits of the mean of similar spots that are added to a spot's own."""


class MultiwayTraining:
    """A training in a folder, by external-sampling Monte Carlo CFR (Lanctot et al. 2009).

    Args:
        game: A limit game of three draws.
        folder: The folder of the checkpoint; it is made if missing.
        deals: Deals of an epoch, or of a piece if there are several; None for the default.
        seed: The seed.
        pieces: Pieces of an epoch.
        threads: Threads or a pool that play the pieces.

    Attributes:
        epoch: Epochs done.
        seconds: Seconds of training.
        learner: What was learned, a row of `cfr_kernel.LEARNER`.

    Raises:
        ValueError: The game is of another kind, or the checkpoint is of another training.
    """

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
        self.learner = np.zeros(1, cfr_kernel.LEARNER)
        self.learner["random"] = seed
        self._seed, self._threads = seed, threads
        self._rivals = np.zeros(1, cfr_kernel.POLICY)
        self._hands = np.zeros(cfr_kernel.DEPTH, hand_kernel.HAND)
        self._decks = np.zeros(1, hand_kernel.DECK)
        folder.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            self._load()

    def iterate(self) -> None:
        """Do one more epoch."""
        begin = time.monotonic()
        plan = plan_of(self.deals)
        if self.pieces == 1:
            cfr_kernel.learn(self.learner[0], self._rivals[0], 0, self.cards, self._hands, self._decks, plan)
        else:
            play_together(self.learner, self.cards, plan, self._seed, self.epoch + 1, self.pieces, self._threads)
        self.epoch += 1
        decay = self.epoch / (self.epoch + 1)
        self.learner["regret"] *= np.float32(decay)
        self.learner["average"] *= np.float32(decay**2)
        self.seconds += time.monotonic() - begin

    def reached(self) -> dict[str, float]:
        """How far the training is: epochs, minutes, deals, and decisions visited."""
        minutes = round(self.seconds / 60, 2)
        return {
            "epochs": self.epoch,
            "minutes": minutes,
            "deals": int(self.learner["deals"][0]),
            "decisions": int(self.learner["nodes"][0]),
        }

    def policy(self) -> NDArray[np.void]:
        """The strategy so far, a row of `standpat.solver.multiway.cfr_kernel.POLICY`."""
        return policy_of(self.learner)

    def save(self) -> None:
        """Write the checkpoint beside its place and rename it."""
        beside = self._path.with_name(self._path.name + ".part")
        head = {**self._kind(), "epoch": self.epoch, "seconds": self.seconds}
        with beside.open("wb") as out:
            np.savez(out, head=np.frombuffer(json.dumps(head).encode(), np.uint8), mind=self.learner.view(np.uint8))
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
        with np.load(self._path) as archive:
            head = _head(archive)
            learner = archive["mind"]
        for what, want in self._kind().items():
            if head.get(what) != want:
                raise ValueError(f"{self._path}: its {what} is {head.get(what)}, not {want}; give another folder")
        if learner.size != self.learner.nbytes:
            raise ValueError(f"{self._path} has other spots than this version; give another folder")
        self.learner = learner.view(cfr_kernel.LEARNER)
        self.epoch, self.seconds = head["epoch"], head["seconds"]


def pieces_in(folder: Path) -> int | None:
    """The number of pieces of the training in a folder; None if there is no training."""
    path = _checkpoint(folder)
    if not path.exists():
        return None
    with np.load(path) as archive:
        return int(_head(archive)["pieces"])


def _checkpoint(folder: Path) -> Path:
    """The checkpoint of a folder. A training that began under the old name keeps it."""
    return folder / BEFORE if (folder / BEFORE).exists() else folder / NAME


def _head(archive: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """The head of a checkpoint. Checkpoints from before there were pieces do not name them."""
    return {"pieces": 1, **json.loads(archive["head"].tobytes())}


def training_bytes() -> int:
    """The memory that a training takes, in bytes, about: what is learned, twice while it is saved, the cards, Python.

    A training in pieces takes as much here, and as much again for each worker.
    """
    return 2 * cfr_kernel.LEARNER.itemsize + 2 * hand_kernel.CARDS.itemsize + RUNTIME


def plan_of(deals: int, seats: tuple[float, ...] = SEATS) -> Any:
    """A row of `cfr_kernel.PLAN`.

    Args:
        deals: The number of deals.
        seats: The probabilities of two to six seats.

    Returns:
        The row.
    """
    plan = np.zeros(1, cfr_kernel.PLAN)
    plan["deals"], plan["seats"] = deals, seats
    return plan[0]


def cards_of(game: Game) -> Any:
    """The buckets of a game for the kernel, a row of `standpat.solver.multiway.hand_kernel.CARDS`."""
    hands = buckets_of(game)
    cards = np.zeros(1, hand_kernel.CARDS)[0]
    order = [ranking.id for ranking in ORDERS].index(game.ranking)
    cards["weight"] = TABLES["weight"][:52]
    cards["value"] = TABLES["value"][order]
    for name, array in hands._asdict().items():
        values = hand_kernel.VALUES if name != "allowed" else BUCKETS
        rows = cards[name]
        rows[:, : array.shape[1]] = array
        assert array.shape[1] <= values
    return cards


def policy_of(learner: NDArray[np.void]) -> NDArray[np.void]:
    """The strategy of a learner.

    Args:
        learner: A row of `cfr_kernel.LEARNER`.

    Returns:
        A row of `cfr_kernel.POLICY`.
    """
    policy = np.zeros(1, cfr_kernel.POLICY)
    average = learner["average"][0]
    for part, shape, alike in _parts():
        filled = _filled(average[part].reshape(*shape, BUCKETS, CHOICES), alike)
        policy["chance"][0, part] = filled.reshape(-1, CHOICES)
    return policy


def _parts() -> list[tuple[slice, tuple[int, ...], tuple[int, ...]]]:
    """Parts of the spots, their shapes, and the axes over which spots are similar."""
    parts: list[tuple[slice, tuple[int, ...], tuple[int, ...]]] = []
    at = 0
    kinds: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((10, 3, 6, 4, 2), (1, 2, 4))]
    kinds += [((3, 5, 5, 2, 3, 3), (0, 4, 5)), ((3, 9, 5, 2, 2, 2, 2), (0, 4, 5, 6))] * 3
    for shape, alike in kinds:
        size = int(np.prod(shape)) * BUCKETS
        parts.append((slice(at, at + size), shape, alike))
        at += size
    assert at == multiway_spot.BET_SPOTS
    for shape, alike in [((3, 8, 5), (0, 2)), ((3, 16, 3, 2), (0, 2, 3))] * 3:
        size = int(np.prod(shape)) * BUCKETS
        parts.append((slice(at, at + size), shape, alike))
        at += size
    assert at == multiway_spot.SPOTS
    return parts


def _filled(average: NDArray[np.float32], alike: tuple[int, ...]) -> NDArray[np.float32]:
    """Weights as probabilities; a spot with few visits is drawn towards the mean of similar spots."""
    mean = average.sum(axis=alike, keepdims=True)
    total = mean.sum(axis=-1, keepdims=True)
    mean = np.where(total > 0, mean / np.where(total > 0, total, 1), 1 / average.shape[-1])
    weights = average + PRIOR * mean
    filled: NDArray[np.float32] = (weights / weights.sum(axis=-1, keepdims=True)).astype(np.float32)
    return filled


def export(game: Game, policy: NDArray[np.void], path: Path, facts: dict[str, Any]) -> int:
    """Write a strategy file for the bot `multiway`.

    Args:
        game: The game.
        policy: A row of `cfr_kernel.POLICY`.
        path: The file to write.
        facts: What else the head of the file says, such as the number of deals.

    Returns:
        The bytes of the file.
    """
    hands = buckets_of(game)
    bet, draw = np.split(policy["chance"][0], [multiway_spot.BET_SPOTS])
    head = {"game": game.id, "values": RANKINGS[game.ranking].count + 1, **facts}
    sections = {
        "bucket": hands.bucket.tobytes(),
        "keep": hands.keep.astype("<u2").tobytes(),
        "bet": _coded(bet[:, [FOLD, WAGER]]),
        "draw": _coded(draw[:, 1:]),
    }
    return multiway_file.write(path, head, sections)


def _coded(chances: NDArray[np.float32]) -> bytes:
    """A byte for each probability, those of one choice together. The choice that is left out has the rest."""
    codes = np.rint(chances * multiway_file.LEVELS).astype(np.uint8)
    return np.ascontiguousarray(codes.T).tobytes()


def _check(game: Game) -> None:
    if game.betting != "fixed-limit" or game.draw_rounds != 3 or game.bets != (1, 1, 2, 2):
        raise ValueError(f"{game.id}: this player is for limit games with three draws, 27td and a5td")
