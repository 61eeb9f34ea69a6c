"""The ranks of batches equal those of `standpat.cards.ranking` for every hand, one at a time and sixteen at a time."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import standpat
from standpat.compute.compiled import compiles_for
from standpat.lab import batch

Bytes = NDArray[np.uint8]
BATCH = [(batch.deuce_to_seven, standpat.deuce_to_seven), (batch.ace_to_five, standpat.ace_to_five)]
BOTH = pytest.mark.parametrize(("many", "one"), BATCH, ids=["27", "a5"])


WIDE = compiles_for("avx512f", "avx512bw", "avx512vl")
BY_PROCESSOR = batch._wide.__wrapped__


@pytest.fixture(
    autouse=True, params=[False, pytest.param(True, marks=pytest.mark.skipif(not WIDE, reason="needs AVX-512"))]
)
def wide(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """All tests run with the portable kernels and with those for AVX-512."""
    monkeypatch.setattr(batch, "_wide", lambda: request.param)
    return bool(request.param)


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


def test_the_processor_decides() -> None:
    assert BY_PROCESSOR() is WIDE


@pytest.mark.parametrize("setting", ["NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DISABLE_JIT"])
def test_code_for_another_processor_is_portable(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(setting, "1")
    assert not BY_PROCESSOR()


@BOTH
def test_any_number_of_hands_at_any_place(
    many: Callable[..., NDArray[np.uint16]], one: Callable[[tuple[int, ...]], int], every_hand: Bytes
) -> None:
    """Also numbers that sixteen does not divide. Nothing is written beside the result."""
    hands = every_hand[:: len(every_hand) // 200]
    want = [one(tuple(hand)) for hand in hands.tolist()]
    for count in range(80):
        for start in (0, 1, 7):
            part = np.ascontiguousarray(hands[start : start + count])
            room = np.full(count + 40, 65_000, np.uint16)
            assert many(part, out=room[20 : 20 + count]).tolist() == want[start : start + count]
            assert many([np.ascontiguousarray(part[:, k]) for k in range(5)]).tolist() == want[start : start + count]
            assert set(room[:20].tolist()) == set(room[20 + count :].tolist()) == {65_000}


@pytest.mark.parametrize("wrong", [52, 64, 128, 255])
def test_one_number_that_is_no_card_among_many_hands(wrong: int, every_hand: Bytes) -> None:
    for count in (15, 16, 45):
        for hand in (0, 9, count - 1):
            for place in range(5):
                rows = every_hand[:count].copy()
                rows[hand, place] = wrong
                with pytest.raises(ValueError, match=f"hand {hand} holds .*{wrong}.*: expected cards 0..51"):
                    batch.deuce_to_seven(rows)
                with pytest.raises(ValueError, match=f"hand {hand} holds .*{wrong}.*: expected cards 0..51"):
                    batch.ace_to_five([np.ascontiguousarray(rows[:, k]) for k in range(5)])


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
