"""A hand as a tree: the same hand and the same menu of actions as at the tables; setups that are refused."""

from typing import Any

import numpy as np
import pytest
from msgspec import structs

from standpat import Stakes, game
from standpat.cards.card import parse
from standpat.lab.env.hand_tree import CHANCE, OVER, HandTree, Setup
from standpat.lab.env.table import Tables

STAKES = Stakes(1, 2)
SMALL = Setup(
    structs.replace(game("27sd-fl", cap=1), max_discards=1),
    STAKES,
    (20, 20),
    deck=parse("7h8hTsKcAc"),
    dealt=(parse("2c3c4c6c"), parse("2d3d4d6d")),
)


@pytest.mark.parametrize("house", ["online", "ultimate", "arena"])
@pytest.mark.parametrize(("id", "seats"), [("27td", 2), ("27td-nl", 2), ("27td-pl", 2), ("27sd", 4), ("27sd-fl", 5)])
def test_equal_to_the_tables(id: str, seats: int, house: str) -> None:
    record, stacks = game(id, house=house), [60 + 25 * place for place in range(seats)]
    tables, random = Tables(record, STAKES, seats=seats, stacks=stacks), np.random.default_rng(0)
    rows, first = np.array([0]), tables.actions - 32
    for _ in range(15):
        deck = random.permutation(52)
        tables.deal(rows)
        tables.hands.deal(np.array([0]), decks=deck[None])
        course, cards = HandTree(Setup(record, STAKES, tuple(stacks))), iter(deck.tolist())
        state = tables.hands.state
        while course.player != OVER:
            while course.player == CHANCE:
                course.take(next(cards))
            if course.player == OVER:
                break
            place = course.player
            assert state["to_act"][0] == place
            view = tables.look(0, place)
            assert course.cards(place) == sorted(view["cards"].tolist())
            assert course.numbers() == np.flatnonzero(view["action_mask"]).tolist()
            number = int(
                random.choice(course.numbers()[1 if random.random() < 0.8 and len(course.numbers()) > 1 else 0 :])
            )
            same = number
            if number >= first:
                thrown = {card for k, card in enumerate(course.cards(place)) if number - first >> k & 1}
                same = first + sum([1 << k for k, card in enumerate(view["cards"].tolist()) if card in thrown])
            course.take(number)
            tables.step([same])
        assert tables.over[0]
        assert course.nets() == tables.nets[0].tolist()
        assert course.numbers() == []


def test_a_copy_is_independent() -> None:
    course = HandTree(SMALL)
    for card in parse("7h8h"):
        course.take(card)
    twin = course.copy()
    before = course.information(0), course.information(1), course.numbers(), course.player
    twin.take(0)
    assert twin.player == OVER
    assert twin.nets() == [0.5, -0.5]
    assert (course.information(0), course.information(1), course.numbers(), course.player) == before


def test_information_is_what_the_place_knows() -> None:
    course = HandTree(SMALL)
    for number in (*parse("7h8h"), 1, 1, 3 + 0b10000, *parse("Ts"), 3):
        course.take(number)
    assert course.information(0) == "0:2c3c4c6c7h -7h +Ts|c c d1 d0"
    assert course.information(1) == "1:2d3d4d6d8h -|c c d1 d0"
    other = HandTree(SMALL)
    for number in (*parse("7hKc"), 1, 1, 3 + 0b10000, *parse("Ts"), 3):
        other.take(number)
    assert other.information(0) == course.information(0)
    assert other.information(1) != course.information(1)


def test_announced_draws_are_served_when_all_have_said() -> None:
    course = HandTree(Setup(game("27sd-fl", house="ultimate"), STAKES, (20, 20)))
    for number in (*parse("2c3c4c6c7c 2d3d4d6d7d"), 1, 1, 3 + 1):
        course.take(number)
    assert course.player == 1
    assert course.information(0) == "0:2c3c4c6c7c -2c|c c d1"
    course.take(3 + 2)
    for card in parse("KhQh"):
        assert course.player == CHANCE
        course.take(card)
    assert course.information(0) == "0:2c3c4c6c7c -2c +Kh|c c d1 d1"
    assert course.information(1) == "1:2d3d4d6d7d -3d +Qh|c c d1 d1"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stacks": (20, 20, 20)}, r"a deck of 52 cards may run out: 3 players can want 60 \(3 draws of up to 5\)"),
        ({"game": game("27td", house="wsop")}, "house wsop burns 1"),
        ({"deck": parse("2c2c")}, "twice"),
        ({"deck": parse("2c3c"), "dealt": (parse("2c"), ())}, "twice"),
        ({"deck": (1, 52)}, "is not one of 2c"),
        ({"dealt": (parse("2c"),)}, "up to 5 cards for each of 2 places"),
    ],
)
def test_bad_setups(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Setup(**{"game": game("27td"), "stakes": STAKES, "stacks": (20, 20), **options})


def test_numbers_that_may_not_be_taken_are_refused() -> None:
    course = HandTree(SMALL)
    for number in (0, -1, 52):
        with pytest.raises(ValueError, match=f"{number} may not be taken: expected one of "):
            course.take(number)
    assert course.player == CHANCE
    assert course.numbers() == sorted(SMALL.deck)
