"""The final table and draws of all seats anew (T5.6)."""

import pytest

from standpat.tournament.chance import Draw
from standpat.tournament.final_table import combines, redraws, seated, size
from standpat.tournament.options import EDITIONS, Options


def test_t5_6_how_many_make_the_final_table() -> None:
    table = {seats: [size(seats, 10, Options.of(edition)) for edition in EDITIONS] for seats in (2, 6, 7, 9)}
    assert table == {2: [2, 2, 3, 2], 6: [7, 7, 7, 6], 7: [7, 7, 8, 7], 9: [9, 9, 10, 9]}
    assert [size(6, 6, Options.of(edition)) for edition in EDITIONS] == [6] * 4
    assert [size(6, 7, Options.of(edition)) for edition in EDITIONS] == [7, 7, 7, 6]
    for seats, most in ((1, 6), (7, 6)):
        with pytest.raises(ValueError, match="2 to 6 seats"):
            size(seats, most, Options())


def test_t5_6_seven_left_at_six_seats() -> None:
    """Test case 9: four and three play on; at six left all seats are drawn, with a new button."""
    assert not combines(7, 2, 6)
    assert combines(6, 2, 6)
    assert combines(7, 2, 7)
    assert combines(5, 3, 6)
    assert not combines(6, 1, 6)
    players = ["a", "b", "c", "d", "e", "f"]
    options = Options()
    seats, positions = seated(players, 6, Draw(b"x", "final"), options)
    assert sorted(seats.values()) == players
    assert seats.keys() == set(range(6))
    assert (seats, positions) == seated(players, 6, Draw(b"x", "final"), options)
    assert len({seated(players, 6, Draw(b"x", str(k)), options)[1].button for k in range(60)}) == 6
    assert seated(players, 7, Draw(b"x", "final"), Options.of("pokerstars"))[1].button in (0, 1)
    with pytest.raises(ValueError, match="6 seats, and 7 players are left"):
        seated([*players, "g"], 6, Draw(b"x", "final"), options)


def test_t5_6_redraws_by_field() -> None:
    wsop = Options.of("wsop")
    found = {
        entrants: [n for n in range(1, 6) if redraws(n, entrants, wsop)] for entrants in (2, 50, 51, 99, 100, 5000)
    }
    assert found == {2: [1], 50: [1], 51: [1, 2], 99: [1, 2], 100: [1, 2, 3], 5000: [1, 2, 3]}
    assert [n for n in range(1, 6) if redraws(n, 5000, Options())] == [1]
    assert not redraws(1, 10, Options(redraw_at=()))
    assert not redraws(1, 10, Options(redraw_at=((11, (1,)),)))
