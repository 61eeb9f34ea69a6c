"""The ends in the compiled game are those that the bot `resolve` plays, and nearly all of them are solved."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat.bots.directories import find_no_limit
from standpat.bots.nolimit_file import NolimitFile
from standpat.bots.nolimit_hand import FOLD, PASS
from standpat.bots.player import situation
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action
from standpat.solver.nolimit import ends_kernel
from standpat.solver.nolimit.deal_kernel import BIG
from standpat.solver.nolimit.ends import Ends
from standpat.solver.nolimit.match import SOLVED, Arena, Table
from standpat.solver.nolimit.resolve import Resolving
from standpat.solver.nolimit.strategy import load, policy_of

pytestmark = pytest.mark.slow

GAME = game("27sd")


@pytest.fixture(scope="module")
def path() -> Path:
    path = find_no_limit("27sd")
    assert path is not None
    return path


@pytest.fixture(scope="module")
def arena(path: Path) -> Arena:
    """After a short match against one who calls everything."""
    arena = Arena(GAME, policy_of(load(path)), Ends(NolimitFile.load(path), space=1500))
    arena.habit("calls down", Table(2, 40), 3000)
    return arena


def test_nearly_every_end_is_solved(arena: Arena) -> None:
    assert arena.ends.part > 0.99
    assert arena.ends.ends["solved"][0] > 100
    again = arena.habit("calls down", Table(2, 40), 3000)
    assert again == arena.habit("calls down", Table(2, 40), 3000)
    plain = Arena(GAME, arena.policy)
    assert plain.habit("calls down", Table(2, 40), 3000) != again
    assert plain.ends.part == 0


def test_an_end_is_what_the_bot_plays(arena: Arena, path: Path) -> None:
    """The same line in the engine, for whatever hand the player has there."""
    bot, finer = Resolving(NolimitFile.load(path)), arena.ends.ends["finer"][0]
    known = arena.ends.entries[: int(arena.ends.ends["many"][0])]
    solved = known[known["many"] > 0]
    assert len(solved) > 30
    compared = 0
    for number, entry in enumerate(solved[:: max(1, len(solved) // 25)]):
        seats = int(entry["seats"])
        stakes = Stakes(BIG // 2, BIG)
        hand = Hand(GAME, stakes, entry["stack"][:seats].tolist(), seats - 1, Dealer(f"ends {number}"))
        for told in entry["told"][: int(entry["said"])].tolist():
            hand.apply(action_of(hand, told))
        here = situation(hand, Random(number))
        mine = finer[RANKINGS[GAME.ranking](here.cards)]
        want = {
            action_of(hand, choice if choice <= PASS else choice + 8 * to): float(chance[mine])
            for choice, to, chance in zip(entry["choice"].tolist(), entry["to"].tolist(), entry["chance"], strict=True)
            if chance[mine] > 0
        }
        assert bot.policy(here) == pytest.approx(want, abs=1e-6)
        compared += 1
    assert compared > 20
    assert solved["chance"].sum(axis=1) == pytest.approx(1, abs=1e-4)


def action_of(hand: Hand, told: int) -> Action:
    """The action of the engine."""
    assert hand.to_act is not None
    if told < 0:
        return Discard(hand.cards(hand.to_act)[: -1 - told])
    if told & 7 == FOLD:
        return Fold()
    if told & 7 == PASS:
        return Check() if hand.legal.check else Call()
    return Bet(told >> 3) if hand.legal.bet else Raise(told >> 3)


def test_without_space_the_strategy_plays(path: Path) -> None:
    table = NolimitFile.load(path)
    small = Arena(GAME, policy_of(load(path)), Ends(table, space=5))
    won = small.habit("calls down", Table(2, 40), 300)
    assert small.ends.ends["many"][0] == 5
    assert 0 < small.ends.part < SOLVED
    assert won.hands == 600
    assert len(np.unique(small.ends.entries["key"])) == 5
    assert ends_kernel.PLACES > 2 * 5
