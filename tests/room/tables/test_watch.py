"""The room's watch: changes of the machine's clock do not change durations."""

import pytest

from standpat.room.tables.watch import TOLERANCE, Watch


class Machine:
    """A machine whose clock can be set."""

    def __init__(self, wall: float = 1_000_000.0, up: float = 50.0) -> None:
        self.wall, self.up = wall, up

    def runs(self, seconds: float) -> None:
        self.wall += seconds
        self.up += seconds

    def watch(self) -> Watch:
        return Watch(lambda: self.wall, lambda: self.up)


def test_a_watch_that_nobody_sets_is_the_clock_on_the_wall() -> None:
    machine = Machine()
    watch = machine.watch()
    machine.runs(10)
    assert watch.now() == watch.wall() == 1_000_010.0
    assert watch.look() == 0.0


@pytest.mark.parametrize("step", [-1e9, -3600.0, -0.6, 0.6, 3600.0, 1e9])
def test_a_step_changes_what_is_on_the_wall_and_nothing_else(step: float) -> None:
    machine = Machine()
    watch = machine.watch()
    later = watch.now() + 20
    machine.wall += step
    machine.runs(5)
    assert watch.now() == 1_000_005.0
    assert watch.wall(later) == 1_000_020.0  # until the next look at the clock
    assert watch.look() == pytest.approx(step)
    assert watch.look() == 0.0
    assert later - watch.now() == 15.0
    assert watch.wall() == pytest.approx(machine.wall)
    assert watch.wall(later) - watch.wall() == pytest.approx(15.0)
    assert watch.moment(watch.wall(later)) == pytest.approx(later)


def test_a_drift_is_no_step() -> None:
    machine = Machine()
    watch = machine.watch()
    machine.wall += TOLERANCE * 0.9
    assert watch.look() == 0.0
    machine.wall += TOLERANCE * 0.9  # but the differences do not accumulate
    assert watch.look() == pytest.approx(TOLERANCE * 1.8)


def test_moments_go_on_after_a_restart_with_the_clock_set_back() -> None:
    machine = Machine()
    watch = machine.watch()
    watch.not_before(1_000_500.0)
    assert watch.now() == 1_000_500.0
    assert watch.wall() == 1_000_000.0
    assert watch.moment(1_000_001.0) == 1_000_501.0
    watch.not_before(5.0)
    assert watch.now() == 1_000_500.0
    assert watch.look() == 0.0
