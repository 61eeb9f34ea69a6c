"""History files of any format: which it is, its hands, and a hand in another format.

The formats are those of `standpat.history.formats`. Reading never stops at a bad hand: it comes out as
`Damaged` with its line, or `Skipped` where it is none for us, the others as `Record`s, in the file's order. `game` (an
id) and `house` (a bundle's name) overrule what a file says.
"""

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
"""So many lines are looked at for signs of a format: the first ones may be broken."""


def detect(text: str, name: str = "") -> Format:
    """The format of a file's text; its ending only where the text has no sign of one. A `ValueError` if it is none."""
    head = "\n".join(text.split("\n", _LOOKED_AT)[:_LOOKED_AT])
    found = {form: at.start() for form, record in formats().items() if (at := record.sign.search(head))}
    if found:
        return formats()[min(found, key=lambda form: found[form])]
    for form in formats().values():
        if Path(name).suffix.lower() in form.endings:
            return form
    titles = [form.title for form in formats().values()]
    raise ValueError(f"this is no hand history known here: want {', '.join(titles[:-1])} or {titles[-1]}")


def read(text: str, *, name: str = "", game: str | None = None, house: str | None = None) -> Iterator[Entry]:
    """The hands of a file's text; `name` is the file's."""
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
    """The hands of a file, UTF-8 or UTF-16 or Windows-1252, with or without a mark of it."""
    return read(decode(Path(path).read_bytes()), name=Path(path).name, game=game, house=house)


def convert(record: Record, to: str, played: Replay | None = None) -> str:
    """The hand in a format: as the engine played it (`played`, where it has been), with all that follows from what the
    file tells; where the engine disagrees, as the file tells it, which not every format can."""
    write = written_format(to).write
    assert write
    return write(record, played or replay(record))


def join(hands: Sequence[str], to: str) -> str:
    """Converted hands as one file."""
    return written_format(to).join(hands)


def written_format(name: str) -> Format:
    """The format of this name, which can be written, or a `ValueError`."""
    if name not in written_names():
        why = "is read here, but not written" if name in formats() else "is no format here"
        raise ValueError(f"{name!r} {why}: want one of {', '.join(written_names())}")
    return formats()[name]
