"""`standpat bot` as a program in an arena that sends what poker-arena sends, and nothing more.

The arena is scripted here, independently of `standpat.lab.match.outside`. It has only the events and fields of the
protocol's document, and every line is written by hand.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from play import random_action
from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat.cards.card import TEXT
from standpat.engine.action import Action
from standpat.engine.event import (
    Acted,
    DealHole,
    DrawResult,
    Event,
    HandStart,
    Post,
    PotAwarded,
    ShowdownShow,
    StreetStart,
)

IDS = {"27td": "27td-fl", "a5td": "a5td-fl", "27sd": "27sd-nl"}
PLAIN: dict[type, str] = {Fold: "fold", Check: "check", Call: "call", Bet: "bet", Raise: "raise"}
Line = dict[str, Any]


def texts(cards: tuple[int, ...]) -> list[str]:
    return [TEXT[card] for card in cards]


def told(event: Event, seat: int) -> Line | None:
    """The event as in the protocol's table of events; None for events that it does not have."""
    match event:
        case HandStart():
            return {
                "event": "hand-start",
                "hand_no": event.hand_no,
                "button": event.button,
                "stacks": list(event.stacks),
            }
        case Post():
            return {"event": "post", "seat": event.seat, "kind": event.kind, "amount": event.amount, "all_in": False}
        case DealHole():
            mine = event.seat == seat
            return {
                "event": "deal-hole",
                "seat": event.seat,
                "cards": texts(event.cards) if mine else [],
                "count": 5,
            }
        case StreetStart():
            return {"event": "street-start", "street": event.street, "label": event.label}
        case Acted():
            action: Line = {"kind": PLAIN[type(event.action)]}
            if isinstance(event.action, Bet | Raise):
                action["to"] = event.action.to
            return {
                "event": "acted",
                "seat": event.seat,
                "action": action,
                "street_commit": event.street_commit,
                "all_in": event.all_in,
            }
        case DrawResult():
            mine = event.seat == seat
            return {
                "event": "draw-result",
                "seat": event.seat,
                "discarded": texts(event.discarded) if mine else [],
                "drawn": texts(event.drawn) if mine else [],
                "count": event.count,
            }
        case ShowdownShow():
            return {"event": "showdown-show", "seat": event.seat, "cards": texts(event.cards), "hi": 7, "lo": None}
        case PotAwarded():
            winners = [list(one) for one in event.winners]
            return {"event": "pot-awarded", "pot": event.pot, "side": "whole", "winners": winners}
    return None


def asked(hand: Hand) -> Line:
    legal = hand.legal
    if legal.draw is not None:
        return {"kind": "draw", "max_discards": legal.draw}
    decision: Line = {"kind": "wager", "fold": legal.fold, "check": legal.check}
    if legal.call is not None:
        decision["call"] = legal.call
    for name, bounds in (("bet", legal.bet), ("raise", legal.raise_)):
        if bounds:
            decision[name] = {"min_to": bounds[0], "max_to": bounds[1]}
    return decision


def understood(line: bytes) -> Action:
    message = json.loads(line)
    assert set(message) == {"t", "action"}
    assert message["t"] == "action"
    action = message["action"]
    match action["kind"]:
        case "discard":
            return Discard("".join(action["cards"]))
        case "bet":
            return Bet(action["to"])
        case "raise":
            return Raise(action["to"])
    simple: dict[str, Action] = {"fold": Fold(), "check": Check(), "call": Call()}
    return simple[action["kind"]]


@contextmanager
def bot(name: str) -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-m", "standpat", "bot", name, "--seed", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(("game_id", "seats"), [("27td", 2), ("a5td", 3), ("27sd", 2)])
def test_forty_hands_in_a_scripted_arena(game_id: str, seats: int) -> None:
    """There is no fault: every answer is a legal action."""
    random = Random(game_id)
    record = game(game_id, house="arena")
    limit = {"kind": "fixed-limit", "raise_cap": 4} if record.betting == "fixed-limit" else {"kind": "no-limit"}
    answers, kinds = 0, set()
    with bot("rule") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        out, back = process.stdin, process.stdout

        def say(line: Line) -> None:
            out.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
            out.flush()

        say(
            {
                "t": "hello",
                "proto": 1,
                "game_id": IDS[game_id],
                "stakes": {"kind": "blinds", "small_blind": 50, "big_blind": 100, "ante": 0},
                "betting": limit,
                "seat_count": seats,
                "starting_stack": 10_000,
                "timeout_ms": None,
            }
        )
        assert json.loads(back.readline()) == {"t": "join"}
        say({"t": "joined", "name": "bot-2"})
        for number in range(40):
            seat = number % seats
            hand = Hand(record, Stakes(50, 100), [10_000] * seats, 0, Dealer(number), hand_no=number)
            say({"t": "hand-start", "hand_no": number, "seat": seat})
            happened = hand.events
            while True:
                for event in happened:
                    if (mine := told(event, seat)) is not None:
                        say({"t": "event", "hand_no": number, "ev": mine})
                if hand.to_act is None:
                    break
                action = random_action(hand, random)
                if hand.to_act == seat:
                    say({"t": "act", "hand_no": number, "seat": seat, "decision": asked(hand), "deadline_ms": None})
                    action = understood(back.readline())
                    answers += 1
                    kinds.add(type(action))
                happened = hand.apply(action)
            say({"t": "hand-end", "hand_no": number, "nets": list(hand.nets or ())})
        say({"t": "match-end"})
        assert process.wait(10) == 0
        assert back.read() == b""
    assert answers > 60
    assert kinds >= {Fold, Check, Call, Raise, Discard}
