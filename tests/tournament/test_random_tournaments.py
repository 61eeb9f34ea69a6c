"""Whole tournaments without cards: players bust by chance, and every rule of seating is carried out (T1, T4, T5).

Tables play at their own speed. A round of the loop ends the hands of some tables, books what follows, and begins the
next hands where that is allowed. The checks here are written from the rules, not from the code: a seat is forbidden by
where the two blinds of the last hand were, and nothing else.
"""

from collections.abc import Sequence
from random import Random

import pytest

from standpat.tournament import final_table
from standpat.tournament.balancing import may_deal, moves
from standpat.tournament.breaking import broken, due, order
from standpat.tournament.chance import Draw
from standpat.tournament.options import EDITIONS, Options
from standpat.tournament.positions import Positions, dealt, first, following
from standpat.tournament.seating import Table, drawn, late_seat

Sitter = tuple[int, str]  # a player at a seat


class Event:
    """One tournament. `together`: every hand ends in the same round, as in hand-for-hand."""

    def __init__(self, random: Random, players: int, seats: int, options: Options, together: bool, late: int) -> None:
        self.random, self.seats, self.options, self.together, self.late = random, seats, options, together, late
        self.draws = 0
        self.tables: dict[str, Table] = {}
        self.added: list[str] = []
        self.running: set[str] = set()
        self.entered = players
        self.seat([f"p{k}" for k in range(players)])
        self.first_tables = list(self.tables)
        self.final_size = final_table.size(seats, seats + 1, options)
        self.breaking: tuple[str, ...] = ()
        self.alive = {player for table in self.tables.values() for player in table.players.values()}
        self.moved: set[str] = set()  # by balancing, and not dealt in since
        self.at_deal: dict[str, tuple[int, ...]] = {}
        self.bigs: dict[str, list[tuple[Sitter, frozenset[Sitter]]]] = {}

    def draw(self) -> Draw:
        self.draws += 1
        return Draw(b"seed", str(self.draws))

    def seat(self, players: Sequence[str]) -> None:
        """Draw all seats."""
        names = sorted(self.tables, key=lambda name: self.breaking.index(name), reverse=True) if self.tables else []
        found = drawn(players, self.seats, self.draw())
        names = [names[k] if k < len(names) else str(k) for k in range(len(found))]
        self.tables = {name: Table(name, self.seats, seats) for name, seats in zip(names, found, strict=True)}

    def play(self) -> int:
        """Play to the end. Returns how many rounds that took."""
        rounds = 0
        while len(self.alive) > 1 or self.late:
            rounds += 1
            assert rounds < 6000, "it goes on and on"
            self.end_hands()
            self.enter_late()
            self.seat_players()
            self.begin_hands()
            self.check()
            assert self.running or len(self.alive) < 2, "nobody plays"
        return rounds

    def end_hands(self) -> None:
        over = [name for name in sorted(self.running) if self.together or self.random.random() < 0.5]
        for name in over:
            self.running.discard(name)
            table = self.tables[name]
            assert table.last
            players = dealt(table.last, self.at_deal[name], table.capacity)
            out = [at for at in players if self.random.random() < 0.16]
            if len(out) == len(players):
                out.pop()
            for at in out:
                self.alive.discard(table.players[at])
                table = table.left(at)
            self.tables[name] = table

    def enter_late(self) -> None:
        if not self.late or self.random.random() < 0.5:
            return
        self.late -= 1
        self.entered += 1
        player = f"late{self.late}"
        self.alive.add(player)
        place = late_seat(list(self.tables.values()), self.draw(), self.options)
        if place is None:
            name = f"added{len(self.added)}"
            self.added.append(name)
            self.tables[name] = Table(name, self.seats, {0: player})
            return
        table = self.tables[place.table]
        self.tables[place.table] = table = table.joined(place.seat, player)
        if (found := waiters(table, self.options)) is not None:
            assert place.waits == (place.seat in found)

    def seat_players(self) -> None:
        """Combine, draw anew, break and balance, as far as hands are over."""
        self.halted = set()
        self.breaking = order(self.first_tables, self.added)
        self.tables = {name: table for name, table in self.tables.items() if table.players}
        while True:
            if final_table.combines(len(self.alive), len(self.tables), self.final_size):
                self.halted = set(self.tables)
                if self.running or len(self.alive) < 2:
                    return
                seats, positions = final_table.seated(self.alive, self.final_size, self.draw(), self.options)
                assert sorted(positions_of(positions)) == sorted(set(positions_of(positions)))
                self.halted = set()
                name = f"final{self.draws}"  # somebody may still come late, and there are more tables again
                self.tables = {name: Table(name, self.final_size, seats)}
                self.first_tables.append(name)
                self.breaking = order(self.first_tables, self.added)
                return
            goes = due(list(self.tables.values()), self.breaking, self.seats if self.late else 0)
            if goes is None:
                break
            if final_table.redraws(len(self.tables) - 1, self.entered, self.options):
                self.halted = set(self.tables)
                if self.running:
                    return
                self.halted = set()
                self.seat(sorted(self.alive))
                return
            self.halted.add(goes)
            if goes in self.running:
                break
            table = self.tables.pop(goes)
            found = broken(table, list(self.tables.values()), self.draw(), self.options)
            for move in found:
                self.moved.discard(move.player)
                self.tables[move.to_table] = self.tables[move.to_table].joined(move.to_seat, move.player)
            for move in found:
                if (waiting := waiters(self.tables[move.to_table], self.options)) is not None:
                    assert move.waits == (move.to_seat in waiting)
        self.balance()

    def balance(self) -> None:
        tables = [table for name, table in self.tables.items() if name not in self.halted]
        idle = {table.id for table in tables} - self.running
        for move in moves(tables, idle, self.options, self.breaking):
            source, target = self.tables[move.from_table], self.tables[move.to_table]
            assert move.from_table not in self.running
            assert source.players[move.from_seat] == move.player
            assert len(source) - len(target) >= 2
            if source.last and self.options.button == "dead":
                at = (source.last.big + 1) % source.capacity
                while at not in source.players:
                    at = (at + 1) % source.capacity
                assert move.from_seat == at, "the next big blind moves"
            if target.last and len(target.players) > 1 and self.options.button == "dead" and not target.last.heads_up:
                assert move.to_seat != target.last.big, "never to the small blind"
                if target.last.marker in target.players or not self.options.dead_button_advances:
                    assert not between(target, move.to_seat)
            assert not move.waits
            self.tables[source.id] = source.left(move.from_seat)
            self.tables[target.id] = target.joined(move.to_seat, move.player)
            if len(target.players) > 1:
                self.moved.add(move.player)
        if not self.running and not self.halted and len(self.tables) > 1:
            sizes = [len(table) for table in self.tables.values()]
            blocked = self.options.button == "forward" or any(map(only_forbidden, self.tables.values()))
            assert max(sizes) - min(sizes) <= self.options.within or blocked, sizes

    def begin_hands(self) -> None:
        if self.together and self.running:
            return
        tables = [table for name, table in self.tables.items() if name not in self.halted]
        for name in sorted({table.id for table in tables} - self.running):
            table = self.tables[name]
            if not may_deal(name, tables, self.options):
                most = max([len(one) for one in tables])
                assert len(table.players) < 2 or most - len(table) >= 2
                assert len(table.players) < 2 or self.options.button == "forward" or not only_forbidden(table)
                continue
            if table.last is None:
                last = first(table.players, table.capacity, self.options, self.draw())
                self.bigs[name] = []
            else:
                last = following(table.last, table.players, table.capacity, self.options)
                if (found := waiters(table, self.options)) is not None:
                    assert set(dealt(last, table.players, table.capacity)) == table.players.keys() - found
                    if self.options.button == "dead" and not table.last.heads_up and not last.heads_up:
                        arrived = {at for at, player in table.players.items() if player in self.moved}
                        assert not arrived & {last.small, *found}, "moved to a forbidden seat"
            self.tables[name] = Table(name, table.capacity, table.players, last)
            self.at_deal[name] = tuple(table.players)
            self.moved -= set(table.players.values())
            self.running.add(name)
            self.check_big_blind(name, last)

    def check_big_blind(self, name: str, last: Positions) -> None:
        """Nobody has the big blind again before everybody else who was there all the time has had it (T4.1)."""
        table = self.tables[name]
        past = self.bigs[name]
        player = (last.big, table.players[last.big])
        there = frozenset(table.players.items())
        if self.options.button == "dead" and (since := [k for k, (one, _) in enumerate(past) if one == player]):
            stayed = there.intersection(*[people for _, people in past[since[-1] :]])
            had = [one for one, _ in past[since[-1] + 1 :]]
            assert player not in stayed or all([had.count(other) == 1 for other in stayed - {player}]), (name, player)
        past.append((player, there))

    def check(self) -> None:
        seated = [player for table in self.tables.values() for player in table.players.values()]
        assert len(seated) == len(set(seated))
        assert set(seated) == self.alive


def positions_of(positions: Positions) -> list[int]:
    return [positions.marker, positions.big]


def between(table: Table, seat: int) -> bool:
    """Whether a seat is between the last small blind and the last big blind: the next button and small blind."""
    last, size = table.last, table.capacity
    if last is None or last.heads_up:
        return False
    return 0 < (seat - last.marker) % size < (last.big - last.marker) % size


def waiters(table: Table, options: Options) -> set[int] | None:
    """Who is not dealt in in the next hand, by the seats of the last blinds; None where that does not say it."""
    if table.last is None or table.last.heads_up:
        return set()
    if options.button == "forward" or (options.dead_button_advances and table.last.marker not in table.players):
        return None
    found = {at for at in table.players if between(table, at)}
    return found if len(table.players) - len(found) > 2 else None


def only_forbidden(table: Table) -> bool:
    """Whether every open seat is that of the next small blind, or between it and the button."""
    return all([table.last is not None and (at == table.last.big or between(table, at)) for at in table.open])


@pytest.mark.parametrize("edition", EDITIONS)
def test_t5_random_tournaments(edition: str) -> None:
    random = Random(f"tournaments {edition}")
    for k in range(12):
        players, seats = random.randint(2, (40, 90, 200)[k % 3] if k < 6 else 30), random.choice((2, 3, 5, 6, 6, 7, 9))
        late = random.choice((0, 0, 5, 25))
        event = Event(random, players, seats, Options.of(edition), k % 2 == 0, late)
        event.play()
        assert len(event.alive) == 1
        assert event.entered == players + late


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_t5_many_random_tournaments(edition: str) -> None:
    random = Random(f"many tournaments {edition}")
    for k in range(300):
        options = Options.of(edition, within=random.choice((1, 1, 1, 2)), button=random.choice(("dead", "forward")))
        seats, late = random.randint(2, 9), random.choice((0, 0, 5, 40))
        event = Event(random, random.randint(2, 200), seats, options, k % 2 == 0, late)
        event.play()
        assert len(event.alive) == 1
