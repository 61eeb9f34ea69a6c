"""What happens in a hand: one set of structs for the engine, the journal, the page, bots and histories.

The vocabulary is poker-arena's wire protocol, version 1 (`mixedsolver/poker-arena`, WIRE_PROTOCOL.md), tagged
``event`` in kebab-case: hand-start, post, street-start, deal-hole, acted, draw-result, showdown-show,
pot-awarded, hand-end. What real tables need besides, that protocol tells readers to skip: discard-announced,
burned, reshuffled, uncalled-returned, mucked, wished.

In memory cards are ints; in JSON they are text. `encode` and `decode` are the only way between the two:

>>> encode(DealHole(seat=1, cards=(0, 51), count=2))
b'{"event":"deal-hole","seat":1,"cards":["2c","As"],"count":2}'
>>> decode(_) == DealHole(seat=1, cards=(0, 51), count=2)
True

A field a reader does not know is skipped; an unknown event, and anything malformed, is a `ValueError`.
Amounts are chips.

Every event declares in `privacy` what of it is not everybody's: which fields, and whose they are.
`standpat.engine.seen` acts on that, and refuses an event without such a declaration of its own.
"""

from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Struct

from standpat.cards.card import TEXT, parse
from standpat.engine.action import Action, Discard

PostKind = Literal["ante", "small-blind", "big-blind", "extra-blind", "dead-blind"]
POST_KINDS: Final[tuple[PostKind, ...]] = get_args(PostKind)


class Privacy(NamedTuple):
    """What viewers get to see. To those who may not see them `fields` are shown empty; an event that is `whole`ly
    private they do not get at all. The event's own seat sees everything, unless it is `nobody`'s."""

    fields: tuple[str, ...] = ()
    whole: bool = False
    nobody: bool = False


PUBLIC: Final = Privacy()


class HandStart(Struct, frozen=True, gc=False, tag_field="event", tag="hand-start", omit_defaults=True):
    """`asks` are the seats that are asked at the showdown whether to show (R7.2); JSON leaves it out where none is."""

    privacy: ClassVar[Privacy] = PUBLIC
    hand_no: int
    button: int
    stacks: tuple[int, ...]
    asks: tuple[int, ...] = ()


class Post(Struct, frozen=True, gc=False, tag_field="event", tag="post"):
    """A forced bet. An extra blind is live, like the big blind; an ante and a dead blind go to the pot."""

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
    """A betting action; `street_commit` is what the seat has in on this round after it."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int
    action: Action
    street_commit: int
    all_in: bool


class DiscardAnnounced(Struct, frozen=True, gc=False, tag_field="event", tag="discard-announced"):
    """With announced draws (R6.2): the seat will draw `count`; which cards go is private to it."""

    privacy: ClassVar[Privacy] = Privacy(("discarded",))
    seat: int
    discarded: tuple[int, ...]
    count: int


class Burned(Struct, frozen=True, gc=False, tag_field="event", tag="burned"):
    """A card burned before a draw (R6.6). Nobody sees which: `cards` is for the record alone."""

    privacy: ClassVar[Privacy] = Privacy(("cards",), nobody=True)
    cards: tuple[int, ...]
    count: int


class Reshuffled(Struct, frozen=True, gc=False, tag_field="event", tag="reshuffled"):
    """The stub ran out while `seat` was served (R6.3): `piles` of the muck, `count` cards with what was left of
    the stub, are the stub now. Their order is nobody's knowledge."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int
    piles: tuple[str, ...]
    count: int


class DrawResult(Struct, frozen=True, gc=False, tag_field="event", tag="draw-result"):
    """A draw is complete. Both card lists are private to the seat; the count is public (R6.1)."""

    privacy: ClassVar[Privacy] = Privacy(("discarded", "drawn"))
    seat: int
    discarded: tuple[int, ...]
    drawn: tuple[int, ...]
    count: int


class UncalledReturned(Struct, frozen=True, gc=False, tag_field="event", tag="uncalled-returned"):
    """Chips that nobody could match go back (R5.6)."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int
    amount: int


class Wished(Struct, frozen=True, gc=False, tag_field="event", tag="wished"):
    """What a seat wants at the showdown where the rules leave it a choice (R7.2): private to it."""

    privacy: ClassVar[Privacy] = Privacy(whole=True)
    seat: int
    wish: Literal["show", "muck"]


class ShowdownShow(Struct, frozen=True, gc=False, tag_field="event", tag="showdown-show"):
    """A hand turned up. `rank` is ours, 1 best. `hi` and `lo` are the arena's own values, kept when read."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int
    cards: tuple[int, ...]
    rank: int | None = None
    hi: int | None = None
    lo: int | None = None


class Mucked(Struct, frozen=True, gc=False, tag_field="event", tag="mucked"):
    """A hand that reached the showdown was thrown away unseen."""

    privacy: ClassVar[Privacy] = PUBLIC
    seat: int


class PotAwarded(Struct, frozen=True, gc=False, tag_field="event", tag="pot-awarded"):
    """Pot 0 is the main pot. `winners` holds (seat, chips) pairs, from the left of the button."""

    privacy: ClassVar[Privacy] = PUBLIC
    pot: int
    side: Literal["whole", "hi", "lo"]
    winners: tuple[tuple[int, int], ...]


class HandEnd(Struct, frozen=True, gc=False, tag_field="event", tag="hand-end"):
    """What each seat won or lost; sums to zero."""

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


def to_builtins(event: Event | Action) -> dict[str, Any]:
    """The JSON form as plain dicts and lists."""
    return _cards_as(_texts, msgspec.to_builtins(event))


def from_builtins(value: Any) -> Event:
    """The opposite of `to_builtins`."""
    tag = value.get("event") if isinstance(value, dict) else None
    if not isinstance(tag, str) or tag not in _TYPE:
        raise ValueError(f"{tag!r} is no event here: want one of {', '.join(_TYPE)}")
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
        TypeError: It cannot be said in JSON.
    """
    if type(event) in _CARDLESS or (type(event) is Acted and type(event.action) is not Discard):
        return _encoder.encode(event)  # the same, in a tenth of the time
    return _encoder.encode(to_builtins(event))


def decode(data: bytes | str) -> Event:
    """One event from its JSON, the opposite of `encode`.

    Args:
        data: One JSON object, in UTF-8 or as text.

    Returns:
        The event.

    Raises:
        ValueError: Not JSON, or no event of the vocabulary; the message says what was expected.
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
