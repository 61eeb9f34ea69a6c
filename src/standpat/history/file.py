"""History files of any format: recognise the format, read the hands, write a hand in another format.

The formats are those of `standpat.history.formats`. Reading never stops at a bad hand: it is `Damaged`, with its line,
or `Skipped` where it is of an unknown game. The other hands are `Record`s, in the file's order. `game` (an id) and
`house` (the name of a bundle) overrule what a file says.
"""

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from standpat.engine.house import house_rules
from standpat.history.format import Asked, Format
from standpat.history.formats import formats, written_names
from standpat.history.guess import game_id
from standpat.history.record import Damaged, Entry, Record
from standpat.history.replay import Replay, replay
from standpat.history.site.encoding import decode

_LOOKED_AT: Final = 200
"""The number of lines that are searched for the sign of a format. The first ones may be damaged."""
_SPECTATOR: Final = -1
"""The `Record.hero` of a spectator's view: a seat that does not exist."""


def detect(text: str, name: str = "") -> Format:
    """The format of a file, from its text, or from the ending of its name where the text has no sign of a format.

    Args:
        text: The text of the file.
        name: The name of the file.

    Raises:
        ValueError: The format is unknown.
    """
    head = "\n".join(text.split("\n", _LOOKED_AT)[:_LOOKED_AT])
    starts = {form: at.start() for form, record in formats().items() if (at := record.sign.search(head))}
    if starts:
        return formats()[min(starts, key=lambda form: starts[form])]
    for form in formats().values():
        if Path(name).suffix.lower() in form.endings:
            return form
    titles = [form.title for form in formats().values()]
    raise ValueError(f"unknown hand history format: expected {', '.join(titles[:-1])} or {titles[-1]}")


def read(text: str, *, name: str = "", game: str | None = None, house: str | None = None) -> Iterator[Entry]:
    """Read the hands of a file's text.

    Args:
        text: The text of the file.
        name: The name of the file.
        game: The id of a game, which overrules what the file says.
        house: The name of a bundle of house rules, which overrules what the file says.

    Yields:
        Each hand: a record, or why it could not be read.

    Raises:
        ValueError: The game or the house rules are unknown.
    """
    game = None if game is None else game_id(game)
    if house is not None:
        house_rules(house)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        form = detect(text, name)
    except ValueError as error:
        yield Damaged(1, str(error))
        return
    yield from form.read(text, Asked(Path(name).name, game, house))


def read_file(path: str | Path, *, game: str | None = None, house: str | None = None) -> Iterator[Entry]:
    """Read the hands of a file in UTF-8, UTF-16 or Windows-1252. Arguments and errors are those of `read`."""
    return read(decode(Path(path).read_bytes()), name=Path(path).name, game=game, house=house)


def convert(record: Record, to: str, played: Replay | None = None) -> str:
    """Write a hand in a format.

    The hand is written as the engine played it, with everything that follows from what the record says. Where the
    engine disagrees it is written as the record says, if the format can do that.

    Args:
        record: The hand.
        to: The name of a format.
        played: The replay of the record, if there is one already.

    Raises:
        ValueError: The format is unknown, cannot be written, or cannot hold this hand.
    """
    write = written_format(to).write
    assert write
    return write(record, played or replay(record))


def convert_seen(record: Record, to: str) -> str:
    """Write a hand as one viewer saw it. Cards that the viewer did not see are not in the record, so not in the text.

    Args:
        record: The hand, with the events as the viewer saw them. `hero` is the viewer's seat, None for a spectator.
        to: The name of a format.

    Raises:
        ValueError: The format is unknown, cannot be written, or cannot hold this hand.
    """
    form = written_format(to)
    if form.write_seen is not None:
        return form.write_seen(record)
    hero = _SPECTATOR if record.hero is None else record.hero
    viewed = dataclasses.replace(record, hero=hero)
    played = replay(viewed)
    return convert(viewed, to, Replay(viewed, played.hand, [] if played.hand else played.disagreements))


def join(hands: Sequence[str], to: str) -> str:
    """One file of several hands, each written by `convert`."""
    return written_format(to).join(hands)


def written_format(name: str) -> Format:
    """The format of this name; a `ValueError` if there is none or it cannot be written."""
    if name not in written_names():
        why = "can be read, but not written" if name in formats() else "is not a known format"
        raise ValueError(f"{name!r} {why}: expected one of {', '.join(written_names())}")
    return formats()[name]
