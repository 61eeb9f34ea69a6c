"""Hands side by side, from Python: deal them, read the arrays, step them all at once."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from standpat.compute.compiled import lean_kernel
from standpat.compute.rank_table import TABLES
from standpat.compute.threads import Threads, in_order
from standpat.engine.action import IllegalAction
from standpat.engine.games import Game, Stakes
from standpat.lab.frame import table
from standpat.lab.kernel import muck, play, step
from standpat.lab.kernel.play import UNIFORM, Habit
from standpat.lab.kernel.state import HAND, MOST_SEATS, Row, rules

if TYPE_CHECKING:
    from pandas import DataFrame

SHARES = 256
"""Parts into which a simulation on a pool is divided."""


@dataclass(frozen=True)
class Tally:
    """What `Hands.simulate` played.

    Attributes:
        hands: The number of hands.
        decisions: The number of decisions.
        nets: Shape (rows, places): chips won or lost over all hands of a row.
    """

    hands: int
    decisions: int
    nets: NDArray[np.int64] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {"hands": self.hands, "decisions": self.decisions, "nets": self.nets.tolist()}

    def frame(self) -> "DataFrame":
        """`nets` as a pandas frame."""
        return table([{f"place {place}": chips for place, chips in enumerate(row)} for row in self.nets.tolist()])


class Hands:
    """n hands side by side.

    All hands are dealt at once, from `seeds` and, if given, `decks`. The same seeds deal the same cards in every
    version.

    Args:
        played: A game (its id or record) with its stakes, or a sequence of such pairs.
        stacks: Shape (n, seats), chips in the order of places (the button last). A row with fewer players ends in
            zeros.
        seeds: Shape (n,), integers.
        which: Shape (n,), the pair of `played` of each row; None for the first.
        decks: Shape (n, 52), the cards of each row in the order of the deal; None for shuffled decks.

    Attributes:
        state: The hands, an array of `standpat.lab.kernel.state.HAND` of shape (n,).

    Raises:
        ValueError: An array has another shape or type, or a game does not seat so many players.

    >>> hands = Hands(("27td", Stakes.limit(20)), stacks=np.full((1000, 6), 400), seeds=np.arange(1000))
    >>> [int(hands.state[field][0]) for field in ("to_act", "call", "min_to")]
    [2, 20, 40]
    >>> hands.step(np.full(1000, -1)); int(hands.state["to_act"][0])  # all fold
    3
    """

    def __init__(
        self,
        played: tuple[Game | str, Stakes] | Sequence[tuple[Game | str, Stakes]],
        stacks: ArrayLike,
        seeds: ArrayLike,
        *,
        which: ArrayLike | None = None,
        decks: ArrayLike | None = None,
    ) -> None:
        pairs = [played] if isinstance(played, tuple) and isinstance(played[1], Stakes) else list(played)
        self.rules = rules(pairs)  # type: ignore[arg-type]
        chips, seats = _players(stacks)
        count = len(chips)
        self.which = np.zeros(count, np.int64) if which is None else _whole("which", which, (count,))
        if ((self.which < 0) | (self.which >= len(self.rules))).any():
            raise ValueError(f"which names a game out of 0..{len(self.rules) - 1}")
        wrong = (seats < self.rules["min_seats"][self.which]) | (seats > self.rules["max_seats"][self.which])
        if wrong.any():
            row = int(wrong.argmax())
            raise ValueError(f"hand {row} has {seats[row]} players, more or fewer than its game allows")
        self.state: NDArray[np.void] = np.zeros(count, HAND)
        self.state["seats"] = seats
        self.state["start"][:, : chips.shape[1]] = chips
        self.deal(seeds, decks=decks)

    def __len__(self) -> int:
        return len(self.state)

    def __repr__(self) -> str:
        return f"<Hands n={len(self)} over={int((self.state['to_act'] < 0).sum())}>"

    @property
    def nets(self) -> NDArray[np.int64]:
        """What each place won or lost, shape (n, 6). It is meaningful for hands that are over."""
        nets: NDArray[np.int64] = self.state["stack"] - self.state["start"]
        return nets

    def deal(self, seeds: ArrayLike, *, rows: ArrayLike | None = None, decks: ArrayLike | None = None) -> None:
        """Deal new hands, with the stacks in `state["start"]`.

        Args:
            seeds: An integer for each hand.
            rows: The rows to deal; None for all.
            decks: Shape (rows, 52), the cards in the order of the deal; None for shuffled decks.

        Raises:
            ValueError: An array has another shape or type, or a row or deck is wrong.
        """
        chosen = np.arange(len(self)) if rows is None else np.atleast_1d(_whole("rows", rows))
        if ((chosen < 0) | (chosen >= len(self))).any():
            raise ValueError(f"rows name a hand out of 0..{len(self) - 1}")
        numbers = _whole("seeds", seeds, chosen.shape).astype(np.uint64)
        order = np.zeros((0, 52), np.int64)
        if decks is not None:
            order = _whole("decks", decks, (len(chosen), 52))
            if (np.sort(order, axis=1) != np.arange(52)).any():
                raise ValueError("decks hold each of the cards 0..51 once")
        _deal(self.state, self.rules, self.which, TABLES, chosen, numbers, order)

    def step(self, actions: ArrayLike) -> None:
        """Do an action in every hand that is not over.

        Args:
            actions: Shape (n,), actions of `standpat.lab.kernel.state`. Those of hands that are over are not read.

        Raises:
            IllegalAction: An action is not legal. The message names the first one, and nothing has changed.
            ValueError: The array has another shape or type.
        """
        wanted = _whole("actions", actions, (len(self),))
        row = _first_illegal(self.state, self.rules, self.which, wanted)
        if row >= 0:
            raise IllegalAction(f"hand {row}: {_options(self.state[row], int(wanted[row]))}")
        _step(self.state, self.rules, self.which, TABLES, wanted)

    def simulate(self, deals: int, seed: int, habit: Habit = UNIFORM, threads: Threads = 1) -> Tally:
        """Deal new hands in each row and play them at random. The hands that were in the rows are lost.

        Args:
            deals: Hands for each row.
            seed: The seed of cards and play.
            habit: The probabilities of the actions.
            threads: Threads that share the rows, 0 for one on each core, or a pool (`standpat.compute.ray_pool`). The
                result does not depend on it.

        Returns:
            What was played.
        """
        in_place = isinstance(threads, int)
        shares = (threads or os.cpu_count() or 1) if isinstance(threads, int) else SHARES
        ends = sorted({len(self) * share // shares for share in range(shares + 1)})
        parts = [slice(a, b) for a, b in pairwise(ends)]
        given = [(part.start, self.state[part], self.which[part]) for part in parts]
        work = partial(_simulated, self.rules, habit, np.uint64(seed % 2**64), deals)
        made, nets = 0, np.zeros((len(self), MOST_SEATS), np.int64)
        for part, (decisions, won, state) in zip(parts, in_order(work, given, threads), strict=True):
            made += decisions
            nets[part] = won
            if not in_place:
                self.state[part] = state
        return Tally(len(self) * deals, made, nets)


def _simulated(
    rules: NDArray[np.void],
    habit: Habit,
    seed: np.uint64,
    deals: int,
    rows: tuple[int, NDArray[np.void], NDArray[np.int64]],
) -> tuple[int, NDArray[np.int64], NDArray[np.void]]:
    """Simulate some rows, of which the number of the first is given: decisions, nets, and the rows."""
    first, state, which = rows
    if not state.flags.writeable:  # it came from another process
        state = state.copy()
    nets = np.zeros((len(state), MOST_SEATS), np.int64)
    made = play.simulate(state, rules, which, TABLES, habit, seed, deals, first, nets)
    return made, nets, state


def _players(stacks: ArrayLike) -> tuple[NDArray[np.integer], NDArray[np.int64]]:
    """The stacks as an array, and the number of players in each row."""
    chips = np.asarray(stacks)
    if chips.ndim != 2 or not 2 <= chips.shape[1] <= MOST_SEATS or not np.issubdtype(chips.dtype, np.integer):
        raise ValueError(
            f"stacks are {chips.dtype} of shape {chips.shape}: expected integers of shape (n, 2..{MOST_SEATS})"
        )
    seats = (chips > 0).sum(axis=1)
    playing = np.arange(chips.shape[1]) < seats[:, None]
    wrong = (seats < 2) | (np.where(playing, chips <= 0, chips != 0)).any(axis=1)
    if wrong.any():
        row = int(wrong.argmax())
        raise ValueError(f"stacks of hand {row} are {chips[row].tolist()}: expected two or more above 0, then zeros")
    return chips, seats


def _whole(name: str, values: ArrayLike, shape: tuple[int, ...] | None = None) -> NDArray[np.int64]:
    array = np.asarray(values)
    if not np.issubdtype(array.dtype, np.integer) or (shape is not None and array.shape != shape):
        raise ValueError(
            f"{name} are {array.dtype} of shape {array.shape}: expected integers{f' of shape {shape}' if shape else ''}"
        )
    return array.astype(np.int64)


def _options(hand: Row, action: int) -> str:
    if hand["drawing"]:
        return f"place {hand['to_act']} may not throw mask {action}: expected 0..31 with no more cards than allowed"
    ways = [f"fold ({-1})", f"call {hand['call']} (0)"] if hand["call"] else ["check (0)"]
    if hand["max_to"]:
        ways.append(f"{'raise' if hand['price'] else 'bet'} to {hand['min_to']}..{hand['max_to']}")
    return f"place {hand['to_act']} may not do {action}: expected {', '.join(ways)}"


@lean_kernel
def _deal(
    hands: NDArray[np.void],
    games: NDArray[np.void],
    which: NDArray[np.int64],
    tables: Row,
    rows: NDArray[np.int64],
    seeds: NDArray[np.uint64],
    decks: NDArray[np.int64],
) -> None:
    for k in range(len(rows)):
        hand = hands[rows[k]]
        hand.random = seeds[k]
        muck.new_deck(hand)
        if len(decks):
            hand.unmixed = 0
            for card in range(52):
                hand.stub[51 - card] = decks[k, card]
        step.start(hand, games[which[rows[k]]], tables)


@lean_kernel
def _first_illegal(
    hands: NDArray[np.void], games: NDArray[np.void], which: NDArray[np.int64], actions: NDArray[np.int64]
) -> int:
    for row in range(len(hands)):
        if hands[row].to_act >= 0 and not step.allowed(hands[row], games[which[row]], actions[row]):
            return row
    return -1


@lean_kernel
def _step(
    hands: NDArray[np.void],
    games: NDArray[np.void],
    which: NDArray[np.int64],
    tables: Row,
    actions: NDArray[np.int64],
) -> None:
    for row in range(len(hands)):
        if hands[row].to_act >= 0:
            step.act(hands[row], games[which[row]], tables, actions[row])
