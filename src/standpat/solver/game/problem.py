"""What the solver solves: a public tree, the private states of each street, and how they meet at the end.

The core knows no cards. To it a game is a `Problem`:

- `tree`, the public tree;
- `sizes[s]`, the number of private states a seat can be in on street s, `prior`, the chance of each at the deal;
- `links[s]`, what happens between street s and the next: `Draws`, where each seat in turn chooses an option and its
  state moves by the chances of a `Draw`, or a `Deal` of a public card, which leaves the states as they are;
- `meeting`: how two states compare. `Independent` seats are dealt independently, and state i beats state j at the
  showdown if i < j: then sums do it. `Joint` has matrices and is for small games, where a card that one holds the
  other cannot: `alive[s][b, i, j]` is the chance, on street s, of the own state, the other's and board b together,
  and `wins[s]` the same with the sign of who wins. The chances are all in there: `prior` is then 1.

A strategy is a vector of weights, one *slot* for each state and action of each decision; a decision's
probabilities are its weights divided by their sum, all alike where the sum is 0. Slots lie street by street:
first the betting of each context (row by row of its round, each row one number per state), then the draws after
each exit (the first player's options, then, for each of their counts, the second's).

`recipe` says how to make the problem again; it goes into every file. Payoffs are in small bets.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.public_tree import Tree

SEATS = (0, 1)


@dataclass(frozen=True)
class Draws:
    """A draw: `order` of the seats, and by seat the options a strategy has and those a best response may use.

    Both have the same `counts`.
    """

    order: tuple[int, int]
    menus: tuple[Draw, Draw]
    every: tuple[Draw, Draw]

    @property
    def outcomes(self) -> int:
        """Pairs of numbers of cards that the two may draw."""
        return len(self.menus[0].counts) * len(self.menus[1].counts)

    @property
    def block(self) -> int:
        """Slots of one exit."""
        first, second = (self.menus[seat] for seat in self.order)
        return first.options + len(first.counts) * second.options


@dataclass(frozen=True)
class Deal:
    """A public card, one of `outcomes`; outcome b is board b of the next street."""

    outcomes: int

    @property
    def block(self) -> int:
        return 0


@dataclass(frozen=True)
class Independent:
    """Seats dealt independently; the lower state wins, equal states tie."""


@dataclass(frozen=True)
class Joint:
    """By street and board, over (own state, other's state). See the module's docstring."""

    alive: tuple[NDArray[np.float64], ...]
    wins: tuple[NDArray[np.float64], ...]


class Removal(Joint):
    """Seats dealt from one deck, too many states for sums by hand: `standpat.solver.game.card_removal` has its weights.

    `alive[s][0, i, j]` is how much likelier states i and j of street s are together than apart, `wins` the same with
    the sign of who wins, on the last street. Here `prior` has the chances of the states.
    """


@dataclass(frozen=True)
class Layout:
    """Where a strategy's weights lie, for a sweep.

    By street: the first slot of each context's betting (`bets`) and of each exit's draws (`draws`); within the
    latter, where the second seat's draw begins after each count of the first (`late`). `states` is the number of
    states that a weight is for, `of[i]` the one that private state i belongs to (empty where it is i itself).
    """

    bets: tuple[NDArray[np.int64], ...]
    draws: tuple[NDArray[np.int64], ...]
    late: tuple[NDArray[np.int64], ...]
    states: tuple[int, ...]
    of: tuple[NDArray[np.int32], ...]
    size: int


@dataclass(frozen=True)
class Abstraction:
    """How a problem over coarse states stands for the classes: `of[s][i]`, the state of class i on street s, and by
    draw the options of the classes, whose `slot` is that of the state's option."""

    of: tuple[NDArray[np.int32], ...]
    menus: tuple[Draw, ...]
    every: tuple[Draw, ...]
    chance: NDArray[np.float64]


@dataclass
class Problem:
    """What is solved: the public tree, the hands of each street and how they become one another."""

    tree: Tree
    sizes: tuple[int, ...]
    prior: NDArray[np.float64]
    links: tuple[Draws | Deal, ...]
    meeting: Independent | Joint
    recipe: Mapping[str, Any]
    abstraction: Abstraction | None = None

    def __post_init__(self) -> None:
        self.layout = _layout(self)

    @property
    def size(self) -> int:
        """Slots in all: the length of a strategy."""
        return self.layout.size


def _layout(problem: Problem) -> Layout:
    base = 0
    bets, draws, late = [], [], []
    for number, (street, size) in enumerate(zip(problem.tree.streets, problem.sizes, strict=True)):
        widths = street.nodes.rows[street.contexts.round].astype(np.int64) * size
        bets.append(base + np.concatenate([[0], np.cumsum(widths)[:-1]]))
        base += int(widths.sum())
        if number < len(problem.links):
            link = problem.links[number]
            draws.append(base + np.arange(street.exits, dtype=np.int64) * link.block)
            late.append(late_slots(link) if isinstance(link, Draws) else np.zeros(0, np.int64))
            base += street.exits * link.block
    none = np.zeros(0, np.int32)
    return Layout(tuple(bets), tuple(draws), tuple(late), problem.sizes, (none,) * len(problem.sizes), base)


def late_slots(link: Draws) -> NDArray[np.int64]:
    """Where the second seat's draw begins within an exit's slots, by the first's count."""
    first, second = (link.menus[seat] for seat in link.order)
    return first.options + np.arange(len(first.counts), dtype=np.int64) * second.options
