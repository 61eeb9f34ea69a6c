"""The weights of single contexts of the last street but one, in the states of a strategy file.

`ContextWeights(problem, average, grade)` reads the weights of a context and of everything below it as one vector: the
betting of its round, the draws after each exit, and the last rounds. Only these vectors have the states of the file, so
a strategy that would take too much memory in them can be exported all the same. It needs rounds of one shape on each
street and the same draws for both seats.

In a problem that is finer in some contexts (`standpat.solver.game.grades`) the file has the states of one grade
everywhere. Weights are summed reach probabilities. So where a context is finer, a state of the file gets the sum of the
weights of its states: the mean strategy, weighted by the player's own reach. Where it is coarser, the states of the
file share the weights of the coarse state and play as it does. Their shares are how often the player comes to each of
them in the contexts that know them apart.

`Window` has the contexts at hand in one array, and says where each lies.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.grades import GradedProblem, in_grade
from standpat.solver.game.problem import Draws, Layout, Problem

Weights = NDArray[np.float32]


class Piece(NamedTuple):
    """Some of a context's weights: shape (blocks, states, options) from `begin` to `end`."""

    begin: int
    end: int
    shape: tuple[int, int, int]


class _Change(NamedTuple):
    """How states of a grade become the states of the file.

    Attributes:
        starts: Where the grade is finer: by state of the file, the first of its states. Otherwise empty.
        of: Where it is coarser: by state of the file, the state that it is part of. Otherwise empty.
        share: And its share of the weights, shape (states, 1).
    """

    starts: NDArray[np.int64]
    of: NDArray[np.int64]
    share: Weights


class ContextWeights:
    """The weights of the contexts of the last street but one.

    Args:
        problem: The problem of the blueprint, over coarse states.
        average: The weights of the strategy, shape (slots,).
        grade: The grade whose states the file has; 0 for a problem without grades.

    Attributes:
        problem: The problem with the states of the file.
        pieces: Where the betting of a context, the draws after it and the last rounds lie in its vector.
        exits: The exits of a context.
        outcomes: The pairs of counts after an exit.

    Raises:
        ValueError: The problem has no such grade.
    """

    def __init__(self, problem: Problem, average: Weights, grade: int = 0) -> None:
        parts = problem.by_grade if isinstance(problem, GradedProblem) else (problem,)
        street = problem.tree.streets[-2]
        self.problem, self._average = in_grade(problem, grade), average
        self._layouts = problem.layouts if isinstance(problem, GradedProblem) else (problem.layout,)
        self._grade = problem.grade if isinstance(problem, GradedProblem) else np.zeros(street.size, np.int8)
        self.exits, self.outcomes = int(street.contexts.exit[1]), problem.links[-1].outcomes
        self._pieces = [_pieces(part) for part in parts]
        self.pieces = self._pieces[grade]
        self._changes = self._all_changes(parts, grade)

    @property
    def width(self) -> int:
        """The length of a context's vector."""
        return self.pieces[-1].end

    def read(self, context: int, out: Weights) -> None:
        """Read the weights of a context.

        Args:
            context: Its number.
            out: Filled with them, shape (width,).
        """
        grade = self._grade[context]
        changes = self._changes[grade]
        for piece, old, change in zip(self.pieces, self._stored(context), (changes[0], *changes), strict=True):
            into = out[piece.begin : piece.end].reshape(piece.shape)
            if len(change.starts):
                np.add.reduceat(old, change.starts, axis=1, out=into)
            elif len(change.of):
                np.take(old, change.of, axis=1, out=into, mode="clip")
                into *= change.share
            else:
                into[:] = old

    def _stored(self, context: int) -> list[Weights]:
        """The pieces of a context as they were trained."""
        grade, first = self._grade[context], context * self.exits
        layout, pieces = self._layouts[grade], self._pieces[grade]
        starts = layout.bets[-2][context], layout.draws[-1][first], layout.bets[-1][first * self.outcomes]
        return [
            self._average[start : start + piece.end - piece.begin].reshape(piece.shape)
            for start, piece in zip(starts, pieces, strict=True)
        ]

    def _all_changes(self, parts: tuple[Problem, ...], grade: int) -> list[tuple[_Change, _Change]]:
        """By grade, the changes of the states of the last two streets."""
        of = [part.abstraction.of for part in parts if part.abstraction is not None]
        same = _Change(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros((0, 1), np.float32))
        changes = [(same, same)] * len(parts)
        for finer in range(grade):
            first, last = [_Change(_first(of[finer][s], of[grade][s]), same.of, same.share) for s in (-2, -1)]
            changes[finer] = first, last
        if grade + 1 == len(parts):
            return changes
        self._changes = changes
        often = self._often(grade)
        for coarser in range(grade + 1, len(parts)):
            runs = [_first(of[grade][s], of[coarser][s]) for s in (-2, -1)]
            first, last = [_split(run, mass) for run, mass in zip(runs, often, strict=True)]
            changes[coarser] = first, last
        return changes

    def _often(self, grade: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How often play comes to each state of the last two streets in the contexts that know these states apart."""
        street, _, end = self.pieces
        often = np.zeros(street.shape[1]), np.zeros(end.shape[1])
        row = np.zeros(self.width, np.float32)
        for context in np.flatnonzero(self._grade <= grade).tolist():
            self.read(context, row)
            for mass, piece in zip(often, (street, end), strict=True):
                mass += row[piece.begin : piece.end].reshape(piece.shape).sum(axis=(0, 2))
        return often


class Window:
    """The weights of the contexts at hand and of those that stand in for others.

    Args:
        source: The weights of all contexts.
        stand_ins: Weights that are shown for some contexts instead of their own. They can be read at any time.

    Attributes:
        layout: Where the weights of the last two streets lie. It means nothing for contexts that are not shown.
        weights: The weights.
    """

    def __init__(self, source: ContextWeights, stand_ins: Mapping[int, Weights]) -> None:
        self._source, self._fixed = source, set(stand_ins)
        whole = source.problem.layout
        bets = (*whole.bets[:-2], whole.bets[-2].copy(), whole.bets[-1].copy())
        self.layout: Layout = replace(whole, bets=bets, draws=(*whole.draws[:-1], whole.draws[-1].copy()))
        self.weights = np.zeros(len(stand_ins) * source.width, np.float32)
        for number, (context, weights) in enumerate(stand_ins.items()):
            self._put(context, number)[:] = weights

    def show(self, low: int, high: int) -> Weights:
        """Read the weights of the contexts `low … high`; those shown before are forgotten.

        Returns:
            The weights.
        """
        width, first = self._source.width, len(self._fixed)
        shown = [context for context in range(low, high) if context not in self._fixed]
        if len(self.weights) < (first + len(shown)) * width:
            self.weights = np.concatenate(
                [self.weights[: first * width], np.zeros(len(shown) * width, np.float32)], dtype=np.float32
            )
        for number, context in enumerate(shown, first):
            self._source.read(context, self._put(context, number))
        return self.weights

    def _put(self, context: int, number: int) -> Weights:
        """Give a context a place."""
        source, layout, at = self._source, self.layout, number * self._source.width
        bets, draws, ends = layout.bets[-2], layout.draws[-1], layout.bets[-1]
        exits, many = source.exits, source.exits * source.outcomes
        bets[context] = at
        for slots, piece, blocks in ((draws, source.pieces[1], exits), (ends, source.pieces[2], many)):
            each = (piece.end - piece.begin) // blocks
            slots[context * blocks : (context + 1) * blocks] = at + piece.begin + np.arange(blocks) * each
        return self.weights[at : at + source.width]


def _pieces(problem: Problem) -> tuple[Piece, Piece, Piece]:
    street, end = problem.tree.streets[-2:]
    link, (size, after) = problem.links[-1], problem.sizes[-2:]
    assert isinstance(link, Draws)
    exits, many = int(street.contexts.exit[1]), len(link.menus[0].counts)
    bets = (int(street.nodes.rows[0]), size, 1)
    draws = (exits * (1 + many), size, many)
    ends = (exits * link.outcomes * int(end.nodes.rows[0]), after, 1)
    at = np.cumsum([0, *[blocks * states * options for blocks, states, options in (bets, draws, ends)]]).tolist()
    return Piece(at[0], at[1], bets), Piece(at[1], at[2], draws), Piece(at[2], at[3], ends)


def _first(finer: NDArray[np.int32], coarser: NDArray[np.int32]) -> NDArray[np.int64]:
    """By coarse state, the first of the fine states that are part of it."""
    of = np.zeros(int(finer.max()) + 1, np.int64)
    of[finer] = coarser
    return np.searchsorted(of, np.arange(int(coarser.max()) + 1))


def _split(starts: NDArray[np.int64], often: NDArray[np.float64]) -> _Change:
    """Divide coarse states, which begin at `starts`, among finer ones in proportion to how often these come."""
    sizes = np.diff(starts, append=len(often))
    whole, even = np.repeat(np.add.reduceat(often, starts), sizes), np.repeat(1 / sizes, sizes)
    share = np.where(whole > 0, often / np.where(whole > 0, whole, 1), even)
    of = np.repeat(np.arange(len(starts)), sizes)
    return _Change(np.zeros(0, np.int64), of, share[:, None].astype(np.float32))
