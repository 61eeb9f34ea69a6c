"""Best response and self-play on a Ray cluster of two workers on this machine.

The result is that of one process, even if a worker dies. The cluster takes about ten seconds to start. Without Ray
(extra `ray`) these tests are skipped.
"""

import json
import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from msgspec import structs

from standpat.bots.strategy_file import StrategyFile
from standpat.cli import main
from standpat.compute.ray_pool import RayPool, ray_pool
from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, blueprint_problem
from standpat.solver.blueprint.export import export
from standpat.solver.multiway.training import Kind, MultiwayTraining
from standpat.solver.response.strategy_file_response import StrategyFileEvaluator

pytestmark = [pytest.mark.extended, pytest.mark.xdist_group("ray")]

SHORT = structs.replace(game("27td", cap=2), bets=(1, 1, 2))
T = TypeVar("T")
R = TypeVar("R")


class Mortal:
    """A pool in which one worker is killed once, during piece number `last`."""

    def __init__(self, pool: RayPool, died: Path, last: int) -> None:
        self._pool, self.died, self._last = pool, died, last

    def in_order(self, work: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        died, last = str(self.died), self._last

        def mortal(numbered: tuple[int, Any]) -> Any:
            number, item = numbered
            done = work(item)
            if number == last:
                try:
                    os.close(os.open(died, os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    return done
                os.kill(os.getpid(), signal.SIGKILL)
            return done

        return self._pool.in_order(mortal, enumerate(items))


@pytest.fixture(scope="module")
def pool() -> Iterator[RayPool]:
    ray = pytest.importorskip(
        "ray", reason="RAY IS NOT HERE, and nothing of it was tested: pip install 'standpat[ray]'"
    )
    before = dict(os.environ)
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
    quiet: dict[str, Any] = {"include_dashboard": False, "logging_level": "error", "log_to_driver": False}
    ray.init("local", num_cpus=2, object_store_memory=100 << 20, _node_ip_address="127.0.0.1", **quiet)
    try:
        with ray_pool() as joined:
            yield joined
    finally:
        ray.shutdown()
        os.environ.clear()
        os.environ.update(before)


@pytest.fixture(scope="module")
def problem() -> Problem:
    return blueprint_problem(SHORT, Stakes(1, 2), states=(8, 5), counts=[(0, 1), (0, 1)], ranks=4)


@pytest.fixture(scope="module")
def weights(problem: Problem) -> np.ndarray:
    return np.random.default_rng(1).random(problem.size).astype(np.float32)


@pytest.fixture(scope="module")
def file(problem: Problem, weights: np.ndarray, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "short.table"
    export(problem, weights, path)
    return path


@pytest.mark.slow
def test_the_response_to_weights(pool: RayPool, problem: Problem, weights: np.ndarray) -> None:
    assert Evaluator(problem, pool=pool).exploitability(weights) == Evaluator(problem).exploitability(weights)


@pytest.mark.slow
def test_the_response_to_a_strategy_file(pool: RayPool, file: Path, tmp_path: Path) -> None:
    here = StrategyFileEvaluator(StrategyFile.load(file))
    mortal = Mortal(pool, tmp_path / "died", 3)
    there = StrategyFileEvaluator(StrategyFile.load(file), pool=mortal)
    assert there.exploitability() == here.exploitability()
    assert there.value() == here.value()
    assert mortal.died.exists()


@pytest.mark.slow
def test_self_play(pool: RayPool, tmp_path: Path) -> None:
    """The checkpoint is the same byte for byte, except for its time."""
    mortal = Mortal(pool, tmp_path / "died", 1)
    here, there, other = (
        MultiwayTraining(game("27td"), tmp_path / name, Kind(pieces=pieces), deals=100, threads=threads)
        for name, pieces, threads in (("here", 3, 1), ("there", 3, mortal), ("other", 2, pool))
    )
    for training in (here, there, other):
        training.iterate()
        training.iterate()
    assert mortal.died.exists()
    assert there.learner.tobytes() == here.learner.tobytes()
    assert there.reached() | {"minutes": 0} == here.reached() | {"minutes": 0}
    assert other.learner.tobytes() != here.learner.tobytes()


def test_commands(pool: RayPool, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They use the cluster that this process is connected to."""
    found = []
    for ray in ([], ["--ray", "auto"]):
        assert main(["solve", "--score", str(file), "--json", *ray]) == 0
        found.append(json.loads(capsys.readouterr().out) | {"seconds": 0})
    assert found[0] == found[1]
    short = ["--ranks", "4", "--states", "12,8,5", "--counts", "1,1,1", "--workers", "1"]
    trained = ["train", *short, "--checkpoint", str(tmp_path / "training"), "--iterations", "2", "--exact"]
    exact = []
    for ray in ([], ["--ray", "auto"]):
        assert main([*trained, *ray]) == 0
        exact.append(json.loads(capsys.readouterr().out)["exact"])
    assert exact[0] == exact[1]
    training = ["multiway", "--checkpoint", str(tmp_path), "--seats", "3", "--deals", "200", "--ray", "auto"]
    assert main([*training, "--epochs", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == 2 * 200  # a piece for each processor
    assert main([*training, "--epochs", "1", "--pieces", "1"]) == 2
    assert "leave --ray out" in capsys.readouterr().err
