"""Random small tournaments for the independent checker: python tests/tournament_sweep.py COUNT SEED.

Every tournament has its own size, structure, edition, late entrants, entries bought again, pauses, disqualifications,
deals and crashes (the state is read again from the encoded events). Hands are not dealt: stacks after a hand are drawn,
often so that several players lose everything. `random_tournament(seed)` gives the events of one.
"""

import sys
import time
from collections import Counter
from random import Random
from typing import Literal

from standpat.engine.games import Stakes
from standpat.tournament import commands
from standpat.tournament.commands import Granted
from standpat.tournament.dealing import dealt
from standpat.tournament.director import due, following
from standpat.tournament.events import Announced, Dealt, Event, Played, decode, encode
from standpat.tournament.fold.apply import apply, folded
from standpat.tournament.options import EDITIONS, Options
from standpat.tournament.registration import Refused
from standpat.tournament.rotation import Turns
from standpat.tournament.structure import AddOn, Level, Rebuys, Structure
from tournament_checker import violations

MOST_STEPS = 4000
ANTES: tuple[Literal["everyone", "big-blind"], ...] = ("everyone", "big-blind")


def structure(random: Random, players: int) -> Structure:
    """A random structure."""
    games = random.choice((("27td",), ("27sd",), ("27td", "27sd")))
    seats = random.randint(2, 7 if games == ("27sd",) else 6)
    single = random.random() < 0.2 and players <= seats
    levels, big, times, by = [], 2, random.randint(0, 3), random.choice(ANTES)
    for _ in range(8):
        ante = big * times // 2
        stakes = {id: Stakes(big // 2, big, ante if id == "27sd" else 0, by) for id in games}
        levels.append(Level(random.randint(1, 6), stakes, random.choice((0, 0, 3))))
        big *= 2
    closes = 0 if single else random.choice((0, 1, 2, 3))
    rebuys = (
        Rebuys(random.randint(1, 3), 100, 50, random.randint(1, 2), 100)
        if not single and random.random() < 0.3
        else None
    )
    first = random.randint(1, 3)
    add_on = AddOn(first, first + random.randint(0, 1), 150, 40) if not single and random.random() < 0.2 else None
    return Structure(
        name="Random",
        games=games,
        levels=tuple(levels),
        turns=Turns(random.choice(("levels", "orbits", "hands")), random.randint(1, 2)),
        seats=players if single else seats,
        starting_stack=100,
        sit_and_go=single,
        most=players if single else 64,
        minimum=players if single else 2,
        buy_in=random.choice((0, 7, 100)),
        fee=5,
        registration_closes=closes,
        re_entries=random.randint(0, 2) if closes else 0,
        give_up=bool(closes) and random.random() < 0.5,
        rebuys=rebuys,
        add_on=add_on,
    )


class Evening:
    """One tournament, and how it is driven."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)
        self.seed = seed.encode()
        players = self.random.choice((2, 3, self.random.randint(2, 12), self.random.randint(2, 40)))
        if players == 1:
            players = 2
        options = Options.of(self.random.choice(EDITIONS))
        if self.random.random() < 0.3:
            options = Options.of(options.edition, h4h_ties="stack", h4h_at=self.random.randint(0, 4))
        form = structure(self.random, players)
        starts = 0 if form.sit_and_go else 1000
        self.now, self.events = 1, list[Event]()
        self.t = folded([])
        self.write(Announced(at=0, id="t", name="Random", structure=form, options=options, starts=starts))
        for number in range(players):
            self.ask(commands.register, f"p{number}", f"P{number}")
        self.late = self.random.choice((0, 0, self.random.randint(0, 8))) if form.registration_closes else 0
        self.bold = self.random.uniform(0.05, 0.9)
        self.now = max(self.now, starts)

    def write(self, *events: Event) -> None:
        for event in events:
            apply(self.t, event)
            self.events.append(event)

    def ask(self, command: object, *args: object, **more: object) -> None:
        try:
            granted: Granted = command(self.t, *args, now=self.now, **more)  # type: ignore[operator]
        except Refused:
            return
        self.write(*granted.events)
        self.follow()

    def follow(self) -> None:
        while events := following(self.t, self.seed, self.now):
            self.write(*events)

    def play(self) -> list[Event]:
        self.follow()
        for _ in range(MOST_STEPS):
            if self.t.status not in ("open", "running"):
                return self.events
            self.step()
        raise AssertionError("it goes on and on")

    def step(self) -> None:
        random, t = self.random, self.t
        before = len(self.events)
        if random.random() < 0.02:  # a crash
            self.t = t = folded([decode(encode(event)) for event in self.events])
        for number in sorted(t.tables, key=lambda _: random.random()):
            if number in t.tables and random.random() < 0.8 and (hand := dealt(t, number, self.seed, self.now)):
                self.write(hand)
                self.follow()
        for number in [number for number, table in t.tables.items() if table.hand and random.random() < 0.6]:
            hand = t.tables[number].hand if number in t.tables else None
            if hand is not None:
                self.now += random.randint(0, 3000)
                self.write(Played(at=self.now, table=number, hand=hand.hand, stacks=self.stacks(hand)))
                self.follow()
        self.people()
        if len(self.events) == before or random.random() < 0.1:
            ends = due(t, self.now)
            self.now = max(self.now, ends) if ends and random.random() < 0.5 else self.now + random.randint(1, 60_000)
        self.follow()

    def stacks(self, hand: Dealt) -> tuple[int, ...]:
        """What a hand leaves: some lose everything, one or two win it."""
        random, stacks = self.random, list(hand.stacks)
        order = random.sample(range(len(stacks)), len(stacks))
        winner, pot = order[0], 0
        for at in order[1:]:
            bet = stacks[at] if random.random() < self.bold else random.randint(0, stacks[at])
            bet = min(bet, stacks[winner])
            stacks[at] -= bet
            pot += bet
        second = order[1] if random.random() < 0.2 else winner
        part = random.randint(0, pot)
        stacks[winner] += pot - part
        stacks[second] += part
        return tuple(stacks)

    def people(self) -> None:
        """What people ask for."""
        random, t = self.random, self.t
        if self.late and random.random() < 0.3:
            self.late -= 1
            self.ask(commands.register, f"late{self.late}", "Late")
        for id in sorted(t.players):
            one = t.players[id]
            if t.status != "running":
                return
            if one.out or not one.stack:
                if random.random() < 0.3:
                    self.ask(random.choice((commands.reenter, commands.rebuy, commands.rebuy, commands.decline)), id)
            elif random.random() < 0.03:
                self.ask(random.choice((commands.rebuy, commands.add_on, commands.add_on, commands.reenter)), id)
        alive = sorted([one.id for one in t.alive()])
        if t.proposal is not None:
            sure = random.random() < 0.6
            for id in alive:
                self.ask(commands.answer, id, sure or random.random() < 0.8)
        elif alive and random.random() < 0.02:
            self.propose(alive)
        if t.paused:
            if random.random() < 0.5:
                self.now += random.choice((0, 0, 5 * 3_600_000))  # a pause overnight
                self.ask(commands.resume, "host")
        elif random.random() < 0.01:
            self.ask(commands.pause, "host")
        if random.random() < 0.01:
            self.ask(commands.add_time, "host", random.choice((-60_000, 60_000)))
        if random.random() < 0.005:
            self.ask(commands.call_break, "host", 120_000)
        if alive and random.random() < 0.005:
            self.ask(commands.disqualify, "host", random.choice(alive), "why")

    def propose(self, alive: list[str]) -> None:
        form = self.random.choice(("icm", "chips", "even", "custom"))
        if form == "icm" and len(alive) > 6:
            return
        given = {id: self.random.randint(0, 20) for id in alive} if form == "custom" else None
        self.ask(commands.propose, alive[0], form, amounts=given)


def random_tournament(seed: str) -> list[Event]:
    """The events of one random tournament."""
    return Evening(seed).play()


def main(count: int, seed: str) -> int:
    """Play and check. Returns how many tournaments break a rule."""
    began, kinds, bad, total, said = time.perf_counter(), Counter[str](), 0, 0, Counter[str]()
    for number in range(count):
        name = f"{seed}.{number}"
        events: list[Event] = []
        try:
            events = random_tournament(name)
            found = violations(events)
        except Exception as fault:  # say which one it was, and go on
            said["fault"] += 1
            if said["fault"] < 4:
                print(name, type(fault).__name__, fault)
            bad += 1
            continue
        total += len(events)
        kinds.update([type(event).__name__ for event in events])
        bad += bool(found)
        for one in found[:1]:
            said[one.rule] += 1
            if said[one.rule] <= 3:
                print(name, *one)
    print(", ".join([f"{kind} {many}" for kind, many in sorted(kinds.items())]))
    print(
        f"{count} tournaments, {total} events, {bad} with violations {dict(said)}, {time.perf_counter() - began:.0f} s"
    )
    return bad


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]), sys.argv[2])))
