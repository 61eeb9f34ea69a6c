"""Match-ups: known figures, enumeration against a count by hand, random deals against enumeration, reshuffles."""

import time
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from standpat.cards.card import DECK, parse
from standpat.cards.ranking import deuce_to_seven
from standpat.lab.odds import discards, matchup, matrix, sample
from standpat.lab.odds.sample import Dealt


def test_three_cards_against_two() -> None:
    """The case that such tools are timed with; `ps-eval` takes 3.6 s."""
    matchup(["2c3d", "5s6d8c"], draws=1)
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        found = matchup(["2c3d", "5s6d8c"], draws=1)
        taken.append(time.perf_counter() - start)
    assert (found.exact, found.showdowns) == (True, 15_339_390)
    assert found.won == (7_598_551, 7_740_596)
    assert found.tied == (243, 243)
    assert min(taken) < 0.072


# A pat hand against a draw of one with a king thrown: known shares, three digits, of 42 unseen cards.
LAST_DRAW = [
    ("8s6c4d3h2s", "2c3d4h7s", 0.833),
    ("9h8s5c4d2h", "2c3d4h7s", 0.690),
    ("Tc5h4d3h2d", "2c3d4h7s", 0.643),
    ("Jc5c4d3s2s", "2c3d7h8s", 0.571),
]


@pytest.mark.parametrize(("pat", "draw", "share"), LAST_DRAW)
def test_pat_hands_on_the_last_draw(pat: str, draw: str, share: float) -> None:
    found = matchup([pat, draw], draws=1, policies=["pat:A", "best"], dead="Kc")
    assert found.exact
    assert found.sides[0].equity == pytest.approx(share, abs=0.0006)


def test_three_players_counted_by_hand() -> None:
    hands = [parse("2c3d4h7s"), parse("2d3h4c8s"), parse("5c6d7h8d")]
    unseen = [card for card in DECK if all(card not in hand for hand in hands)]
    won, shared = [0] * 3, [0] * 3
    for one in unseen:
        for two in unseen:
            for three in unseen:
                if len({one, two, three}) < 3:
                    continue
                new = (one, two, three)
                values = [deuce_to_seven((*hand, card)) for hand, card in zip(hands, new, strict=True)]
                best = [k for k in range(3) if values[k] == min(values)]
                for k in best:
                    (won if len(best) == 1 else shared)[k] += 1
    found = matchup(["2c3d4h7s", "2d3h4c8s", "5c6d7h8d"], draws=1)
    assert found.exact
    assert found.won == tuple(won)
    assert found.tied == tuple(shared)
    assert sum(side.fraction or 0 for side in found.sides) == 1


def test_ranges_counted_by_hand() -> None:
    """Weights, and hands that share a card with the opponent's."""
    found = matchup(["pat:7", "7c6c4d3h2s, 8c7d5h4s3c@1/2"], draws=0)
    assert found.exact
    mine = [set(h) for h in _hands(4)]
    better = ties = total = 0.0
    for other, weight in ((parse("7c6c4d3h2s"), 1.0), (parse("8c7d5h4s3c"), 0.5)):
        for hand in mine:
            if hand & set(other):
                continue
            total += weight
            gap = deuce_to_seven(tuple(hand)) - deuce_to_seven(other)
            better += weight * (gap < 0)
            ties += weight * (gap == 0)
    assert found.sides[0].win == pytest.approx(better / total)
    assert found.sides[0].tie == pytest.approx(ties / total)


def _hands(worst: int) -> list[tuple[int, ...]]:
    low = [card for card in DECK if card < 24]
    return [hand for hand in combinations(low, 5) if deuce_to_seven(hand) <= worst]


@pytest.mark.parametrize("house", ["online", "wsop"])
def test_random_deals_agree_with_enumeration(house: str) -> None:
    from standpat import game

    hands, played = ["2c3d4h7sKc", "2d3h4s8cKd"], game("27td", house=house)
    exact = matchup(hands, game=played)
    measured = matchup(hands, game=played, exact=False, samples=300_000)
    assert exact.exact
    assert not measured.exact
    assert abs(exact.sides[0].equity - measured.sides[0].equity) < 0.004
    assert measured.reshuffled == 0


def test_ranges_sampled_agree_with_enumeration() -> None:
    exact = matchup(["pat:8", "2c3d4h7sKc"], draws=1)
    measured = matchup(["pat:8", "2c3d4h7sKc"], draws=1, exact=False, samples=200_000)
    assert exact.exact
    assert abs(exact.sides[0].equity - measured.sides[0].equity) < 0.005


def test_the_deck_runs_out() -> None:
    hands = ["2c3d", "2d3h", "2h3s", "2s3c", "4c5d", "4d5c"]
    found = matchup(hands, samples=20_000)
    assert not found.exact
    assert found.reshuffled > 0.2
    assert sum(side.equity for side in found.sides) == pytest.approx(1)
    with pytest.raises(ValueError, match="cannot be enumerated"):
        matchup(hands, exact=True)


@pytest.mark.slow
def test_many_players_on_one_range() -> None:
    found = matchup(["d2:8"] * 6, samples=3_000)
    for side in found.sides:
        assert 0.12 < side.equity < 0.21


def test_deals_that_depend_on_each_other_are_worth_less() -> None:
    """A made-up chain: a batch whose deals are all won or all lost counts as one deal."""
    shares = np.array([1000.0, 1000.0])
    dealt = Dealt(2000, shares, shares, shares, 0 * shares, 0, True, np.array([1000.0, 1000.0]), 20)
    widths = [high - low for low, high in dealt.intervals()]
    dealt.chain = False
    assert widths[0] / (dealt.intervals()[0][1] - dealt.intervals()[0][0]) == pytest.approx(100**0.5, rel=0.1)


def test_long_enumeration_in_parts_and_on_threads() -> None:
    told: list[tuple[int, int]] = []
    hands = ["2c3d4h7sKc", "2d3h4s8cKd"]
    one = matchup(hands, draws=2, progress=lambda done, of: told.append((done, of)))
    assert one.exact
    assert len(told) > 3
    assert told[-1][0] == told[-1][1]
    assert one == matchup(hands, draws=2, threads=2)


@pytest.mark.parametrize("precision", [None, 0.008])
def test_threads_deal_the_same(precision: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "PIECE", 4_000)
    hands = ["d1:8", "pat:9..T", "random"]
    one, two = [matchup(hands, samples=40_000, precision=precision, threads=n) for n in (1, 2)]
    assert one == two
    assert (one.showdowns < 40_000) == (precision is not None)


def test_threads_deal_the_same_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "PIECE", 500)
    assert matchup(["d2:8"] * 6, samples=2_000) == matchup(["d2:8"] * 6, samples=2_000, threads=2)


def test_an_optimal_policy_is_no_worse() -> None:
    shares = [
        matchup(["Jc8d7h6s3c", "2c3d4h7sKc"], draws=1, policies=[way, "best"]).sides[0].equity
        for way in ("optimal", "pat:A", "pat:T")
    ]
    assert shares[0] >= max(shares[1:]) - 1e-12


def test_precision_ends_early_and_progress_is_reported() -> None:
    told: list[tuple[int, int]] = []
    found = matchup(["d1:8", "d2:7"], precision=0.01, progress=lambda done, of: told.append((done, of)))
    assert found.showdowns < 1_000_000
    assert told[-1] == (found.showdowns, 1_000_000)
    assert found.sides[0].high - found.sides[0].low <= 0.02


def test_same_seed_same_result() -> None:
    first = matchup(["d1:8", "d2:7"], samples=20_000, seed=3)
    assert first == matchup(["d1:8", "d2:7"], samples=20_000, seed=3)
    assert first != matchup(["d1:8", "d2:7"], samples=20_000, seed=4)


def test_matrix() -> None:
    told: list[tuple[int, int]] = []
    found = matrix(["2c3d4h7s", "2d3h4s8c", "2c5d6h8h"], draws=1, progress=lambda done, of: told.append((done, of)))
    assert found.shares[0][1] + found.shares[1][0] == pytest.approx(1)
    assert found.shares[0][2] != found.shares[0][2]  # both hold the deuce of clubs
    assert found.exact
    assert (found.low, found.half_width) == (found.low, 0)
    assert found.to_dict()["shares"][0][2] is None
    assert told[-1] == (3000, 3000)
    measured = matrix(["d1:8", "d2:7"], samples=5000, threads=2)
    assert not measured.exact
    assert measured.low[0][1] < measured.shares[0][1] < measured.high[0][1]
    assert measured.half_width == pytest.approx((measured.high[0][1] - measured.low[0][1]) / 2)
    with pytest.raises(ValueError, match="no two of these hands can meet: 2c comes twice"):
        matrix(["2c3d4h7s", "2c3d4h8s"])
    with pytest.raises(ValueError, match="two or more"):
        matrix(["2c3d4h7s"])


def test_discards() -> None:
    best = discards("2c3d4h7s9c", made="8", draws=1)
    assert len(best) == 32
    assert (best[0].throw, best[0].exact) == ("9c", True)
    (all_five,) = [odds for odds in best if not odds.keep]
    assert (all_five.exact, len(all_five.throw)) == (True, 10)
    against = discards("Jc7d4h3s2c", against="2d3h4s8cKd", draws=1)
    assert against[0].throw == ""
    assert against[0].worth > 0.5


@pytest.mark.slow
def test_discards_for_two_draws() -> None:
    """One card twice: 12 of 47 cards make it, then 12 of 46."""
    best = discards("2c3d4h8s9c", made="8", draws=2)[0]
    assert (best.throw, best.exact, best.fraction) == ("9c", True, 1 - Fraction(35, 47) * Fraction(34, 46))


@pytest.mark.parametrize(
    ("hands", "options", "reason"),
    [
        (["2c3d"], {}, "two to six"),
        (["2c3d", "2c4d"], {}, "2c comes twice"),
        (["2c3d", "pat:7"], {"dead": "7c7d7h7s"}, "holds no hand without"),
        (["2c3d", "4c5d"], {"policies": ["best"]}, "1 policies for 2"),
        (["2c3d", "4c5d"], {"policies": "optimal"}, "state all but one"),
        (["2c3d", "4c5d"], {"folded": 5}, "expected 0..4"),
    ],
)
def test_refused(hands: list[str], options: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        matchup(hands, **options)  # type: ignore[arg-type]
