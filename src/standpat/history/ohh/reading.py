"""Read Open Hand History. `standpat.history.ohh` says what is assumed about the files of other programs."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final

import msgspec
from msgspec import Struct

from standpat.cards.card import UNKNOWN, parse
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.engine.blind import forced_bets, posted, told_bets
from standpat.engine.event import (
    Acted,
    DealHole,
    Event,
    HandStart,
    Mucked,
    Post,
    PotAwarded,
    ShowdownShow,
    StreetStart,
    from_builtins,
)
from standpat.engine.games import Game, Stakes, game
from standpat.history.ohh.word import DEALT, EXTENSION, MUCKS, NOTHING, POST_KINDS, SHOWDOWN, SHOWS
from standpat.history.record import MOST_CHIPS, Damaged, Entry, Money, NotForUs, Record, Skipped, Told
from standpat.history.setting import Setting, read_house
from standpat.history.site.item import BadLine
from standpat.history.site.title import EPOCH, at_table

_ACTION: Final = re.compile(r'"action"\s*:')
_NEXT: Final = re.compile(r"^[ \t]*\{", re.MULTILINE)
_MOST_PLACES: Final = 6


class _Action(Struct):
    action: str
    player_id: int | None = None
    amount: Decimal | None = None
    is_allin: bool | None = None
    cards: list[str] | str | None = None


class _Round(Struct):
    street: str
    actions: list[_Action] = []


class _Win(Struct):
    player_id: int
    win_amount: Decimal


class _Pot(Struct):
    number: int
    amount: Decimal = Decimal(0)
    rake: Decimal | None = None
    player_wins: list[_Win] = []


class _Player(Struct):
    id: int
    seat: int
    starting_stack: Decimal
    name: str = ""
    is_sitting_out: bool | None = None


class _Ohh(Struct):
    game_type: str
    players: list[_Player]
    rounds: list[_Round]
    dealer_seat: int
    small_blind_amount: Decimal
    big_blind_amount: Decimal
    ante_amount: Decimal | None = None
    pots: list[_Pot] = []
    currency: str = ""
    game_number: str = ""
    table_name: str = ""
    table_size: int | None = None
    start_date_utc: str | None = None
    hero_player_id: int | None = None
    own: dict[str, Any] | None = msgspec.field(default=None, name=EXTENSION)


def read(text: str, *, game_id: str | None = None, house: str | None = None) -> Iterator[Entry]:
    """The hands of a file. `game_id` and `house` overrule what it says."""
    decoder = json.JSONDecoder(parse_float=Decimal)
    at = 0
    while start := re.compile(r"\S").search(text, at):
        at = start.start()
        line = text.count("\n", 0, at) + 1
        try:
            data, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            wrong = error.lineno if isinstance(error, json.JSONDecodeError) else line
            yield Damaged(wrong, f"not JSON: {str(error)[:200]}")
            after = _NEXT.search(text, text.index("\n", at) if "\n" in text[at:] else len(text))
            at = after.start() if after else len(text)
            continue
        yield _entry(data, line, text[at:end], game_id, house)
        at = end


def _entry(data: object, line: int, text: str, game_id: str | None, house: str | None) -> Entry:
    """One object of a file, and its text."""
    try:
        if not isinstance(data, dict) or "ohh" not in data:
            raise ValueError('expected an object {"ohh": …}')
        lines = [line + text.count("\n", 0, action.start()) for action in _ACTION.finditer(text)]
        return _Reader(msgspec.convert(data["ohh"], _Ohh), line, lines).record(game_id, house)
    except NotForUs as error:
        return Skipped(error.line or line, str(error))
    except BadLine as error:
        return Damaged(error.line, str(error))
    except (ValueError, ArithmeticError) as error:
        return Damaged(line, str(error)[:300])


class _Reader:
    """One hand."""

    def __init__(self, data: _Ohh, line: int, lines: Sequence[int]) -> None:
        self._data = data
        self._line = line
        if data.game_type != "Draw":
            raise NotForUs(f"unknown game: {data.game_type[:40]!r} is not a draw game")
        self._own = data.own
        self._setting = Setting.read(data.own) if data.own is not None else Setting()
        actions = sum(len(part.actions) for part in data.rounds)
        self._lines = lines if len(lines) == actions else [line] * actions
        players = sorted([p for p in data.players if not p.is_sitting_out], key=lambda player: player.seat)
        for what, many in (("id", [p.id for p in players]), ("seat", [p.seat for p in players])):
            if len(set(many)) < len(many):
                raise ValueError(f"two players have the same {what}: {many}")
        self._players = players
        self._seat = {player.id: seat for seat, player in enumerate(players)}
        self._money = self._find_money()

    def record(self, game_id: str | None, house: str | None) -> Record:
        data, setting = self._data, self._setting
        chosen = self._game(game_id, house)
        numbers = tuple(player.seat for player in self._players)
        button = max((k for k, seat in enumerate(numbers) if seat <= data.dealer_seat), default=len(numbers) - 1)
        stacks = tuple(self._chips(player.starting_stack) for player in self._players)
        if not 2 <= len(stacks) <= len(numbers):
            raise ValueError(f"{len(stacks)} players take part in this hand")
        stakes = setting.stakes or self._stakes()
        events = self._told(chosen, stacks, button)
        blinds = [event for _, event in events if isinstance(event, Post)]
        posts = setting.posts
        if self._own is None and blinds != posted(forced_bets(stakes, len(stacks), button), stacks):
            posts = tuple(told_bets(stakes, blinds, len(stacks), button))
        about: dict[str, Any] = {
            "hand_id": data.game_number,
            "table": data.table_name,
            "when": self._when(),
            "money": self._money,
            "rake": sum(self._chips(pot.rake or Decimal(0)) for pot in data.pots),
            "hero": self._seat.get(data.hero_player_id) if data.hero_player_id is not None else None,
            "seat_numbers": numbers,
        }
        if self._own is not None:  # what the property leaves out has its default value
            about = {"money": self._money, **setting.about}
        names = tuple(player.name for player in self._players)
        return Record(
            game=at_table(chosen, data.table_size if self._own is None else None, len(stacks))[0],
            stakes=stakes,
            stacks=stacks,
            button=button if setting.button is None else setting.button,
            players=names,
            told=events,
            line=self._line,
            posts=posts,
            **about,
        )

    def _game(self, game_id: str | None, house: str | None) -> Game:
        known = self._setting.game
        if known is None and game_id is None:
            raise NotForUs("unknown game: Open Hand History says only 'Draw'; name the game, such as --game 27td")
        rules = known.house if known is not None and house is None else read_house(house or "online")
        chosen = known if known is not None and game_id is None else game(str(game_id))
        if self._own is None and len([part for part in self._data.rounds if part.street != SHOWDOWN]) > 1:
            raise NotForUs("Open Hand History has no word for a discard: the discards of this hand are unknown")
        return msgspec.structs.replace(chosen, house=rules)

    # Amounts -----------------------------------------------------------------------------------------------------

    def _find_money(self) -> Money:
        money = self._setting.about.get("money")
        if isinstance(money, Money):
            return money
        if self._own is not None:
            return Money()
        amounts = [player.starting_stack for player in self._data.players]
        amounts += [action.amount for part in self._data.rounds for action in part.actions if action.amount]
        amounts += [win.win_amount for pot in self._data.pots for win in pot.player_wins]
        whole = all(amount.is_finite() and amount == amount.to_integral_value() for amount in amounts)
        return Money(self._data.currency or None, 100 if self._data.currency or not whole else 1)

    def _chips(self, amount: Decimal) -> int:
        if not amount.is_finite() or amount.copy_abs() > MOST_CHIPS:
            raise ValueError(f"{str(amount)[:30]} is not an amount of chips: expected {MOST_CHIPS} at most")
        if int(amount.as_tuple().exponent) < -_MOST_PLACES * 3:
            raise ValueError(f"{str(amount)[:30]} has too many decimals")
        chips = amount * self._money.scale
        if chips != int(chips):
            raise ValueError(f"{amount} is not a whole number of chips at {self._money.scale} to one")
        return int(chips)

    def _stakes(self) -> Stakes:
        data = self._data
        return Stakes(
            self._chips(data.small_blind_amount),
            self._chips(data.big_blind_amount),
            self._chips(data.ante_amount or Decimal(0)),
        )

    def _when(self) -> datetime | None:
        date = self._data.start_date_utc
        if not date:
            return None
        when = datetime.fromisoformat(date)
        when = when if when.tzinfo else when.replace(tzinfo=UTC)
        return None if when == EPOCH else when

    # The events --------------------------------------------------------------------------------------------------

    def _told(self, chosen: Game, stacks: Sequence[int], button: int) -> list[Told]:
        hand_no = self._setting.about.get("hand_no", 1)
        events = [Told(self._line, HandStart(hand_no, button, tuple(stacks)))]
        between = self._between()
        number = 0
        started = False
        for k, part in enumerate(self._data.rounds):
            commits = Counter[int]()
            if k and part.street != SHOWDOWN:
                events.append(Told(self._lines[min(number, len(self._lines) - 1)], StreetStart(k, chosen.label(k))))
            for n, action in enumerate((*part.actions, None)):
                line = self._lines[min(number, len(self._lines) - 1)] if self._lines else self._line
                if not k and not started and (action is None or action.action not in POST_KINDS):
                    started = True
                    events.append(Told(line, StreetStart(0, chosen.label(0))))
                    events += [Told(line, event) for event in self._deals(chosen, button)]
                events += [Told(line, event) for event in between.get((k, n), ())]
                if action is None:
                    continue
                number += 1
                try:
                    event = self._event(action, k, commits, chosen)
                except ValueError as error:
                    raise BadLine(line, str(error)) from None
                if event is not None:
                    events.append(Told(line, event))
        for pot in self._data.pots:
            wins = {self._of(win.player_id): self._chips(win.win_amount) for win in pot.player_wins}
            order = sorted(wins, key=lambda seat: (seat - button - 1) % len(stacks))
            if wins:
                award = PotAwarded(pot.number, "whole", tuple((seat, wins[seat]) for seat in order))
                events.append(Told(self._line, award))
        return events

    def _between(self) -> dict[tuple[int, int], list[Event]]:
        """The events of the ``_standpat`` property, by round and by the number of its actions before them."""
        between: dict[tuple[int, int], list[Event]] = {}
        listed = (self._own or {}).get("between", [])
        if not isinstance(listed, list):
            raise ValueError(f"{str(listed)[:40]!r} is not a list of what came between the actions")
        for entry in listed:
            if not isinstance(entry, list) or len(entry) != 3 or any(type(place) is not int for place in entry[:2]):
                raise ValueError(f"{str(entry)[:80]}: expected a round, a number of actions and an event")
            between.setdefault((entry[0], entry[1]), []).append(from_builtins(entry[2]))
        return between

    def _deals(self, chosen: Game, button: int) -> Iterator[Event]:
        """The cards of all players, from the left of the button; a hand that is not in the file is unknown."""
        first = self._data.rounds[0].actions if self._data.rounds else []
        dealt = {a.player_id: parse("".join(a.cards or ())) for a in first if a.action == DEALT}
        seats = len(self._players)
        for seat in [(button + k) % seats for k in range(1, seats + 1)]:
            cards = dealt.get(self._players[seat].id, (UNKNOWN,) * chosen.hand_size)
            yield DealHole(seat, cards, len(cards))

    def _of(self, player_id: int | None) -> int:
        if player_id is None or player_id not in self._seat:
            raise ValueError(f"player {player_id} is not in the hand")
        return self._seat[player_id]

    def _event(self, action: _Action, part: int, commits: Counter[int], chosen: Game) -> Event | None:
        """The event of an action; None where it does not belong to the hand or was read before."""
        if action.action in NOTHING or action.action == DEALT:
            return None
        seat, amount = self._of(action.player_id), self._chips(action.amount or Decimal(0))
        if action.action in POST_KINDS:
            kind = POST_KINDS[action.action]
            commits[seat] += amount * (kind not in ("ante", "dead-blind"))
            return Post(seat, kind, amount, bool(action.is_allin))
        if action.action == SHOWS:
            cards = parse("".join(action.cards or ()))
            whole = len(set(cards)) == chosen.hand_size
            return ShowdownShow(seat, cards, RANKINGS[chosen.ranking](cards) if whole else None)
        if action.action == MUCKS:
            return Mucked(seat)
        commits[seat] += amount
        to = commits[seat]
        actions: dict[str, Action] = {
            "Fold": Fold(),
            "Check": Check(),
            "Call": Call(),
            "Bet": Bet(to),
            "Raise": Raise(to),
        }
        if action.action not in actions:
            raise ValueError(f"{action.action[:40]!r} is not an action of a draw game")
        return Acted(seat, actions[action.action], to, bool(action.is_allin))
