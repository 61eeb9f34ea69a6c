"""The best response with bet sizes outside a strategy's menu, in no-limit games.

The exploitability of a strategy inside its menu of bet sizes says nothing about other sizes.
`off_menu_response(strategy, sizes)` is the exact best response of an opponent who may bet `sizes`, while the strategy
keeps betting its own. The strategy reads an unknown size as one that it knows
(`standpat.solver.game.action_translation`; all-in is always all-in) and continues as in the game that it read. If it
read the end of the betting and the opponent bets again, it calls. It never notices that the pot differs from what it
read; the result includes that cost.

How the strategy read a size, where it did so at random, is its private information, like its cards. So what a hand does
at a place of the finer game is the mean over all places that may have been read on the way there, each weighted by the
probability of that reading and by how often this hand plays to it. Hands and readings are followed together through the
draw.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.solver.game.action_translation import SizeTranslation, mixed, nearest
from standpat.solver.game.action_values import option_shares, shares, spread
from standpat.solver.game.betting_tree import Node, Round, Sizes
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.problem import SEATS, Draws, Problem
from standpat.solver.game.public_tree import Street, Tree
from standpat.solver.game.strategy import Strategy
from standpat.solver.response.best_response import Evaluator, Exploitability

Mass = NDArray[np.float64]
"""How often each state comes with what was read, shape (contexts, states)."""
Weights = NDArray[np.float32]


def off_menu_response(
    strategy: Strategy, sizes: Sizes, workers: int = 1, reading: SizeTranslation = mixed
) -> Exploitability:
    """What a best response with other bet sizes wins in either seat.

    Args:
        strategy: A strategy of a no-limit game.
        sizes: The bet sizes of the opponent.
        workers: Threads.
        reading: How the strategy reads sizes that it does not know.

    Returns:
        The best responses in small bets a hand.

    Raises:
        ValueError: The game is fixed-limit.
    """
    values = []
    for seat in SEATS:
        problem, weights = translated(strategy, sizes, seat, reading)
        values.append(Evaluator(problem, workers).best_response(weights, seat))
    return Exploitability(*values)


def translated(
    strategy: Strategy, sizes: Sizes, responder: int, reading: SizeTranslation = mixed
) -> tuple[Problem, Weights]:
    """Translate a strategy into the game in which the responder has other bet sizes.

    Args:
        strategy: A strategy of a no-limit game.
        sizes: The bet sizes of the responder.
        responder: The seat of the responder.
        reading: How the strategy reads sizes that it does not know.

    Returns:
        The wider game, and the weights of the strategy in it. The responder's own weights are 0.

    Raises:
        ValueError: The game is fixed-limit.
    """
    narrow = strategy.problem
    bets = narrow.tree.wagering
    if bets.betting == "fixed-limit":
        raise ValueError("a limit game has one size: there is no finer menu")
    menus = (sizes, bets.sizes) if responder == 0 else (bets.sizes, sizes)
    tree = Tree(replace(bets, by_seat=menus), narrow.tree.outcomes, narrow.tree.unit)
    wide = Problem(tree, narrow.sizes, narrow.prior, narrow.links, narrow.meeting, {"kind": "off-menu"})
    translation = _Translation(strategy, wide, 1 - responder, reading)
    translation.round(0, 0, {0: narrow.prior[1 - responder][None].astype(np.float64)})
    return wide, translation.weights


class _Translation:
    """The strategy of `seat` in the wide game. Places of the narrow game are what it reads."""

    def __init__(self, strategy: Strategy, wide: Problem, seat: int, reading: SizeTranslation) -> None:
        self.wide, self.narrow, self.seat, self.reading = wide, strategy.problem, seat, reading
        self.known, self.weights = strategy.weights, np.zeros(wide.size, np.float32)

    def round(self, street: int, context: int, masses: dict[int, Mass]) -> None:
        """Translate the betting of a run of contexts with the same round, from `context` on, and everything after it.
        `masses` has the masses of the runs of narrow contexts that may have been read, by the first context of each.
        """
        walked = _Walk(self, street, context, masses)
        if street == len(self.narrow.links):
            return
        first, known = [p.tree.streets[street].contexts.exit for p in (self.wide, self.narrow)]
        for place, read in enumerate(walked.left()):
            for k in range(walked.many if read else 0):
                exits = {int(known[read_context + k]) + exit_: mass[k] for (read_context, exit_), mass in read.items()}
                self._draw(street, int(first[context + k]) + place, exits)

    def _draw(self, street: int, exit_: int, masses: dict[int, Mass]) -> None:
        """Translate the draw after an exit, and everything after it."""
        link = self.narrow.links[street]
        assert isinstance(link, Draws)
        menu, first = link.menus[self.seat], link.order[0] == self.seat
        mine, theirs = len(menu.counts), len(link.menus[1 - self.seat].counts)
        second_draw = [0] * theirs if first else self.narrow.layout.second_draw[street].tolist()
        gone = {read_exit: np.zeros((mine, theirs, menu.states)) for read_exit in masses}
        for other, ahead in enumerate(second_draw):
            known = {
                read_exit: self.known[self.narrow.layout.draws[street][read_exit] + ahead + menu.slot]
                for read_exit in masses
            }
            play = {read_exit: option_shares(menu, weights) for read_exit, weights in known.items()}
            self._keep(menu, int(self.wide.layout.draws[street][exit_]) + ahead, masses, known, play)
            for read_exit, mass in masses.items():
                for place in range(mine):
                    gone[read_exit][place, other] = spread(menu, play[read_exit], mass, place)
        next_masses = {
            read_exit * link.outcomes: (after if first else after.swapaxes(0, 1)).reshape(link.outcomes, -1)
            for read_exit, after in gone.items()
        }
        self.round(street + 1, exit_ * link.outcomes, next_masses)

    def _keep(
        self, menu: Draw, slot: int, masses: dict[int, Mass], known: dict[int, Weights], play: dict[int, Mass]
    ) -> None:
        """Set the weights of a draw, weighted as in `_Walk`."""
        state = np.repeat(np.arange(menu.states), np.diff(menu.first))
        plain = np.sum(list(known.values()), axis=0)
        mean = np.sum([mass[state] * play[read_exit] for read_exit, mass in masses.items()], axis=0)
        comes = np.sum(list(masses.values()), axis=0)[state] > 0
        self.weights[slot + menu.slot] = np.where(comes, mean, plain) if len(masses) > 1 else plain


class _Walk:
    """A round of betting: carries the masses through it and sets the weights."""

    def __init__(self, of: _Translation, street: int, context: int, masses: dict[int, Mass]) -> None:
        wide, narrow = of.wide, of.narrow
        self.of, self.street = of, street
        self.ahead, self.known = wide.tree.streets[street], narrow.tree.streets[street]
        self.tree = self.ahead.rounds[int(self.ahead.contexts.round[context])]
        self.read = {
            read_context: self.known.rounds[int(self.known.contexts.round[read_context])] for read_context in masses
        }
        self.many, size = next(iter(masses.values())).shape
        self.at: list[dict[tuple[int, int], Mass]] = [{} for _ in self.tree.nodes]
        self.at[0] = {(read_context, 0): mass for read_context, mass in masses.items()}
        slots = wide.layout.bets[street][context : context + self.many].tolist()
        for index, node in enumerate(self.tree.nodes):
            if not self.at[index]:
                continue  # the player never plays to this node
            if node.kind == "decision" and node.seat == of.seat:
                for slot, play in zip(slots, self._mine(index, size), strict=True):
                    at = slot + _row(self.ahead, context, index) * size
                    of.weights[at : at + play.size] = play.reshape(-1)
            elif node.kind == "decision":
                self._theirs(index)

    def left(self) -> Iterator[dict[tuple[int, int], Mass]]:
        """By exit, the exits that may have been read: the narrow context and the number of its exit."""
        for index in self.tree.exits:
            exits: dict[tuple[int, int], Mass] = {}
            for (read_context, place), mass in self.at[index].items():
                _add(
                    exits, (read_context, _row(self.known, read_context, _ended(self.read[read_context], place))), mass
                )
            yield exits

    def _theirs(self, index: int) -> None:
        """Read what the opponent does."""
        node = self.tree.nodes[index]
        for (read_context, place), mass in self.at[index].items():
            read = self.read[read_context].nodes[place]
            for action, child in zip(node.actions, node.children, strict=True):
                if not _alike(node, read):
                    _add(self.at[child], (read_context, place), mass)
                    continue
                for share, to in zip(_as(action, node, read, self.of.reading), read.children, strict=True):
                    if share > 0:
                        _add(self.at[child], (read_context, to), share * mass)

    def _mine(self, index: int, size: int) -> Mass:
        """The weights of the player's own decision, shape (contexts, actions, states). If only one place may have been
        read they are its weights; otherwise they are the mean, weighted by how often the states come with each reading.
        States that never come keep the plain sum.
        """
        node = self.tree.nodes[index]
        play, plain = np.zeros((2, self.many, len(node.actions), size))
        for (read_context, place), mass in self.at[index].items():
            read = self.read[read_context].nodes[place]
            if _alike(node, read):
                own = [_as(action, read, node, nearest).index(1.0) for action in read.actions]
                to, weights = list(read.children), self._weights(read_context, place, size)
            else:
                own, to, weights = [_calm(node)], [place], np.ones((self.many, 1, size), np.float32)
            chances = shares(weights, 1)
            for k, mine in enumerate(own):
                play[:, mine] += mass * chances[:, k]
                plain[:, mine] += weights[:, k]
                _add(self.at[node.children[mine]], (read_context, to[k]), mass * chances[:, k])
        comes = play.sum(axis=1, keepdims=True) > 0
        return np.where(comes, play, plain) if len(self.at[index]) > 1 else plain

    def _weights(self, read_context: int, place: int, size: int) -> Weights:
        """The weights of a narrow node's actions, shape (contexts, actions, states)."""
        actions = len(self.read[read_context].nodes[place].actions)
        slots = self.of.narrow.layout.bets[self.street][read_context : read_context + self.many]
        part = np.arange(actions * size) + _row(self.known, read_context, place) * size
        weights: Weights = self.of.known[slots[:, None] + part].reshape(-1, actions, size)
        return weights


def _add(masses: dict[tuple[int, int], Mass], key: tuple[int, int], mass: Mass) -> None:
    masses[key] = masses[key] + mass if key in masses else mass


def _alike(node: Node, read: Node) -> bool:
    """Whether the same seat decides at both nodes."""
    return read.kind == "decision" and read.seat == node.seat


def _row(street: Street, context: int, place: int) -> int:
    """The row of a node's first action, or the number of an exit."""
    return int(street.nodes.row[street.nodes.begin[street.contexts.round[context]] + place])


def _calm(node: Node) -> int:
    """The number of the check or call among a node's actions."""
    return next(i for i, action in enumerate(node.actions) if isinstance(action, Check | Call))


def _as(action: Action, node: Node, read: Node, reading: SizeTranslation) -> list[float]:
    """The probability that an action of `node` is read as each action of `read`."""
    chances = [0.0] * len(read.actions)
    if isinstance(action, Fold):
        place = next((i for i, a in enumerate(read.actions) if isinstance(a, Fold)), _calm(read))
        chances[place] = 1.0
        return chances
    wagers = [(i, a) for i, a in enumerate(read.actions) if isinstance(a, Bet | Raise)]
    if not isinstance(action, Bet | Raise) or not wagers:
        chances[_calm(read)] = 1.0
        return chances
    largest, most = wagers[-1]
    if action.to == node.top and most.to == read.top:
        chances[largest] = 1.0
        return chances
    known = [read.part(a) for _, a in wagers]
    for (i, _), share in zip(wagers, reading(node.part(action), known), strict=True):
        chances[i] = share
    return chances


def _ended(tree: Round, index: int) -> int:
    """The end of the round from a node on if everybody checks and calls."""
    node = tree.nodes[index]
    while node.kind == "decision":
        index = node.children[_calm(node)]
        node = tree.nodes[index]
    if node.kind == "fold":
        raise ValueError("a fold was read although the betting continued")
    return index
