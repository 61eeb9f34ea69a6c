"""Breaking tables (T5.5)."""

import pytest

from standpat.tournament.balancing import Move
from standpat.tournament.breaking import broken, due, order
from standpat.tournament.chance import Draw
from standpat.tournament.options import Options
from standpat.tournament.positions import Positions, following
from standpat.tournament.seating import Table

DEAD = Options()


def table(
    name: str, *seats: int, capacity: int = 6, last: Positions | None = None, held: tuple[int, ...] = ()
) -> Table:
    return Table(name, capacity, {at: f"{name}{at}" for at in seats}, last, frozenset(held))


def test_t5_5_tables_added_late_break_first() -> None:
    assert order(["1", "2", "3"], ["4", "5"]) == ("5", "4", "3", "2", "1")
    assert order(["1"]) == ("1",)
    with pytest.raises(ValueError, match="named twice"):
        order(["1", "2"], ["1"])


def test_t5_5_a_table_breaks_when_there_is_room() -> None:
    breaking = ("c", "a", "b")
    tables = [table("a", *range(5)), table("b", *range(4)), table("c", *range(4))]
    assert due(tables, breaking) is None
    tables[2] = table("c", *range(3))
    assert due(tables, breaking) == "c"
    assert due([*tables[:2], table("c", 1, held=(2, 3))], breaking) == "c"
    assert due([*tables[:2], table("c", 1, held=(2, 3, 4))], breaking) is None
    assert due([table("a", 0, 1, held=(2, 3, 4)), *tables[1:]], breaking) == "c"
    assert due([table("a", 0, 1, held=(2, 3, 4, 5)), *tables[1:]], breaking) is None
    # The first of the order that is still there.
    assert due(tables, ("d", "b", "a", "c")) == "b"
    assert due([*tables, table("d", 0, 1)], ("d", "b", "a", "c")) == "d"
    with pytest.raises(ValueError, match="table b is not in the order"):
        due(tables, ("a", "c"))
    with pytest.raises(ValueError, match="table a is not in the order"):
        due(tables, ())


def test_t5_5_seats_are_spared_while_registration_is_open() -> None:
    breaking = ("c", "b", "a")
    tables = [table("a", *range(4)), table("b", *range(4)), table("c", *range(3))]
    assert [due(tables, breaking, spare) for spare in (0, 1, 2)] == ["c", "c", None]
    tables = [table("a", 0), table("b", 0, 1), table("c", 0)]
    assert due(tables, breaking, 6) == due(tables, breaking, 100) == "c"
    # A lone player who just fits goes; two have a game, and stay.
    assert due([table("a", *range(5)), table("b", *range(6)), table("c", 0)], breaking, 6) == "c"
    assert due([table("a", 0, 1), table("b", 0, 1), table("c", 0, 1)], breaking, 7) is None


def test_t5_5_the_last_two_tables_do_not_break() -> None:
    assert due([table("a", 0, 1), table("b", 0, 1)], ("a", "b")) is None
    assert due([table("a", 0, 1)], ("a",)) is None


def test_t5_5_a_draw_in_two_steps() -> None:
    """Everybody gets a seat, tables stay even, and both the turn and the seat are by chance."""
    goes = table("x", 0, 2, 3)
    others = [table("a", 0, 1, 2, 3), table("b", *range(5)), table("c", 0, 1, 4, 5)]
    seen: set[tuple[str, str, int]] = set()
    turns: set[str] = set()
    for k in range(300):
        found = broken(goes, others, Draw(b"x", str(k)), DEAD)
        assert sorted([move.player for move in found]) == ["x0", "x2", "x3"]
        assert all([goes.players[move.from_seat] == move.player and move.from_table == "x" for move in found])
        assert {move.to_table for move in found[:2]} == {"a", "c"}
        assert len({(move.to_table, move.to_seat) for move in found}) == 3
        turns.add(found[0].player)
        seen |= {(move.player, move.to_table, move.to_seat) for move in found}
    open_seats = [("a", 4), ("a", 5), ("b", 5), ("c", 2), ("c", 3)]
    assert seen == {(player, *place) for player in ("x0", "x2", "x3") for place in open_seats}
    assert turns == {"x0", "x2", "x3"}
    turned = Table("x", 6, dict(reversed(list(goes.players.items()))))
    assert broken(goes, others, Draw(b"x", "7"), DEAD) == broken(turned, others, Draw(b"x", "7"), DEAD)


def test_t5_5_the_obligation_of_the_small_blind_and_who_waits() -> None:
    """The big blind of the last hand is out. Who gets its seat posts the small blind; in between, they wait."""
    last = Positions(0, 1, 4, 1)
    other = table("a", 0, 1, 5, last=last)
    waits: dict[int, set[bool]] = {}
    for k in range(40):
        (move,) = broken(table("x", 3), [other], Draw(b"x", str(k)), DEAD)
        waits.setdefault(move.to_seat, set()).add(move.waits)
    assert waits == {2: {True}, 3: {True}, 4: {False}}
    assert following(last, [0, 1, 4, 5], 6, DEAD).small == 4


def test_t5_5_whether_they_wait_counts_all_who_come() -> None:
    """A table at which one player is left: with the others who come there is a game, and nobody waits."""
    other = table("a", 4, last=Positions(0, 1, 4, 1), capacity=6)
    for k in range(40):
        found = broken(table("x", 0, 1, 2), [other], Draw(b"x", str(k)), DEAD)
        live = [4, *[move.to_seat for move in found]]
        then = following(Positions(0, 1, 4, 1), live, 6, DEAD)
        in_between = {2, 3}.intersection(live)
        plays = {4, *live} - in_between
        expected = in_between if len(plays) > 1 else set()
        assert {move.to_seat for move in found if move.waits} == expected
        assert then.big in live


def test_t5_5_without_room_nothing_is_drawn() -> None:
    with pytest.raises(ValueError, match="no room"):
        broken(table("x", 0, 1), [table("a", *range(5))], Draw(b"x", ""), DEAD)
    with pytest.raises(ValueError, match="still held"):
        broken(table("x", 0, held=(1,)), [table("a", 0)], Draw(b"x", ""), DEAD)
    assert broken(table("x", 0), [table("a", *range(5))], Draw(b"x", ""), DEAD) == (Move("x0", "x", 0, "a", 5, False),)
    assert broken(table("x"), [], Draw(b"x", ""), DEAD) == ()
