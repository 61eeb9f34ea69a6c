"""Train the bot `multiway` by self-play: minutes of training, with checkpoints.

`MultiwayTraining(game, folder)` continues from the checkpoint in `folder`, if there is one, and reaches the same
numbers, to the last bit, as a training without interruption. It learns in epochs of `DEALS` deals. What epoch k learns
counts k times in the regrets and k² times in the averages, so that later epochs count for more (discounted CFR with
α = β = 1 and γ = 2, Brown and Sandholm 2019). A training is for one number of seats, or for two to six with
the probabilities of `SEATS`. In a quarter of its deals one of the others is a *stray* (`Strays`), so that the strategy
also learns to meet choices that it never makes itself. Half of the strays play a response to an earlier state of the
training instead, once there is one (`meet`). With pieces (`Kind`) an epoch is that many stretches of `deals`
from the same state, which `threads` or a pool may play at once (`standpat.solver.multiway.self_play`); how many play
them changes nothing.

`policy()` is the strategy (`standpat.solver.multiway.average_strategy`); `standpat.solver.multiway.export` writes the
strategy file that `standpat.bots.multiway` plays from.

Checkpoints of earlier versions are continued as they began: for two to six seats and without strays (`kind_of`). Where
they have earlier spots, each spot begins with what the one in its place has learned.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import BUCKETS, SPOTS
from standpat.cards.ranking import RANKINGS
from standpat.compute.rank_table import ORDERS, TABLES
from standpat.compute.threads import Threads
from standpat.engine.games import Game
from standpat.solver.cfr.memory import RUNTIME
from standpat.solver.kernels.deck import DECK
from standpat.solver.multiway import cfr_kernel, earlier_checkpoint, hand_kernel
from standpat.solver.multiway.average_strategy import PRIOR, policy_of
from standpat.solver.multiway.buckets import buckets_of
from standpat.solver.multiway.cfr_kernel import OF_SPOTS
from standpat.solver.multiway.response_spots import ROWS, UNKNOWN, packed, unpacked
from standpat.solver.multiway.self_play import play_together

DEALS: Final = 25_000
STRETCH: Final = 100_000
"""Deals of a piece, where there are several: a second of play, since what it learns is 20 MB to send."""
SEATS: Final = (0.06, 0.18, 0.2, 0.16, 0.4)
"""The probability of two, three, … six seats."""
FORMAT: Final = 3
"""Checkpoints of format 1 name neither seats nor strays: they are for two to six seats and without strays. In those of
formats 1 and 2 is what `standpat.solver.multiway.earlier_checkpoint` says."""
NAME: Final = "multiway.npz"
BEFORE: Final = "ring.npz"
"""The name of a checkpoint until version 0.1."""


SEED: Final = 27
BEGUN: Final = 0.2
"""The part of the regrets of another training that counts in one that begins with them."""
RESPONDING: Final = 0.5
"""The probability that a stray plays the response, where there is one."""
LOW: Final = (0b0000001111111, 0b1000000111111)
"""The seven lowest ranks, where aces are high and where they are low; the deuce is the lowest bit."""


@dataclass(frozen=True)
class Strays:
    """Deals in which one of the others is stray.

    Attributes:
        share: The share of deals with a stray.
        astray: The probability that a stray chooses at random, at each of their decisions. They never fold at random.
        scale: What everything learned in such a deal counts; 1 would teach to beat strays.
    """

    share: float = 0.25
    astray: float = 0.4
    scale: float = 0.05


NO_STRAYS: Final = Strays(0.0)
NOBODY: Final = np.full(ROWS, UNKNOWN, np.uint8)
"""A response that has no choices."""


@dataclass(frozen=True)
class Kind:
    """What a training is for and how it is done; it does not change on the way.

    Attributes:
        seats: The number of seats; 0 for two to six.
        strays: The deals with a stray.
        pieces: Pieces of an epoch.

    Raises:
        ValueError: A number is out of range.
    """

    seats: int = 0
    strays: Strays = Strays()
    pieces: int = 1

    def __post_init__(self) -> None:
        if self.seats and not 2 <= self.seats <= 6:
            raise ValueError(f"seats={self.seats}: expected 2 to 6, or 0 for all of them")
        if self.pieces < 1:
            raise ValueError(f"pieces={self.pieces}: expected 1 or more")

    @property
    def shares(self) -> tuple[float, ...]:
        """The probabilities of two to six seats."""
        return tuple([float(n == self.seats) for n in range(2, 7)]) if self.seats else SEATS

    @property
    def prior(self) -> float:
        """The weight of similar spots: as many visits as `PRIOR`, of those that strays bring where there are strays."""
        return PRIOR * (self.strays.scale if self.strays.share else 1.0)


class MultiwayTraining:
    """A training in a folder, by external-sampling Monte Carlo CFR (Lanctot et al. 2009).

    Args:
        game: A limit game of one draw or three.
        folder: The folder of the checkpoint; it is made if missing.
        kind: The kind of training; None for that of the checkpoint, or `Kind()` where there is none.
        deals: Deals of an epoch, or of a piece if there are several; None for the default.
        seed: The seed.
        threads: Threads or a pool that play the pieces.

    Attributes:
        kind: The kind of training.
        epoch: Epochs done.
        seconds: Seconds of training.
        learner: What was learned, a row of `cfr_kernel.LEARNER`.
        response: The response that strays play, by row of `response_spots`; None for none.

    Raises:
        ValueError: The game is of another kind, or the checkpoint is of another training.
    """

    def __init__(
        self,
        game: Game,
        folder: Path,
        kind: Kind | None = None,
        *,
        deals: int | None = None,
        seed: int = SEED,
        threads: Threads = 1,
    ) -> None:
        _check(game)
        self.game, self.folder, self.kind = game, folder, kind or kind_of(folder) or Kind()
        self.deals = deals or (DEALS if self.kind.pieces == 1 else STRETCH)
        self.epoch, self.seconds = 0, 0.0
        self.cards = cards_of(game)
        self.learner = np.zeros(1, cfr_kernel.LEARNER)
        self.learner["random"] = seed
        self.response: NDArray[np.uint8] | None = None
        self._seed, self._threads = seed, threads
        self._hands = np.zeros(cfr_kernel.DEPTH, hand_kernel.HAND)
        self._decks = np.zeros(1, DECK)
        folder.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            self._load()

    def iterate(self) -> None:
        """Do one more epoch."""
        begin = time.monotonic()
        response, pieces = NOBODY if self.response is None else self.response, self.kind.pieces
        responding = 0.0 if self.response is None else RESPONDING
        plan = plan_of(self.deals, self.kind.shares, self.kind.strays, responding, self.epoch + 1)
        if pieces == 1:
            cfr_kernel.learn(self.learner[0], self.cards, self._hands, self._decks, plan, response)
        else:
            play_together(self.learner, self.cards, plan, self._seed, self.epoch + 1, pieces, self._threads, response)
        self.epoch += 1
        self.seconds += time.monotonic() - begin

    def meet(self, response: NDArray[np.uint8]) -> None:
        """Let half of the strays play a response from now on. It is kept in the checkpoint.

        Args:
            response: Choices by row (`standpat.solver.multiway.response.stored`).

        Raises:
            ValueError: The training has no strays.
        """
        if not self.kind.strays.share:
            raise ValueError("a training without strays cannot meet a response")
        self.response = response

    def begin_with(self, folder: Path) -> None:
        """Begin with what a training for another number of seats has learned, of which a part (`BEGUN`) counts.

        The epochs are numbered on from there. Averages begin anew, and so do the deals and the seconds.

        Args:
            folder: The folder of the other training.

        Raises:
            ValueError: This training has begun already, or the other is missing, of another game or of other spots.
        """
        if self.epoch:
            raise ValueError(f"{self.folder}: this training has begun already; give another folder")
        if not _checkpoint(folder).exists():
            raise ValueError(f"{folder}: there is no training")
        other = MultiwayTraining(self.game, folder, deals=self.deals, seed=self._seed)
        self.epoch = other.epoch
        self.learner["regret"] = np.float32(BEGUN) * other.learner["regret"]

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
        return policy_of(self.learner, self.kind.prior * max(self.epoch, 1) ** 2)

    def visits(self) -> NDArray[np.float64]:
        """By spot, the part of all choices that is made there, the latest counting most."""
        made: NDArray[np.float64] = self.learner["average"][0].sum(axis=1)
        return made / np.float64(max(1.0, made.sum()))

    def save(self) -> None:
        """Write the checkpoint beside its place and rename it."""
        beside = self._path.with_name(self._path.name + ".part")
        head = {**self._head(), "epoch": self.epoch, "seconds": self.seconds}
        with beside.open("wb") as out:
            arrays = {"head": np.frombuffer(json.dumps(head).encode(), np.uint8), **_visited(self.learner)}
            if self.response is not None:
                arrays["response"] = packed(self.response)
            np.savez(out, allow_pickle=False, **arrays)
        beside.replace(self._path)

    @property
    def _path(self) -> Path:
        return _checkpoint(self.folder)

    def _head(self) -> dict[str, Any]:
        kind = asdict(self.kind)
        return {"format": FORMAT, "spots": SPOTS, "game": self.game.id, **kind, "deals": self.deals, "seed": self._seed}

    def _load(self) -> None:
        with np.load(self._path) as archive:
            head = _head_of(archive)
            learned = {name: archive[name] for name in archive if name != "head"}
        for what, want in self._head().items():
            if head.get(what) != want and (what != "format" or head[what] > FORMAT):
                raise ValueError(f"{self._path}: its {what} is {head.get(what)}, not {want}; give another folder")
        if head["format"] < FORMAT:
            learned, self.response = earlier_checkpoint.read(learned, head["epoch"], self.game.draw_rounds, self._path)
        elif "response" in learned:
            self.response = unpacked(learned["response"], ROWS)
        spots = learned.get("spots", slice(None))
        for name in cfr_kernel.LEARNER.names or ():
            self.learner[name][(0, spots) if name in OF_SPOTS else 0] = learned[name]
        self.epoch, self.seconds = head["epoch"], head["seconds"]


def kind_of(folder: Path) -> Kind | None:
    """The kind of the training in a folder; None if there is no training."""
    path = _checkpoint(folder)
    if not path.exists():
        return None
    with np.load(path) as archive:
        head = _head_of(archive)
    return Kind(head["seats"], Strays(**head["strays"]), head["pieces"])


def _checkpoint(folder: Path) -> Path:
    """The checkpoint of a folder. A training that began under the old name keeps it."""
    return folder / BEFORE if (folder / BEFORE).exists() else folder / NAME


def _head_of(archive: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """The head of a checkpoint, with what those of earlier versions did not name."""
    return {
        "spots": SPOTS,
        "pieces": 1,
        "seats": 0,
        "strays": asdict(NO_STRAYS),
        **json.loads(archive["head"].tobytes()),
    }


def training_bytes() -> int:
    """The memory that a training takes, in bytes, about: what is learned, twice while it is saved, the cards, Python.

    A training in pieces takes as much here, and as much again for each worker.
    """
    return 2 * cfr_kernel.LEARNER.itemsize + 2 * hand_kernel.CARDS.itemsize + RUNTIME


def plan_of(
    deals: int,
    seats: tuple[float, ...] = SEATS,
    strays: Strays = NO_STRAYS,
    responding: float = 0.0,
    epoch: int = 1,
) -> Any:
    """A row of `cfr_kernel.PLAN`.

    Args:
        deals: The number of deals.
        seats: The probabilities of two to six seats.
        strays: The deals with a stray.
        responding: The probability that a stray plays the response.
        epoch: The number of the epoch.

    Returns:
        The row.
    """
    plan = np.zeros(1, cfr_kernel.PLAN)
    plan["deals"], plan["seats"] = deals, seats
    plan["strays"], plan["astray"], plan["scale"] = astuple(strays)
    plan["responding"], plan["epoch"] = responding, epoch
    return plan[0]


@cache
def cards_of(game: Game) -> Any:
    """The buckets of a game for the kernel, a row of `standpat.solver.multiway.hand_kernel.CARDS` that is shared."""
    hands = buckets_of(game)
    cards = np.zeros(1, hand_kernel.CARDS)[0]
    cards["draws"] = game.draw_rounds
    cards["low"] = LOW[RANKINGS[game.ranking].aces_low]
    order = [ranking.id for ranking in ORDERS].index(game.ranking)
    cards["weight"] = TABLES["weight"][:52]
    cards["value"] = TABLES["value"][order]
    for name, array in hands._asdict().items():
        values = hand_kernel.VALUES if name != "allowed" else BUCKETS
        rows = cards[name]
        rows[:, : array.shape[1]] = array
        assert array.shape[1] <= values
    return cards


def _visited(learner: NDArray[np.void]) -> dict[str, NDArray[Any]]:
    """What was learned, at the spots about which something was (`spots`)."""
    held = learner[0]
    spots = np.flatnonzero(held["regret"].any(axis=1) | held["average"].any(axis=1)).astype(np.uint32)
    return {"spots": spots} | {
        name: held[name][spots] if name in OF_SPOTS else np.array(held[name]) for name in cfr_kernel.LEARNER.names or ()
    }


def _check(game: Game) -> None:
    if game.betting != "fixed-limit" or game.bets not in ((1, 1, 2, 2), (1, 2)):
        raise ValueError(f"{game.id}: this player is for limit games with one draw or three")
