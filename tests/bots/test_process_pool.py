"""The pool of processes: its answers, and what becomes of a job when a process is busy, dead or stuck."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random

import pytest

from standpat.bots.player import Situation, situation
from standpat.bots.process_pool import COMMAND, ProcessPool, Unavailable, needs_of
from standpat.engine.action import Call, Fold
from standpat.engine.dealer import Dealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand

STUCK = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")
"""A process that never answers."""
NOISY = """
from standpat import Fold
from standpat.bots import process_worker
process_worker.player = lambda name: lambda now: print("noise") or Fold()
process_worker.main()
"""


def spot() -> Situation:
    return situation(Hand(game("27td"), Stakes(5, 10), [400] * 3, 0, Dealer(1)), Random(1))


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPool]:
    pool = ProcessPool(1)
    yield pool
    pool.close()
    assert pool.processes() == []


def stuck(**options: float) -> ProcessPool:
    return ProcessPool(1, command=STUCK, **options)  # type: ignore[arg-type]


def why(future: object) -> str:
    error = future.exception(20)  # type: ignore[attr-defined]
    assert isinstance(error, Unavailable)
    return str(error)


def test_a_bot_decides_in_the_process(pool: ProcessPool) -> None:
    assert pool.submit("folder", spot()).result(60) == Fold()
    assert pool.submit("caller", spot()).result(20) == Call()
    (process,) = pool.processes()
    assert process != os.getpid()


def test_a_failing_bot_fails_its_own_job_only(pool: ProcessPool) -> None:
    assert why(pool.submit("nobody", spot())) == "the bot 'nobody' fails: ValueError"
    assert pool.submit("folder", spot()).result(20) == Fold()


def test_a_killed_process_is_replaced(pool: ProcessPool) -> None:
    pool.submit("folder", spot()).result(60)
    (process,) = pool.processes()
    os.kill(process, signal.SIGKILL)
    pool.submit("folder", spot()).exception(60)  # may have met it dying
    assert pool.submit("folder", spot()).result(60) == Fold()
    assert pool.processes() != [process]
    assert pool.deaths == 1


def test_warming_starts_it_once_for_a_game() -> None:
    pool = ProcessPool(1)
    pool.warm("folder", spot())
    pool.warm("folder", spot())
    pool.submit("folder", spot()).result(60)
    assert pool.done == 2
    pool.close()


def test_heads_up_and_with_more_a_process_loads_something_else() -> None:
    """So each is warmed, and each has the long time of a first job."""
    two = situation(Hand(game("27td"), Stakes(5, 10), [400] * 2, 0, Dealer(1)), Random(1))
    pool = ProcessPool(1)
    for _ in range(2):
        pool.warm("folder", two)
        pool.warm("folder", spot())
    pool.submit("folder", two).result(60)
    assert pool.done == 3
    pool.close()
    assert needs_of("folder", two) == ("folder", "27td", False)
    assert needs_of("folder", spot()) == ("folder", "27td", True)


def test_nothing_starts_before_the_first_job() -> None:
    pool = ProcessPool(3)
    assert pool.processes() == []
    pool.close()


def test_a_stuck_process_is_killed_and_started_again_later() -> None:
    pool = stuck(loading=0.2)
    assert why(pool.submit("folder", spot())) == "the process died"
    assert why(pool.submit("folder", spot())) == "the process died"
    assert why(pool.submit("folder", spot())) == "the process has died often and is started later"
    pool.close()


def test_more_jobs_than_may_wait_fail_at_once() -> None:
    pool = stuck(waiting=1)
    first = pool.submit("folder", spot())
    while not first.running():
        time.sleep(0.01)
    second, third = pool.submit("folder", spot()), pool.submit("folder", spot())
    assert why(third) == "too many jobs wait"
    assert not second.done()
    pool.close()
    assert why(second) == "the pool is closed"


def test_one_person_with_many_bots_takes_no_place_of_another() -> None:
    pool = stuck(waiting=3)
    first = pool.submit("folder", spot(), "many")
    while not first.running():
        time.sleep(0.01)
    many = [pool.submit("folder", spot(), "many") for _ in range(3)]
    one = pool.submit("folder", spot(), "one")
    assert why(many[-1]) == "too many jobs wait"
    assert not any(job.done() for job in (one, *many[:-1]))
    pool.close()


def test_closing_ends_a_process_in_the_middle_of_a_job() -> None:
    pool = stuck()
    job = pool.submit("folder", spot())
    while not pool.processes():
        time.sleep(0.01)
    (process,) = pool.processes()
    began = time.monotonic()
    pool.close()
    assert time.monotonic() - began < 10
    assert why(job) == "the process died"
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert why(pool.submit("folder", spot())) == "the pool is closed"


def test_a_cancelled_job_is_left_out(pool: ProcessPool) -> None:
    done = pool.done
    jobs = [pool.submit("folder", spot()) for _ in range(20)]
    assert jobs[-1].cancel()
    assert jobs[-2].result(60) == Fold()
    pool.submit("folder", spot()).result(20)
    assert pool.done == done + 20


def test_what_a_bot_prints_does_not_disturb() -> None:
    pool = ProcessPool(1, command=(sys.executable, "-c", NOISY))
    assert [pool.submit("any", spot()).result(60) for _ in range(3)] == [Fold()] * 3
    pool.close()


def test_a_process_ends_with_its_input() -> None:
    done = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, b"")


def test_a_program_that_is_not_there_fails_the_job() -> None:
    pool = ProcessPool(1, command=("/no/such/program",))
    assert why(pool.submit("folder", spot())).startswith("the process does not start")
    pool.close()


def test_a_pool_needs_a_process() -> None:
    with pytest.raises(ValueError, match="processes=0: expected 1 or more"):
        ProcessPool(0)
