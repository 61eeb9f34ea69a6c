"""T2.1, T2.3, T9.1: the clock, by published examples, by a clock that counts every second, and by its invariants."""

from random import Random

import pytest

from standpat.tournament.clock import (
    MINUTE,
    MOST_CHANGE,
    Advance,
    Break,
    Change,
    Clock,
    Outage,
    Pause,
    Put,
    Resume,
    Shift,
    Start,
    after,
    folded,
    new,
    next_break,
    read,
)
from tournament_scene import levels, structure

PLAIN = structure()
BREAKS = structure(breaks={2: 5, 4: 10})
EIGHT = 8 * 60 * MINUTE
"""A moment to start at."""


def at(minutes: float) -> int:
    return EIGHT + round(minutes * MINUTE)


def stand(changes: list[Change], minutes: float, rules: object = BREAKS) -> tuple[int, float, float]:
    """The level, the minutes left of it, and the minutes left of a break."""
    clock = read(rules, folded(rules, changes), at(minutes))  # type: ignore[arg-type]
    return clock.level, clock.left / MINUTE, clock.rest / MINUTE


def test_t2_1_the_level_at_the_time_when_the_hand_begins() -> None:
    """Test case 12: the level ends at 20:00:00."""
    clock = folded(PLAIN, [Start(at(-10))])
    assert read(PLAIN, clock, EIGHT - 1000).level == 1
    assert read(PLAIN, clock, EIGHT - 1).level == 1
    assert read(PLAIN, clock, EIGHT).level == 2
    assert read(PLAIN, clock, EIGHT + 1000).level == 2


def test_t2_3_a_break_after_a_level() -> None:
    start: list[Change] = [Start(at(0))]
    assert stand(start, 0) == (1, 10, 0)
    assert stand(start, 19.5) == (2, 0.5, 0)
    assert stand(start, 20) == (2, 0, 5)
    assert stand(start, 24) == (2, 0, 1)
    assert stand(start, 25) == (3, 10, 0)
    assert stand(start, 45) == (4, 0, 10)
    assert stand(start, 55) == (5, 10, 0)
    clock = folded(BREAKS, start)
    assert read(BREAKS, clock, at(19)).dealing
    assert not read(BREAKS, clock, at(22)).dealing
    assert read(BREAKS, clock, at(22)).ends == at(25)
    assert [next_break(BREAKS, read(BREAKS, clock, at(m))) for m in (0, 19, 22, 25, 54, 55)] == [
        20 * MINUTE,
        MINUTE,
        0,
        20 * MINUTE,
        0,
        None,
    ]


def test_before_the_start_the_clock_stands() -> None:
    clock = new(BREAKS)
    assert read(BREAKS, clock, at(9)) == Clock(at(9), 1, 10 * MINUTE)
    assert not clock.dealing
    assert clock.ends is None
    for change in (Pause(at(0)), Resume(at(0)), Break(at(0), 1), Shift(at(0), 1), Advance(at(0), 1), Put(at(0), 1, 1)):
        with pytest.raises(ValueError, match="has not started"):
            after(BREAKS, clock, change)


def test_a_pause_takes_no_time() -> None:
    changes: list[Change] = [Start(at(0)), Pause(at(4)), Resume(at(90))]
    assert stand(changes[:2], 50) == (1, 6, 0)
    assert stand(changes, 91) == (1, 5, 0)
    resting: list[Change] = [Start(at(0)), Pause(at(22)), Resume(at(60))]
    assert stand(resting, 61) == (2, 0, 2)
    assert stand(resting, 63) == (3, 10, 0)


def test_an_outage_takes_no_time() -> None:
    """T9.1: it is told afterwards; the clock had been read in the meantime."""
    changes: list[Change] = [Start(at(0)), Outage(at(300), at(4))]
    assert stand(changes, 301) == (1, 5, 0)
    assert stand([Start(at(0)), Outage(at(40), at(22))], 41) == (2, 0, 2)
    shifted: list[Change] = [Start(at(0)), Shift(at(6), MINUTE), Outage(at(40), at(4))]
    assert stand(shifted, 40) == (1, 5, 0)
    paused: list[Change] = [Start(at(0)), Pause(at(3)), Outage(at(40), at(4))]
    assert stand(paused, 50) == (1, 7, 0)
    assert after(BREAKS, new(BREAKS), Outage(at(2), at(1))) == Clock(at(2), 1, 10 * MINUTE)
    with pytest.raises(ValueError, match="ends after it began"):
        folded(BREAKS, [Start(at(0)), Outage(at(3), at(4))])


def test_the_director_adds_and_removes_time() -> None:
    start = Start(at(0))
    assert stand([start, Shift(at(4), 3 * MINUTE)], 4) == (1, 9, 0)
    assert stand([start, Shift(at(4), -3 * MINUTE)], 4) == (1, 3, 0)
    assert stand([start, Shift(at(4), 3 * MINUTE), Shift(at(4), -3 * MINUTE)], 5) == (1, 5, 0)
    assert stand([start, Shift(at(4), -60 * MINUTE)], 4) == (2, 10, 0)
    assert stand([start, Shift(at(14), -60 * MINUTE)], 14) == (2, 0, 5)
    assert stand([start, Shift(at(21), -60 * MINUTE)], 21) == (3, 10, 0)
    assert stand([start, Shift(at(21), MINUTE)], 21) == (2, 0, 5)
    assert stand([start, Put(at(33), 2, 4 * MINUTE)], 34) == (2, 3, 0)
    assert stand([start, Put(at(22), 6, 4 * MINUTE)], 22) == (6, 4, 0)


def test_the_director_calls_a_break() -> None:
    changes: list[Change] = [Start(at(0)), Break(at(3), 7 * MINUTE)]
    assert stand(changes, 3) == (1, 7, 7)
    assert stand(changes, 9) == (1, 7, 1)
    assert stand(changes, 11) == (1, 6, 0)
    assert not read(BREAKS, folded(BREAKS, changes), at(5)).dealing
    assert stand([*changes, Shift(at(4), -60 * MINUTE)], 5) == (1, 6, 0)


def test_t6_2_time_of_hand_for_hand_stops_at_a_break() -> None:
    round_over = Advance(at(19), 2 * MINUTE)
    changes: list[Change] = [Start(at(0)), Pause(at(18)), round_over, round_over]
    assert stand(changes[:3], 40) == (2, 0, 5)
    assert stand(changes, 40) == (2, 0, 5)
    assert stand([*changes, Resume(at(50))], 55) == (3, 10, 0)
    assert stand([Start(at(0)), Pause(at(9)), Advance(at(9), 2 * MINUTE)], 70) == (2, 9, 0)


def test_levels_after_the_last() -> None:
    start: list[Change] = [Start(at(0))]
    assert stand(start, 60, PLAIN) == (7, 10, 0)
    assert stand(start, 69, PLAIN) == (7, 1, 0)
    assert stand(start, 70, PLAIN) == (8, 10, 0)
    assert stand(start, 10 * 10**12 + 3, PLAIN) == (10**12 + 1, 7, 0)
    assert next_break(PLAIN, read(PLAIN, folded(PLAIN, start), at(90))) is None
    assert stand([*start, Put(at(1), 9, MINUTE)], 3, PLAIN) == (10, 9, 0)


def test_what_makes_no_sense() -> None:
    running = folded(BREAKS, [Start(at(0))])
    resting = read(BREAKS, running, at(21))
    broke, time = "a break is 1 to 86400000 ms", "time is changed by 1 to 86400000 ms"
    passes, level, left = (
        "time passes by 1 to 86400000 ms",
        "a level is 1 to 100000",
        "a level has 1 to 86400000 ms left",
    )
    for clock, change, told in (
        (running, Start(at(1)), "the tournament has started"),
        (new(BREAKS), Pause(at(1)), "the tournament has not started"),
        (running, Resume(at(1)), "the clock runs"),
        (after(BREAKS, running, Pause(at(1))), Pause(at(2)), "the clock is stopped"),
        (running, Outage(at(1), at(2)), "an outage ends after it began"),
        (resting, Break(at(22), MINUTE), "there is a break"),
        (running, Break(at(1), 0), broke),
        (running, Break(at(1), MOST_CHANGE + 1), broke),
        (running, Shift(at(1), 0), time),
        (running, Shift(at(1), MOST_CHANGE + 1), time),
        (running, Shift(at(1), -MOST_CHANGE - 1), time),
        (running, Advance(at(1), -1), passes),
        (running, Advance(at(1), 0), passes),
        (running, Advance(at(1), MOST_CHANGE + 1), passes),
        (running, Put(at(1), 0, 1), level),
        (running, Put(at(1), 100_001, 1), level),
        (running, Put(at(1), 1, 0), left),
        (running, Put(at(1), 1, MOST_CHANGE + 1), left),
    ):
        with pytest.raises(ValueError, match=f"^{told}$"):
            after(BREAKS, clock, change)


def test_the_smallest_and_the_largest_changes() -> None:
    running = folded(BREAKS, [Start(at(0))])
    assert running == Clock(at(0), 1, 10 * MINUTE, started=True, running=True)
    for length in (1, MOST_CHANGE):
        assert after(BREAKS, running, Break(at(0), length)).rest == length
        assert after(BREAKS, running, Put(at(0), 100_000, length)) == Clock(
            at(0), 100_000, length, started=True, running=True
        )
        assert after(BREAKS, running, Shift(at(0), length)).left == 10 * MINUTE + length
    assert after(BREAKS, running, Put(at(0), 1, 5)).left == 5
    assert after(BREAKS, running, Shift(at(0), -MOST_CHANGE)).level == 2
    assert after(BREAKS, running, Advance(at(0), 1)).left == 10 * MINUTE - 1
    assert after(BREAKS, running, Advance(at(0), MOST_CHANGE)).rest == 5 * MINUTE, "it stops where the break begins"
    assert after(BREAKS, running, Outage(at(0), at(0))) == running
    short = after(BREAKS, running, Break(at(0), 1))
    assert read(BREAKS, short, at(0) + 2) == Clock(at(0) + 2, 1, 10 * MINUTE - 1, started=True, running=True)
    assert after(BREAKS, running, Pause(at(0))).running is False
    two = structure(levels=(levels("27td", minutes=7)[0], levels("27td", minutes=9)[1]))
    assert new(two) == Clock(0, 1, 7 * MINUTE)
    assert stand([Start(at(0))], 8, two) == (2, 8, 0)
    assert stand([Start(at(0))], 17, two) == (3, 8, 0)
    assert stand([Start(at(0))], 62, structure(breaks={6: 5})) == (6, 0, 3), "a break after the last level counts"


def test_a_clock_that_was_set_back_takes_no_time() -> None:
    clock = folded(BREAKS, [Start(at(0)), Shift(at(5), MINUTE), Shift(at(3), MINUTE)])
    assert clock == Clock(at(5), 1, 7 * MINUTE, started=True, running=True)
    assert read(BREAKS, clock, at(2)) == clock


def counted(changes: list[tuple[int, Change]], until: int) -> tuple[int, int, int]:
    """The level, the seconds left of it and of a break: a clock that counts seconds, written apart from the other."""
    level, left, rest, running = 1, 600, 0, False
    outages = [(change.began, change.at) for _, change in changes if isinstance(change, Outage)]
    rests = {2: 300, 4: 600}

    def ended() -> None:
        nonlocal level, left, rest
        if not left and not rest:
            rest = rests.get(level, 0)
            if not rest:
                level, left = level + 1, 600

    for second in range(until + 1):
        for moment, change in changes:
            if moment != second:
                continue
            match change:
                case Start() | Resume():
                    running = True
                case Pause():
                    running = False
                case Break(length=length):
                    rest = length // 1000
                case Shift(by=by) if rest:
                    rest = max(0, rest + by // 1000)
                    if not rest and not left:
                        level, left = level + 1, 600
                case Shift(by=by):
                    left = max(0, left + by // 1000)
                    ended()
        cut = any(began <= second * 1000 < end for began, end in outages)
        if second < until and running and not cut:
            if rest:
                rest -= 1
                if not rest and not left:
                    level, left = level + 1, 600
            else:
                left -= 1
                ended()
    return level, left, rest


def test_the_fold_agrees_with_a_clock_that_counts_seconds() -> None:
    rng = Random(16)
    for _ in range(30):
        clock, second = new(BREAKS), 0
        told: list[tuple[int, Change]] = []
        while second < 4000:
            now = second * 1000
            choices: list[Change] = [
                Start(now),
                Pause(now),
                Resume(now),
                Break(now, rng.randint(1, 400) * 1000),
                Shift(now, rng.choice([-1, 1]) * rng.randint(1, 700) * 1000),
                Outage((second + 200) * 1000, now),
            ]
            change = rng.choice(choices)
            try:
                clock = after(BREAKS, clock, change)
            except ValueError:
                continue
            told.append((second, change))
            second += rng.randint(201 if isinstance(change, Outage) else 0, 900)
        end = read(BREAKS, clock, second * 1000)
        assert (end.level, end.left // 1000, end.rest // 1000) == counted(told, second), told


def test_reading_in_between_changes_nothing() -> None:
    rng = Random(1)
    clock = folded(BREAKS, [Start(at(0))])
    step = clock
    for minute in sorted([rng.uniform(0, 200) for _ in range(50)]):
        step = read(BREAKS, step, at(minute))
        assert step == read(BREAKS, clock, at(minute))
