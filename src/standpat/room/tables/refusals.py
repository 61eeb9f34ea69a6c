"""Decisions that house players made without thinking, because the room's processes did not take them.

A busy room may have many in a second. The log has one warning for each bot and minute, with how many there were since
the warning before it.
"""

import logging
from collections import Counter
from collections.abc import Callable
from typing import Final

log = logging.getLogger("standpat.room")

EVERY_S: Final = 60.0
"""The least seconds between two warnings about a bot."""


class Refusals:
    """The decisions without thinking, by bot.

    Args:
        now: The clock, in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._count = Counter[str]()
        self._next: dict[str, float] = {}

    def add(self, bot: str, table: str, error: Exception) -> None:
        """Count a decision, and write a warning unless there was one about the bot a short time ago.

        Args:
            bot: The bot that did not think.
            table: The table's id.
            error: Why.
        """
        self._count[bot] += 1
        now = self._now()
        if bot in self._next and now < self._next[bot]:
            return
        self._next[bot] = now + EVERY_S
        count = self._count.pop(bot)
        log.warning("%s decides without thinking (%d times), last at table %s: %s", bot, count, table, error)
