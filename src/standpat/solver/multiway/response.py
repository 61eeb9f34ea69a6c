"""A warm-started response: what one player, who begins as the others, learns to win from them.

`Response(game, player, seats)` learns by the walk of `response_kernel` with the others frozen. Its figure is a lower
bound of what `player` can lose at this number of seats: a longer, finer or luckier search may find more. A training
that starts from nothing says little, because it first has to learn what the player knows.

`iterate()` does an epoch of `deals` deals; `course` has what the responder won while learning, by `SEGMENT` deals. With
a `file` the response is saved and continued to the same bits. `best()` is the responder's choice by row of
`response_spots` (`UNKNOWN` where they never were): the likeliest choice of the average strategy, in which later epochs
count more (by the square of their number). `won(…)` measures it on fresh deals, against this player or another.
`stored(file)` reads the choices of a saved response; a new one may start from them (`begin`).

With `rounds` the player solves the last round between two, as at the tables of a room
(`standpat.solver.multiway.solved_round_kernel`). The responder then decides up to there, and plays the best response to
the solution after it. Which of the rounds that share a solution is solved depends on which is met first, so a response
with rounds does not continue to the same bits.

With several `threads` it learns as fast as they play together (`standpat.solver.multiway.common_sums`), on a graphics
card (`standpat.compute.gpu.Gpu`) in seconds; neither can be repeated to the last bit.

Held to choices that the player makes with a probability of at least `least`, a response shows what is lost by
imprecision. Without, it also shows what is lost because the player never learned to meet what they never do.
"""

import hashlib
import json
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.earlier_multiway_spot import OPENED, PLAIN, RAISED
from standpat.bots.multiway_spot import CHOICES
from standpat.compute.gpu import Gpu
from standpat.compute.threads import count_of
from standpat.engine.games import Game
from standpat.engine.games import game as game_of
from standpat.lab.match.interval import half_width
from standpat.solver.kernels.random_stream import CHANCE
from standpat.solver.multiway import cfr_kernel, common_sums, response_kernel
from standpat.solver.multiway.coded_policy import codes_of
from standpat.solver.multiway.earlier_spots import spread_choices
from standpat.solver.multiway.gpu_play import GpuResponse
from standpat.solver.multiway.in_step_kernel import lanes_of
from standpat.solver.multiway.last_round_kernel import Rounds
from standpat.solver.multiway.learned_rows import AVERAGE, LEARNED, nothing_yet, put, rows_of, sums_of
from standpat.solver.multiway.match import MSB, Won
from standpat.solver.multiway.response_kernel import HEAD_START, respond
from standpat.solver.multiway.response_spots import EXTRAS, ROWS, UNKNOWN
from standpat.solver.multiway.self_play import chance_of
from standpat.solver.multiway.solved_round import described
from standpat.solver.multiway.training import GPU_DEALS, Kind, cards_of, plan_of
from standpat.whole_file import whole_file

DEALS: Final = 25_000
"""Deals of an epoch."""
SEGMENT: Final = 5_000_000
"""Deals of an entry of the course, about: an entry ends with an epoch."""
FORMAT: Final = 4
EARLIER: Final = {1: PLAIN, 2: OPENED, 3: RAISED}
"""Formats with earlier spots."""
SEEDS: Final = (1, 2, 3, 4, 5)

Choices = NDArray[np.uint8]


class Response:
    """A response that learns.

    Args:
        game: The game of the player.
        player: A row of `cfr_kernel.POLICY`.
        seats: The number of seats; all but one are the player's.
        file: Where the response is saved, and continued from if it exists.
        least: Choices that the player makes less often than with this probability are left out; 0 for none.
        begin: The choices to begin with (`stored`), where they are known.
        deals: Deals of an epoch; None for the default.
        seed: The seed.
        rounds: Space for the last rounds that the player solves; None for a player who does not.
        threads: Threads that play an epoch and learn into the same sums, 0 for one on each core.
        gpu: The graphics card that plays the epochs; None for none.

    Attributes:
        epoch: Epochs done.
        seconds: Seconds of learning.
        course: By segment, the deals at its end and what the responder won in it while learning, in mSB a hand.

    Raises:
        ValueError: The number of seats is not 2 to 6, the file is of another response, or a card or several threads
            are to solve rounds.
    """

    def __init__(
        self,
        game: Game,
        player: NDArray[np.void],
        seats: int,
        file: Path | None = None,
        *,
        least: float = 0.0,
        begin: Choices | None = None,
        deals: int | None = None,
        seed: int = 7,
        rounds: Rounds | None = None,
        threads: int = 1,
        gpu: Gpu | None = None,
    ) -> None:
        if not 2 <= seats <= 6:
            raise ValueError(f"seats={seats}: expected 2 to 6")
        if gpu is not None and rounds is not None:
            raise ValueError("a graphics card cannot solve rounds: leave out the card or the rounds")
        if count_of(threads) > 1 and (gpu is not None or rounds is not None):
            raise ValueError("only one thread can solve rounds or use a card: leave out the threads, or these")
        deals = deals or (DEALS if gpu is None else GPU_DEALS)
        self.game, self.player, self.seats = game, player, seats
        self.file: Path | None = None
        self.epoch, self.seconds = 0, 0.0
        self.course: list[tuple[int, float]] = []
        self._least, self._deals = least, deals
        self._sum, self._since = 0.0, 0
        self._cards, self._rounds = cards_of(game), rounds
        self._codes = codes_of(player)
        self._learner, self._learned = np.zeros(1, cfr_kernel.THREAD), nothing_yet(every=gpu is not None)
        self._learner["random"] = seed
        self._gpu, self._seed = gpu, seed
        self._card: GpuResponse | None = None
        self._lanes = [lanes_of() for _ in range(count_of(threads))]
        self._plan = plan_of(deals, Kind(seats).shares)
        if begin is not None:
            self._begin(begin)
        self._kind = {
            "format": FORMAT,
            "game": game.id,
            "seats": seats,
            "least": least,
            "deals": deals,
            "seed": seed,
            "player": _digest(player),
            "begin": None if begin is None else _digest(begin),
        }
        if rounds is not None:
            self._kind["solved"] = described(rounds)
        if file is not None:
            self.continue_from(file)

    @property
    def id(self) -> str:
        """Stands for everything that decides what is learned: a name for a file."""
        return hashlib.sha256(json.dumps(self._kind).encode()).hexdigest()[:12]

    def continue_from(self, file: Path) -> None:
        """Save the response in this file from now on, and continue from it if it exists."""
        self.file = file
        if file.exists():
            self._load(file)

    @property
    def deals(self) -> int:
        """Deals done."""
        return int(self._learner["deals"][0])

    def iterate(self) -> None:
        """Do one more epoch."""
        start = time.monotonic()
        self.epoch += 1
        self._sum += self._respond() if self._gpu is None else self._respond_on(self._gpu)
        self._since += self._deals
        if self._since >= SEGMENT:
            self.course.append((self.deals, MSB * self._sum / self._since))
            self._sum, self._since = 0.0, 0
        self.seconds += time.monotonic() - start

    def _respond(self) -> float:
        """Play an epoch. Returns what the responder won, in small blinds."""
        weight, player = float(self.epoch**2), (self.player[0], self._codes, self._least)
        if self._rounds is None:
            others = [chance_of(self._seed, self.epoch, thread) for thread in range(1, len(self._lanes))]
            known = (self._cards, self._plan, weight, self._learned, *player)
            return common_sums.respond(self._learner, *known, self._lanes, others)
        space = (self._rounds, self._lanes[0].kept[0], self._lanes[0].decks)
        return respond(self._learner[0], self._learned, weight, *player, self._cards, *space, self.seats, self._deals)

    def _respond_on(self, gpu: Gpu) -> float:
        """Play an epoch on a card."""
        if self._card is None:
            player = (self.player, self._codes, self._least, self._cards)
            self._card = GpuResponse(gpu, self._learner, self._learned, *player, (self._seed, self.epoch))
        return self._card.respond(self._plan, float(self.epoch**2))

    def best(self) -> Choices:
        """By row, the likeliest choice of the average strategy; `UNKNOWN` where the responder never was."""
        best = np.full(ROWS, UNKNOWN, np.uint8)
        rows, sums = self._sums_by_row()
        best[rows] = _likeliest(sums)
        return best

    def save(self) -> None:
        """Write the file beside its place and rename it: the rows that differ from the beginning, and the choices."""
        if self.file is None:
            raise ValueError("this response has no file")
        rows, sums = self._sums_by_row()
        head = {
            **self._kind,
            "epoch": self.epoch,
            "seconds": self.seconds,
            "course": self.course,
            "sum": self._sum,
            "since": self._since,
            "nodes": int(self._learner["nodes"][0]),
        }
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(self.file) as out:
            np.savez(
                out,
                head=np.frombuffer(json.dumps(head).encode(), np.uint8),
                rows=rows.astype(np.uint32),
                learned=sums[:, LEARNED],
                average=sums[:, AVERAGE],
                random=self._learner["random"],
                done=self._learner["deals"],
                best=_likeliest(sums),
            )

    def _begin(self, begin: Choices) -> None:
        """Regrets under which the responder makes these choices: all of the head start for each."""
        rows = np.flatnonzero(begin != UNKNOWN)
        sums = np.zeros((len(rows), 2, CHOICES), np.float32)
        sums[:, LEARNED] = -np.float32(HEAD_START) * self.player["chance"][0][rows // EXTRAS]
        sums[np.arange(len(rows)), LEARNED, begin[rows]] += np.float32(HEAD_START)
        put(self._learned, rows, sums)

    def _sums_by_row(self) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The rows about which something was learned, and what."""
        if self._card is not None:
            self._card.fetch()
        rows = rows_of(self._learned)
        return rows, sums_of(self._learned, rows)

    def _load(self, file: Path) -> None:
        with np.load(file) as archive:
            head = json.loads(archive["head"].tobytes())
            for what, want in self._kind.items():
                if head.get(what) != want:
                    raise ValueError(f"{file}: its {what} is {head.get(what)}, not {want}; give another file")
            put(self._learned, archive["rows"], np.stack((archive["learned"], archive["average"]), axis=1))
            self._learner["random"], self._learner["deals"] = archive["random"], archive["done"]
        self._learner["nodes"] = head["nodes"]
        self.epoch, self.seconds, self._sum, self._since = head["epoch"], head["seconds"], head["sum"], head["since"]
        self.course = [(deals, msb) for deals, msb in head["course"]]


def stored(file: Path) -> tuple[dict[str, Any], Choices]:
    """A saved response.

    Args:
        file: The file.

    Returns:
        Its head (game, seats, least, course …) and its choices by row.

    Raises:
        ValueError: It has a format that this version does not know.
    """
    with np.load(file) as archive:
        head = json.loads(archive["head"].tobytes())
        if head["format"] not in (*EARLIER, FORMAT):
            raise ValueError(f"{file} was made by another version of standpat: learn it again")
        scheme = EARLIER.get(head["format"])
        best = np.full(sum(scheme.spots) * EXTRAS if scheme else ROWS, UNKNOWN, np.uint8)
        best[archive["rows"]] = archive["best"]
    return head, spread_choices(best, game_of(head["game"]).draw_rounds) if scheme else best


def nothing_learned() -> Choices:
    """The choices of a responder who plays like the player everywhere."""
    return np.full(ROWS, UNKNOWN, np.uint8)


def likeliest(player: NDArray[np.void]) -> Choices:
    """The choices of one who makes the player's likeliest choice everywhere, and knows nothing else.

    A player who mixes choices that are worse than others loses to them.

    Args:
        player: A row of `cfr_kernel.POLICY`.
    """
    chance = player["chance"][0]
    choices = np.where(chance.any(axis=1), chance.argmax(axis=1), UNKNOWN).astype(np.uint8)
    return np.repeat(choices, EXTRAS)


def won(
    game: Game,
    player: NDArray[np.void],
    seats: int,
    best: Choices,
    *,
    habit: NDArray[np.void] | None = None,
    decks: int = 100_000,
    seeds: Iterable[int] = SEEDS,
    rounds: Rounds | None = None,
) -> Won:
    """What a responder wins from the player in the compiled game, on fresh deals.

    Args:
        game: The game.
        player: A row of `cfr_kernel.POLICY`.
        seats: The number of seats.
        best: The responder's choices by row.
        habit: A row of `response_kernel.HABITS`; None for none.
        decks: Decks for each seed; each is played with the responder in every seat.
        seeds: The seeds.
        rounds: Space for the last rounds that the player solves; None for a player who does not.
    """
    cards, codes, total = cards_of(game), codes_of(player), np.zeros(2)
    habits = np.zeros(1, response_kernel.HABITS) if habit is None else habit
    played = 0
    for seed in seeds:
        state = np.zeros(1, CHANCE)
        state["random"] = int.from_bytes(hashlib.sha256(f"fresh deals {seed}".encode()).digest()[:8], "little")
        response_kernel.measure(best, habits, player[0], codes, cards, rounds, seats, decks, state[0], total)
        played += decks
    sums = total.tolist()
    within = half_width(played, *sums)
    return Won(MSB * sums[0] / played / seats, MSB * (within or 0.0) / seats, played * seats)


def _likeliest(sums: NDArray[np.float32]) -> Choices:
    """By row of these sums, the likeliest choice of the average strategy; `UNKNOWN` where the responder never was."""
    average = sums[:, AVERAGE]
    return np.where(average.any(axis=1), average.argmax(axis=1), UNKNOWN).astype(np.uint8)


def _digest(rows: NDArray[Any]) -> str:
    return hashlib.sha256(rows.tobytes()).hexdigest()[:16]
