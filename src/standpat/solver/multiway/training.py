"""Train the bot `multiway` by self-play: minutes of training, with checkpoints.

`MultiwayTraining(game, folder)` continues from the checkpoint in `folder`, if there is one, and reaches the same
numbers, to the last bit, as a training without interruption. It learns in epochs of `DEALS` deals. What epoch k learns
counts k times in the regrets and k² times in the averages, so that later epochs count for more (discounted CFR with
α = β = 1 and γ = 2, Brown and Sandholm 2019). A training is for one number of seats, or for two to six with
the probabilities of `SEATS`. In a quarter of its deals one of the others is a *stray* (`Strays`), so that the strategy
also learns to meet choices that it never makes itself. Half of the strays play a response to an earlier state of the
training instead, once there is one (`meet`). In a part of the deals a player faces others whose strategy is known, and
learns to win from them, too (`face`). With pieces (`Kind`) an epoch is that many stretches of `deals`
from the same state, which `threads` or a pool may play at once (`standpat.solver.multiway.self_play`); how many play
them changes nothing.

In one piece several `threads` learn into the same sums (`standpat.solver.multiway.common_sums`), and the numbers cannot
be repeated to the last bit. How many there are may change when a training is continued.

With a graphics card (`standpat.compute.gpu.Gpu`) epochs are longer, and shorter at first (`GPU_DEALS`). Their results
cannot be repeated to the last bit (`standpat.solver.multiway.gpu_play`).

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
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_file import MultiwayFile, Strategy
from standpat.bots.multiway_spot import BUCKETS, SPOTS
from standpat.cards.ranking import RANKINGS
from standpat.compute.gpu import Gpu
from standpat.compute.rank_table import ORDERS, TABLES
from standpat.compute.threads import Threads, count_of
from standpat.engine.games import Game
from standpat.solver.cfr.memory import RUNTIME
from standpat.solver.multiway import cfr_kernel, common_sums, earlier_checkpoint, hand_kernel, in_step_kernel
from standpat.solver.multiway.average_strategy import PRIOR, policy_of, visits_of
from standpat.solver.multiway.buckets import buckets_of
from standpat.solver.multiway.cfr_kernel import LEARNER, OF_SPOTS
from standpat.solver.multiway.changed_rows import changed_rows, either
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.gpu_play import GpuPlay
from standpat.solver.multiway.known_player import NO_PLAYER, Known, KnownPlayer, known_player
from standpat.solver.multiway.response_kernel import HEAD_START
from standpat.solver.multiway.response_spots import ROWS, UNKNOWN, packed, unpacked
from standpat.solver.multiway.self_play import chance_of, play_together
from standpat.whole_file import whole_file

DEALS: Final = 25_000
GPU_DEALS: Final = 5_000_000
"""Deals of an epoch on a graphics card: a quarter of a second of an H200, of which the longest deal takes a part."""
GROWING: Final = 50
"""Epochs until those on a graphics card have all their deals; epoch k has k parts of them."""
STRETCH: Final = 100_000
"""Deals of a piece, where there are several: a second of play, since what it learns is 20 MB to send."""
SEATS: Final = (0.06, 0.18, 0.2, 0.16, 0.4)
"""The probability of two, three, … six seats."""
FORMAT: Final = 4
"""Checkpoints of format 1 name neither seats nor strays: they are for two to six seats and without strays. In those of
earlier formats is what `standpat.solver.multiway.earlier_checkpoint` says."""
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


@dataclass(frozen=True)
class Facing:
    """Deals in which all but one play a known strategy.

    Attributes:
        share: The share of these deals.
        scale: What everything learned in such a deal counts.

    Raises:
        ValueError: A number is out of range.
    """

    share: float
    scale: float = 1.0

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise ValueError(f"share={self.share:g}: expected 0 to 1")
        if not 0 < self.scale <= 1:
            raise ValueError(f"scale={self.scale:g}: expected more than 0 and up to 1")


NO_STRAYS: Final = Strays(0.0)
NO_FACING: Final = Facing(0.0)
NOBODY: Final = np.full(1, UNKNOWN, np.uint8)
"""Stands where a kernel wants a response and there is none: it is not looked at."""


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


class Begun(NamedTuple):
    """What a training has begun with.

    Attributes:
        strategy: The strategy of a file.
        deals: As how many deals it counts in the averages: those from which it was learned, or 0.
        regrets: Whether the regrets have begun with it as well.
    """

    strategy: Strategy
    deals: int
    regrets: bool

    def regret(self) -> NDArray[np.float32]:
        """The regrets that it gives, by spot and choice."""
        chance: NDArray[np.float32] = policy_of_file(self.strategy)["chance"][0]
        chance *= np.float32(HEAD_START)
        return chance


class Faced(NamedTuple):
    """A known player that the training faces.

    Attributes:
        who: Who they are.
        player: The same as kernels have it.
        facing: The deals in which all but one are this player.
    """

    who: Known
    player: KnownPlayer
    facing: Facing


class MultiwayTraining:
    """A training in a folder, by external-sampling Monte Carlo CFR (Lanctot et al. 2009).

    Args:
        game: A limit game of one draw or three.
        folder: The folder of the checkpoint; `save` makes it if missing.
        kind: The kind of training; None for that of the checkpoint, or `Kind()` where there is none.
        deals: Deals of an epoch, or of a piece if there are several; None for the default.
        seed: The seed.
        threads: Threads or a pool that play the pieces. In one piece: threads that learn into the same sums
            (`standpat.solver.multiway.common_sums`).
        gpu: The graphics card that plays the epochs; None for none.

    Attributes:
        kind: The kind of training.
        epoch: Epochs done.
        seconds: Seconds of training.
        response: The response that strays play, by row of `response_spots`; None for none.

    Raises:
        ValueError: The game is of another kind, the checkpoint is of another training, or a card is to play pieces.
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
        gpu: Gpu | None = None,
    ) -> None:
        _check(game)
        self.game, self.folder, self.kind = game, folder, kind or kind_of(folder) or Kind()
        if gpu is not None and self.kind.pieces > 1:
            raise ValueError("a graphics card plays an epoch in one piece")
        self.deals = deals or (GPU_DEALS if gpu is not None else DEALS if self.kind.pieces == 1 else STRETCH)
        self.epoch, self.seconds = 0, 0.0
        self.cards = cards_of(game)
        self._learner = np.zeros(1, LEARNER)
        self._learner["random"] = seed
        self._gpu = gpu
        self._card: GpuPlay | None = None
        self._begun: Begun | None = None
        self._faced: Faced | None = None
        self.response: NDArray[np.uint8] | None = None
        self._seed, self._threads = seed, threads
        together = count_of(threads) if self.kind.pieces == 1 and isinstance(threads, int) else 1
        self._lanes = [in_step_kernel.lanes_of() for _ in range(together)]
        if self._path.exists():
            self._load()

    @property
    def learner(self) -> NDArray[np.void]:
        """What was learned, a row of `cfr_kernel.LEARNER` in an array."""
        if self._card is not None:
            self._card.fetch()
        return self._learner

    def iterate(self) -> None:
        """Do one more epoch."""
        begin = time.monotonic()
        response, pieces = NOBODY if self.response is None else self.response, self.kind.pieces
        responding = 0.0 if self.response is None else RESPONDING
        deals = self.deals if self._gpu is None else max(1, self.deals * min(self.epoch + 1, GROWING) // GROWING)
        known, facing = NO_PLAYER, NO_FACING
        if self._faced is not None:
            known, facing = self._faced.player, self._faced.facing
        plan = plan_of(deals, self.kind.shares, self.kind.strays, responding, self.epoch + 1, facing)
        met = in_step_kernel.Met(response, *known)
        if self._gpu is not None:
            if self._card is None:
                self._card = GpuPlay(self._gpu, self._learner, self.cards, (self._seed, self.epoch))
            self._card.learn(plan, met)
        elif pieces == 1:
            others = [chance_of(self._seed, self.epoch + 1, thread) for thread in range(1, len(self._lanes))]
            common_sums.learn(self._learner, self.cards, plan, met, self._lanes, others)
        else:
            play_together(self._learner, self.cards, plan, self._seed, self.epoch + 1, pieces, self._threads, met)
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

    def face(self, who: Path | Literal["rule"], share: float, scale: float = 1.0) -> None:
        """Let a player face others whose strategy is known in a share of the deals from now on.

        The strategy wins more from these others for it, and loses more to a response. A share of 0.25 makes it a good
        deal weaker. More deals that count less take longer and leave less noise. It is kept in the checkpoint.

        Args:
            who: The strategy file of these others, for this number of seats, or the bot `rule`
                (`standpat.solver.multiway.rule_kernel`).
            share: The share of the deals; 0 for none.
            scale: What everything learned in such a deal counts.

        Raises:
            ValueError: The file is of another game, the share is not 0 to 1, or the scale is not more than 0 up to 1.
        """
        facing = Facing(share, scale)
        known: Known = "rule" if who == "rule" else _strategy_in(who, self.game, self.kind.seats)[0]
        self._faced = _faced(self.game, known, facing) if share else None

    def begin_with(self, other: Path) -> None:
        """Begin with what others have learned.

        From a training for another number of seats a part of the regrets counts (`BEGUN`), and the epochs are numbered
        on. Averages begin anew.

        A strategy file for this number of seats gives regrets in proportion to its probabilities (`HEAD_START`). In the
        averages it counts as much as its deals. So a training goes on whose checkpoint is gone. It may come first, and
        then a training, of which the regrets are.

        Args:
            other: The folder of the training, or the strategy file.

        Raises:
            ValueError: This training has begun already, or the other is missing, of another game or of other spots.
        """
        if self.epoch:
            raise ValueError(f"{self.folder}: this training has begun already; give another folder")
        if other.is_file():
            self._begun = _begun_in(other, self.game, self.kind.seats)
            self._learner["regret"] = self._begun.regret()
            return
        if not _checkpoint(other).exists():
            raise ValueError(f"{other}: there is neither a training nor a strategy file")
        training = MultiwayTraining(self.game, other, deals=_deals_in(other), seed=self._seed)
        self.epoch = training.epoch
        self._learner["regret"] = np.float32(BEGUN) * training.learner["regret"]
        if self._begun is not None:
            self._begun = self._begun._replace(regrets=False)

    def count_own_deals(self) -> None:
        """Leave the strategy file that this training began with out of the averages from now on. Its regrets stay.

        Its spots may have told less apart than the present ones.

        Raises:
            ValueError: The training has not begun with a strategy file.
        """
        if self._begun is None:
            raise ValueError(f"{self.folder}: this training has not begun with a strategy file")
        self._begun = self._begun._replace(deals=0)

    def reached(self) -> dict[str, float]:
        """How far the training is: epochs, minutes, deals, and decisions visited."""
        minutes = round(self.seconds / 60, 2)
        return {
            "epochs": self.epoch,
            "minutes": minutes,
            "deals": int(self._learner["deals"][0]),
            "decisions": int(self._learner["nodes"][0]),
        }

    @property
    def facing(self) -> Known | None:
        """The known player whom the training faces; None for none."""
        return None if self._faced is None else self._faced.who

    @property
    def learned_from(self) -> int:
        """The deals from which the strategy is learned: its own, and those of a file that counts."""
        return int(self.reached()["deals"]) + (0 if self._begun is None else self._begun.deals)

    def policy(self) -> NDArray[np.void]:
        """The strategy so far, a row of `standpat.solver.multiway.cfr_kernel.POLICY`."""
        learner, prior = self.learner, self.kind.prior * max(self.epoch, 1) ** 2
        if self._begun is None or not self._begun.deals or not learner["deals"][0]:
            return policy_of(learner, prior)
        share = self._begun.deals / int(learner["deals"][0])
        return policy_of(learner, prior * (1 + share), (policy_of_file(self._begun.strategy), share))

    def visits(self) -> NDArray[np.float64]:
        """By spot, the part of all choices that is made there, the latest counting most."""
        return visits_of(self.learner["average"][0])

    def save(self) -> None:
        """Write the checkpoint beside its place and rename it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        head = {**self._head(), "epoch": self.epoch, "seconds": self.seconds}
        head |= {"begun": self._begun.deals, "regrets": self._begun.regrets} if self._begun is not None else {}
        if self._faced is not None:
            head |= {"facing": self._faced.facing.share, "facing_scale": self._faced.facing.scale}
        with whole_file(self._path) as out:
            arrays = {"head": np.frombuffer(json.dumps(head).encode(), np.uint8), **self._learned()}
            if self.response is not None:
                arrays["response"] = packed(self.response)
            if self._faced is not None and self._faced.who != "rule":
                arrays["faced"] = np.frombuffer(self._faced.who.block(), np.uint8)
            if self._begun is not None:
                arrays["begun"] = np.frombuffer(self._begun.strategy.block(), np.uint8)
            np.savez(out, allow_pickle=False, **arrays)

    def _learned(self) -> dict[str, NDArray[Any]]:
        """What was learned, at the spots about which something was (`spots`)."""
        held = self.learner[0]
        before = self._begun.regret() if self._begun is not None and self._begun.regrets else None
        regret, average = held["regret"], held["average"]
        spots = either(regret, changed_rows(regret, before), changed_rows(average)).astype(np.uint32)
        return {"spots": spots} | {
            name: held[name][spots] if name in OF_SPOTS else np.array(held[name]) for name in LEARNER.names or ()
        }

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
        earlier = head["format"] < FORMAT
        for what, want in self._head().items():
            if head.get(what) != want and not (earlier and what in ("format", "spots")):
                raise ValueError(f"{self._path}: its {what} is {head.get(what)}, not {want}; give another folder")
        if earlier:
            learned, self.response = earlier_checkpoint.read(learned, head, self.game.draw_rounds, self._path)
        elif "response" in learned:
            self.response = unpacked(learned["response"], ROWS)
        if "facing" in head:
            who: Known = Strategy.of_block(learned["faced"].tobytes()) if "faced" in learned else "rule"
            self._faced = _faced(self.game, who, Facing(head["facing"], head.get("facing_scale", 1.0)))
        if "begun" in learned:
            strategy = Strategy.of_block(learned["begun"].tobytes())
            self._begun = Begun(strategy, head["begun"], head.get("regrets", False))
            if self._begun.regrets:
                self._learner["regret"] = self._begun.regret()
        spots = learned.get("spots", slice(None))
        for name in LEARNER.names or ():
            self._learner[name][(0, spots) if name in OF_SPOTS else 0] = learned[name]
        self.epoch, self.seconds = head["epoch"], head["seconds"]


def kind_of(folder: Path) -> Kind | None:
    """The kind of the training in a folder; None if there is no training."""
    path = _checkpoint(folder)
    if not path.exists():
        return None
    with np.load(path) as archive:
        head = _head_of(archive)
    return Kind(head["seats"], Strays(**head["strays"]), head["pieces"])


def _begun_in(file: Path, game: Game, seats: int) -> Begun:
    strategy, deals = _strategy_in(file, game, seats)
    return Begun(strategy, deals, regrets=True)


def _faced(game: Game, who: Known, facing: Facing) -> Faced:
    return Faced(who, known_player(game, who), facing)


def _strategy_in(file: Path, game: Game, seats: int) -> tuple[Strategy, int]:
    """The strategy of a file for a game and a number of seats, and the deals from which it was learned."""
    strategies = MultiwayFile.load(file)
    if strategies.game != game.id:
        raise ValueError(f"{file}: it is for {strategies.game}, not for {game.id}")
    if not seats:
        raise ValueError("a training for two to six seats at once takes no strategy file")
    return strategies.strategy(seats), strategies.deals(seats) or 0


def _deals_in(folder: Path) -> int:
    """The deals of an epoch of the training in a folder."""
    with np.load(_checkpoint(folder)) as archive:
        return int(_head_of(archive)["deals"])


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


def training_bytes(facing: Known | None = None) -> int:
    """The memory that a training takes, in bytes, about: what is learned, twice while it is saved, the cards, Python.

    A training in pieces takes as much here, and as much again for each worker.

    Args:
        facing: The known player whom it faces; None for none.
    """
    known = 0 if facing in (None, "rule") else cfr_kernel.POLICY.itemsize
    return 2 * LEARNER.itemsize + known + 2 * hand_kernel.CARDS.itemsize + RUNTIME


def plan_of(
    deals: int,
    seats: tuple[float, ...] = SEATS,
    strays: Strays = NO_STRAYS,
    responding: float = 0.0,
    epoch: int = 1,
    facing: Facing = NO_FACING,
) -> Any:
    """A row of `cfr_kernel.PLAN`.

    Args:
        deals: The number of deals.
        seats: The probabilities of two to six seats.
        strays: The deals with a stray.
        responding: The probability that a stray plays the response.
        epoch: The number of the epoch.
        facing: The deals with known players.

    Returns:
        The row.
    """
    plan = np.zeros(1, cfr_kernel.PLAN)
    plan["deals"], plan["seats"] = deals, seats
    plan["strays"], plan["astray"], plan["scale"] = astuple(strays)
    plan["responding"], plan["epoch"] = responding, epoch
    plan["facing"], plan["facing_scale"] = astuple(facing)
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


def _check(game: Game) -> None:
    if game.betting != "fixed-limit" or game.bets not in ((1, 1, 2, 2), (1, 2)):
        raise ValueError(f"{game.id}: this player is for limit games with one draw or three")
