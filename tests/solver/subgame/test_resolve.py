"""The last round solved again: closed forms, card removal, less exploitability than the blueprint, and play."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import numpy as np
import pytest

from standpat.bots.blueprint import Blueprint
from standpat.bots.chance import chance
from standpat.bots.player import Situation, situation
from standpat.bots.strategy_file import Node, StrategyFile
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Discard
from standpat.engine.dealer import Dealer
from standpat.engine.hand import Hand
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.kernels.range_pairs import pairs
from standpat.solver.strategy_file.opponent_range import WAYS
from standpat.solver.subgame.from_line import drawing
from standpat.solver.subgame.matrix_round import Ends, Guard, Play, Ranges, exploitability, flat, reaches, solve, worth
from standpat.solver.subgame.resolve import Resolving, Solved
from two_draws import STAKES, TWO_DRAWS, arrivals

pytestmark = pytest.mark.extended


BET_OR_CHECK = (  # seat 1 bets or not, seat 0 calls or folds
    Node(1, "xb", (1, 2), -1, 0, 0, 0),
    Node(0, "", (), 0, 0, 0, 0),
    Node(0, "fc", (3, 4), -1, 0, 1, 2),
    Node(0, "", (), -1, 0, 0, 0),
    Node(0, "", (), 1, 2, 0, 0),
)


# The round ----------------------------------------------------------------------------------------------------


def polarised(hopeless: float) -> Ranges:
    """Seat 0 holds one hand, which beats some of the hands of seat 1 and loses to the rest."""
    alive = np.array([[1 - hopeless, hopeless]])
    return Ranges(alive, alive * [-1, 1])


def test_closed_forms_at_pot_8_bet_2() -> None:
    ends = Ends(BET_OR_CHECK, 4, 2)
    assert ends.stakes.tolist() == [0, 4, 0, -4, 6]
    play = solve(ends, polarised(0.5), 1500)
    bets = play[0][1] * [0.5, 0.5]
    assert bets[1] / bets.sum() == pytest.approx(1 / 6, abs=2e-3)
    assert play[2][0, 0] == pytest.approx(1 / 5, abs=2e-3)
    assert exploitability(ends, polarised(0.5), play) < 2e-3


def test_values_of_the_two_seats_sum_to_zero() -> None:
    random = np.random.default_rng(1)
    ends = Ends(BET_OR_CHECK, 4, 2)
    alive = random.random((7, 5))
    ranges = Ranges(alive, alive * random.choice([-1, 0, 1], (7, 5)))
    play: Play = [p * random.random(p.shape) for p in flat(ends, (7, 5))]
    play = [p / p.sum(axis=0) if len(p) else p for p in play]
    won = [float(worth(ends, ranges, seat, play).sum()) for seat in (0, 1)]
    assert won[0] == pytest.approx(-won[1], abs=1e-12)
    assert abs(won[0]) > 1e-3
    for seat in (0, 1):
        assert (worth(ends, ranges, seat, play, best=True) >= worth(ends, ranges, seat, play) - 1e-12).all()
    assert reaches(ends, play, 1, np.ones(5))[[1, 2]].sum(axis=0) == pytest.approx(1)


def test_the_guard_gives_no_hand_more_than_its_refusal() -> None:
    """Seat 0 is assumed to hold a hand that beats half of those of seat 1, and may have one that beats all of them."""
    ends = Ends(BET_OR_CHECK, 4, 2)
    alive = np.array([[0.495, 0.495], [0.005, 0.005]])
    ranges = Ranges(alive, alive * [[-1, 1], [1, 1]])
    checks: Play = flat(ends, (2, 2))
    checks[0] = np.array([[1.0, 1.0], [0.0, 0.0]])
    refusal = worth(ends, ranges, 0, checks, best=True)
    trusting = solve(ends, ranges, 500)
    guarded = solve(ends, ranges, 2000, Guard(0, refusal, 0.0))
    assert worth(ends, ranges, 0, trusting, best=True)[1] > refusal[1] + 5e-3
    assert (worth(ends, ranges, 0, guarded, best=True) < refusal + 1e-3).all()


# Cards --------------------------------------------------------------------------------------------------------


def test_card_removal_between_hands_agrees_with_counting_cards() -> None:
    classes = HandClasses(RANKINGS[TWO_DRAWS.ranking])
    chosen = [classes.ranks_of(text) for text in ("22345", "22344", "33345", "KK225", "99T99")]
    ranks = np.array([[classes.hands[c].count(r) for r in range(13)] for c in chosen])
    cells = np.zeros((5, 5), np.int64)
    for k, c in enumerate(chosen):
        held = sorted(set(classes.hands[c]))
        cells[k, : len(held)] = [r * 5 + classes.hands[c].count(r) for r in held]
    first, second = np.array([0.1, 0.2, 0.3, 0.4, 0.0]), np.array([0.3, 0.3, 0.1, 0.1, 0.2])
    alive, wins = np.zeros((5, 5)), np.zeros((5, 5))
    pairs(first, second, np.arange(5), np.arange(5), ranks, cells, WAYS[4 - np.arange(5)] / WAYS[4], alive, wins)
    hands = [_hands(row) for row in ranks]
    for i in range(5):
        for j in range(5):
            clear = sum([not a & b for a in hands[i] for b in hands[j]]) / (len(hands[i]) * len(hands[j]))
            assert alive[i, j] == pytest.approx(first[i] * second[j] * clear, abs=1e-15)
            assert wins[i, j] == pytest.approx(alive[i, j] * np.sign(j - i), abs=1e-15)


def _hands(ranks: np.ndarray) -> list[int]:
    """Every real hand of these ranks, with one bit for each card."""
    found = [0]
    for rank, many in enumerate(ranks):
        ways = [sum([1 << 4 * rank + suit for suit in suits]) for suits in combinations(range(4), many)]
        found = [hand | way for hand in found for way in ways]
    return found


@pytest.mark.slow
def test_ranges_are_those_with_which_the_blueprint_arrives(file: StrategyFile) -> None:
    open_ = Resolving(file, removal=False, iterations=1, draws=False)
    blocked = Resolving(file, iterations=1, draws=False)
    for now in arrivals(file, 4):
        free, close = open_.solved(now), blocked.solved(now)
        for seat in (0, 1):
            one = now if now.seat != seat else now._replace(seat=1 - seat)
            reach = open_.beliefs.arrived(one).reach
            shares = np.bincount(free.group, reach / reach.sum(), len(free.ranges.alive))
            assert free.ranges.alive.sum(axis=1 - seat) == pytest.approx(shares, abs=2e-4)
        assert abs(close.ranges.alive - free.ranges.alive).max() > 1e-6
        assert close.ranges.alive.sum() == pytest.approx(1)


def test_own_discards_thin_the_opponents_range(file: StrategyFile) -> None:
    plain = Resolving(file, groups=20, iterations=1, draws=False)
    knowing = Resolving(file, groups=20, iterations=1, draws=False, discards=True)
    seen = set()
    for now in arrivals(file, 6):
        thrown = sum(knowing._thrown(now))
        differ = not np.array_equal(plain.solved(now).ranges.alive, knowing.solved(now).ranges.alive)
        assert differ == (thrown > 0)
        seen.add(differ)
    assert True in seen


# Against the blueprint --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("removal", [False, True])
def test_the_solution_is_less_exploitable_than_the_blueprint(file: StrategyFile, removal: bool) -> None:
    player = Resolving(file, removal=removal, draws=False)
    for now in arrivals(file, 4):
        solved = player.solved(now)
        before, after = (
            exploitability(solved.ends, solved.ranges, play) for play in (solved.blueprint_play, solved.play)
        )
        assert -1e-9 < after < 0.2 * before
        assert solved.gain(0) + solved.gain(1) > 0  # a single seat may have won more against a bad opponent


def test_the_blueprint_plays_a_stretch_alike(file: StrategyFile) -> None:
    player = Resolving(file, groups=10, iterations=1, draws=False)
    for now in arrivals(file, 2):
        solved = player.solved(now)
        here = player.beliefs.arrived(now)
        for node, play in zip(file.streets[-1].nodes, solved.blueprint_play, strict=True):
            if node.letters:
                assert play[:, solved.group] == pytest.approx(player.beliefs.bets(here, node))


def test_the_guard_keeps_the_values_of_the_blueprint(file: StrategyFile) -> None:
    guarded = Resolving(file, forced=0.0, iterations=400, groups=20, draws=False)
    for now in arrivals(file, 2):
        solved, seat = guarded.solved(now), 1 - guarded._seat(now)
        promised, kept = (_best(solved, seat, play) for play in (solved.blueprint_play, solved.play))
        assert (kept - promised).max() < 2e-3 * solved.ends.stakes.max()


def _best(solved: Solved, seat: int, play: Play) -> np.ndarray:
    return worth(solved.ends, solved.ranges, seat, play, best=True)


# At the table -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("draws", "deals"), [(False, 200), (True, 150)])
def test_the_player_acts_legally_against_any_opponent(file: StrategyFile, draws: bool, deals: int) -> None:
    player, random = Resolving(file, groups=20, iterations=20, draws=draws), Random(2)
    solved = after = 0
    for deal in range(deals):
        hand = Hand(TWO_DRAWS, STAKES, [1000, 1000] if deal % 5 else [1000, 9], deal % 2, Dealer(deal))
        while hand.to_act is not None:
            now = situation(hand, random)
            if now.seat != deal // 2 % 2:
                hand.apply(chance(now))
                continue
            policy = player.policy(now)
            assert sum(policy.values()) == pytest.approx(1)
            assert min(policy.values()) > 0
            here = player._place(now)
            solved += here is not None
            after += here is not None and now.legal.draw is None and here.node > 1
            action = player(now)
            assert action in policy
            hand.apply(action)
    assert solved > 10
    assert after > 2


@pytest.mark.parametrize("draws", [False, True])
def test_before_the_last_draw_it_plays_the_blueprint(file: StrategyFile, draws: bool) -> None:
    player, random = Resolving(file, groups=5, iterations=1, draws=draws), Random(3)
    for deal in range(10):
        hand = Hand(TWO_DRAWS, STAKES, [1000, 1000], 0, Dealer(deal))
        while hand.to_act is not None:
            now = situation(hand, random)
            if player._place(now) is None:
                assert player.policy(now) == player.player.policy(now)
            hand.apply(player.player(now))


def last_draws(file: StrategyFile, many: int) -> Iterator[Situation]:
    """Both decisions of last draws, with the bot in both seats."""
    player, random = Blueprint(file), Random(6)
    found = deal = 0
    while found < many:
        hand = Hand(TWO_DRAWS, STAKES, [1000, 1000], 0, Dealer(deal))
        while hand.to_act is not None:
            now = situation(hand, random)
            if now.legal.draw is not None and player.place(now).street == 1:  # type: ignore[union-attr]
                found += 1
                yield now
            hand.apply(player(now))
        deal += 1


def test_the_last_draw_is_solved_for_the_line(file: StrategyFile) -> None:
    player, turns = Resolving(file, draw_iterations=30), set()
    for now in last_draws(file, 4):
        place = player._place(now)
        assert place is not None
        turns.add(place.turn > 0)
        policy, before = player.policy(now), player.player.policy(now)
        assert set(policy) <= {*before, *policy}
        assert sum(policy.values()) == pytest.approx(1, abs=1e-5)
        assert all([isinstance(action, Discard) for action in policy])
        play = player.drawing(now, place.turn)
        assert play.sum(axis=0) == pytest.approx(np.ones(len(play[0])), abs=1e-5)
        drawn = player.drawn(now)
        assert player.drawn(now) is drawn
        game = drawing(player.beliefs, *player._ranges(player._before_draw(now)), player._bet)
        table_s = game.blueprint_play._replace(bets=drawn.play.bets)
        assert game.game.exploitability(drawn.play) < game.game.exploitability(table_s)
        assert game.game.chance.sum() == pytest.approx(1, abs=1e-5)
        for seat in (0, 1):
            held = np.bincount(game.group[seat], game.share[seat]) > 0
            spread = game.game.spread[seat][1].sum(axis=2)
            assert spread[:, np.flatnonzero(held)] == pytest.approx(1, abs=1e-4)
    assert turns == {False, True}


def test_the_ranges_of_the_last_round_follow_the_solved_draws(file: StrategyFile) -> None:
    player = Resolving(file, draw_iterations=20)
    for now in arrivals(file, 2):
        _, plain = player._ranges(now)
        _, after = player._arrived(now)
        _, before = player._ranges(player._before_draw(now))
        street = file.streets[1]
        places = divmod(player.beliefs.arrived(now).context % street.outcomes, 2)
        for turn, place, seat in ((0, places[0], street.first), (1 + places[0], places[1], 1 - street.first)):
            chance = player.drawing(now, turn)[place]
            fair = player.beliefs.draws(player.beliefs.arrived(player._before_draw(now))._replace(turn=turn))[place]
            assert after[seat].sum() == pytest.approx((before[seat] * (0.9 * chance + 0.1 * fair)).sum())
            assert plain[seat].sum() == pytest.approx((before[seat] * fair).sum())


def test_solutions_are_kept_by_line(file: StrategyFile) -> None:
    player = Resolving(file, groups=5, iterations=1)
    for now in arrivals(file, 1):
        first = player.solved(now)
        assert player.solved(now) is first
        assert player.solved(now._replace(seat=1 - now.seat)) is (first if player.forced == 1 else player.solved(now))


@pytest.mark.parametrize("wrong", [{"groups": 0}, {"iterations": 0}, {"forced": 1.5}])
def test_settings_out_of_range_are_refused(file: StrategyFile, wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="expected 1 or more"):
        Resolving(file, **wrong)  # type: ignore[arg-type]
