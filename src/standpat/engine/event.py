"""The events of a hand: one set of structs for the engine, the journal, the page, bots and histories.

The vocabulary is poker-arena's wire protocol, version 1 (`mixedsolver/poker-arena`, WIRE_PROTOCOL.md), tagged
``event`` in kebab-case: hand-start, post, street-start, deal-hole, acted, draw-result, showdown-show,
pot-awarded, hand-end. Real tables need more, which that protocol tells readers to skip: discard-announced,
burned, reshuffled, uncalled-returned, mucked, wished.

In memory cards are ints; in JSON they are text. `encode` and `decode` are the only way between the two:

>>> encode(DealHole(seat=1, cards=(0, 51), count=2))
b'{"event":"deal-hole","seat":1,"cards":["2c","As"],"count":2}'
>>> decode(_) == DealHole(seat=1, cards=(0, 51), count=2)
True

A reader skips fields that it does not know. An unknown event, or a malformed one, is a `ValueError`.
Amounts are chips.

Every event declares in `privacy` which of its fields are private, and who may see them. `standpat.engine.seen` acts on
that declaration, and refuses an event that has none of its own.
"""

from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Struct, structs

from standpat.cards.card import TEXT, parse
from standpat.engine.action import Action, Discard

PostKind = Literal["ante", "small-blind", "big-blind", "extra-blind", "dead-blind", "straddle"]
POST_KINDS: Final[tuple[PostKind, ...]] = get_args(PostKind)


class Privacy(NamedTuple):
    """Who sees what of an event. The event's own seat sees everything, unless `nobody` is set.

    Attributes:
        fields: The private fields. They are empty for viewers who may not see them.
        whole: The whole event is private. Other viewers do not get it at all.
        nobody: Not even a seat may see the private fields.
    """

    fields: tuple[str, ...] = ()
    whole: bool = False
    nobody: bool = False


PUBLIC: Final = Privacy()


class HandStart(Struct, frozen=True, gc=False, tag_field="event", tag="hand-start", omit_defaults=True):
    """A hand begins. `stacks` are the chips by seat before the forced bets. `asks` are the seats that are asked at the
    showdown whether to show (R7.2); JSON leaves it out where it is empty."""

    privacy: ClassVar[Privacy] = PUBLIC
    hand_no: int
    button: int
    stacks: tuple[int, ...]
    asks: tuple[int, ...] = ()


class Post(Struct, frozen=True, gc=False, tag_field="event", tag="post"):
    """A forced bet. An extra blind is live, like the big blind; an ante and a dead blind go to the pot. A straddle is
    a player's own choice before the deal, live, and larger than the big blind (T10.5)."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int
    kind: PostKind
    amount: int
    all_in: bool


class StreetStart(Struct, frozen=True, gc=False, tag_field="event", tag="street-start"):
    """Street 0 is before the draw; street k begins with the k-th draw."""

    privacy: ClassVar[Privacy] = PUBLIC
    street: int
    label: str


class DealHole(Struct, frozen=True, gc=False, tag_field="event", tag="deal-hole"):
    """`cards` is private to the seat; others see how many."""

    privacy: ClassVar[Privacy] = Privacy(("cards",))
    seat: int
    cards: tuple[int, ...]
    count: int


class Acted(Struct, frozen=True, gc=False, tag_field="event", tag="acted"):
    """A betting action. `street_commit` is what the seat has put in on this round after it."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int
    action: Action
    street_commit: int
    all_in: bool


class DiscardAnnounced(Struct, frozen=True, gc=False, tag_field="event", tag="discard-announced"):
    """With announced draws (R6.2): the seat will draw `count` cards. Which cards it discards is private to it."""

    privacy: ClassVar[Privacy] = Privacy(("discarded",))
    seat: int
    discarded: tuple[int, ...]
    count: int


class Burned(Struct, frozen=True, gc=False, tag_field="event", tag="burned"):
    """A card is burned before a draw (R6.6). Nobody sees which: `cards` is for the record only."""

    privacy: ClassVar[Privacy] = Privacy(("cards",), nobody=True)
    cards: tuple[int, ...]
    count: int


class Reshuffled(Struct, frozen=True, gc=False, tag_field="event", tag="reshuffled"):
    """The stub ran out while `seat` was to get its cards (R6.3). The `piles` of the muck, shuffled, are in the stub
    now, which has `count` cards. Nobody knows their order."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int
    piles: tuple[str, ...]
    count: int


class DrawResult(Struct, frozen=True, gc=False, tag_field="event", tag="draw-result"):
    """A seat's draw is complete. Both card lists are private to the seat; the count is public (R6.1)."""

    privacy: ClassVar[Privacy] = Privacy(("discarded", "drawn"))
    seat: int
    discarded: tuple[int, ...]
    drawn: tuple[int, ...]
    count: int


class UncalledReturned(Struct, frozen=True, gc=False, tag_field="event", tag="uncalled-returned"):
    """Chips that nobody could match go back to the seat (R5.6), or its blind where the blinds are chopped (T10.6)."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int
    amount: int


class Wished(Struct, frozen=True, gc=False, tag_field="event", tag="wished"):
    """What a seat wants to do at the showdown where the rules leave it a choice (R7.2). Private to the seat."""

    privacy: ClassVar[Privacy] = Privacy(whole=True)
    seat: int
    wish: Literal["show", "muck"]


class ShowdownShow(Struct, frozen=True, gc=False, tag_field="event", tag="showdown-show"):
    """A hand is shown. `rank` is its place in our ranking, 1 the best. `hi` and `lo` are the arena's own values, kept
    when an arena log is read."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int
    cards: tuple[int, ...]
    rank: int | None = None
    hi: int | None = None
    lo: int | None = None


class Mucked(Struct, frozen=True, gc=False, tag_field="event", tag="mucked"):
    """A hand that reached the showdown is mucked without being shown."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int


class PotAwarded(Struct, frozen=True, gc=False, tag_field="event", tag="pot-awarded"):
    """Pot 0 is the main pot. `winners` holds (seat, chips) pairs, from the left of the button."""

    privacy: ClassVar[Privacy] = PUBLIC
    pot: int
    side: Literal["whole", "hi", "lo"]
    winners: tuple[tuple[int, int], ...]


class HandEnd(Struct, frozen=True, gc=False, tag_field="event", tag="hand-end"):
    """The hand is over: the chips that each seat won or lost, which sum to zero."""

    privacy: ClassVar[Privacy] = PUBLIC
    nets: tuple[int, ...]


Event: TypeAlias = (
    HandStart
    | Post
    | StreetStart
    | DealHole
    | Acted
    | DiscardAnnounced
    | Burned
    | Reshuffled
    | DrawResult
    | UncalledReturned
    | Wished
    | ShowdownShow
    | Mucked
    | PotAwarded
    | HandEnd
)

CARD_FIELDS: Final = ("cards", "discarded", "drawn")
_TYPE: Final[dict[str, type[Event]]] = {str(t.__struct_config__.tag): t for t in get_args(Event)}
_CARDLESS: Final = frozenset(
    [t for t in _TYPE.values() if not {*CARD_FIELDS, "action"}.intersection(t.__struct_fields__)]
)
_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder()


class _Form:
    """Makes the JSON form of one type of event or action, a struct with its tag and fields, and cards as text."""

    def __init__(self, kind: type[Struct]) -> None:
        config = kind.__struct_config__
        fields = kind.__struct_fields__
        self._struct = msgspec.defstruct(
            kind.__name__, [(name, Any) for name in fields], tag_field=config.tag_field, tag=config.tag, gc=False
        )
        self._cards = tuple([place for place, name in enumerate(fields) if name in CARD_FIELDS])

    def __call__(self, event: Struct) -> Struct:
        values: list[Any] = list(structs.astuple(event))
        for place in self._cards:
            values[place] = _texts(values[place])
        return self._struct(*values)


_FORMS: Final[dict[type[Struct], _Form]] = {
    kind: _Form(kind)
    for kind in (*_TYPE.values(), Discard)
    if {*CARD_FIELDS}.intersection(kind.__struct_fields__) and not kind.__struct_config__.omit_defaults
}
"""The types with cards. The forms say the same as `to_builtins`, in a third of the time."""


def to_builtins(event: Event | Action) -> dict[str, Any]:
    """The JSON form as plain dicts and lists."""
    return _cards_as(_texts, msgspec.to_builtins(event))


def from_builtins(value: Any) -> Event:
    """An event from its plain form, the opposite of `to_builtins`; a `ValueError` where it is malformed."""
    tag = value.get("event") if isinstance(value, dict) else None
    if not isinstance(tag, str) or tag not in _TYPE:
        raise ValueError(f"unknown event {tag!r}: expected one of {', '.join(_TYPE)}")
    try:
        return msgspec.convert(_cards_as(parse, value), _TYPE[tag])
    except msgspec.ValidationError as error:
        raise ValueError(f"{tag}: {error}") from None


def encode(event: Event | Action) -> bytes:
    """One event as a JSON object.

    Args:
        event: An event of a hand, or an action.

    Returns:
        UTF-8 without a line end, tagged with `event` or `kind`; cards are text.

    Raises:
        TypeError: It has no form in JSON.
    """
    kind = type(event)
    if kind in _CARDLESS or (kind is Acted and type(event.action) is not Discard):  # type: ignore[union-attr]
        return _encoder.encode(event)
    form = _FORMS.get(kind)
    return _encoder.encode(to_builtins(event) if form is None else form(event))


def decode(data: bytes | str) -> Event:
    """One event from its JSON, the opposite of `encode`.

    Args:
        data: One JSON object, in UTF-8 or as text.

    Returns:
        The event.

    Raises:
        ValueError: Not JSON, or not an event of the vocabulary. The message says what was expected.
    """
    try:
        value = _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise ValueError(f"not JSON: {error}") from None
    return from_builtins(value)


def _texts(cards: tuple[int, ...]) -> list[str]:
    return [TEXT[c] for c in cards]


def _cards_as(form: Any, value: dict[str, Any]) -> dict[str, Any]:
    changed = {k: form(v) if k in CARD_FIELDS else v for k, v in value.items()}
    if isinstance(changed.get("action"), dict):
        changed["action"] = _cards_as(form, changed["action"])
    return changed
