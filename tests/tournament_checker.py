"""An independent checker of whole tournaments, written from the fact sheet of rules and not from the code.

`violations(events)` reads the events of a tournament and says what breaks a rule: the number of the event, the rule's
id, and what is wrong. It has its own state, clock, blinds and prizes; of the package it uses only events, structure
and options. What the sheet leaves open is not checked: which open seat a draw gives, who is first to act.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from standpat.tournament import events as e
from standpat.tournament.events import Event
from tournament_checker_blinds import Blinds
from tournament_checker_clock import Watch
from tournament_checker_prizes import prizes


class Violation(NamedTuple):
    at: int
    rule: str
    what: str


NIGHT_MS = 4 * 3_600_000
"""A pause that is as long ends an evening (T2.5)."""


@dataclass
class Person:
    number: int
    stack: int = 0
    table: int = 0
    seat: int = 0
    out: bool = False
    barred: bool = False
    unseated: bool = False
    declined: bool = False
    offered: int = 0
    rebuys: int = 0
    add_ons: int = 0
    bust: tuple[int, int] | None = None
    """The hand in which they lost their last chips."""


@dataclass
class Board:
    capacity: int
    seats: dict[int, str]
    hand: e.Dealt | None = None
    hands: int = 0
    blinds: Blinds | None = None
    new: dict[str, str] = field(default_factory=dict)
    """Who has come since the last hand, and how."""
    kept: dict[int, str] = field(default_factory=dict)
    round: int = 0
    game_began: tuple[str, int, int] | None = None
    """The game, and the number and players of its first hand here."""


class Busts(NamedTuple):
    """Players who lost their last chips in one hand, with the stacks that are compared."""

    table: int
    hand: int
    stacks: dict[str, int]


class Checker:
    def __init__(self, events: Sequence[Event]) -> None:
        first = events[0]
        assert isinstance(first, e.Announced)
        self.events, self.number, self.found = events, 0, list[Violation]()
        self.structure, self.options, self.announced = first.structure, first.options, first
        self.watch = Watch(self.structure)
        self.people: dict[str, Person] = {}
        self.tables: dict[int, Board] = {}
        self.entries = self.rebuys = self.add_ons = self.forfeited = 0
        self.started = self.paused = self.over = self.calling = self.redraw = False
        self.stopped_at = self.redraw_round = 0
        self.prizes: tuple[int, ...] = ()
        self.breaking: tuple[int, ...] | None = None
        self.added: list[int] = []
        self.round = 0
        self.busts: list[Busts] = []
        self.moves: dict[int, e.Departed] = {}
        self.departed: list[e.Departed] = []
        self.from_broken: set[int] = set()
        """The moves from tables that break."""
        self.last_table = 0
        self.proposal: e.Proposed | None = None
        self.figures: e.Figured | None = None
        self.yes: set[str] = set()
        self.agreed: e.Agreed | None = None
        self.places: list[tuple[str, ...]] = []
        self.largest = min([game.max_seats for game in self.structure.records()])

    def need(self, holds: bool, rule: str, what: str) -> None:
        if not holds:
            self.found.append(Violation(self.number, rule, what))

    # Small questions ---------------------------------------------------------------------------------------------

    def alive(self) -> dict[str, Person]:
        return {id: one for id, one in self.people.items() if not one.out}

    def live(self, board: Board) -> dict[int, str]:
        """Who has chips, by seat."""
        return {at: id for at, id in sorted(board.seats.items()) if self.people[id].stack}

    def size(self, board: Board) -> int:
        """Its players who are not out, and those who are on their way."""
        return len(board.seats) + len(board.kept)

    def playing(self, one: Person) -> bool:
        hand = self.tables[one.table].hand if one.table in self.tables else None
        return (
            hand is not None
            and self.people.get(self.tables[one.table].seats.get(one.seat, "")) is one
            and (one.seat in hand.seats)
        )

    def quiet(self) -> bool:
        return all([board.hand is None for board in self.tables.values()])

    def final_size(self) -> int:
        more = {"same": 0, "one_more": 1, "one_more_at_six": int(self.structure.seats == 6)}[self.options.final_table]
        return min(self.structure.seats + more, max(self.largest, self.structure.seats))

    def until(self, level: int) -> bool:
        """Whether a window that closes with this level is open, its break included."""
        return self.watch.level <= level

    # One event ---------------------------------------------------------------------------------------------------

    def run(self) -> list[Violation]:
        now = 0
        for at, event in enumerate(self.events):
            self.number = at
            if self.number == 0:
                continue
            self.need(event.at >= now, "order", "time goes back")
            self.need(not self.over, "order", "an event after the end")
            now = event.at
            self.watch.to(now)
            known = getattr(self, "on_" + type(event).__name__.lower())
            try:
                known(event)
            except (KeyError, ValueError, IndexError) as fault:
                self.need(False, "order", f"it cannot be: {fault!r}")
                return self.found
            chips = self.entries * self.structure.starting_stack - self.forfeited
            chips += self.rebuys * (self.structure.rebuys.chips if self.structure.rebuys else 0)
            chips += self.add_ons * (self.structure.add_on.chips if self.structure.add_on else 0)
            self.need(sum([one.stack for one in self.people.values()]) == chips, "T1.4", "chips are not exact")
        return self.found

    def on_announced(self, event: e.Announced) -> None:
        self.need(False, "order", "announced twice")

    def on_registered(self, event: e.Registered) -> None:
        self.need(event.player not in self.people, "T1.3", "registered twice")
        late = self.structure.registration_closes
        self.need(not self.started or (self.until(late) and self.breaking is None), "T1.3", "registration is closed")
        self.entries += 1
        self.need(self.entries <= self.structure.most, "T1.7", "too many entries")
        self.people[event.player] = Person(self.entries, self.structure.starting_stack, unseated=self.started)

    def on_withdrawn(self, event: e.Withdrawn) -> None:
        self.need(not self.started, "T1.2", "withdrawn after the start")
        del self.people[event.player]
        self.entries -= 1

    def on_cancelled(self, event: e.Cancelled) -> None:
        self.over = True
        paid = self.structure.buy_in + self.structure.fee
        self.need(not self.started, "T9.2", "cancelled without the pool's division")
        self.need(event.refunds == dict.fromkeys(self.people, paid), "T1.7", "not everything is refunded")
        self.need(len(self.people) < self.structure.minimum, "T1.7", "there were enough players")

    def on_started(self, event: e.Started) -> None:
        self.need(not self.started and len(self.people) >= self.structure.minimum, "T1.7", "too few players")
        if self.structure.sit_and_go:
            self.need(len(self.people) == self.structure.most, "T1.7", "a sit-and-go starts when it is full")
        self.need(event.at >= self.announced.starts, "T1.7", "too early")
        self.started = True
        self.watch.start(event.at)
        self._seat_all(event.tables, 1, "T1.1")
        least = -(-len(self.people) // self.structure.seats)
        self.need(len(event.tables) == least, "T1.1", "too many or too few tables")

    def _seat_all(self, rows: Sequence[e.Row], first: int, rule: str) -> None:
        self.tables = {}
        given = Counter([id for row in rows for id in row if id is not None])
        self.need(given == Counter(dict.fromkeys(self.alive(), 1)), rule, "not everybody has one seat")
        sizes = [sum([id is not None for id in row]) for row in rows]
        self.need(max(sizes) - min(sizes) <= 1, rule, f"tables of {sizes}")
        for number, row in enumerate(rows, first):
            self.last_table = number
            board = self.tables[number] = Board(len(row), {at: id for at, id in enumerate(row) if id is not None})
            for at, id in board.seats.items():
                if id in self.people:
                    self.people[id].table, self.people[id].seat = number, at

    def on_seated(self, event: e.Seated) -> None:
        one = self.people[event.player]
        self.need(one.unseated and not one.out, "T1.3", "seated without an entry")
        open = [board for board in self.tables.values() if board.seats and self.size(board) < board.capacity]
        if event.opens:
            self.need(not open, "T1.3", "a new table though there are open seats")
            self.need(event.table not in self.tables and event.opens == self.structure.seats, "T5.5", "a wrong table")
            self.tables[event.table] = Board(event.opens, {})
            self.last_table = max(self.last_table, event.table)
            self.added.append(event.table)
        one.unseated = False
        self._sit(event.player, event.table, event.seat, "late", "T1.3")

    def _sit(self, player: str, table: int, seat: int, how: str, rule: str) -> None:
        board, one = self.tables.get(table), self.people[player]
        if board is None:
            self.need(False, rule, "there is no such table")
            return
        free = 0 <= seat < board.capacity and seat not in board.seats and board.kept.get(seat, player) == player
        self.need(free, rule, "the seat is taken")
        board.kept.pop(seat, None)
        board.seats[seat] = player
        board.new[player] = how
        one.table, one.seat = table, seat

    # Entries -----------------------------------------------------------------------------------------------------

    def on_reentered(self, event: e.Reentered) -> None:
        one = self.people[event.player]
        self.need(one.out and not one.stack, "T1.4", "entered again with chips")
        self.need(not one.barred, "T3.6", "a disqualified player comes back")
        late = self.structure.registration_closes
        self.need(self.until(late) and self.breaking is None, "T1.4", "registration is closed")
        before = [
            event.player == again.player for again in self.events[: self.number] if isinstance(again, e.Reentered)
        ]
        self.need(sum(before) < self.structure.re_entries, "T1.4", "too many re-entries")
        self.entries += 1
        self.need(self.entries <= self.structure.most, "T1.7", "too many entries")
        number = one.number
        self.people[event.player] = Person(number, self.structure.starting_stack, unseated=True)
        self.places = [tuple([id for id in group if id != event.player]) for group in self.places]

    def on_rebought(self, event: e.Rebought) -> None:
        one, rule = self.people[event.player], self.structure.rebuys
        self.need(rule is not None, "T1.5", "there are no rebuys")
        if rule is None:
            return
        fits = one.rebuys < rule.most and one.stack <= rule.at_most and self.until(rule.closes)
        self.need(fits and self.breaking is None and not one.out, "T1.5", "no rebuy is allowed")
        self.need(not self.playing(one) and event.chips == rule.chips, "T1.5", "a rebuy in a hand, or of other chips")
        self.need(not one.barred, "T3.6", "a disqualified player buys chips")
        one.rebuys, one.stack, one.offered, one.bust = one.rebuys + 1, one.stack + event.chips, 0, None
        self.rebuys += 1
        for busts in self.busts:
            busts.stacks.pop(event.player, None)

    def on_addedon(self, event: e.AddedOn) -> None:
        one, rule = self.people[event.player], self.structure.add_on
        self.need(rule is not None, "T1.6", "there is no add-on")
        if rule is None:
            return
        fits = not one.add_ons and rule.opens <= self.watch.level and self.until(rule.closes) and not one.out
        self.need(fits and not self.playing(one) and event.chips == rule.chips, "T1.6", "no add-on is allowed")
        one.add_ons, one.stack = one.add_ons + 1, one.stack + event.chips
        self.add_ons += 1

    def on_offered(self, event: e.Offered) -> None:
        for id in event.players:
            self.need(self._may_rebuy(self.people[id]), "T1.5", f"{id} may not rebuy")
            self.people[id].offered = event.until

    def _may_rebuy(self, one: Person) -> bool:
        rule = self.structure.rebuys
        fits = rule is not None and one.rebuys < rule.most and self.until(rule.closes) and self.breaking is None
        return fits and not one.barred and not one.stack and not one.declined

    def on_declined(self, event: e.Declined) -> None:
        self.people[event.player].declined = True

    def on_forfeited(self, event: e.Forfeited) -> None:
        one = self.people[event.player]
        self.need(self.structure.give_up and one.stack == event.chips, "T1.4", "no stack may be given up")
        self.need(self.watch.level == self.structure.registration_closes, "T1.4", "not at the close of registration")
        self.need(not self.playing(one), "T1.4", "given up in a hand")
        self._burn(one)

    def _burn(self, one: Person) -> None:
        self.forfeited += one.stack
        one.stack = 0

    def on_disqualified(self, event: e.Disqualified) -> None:
        one = self.people[event.player]
        one.barred = True
        if not self.playing(one):
            self._burn(one)

    def on_registrationclosed(self, event: e.RegistrationClosed) -> None:
        structure, self.breaking, self.prizes = self.structure, event.breaking, event.prizes
        closes = max(structure.registration_closes, structure.rebuys.closes if structure.rebuys else 0)
        closes = max(closes, structure.add_on.closes if structure.add_on else 0)
        self.need(self.watch.level > closes, "T1.3", "closed too early")
        pool = self.entries * structure.buy_in
        pool += self.rebuys * structure.rebuys.cost if structure.rebuys else 0
        pool += self.add_ons * structure.add_on.cost if structure.add_on else 0
        self.need(event.prizes == prizes(structure, self.entries, pool), "T8.1", f"prizes {event.prizes} of {pool}")
        self.need(sorted(event.breaking) == sorted(self.tables), "T5.5", "the order has not all tables")
        late = [number for number in event.breaking if number in self.added]
        self.need(list(event.breaking[: len(late)]) == late, "T5.5", "tables added late break first")

    # The director ------------------------------------------------------------------------------------------------

    def on_paused(self, event: e.Paused) -> None:
        self.paused, self.stopped_at = True, event.at
        self.watch.stopped.add("pause")

    def on_resumed(self, event: e.Resumed) -> None:
        self.need(self.paused, "T2.3", "resumed without a pause")
        right = self.options.redraw and event.at - self.stopped_at >= NIGHT_MS
        self.need(event.redraw == right, "T2.5", f"{event.redraw} for a draw after {event.at - self.stopped_at} ms")
        if right:
            self.redraw, self.redraw_round = True, self.round  # the present round of hand-for-hand is played first
        self.paused = False
        self.watch.stopped.discard("pause")

    def on_clocked(self, event: e.Clocked) -> None:
        self.watch.change(event)

    def on_noted(self, event: e.Noted) -> None:
        """It changes nothing."""

    def on_undone(self, event: e.Undone) -> None:
        """What makes up for the act came before."""

    def on_picked(self, event: e.Picked) -> None:
        """Who has the choice button is not in the sheet's events."""

    # Hand-for-hand -----------------------------------------------------------------------------------------------

    def due_rounds(self) -> bool:
        """Whether hand-for-hand must be on (T6.1)."""
        paid, left = len(self.prizes), len(self.alive())
        several = len([board for board in self.tables.values() if self.live(board)]) > 1
        final = left <= self.final_size()  # one table is drawn first
        return self.breaking is not None and several and not final and paid < left <= paid + self.options.h4h_at

    def on_roundcalled(self, event: e.RoundCalled) -> None:
        self.need(self.due_rounds() and not self.calling, "T6.1", "hand-for-hand too early or too late")
        self.calling = True
        self.watch.stopped.add("hand-for-hand")

    def on_roundbegan(self, event: e.RoundBegan) -> None:
        self.need(self.calling and self.due_rounds() and self.quiet(), "T6.1", "a round while a hand is played")
        self.need(event.number == self.round + 1, "T6.1", "a wrong number")
        boards = [board for board in self.tables.values() if len(self.live(board)) > 1 and not board.new]
        late = [board for board in boards if self.round and board.round < self.round]
        self.need(not late, "T6.1", "a table has not played its hand of the last round")
        self.round = event.number
        self.watch.round(self.options.h4h_minutes)

    def on_roundsover(self, event: e.RoundsOver) -> None:
        self.need(self.calling and not self.due_rounds(), "T6.1", "hand-for-hand must go on")
        self.calling, self.round = False, 0
        self.watch.stopped.discard("hand-for-hand")


def violations(events: Sequence[Event]) -> list[Violation]:
    """What breaks a rule in a tournament, in order; nothing in a right one."""
    from tournament_checker_play import Play

    return Play(events).run()
