"""What a menu of bet sizes gives away: a no-limit strategy against an opponent with a finer menu.

Inside its menu the exploitability of a strategy says nothing about bets that are not in it. `finer(strategy, sizes)`
is the exact best response of an opponent who may bet `sizes`, where the strategy goes on betting its own. It reads a
size that it does not know as one that it does (`standpat.solver.game.action_translation`; all-in is always all-in), and
takes the game from there to be what it read. Where what it read was the end of the betting and the opponent still bets,
it calls. It never sees the pot grow by what was misread: what that costs is in the figure.

What was read by chance is the strategy's own secret, like its cards. So what a hand does at a place of the finer game
is the mean over all that may have been read on the way there, each weighed by how likely the sizes are read so and by
how often this hand plays what it then plays. Hands and readings are followed together through the draw.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.solver.game.action_translation import Reading, mixed, nearest
from standpat.solver.game.action_values import option_shares, shares, spread
from standpat.solver.game.betting_tree import Node, Round, Sizes
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.problem import SEATS, Draws, Problem
from standpat.solver.game.public_tree import Street, Tree
from standpat.solver.game.strategy import Strategy
from standpat.solver.response.best_response import Evaluator, Exploitability

Mass = NDArray[np.float64]
"""How often each state comes with what was read, by context and state."""
Weights = NDArray[np.float32]


def finer(strategy: Strategy, sizes: Sizes, workers: int = 1, reading: Reading = mixed) -> Exploitability:
    """What an opponent with `sizes` wins in either seat."""
    found = []
    for seat in SEATS:
        problem, weights = translated(strategy, sizes, seat, reading)
        found.append(Evaluator(problem, workers).best_response(weights, seat))
    return Exploitability(*found)


def translated(strategy: Strategy, sizes: Sizes, responder: int, reading: Reading = mixed) -> tuple[Problem, Weights]:
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
        menu, first = link.menus[self.seat], link.order[0] == self.seat
        mine, theirs = len(menu.counts), len(link.menus[1 - self.seat].counts)
        late = [0] * theirs if first else self.narrow.layout.late[street].tolist()
        gone = {there: np.zeros((mine, theirs, menu.states)) for there in came}
        for other, ahead in enumerate(late):
            known = {there: self.known[self.narrow.layout.draws[street][there] + ahead + menu.slot] for there in came}
            play = {there: option_shares(menu, weights) for there, weights in known.items()}
            self._keep(menu, int(self.wide.layout.draws[street][here]) + ahead, came, known, play)
            for there, mass in came.items():
                for place in range(mine):
                    gone[there][place, other] = spread(menu, play[there], mass, place)
        masses = {
            there * link.outcomes: (after if first else after.swapaxes(0, 1)).reshape(link.outcomes, -1)
            for there, after in gone.items()
        }
        self.round(street + 1, here * link.outcomes, masses)

    def _keep(
        self, menu: Draw, slot: int, came: dict[int, Mass], known: dict[int, Weights], play: dict[int, Mass]
    ) -> None:
        """What is drawn, weighed as in `_Walk`."""
        state = np.repeat(np.arange(menu.states), np.diff(menu.first))
        plain = np.sum(list(known.values()), axis=0)
        mean = np.sum([mass[state] * play[there] for there, mass in came.items()], axis=0)
        comes = np.sum(list(came.values()), axis=0)[state] > 0
        self.weights[slot + menu.slot] = np.where(comes, mean, plain) if len(came) > 1 else plain


class _Walk:
    """A round of betting: masses through it, and what is played into the weights."""

    def __init__(self, of: _Translation, street: int, here: int, came: dict[int, Mass]) -> None:
        wide, narrow = of.wide, of.narrow
        self.of, self.street = of, street
        self.ahead, self.known = wide.tree.streets[street], narrow.tree.streets[street]
        self.tree = self.ahead.rounds[int(self.ahead.contexts.round[here])]
        self.read = {there: self.known.rounds[int(self.known.contexts.round[there])] for there in came}
        self.many, size = next(iter(came.values())).shape
        self.at: list[dict[tuple[int, int], Mass]] = [{} for _ in self.tree.nodes]
        self.at[0] = {(there, 0): mass for there, mass in came.items()}
        slots = wide.layout.bets[street][here : here + self.many].tolist()
        for index, node in enumerate(self.tree.nodes):
            if not self.at[index]:
                continue  # the player themselves never does what leads here
            if node.kind == "decision" and node.seat == of.seat:
                for slot, play in zip(slots, self._mine(index, size), strict=True):
                    at = slot + _row(self.ahead, here, index) * size
                    of.weights[at : at + play.size] = play.reshape(-1)
            elif node.kind == "decision":
                self._theirs(index)

    def left(self) -> Iterator[dict[tuple[int, int], Mass]]:
        """By exit, the exits that may have been read: the narrow context and the number of its exit."""
        for index in self.tree.exits:
            found: dict[tuple[int, int], Mass] = {}
            for (there, place), mass in self.at[index].items():
                _add(found, (there, _row(self.known, there, _ended(self.read[there], place))), mass)
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
        """What the player does, as weights (contexts, actions, states): their own where one thing only was read, else
        weighed by how often they come with each; where they never come, as they are."""
        node = self.tree.nodes[index]
        play, plain = np.zeros((2, self.many, len(node.actions), size))
        for (there, place), mass in self.at[index].items():
            read = self.read[there].nodes[place]
            if _alike(node, read):
                own = [_as(action, read, node, nearest).index(1.0) for action in read.actions]
                to, weights = list(read.children), self._weights(there, place, size)
            else:
                own, to, weights = [_calm(node)], [place], np.ones((self.many, 1, size), np.float32)
            chances = shares(weights, 1)
            for k, mine in enumerate(own):
                play[:, mine] += mass * chances[:, k]
                plain[:, mine] += weights[:, k]
                _add(self.at[node.children[mine]], (there, to[k]), mass * chances[:, k])
        comes = play.sum(axis=1, keepdims=True) > 0
        return np.where(comes, play, plain) if len(self.at[index]) > 1 else plain

    def _weights(self, there: int, place: int, size: int) -> Weights:
        """The weights of a narrow node's actions, (contexts, actions, states)."""
        actions = len(self.read[there].nodes[place].actions)
        slots = self.of.narrow.layout.bets[self.street][there : there + self.many]
        part = np.arange(actions * size) + _row(self.known, there, place) * size
        found: Weights = self.of.known[slots[:, None] + part].reshape(-1, actions, size)
        return found


def _add(masses: dict[tuple[int, int], Mass], key: tuple[int, int], mass: Mass) -> None:
    masses[key] = masses[key] + mass if key in masses else mass


def _alike(node: Node, read: Node) -> bool:
    """Whether the same seat decides at both."""
    return read.kind == "decision" and read.seat == node.seat


def _row(street: Street, context: int, place: int) -> int:
    """The row of a node's first action; the number of an exit."""
    return int(street.nodes.row[street.nodes.begin[street.contexts.round[context]] + place])


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
