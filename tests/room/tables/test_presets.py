"""Every preset is a table that the room accepts as it is, and that forms can name in every language."""

import msgspec
import pytest

from standpat.language import language, languages
from standpat.room.tables.presets import PRESETS, Preset
from standpat.room.tables.table import NewTable, make


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_a_preset_can_be_sent_as_it_is(preset: Preset) -> None:
    sent = msgspec.json.decode(msgspec.json.encode(preset.table), type=NewTable)
    rules = make(sent, "t1", "u1")
    assert not rules.public  # its host sends the link
    for code in languages():
        say = language(code)
        assert say(f"lobby.presets.{preset.id}.name") != ""
        assert say(f"lobby.presets.{preset.id}.note") != ""


def test_nobody_is_left_out_of_a_preset() -> None:
    """Every game of a rotation can be played when all seats are taken."""
    for preset in PRESETS:
        rules = make(preset.table, "t1")
        if rules.rotation is not None:
            assert rules.rotation.fits(rules.seats) == tuple(range(len(rules.rotation.entries)))


def test_the_presets_differ() -> None:
    assert len({preset.id for preset in PRESETS}) == len(PRESETS)
    kinds = {make(preset.table, "t1").rotation is None for preset in PRESETS}
    assert kinds == {True, False}
