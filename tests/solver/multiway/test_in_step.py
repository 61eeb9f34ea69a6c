"""Learning in step is the plain recursion, deal by deal."""

from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import game
from standpat.bots.check_down_values import SPANS
from standpat.bots.multiway_spot import CHOICES, SPOTS
from standpat.compute.compiled import fast_kernel
from standpat.engine.games import Game
from standpat.solver.kernels.deck import DECK
from standpat.solver.kernels.random_stream import sampled, uniform
from standpat.solver.multiway import cfr_kernel, common_sums, hand_kernel, in_step_kernel, response_kernel, training
from standpat.solver.multiway.coded_policy import codes_of
from standpat.solver.multiway.known_player import NO_PLAYER, known_player
from standpat.solver.multiway.learned_rows import LEARNED, nothing_yet, rows_of, sums_of
from standpat.solver.multiway.response_in_step_kernel import respond_deals
from standpat.solver.multiway.response_spots import EXTRAS, ROWS, UNKNOWN, extra_of
from standpat.solver.multiway.rule_kernel import rule_chances
from standpat.solver.multiway.training import NOBODY, Kind, cards_of, plan_of

GAME = game("27td")


@fast_kernel
def noted(average: Any, chances: Any, roles: Any, epoch: float) -> None:
    """Add a visit to the average strategy. Compiled from the same numbers, so that it rounds as the kernel does."""
    for a in range(CHOICES):
        if chances[a] > 0.0:
            average[a] += roles.scale * epoch * epoch * chances[a]


class Walk:
    """What is learned from the same deals, by either kernel."""

    def __init__(self, played: Game, seats: int, responding: float, facing: float = 0.0, rule: bool = False) -> None:
        self.cards, self.deals, self.epoch = cards_of(played), 60, 3.0
        self.regret, self.average = np.zeros((SPOTS, CHOICES), np.float32), np.zeros((SPOTS, CHOICES))
        self.state, self.stack = np.zeros(1, cfr_kernel.THREAD), np.zeros((cfr_kernel.DEPTH, 3), np.int64)
        self.state["random"] = 5
        self.response = NOBODY if not responding else np.random.default_rng(4).integers(0, 3, ROWS, np.uint8)
        self.kept, self.room = np.zeros(cfr_kernel.DEPTH, hand_kernel.HAND), np.zeros((3, cfr_kernel.DEPTH, CHOICES))
        kinds = (hand_kernel.HAND, DECK, cfr_kernel.ROLES)
        self.hands, self.decks, self.roles = (np.zeros(self.deals, kind) for kind in kinds)
        self.known, self.rule = NO_PLAYER
        self.worth = np.zeros(SPANS, np.float32)
        if rule:
            self.known, self.rule = known_player(played, "rule")
        elif facing:
            chances = np.random.default_rng(6).random((SPOTS, CHOICES), np.float32)
            self.known = np.where(chances > np.float32(0.5), chances, np.float32(0))
        dealer = np.zeros(1, cfr_kernel.THREAD)
        plan = plan_of(0, Kind(seats).shares, training.Strays(0.5), responding, facing=training.Facing(facing, 0.3))
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
            if roles["hero"] >= 0 and hand["to_act"] != roles["hero"]:
                if self.rule["plays"][0]:
                    rule_chances(hand, cards, self.rule[0], self.worth, chances)
                    choice = sampled(chances, uniform(state))
                else:
                    choice = cfr_kernel.sampled_choice(self.known, spot, allowed, uniform(state))
                hand_kernel.apply_choice(hand, deck, cards, int(choice))
                continue
            cfr_kernel.matching(self.regret, spot, allowed, chances)
            if hand["to_act"] == traverser:
                break
            noted(self.average[spot], chances, roles, self.epoch)
            hand_kernel.apply_choice(hand, deck, cards, self.other(hand, spot, allowed, roles, chances))
        else:
            return float(hand_kernel.net(hand, max(traverser, 0)))
        kept[depth : depth + 1], room[2, depth], stack[depth] = now, 0.0, (spot, -1, allowed)
        mine, hopeless = self.regret[spot], cfr_kernel.HOPELESS * self.epoch
        tried = in_step_kernel.Space(now, *space, self.worth)
        while (choice := in_step_kernel.next_choice(mine, hopeless, traverser, depth, tried, state)) >= 0:
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
        table = in_step_kernel.Table(self.regret, self.average, self.response, self.known, self.rule)
        known = (table, self.state[0], self.cards)
        in_step_kernel.learn_deals(pile, upto, self.dealt, self.epoch, *known, *self.space())

    @property
    def dealt(self) -> in_step_kernel.Dealt:
        """The deals."""
        return in_step_kernel.Dealt(self.hands, self.decks, self.roles)

    def space(self) -> tuple[Any, in_step_kernel.Space]:
        """A lane, and space for a deal."""
        now = np.zeros(1, hand_kernel.HAND)
        space = in_step_kernel.Space(now, self.kept, self.room, self.stack, self.worth)
        return np.zeros(1, in_step_kernel.LANE)[0], space


@pytest.mark.parametrize(
    ("id", "seats", "responding", "facing", "rule"),
    [
        pytest.param("27td", 6, 0.0, 0.0, False, marks=pytest.mark.extended),
        pytest.param("a5td", 3, 0.5, 0.0, False, marks=pytest.mark.extended),
        ("27sd-fl", 4, 0.5, 0.0, False),
        pytest.param("27sd-fl", 3, 0.5, 0.5, False, marks=pytest.mark.extended),
        ("27sd-fl", 3, 0.5, 0.5, True),
        pytest.param("27td", 6, 0.0, 0.5, True, marks=pytest.mark.extended),
    ],
)
def test_a_thread_learns_what_the_walk_learns(
    id: str, seats: int, responding: float, facing: float, rule: bool
) -> None:
    walk, thread = (Walk(game(id), seats, responding, facing, rule) for _ in range(2))
    walk.one_by_one()
    pile = np.zeros(1, np.int64)
    for upto in (20, walk.deals):  # a pile that is empty ends the walk, and a new one goes on
        pile[0] = min(int(pile[0]), 20)
        thread.in_step(pile, upto)
        assert pile[0] == upto + 1
    assert thread.state.tobytes() == walk.state.tobytes()
    assert thread.state["deals"][0] == walk.deals
    assert walk.state["nodes"][0] > (20 if not facing else 10) * walk.deals
    assert np.array_equal(thread.regret, walk.regret)
    assert np.array_equal(thread.average, walk.average)
    assert (walk.roles["stray"] >= 0).sum() > (15 if not facing else 8)
    assert ((walk.roles["astray"] < 0).sum() > 5) == (responding > 0)
    heroes = walk.roles["hero"] >= 0
    assert (heroes.sum() > 20) == (facing > 0)


def test_in_a_part_of_the_deals_a_hero_meets_known_players() -> None:
    """Half of these deals teach averages: nobody is the traverser. None of them has a stray, and they count alike."""
    roles = Walk(game("27sd-fl"), 3, 0.5, facing=0.5).roles
    heroes, nobody, strays = roles["hero"] >= 0, roles["traverser"] < 0, roles["stray"] >= 0
    assert 20 < heroes.sum() < 40
    assert 8 < (heroes & nobody).sum() < heroes.sum() - 8
    assert not (nobody & ~heroes).any()
    assert (roles["traverser"] == roles["hero"])[heroes & ~nobody].all()
    assert not (heroes & strays).any()
    assert set(roles["scale"][heroes]) == {0.3}
    assert set(roles["scale"][strays]) == {training.Strays().scale}
    assert set(roles["scale"][~heroes & ~strays]) == {1.0}


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
    pile, known_too = np.zeros(1, np.int64), (policy[0], codes, least, thread.state[0], cards)
    total = respond_deals(pile, thread.deals, thread.dealt, 4.0, other, *known_too, *thread.space())
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
        common_sums.learn(learner, cards, plan, in_step_kernel.Met(NOBODY, *NO_PLAYER), [space])
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
    _, space = Walk(game("27sd-fl"), 3, 0.0).space()
    space.kept["drawing"] = 1
    space.room[0, 0], state = (1, 0, 0, 0), np.zeros(1, cfr_kernel.THREAD)
    regret, tried = np.array([5, -50, -300, 0], np.float32), np.zeros(CHOICES)
    for _ in range(20_000):
        space.stack[0], space.room[2, 0] = (0, -1, 0b0111), 0
        while (a := in_step_kernel.next_choice(regret, -200.0, 0, 0, space, state[0])) >= 0:
            tried[a] += 1
            assert space.room[2, 0, a] == (1, 4, 20)[a]
    assert tried[0] == 20_000
    assert tried[1] == pytest.approx(5000, rel=0.05)
    assert tried[2] == pytest.approx(1000, rel=0.1)
    assert tried[3] == 0
