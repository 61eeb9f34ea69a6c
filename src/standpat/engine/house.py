"""House rules (RULES section 1): each is declared once, as a field of `House`.

The field has the rule's name, its type and its default; the `HouseRule` beside it says which values are allowed, which
of them a form offers, which betting structures the rule concerns, and what a command's help calls it. `HOUSE_RULES` is
the tuple of these declarations. Everything that asks for a house rule, checks one, stores one or puts one into words is
derived from it: `house_rules` and its errors, the options of the command line, the room's API and its table form, the
rules page, the settings in hand histories. Another rule is one more field here, and its use in the engine.

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
"""The text for None, where values are text."""


class OneOf(Struct, frozen=True, tag_field="kind", tag="one-of"):
    """The values of a rule: one of a few words."""

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
    """The values of a rule: true or false, in text yes or no."""

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
    """The values of a rule: a whole number from `least` to `most` (without limit if None), or None with `or_none`."""

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
        offered: The allowed values that a form offers. None: all of them, which a number without a largest value
            cannot have. Empty: the rule is not in the form.
        betting: The betting structures it concerns.
        within: The name of another rule. Where that rule is None, this one does not matter.
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
        """Whether it concerns every betting structure."""
        return self.betting == _ALL_BETTING

    def check(self, value: object) -> None:
        """Raise a `ValueError` if the value is not allowed."""
        if not self.allowed.allows(value):
            raise ValueError(f"{self.name}={value!r}: expected {self.allowed.wanted()}")

    def parse(self, text: str, called: str = "") -> Value:
        """The value that a text means, such as ``none``, ``yes`` or ``4``.

        Args:
            text: The text.
            called: What the error message calls the rule, if not by its name.

        Raises:
            ValueError: The text is not a value of this rule.
        """
        value = self.allowed.parse(text)
        if not self.allowed.allows(value):
            raise ValueError(f"{called or self.name} {text}: expected {self.allowed.wanted()}")
        return value

    def text(self, value: Value) -> str:
        """A value as text, the opposite of `parse`."""
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
        raise ValueError(f"the house rule {self.name} has no largest value: declare which values are offered")


class Reshuffle(Struct, frozen=True):
    """Which cards are shuffled when the stub runs out, and when (R6.3).

    Attributes:
        name: The name of the rule.
        piles: Groups of piles of the muck, in the order in which they are opened. The next group is opened only when
            the one before is used up. The last groups are the fallback when a house's own cards are not enough.
        stub: What happens to the cards still in the stub: they are dealt first; all but the last are dealt, and the
            last is shuffled in unless it completes the draw round; or they are shuffled in at once.
        never_back: Whether players cannot get back cards that they discarded earlier in the hand, rather than only
            those of this round.
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
    # R7.5, of tournaments, so no form of a table offers it
    all_ins_shown: Annotated[
        bool,
        HouseRule(
            allowed=YesNo(),
            help="whether all hands are shown after an all-in",
            offered=(),
            unsaid=(False,),
        ),
    ] = False
    # T4.6, of tournaments too
    full_blinds: Annotated[
        bool,
        HouseRule(
            allowed=YesNo(),
            help="whether a pot limit counts short blinds as full before the draw",
            offered=(),
            betting=("pot-limit",),
            unsaid=(False,),
        ),
    ] = False


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
"""The bundles of house rules, by name; the first is the default."""


def house_rules(house: str | House = "online", **options: object) -> House:
    """A bundle of house rules, with single options changed.

    Args:
        house: The name of a bundle, or house rules.
        **options: House rules that differ from it, by name.

    Raises:
        ValueError: The bundle, an option or a value is unknown. The message says what was expected.
    """
    if isinstance(house, str):
        if house not in HOUSES:
            raise ValueError(f"unknown house rules {house!r}: expected one of {', '.join(HOUSES)}")
        house = HOUSES[house]
    for name, value in options.items():
        if name not in HOUSE_RULE:
            raise ValueError(f"{name!r} is not a house rule: expected one of {', '.join(HOUSE_RULE)}")
        HOUSE_RULE[name].check(value)
    return structs.replace(house, **options)


def changed(house: House) -> dict[str, Value]:
    """The rules that differ from the bundle the house is named after; all rules if no bundle has that name.

    >>> changed(house_rules("wsop", cap=None, burn=1))
    {'cap': None}
    """
    bundle = HOUSES.get(house.name)
    values = {rule.name: getattr(house, rule.name) for rule in HOUSE_RULES}
    return {name: value for name, value in values.items() if bundle is None or value != getattr(bundle, name)}
