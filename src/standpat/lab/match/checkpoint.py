"""A match that can be continued: its plan, its tally and the length of its log, as one JSON file.

The file is replaced as a whole, so it is always either the old or the new one. A match can only be continued with the
same plan; `Checkpoint.check` reports differences. Its length, precision and number of jobs may change.
"""

import json
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from standpat.history.setting import plain_house
from standpat.lab.match.plan import Plan
from standpat.lab.match.tally import Tally
from standpat.whole_file import whole_file

FORMAT = 2


class Checkpoint(Struct):
    """A checkpoint of a match.

    Attributes:
        plan: The plan as plain data.
        tally: The sums so far.
        log: The bytes of the log that belong to the tally; None for a match without a log.
        format: The format of the file.
    """

    plan: dict[str, Any]
    tally: Tally
    log: int | None = None
    format: int = FORMAT

    @classmethod
    def load(cls, path: Path) -> "Checkpoint | None":
        """Read a checkpoint.

        Args:
            path: The file.

        Returns:
            The checkpoint; None if there is no such file.

        Raises:
            ValueError: The file is no checkpoint, or of another format.
        """
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        try:
            loaded = msgspec.json.decode(data, type=cls)
        except msgspec.DecodeError as error:
            raise ValueError(f"{path} is not a checkpoint of a match: {error}") from None
        if loaded.format != FORMAT:
            raise ValueError(f"{path} is a checkpoint of format {loaded.format}: this version reads {FORMAT}")
        return loaded

    def save(self, path: Path) -> None:
        """Write the checkpoint beside its place and rename it."""
        with whole_file(path) as out:
            out.write(msgspec.json.encode(self))

    def check(self, plan: Plan, logged: bool) -> None:
        """Check that this is a checkpoint of a match.

        Args:
            plan: The plan of the match.
            logged: Whether the match is logged.

        Raises:
            ValueError: It is of another match, or of one that was logged differently.
        """
        for key, value in plain_plan(plan).items():
            if self.plan.get(key) != value:
                was, now = json.dumps(self.plan.get(key)), json.dumps(value)
                raise ValueError(f"the checkpoint is of another match: its {key} is {was}, not {now}")
        if self.tally.decks and logged != (self.log is not None):
            raise ValueError(f"the match began with{'out' if logged else ''} a log: continue it in the same way")


def plain_plan(plan: Plan) -> dict[str, Any]:
    """The plan as plain data."""
    stakes = plan.stakes
    averaged = {"imagined": plan.imagined} if plan.aivat else {}
    return {
        "game": plan.game.id,
        "house": plain_house(plan.game.house),
        "stakes": stakes.plain(),
        "stack": plan.stack,
        "seed": plan.seed,
        "entries": list(plan.entries),
        "snow_class": plan.snow_class,
        "timeout_ms": plan.timeout_ms,
        "aivat": plan.aivat,
        **averaged,
    }
