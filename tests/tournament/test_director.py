"""What follows by the rules alone, driven by hand (T1, T5, T6, T8)."""

import pytest
from msgspec import structs

from standpat.tournament import commands
from standpat.tournament.director import MOST_WAIT_MS, due
from standpat.tournament.eliminations import Ties
from standpat.tournament.events import (
    Agreed,
    Cancelled,
    Declined,
    Finished,
    Offered,
    Out,
    Redrawn,
    RegistrationClosed,
    RoundBegan,
    RoundCalled,
    RoundsOver,
    Started,
)
from standpat.tournament.options import Options
from standpat.tournament.structure import Rebuys
from tournament_field import Field


def _two_tables(ties: Ties = "share", entrants: int = 8) -> Field:
    """Two tables of four with chips for everybody, three places paid, at the first hands."""
    field = Field(entrants, seats=4, options=Options(h4h_ties=ties, final_table="same")).at(1000)
    for table in list(field.t.tables):
        field.deal(table)
    return field


def test_t1_1_a_tournament_starts_at_its_time_with_even_tables() -> None:
    field = Field(13)
    assert not field.of(Started)
    field.at(1000)
    (started,) = field.of(Started)
    assert sorted([sum([player is not None for player in row]) for row in started.tables]) == [4, 4, 5]
    assert field.t.chips == 13 * 5000 == field.t.field.chips(field.t.announced.structure)


def test_t1_7_too_few_entrants_get_everything_back() -> None:
    field = Field(3, minimum=4).at(1000)
    assert field.of(Cancelled)[0].refunds == {"p0": 110, "p1": 110, "p2": 110}
    assert field.t.status == "cancelled"


def test_t1_7_a_sit_and_go_starts_when_it_is_full_and_has_its_prizes_then() -> None:
    field = Field(2, sit_and_go=True, seats=3, minimum=3, most=3)
    assert not field.of(Started)
    field.ask(commands.register, "p9", "P9")
    assert field.of(Started)
    assert field.of(RegistrationClosed)[0].prizes == (300,)


def test_t1_5_the_next_deal_waits_for_a_rebuy() -> None:
    field = Field(3, rebuys=Rebuys(2, 5000, 100, 1, 5000)).at(1000)
    hand = field.deal(1)
    assert hand is not None
    first, second = hand.players[:2]
    field.wins(first, second)
    assert field.of(Offered)[0].players == (second,)
    assert field.deal(1) is None
    field.ask(commands.rebuy, second)
    assert field.t.players[second].stack == 5000
    assert field.deal(1) is not None
    field.wins(first, second)
    assert field.of(Out)[-1].players == (second,), "one rebuy is all they have"


def test_t1_5_who_does_not_answer_is_out() -> None:
    field = Field(3, rebuys=Rebuys(2, 5000, 100, 1, 5000)).at(1000)
    hand = field.deal(1)
    assert hand is not None
    first, second = hand.players[:2]
    field.wins(first, second)
    field.at(1000 + 14_999)
    assert not field.of(Out)
    field.at(1000 + 15_000)
    assert field.of(Declined)[0].player == second
    assert field.of(Out)[0].players == (second,)


def test_t6_1_no_hand_for_hand_where_the_final_table_comes_first() -> None:
    field = _two_tables()
    hands = [field.t.tables[number].hand for number in (1, 2)]
    first, second = [hand.players for hand in hands if hand]
    field.wins(first[0], *first[1:4])
    assert not field.of(Redrawn), "five are left"
    field.wins(second[0], second[1])
    assert field.of(Redrawn)
    assert not field.of(RoundCalled), "four are left, three are paid, and they sit at one table"


@pytest.mark.parametrize(("ties", "shared"), [("share", True), ("stack", False)])
def test_t6_4_two_out_at_two_tables_in_one_round(ties: Ties, shared: bool) -> None:
    field = Field(20, seats=3, options=Options(h4h_ties=ties, final_table="same")).at(1000)
    while field.t.left > 4:  # down to one more than are paid
        for number in [table.number for table in field.t.open_tables()]:
            field.deal(number)
        for table in [table for table in field.t.open_tables() if table.hand]:
            assert table.hand
            stacks = dict(zip(table.hand.players, table.hand.stacks, strict=True))
            order = sorted(stacks, key=lambda id: stacks[id])
            if field.t.left > 4 and not field.t.calling:
                field.wins(order[-1], order[0])
            else:
                field.end(table.number)
    assert field.of(RoundCalled)
    assert field.of(RoundBegan)[0].number == 1
    first, second = [table for table in field.t.open_tables() if table.count]
    assert field.deal(first.number)
    assert field.deal(first.number) is None
    assert field.deal(second.number)
    pairs = [(table.hand.players, table.hand.stacks) for table in (first, second) if table.hand]
    assert [len(players) for players, _ in pairs] == [2, 2]
    outs = len(field.of(Out))
    losers = [min(zip(stacks, players, strict=True))[::-1] for players, stacks in pairs]
    for (loser, _), (players, _) in zip(losers, pairs, strict=True):
        field.wins(next(id for id in players if id != loser), loser)
        assert field.t.players[loser].out == (field.of(Out)[outs:] != []), "nobody is out before the round is over"
    groups = [event.players for event in field.of(Out)[outs:]]
    assert field.of(RoundsOver)
    if shared:
        assert [set(group) for group in groups] == [{loser for loser, _ in losers}]
        assert set(field.t.places()[losers[0][0]]) == {3, 2}
    else:
        assert groups == [(loser,) for loser, _ in sorted(losers, key=lambda pair: pair[1])]


def test_t6_7_the_winner_has_all_chips_and_prizes_sum_to_the_pool() -> None:
    field = _two_tables(entrants=4)
    hand = field.t.tables[1].hand
    assert hand
    winner, *rest = hand.players
    field.wins(winner, *rest)
    (finished,) = field.of(Finished)
    assert finished.winner == winner
    assert sum(finished.prizes.values()) == 400
    assert field.t.players[winner].stack == 20_000


def test_t8_3_a_deal_needs_everybody_and_all_tables_wait_for_it() -> None:
    field = _two_tables(entrants=4)
    hand = field.t.tables[1].hand
    assert hand
    one, two, three, four = hand.players
    assert field.refused(commands.propose, one, "chips") == "tournament-not-in-money"
    field.wins(one, four)
    assert field.deal(1)
    field.ask(commands.propose, one, "chips")
    assert field.refused(commands.answer, two, True) == "tournament-no-proposal", "a hand is played: no amounts yet"
    field.end(1)
    assert field.deal(1) is None
    field.ask(commands.answer, two, True)
    assert field.refused(commands.answer, two, True) == "tournament-no-proposal"
    assert field.refused(commands.answer, four, True) == "tournament-out"
    assert not field.of(Agreed)
    field.ask(commands.answer, three, True)
    assert sum(field.of(Agreed)[0].amounts.values()) == 400
    assert field.of(Finished)[0].prizes == field.of(Agreed)[0].amounts


def test_t8_3_one_refusal_or_a_time_out_goes_on() -> None:
    field = _two_tables(entrants=4)
    hand = field.t.tables[1].hand
    assert hand
    field.wins(hand.players[0], hand.players[3])
    field.ask(commands.propose, hand.players[0], "even")
    field.ask(commands.answer, hand.players[1], False)
    assert field.t.proposal is None
    assert field.deal(1)
    field.end(1)
    field.ask(commands.propose, hand.players[0], "even")
    field.at(field.now + 60_000)
    assert field.t.proposal is None
    assert field.deal(1)


def test_t3_6_disqualified_players_play_their_hand_and_their_chips_leave() -> None:
    field = _two_tables(entrants=4)
    hand = field.t.tables[1].hand
    assert hand
    sent = hand.players[0]
    field.ask(commands.disqualify, "director", sent, "collusion")
    assert field.t.players[sent].stack == 5000
    field.end(1)
    assert field.of(Out)[0].players == (sent,)
    assert field.t.chips == 15_000 == field.t.field.chips(field.t.announced.structure)
    assert field.refused(commands.disqualify, "director", sent, "again") == "tournament-out"


def test_t3_6_somebody_is_left_when_a_disqualified_player_wins_the_last_chips() -> None:
    field = Field(3).at(1000)
    hand = field.deal(1)
    assert hand
    sent, *others = hand.players
    field.ask(commands.disqualify, "director", sent, "collusion")
    field.end(1, {sent: 15_000, others[0]: 0, others[1]: 0})
    assert field.t.status == "finished"
    first = min(others, key=lambda id: field.t.players[id].number)  # both had the same stack
    assert [event.players for event in field.events if isinstance(event, Out)] == [
        (sent,),
        tuple([id for id in others if id != first]),
    ]
    assert sum(field.t.won.values()) == field.t.field.pool(field.t.announced.structure)


def test_t3_6_not_everybody_can_be_disqualified() -> None:
    field = Field(2).at(1000)
    field.deal(1)
    field.ask(commands.disqualify, "director", "p0", "collusion")
    assert field.refused(commands.disqualify, "director", "p1", "collusion") == "tournament-over"


def test_t6_3_the_big_blind_ante_counts_where_the_edition_says_so() -> None:
    for edition, places in (("tda2024", 1), ("tda2026", 2)):
        field = Field(3, "27sd", options=Options.of(edition)).at(1000)
        hand = field.deal(1)
        assert hand
        winner = next(id for seat, id in zip(hand.seats, hand.players, strict=True) if seat != hand.big)
        field.end(1, {id: 15_000 if id == winner else 0 for id in hand.players})
        assert len([event for event in field.events if isinstance(event, Out)]) == places


def test_t6_5_without_hand_for_hand_the_hand_that_ends_first_counts_first() -> None:
    """The player with fewer chips is out later, and is placed higher."""
    field = Field(8, seats=4, options=Options(h4h_at=0, final_table="same")).at(1000)
    first, second = [table.number for table in field.t.open_tables()]
    hand = field.deal(first)
    assert hand is not None
    a, b, c, *_ = hand.players
    field.end(first, {a: 9000, b: 1000})
    assert field.deal(first)
    other = field.deal(second)
    assert other is not None
    field.wins(other.players[0], other.players[1])  # with 5,000
    field.wins(c, b)  # with 1,000
    assert [event.players for event in field.of(Out)] == [(other.players[1],), (b,)]
    assert field.t.places()[b] == (7, 1)


def test_a_sit_and_go_does_not_wait_for_ever() -> None:
    field = Field(2, sit_and_go=True, seats=3, minimum=3, most=3)
    field.events[0] = field.t.announced = structs.replace(field.t.announced, starts=0)
    at = due(field.t, 0)
    assert at == MOST_WAIT_MS
    assert not field.at(at - 1).of(Cancelled)
    assert field.at(at).of(Cancelled)[0].refunds == {"p0": 110, "p1": 110}
