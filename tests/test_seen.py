"""R6.1, R6.5: what a viewer may know of each event. No card of another, unless it was shown."""

import pytest

from standpat.action import Call
from standpat.event import (
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
    Reshuffled,
    ShowdownShow,
    StreetStart,
    UncalledReturned,
    Wished,
)
from standpat.seen import seen, view

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
