"""Play a record through the engine and find where they disagree.

`replay(record)` plays each recorded decision (`Acted`, `DiscardAnnounced`, or `DrawResult` where draws are immediate or
announcements are not recorded) in the file's order through `standpat.engine.hand.Hand`, with the cards that the record
names and `card.UNKNOWN` for the others. Then it compares all other recorded events with the engine's.

These are `Disagreement`s:

- a decision out of turn, not legal, with cards the seat does not hold, or after the end of the hand; a decision that is
  missing, or a file that ends before the hand does. The first of these ends the replay: later lines are not checked;
- a card that cannot be dealt (`standpat.engine.dealer`);
- an event that did not happen, or happened differently or between other betting actions: posts, deals, street starts,
  counts, chips put in on the round, all-ins, uncalled bets, reshuffles, shown hands and their values, pots, nets.

These are not: an event that the file leaves out; the order in which hands are shown; a hand that is shown although it
could be mucked, or after everybody folded. An unknown card agrees with any card. If nobody saw the hands that a pot was
played for, the winner in the file is accepted. With rake, the collected chips and the rake are the pots
(`standpat.history.payout`). If players cannot get back their own cards and some cards are unknown, the engine cannot
know when the stub was too short, and the reshuffles in the file are accepted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from msgspec import structs

from standpat.cards.card import DECK, UNKNOWN, text
from standpat.engine.action import Action, Discard, IllegalAction
from standpat.engine.dealer import DealError, ScriptedDealer
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
    UncalledReturned,
    Wished,
    to_builtins,
)
from standpat.engine.hand import Hand
from standpat.history.payout import after_rake, check_payout
from standpat.history.record import Disagreement, Record, Told

Wish = Literal["show", "muck"]


@dataclass
class Replay:
    """How the engine played a record.

    Attributes:
        record: The record.
        hand: The hand as far as it could be played; None where it could not even begin.
        disagreements: Where the engine and the record disagree, in the order of lines.
    """

    record: Record
    hand: Hand | None
    disagreements: list[Disagreement]

    @property
    def complete(self) -> bool:
        """Whether the engine agrees and every card of the hand is known."""
        return not self.disagreements and not any(_has_unknown(event) for event in self.events)

    @property
    def agreed(self) -> "tuple[Event, ...] | None":
        """The engine's events; None where it disagrees, so that only the record's events are left."""
        return None if self.disagreements else self.events

    def by_the_rules(self, form: str) -> Hand:
        """The hand, for a format that can only hold hands that follow the rules; a `ValueError` where it does not.

        Args:
            form: The title of the format, for the message.
        """
        if self.hand is None or self.disagreements:
            line, reason = self.disagreements[0]
            raise ValueError(f"{form} needs a hand by the rules, and line {line} is not: {reason}")
        return self.hand

    @property
    def events(self) -> tuple[Event, ...]:
        """The engine's events, after the rake. Shown hands keep the values that an arena log gave them."""
        if self.hand is None:
            return ()
        valued = {e.seat: e for _, e in self.record.told if isinstance(e, ShowdownShow) and e.hi is not None}
        return tuple(
            structs.replace(event, hi=valued[event.seat].hi, lo=valued[event.seat].lo)
            if isinstance(event, ShowdownShow) and event.seat in valued
            else event
            for event in after_rake(self.record, self.hand.events)
        )


def replay(record: Record) -> Replay:
    """Play a recorded hand through the engine and compare its events with the recorded ones.

    Args:
        record: The hand, as a history format reads it (`standpat.history`).

    Returns:
        The hand as the engine played it, and every disagreement (see the module). A record with which no hand can begin
        has one disagreement.
    """
    course = _play(record, {})
    wishes: dict[int, Wish] = {}
    while more := _wishes(record, course, wishes):  # one player's wish may be why another has a choice
        wishes |= more
        course = _play(record, wishes, before=course.last)
    disagreements = list(course.problems)
    if course.hand is not None:
        disagreements += _compare(record, course.hand, record.told[: course.end])
    return Replay(record, course.hand, sorted(disagreements))


# Playing -------------------------------------------------------------------------------------------------------------


class _Course(NamedTuple):
    """How far a record could be played: `told[:end]`. `last` is the index of the last decision in it."""

    hand: Hand | None
    end: int
    last: int
    problems: list[Disagreement]


class _ToldHand(Hand):
    """A hand whose unknown cards cannot be cards that the record names elsewhere."""

    __slots__ = ()

    def _can_be(self, seat: int, named: tuple[int, ...]) -> bool:
        return super()._can_be(seat, named) and not set(named) & self._elsewhere(seat)

    def _elsewhere(self, seat: int) -> set[int]:
        """Known cards that the seat cannot hold."""
        elsewhere = {card for s in range(len(self.stacks)) if s != seat for card in self.cards(s)}
        if not any(isinstance(event, Reshuffled) for event in self.events):
            for event in self.events:
                elsewhere.update(event.cards if isinstance(event, DealHole) else ())
                elsewhere.update(event.drawn if isinstance(event, DrawResult) else ())
        return elsewhere - set(self.cards(seat)) - {UNKNOWN}


class _Refused(DealError):
    """A card in the file cannot be dealt; `line` is its line."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


class _ToldDealer:
    """Deals the cards of a record, and knows the line of each."""

    may_refuse = True

    def __init__(self, inner: ScriptedDealer, lines: Sequence[int], at: int = 0) -> None:
        self._inner = inner
        self._lines = lines
        self._at = at

    def new_deck(self) -> None:
        self._inner.new_deck()

    def left(self, barred: int = 0) -> int:
        return self._inner.left(barred)

    def deal(self, count: int, barred: int = 0) -> tuple[int, ...]:
        try:
            dealt = self._inner.deal(count, barred)
        except DealError as error:
            raise _Refused(self._lines[min(self._at, len(self._lines) - 1)], str(error)) from None
        self._at += count
        return dealt

    def burn(self) -> int:
        return self._inner.burn()

    def shuffle(self, cards: Sequence[int], with_stub: bool) -> None:
        self._inner.shuffle(cards, with_stub)

    def copy(self) -> "_ToldDealer":
        return _ToldDealer(self._inner.copy(), self._lines, self._at)


def _dealer(record: Record) -> _ToldDealer:
    """A dealer with the cards in the order in which they leave the stub: the deal from the left of the button, then
    draw by draw."""
    size, seats = record.game.hand_size, len(record.stacks)
    dealt = {e.seat: (line, e.cards) for line, e in record.told if isinstance(e, DealHole)}
    script: list[int] = []
    lines: list[int] = []
    for k in range(1, seats + 1):
        line, cards = dealt.get((record.button + k) % seats, (record.line, ()))
        script += _filled(cards, size)
        lines += [line] * size
    burns: list[int] = []
    for line, event in record.told:
        if isinstance(event, DrawResult):
            drawn = _filled(event.drawn, event.count)
            script += drawn
            lines += [line] * len(drawn)
        elif isinstance(event, Burned):
            burns += _filled(event.cards, event.count)
    script += [UNKNOWN] * 52  # if the file counts a draw differently, the comparison finds it
    lines += [record.line if not lines else lines[-1]] * 52
    return _ToldDealer(ScriptedDealer(script, [*burns, *[UNKNOWN] * 12]), lines)


def _filled(cards: Sequence[int], count: int) -> list[int]:
    """The cards, filled up to `count` with unknown ones; at most a deck."""
    count = max(0, min(count, len(DECK)))
    return [*cards[:count], *[UNKNOWN] * (count - len(cards))]


def _play(record: Record, wishes: Mapping[int, Wish], before: int = -1) -> _Course:
    """Play every recorded decision. `wishes` for the showdown are made before `told[before]`."""
    try:
        hand = _ToldHand(
            record.game,
            record.stakes,
            record.stacks,
            record.button,
            _dealer(record),
            hand_no=record.hand_no,
            posts=record.posts,
        )
    except ValueError as error:
        line = error.line if isinstance(error, _Refused) else record.line
        return _Course(None, 0, 0, [Disagreement(line, str(error))])
    for _, event in record.told:
        if isinstance(event, ShowdownShow) and event.seat in range(len(record.stacks)):
            hand.foretell(event.seat, event.cards)
    rounds: Counter[tuple[type, int]] = Counter()
    last = 0
    for at, (line, event) in enumerate(record.told):
        if at == before:
            for seat, wish in wishes.items():
                hand.wish(seat, wish)
        if hand.may_chop and _chops(hand, event):
            hand.chop()
        if not isinstance(event, Acted | DrawResult | DiscardAnnounced | Wished):
            continue
        if not 0 <= event.seat < len(record.stacks):
            return _Course(hand, at, last, [Disagreement(line, f"there is no seat {event.seat}")])
        if isinstance(event, DrawResult | DiscardAnnounced):
            rounds[type(event), event.seat] += 1
            if len(hand.draws[event.seat]) >= rounds[type(event), event.seat]:
                continue  # the discard was announced before, and now the cards come
        last = at
        try:
            _decide(record, hand, event)
        except ValueError as error:
            line = error.line if isinstance(error, _Refused) else line
            return _Course(hand, at, last, [Disagreement(line, str(error))])
    problems = []
    if hand.to_act is not None:
        line = record.told[-1].line if record.told else record.line
        problems.append(Disagreement(line, f"the hand ends here, but {_turn(record, hand)}"))
    return _Course(hand, len(record.told), last, problems)


def _chops(hand: Hand, event: Event) -> bool:
    """Whether a record goes on with this because the blinds were chopped: they are returned, or nobody wins."""
    if isinstance(event, UncalledReturned):
        return event.seat == hand.to_act
    return isinstance(event, HandEnd) and not any(event.nets)


def _decide(record: Record, hand: Hand, event: Acted | DrawResult | DiscardAnnounced | Wished) -> None:
    """Play one decision; a `ValueError` says why it is not possible."""
    if isinstance(event, Wished):
        hand.wish(event.seat, event.wish)
        return
    drawing = not isinstance(event, Acted)
    if hand.to_act != event.seat or hand.drawing != drawing:
        did = "draws" if drawing else "acts"
        raise IllegalAction(f"{record.who(event.seat)} {did}, but {_turn(record, hand)}")
    if isinstance(event, Acted):
        hand.apply(event.action)
        return
    if event.discarded and len(event.discarded) != event.count:
        raise IllegalAction(
            f"{record.who(event.seat)} discards {text(event.discarded)}, but the count is {event.count}"
        )
    hand.apply(Discard(tuple(_filled(event.discarded, event.count))))


def _turn(record: Record, hand: Hand) -> str:
    if hand.to_act is None:
        return "the hand is over"
    return f"{record.who(hand.to_act)} is to {'draw' if hand.drawing else 'act'}"


def _wishes(record: Record, course: _Course, known: Mapping[int, Wish]) -> dict[int, Wish]:
    """More wishes that explain why hands were shown or mucked in a different way than the engine did. A seat with a
    recorded wish had no other; a file as one player saw it has only that player's wishes."""
    if course.hand is None or course.problems:
        return {}
    settled = {e.seat for _, e in record.told if isinstance(e, Wished)} | known.keys()
    shown = {e.seat for e in course.hand.events if isinstance(e, ShowdownShow)}
    mucked = {e.seat for e in course.hand.events if isinstance(e, Mucked)}
    wishes: dict[int, Wish] = {}
    for _, event in record.told:
        if not isinstance(event, ShowdownShow | Mucked) or event.seat in settled:
            continue
        if isinstance(event, ShowdownShow) and event.seat in mucked and UNKNOWN not in course.hand.cards(event.seat):
            wishes[event.seat] = "show"
        elif isinstance(event, Mucked) and event.seat in shown and record.game.house.showdown == "optional":
            wishes[event.seat] = "muck"
    return wishes


# Comparing -----------------------------------------------------------------------------------------------------------

_CARDS = ("cards", "discarded", "drawn")
_UNTOLD = ("hi", "lo", "rank")
_NOT_ASKED_FOR = ("asks",)  # the rules do not say who is asked at the showdown, only what they may do


def _compare(record: Record, hand: Hand, recorded: Sequence[Told]) -> Iterator[Disagreement]:
    """The recorded events that the engine does not have, or has with other values."""
    happened = {key: (event, after) for key, event, after in _keyed(hand.events)}
    unsure = record.game.reshuffle.never_back and any(_has_unknown(event) for event in hand.events)
    lines = [line for line, _ in recorded]
    for line, (key, event, after) in zip(lines, _keyed(event for _, event in recorded), strict=True):
        if isinstance(event, Reshuffled) and unsure:
            continue
        ours, when = happened.get(key, (None, 0))
        if ours is None:
            reason = _not_so(record, hand, event)
            if reason:
                yield Disagreement(line, reason)
            continue
        if not isinstance(event, PotAwarded | HandEnd):  # `check_payout` compares those
            for name, theirs, right in _differences(event, ours):
                yield Disagreement(line, f"{_tag(event)}: {name} {theirs}, but the rules say {right}")
        if after != when and not isinstance(event, Acted):
            yield Disagreement(line, f"{_tag(event)}: written after betting action {after}, but it comes after {when}")
    yield from _values_in_order(recorded, hand)
    if hand.over:
        yield from check_payout(record, hand, recorded)


def _keyed(events: Iterable[Event]) -> Iterator[tuple[tuple[object, ...], Event, int]]:
    """For each event: a key that identifies it in both streams, the event, and the number of betting actions before."""
    seen: Counter[tuple[object, ...]] = Counter()
    acted = 0
    for event in events:
        match event:
            case Post(seat=seat, kind=kind):
                key: tuple[object, ...] = (Post, seat, kind)
            case StreetStart(street=street):
                key = (StreetStart, street)
            case DealHole() | DrawResult() | DiscardAnnounced() | ShowdownShow() | Mucked() | Wished():
                key = (type(event), event.seat)
            case PotAwarded(pot=pot, side=side):
                key = (PotAwarded, pot, side)
            case _:
                key = (type(event),)
        seen[key] += 1
        yield (*key, seen[key]), event, acted
        acted += isinstance(event, Acted)


def _differences(theirs: Event, ours: Event) -> Iterator[tuple[str, object, object]]:
    """The fields in which two events of one type contradict each other."""
    if theirs == ours:
        return
    for name in theirs.__struct_fields__:
        a: Any = getattr(theirs, name)
        b: Any = getattr(ours, name)
        if name in _CARDS:
            if not _cards_agree(a, b, ordered=not isinstance(theirs, ShowdownShow)):
                yield name, text(a), text(b) or "none"
        elif a != b and name not in _NOT_ASKED_FOR and not (name in _UNTOLD and (a is None or b is None)):
            yield name, _plain(a), _plain(b)


def _cards_agree(theirs: Sequence[int], ours: Sequence[int], *, ordered: bool) -> bool:
    if not theirs:
        return True  # their number is in the field `count`
    if len(theirs) != len(ours):
        return False
    if ordered:
        return all(a == b or UNKNOWN in (a, b) for a, b in zip(theirs, ours, strict=True))
    return len({c for c in (*theirs, *ours) if c != UNKNOWN}) <= len(theirs)


def _not_so(record: Record, hand: Hand, event: Event) -> str | None:
    """Why an event that the engine does not have is wrong; None where the file may have it."""
    if isinstance(event, PotAwarded):
        return None  # `check_payout` checks it
    if isinstance(event, ShowdownShow | Mucked):
        if not (0 <= event.seat < len(record.stacks) and hand.live[event.seat]):
            return f"{_tag(event)}: seat {event.seat} is no longer in the hand"
        alone = hand.over and hand.live.count(True) == 1
        if isinstance(event, Mucked):
            return None if alone else f"{_tag(event)}: {record.who(event.seat)} has to show"
        cards = hand.cards(event.seat)
        if not _cards_agree(event.cards, cards, ordered=False):
            return f"{_tag(event)}: {text(event.cards)}, but {record.who(event.seat)} holds {text(cards)}"
        return None if alone else f"{_tag(event)}: {record.who(event.seat)} cannot show {text(event.cards)}"
    who = f" of {record.who(event.seat)}" if hasattr(event, "seat") else ""
    return f"{_tag(event)}{who} is written, but does not happen"


def _values_in_order(recorded: Sequence[Told], hand: Hand) -> Iterator[Disagreement]:
    """Compare the order of an arena log's hand values with the rules: only their order means something, greater is
    better."""
    ranks = {e.seat: e.rank for e in hand.events if isinstance(e, ShowdownShow) and e.rank is not None}
    valued = [(line, e.seat, e.hi) for line, e in recorded if isinstance(e, ShowdownShow) and e.hi is not None]
    valued = [(line, seat, hi) for line, seat, hi in valued if seat in ranks]
    for at, (line, seat, hi) in enumerate(valued):
        for _, other, theirs in valued[:at]:
            if (hi > theirs) - (hi < theirs) != (ranks[seat] < ranks[other]) - (ranks[seat] > ranks[other]):
                reason = f"showdown-show: hi {hi} against {theirs} of seat {other}, but the rules rank"
                yield Disagreement(line, f"{reason} them {ranks[seat]} and {ranks[other]}, 1 best")


def _known(cards: Sequence[int]) -> bool:
    return len(cards) > 0 and UNKNOWN not in cards


def _has_unknown(event: Event) -> bool:
    return any(UNKNOWN in getattr(event, name, ()) for name in _CARDS)


def _tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


def _plain(value: object) -> object:
    """A field as it is in a file, for messages."""
    return to_builtins(value) if isinstance(value, Action) else value
