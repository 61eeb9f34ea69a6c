"""The first draw of seats, and those who come late (T1.1, T1.3)."""

import pytest

from standpat.tournament.chance import Draw
from standpat.tournament.options import Options
from standpat.tournament.positions import Positions
from standpat.tournament.seating import Place, Table, drawn, late_seat, sizes

DEAD = Options()


def names(count: int) -> list[str]:
    return [f"p{k}" for k in range(count)]


def table(
    name: str, *seats: int, capacity: int = 6, last: Positions | None = None, held: tuple[int, ...] = ()
) -> Table:
    return Table(name, capacity, {at: f"{name}{at}" for at in seats}, last, frozenset(held))


def test_t1_1_as_even_as_possible() -> None:
    """Test case 1, and all fields up to 300."""
    assert sizes(13, 6) == (5, 4, 4)
    assert [len(seats) for seats in drawn(names(13), 6, Draw(b"x", "seats"))] == [5, 4, 4]
    for seats in (2, 6, 7, 9):
        for entrants in range(2, 301):
            found = sizes(entrants, seats)
            assert sum(found) == entrants
            assert max(found) - min(found) <= 1
            assert max(found) <= seats
            assert len(found) == 1 or entrants > (len(found) - 1) * seats
            assert list(found) == sorted(found, reverse=True)


def test_t1_1_everybody_has_one_seat_by_chance() -> None:
    tables = drawn(names(50), 6, Draw(b"x", "seats"))
    assert sorted([player for seats in tables for player in seats.values()]) == sorted(names(50))
    assert all([at in range(6) for seats in tables for at in seats])
    assert all([list(seats) == sorted(seats) for seats in tables])
    assert tables == drawn(reversed(names(50)), 6, Draw(b"x", "seats"))
    assert tables != drawn(names(50), 6, Draw(b"y", "seats"))
    # Over many draws a player sits everywhere: at every table and at every seat.
    where = [
        (k, at)
        for draw in range(400)
        for k, seats in enumerate(drawn(names(8), 6, Draw(b"x", str(draw))))
        for at, player in seats.items()
        if player == "p0"
    ]
    assert all([20 <= where.count((k, at)) <= 50 for k in range(2) for at in range(6)])
    assert len(where) == 400


def test_t1_1_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="named twice"):
        drawn(["a", "b", "a"], 6, Draw(b"x", ""))
    for entrants, seats in ((0, 6), (1, 6), (5, 1)):
        with pytest.raises(ValueError, match="two or more"):
            drawn(names(entrants), seats, Draw(b"x", ""))


def test_t1_3_a_late_entrant_comes_to_a_table_with_the_fewest() -> None:
    tables = [table("a", 0, 1, 2, 3), table("b", 0, 1, 2), table("c", 3, 4, 5), table("d", 0, 1, held=(2,))]
    places = [late_seat(tables, Draw(b"x", str(k)), DEAD) for k in range(300)]
    found = {(place.table, place.seat) for place in places if place}
    assert found == {
        (name, at) for name, seats in (("b", (3, 4, 5)), ("c", (0, 1, 2)), ("d", (3, 4, 5))) for at in seats
    }
    assert all([20 <= places.count(Place(*place, False)) <= 48 for place in found])
    assert late_seat([table("a", 0, 1), table("b", 0, 1)], Draw(b"x", "1"), DEAD) is not None


def test_t1_3_no_open_seat() -> None:
    full = table("a", 0, 1, 2, 3, 4, held=(5,))
    assert late_seat([full], Draw(b"x", ""), DEAD) is None
    assert late_seat([], Draw(b"x", ""), DEAD) is None
    place = late_seat([full, table("b", *range(5), capacity=7)], Draw(b"x", ""), DEAD)
    assert place
    assert place.table == "b"


def test_t1_3_who_waits() -> None:
    """Test case 10: only between the button and the small blind; in a blind or on the button they are dealt in."""
    last = Positions(0, 1, 4, 1)
    one = table("a", 0, 4, last=last)
    seats = {place.seat: place.waits for k in range(60) if (place := late_seat([one], Draw(b"x", str(k)), DEAD))}
    assert seats == {1: False, 2: True, 3: True, 5: False}


def test_a_table_is_checked() -> None:
    for players, held, told in (
        ({6: "a"}, (), "the seats 0 to 5"),
        ({-1: "a"}, (), "the seats 0 to 5"),
        ({0: "a"}, (6,), "the seats 0 to 5"),
        ({0: "a"}, (0,), "holds a seat at which somebody sits"),
        ({0: "a", 1: "a"}, (), "two seats"),
    ):
        with pytest.raises(ValueError, match=told):
            Table("t", 6, players, None, frozenset(held))
    with pytest.raises(ValueError, match="two or more seats"):
        Table("t", 1, {})
    one = table("t", 0, 1, held=(5,))
    assert (len(one), one.open) == (3, [2, 3, 4])
    assert one.joined(2, "x").players == {0: "t0", 1: "t1", 2: "x"}
    assert one.left(0).players == {1: "t1"}
    assert one.players == {0: "t0", 1: "t1"}
    with pytest.raises(ValueError, match="seat 1 of table t is taken"):
        one.joined(1, "x")
