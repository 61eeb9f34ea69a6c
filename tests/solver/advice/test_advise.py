"""Advice at every spot that real hands reach, from what a seat has seen.

Also its consistency, and its differences from the solved game.
"""

from random import Random

import numpy as np
import pytest

from standpat.bots.player import situation
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.dealer import Dealer
from standpat.engine.event import HandStart
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.solver import Sizes, Strategy, advise, advise_at, blueprint_problem, draw_problem, find, kuhn, solve
from standpat.solver.advice.advise import Advice, kind
from standpat.solver.game.betting_tree import letter

pytestmark = pytest.mark.extended

LIMIT = Stakes(1, 2)


@pytest.fixture(scope="module")
def short() -> Strategy:
    """A small strategy for the whole deck; a deck with fewer ranks would lack cards for some hands."""
    problem = draw_problem(game("27sd-fl"), LIMIT, counts=[(0, 1)], keeps=1)
    weights = np.random.default_rng(4).random(problem.size).astype(np.float32)
    return Strategy(problem, weights)


@pytest.fixture(scope="module")
def tiny() -> Strategy:
    return solve(draw_problem(game("27sd-fl"), LIMIT, ranks=4), iterations=60).strategy


def consistent(advice: Advice) -> None:
    shares = [choice.frequency for choice in advice.choices]
    assert sum(shares) == pytest.approx(1)
    value = sum([c.frequency * c.value for c in advice.choices if c.frequency])
    assert value == pytest.approx(advice.value)
    assert min(c.loss for c in advice.choices) == pytest.approx(0, abs=1e-9)
    best = max(c.value for c in advice.choices)
    assert all(c.loss == pytest.approx(best - c.value) for c in advice.choices)
    for side in (advice.own, advice.other):
        assert side.shares.sum() == pytest.approx(1)
        assert sum(side.groups().values()) == pytest.approx(1)


def moved(random: Random, hand: Hand) -> Action:
    legal = hand.legal
    seat = hand.to_act
    assert seat is not None
    if legal.draw is not None:
        return Discard(random.sample(hand.cards(seat), random.randint(0, 1)))
    options: list[Action] = [Check() if legal.check else Call()]
    if bounds := legal.bet or legal.raise_:
        options += 2 * [Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to)]
    if legal.fold and random.random() < 0.1:
        options = [Fold()]
    return random.choice(options)


def test_random_hands_are_advised_at_every_decision(short: Strategy) -> None:
    """At other stakes and with either button, the pot of the path is that of the hand, and the choices are its legal
    actions."""
    random, asked = Random(8), 0
    for deal in range(14):
        hand = Hand(game("27sd-fl"), Stakes(5, 10), [1000, 1000], deal % 2, Dealer(seed=deal))
        while (seat := hand.to_act) is not None:
            late = len(hand.events) > 9
            if late or deal == 0:
                advice = advise(hand.seen_by(seat), short, hand.game)
                spot = find(short.problem, advice.path)
                assert advice.seat == (seat - hand.events[0].button) % 2  # type: ignore[union-attr]
                assert advice.hand == _name(short, hand.cards(seat))
                assert advice.notes == ()
                legal = hand.legal
                names = {c.name for c in advice.choices}
                if legal.draw is None:
                    assert (legal.fold, legal.check) == ("f" in names, "x" in names)
                    assert bool(legal.bet or legal.raise_) == bool(names & {"b", "r"})
                    put_in = sum(1000 - s for s in _stacks(hand))
                    assert spot.pot * 5 == put_in
                consistent(advice)
                asked += 1
            hand.apply(moved(random, hand))
    assert asked > 12


def _name(strategy: Strategy, cards: tuple[int, ...]) -> str:
    from standpat.cards.ranking import DEUCE_TO_SEVEN
    from standpat.solver import HandClasses

    classes = HandClasses(DEUCE_TO_SEVEN)
    return classes.name(classes.of(cards))


def _stacks(hand: Hand) -> list[int]:
    from standpat.engine.event import Acted, Post

    stacks, commits = [1000, 1000], [0, 0]
    for event in hand.events:
        match event:
            case Post(seat=seat, amount=amount):
                stacks[seat] -= amount
                commits[seat] += amount
            case Acted(seat=seat):
                stacks[seat] -= event.street_commit - commits[seat]
                commits[seat] = event.street_commit
            case _ if type(event).__name__ == "StreetStart" and event.street:  # type: ignore[union-attr]
                commits = [0, 0]
    return stacks


def test_every_class_at_some_spots_is_consistent(tiny: Strategy) -> None:
    for path in ("", "rc/", "rc/1", "rc/11/", "rc/11/b", "rrrc/01/xb"):
        for cards in ("2c3d4h5s2d", "5c5d5h4s2c", "2c2d2h2s3c"):
            consistent(advise_at(tiny, path, cards))
        whole = advise_at(tiny, path)
        assert sum(c.frequency for c in whole.choices) == pytest.approx(1)
        assert {c.name: c.frequency for c in whole.choices} == pytest.approx(tiny.frequencies(path))
        assert all(c.loss >= -1e-9 for c in whole.choices)


def test_a_solved_game_does_not_play_what_loses(tiny: Strategy) -> None:
    advice = advise_at(tiny, "", "2c3d4h5s2d")
    assert advice.choices[0].loss < 0.02
    assert advice.loss("f") > 0.1
    with pytest.raises(ValueError, match="not a choice at this spot"):
        advice.loss("b")


def test_a_draw_names_what_is_thrown(tiny: Strategy) -> None:
    advice = advise_at(tiny, "rc/", "5c5d4h3s2c")
    names = {choice.name for choice in advice.choices}
    assert {"", "5", "54", "5543", "55432"} <= names
    assert len(names) == 24
    assert advice.loss("55432") > advice.loss("5") == pytest.approx(0, abs=0.05)


def test_small_games_have_advice() -> None:
    strategy = solve(kuhn(), iterations=500).strategy
    king = advise_at(strategy, "b", "K")
    assert king.loss("f") == pytest.approx(3)
    assert king.value == pytest.approx(2)
    jack = advise_at(strategy, "b", "J")
    assert (jack.value, jack.loss("c")) == pytest.approx((-1, 1))
    assert jack.other.groups()["K"] > 0.5


def test_more_players_than_two_are_read_after_the_draw(short: Strategy) -> None:
    hand = Hand(game("27sd-fl"), LIMIT, [500] * 4, 0, Dealer(seed=3))
    with pytest.raises(ValueError, match="4 players are in"):
        advise(hand.seen_by(3), short, hand.game)
    for action in (Raise(4), Fold(), Fold(), Call()):
        hand.apply(action)
    advice = advise(hand.seen_by(2), short, hand.game)
    assert (advice.path, advice.seat) == ("rc/", 1)
    assert "4 players were dealt in" in advice.notes[0]
    hand.apply(Discard())
    hand.apply(Discard())
    assert advise(hand.seen_by(2), short, hand.game).path == "rc/00/"


def test_differences_from_the_solved_game_are_noted(short: Strategy) -> None:
    hand = Hand(game("27sd-fl"), Stakes(1, 4), [10, 500], 0, Dealer(seed=3))
    notes = " ".join(advise(hand.seen_by(0), short, hand.game).notes)
    assert "small-blind is 0.25 big blinds, solved 0.5" in notes
    assert "all-in" in notes
    hand = Hand(game("27sd-fl"), LIMIT, [500, 500], 0, Dealer(seed=3))
    for action in (Raise(4), Call(), Discard(hand.cards(1)[:3])):
        hand.apply(action)
    advice = advise(hand.seen_by(0), short, hand.game)
    assert advice.path == "rc/1"
    assert advice.notes == ("a draw of 3 is read as one of 1, the nearest that the strategy knows",)
    five = Hand(game("27sd-fl", cap=5), LIMIT, [500, 500], 0, Dealer(seed=3))
    for to in (4, 6, 8, 10):
        five.apply(Raise(to))
    with pytest.raises(ValueError, match="leaves the solved game"):
        advise(five.seen_by(0), short)


def test_sizes_are_read_as_the_nearest() -> None:
    problem = draw_problem(
        game("27sd"), Stakes(5, 10), stack=200, sizes=Sizes((1.0,), True, 1), counts=[(0, 1)], keeps=1
    )
    strategy = Strategy(problem, np.ones(problem.size, np.float32))
    hand = Hand(game("27sd"), Stakes(1, 2), [60, 60], 1, Dealer(seed=3))
    hand.apply(Raise(7))
    hand.apply(Call())
    advice = advise(hand.seen_by(0), strategy)
    assert advice.path == "r30c/"
    assert "35 chips of the solved game are read as 30" in advice.notes
    assert "the shorter stack is 30 big blinds, solved 20" in advice.notes


def test_hands_that_cannot_be_mapped_are_refused(short: Strategy) -> None:
    hand = Hand(game("27sd-fl"), LIMIT, [500, 500], 0, Dealer(seed=3))
    with pytest.raises(ValueError, match="not to act"):
        advise(hand.seen_by(1), short)
    with pytest.raises(ValueError, match="no seat's cards"):
        advise(hand.seen_by(None), short)
    with pytest.raises(ValueError, match="start of a hand"):
        advise([e for e in hand.events if not isinstance(e, HandStart)], short)
    coarse = blueprint_problem(game("27sd-fl"), LIMIT, states=(5,), counts=[(0, 1)], ranks=4)
    with pytest.raises(ValueError, match="over all classes"):
        advise_at(Strategy(coarse, np.ones(coarse.size, np.float32)), "")


def test_the_game_of_the_hand_is_that_of_the_strategy(short: Strategy) -> None:
    lowball = Hand(game("a5sd"), LIMIT, [500, 500], 0, Dealer(seed=3))
    reason = "the hand is of a5sd, the strategy of 27sd-fl: expected a strategy of a5sd"
    with pytest.raises(ValueError, match=reason):
        advise(situation(lowball, Random(1)), short)
    with pytest.raises(ValueError, match=reason):
        advise(lowball.seen_by(0), short, lowball.game)
    unknown = advise(lowball.seen_by(0), short)
    assert unknown.notes[0] == "the game of the hand was not told: it is read as 27sd-fl"
    same = Hand(game("27sd-fl", house="wsop"), LIMIT, [500, 500], 0, Dealer(seed=3))
    told = advise(situation(same, Random(1)), short)
    assert told.notes == advise(same.seen_by(0), short, same.game).notes == unknown.notes[1:]
    assert told.value == unknown.value


def test_kinds_of_hands() -> None:
    known = {"75432": "7-low", "75432s": "flush", "77432": "pair", "77332": "two pair or worse"}
    assert {name: kind(name) for name in known} == known


def test_letters_are_those_of_paths() -> None:
    assert [letter(a, True) for a in (Fold(), Check(), Call(), Bet(2), Raise(4))] == ["f", "x", "c", "b", "r"]


def test_ace_to_five_counts_no_straights() -> None:
    assert [kind("65432", straights) for straights in (True, False)] == ["straight", "6-low"]
    problem = draw_problem(game("a5sd"), LIMIT, counts=[(0,)], keeps=1)
    advice = advise_at(Strategy(problem, np.ones(problem.size, np.float32)), "")
    assert "straight" not in advice.own.groups()
    assert advice.own.groups()["6-low"] > 0
