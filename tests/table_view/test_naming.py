"""The names of hands (R2.5), in both rankings and both languages."""

from itertools import combinations
from typing import Any

import pytest

import standpat
from standpat.cards.card import parse, text
from standpat.cards.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN, RANKINGS
from standpat.engine.games import game
from standpat.language import language, languages
from standpat.table_view.naming import describe, drawing_to, low_first, natural_draw, short

DEUCE = [
    ("7c5d4h3s2c", "seven-low: 7-5-4-3-2, the wheel, number one", "the wheel"),
    ("2c6d4h3s7c", "seven-low: 7-6-4-3-2, number two", "7-6 low"),
    ("7c6d5h3s2c", "seven-low: 7-6-5-3-2, number three", "7-6 low"),
    ("7c6d5h4s2c", "seven-low: 7-6-5-4-2, number four", "7-6 low"),
    ("8c5d4h3s2c", "eight-low: 8-5-4-3-2, nut eight", "8-5 low"),
    ("8c6d4h3s2c", "eight-low: 8-6-4-3-2, eight-six", "8-6 low"),
    ("9c5d4h3s2c", "nine-low: 9-5-4-3-2, nut nine", "9-5 low"),
    ("9c7d5h4s2c", "nine-low: 9-7-5-4-2, nine-seven", "9-7 low"),
    ("Tc9d5h4s2c", "ten-low: T-9-5-4-2, ten-nine", "T-9 low"),
    ("As5d4h3s2c", "ace-low: A-5-4-3-2, nut ace", "A-5 low"),
    ("AsKdQhJs9c", "ace-low: A-K-Q-J-9, ace-king", "A-K low"),
    ("3c3d6h4s2c", "pair of threes: 3-3-6-4-2", "pair of threes"),
    ("2c2dKhKs9c", "two pair, kings and deuces: K-K-2-2-9", "two pair, kings and deuces"),
    ("4c4d4h7s2c", "three fours: 4-4-4-7-2", "three fours"),
    ("6c5d4h3s2c", "straight: 6-5-4-3-2", "straight"),
    ("7c5c4c3c2c", "flush: 7-5-4-3-2", "flush"),
    ("3c3d3hKsKd", "full house: 3-3-3-K-K", "full house"),
    ("3c3d3h3sKd", "four threes: 3-3-3-3-K", "four threes"),
    ("AsKsQsJsTs", "straight flush: A-K-Q-J-T", "straight flush"),
]
ACE = [
    ("5c4d3h2sAc", "five-low: 5-4-3-2-A, the wheel, number one", "the wheel"),
    ("5c4c3c2cAc", "five-low: 5-4-3-2-A, the wheel, number one", "the wheel"),
    ("6c4d3h2sAc", "six-low: 6-4-3-2-A, number two, nut six", "6-4 low"),
    ("6c5d3h2sAc", "six-low: 6-5-3-2-A, number three", "6-5 low"),
    ("6c5d4h3s2c", "six-low: 6-5-4-3-2, six-five", "6-5 low"),
    ("7c5d4h3s2c", "seven-low: 7-5-4-3-2, seven-five", "7-5 low"),
    ("8c4d3h2sAc", "eight-low: 8-4-3-2-A, nut eight", "8-4 low"),
    ("KcQdJhTs9c", "king-low: K-Q-J-T-9, king-queen", "K-Q low"),
    ("AcAd9h7s2c", "pair of aces: A-A-9-7-2", "pair of aces"),
    ("KcKdAhAs5c", "two pair, kings and aces: K-K-A-A-5", "two pair, kings and aces"),
    ("3c3d2h2sKc", "two pair, threes and deuces: 3-3-2-2-K", "two pair, threes and deuces"),
]
NORWEGIAN = [
    ("7c5d4h3s2c", "27td", "sju-lav: 7-5-4-3-2, wheel, nummer én"),
    ("8c5d4h3s2c", "27td", "åtte-lav: 8-5-4-3-2, nut-åtter"),
    ("9c7d5h4s2c", "27td", "ni-lav: 9-7-5-4-2, ni-sju"),
    ("3c3d6h4s2c", "27td", "par i treere: 3-3-6-4-2"),
    ("4c4d4h7s2c", "27td", "tress i firere: 4-4-4-7-2"),
    ("3c3d3hKsKd", "27sd", "fullt hus: 3-3-3-K-K"),
    ("As5d4h3s2c", "27sd", "ess-lav: A-5-4-3-2, nut-ess"),
    ("6c4d3h2sAc", "a5td", "seks-lav: 6-4-3-2-A, nummer to, nut-sekser"),
    ("KcKdAhAs5c", "a5td", "to par, konger og ess: K-K-A-A-5"),
]


@pytest.mark.parametrize(("cards", "full", "brief"), DEUCE)
def test_deuce_to_seven(cards: str, full: str, brief: str) -> None:
    assert describe(cards) == full
    assert short(cards) == brief


@pytest.mark.parametrize(("cards", "full", "brief"), ACE)
def test_ace_to_five(cards: str, full: str, brief: str) -> None:
    assert describe(cards, "ace-to-five") == full
    assert short(cards, "a5td") == brief


@pytest.mark.parametrize(("cards", "id", "full"), NORWEGIAN)
def test_norwegian(cards: str, id: str, full: str) -> None:
    assert describe(cards, id, "nb") == full


def test_a_ranking_may_be_named_in_four_ways() -> None:
    names = {describe("7c5d4h3s2c", way) for way in (ACE_TO_FIVE, "ace-to-five", "a5td", game("a5td", house="wsop"))}
    assert names == {"seven-low: 7-5-4-3-2, seven-five"}


def test_cards_in_any_form() -> None:
    assert describe(parse("7c5d4h3s2c")) == describe(["7c", "5d", "4h", "3s", "2c"]) == describe("7c 5d 4h 3s 2c")
    assert standpat.describe is describe


@pytest.mark.parametrize("ranking", list(RANKINGS.values()))
def test_one_nut_in_each_class_from_the_second_on(ranking: Any) -> None:
    nuts: dict[str, tuple[int, str]] = {}
    best: dict[str, tuple[int, str]] = {}
    for ranks in combinations("23456789TJQKA", 5):
        hand = "".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True))
        value = ranking(hand)
        if ranking.category(value) != "no-pair":
            continue
        name = describe(hand, ranking)
        kind = name.split(":")[0]
        best[kind] = min(best.get(kind, (value, hand)), (value, hand))
        if "nut " in name:
            assert kind not in nuts, "a second nut"
            nuts[kind] = (value, hand)
    first = min(best.values())
    assert nuts == {kind: at for kind, at in best.items() if at != first}


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("ranking", list(RANKINGS))
def test_every_class_has_a_name_in_every_language(code: str, ranking: str) -> None:
    for cards, _, _ in DEUCE + ACE:
        assert "{" not in describe(cards, ranking, code) + short(cards, ranking, language(code))


@pytest.mark.parametrize(
    ("cards", "ranking", "words"),
    [
        ("7c5d4h3s", "27td", "five cards"),
        ("7c7c4h3s2c", "27td", "7c comes twice"),
        ("7x5d4h3s2c", "27td", "7x"),
        ("7c5d4h3s2c", "badugi", "unknown ranking or game"),
        ("7c5d4h3s2c", None, "unknown ranking or game"),
    ],
)
def test_wrong_input(cards: str, ranking: Any, words: str) -> None:
    for name in (describe, short):
        with pytest.raises(ValueError, match=words):
            name(cards, ranking)


def test_wrong_language() -> None:
    with pytest.raises(ValueError, match="unknown language"):
        describe("7c5d4h3s2c", language="xx")


def test_drawing_to() -> None:
    assert drawing_to("2c 7d 4h") == "drawing to 7-4-2"
    assert drawing_to("2c Ad 4h", "a5td") == "drawing to 4-2-A"
    assert drawing_to("2c Ad 4h", "27td") == "drawing to A-4-2"
    assert drawing_to("7d5c4c2h", language="nb") == "trekker til 7-5-4-2"
    assert drawing_to(()) == "drawing five"


def test_low_first() -> None:
    assert text(low_first(parse("KsAc2d7h2c"))) == "2c2d7hKsAc"
    assert text(low_first(parse("KsAc2d7h2c"), "a5td")) == "Ac2c2d7hKs"


@pytest.mark.parametrize(
    ("cards", "ranking", "kept"),
    [
        ("2c4d7sJhKs", DEUCE_TO_SEVEN, "2c4d7s"),
        ("2c2d7s7hKs", DEUCE_TO_SEVEN, "2c7h"),
        ("2c3d4s5h6s", DEUCE_TO_SEVEN, "2c3d4s5h"),
        ("2c3c4c5c7c", DEUCE_TO_SEVEN, "2c3c4c5c"),
        ("2c3d4s5h7c", DEUCE_TO_SEVEN, "2c3d4s5h7c"),
        ("2c3d4s5hAc", DEUCE_TO_SEVEN, "2c3d4s5h"),
        ("2c3d4s5hAc", ACE_TO_FIVE, "Ac2c3d4s5h"),
        ("9cTdJsQhKc", DEUCE_TO_SEVEN, ""),
    ],
)
def test_natural_draw(cards: str, ranking: Any, kept: str) -> None:
    assert text(natural_draw(cards, ranking)) == kept
