"""Trainings in turn: how far they go, what is told and saved, and how they are ended."""

import os
import signal
from types import SimpleNamespace
from typing import Any

import pytest

from standpat.cli.training_run import TELL_EVERY, TURN, Every, train

PLAIN = SimpleNamespace(is_terminal=False)


class Clock:
    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr("standpat.cli.training_run.time", SimpleNamespace(monotonic=lambda: self.now))


class Counting:
    """Has epochs that take some seconds of a clock."""

    def __init__(self, clock: Clock, takes: float = 1.0) -> None:
        self.clock, self.takes = clock, takes
        self.epoch, self.seconds = 0, 0.0
        self.saved: list[int] = []
        self.turns: list[float] = []

    def iterate(self) -> None:
        self.turns.append(self.clock.now)
        self.clock.now += self.takes
        self.epoch, self.seconds = self.epoch + 1, self.seconds + self.takes

    def reached(self) -> dict[str, Any]:
        return {"deals": 1_000 * self.epoch}

    def save(self) -> None:
        self.saved.append(self.epoch)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No bar."""
    bar = SimpleNamespace(add_task=lambda *_, **__: 0, update=lambda *_, **__: None)

    class NoBar:
        def __init__(self, *_: Any, **__: Any) -> None: ...

        def __enter__(self) -> Any:
            return bar

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr("rich.progress.Progress", NoBar)


def test_each_gets_to_the_epochs_that_were_asked_for(clock: Clock) -> None:
    new, begun = Counting(clock), Counting(clock)
    begun.epoch = 3
    train({"3 seats": new, "4 seats": begun}, None, 5, 1e9, PLAIN)
    assert (new.epoch, begun.epoch) == (5, 5)
    assert (len(new.turns), len(begun.turns)) == (5, 2)
    assert (new.saved, begun.saved) == ([5], [5])


def test_the_minutes_are_divided_and_what_was_spent_before_counts(clock: Clock) -> None:
    new, begun = Counting(clock), Counting(clock)
    begun.seconds = 100.0
    train({"3 seats": new, "4 seats": begun}, 4.0, None, 1e9, PLAIN)
    assert (new.seconds, begun.seconds) == (120, 120)
    train({"3 seats": new}, 1.0, None, 1e9, PLAIN)
    assert new.seconds == 120  # it has more already


def test_they_take_turns(clock: Clock) -> None:
    one, two = Counting(clock, TURN / 4), Counting(clock, TURN / 4)
    train({"3 seats": one, "4 seats": two}, None, 8, 1e9, PLAIN)
    assert one.turns[3] < two.turns[0] < two.turns[3] < one.turns[4]


def test_what_is_told_and_saved_on_the_way(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    """A line every minute and a checkpoint as often as was asked for; a person at a terminal has a bar instead."""
    one = Counting(clock, TURN)
    train({"": one}, 5.0, None, 2 * TELL_EVERY, PLAIN)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "    1.00 min  epoch 6, 6,000 deals"
    assert len(lines) == 5
    assert one.saved == [12, 24, 30]
    train({"3 seats": Counting(clock, TURN), "4 seats": Counting(clock, TURN)}, 2.0, None, 1e9, PLAIN)
    assert capsys.readouterr().err.splitlines()[-1] == "    2.00 min  4 seats, epoch 6, 12,000 deals"
    train({"": Counting(clock, TURN)}, 5.0, None, 1e9, SimpleNamespace(is_terminal=True))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_after_the_epoch(clock: Clock, number: signal.Signals) -> None:
    class Ended(Counting):
        def iterate(self) -> None:
            if self.epoch == 2:
                os.kill(os.getpid(), number)
            super().iterate()

    before = signal.getsignal(number)
    one, two = Ended(clock), Counting(clock)
    train({"3 seats": one, "4 seats": two}, None, 9, 1e9, PLAIN)
    assert (one.epoch, one.saved) == (3, [3])
    assert (two.epoch, two.saved) == (0, [0])
    assert signal.getsignal(number) == before


def test_what_was_done_before_an_error_is_saved(clock: Clock) -> None:
    class Broken(Counting):
        def iterate(self) -> None:
            super().iterate()
            if self.epoch == 2:
                raise MemoryError

    one = Broken(clock)
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(MemoryError):
        train({"": one}, None, 9, 1e9, PLAIN)
    assert one.saved == [2]
    assert signal.getsignal(signal.SIGTERM) == before


def test_once_in_so_many_seconds(clock: Clock) -> None:
    every = Every(60.0)
    assert not every.due()
    clock.now += 59
    assert not every.due()
    clock.now += 1
    assert every.due()
    assert not every.due()
    clock.now += 130
    assert every.due()
    assert not every.due()
