"""Write PHH. `standpat.history.phh` says which field holds what."""

import json
from collections.abc import Iterable, Sequence
from datetime import time
from decimal import Decimal
from typing import Any

from standpat.cards.card import UNKNOWN, text
from standpat.engine.action import Bet, Call, Check, Fold, Raise
from standpat.engine.blind import ForcedBet, forced_bets, posted
from standpat.engine.event import (
    Acted,
    Burned,
    DealHole,
    DiscardAnnounced,
    DrawResult,
    Event,
    HandEnd,
    Mucked,
    ShowdownShow,
    Wished,
)
from standpat.history.phh.field import PREFIX
from standpat.history.phh.variant import variant
from standpat.history.record import Record, writable
from standpat.history.setting import plain


def write(record: Record, events: Iterable[Event] | None = None) -> str:
    """Write one hand as a ``.phh`` file.

    Args:
        record: The hand.
        events: The events to write; None for those of the record.

    Raises:
        ValueError: An event cannot be written (`writable`).
    """
    script = _Script(record)
    for event in writable(record, [event for _, event in record.told] if events is None else events):
        script.add(event)
    script.flush()
    fields = {**_required(record, script.actions), **_optional(record, script.nets), **_ours(record, script)}
    return "".join([f"{key} = {_toml(value, rows=key == 'actions')}\n" for key, value in fields.items()])


def join(hands: Sequence[str]) -> str:
    """A ``.phhs`` file of several hands, each written by `write`."""
    return "\n".join([f"[{number}]\n{hand}" for number, hand in enumerate(hands, start=1)])


class _Script:
    """Turns events into actions. Replacements are written after all discards of the round, as PHH requires."""

    def __init__(self, record: Record) -> None:
        self.actions: list[str] = []
        self.between: list[str] = []
        self.nets: tuple[int, ...] | None = None
        self._record = record
        self._announced: dict[int, int] = {}
        self._replacements: list[str] = []
        self._drew: set[int] = set()
        self._after_draws: list[str] = []  # the entries of `between` since the last draw

    def add(self, event: Event) -> None:
        match event:
            case DealHole(seat=seat, cards=cards, count=count):
                self.actions.append(f"d dh {self._player(seat)} {_cards(cards, count)}")
            case DiscardAnnounced(seat=seat, discarded=cards, count=count):
                self._announced[seat] = self._announced.get(seat, 0) + 1
                self._discard(seat, cards, count)
            case DrawResult(seat=seat, discarded=cards, drawn=drawn, count=count):
                self._place()
                if self._announced.get(seat):
                    self._announced[seat] -= 1
                else:
                    self._discard(seat, cards, count)
                if count:
                    self._replacements.append(f"d dh {self._player(seat)} {_cards(drawn, count)}")
            case Acted(seat=seat, action=action):
                self.flush()
                player = self._player(seat)
                match action:
                    case Fold():
                        self.actions.append(f"{player} f")
                    case Check() | Call():
                        self.actions.append(f"{player} cc")
                    case Bet(to=to) | Raise(to=to):
                        self.actions.append(f"{player} cbr {_amount(self._record, to)}")
            case ShowdownShow(seat=seat, cards=cards):
                self.flush()
                self.actions.append(f"{self._player(seat)} sm {text(cards) or '-'}")
            case Mucked(seat=seat):
                self.flush()
                self.actions.append(f"{self._player(seat)} sm")
            case Burned(cards=cards, count=count):
                self.flush()
                self.between.append(f"{len(self.actions)} burn {_cards(cards, count)}")
            case Wished(seat=seat, wish=wish):
                self._after_draws.append(f"{self._player(seat)} {wish}")
            case HandEnd(nets=nets):
                self.nets = nets

    def flush(self) -> None:
        """End the draw round: write its replacements."""
        self.actions += self._replacements
        self._replacements = []
        self._drew = set()
        self._place()

    def _place(self) -> None:
        """Place the events that came after the latest draw."""
        self.between += [f"{len(self.actions)} {what}" for what in self._after_draws]
        self._after_draws = []

    def _discard(self, seat: int, cards: tuple[int, ...], count: int) -> None:
        if seat in self._drew:  # nobody could bet after the last draw
            self.flush()
        self._place()
        self._drew.add(seat)
        thrown = f" {_cards(cards, count)}" if count else ""
        self.actions.append(f"{self._player(seat)} sd{thrown}")

    def _player(self, seat: int) -> str:
        return f"p{(seat - self._record.button - 1) % len(self._record.stacks) + 1}"


def _cards(cards: tuple[int, ...], count: int) -> str:
    return text([*cards, *[UNKNOWN] * (count - len(cards))])


def _amount(record: Record, chips: int) -> int | Decimal:
    """Chips in the file's units."""
    units = Decimal(chips) / record.money.scale
    return int(units) if units == int(units) else units


def _by_player(record: Record, values: Sequence[Any]) -> list[Any]:
    """From seat 0 … n-1 to p1 … pn."""
    return [values[(record.button + k) % len(values)] for k in range(1, len(values) + 1)]


def _required(record: Record, actions: list[str]) -> dict[str, Any]:
    game, stakes, seats = record.game, record.stakes, len(record.stacks)
    antes, blinds = [0] * seats, [0] * seats
    due = forced_bets(stakes, seats, record.button) if record.posts is None else record.posts
    if record.posts is None and stakes.ante_by == "big-blind":  # readers take antes first, and this one comes last
        due = tuple([ForcedBet(post.seat, post.kind, post.amount) for post in posted(due, record.stacks)])
    for seat, kind, amount in due:
        if kind in ("ante", "dead-blind"):
            antes[seat] += amount
        elif kind == "extra-blind" and amount <= stakes.big_blind:
            blinds[seat] -= amount
        else:
            blinds[seat] += amount
    posts = {"antes": _by_player(record, antes), "blinds_or_straddles": _by_player(record, blinds)}
    if seats == 2:
        posts = {key: values[::-1] for key, values in posts.items()}
    if game.betting == "fixed-limit":
        bets = {"small_bet": stakes.big_blind * game.bets[0], "big_bet": stakes.big_blind * game.bets[-1]}
    else:
        bets = {"min_bet": stakes.big_blind}
    return {
        "variant": variant(game),
        **{key: [_amount(record, chips) for chips in values] for key, values in posts.items()},
        **{key: _amount(record, chips) for key, chips in bets.items()},
        "starting_stacks": [_amount(record, chips) for chips in _by_player(record, record.stacks)],
        "actions": actions,
    }


def _optional(record: Record, nets: tuple[int, ...] | None) -> dict[str, Any]:
    fields: dict[str, Any] = {"hand": record.hand_no}
    if record.table:
        fields["table"] = record.table
    if any(record.players):
        fields["players"] = _by_player(record, record.players)
    if record.seat_numbers:
        fields["seats"] = _by_player(record, record.seat_numbers)
    if nets is not None:
        left = [stack + net for stack, net in zip(record.stacks, nets, strict=True)]
        fields["finishing_stacks"] = [_amount(record, chips) for chips in _by_player(record, left)]
    if record.money.currency:
        fields["currency"] = record.money.currency
    if record.when is not None:
        when = record.when
        fields |= {"year": when.year, "month": when.month, "day": when.day, "time": when.time()}
    return fields


def _ours(record: Record, script: _Script) -> dict[str, Any]:
    """What PHH has no field for."""
    settings = plain(record)
    said = ["hand_no", "table", "seat_numbers"]
    if record.posts is None and record.stakes.ante_by == "everyone":
        said.append("stakes")
    for key in said:
        settings.pop(key, None)
    if script.between:
        settings["between"] = script.between
    return {PREFIX + key: value for key, value in settings.items()}


def _toml(value: Any, *, rows: bool = False) -> str:
    """A value as TOML; with `rows` a list has its items on lines of their own."""
    match value:
        case bool():
            return str(value).lower()
        case int() | Decimal():
            return format(value, "f") if isinstance(value, Decimal) else str(value)
        case time():
            return value.isoformat()
        case list() | tuple():
            items = [_toml(item) for item in value]
            if rows:
                return "[\n" + "".join([f"  {item},\n" for item in items]) + "]"
            return f"[{', '.join(items)}]"
        case dict():
            return "{" + ", ".join([f"{_toml(str(k))} = {_toml(v)}" for k, v in value.items()]) + "}"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
