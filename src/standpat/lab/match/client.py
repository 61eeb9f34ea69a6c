"""A bot of this package in another arena: the bot's side of the wire protocol.

`serve` answers an arena until the match ends or the connection closes. Unknown messages, events and fields are skipped.
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
    """Answer an arena.

    Args:
        player: The player.
        lines: The lines from the arena.
        send: Takes whole lines for the arena.
        seed: The seed of the player's randomness, used with the number of the hand if the arena sends no seed at
            hand-start; None for real randomness.

    Returns:
        The number of hands played to the end.

    Raises:
        ValueError: The arena broke the protocol.
    """
    table: wire.Hello | None = None
    seen: list[Event] = []
    own_cards: tuple[int, ...] = ()
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
                seat, seen, own_cards = message["seat"], [], ()
                random = _chance(message, seed)
            case "event":
                event = event_or_none(message["ev"])
                if event is not None:
                    seen.append(event)
                    own_cards = _held(own_cards, event, seat)
            case "act":
                if table is None:
                    raise ValueError("the arena asked before it said hello")
                legal = wire.read_decision(message["decision"])
                action = player(Situation(table.game, table.stakes, seat, own_cards, tuple(seen), legal, random))
                send(wire.line(wire.action_plain(action)))
            case "hand-end":
                hands += 1
            case "match-end":
                break
    return hands


def _held(own_cards: tuple[int, ...], event: Event, seat: int) -> tuple[int, ...]:
    """The own cards after this event, in the order in which a hand holds them."""
    match event:
        case DealHole() if event.seat == seat:
            return event.cards
        case DrawResult() if event.seat == seat:
            return (*[card for card in own_cards if card not in event.discarded], *event.drawn)
    return own_cards


def _chance(message: dict[str, Any], seed: int | None) -> Random:
    if isinstance(message.get("chance"), str):
        return Random(message["chance"])
    return Random() if seed is None else Random(json.dumps([seed, message.get("hand_no")]))
