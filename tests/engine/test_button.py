"""Seats in a circle and the dead button (R3.2, R3.3, R3.7)."""

from standpat.engine.button import Markers, after, again, before, first, moved, passed


def test_seats_in_a_circle() -> None:
    among = [0, 2, 5]
    assert [after(at, among, 6) for at in range(-1, 6)] == [0, 2, 2, 5, 5, 5, 0]
    assert [before(at, among, 6) for at in range(7)] == [5, 0, 0, 2, 2, 2, 5]
    assert (after(2, [2], 6), before(2, [2], 6)) == (2, 2)
    assert [at for at in range(6) if passed(4, at, 1, 6)] == [0, 5]
    assert [at for at in range(6) if passed(1, at, 4, 6)] == [2, 3]
    assert not any([passed(1, at, end, 6) for end in (1, 2) for at in range(6)])


def test_r3_2_the_first_hand() -> None:
    assert first([0, 2, 5], 1, 6) == Markers(2, 5, 0)
    assert first([0, 2, 5], 5, 6) == Markers(5, 0, 2)
    assert first([0, 5], 1, 6) == Markers(5, 5, 0)


def test_r3_7_the_next_hand() -> None:
    assert moved([0, 1, 2, 3], 1, 2, 4) == Markers(1, 2, 3)
    assert moved([0, 3, 4], 1, 2, 6) == Markers(1, 2, 3)  # dead button, dead small blind
    assert moved([0, 1], 1, 2, 6) == Markers(1, 1, 0)
    assert moved([1, 2], 1, 2, 6) == Markers(2, 2, 1)


def test_r3_3_from_heads_up_to_more() -> None:
    # The seat of the last small blind is the next big blind, the last big blind, or passed by the big blind.
    assert moved([0, 1, 3], 0, 3, 6) == Markers(1, 3, 0)
    assert moved([0, 3, 4], 0, 3, 6) == Markers(0, 3, 4)
    assert moved([0, 1, 3], 3, 3, 6) == Markers(1, 3, 0)
    assert moved([1, 2, 3], 4, 3, 6) == Markers(2, 3, 1)
    assert moved([1, 2, 3], 1, 3, 6) == Markers(2, 3, 1)


def test_one_player_of_the_last_hand_is_left() -> None:
    assert again([1, 2, 4], 4, 6) == Markers(2, 4, 1)
    assert again([1, 2, 4], 3, 6) == Markers(1, 2, 4)
    assert again([1, 2], 2, 6) == Markers(2, 2, 1)
