"""poker-arena's wire protocol, version 1: its messages, for both ends (`mixedsolver/poker-arena`, WIRE_PROTOCOL.md).

A message is one JSON object on a line of at most `LONGEST` bytes, tagged ``t``. Readers skip what they do not know.
The events in the messages are those of `standpat.engine.event`. standpat adds three fields that others skip:
``standpat`` in hello (our id of the game and the house rules), ``chance`` in hand-start (the seed of the bot's random
numbers, so that a match is the same wherever the bot runs), ``rank`` in showdown-show.
"""

import json
from typing import Any, Final, NamedTuple

from standpat.engine.action import Action, Bet, Bounds, Call, Check, Discard, Fold, Legal, Raise
from standpat.engine.event import to_builtins
from standpat.engine.games import Game, Stakes, game
from standpat.history.guess import arena_id, named_game
from standpat.history.setting import plain_house, read_house

VERSION: Final = 1
LONGEST: Final = 65_536


class Hello(NamedTuple):
    """The description of a match that a bot gets: stacks in chips, the timeout of a decision in ms (None: none)."""

    game: Game
    stakes: Stakes
    seats: int
    stack: int
    timeout_ms: int | None


def line(message: dict[str, Any]) -> bytes:
    """A message as a line of JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def message(data: bytes) -> dict[str, Any]:
    """The message of a line, the opposite of `line`; a `ValueError` where it is not a JSON object."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ValueError(f"a message must be a JSON object, not {str(value)[:40]!r}")
    return value


def stakes_plain(stakes: Stakes) -> dict[str, Any]:
    """Stakes in the wire format. `ante_by` is a field of our own, left out where everyone posts the ante."""
    who = {} if stakes.ante_by == "everyone" else {"ante_by": stakes.ante_by}
    return {
        "kind": "blinds",
        "small_blind": stakes.small_blind,
        "big_blind": stakes.big_blind,
        "ante": stakes.ante,
        **who,
    }


def betting_plain(record: Game) -> dict[str, Any]:
    """The betting of a game in the wire format."""
    kind = {"kind": record.betting}
    return {**kind, "raise_cap": record.house.cap} if record.betting == "fixed-limit" else kind


def hello_plain(hello: Hello) -> dict[str, Any]:
    """The greeting of an arena in the wire format."""
    return {
        "t": "hello",
        "proto": VERSION,
        "game_id": arena_id(hello.game),
        "stakes": stakes_plain(hello.stakes),
        "betting": betting_plain(hello.game),
        "seat_count": hello.seats,
        "starting_stack": hello.stack,
        "timeout_ms": hello.timeout_ms,
        "standpat": {"game": hello.game.id, "house": plain_house(hello.game.house)},
    }


def read_hello(value: dict[str, Any]) -> Hello:
    """The match that a greeting describes.

    Without the field ``standpat`` the house rules are ``arena`` with the cap of the greeting.

    Raises:
        ValueError: The protocol version or the game is unknown, or the greeting is malformed.
    """
    if value.get("proto") != VERSION:
        raise ValueError(f"protocol version {value.get('proto')!r}: expected {VERSION}")
    try:
        id = named_game(str(value["game_id"]))
        if id is None:
            raise ValueError(f"unknown game {value['game_id']!r}")
        stakes, betting = value["stakes"], value["betting"]
        ours = value.get("standpat")
        if isinstance(ours, dict):
            house = read_house(ours.get("house", "arena"))
            record = game(id, house=house)
        elif betting["kind"] == "fixed-limit":
            record = game(id, house="arena", cap=betting["raise_cap"])
        else:
            record = game(id, house="arena")
        ante, ante_by = stakes.get("ante", 0), stakes.get("ante_by", "everyone")
        blinds = Stakes(stakes["small_blind"], stakes["big_blind"], ante, ante_by)
        return Hello(record, blinds, int(value["seat_count"]), int(value["starting_stack"]), value.get("timeout_ms"))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"hello cannot be read: {type(error).__name__}: {error}") from None


def decision_plain(legal: Legal) -> dict[str, Any]:
    """The legal actions in the wire format, as in the message ``act``."""
    if legal.draw is not None:
        return {"kind": "draw", "max_discards": legal.draw}
    decision: dict[str, Any] = {"kind": "wager", "fold": legal.fold, "check": legal.check}
    if legal.call is not None:
        decision["call"] = legal.call
    for name, bounds in (("bet", legal.bet), ("raise", legal.raise_)):
        if bounds is not None:
            decision[name] = {"min_to": bounds.min_to, "max_to": bounds.max_to}
    return decision


def read_decision(value: dict[str, Any]) -> Legal:
    """The legal actions from the wire format, the opposite of `decision_plain`."""
    if value["kind"] == "draw":
        return Legal(draw=value["max_discards"])
    if value["kind"] != "wager":
        raise ValueError(f"a decision of kind {value['kind']!r}: expected wager or draw")
    bet, raise_ = [
        Bounds(bounds["min_to"], bounds["max_to"]) if (bounds := value.get(name)) else None for name in ("bet", "raise")
    ]
    return Legal(fold=value["fold"], check=value["check"], call=value.get("call"), bet=bet, raise_=raise_)


def action_plain(action: Action) -> dict[str, Any]:
    """An action in the wire format."""
    return {"t": "action", "action": to_builtins(action)}


def read_action(value: dict[str, Any]) -> Action:
    """The action of an action message; a `ValueError` where it is malformed. Whether it is legal, the hand decides."""
    action = value.get("action")
    if not isinstance(action, dict):
        raise ValueError("an action message needs an object 'action'")
    kind, to, cards = action.get("kind"), action.get("to"), action.get("cards")
    simple: dict[object, Action] = {"fold": Fold(), "check": Check(), "call": Call()}
    if isinstance(kind, str) and kind in simple:
        return simple[kind]
    if kind in ("bet", "raise") and type(to) is int:
        return Bet(to) if kind == "bet" else Raise(to)
    if kind == "discard" and isinstance(cards, list) and all([isinstance(card, str) for card in cards]):
        return Discard("".join(cards))
    raise ValueError(f"{str(action)[:80]} is not an action")
