"""The last round solved with own discards: the sample, what hands think of others, equilibrium, and play by name."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from standpat import bots as bot
from standpat.bots import blueprint
from standpat.bots.chance import chance
from standpat.bots.player import situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.dealer import Dealer
from standpat.engine.hand import Hand
from standpat.solver.strategy_file.opponent_range import OpponentRanges
from standpat.solver.subgame import bot as resolve_bot
from standpat.solver.subgame.last_round import LastRound
from standpat.solver.subgame.last_round_heads_up import heads_up_line
from standpat.solver.subgame.last_round_player import LastRoundPlayer
from standpat.solver.subgame.seen_cards import APART, Features
from two_draws import STAKES, TWO_DRAWS, arrivals

pytestmark = pytest.mark.extended


def contexts(file: StrategyFile, many: int) -> list[int]:
    return [LastRoundPlayer(file).player.place(now).context for now in arrivals(file, many)]  # type: ignore[union-attr]


def test_the_path_of_a_context_leads_to_it(file: StrategyFile) -> None:
    beliefs = OpponentRanges(file)
    for now in arrivals(file, 8):
        arrived = beliefs.arrived(now)
        path = beliefs.path(arrived.context)
        along = beliefs.along(now.seat if now.seen[0].button == 0 else 1 - now.seat, path)  # type: ignore[union-attr]
        assert (along.context, along.paid) == (arrived.context, arrived.paid)
        assert along.reach == pytest.approx(arrived.reach)


def test_the_sample_comes_as_the_range_says(file: StrategyFile) -> None:
    """The range of the class game lets discards come back, so they agree nearly."""
    for context in contexts(file, 3):
        beliefs = OpponentRanges(file)
        line = LastRound(heads_up_line(beliefs, context), types=1, iterations=0)
        for seat in (0, 1):
            some = line.sample(seat, 20_000, 7)
            assert (np.diff(some.hands) >= 0).all()
            assert (some.seen >= beliefs.ranks[some.hands]).all()
            assert len(set(some.seen.sum(axis=1).tolist())) == 1  # all have thrown as many cards
            for rank, held in enumerate(some.seen[:200].T):
                assert [(int(cards) >> 4 * rank & 15).bit_count() for cards in some.cards[:200]] == held.tolist()
            reach = beliefs.along(1 - seat, beliefs.path(context)).reach
            strength = np.cumsum(reach) / reach.sum()
            assert strength[some.hands].mean() == pytest.approx((reach * strength).sum() / reach.sum(), abs=0.03)


def test_features_say_how_often_hands_have_no_common_card(file: StrategyFile) -> None:
    (context,) = contexts(file, 1)
    line = LastRound(heads_up_line(OpponentRanges(file), context), types=1, iterations=0)
    first, second = line.sample(0, 600, 1), line.sample(1, 700, 2)
    exact = APART[first.seen[:, None], second.seen].prod(axis=2)
    real = (first.cards[:, None] & second.cards) == 0
    assert exact.mean() == pytest.approx(real.mean(), abs=0.01)
    features = Features(first.seen, second.seen)
    nearly = features.of(0, first.seen) @ features.of(1, second.seen).T
    assert nearly.mean() == pytest.approx(exact.mean(), rel=0.03)
    assert ((nearly - exact) ** 2).mean() < 0.3 * exact.var()


def test_features_of_one_rank_at_a_time_are_exact() -> None:
    """With two numbers of cards in each seat and one rank that matters, two terms are all there are."""
    first, second = np.zeros((4, 3), np.int64), np.zeros((4, 3), np.int64)
    first[:, 1], second[:, 1] = (0, 1, 0, 1), (0, 2, 2, 0)
    features = Features(first, second)
    nearly = features.of(0, first) @ features.of(1, second).T
    assert nearly == pytest.approx(APART[first[:, None, 1], second[:, 1]], abs=1e-5)
    assert APART[1, 2] == 0.5
    assert APART[2, 3] == 0


def test_play_is_a_function_of_line_hand_and_discards(file: StrategyFile) -> None:
    (context,) = contexts(file, 1)
    one, two = (LastRound(heads_up_line(OpponentRanges(file), context), types=500, iterations=10) for _ in range(2))
    some = one.sample(0, 50, 3)
    play = one.policy(0, some.hands, some.seen)
    assert np.array_equal(play, two.policy(0, some.hands, some.seen))
    back = one.policy(0, some.hands[::-1], some.seen[::-1])[:, :, ::-1]
    assert np.array_equal(back, play)
    alone = np.stack([one.policy(0, some.hands[i : i + 1], some.seen[i : i + 1])[:, :, 0] for i in range(5)], axis=2)
    assert np.array_equal(alone, play[:, :, :5])
    both = one.policies((some.hands, some.seen), (some.hands, some.seen))
    assert np.array_equal(both[0], play)
    assert np.array_equal(both[1], one.policy(1, some.hands, some.seen))
    for n, node in enumerate(one.ends.nodes):
        if node.letters and node.seat == 0:
            assert play[n].sum(axis=0) == pytest.approx(1, abs=1e-5)


def test_the_player_acts_legally_against_any_opponent(file: StrategyFile) -> None:
    player, random = LastRoundPlayer(file, types=200, iterations=5), Random(2)
    solved = 0
    for deal in range(160):
        hand = Hand(TWO_DRAWS, STAKES, [1000, 1000] if deal % 5 else [1000, 9], deal % 2, Dealer(deal))
        while hand.to_act is not None:
            now = situation(hand, random)
            if now.seat != deal // 2 % 2:
                hand.apply(chance(now))
                continue
            policy = player.policy(now)
            assert sum(policy.values()) == pytest.approx(1)
            assert min(policy.values()) > 0
            solved += player._place(now) is not None
            if player._place(now) is None:
                assert policy == player.player.policy(now)
            hand.apply(player(now))
    assert solved > 5


def test_it_is_a_player_by_name(file: StrategyFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDPAT_STRATEGIES", str(Path(file.source).parent))
    assert "resolve" in bot.players()
    assert bot.player("blueprint", resolve=True) is bot.player("resolve")
    for now in arrivals(file, 1):
        policy = bot.policy("resolve")(now)
        assert policy == LastRoundPlayer(file).policy(now) != bot.policy("blueprint")(now)
        assert bot.player("resolve")(now) in policy
    six = Hand(TWO_DRAWS, STAKES, [1000] * 6, 0, Dealer(1))
    now = situation(six, Random(1))
    assert bot.policy("resolve")(now) == bot.policy("blueprint")(now)
    with pytest.raises(ValueError, match="'rule' has nothing to solve again: with resolve=True use 'blueprint'"):
        bot.player("rule", resolve=True)


def test_missing_packages_and_files_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blueprint, "strategy_files", dict)
    assert "resolve" not in bot.players()
    with pytest.raises(ValueError, match="'resolve' cannot play: it needs a strategy file: make one with"):
        bot.player("blueprint", resolve=True)
    monkeypatch.setattr(resolve_bot, "_compiler", lambda: False)
    with pytest.raises(ValueError, match=r"it needs numpy and numba: pip install standpat"):
        bot.policy("resolve")


def test_ghosts_that_must_win_more_come_less(file: StrategyFile) -> None:
    """With a margin that nobody can win, the solution is that without ghosts, nearly; with none it is another one."""
    apart = np.zeros(2)
    for context in contexts(file, 3):
        line = heads_up_line(OpponentRanges(file), context)
        options = {"types": 2000, "iterations": 30}
        alone, some = LastRound(line, **options, doubt=0.0), LastRound(line, types=1).sample(0, 300, 3)
        for k, margin in enumerate((0.0, 100.0)):
            other = LastRound(line, **options, margin=margin)
            apart[k] += np.abs(other.policy(0, some.hands, some.seen) - alone.policy(0, some.hands, some.seen)).mean()
    assert apart[1] < 0.3 * apart[0]
