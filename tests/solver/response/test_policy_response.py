"""Responders to a strategy file on real cards: their ranges, and their wins against a bad strategy."""

from collections.abc import Iterator
from math import comb, sqrt
from random import Random

import numpy as np
import pytest
from msgspec import structs

from standpat.bots.player import Situation, situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.action import Discard
from standpat.engine.dealer import Dealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.solver import Rule, Training, blueprint_problem
from standpat.solver.blueprint.export import export
from standpat.solver.cfr.last_two_streets_sweep import LastTwoStreetsSweep
from standpat.solver.response.last_round_response import LastRoundResponse, Line
from standpat.solver.response.local_best_response import LocalBestResponse
from standpat.solver.strategy_file.file_strategy import FileStrategy
from standpat.solver.strategy_file.opponent_range import OpponentRanges, whole_bet, whole_draw

pytestmark = pytest.mark.extended

TWO_DRAWS = structs.replace(game("27td", cap=2), bets=(1, 1, 2))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> StrategyFile:
    """A strategy after three iterations, far from good."""
    problem = blueprint_problem(TWO_DRAWS, Stakes(1, 2), states=(24, 8), counts=[(0, 1, 2), (0, 1)])
    training = Training(problem, Rule(least=1e-8))
    training._sweep = sweep = LastTwoStreetsSweep(problem)
    for _ in range(3):
        training.iterate()
    sweep.turned(training.average, back=True)
    path = tmp_path_factory.mktemp("tables") / "27td.table"
    export(problem, training.average, path, bits=5, prune=1e-3, iterations=3)
    return StrategyFile.load(path)


@pytest.fixture(scope="module")
def local(file: StrategyFile) -> LocalBestResponse:
    return LocalBestResponse(file)


@pytest.fixture(scope="module")
def end(file: StrategyFile) -> LastRoundResponse:
    return LastRoundResponse(file)


def test_all_states_at_once_agree_with_the_strategy_file(file: StrategyFile) -> None:
    random = Random(1)
    kept = 0
    for _ in range(60):
        street = random.randrange(3)
        here = file.streets[street]
        context = random.randrange(file.contexts(street))
        node = random.choice(here.decisions)
        state = random.randrange(here.states)
        round_ = random.randrange(len(here.paid)) if street else 0
        one = file.bet(street, context, round_, node, state)
        assert whole_bet(file, street, context, round_, node)[:, state] == pytest.approx(one.chances)
        kept += one.whose == "own"
        if street < 2:
            exit_, turn = random.randrange(here.exits), random.randrange(1 + len(here.counts[0]))
            one = file.draw(street, context, round_, exit_, turn, state)
            assert whole_draw(file, street, context, round_, exit_, turn)[:, state] == pytest.approx(one.chances)
    assert 0 < kept < 60


def decisions(end: LastRoundResponse, hands: int) -> Iterator[tuple[Situation, str]]:
    """Decisions of the bot against itself, with the path of each (`standpat.solver.game.public_tree`)."""
    random = Random(3)
    for deal in range(hands):
        hand, path = Hand(TWO_DRAWS, end.stakes, [1000, 1000], 0, Dealer(deal)), ""
        street = 0
        while hand.to_act is not None:
            now = situation(hand, random)
            here = end.player.place(now)
            assert here is not None
            if now.legal.draw is not None and (here.turn == 0 and not path.endswith("/")):
                path += "/"
            if now.legal.draw is None and here.street > street:
                street, path = here.street, path + "/"
            yield now, path
            action = end.player(now)
            if isinstance(action, Discard):
                path += str(len(action.cards))
            else:
                path += {"Fold": "f", "Check": "x", "Call": "c", "Bet": "b", "Raise": "r"}[type(action).__name__]
            hand.apply(action)


def test_ranges_are_those_of_the_tree(file: StrategyFile, end: LastRoundResponse) -> None:
    strategy, beliefs = FileStrategy(file), OpponentRanges(file)
    seen = 0
    for now, path in decisions(end, 12):
        other = 1 - now.seat  # the button is seat 0
        assert beliefs.arrived(now).reach == pytest.approx(strategy.reach(path, other), abs=1e-9), path
        seen += 1
    assert seen > 60


def test_ranges_are_weighted_by_the_cards_left(end: LastRoundResponse) -> None:
    beliefs = end.beliefs
    for now, _ in decisions(end, 1):
        cards = set(now.cards)
    held = beliefs.held(now, beliefs.classes.chance)
    thrown = {c for e in now.seen if getattr(e, "seat", None) == now.seat for c in getattr(e, "discarded", ())}
    left = [c for c in range(52) if c not in cards | thrown]
    for index in (
        beliefs.classes.ranks_of("75432"),
        beliefs.classes.ranks_of("K9933"),
        beliefs.classes.ranks_of("22234"),
    ):
        ranks = beliefs.classes.hands[index]
        ways = 1
        for rank in set(ranks):
            ways *= comb(sum([c >> 2 == rank for c in left]), ranks.count(rank))
        share = held[index] / held[beliefs.classes.ranks_of("KQJ98")]
        other = 1
        for rank in beliefs.classes.hands[beliefs.classes.ranks_of("KQJ98")]:
            other *= sum([c >> 2 == rank for c in left])
        flushes = 4 / 1024  # classes of five ranks exclude flushes: the same share of both
        assert share == pytest.approx(ways / other / (1 - flushes if len(set(ranks)) < 5 else 1), rel=1e-9)


@pytest.mark.slow
def test_the_local_best_response_acts_legally_and_wins(
    file: StrategyFile, local: LocalBestResponse, end: LastRoundResponse
) -> None:
    random, won = Random(1), []
    for deal in range(100):
        total = 0
        for seat in (0, 1):
            hand = Hand(TWO_DRAWS, end.stakes, [1000, 1000], 0, Dealer(deal))
            while hand.to_act is not None:
                now = situation(hand, random)
                hand.apply(local(now) if now.seat == seat else end.player(now))
            total += hand.stacks[seat] - 1000
        won.append(total)
    assert np.mean(won) > 2.5 * np.std(won) / sqrt(len(won))


def test_the_last_round_response_wins(end: LastRoundResponse) -> None:
    gains = []
    for deal in range(300):
        hand = end.play(Dealer(deal), Random(deal))
        gains.append(sum(end.gain(hand)))
        if hand.to_act is None:
            assert gains[-1] == 0
    assert np.mean(gains) > 2.5 * np.std(gains) / sqrt(len(gains))


def test_the_responder_expects_at_least_the_value_of_the_bots_play(end: LastRoundResponse) -> None:
    """If the opponent's real hand is the whole range, the best response is at least as good as the bot."""
    checked = 0
    for deal in range(60):
        hand = end.play(Dealer(deal), Random(deal))
        if hand.to_act is None:
            continue
        classes = [end.beliefs.classes.of(hand.cards(seat)) for seat in (0, 1)]
        fair = end._played(end._arrived(hand, 0), classes[0], classes[1], 0, 1.0, 0, 0)
        for seat in (0, 1):
            here = end._arrived(hand, seat)
            known = np.zeros(len(end.beliefs.classes))
            known[classes[1 - seat]] = 1.0
            best = end._best(seat, here, classes[seat], classes[1 - seat], Line(0, known, 1.0, 0, 0))
            assert best.believed == pytest.approx(best.real)
            assert best.real >= (fair if seat == 0 else -fair) - 1e-9
            checked += 1
    assert checked > 20
