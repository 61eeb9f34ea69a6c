"""Events to JSON and back: every event round-trips, and malformed input is a ValueError."""

import json

import pytest

from standpat.cards.card import UNKNOWN
from standpat.engine.action import Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.event import (
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
    decode,
    encode,
    from_builtins,
    to_builtins,
)

EVERY: list[tuple[Event, str]] = [
    (HandStart(3, 1, (100, 200)), '{"event":"hand-start","hand_no":3,"button":1,"stacks":[100,200]}'),
    (
        Post(0, "small-blind", 5, False),
        '{"event":"post","seat":0,"kind":"small-blind","amount":5,"all_in":false}',
    ),
    (StreetStart(1, "draw1"), '{"event":"street-start","street":1,"label":"draw1"}'),
    (DealHole(1, (0, 51), 2), '{"event":"deal-hole","seat":1,"cards":["2c","As"],"count":2}'),
    (DealHole(1, (), 5), '{"event":"deal-hole","seat":1,"cards":[],"count":5}'),
    (
        Acted(0, Raise(40), 40, False),
        '{"event":"acted","seat":0,"action":{"kind":"raise","to":40},"street_commit":40,"all_in":false}',
    ),
    (
        Acted(0, Call(), 20, True),
        '{"event":"acted","seat":0,"action":{"kind":"call"},"street_commit":20,"all_in":true}',
    ),
    (
        Acted(2, Discard("Td"), 0, False),
        '{"event":"acted","seat":2,"action":{"kind":"discard","cards":["Td"]},"street_commit":0,"all_in":false}',
    ),
    (
        DiscardAnnounced(2, (33,), 1),
        '{"event":"discard-announced","seat":2,"discarded":["Td"],"count":1}',
    ),
    (Burned((5,), 1), '{"event":"burned","cards":["3d"],"count":1}'),
    (
        Reshuffled(2, ("folded", "served"), 22),
        '{"event":"reshuffled","seat":2,"piles":["folded","served"],"count":22}',
    ),
    (
        DrawResult(2, (33,), (UNKNOWN,), 1),
        '{"event":"draw-result","seat":2,"discarded":["Td"],"drawn":["??"],"count":1}',
    ),
    (UncalledReturned(1, 20), '{"event":"uncalled-returned","seat":1,"amount":20}'),
    (Wished(1, "muck"), '{"event":"wished","seat":1,"wish":"muck"}'),
    (
        ShowdownShow(0, (0, 5), 7),
        '{"event":"showdown-show","seat":0,"cards":["2c","3d"],"rank":7,"hi":null,"lo":null}',
    ),
    (Mucked(1), '{"event":"mucked","seat":1}'),
    (
        PotAwarded(0, "whole", ((1, 20), (0, 19))),
        '{"event":"pot-awarded","pot":0,"side":"whole","winners":[[1,20],[0,19]]}',
    ),
    (HandEnd((5, -5)), '{"event":"hand-end","nets":[5,-5]}'),
]


@pytest.mark.parametrize(("event", "data"), EVERY, ids=[type(e).__name__ for e, _ in EVERY])
def test_there_and_back(event: Event, data: str) -> None:
    assert json.loads(encode(event)) == json.loads(data)
    assert encode(event) == data.encode()
    assert decode(data) == decode(data.encode()) == decode(encode(event)) == event
    assert from_builtins(to_builtins(event)) == event
    assert from_builtins(json.loads(data)) == event


@pytest.mark.parametrize("action", [Fold(), Check(), Call(), Bet(5), Raise(10)])
def test_every_betting_action_there_and_back(action: Fold) -> None:
    event = Acted(1, action, 10, False)
    assert decode(encode(event)) == event


def test_an_action_alone_is_tagged_with_its_kind() -> None:
    assert encode(Discard("7c As")) == b'{"kind":"discard","cards":["7c","As"]}'
    assert encode(Fold()) == b'{"kind":"fold"}'


def test_a_field_a_reader_does_not_know_is_skipped() -> None:
    assert decode('{"event":"mucked","seat":1,"mood":"sour"}') == Mucked(1)


def test_cards_are_text_in_json() -> None:
    assert b"51" not in encode(DealHole(1, (51,), 1))
    assert to_builtins(DealHole(1, (51,), 1))["cards"] == ["As"]


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "{",
        "null",
        "[]",
        "5",
        '"mucked"',
        "{}",
        '{"event":"nonsense"}',
        '{"event":null}',
        '{"event":5}',
        '{"event":[]}',
        '{"event":{}}',
        '{"event":"mucked"}',
        '{"event":"mucked","seat":"1"}',
        '{"event":"mucked","seat":1.5}',
        '{"event":"mucked","seat":null}',
        '{"event":"mucked","seat":true}',
        '{"event":"deal-hole","seat":1,"cards":["2x"],"count":1}',
        '{"event":"deal-hole","seat":1,"cards":[99],"count":1}',
        '{"event":"deal-hole","seat":1,"cards":5,"count":1}',
        '{"event":"deal-hole","seat":1,"cards":null,"count":1}',
        '{"event":"deal-hole","seat":1,"cards":{"a":1},"count":1}',
        '{"event":"deal-hole","seat":1,"cards":[["2c"]],"count":1}',
        '{"event":"deal-hole","seat":1,"cards":[null],"count":1}',
        '{"event":"deal-hole","seat":1,"count":1}',
        '{"event":"acted","seat":0,"action":{"kind":"jump"},"street_commit":0,"all_in":false}',
        '{"event":"acted","seat":0,"action":"fold","street_commit":0,"all_in":false}',
        '{"event":"acted","seat":0,"action":null,"street_commit":0,"all_in":false}',
        '{"event":"acted","seat":0,"action":{"kind":"raise"},"street_commit":0,"all_in":false}',
        '{"event":"acted","seat":0,"action":{"kind":"discard","cards":["xx"]},"street_commit":0,"all_in":false}',
        '{"event":"acted","seat":0,"action":{"kind":"discard","cards":7},"street_commit":0,"all_in":false}',
        '{"event":"post","seat":0,"kind":"gift","amount":5,"all_in":false}',
        '{"event":"wished","seat":0,"wish":"burn"}',
        '{"event":"pot-awarded","pot":0,"side":"whole","winners":[[1]]}',
        '{"event":"hand-end","nets":["5"]}',
        '{"event":"mucked","seat":1}{"event":"mucked","seat":1}',
        b"\xff\xfe",
    ],
)
def test_what_is_malformed_is_a_value_error(bad: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        decode(bad)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("{", r"^not JSON: \S"),
        ('{"event":"nonsense"}', "^unknown event 'nonsense': expected one of hand-start, post, street-start, "),
        ("5", "^unknown event None: expected one of hand-start, post, "),
        ('{"event":"mucked"}', "^mucked: Object missing required field `seat`"),
    ],
)
def test_what_is_wrong_with_an_event_is_said(bad: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        decode(bad)


@pytest.mark.parametrize("bad", [None, 5, [], "mucked", {"event": ["mucked"]}, {"event": {}}, {1: 2}])
def test_builtins_that_are_malformed_are_a_value_error(bad: object) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        from_builtins(bad)


def test_events_cannot_be_changed() -> None:
    for event, _ in EVERY:
        name = event.__struct_fields__[0]
        with pytest.raises(AttributeError):
            setattr(event, name, None)
