"""A tournament that is called off while it is played (T9.2)."""

import pytest

from standpat.tournament import commands
from standpat.tournament.events import Cancelled, Offered, Out
from standpat.tournament.options import Options
from standpat.tournament.structure import AddOn, Rebuys
from tournament_field import Field


def called_off(field: Field) -> dict[str, int]:
    """Call it off between hands. What everybody gets."""
    field.ask(commands.cancel, "director")
    (cancelled,) = field.of(Cancelled)
    assert field.t.status == "cancelled"
    paid: dict[str, int] = cancelled.refunds
    return paid


def test_t9_2_nobody_was_out_so_all_get_what_they_paid() -> None:
    field = Field(4, rebuys=Rebuys(2, 5000, 70, 1, 5000), add_on=AddOn(1, 2, 3000, 30), seats=4).at(1000)
    field.ask(commands.rebuy, "p1")
    field.ask(commands.add_on, "p2")
    field.deal(1)
    field.end(1, {"p0": 10_000, "p3": 0 + 5000 - 5000, "p2": 8000, "p1": 10_000})
    assert field.t.players["p3"].offered  # they may rebuy: the hand is over, and nobody is out
    field.ask(commands.rebuy, "p3")
    assert called_off(field) == {"p0": 110, "p1": 180, "p2": 140, "p3": 180}


def test_t9_2_before_the_money_half_evenly_and_half_by_chips() -> None:
    """Nine players, three paid: the pool is 900. One is out; one has two stacks."""
    field = Field(9, seats=6).at(1000)
    number = field.table_of("p0")
    loser = next(id for id in field.t.tables[number].players if id != "p0")
    field.deal(number)
    field.wins("p0", loser)
    paid = called_off(field)
    even, chips = 900 / 2 / 8, 900 / 2 / 45_000
    assert loser not in paid
    assert paid["p0"] == pytest.approx(10 + even + 10_000 * chips, abs=1)
    assert {amount for id, amount in paid.items() if id != "p0"} <= {115 + 1, 115 + 2, 116, 117}
    assert sum(paid.values()) == 900 + 8 * 10


def test_t9_2_in_the_money_the_lowest_prize_and_the_rest_by_chips() -> None:
    field = Field(9, seats=6, options=Options(h4h_at=0)).at(1000)
    while field.t.left > 2:
        number = field.t.open_tables()[0].number
        for table in field.t.open_tables():
            if table.count > 1:
                number = table.number
        field.deal(number)
        hand = field.t.tables[number].hand
        assert hand is not None
        field.wins(hand.players[0], hand.players[1])
    (third,) = field.t.outs[-1]
    prizes = field.t.prizes
    a, b = field.t.alive()
    rest, chips = prizes[0] - prizes[1], a.stack + b.stack
    paid = called_off(field)
    assert paid[third] == prizes[2]  # what was won is won
    assert paid[a.id] == pytest.approx(prizes[1] + rest * a.stack / chips, abs=1)
    assert sum(paid.values()) == sum(prizes) == 900


def test_t9_2_hands_in_progress_are_played_and_nobody_buys_or_enters() -> None:
    field = Field(4, rebuys=Rebuys(2, 5000, 70, 1, 5000), seats=4, registration_closes=2).at(1000)
    field.deal(1)
    field.ask(commands.cancel, "director", why="The bar closes")
    assert not field.of(Cancelled)
    for command, *args in (
        (commands.register, "late", "Late"),
        (commands.rebuy, "p0"),
        (commands.pause, "director"),
        (commands.cancel, "director"),
        (commands.disqualify, "director", "p0", "why"),
    ):
        assert field.refused(command, *args) == "tournament-called-off"
    field.wins("p0", "p1")
    assert not field.of(Offered)
    assert [event.players for event in field.of(Out)] == [("p1",)]
    (cancelled,) = field.of(Cancelled)
    assert cancelled.why == "The bar closes"
    assert sum(cancelled.refunds.values()) == 400 + 3 * 10


def test_t9_2_a_round_of_hand_for_hand_is_not_played_to_its_end() -> None:
    field = Field(8, seats=4, options=Options(final_table="same", h4h_at=5)).at(1000)
    assert field.t.calling
    hand = field.deal(1)
    assert hand is not None
    field.ask(commands.cancel, "director")
    field.wins(hand.players[0], hand.players[1])  # the other table owes its hand, and does not play it
    (cancelled,) = field.of(Cancelled)
    assert hand.players[1] not in cancelled.refunds
    assert sum(cancelled.refunds.values()) == 800 + 7 * 10


def test_t9_2_who_waits_for_a_seat_has_a_full_stack() -> None:
    field = Field(3, seats=3, registration_closes=3).at(1000)
    field.deal(1)
    field.wins("p0", "p1")
    field.deal(1)
    field.ask(commands.register, "late", "Late")
    field.ask(commands.cancel, "director")
    field.end(1)
    (cancelled,) = field.of(Cancelled)
    assert cancelled.refunds["late"] == 10 + 66 + 50  # of 400: a third of half, and a quarter of half (5,000 of 20,000)


def test_t9_2_a_director_who_plays_cannot_take_their_share_in_time() -> None:
    field = Field(3, seats=3).at(1000)
    assert field.refused(commands.cancel, "p0") == "tournament-director-plays"
