"""A log that does not grow with an attack: of records that are alike the first few, then one a period.

Records are alike that say the same in the same place: by logger, level and text before its values are put in, or where
an error is told, the kind of error. The first `FEW` in `PERIOD` seconds pass; then one passes each `PERIOD`, with how
many were left out before it (`repeated`). So no kind of record is ever missing, and a flood is a line a minute.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

FEW: Final = 20
PERIOD: Final = 60.0
KINDS: Final = 1000


class _Kind:
    """Records that are alike: since when they are counted, how many have passed, how many have not."""

    __slots__ = ("left_out", "passed", "since")

    def __init__(self, since: float) -> None:
        self.since = since
        self.passed = 0
        self.left_out = 0


class Sample(logging.Filter):
    """The filter of a handler; see the module."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: OrderedDict[tuple[object, ...], _Kind] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write this record; repeated ones are counted instead."""
        now = self._now()
        error = record.exc_info[0] if record.exc_info else None
        key = (record.name, record.levelno, record.msg if isinstance(record.msg, str) else "", error)
        kind = self._kinds.get(key)
        if kind is None:
            kind = self._kinds[key] = _Kind(now)
            if len(self._kinds) > KINDS:
                self._kinds.popitem(last=False)
        self._kinds.move_to_end(key)
        if now - kind.since >= PERIOD:
            kind.passed = FEW - 1 if kind.left_out else 0
            kind.since = now
        if kind.passed >= FEW:
            kind.left_out += 1
            return False
        kind.passed += 1
        if kind.left_out:
            record.repeated = kind.left_out
            kind.left_out = 0
        return True
