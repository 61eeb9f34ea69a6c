"""Write Open Hand History."""

import json
from datetime import UTC
from decimal import Decimal
from typing import Any, Final

from standpat.cards.card import TEXT, UNKNOWN
from standpat.engine.action import Bet, Call, Check, Fold, Raise
from standpat.engine.event import (
    Acted,
    Burned,
    DealHole,
    DiscardAnnounced,
    DrawResult,
    Event,
    HandEnd,
    Mucked,
    Post,
    PotAwarded,
    Reshuffled,
    ShowdownShow,
    StreetStart,
    Wished,
    to_builtins,
)
from standpat.engine.seen import view
from standpat.history.ohh.word import BETTING, DEALT, EXTENSION, MUCKS, POSTS, SHOWDOWN, SHOWS, STREETS, VERSION
from standpat.history.record import Record, writable
from standpat.history.replay import Replay
from standpat.history.setting import plain
from standpat.history.site.title import EPOCH

_SCALES: Final = frozenset(10**places for places in range(7))


def write(record: Record, played: Replay) -> str:
    """Write one hand as `record.hero` saw it; with all cards where that is None.

    Args:
        record: The hand.
        played: Its replay.

    Raises:
        ValueError: The standard cannot hold this hand (`standpat.history.ohh`).
    """
    hand = played.by_the_rules("Open Hand History")
    if "tournament" in record.extra:
        raise ValueError("Open Hand History needs a tournament's buy-in, speed and start, which records lack")
    if record.money.scale not in _SCALES:
        raise ValueError(f"{record.money.scale} chips to a unit of money: Open Hand History has decimals")
    if record.game.draw_rounds >= len(STREETS):
        raise ValueError(f"{record.game.id} has {record.game.draw_rounds} draws: Open Hand History has 4 rounds")
    events = writable(record, played.events if record.hero is None else view(played.events, record.hero))
    script = _Script(record)
    for event in events:
        script.add(event)
    awards = [event for event in hand.events if isinstance(event, PotAwarded)]
    if not awards:  # the blinds were chopped, for which the standard has no word
        script.tell(events[-1])
    whole = {award.pot: sum(chips for _, chips in award.winners) for award in awards}
    data = {
        **_about(record),
        "rounds": script.rounds,
        "pots": [_pot(record, pot, amount, events) for pot, amount in whole.items()],
        EXTENSION: {**plain(record), "between": script.between},
    }
    return json.dumps({"ohh": data}, ensure_ascii=False, indent=1) + "\n"


def _about(record: Record) -> dict[str, Any]:
    stakes, game, cap = record.stakes, record.game, int(record.extra.get("cap", "0"))
    numbers = record.seat_numbers or tuple(range(1, len(record.stacks) + 1))
    when = record.when or EPOCH
    sighted = record.hero is not None and record.hero in range(len(numbers))
    return {
        "spec_version": VERSION,
        "site_name": "standpat",
        "network_name": "standpat",
        "internal_version": VERSION,
        "tournament": False,
        "game_number": record.hand_id or str(record.hand_no),
        "start_date_utc": (when.astimezone(UTC) if when.tzinfo else when).strftime("%Y-%m-%dT%H:%M:%S"),
        "table_name": record.table or "standpat",
        "game_type": "Draw",
        "bet_limit": {
            "bet_type": BETTING[game.betting],
            "bet_cap": _amount(record, cap),
        },
        "table_size": max(game.max_seats, *numbers),
        "currency": record.money.currency or "",
        "dealer_seat": numbers[record.button],
        "small_blind_amount": _amount(record, stakes.small_blind),
        "big_blind_amount": _amount(record, stakes.big_blind),
        "ante_amount": _amount(record, stakes.ante),
        **({"hero_player_id": record.hero} if sighted else {}),
        "flags": ["Cap"] * bool(cap) + ["Observed"] * (record.hero is not None and not sighted),
        "players": [
            {"id": seat, "seat": numbers[seat], "name": name or f"Player {seat + 1}", "starting_stack": stack}
            for seat, (name, stack) in enumerate(
                zip(record.players, [_amount(record, chips) for chips in record.stacks], strict=True)
            )
        ],
    }


def _pot(record: Record, pot: int, amount: int, events: tuple[Event, ...]) -> dict[str, Any]:
    """A pot, with what each winner collected. The rest is the rake."""
    wins = [win for event in events if isinstance(event, PotAwarded) and event.pot == pot for win in event.winners]
    return {
        "number": pot,
        "amount": _amount(record, amount),
        "rake": _amount(record, amount - sum(chips for _, chips in wins)),
        "player_wins": [{"player_id": seat, "win_amount": _amount(record, chips)} for seat, chips in wins],
    }


def _amount(record: Record, chips: int) -> int | float:
    """Chips in units of money, exactly, with as few digits as possible."""
    units = Decimal(chips) / record.money.scale
    if units == int(units):
        return int(units)
    if Decimal(repr(float(units))) != units:
        raise ValueError(f"{units} is more than a decimal of JSON can hold")
    return float(units)


class _Script:
    """Turns events into rounds of actions."""

    def __init__(self, record: Record) -> None:
        self.rounds: list[dict[str, Any]] = []
        self.between: list[list[Any]] = []
        self._record = record
        self._commits = [0] * len(record.stacks)
        self._count = 0
        self._open(STREETS[0])

    def add(self, event: Event) -> None:
        match event:
            case Post(seat=seat, kind=kind, amount=amount, all_in=all_in):
                self._commits[seat] += amount * (kind not in ("ante", "dead-blind"))
                self._act(seat, POSTS[kind], amount, all_in)
            case StreetStart(street=street) if street:
                self._open(STREETS[street])
            case DealHole(seat=seat, cards=cards) if cards and UNKNOWN not in cards:
                self._act(seat, DEALT, cards=cards)
            case Acted(seat=seat, action=action, street_commit=commit, all_in=all_in):
                paid = commit - self._commits[seat]
                self._commits[seat] = commit
                words = {Fold: "Fold", Check: "Check", Call: "Call", Bet: "Bet", Raise: "Raise"}
                self._act(seat, words[type(action)], paid, all_in)
            case DrawResult(seat=seat, drawn=drawn):
                self.tell(event)
                if drawn and UNKNOWN not in drawn:
                    self._act(seat, DEALT, cards=drawn)
            case DiscardAnnounced() | Burned() | Reshuffled() | Wished():
                self.tell(event)
            case ShowdownShow(seat=seat, cards=cards):
                self._show_down()
                self._act(seat, SHOWS, cards=tuple(card for card in cards if card != UNKNOWN))
            case Mucked(seat=seat):
                self._show_down()
                self._act(seat, MUCKS)
            case HandEnd() | PotAwarded():
                pass

    def _open(self, street: str) -> None:
        self._commits = [0] * len(self._commits)
        self.rounds.append({"id": len(self.rounds), "street": street, "cards": [], "actions": []})

    def _show_down(self) -> None:
        if self.rounds[-1]["street"] != SHOWDOWN:
            self._open(SHOWDOWN)

    def tell(self, event: Event) -> None:
        """Write an event into ``between``, with the number of actions of this round before it."""
        self.between.append([len(self.rounds) - 1, len(self.rounds[-1]["actions"]), to_builtins(event)])

    def _act(
        self, seat: int, word: str, amount: int = 0, all_in: bool = False, cards: tuple[int, ...] | None = None
    ) -> None:
        self._count += 1
        action: dict[str, Any] = {"action_number": self._count, "player_id": seat, "action": word}
        action |= {"amount": _amount(self._record, amount), "is_allin": all_in}
        if cards is not None:
            action["cards"] = [TEXT[card] for card in cards]
        self.rounds[-1]["actions"].append(action)
