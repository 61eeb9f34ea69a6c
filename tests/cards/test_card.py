"""R2.1: one deck of 52 cards, its text forms, and input that is not a card."""

import pytest

from standpat.cards.card import DECK, RANKS, SUITS, TEXT, UNKNOWN, card, parse, rank, suit, text, typed


def test_r2_1_text_is_rank_then_suit() -> None:
    assert RANKS == "23456789TJQKA"
    assert SUITS == "cdhs"
    assert len(DECK) == len({TEXT[c] for c in DECK}) == 52
    for c in DECK:
        assert TEXT[c] == RANKS[rank(c)] + SUITS[suit(c)]
        assert card(TEXT[c]) == c
        assert card(c) == c


def test_r2_1_deuce_of_clubs_first_ace_of_spades_last() -> None:
    assert [TEXT[c] for c in DECK[:5]] == ["2c", "2d", "2h", "2s", "3c"]
    assert TEXT[DECK[-1]] == "As"


@pytest.mark.parametrize("form", ["2cTdAs", "2c Td As", "2c,Td,As", " 2c, Td As ", ["2c", "Td", "As"], [0, 33, 51]])
def test_r2_1_parse_reads_every_form(form: str | list[str | int]) -> None:
    assert parse(form) == (0, 33, 51)


def test_r2_1_parse_keeps_order_and_repeats() -> None:
    assert parse("As2cAs") == (51, 0, 51)
    assert parse("") == ()
    assert text(parse("7s2d??")) == "7s2d??"


@pytest.mark.parametrize("bad", ["", "2", "c2", "2C", "tD", "1c", "10c", "2x", "Xs", "2c ", "🂡"])
def test_r2_1_the_error_names_a_text_that_is_no_card(bad: str) -> None:
    with pytest.raises(ValueError, match="is not a card") as caught:
        card(bad)
    assert repr(bad) in str(caught.value)


@pytest.mark.parametrize("bad", [-1, 53, 104, -52, 10**30, 1.0, None, b"2c", ("2c",)])
def test_r2_1_a_value_that_is_no_card_is_refused(bad: object) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        card(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", ["2c7", "7", "2c;3d", "10c", 5, None, [["2c"]], [None]])
def test_r2_1_parse_refuses_other_types(bad: object) -> None:
    with pytest.raises(ValueError, match="not a"):
        parse(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["10d8c7H6s5C", "TD8C7h6S5c", "td 8c 7h 6s 5c", "10D, 8c, 7H, 6s, 5c"])
def test_cards_as_a_person_types_them(form: str) -> None:
    assert parse(typed(form)) == parse("Td8c7h6s5c")


@pytest.mark.parametrize("other", ["", "1d", "100d", "pat:9-7", "d1:8", "0d", "??", "2x"])
def test_what_is_no_card_stays_as_it_was_typed(other: str) -> None:
    assert typed(other).replace("T", "10") == other


def test_r2_1_unknown_is_in_no_deck() -> None:
    assert UNKNOWN not in DECK
    assert TEXT[UNKNOWN] == "??"
