"""Plays a record through the engine and says where the two disagree.

`replay(record)` takes each decision the record tells of (`Acted`, `DiscardAnnounced`, or `DrawResult` where draws are
immediate or announcements are not told) in the file's order through `standpat.engine.hand.Hand`, with the cards the
record names and `card.UNKNOWN` for the others, and then holds what else is told against what the engine says happened.

What makes a `Disagreement`:

- a decision out of turn, not legal, with cards the seat does not hold, or after the end; a decision left out, or the
  file ending before the hand does. The first of these ends the replay: later lines are not judged;
- a card dealt that cannot come (`standpat.engine.dealer`);
- anything told that did not happen, happened otherwise, or between other betting actions: posts, deals, street starts,
  counts, chips in on the round, all-ins, uncalled bets, reshuffles, shown hands and their values, pots, nets.

What does not: an event the file leaves out; the order in which hands are shown; a hand shown where the house lets
them muck it, or after everybody folded. An unknown card agrees with any card. Where nobody saw the hands that a pot
was played for, the file's word on its winner is taken. With rake, what was collected and the rake are the pots
(`standpat.history.payout`). Where nobody gets their own cards back and some cards are unknown, nobody can tell when the
stub was too short, and the file's word on reshuffles is taken.
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
    Wished,
    to_builtins,
)
from standpat.engine.hand import Hand
from standpat.history.payout import after_rake, check_payout
from standpat.history.record import Disagreement, Record, Told

Wish = Literal["show", "muck"]


@dataclass
class Replay:
    """How the engine played the record. `hand` is None where not even its start was possible."""

    record: Record
    hand: Hand | None
    disagreements: list[Disagreement]

    @property
    def complete(self) -> bool:
        """Does the engine agree, and is every card of the hand known?"""
        return not self.disagreements and not any(_has_unknown(event) for event in self.events)

    @property
    def agreed(self) -> "tuple[Event, ...] | None":
        """The events, None where the engine disagrees: then the file's own word is what there is."""
        return None if self.disagreements else self.events

    def by_the_rules(self, form: str) -> Hand:
        """The hand for a format that can only hold one by the rules, or a `ValueError`."""
        if self.hand is None or self.disagreements:
            line, reason = self.disagreements[0]
            raise ValueError(f"{form} needs a hand by the rules, and line {line} is not: {reason}")
        return self.hand

    @property
    def events(self) -> tuple[Event, ...]:
        """What the engine says happened, less the rake; shown hands keep the values an arena log gave them."""
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
    """Play a recorded hand through the engine and compare what it says with what the record tells.

    Args:
        record: The hand, as a history format reads it (`standpat.history`).

    Returns:
        The hand as the engine played it, and every disagreement (the module says what makes one). A record that no hand
        can begin with is one disagreement too.
    """
    course = _play(record, {})
    wishes: dict[int, Wish] = {}
    while more := _wishes(record, course, wishes):  # one player's wish may be why another has a choice
        wishes |= more
        course = _play(record, wishes, before=course.last)
    found = list(course.problems)
    if course.hand is not None:
        found += _compare(record, course.hand, record.told[: course.end])
    return Replay(record, course.hand, sorted(found))


# Playing -------------------------------------------------------------------------------------------------------------


class _Course(NamedTuple):
    """`told[:end]` was played; `last` is the place of the last decision in it."""

    hand: Hand | None
    end: int
    last: int
    problems: list[Disagreement]


class _ToldHand(Hand):
    """A hand whose unknown cards can be no card the record has told of elsewhere."""

    __slots__ = ()

    def _can_be(self, seat: int, named: tuple[int, ...]) -> bool:
        return super()._can_be(seat, named) and not set(named) & self._elsewhere(seat)

    def _elsewhere(self, seat: int) -> set[int]:
        """Known cards that the seat cannot hold."""
        held = {card for s in range(len(self.stacks)) if s != seat for card in self.cards(s)}
        if not any(isinstance(event, Reshuffled) for event in self.events):
            for event in self.events:
                held.update(event.cards if isinstance(event, DealHole) else ())
                held.update(event.drawn if isinstance(event, DrawResult) else ())
        return held - set(self.cards(seat)) - {UNKNOWN}


class _Refused(DealError):
    """A card the file tells of cannot come; `line` is where it does."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


class _ToldDealer:
    """Deals what the record tells, and knows each card's line."""

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
    """The cards in the order they leave the stub: the deal from the left of the button, then draw by draw."""
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
    script += [UNKNOWN] * 52  # a draw the file counts otherwise is found by the comparison
    lines += [record.line if not lines else lines[-1]] * 52
    return _ToldDealer(ScriptedDealer(script, [*burns, *[UNKNOWN] * 12]), lines)


def _filled(cards: Sequence[int], count: int) -> list[int]:
    """So many cards, the ones not told unknown; a count beyond a deck is no count."""
    count = max(0, min(count, len(DECK)))
    return [*cards[:count], *[UNKNOWN] * (count - len(cards))]


def _play(record: Record, wishes: Mapping[int, Wish], before: int = -1) -> _Course:
    """Take every decision told. `wishes` for the showdown are made before `told[before]`."""
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
        if not isinstance(event, Acted | DrawResult | DiscardAnnounced | Wished):
            continue
        if not 0 <= event.seat < len(record.stacks):
            return _Course(hand, at, last, [Disagreement(line, f"there is no seat {event.seat}")])
        if isinstance(event, DrawResult | DiscardAnnounced):
            rounds[type(event), event.seat] += 1
            if len(hand.draws[event.seat]) >= rounds[type(event), event.seat]:
                continue  # they said so before, and the cards come now
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


def _decide(record: Record, hand: Hand, event: Acted | DrawResult | DiscardAnnounced | Wished) -> None:
    """One decision, or a `ValueError` why it cannot be."""
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
    """More wishes that explain why hands were shown or mucked otherwise than they were played. Who tells a wish in the
    file had no other; a file as one player saw it has their alone."""
    if course.hand is None or course.problems:
        return {}
    told = {e.seat for _, e in record.told if isinstance(e, Wished)} | known.keys()
    shown = {e.seat for e in course.hand.events if isinstance(e, ShowdownShow)}
    mucked = {e.seat for e in course.hand.events if isinstance(e, Mucked)}
    wishes: dict[int, Wish] = {}
    for _, event in record.told:
        if not isinstance(event, ShowdownShow | Mucked) or event.seat in told:
            continue
        if isinstance(event, ShowdownShow) and event.seat in mucked and UNKNOWN not in course.hand.cards(event.seat):
            wishes[event.seat] = "show"
        elif isinstance(event, Mucked) and event.seat in shown and record.game.house.showdown == "optional":
            wishes[event.seat] = "muck"
    return wishes


# Comparing -----------------------------------------------------------------------------------------------------------

_CARDS = ("cards", "discarded", "drawn")
_UNTOLD = ("hi", "lo", "rank")
_NOT_ASKED_FOR = ("asks",)  # who was asked at the showdown is no matter of the rules: what they did is


def _compare(record: Record, hand: Hand, told: Sequence[Told]) -> Iterator[Disagreement]:
    """What is told that the engine has not, or has otherwise."""
    happened = {key: (event, after) for key, event, after in _keyed(hand.events)}
    unsure = record.game.reshuffle.never_back and any(_has_unknown(event) for event in hand.events)
    lines = [line for line, _ in told]
    for line, (key, event, after) in zip(lines, _keyed(event for _, event in told), strict=True):
        if isinstance(event, Reshuffled) and unsure:
            continue
        ours, when = happened.get(key, (None, 0))
        if ours is None:
            reason = _not_so(record, hand, event)
            if reason:
                yield Disagreement(line, reason)
            continue
        if not isinstance(event, PotAwarded | HandEnd):  # those are `check_payout`'s
            for name, theirs, right in _differences(event, ours):
                yield Disagreement(line, f"{_tag(event)}: {name} {theirs}, but the rules say {right}")
        if after != when and not isinstance(event, Acted):
            yield Disagreement(line, f"{_tag(event)}: written after betting action {after}, but it comes after {when}")
    yield from _values_in_order(told, hand)
    if hand.over:
        yield from check_payout(record, hand, told)


def _keyed(events: Iterable[Event]) -> Iterator[tuple[tuple[object, ...], Event, int]]:
    """Each event, a key of its own that both streams give it, and the number of betting actions before it."""
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
    """The fields of two events of one kind that contradict each other."""
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


def _cards_agree(told: Sequence[int], ours: Sequence[int], *, ordered: bool) -> bool:
    if not told:
        return True  # how many there were is the count's to say
    if len(told) != len(ours):
        return False
    if ordered:
        return all(a == b or UNKNOWN in (a, b) for a, b in zip(told, ours, strict=True))
    return len({c for c in (*told, *ours) if c != UNKNOWN}) <= len(told)


def _not_so(record: Record, hand: Hand, event: Event) -> str | None:
    """Why an event that the engine does not have is wrong, or None where the file may well tell it."""
    if isinstance(event, PotAwarded):
        return None  # `check_payout` says more of it
    if isinstance(event, ShowdownShow | Mucked):
        if not (0 <= event.seat < len(record.stacks) and hand.live[event.seat]):
            return f"{_tag(event)}: seat {event.seat} is no longer in the hand"
        alone = hand.over and hand.live.count(True) == 1
        if isinstance(event, Mucked):
            return None if alone else f"{_tag(event)}: {record.who(event.seat)} has to show"
        held = hand.cards(event.seat)
        if not _cards_agree(event.cards, held, ordered=False):
            return f"{_tag(event)}: {text(event.cards)}, but {record.who(event.seat)} holds {text(held)}"
        return None if alone else f"{_tag(event)}: {record.who(event.seat)} cannot show {text(event.cards)}"
    who = f" of {record.who(event.seat)}" if hasattr(event, "seat") else ""
    return f"{_tag(event)}{who} is written, but does not happen"


def _values_in_order(told: Sequence[Told], hand: Hand) -> Iterator[Disagreement]:
    """An arena log's hand values say nothing but which hand is better: greater is."""
    ranks = {e.seat: e.rank for e in hand.events if isinstance(e, ShowdownShow) and e.rank is not None}
    valued = [(line, e.seat, e.hi) for line, e in told if isinstance(e, ShowdownShow) and e.hi is not None]
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
    """A field as a reader knows it from the file."""
    return to_builtins(value) if isinstance(value, Action) else value
