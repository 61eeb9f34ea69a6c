"""States by context: the layout, and a strategy that means the same when it is written with the finest states."""

from pathlib import Path

import numpy as np
import pytest
from msgspec import structs
from numpy.typing import NDArray

from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, blueprint_problem
from standpat.solver.blueprint.training import LongTraining, average_of, problem_in
from standpat.solver.game.grades import GradedProblem, graded_by, graded_problem, runs

TWO_DRAWS = structs.replace(game("27td", cap=2), bets=(1, 1, 2))
COUNTS = [(0, 1, 2), (0, 1)]
LAST_TWO = [(30, 12), (12, 6), (5, 3)]


def mixed(contexts: int, grades: int) -> NDArray[np.int8]:
    return np.random.default_rng(5).integers(0, grades, contexts).astype(np.int8)


@pytest.fixture(scope="module")
def graded() -> GradedProblem:
    contexts = blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(3, 3), counts=COUNTS, ranks=5).tree.streets[-2].size
    return graded_problem(
        TWO_DRAWS, Stakes(1, 2), states=(), last_two=LAST_TWO, counts=COUNTS, ranks=5, grade=mixed(contexts, 3)
    )


def test_contexts_that_are_reached_most_are_finest() -> None:
    often = np.array([0.1, 0.5, 0.2, 0.0, 0.4])
    assert graded_by(often, [0.2, 0.4]).tolist() == [2, 0, 1, 2, 1]
    assert graded_by(often, []).tolist() == [0] * 5
    for shares in ([0.7, 0.4], [-0.1]):
        with pytest.raises(ValueError, match="at most 1 together"):
            graded_by(often, shares)


def test_runs_cover_a_stretch_once() -> None:
    grade = np.array([0, 0, 1, 1, 0, 2], np.int8)
    assert list(runs(grade, 0, 6)) == [(0, 2, 0), (2, 4, 1), (4, 5, 0), (5, 6, 2)]
    assert list(runs(grade, 1, 3)) == [(1, 2, 0), (2, 3, 1)]
    assert list(runs(grade, 3, 4)) == [(3, 4, 1)]


def test_states_are_nested_runs(graded: GradedProblem) -> None:
    for finer, coarser in zip(graded.by_grade, graded.by_grade[1:], strict=False):
        for street in (-2, -1):
            assert finer.abstraction is not None
            assert coarser.abstraction is not None
            pairs = np.unique(np.stack([finer.abstraction.of[street], coarser.abstraction.of[street]]), axis=1)
            assert pairs[0].tolist() == list(range(finer.sizes[street]))  # one state of the coarser grade for each
            assert (np.diff(pairs[1]) >= 0).all()
            assert coarser.sizes[street] < finer.sizes[street]
    for grade, part in enumerate(graded.by_grade):
        starts = graded.first_of_runs(grade)
        assert len(starts) == part.sizes[-2]
        assert starts[0] == 0
        assert (np.diff(starts) > 0).all()


def test_slots_lie_one_after_the_other(graded: GradedProblem) -> None:
    street, end = graded.tree.streets[-2:]
    place = graded.layout.bets[-2][0]
    for context in range(street.size):
        part = graded.by_grade[graded.grade[context]]
        assert graded.layout.bets[-2][context] == place
        place += int(street.nodes.rows[street.contexts.round[context]]) * part.sizes[-2]
    for exit_ in range(street.exits):
        assert graded.layout.draws[-1][exit_] == place
        place += graded.by_grade[graded.grade_of_exit[exit_]].links[-1].block
    outcomes = graded.links[-1].outcomes
    for context in range(end.size):
        assert graded.layout.bets[-1][context] == place
        part = graded.by_grade[graded.grade_of_exit[context // outcomes]]
        place += int(end.nodes.rows[end.contexts.round[context]]) * part.sizes[-1]
    assert graded.size == place


def test_grades_that_do_not_fit_are_refused(graded: GradedProblem) -> None:
    shape = {"states": (), "last_two": LAST_TWO, "counts": COUNTS, "ranks": 5}
    for grade in (graded.grade[:-1], np.full_like(graded.grade, 3), np.full_like(graded.grade, -1)):
        with pytest.raises(ValueError, match="a grade of 0 to 2 for each"):
            graded_problem(TWO_DRAWS, Stakes(1, 2), **shape, grade=grade)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not coarser than"):
        graded_problem(
            TWO_DRAWS, Stakes(1, 2), states=(), last_two=[(5, 3), (30, 12)], counts=COUNTS, ranks=5, grade=graded.grade
        )
    with pytest.raises(ValueError, match="no two streets after a draw"):
        graded_problem(
            game("27sd-fl"), Stakes(1, 2), states=(), last_two=[(5, 3)], counts=[(0, 1)], ranks=5, grade=graded.grade
        )


def in_finest_states(graded: GradedProblem, weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same strategy over the finest states in all contexts, slot by slot."""
    finest = graded.by_grade[0]
    street, end = graded.tree.streets[-2:]
    out = np.zeros(finest.size, np.float32)
    first = int(finest.layout.bets[-2][0])
    out[:first] = weights[:first]
    outcomes, many = graded.links[-1].outcomes, len(COUNTS[-1])
    for grade, part in enumerate(graded.by_grade):
        layout = graded.layouts[grade]
        of, of_end = [_states_of(finest.abstraction.of[at], part.abstraction.of[at]) for at in (-2, -1)]  # type: ignore[union-attr]
        for context in np.flatnonzero(graded.grade == grade):
            rows = int(street.nodes.rows[street.contexts.round[context]])
            at, into, size = layout.bets[-2][context], finest.layout.bets[-2][context], part.sizes[-2]
            old = weights[at : at + rows * size].reshape(rows, size)
            out[into : into + rows * len(of)] = old[:, of].ravel()
            for exit_ in range(street.contexts.exit[context], street.contexts.exit[context + 1]):
                at, into = layout.draws[-1][exit_], finest.layout.draws[-1][exit_]
                blocks = 1 + many
                shares = weights[at : at + blocks * size * many].reshape(blocks, size, many)
                out[into : into + blocks * len(of) * many] = shares[:, of].ravel()
                for last in range(exit_ * outcomes, (exit_ + 1) * outcomes):
                    rows = int(end.nodes.rows[end.contexts.round[last]])
                    at, into = layout.bets[-1][last], finest.layout.bets[-1][last]
                    old = weights[at : at + rows * part.sizes[-1]].reshape(rows, part.sizes[-1])
                    out[into : into + rows * len(of_end)] = old[:, of_end].ravel()
    return out


def _states_of(finer: NDArray[np.int32], coarser: NDArray[np.int32]) -> NDArray[np.int32]:
    of = np.zeros(int(finer.max()) + 1, np.int32)
    of[finer] = coarser
    return of


@pytest.mark.extended
def test_a_strategy_is_worth_the_same_when_it_is_written_with_the_finest_states(graded: GradedProblem) -> None:
    weights = np.random.default_rng(1).random(graded.size).astype(np.float32) ** 3
    fine = in_finest_states(graded, weights)
    ours, theirs = Evaluator(graded), Evaluator(graded.by_grade[0])
    assert ours.value(weights) == pytest.approx(theirs.value(fine), abs=1e-12)
    assert ours.exploitability(weights) == pytest.approx(theirs.exploitability(fine), abs=1e-12)


@pytest.mark.extended
def test_grades_with_the_same_states_train_to_the_same_numbers(tmp_path: Path, graded: GradedProblem) -> None:
    plain = blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(30, 12), counts=COUNTS, ranks=5)
    assert plain.abstraction is not None
    of = [list(plain.abstraction.of)] * 2
    grade = mixed(len(graded.grade), 2)
    shape = {"states": (), "last_two": [(30, 12)] * 2, "counts": COUNTS, "ranks": 5}
    twice = graded_problem(TWO_DRAWS, Stakes(1, 2), **shape, grade=grade, of=of)  # type: ignore[arg-type]
    one, other = LongTraining(plain, tmp_path / "plain"), LongTraining(twice, tmp_path / "twice", workers=2)
    for _ in range(6):
        one.iterate()
        other.iterate()
    assert np.array_equal(one.regret.before, other.regret.before)
    assert np.array_equal(one.regret.last_two, other.regret.last_two)
    assert one.check().msb == other.check().msb
    assert np.array_equal(one.average(), other.average())


@pytest.mark.extended
def test_a_training_with_grades_converges_and_goes_on_to_the_same_numbers(
    tmp_path: Path, graded: GradedProblem
) -> None:
    whole, first = LongTraining(graded, tmp_path / "whole"), LongTraining(graded, tmp_path / "run")
    for _ in range(4):
        whole.iterate()
        first.iterate()
    begun = whole.check().msb
    first.save()
    stored = problem_in(tmp_path / "run")
    assert isinstance(stored, GradedProblem)
    assert stored.recipe == graded.recipe
    rest = LongTraining(stored, tmp_path / "run")
    for _ in range(56):
        whole.iterate()
        rest.iterate()
    assert np.array_equal(rest.regret.last_two, whole.regret.last_two)
    inside = whole.check().msb
    assert inside < begun / 3
    rest.save()
    average, iterations = average_of(tmp_path / "run", stored)
    assert iterations == 60
    in_fine = in_finest_states(graded, average)
    assert Evaluator(graded).exploitability(average).msb == pytest.approx(
        Evaluator(graded.by_grade[0]).exploitability(in_fine).msb, abs=1e-9
    )
    assert inside < Evaluator(graded).exploitability(average).msb
    np.roll(graded.grade, 1).tofile(tmp_path / "run" / "checkpoint-000060" / "grades.i8")
    with pytest.raises(ValueError, match="other states"):
        LongTraining(graded, tmp_path / "run")


def test_a_problem_with_grades_is_measured_over_all_classes_alone(graded: GradedProblem) -> None:
    with pytest.raises(ValueError, match="in one process, over all classes"):
        Evaluator(graded, inside=True).exploitability(np.zeros(graded.size, np.float32))
