"""Train the bot `nolimit` by self-play, with checkpoints.

`NolimitTraining(game, folder)` continues from the checkpoint in `folder`, if there is one, and reaches the same
numbers, to the last bit, as a training without interruption. It learns in epochs of some thousand deals. Each time
their number has grown by a quarter, all regrets are multiplied by 0.8 and all averages by 0.64, so that regrets count
in proportion to the time and averages to its square (linear CFR with quadratic averaging, Brown and Sandholm 2019).

What is learned lies in one array for the spots that were met (`standpat.solver.nolimit.book_kernel`). `SPACE` numbers
are set aside; the machine gives memory for those in use.

A training for one depth (`depth`) learns from hands of that depth alone (`nolimit_spot.SEVERAL`), without antes. Its
spots join a strategy for all depths (`standpat.solver.nolimit.strategy.with_depth`).
"""

import json
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import AFTER, BEFORE, SEVERAL_DRAWS
from standpat.bots.nolimit_hand import SIZES as KNOWN
from standpat.bots.nolimit_spot import EDGES, SEVERAL
from standpat.engine.games import Game
from standpat.solver.cfr.memory import RUNTIME
from standpat.solver.kernels.deck import DECK
from standpat.solver.nolimit import book_kernel, deal_kernel, ends_kernel
from standpat.solver.nolimit.deal_plan import PLAN
from standpat.solver.nolimit.hands import cards_of
from standpat.solver.nolimit.learn_kernel import learn
from standpat.whole_file import whole_file

DEALS: Final = 5_000
DEALS_OF_DRAWS: Final = 20_000
"""Deals of an epoch, in games of one draw and of more."""
SEED: Final = 27
COARSE: Final = 400_000
"""The first deals, which teach coarse spots."""
SPACE: Final = 200_000_000
"""Numbers of four bytes for what is learned."""
GROWTH: Final = 1.25
SEATS: Final = (2, 3, 4, 5, 6)
"""Seats to learn. A hand dealt to seven has the spots of hands dealt to fewer."""
USUAL_SEATS: Final = (0.34, 0.12, 0.1, 0.1, 0.34)
"""How often a deal has each number of seats, if all are learned."""
USUAL: Final = 0.4
USUAL_OF_DRAWS: Final = 0.7
"""How often a deal has one of the usual depths (`plan_of`), in games of one draw and of more, where a deal teaches
less."""
USUAL_AT_DEPTH: Final = 0.7
UNEVEN_AT_DEPTH: Final = 0.2
"""In a training for one depth: how often a deal has exactly this depth, and how often each stack is drawn by itself."""
STRAYS: Final = (0.3, 0.5, 0.1, 0.5, 0.6)
STRAYS_OF_DRAWS: Final = (0.3, 0.4, 0.1, 0.5, 0.6)
"""Deals with a stray (`plan_of`), in games of one draw and of more. Whoever makes one odd choice may make others later,
and half of them do not look at what it costs: where nobody ever goes, nobody learns an answer."""
FORMAT: Final = 2
NAME: Final = "nolimit.npz"


def sizes_of(game: Game) -> NDArray[np.int64]:
    """The sizes that the strategy of a game knows, by round, for a kernel."""
    if game.draw_rounds == 1:
        return np.array([BEFORE, AFTER], np.int64)
    return np.array([[*SEVERAL_DRAWS, *[0] * (KNOWN - len(SEVERAL_DRAWS))]] * (game.draw_rounds + 1), np.int64)


class NolimitTraining:
    """A training in a folder, by external-sampling Monte Carlo CFR (Lanctot et al. 2009).

    Args:
        game: A no-limit game, or a pot-limit game of three draws.
        folder: The folder of the checkpoint; it is made if missing.
        deals: Deals of an epoch; None for the default.
        seed: The seed.
        space: Numbers for what is learned.
        seats: The numbers of seats to learn.
        depth: One of `SEVERAL` for a training for one depth; None for all.

    Attributes:
        epoch: Epochs done.
        seconds: Seconds of training.
        book: Where the spots are, a row of `book_kernel.BOOK`.
        mind: What was learned.

    Raises:
        ValueError: The game is of another kind, a number of seats is not one of `SEATS`, the depth is not one of
            `SEVERAL` or for other hands, or the checkpoint is of another training.
    """

    def __init__(
        self,
        game: Game,
        folder: Path,
        *,
        deals: int | None = None,
        seed: int = SEED,
        space: int = SPACE,
        seats: Collection[int] = SEATS,
        depth: float | None = None,
    ) -> None:
        self.game, self.folder, self.depth = game, folder, depth
        single = game.draw_rounds == 1
        if depth is not None and (not single or 2 in seats):
            raise ValueError("a training for one depth is for single draw with three or more seats")
        self.deals = deals or (DEALS if single else DEALS_OF_DRAWS)
        self.epoch, self.seconds = 0, 0.0
        self._discounted = 1  # the epoch of the last discount
        self.cards = cards_of(game)
        self.book = np.zeros(1, book_kernel.BOOK)
        self.book["random"], self.book["coarse_deals"] = seed, COARSE
        self.mind = np.zeros(space, np.float32)
        self._seed, self._seats = seed, sorted(set(seats))
        self._decks = np.zeros(1, DECK)
        self._settings = np.zeros(1, deal_kernel.SETTING)
        self._no_ends = np.zeros(1, ends_kernel.ENDS), np.zeros(0, ends_kernel.ENTRY)
        usual, strays = (USUAL, STRAYS) if single else (USUAL_OF_DRAWS, STRAYS_OF_DRAWS)
        if depth is None:
            self._plan = plan_of(self.deals, seats=chances_of(seats), usual=usual, strays=strays)
        else:
            self._plan = plan_at(depth, self.deals, chances_of(seats))
        self._sizes = sizes_of(game)
        folder.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            self._load()

    def iterate(self) -> None:
        """Do one more epoch.

        Raises:
            ValueError: The space does not suffice for the spots that were met.
        """
        begin = time.monotonic()
        book, mind = self.book[0], self.mind
        nobody = ends_kernel.Opponent(self.book, mind, *self._no_ends)
        learn(book, mind, self.cards, self._decks, self._settings, nobody, 0, self._sizes, self._plan)
        if book["full"]:
            raise ValueError(f"{int(book['blocks']):,} spots were met: there is no space for more")
        self.epoch += 1
        if self.epoch >= GROWTH * self._discounted:
            book_kernel.discount(book, mind, 1 / GROWTH, 1 / GROWTH**2)
            self._discounted = self.epoch
        self.seconds += time.monotonic() - begin

    def reached(self) -> dict[str, float]:
        """How far the training is: epochs, minutes, deals, decisions visited, public spots met."""
        book = self.book[0]
        return {
            "epochs": self.epoch,
            "minutes": round(self.seconds / 60, 2),
            "deals": int(book["deals"]),
            "decisions": int(book["nodes"]),
            "spots": int(book["blocks"]),
        }

    def save(self) -> None:
        """Write the checkpoint beside its place and rename it."""
        head = {**self._kind(), "epoch": self.epoch, "seconds": self.seconds, "discounted": self._discounted}
        text = np.frombuffer(json.dumps(head).encode(), np.uint8)
        with whole_file(self._path) as out:
            np.savez(out, head=text, book=self.book.view(np.uint8), mind=self.mind[: int(self.book["used"][0])])

    @property
    def _path(self) -> Path:
        return self.folder / NAME

    def _kind(self) -> dict[str, Any]:
        what = {"format": FORMAT, "game": self.game.id, "deals": self.deals, "seed": self._seed}
        return {**what, "seats": self._seats, "depth": self.depth}

    def _load(self) -> None:
        with np.load(self._path) as archive:
            head = json.loads(archive["head"].tobytes())
            head.setdefault("seats", list(SEATS))  # earlier checkpoints do not say so
            for what, want in self._kind().items():
                if head.get(what) != want:
                    raise ValueError(f"{self._path}: its {what} is {head.get(what)}, not {want}; give another folder")
            book, learned = archive["book"], archive["mind"]
        if book.size != self.book.nbytes or len(learned) > len(self.mind):
            raise ValueError(f"{self._path} has other spots than this version; give another folder")
        self.book = book.view(book_kernel.BOOK)
        self.mind[: len(learned)] = learned
        self.epoch, self.seconds, self._discounted = head["epoch"], head["seconds"], head["discounted"]


def training_bytes() -> int:
    """The memory that a training takes at most, in bytes, about: what is learned, where the spots are, Python."""
    return 4 * SPACE + 2 * book_kernel.BOOK.itemsize + 2 * deal_kernel.CARDS.itemsize + RUNTIME


def chances_of(seats: Collection[int]) -> tuple[float, ...]:
    """The probabilities of two to six seats in a training that learns some of them only.

    Raises:
        ValueError: A number is not one of `SEATS`, or there is none.
    """
    if not seats or not set(seats) <= set(SEATS):
        raise ValueError(f"seats {', '.join(map(str, seats))}: expected some of {SEATS[0]} to {SEATS[-1]}")
    learned = [chance * (count in seats) for count, chance in zip(SEATS, USUAL_SEATS, strict=True)]
    return tuple([chance / sum(learned) for chance in learned])


def plan_at(depth: float, deals: int, seats: tuple[float, ...]) -> Any:
    """The plan of a training for one depth.

    Args:
        depth: One of `SEVERAL`, in big blinds.
        deals: The number of deals.
        seats: The probabilities of two seats, three and so on.

    Raises:
        ValueError: The depth is another one.
    """
    if depth not in SEVERAL:
        raise ValueError(f"a depth of {depth:g}: expected one of {', '.join(map(str, SEVERAL))}")
    number = SEVERAL.index(int(depth))
    return plan_of(
        deals,
        seats=seats,
        usual=USUAL_AT_DEPTH,
        depths=(depth,) * 4,
        span=(EDGES[number], EDGES[number + 1]),
        uneven=UNEVEN_AT_DEPTH,
        antes=(1, 0, 0, 0),
    )


def plan_of(
    deals: int,
    *,
    seats: tuple[float, ...] = USUAL_SEATS,
    usual: float = USUAL,
    depths: tuple[float, ...] = (20, 40, 100, 200),
    span: tuple[float, float] = (1, 250),
    uneven: float = 0.3,
    antes: tuple[float, ...] = (0.74, 0.08, 0.08, 0.1),
    strays: tuple[float, float, float, float, float] = STRAYS,
) -> Any:
    """A row of `deal_plan.PLAN`; the defaults are those of the training.

    Args:
        deals: The number of deals.
        seats: The probabilities of two seats, three and so on.
        usual: The probability of one of four usual depths.
        depths: These depths, in big blinds.
        span: The least and the most of all other depths.
        uneven: The probability that every player has a depth of their own.
        antes: The probabilities of no ante, 1/8 and 1/4 big blinds each, and one by the big blind.
        strays: The probability of a deal with a stray, that of going astray at each of its decisions until it does,
            what is learned in such a deal counts, the probability that a stray does not look at what a choice costs,
            and that it may go astray again.
    """
    plan = np.zeros(1, PLAN)
    plan["deals"], plan["usual"], plan["depths"] = deals, usual, depths
    plan["seats"][:, : len(seats)] = seats
    plan["least"], plan["most"], plan["uneven"], plan["antes"] = *span, uneven, antes
    for name, part in zip(("strays", "astray", "scale", "careless", "again"), strays, strict=True):
        plan[name] = part
    return plan[0]
