"""R6.1, R6.5: what a viewer may know of each event. No card of another player, unless it was shown."""

import re
from typing import Any, ClassVar, cast, get_args

import pytest
from msgspec import Struct

from standpat.engine.action import Call, Discard
from standpat.engine.event import (
    CARD_FIELDS,
    Acted,
    Burned,
    DealHole,
    DiscardAnnounced,
    DrawResult,
    Event,
    HandEnd,
    HandStart,
    Mucked,
    Post,
    PotAwarded,
    Privacy,
    Reshuffled,
    ShowdownShow,
    StreetStart,
    UncalledReturned,
    Wished,
)
from standpat.engine.seen import Undeclared, seen, view

PUBLIC: list[Event] = [
    HandStart(1, 0, (5, 5)),
    Post(1, "ante", 1, False),
    StreetStart(1, "draw"),
    Acted(1, Call(), 5, True),
    Reshuffled(1, ("folded",), 20),
    UncalledReturned(1, 5),
    ShowdownShow(1, (1, 2, 3, 4, 5), 8),
    Mucked(1),
    PotAwarded(0, "whole", ((1, 5),)),
    HandEnd((1, -1)),
]
PRIVATE: list[tuple[Event, Event]] = [
    (DealHole(1, (1, 2, 3, 4, 5), 5), DealHole(1, (), 5)),
    (DiscardAnnounced(1, (1, 2), 2), DiscardAnnounced(1, (), 2)),
    (DrawResult(1, (1, 2), (8, 9), 2), DrawResult(1, (), (), 2)),
    (DrawResult(1, (), (), 0), DrawResult(1, (), (), 0)),
]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_r6_1_public_events_are_everybodys(viewer: int | None) -> None:
    for event in PUBLIC:
        assert seen(event, viewer) == event


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_r6_1_others_see_how_many_not_which(viewer: int | None) -> None:
    for event, want in PRIVATE:
        assert seen(event, viewer) == want


def test_r6_1_a_seat_sees_its_own() -> None:
    for event, _ in PRIVATE:
        assert seen(event, 1) == event


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_r6_6_nobody_sees_a_burn(viewer: int | None) -> None:
    assert seen(Burned((5,), 1), viewer) == Burned((), 1)


def test_r7_2_a_wish_is_the_wishers_own() -> None:
    assert seen(Wished(1, "muck"), 1) == Wished(1, "muck")
    assert seen(Wished(1, "muck"), 0) is None
    assert seen(Wished(1, "muck"), None) is None


def test_a_view_keeps_the_order_and_leaves_out_what_is_not_for_him() -> None:
    events = [PUBLIC[0], Wished(1, "show"), PRIVATE[0][0], PUBLIC[-1]]
    assert view(events, 0) == (PUBLIC[0], PRIVATE[0][1], PUBLIC[-1])
    assert view(iter(events), 1) == tuple(events)


class Leak(Struct, frozen=True):
    seat: int
    cards: tuple[int, ...]


class Heir(DealHole, frozen=True, tag="heir"):
    second: tuple[int, ...] = ()


class Misspelt(Struct, frozen=True):
    privacy: ClassVar[Privacy] = Privacy(("card",))
    seat: int
    cards: tuple[int, ...]


class Ownerless(Struct, frozen=True):
    privacy: ClassVar[Privacy] = Privacy(("cards",))
    cards: tuple[int, ...]


class OwnerlessWhole(Struct, frozen=True):
    privacy: ClassVar[Privacy] = Privacy(whole=True)
    text: str


class Secret(Struct, frozen=True):
    privacy: ClassVar[Privacy] = Privacy(whole=True, nobody=True)
    seat: int


@pytest.mark.parametrize(
    "event",
    [Leak(0, (1, 2)), Heir(0, (1, 2), 2, (3,)), Misspelt(0, (1,)), Ownerless((1,)), OwnerlessWhole("x"), "text", None],
)
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_an_event_that_does_not_declare_its_private_fields_reaches_nobody(event: Any, viewer: int | None) -> None:
    for _ in range(2):  # nor at the second call
        with pytest.raises(Undeclared):
            seen(cast(Event, event), viewer)
        with pytest.raises(Undeclared):
            view([PUBLIC[0], cast(Event, event)], viewer)


class Nothing(Struct, frozen=True):
    privacy: ClassVar[Privacy] = Privacy(("card", "draw"))
    text: str


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Leak(0, (1, 2)), "Leak does not declare which of its fields are private (`privacy`)"),
        (Misspelt(0, (1,)), "the privacy of Misspelt needs the fields card, which it does not have"),
        (OwnerlessWhole("x"), "the privacy of OwnerlessWhole needs the fields seat, which it does not have"),
        (Nothing("x"), "the privacy of Nothing needs the fields card, draw, seat, which it does not have"),
        (Acted(1, Discard("7c"), 5, False), "a betting action cannot be a discard, whose cards are private"),
    ],
)
def test_what_is_missing_in_a_declaration_is_said(event: Any, why: str) -> None:
    with pytest.raises(Undeclared, match=f"^{re.escape(why)}$"):
        seen(cast(Event, event), None)


def test_what_is_nobodys_reaches_not_even_its_seat() -> None:
    assert seen(cast(Event, Secret(1)), 1) is None


def test_a_betting_action_that_carries_cards_reaches_nobody() -> None:
    for viewer in (None, 0, 1):
        with pytest.raises(Undeclared, match="discard"):
            seen(Acted(1, Discard("7c"), 5, False), viewer)


def test_every_event_declares_and_every_field_with_cards_is_private_but_a_hand_shown() -> None:
    open_cards = set()
    for kind in get_args(Event):
        privacy = vars(kind)["privacy"]
        assert isinstance(privacy, Privacy)
        open_cards |= {(kind, name) for name in kind.__struct_fields__ if name in CARD_FIELDS} - {
            (kind, name) for name in privacy.fields
        }
    assert open_cards == {(ShowdownShow, "cards")}
    examples = {
        type(event) for event in [*PUBLIC, *[event for event, _ in PRIVATE], Burned((5,), 1), Wished(1, "show")]
    }
    assert examples == set(get_args(Event))
