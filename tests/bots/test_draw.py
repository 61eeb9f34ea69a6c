from collections import Counter
from itertools import combinations
from math import comb

import pytest

from standpat import deuce_to_seven
from standpat.bots.draw import KEEPS, classes, replacements, unseen_chances
from standpat.cards.card import DECK, parse
from standpat.cards.ranking import ACE_TO_FIVE, DEUCE_TO_SEVEN, RANKINGS, WEIGHT, Ranking


def keep_of(cards: str) -> int:
    return sum(1 << rank for rank in {card >> 2 for card in parse(cards)})


def test_there_is_a_keep_for_every_set_of_up_to_four_ranks() -> None:
    assert len(KEEPS) == len(set(KEEPS)) == 1093


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=lambda r: r.id)
def test_deals_and_replacements_are_distributions(ranking: Ranking) -> None:
    assert sum(classes(ranking.id).deal) == pytest.approx(1, abs=1e-12)
    table = replacements(ranking.id)
    assert set(table) == set(KEEPS)
    for values, chances, _ in table.values():
        assert sum(chances) == pytest.approx(1, abs=1e-12)
        assert len(set(values)) == len(values)
        assert all(1 <= v <= ranking.count for v in values)


def test_dealt_hands_of_deuce_to_seven() -> None:
    """Hands by their highest card, straights and flushes taken out, out of 2,598,960."""
    deal, ranks = classes("deuce-to-seven").deal, classes("deuce-to-seven").ranks
    tops = [0.0] * 13
    for value in range(1, DEUCE_TO_SEVEN.starts[1]):
        tops[ranks[value].bit_length() - 1] += deal[value] * comb(52, 5)
    found = [round(tops[top]) for top in range(5, 13)]
    assert found == [4080, 14280, 34680, 70380, 127500, 213180, 335580, 503880]


@pytest.mark.parametrize(
    ("kept", "ranking"), [("2c3d4h7s", DEUCE_TO_SEVEN), ("2c3d7h", DEUCE_TO_SEVEN), ("Ac4d", ACE_TO_FIVE)]
)
def test_replacements_are_those_of_the_pack(kept: str, ranking: Ranking) -> None:
    cards = parse(kept)
    rest = [c for c in DECK if c not in cards]
    by_hand: Counter[int] = Counter()
    for new in combinations(rest, 5 - len(cards)):
        by_hand[ranking.by_sum[sum(WEIGHT[c >> 2] for c in cards + new)]] += 1
    total = by_hand.total()
    values, chances, pick = replacements(ranking.id)[keep_of(kept)]
    assert dict(zip(values, chances, strict=True)) == pytest.approx({v: n / total for v, n in by_hand.items()})
    assert pick(range(8000)) == values


def test_a_one_card_draw_from_unseen_cards_knows_suits() -> None:
    kept = parse("2c3c4c7c")
    unseen = parse("5c5d6dKc2d")
    chances = unseen_chances(DEUCE_TO_SEVEN, kept, unseen)
    by_hand = Counter(deuce_to_seven([*kept, card]) for card in unseen)
    assert chances == {value: count / 5 for value, count in by_hand.items()}
    assert chances[1] == 0.2  # the other five makes a flush
