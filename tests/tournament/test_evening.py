"""The end of an evening: a pause overnight takes nothing from anybody, and all seats are drawn anew after it (T2.5)."""

import pytest

from standpat.tournament import commands
from standpat.tournament.clock import MINUTE
from standpat.tournament.evening import OVERNIGHT_MS
from standpat.tournament.events import Redrawn, Resumed, RoundBegan, decode, encode
from standpat.tournament.final_table import size
from standpat.tournament.fold.apply import folded
from standpat.tournament.options import Options
from standpat.tournament.undo import undo
from tournament_checker import violations
from tournament_field import Field


def seats(field: Field) -> dict[str, tuple[int, int]]:
    return {player.id: (player.table, player.seat) for player in field.t.alive()}


def stacks(field: Field) -> dict[str, int]:
    return {player.id: player.stack for player in field.t.alive()}


def night(field: Field, length: int = 14 * 60 * MINUTE) -> None:
    """A pause of this length."""
    field.ask(commands.pause, "director", why="Good night")
    field.at(field.now + length)
    field.ask(commands.resume, "director")


@pytest.mark.parametrize("redraw", [True, False])
def test_t2_5_a_pause_overnight_takes_nothing_from_anybody(redraw: bool) -> None:
    field = Field(8, seats=4, options=Options(redraw=redraw)).at(1000)
    field.deal(1)
    field.at(5 * MINUTE)
    field.ask(commands.pause, "director", why="Good night")
    first, second = field.t.tables[1].players[:2]
    field.end(1, {first: 6000, second: 4000})
    sat, had, before = seats(field), stacks(field), field.t.time(field.now)
    assert field.deal(1) is None
    field.at(14 * 60 * MINUTE)
    field.ask(commands.resume, "director")
    after = field.t.time(field.now)
    assert (after.level, after.left) == (before.level, before.left)
    assert stacks(field) == had
    assert (seats(field) == sat) is not redraw
    assert [table.number for table in field.t.open_tables()] == ([3, 4] if redraw else [1, 2])
    for table in field.t.open_tables():
        assert field.deal(table.number)
        field.end(table.number)
    assert violations(field.events) == []


@pytest.mark.parametrize(("length", "drawn"), [(OVERNIGHT_MS - 1, False), (OVERNIGHT_MS, True), (0, False)])
def test_t2_5_a_short_pause_leaves_the_seats(length: int, drawn: bool) -> None:
    field = Field(8, seats=4).at(1000)
    night(field, length)
    assert [event.redraw for event in field.of(Resumed)] == [drawn]
    assert len(field.of(Redrawn)) == drawn
    assert not field.t.redraw


def test_t2_5_two_short_pauses_are_no_night_and_a_second_night_draws_again() -> None:
    field = Field(8, seats=4).at(1000)
    for _ in range(2):
        night(field, OVERNIGHT_MS - 1)
    assert not field.of(Redrawn)
    for count in (1, 2):
        night(field)
        assert len(field.of(Redrawn)) == count
    assert field.of(Redrawn)[0].tables != field.of(Redrawn)[1].tables


def test_t2_5_going_on_twice_draws_once() -> None:
    field = Field(8, seats=4).at(1000)
    night(field)
    sat = seats(field)
    assert field.refused(commands.resume, "director") == "tournament-not-paused"
    field.add()
    assert len(field.of(Redrawn)) == 1
    assert seats(field) == sat


def test_t2_5_a_crash_before_the_draw_gives_the_same_seats() -> None:
    """Whatever was on the disk when the room ended: no hand begins before the draw, and it is the same."""
    field = Field(8, seats=4).at(1000)
    night(field)
    (drawn,) = field.of(Redrawn)
    at = field.events.index(drawn)
    again = Field(8, seats=4)
    again.t, again.events = folded([decode(encode(event)) for event in field.events[:at]]), field.events[:at]
    assert isinstance(again.events[-1], Resumed)
    again.now = field.now + 3_600_000  # the room was away for an hour
    for table in again.t.open_tables():
        assert again.t.redraw
        assert again.deal(table.number) is None
    again.add()
    assert [event.tables for event in again.of(Redrawn)] == [drawn.tables]


def test_t2_5_in_hand_for_hand_the_round_is_played_first() -> None:
    field = Field(20, seats=3, options=Options(final_table="same")).at(1000)
    while not field.t.calling:
        for number in [table.number for table in field.t.open_tables()]:
            field.deal(number)
        for table in [table for table in field.t.open_tables() if table.hand]:
            assert table.hand
            has = dict(zip(table.hand.players, table.hand.stacks, strict=True))
            order = sorted(has, key=lambda id: has[id])
            if field.t.left > 4 and not field.t.calling:
                field.wins(order[-1], order[0])
            else:
                field.end(table.number)
    first, second = [table for table in field.t.open_tables() if table.count]
    drawn, rounds = len(field.of(Redrawn)), len(field.of(RoundBegan))
    assert rounds
    assert field.deal(first.number)
    field.end(first.number)
    night(field)
    assert field.t.redraw
    assert field.deal(first.number) is None
    assert len(field.of(Redrawn)) == drawn
    assert field.deal(second.number), "the second hand of the round"
    field.end(second.number)
    assert len(field.of(Redrawn)) == drawn + 1
    assert field.events.index(field.of(Redrawn)[-1]) < field.events.index(field.of(RoundBegan)[-1])
    assert len(field.of(RoundBegan)) == rounds + 1
    assert violations(field.events) == []


def test_t2_5_who_is_on_the_way_or_enters_late_has_a_seat_in_the_draw() -> None:
    field = Field(7, seats=4, registration_closes=2).at(1000)
    field.deal(1)
    mover = field.t.tables[2].players[0]
    field.ask(commands.pause, "director")
    field.ask(commands.register, "late", "Late")
    field.end(1)
    field.at(field.now + OVERNIGHT_MS)
    field.ask(commands.resume, "director")
    (drawn,) = field.of(Redrawn)
    named = [id for row in drawn.tables for id in row if id]
    assert sorted(named) == sorted([f"p{number}" for number in range(7)] + ["late"])
    assert mover in named
    assert not field.t.unseated
    assert violations(field.events) == []


def test_t2_5_a_last_table_keeps_its_size() -> None:
    """One more than at other tables: nobody is left over."""
    options = Options(final_table="one_more")
    field = Field(8, "27sd", seats=4, options=options).at(1000)
    assert size(4, 7, options) == 5
    while field.t.left > 5:
        for number in [table.number for table in field.t.open_tables()]:
            field.deal(number)
        for table in [table for table in field.t.open_tables() if table.hand]:
            assert table.hand
            players = table.hand.players
            if field.t.left > 5:
                field.wins(players[0], players[1])
            else:
                field.end(table.number)
    (final,) = field.t.open_tables()
    assert len(final.seats) == 5
    night(field)
    (table,) = field.t.open_tables()
    assert (len(table.seats), table.count) == (5, 5)
    assert table.number == final.number + 1
    assert violations(field.events) == []


def test_t2_5_to_undo_a_pause_after_a_night_draws_too_and_to_undo_going_on_leaves_the_draw() -> None:
    field = Field(8, seats=4).at(1000)
    field.ask(commands.pause, "director")
    field.at(field.now + OVERNIGHT_MS)
    field.ask(undo, "director", 1, "by mistake")
    assert len(field.of(Redrawn)) == 1
    sat = seats(field)
    field.ask(undo, "director", 2, "not yet")
    assert field.t.paused
    field.ask(commands.resume, "director")
    assert len(field.of(Redrawn)) == 1
    assert seats(field) == sat
    assert violations(field.events) == []


def test_t2_5_journals_from_before_keep_their_seats() -> None:
    field = Field(8, seats=4).at(1000)
    field.ask(commands.pause, "director")
    field.at(field.now + OVERNIGHT_MS)
    old = decode(b'{"event":"resumed","at":%d,"by":"director","why":""}' % field.now)
    assert isinstance(old, Resumed)
    assert old.redraw is None
    sat = seats(field)
    field.add(old)
    assert seats(field) == sat
    assert field.deal(1)


def test_the_draw_depends_on_the_seed_alone() -> None:
    drawn = []
    for _ in range(2):
        field = Field(8, seats=4).at(1000)
        night(field)
        drawn.append(field.of(Redrawn)[0].tables)
    assert drawn[0] == drawn[1]
