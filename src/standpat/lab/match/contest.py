"""A match from its first deck to its result: logged, saved, continued, ended early.

>>> from standpat.engine.games import Stakes, game
>>> result = play(Plan(game("27td"), Stakes(50, 100), 10_000, 1, ("caller", "folder")), 20)
>>> result.names, result.tally.hands, result.ended
(('caller', 'folder'), 20, 'complete')
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import BinaryIO, Final

from standpat.compute.threads import Pool
from standpat.lab.match.checkpoint import Checkpoint, plain_plan
from standpat.lab.match.crew import played
from standpat.lab.match.entrant import entries
from standpat.lab.match.plan import Plan
from standpat.lab.match.result import Ended, Result
from standpat.lab.match.style import snow_value
from standpat.lab.match.tally import Tally

CHECK: Final = 100
"""Decks between two checks of the precision, so that a match ends at the same deck however it is played."""
SAVE: Final = 10.0
"""Seconds between checkpoints."""


def play(
    plan: Plan,
    hands: int,
    *,
    jobs: int = 1,
    pool: Pool | None = None,
    precision: float | None = None,
    log: Path | None = None,
    checkpoint: Path | None = None,
    watch: Callable[[Result], object] = lambda result: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Result:
    """Play a match: whole decks, each of as many hands as there are players.

    Args:
        plan: The match.
        hands: The least number of hands, counted from the beginning of the match.
        jobs: Processes on this machine.
        pool: A pool to play on instead (`standpat.compute.ray_pool`).
        precision: The margin, in the unit of `Result.per_100`, at which the match ends early: every player's, with
            `aivat` that of the adjusted result. None to play all hands.
        log: A file for the hands, in poker-arena's format.
        checkpoint: A file to save the match in, and to continue from if it exists.
        watch: Called with the result so far after each deck.
        stopped: Asked after each deck whether to stop.

    Returns:
        The result.

    Raises:
        ValueError: A number is out of its range, a player is unknown, or the checkpoint is of another match.
    """
    if hands < 1:
        raise ValueError(f"{hands} hands: expected 1 or more")
    if precision is not None and precision <= 0:
        raise ValueError(f"precision {precision}: expected more than 0 {plan.unit_name}s per 100 hands")
    snow_value(plan.game.ranking, plan.snow_class)
    names = tuple([one.name for one in entries(plan.entries)])
    before = Checkpoint.load(checkpoint) if checkpoint else None
    if before is None:
        before = Checkpoint(plain_plan(plan), Tally.empty(plan.seats, plan.game.draw_rounds))
    before.check(plan, log is not None)
    tally = before.tally
    result = Result(plan, names, tally, "complete")
    if _precise(result, precision):
        return Result(plan, names, tally, "precision")
    decks = range(tally.decks, -(-hands // plan.seats))
    book = _Book(log, before.log or 0, before, checkpoint)
    ended: Ended = "complete"
    with closing(book), closing(played(plan, decks, jobs, names if log else (), pool)) as stream:
        for deck in stream:
            book.write(deck.log)
            tally.add(deck.tally)
            book.save_now_and_then()
            watch(result)
            if _precise(result, precision):
                ended = "precision"
                break
            if stopped() and tally.decks < decks.stop:
                ended = "stopped"
                break
        book.save()
    return Result(plan, names, tally, ended)


def _precise(result: Result, precision: float | None) -> bool:
    decks = result.tally.decks
    if precision is None or decks == 0 or decks % CHECK:
        return False
    per_100 = result.adjusted_per_100 if result.plan.aivat else result.per_100
    margins = [per_100(player)[1] for player in range(len(result.names))]
    return all([margin is not None and margin <= precision for margin in margins])


class _Book:
    """The log and the checkpoint, kept in step: the log is cut at the length that the checkpoint has."""

    def __init__(self, log: Path | None, length: int, checkpoint: Checkpoint, path: Path | None) -> None:
        self._file: BinaryIO | None = None
        self._checkpoint, self._path = checkpoint, path
        self._saved = monotonic()
        if log is None:
            return
        if length and (not log.exists() or log.stat().st_size < length):
            raise ValueError(f"{log} is shorter than the {length} bytes that the checkpoint records")
        self._file = log.open("r+b" if length else "wb")
        self._file.truncate(length)
        self._file.seek(length)

    def write(self, text: str) -> None:
        if self._file is not None:
            self._file.write(text.encode())

    def save_now_and_then(self) -> None:
        if monotonic() - self._saved >= SAVE:
            self.save()

    def save(self) -> None:
        if self._file is not None:
            self._file.flush()
            self._checkpoint.log = self._file.tell()
        if self._path is not None:
            self._checkpoint.save(self._path)
        self._saved = monotonic()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
