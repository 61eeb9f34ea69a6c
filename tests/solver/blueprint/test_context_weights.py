"""Weights of contexts in the states of a file: the same play where states are split, the mean where they are merged."""

from pathlib import Path

import numpy as np
import pytest
from msgspec import structs
from numpy.typing import NDArray

from standpat.engine.games import Stakes, game
from standpat.solver import blueprint_problem
from standpat.solver.blueprint.context_weights import ContextWeights, Weights, Window
from standpat.solver.blueprint.export import export, weights_of
from standpat.solver.game.grades import GradedProblem, graded_problem
from standpat.solver.game.problem import Problem

TWO_DRAWS = structs.replace(game("27td", cap=2), bets=(1, 1, 2))
COUNTS = [(0, 1, 2), (0, 1)]
SHAPE = {"counts": COUNTS, "ranks": 4}


def grade_of(contexts: int, grades: int) -> NDArray[np.int8]:
    return (np.arange(contexts) % grades).astype(np.int8)


@pytest.fixture(scope="module")
def plain() -> Problem:
    return blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(9, 5), **SHAPE)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def graded(plain: Problem) -> GradedProblem:
    grade = grade_of(plain.tree.streets[-2].size, 3)
    return graded_problem(
        TWO_DRAWS,
        Stakes(1, 2),
        states=(),
        last_two=[(12, 6), (7, 4), (4, 2)],
        grade=grade,
        **SHAPE,  # type: ignore[arg-type]
    )


@pytest.fixture(scope="module")
def weights(graded: GradedProblem) -> Weights:
    return np.random.default_rng(1).random(graded.size).astype(np.float32) ** 3


def pieces(source: ContextWeights, context: int) -> list[Weights]:
    row = np.zeros(source.width, np.float32)
    source.read(context, row)
    return [row[piece.begin : piece.end].reshape(piece.shape) for piece in source.pieces]


def runs_of(graded: GradedProblem, fine: int, coarse: int, street: int) -> NDArray[np.int32]:
    """By state of a fine grade, the state of a coarse one that it is part of."""
    finer, coarser = [graded.by_grade[g].abstraction for g in (fine, coarse)]
    assert finer is not None
    assert coarser is not None
    of = np.zeros(graded.by_grade[fine].sizes[street], np.int32)
    of[finer.of[street]] = coarser.of[street]
    return of


@pytest.mark.parametrize("grade", [0, 1, 2])
def test_a_context_of_the_files_grade_is_read_as_it_is(graded: GradedProblem, weights: Weights, grade: int) -> None:
    source, layout = ContextWeights(graded, weights, grade), graded.layout
    context = grade + 3
    first = context * source.exits
    starts = layout.bets[-2][context], layout.draws[-1][first], layout.bets[-1][first * source.outcomes]
    for piece, start in zip(pieces(source, context), starts, strict=True):
        assert np.array_equal(piece.ravel(), weights[start : start + piece.size])
    assert source.width == sum([piece.size for piece in pieces(source, context)])


def test_finer_states_give_the_sum_of_their_weights(graded: GradedProblem, weights: Weights) -> None:
    coarse, fine = ContextWeights(graded, weights, 2), ContextWeights(graded, weights, 0)
    for merged, own, street in zip(pieces(coarse, 3), pieces(fine, 3), (-2, -2, -1), strict=True):
        of = runs_of(graded, 0, 2, street)
        for state in range(merged.shape[1]):
            assert merged[:, state] == pytest.approx(own[:, of == state].sum(axis=1), rel=1e-6)


@pytest.mark.parametrize("grade", [0, 1])
def test_parts_of_a_coarse_state_play_as_it_does_and_share_its_weight(
    graded: GradedProblem, weights: Weights, grade: int
) -> None:
    source, own = ContextWeights(graded, weights, grade), ContextWeights(graded, weights, 2)
    known = [pieces(source, c) for c in np.flatnonzero(graded.grade <= grade).tolist()]
    for k, street in enumerate((-2, -2, -1)):
        of, split, whole = runs_of(graded, grade, 2, street), pieces(source, 2)[k], pieces(own, 2)[k]
        often = np.sum([of_context[2 if street == -1 else 0].sum(axis=(0, 2)) for of_context in known], axis=0)
        for state in range(whole.shape[1]):
            share = often[of == state] / often[of == state].sum()
            assert split[:, of == state] == pytest.approx(whole[:, [state]] * share[:, None], rel=1e-5)


def test_states_that_nobody_comes_to_share_alike(graded: GradedProblem, weights: Weights) -> None:
    empty = weights.copy()
    source = ContextWeights(graded, empty, 0)
    empty[: graded.size] = 0
    empty[graded.layout.bets[-2][2] :][:4] = 1  # a coarse context
    split, of = pieces(ContextWeights(graded, empty, 0), 2)[0], runs_of(graded, 0, 2, -2)
    assert split[0] == pytest.approx((1 / np.bincount(of)[of])[:, None])
    assert pieces(source, 2)[0].shape == split.shape


def test_a_window_shows_the_contexts_at_hand_and_those_that_stand_in(graded: GradedProblem, weights: Weights) -> None:
    source = ContextWeights(graded, weights, 1)
    joint = np.random.default_rng(2).random(source.width).astype(np.float32)
    window = Window(source, {5: joint})
    for low, high in ((0, 2), (4, 8), (8, 9)):
        shown = window.show(low, high)
        for context in (*range(low, high), 5):
            first, exits = window.layout.bets[-2][context], source.exits
            row = shown[first : first + source.width]
            want = joint if context == 5 else np.concatenate([piece.ravel() for piece in pieces(source, context)])
            assert np.array_equal(row, want)
            for number in range(exits):
                at = window.layout.draws[-1][context * exits + number] - first
                assert at == source.pieces[1].begin + number * source.problem.links[-1].block
            end = window.layout.bets[-1][(context + 1) * exits * source.outcomes - 1] - first
            rows = int(graded.tree.streets[-1].nodes.rows[0])
            assert end == source.width - rows * source.problem.sizes[-1]


@pytest.mark.slow
@pytest.mark.parametrize("how", [{"prune": 1e-4}, {"prune": 0, "contexts": 8, "detail": 1e-6}])
def test_grades_with_the_same_states_give_the_same_bytes(plain: Problem, tmp_path: Path, how: dict[str, float]) -> None:
    assert plain.abstraction is not None
    average = np.random.default_rng(3).random(plain.size).astype(np.float32)
    twice = graded_problem(
        TWO_DRAWS,
        Stakes(1, 2),
        states=(),
        last_two=[(9, 5)] * 2,
        grade=grade_of(plain.tree.streets[-2].size, 2),
        of=[list(plain.abstraction.of)] * 2,
        **SHAPE,  # type: ignore[arg-type]
    )
    before = average.copy()
    files: list[bytes] = []
    for problem, grade in ((plain, 0), (twice, 0), (twice, 1)):
        path = tmp_path / f"{len(files)}.table"
        export(problem, average, path, bits=8, grade=grade, iterations=7, **how)  # type: ignore[arg-type]
        files.append(path.read_bytes())
    assert files[0] == files[1] == files[2]
    assert np.array_equal(average, before)
    with pytest.raises(ValueError, match="grade 2: expected 0 to 1"):
        export(twice, average, tmp_path / "x.table", grade=2)


@pytest.mark.extended
@pytest.mark.parametrize("grade", [0, 1, 2])
def test_the_file_is_that_of_the_same_strategy_in_its_states(
    graded: GradedProblem, weights: Weights, grade: int, tmp_path: Path
) -> None:
    own, source = graded.by_grade[grade], ContextWeights(graded, weights, grade)
    whole, layout = np.zeros(own.size, np.float32), own.layout
    early = int(layout.bets[-2][0])
    whole[:early] = weights[:early]
    for context in range(own.tree.streets[-2].size):
        first = context * source.exits
        starts = layout.bets[-2][context], layout.draws[-1][first], layout.bets[-1][first * source.outcomes]
        for start, piece in zip(starts, pieces(source, context), strict=True):
            whole[start : start + piece.size] = piece.ravel()
    for number, how in enumerate(({"prune": 1e-4}, {"prune": 0, "contexts": 8, "detail": 1e-6})):
        one, other = tmp_path / f"{number}.table", tmp_path / f"{number}-plain.table"
        export(graded, weights, one, bits=8, grade=grade, **how)  # type: ignore[arg-type]
        export(own, whole, other, bits=8, **how)  # type: ignore[arg-type]
        assert one.read_bytes() == other.read_bytes()
    assert np.isfinite(weights_of(one, own)).all()
