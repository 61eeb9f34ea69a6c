import json
from random import Random
from typing import Any

import pytest

from play import finish, random_action, random_game, random_hand
from standpat import Bet, Call, Check, Discard, Fold, Raise, Stakes, game
from standpat.engine.action import Action
from standpat.protocol import arena as wire


def test_hello_as_the_protocol_has_it() -> None:
    hello = wire.Hello(game("27td", house="arena"), Stakes(50, 100), 2, 10_000, 1000)
    plain = wire.hello_plain(hello)
    assert plain.pop("standpat") == {"game": "27td", "house": {"name": "arena"}}
    assert plain == {
        "t": "hello",
        "proto": 1,
        "game_id": "27td-fl",
        "stakes": {"kind": "blinds", "small_blind": 50, "big_blind": 100, "ante": 0},
        "betting": {"kind": "fixed-limit", "raise_cap": 4},
        "seat_count": 2,
        "starting_stack": 10_000,
        "timeout_ms": 1000,
    }
    assert wire.read_hello(plain) == hello


def test_hello_survives_the_wire_with_any_house() -> None:
    random = Random(1)
    for _ in range(50):
        hello = wire.Hello(random_game(random), Stakes(1, 2, 1), 6, 300, None)
        assert wire.read_hello(wire.message(wire.line(wire.hello_plain(hello)))) == hello


HELLO: dict[str, Any] = {
    "t": "hello",
    "proto": 1,
    "game_id": "27sd-nl",
    "stakes": {"kind": "blinds", "small_blind": 50, "big_blind": 100},
    "betting": {"kind": "no-limit"},
    "seat_count": 2,
    "starting_stack": 100,
}


def test_a_plain_hello_is_the_arena_house() -> None:
    read = wire.read_hello(HELLO)
    assert (read.game, read.timeout_ms) == (game("27sd", house="arena"), None)
    uncapped = {**HELLO, "game_id": "a5td-fl", "betting": {"kind": "fixed-limit", "raise_cap": None}}
    assert wire.read_hello(uncapped).game == game("a5td", house="arena", cap=None)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"proto": 2}, "version 2"),
        ({"game_id": "holdem-nl"}, "unknown game 'holdem-nl'"),
        ({"stakes": {}}, "small_blind"),
        ({"stakes": 7}, "AttributeError"),
        ({"seat_count": None}, "TypeError"),
    ],
)
def test_a_hello_that_cannot_be_played(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        wire.read_hello({**HELLO, **change})


def test_every_decision_and_action_survives_the_wire() -> None:
    random = Random(2)
    for seed in range(60):
        hand = random_hand(random, seed=seed, asked=False)  # its protocol has no such question
        while hand.to_act is not None:
            plain = wire.decision_plain(hand.legal)
            assert wire.read_decision(json.loads(json.dumps(plain))) == hand.legal
            assert None not in plain.values()  # left out, not null
            action = random_action(hand, random)
            assert wire.read_action(wire.message(wire.line(wire.action_plain(action)))) == action
            finish(hand, random, 1)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Fold(), '{"kind":"fold"}'),
        (Check(), '{"kind":"check"}'),
        (Call(), '{"kind":"call"}'),
        (Bet(200), '{"kind":"bet","to":200}'),
        (Raise(300), '{"kind":"raise","to":300}'),
        (Discard("2c 7h"), '{"kind":"discard","cards":["2c","7h"]}'),
        (Discard(), '{"kind":"discard","cards":[]}'),
    ],
)
def test_actions_as_the_protocol_has_them(action: Action, text: str) -> None:
    assert wire.line(wire.action_plain(action)) == b'{"t":"action","action":' + text.encode() + b"}\n"


@pytest.mark.parametrize(
    "action",
    [
        None,
        "fold",
        {},
        {"kind": "bring-in"},
        {"kind": "bet"},
        {"kind": "raise", "to": "300"},
        {"kind": "raise", "to": True},
        {"kind": "bet", "to": 2.5},
        {"kind": "discard"},
        {"kind": "discard", "cards": "2c"},
        {"kind": "discard", "cards": [3]},
        {"kind": "discard", "cards": ["xx"]},
        {"kind": ["fold"]},
    ],
)
def test_what_is_no_action(action: object) -> None:
    with pytest.raises(ValueError, match=r"action|card"):
        wire.read_action({"t": "action", "action": action})


@pytest.mark.parametrize("data", [b"hello", b"[1]", b"\xff", b"[" * 50_000])
def test_what_is_no_message(data: bytes) -> None:
    with pytest.raises(ValueError, match="JSON"):
        wire.message(data)
