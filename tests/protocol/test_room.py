"""The protocol: every example of the documentation, bad frames, and the completeness of the documentation."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from standpat import Call, Check, Discard, Fold, IllegalAction, Muck, Raise, Show
from standpat.engine.action import Bounds, Legal
from standpat.engine.event import Burned, decode, encode
from standpat.protocol import room as wire

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
PARTS = PROTOCOL.read_text("utf-8").split("\n## ")


def examples(title: str) -> list[Any]:
    part = next(part for part in PARTS if part.startswith(title))
    return [json.loads(found) for found in re.findall(r"```json\n(.*?)```", part, re.DOTALL)]


def tags(messages: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(messages)}


@pytest.mark.parametrize("example", examples("From the server"), ids=lambda e: e["t"])
def test_examples_of_the_server_are_read_and_written(example: Any) -> None:
    message = wire.read_server(json.dumps(example))
    assert json.loads(wire.write(message)) == example
    for hand in (message, getattr(message, "hand", None)):
        for event in getattr(hand, "events", []):
            decode(bytes(event))


@pytest.mark.parametrize("example", examples("From a client"), ids=lambda e: e["t"])
def test_examples_of_a_client_are_read_and_written(example: Any) -> None:
    assert json.loads(wire.write(wire.read(json.dumps(example)))) == example


def test_every_message_has_an_example() -> None:
    assert {e["t"] for e in examples("From the server")} == tags(wire.ServerMessage)
    assert {e["t"] for e in examples("From a client")} == tags(wire.ClientMessage)


def test_every_error_code_is_documented() -> None:
    assert set(re.findall(r"^\| `([a-z-]+)` \|", PROTOCOL.read_text("utf-8"), re.MULTILINE)) == set(
        get_args(wire.ErrorCode)
    )


@pytest.mark.parametrize(
    ("frame", "id"),
    [
        (b"", None),
        (b"nonsense", None),
        (b"[]", None),
        (b'{"t":"act"}', None),
        (b'{"t":"act","id":3}', 3),
        (b'{"t":"dance","id":3}', 3),
        (b'{"t":"ping","id":"3"}', None),
        (b'{"t":"ping","id":1e3}', None),
        (b'{"t":"ping","id":90071992547409921}', None),
        (b'{"t":"sit","id":3,"buy_in":1.5}', 3),
        (b'{"t":"sit","id":3,"buy_in":true}', 3),
        (b'{"t":"wish","id":3,"hand_no":1,"wish":"sing"}', 3),
        (b'{"t":"act","id":3,"hand_no":1,"seq":0,"action":{"kind":"discard","cards":[1,2]}}', 3),
        (b'{"t":"act","id":3,"hand_no":1,"seq":0,"action":{"kind":"raise"}}', 3),
        (b'{"t":"emote","id":3,"emote":"hurry-up"}', 3),
        (b'{"t":"emote","id":3,"emote":["ouch"]}', 3),
        (b'{"t":"chat","id":3,"text":"' + b"x" * 4096 + b'"}', None),
        (b"[" * 4000, None),
        ("\ud800", None),
    ],
)
def test_what_is_no_message_is_a_bad_frame(frame: bytes | str, id: int | None) -> None:
    with pytest.raises(wire.BadFrame) as raised:
        wire.read(frame)
    assert raised.value.id == id


@pytest.mark.parametrize("id", [-(2**53) + 1, -1, 0, 2**53 - 1])
def test_an_id_is_any_number_that_a_browser_can_count_to(id: int) -> None:
    assert wire.read(f'{{"t":"ping","id":{id}}}').id == id


@pytest.mark.parametrize("id", [-(2**63), -(2**53) - 1, -(2**53), 2**53, 2**53 + 1, 2**63])
def test_an_id_below_or_above_that_is_a_bad_frame(id: int) -> None:
    with pytest.raises(wire.BadFrame):
        wire.read(f'{{"t":"ping","id":{id}}}')


def test_a_frame_has_so_many_bytes_and_not_one_more() -> None:
    frame = b'{"t":"ping","id":7}'
    assert wire.read(frame + b" " * (wire.MAX_FRAME - len(frame))).id == 7
    assert wire.MAX_FRAME == 4096
    with pytest.raises(wire.BadFrame, match="at most 4096 bytes, not 4097"):
        wire.read(frame + b" " * (wire.MAX_FRAME + 1 - len(frame)))


def test_bytes_are_counted_and_not_letters() -> None:
    text = '{"t":"chat","id":7,"text":"' + "ø" * 2035 + '"}'
    assert len(text) < wire.MAX_FRAME < len(text.encode())
    with pytest.raises(wire.BadFrame, match="at most 4096 bytes"):
        wire.read(text)


@given(st.binary(max_size=200) | st.text(max_size=200) | st.recursive(st.none() | st.integers(), st.lists).map(repr))
def test_bytes_are_a_message_or_a_bad_frame(frame: bytes | str) -> None:
    try:
        message = wire.read(frame)
    except wire.BadFrame:
        return
    assert isinstance(message, wire.ClientMessage)


def test_cards_that_are_none_are_an_illegal_action() -> None:
    act = wire.read(b'{"t":"act","id":3,"hand_no":1,"seq":0,"action":{"kind":"discard","cards":["7x"]}}')
    assert isinstance(act, wire.Act)
    with pytest.raises(IllegalAction, match="7x"):
        act.chosen()


@pytest.mark.parametrize("action", [Fold(), Check(), Call(), Raise(20), Discard("7c Ks"), Discard(), Show(), Muck()])
def test_an_action_comes_through(action: Any) -> None:
    turn = wire.Turn(seq=4, seat=1, time=1.0, deadline=1.0, bank=2.0)
    read = wire.read(wire.write(wire.act(9, turn, 3, action)))
    assert isinstance(read, wire.Act)
    assert (read.id, read.hand_no, read.seq, read.chosen()) == (9, 3, 4, action)


def test_a_decision_says_only_what_is_possible() -> None:
    facing = wire.decision(Legal(fold=True, call=5, raise_=Bounds(20, 40)))
    assert json.loads(msgspec.json.encode(facing)) == {
        "kind": "wager",
        "fold": True,
        "check": False,
        "call": 5,
        "raise": {"min_to": 20, "max_to": 40},
    }
    assert wire.decision(Legal(draw=5)) == wire.Draw(5)
    asked = wire.decision(Legal(showdown="muck"))
    assert json.loads(msgspec.json.encode(asked)) == {"kind": "showdown", "default": "muck"}


def test_a_bet_and_its_bounds_are_said() -> None:
    opening = wire.decision(Legal(check=True, bet=Bounds(10, 400)))
    assert json.loads(msgspec.json.encode(opening)) == {
        "kind": "wager",
        "fold": False,
        "check": True,
        "bet": {"min_to": 10, "max_to": 400},
    }


@pytest.mark.parametrize("key", ["k", "x" * 64, "a b~!"])
def test_a_key_is_up_to_64_printable_characters(key: str) -> None:
    assert wire.read(json.dumps({"t": "top-up", "id": 3, "amount": 5, "key": key})) == wire.TopUp(3, 5, key)


@pytest.mark.parametrize("key", ["", "x" * 65, "ø", "a\nb", "\x7f"])
def test_another_key_is_a_bad_frame(key: str) -> None:
    with pytest.raises(wire.BadFrame, match=r"^a key must have 1 to 64 printable ASCII characters$") as raised:
        wire.read(json.dumps({"t": "top-up", "id": 3, "amount": 5, "key": key}))
    assert raised.value.id == 3


def test_what_is_wrong_with_a_frame_is_said() -> None:
    with pytest.raises(wire.BadFrame, match=r"^not a message: Invalid value 'dance'") as raised:
        wire.read('{"t":"dance","id":7}')
    assert raised.value.id == 7
    for id in (2**53, -(2**53)):
        with pytest.raises(wire.BadFrame, match=r"^an id must be a whole number below 2\*\*53$") as raised:
            wire.read(f'{{"t":"ping","id":{id}}}')
        assert raised.value.id is None
    with pytest.raises(wire.BadFrame) as raised:
        wire.read("x" * 5000)
    assert raised.value.id is None


def test_an_event_in_a_frame_is_its_json() -> None:
    assert bytes(wire.raw(Burned((5,), 1))) == encode(Burned((5,), 1))
