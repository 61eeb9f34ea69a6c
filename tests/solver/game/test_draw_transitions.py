"""Classes, keeps and draws, compared with known counts."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from standpat.cards.card import DECK
from standpat.cards.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN, deuce_to_seven
from standpat.solver.game.draw_transitions import Draw, chosen_keeps, every_keep, key, showdown_worth
from standpat.solver.game.hand_classes import HandClasses


@pytest.fixture(scope="module")
def deuce() -> HandClasses:
    return HandClasses(DEUCE_TO_SEVEN)


@pytest.fixture(scope="module")
def menu(deuce: HandClasses) -> Draw:
    return every_keep(deuce)


def test_there_are_as_many_classes_as_values(deuce: HandClasses) -> None:
    assert len(deuce) == 7462
    assert deuce.values.tolist() == list(range(1, 7463))
    assert len(HandClasses(ACE_TO_FIVE)) == 6175
    assert deuce.chance.sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("top", "deals"), [("7", 4080), ("8", 14280), ("9", 34680), ("T", 70380), ("K", 335580)])
def test_chances_are_those_of_the_deal(deuce: HandClasses, top: str, deals: int) -> None:
    low = DEUCE_TO_SEVEN.starts[1] - 1
    made = [i for i in range(low) if deuce.name(i)[0] == top and not deuce.flush[i]]
    assert deuce.chance[made].sum() * 2598960 == pytest.approx(deals, abs=1e-3)


def test_a_class_is_found_by_its_cards(deuce: HandClasses) -> None:
    assert deuce.name(deuce.of("7c5d4h3s2c")) == "75432"
    assert deuce.name(deuce.of("7c5c4c3c2c")) == "75432s"
    assert deuce.of("7c5d4h3s2c") == deuce.ranks_of("23457") == 0
    with pytest.raises(ValueError, match="ranks"):
        HandClasses(DEUCE_TO_SEVEN, 5).of("7c5d4h3s2c")
    with pytest.raises(ValueError, match="is not a hand"):
        deuce.ranks_of("22222")


def test_aces_stand_where_the_ranking_counts_them() -> None:
    assert HandClasses(ACE_TO_FIVE).name(0) == "5432A"
    wheel = HandClasses(DEUCE_TO_SEVEN).ranks_of("A2345")
    assert HandClasses(DEUCE_TO_SEVEN).name(wheel) == "A5432"


def test_there_are_32_keeps_of_five_ranks(deuce: HandClasses, menu: Draw) -> None:
    options = np.diff(menu.first)
    assert options[deuce.ranks_of("75432")] == options[deuce.of("7c5c4c3c2c")] == 32
    assert options[deuce.ranks_of("77432")] == 24
    assert options[deuce.ranks_of("77774")] == 10
    assert np.bincount(menu.option_count()[: options[0]]).tolist() == [1, 5, 10, 10, 5, 1]


def test_every_row_sums_to_one(menu: Draw) -> None:
    assert menu.expected(np.ones(menu.states)) == pytest.approx(1, abs=1e-6)


def test_one_card_to_2347_is_counted_out(deuce: HandClasses, menu: Draw) -> None:
    """Compared with each of the replacements. The kept suits differ, so no flush is possible."""
    kept = (0, 5, 10, 23)
    values = Counter(deuce_to_seven((*kept, card)) for card in DECK if card not in kept)
    row = menu.kept.tolist().index(key([0, 1, 2, 5]))
    entries = slice(menu.entry[row], menu.entry[row + 1])
    got = dict(zip(deuce.values[menu.target[entries]].tolist(), menu.chance[entries].tolist(), strict=True))
    assert got.keys() == values.keys()
    assert all(got[value] == pytest.approx(n / 48, abs=1e-6) for value, n in values.items())


def test_three_cards_to_a_pair_are_counted_out(deuce: HandClasses, menu: Draw) -> None:
    """With a pair of deuces kept, over all 19,600 - 2,304 - … replacements."""
    deck = [card for card in DECK if card > 1]
    values = Counter(deuce_to_seven((0, 1, *new)) for new in combinations(deck, 3))
    row = menu.kept.tolist().index(key([0, 0]))
    entries = slice(menu.entry[row], menu.entry[row + 1])
    got = dict(zip(deuce.values[menu.target[entries]].tolist(), menu.chance[entries].tolist(), strict=True))
    total = sum(values.values())
    assert got.keys() == values.keys()
    assert all(got[value] == pytest.approx(n / total, abs=1e-6) for value, n in values.items())


def test_chosen_keeps_are_the_best_of_their_count(deuce: HandClasses, menu: Draw) -> None:
    worth = showdown_worth(menu, deuce.chance, 1)
    one = chosen_keeps(menu, worth[0], (0, 1, 2), 1)
    assert np.diff(one.first).tolist() == [3] * len(deuce)
    hand = deuce.ranks_of("K5432")
    kept = one.kept[one.row[one.first[hand] : one.first[hand + 1]]].tolist()
    assert kept == [key([0, 1, 2, 3, 11]), key([0, 1, 2, 3]), key([0, 1, 2])]
    assert one.expected(np.ones(len(deuce))) == pytest.approx(1, abs=1e-6)
    for wrong in ((), (1, 0), (6,)):
        with pytest.raises(ValueError, match="counts"):
            chosen_keeps(menu, worth[0], wrong)


def test_worth_is_a_share_and_more_draws_are_worth_more(deuce: HandClasses, menu: Draw) -> None:
    pat, draw1 = showdown_worth(menu, deuce.chance, 1)
    assert (np.diff(pat) <= 0).all()
    assert (draw1 >= pat - 1e-6).all()
    assert pat[0] == pytest.approx(1, abs=1e-3)
    assert pat[deuce.ranks_of("KKKK2")] == pytest.approx(0, abs=1e-3)
