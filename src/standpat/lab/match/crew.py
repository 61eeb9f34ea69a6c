"""The decks of a match in their order, played in this process or shared out among several.

A worker process has entrants of its own (programs are started once in each) and is given `SHARE` decks at a time.
On a pool (`standpat.compute.ray_pool`) entrants begin anew with each share, which is a larger one if there are programs
to start. Results come out in deck order, so what is made of them does not depend on how many processes there are.
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
"""So many shares for each worker may wait for an earlier one."""
_MASKS: Final = hasattr(signal, "pthread_sigmask")


def played(
    plan: Plan, decks: range, jobs: int = 1, names: Sequence[str] = (), pool: Pool | None = None
) -> Generator[Deck, None, None]:
    """Play these decks. Closing the iterator ends the programs and workers."""
    if jobs < 1:
        raise ValueError(f"{jobs} jobs: expected 1 or more")
    if pool is not None and jobs > 1:
        raise ValueError(f"{jobs} jobs and a pool: expected one of them")
    if pool is not None or jobs > 1:
        callers = [one.name for one in entries(plan.entries) if one.kind == "tcp"]
        if callers:
            where = "here" if pool else f"in 1 job, not {jobs}"
            raise ValueError(f"{callers[0]} calls once: with tcp: players a match is played {where}")
    if pool is not None:
        size = PROGRAM_SHARE if any([one.outside for one in entries(plan.entries)]) else SHARE
        with closing(pool.in_order(partial(_alone, plan, names), _cut(decks, size))) as results:
            for share in results:
                yield from share
    elif jobs > 1:
        yield from _shared(plan, decks, jobs, names)
    elif decks:
        with seated(plan) as entrants:
            for deck in decks:
                yield play_deck(plan, entrants, deck, names)


def _cut(decks: range, size: int) -> list[range]:
    return [decks[start : start + size] for start in range(0, len(decks), size)]


def _alone(plan: Plan, names: Sequence[str], decks: range) -> list[Deck]:
    """A share by entrants of its own."""
    with seated(plan) as entrants:
        return [play_deck(plan, entrants, deck, names) for deck in decks]


def _shared(plan: Plan, decks: range, jobs: int, names: Sequence[str]) -> Generator[Deck, None, None]:
    shares = _cut(decks, SHARE)
    context = get_context("spawn")
    workers = {}
    try:
        for _ in range(min(jobs, len(shares))):
            here, there = context.Pipe()
            worker = context.Process(target=_work, args=(plan, names, there), daemon=False)
            with _undisturbed():
                worker.start()
            there.close()
            workers[here] = worker
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
    """What is started here does not meet a Ctrl-C before it can ignore it."""
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
    """A worker's life. It ends with the pipe; Ctrl-C is its parent's business."""
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
