"""What a menu of bet sizes gives away: a no-limit strategy against an opponent with a finer menu.

Inside its menu the exploitability of a strategy says nothing about bets that are not in it. `finer(strategy, sizes)`
is the exact best response of an opponent who may bet `sizes`, where the strategy goes on betting its own. It reads a
size that it does not know as one that it does (`standpat.solver.translation`; all-in is always all-in), and takes the
game from there to be what it read. Where what it read was the end of the betting and the opponent still bets, it
calls. It never sees the pot grow by what was misread: what that costs is in the figure.

What was read by chance is the strategy's own secret, like its cards. So what a hand does at a place of the finer game
is the mean over all that may have been read on the way there, each weighed by how likely the sizes are read so and by
how often this hand plays what it then plays. Hands and readings are followed together through the draw.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from standpat.action import Action, Bet, Call, Check, Fold, Raise
from standpat.solver.betting import Node, Round, Sizes
from standpat.solver.draw import Draw
from standpat.solver.problem import SEATS, Draws, Problem
from standpat.solver.response import Evaluator, Exploitability
from standpat.solver.strategy import Strategy
from standpat.solver.translation import Reading, mixed, nearest
from standpat.solver.tree import Tree
from standpat.solver.worth import option_shares, shares, spread

Mass = NDArray[np.float64]
"""How often each state comes with what was read, by context and state."""


def finer(strategy: Strategy, sizes: Sizes, workers: int = 1, reading: Reading = mixed) -> Exploitability:
    """What an opponent with `sizes` wins in either seat."""
    found = []
    for seat in SEATS:
        problem, weights = translated(strategy, sizes, seat, reading)
        found.append(Evaluator(problem, workers).best_response(weights, seat))
    return Exploitability(*found)


def translated(
    strategy: Strategy, sizes: Sizes, responder: int, reading: Reading = mixed
) -> tuple[Problem, NDArray[np.float32]]:
    """The game in which the responder has `sizes`, and the other's strategy there; the responder's own is empty."""
    narrow = strategy.problem
    bets = narrow.tree.wagering
    if bets.betting == "fixed-limit":
        raise ValueError("a limit game has one size: there is no finer menu")
    menus = (sizes, bets.sizes) if responder == 0 else (bets.sizes, sizes)
    tree = Tree(replace(bets, by_seat=menus), narrow.tree.outcomes, narrow.tree.unit)
    wide = Problem(tree, narrow.sizes, narrow.prior, narrow.links, narrow.meeting, {"kind": "finer"})
    translation = _Translation(strategy, wide, 1 - responder, reading)
    translation.round(0, 0, {0: narrow.prior[1 - responder][None].astype(np.float64)})
    return wide, translation.weights


class _Translation:
    """The strategy of `seat` in the wide game; places of the narrow one are what it reads."""

    def __init__(self, strategy: Strategy, wide: Problem, seat: int, reading: Reading) -> None:
        self.wide, self.narrow, self.seat, self.reading = wide, strategy.problem, seat, reading
        self.known, self.weights = strategy.weights, np.zeros(wide.size, np.float32)

    def round(self, street: int, here: int, came: dict[int, Mass]) -> None:
        """The betting of a run of contexts with the same round, from `here` on, and all after it. `came` has the masses
        of the runs of narrow contexts that may have been read, by the first of each."""
        walked = _Walk(self, street, here, came)
        if street == len(self.narrow.links):
            return
        first, known = [p.tree.streets[street].contexts.exit for p in (self.wide, self.narrow)]
        for place, read in enumerate(walked.left()):
            for k in range(walked.many if read else 0):
                exits = {int(known[there + k]) + exit_: mass[k] for (there, exit_), mass in read.items()}
                self._draw(street, int(first[here + k]) + place, exits)

    def _draw(self, street: int, here: int, came: dict[int, Mass]) -> None:
        """The draw after an exit, and all after it."""
        link = self.narrow.links[street]
        assert isinstance(link, Draws)
        menu, theirs = link.menus[self.seat], len(link.menus[1 - self.seat].counts)
        first = link.order[0] == self.seat
        turns = [0] if first else self.narrow.layout.late[street].tolist()
        after: dict[int, list[Mass]] = {there: [np.zeros(0)] * link.outcomes for there in came}
        for turn, ahead in enumerate(turns):
            slots = self.narrow.layout.draws[street] + ahead
            play = {there: option_shares(menu, self.known[slots[there] + menu.slot]) for there in came}
            self._keep(menu, int(self.wide.layout.draws[street][here]) + ahead, came, play)
            for there, mass in came.items():
                for place in range(len(menu.counts)):
                    gone = spread(menu, play[there], mass, place)
                    for other in range(theirs) if first else [turn]:
                        after[there][place * theirs + other if first else other * len(menu.counts) + place] = gone
        masses = {there * link.outcomes: np.stack(gone) for there, gone in after.items()}
        self.round(street + 1, here * link.outcomes, masses)

    def _keep(self, menu: Draw, slot: int, came: dict[int, Mass], play: dict[int, Mass]) -> None:
        state = np.repeat(np.arange(menu.states), np.diff(menu.first))
        mean = np.sum([mass[state] * play[there] for there, mass in came.items()], axis=0)
        none = np.sum(list(came.values()), axis=0)[state] <= 0
        self.weights[slot + menu.slot] = np.where(none, np.mean(list(play.values()), axis=0), mean)


class _Walk:
    """A round of betting: masses through it, and what is played into the weights."""

    def __init__(self, of: _Translation, street: int, here: int, came: dict[int, Mass]) -> None:
        wide, narrow = of.wide, of.narrow
        self.of, self.street = of, street
        contexts = narrow.tree.streets[street].contexts
        self.tree = wide.tree.streets[street].rounds[int(wide.tree.streets[street].contexts.round[here])]
        self.read = {there: narrow.tree.streets[street].rounds[int(contexts.round[there])] for there in came}
        self.many, size = next(iter(came.values())).shape
        self.at: list[dict[tuple[int, int], Mass]] = [{} for _ in self.tree.nodes]
        self.at[0] = {(there, 0): mass for there, mass in came.items()}
        slots, rows = wide.layout.bets[street][here : here + self.many].tolist(), _rows(self.tree)
        for index, node in enumerate(self.tree.nodes):
            if not self.at[index]:
                continue  # the player himself never does what leads here
            if node.kind == "decision" and node.seat == of.seat:
                for slot, play in zip(slots, self._mine(index, size), strict=True):
                    at = slot + rows[index] * size
                    of.weights[at : at + play.size] = play.reshape(-1)
            elif node.kind == "decision":
                self._theirs(index)

    def left(self) -> Iterator[dict[tuple[int, int], Mass]]:
        """By exit, the exits that may have been read: the narrow context and the number of its exit."""
        for index in self.tree.exits:
            found: dict[tuple[int, int], Mass] = {}
            for (there, place), mass in self.at[index].items():
                _add(found, (there, self.read[there].exits.index(_ended(self.read[there], place))), mass)
            yield found

    def _theirs(self, index: int) -> None:
        """What the opponent does is read."""
        node = self.tree.nodes[index]
        for (there, place), mass in self.at[index].items():
            read = self.read[there].nodes[place]
            for action, child in zip(node.actions, node.children, strict=True):
                if not _alike(node, read):
                    _add(self.at[child], (there, place), mass)
                    continue
                for share, to in zip(_as(action, node, read, self.of.reading), read.children, strict=True):
                    if share > 0:
                        _add(self.at[child], (there, to), share * mass)

    def _mine(self, index: int, size: int) -> Mass:
        """What the player does, (contexts, actions, states), weighed by how often he comes; where he never comes, the
        mean of what he would do."""
        node = self.tree.nodes[index]
        play, plain = np.zeros((2, self.many, len(node.actions), size))
        for (there, place), mass in self.at[index].items():
            read = self.read[there].nodes[place]
            if _alike(node, read):
                known = self._known(there, place, size)
                moves = [
                    (_as(action, read, node, nearest).index(1.0), read.children[k], known[:, k])
                    for k, action in enumerate(read.actions)
                ]
            else:
                moves = [(_calm(node), place, np.ones_like(mass))]
            for k, to, share in moves:
                play[:, k] += mass * share
                plain[:, k] += share
                _add(self.at[node.children[k]], (there, to), mass * share)
        return np.where(play.sum(axis=1, keepdims=True) > 0, play, plain)

    def _known(self, there: int, place: int, size: int) -> Mass:
        """The probabilities of a narrow node's actions, (contexts, actions, states)."""
        actions = len(self.read[there].nodes[place].actions)
        slots = self.of.narrow.layout.bets[self.street][there : there + self.many]
        part = np.arange(actions * size) + _rows(self.read[there])[place] * size
        return shares(self.of.known[slots[:, None] + part].reshape(-1, actions, size), 1)


def _add(masses: dict[tuple[int, int], Mass], key: tuple[int, int], mass: Mass) -> None:
    masses[key] = masses[key] + mass if key in masses else mass


def _alike(node: Node, read: Node) -> bool:
    """Whether the same seat decides at both."""
    return read.kind == "decision" and read.seat == node.seat


def _rows(tree: Round) -> list[int]:
    """The row of each node's first action."""
    rows, row = [], 0
    for node in tree.nodes:
        rows.append(row)
        row += len(node.actions)
    return rows


def _calm(node: Node) -> int:
    """The place of the check or call."""
    return next(i for i, action in enumerate(node.actions) if isinstance(action, Check | Call))


def _as(action: Action, node: Node, read: Node, reading: Reading) -> list[float]:
    """How likely an action of `node` is taken for each of those of `read`."""
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
    """The end of the round from a node on, if all is checked and called."""
    node = tree.nodes[index]
    while node.kind == "decision":
        index = node.children[_calm(node)]
        node = tree.nodes[index]
    if node.kind == "fold":
        raise ValueError("a fold was read where the betting went on")
    return index
