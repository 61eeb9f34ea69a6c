"""Actions: the cards of a discard, and the words for actions and choices."""

import pytest

from standpat.cards.card import UNKNOWN
from standpat.engine.action import (
    NOTHING,
    Bet,
    Bounds,
    Call,
    Check,
    Discard,
    Fold,
    IllegalAction,
    Legal,
    Muck,
    Raise,
    Show,
    options,
    said,
)


@pytest.mark.parametrize(
    "cards", ["2cTdAs", "2c Td, As", ["2c", "Td", "As"], ("2c", "Td", "As"), [0, 33, 51], (0, "Td", 51)]
)
def test_r6_7_a_discard_takes_text_and_ints_and_keeps_ints(cards: object) -> None:
    assert Discard(cards).cards == (0, 33, 51)  # type: ignore[arg-type]


def test_r6_1_standing_pat_is_a_discard_of_nothing() -> None:
    assert Discard().cards == Discard("").cards == ()


def test_an_unknown_card_can_be_thrown() -> None:
    assert Discard((UNKNOWN,)).cards == (UNKNOWN,)


@pytest.mark.parametrize("cards", [(53,), (-1,), (0, 53), "1c", ("2c", "xx"), (2.0,), 7])
def test_r6_7_what_is_no_card_is_refused(cards: object) -> None:
    with pytest.raises(IllegalAction, match=r"^discard: .* is not a "):
        Discard(cards)  # type: ignore[arg-type]


def test_a_discard_is_shown_in_text() -> None:
    assert repr(Discard((0, 33))) == "Discard('2c Td')"
    assert repr(Discard()) == "Discard('')"


@pytest.mark.parametrize(
    ("legal", "words"),
    [
        (NOTHING, ""),
        (Legal(fold=True, call=10, raise_=Bounds(20, 20)), "fold, call 10, raise to 20"),
        (Legal(check=True, bet=Bounds(10, 395)), "check, bet to 10..395"),
        (Legal(fold=True, call=0), "fold, call 0"),
        (Legal(showdown="muck"), "show, muck"),
    ],
)
def test_r5_1_the_choice_in_words(legal: Legal, words: str) -> None:
    assert options(legal) == words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Fold(), "fold"),
        (Check(), "check"),
        (Call(), "call"),
        (Bet(10), "bet to 10"),
        (Raise(35), "raise to 35"),
        (Discard("2c"), "discard"),
        (Show(), "show"),
        (Muck(), "muck"),
        ("fold", "do 'fold'"),
        (None, "do None"),
    ],
)
def test_what_somebody_tried_in_words(action: object, words: str) -> None:
    assert said(action) == words
