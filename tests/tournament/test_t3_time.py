"""T3.2, T3.3, T3.5: time banks, players who are cut off, and no-shows."""

import pytest

from standpat.room.tables.clock import Clock as TableClock
from standpat.room.tables.table import ClockRules
from standpat.tournament import commands
from standpat.tournament.clock import MINUTE, Clock, Start, folded, new, read
from standpat.tournament.events import Disqualified
from standpat.tournament.events import Played as HandPlayed
from standpat.tournament.no_shows import decided, due_level, removed, removing
from standpat.tournament.options import Options
from standpat.tournament.registration import Field
from standpat.tournament.timebank import PACES, CutOff, bank, extra_times, pace_of
from tournament_field import Field as Played
from tournament_scene import levels, structure


def test_t3_3_extra_time_shrinks_from_decision_to_decision() -> None:
    """Test case 21: cut off at the final table for four decisions in a row; coming back gives all of it again."""
    times = extra_times(90, 1, 6, 14, sit_and_go=False)
    player, given = CutOff(), []
    for _ in range(5):
        seconds, player = player.extra(times)
        given.append(seconds)
    assert given == [240, 120, 60, 0, 0]
    assert CutOff().extra(times).seconds == 240


@pytest.mark.parametrize(
    ("entrants", "tables", "left", "paid", "sit_and_go", "times"),
    [
        (90, 2, 8, 14, False, ()),
        (90, 1, 7, 14, False, (240, 120, 60)),
        (6, 1, 3, 2, True, (120, 60)),
        (6, 1, 4, 2, True, ()),
        (44, 2, 7, 6, True, (120, 60)),
        (45, 2, 7, 6, True, ()),
        (45, 1, 6, 6, True, (240, 120, 60)),
        (2, 1, 2, 1, True, (120, 60)),
        (2, 1, 2, 1, False, (120, 60)),
    ],
)
def test_t3_3_who_has_extra_time(
    entrants: int, tables: int, left: int, paid: int, sit_and_go: bool, times: tuple[int, ...]
) -> None:
    assert extra_times(entrants, tables, left, paid, sit_and_go=sit_and_go) == times


def test_t3_3_the_clock_of_a_table_gives_the_extra_time() -> None:
    clock, player = TableClock(ClockRules(bank=0, protection=0)), CutOff()
    given = []
    for _ in range(4):
        seconds, player = player.extra((240, 120, 60))
        clock.protections["ann"] = seconds
        asked = clock.protect("ann", clock.ask("ann", 0, None), 20)
        given.append(0 if asked is None else asked.deadline - 20)
    assert given == [240, 120, 60, 0]


def test_t3_2_a_pace_has_the_times_of_a_tables_clock() -> None:
    for pace in PACES.values():
        rules = ClockRules(pace.act, pace.draw, pace.long_draw, pace.bank, pace.refill, showdown=pace.showdown)
        assert rules.bank == pace.bank == pace.last_table
        assert rules.refill == 0
    assert PACES["shot-clock"].bank == 6 * PACES["shot-clock"].act


@pytest.mark.parametrize(("minutes", "pace"), [(11, "normal"), (10, "normal"), (9, "fast"), (6, "fast"), (5, "turbo")])
def test_t3_2_the_pace_follows_from_the_first_level(minutes: int, pace: str) -> None:
    first, second = levels("27td", minutes=minutes)[0], levels("27td", minutes=16 - minutes)[1]
    assert pace_of(structure(levels=(first, second))) == PACES[pace]


def test_t3_2_the_time_bank_grows_at_the_last_table_and_is_never_negative() -> None:
    fast = PACES["fast"]
    assert bank(fast, 10_500, last_table=False) == fast.bank - 10.5
    assert bank(fast, 10_500, last_table=True) == fast.bank + fast.last_table - 10.5
    assert bank(fast, int(1000 * fast.bank), last_table=False) == bank(fast, 10**9, last_table=True) == 0


RULES = structure(breaks={4: 5}, registration_closes=3)


def at_level(level: int) -> Clock:
    minutes = 10 * (level - 1) + (5 if level > 4 else 0)
    return read(RULES, folded(RULES, [Start(0)]), minutes * MINUTE)


def test_t3_5_no_shows_are_blinded_off_or_removed_by_the_edition() -> None:
    assert due_level(RULES, Options()) is None
    assert due_level(RULES, Options.of("tda2024", no_shows="remove")) == 3
    assert due_level(RULES, Options.of("tda2026", no_shows="remove")) == 5
    assert due_level(structure(), Options.of("tda2026", no_shows="remove")) is None
    old = Options.of("tda2024", no_shows="remove")
    assert [decided(RULES, old, at_level(level), Field()) for level in (2, 3, 9)] == [None, "remove", "remove"]
    assert decided(RULES, old, new(RULES), Field()) is None
    later = Options.of("tda2026", no_shows="remove")
    assert [decided(RULES, later, at_level(level), Field()) for level in (4, 5)] == [None, "remove"]
    assert decided(RULES, Options(), at_level(9), Field()) is None


def test_t3_5_a_refund_only_before_the_prizes_are_fixed() -> None:
    kind = Options.of("tda2024", no_shows="refund")
    assert [decided(RULES, kind, at_level(level), Field()) for level in (2, 3, 4)] == [None, "refund", None]
    assert decided(RULES, kind, at_level(3), Field(closed=True)) is None


def test_t3_6_the_chips_of_a_removed_player_leave_play() -> None:
    field = removed(Field(entries=4), 4800, refund=True)
    assert field == Field(entries=4, forfeited=4800, refunded=1)
    assert field.chips(RULES) == 3 * 5000 + 200
    assert removed(Field(entries=4), 4800, refund=False).refunded == 0


def absent(verdict: str, *, closes: int = 0) -> Played:
    """Three players of whom the second alone has taken a hand, as the third level begins."""
    options = Options.of("tda2024", no_shows=verdict)
    field = Played(3, options=options, seats=3, most=3, registration_closes=closes).at(1000)
    hand = field.deal(1)
    assert hand is not None
    field.add(HandPlayed(at=field.now, table=1, hand=hand.hand, stacks=hand.stacks, took=("p1",)))
    return field.at(1000 + 20 * MINUTE - 1)


def test_t3_5_no_shows_are_removed_between_hands_one_after_the_other() -> None:
    field = absent("remove")
    assert not field.of(Disqualified)
    assert field.deal(1)
    field.at(1000 + 20 * MINUTE)
    assert not field.of(Disqualified), "they play a hand"
    field.end(1)
    said = [Disqualified(at=field.now, player=id, by="room", why="no-show", refund=0) for id in ("p0", "p2")]
    assert field.of(Disqualified) == said
    assert field.t.status == "finished"
    assert field.t.won["p1"] == 300
    assert removing(field.t, b"", field.now) == ()


def test_t3_5_a_no_show_gets_the_entry_back_with_the_fee() -> None:
    field = absent("refund", closes=3).at(1000 + 20 * MINUTE)
    assert [one.refund for one in field.of(Disqualified)] == [110, 110]


def test_t3_5_bots_are_no_no_shows_and_the_last_player_stays() -> None:
    options = Options.of("tda2024", no_shows="remove")
    field = Played(2, options=options, seats=3, most=3, registration_closes=1)
    field.ask(commands.register, "bot", "Bot", bot=True)
    field.at(1000).at(1000 + 20 * MINUTE)
    assert [one.player for one in field.of(Disqualified)] == ["p0", "p1"]
    nobody = Played(2, options=options, seats=3, most=3).at(1000).at(1000 + 20 * MINUTE)
    assert [one.player for one in nobody.of(Disqualified)] == ["p0"]
    assert nobody.t.status == "finished"
