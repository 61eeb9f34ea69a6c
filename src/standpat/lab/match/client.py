"""A player of this package in somebody else's arena: the bot's side of the wire protocol.

`serve` answers an arena until the match ends or the line closes. Unknown messages, events and fields are skipped.
"""

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from standpat.bots import Player, Situation
from standpat.engine.event import DealHole, DrawResult, Event
from standpat.history.arena import event_or_none
from standpat.protocol import arena as wire


def serve(player: Player, lines: Iterable[bytes], send: Callable[[bytes], object], *, seed: int | None = None) -> int:
    """Play; returns the hands played to the end. `lines` come from the arena, `send` takes whole lines.

    The player's chance in a hand is what hand-start brings, else the seed's with the hand's number, else anything. An
    arena that breaks the protocol is a `ValueError`.
    """
    table: wire.Hello | None = None
    seen: list[Event] = []
    held: tuple[int, ...] = ()
    seat, hands, random = 0, 0, Random()
    for data in lines:
        if not data.strip():
            continue
        message = wire.message(data)
        match message.get("t"):
            case "hello":
                table = wire.read_hello(message)
                send(wire.line({"t": "join"}))
            case "hand-start":
                seat, seen, held = message["seat"], [], ()
                random = _chance(message, seed)
            case "event":
                event = event_or_none(message["ev"])
                if event is not None:
                    seen.append(event)
                    held = _held(held, event, seat)
            case "act":
                if table is None:
                    raise ValueError("the arena asked before it said hello")
                legal = wire.read_decision(message["decision"])
                action = player(Situation(table.game, table.stakes, seat, held, tuple(seen), legal, random))
                send(wire.line(wire.action_plain(action)))
            case "hand-end":
                hands += 1
            case "match-end":
                break
    return hands


def _held(held: tuple[int, ...], event: Event, seat: int) -> tuple[int, ...]:
    """The own cards after this event, in the order in which a hand holds them."""
    match event:
        case DealHole() if event.seat == seat:
            return event.cards
        case DrawResult() if event.seat == seat:
            return (*[card for card in held if card not in event.discarded], *event.drawn)
    return held


def _chance(message: dict[str, Any], seed: int | None) -> Random:
    if isinstance(message.get("chance"), str):
        return Random(message["chance"])
    return Random() if seed is None else Random(json.dumps([seed, message.get("hand_no")]))
