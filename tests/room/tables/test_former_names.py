"""Tables and seats that an earlier version stored name the bot `multiway` as `ring`."""

import msgspec

from standpat.room.tables import house_player
from standpat.room.tables.table import BotRules


def test_a_stored_table_has_the_bot_by_its_name_of_now() -> None:
    stored = b'{"players":["ring","rule"],"keep":2,"make_room":true}'
    rules = msgspec.json.decode(stored, type=BotRules)
    assert rules == BotRules(("multiway", "rule"), keep=2)
    assert b"ring" not in msgspec.json.encode(rules)


def test_a_stored_seat_is_played_by_the_bot_of_its_name() -> None:
    assert house_player.kind("bot:ring:Ada") == "multiway"
    assert house_player.kind("bot:rule:Bo") == "rule"
