"""Who moves from where to where (T5.1-T5.4)."""

import msgspec

from standpat.tournament.balancing import Move, may_deal, mover, moves, worst_seat
from standpat.tournament.options import Options
from standpat.tournament.positions import Positions
from standpat.tournament.seating import Table

DEAD, FORWARD = Options(), Options.of("pokerstars")
FULL = Positions(0, 1, 2, 1)


def table(
    name: str, *seats: int, last: Positions | None = FULL, capacity: int = 6, held: tuple[int, ...] = ()
) -> Table:
    return Table(name, capacity, {at: f"{name}{at}" for at in seats}, last, frozenset(held))


def full(name: str, last: Positions | None = FULL) -> Table:
    return table(name, *range(6), last=last)


def test_t5_1_the_next_big_blind_moves() -> None:
    """Test case 8: tables of 6 and 4. At the end of the full table's hand its next big blind moves: 5 and 5."""
    tables = [full("a"), table("b", 0, 1, 2, 3)]
    assert moves(tables, {"b"}, DEAD) == ()
    assert moves(tables, {"a"}, DEAD) == (Move("a3", "a", 3, "b", 4),)
    assert mover(table("a", 0, 1, 2, 5), DEAD) == 5
    assert mover(table("a", 0, 1, 3, 4, 5), DEAD) == 3
    assert mover(table("a", 0, 1, 3, 4, 5), FORWARD) == 4
    assert mover(table("a", 0, 3, last=None), DEAD) == 3
    assert mover(table("a", 3, held=(1, 2)), DEAD) == 3


def test_a_move_can_be_journaled() -> None:
    (move,) = moves([full("a"), table("b", 0, 1, 2, 3)], {"a"}, DEAD)
    assert msgspec.json.decode(msgspec.json.encode(move), type=Move) == move
    assert msgspec.json.decode(msgspec.json.encode(FULL), type=Positions) == FULL


def test_t5_2_the_worst_seat() -> None:
    """Test case 6: big blind at once, not between the button and the small blind."""
    short = table("b", 0, 1, 4, last=Positions(0, 1, 4, 1))
    assert worst_seat(short, DEAD) == 5
    assert worst_seat(short, FORWARD) == 5
    assert moves([full("a"), short], {"a"}, DEAD)[0] == Move("a3", "a", 3, "b", 5)
    # The seat that the big blind reaches soonest, though not in the next hand.
    assert worst_seat(table("b", 0, 1, 2, 3), DEAD) == 4
    assert worst_seat(table("b", 0, 1, 2, 3, 4), DEAD) == 5
    assert worst_seat(table("b", 0, last=Positions(1, 2, 0, 2), capacity=4), DEAD) == 1
    assert worst_seat(full("b", last=None), DEAD) is None
    assert worst_seat(table("b", 1, 2, 3, 4, 5), DEAD) == 0
    assert worst_seat(table("b", 0, 1, 2, held=(3, 4)), DEAD) == 5


def test_t5_2_never_the_small_blind() -> None:
    """The big blind is out: nobody is moved to its seat, where the small blind is due."""
    assert worst_seat(table("b", 0, 1, 3, 4, 5), DEAD) is None
    assert worst_seat(table("b", 0, 1, 3, 5), DEAD) == 4
    assert worst_seat(table("b", 0, 1, 4, 5), DEAD) == 3
    # With a forward button the small blind is the player after the button.
    assert worst_seat(table("b", 0, 1, 4, 5), FORWARD) is None
    # Both blinds are out: seat 3 would have the button, from where the big blind is farther than from seat 1.
    assert worst_seat(table("b", 0, 4, 5), FORWARD) == 1
    # A dead button's seat is allowed: who gets it has the button.
    assert worst_seat(table("b", 0, 2, 3, 4, 5), DEAD) == 1


def test_t5_2_only_forbidden_seats_are_open() -> None:
    """The move waits for the next hand, and the table is not kept waiting."""
    short = table("b", 0, 1, 4, 5, last=Positions(0, 1, 4, 1))
    tables = [full("a"), short]
    assert worst_seat(short, DEAD) is None
    assert moves(tables, {"a", "b"}, DEAD) == ()
    assert may_deal("b", tables, DEAD)
    after = table("b", 0, 1, 4, 5, last=Positions(1, 4, 5, 4))
    two = table("b", 0, 1, last=Positions(0, 1, 3, 1), capacity=4)
    assert worst_seat(two, DEAD) is None
    assert may_deal("b", [full("a"), two], DEAD)
    assert moves([full("a"), after], {"a", "b"}, DEAD) == (Move("a3", "a", 3, "b", 2),)
    # Another table with as few players, or one fewer than the source, gets the player instead.
    assert moves([*tables, table("c", 0, 1, 2, 3)], {"a"}, DEAD) == (Move("a3", "a", 3, "c", 4),)
    # With a dead button that advances, no seat is between the button and the small blind.
    dead = table("b", 0, 4, 5, last=Positions(0, 1, 4, 1))
    assert (worst_seat(dead, DEAD), worst_seat(dead, Options.of("tda2026"))) == (1, 1)
    held = table("b", 0, 4, 5, last=Positions(0, 1, 4, 1), held=(1,))
    assert (worst_seat(held, DEAD), worst_seat(held, Options.of("tda2026"))) == (None, 2)


def test_t5_2_one_player_is_left_alone() -> None:
    """They wait; who comes has the big blind if a seat for that is open, else the best of the rest."""
    assert worst_seat(table("b", 0), DEAD) == 3
    assert worst_seat(table("b", 2), DEAD) == 3
    assert worst_seat(table("b", 3), DEAD) == 4  # no seat before seat 3 gets the big blind next
    assert not may_deal("b", [table("b", 0)], DEAD)
    assert not may_deal("b", [table("b", 0, held=(1,))], DEAD)
    assert may_deal("b", [table("b", 0, 1)], DEAD)


def test_a_new_table_is_filled() -> None:
    tables = [full("a"), full("b", Positions(3, 4, 5, 4)), table("c", last=None)]
    found = moves(tables, {"a", "b"}, DEAD, ["c", "b", "a"])
    assert found == (
        Move("b0", "b", 0, "c", 0),
        Move("a3", "a", 3, "c", 1),
        Move("b1", "b", 1, "c", 2),
        Move("a4", "a", 4, "c", 3),
    )


def test_t5_3_from_which_table() -> None:
    """From the table with the most players, and of those from the first in the order of breaking."""
    tables = [full("a"), full("b"), table("c", 0, 1, 2, 3), table("d", *range(5))]
    everywhere = {"a", "b", "c", "d"}
    assert [move.from_table for move in moves(tables, everywhere, DEAD)] == ["a"]
    assert [move.from_table for move in moves(tables, everywhere, DEAD, ["d", "b", "c", "a"])] == ["b"]
    assert [move.from_table for move in moves(tables, {"a", "d"}, DEAD, ["d", "b", "c", "a"])] == ["a"]
    # Of two short tables, the one that breaks later gets the player.
    two = [full("a"), table("b", 0, 1, 2, 3), table("c", 0, 1, 2, 3)]
    assert [move.to_table for move in moves(two, {"a"}, DEAD)] == ["c"]
    assert [move.to_table for move in moves(two, {"a"}, DEAD, ["c", "b", "a"])] == ["b"]
    # A table that is not the fullest gives one if it is the only one between hands.
    some = [full("a"), table("b", *range(5)), table("c", 0, 1, 2)]
    assert [(move.from_table, move.to_table) for move in moves(some, {"b"}, DEAD)] == [("b", "c")]


def test_t5_4_within_one_or_two() -> None:
    tables = [full("a"), table("b", 0, 1, 2, 3)]
    assert moves([full("a"), table("b", *range(5))], {"a", "b"}, DEAD) == ()
    assert moves(tables, {"a"}, Options(within=2)) == ()
    assert len(moves([full("a"), table("b", 0, 1, 2)], {"a"}, Options(within=2))) == 1
    # A seat that is held counts as a player.
    assert moves([full("a"), table("b", 0, 1, 2, 3, held=(4,))], {"a"}, DEAD) == ()


def test_t5_4_a_table_two_short_waits() -> None:
    tables = [full("a"), table("b", 0, 1, 2, 3), table("c", *range(5))]
    assert [may_deal(name, tables, DEAD) for name in "abc"] == [True, False, True]
    assert may_deal("b", tables, Options(halt_at=3))
    assert may_deal("b", tables, Options(within=2))
    assert not may_deal("b", [full("a"), table("b", 0, 1, 2)], Options(within=2))
