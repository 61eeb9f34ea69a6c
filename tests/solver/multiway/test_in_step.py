"""Learning in step is the plain recursion, deal by deal, and what a graphics card plays."""

import json
import subprocess
import sys
from collections.abc import Callable, Generator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import cli, game
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_spot import BET_SPOTS, CHOICES, SPOTS
from standpat.compute import gpu
from standpat.compute.compiled import fast_kernel
from standpat.engine.games import Game
from standpat.solver.kernels.deck import DECK
from standpat.solver.kernels.random_stream import sampled, uniform
from standpat.solver.multiway import cfr_kernel, gpu_play, hand_kernel, in_step_kernel, response_kernel, training
from standpat.solver.multiway.average_strategy import policy_of
from standpat.solver.multiway.coded_policy import codes_of
from standpat.solver.multiway.export import export, policy_of_file
from standpat.solver.multiway.learned_rows import LEARNED, Learned, nothing_yet, rows_of, sums_of
from standpat.solver.multiway.response import Response, stored
from standpat.solver.multiway.response_in_step_kernel import respond_deals
from standpat.solver.multiway.response_spots import EXTRAS, ROWS, UNKNOWN, extra_of
from standpat.solver.multiway.solved_round import rounds_of
from standpat.solver.multiway.training import GROWING, NOBODY, Kind, MultiwayTraining, cards_of, plan_of

GAME = game("27td")


@fast_kernel
def noted(average: Any, chances: Any, roles: Any, epoch: float) -> None:
    """Add a visit to the average strategy. Compiled from the same numbers, so that it rounds as the kernel does."""
    for a in range(CHOICES):
        if chances[a] > 0.0:
            average[a] += roles.scale * epoch * epoch * chances[a]


class Walk:
    """What is learned from the same deals, by either kernel."""

    def __init__(self, played: Game, seats: int, responding: float, seed: int = 5) -> None:
        self.cards, self.deals, self.epoch = cards_of(played), 60, 3.0
        self.regret, self.average = np.zeros((SPOTS, CHOICES), np.float32), np.zeros((SPOTS, CHOICES))
        self.state, self.stack = np.zeros(1, cfr_kernel.THREAD), np.zeros((cfr_kernel.DEPTH, 3), np.int64)
        self.state["random"] = seed
        self.response = NOBODY if not responding else np.random.default_rng(4).integers(0, 3, ROWS, np.uint8)
        self.kept, self.room = np.zeros(cfr_kernel.DEPTH, hand_kernel.HAND), np.zeros((3, cfr_kernel.DEPTH, CHOICES))
        kinds = (hand_kernel.HAND, DECK, cfr_kernel.ROLES)
        self.hands, self.decks, self.roles = (np.zeros(self.deals, kind) for kind in kinds)
        plan, dealer = plan_of(0, Kind(seats).shares, training.Strays(0.5), responding), np.zeros(1, cfr_kernel.THREAD)
        for row in zip(self.hands, self.decks, self.roles, strict=True):
            cfr_kernel.deal(*row, self.cards, plan, dealer[0])

    def one_by_one(self) -> None:
        """Learn by the plain recursion."""
        space = self.kept, self.room, self.stack
        for at in range(self.deals):
            self.state["deals"] += 1
            for _ in self.value(self.hands[at : at + 1].copy(), self.decks[at], self.roles[at], space, 0):
                pass

    def value(
        self, now: NDArray[np.void], deck: Any, roles: Any, space: tuple[Any, Any, Any], depth: int
    ) -> Generator[None, None, float]:
        """The value of a hand for the traverser, who tries every choice. Stops before each decision."""
        hand, state, cards, (kept, room, stack) = now[0], self.state[0], self.cards, space
        traverser, chances, scale = int(roles["traverser"]), room[0, depth], float(roles["scale"])
        while hand["to_act"] >= 0:
            yield
            state["nodes"] += 1
            spot, allowed = hand_kernel.spot_of(hand, cards), hand_kernel.allowed_choices(hand, cards)
            cfr_kernel.matching(self.regret, spot, allowed, chances)
            if hand["to_act"] == traverser:
                break
            noted(self.average[spot], chances, roles, self.epoch)
            hand_kernel.apply_choice(hand, deck, cards, self.other(hand, spot, allowed, roles, chances))
        else:
            return float(hand_kernel.net(hand, traverser))
        kept[depth : depth + 1], room[2, depth], stack[depth] = now, 0.0, (spot, -1, allowed)
        mine, hopeless = self.regret[spot], cfr_kernel.HOPELESS * self.epoch
        while (choice := in_step_kernel.next_choice(mine, hopeless, traverser, depth, kept, room, stack, state)) >= 0:
            after = now.copy()
            hand_kernel.apply_choice(after[0], deck, cards, choice)
            room[1, depth, choice] = yield from self.value(after, deck, roles, space, depth + 1)
        return float(in_step_kernel.settle(mine, scale * self.epoch, depth, room))

    def other(self, hand: Any, spot: int, allowed: int, roles: Any, chances: NDArray[np.float64]) -> int:
        """The choice of a player who is not the traverser."""
        state = self.state[0]
        if hand["to_act"] == roles["stray"]:
            if roles["astray"] < 0:
                answer = int(self.response[spot * EXTRAS + extra_of(hand)])
                if answer != UNKNOWN and allowed >> answer & 1:
                    return answer
            elif uniform(state) < roles["astray"]:
                return int(cfr_kernel.random_choice(allowed, hand["drawing"], state))
        return int(sampled(chances, uniform(state)))

    def in_step(self, pile: NDArray[np.int64], upto: int) -> None:
        """Learn as a thread of a card does, from the deals below `upto`."""
        known = (self.response, self.regret, self.average, self.state[0], self.cards)
        lane, now = np.zeros(1, in_step_kernel.LANE), np.zeros(1, hand_kernel.HAND)
        space = (lane[0], now, self.kept, self.room, self.stack)
        in_step_kernel.learn_deals(pile, upto, self.hands, self.decks, self.roles, self.epoch, *known, *space)


@pytest.mark.parametrize(
    ("id", "seats", "responding"),
    [
        pytest.param("27td", 6, 0.0, marks=pytest.mark.extended),
        pytest.param("a5td", 3, 0.5, marks=pytest.mark.extended),
        ("27sd-fl", 4, 0.5),
    ],
)
def test_a_thread_learns_what_the_walk_learns(id: str, seats: int, responding: float) -> None:
    walk, thread = (Walk(game(id), seats, responding) for _ in range(2))
    walk.one_by_one()
    pile = np.zeros(1, np.int64)
    for upto in (20, walk.deals):  # a pile that is empty ends the walk, and a new one goes on
        pile[0] = min(int(pile[0]), 20)
        thread.in_step(pile, upto)
        assert pile[0] == upto + 1
    assert thread.state.tobytes() == walk.state.tobytes()
    assert thread.state["deals"][0] == walk.deals
    assert walk.state["nodes"][0] > 20 * walk.deals
    assert np.array_equal(thread.regret, walk.regret)
    assert np.array_equal(thread.average, walk.average)
    assert (walk.roles["stray"] >= 0).sum() > 15
    assert ((walk.roles["astray"] < 0).sum() > 5) == (responding > 0)


@pytest.mark.extended
@pytest.mark.parametrize("least", [0.0, 0.02])
def test_a_thread_answers_as_the_walk_does(least: float) -> None:
    walk, thread = (Walk(GAME, 4, 0.0) for _ in range(2))
    policy = np.zeros(1, cfr_kernel.POLICY)
    chances = np.random.default_rng(3).random((SPOTS, CHOICES), np.float32)
    policy["chance"][0] = np.where(chances > 0.4, chances, 0)
    codes, cards = codes_of(policy), cards_of(GAME)
    one, other = nothing_yet(), nothing_yet()
    won = 0.0
    for at in range(walk.deals):
        walk.kept[0] = walk.hands[at]
        responder = int(walk.roles[at]["traverser"])
        known = (4.0, policy[0], codes, least, cards, walk.decks[at])
        won += response_kernel.walk(walk.kept, responder, walk.state[0], one, *known, None, walk.room, walk.stack)
    pile, lane, now = np.zeros(1, np.int64), np.zeros(1, in_step_kernel.LANE), np.zeros(1, hand_kernel.HAND)
    dealt, known_too = (thread.hands, thread.decks, thread.roles), (codes, least, thread.state[0], cards)
    space: tuple[Any, ...] = (lane[0], now, thread.kept, thread.room, thread.stack)
    total = respond_deals(pile, thread.deals, *dealt, 4.0, other, policy[0], *known_too, *space)
    assert total == pytest.approx(won)
    assert thread.state["random"][0] == walk.state["random"][0]
    assert thread.state["nodes"][0] == walk.state["nodes"][0] > 20 * walk.deals
    assert thread.state["deals"][0] == walk.deals
    rows = rows_of(one)
    assert np.array_equal(rows, rows_of(other))
    assert np.array_equal(sums_of(one, rows), sums_of(other, rows))
    assert sums_of(one, rows)[:, LEARNED].any()


def lanes_learn(lanes: int, deals: int, epochs: int = 1) -> NDArray[np.void]:
    """What 27sd-fl teaches in so many lanes."""
    learner, cards = np.zeros(1, cfr_kernel.LEARNER), cards_of(game("27sd-fl"))
    learner["random"] = 5
    space = in_step_kernel.lanes_of(lanes)
    for epoch in range(1, epochs + 1):
        plan = plan_of(deals, Kind(3).shares, training.Strays(0.25), 0.0, epoch)
        in_step_kernel.learn(learner[0], cards, plan, NOBODY, space)
    return learner


@pytest.mark.parametrize("lanes", [1, 3, 16])
def test_lanes_learn_what_recursions_in_turn_learn(lanes: int) -> None:
    """Each goes on to its next decision, and a deal that ends makes room for another."""
    walk, cards, space = Walk(game("27sd-fl"), 3, 0.0), cards_of(game("27sd-fl")), in_step_kernel.lanes_of(lanes)
    walk.epoch = 1.0
    plan = plan_of(0, Kind(3).shares, training.Strays(0.25), 0.0)
    left = walk.deals
    playing: dict[int, Any] = dict.fromkeys(range(lanes))
    while playing:
        for i in list(playing):
            if playing[i] is not None and next(playing[i], walk) is None:
                continue
            if not left:
                del playing[i]
                continue
            left -= 1
            walk.state["deals"] += 1
            cfr_kernel.deal(space.now[i], space.decks[i], space.roles[i], cards, plan, walk.state[0])
            own = space.kept[i], space.room[i], space.stack[i]
            playing[i] = walk.value(space.now[i : i + 1].copy(), space.decks[i], space.roles[i], own, 0)
            next(playing[i])
    learner = lanes_learn(lanes, walk.deals)
    for name in ("random", "deals", "nodes"):
        assert learner[name][0] == walk.state[name][0]
    assert np.array_equal(learner["regret"][0], walk.regret)
    assert np.array_equal(learner["average"][0], walk.average)


@pytest.mark.parametrize("deals", [0, 1, 5, 100])
def test_every_deal_is_played_in_some_lane(deals: int) -> None:
    """Also where there are fewer deals than lanes; no lane takes anything into the next epoch."""
    learner = lanes_learn(16, deals, epochs=2)
    assert learner["deals"][0] == 2 * deals
    assert (learner["nodes"][0] > 40 * deals) == (deals > 0)
    assert np.array_equal(learner, lanes_learn(16, deals, epochs=2))


def test_a_decision_is_learned_from() -> None:
    """The value is the mean of the choices' values; each regret grows by what its choice is worth more."""
    room, regret = np.zeros((3, cfr_kernel.DEPTH, CHOICES)), np.array([1, 2, 3, 4], np.float32)
    room[:, 2] = [0.25, 0.75, 0, 0], [8, 4, -1, 100], [1, 1, 4, 0]
    assert in_step_kernel.settle(regret, 3.0, 2, room) == 5
    assert regret.tolist() == [1 + 3 * 3, 2 - 3, 3 - 3 * 4 * 6, 4]


def test_choices_of_probability_0_are_tried_now_and_then() -> None:
    """In a quarter of the visits, hopeless ones in a twentieth; what they teach counts as many times more."""
    room, stack = np.zeros((3, cfr_kernel.DEPTH, CHOICES)), np.zeros((cfr_kernel.DEPTH, 3), np.int64)
    kept, state = np.zeros(cfr_kernel.DEPTH, hand_kernel.HAND), np.zeros(1, cfr_kernel.THREAD)
    kept["drawing"] = 1
    room[0, 0] = 1, 0, 0, 0
    regret, tried = np.array([5, -50, -300, 0], np.float32), np.zeros(CHOICES)
    for _ in range(20_000):
        stack[0], room[2, 0] = (0, -1, 0b0111), 0
        while (a := in_step_kernel.next_choice(regret, -200.0, 0, 0, kept, room, stack, state[0])) >= 0:
            tried[a] += 1
            assert room[2, 0, a] == (1, 4, 20)[a]
    assert tried[0] == 20_000
    assert tried[1] == pytest.approx(5000, rel=0.05)
    assert tried[2] == pytest.approx(1000, rel=0.1)
    assert tried[3] == 0


LARGE = 1 << 31
"""Bytes from which the stand-in has no copy of its own: all rows of a response are 15 GB, and hardly any are used."""


def space_of_a_thread() -> tuple[Any, ...]:
    """Space for a deal."""
    lanes = in_step_kernel.lanes_of(1)
    return lanes.at[0], lanes.now, lanes.kept[0], lanes.room[0], lanes.stack[0]


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
            regret: Any,
            average: Any,
            threads: Any,
            cards: Any,
        ) -> None:
            plan = plans[0]
            space = space_of_a_thread()
            for thread, part in zip(threads, (1, 2, 3), strict=True):
                upto = int(plan["deals"]) * part // 3
                known = (response, regret, average, thread, cards[0])
                epoch = float(plan["epoch"])
                in_step_kernel.learn_deals(pile, upto, hands, decks, roles, epoch, *known, *space)
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
                known = (weight, Learned(sums, places), policy[0], codes[0], least, threads[at], cards[0])
                won[at] = respond_deals(pile, upto, hands, decks, roles, *known, *space)
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
def test_a_response_on_a_card(tmp_path: Path, card: Any) -> None:
    """Later epochs count by the square of their number. It goes on from its file, also without a card."""
    policy = np.zeros(1, cfr_kernel.POLICY)
    policy["chance"][0, :BET_SPOTS, :3] = 0.6, 0.3, 0.1
    policy["chance"][0, BET_SPOTS:, :3] = 0.2, 0.5, 0.3
    file = tmp_path / "response.npz"
    one = Response(GAME, policy, 3, file, deals=3000, gpu=card)
    gained = []
    for _ in range(3):
        one.iterate()
        gained.append(one._sum)
    assert one.deals == 9000
    assert card.deals == [3000] * 3
    assert card.weights == [1, 4, 9]
    assert np.diff(gained).all()
    one.save()
    head, best = stored(file)
    assert head["nodes"] > 20 * one.deals
    assert (best != UNKNOWN).sum() > 1000
    del one  # 5 GB
    for where in (card, None):
        again = Response(GAME, policy, 3, file, deals=3000, gpu=where)
        assert again.deals == 9000
        again.iterate()
        assert again.deals == 12_000
        del again
    assert card.weights == [1, 4, 9, 16]
    with pytest.raises(ValueError, match="cannot solve rounds"):
        Response(GAME, policy, 3, gpu=card, rounds=rounds_of(GAME))


def test_a_response_of_an_unknown_format_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "response.npz"
    head = np.frombuffer(json.dumps({"format": 99, "game": "27td"}).encode(), np.uint8)
    np.savez(file, head=head, rows=np.zeros(0, np.uint32), best=np.zeros(0, np.uint8))
    with pytest.raises(ValueError, match="another version of standpat"):
        stored(file)


@pytest.mark.extended
def test_a_training_begins_with_a_strategy_file(tmp_path: Path) -> None:
    first = MultiwayTraining(GAME, tmp_path / "first", Kind(3), deals=400)
    for _ in range(3):
        first.iterate()
    file = tmp_path / "27td-multiway.table"
    export(GAME, {3: first.policy()}, file, {"seats": {"3": first.reached()}}, visits={3: first.visits()})
    chance = policy_of_file(MultiwayFile.load(file).strategy(3))["chance"]
    begun = MultiwayTraining(GAME, tmp_path / "begun", Kind(3), deals=400)
    begun.begin_with(file)
    assert begun.epoch == 0
    assert np.array_equal(begun.learner["regret"], 1500 * chance)
    assert not begun.learner["average"].any()
    begun.iterate()
    begun.save()
    assert (tmp_path / "begun" / training.NAME).stat().st_size < 100e6  # all spots would be 2 GB
    again = MultiwayTraining(GAME, tmp_path / "begun", Kind(3), deals=400)
    # the file counts as its 1,200 deals, three times as much as those of the training
    policy, made = again.policy(), begun.learner["average"][0].sum(axis=1, keepdims=True)
    assert np.array_equal(begun.policy(), policy)
    assert np.array_equal(begun.learner["average"][0].sum(axis=1, keepdims=True), made)
    again._learner["average"][0] += 3 * made * chance[0]
    assert np.array_equal(policy["chance"], policy_of(again._learner, 4 * begun.kind.prior)["chance"])
    with pytest.raises(ValueError, match="begun already"):
        begun.begin_with(file)
    with pytest.raises(ValueError, match="for 27td, not for a5td"):
        MultiwayTraining(game("a5td"), tmp_path / "other", Kind(3)).begin_with(file)
    with pytest.raises(ValueError, match="two to six seats at once"):
        MultiwayTraining(GAME, tmp_path / "all").begin_with(file)
    with pytest.raises(ValueError, match="neither a training nor a strategy file"):
        MultiwayTraining(GAME, tmp_path / "none", Kind(3)).begin_with(tmp_path / "nothing")


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
