"""The walk with the hand that was dealt: what the last draw is worth, and that it learns."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from standpat.bots.nolimit_draws_spot import BUCKETS
from standpat.bots.nolimit_hand import CHOICES, JAM, PASS
from standpat.cards.card import parse
from standpat.engine.games import game
from standpat.solver.kernels.deck import DECK, evaluate
from standpat.solver.nolimit import buckets, deal_kernel, match_kernel, rules
from standpat.solver.nolimit.cfr_kernel import DEPTH, Space
from standpat.solver.nolimit.deal_kernel import BIG, draw_cards
from standpat.solver.nolimit.ends_kernel import Opponent
from standpat.solver.nolimit.hands import cards_of, setting_of
from standpat.solver.nolimit.match import Arena, Table, Won
from standpat.solver.nolimit.sampled_kernel import DealtSpace, become_of, traverse
from standpat.solver.nolimit.strategy import policy_of, strategy_of
from standpat.solver.nolimit.training import NolimitTraining, sizes_of

pytestmark = pytest.mark.extended

GAME = game("27td-nl")
SPACE = 40_000_000


def all_in_at_the_last_draw(button: str, other: str) -> tuple[Any, Any, Any]:
    """Two players all-in for five big blinds who have stood pat twice; the big blind has stood pat again."""
    cards, setting = cards_of(GAME), setting_of([5, 5])
    hands, decks = np.zeros(DEPTH, deal_kernel.HAND), np.zeros(1, DECK)
    order = [*parse(other), *parse(button)]
    decks[0]["first"] = [*order, *[card for card in range(52) if card not in order]]
    hand = hands[0]
    deal_kernel.deal(hand, decks[0], cards, setting)
    deal_kernel.bet(hand, JAM, 5 * BIG)
    deal_kernel.bet(hand, PASS, 0)
    for _ in range(5):
        draw_cards(hand, decks[0], cards, 0)
    assert (hand["street"], hand["drawing"], hand["to_act"]) == (2, 1, 1)
    return hands, decks[0], setting


@pytest.mark.parametrize("button", ["7c5d4h3s2c", "Kc7d5h3s2c", "8c8h4h3s2c", "QcJdTh3s2c"])
def test_the_last_draw_is_worth_the_mean_over_what_it_brings(button: str, tmp_path: Path) -> None:
    """Nobody can bet any more, so a number of cards wins as often as the draw does, by the class of the hand."""
    training = NolimitTraining(GAME, tmp_path, deals=1, space=SPACE)
    book, mind = training.book[0], training.mind
    book["coarse_deals"] = 0
    hands, deck, setting = all_in_at_the_last_draw(button, "9c8d7h5s2d")
    cards, hand = training.cards, hands[0].copy()
    expected = {}
    for thrown in range(buckets.COUNTS):
        of = [become_of(hand, 1, thrown, b, cards) for b in range(BUCKETS)]
        if sum(of) > 0:
            assert sum(of) == pytest.approx(1, abs=1e-3)
            nine = int(cards["bucket"][3, hand["value"][0]])
            part = float(cards["better"][hand["value"][0]])
            expected[thrown] = 10 * (sum(of[:nine]) + part * of[nine]) - 5
    room = np.zeros((3, DEPTH + 1, CHOICES))
    space = DealtSpace(hands, room, np.zeros(DEPTH + 1), np.zeros((DEPTH + 1, 4), np.int64))
    end = Space(
        np.zeros(DEPTH, deal_kernel.HAND),
        np.zeros((2, DEPTH, CHOICES, buckets.BEFORE), np.float32),
        np.zeros((DEPTH + 3, buckets.BEFORE), np.float32),
        np.zeros((DEPTH, CHOICES)),
        np.zeros((DEPTH, 4), np.int64),
    )
    nobody = Opponent(training.book, mind, *training._no_ends)
    known = (training._plan, book, mind, nobody, 0, sizes_of(GAME), cards, deck, setting)
    for _ in range(40):  # choices that are not taken are tried now and then
        hands[0] = hand
        value = traverse(space, 1, -1, 1.0, *known, np.zeros(CHOICES), end)
        for thrown in range(buckets.COUNTS):
            if room[2, 0, thrown]:
                assert room[1, 0, thrown] == pytest.approx(expected[thrown], abs=1e-3)
    assert value == pytest.approx(max(room[1, 0, t] for t in expected if room[0, 0, t] > 0.5), abs=1e-3)


def test_the_mean_is_that_of_real_draws() -> None:
    """A hand that draws one to a seven low, dealt many times, beats the other as often as its class does, nearly."""
    cards, random = cards_of(GAME), Random(5)
    hands, deck, _ = all_in_at_the_last_draw("Kc7d5h3s2c", "9c8d7h5s2d")
    hand, won, many = hands[0].copy(), 0, 4_000
    nine = int(cards["bucket"][3, hand["value"][0]])
    of = [become_of(hand, 1, 1, b, cards) for b in range(BUCKETS)]
    rest = [card for card in range(52) if card not in hand["cards"][:2].ravel()]
    for _ in range(many):
        again = hand.copy()
        again["cards"][1] = [*[card for card in hand["cards"][1] if card >> 2 != 11], random.choice(rest)]
        evaluate(again, cards, 1)
        won += again["value"][1] < again["value"][0]
    assert sum(of[:nine]) + of[nine] / 2 == pytest.approx(won / many, abs=0.06)
    assert 0.3 < won / many < 0.7
    assert deck["mixed"] == 0


def test_a_training_learns_to_beat_those_who_play_anything(tmp_path: Path) -> None:
    """Four hundred thousand deals of two, twenty big blinds deep, against who calls with anything."""
    training = NolimitTraining(GAME, tmp_path, deals=20_000, space=SPACE, seats=[2])
    training.book["coarse_deals"] = 20_000
    table = Table(2, 20)
    training._plan = table.plan(20_000)

    def lost() -> Won:
        arena = Arena(GAME, policy_of(strategy_of(training.book, training.mind, 0)))
        return arena.habit("calls down", table, 10_000)

    training.iterate()
    early = lost()
    for _ in range(19):
        training.iterate()
    late = lost()
    assert late.bb + late.within < -40 < 0 < early.bb - early.within


@pytest.mark.parametrize("id", ["27td-nl", "27td-pl"])
def test_a_scripted_opponent_bets_where_all_in_is_no_choice(id: str) -> None:
    """They checked and called where the strategy has no all-in among its choices."""
    record = game(id)
    hands, decks, setting = np.zeros(1, deal_kernel.HAND), np.zeros(1, DECK), setting_of([200, 200])
    decks[0]["first"] = range(52)
    deal_kernel.deal(hands[0], decks[0], cards_of(record), setting)
    assert not rules.choices(hands[0]) >> JAM & 1
    match_kernel.wager(hands[0], 99.0)
    assert hands[0]["price"] == (200 if id == "27td-nl" else 3) * BIG
