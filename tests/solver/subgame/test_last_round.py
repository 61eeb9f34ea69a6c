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
from standpat.solver.kernels.seen_cards_round import weigh
from standpat.solver.strategy_file.opponent_range import WAYS, OpponentRanges
from standpat.solver.subgame import bot as resolve_bot
from standpat.solver.subgame.last_round import LastRound
from standpat.solver.subgame.last_round_loss import LastRounds, loss_of_blueprint, loss_of_solution, mean_play
from standpat.solver.subgame.last_round_player import LastRoundPlayer
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
        line = LastRound(OpponentRanges(file), context, types=1, iterations=0)
        for seat in (0, 1):
            hands, seen = line.sample(seat, 20_000, 7)
            assert (np.diff(hands) >= 0).all()
            assert (seen >= line.beliefs.ranks[hands]).all()
            assert len(set(seen.sum(axis=1).tolist())) == 1  # all have thrown as many cards
            strength = np.cumsum(line.reach[seat])
            assert strength[hands].mean() == pytest.approx((line.reach[seat] * strength).sum(), abs=0.03)


def test_a_hand_weighs_others_by_the_cards_it_has_held(file: StrategyFile) -> None:
    beliefs = OpponentRanges(file)
    reach = beliefs.classes.chance
    stretch = (np.arange(len(reach)) * 3 // len(reach)).astype(np.int64)
    hands = np.array([10, 3000], np.int64)
    seen = beliefs.ranks[hands].copy()
    seen[1, 0] += 1
    alive, wins = np.zeros((3, 2), np.float32), np.zeros((3, 2), np.float32)
    weigh(hands, seen, reach, stretch, beliefs.cells, WAYS, alive, wins)
    for t in (0, 1):
        left = np.prod([(WAYS[4 - m] / WAYS[4])[beliefs.ranks[:, r]] for r, m in enumerate(seen[t])], axis=0)
        sign = np.sign(np.arange(len(reach)) - hands[t])
        for b in range(3):
            some = stretch == b
            assert alive[b, t] == pytest.approx((reach * left)[some].sum() / reach[some].sum(), rel=1e-4)
            assert wins[b, t] == pytest.approx(
                (reach * left * sign)[some].sum() / reach[some].sum(), rel=1e-3, abs=1e-5
            )


def test_play_is_a_function_of_line_hand_and_discards(file: StrategyFile) -> None:
    (context,) = contexts(file, 1)
    one, two = (LastRound(OpponentRanges(file), context, types=500, iterations=10) for _ in range(2))
    hands, seen = one.sample(0, 50, 3)
    play = one.policy(0, hands, seen)
    assert np.array_equal(play, two.policy(0, hands, seen))
    alone = np.stack([one.policy(0, hands[i : i + 1], seen[i : i + 1])[:, :, 0] for i in range(5)], axis=2)
    assert alone == pytest.approx(play[:, :, :5], abs=1e-3)
    for n, node in enumerate(one.ends.nodes):
        if node.letters and node.seat == 0:
            assert play[n].sum(axis=0) == pytest.approx(1, abs=1e-5)


@pytest.mark.slow
def test_perfect_play_wins_less_from_the_solution_than_from_the_blueprint(file: StrategyFile) -> None:
    came = LastRounds(file, 20_000, 5)
    before = after = 0.0
    for context, hands, seen in came.drawn(4, 1):
        before += loss_of_blueprint(came.beliefs, context, hands, seen).believed
        after += loss_of_solution(came.beliefs, context, hands, seen, types=3000, iterations=40).believed
    assert 0 <= after < 0.5 * before


def test_the_mean_play_of_a_class_is_a_policy(file: StrategyFile) -> None:
    (context,) = contexts(file, 1)
    line = LastRound(OpponentRanges(file), context, types=500, iterations=10)
    plays = mean_play(line, 1000)
    for n, node in enumerate(line.ends.nodes):
        if node.letters:
            assert plays[n].sum(axis=0) == pytest.approx(1, abs=1e-4)


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
