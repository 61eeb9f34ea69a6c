"""Deals that are averaged over their last cards: exact where nothing else is left to chance, and right on average."""

from typing import Any

import numpy as np
import pytest

from standpat import game
from standpat.lab.odds import matchup
from standpat.lab.odds.control import Control
from standpat.lab.odds.matchup import setup
from standpat.lab.odds.sample import Dealt, Sampler

SIX = ["2c3d4h7sKc", "2d3h4s8cKd", "5c6d7h8d", "2h5d7c", "2s3c6h9cQd", "4c4d6s8hJs"]


def sampler(hands: list[str], draws: int | None = None, policies: str | list[str] = "best", **options: Any) -> Sampler:
    played = game("27td", house=options.get("house", "online"))
    question = setup(hands, draws, played, policies, options.get("dead", ""), 0)
    return question.sampler(5)


# Here only the last cards of two players are left to chance.
LAST_CARDS: list[tuple[list[str], dict[str, Any]]] = [
    (["2c3d4h7s", "2d3h4c8s"], {}),
    (["2c3c4c7c", "2d3h4s8s"], {}),  # a flush is possible
    (["2d3h4s8s", "2c3c4c7c"], {}),
    (["2c3c4c7c", "2d3d4d8d"], {}),
    (["2c3d4h7s", "8s6c4d3h2d"], {"policies": "pat:9"}),  # one draws
    (["9s6c4d3h2d/", "2c3c4c7c/Jd"], {}),
    (["2c3d4h8s", "2d3h4s8c", "8d7c6h5s2h/"], {}),  # ties with the third, who stands pat
    (["9d7c6h5s2h/", "2c3d4h7s", "3c4d5h8s"], {}),
    (["2c3d4h7s", "2d3h4c8s"], {"house": "wsop"}),
    (["2c3d4h7s", "2d3h4c8s"], {"dead": "2h2s7c7d7hKcKdKhKs"}),
]


@pytest.mark.parametrize(("hands", "options"), LAST_CARDS)
def test_last_cards_are_averaged_exactly(hands: list[str], options: dict[str, Any]) -> None:
    dealt = sampler(hands, 1, **options).deal(0, 4)
    options = {"policies": "best", **options}
    house = options.pop("house", "online")
    exact = matchup(hands, draws=1, game=game("27td", house=house), **options)
    assert exact.exact
    for p, side in enumerate(exact.sides):
        assert dealt.shares[p] / 4 == pytest.approx(side.equity, abs=1e-12)
        assert dealt.squares[p] / 4 == pytest.approx(side.equity**2, abs=1e-12)
        assert dealt.won[p] / 4 == pytest.approx(side.win, abs=1e-12)
        assert dealt.tied[p] / 4 == pytest.approx(side.tie, abs=1e-12)


# Exact values by enumeration; intervals of many repeated runs.
KNOWN: list[tuple[list[str], int, str | list[str], str]] = [
    (["2c3d4h7sKc", "2d3h4s8cKd"], 3, "best", "online"),
    (["2c3d4h7sKc", "2d3h4s8cKd"], 2, ["pat:8", "make:7"], "wsop"),
    (["2c3d4h", "9s7d5h4s2d"], 1, "best", "online"),
    (["pat:8", "2c3d4h7sKc"], 1, "best", "online"),
    (["2c3d4h7s", "2d3h4c8s", "5c6d7h8d"], 1, "best", "online"),
]


@pytest.mark.parametrize(
    ("hands", "draws", "policies", "house"),
    [pytest.param(*case, marks=() if case[1] == 1 and len(case[0]) == 2 else pytest.mark.slow) for case in KNOWN],
)
def test_intervals_hold_the_truth_19_times_in_20(
    hands: list[str], draws: int, policies: str | list[str], house: str
) -> None:
    """The mean of the squared errors, in standard errors, is 1. Intervals 20% too narrow would make it 1.56."""
    exact = matchup(hands, draws=draws, policies=policies, game=game("27td", house=house), exact=True)
    dealing = sampler(hands, draws, policies, house=house)
    runs, deals = 300, 10_000
    for p in range(len(hands)):
        truth = exact.sides[p].equity
        held, squares = 0, 0.0
        for run in range(runs):
            dealt = dealing.deal(run * deals, deals)
            low, high = dealt.intervals()[p]
            held += low <= truth <= high
            squares += ((dealt.shares[p] / deals - truth) / ((high - low) / 2 / 1.96)) ** 2 / runs
        assert 0.8 < squares < 1.25
        assert 0.925 < held / runs < 0.98


def test_deals_that_run_out_are_right_on_average() -> None:
    """Five hands draw three times. In some deals the deck runs out, the others are averaged."""
    dealing = sampler(["2c3d", "2d3h", "2h3s", "2s3c", "4c5d"])
    assert not dealing._mostly_runs_out
    _agree(dealing, 100_000, 0.1)


def test_where_nearly_all_deals_run_out_all_are_played_to_the_end() -> None:
    dealing = sampler(SIX, policies=["pat:8", "make:7", "pat:7", "best", "make:7", "pat:7"])
    assert dealing._mostly_runs_out
    dealt, played = dealing.deal(100, 500), dealing.play(100, 500)
    alone = [(played.winners == 1 << p).sum() for p in range(6)]
    assert dealt.won.tolist() == pytest.approx(alone)
    assert dealt.reshuffled == played.reshuffled.sum()
    assert dealt.shares.sum() == pytest.approx(500)


FEW_CARDS = "5c5d5h5s6c6d6h6s7c7d7h7s9c9d9h9sTcTdThTs"
"""Dead cards, so that it depends on the cards that come whether two players use up the deck."""


@pytest.mark.parametrize("hands", [["2c", "d3:8"], ["d3:8", "d3:8"]])
def test_two_players_use_up_the_deck(hands: list[str]) -> None:
    _agree(sampler(hands, policies="make:7", dead=FEW_CARDS, house="wsop"), 250_000, 0.1)


@pytest.mark.parametrize(
    ("hands", "options"),
    [
        (["2c", "d3:8"], {"policies": "make:7", "dead": FEW_CARDS, "house": "wsop"}),
        (["d1:8", "d2:7"], {}),
        (SIX[:2], {}),
    ],
)
def test_what_is_added_is_nothing_on_average(hands: list[str], options: dict[str, Any]) -> None:
    """The same deals with the estimate and without, also where the deck runs out in some of them."""
    dealing, bare = sampler(hands, **options), sampler(hands, **options)
    bare._control = Control(np.zeros((2, 0, 0), np.float32), np.zeros((2, 1, 1), np.int16))
    added = [(dealing.deal(k, 50_000).shares - bare.deal(k, 50_000).shares)[0] for k in range(0, 600_000, 50_000)]
    assert abs(np.mean(added)) < 4 * np.std(added) / len(added) ** 0.5
    assert np.std(added) > 0


def _agree(dealing: Sampler, deals: int, reshuffled: float) -> None:
    """Averaged deals against other deals that are played to the end."""
    averaged, played = dealing.deal(0, deals), dealing.play(deals, deals)
    assert reshuffled < averaged.reshuffled / deals < 1 - reshuffled
    assert averaged.reshuffled == pytest.approx(played.reshuffled.sum(), rel=0.05)
    for p in range(played.values.shape[1]):
        won = (played.winners == 1 << p).mean()
        tied = ((played.winners >> p & 1) == 1).mean() - won
        error = (won * (1 - won) / deals) ** 0.5
        assert abs(averaged.won[p] / deals - won) < 4.5 * error
        assert abs(averaged.tied[p] / deals - tied) < 0.001 + 4.5 * (tied / deals) ** 0.5


def test_less_is_left_to_chance() -> None:
    """The variance of a deal's result, against that of a win or loss."""
    for hands, least in ((["d1:8", "pat:9-7"], 4.3), (["d1:8", "d2:7"], 11.4), (["d1:8", "pat:9-7", "random"], 1.3)):
        dealt = sampler(hands).deal(0, 20_000)
        mean = dealt.shares / dealt.deals
        assert (mean * (1 - mean) / (dealt.squares / dealt.deals - mean**2)).min() > least


def test_shares_add_up() -> None:
    for hands in (["d1:8", "d2:7"], ["d1:8", "pat:9-7", "random"], SIX):
        dealt = sampler(hands).deal(0, 2_000)
        assert dealt.shares.sum() == pytest.approx(2_000)


def test_deals_do_not_depend_on_the_pieces() -> None:
    dealing = sampler(["2c3d", "2d3h", "2h3s", "2s3c", "4c5d", "4d5c"])
    whole = dealing.deal(0, 300)
    parts = dealing.deal(0, 100)
    parts.add(dealing.deal(100, 200))
    for name in ("shares", "squares", "won", "tied"):
        assert np.allclose(getattr(whole, name), getattr(parts, name), rtol=1e-12)
    assert (whole.deals, whole.reshuffled) == (parts.deals, parts.reshuffled)
    assert whole.reshuffled > 50


def test_few_equal_results_prove_little() -> None:
    same = np.full(2, 0.5)
    dealt = Dealt(4, 4 * same, 4 * same**2, 4 * same, 0 * same, 0, False, same, 4)
    (low, high), _ = dealt.intervals()
    assert low < 0.3
    assert high > 0.7
