"""Trainings of a command, in turn until it is time, with progress and checkpoints.

`train` is what ``standpat multiway`` and ``standpat nolimit`` do between their options and their report. Control-C and
a polite kill end it after the present epoch. Whatever ends it, the trainings are saved.
"""

import signal
import sys
import time
from collections.abc import Mapping
from types import FrameType
from typing import Any, Final, Protocol

TELL_EVERY: Final = 60.0
"""Seconds between two lines of progress where there is no terminal."""
TURN: Final = 10.0
"""Seconds of a training before it is another's turn."""


class Training(Protocol):
    """What is trained, epoch by epoch."""

    @property
    def epoch(self) -> int:
        """The epochs done."""

    @property
    def seconds(self) -> float:
        """The seconds that they took."""

    def iterate(self) -> None:
        """Do an epoch."""

    def reached(self) -> dict[str, Any]:
        """How far it is; `deals` among others."""

    def save(self) -> None:
        """Write a checkpoint."""


class Every:
    """Says when so many seconds have passed since it last said so."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._since = seconds, time.monotonic()

    def due(self) -> bool:
        """Whether they have."""
        now = time.monotonic()
        if now - self._since < self._seconds:
            return False
        self._since = now
        return True


def train(
    trainings: Mapping[str, Training], minutes: float | None, epochs: int | None, save_every: float, console: Any
) -> None:
    """Train.

    Args:
        trainings: The trainings by name; one alone may have the name "".
        minutes: Minutes of training in all, divided among the trainings; None if only the epochs count.
        epochs: The epochs that each is to have in the end; None if only the minutes count.
        save_every: Seconds between two checkpoints.
        console: Where the progress is shown.
    """
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    each = list(trainings.values())
    seconds = None if minutes is None else 60 * minutes / len(each)
    stopped: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.append(number)

    def over(training: Training) -> bool:
        return bool(
            stopped
            or (seconds is not None and training.seconds >= seconds)
            or (epochs is not None and training.epoch >= epochs)
        )

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    columns = (TextColumn("{task.fields[note]}"), BarColumn(), TimeElapsedColumn())
    plain = not console.is_terminal
    save, tell, note = Every(save_every), Every(TELL_EVERY), ""
    try:
        with Progress(*columns, console=console, disable=plain) as bar:
            total = epochs * len(each) if epochs else minutes and 60 * minutes
            task = bar.add_task("", total=total, note="")
            while not all([over(training) for training in each]):
                for name, training in trainings.items():
                    began = training.seconds
                    while not over(training) and training.seconds - began < TURN:
                        training.iterate()
                        done = sum([one.epoch if epochs else one.seconds for one in each])
                        deals = f"{sum([one.reached()['deals'] for one in each]):,} deals"
                        note = ", ".join([word for word in (name, f"epoch {training.epoch}", deals) if word])
                        bar.update(task, completed=done, note=note)
                if plain and tell.due():
                    spent = sum([one.seconds for one in each])
                    print(f"{spent / 60:8.2f} min  {note}", file=sys.stderr, flush=True)
                if save.due():
                    for training in each:
                        training.save()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for training in each:
            training.save()
