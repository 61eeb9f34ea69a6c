"""A table's clock: pure data that is given the time."""

from standpat.room.tables.clock import Clock
from standpat.room.tables.table import ClockRules

RULES = ClockRules(act=20, draw=15, long_draw=30, bank=10, refill=2, protection=60, protection_refill=5)


def test_a_decision_has_its_time_and_then_the_bank() -> None:
    asked = Clock(RULES).ask("ann", 100.0, None)
    assert (asked.time, asked.deadline, asked.bank, asked.expires) == (20, 120.0, 10, 130.0)


def test_a_draw_of_three_or_more_cards_has_longer() -> None:
    clock = Clock(RULES)
    assert [clock.ask("ann", 0.0, most).time for most in (1, 2, 3, 5)] == [15, 15, 30, 30]


def test_to_show_or_muck_has_a_short_time_and_no_bank() -> None:
    clock = Clock(ClockRules(showdown=8))
    asked = clock.ask_showdown(100)
    assert (asked.time, asked.deadline, asked.bank, asked.expires) == (8, 108, 0, 108)
    clock.answered("ann", asked, 130)
    assert clock.banks == {}


def test_only_what_is_used_of_the_bank_is_gone() -> None:
    clock = Clock(RULES)
    clock.answered("ann", clock.ask("ann", 0.0, None), 20.0)
    assert clock.ask("ann", 100.0, None).bank == 10
    clock.answered("ann", clock.ask("ann", 100.0, None), 124.0)
    assert clock.ask("ann", 200.0, None).bank == 6
    assert clock.ask("bob", 200.0, None).bank == 10
    clock.answered("ann", clock.ask("ann", 200.0, None), 999.0)
    assert clock.ask("ann", 300.0, None).bank == 0


def test_the_bank_refills_hand_by_hand_up_to_full() -> None:
    clock = Clock(RULES, {"ann": 0.0})
    banks = []
    for _ in range(7):
        clock.hand_over()
        banks.append(clock.ask("ann", 0.0, None).bank)
    assert banks == [2, 4, 6, 8, 10, 10, 10]


def test_protection_is_given_once_a_decision_and_comes_back() -> None:
    clock = Clock(RULES)
    asked = clock.ask("ann", 0.0, None)
    longer = clock.protect("ann", asked, 30.0)
    assert longer is not None
    assert (longer.expires, longer.protected) == (90.0, True)
    assert clock.protect("ann", longer, 90.0) is None
    assert clock.protect("ann", clock.ask("ann", 100.0, None), 120.0) is None
    for _ in range(2):
        clock.hand_over()
    again = clock.protect("ann", clock.ask("ann", 200.0, None), 230.0)
    assert again is not None
    assert again.expires == 240.0
