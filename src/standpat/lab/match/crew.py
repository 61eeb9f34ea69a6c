"""Play the decks of a match in order, in this process or in several.

A worker process has entrants of its own (programs are started once in each) and gets `SHARE` decks at a time. On a pool
(`standpat.compute.ray_pool`) each share starts its own entrants, and shares are larger if there are programs to start.
Results come out in the order of the decks, so they do not depend on the number of processes.
"""

import signal
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Final

from standpat.compute.threads import Pool
from standpat.lab.match.deck import Deck, play_deck
from standpat.lab.match.entrant import entries, seated
from standpat.lab.match.plan import Plan

SHARE: Final = 20
PROGRAM_SHARE: Final = 200
AHEAD: Final = 4
"""Shares for each worker that may wait for an earlier one."""
_MASKS: Final = hasattr(signal, "pthread_sigmask")


def played(
    plan: Plan, decks: range, jobs: int = 1, names: Sequence[str] = (), pool: Pool | None = None
) -> Generator[Deck, None, None]:
    """Play these decks. Closing the iterator ends the programs and workers.

    Args:
        plan: The match.
        decks: The numbers of the decks.
        jobs: Processes on this machine.
        names: The names of the players, if the hands are logged.
        pool: A pool to play on instead.

    Yields:
        The decks in order.

    Raises:
        ValueError: The jobs are wrong, or a program that connects by TCP would have to play in several processes.
    """
    if jobs < 1:
        raise ValueError(f"{jobs} jobs: expected 1 or more")
    if pool is not None and jobs > 1:
        raise ValueError(f"{jobs} jobs and a pool: expected one of them")
    if pool is not None or jobs > 1:
        callers = [one.name for one in entries(plan.entries) if one.kind == "tcp"]
        if callers:
            where = "here" if pool else f"in 1 job, not {jobs}"
            raise ValueError(f"{callers[0]} connects once: a match with tcp: players is played {where}")
    if pool is not None:
        size = PROGRAM_SHARE if any([one.outside for one in entries(plan.entries)]) else SHARE
        with closing(pool.in_order(partial(_alone, plan, names), _divided(decks, size))) as results:
            for share in results:
                yield from share
    elif jobs > 1:
        yield from _shared(plan, decks, jobs, names)
    elif decks:
        with seated(plan) as entrants:
            for deck in decks:
                yield play_deck(plan, entrants, deck, names)


def _divided(decks: range, size: int) -> list[range]:
    return [decks[start : start + size] for start in range(0, len(decks), size)]


def _alone(plan: Plan, names: Sequence[str], decks: range) -> list[Deck]:
    """Play a share with entrants of its own."""
    with seated(plan) as entrants:
        return [play_deck(plan, entrants, deck, names) for deck in decks]


def _shared(plan: Plan, decks: range, jobs: int, names: Sequence[str]) -> Generator[Deck, None, None]:
    shares = _divided(decks, SHARE)
    context = get_context("spawn")
    workers = {}
    try:
        for _ in range(min(jobs, len(shares))):
            pipe, end = context.Pipe()
            worker = context.Process(target=_work, args=(plan, names, end), daemon=False)
            with _undisturbed():
                worker.start()
            end.close()
            workers[pipe] = worker
        idle, at_work, done = list(workers), dict[Connection, int](), dict[int, list[Deck]]()
        given = 0
        for next_out in range(len(shares)):
            while next_out not in done:
                while idle and given < len(shares) and given < next_out + AHEAD * jobs:
                    pipe = idle.pop()
                    pipe.send(shares[given])
                    at_work[pipe] = given
                    given += 1
                for ready in wait(list(at_work)):
                    assert isinstance(ready, Connection)
                    done[at_work.pop(ready)] = _result(ready)
                    idle.append(ready)
            yield from done.pop(next_out)
    finally:
        for pipe in workers:
            with suppress(OSError):
                pipe.send(None)
            pipe.close()
        for worker in workers.values():
            worker.join(5)
            if worker.is_alive():
                worker.terminate()
                worker.join()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Start processes so that Ctrl-C does not reach them before they ignore it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if _MASKS else set()
    try:
        yield
    finally:
        if _MASKS:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _result(pipe: Connection) -> list[Deck]:
    try:
        result = pipe.recv()
    except (EOFError, OSError):
        raise RuntimeError("a worker process died") from None
    if isinstance(result, Exception):
        raise result
    decks: list[Deck] = result
    return decks


def _work(plan: Plan, names: Sequence[str], pipe: Connection) -> None:
    """The life of a worker. It ends with the pipe; Ctrl-C is handled by its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if _MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    try:
        with seated(plan) as entrants:
            for share in iter(pipe.recv, None):
                pipe.send([play_deck(plan, entrants, deck, names) for deck in share])
    except (EOFError, BrokenPipeError):
        pass
    except Exception as error:
        with suppress(OSError):
            pipe.send(error)
