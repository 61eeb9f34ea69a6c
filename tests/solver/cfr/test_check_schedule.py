"""The schedules of a training's checks and checkpoints."""

from standpat.solver.cfr.check_schedule import CheckSchedule, SaveSchedule


def test_checks_take_a_tenth_and_the_first_does_not_count() -> None:
    due = CheckSchedule()
    assert due.after(0.001)
    due.checked(40.0)  # the first one includes compiling
    assert due.after(0.001)
    due.checked(0.5)
    assert not due.after(2.0)
    assert not due.after(2.9)
    assert due.after(0.1)
    due.checked(1.0)
    assert not due.after(9.0)
    assert due.after(1.0)


def test_a_training_that_continues_knows_how_long_a_check_takes() -> None:
    due = CheckSchedule(2.0)
    assert not due.after(19.0)
    assert due.after(1.0)
    due.checked(3.0)
    assert due.takes == 3.0
    assert not due.after(29.0)
    assert due.after(1.0)


def test_checkpoints_take_a_twentieth_at_most() -> None:
    due = SaveSchedule(60.0)
    assert not due.after(59.0)
    assert due.after(1.0)
    due.saved(1.0)
    assert not due.after(59.0)
    assert due.after(1.0)
    due.saved(10.0)
    assert not due.after(199.0)
    assert due.after(1.0)
