"""The ranks of batches equal those of `standpat.cards.ranking` for every hand."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import standpat
from standpat.lab import batch

Bytes = NDArray[np.uint8]
BATCH = [(batch.deuce_to_seven, standpat.deuce_to_seven), (batch.ace_to_five, standpat.ace_to_five)]
BOTH = pytest.mark.parametrize(("many", "one"), BATCH, ids=["27", "a5"])


@pytest.fixture(scope="module")
def every_hand() -> Bytes:
    flat = itertools.chain.from_iterable(itertools.combinations(range(52), 5))
    return np.fromiter(flat, np.uint8, 2_598_960 * 5).reshape(-1, 5)


@BOTH
def test_every_hand(
    many: Callable[..., NDArray[np.uint16]], one: Callable[[tuple[int, ...]], int], every_hand: Bytes
) -> None:
    want = np.fromiter(map(one, itertools.combinations(range(52), 5)), np.uint16, len(every_hand))
    assert np.array_equal(many(every_hand), want)
    # The order within a hand does not matter: the columns are reversed.
    assert np.array_equal(many([np.ascontiguousarray(every_hand[:, k]) for k in (3, 1, 4, 0, 2)]), want)


@BOTH
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int64, np.uint64])
def test_any_integers_any_layout(many: Callable[..., NDArray[np.uint16]], one: object, dtype: type) -> None:
    hands = np.array([[0, 4, 8, 12, 20], [3, 7, 11, 15, 23], [51, 47, 43, 39, 35], [48, 49, 50, 0, 1]])
    want = many(hands)
    given: NDArray[np.integer] = hands.astype(dtype)
    assert many(given).tolist() == want.tolist()
    assert many(np.asfortranarray(given)).tolist() == want.tolist()
    assert many(list(given.T)).tolist() == want.tolist()
    assert many(given[::-1]).tolist() == want[::-1].tolist()
    out = np.zeros(4, np.uint16)
    assert many(given, out=out) is out
    assert out.tolist() == want.tolist()
    assert many(given[:0]).tolist() == []


ROW = np.array([[0, 4, 8, 12, 20]], np.uint8)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (ROW[0], r"shape \(5,\): expected \(n, 5\), or five arrays"),
        (ROW[:, :4], r"shape \(1, 4\)"),
        (list(ROW[:, :4].T), "or five of"),
        ([*ROW[:, :4].T, np.array([1, 2])], "or five of"),
        (ROW.astype(float), "dtype float64: expected integers"),
        (ROW + np.uint8(32), r"hand 0 holds \[32, 36, 40, 44, 52\]: expected cards 0..51"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 255, 3, 4]], np.uint8), "hand 1 holds .*255.*: expected cards 0..51"),
        (np.array([[0, 1, 2, 3, 4], [0, -1, 2, 3, 4]]), "hand 1 holds -1, which is not a card"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 256]]), "hand 1 holds 256, which is not a card"),
    ],
)
def test_arrays_that_are_no_hands_are_refused(cards: NDArray[np.integer], message: str) -> None:
    for many, _ in BATCH:
        with pytest.raises(ValueError, match=message):
            many(cards)


def test_repeated_cards_are_found_when_asked() -> None:
    hands = np.array([[0, 4, 8, 12, 20], [0, 4, 8, 12, 0]])
    batch.deuce_to_seven(hands)
    batch.deuce_to_seven(hands[:1], check=True)
    with pytest.raises(ValueError, match=r"hand 1 holds a card twice: \['2c', '3c', '4c', '5c', '2c'\]"):
        batch.deuce_to_seven(hands, check=True)


@pytest.mark.parametrize("out", [np.zeros(2, np.uint16), np.zeros(3, np.int16), np.zeros(6, np.uint16)[::2]])
def test_out_must_fit(out: NDArray[np.uint16]) -> None:
    with pytest.raises(ValueError, match=r"expected contiguous uint16 of shape \(3,\)"):
        batch.ace_to_five(np.repeat(ROW, 3, axis=0), out=out)
