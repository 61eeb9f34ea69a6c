"""T1.3-T1.7: entering, entering again, rebuys, add-ons, and the chips in play."""

from random import Random
from typing import Any

import pytest

from standpat.language.sentence import Sentence
from standpat.tournament.clock import MINUTE, Clock, Start, folded, new, read
from standpat.tournament.registration import (
    Field,
    Mine,
    Refused,
    Terms,
    add_on,
    added,
    enter,
    may_rebuy,
    prizes_fixed,
    re_enter,
    rebuy,
    starts_now,
    takes_place,
    withdraw,
)
from standpat.tournament.structure import AddOn, Rebuys, Structure
from tournament_scene import structure

RULES = structure(
    breaks={3: 5},
    registration_closes=3,
    re_entries=2,
    give_up=True,
    rebuys=Rebuys(closes=3, chips=5000, cost=20, most=2, at_most=5000),
    add_on=AddOn(opens=3, closes=4, chips=7500, cost=15),
    buy_in=20,
    fee=2,
    most=8,
)
IN = Mine(entries=1)
EMPTY = Field()


def clock(minutes: float, rules: Structure = RULES) -> Clock:
    return read(rules, folded(rules, [Start(0)]), round(minutes * MINUTE))


def refused(told: str, wish: Any, *args: Any, **named: Any) -> None:
    with pytest.raises(Refused, match=told) as caught:
        wish(*args, **named)
    assert isinstance(caught.value.args[0], Sentence)


def test_t1_3_late_registration_is_open_until_play_resumes() -> None:
    """Test case 11, with level 3: registration to its end, a break of five minutes follows."""
    assert enter(RULES, new(RULES), EMPTY, Mine()) == Terms("entry", 22, 5000)
    for minutes in (0, 29.9, 30, 34.99):
        assert enter(RULES, clock(minutes), EMPTY, Mine()) == Terms("entry", 22, 5000)
    refused("Registration closed with level 3", enter, RULES, clock(35), EMPTY, Mine())
    without = structure(registration_closes=3)
    refused("closed with level 3", enter, without, clock(30, without), EMPTY, Mine())
    never = structure()
    refused("closed at the start", enter, never, clock(0, never), EMPTY, Mine())
    assert enter(never, new(never), EMPTY, Mine()).cost == 0


def test_t1_3_who_may_not_enter() -> None:
    refused("registered already", enter, RULES, clock(1), EMPTY, IN)
    refused("registered already", enter, RULES, clock(1), EMPTY, Mine(entries=1, out=True))
    refused("removed", enter, RULES, clock(1), EMPTY, Mine(entries=1, barred=True))
    refused("full: it has 8", enter, RULES, clock(1), Field(entries=8), Mine())
    assert enter(RULES, clock(1), Field(entries=7), Mine())
    refused("closed with level 3", enter, RULES, clock(1), Field(closed=True), Mine())


def test_t1_3_registration_is_taken_back_before_the_start_only() -> None:
    assert withdraw(new(RULES), Field(entries=3), IN) == Field(entries=2)
    refused("has started", withdraw, clock(0), Field(entries=3), IN)
    refused("not in this", withdraw, new(RULES), Field(entries=3), Mine())


def test_t1_4_re_entry_only_without_chips() -> None:
    out = Mine(entries=1, rebuys=2, add_ons=1, out=True)
    assert re_enter(RULES, clock(5), EMPTY, out, 0, playing=False) == Terms("re-entry", 22, 5000)
    refused("still have chips", re_enter, RULES, clock(5), EMPTY, IN, 25, playing=False)
    refused("hand is over", re_enter, RULES, clock(5), EMPTY, IN, 0, playing=True)
    refused("not in this", re_enter, RULES, clock(5), EMPTY, Mine(), 0, playing=False)
    refused("removed", re_enter, RULES, clock(5), EMPTY, Mine(1, barred=True), 0, playing=False)
    refused("not started", re_enter, RULES, new(RULES), EMPTY, IN, 0, playing=False)
    refused("closed with level 3", re_enter, RULES, clock(35), EMPTY, out, 0, playing=False)
    refused("full", re_enter, RULES, clock(5), Field(entries=8), out, 0, playing=False)
    assert re_enter(RULES, clock(5), EMPTY, Mine(entries=2, out=True), 0, playing=False)
    refused(r"all your re-entries \(2\)", re_enter, RULES, clock(5), EMPTY, Mine(3, out=True), 0, playing=False)
    none = structure(registration_closes=3)
    refused("no re-entry", re_enter, none, clock(5, none), EMPTY, out, 0, playing=False)
    assert added(Field(entries=4), out, Terms("re-entry", 22, 5000)) == (Field(entries=5), Mine(entries=2))


def test_t1_4_a_stack_given_up_leaves_play() -> None:
    """In the last level of registration and the break after it; not while the player is in a hand."""
    for minutes in (20, 29, 30, 34.9):
        assert re_enter(RULES, clock(minutes), EMPTY, IN, 1200, playing=False) == Terms("re-entry", 22, 5000, 1200)
    refused("still have chips", re_enter, RULES, clock(19.9), EMPTY, IN, 1200, playing=False)
    refused("hand is over", re_enter, RULES, clock(25), EMPTY, IN, 1200, playing=True)
    kept = structure(registration_closes=3, re_entries=1)
    refused("still have chips", re_enter, kept, clock(25, kept), EMPTY, IN, 1200, playing=False)
    field, _ = added(Field(entries=4), IN, Terms("re-entry", 22, 5000, 1200))
    assert field.chips(RULES) == Field(entries=4).chips(RULES) + 5000 - 1200


def test_t1_5_rebuy() -> None:
    assert rebuy(RULES, clock(0), EMPTY, IN, 5000, playing=False) == Terms("rebuy", 20, 5000)
    assert rebuy(RULES, clock(34.9), EMPTY, IN, 0, playing=False)
    refused("closed with level 3", rebuy, RULES, clock(35), EMPTY, IN, 0, playing=False)
    refused("closed with level 3", rebuy, RULES, clock(5), Field(closed=True), IN, 0, playing=False)
    refused("at most 5,?000", rebuy, RULES, clock(5), EMPTY, IN, 5001, playing=False)
    refused("hand is over", rebuy, RULES, clock(5), EMPTY, IN, 0, playing=True)
    refused("not started", rebuy, RULES, new(RULES), EMPTY, IN, 5000, playing=False)
    refused("not in this", rebuy, RULES, clock(5), EMPTY, Mine(1, out=True), 0, playing=False)
    refused("removed", rebuy, RULES, clock(5), EMPTY, Mine(1, barred=True), 0, playing=False)
    assert rebuy(RULES, clock(5), EMPTY, Mine(1, rebuys=1), 0, playing=False)
    refused(r"all your rebuys \(2\)", rebuy, RULES, clock(5), EMPTY, Mine(1, rebuys=2), 0, playing=False)
    none = structure()
    refused("no rebuys", rebuy, none, clock(5, none), EMPTY, IN, 0, playing=False)


def test_t1_5_the_table_waits_only_for_a_rebuy_that_is_possible() -> None:
    assert may_rebuy(RULES, clock(5), EMPTY, IN)
    assert not may_rebuy(RULES, clock(35), EMPTY, IN)
    assert not may_rebuy(RULES, clock(5), EMPTY, Mine(1, rebuys=2))
    assert not may_rebuy(structure(), clock(5, structure()), EMPTY, IN)
    broke_only = structure(rebuys=Rebuys(closes=3, chips=5000, cost=20, most=2, at_most=0))
    assert may_rebuy(broke_only, clock(5, broke_only), EMPTY, IN)


def test_t1_6_add_on_once_in_its_window() -> None:
    assert add_on(RULES, clock(20), EMPTY, IN, 90_000, playing=False) == Terms("add-on", 15, 7500)
    refused("opens with level 3", add_on, RULES, clock(19), EMPTY, IN, 100, playing=False)
    assert add_on(RULES, clock(44), EMPTY, IN, 1, playing=False)
    refused("closed with level 4", add_on, RULES, clock(45), EMPTY, IN, 100, playing=False)
    refused("have taken", add_on, RULES, clock(20), EMPTY, Mine(1, add_ons=1), 100, playing=False)
    refused("need chips", add_on, RULES, clock(20), EMPTY, IN, 0, playing=False)
    refused("hand is over", add_on, RULES, clock(20), EMPTY, IN, 100, playing=True)
    refused("not in this", add_on, RULES, clock(20), EMPTY, Mine(1, out=True), 100, playing=False)
    none = structure()
    refused("no add-on", add_on, none, clock(20, none), EMPTY, IN, 100, playing=False)


def test_t1_7_minimum() -> None:
    rules = structure(minimum=4)
    assert [takes_place(rules, entrants) for entrants in (3, 4)] == [False, True]
    assert not starts_now(rules, 4)
    sit_and_go = structure(minimum=6, most=6, sit_and_go=True)
    assert [starts_now(sit_and_go, entrants) for entrants in (5, 6)] == [False, True]


def test_t1_3_prizes_are_fixed_when_nothing_can_be_bought() -> None:
    assert [prizes_fixed(RULES, clock(minutes)) for minutes in (0, 44, 45)] == [False, False, True]
    assert not prizes_fixed(RULES, new(RULES))
    only = structure(breaks={2: 5}, registration_closes=2)
    assert [prizes_fixed(only, clock(minutes, only)) for minutes in (20, 24.9, 25)] == [False, False, True]
    assert prizes_fixed(structure(), clock(0, structure()))


def test_the_chips_in_play_are_what_the_stacks_sum_to() -> None:
    """Random wishes of ten players with random stacks: the formula against the sum, and the money against what is
    paid."""
    rng = Random(16)
    for _ in range(40):
        field, mine, stacks, paid, done = EMPTY, [Mine()] * 10, [0] * 10, 0, 0
        for minute in sorted([rng.uniform(0, 50) for _ in range(60)]):
            who, rival = rng.sample(range(10), 2)
            moved = rng.choice([0, stacks[rival] // 2, stacks[rival]])
            stacks[who], stacks[rival] = stacks[who] + moved, stacks[rival] - moved
            now, wish = clock(minute), rng.choice([enter, re_enter, rebuy, add_on])
            if moved and not mine[who].entries:
                stacks[who], stacks[rival] = stacks[who] - moved, stacks[rival] + moved
            try:
                if wish is enter:
                    terms = enter(RULES, now, field, mine[who])
                else:
                    terms = wish(RULES, now, field, mine[who], stacks[who], playing=False)  # type: ignore[operator]
            except Refused:
                continue
            field, mine[who] = added(field, mine[who], terms)
            stacks[who] += terms.chips - terms.forfeits
            paid += terms.cost
            done += 1
            assert field.chips(RULES) == sum(stacks)
            assert field.pool(RULES) + 2 * field.entries == paid
            assert field.entries <= 8
        assert done > 5


def test_t3_6_what_is_refunded_or_forfeited_leaves_play() -> None:
    assert Field(entries=3, forfeited=4000).chips(RULES) == 11_000
    assert Field(entries=3, refunded=1).pool(RULES) == 40


def test_what_is_bought_counts_in_chips_and_money() -> None:
    field, mine = added(Field(entries=2), Mine(), Terms("entry", 22, 5000))
    assert (field, mine) == (Field(entries=3), IN)
    field, mine = added(field, mine, Terms("rebuy", 20, 5000))
    assert (field, mine) == (Field(entries=3, rebuys=1), Mine(1, rebuys=1))
    field, mine = added(field, mine, Terms("add-on", 15, 7500))
    assert (field, mine) == (Field(entries=3, rebuys=1, add_ons=1), Mine(1, rebuys=1, add_ons=1))
    field = Field(entries=3, rebuys=2, add_ons=4)
    assert field.chips(RULES) == 3 * 5000 + 2 * 5000 + 4 * 7500
    assert field.pool(RULES) == 3 * 20 + 2 * 20 + 4 * 15
    assert field.chips(structure()) == 15_000
