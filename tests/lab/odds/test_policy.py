"""Drawing policies: the cards that each keeps, and its value."""

import numpy as np
import pytest

from standpat.cards.card import RANKS
from standpat.cards.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN, RANKINGS
from standpat.engine.games import game
from standpat.lab.odds import becomes, matchup
from standpat.lab.odds.policy import PAT, policy

GAME = game("27td")


def kept(text: str, hand: str, left: int = 1, id: str = "27td") -> str:
    """The ranks that a policy keeps."""
    played = game(id)
    mask = int(policy(text, played, 3).keep[left, RANKINGS[played.ranking](hand)])
    return "pat" if mask == PAT else "".join([RANKS[r] for r in range(13) if mask >> r & 1])


@pytest.mark.parametrize(
    ("hand", "keep"),
    [
        ("2c3d4h7sKc", "2347"),
        ("2c3d4h8sKc", "2348"),  # rough, and not broken
        ("6c7d8hJsKc", "678"),
        ("2c3d3h7s7c", "237"),
        ("9cTdJhQsKc", ""),
        ("2c3d4h7s8c", "pat"),
        ("2c3d4h7s9c", "2347"),
        ("4c5d6h7s8c", "4567"),  # a straight: no four make an eight more often than others, so the lowest
        ("2c3c4c7c8c", "2347"),  # a flush
        ("3c4d5h6s7c", "4567"),
        ("2cAdKhQsJc", "2"),
    ],
)
def test_never_breaking(hand: str, keep: str) -> None:
    for left in (1, 2, 3):
        got = kept("keep:8", hand, left)
        if hand in ("4c5d6h7s8c", "2c3c4c7c8c", "3c4d5h6s7c"):
            assert len(got) == 4
            assert set(got) < set(hand)
        else:
            assert got == keep


def test_never_breaking_with_aces_low() -> None:
    assert set(kept("keep:8", "Ac3d8hKsKc", id="a5td")) == set("A38")
    assert kept("keep:6", "Ac2d3h4s6c", id="a5td") == "pat"
    assert set(kept("keep:6", "Ac2d3h4s7c", id="a5td")) == set("A234")


def test_four_of_a_straight_are_those_with_most_outs() -> None:
    """2-3-4-5-6: a seven makes a 7-low with 2345 and 2346, but a straight with 3456.

    The four cards with the most outs are kept.
    """
    outs = {}
    for four in ("2345", "2346", "2356", "2456", "3456"):
        cards = "".join([rank + suit for rank, suit in zip(four, "cdhs", strict=True)])
        outs[four] = becomes(f"{cards}/Kc", draws=1).chance("8")
    assert outs[kept("keep:8", "2c3d4h5s6c")] == max(outs.values())


def test_a_threshold_for_each_draw() -> None:
    for left, hand, pat in ((3, "Tc8d7h4s2c", True), (2, "Tc8d7h4s2c", False), (1, "9c8d7h4s2c", False)):
        assert (kept("pat:T/9/8", hand, left) == "pat") == pat


def test_making_a_low_is_made_most_often_by_its_policy() -> None:
    for hand in ("2c3d4h8sKc", "3c4d5h6sKc", "2c7d8hTsJc", "2c2d3h8s8c"):
        chances = {way: becomes(hand, draws=2, policy=way).chance("8") for way in ("make:8", "best", "keep:8", "pat:7")}
        assert max(chances.values()) <= chances["make:8"] + 0.004  # its model has no dead cards


def test_best_against_a_range() -> None:
    """Against pat sevens it breaks a hand that it keeps against draws."""
    hand = "9c8d7h4s2c"
    pats, draws = policy_of("optimal:pat:7", hand), policy_of("optimal:d3:8", hand)
    assert pats != "pat"
    assert draws == "pat"
    shares = [matchup([hand, "pat:7"], draws=1, policies=[way, "best"]).sides[0].equity for way in ("best", "optimal")]
    stated = matchup([hand, "pat:7"], draws=1, policies=["optimal:pat:7", "best"]).sides[0].equity
    assert shares[1] >= shares[0]
    assert stated == shares[1]


def policy_of(text: str, hand: str) -> str:
    from standpat.lab.odds.matchup import setup

    way = setup([hand], 1, GAME, text, "", 0).ways[0]
    mask = int(way.keep[1, DEUCE_TO_SEVEN(hand)])
    return "pat" if mask == PAT else str(mask)


def test_every_hand_has_an_answer() -> None:
    for text in ("best", "pat:9", "make:8", "keep:8"):
        for id, ranking in (("27td", DEUCE_TO_SEVEN), ("a5td", ACE_TO_FIVE)):
            keep = policy(text, game(id), 3).keep
            sizes = np.bitwise_count(np.where(keep == PAT, 0, keep))
            assert keep.shape == (4, ranking.count + 1)
            assert sizes[1:, 1:].max() <= 4


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("best:8", "not a drawing policy"),
        ("keep:", "not a drawing policy"),
        ("keep:pair", "wants a low"),
        ("optimal:", "is not a range"),
        ("optimal:nuts", "is not a range"),
        ("hold:8", "one to four cards"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        becomes("2c3d4h7sKc", draws=1, policy=text)
