"""History files of any format: which it is, its hands, and a hand in another format.

The formats are ``arena`` (`standpat.history.arena`), ``phh`` (`standpat.history.phh`) and ``pokerstars``
(`standpat.history.pokerstars`). Reading never stops at a bad hand: it comes out as `Damaged` with its line, the others
as `Record`s, in the file's order. `game` (an id) and `house` (a bundle's name) overrule what a file says.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from msgspec import structs

from standpat.game import game as game_record
from standpat.game import house_rules
from standpat.history import arena, phh, pokerstars
from standpat.history.guess import game_id
from standpat.history.record import Damaged, Entry, Record
from standpat.history.replay import Replay, replay

Format = Literal["arena", "phh", "pokerstars"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)

_LOOKED_AT: Final = 200
"""So many lines are looked at for signs of a format: the first ones may be broken."""

_SIGNS: Final[dict[Format, re.Pattern[str]]] = {
    "arena": re.compile(r"""^\s*\{.*"(hand|ev|t|log_summary)"\s*:""", re.MULTILINE),
    "phh": re.compile(r"^\s*(variant|actions|antes|blinds_or_straddles|starting_stacks)\s*=", re.MULTILINE),
    "pokerstars": re.compile(r"(?i)^[^\n]{0,20}PokerStars\b[^\n#]{0,40}#\d+", re.MULTILINE),
}
_ENDINGS: Final[dict[str, Format]] = {".jsonl": "arena", ".phh": "phh", ".phhs": "phh"}


def detect(text: str, name: str = "") -> Format:
    """The format of a file's text; its ending only where the text has no sign of one. A `ValueError` if it is none."""
    head = "\n".join(text.split("\n", _LOOKED_AT)[:_LOOKED_AT])
    found = {form: at.start() for form, sign in _SIGNS.items() if (at := sign.search(head))}
    if found:
        return min(found, key=lambda form: found[form])
    ending = _ENDINGS.get(Path(name).suffix.lower())
    if ending is None:
        raise ValueError("this is no hand history known here: want an arena log, PHH or PokerStars text")
    return ending


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
    match form:
        case "arena":
            yield from arena.read(text, name=Path(name).name, game_id=game, house=house)
        case "phh":
            yield from phh.read(text, game_id=game, house=house)
        case "pokerstars":
            for hand in pokerstars.read(text):
                if isinstance(hand, Record):
                    _overrule(hand, game, house)
                yield hand


def read_file(path: str | Path, *, game: str | None = None, house: str | None = None) -> Iterator[Entry]:
    """The hands of a file, UTF-8 or UTF-16 or Windows-1252, with or without a mark of it."""
    return read(pokerstars.decode(Path(path).read_bytes()), name=Path(path).name, game=game, house=house)


def convert(record: Record, to: str, played: Replay | None = None) -> str:
    """The hand in a format: as the engine played it (`played`, where it has been), with all that follows from what the
    file tells; where the engine disagrees, as the file tells it, which PokerStars text cannot."""
    form = known_format(to)
    played = played or replay(record)
    events = None if played.disagreements else played.events
    match form:
        case "arena":
            return arena.write(record, events)
        case "phh":
            return phh.write(record, events)
        case "pokerstars":
            if played.hand is None or events is None:
                line, reason = played.disagreements[0]
                raise ValueError(f"PokerStars text needs a hand by the rules, and line {line} is not: {reason}")
            return pokerstars.write(record, played.hand)


def join(hands: Sequence[str], to: str) -> str:
    """Converted hands as one file."""
    match known_format(to):
        case "arena":
            return "".join(hands)
        case "phh":
            return hands[0] if len(hands) == 1 else phh.join(hands)
        case "pokerstars":
            return "\n\n\n".join(hands)


def known_format(name: str) -> Format:
    """The format of this name, or a `ValueError`."""
    for form in FORMATS:
        if form == name:
            return form
    raise ValueError(f"{name!r} is no format here: want one of {', '.join(FORMATS)}")


def _overrule(record: Record, game: str | None, house: str | None) -> None:
    rules = record.game.house if house is None else house_rules(house)
    record.game = structs.replace(record.game if game is None else game_record(game), house=rules)
