"""Players asked hand by hand: the questions, and the strategy that follows from the answers."""

import numpy as np
import pytest

from standpat.bots import Situation, player
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.event import DealHole, DrawResult
from standpat.engine.games import Stakes, game
from standpat.solver import Evaluator, Problem, Sizes, draw_problem, kuhn, played, tabulate
from standpat.solver.response.policy import at_random, standing, standing_problem

LIMIT = Stakes(1, 2)


@pytest.fixture(scope="module")
def short() -> Problem:
    return draw_problem(game("27sd-fl"), LIMIT, ranks=5)


def test_the_folder_gives_a_big_blind_and_half_of_one(short: Problem) -> None:
    strategy = played(short, player("folder"))
    found = Evaluator(short).exploitability(strategy.weights)
    assert found == pytest.approx((1.0, 0.5), abs=1e-6)
    assert abs(sum(Evaluator(short).value(strategy.weights))) < 1e-9


@pytest.mark.parametrize("name", ["folder", "caller", "raiser"])
def test_standing_players_score_the_same_asked_and_as_policies(short: Problem, name: str) -> None:
    """Over one coarse state, and over all classes."""
    coarse = standing_problem(game("27sd-fl"), LIMIT, ranks=5)
    found = Evaluator(coarse).exploitability(tabulate(coarse, standing(name)).weights)
    table = tabulate(short, standing(name))
    assert found == pytest.approx(Evaluator(short).exploitability(table.weights), abs=1e-6)
    if name != "raiser":
        assert Evaluator(short).exploitability(played(short, player(name)).weights) == pytest.approx(found, abs=1e-6)


def test_a_player_is_asked_on_a_hand_of_the_engine(short: Problem) -> None:
    """Dealt, discarded and drawn cards give the five cards, all classes are asked, and actions are legal."""
    asked: set[tuple[int, tuple[int, ...]]] = set()

    def curious(situation: Situation) -> Action:
        dealt = [e.cards for e in situation.seen if isinstance(e, DealHole) and e.seat == situation.seat]
        drawn = [e for e in situation.seen if isinstance(e, DrawResult) and e.seat == situation.seat]
        held = set(dealt[0])
        for result in drawn:
            assert set(result.discarded) <= held
            held = held - set(result.discarded) | set(result.drawn)
            assert result.count == len(result.drawn) == len(result.discarded)
        assert held == set(situation.cards)
        assert len(held) == 5
        asked.add((len(situation.seen), situation.cards))
        legal = situation.legal
        if legal.draw is not None:
            return Discard(situation.cards[:2])
        return Check() if legal.check else Call()

    strategy = played(short, curious)
    first = min(length for length, _ in asked)
    assert len({cards for length, cards in asked if length == first}) == short.sizes[0]
    assert strategy.frequencies("cx/")["2"] == pytest.approx(1)
    assert strategy.frequencies("r") == pytest.approx({"f": 0, "c": 1, "r": 0})


def test_unreached_spots_are_not_asked(short: Problem) -> None:
    asked = []

    def tight(situation: Situation) -> Action:
        asked.append(situation)
        legal = situation.legal
        return Discard() if legal.draw is not None else Check() if legal.check else Fold()

    played(short, tight)
    classes = short.sizes[0]
    # Two blinds' first decisions; after a limp the big blind checks, and draws and checks against six numbers of cards.
    opening = classes * (1 + 5)
    assert opening <= len(asked) < opening + classes * 30


@pytest.mark.slow
def test_a_mixed_player_is_met_as_its_mixture(short: Problem) -> None:
    """The random player's answers, one for each hand, compared with its probabilities."""
    exact = tabulate(short, at_random(short))
    asked = [played(short, player("random"), samples=samples, seed=3) for samples in (1, 8)]
    for path in ("", "c", "r", "rr"):
        assert asked[1].at(path).mean(axis=1) == pytest.approx(exact.at(path).mean(axis=1), abs=0.06)
    for path in ("cx/", "cx/1"):
        assert asked[1].counts(path).mean(axis=1) == pytest.approx(1 / 6, abs=0.06)
        assert exact.counts(path) == pytest.approx(np.full((6, short.sizes[0]), 1 / 6))
    # Few classes: the answers to one question leave uncertainty, more questions leave less.
    evaluator = Evaluator(short)
    once, often, truly = (evaluator.exploitability(s.weights).msb for s in (*asked, exact))
    assert truly < often < once < 1.3 * truly


def test_sizes_off_the_menu_become_the_nearest() -> None:
    problem = draw_problem(game("27sd"), Stakes(5, 10), stack=200, sizes=Sizes((0.5, 1.0), True, 2), ranks=4, keeps=1)

    def odd(situation: Situation) -> Action:
        legal = situation.legal
        if legal.draw is not None:
            return Discard()
        bounds = legal.bet or legal.raise_
        if bounds is None:
            return Check() if legal.check else Call()
        to = min(bounds.min_to + 7, bounds.max_to)
        return Bet(to) if legal.bet else Raise(to)

    with pytest.raises(ValueError, match="every count"):
        played(draw_problem(game("27sd-fl"), LIMIT, ranks=4, counts=[(1, 2)]), odd)
    strategy = played(problem, odd)
    opening = strategy.frequencies("")
    assert opening["r30"] == pytest.approx(1)  # of 20, 30 and 200, for a raise to 27


def test_problems_that_are_too_large_are_refused() -> None:
    with pytest.raises(ValueError, match="single draw"):
        played(kuhn(), player("caller"))
    with pytest.raises(ValueError, match="folder"):
        standing("nit")
