"""The schedule of a training's checks."""

from standpat.solver.cfr.check_schedule import CheckSchedule


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
