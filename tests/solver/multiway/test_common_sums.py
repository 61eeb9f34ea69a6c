"""Threads that learn into the same sums play all deals, and learn what one learns."""

from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pytest

from standpat import game
from standpat.solver.multiway import cfr_kernel, common_sums, in_step_kernel, response_in_step_kernel
from standpat.solver.multiway.known_player import NO_PLAYER
from standpat.solver.multiway.learned_rows import nothing_yet, place_of, rows_of
from standpat.solver.multiway.self_play import chance_of
from standpat.solver.multiway.training import NOBODY, Kind, MultiwayTraining, plan_of

GAME = game("27sd-fl")


@pytest.mark.parametrize(("deals", "parts"), [(7, [3, 2, 2]), (1, [1, 0, 0]), (6, [2, 2, 2])])
def test_threads_play_the_deals_between_them(monkeypatch: pytest.MonkeyPatch, deals: int, parts: list[int]) -> None:
    learner, lock, seen = np.zeros(1, cfr_kernel.LEARNER), Lock(), []
    learner["random"], learner["deals"], learner["nodes"] = 5, 100, 1000

    def learn(table: Any, state: Any, cards: Any, plan: Any, lanes: Any) -> None:
        with lock:
            table.regret[3, 1] += 1
            table.average[4, 2] += plan["epoch"]
            seen.append((int(state["random"]), int(plan["deals"]), id(lanes.at)))
        state["random"] += 1
        state["deals"] += plan["deals"]
        state["nodes"] += 10 * plan["deals"]

    monkeypatch.setattr(in_step_kernel, "learn", learn)
    lanes = [in_step_kernel.lanes_of(1) for _ in range(3)]
    plan = plan_of(deals, epoch=9)
    met = in_step_kernel.Met(NOBODY, *NO_PLAYER)
    common_sums.learn(learner, None, plan, met, lanes, [np.uint64(8), np.uint64(1 << 63)])
    assert sorted(seen) == sorted(zip((5, 8, 1 << 63), parts, [id(each.at) for each in lanes], strict=True))
    assert learner["random"][0] == 6
    assert (learner["deals"][0], learner["nodes"][0]) == (100 + deals, 1000 + 10 * deals)
    assert (learner["regret"][0, 3, 1], learner["average"][0, 4, 2]) == (3, 27)
    assert plan["deals"] == deals


def test_threads_of_a_response_play_the_deals_and_learn_into_the_same_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    learner, lock, seen, learned = np.zeros(1, cfr_kernel.THREAD), Lock(), [], nothing_yet()
    learner["random"], learner["deals"], learner["nodes"] = 5, 100, 1000

    def respond(
        state: Any, cards: Any, plan: Any, weight: float, part: Any, policy: Any, codes: Any, least: float, lanes: Any
    ) -> float:
        with lock:
            part.sums[place_of(part, int(plan["deals"])), 0, 1] += weight
            seen.append((int(state["random"]), int(plan["deals"]), id(lanes.at), policy, codes, least))
        state["random"] += 1
        state["deals"] += plan["deals"]
        state["nodes"] += 10 * plan["deals"]
        return 0.5 * float(plan["deals"])

    monkeypatch.setattr(response_in_step_kernel, "respond_in_step", respond)
    lanes = [in_step_kernel.lanes_of(1) for _ in range(3)]
    player = (4.0, learned, "policy", "codes", 0.25)
    won = common_sums.respond(learner, None, plan_of(7, epoch=9), *player, lanes, [np.uint64(8), np.uint64(9)])
    of_threads = zip((5, 8, 9), (3, 2, 2), [id(each.at) for each in lanes], strict=True)
    assert sorted(seen) == sorted([(*one, "policy", "codes", 0.25) for one in of_threads])
    assert won == 3.5
    assert learner["random"][0] == 6
    assert (learner["deals"][0], learner["nodes"][0]) == (107, 1070)
    assert rows_of(learned).tolist() == [2, 3]
    assert [learned.sums[place_of(learned, row), 0, 1] for row in (2, 3)] == [8, 4]
    assert place_of(learned, 99) > max(place_of(learned, 2), place_of(learned, 3))


@pytest.mark.extended
@pytest.mark.usefixtures("alone")
def test_several_threads_learn_what_one_learns(tmp_path: Path) -> None:
    """As near as another seed comes. How many threads there are may change on the way."""
    one, other, both = [
        MultiwayTraining(GAME, tmp_path / name, Kind(3), deals=2000, seed=seed, threads=threads)
        for name, seed, threads in (("one", 1, 1), ("other", 2, 1), ("both", 1, 2))
    ]
    for _ in range(5):
        for training in (one, other, both):
            training.iterate()
    counts = [each.learner["average"].sum() for each in (one, other, both)]
    assert counts[2] == pytest.approx((counts[0] + counts[1]) / 2, rel=0.25)
    often = np.argsort(one.visits())[-100:]
    learned = [each.policy()["chance"][0][often] for each in (one, other, both)]
    apart = np.abs(learned[1] - learned[0]).mean()
    assert max([np.abs(learned[2] - plain).mean() for plain in learned[:2]]) < 1.5 * apart
    both.save()
    again = MultiwayTraining(GAME, tmp_path / "both", Kind(3), deals=2000, seed=1)
    assert np.array_equal(again.learner, both.learner)
    again.iterate()
    assert again.reached()["deals"] == 6 * 2000


def test_streams_of_threads_are_different() -> None:
    assert len({int(chance_of(27, epoch, thread)) for epoch in range(50) for thread in range(50)}) == 2500
