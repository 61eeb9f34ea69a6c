"""The ``House rules:`` line that we add to PokerStars text, for what that text cannot express otherwise.

    House rules: wsop, cap 3, burn 2, stakes 3/10/1, burned 2cTd/9s/As4h, hand spring-17

It is the last line of the summary; other programs skip summary lines that they do not know. It has, in this order:

- the name of the bundle, and each option that differs from the bundle;
- `stakes`, if the header and the posts would be read as other stakes: small blind, big blind, ante, and who posts the
  ante if not everyone does;
- `burned`, in a file with all cards: the cards burned before each draw. They matter if the stub runs out for a player
  who may not get their own cards back;
- `hand`, if the id of the hand is not a number.

A hand under PokerStars' house rules that needs none of this has no such line.
"""

from typing import Final, NamedTuple

from standpat.cards.card import parse, text
from standpat.engine.games import ANTE_BY, Stakes
from standpat.engine.house import HOUSE_RULE, HOUSE_RULES, HOUSES, House, Value, house_rules

PREFIX: Final = "House rules: "


class Own(NamedTuple):
    """The content of the line. Absent parts are None or empty. `burned` is by street, from the first draw."""

    house: House
    stakes: Stakes | None = None
    burned: tuple[tuple[int, ...], ...] = ()
    hand_id: str = ""


def house_line(own: Own) -> str:
    """The line, or "" if there is nothing to say."""
    house, stakes, burned, hand_id = own
    base = HOUSES.get(house.name, HOUSES["online"])
    parts = [base.name]
    for rule in HOUSE_RULES:
        value = getattr(house, rule.name)
        if value != getattr(base, rule.name):
            parts.append(f"{rule.name} {rule.text(value)}")
    if stakes:
        parts.append(f"stakes {'/'.join([str(part) for part in stakes.plain()])}")
    if any(burned):
        parts.append(f"burned {'/'.join(text(cards) for cards in burned)}")
    if hand_id:
        parts.append(f"hand {hand_id}")
    return "" if parts == ["pokerstars"] else PREFIX + ", ".join(parts)


def read_house_line(line: str) -> Own:
    """Read a line that `house_line` wrote.

    Raises:
        ValueError: The line is malformed.
    """
    name, *rest = line.removeprefix(PREFIX).split(", ")
    options: dict[str, object] = {}
    stakes, hand_id = None, ""
    burned: tuple[tuple[int, ...], ...] = ()
    for place, part in enumerate(rest):
        option, _, word = part.partition(" ")
        if option == "hand":
            hand_id = ", ".join([word, *rest[place + 1 :]])
            break
        if option == "stakes":
            *figures, who = word.split("/") if word.count("/") == 3 else [*word.split("/"), "everyone"]
            if len(figures) != 3 or who not in ANTE_BY:
                raise ValueError(f"{part!r}: expected small blind, big blind and ante, such as 5/10/0")
            small, big, ante = [_number(part, figure) for figure in figures]
            stakes = Stakes(small, big, ante, "big-blind" if who == "big-blind" else "everyone")
        elif option == "burned":
            burned = tuple(parse(cards) for cards in word.split("/"))
        else:
            options[option] = _value(option, word)
    return Own(house_rules(name, **options), stakes, burned, hand_id)


def _value(option: str, word: str) -> Value:
    return HOUSE_RULE[option].parse(word) if option in HOUSE_RULE else word


def _number(part: str, word: str) -> int:
    if not word.isdecimal():
        raise ValueError(f"{part!r}: {word!r} is not a number")
    return int(word)
