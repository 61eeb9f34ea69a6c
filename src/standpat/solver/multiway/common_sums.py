"""Deals of a training, or of a response, in several threads, which learn into the same sums.

Each thread plays a part of the deals, with a random stream of its own. What a deal teaches counts at once for the deals
of all threads, as it does for those in step. Nothing is locked (Recht et al. 2011, "Hogwild!"): if two threads add to
the same number in the same moment, one of the two may be lost. With millions of spots that is rare. So what several
threads learn cannot be repeated to the last bit. One thread learns what the plain walk learns, to the last bit.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from standpat.compute.threads import in_order
from standpat.solver.multiway import in_step_kernel, response_in_step_kernel
from standpat.solver.multiway.cfr_kernel import PLAN, THREAD
from standpat.solver.multiway.learned_rows import Learned, join, shared

R = TypeVar("R")


def learn(
    learner: NDArray[np.void],
    cards: Any,
    plan: Any,
    met: in_step_kernel.Met,
    lanes: Sequence[in_step_kernel.Lanes],
    others: Sequence[np.uint64] = (),
) -> None:
    """Learn from more deals, in a thread for each of the lanes.

    Args:
        learner: A row of `cfr_kernel.LEARNER` in an array, which is changed. Its random stream is the first thread's.
        cards: A row of `hand_kernel.CARDS`.
        plan: A row of `cfr_kernel.PLAN`, for all threads together.
        met: The players whom the training meets.
        lanes: By thread, space for deals in step.
        others: Where the random streams of the other threads begin.
    """
    table = in_step_kernel.Table(learner["regret"][0], learner["average"][0], *met)

    def play(state: Any, own: Any, thread: int) -> None:
        in_step_kernel.learn(table, state, cards, own, lanes[thread])

    _play(play, learner, plan, len(lanes), others)


def respond(
    learner: NDArray[np.void],
    cards: Any,
    plan: Any,
    weight_of_epoch: float,
    learned: Learned,
    policy: Any,
    codes: Any,
    least: float,
    lanes: Sequence[in_step_kernel.Lanes],
    others: Sequence[np.uint64] = (),
) -> float:
    """Learn to answer a player, from more deals, in a thread for each of the lanes.

    Args:
        learner: A row of `cfr_kernel.THREAD` in an array, which is changed. Its random stream is the first thread's.
        cards: A row of `hand_kernel.CARDS`.
        plan: A row of `cfr_kernel.PLAN`, for all threads together.
        weight_of_epoch: As in `response_in_step_kernel.respond_in_step`.
        learned: What the responder has learned, which is changed.
        policy: As in `response_in_step_kernel.respond_in_step`.
        codes: As in `response_in_step_kernel.respond_in_step`.
        least: As in `response_in_step_kernel.respond_in_step`.
        lanes: By thread, space for deals in step.
        others: Where the random streams of the other threads begin.

    Returns:
        The sum of the responder's values under their strategies of the time, in small blinds.
    """
    parts = shared(learned, len(lanes))

    def play(state: Any, own: Any, thread: int) -> float:
        return response_in_step_kernel.respond_in_step(
            state, cards, own, weight_of_epoch, parts[thread], policy, codes, least, lanes[thread]
        )

    won = _play(play, learner, plan, len(lanes), others)
    join(learned, parts)
    return sum(won)


def _play(
    play: Callable[[Any, Any, int], R], learner: NDArray[np.void], plan: Any, count: int, others: Sequence[np.uint64]
) -> list[R]:
    """Let `count` threads play the deals of a plan. What `play` returned in each, given a row of `cfr_kernel.THREAD`,
    the thread's own plan, and its number.
    """
    states, plans = np.zeros(count, THREAD), np.full(count, plan, PLAN)
    states["random"] = (learner["random"][0], *others)
    plans["deals"] = [plan["deals"] // count + (thread < plan["deals"] % count) for thread in range(count)]
    results = list(in_order(lambda thread: play(states[thread], plans[thread], thread), range(count), count))
    learner["random"] = states["random"][0]
    for counted in ("deals", "nodes"):
        learner[counted] += states[counted].sum()
    return results
