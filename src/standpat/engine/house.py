"""House rules (RULES section 1): each is declared once, as a field of `House`.

The field has the rule's name, its type and its default; the `HouseRule` beside it says which values are allowed, which
of them a form offers, which betting structures the rule concerns, and what a command's help calls it. `HOUSE_RULES` is
the tuple of these declarations. Everything that asks a person for a house rule, checks one, writes one down or says it
in words is derived from it: `house_rules` and its errors, the options of the command line, the room's API and its table
form, the rules page, the settings in hand histories. A further rule is one more field here, and its use in the engine.

The words of a rule are in the locale files, under keys made of its name and `HouseRule.key` of a value, the value as
JSON has it (``null``, ``true``, ``4``, ``served``):

- ``lobby.options.NAME`` is its title, ``lobby.values.NAME.KEY`` a choice in the form;
- ``rules.NAME-KEY`` is the sentence on the rules page, or ``rules.NAME``, which gets the value as `count`.

Where a locale file has no words for a rule, its name and value are shown (`standpat.table_view.house_words`).
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, get_args, get_type_hints

from msgspec import Struct, json, structs

Betting = Literal["fixed-limit", "pot-limit", "no-limit"]
Draws = Literal["immediate", "announced"]
LimitRaise = Literal["full_bets", "additive"]
Showdown = Literal["muck_losers", "show_all", "optional"]
Pile = Literal["folded", "burned", "earlier", "served", "unserved", "own"]
"""A part of the muck: hands folded, cards burned, discards of earlier rounds, this round's discards of those
already served, of those not yet served, and of the player being served."""

Value = str | int | bool | None
"""The value of a house rule."""

NONE: Final = "none"
"""What stands for None where there is text only, or no null."""


class OneOf(Struct, frozen=True, tag_field="kind", tag="one-of"):
    """One of a few words."""

    values: tuple[str, ...]

    def allows(self, value: object) -> bool:
        """Whether a rule may have this value."""
        return isinstance(value, str) and value in self.values

    def wanted(self) -> str:
        """What is right, in words."""
        return f"one of {', '.join(self.values)}"

    def parse(self, text: str) -> Value:
        """The value that a text means, or the text again, which is then not allowed."""
        return text


class YesNo(Struct, frozen=True, tag_field="kind", tag="yes-no"):
    """True or false; yes or no in text."""

    def allows(self, value: object) -> bool:
        """Whether a rule may have this value."""
        return isinstance(value, bool)

    def wanted(self) -> str:
        """What is right, in words."""
        return "yes or no"

    def parse(self, text: str) -> Value:
        """The value that a text means, or the text again, which is then not allowed."""
        return _SWITCH.get(text, text)


class WholeNumber(Struct, frozen=True, tag_field="kind", tag="whole-number"):
    """A whole number from `least` to `most`, without end where that is None; with `or_none` also None."""

    least: int
    most: int | None = None
    or_none: bool = False

    def allows(self, value: object) -> bool:
        """Whether a rule may have this value."""
        if value is None:
            return self.or_none
        return type(value) is int and self.least <= value and (self.most is None or value <= self.most)

    def wanted(self) -> str:
        """What is right, in words."""
        numbers = f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"
        return f"{numbers}, or {NONE}" if self.or_none else numbers

    def parse(self, text: str) -> Value:
        """The value that a text means, or the text again, which is then not allowed."""
        if self.or_none and text == NONE:
            return None
        return int(text) if text.isascii() and text.isdigit() else text


_SWITCH: Final = {"yes": True, "no": False}
_ALL_BETTING: Final[tuple[Betting, ...]] = get_args(Betting)
_LIMIT: Final[tuple[Betting, ...]] = ("fixed-limit",)


class HouseRule(Struct, frozen=True, kw_only=True):
    """The declaration of one house rule.

    Attributes:
        allowed: The values it may have.
        help: What it is about, in English, for a command's help.
        offered: The values a form offers, of those allowed; all of them where it is left out, which a number without
            end cannot be. Empty: the rule is not in the form.
        betting: The betting structures it concerns.
        within: The name of another rule without whose value (None) this one does not matter.
        unsaid: Values that the rules page does not mention.
        name: The field's name.
        default: The field's default.
    """

    allowed: OneOf | YesNo | WholeNumber
    help: str
    offered: tuple[Value, ...] | None = None
    betting: tuple[Betting, ...] = _ALL_BETTING
    within: str | None = None
    unsaid: tuple[Value, ...] = ()
    name: str = ""
    default: Value = None

    @property
    def for_all_betting(self) -> bool:
        """Does it concern every betting structure?"""
        return self.betting == _ALL_BETTING

    def check(self, value: object) -> None:
        """A `ValueError` where the value is not allowed."""
        if not self.allowed.allows(value):
            raise ValueError(f"{self.name}={value!r}: want {self.allowed.wanted()}")

    def parse(self, text: str, called: str = "") -> Value:
        """The value that a text means, such as ``none``, ``yes`` or ``4``; a `ValueError` where it means none, which
        calls the rule by its name or as it is `called`."""
        value = self.allowed.parse(text)
        if not self.allowed.allows(value):
            raise ValueError(f"{called or self.name} {text}: want {self.allowed.wanted()}")
        return value

    def text(self, value: Value) -> str:
        """The opposite of `parse`."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return NONE if value is None else str(value)

    def key(self, value: Value) -> str:
        """The part of a locale key that names a value.

        >>> [HOUSE_RULE["cap"].key(value) for value in (4, None)], HOUSE_RULE["draws"].key("announced")
        (['4', 'null'], 'announced')
        """
        return value if isinstance(value, str) else json.encode(value).decode()

    def choices(self) -> tuple[Value, ...]:
        """The values a form offers."""
        if self.offered is not None:
            return self.offered
        match self.allowed:
            case OneOf(values=values):
                return values
            case YesNo():
                return (True, False)
            case WholeNumber(least=least, most=int(most), or_none=or_none):
                return (*range(least, most + 1), *((None,) if or_none else ()))
        raise ValueError(f"the house rule {self.name} has no end: say which values are offered")


class Reshuffle(Struct, frozen=True):
    """What is shuffled when the stub runs out, and when (R6.3).

    `piles` opens group by group, the next only when the one before is used up; the last ones are the fallback
    for when a house's own cards do not suffice. `stub` says what becomes of the cards still in the stub:
    dealt first; all but the last dealt, which is shuffled in unless it completes the draw round; or shuffled in
    at once. `never_back` bars a player from cards they threw earlier in the hand, not only in this round.
    """

    name: str
    piles: tuple[tuple[Pile, ...], ...]
    stub: Literal["dealt", "last_card_in", "shuffled_in"] = "dealt"
    never_back: bool = False


_RESHUFFLES: Final = (
    Reshuffle("served", (("folded", "burned", "earlier", "served"), ("unserved",), ("own",))),
    Reshuffle("previous_rounds", (("folded", "burned", "earlier"), ("served",), ("unserved",), ("own",))),
    Reshuffle(
        "pokerstars",
        (("folded", "burned", "earlier", "served"), ("unserved",), ("own",)),
        stub="shuffled_in",
        never_back=True,
    ),
    Reshuffle("full_tilt", (("folded", "burned"), ("earlier",), ("served",), ("unserved",), ("own",))),
    Reshuffle(
        "wsop",
        (("folded", "burned", "earlier"), ("served",), ("unserved",), ("own",)),
        stub="last_card_in",
    ),
)
RESHUFFLES: Final = {reshuffle.name: reshuffle for reshuffle in _RESHUFFLES}


class House(Struct, frozen=True):
    """House rules: one value for each option of RULES. `name` is the bundle they come from."""

    name: str
    # R6.2
    draws: Annotated[Draws, HouseRule(allowed=OneOf(get_args(Draws)), help="when new cards come")] = "immediate"
    # R6.3, a name in RESHUFFLES
    reshuffle: Annotated[
        str, HouseRule(allowed=OneOf(tuple(RESHUFFLES)), help="what is shuffled when the stub runs out")
    ] = "served"
    # R5.3: wagers a fixed-limit round allows, the big blind the first of them
    cap: Annotated[
        int | None,
        HouseRule(
            allowed=WholeNumber(1, or_none=True),
            help="bets a fixed-limit round allows",
            offered=(3, 4, 5, 6, None),
            betting=_LIMIT,
        ),
    ] = 4
    # R5.3: does the cap hold in a round that begins heads-up?
    cap_heads_up: Annotated[
        bool,
        HouseRule(
            allowed=YesNo(),
            help="whether the cap holds between two players",
            betting=_LIMIT,
            within="cap",
            unsaid=(True,),
        ),
    ] = True
    # R5.5
    limit_raise: Annotated[
        LimitRaise,
        HouseRule(allowed=OneOf(get_args(LimitRaise)), help="raises over a short all-in", betting=_LIMIT),
    ] = "full_bets"
    # R7.2
    showdown: Annotated[Showdown, HouseRule(allowed=OneOf(get_args(Showdown)), help="what becomes of beaten hands")] = (
        "muck_losers"
    )
    # R6.6
    burn: Annotated[int, HouseRule(allowed=WholeNumber(0, 3), help="cards burned before each draw round")] = 0


def _declared() -> tuple[HouseRule, ...]:
    hints = get_type_hints(House, include_extras=True)
    return tuple(
        structs.replace(rule, name=field.name, default=field.default)
        for field in structs.fields(House)
        for rule in getattr(hints[field.name], "__metadata__", ())
        if isinstance(rule, HouseRule)
    )


HOUSE_RULES: Final = _declared()
"""The declarations, in the order of the fields."""
HOUSE_RULE: Final[Mapping[str, HouseRule]] = {rule.name: rule for rule in HOUSE_RULES}
"""A declaration by the rule's name."""

_HOUSES: Final = (
    House("online"),
    House("ultimate", draws="announced"),
    House("classic", reshuffle="previous_rounds"),
    House("cardroom", draws="announced", showdown="optional"),
    House("wsop", draws="announced", reshuffle="wsop", cap=5, cap_heads_up=False, burn=1),
    House("pokerstars", reshuffle="pokerstars"),
    House("full_tilt", draws="announced", reshuffle="full_tilt"),
    House("arena", limit_raise="additive", showdown="show_all"),
)
HOUSES: Final = {house.name: house for house in _HOUSES}
"""The bundles there are, by name; the first is the default."""


def house_rules(house: str | House = "online", **options: object) -> House:
    """A bundle, with single options set by hand.

    Raises:
        ValueError: It is an unknown bundle, option or value. The text says what would be right.
    """
    if isinstance(house, str):
        if house not in HOUSES:
            raise ValueError(f"{house!r} is no house here: want one of {', '.join(HOUSES)}")
        house = HOUSES[house]
    for name, value in options.items():
        if name not in HOUSE_RULE:
            raise ValueError(f"{name!r} is no house rule: want one of {', '.join(HOUSE_RULE)}")
        HOUSE_RULE[name].check(value)
    return structs.replace(house, **options)


def changed(house: House) -> dict[str, Value]:
    """The rules in which a house differs from the bundle it is named after; all of them where the name is no bundle's.

    >>> changed(house_rules("wsop", cap=None, burn=1))
    {'cap': None}
    """
    bundle = HOUSES.get(house.name)
    values = {rule.name: getattr(house, rule.name) for rule in HOUSE_RULES}
    return {name: value for name, value in values.items() if bundle is None or value != getattr(bundle, name)}
