"""The one line of our own in such a file, the last of the summary: what PokerStars' form has no place for.

    House rules: wsop, cap 3, burn 2, stakes 3/10/1, hand spring-17

First the name of the bundle, then each option that differs from it; `stakes` (small blind, big blind, ante) where the
posts and the header would be read otherwise, `hand` where the hand's id is no number. It is left out where there
is nothing to say: house rules of PokerStars. Readers of such files skip summary lines they do not know.
"""

from typing import Final

from msgspec import structs

from standpat.game import HOUSES, House, Stakes, house_rules

PREFIX: Final = "House rules: "
_NUMBERS: Final = ("cap", "burn")
_SWITCH: Final = {"yes": True, "no": False}


def house_line(house: House, stakes: Stakes | None, hand_id: str) -> str:
    """The line, or "" where it says nothing. `stakes` and `hand_id` only where they need to be told."""
    base = HOUSES.get(house.name, HOUSES["online"])
    parts = [base.name]
    for name in structs.fields(House):
        value = getattr(house, name.name)
        if name.name != "name" and value != getattr(base, name.name):
            parts.append(f"{name.name} {_word(value)}")
    if stakes:
        parts.append(f"stakes {stakes.small_blind}/{stakes.big_blind}/{stakes.ante}")
    if hand_id:
        parts.append(f"hand {hand_id}")
    return "" if parts == ["pokerstars"] else PREFIX + ", ".join(parts)


def read_house_line(line: str) -> tuple[House, Stakes | None, str]:
    """The opposite of `house_line`; a `ValueError` for anything else."""
    name, *rest = line.removeprefix(PREFIX).split(", ")
    options: dict[str, object] = {}
    stakes, hand_id = None, ""
    for place, part in enumerate(rest):
        option, _, word = part.partition(" ")
        if option == "hand":
            hand_id = ", ".join([word, *rest[place + 1 :]])
            break
        if option == "stakes":
            figures = [_number(part, figure) for figure in word.split("/")]
            if len(figures) != 3:
                raise ValueError(f"{part!r}: want small blind, big blind and ante, such as 5/10/0")
            stakes = Stakes(*figures)
        else:
            options[option] = _value(option, word)
    return house_rules(name, **options), stakes, hand_id


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _value(option: str, word: str) -> object:
    if option in _NUMBERS:
        return None if word == "none" else _number(f"{option} {word}", word)
    return _SWITCH.get(word, word)


def _number(part: str, word: str) -> int:
    if not word.isdecimal():
        raise ValueError(f"{part!r}: {word!r} is not a number")
    return int(word)
