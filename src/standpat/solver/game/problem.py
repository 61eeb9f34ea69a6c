"""What the solver solves: a public tree, the private states of each street, and how they compare at the showdown.

The solver does not know cards. A game is a `Problem`:

- `tree`: the public tree;
- `sizes[s]`: the number of private states of a seat on street s, and `prior`: the probability of each at the deal;
- `links[s]`: what happens between street s and the next. With `Draws` each seat in turn chooses an option and its state
  moves by the probabilities of a `Draw`. With `Deal` a public card is dealt and the states stay as they are;
- `meeting`: how two states compare. With `Independent` the seats are dealt independently, and state i beats state j at
  the showdown if i < j, so sums are enough. `Joint` has matrices and is for small games, in which a card of one player
  cannot be held by the other: `alive[s][b, i, j]` is the probability, on street s, of own state i, opponent's state j
  and board b together, and `wins[s]` the same with the sign of the showdown. All probabilities are in these matrices;
  `prior` is then 1.

A strategy is a vector of weights with one *slot* for each state and action of each decision. The probabilities of a
decision are its weights divided by their sum, or all equal if the sum is 0. Slots lie street by street: first the
betting of each context (row by row of its round, each row with one number for each state), then the draws after each
exit (the first player's options, then, for each of their counts, the second's).

`recipe` says how to build the problem again; it is part of every file. Payoffs are in small bets.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.public_tree import Tree

SEATS = (0, 1)


@dataclass(frozen=True)
class Draws:
    """A draw of both seats. The menus and the options of best responses have the same counts.

    Attributes:
        order: The seats in the order in which they draw.
        menus: By seat, the options of a strategy.
        every: By seat, the options of a best response.
    """

    order: tuple[int, int]
    menus: tuple[Draw, Draw]
    every: tuple[Draw, Draw]

    @property
    def outcomes(self) -> int:
        """Pairs of numbers of cards that the two seats may draw."""
        return len(self.menus[0].counts) * len(self.menus[1].counts)

    @property
    def block(self) -> int:
        """Slots of one exit."""
        first, second = (self.menus[seat] for seat in self.order)
        return first.options + len(first.counts) * second.options


@dataclass(frozen=True)
class Deal:
    """A public card, one of `outcomes`. Outcome b is board b of the next street."""

    outcomes: int

    @property
    def block(self) -> int:
        """Slots of one exit: a public card has none."""
        return 0


@dataclass(frozen=True)
class Independent:
    """Seats dealt independently. The lower state wins, equal states tie."""


@dataclass(frozen=True)
class Joint:
    """Matrices by street and board over (own state, opponent's state); the module describes them."""

    alive: tuple[NDArray[np.float64], ...]
    wins: tuple[NDArray[np.float64], ...]


class Removal(Joint):
    """Seats dealt from one deck, with more states than `Joint` is for. `standpat.solver.game.card_removal` computes the
    weights.

    `alive[s][0, i, j]` is how much likelier states i and j of street s are together than independently. `wins` is the
    same with the sign of the showdown, on the last street. `prior` has the probabilities of the states.
    """


@dataclass(frozen=True)
class Layout:
    """Where the weights of a strategy lie, for a sweep.

    Attributes:
        bets: By street, the first slot of each context's betting.
        draws: By street, the first slot of each exit's draws.
        second_draw: By street, where the second seat's draw begins within an exit's slots after each count of the
            first.
        states: By street, the number of states of the strategy.
        of: By street, the strategy's state of each private state; empty if they are the same.
        size: The number of slots.
    """

    bets: tuple[NDArray[np.int64], ...]
    draws: tuple[NDArray[np.int64], ...]
    second_draw: tuple[NDArray[np.int64], ...]
    states: tuple[int, ...]
    of: tuple[NDArray[np.int32], ...]
    size: int


@dataclass(frozen=True)
class Abstraction:
    """How a problem over coarse states stands for the classes.

    Attributes:
        of: By street, the state of each class.
        menus: By draw, the options of the classes that the strategy has; their `slot` is that of the state's option.
        every: By draw, all options of the classes.
        chance: By class, the probability of the deal.
    """

    of: tuple[NDArray[np.int32], ...]
    menus: tuple[Draw, ...]
    every: tuple[Draw, ...]
    chance: NDArray[np.float64]


@dataclass
class Problem:
    """A game to solve.

    Attributes:
        tree: The public tree.
        sizes: By street, the number of private states.
        prior: Shape (2, states), the probability of each state at the deal.
        links: What happens between the streets.
        meeting: How two states compare.
        recipe: How to build the problem again, as plain data.
        abstraction: For a problem over coarse states, how these stand for the classes.
    """

    tree: Tree
    sizes: tuple[int, ...]
    prior: NDArray[np.float64]
    links: tuple[Draws | Deal, ...]
    meeting: Independent | Joint
    recipe: Mapping[str, Any]
    abstraction: Abstraction | None = None

    @cached_property
    def layout(self) -> Layout:
        """Where the weights of a strategy lie."""
        return _layout(self)

    @property
    def size(self) -> int:
        """The number of slots: the length of a strategy."""
        return self.layout.size


def _layout(problem: Problem) -> Layout:
    base = 0
    bets, draws, second_draw = [], [], []
    for number, (street, size) in enumerate(zip(problem.tree.streets, problem.sizes, strict=True)):
        bets.append(base + street.rows[:-1] * size)
        base += int(street.rows[-1]) * size
        if number < len(problem.links):
            link = problem.links[number]
            draws.append(base + np.arange(street.exits, dtype=np.int64) * link.block)
            second_draw.append(second_draw_slots(link) if isinstance(link, Draws) else np.zeros(0, np.int64))
            base += street.exits * link.block
    none = np.zeros(0, np.int32)
    return Layout(tuple(bets), tuple(draws), tuple(second_draw), problem.sizes, (none,) * len(problem.sizes), base)


def second_draw_slots(link: Draws) -> NDArray[np.int64]:
    """By count of the first seat to draw, where the second seat's draw begins within an exit's slots."""
    first, second = (link.menus[seat] for seat in link.order)
    return first.options + np.arange(len(first.counts), dtype=np.int64) * second.options
