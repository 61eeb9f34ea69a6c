"""Exact losses in the class game, against a plain computation over all combinations of classes."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from standpat import game
from standpat.bots.multiway import multiway_files
from standpat.bots.multiway_file import MultiwayFile
from standpat.bots.multiway_spot import BUCKETS, CHOICES, COUNTS, SPOTS
from standpat.cards.ranking import RANKINGS
from standpat.solver.kernels.deck import DECK
from standpat.solver.multiway import cfr_kernel, class_game_kernel, hand_kernel
from standpat.solver.multiway.buckets import buckets_of
from standpat.solver.multiway.class_game import class_table, exact_losses, first_state
from standpat.solver.multiway.class_game_kernel import ANY, BEST, CLASSES, OWN
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.hand_kernel import FOLD, PASS, WAGER
from standpat.solver.multiway.lines import losses, weights_of_file
from standpat.solver.multiway.match import MSB
from standpat.solver.multiway.training import cards_of
from standpat.solver.strength.row import Order
from standpat.solver.strength.table import strength

pytestmark = pytest.mark.slow

GAME = game("27sd-fl")
CARDS = cards_of(GAME)
DECKS = np.zeros(1, DECK)
HELD = (3, 20, 40)
"""The classes of the small games."""


def at_random(seed: int) -> NDArray[np.void]:
    """A strategy that makes some choices never."""
    numbers = np.random.default_rng(seed)
    policy = np.zeros(1, cfr_kernel.POLICY)
    policy["chance"][0] = numbers.random((SPOTS, CHOICES)) * (numbers.random((SPOTS, CHOICES)) < 0.8)
    return policy


def small() -> NDArray[Any]:
    """Few classes, so that all combinations can be gone through."""
    numbers, table = np.random.default_rng(1), np.zeros(1, CLASSES)
    table["deal"][0, list(HELD)] = 0.5, 0.3, 0.2
    for before in HELD:
        for count in range(COUNTS):
            chances = numbers.random(len(HELD))
            table["become"][0, count, before, list(HELD)] = chances / chances.sum()
    return table


def value_in(left: int, bucket: int) -> int:
    """A hand of the class."""
    return int(np.flatnonzero(CARDS["bucket"][left] == bucket)[0])


def plain(
    hand: NDArray[np.void], me: int, table: Any, policy: Any, mine: int, others: dict[tuple[int, ...], float]
) -> tuple[float, float]:
    """What the best response and the strategy win with a class against weighted combinations of the others' classes."""
    row, place = hand[0], int(hand[0]["to_act"])
    if place < 0:
        total = 0.0
        for combination, weight in others.items():
            held = list(combination)
            held[me] = mine
            row["value"][: len(held)] = np.array(held) + 1
            total += weight * hand_kernel.net(row, me)
        return total, total
    left = hand_kernel.draws_left(row, CARDS)

    def chances(bucket: int) -> dict[int, float]:
        row["value"][place] = value_in(left, bucket)
        allowed = [a for a in range(CHOICES) if hand_kernel.allowed_choices(row, CARDS) >> a & 1]
        weights = policy["chance"][0, hand_kernel.spot_of(row, CARDS)][allowed].astype(float)
        if not weights.any():
            return {a: float(a == PASS) for a in allowed}
        return dict(zip(allowed, weights / weights.sum(), strict=True))

    def after(choice: int) -> NDArray[np.void]:
        child = hand.copy()
        if hand[0]["drawing"]:
            hand_kernel.draw(child[0], DECKS[0], CARDS, 0)
            child["last"][0, place] = choice
        else:
            hand_kernel.bet(child[0], choice)
        return child

    drawing = bool(row["drawing"])
    if place == me:
        best, own = -np.inf, 0.0
        for choice, chance in chances(mine).items():
            found = np.zeros(2)
            if drawing:
                for new in HELD:
                    part = plain(after(choice), me, table, policy, new, others)
                    found += table["become"][0, choice, mine, new] * np.array(part)
            else:
                found += plain(after(choice), me, table, policy, mine, others)
            best, own = max(best, found[0]), own + chance * found[1]
        return best, own
    split: dict[int, dict[tuple[int, ...], float]] = {}
    for combination, weight in others.items():
        for choice, chance in chances(combination[place]).items():
            if chance > 0:
                for new in HELD if drawing else (combination[place],):
                    moved = table["become"][0, choice, combination[place], new] if drawing else 1.0
                    classes = (*combination[:place], new, *combination[place + 1 :])
                    rest = split.setdefault(choice, {})
                    rest[classes] = rest.get(classes, 0.0) + weight * chance * moved
    parts = [plain(after(choice), me, table, policy, mine, joint) for choice, joint in split.items()]
    return sum([part[0] for part in parts]), sum([part[1] for part in parts])


def compared(root: NDArray[np.void], policy: NDArray[np.void]) -> None:
    """The compiled computation finds for every place and class what the plain one finds."""
    table, seats, won = small(), int(root[0]["seats"]), np.zeros((2, BUCKETS))
    for me in range(seats):
        class_game_kernel.best_response(root, me, table, policy[0], CARDS, DECKS, won)
        others: dict[tuple[int, ...], float] = {(0,) * seats: 1.0}
        for place in range(seats):
            if place != me:
                others = {
                    (*held[:place], new, *held[place + 1 :]): weight * float(table["deal"][0, new])
                    for held, weight in others.items()
                    for new in HELD
                }
        for mine in HELD:
            best, own = plain(root.copy(), me, table, policy, mine, others)
            assert won[BEST, mine] == pytest.approx(best, abs=1e-9)
            assert won[OWN, mine] == pytest.approx(own, abs=1e-9)


def acted(seats: int, *choices: int) -> NDArray[np.void]:
    root = first_state(GAME, seats)
    for choice in choices:
        if root[0]["drawing"]:
            place = int(root[0]["to_act"])
            hand_kernel.draw(root[0], DECKS[0], CARDS, 0)
            root["last"][0, place] = choice
        else:
            hand_kernel.bet(root[0], choice)
    return root


def test_heads_up_it_finds_what_all_combinations_give() -> None:
    compared(acted(2, WAGER, WAGER, WAGER), at_random(1))


@pytest.mark.parametrize(
    "line",
    [
        (PASS, PASS, PASS, 0, 1, 2),  # three in the last round
        (WAGER, PASS, PASS, 3, 0, 1),
        (WAGER, PASS, FOLD, 1, 1),  # one has folded
        (WAGER, WAGER, WAGER, PASS, FOLD, 1),  # the last draw
    ],
)
def test_with_three_seats_it_finds_what_all_combinations_give(line: tuple[int, ...]) -> None:
    compared(acted(3, *line), at_random(2))


def test_what_the_strategy_wins_adds_up_to_nothing_and_a_response_wins_more() -> None:
    losses = exact_losses(GAME, at_random(3), 3)
    assert sum(losses.values) == pytest.approx(0, abs=1e-6)
    assert min(losses.gains) > 500
    assert losses.nash_conv == pytest.approx(3 * losses.msb)
    assert losses.states > 600_000


def test_one_who_folds_to_every_bet_loses_the_blinds() -> None:
    """A raise wins the blinds of the others, whoever makes it: 1 and 2 small blinds. In turn they lose their own."""
    policy = np.zeros(1, cfr_kernel.POLICY)
    policy["chance"][0, :, FOLD] = 1
    losses = exact_losses(GAME, policy, 3)
    assert losses.values == pytest.approx((-MSB, MSB, 0))  # all fold to the big blind
    assert losses.gains[2] == pytest.approx(3 * MSB)
    assert losses.gains[0] == pytest.approx(3 * MSB)
    assert losses.gains[1] == pytest.approx(0)


def test_classes_are_dealt_and_drawn_as_cards_are() -> None:
    """Real cards do not come twice, and may be of one suit: tenths of a percent."""
    hands, table, ranking = buckets_of(GAME), class_table(GAME)[0], RANKINGS[GAME.ranking]
    assert table["deal"].sum() == pytest.approx(1)
    random, dealt, drawn, many = Random(4), np.zeros(BUCKETS), np.zeros((COUNTS, BUCKETS)), 20_000
    for _ in range(many):
        cards = random.sample(range(52), 10)
        first = ranking(tuple(cards[:5]))
        dealt[hands.bucket[1, first]] += 1 / many
        for count in range(COUNTS):
            keep, kept = int(hands.keep[0, first, count]), list[int]()
            for card in cards[:5]:
                if count == 0 or keep >> (card >> 2) & 1:
                    kept.append(card)
                    keep &= ~(1 << (card >> 2))
            final = ranking(tuple([*kept, *cards[5:]][:5]))
            drawn[count, hands.bucket[0, final]] += 1 / many
    assert np.abs(dealt - table["deal"]).max() < 0.006
    for count in range(COUNTS):
        expected = table["deal"] @ table["become"][count]
        assert expected.sum() == pytest.approx(1)
        assert np.abs(drawn[count] - expected).max() < 0.008


def test_it_is_for_one_draw_and_three_seats_at_most() -> None:
    for other, seats in ((game("27td"), 3), (GAME, 4), (GAME, 1)):
        with pytest.raises(ValueError, match="exact losses are for one draw and 2 or 3 seats"):
            exact_losses(other, at_random(1), seats)
    assert first_state(GAME, 3)["value"].tolist() == [[ANY] * 6]


def test_the_command_has_the_exact_figure_of_three_seats() -> None:
    """Of the file in the package."""
    (row,) = strength(GAME, 3, Order(Path("unused"), ("exact",)))
    file = MultiwayFile.load(multiway_files()[GAME.id])
    found = losses(GAME, 3, weights_of_file(GAME, 3, file))
    assert row.won == found.msb < exact_losses(GAME, policy_of_file(file.strategy(3)), 3).msb / 4
    assert row.within is None
    assert f"NashConv {found.nash_conv:.1f}" in str(row)
    assert list(strength(GAME, 4, Order(Path("unused"), ("exact",)))) == []
