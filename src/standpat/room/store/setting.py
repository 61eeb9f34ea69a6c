"""The operator's settings of a room: what new tables begin with, and what guests may do.

`Settings()` is a room whose operator has set nothing. A setting is changed by its name; each change is a line of the
audit log. A room that runs reads them again every few seconds.
"""

from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select

from standpat.engine.house import HOUSES
from standpat.room.store import log
from standpat.room.store.batch import StoreError, Work
from standpat.room.store.schema import setting

MAX_NOTICE: Final = 200
"""The longest notice, in characters."""


class SettingError(StoreError):
    """There is no such setting, or it cannot have this value. Nothing was written."""


class Settings(Struct, frozen=True):
    """The settings.

    Attributes:
        house: The house rules with which "Make a game" begins.
        speed: The clock with which it begins.
        listed: Whether a new table is in the lobby's list, unless its maker decides otherwise.
        guest_tables: Whether guests may open tables; otherwise one needs a password first.
        guest_chat: Whether guests may chat.
        notice: A line above the lobby, such as when the room is closed; "" for none.
    """

    house: str = "online"
    speed: str = "normal"
    listed: bool = False
    guest_tables: bool = True
    guest_chat: bool = True
    notice: str = ""


NAMES: Final = Settings.__struct_fields__
SPEEDS: Final = ("slow", "normal", "fast")
_TYPES: Final[dict[str, Any]] = {field.name: field.type for field in msgspec.structs.fields(Settings)}


def read(connection: Connection) -> Settings:
    """The settings. A stored one that this version cannot read has its default."""
    values: dict[str, Any] = {}
    for row in connection.execute(select(setting)):
        try:
            values |= {row.name: _checked(row.name, msgspec.json.decode(row.value))}
        except (SettingError, msgspec.DecodeError):
            continue
    return Settings(**values)


def put(name: str, value: object, *, by: str, at: float) -> Work:
    """Change a setting, and write a line of the log.

    Raises:
        SettingError: There is no such setting, or it cannot have this value.
    """
    wanted = _checked(name, value)

    def run(connection: Connection) -> None:
        if getattr(read(connection), name) == wanted:
            return
        connection.execute(delete(setting).where(setting.c.name == name))
        connection.execute(insert(setting), {"name": name, "value": msgspec.json.encode(wanted).decode()})
        log.note("setting", actor=by, at=at, name=name, value=wanted).run(connection)

    return Work(run)


def _checked(name: str, value: object) -> object:
    if name not in NAMES:
        raise SettingError(f"there is no setting {name[:40]!r}: expected one of {', '.join(NAMES)}")
    if type(value) is not _TYPES[name]:
        raise SettingError(f"{name}: expected {'on or off' if _TYPES[name] is bool else 'a text'}")
    choices: tuple[str, ...] = {"house": tuple(HOUSES), "speed": SPEEDS}.get(name, ())
    if choices and value not in choices:
        raise SettingError(f"{name}: expected one of {', '.join(choices)}")
    if name == "notice":
        text = " ".join(str(value).split())
        if len(text) > MAX_NOTICE or not text.isprintable():
            raise SettingError(f"notice: expected at most {MAX_NOTICE} characters")
        return text
    return value
