"""The no-limit player that solves the end again: legal at every table, and better than an end at random."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat import bots as bot
from standpat.bots import situation
from standpat.bots.directories import WHERE, find_no_limit
from standpat.bots.nolimit import Nolimit, hand_of
from standpat.bots.nolimit_file import NolimitFile
from standpat.bots.nolimit_hand import CHOICES, FOLD, JAM, two_drew
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action
from standpat.solver.nolimit.buckets import BEFORE
from standpat.solver.nolimit.resolve import CUT, Resolving, Watch, blurred
from standpat.solver.nolimit.strategy import export, strategy_of
from standpat.solver.nolimit.training import NolimitTraining
from standpat.solver.subgame.bot import resolve, solves

pytestmark = pytest.mark.extended

GAME = game("27sd")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A strategy of a little training."""
    folder = tmp_path_factory.mktemp("trained")
    training = NolimitTraining(GAME, folder, deals=10_000, space=120_000_000)
    training.book["coarse_deals"] = 10_000
    for _ in range(3):
        training.iterate()
    path = folder / "27sd-nolimit.table"
    export(GAME, strategy_of(training.book, training.mind), path, training.reached())
    return path


@pytest.mark.slow
def test_plays_legally_at_every_table_and_solves_where_two_are_left(table: Path) -> None:
    file = NolimitFile.load(table)
    player, plain = Resolving(file), Nolimit(file)
    solved = same = 0
    for number in range(40):
        random = Random(f"resolve {number}")
        seats = random.randint(2, 7)
        stacks = [random.choice((300, 2000, 10_000)) for _ in range(seats)]
        stakes = Stakes(50, 100, random.choice((0, 10)))
        hand = Hand(GAME, stakes, stacks, 0, Dealer(f"resolve {number}"))
        while hand.to_act is not None:
            here = situation(hand, random)
            policy = player.policy(here)
            assert sum(policy.values()) == pytest.approx(1)
            followed = hand_of(here)
            if two_drew(followed):
                solved += 1
                assert min(policy.values()) >= CUT
            else:
                same += 1
                assert policy == plain.policy(here)
            odd = bot.player("random")(here)
            hand.apply(odd if random.random() < 0.5 and isinstance(odd, Call | Check | Bet | Raise) else player(here))
    assert solved > 10
    assert same > 75


def line(dealer: str, *, bet: int) -> Hand:
    """Heads-up, a limp, one card each, and a bet of the first to act."""
    hand = Hand(GAME, Stakes(50, 100), [10_000] * 2, 0, Dealer(dealer))
    hand.apply(Call())
    hand.apply(Check())
    draw_one(hand)
    hand.apply(Bet(bet))
    return hand


def draw_one(hand: Hand) -> None:
    """Everybody draws one card."""
    while hand.legal.draw is not None:
        assert hand.to_act is not None
        hand.apply(Discard(hand.cards(hand.to_act)[:1]))


def test_a_larger_bet_is_called_less() -> None:
    """Sizes that the file in the package does not know are answered as what they are."""
    path = find_no_limit("27sd")
    assert path is not None
    player = Resolving(NolimitFile.load(path))
    folds = []
    for bet in (100, 430, 5200):
        total = 0.0
        for number in range(40):
            hand = line(f"fold {number}", bet=bet)
            policy = player.policy(situation(hand, Random(0)))
            total += sum([chance for action, chance in policy.items() if not _stays(action)])
        folds.append(total / 40)
    assert folds[0] < folds[1] < folds[2]
    assert folds[0] < 0.6
    assert folds[1] < 0.95


def _stays(action: Action) -> bool:
    return isinstance(action, Call | Raise)


def test_an_all_in_after_the_draw_is_answered_by_the_solution() -> None:
    """The file answered it, by spots that all lines share, and folded far too often."""
    path = find_no_limit("27sd")
    assert path is not None
    player = Resolving(NolimitFile.load(path))
    plain, same = Nolimit(player.table), 0
    for number in range(60):
        hand = Hand(GAME, Stakes(50, 100), [4_000] * 2, 0, Dealer(f"all-in {number}"))
        hand.apply(Raise(440))
        hand.apply(Call())
        draw_one(hand)
        hand.apply(Bet(3560))
        here = situation(hand, Random(0))
        assert solves(here)
        policy = player.policy(here)
        followed = hand_of(here, watch := Watch(player))
        row = player.solution(followed, watch)
        mine = player.finer[RANKINGS[GAME.ranking](here.cards)]
        called = sum([float(chances[mine]) for (choice, _), chances in row.items() if choice != FOLD])
        assert policy.get(Call(), 0.0) == pytest.approx(called, abs=CUT)
        same += policy == plain.policy(here)
    assert same < 60


@pytest.mark.parametrize("when", ["before", "after"])
def test_who_folds_after_the_draw_leaves_the_end_to_the_file(when: str) -> None:
    """Three came to the draw: there are no ranges for what they did after it, so a round of two cannot begin there."""
    path = find_no_limit("27sd")
    assert path is not None
    player = Resolving(NolimitFile.load(path))
    hand = Hand(GAME, Stakes(50, 100), [10_000] * 3, 0, Dealer("three"))
    first = (Raise(300), Call(), Call()) if when == "after" else (Fold(), Raise(300), Call())
    for action in first:
        hand.apply(action)
    draw_one(hand)
    hand.apply(Bet(400))
    if when == "after":
        hand.apply(Fold())
    here = situation(hand, Random(0))
    assert solves(here) == (when == "before")
    assert (player.policy(here) == Nolimit(player.table).policy(here)) == (when == "after")


def test_the_bot_resolve_plays_it(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WHERE, str(table.parent))
    hand = line("bot", bet=430)
    here = situation(hand, Random(0))
    assert solves(here)
    assert resolve(here) in Resolving(NolimitFile.load(table)).policy(here)
    first = situation(Hand(GAME, Stakes(50, 100), [10_000] * 2, 0, Dealer("bot")), Random(0))
    assert not solves(first)
    resolve(first)


def test_one_choice_is_blurred_as_all_are() -> None:
    """The tree blurs all choices of a spot at once, the player the one that was made: the ranges must be the same."""
    chances = np.random.default_rng(1).dirichlet([0.3] * CHOICES, BEFORE)
    chances[:, JAM] = 0
    chances /= chances.sum(axis=1, keepdims=True)
    whole = blurred(chances, CHOICES)
    assert whole.sum(axis=1) == pytest.approx(1)
    for choice in range(CHOICES):
        assert blurred(chances[:, choice], CHOICES) == pytest.approx(whole[:, choice])
    assert np.ptp(whole[:, JAM]) == 0 < whole[0, JAM]  # a choice that nobody makes says nothing about the hand
