"""The kernel plays as `Hand` does; `Hands`; random play."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import numpy as np
import pytest
from msgspec import structs

from kernel_check import Report, check
from standpat import Hand, IllegalAction, Stakes, game
from standpat.engine import games
from standpat.lab.dealer import KernelDealer
from standpat.lab.kernel.hands import Hands
from standpat.lab.kernel.play import Habit
from standpat.lab.kernel.state import FOLD, NOBODY, PASS, rules


def test_equal_to_hand() -> None:
    report = Report()
    for seed in range(8):
        report.add(check(seed, 500))
    assert report.differences == []
    assert report.games == set(games.ids())
    # Every kind of case occurred.
    assert report.reshuffles > 500
    assert report.side_pots > 500
    assert report.split_pots > 100
    assert 1000 < report.showdowns < report.hands


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_million_hands_equal_to_hand(first_seed: int) -> None:
    report = Report()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        for part in pool.map(partial(check, hands=1000), range(first_seed + 1000, first_seed + 2000), chunksize=10):
            report.add(part)
    print(
        f"\n{report.hands:,} hands, {report.decisions:,} decisions, {report.reshuffles:,} reshuffles, "
        f"{report.showdowns:,} showdowns, {report.side_pots:,} side pots, "
        f"{report.split_pots:,} split ones, {len(report.games)} games, "
        f"{len(report.houses)} houses: {len(report.differences)} differences"
    )
    assert report.hands == 1_000_000
    assert report.differences == []


LIMIT = ("27td", Stakes.limit(20))


def test_one_hand_by_steps() -> None:
    """Heads-up, place 1 is the button. It has the small blind, acts first before the draw and last after it (R3.3)."""
    deck = list(range(52))
    hands = Hands(LIMIT, [[100, 200]], [7], decks=[deck])
    state = hands.state
    assert state["cards"][0, :2].tolist() == [deck[:5], deck[5:10]]
    assert (state["to_act"][0], state["call"][0], state["min_to"][0], state["max_to"][0]) == (1, 10, 40, 40)
    hands.step([40])
    hands.step([PASS])
    assert (state["drawing"][0], state["to_act"][0], state["street"][0]) == (1, 0, 1)
    hands.step([0b10001])
    assert state["cards"][0, 0].tolist() == [1, 2, 3, 10, 11]  # the kept ones first
    hands.step([0])
    assert (state["drawing"][0], state["to_act"][0], state["call"][0]) == (0, 0, 0)
    hands.step([20])
    hands.step([FOLD])
    assert state["to_act"][0] == NOBODY
    assert hands.nets[0, :2].tolist() == [40, -40]
    assert state["drawn"][0, :2, 0].tolist() == [2, 0]
    hands.step([99])  # over: not read


def test_illegal_actions_change_nothing() -> None:
    hands = Hands(LIMIT, np.full((3, 3), 100), np.arange(3))
    before = hands.state.copy()
    for action, message in (
        (30, r"hand 1: place 2 may not do 30: expected fold \(-1\), call 20 \(0\), raise to 40..40"),
        (-2, "may not do -2"),
    ):
        with pytest.raises(IllegalAction, match=message):
            hands.step([PASS, action, PASS])
        assert np.array_equal(hands.state, before)
    for _ in range(3):
        hands.step([PASS] * 3)
    with pytest.raises(IllegalAction, match=r"hand 0: place 0 may not throw mask 32: expected 0\.\.31"):
        hands.step([32] * 3)
    with pytest.raises(IllegalAction, match="may not throw mask -1"):
        hands.step([FOLD] * 3)


@pytest.mark.parametrize(
    ("stacks", "seeds", "options", "message"),
    [
        ([[100.0, 100.0]], [1], {}, "expected integers of shape"),
        ([[100] * 7], [1], {}, r"shape \(1, 7\)"),
        ([[100, 100], [100, 0]], [1, 2], {}, r"hand 1 are \[100, 0\]: expected two or more above 0"),
        ([[0, 100, 100]], [1], {}, "then zeros"),
        ([[100, -100]], [1], {}, "above 0"),
        ([[100, 100]], [1, 2], {}, r"seeds .* expected integers of shape \(1,\)"),
        ([[100, 100]], [1], {"which": [1]}, "out of 0..0"),
        ([[100, 100]], [1], {"decks": [[0] * 52]}, "each of the cards 0..51 once"),
    ],
)
def test_wrong_arrays_are_refused(
    stacks: list[list[int]], seeds: list[int], options: dict[str, list[int]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Hands(LIMIT, stacks, seeds, **options)


def test_rows_are_dealt_anew() -> None:
    hands = Hands(LIMIT, np.full((4, 3), 100), np.arange(4))
    first = hands.state.copy()
    hands.step([FOLD] * 4)
    hands.deal([1, 9], rows=[1, 2])
    assert hands.state["to_act"].tolist() == [0, 2, 2, 0]
    assert hands.state["cards"][1].tolist() == first["cards"][1].tolist()
    assert hands.state["cards"][2].tolist() != first["cards"][2].tolist()
    with pytest.raises(ValueError, match=r"out of 0\.\.3"):
        hands.deal([1], rows=[4])


def test_a_seed_deals_what_the_dealer_deals() -> None:
    hands = Hands(LIMIT, np.full((50, 6), 100), np.arange(50))
    for seed in range(50):
        hand = Hand(game("27td"), Stakes.limit(20), [100] * 6, 5, KernelDealer(seed))
        assert hands.state["cards"][seed].tolist() == [list(hand.cards(seat)) for seat in range(6)]


def test_cards_come_evenly() -> None:
    """Chi-squared tests of the first card dealt and of a card drawn late, with 52 classes each."""
    hands = Hands(LIMIT, np.full((52_000, 2), 100), np.arange(52_000))
    for card in (hands.state["cards"][:, 0, 0], hands.state["cards"][:, 1, 4]):
        counts = np.bincount(card, minlength=52)
        assert ((counts - 1000) ** 2 / 1000).sum() < 110  # p < 10**-5


def test_simulation() -> None:
    hands = Hands([LIMIT, ("27sd", Stakes(5, 10))], np.full((6, 4), 400), np.arange(6), which=[0, 1] * 3)
    tally = hands.simulate(200, seed=3)
    assert tally.hands == 1200
    assert tally.decisions > 4 * tally.hands
    assert (tally.nets.sum(axis=1) == 0).all()
    assert np.abs(tally.nets).sum() > 0
    assert (tally.nets[:, 4:] == 0).all()
    again = hands.simulate(200, seed=3)
    assert np.array_equal(tally.nets, again.nets)
    assert not np.array_equal(tally.nets, hands.simulate(200, seed=4).nets)
    shared = hands.simulate(200, seed=3, threads=2)
    assert shared.decisions == tally.decisions
    assert np.array_equal(shared.nets, tally.nets)
    # Nobody folds, bets or discards: a hand of two has a call, the checks and the draws.
    calm = Hands(LIMIT, [[400, 400]], [1]).simulate(10, seed=1, habit=Habit(0, 0, 0, 0))
    assert calm.decisions == 10 * (2 + 3 * 4)


def test_a_record_the_kernel_cannot_play() -> None:
    record = game("27td")
    with pytest.raises(ValueError, match="the kernel plays hands of 5 cards"):
        rules(
            [
                (
                    type(record)("badugi", "Badugi", "ace-to-five", "fixed-limit", (1, 1, 2, 2), record.house, 4),
                    Stakes(1, 2),
                )
            ]
        )


def test_too_many_players_for_a_game() -> None:
    three = structs.replace(game("27td"), max_seats=3)
    with pytest.raises(ValueError, match="hand 1 has 4 players, more or fewer than its game allows"):
        Hands((three, Stakes(1, 2)), [[9, 9, 9, 0], [9, 9, 9, 9]], [1, 2])


@pytest.mark.parametrize(("stack", "raise_to"), [(50, 40), (49, 0)])
def test_small_all_ins_add_up_to_half_a_bet(stack: int, raise_to: int) -> None:
    """R5.5: bet 20, all-ins to 24 and 30.

    Each is below half a bet; together they are half a bet, so the bettor may raise.
    """
    hands = Hands(LIMIT, [[400, 44, stack, 400]], [1])
    for action in (PASS, PASS, PASS, PASS, 0, 0, 0, 0, 20, 24, stack - 20, PASS):
        hands.step([action])
    state = hands.state[0]
    assert (state["to_act"], state["call"], state["max_to"]) == (0, stack - 40, raise_to)


def test_short_blinds_count_as_full_where_the_house_says_so() -> None:
    """Before the draw alone; whatever the ante has left of the stacks (T4.6). The engine gives the same bounds."""
    stakes = Stakes(50, 100, ante=10)
    for full, chips in ((True, (30, 65, 5000, 5000)), (False, (30, 65, 5000, 5000)), (True, (5, 5000, 5000, 5000))):
        record = game("27td-pl", full_blinds=full)
        hands = Hands((record, stakes), [list(chips)], [3])
        hand = Hand(record, stakes, [chips[-1], *chips[:-1]], 0, KernelDealer(3))
        posted = min(50, max(0, chips[0] - 10)) + min(100, chips[1] - 10)
        pot = sum([min(10, chip) for chip in chips]) + posted + (150 - posted if full else 0)
        most = 100 + pot + 100
        assert hands.state["max_to"][0] == most
        assert hand.legal.raise_ == (200, most)


def test_after_an_all_in_all_hands_are_shown_where_the_house_says_so() -> None:
    """Two are all-in and see the three draws; the beaten one shows too (R7.5)."""
    shown = set()
    for seed in range(12):
        for every in (False, True):
            record = game("27td", all_ins_shown=every)
            hands = Hands((record, Stakes.limit(20)), [[40, 40]], [seed])
            for action in (40, PASS, *[0] * 6):
                hands.step([action])
            assert hands.state["to_act"][0] == NOBODY
            shown.add((every, int(hands.state["shown"][0]).bit_count()))
    assert shown == {(False, 1), (False, 2), (True, 2)}
