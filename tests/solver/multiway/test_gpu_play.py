"""What a graphics card does, with the processor in its place."""

import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import cli, game
from standpat.bots.multiway_spot import BET_SPOTS, CHOICES
from standpat.compute import gpu
from standpat.solver.multiway import cfr_kernel, gpu_play, hand_kernel, in_step_kernel, training
from standpat.solver.multiway.export import export
from standpat.solver.multiway.learned_rows import Learned
from standpat.solver.multiway.response import Response, stored
from standpat.solver.multiway.response_in_step_kernel import respond_deals
from standpat.solver.multiway.response_spots import ROWS, UNKNOWN
from standpat.solver.multiway.solved_round import rounds_of
from standpat.solver.multiway.training import GROWING, Kind, MultiwayTraining

GAME = game("27td")
LARGE = 1 << 31
"""Bytes from which the stand-in has no copy of its own: all rows of a response are 15 GB, and hardly any are used."""


def space_of_a_thread() -> tuple[Any, ...]:
    """Space for a deal."""
    lanes = in_step_kernel.lanes_of(1)
    return lanes.at[0], in_step_kernel.Space(lanes.now, lanes.kept[0], lanes.room[0], lanes.stack[0], lanes.worth)


class Stand:
    """A card that is the processor: three threads, one after the other."""

    threads = 3

    def __init__(self) -> None:
        self.deals: list[int] = []
        self.weights: list[float] = []

    def copy(self, array: NDArray[Any]) -> NDArray[Any]:
        return array if array.nbytes > LARGE else array.copy()

    def fetch(self, array: NDArray[Any], into: NDArray[Any] | None = None) -> NDArray[Any]:
        if into is None:
            return array.copy()
        if into is not array:
            into[:] = array
        return into

    def empty(self, shape: tuple[int, ...], kind: np.dtype[Any]) -> NDArray[Any]:
        return np.zeros(shape, kind)

    def run(self, entry: Callable[..., None], *arguments: Any) -> None:
        entry(*arguments)

    def kernel(self) -> SimpleNamespace:
        """The functions of `gpu_kernel`."""

        def deal_all(hands: Any, decks: Any, roles: Any, threads: Any, cards: Any, plans: Any) -> None:
            self.deals.append(int(plans[0]["deals"]))
            for at in range(self.deals[-1]):
                thread = threads[at % len(threads)]
                cfr_kernel.deal(hands[at], decks[at], roles[at], cards[0], plans[0], thread)

        def learn_all(
            pile: Any,
            hands: Any,
            decks: Any,
            roles: Any,
            plans: Any,
            response: Any,
            known: Any,
            rule: Any,
            regret: Any,
            average: Any,
            threads: Any,
            cards: Any,
        ) -> None:
            plan = plans[0]
            space = space_of_a_thread()
            for thread, part in zip(threads, (1, 2, 3), strict=True):
                upto = int(plan["deals"]) * part // 3
                table = in_step_kernel.Table(regret, average, response, known, rule)
                given = (float(plan["epoch"]), table, thread, cards[0])
                in_step_kernel.learn_deals(pile, upto, in_step_kernel.Dealt(hands, decks, roles), *given, *space)
                pile[0] = upto

        def respond_all(
            pile: Any,
            hands: Any,
            decks: Any,
            roles: Any,
            plans: Any,
            weight: float,
            sums: Any,
            places: Any,
            given: Any,
            policy: Any,
            codes: Any,
            least: float,
            threads: Any,
            cards: Any,
            won: Any,
        ) -> None:
            space = space_of_a_thread()
            self.weights.append(weight)
            for at, part in enumerate((1, 2, 3)):
                upto = int(plans[0]["deals"]) * part // 3
                known = (weight, Learned(sums, places, given), policy[0], codes[0], least, threads[at], cards[0])
                won[at] = respond_deals(pile, upto, in_step_kernel.Dealt(hands, decks, roles), *known, *space)
                pile[0] = upto

        return SimpleNamespace(deal_all=deal_all, learn_all=learn_all, respond_all=respond_all)


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Any:
    stand = Stand()
    monkeypatch.setattr(gpu_play, "_kernel", stand.kernel)
    return stand


@pytest.mark.extended
@pytest.mark.usefixtures("alone")
def test_a_training_on_a_card(tmp_path: Path, card: Any) -> None:
    """Epochs grow; a killed training goes on; it learns, and ends as one without a card would."""
    one = MultiwayTraining(GAME, tmp_path / "one", Kind(3), deals=600, gpu=card)
    for _ in range(3):
        one.iterate()
    one.save()
    assert card.deals == [600 // GROWING, 2 * 600 // GROWING, 3 * 600 // GROWING]
    assert one.reached()["deals"] == sum(card.deals)
    assert one.reached()["decisions"] > 20 * sum(card.deals)
    again = MultiwayTraining(GAME, tmp_path / "one", Kind(3), deals=600, gpu=card)
    assert again.reached() == one.reached() | {"minutes": again.reached()["minutes"]}
    assert np.array_equal(again.learner, one.learner)
    average, regret = again.learner["average"].sum(), np.abs(again.learner["regret"]).sum()
    one.iterate()
    deals = one.reached()["deals"]
    del one  # 4 GB
    again.iterate()
    assert card.deals[-2:] == [4 * 600 // GROWING] * 2
    assert again.reached()["deals"] == deals == sum(card.deals[:4])
    assert again.learner["average"].sum() > 1.2 * average
    assert np.abs(again.learner["regret"]).sum() > regret
    assert again.visits().sum() == pytest.approx(1)
    assert again.policy()["chance"].sum() > 0
    # a processor goes on with what the card has saved
    again.save()
    processor = MultiwayTraining(GAME, tmp_path / "one", Kind(3), deals=600)
    assert np.array_equal(processor.learner, again.learner)


@pytest.mark.extended
@pytest.mark.usefixtures("alone")
def test_threads_of_later_epochs_play_other_hands(tmp_path: Path, card: Any) -> None:
    """A training that goes on does not deal again what it has dealt."""
    first = MultiwayTraining(GAME, tmp_path / "first", Kind(3), deals=60 * GROWING, gpu=card)
    first.iterate()
    first.save()
    learned = first.learner["average"].copy()
    del first  # 2 GB
    second = MultiwayTraining(GAME, tmp_path / "first", Kind(3), deals=60 * GROWING, gpu=card)
    second._learner["average"] = second._learner["regret"] = 0
    second.epoch = 0
    second.iterate()
    assert np.array_equal(second.learner["average"], learned)
    del second
    same = MultiwayTraining(GAME, tmp_path / "same", Kind(3), deals=60 * GROWING, gpu=card)
    same.iterate()
    assert np.array_equal(same.learner["average"], learned)
    del same
    third = MultiwayTraining(GAME, tmp_path / "first", Kind(3), deals=60 * GROWING, gpu=card)
    third._learner["average"] = third._learner["regret"] = 0
    third.iterate()
    assert not np.array_equal(third.learner["average"], learned)


@pytest.mark.extended
def test_a_card_meets_a_response(tmp_path: Path, card: Any) -> None:
    """Choices of a response are played by strays: one who always folds leaves no decisions behind."""
    decisions = []
    for answer in (None, hand_kernel.FOLD):
        one = MultiwayTraining(GAME, tmp_path / str(answer), Kind(3, training.Strays(1.0)), deals=2000, gpu=card)
        if answer is not None:
            one.meet(np.full(ROWS, answer, np.uint8))
        for _ in range(4):
            one.iterate()
        decisions.append(one.reached()["decisions"])
    assert decisions[1] < decisions[0]


@pytest.mark.extended
def test_a_card_faces_known_players(tmp_path: Path, card: Any) -> None:
    """Players who fold to every bet leave few decisions, as long as they are faced."""
    policy, file = np.zeros(1, cfr_kernel.POLICY), tmp_path / "folders.table"
    policy["chance"][0, :BET_SPOTS, hand_kernel.FOLD] = 1
    policy["chance"][0, BET_SPOTS:, 0] = 1
    export(GAME, {3: policy}, file, {})
    one, made = MultiwayTraining(GAME, tmp_path / "one", Kind(3), deals=60 * GROWING, gpu=card), []
    for share in (1.0, 0.0):
        one.face(file, share)
        before = one.reached()
        one.iterate()
        after = one.reached()
        made.append((after["decisions"] - before["decisions"]) / (after["deals"] - before["deals"]))
    assert 0 < 2 * made[0] < made[1]


@pytest.mark.extended
def test_a_response_on_a_card(tmp_path: Path, card: Any) -> None:
    """Later epochs count by the square of their number. It goes on from its file, also without a card."""
    policy = np.zeros(1, cfr_kernel.POLICY)
    policy["chance"][0, :BET_SPOTS, :3] = 0.6, 0.3, 0.1
    policy["chance"][0, BET_SPOTS:, :3] = 0.2, 0.5, 0.3
    file = tmp_path / "response.npz"
    one = Response(GAME, policy, 3, file, deals=1000, gpu=card)
    gained = []
    for _ in range(3):
        one.iterate()
        gained.append(one._sum)
    assert one.deals == 3000
    assert card.deals == [1000] * 3
    assert card.weights == [1, 4, 9]
    assert np.diff(gained).all()
    one.save()
    head, best = stored(file)
    assert head["nodes"] > 20 * one.deals
    assert (best != UNKNOWN).sum() > 1000
    del one  # 5 GB
    for where in (card, None):
        again = Response(GAME, policy, 3, file, deals=1000, gpu=where)
        assert again.deals == 3000
        again.iterate()
        assert again.deals == 4000
        del again
    assert card.weights == [1, 4, 9, 16]
    with pytest.raises(ValueError, match="cannot solve rounds"):
        Response(GAME, policy, 3, gpu=card, rounds=rounds_of(GAME))


def test_without_a_card_there_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["multiway", "--gpu", "--seats", "3", "--minutes", "0", "--checkpoint", str(tmp_path / "t")]
    monkeypatch.setattr(gpu, "find_spec", lambda name: None)
    assert cli.main(command) == 2
    assert "pip install 'standpat[gpu]'" in capsys.readouterr().err
    monkeypatch.setattr(gpu, "find_spec", lambda name: object())
    monkeypatch.setattr(gpu, "_cuda", lambda: SimpleNamespace(is_available=lambda: False))
    assert cli.main(command) == 2
    assert "no NVIDIA graphics card" in capsys.readouterr().err
    assert cli.main([*command, "--pieces", "2"]) == 2
    assert "leave out --pieces" in capsys.readouterr().err
    assert not (tmp_path / "t").exists()
    assert cli.main(["bench", "strength", "--gpu", "--game", "27td", "--seats", "3", "--only", "response"]) == 2
    assert "no NVIDIA graphics card" in capsys.readouterr().err


def test_a_card_plays_in_one_piece(tmp_path: Path, card: Any) -> None:
    with pytest.raises(ValueError, match="in one piece"):
        MultiwayTraining(GAME, tmp_path / "two", Kind(3, pieces=2), gpu=card)


COMPILE = """
import sys
from types import SimpleNamespace
import numpy as np
from numba import cuda, types
from numba.np.numpy_support import from_dtype
for module in list(sys.modules.values()):
    if "cuda" in getattr(module, "__name__", "") and hasattr(module, "get_current_device"):
        module.get_current_device = lambda: SimpleNamespace(compute_capability=(9, 0))
from standpat.solver.kernels.deck import DECK
from standpat.solver.multiway import gpu_kernel
from standpat.solver.multiway.cfr_kernel import PLAN, POLICY, ROLES, THREAD
from standpat.solver.multiway.coded_policy import CODES
from standpat.solver.multiway.hand_kernel import CARDS, HAND
def array(kind, dimensions=1):
    return types.Array(from_dtype(np.dtype(kind)), dimensions, "C")
dealt = [array(kind) for kind in (HAND, DECK, ROLES)]
sums = [array(np.float32, 2), array(np.float64, 2)]
learn = [array(np.int64), *dealt, array(PLAN), array(np.uint8), *sums, array(THREAD), array(CARDS)]
deal = [*dealt, array(THREAD), array(CARDS), array(PLAN)]
player = [types.float64, array(np.float32, 3), array(np.int32), array(POLICY), array(CODES), types.float64]
respond = [*learn[:5], *player, array(THREAD), array(CARDS), array(np.float64)]
for entry, kinds in ((gpu_kernel.deal_all, deal), (gpu_kernel.learn_all, learn), (gpu_kernel.respond_all, respond)):
    code, _ = cuda.compile_ptx(entry.py_func, types.void(*kinds), cc=(9, 0), fastmath=True)
    print(len(code.splitlines()), code.count("atom.global.add"), code.count("ld.local.u8"))
"""


@pytest.mark.extended
@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="SKIPPED: needs numba-cuda (pip install 'standpat[gpu]')")
def test_the_functions_compile_for_a_card() -> None:
    """Without a card. Sums are added to by all threads, and hands are not copied byte by byte."""
    run = subprocess.run([sys.executable, "-c", COMPILE], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    dealing, *walks = ([int(word) for word in line.split()] for line in run.stdout.splitlines())
    assert 300 < dealing[0] < 2000
    assert dealing[1] == 0
    assert len(walks) == 2
    for lines, adds, bytes_read in walks:
        assert 2000 < lines < 8000
        assert adds >= 2 * CHOICES + 1
        assert bytes_read < 100
