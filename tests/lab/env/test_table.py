"""The tables under the environments: actions, what a place sees, and what it must not see."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import IllegalAction, Stakes, game
from standpat.lab.env.table import Tables

GAMES = ("27td", "27sd", "27td-pl")


def seen(tables: Tables) -> dict[str, NDArray[Any]]:
    return {name: values.copy() for name, values in tables.observation().items()}


def random_numbers(tables: Tables, random: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for each table. Folds are rare, so that hands reach the end."""
    mask = tables.observation()["action_mask"]
    chance = random.random(mask.shape) * mask
    chance[:, 0] *= 0.2
    numbers: NDArray[np.int64] = chance.argmax(axis=1)
    return numbers


def begin(tables: Tables, decks: NDArray[np.int64]) -> None:
    """Deal once, then deal again from these decks."""
    tables.deal(np.arange(len(tables)))
    tables.hands.deal(np.arange(len(tables)), decks=decks)
    tables.show()


@pytest.mark.parametrize("house", ["online", "wsop"])
@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_unseen_cards_change_nothing_seen(id: str, seats: int, house: str) -> None:
    """Two tables deal the same cards to one place and other cards to the rest, and get the same actions.

    At each of its decisions that place sees the same at both tables, up to the showdown or to a reshuffle, which may
    give it other cards.
    """
    record, count, random = game(id, house=house), 40, np.random.default_rng(7)
    first, second = Tables(record, seats=seats, count=count), Tables(record, seats=seats, count=count)
    decks = np.array([random.permutation(52) for _ in range(count)])
    viewer = random.integers(seats, size=count)
    # The viewer's cards in the first table's hand are known from playing it; the script of numbers stays the same.
    begin(first, decks)
    script, got = [], [set(first.hands.state["cards"][row, viewer[row]].tolist()) for row in range(count)]
    while not first.over.all():
        numbers = random_numbers(first, random)
        script.append(numbers)
        first.step(numbers)
        for row in range(count):
            got[row] |= set(first.hands.state["cards"][row, viewer[row]].tolist())
    others = decks.copy()
    for row in range(count):
        free = np.flatnonzero([card not in got[row] for card in decks[row].tolist()])
        others[row, free] = decks[row, random.permutation(free)]
    begin(first, decks)
    begin(second, others)
    compared = 0
    for numbers in script:
        mine = ~first.over & (first.hands.state["to_act"] == viewer) & (first.hands.state["reshuffles"] == 0)
        one, two = seen(first), seen(second)
        hidden = first.hands.state["cards"][:, :seats] != second.hands.state["cards"][:, :seats]
        for row in np.flatnonzero(mine).tolist():
            assert hidden[row].any()
            for name, values in one.items():
                assert np.array_equal(values[row], two[name][row]), name
            compared += 1
        first.step(numbers)
        second.step(numbers)
    assert compared > count


def test_unseen_cards_change_nothing_seen_after_a_reshuffle() -> None:
    """All cards that the viewer neither has nor had change places, in the hands, the stub and the muck."""
    tables, random = Tables("27td", seats=6, count=60), np.random.default_rng(4)
    tables.deal(np.arange(60))
    compared = 0
    while not tables.over.all():
        state = tables.hands.state
        for row in np.flatnonzero((state["reshuffles"] > 0) & ~tables.over).tolist():
            place = int(state["to_act"][row])
            before, kept = tables.look(row, place), state[row].copy()
            own = {*before["cards"].tolist(), *before["discards"].ravel().tolist()}
            free = [card for card in range(52) if card not in own]
            swap = np.arange(52)
            swap[free] = random.permutation(free)
            state["cards"][row] = swap[state["cards"][row]]
            state["stub"][row] = swap[state["stub"][row]]
            for name in ("folded", "burned", "earlier"):
                cards = [card for card in range(52) if int(kept[name]) >> card & 1]
                state[name][row] = sum([1 << int(swap[card]) for card in cards])
            assert not np.array_equal(state["cards"][row], kept["cards"])
            for name, values in tables.look(row, place).items():
                assert np.array_equal(values, before[name]), name
            state[row] = kept
            compared += 1
        tables.step(random_numbers(tables, random))
    assert compared > 100


def test_every_place_may_look_and_sees_its_own() -> None:
    tables, random = Tables("27td", seats=3, count=20), np.random.default_rng(1)
    tables.deal(np.arange(20))
    thrown: dict[tuple[int, int, int], list[int]] = {}
    for _ in range(12):
        state = tables.hands.state
        numbers = random_numbers(tables, random)
        for row in np.flatnonzero((state["drawing"] == 1) & ~tables.over).tolist():
            place, mask = int(state["to_act"][row]), int(numbers[row]) - 3
            cards = state["cards"][row, place].tolist()
            key = (row, place, int(state["street"][row]) - 1)
            thrown[key] = [card for k, card in enumerate(cards) if mask >> k & 1]
        tables.step(numbers)
    assert thrown
    for (row, place, draw), cards in thrown.items():
        view = tables.look(row, place)
        assert view["place"] == place
        assert view["cards"].tolist() == tables.hands.state["cards"][row, place].tolist()
        assert view["discards"][draw].tolist() == cards + [-1] * (5 - len(cards))
        assert view["drawn"][place, draw] == len(cards)
        if tables.hands.state["to_act"][row] != place:
            assert not view["action_mask"].any()
            assert view["call"] == view["min_to"] == view["max_to"] == 0


def test_shown_hands_are_seen_at_the_end_only() -> None:
    tables, random = Tables(game("27td", house="arena"), count=50), np.random.default_rng(2)
    tables.deal(np.arange(50))
    showdowns = 0
    while not tables.over.all():
        assert (tables.observation()["shown"][~tables.over] == -1).all()
        tables.step(random_numbers(tables, random))
    for row, view in enumerate(tables.observation()["shown"]):
        if tables.observation()["live"][row].all():
            showdowns += 1
            assert np.array_equal(view, tables.hands.state["cards"][row, :2])
        else:
            assert (view == -1).all()
    assert showdowns > 10


def test_history_and_chips() -> None:
    tables = Tables("27td", Stakes(5, 10), count=1)
    tables.deal(np.array([0]))
    for number in (2, 1, 3 + 0b11, 3, 1, 2, 1):  # the button raises and stands pat, the big blind calls and draws two
        tables.step([number])
    view = tables.look(0, 0)
    assert view["history"][:8].tolist() == [
        [1, 0, 3, 20],
        [0, 0, 2, 10],
        [0, 1, 4, 2],
        [1, 1, 4, 0],
        [0, 1, 2, 0],
        [1, 1, 3, 10],
        [0, 1, 2, 10],
        [-1, -1, -1, -1],
    ]
    assert [int(view[name]) for name in ("street", "drawing", "pot")] == [2, 1, 60]
    assert view["stacks"].tolist() == [970, 970]
    assert view["bets"].tolist() == [0, 0]
    assert view["drawn"].tolist() == [[2, -1, -1], [0, -1, -1]]


def test_a_long_history_forgets_its_beginning() -> None:
    tables = Tables(game("27td", cap=None), stacks=2000, count=1)
    tables.deal(np.array([0]))
    for _ in range(70):
        tables.step([2])
    history = tables.observation()["history"][0]
    assert history[:, 3].tolist() == [2 * (k + 2) for k in range(6, 70)]


@pytest.mark.parametrize("id", ["27td", "27sd", "27td-pl"])
def test_the_menu(id: str) -> None:
    """All actions in the mask are legal and different; all others are refused."""
    tables, random = Tables(id, seats=3, stacks=[40, 90, 300], count=200), np.random.default_rng(3)
    tables.deal(np.arange(200))
    first = tables.actions - 32
    sizes = set()
    while not tables.over.all():
        view = tables.observation()
        mask, state = view["action_mask"], tables.hands.state
        assert (mask.any(axis=1) == ~tables.over).all()
        assert (mask[:, first:].any(axis=1) == (state["drawing"] == 1) & ~tables.over).all()
        assert (mask[:, 0] == (state["call"] > 0)).all()
        assert (mask[:, 2] == (state["max_to"] > 0)).all()
        if first > 3:
            assert (mask[:, 5] == (state["max_to"] > state["min_to"])).all()
        numbers = random_numbers(tables, random)
        before = state.copy()
        wrong = numbers.copy()
        row = int(np.flatnonzero(~tables.over)[0])
        wrong[row] = np.flatnonzero(mask[row] == 0)[0]
        with pytest.raises(IllegalAction, match=f"table {row}: action {wrong[row]} may not be taken: expected one of"):
            tables.step(wrong)
        assert np.array_equal(state, before)
        sizes |= set(numbers[~tables.over & (before["drawing"] == 0)].tolist())
        tables.step(numbers)
    # In pot limit the pot is the maximum.
    assert sizes == set(range(first)) - ({4} if id == "27td-pl" else set())


def test_sizes_of_the_menu() -> None:
    tables = Tables("27sd", Stakes(5, 10), count=1)
    totals = []
    for number in (2, 3, 4, 5):
        tables.deal(np.array([0]))
        tables.step([1])  # the button completes: 20 in the pot
        mask = tables.observation()["action_mask"][0, :6]
        if mask[number]:
            tables.step([number])
            totals.append(int(tables.observation()["history"][0, 1, 3]))
        else:
            totals.append(0)
    assert totals == [20, 0, 30, 1000]  # half the pot would be 20 as well


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": 0}, "0 tables: expected 1 or more"),
        ({"stacks": [100, 0]}, "expected whole chips from 1"),
        ({"stacks": [100, 100, 100]}, "one number or 2"),
        ({"stacks": 99.5}, "expected whole chips from 1"),
    ],
)
def test_bad_tables(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Tables("27td", **options)


def test_bad_actions() -> None:
    tables = Tables("27td", count=2)
    tables.deal(np.arange(2))
    with pytest.raises(ValueError, match=r"expected integers of shape \(2,\)"):
        tables.step([1.0, 1.0])
    with pytest.raises(ValueError, match=r"expected integers of shape \(2,\)"):
        tables.step([1])
