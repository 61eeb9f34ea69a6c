"""More states where play goes: a problem whose last two streets are finer in some contexts than in others.

In heads-up limit triple draw 3% of the contexts of the last street but one carry 99% of play, and half of them nearly
none. A `GradedProblem` gives each of these contexts a *grade*, 0 for the finest; the last street has the grade of the
context that it follows. `by_grade[g]` is the problem with the states of grade g everywhere. All have the same tree and
the same states on earlier streets. The states of a coarser grade are runs of consecutive states of a finer one
(`standpat.solver.game.abstraction.nested_states`), so that the street before knows the finest alone: reach
probabilities of a run are added, and each state of the run has the value of the run.

Slots lie as in `standpat.solver.game.problem`, but a context takes as many as its grade has states. Sizes, links and
the abstraction of a `GradedProblem` are those of grade 0.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.engine.games import Game, Stakes
from standpat.solver.game.abstraction import blueprint_problem, nested_states
from standpat.solver.game.class_game import game_of
from standpat.solver.game.problem import Draws, Layout, Problem, second_draw_slots

GRADED = "graded blueprint"
"""The kind of its recipe."""


@dataclass(kw_only=True)
class GradedProblem(Problem):
    """A problem over coarse states, finer in some contexts.

    Attributes:
        grade: By context of the last street but one, its grade.
        by_grade: By grade, the problem with its states.
    """

    grade: NDArray[np.int8]
    by_grade: tuple[Problem, ...]

    @cached_property
    def layouts(self) -> tuple[Layout, ...]:
        """By grade, where the weights of a strategy lie. Entries of contexts of other grades mean nothing in it."""
        return _layouts(self)

    @cached_property
    def layout(self) -> Layout:
        """The layout of grade 0."""
        return self.layouts[0]

    @cached_property
    def grade_of_exit(self) -> NDArray[np.int8]:
        """By exit of the last street but one, its grade."""
        return np.repeat(self.grade, np.diff(self.tree.streets[-2].contexts.exit))

    def first_of_runs(self, grade: int) -> NDArray[np.int64]:
        """By state of a grade, on the last street but one, its first state of grade 0."""
        of = [problem.abstraction.of[-2] for problem in self.by_grade if problem.abstraction is not None]
        finest = np.zeros(self.sizes[-2], np.int64)
        finest[of[0]] = of[grade]
        return np.searchsorted(finest, np.arange(self.by_grade[grade].sizes[-2]))


def graded_problem(
    game: Game,
    stakes: Stakes,
    *,
    states: Sequence[int],
    last_two: Sequence[tuple[int, int]],
    counts: Sequence[Sequence[int]],
    grade: NDArray[np.int8],
    ranks: int = 13,
    of: Sequence[Sequence[NDArray[np.int32]]] | None = None,
) -> GradedProblem:
    """Build the class game of a draw game over coarse states, finer in some contexts.

    Args:
        game: The game, with two draws or more.
        stakes: The stakes.
        states: By draw except for the last two, the most states after it.
        last_two: By grade, from fine to coarse, the most states after the last draw but one and after the last.
        counts: By draw, the numbers of cards that may be drawn.
        grade: By context of the last street but one, its grade.
        ranks: Ranks of the deck, deuce first.
        of: By grade and street, the state of each class, if it was computed before.

    Returns:
        The problem.

    Raises:
        ValueError: States, counts or grades do not fit the game.
    """
    if of is None:
        of = nested_states(game, states=states, last_two=last_two, counts=counts, ranks=ranks)
    problems = tuple(
        [
            blueprint_problem(game, stakes, states=(*states, *sizes), counts=counts, ranks=ranks, of=streets)
            for sizes, streets in zip(last_two, of, strict=True)
        ]
    )
    finest = problems[0]
    contexts = finest.tree.streets[-2].size
    if grade.shape != (contexts,) or grade.min() < 0 or grade.max() >= len(problems):
        raise ValueError(f"expected a grade of 0 to {len(problems) - 1} for each of {contexts:,} contexts")
    recipe = {**finest.recipe, "kind": GRADED, "states": list(states), "last_two": [list(sizes) for sizes in last_two]}
    shared = {name: getattr(finest, name) for name in ("tree", "sizes", "prior", "links", "meeting", "abstraction")}
    return GradedProblem(**shared, recipe=recipe, grade=grade, by_grade=problems)


def graded_from_recipe(
    recipe: Mapping[str, Any], grade: NDArray[np.int8], of: Sequence[Sequence[NDArray[np.int32]]]
) -> GradedProblem:
    """The problem of a recipe.

    Args:
        recipe: A recipe of the kind `GRADED`.
        grade: By context of the last street but one, its grade.
        of: By grade and street, the state of each class.

    Returns:
        The problem.
    """
    record, stakes = game_of(recipe)
    last_two = [(before, after) for before, after in recipe["last_two"]]
    shape = {name: recipe[name] for name in ("states", "counts", "ranks")}
    return graded_problem(record, stakes, **shape, last_two=last_two, grade=grade, of=of)


def graded_by(often: NDArray[np.float64], shares: Sequence[float]) -> NDArray[np.int8]:
    """Give the contexts that are reached most the finest grade, and so on.

    Args:
        often: By context, how often it is reached.
        shares: By grade except for the last, its share of the contexts.

    Returns:
        The grade of each context.

    Raises:
        ValueError: The shares are negative, or together more than 1.
    """
    if min(shares, default=0) < 0 or sum(shares) > 1:
        raise ValueError(f"shares {', '.join(map(str, shares))}: expected numbers from 0, at most 1 together")
    ends = np.round(np.cumsum([0, *shares]) * len(often)).astype(np.int64)
    grade = np.full(len(often), len(shares), np.int8)
    order = np.argsort(-often, kind="stable")
    for number, (low, high) in enumerate(itertools.pairwise(ends)):
        grade[order[low:high]] = number
    return grade


def in_grade(problem: Problem, grade: int) -> Problem:
    """The problem with the states of one grade everywhere. A problem without grades has one, its own.

    Args:
        problem: The problem.
        grade: The number of the grade.

    Returns:
        The problem.

    Raises:
        ValueError: The problem has no such grade.
    """
    grades = problem.by_grade if isinstance(problem, GradedProblem) else (problem,)
    if not 0 <= grade < len(grades):
        raise ValueError(f"grade {grade}: expected 0 to {len(grades) - 1}")
    return grades[grade]


def runs(grade: NDArray[np.int8], low: int, high: int) -> Iterator[tuple[int, int, int]]:
    """The runs of equal grade in `low … high`: the first, the one after the last, and the grade."""
    edges = [low, *(low + 1 + np.flatnonzero(np.diff(grade[low:high]))).tolist(), high]
    for begin, end in itertools.pairwise(edges):
        yield begin, end, int(grade[begin])


def _layouts(problem: GradedProblem) -> tuple[Layout, ...]:
    finest, (street, end) = problem.by_grade[0].layout, problem.tree.streets[-2:]
    links = [part.links[-1] for part in problem.by_grade]
    of_end = np.repeat(problem.grade_of_exit, links[0].outcomes)
    sizes, after = [np.array([part.sizes[at] for part in problem.by_grade]) for at in (-2, -1)]
    blocks = np.array([link.block for link in links])
    base, places = int(finest.bets[-2][0]), []
    for width in (
        np.diff(street.rows) * sizes[problem.grade],
        blocks[problem.grade_of_exit],
        np.diff(end.rows) * after[of_end],
    ):
        starts = base + np.concatenate([[0], np.cumsum(width, dtype=np.int64)])
        places.append(starts[:-1])
        base = int(starts[-1])
    bets, draws, ends = places
    shared = replace(finest, bets=(*finest.bets[:-2], bets, ends), draws=(*finest.draws[:-1], draws), size=base)
    return tuple(
        [
            replace(shared, states=part.sizes, second_draw=(*finest.second_draw[:-1], second_draw_slots(link)))
            for part, link in zip(problem.by_grade, links, strict=True)
            if isinstance(link, Draws)
        ]
    )
