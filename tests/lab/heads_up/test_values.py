"""Values by backward induction agree with a walk through the whole game, and average play with what was watched."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from made_up_play import made_up_play
from standpat.bots.player import Situation
from standpat.engine.action import Action, Bet, Call, Check, Discard
from standpat.engine.games import game
from standpat.lab.heads_up.average_play import AveragePlay, load, shapes, size_class
from standpat.lab.heads_up.hand_states import COUNTS, FINAL, states_of
from standpat.lab.heads_up.play_files import FOLDER, play_of
from standpat.lab.heads_up.rounds import End, round_of
from standpat.lab.heads_up.values import Values, values_of
from standpat.lab.heads_up.watching import watched

RECORD = game("27sd-fl")


@pytest.fixture(scope="module")
def values() -> Values:
    return values_of(RECORD, made_up_play(RECORD, 1), made_up_play(RECORD, 2))


def last_round(values: Values, last: int, drew: tuple[int, int], paid: int, hands: tuple[int, int]) -> float:
    """The value of the last round, by a walk through it."""
    size = size_class(1, 1, paid)

    def at(number: int) -> float:
        node = round_of(False)[number]
        own = values.plays[node.seat].bets[1][last, drew[0], drew[1], size, number, hands[node.seat]]
        worth = 0.0
        for chance, after in zip(own, node.after, strict=True):
            if isinstance(after, int):
                worth += chance * at(after)
            elif isinstance(after, End) and after.folded is None:
                worth += chance * (paid + 2 * after.put[0]) * np.sign(hands[1] - hands[0])
            elif isinstance(after, End):
                lost = paid + 2 * after.put[after.folded or 0]
                worth += chance * (lost if after.folded else -lost)
        return worth

    return at(0)


@pytest.mark.parametrize("paid", [1, 2, 3, 4])
def test_the_last_round(values: Values, paid: int) -> None:
    random = np.random.default_rng(paid)
    for _ in range(5):
        last, *drew = random.integers(0, (3, COUNTS, COUNTS)).tolist()
        hands = tuple(random.integers(0, FINAL, 2).tolist())
        found = values.starts[1][last, drew[0], drew[1], paid, hands[0], hands[1]]
        assert found == pytest.approx(last_round(values, last, (drew[0], drew[1]), paid, hands), abs=1e-5)


def test_the_deal(values: Values) -> None:
    """The first round and the draw, by a walk through them."""
    states = states_of(RECORD)
    first, second = 11, 40

    def drawing(last: int, paid: int) -> float:
        worth = 0.0
        for theirs in range(COUNTS):
            p = values.plays[1].draws[0][1, last, 0, 0, second, theirs]
            for own in range(COUNTS):
                q = values.plays[0].draws[0][0, last, 0, theirs, first, own]
                after = values.starts[1][last, own, theirs, paid].astype(float)
                worth += p * q * float(states.moves[1][own, first] @ after @ states.moves[1][theirs, second])
        return worth

    def at(number: int) -> float:
        node = round_of(True)[number]
        own = values.plays[node.seat].bets[0][0, 0, 0, 0, number, (first, second)[node.seat]]
        worth = 0.0
        for chance, after in zip(own, node.after, strict=True):
            if isinstance(after, int):
                worth += chance * at(after)
            elif isinstance(after, End) and after.folded is None:
                worth += chance * drawing(after.last, int(after.put[0]))
            elif isinstance(after, End):
                lost = after.put[after.folded or 0]
                worth += chance * (lost if after.folded else -lost)
        return worth

    assert values.root[first, second] == pytest.approx(at(0), abs=1e-5)


def test_values_of_three_draws_go_on_from_street_to_street() -> None:
    """A player who folds to everything and never bets loses what was paid; against each other nothing is bet."""
    record = game("27td")
    bets, draws = shapes(3)
    passive = []
    for street, shape in enumerate(bets):
        table = np.zeros(shape)
        table[..., 1] = 1
        assert all([node.after[1] is not None for node in round_of(not street)])
        passive.append(table)
    pat = [np.zeros(shape) for shape in draws]
    for table in pat:
        table[..., 0] = 1
    play = AveragePlay(tuple(passive), tuple(pat))
    values = values_of(record, play, play)
    assert np.abs(values.root).max() == pytest.approx(1, abs=1e-5)  # one small bet each, all the way
    assert values.root == pytest.approx(-values.root.T, abs=1e-5)
    assert np.abs(values.starts[2][0, 0, 0, 5]).max() == pytest.approx(5, abs=1e-4)


def simple(situation: Situation) -> Mapping[Action, float]:
    """Draws two cards, calls, and bets three quarters of the time where it may."""
    legal = situation.legal
    if legal.draw is not None:
        return {Discard(situation.cards[:2]): 1.0}
    passive: Action = Check() if legal.check else Call()
    if legal.bet is not None:
        return {Bet(legal.bet.max_to): 0.75, passive: 0.25}
    return {passive: 1.0}


def test_what_was_watched_is_what_was_played(tmp_path: Path) -> None:
    play = watched(simple, RECORD, 400)
    root = play.bets[1][0, 2, 2, 0]  # limped and checked, two cards each
    bet, call = root[0].mean(axis=0), root[6].mean(axis=0)
    assert bet[2] == pytest.approx(0.75, abs=0.05)
    assert bet[0] == 0
    assert call[1] > 0.95
    assert play.draws[0][1, 0, 0, 0].mean(axis=0)[2] > 0.8
    size = play.save(tmp_path / "27sd-fl-simple.play", RECORD)
    assert size < 100_000
    again = load(tmp_path / "27sd-fl-simple.play", RECORD)
    for one, other in zip((*play.bets, *play.draws), (*again.bets, *again.draws), strict=True):
        assert np.abs(one - other).max() < 0.01
    with pytest.raises(ValueError, match="is of 27sd-fl, not of a5sd"):
        load(tmp_path / "27sd-fl-simple.play", game("a5sd"))


def test_the_files_of_the_package() -> None:
    """They can be read, and the blueprint's value of the button is near the solved one (docs/solver.md: +0.0715)."""
    assert {path.name for path in FOLDER.glob("*.play")} == {
        f"{id}-{bot}.play" for id in ("27td", "a5td", "27sd-fl", "a5sd") for bot in ("blueprint", "rule")
    }
    play = play_of(RECORD, "blueprint")
    assert play is not None
    values = values_of(RECORD, play, play)
    deal = np.bincount(values.states.state[1], states_of(RECORD).mass[1], len(values.root))
    assert deal @ values.root @ deal == pytest.approx(0.0715, abs=0.01)
    assert play_of(RECORD, "caller") is None
