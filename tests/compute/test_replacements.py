import numpy as np
import pytest

from standpat.bots.draw import KEEPS, replacements
from standpat.cards.ranking import RANKINGS
from standpat.compute.replacements import multisets, rank_counts, replaced


@pytest.mark.parametrize("ranking", sorted(RANKINGS))
@pytest.mark.parametrize("size", range(5))
def test_they_are_those_that_the_bots_count_one_by_one(ranking: str, size: int) -> None:
    keeps = [keep for keep in KEEPS if keep.bit_count() == size]
    ranks = [[rank for rank in range(13) if keep >> rank & 1] for keep in keeps]
    lengths, sums, chances = replaced(rank_counts(np.array(ranks, np.int64), 13), size)
    values = np.array(RANKINGS[ranking].by_sum)[sums]
    ends = np.cumsum(lengths)
    for keep, end, length in zip(keeps, ends, lengths, strict=True):
        expected = replacements(ranking)[keep]
        assert tuple(values[end - length : end]) == expected.values
        assert chances[end - length : end] == pytest.approx(expected.chances, abs=1e-15)


def test_a_pair_may_be_kept_and_a_deck_may_be_short() -> None:
    """Kept are two cards of one rank and one of two others, of a deck of 24 cards."""
    lengths, _, chances = replaced(rank_counts(np.array([[1, 1, 2, 3]]), 6), 4)
    assert lengths.tolist() == [6]
    assert chances * 20 == pytest.approx([4, 2, 3, 3, 4, 4])


def test_no_five_of_a_rank() -> None:
    assert len(multisets(13, 5)) == 6175
    assert multisets(13, 5).max() == 4
    assert multisets(13, 0).tolist() == [[0] * 13]
