"""A log filter that limits similar records: the first few pass, then one in each period. So a log does not grow with an
attack.

Records are similar if they have the same logger, level and text before values are inserted, and the same kind of error.
The first `FEW` in `PERIOD` seconds pass. Then one passes in each `PERIOD`, with the number of those that were left out
before it (`repeated`). So no kind of record is missing, and a flood is one line a minute.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

FEW: Final = 20
"""Similar records that pass in a period."""
PERIOD: Final = 60.0
"""A period, in seconds."""
KINDS: Final = 1000
"""Kinds of records that are remembered."""


class _Kind:
    """Similar records: the start of their period, and how many have passed and were left out in it."""

    __slots__ = ("left_out", "passed", "since")

    def __init__(self, since: float) -> None:
        self.since = since
        self.passed = 0
        self.left_out = 0


class Sample(logging.Filter):
    """The filter of a log handler."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: OrderedDict[tuple[object, ...], _Kind] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write a record. Records that are left out are counted."""
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
