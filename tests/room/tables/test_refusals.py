"""A warning for each bot and minute about decisions without thinking."""

import pytest

from standpat.bots.process_pool import Unavailable
from standpat.room.tables.refusals import EVERY_S, Refusals

BUSY = Unavailable("busy")


def test_a_bot_is_warned_of_once_a_minute_with_a_count(caplog: pytest.LogCaptureFixture) -> None:
    clock = [5.0]
    refusals = Refusals(lambda: clock[0])

    def told(bot: str, table: str) -> list[str]:
        caplog.clear()
        refusals.add(bot, table, BUSY)
        return [f"{record.levelname}: {record.getMessage()}" for record in caplog.records]

    assert told("resolve", "t1") == ["WARNING: resolve decides without thinking (1 times), last at table t1: busy"]
    assert told("resolve", "t2") == []
    assert told("blueprint", "t2") == ["WARNING: blueprint decides without thinking (1 times), last at table t2: busy"]
    clock[0] += EVERY_S - 0.1
    assert told("resolve", "t3") == []
    clock[0] += 0.2
    assert told("resolve", "t4") == ["WARNING: resolve decides without thinking (3 times), last at table t4: busy"]
    assert told("resolve", "t4") == []
    clock[0] += EVERY_S
    assert told("resolve", "t5") == ["WARNING: resolve decides without thinking (2 times), last at table t5: busy"]
