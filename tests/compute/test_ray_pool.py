"""Work on a Ray cluster of two workers on this machine.

The result is that of one process, even if a worker and then a whole node die during the work. The cluster takes about
ten seconds to start. Without Ray (extra `ray`) these tests are skipped.
"""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from standpat import Stakes, game
from standpat.cli import main
from standpat.compute.ray_pool import RayPool, ray_pool
from standpat.lab.kernel.hands import Hands
from standpat.lab.match import Plan, Result, play
from standpat.lab.odds import becomes, matchup

pytestmark = [pytest.mark.extended, pytest.mark.xdist_group("ray")]

MORTAL = """
import os, signal
from standpat.bots import player

rule = player("rule")

def decide(situation):
    # Once in all, some decks into the match, whoever has to decide dies of it with his process.
    decide.asked = getattr(decide, "asked", 0) + 1
    if decide.asked == 30 and os.environ.get("DEATH"):
        try:
            os.close(os.open(os.environ["DEATH"], os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return rule(situation)
"""


class Cluster:
    """A head without workers, and two nodes of one CPU each."""

    def __init__(self, folder: Path) -> None:
        self.died = folder / "died"
        self._before = dict(os.environ)
        (folder / "mortal.py").write_text(MORTAL)
        os.environ |= {
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
            "PYTHONPATH": str(folder),
            "DEATH": str(self.died),
        }
        from ray.cluster_utils import Cluster as RayCluster

        # A node counts as dead after some seconds without an answer; Ray's half minute is for real networks.
        health = {"health_check_initial_delay_ms": 5000, "health_check_period_ms": 500}
        node: dict[str, Any] = {"object_store_memory": 100 << 20}
        head = {"num_cpus": 0, "include_dashboard": False, "_system_config": health, **node}
        self._cluster = RayCluster(initialize_head=True, head_node_args=head)
        self._nodes = [self._cluster.add_node(num_cpus=1, **node) for _ in range(2)]
        self.address: str = self._cluster.address

    def kill_node(self) -> None:
        """Kill the raylet and its worker without notice."""
        self._cluster.remove_node(self._nodes.pop(), allow_graceful=False)

    @property
    def nodes(self) -> int:
        import ray

        return sum([node["Alive"] for node in ray.nodes()])

    def left(self, nodes: int, within: float = 60) -> bool:
        """Whether this many nodes are alive, once the head has noticed."""
        until = time.monotonic() + within
        while self.nodes != nodes and time.monotonic() < until:
            time.sleep(0.1)
        return self.nodes == nodes

    def close(self) -> None:
        try:
            self._cluster.shutdown()
        finally:
            os.environ.clear()
            os.environ.update(self._before)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("ray", reason="RAY IS NOT HERE, and nothing of it was tested: pip install 'standpat[ray]'")
    made = Cluster(tmp_path_factory.mktemp("ray"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def pool(cluster: Cluster) -> Iterator[RayPool]:
    with ray_pool(cluster.address) as joined:
        assert joined.cpus == 2
        yield joined


def told(result: Result) -> bytes:
    """The report without times, byte for byte."""
    plain = result.to_dict()
    for bot in plain["bots"]:
        bot["decisions"] = bot["decisions"]["count"]
    return msgspec.json.encode(plain)


@pytest.mark.slow
def test_odds_are_the_same(pool: RayPool) -> None:
    hands = ["2c3d4h7sKc", "2d3h4s8cKd"]
    assert matchup(hands, draws=1, threads=pool) == matchup(hands, draws=1)
    sampled = {"exact": False, "samples": 120_000}
    assert matchup(["d1:8", "d2:7"], threads=pool, **sampled) == matchup(["d1:8", "d2:7"], **sampled)  # type: ignore[arg-type]
    assert becomes("2c3d7hKsQd", draws=2, threads=pool).ways == becomes("2c3d7hKsQd", draws=2).ways


@pytest.mark.slow
def test_a_simulation_is_the_same(pool: RayPool) -> None:
    here, there = [Hands(("27td", Stakes.limit(20)), np.full((300, 6), 400), np.arange(300)) for _ in range(2)]
    one, many = here.simulate(20, seed=5), there.simulate(20, seed=5, threads=pool)
    assert (one.hands, one.decisions) == (many.hands, many.decisions)
    assert np.array_equal(one.nets, many.nets)
    assert np.array_equal(here.state, there.state)


@pytest.mark.slow
def test_errors_of_the_work_are_raised_here(pool: RayPool) -> None:
    results = pool.in_order(lambda number: 1 / number, [2, 1, 0, 1])
    assert [next(results), next(results)] == [0.5, 1]
    with pytest.raises(ZeroDivisionError, match=r"^division by zero$"):
        next(results)


def test_programs_play_on_a_cluster_and_callers_do_not(pool: RayPool) -> None:
    outside = Plan(game("27td"), Stakes(50, 100), 10_000, 3, ("caller", f"cmd:'{sys.executable}' -m standpat bot rule"))
    found = play(outside, 40, pool=pool)
    assert [score.faults for score in found.tally.scores] == [0, 0]
    assert told(found) == told(play(outside, 40))
    with pytest.raises(ValueError, match="tcp-0 connects once: a match with tcp: players is played here"):
        play(Plan(game("27td"), Stakes(50, 100), 10_000, 3, ("caller", "tcp:0")), 40, pool=pool)
    with pytest.raises(ValueError, match="2 jobs and a pool: expected one of them"):
        play(outside, 40, pool=pool, jobs=2)


@pytest.mark.slow  # tests/solver/test_ray.py kills a worker
def test_a_match_is_the_same_though_a_worker_and_a_node_die(
    cluster: Cluster, pool: RayPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mortals = Plan(game("27td"), Stakes(50, 100), 10_000, 8, ("py:mortal:decide", "random"), aivat=True)
    hands, seen = 800, []

    def watch(result: Result) -> None:
        seen.append(result.tally.decks)
        if len(seen) == 100:  # of 400 decks, of which 180 more at most are done already
            assert cluster.died.exists()
            cluster.kill_node()

    assert not cluster.died.exists()
    there = play(mortals, hands, pool=pool, watch=watch, log=tmp_path / "there")
    assert seen == list(range(1, 401))  # each deck once, in order
    assert cluster.left(2)  # of three
    monkeypatch.delenv("DEATH")
    monkeypatch.syspath_prepend(cluster.died.parent)
    here = play(mortals, hands, log=tmp_path / "here")
    assert told(here) == told(there)
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"^Ray is not installed: pip install 'standpat\[ray\]'$"), ray_pool():
        pass


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["match", "rule", "caller", "--jobs", "2"], "--jobs is for this machine: leave it out with --ray"),
        (["odds", "2c3d", "5s6d8c", "--threads", "0"], "--threads is for this machine: leave it out with --ray"),
        (["match", "rule", "caller"], "Ray is not installed: pip install 'standpat[ray]'"),
    ],
)
def test_asked_wrongly(
    asked: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main([*asked, "--ray", "local"]) == 2
    assert capsys.readouterr().err == f"standpat {asked[0]}: {told}\n"
