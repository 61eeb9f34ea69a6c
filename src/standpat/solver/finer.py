"""What a menu of bet sizes gives away: a no-limit strategy against an opponent with a finer menu.

Inside its menu the exploitability of a strategy says nothing about bets that are not in it. `finer(strategy, sizes)`
is the exact best response of an opponent who may bet `sizes`, where the strategy goes on betting its own. The strategy
reads a size it does not know as the nearest one it does, by its ratio to the pot (the plainest translation there is;
all-in is always all-in), and takes the game from there to be what it read. Where what it read was the end of the
betting and the opponent still bets, it calls. It never sees the pot grow by what was misread: what that costs is in
the figure.
"""

from dataclasses import replace
from math import log

import numpy as np
from numpy.typing import NDArray

from standpat.action import Action, Bet, Call, Check, Fold, Raise
from standpat.solver.betting import Node, Round, Sizes
from standpat.solver.problem import SEATS, Problem
from standpat.solver.response import Evaluator, Exploitability
from standpat.solver.strategy import Strategy
from standpat.solver.tree import Tree


def finer(strategy: Strategy, sizes: Sizes, workers: int = 1) -> Exploitability:
    """What an opponent with `sizes` wins in either seat."""
    found = []
    for seat in SEATS:
        problem, weights = translated(strategy, sizes, seat)
        found.append(Evaluator(problem, workers).best_response(weights, seat))
    return Exploitability(*found)


def translated(strategy: Strategy, sizes: Sizes, responder: int) -> tuple[Problem, NDArray[np.float32]]:
    """The game in which the responder has `sizes`, and the other's strategy there; the responder's own is empty."""
    narrow = strategy.problem
    bets = narrow.tree.wagering
    if bets.betting == "fixed-limit":
        raise ValueError("a limit game has one size: there is no finer menu")
    stack = bets.stack or 0
    menus = (sizes, bets.sizes) if responder == 0 else (bets.sizes, sizes)
    tree = Tree(replace(bets, by_seat=menus), narrow.tree.outcomes, narrow.tree.unit)
    wide = Problem(tree, narrow.sizes, narrow.prior, narrow.links, narrow.meeting, {"kind": "finer"})
    weights = np.zeros(wide.size, np.float32)
    context = np.zeros(1, np.int64)
    for number, (street, old) in enumerate(zip(wide.tree.streets, narrow.tree.streets, strict=True)):
        maps: dict[tuple[int, int], _Map] = {}
        exits = np.zeros(street.exits, np.int64)
        for here, there in enumerate(context.tolist()):
            pair = int(street.contexts.round[here]), int(old.contexts.round[there])
            if pair not in maps:
                before = bets.ante if number == 0 else 0
                maps[pair] = _Map(street.rounds[pair[0]], old.rounds[pair[1]], 1 - responder, stack - before)
            size = narrow.sizes[number]
            to, given = int(wide.layout.bets[number][here]), int(narrow.layout.bets[number][there])
            maps[pair].copy(weights[to:], strategy.weights[given:], size)
            begin, base = int(street.contexts.exit[here]), int(old.contexts.exit[there])
            exits[begin : begin + len(maps[pair].exits)] = base + maps[pair].exits
        if number < len(wide.links):
            block, outcomes = wide.links[number].block, wide.links[number].outcomes
            for here, there in enumerate(exits.tolist()):
                to, given = int(wide.layout.draws[number][here]), int(narrow.layout.draws[number][there])
                weights[to : to + block] = strategy.weights[given : given + block]
            context = (exits[:, None] * outcomes + np.arange(outcomes)).reshape(-1)
    return wide, weights


class _Map:
    """One round of the finer game read as one of the strategy's: a node for each node, an exit for each exit."""

    def __init__(self, wide: Round, narrow: Round, seat: int, stack: int) -> None:
        self._moves: list[tuple[int, int, int, list[tuple[int, int]]]] = []
        of = [0] * len(wide.nodes)
        tops = stack - wide.paid, stack - narrow.paid
        rows_to, rows_from = _rows(wide), _rows(narrow)
        for index, node in enumerate(wide.nodes):
            if node.kind != "decision":
                continue
            read = narrow.nodes[of[index]]
            known = read.kind == "decision" and read.seat == node.seat
            for action, child in zip(node.actions, node.children, strict=True):
                of[child] = read.children[_nearest(action, node, tops[0], read, tops[1])] if known else of[index]
            if node.seat == seat:
                pairs = (
                    [(_nearest(a, read, tops[1], node, tops[0]), i) for i, a in enumerate(read.actions)]
                    if known
                    else []
                )
                self._moves.append((rows_to[index], rows_from[of[index]], _calm(node), pairs))
        self.exits = np.array([narrow.exits.index(_ended(narrow, of[i])) for i in wide.exits], np.int64)

    def copy(self, to: NDArray[np.float32], given: NDArray[np.float32], size: int) -> None:
        """The strategy's weights of the round; without a counterpart the bet is called."""
        for row, source, calm, pairs in self._moves:
            if not pairs:
                to[(row + calm) * size : (row + calm + 1) * size] = 1
            for place, action in pairs:
                at, old = (row + place) * size, (source + action) * size
                to[at : at + size] += given[old : old + size]


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


def _nearest(action: Action, node: Node, top: int, read: Node, read_top: int) -> int:
    """The place among the actions of `read` of what is nearest to an action of `node`; a raise to the top is all-in."""
    if isinstance(action, Fold):
        return next((i for i, a in enumerate(read.actions) if isinstance(a, Fold)), _calm(read))
    if isinstance(action, Bet | Raise):
        sizes = [
            (action.to != top or a.to != read_top, abs(log(action.to / node.pot) - log(a.to / read.pot)), i)
            for i, a in enumerate(read.actions)
            if isinstance(a, Bet | Raise)
        ]
        return min(sizes)[-1] if sizes else _calm(read)
    return _calm(read)


def _ended(tree: Round, index: int) -> int:
    """The end of the round from a node on, if all is checked and called."""
    node = tree.nodes[index]
    while node.kind == "decision":
        index = node.children[_calm(node)]
        node = tree.nodes[index]
    if node.kind == "fold":
        raise ValueError("a fold was read where the betting went on")
    return index
