"""The settings of a record as plain data: the header extension of our arena logs and PHH files.

`plain(record)` is a dict of text, ints, lists and dicts that JSON and TOML can both hold (without null: `None` is
``"none"``). Default values are left out. `Setting.read` reads it back:

    {"game": "27td", "house": {"name": "wsop", "cap": 4}, "stakes": [5, 10, 0], "button": 2,
     "posts": [[1, "small-blind", 5], ...], "hand_id": ..., "hand_no": ..., "table": ..., "when": ISO 8601,
     "money": ["USD", 100], "rake": 5, "hero": 0, "seat_numbers": [1, 3], "extra": {...},
     "max_seats": 8}

`stakes` has a fourth item where not everyone posts the ante (`Stakes.plain`). `house` is the name of a bundle and the
rules that differ from it. Unknown keys are skipped; bad values are `ValueError`s.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, get_args

from msgspec import structs

from standpat.engine.blind import ForcedBet
from standpat.engine.event import PostKind
from standpat.engine.games import Game, Stakes, game
from standpat.engine.house import HOUSE_RULE, HOUSES, NONE, House, changed, house_rules
from standpat.history.record import PLAY_CHIPS, Money, Record


@dataclass
class Setting:
    """The settings of a record that a file has; None for those it does not have."""

    game: Game | None = None
    stakes: Stakes | None = None
    button: int | None = None
    posts: tuple[ForcedBet, ...] | None = None
    about: dict[str, Any] = field(default_factory=dict)
    """The other fields of `Record` that the file has, ready for its constructor."""

    @classmethod
    def read(cls, data: Any) -> "Setting":
        """The settings from plain data, the opposite of `plain`; a `ValueError` where they are malformed."""
        if not isinstance(data, dict):
            raise ValueError(f"settings must be an object with a game, not {data!r}")
        try:
            return cls(
                game=_game(data) if "game" in data else None,
                stakes=Stakes(*data["stakes"]) if "stakes" in data else None,
                button=_whole(data["button"]) if "button" in data else None,
                posts=tuple(_post(post) for post in data["posts"]) if "posts" in data else None,
                about={name: form(data[name]) for name, form in _ABOUT.items() if name in data},
            )
        except (TypeError, KeyError, IndexError) as error:
            raise ValueError(f"settings {data!r} cannot be read: {error}") from None


def plain(record: Record) -> dict[str, Any]:
    """The settings of a record as plain data (see the module)."""
    data: dict[str, Any] = {
        "game": record.game.id,
        "house": plain_house(record.game.house),
        "stakes": record.stakes.plain(),
        "button": record.button,
    }
    if record.game.max_seats != game(record.game.id).max_seats:
        data["max_seats"] = record.game.max_seats
    if record.posts is not None:
        data["posts"] = [list(bet) for bet in record.posts]
    for name in ("hand_id", "table", "rake", "extra"):
        if value := getattr(record, name):
            data[name] = value
    if record.hand_no != 1:
        data["hand_no"] = record.hand_no
    if record.when is not None:
        data["when"] = record.when.isoformat()
    if record.money != PLAY_CHIPS:
        data["money"] = [record.money.currency or "", record.money.scale]
    if record.hero is not None:
        data["hero"] = record.hero
    if record.seat_numbers:
        data["seat_numbers"] = list(record.seat_numbers)
    return data


def plain_house(house: House) -> dict[str, Any]:
    """House rules as plain data: the name and the rules that differ from that bundle, all rules if there is no such
    bundle."""
    return {"name": house.name, **{name: NONE if value is None else value for name, value in changed(house).items()}}


def read_house(data: Any) -> House:
    """House rules from plain data, the opposite of `plain_house`. The name of a bundle is enough."""
    if isinstance(data, str):
        return house_rules(data)
    options = dict(data)
    name = options.pop("name", "online")
    for option, value in options.items():
        if value == NONE and option in HOUSE_RULE and HOUSE_RULE[option].allowed.allows(None):
            options[option] = None
    house = house_rules(name if name in HOUSES else "online", **options)
    return house if name in HOUSES else structs.replace(house, name=str(name))


def _game(data: dict[str, Any]) -> Game:
    record = game(data["game"], house=read_house(data.get("house", "online")))
    return structs.replace(record, max_seats=_whole(data.get("max_seats", record.max_seats)))


def _post(value: Any) -> ForcedBet:
    seat, kind, amount = value
    if kind not in get_args(PostKind):
        raise ValueError(f"{kind!r} is not a forced bet: expected one of {', '.join(get_args(PostKind))}")
    return ForcedBet(_whole(seat), kind, _whole(amount))


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is not a whole number")
    return value


def _wholes(value: Any) -> tuple[int, ...]:
    return tuple(_whole(number) for number in value)


def _money(value: Any) -> Money:
    currency, scale = value
    return Money(str(currency) or None, _whole(scale))


def _extra(value: Any) -> dict[str, str]:
    return {str(key): str(text) for key, text in dict(value).items()}


_ABOUT: Final[dict[str, Callable[[Any], Any]]] = {
    "hand_id": str,
    "hand_no": _whole,
    "table": str,
    "when": datetime.fromisoformat,
    "money": _money,
    "rake": _whole,
    "hero": _whole,
    "seat_numbers": _wholes,
    "extra": _extra,
}
