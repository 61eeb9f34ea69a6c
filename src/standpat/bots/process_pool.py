"""Bots that think in processes of their own, so that their thinking stops nothing else.

A job is a spot: the name of a bot and a `Situation`. `ProcessPool.submit` returns a `Future` of the action at once. The
pool starts its processes when it is first used, a thread of this process waits for each, and `close` ends them all. A
process also ends by itself when this one is gone, because its input ends (`standpat.bots.process_worker`). The
processes have a lower priority, so that on a machine with one core this one goes first. They share the pages of
strategy files, which are mapped (`standpat.bots.sealed_file`).

The persons for whom bots think have equal shares of the processes (`standpat.bots.fair_queue`). Nothing is waited for:
a future fails with `Unavailable` where more than `waiting` jobs wait and its person has most of them, where the process
has died or takes longer than `seconds`, where the bot fails, and after `close`. A process that has died is started
again for the next job, but not before a pause that grows with each death in a row (`PAUSES`). A cancelled job that has
not begun is left out.

The bot draws its random numbers in the other process, from the system's entropy: `Situation.random` is not used.
"""

import logging
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock, Thread, Timer
from typing import Final, TypeAlias

from standpat.bots.fair_queue import FairQueue
from standpat.bots.player import Situation, dealt
from standpat.bots.process_pipe import read, write
from standpat.engine.action import Action

log = logging.getLogger("standpat.bots")

WAITING: Final = 32
"""The jobs that may wait for a process."""
SECONDS: Final = 5.0
"""The longest time of a job, in seconds."""
LOADING: Final = 120.0
"""The longest time of the first job of a process in a game heads-up, and with more: it loads strategy files, and may
compile."""
PAUSES: Final = (0.0, 1.0, 5.0, 30.0)
"""Seconds before a process that died is started again: after the first death in a row, the second, and so on."""
COMMAND: Final = (sys.executable, "-m", "standpat.bots.process_worker")


Needs: TypeAlias = tuple[str, str, bool]
"""What a process loads: a bot's name, a game, and whether more than two are dealt in."""


class Unavailable(RuntimeError):
    """A job was not done. The message says why; it has nothing about cards."""


class ProcessPool:
    """A pool of processes.

    Args:
        processes: Their number, 1 or more.
        waiting: As `WAITING`.
        seconds: As `SECONDS`.
        loading: As `LOADING`.
        command: The command of a process.

    Attributes:
        done: The number of jobs done.
        failed: The number of jobs not done.
        deaths: The number of processes that died.
    """

    def __init__(
        self,
        processes: int = 1,
        *,
        waiting: int = WAITING,
        seconds: float = SECONDS,
        loading: float = LOADING,
        command: Sequence[str] = COMMAND,
    ) -> None:
        if processes < 1:
            raise ValueError(f"processes={processes}: expected 1 or more")
        self.done = self.failed = self.deaths = 0
        self._seconds, self._loading = seconds, loading
        self._command = tuple(command)
        self._jobs: FairQueue[_Job] = FairQueue(waiting)
        self._workers = [_Worker(self) for _ in range(processes)]
        self._known: set[Needs] = set()
        self._lock = Lock()
        self._open = True

    def submit(self, bot: str, situation: Situation, whose: str = "") -> Future[Action]:
        """Let a bot think.

        Args:
            bot: The bot's name.
            situation: Its decision.
            whose: The person for whom it plays.

        Returns:
            The action. It fails with `Unavailable` where the job is not done.
        """
        future: Future[Action] = Future()
        self._put(_Job(bot, situation, future), whose)
        return future

    def warm(self, bot: str, situation: Situation) -> None:
        """Start the processes and let them load what the bot needs in the situation's game, without waiting.

        Args:
            bot: The bot's name.
            situation: A decision of the game, heads-up or with more dealt in. The bot plays it in every process;
                nobody waits for the action.
        """
        needs = needs_of(bot, situation)
        with self._lock:
            known = needs in self._known
            self._known.add(needs)
        if not known:
            for _ in self._workers:
                self._put(_Job(bot, situation, Future()), "")

    def processes(self) -> list[int]:
        """The ids of the processes that run."""
        return [pid for worker in self._workers if (pid := worker.pid) is not None]

    def close(self) -> None:
        """End all processes, also in the middle of a job. Jobs that were not done fail."""
        with self._lock:
            self._open = False
        for worker in self._workers:
            worker.end()
        for job in self._jobs.close():
            self._fail(job, "the pool is closed")
        for worker in self._workers:
            if worker.started:
                worker.join()

    def _put(self, job: "_Job", whose: str) -> None:
        with self._lock:
            refused = self._jobs.put(job, whose)
            if self._open:
                for worker in self._workers:
                    worker.start()
        if refused is not None:
            self._fail(refused, "too many jobs wait" if self._open else "the pool is closed")

    def _fail(self, job: "_Job", why: str) -> None:
        self.failed += 1
        if not job.future.cancelled():
            job.future.set_exception(Unavailable(why))


def needs_of(bot: str, situation: Situation) -> Needs:
    """What a process loads before a bot can play a situation quickly."""
    return bot, situation.game.id, dealt(situation) > 2


class _Job:
    def __init__(self, bot: str, situation: Situation, future: Future[Action]) -> None:
        self.bot, self.needs, self.future = bot, needs_of(bot, situation), future
        seen = situation._asdict()
        del seen["random"]
        self.message = pickle.dumps((bot, seen))


class _Worker:
    """A thread and its process."""

    def __init__(self, pool: ProcessPool) -> None:
        self._pool = pool
        self._thread: Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._loaded: set[Needs] = set()
        self._deaths = 0
        self._not_before = 0.0

    @property
    def pid(self) -> int | None:
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    @property
    def started(self) -> bool:
        return self._thread is not None

    def start(self) -> None:
        """Start the thread; it starts the process."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="process of bots", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Kill the process."""
        if self._process is not None:
            self._process.kill()

    def join(self) -> None:
        if self._thread is not None:
            self._thread.join()
        self._gone()

    def _run(self) -> None:
        while (job := self._pool._jobs.get()) is not None:
            if not job.future.set_running_or_notify_cancel():
                continue
            try:
                action = self._asked(job)
            except Unavailable as error:
                self._pool._fail(job, str(error))
            except Exception as error:
                self._pool._fail(job, type(error).__name__)
            else:
                self._pool.done += 1
                job.future.set_result(action)

    def _asked(self, job: _Job) -> Action:
        """The action of a job, from the process."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        known = job.needs in self._loaded
        limit = Timer(self._pool._seconds if known else self._pool._loading, process.kill)
        limit.daemon = True
        limit.start()
        try:
            write(process.stdin, job.message)
            answer = read(process.stdout)
        except OSError:
            answer = None
        finally:
            limit.cancel()
        if answer is None:
            self._died()
            raise Unavailable("the process died")
        self._deaths = 0
        self._loaded.add(job.needs)
        action = pickle.loads(answer)
        if isinstance(action, str):
            raise Unavailable(f"the bot {job.bot!r} fails: {action}")
        return action  # type: ignore[no-any-return]

    def _started(self) -> subprocess.Popen[bytes]:
        """The process, which is started if there is none."""
        if self._process is not None and self._process.poll() is not None:  # it died between two jobs
            self._died()
        if self._process is None:
            if time.monotonic() < self._not_before:
                raise Unavailable("the process has died often and is started later")
            with self._pool._lock:
                if not self._pool._open:
                    raise Unavailable("the pool is closed")
                single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")
                try:
                    self._process = subprocess.Popen(
                        self._pool._command,
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                        env={**os.environ, **single},
                    )
                except OSError as error:
                    self._deaths += 1
                    self._wait()
                    raise Unavailable(f"the process does not start: {error.strerror}") from None
        return self._process

    def _died(self) -> None:
        self._gone()
        if self._pool._open:
            self._deaths += 1
            self._pool.deaths += 1
            self._wait()
            log.warning("a process of bots died; another is started with the next decision")

    def _wait(self) -> None:
        self._not_before = time.monotonic() + PAUSES[min(self._deaths - 1, len(PAUSES) - 1)]

    def _gone(self) -> None:
        """Collect the process."""
        process, self._process = self._process, None
        self._loaded.clear()
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # a message that it did not read
                        pipe.close()
            process.wait()
