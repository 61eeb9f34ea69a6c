"""The one line of our own in such a file, the last of the summary: what PokerStars' form has no place for.

    House rules: wsop, cap 3, burn 2, stakes 3/10/1, burned 2cTd/9s/As4h, hand spring-17

First the name of the bundle, then each option that differs from it; `stakes` (small blind, big blind, ante, and who
posts it if not everyone does) where the posts and the header would be read otherwise; `burned` the cards burned before
each draw, in a file that shows all cards (which ones they are decides when a stub runs out for a player who may not get
their own back); `hand` where the hand's id is no number. It is left out where there is nothing to say: house rules of
PokerStars. Readers of such files skip summary lines they do not know.
"""

from typing import Final, NamedTuple

from standpat.cards.card import parse, text
from standpat.engine.games import ANTE_BY, Stakes
from standpat.engine.house import HOUSE_RULE, HOUSE_RULES, HOUSES, House, Value, house_rules

PREFIX: Final = "House rules: "


class Own(NamedTuple):
    """What the line says; what it does not is None or empty. `burned` is by street, from the first draw."""

    house: House
    stakes: Stakes | None = None
    burned: tuple[tuple[int, ...], ...] = ()
    hand_id: str = ""


def house_line(own: Own) -> str:
    """The line, or "" where it says nothing. Stakes, burns and the id only where they need to be told."""
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
    """The opposite of `house_line`; a `ValueError` for anything else."""
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
