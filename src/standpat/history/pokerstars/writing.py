"""Write PokerStars text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from standpat.cards.card import TEXT, UNKNOWN, parse
from standpat.engine.action import Bet, Call, Check, Fold, Raise
from standpat.engine.betting import BettingRound
from standpat.engine.event import (
    Acted,
    Burned,
    DealHole,
    DiscardAnnounced,
    DrawResult,
    Event,
    Mucked,
    Post,
    PotAwarded,
    Reshuffled,
    ShowdownShow,
    StreetStart,
    UncalledReturned,
)
from standpat.engine.hand import Hand
from standpat.history.payout import collected
from standpat.history.pokerstars.house import Own, house_line
from standpat.history.pokerstars.low import low
from standpat.history.pokerstars.summary import Fate, pot_names, seat_line, total_line
from standpat.history.pokerstars.title import write_table, write_title
from standpat.history.record import Record
from standpat.history.site.amount import check_money, figure
from standpat.history.site.phrase import SUMMARY
from standpat.history.site.reading import stakes_told

_NTH: Final = ("FIRST", "SECOND", "THIRD")
_POSTED: Final = {
    "ante": "the ante",
    "small-blind": "small blind",
    "big-blind": "big blind",
    "extra-blind": "big blind",
    "dead-blind": "dead blind",
    "straddle": "straddle",
}


def write(record: Record, hand: Hand) -> str:
    """Write a hand as `record.hero` saw it; with all known cards where that is None.

    Names that do not fit into such a file (empty, of more than one line, or used twice) are changed.

    Args:
        record: The hand.
        hand: The same hand, played to its end (`standpat.history.replay`).

    Raises:
        ValueError: The hand is not over, money is not in cents, or a visible hand has unknown cards.
    """
    if not hand.over:
        raise ValueError("the hand is not over: its history cannot be written yet")
    check_money(record.money)
    return "\n".join(_Script(record, hand).lines()) + "\n"


@dataclass
class _Sitting:
    """A seat in the file: its number, its name, and whether the file shows its cards."""

    number: int
    name: str
    in_sight: bool


class _Script:
    """Writes one hand, event by event."""

    def __init__(self, record: Record, hand: Hand) -> None:
        self._record = record
        self._hand = hand
        self._events = hand.events
        seats = range(len(record.stacks))
        numbers = record.seat_numbers or tuple(seat + 1 for seat in seats)
        names = _names(record.players, len(record.stacks))
        self._sitting = [_Sitting(numbers[s], names[s], record.hero in (None, s)) for s in seats]
        self._brought = _brought(record)
        self._cards: dict[int, tuple[int, ...]] = {}  # the visible hands, as they change
        self._fates = [Fate() for _ in seats]
        self._pots = collected([e for e in self._events if isinstance(e, PotAwarded)], record)
        self._open_round(0)

    def lines(self) -> Iterator[str]:
        record = self._record
        button = self._sitting[record.button].number
        yield write_title(record)
        yield write_table(record, int(record.extra.get("button", button)))
        for sitting, stack in zip(self._sitting, self._brought, strict=True):
            yield f"Seat {sitting.number}: {sitting.name} ({self._figure(stack)} in chips)"
        yield from self._posts()
        for event in self._events:
            yield from self._line(event)
        yield from self._payment()
        yield from self._summary()

    def _figure(self, amount: int) -> str:
        return figure(amount, self._record.money)

    def _all_in(self, seat: int, all_in: bool) -> str:
        if all_in and self._brought[seat] > self._record.stacks[seat]:
            return f" and has reached the {self._figure(self._record.stacks[seat])} cap"
        return " and is all-in" if all_in else ""

    def _name(self, seat: int) -> str:
        return self._sitting[seat].name

    # Events ------------------------------------------------------------------------------------------------------

    def _posts(self) -> Iterator[str]:
        posts = [e for e in self._events if isinstance(e, Post)]
        order = [(self._record.button + k) % len(self._sitting) for k in range(1, len(self._sitting) + 1)]
        small = next((order.index(post.seat) for post in posts if post.kind == "small-blind"), len(order))
        big_blind = self._record.stakes.big_blind
        skip = False
        for post, after in zip(posts, [*posts[1:], None], strict=True):
            if skip:
                skip = False
                continue
            amount, what = post.amount, _POSTED[post.kind]
            if post.kind == "dead-blind" and order.index(post.seat) > small:
                what = "small blind"  # the site's own word; clear if the live one comes first
            all_in = post.all_in
            if (
                (post.kind, amount) == ("extra-blind", big_blind)
                and after
                and (after.seat, after.kind) == (post.seat, "dead-blind")
            ):
                what, skip = "small & big blinds", True
                amount += after.amount
                all_in = after.all_in
            yield f"{self._name(post.seat)}: posts {what} {self._figure(amount)}{self._all_in(post.seat, all_in)}"

    def _line(self, event: Event) -> Iterator[str]:
        match event:
            case StreetStart(street=0):
                yield "*** DEALING HANDS ***"
            case StreetStart(street=street):
                self._open_round(street)
                if self._record.game.draw_rounds > 1:
                    yield f"*** {_NTH[street - 1]} DRAW ***"
            case DealHole(seat=seat, cards=cards):
                if self._sitting[seat].in_sight and UNKNOWN not in cards:
                    self._cards[seat] = cards
                    yield f"Dealt to {self._name(seat)} [{_cards(cards)}]"
            case Acted():
                yield from self._act(event)
            case DiscardAnnounced(seat=seat, discarded=discarded):
                yield self._discard(seat, discarded)
            case Reshuffled():
                yield "The deck is reshuffled"
            case DrawResult(seat=seat, discarded=discarded, drawn=drawn):
                if self._record.game.house.draws == "immediate":
                    yield self._discard(seat, discarded)
                yield from self._drawn(seat, discarded, drawn)
            case UncalledReturned(seat=seat, amount=amount):
                yield f"Uncalled bet ({self._figure(amount)}) returned to {self._name(seat)}"
            case ShowdownShow(seat=seat, cards=cards):
                yield from self._show_down()
                self._fates[seat].shown = cards
                yield f"{self._name(seat)}: {self._shows(cards)}"
            case Mucked(seat=seat):
                yield from self._show_down()
                self._fates[seat].mucked = True
                yield f"{self._name(seat)}: mucks hand"

    def _shows(self, cards: tuple[int, ...]) -> str:
        if UNKNOWN in cards:
            raise ValueError(f"a shown hand has unknown cards, {_cards(cards)}: this format cannot say so")
        return f"shows [{_cards(cards)}] (Lo: {low(cards, self._record.game.ranking)})"

    def _show_down(self) -> Iterator[str]:
        if not any(fate.shown or fate.mucked for fate in self._fates):
            yield "*** SHOW DOWN ***"

    def _open_round(self, street: int) -> None:
        """Start a betting round, which is followed for its price and its cap."""
        game, hand = self._record.game, self._hand
        bet = self._record.stakes.big_blind
        live = sum(fate.folded is None for fate in self._fates)
        self._cap = game.house.cap if game.house.cap_heads_up or live > 2 else None
        if game.betting != "fixed-limit":
            self._cap = None
        bet *= game.bets[street] if game.betting == "fixed-limit" else 1
        additive = game.house.limit_raise == "additive"
        self._round = BettingRound(game.betting, len(hand.stacks), bet, self._cap, additive)
        self._street = street
        if not street:
            self._round.open_with_blind(self._record.stakes.big_blind)
            for event in self._events:
                if isinstance(event, Post) and event.kind not in ("ante", "dead-blind"):
                    self._round.post(event.seat, event.amount, straddle=event.kind == "straddle")
                    self._fates[event.seat].bet = True

    def _act(self, event: Acted) -> Iterator[str]:
        seat, name, betting = event.seat, self._name(event.seat), self._round
        paid = event.street_commit - betting.commits[seat]
        self._fates[seat].bet |= paid > 0
        wagers = betting.wagers
        match event.action:
            case Fold():
                self._fates[seat].folded = self._street
                did = "folds"
            case Check():
                betting.check(seat)
                did = "checks"
            case Call():
                betting.call(seat, paid)
                did = f"calls {self._figure(paid)}"
            case Bet(to=to):
                betting.wager(seat, to)
                did = f"bets {self._figure(paid)}"
            case Raise(to=to):
                by = to - betting.price
                betting.wager(seat, to)
                did = f"raises {self._figure(by)} to {self._figure(to)}"
            case _:
                raise ValueError(f"{event.action!r} is not a betting action")
        yield f"{name}: {did}{self._all_in(seat, event.all_in)}"
        if betting.wagers != wagers and betting.wagers == self._cap:
            yield "Betting is capped"

    def _discard(self, seat: int, discarded: tuple[int, ...]) -> str:
        name, cards = self._name(seat), self._cards.get(seat)
        if not discarded:
            return f"{name}: stands pat" + (f" on [{_cards(cards)}]" if cards else "")
        count = f"{len(discarded)} card{'s' if len(discarded) > 1 else ''}"
        return f"{name}: discards {count}" + (f" [{_cards(discarded)}]" if cards else "")

    def _drawn(self, seat: int, discarded: tuple[int, ...], drawn: tuple[int, ...]) -> Iterator[str]:
        cards = self._cards.get(seat)
        if cards and UNKNOWN in (*discarded, *drawn):
            reason = f"{self._name(seat)} draws {_cards(drawn)} for {_cards(discarded)} of {_cards(cards)}"
            raise ValueError(f"{reason}: this format cannot say that some cards of a hand are unknown")
        if cards and drawn:
            kept = tuple(card for card in cards if card not in discarded)
            self._cards[seat] = kept + drawn
            yield f"Dealt to {self._name(seat)}" + (f" [{_cards(kept)}]" if kept else "") + f" [{_cards(drawn)}]"

    # The end -----------------------------------------------------------------------------------------------------

    def _payment(self) -> Iterator[str]:
        names = pot_names([pot for pot, _ in self._pots])
        for pot, paid in reversed(self._pots):
            for seat, chips in paid:
                self._fates[seat].won += chips
                yield f"{self._name(seat)} collected {self._figure(chips)} from {names[pot]}"
        if sum(fate.folded is None for fate in self._fates) == 1:
            (last,) = [seat for seat, fate in enumerate(self._fates) if fate.folded is None]
            shown = [e.cards for _, e in self._record.told if isinstance(e, ShowdownShow) and e.seat == last]
            yield f"{self._name(last)}: " + (self._shows(shown[0]) if shown else "doesn't show hand")

    def _summary(self) -> Iterator[str]:
        record = self._record
        yield SUMMARY
        yield total_line(self._pots, record)
        posts = [e for e in self._events if isinstance(e, Post)]
        blinds: dict[int, str] = {}
        for post in posts:
            if post.kind in ("small-blind", "big-blind"):
                blinds.setdefault(post.seat, f" ({post.kind.replace('-', ' ')})")
        for seat, sitting in enumerate(self._sitting):
            button = seat == record.button and "button" not in record.extra
            place = (" (button)" if button else "") + blinds.get(seat, "")
            fate = self._fates[seat]
            if fate.mucked:
                fate.mucked_cards = self._mucked_cards(seat)
            yield f"Seat {sitting.number}: {sitting.name}{place} " + seat_line(fate, record)
        limit = record.game.betting == "fixed-limit"
        first = record.stakes.big_blind if limit else record.stakes.small_blind
        plain = stakes_told(record.stakes.big_blind, first, limit, posts) == record.stakes
        named = "" if record.hand_id.isdecimal() or not record.hand_id else " ".join(record.hand_id.split())
        own = house_line(Own(record.game.house, None if plain else record.stakes, self._burned(), named))
        if own:
            yield own

    def _burned(self) -> tuple[tuple[int, ...], ...]:
        """The cards burned before each draw, for a file that shows all cards."""
        burned: list[tuple[int, ...]] = []
        for event in self._events:
            if isinstance(event, StreetStart) and event.street:
                burned.append(())
            elif isinstance(event, Burned) and burned:
                burned[-1] += event.cards
        if self._record.hero is not None or any(UNKNOWN in cards for cards in burned):
            return ()
        return tuple(burned)

    def _mucked_cards(self, seat: int) -> tuple[int, ...]:
        """The cards of a mucked hand that are visible, or were in the file that the record comes from."""
        return self._cards.get(seat) or parse(self._record.extra.get(f"mucked {seat}", ""))


def _brought(record: Record) -> tuple[int, ...]:
    """The stacks on the table, which a cap may have reduced for the hand."""
    stacks = record.extra.get("stacks", "").split()
    right = len(stacks) == len(record.stacks) and all(stack.isdecimal() for stack in stacks)
    return tuple(map(int, stacks)) if right and "cap" in record.extra else record.stacks


def _cards(cards: Sequence[int]) -> str:
    return " ".join(TEXT[card] for card in cards)


def _names(players: Sequence[str], seats: int) -> list[str]:
    """A name of one line for each seat. All names differ."""
    names: list[str] = []
    for seat in range(seats):
        name = " ".join((players[seat] if seat < len(players) else "").split()) or f"Player {seat + 1}"
        while name in names:
            name += "'"
        names.append(name)
    return names
