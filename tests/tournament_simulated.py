"""A whole tournament of bots in simulated time, with crashes: engine, director and journal together.

    python tests/tournament_simulated.py ENTRANTS CRASHES GAMES [SEED]

Games are ids with commas between them. A crash forgets everything but the journal, at a random moment: between any two
writes, in hands at every table, before or after what was about to be written. What was read again must be the same as
what was forgotten. The run is then compared with one of the same seed without crashes: same events, same result.

Every player is the bot `rule`, or with `--fast` one that follows its cards less closely, and everything they choose
comes from the seed, the table, the hand and the number of the decision.
"""

import argparse
import heapq
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

import msgspec

from standpat.bots.player import Player, Situation, situation
from standpat.bots.rule import rule
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.dealer import Dealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.tournament import commands
from standpat.tournament.dealing import dealt, posts
from standpat.tournament.director import due, following
from standpat.tournament.events import Announced, Dealt, Event, Out, Played, decode, encode
from standpat.tournament.fold.apply import apply, folded
from standpat.tournament.next_hand import next_hand
from standpat.tournament.options import Options
from standpat.tournament.registration import Refused
from standpat.tournament.state import Tournament
from standpat.tournament.structure import Level, Structure

LADDER = (10, 20, 30, 40, 60, 80, 100, 120, 160, 200, 240, 300, 400, 500, 600, 800, 1000, 1200, 1600, 2000, 2400, 3000)
PAUSE_MS = 4_000
THINK_MS = (800, 6_000)
START_MS = 60_000


class _Actions:
    """Actions as the journal has them."""

    encode = staticmethod(msgspec.json.encode)
    decode = msgspec.json.Decoder(Action).decode


ACTION: Final = _Actions()


def structure(ids: tuple[str, ...], entrants: int) -> Structure:
    """A turbo structure with late registration, re-entry and breaks; the ante of no limit is one big blind."""

    def stakes(id: str, bet: int) -> Stakes:
        if game(id).betting == "fixed-limit":
            return Stakes(bet // 2, bet)
        return Stakes(bet // 2, bet, bet, "big-blind")

    levels = tuple(
        [Level(3, {id: stakes(id, 2 * bet) for id in ids}, 5 if k % 6 == 5 else 0) for k, bet in enumerate(LADDER)]
    )
    return Structure(
        name="Simulated",
        games=ids,
        levels=levels,
        seats=6,
        starting_stack=1000,
        unit=1,
        buy_in=1000,
        fee=100,
        most=2 * entrants,
        registration_closes=3,
        re_entries=1,
    )


def loose(situation: Situation) -> Action:
    """A player who costs no time: keeps low cards without pairs, and bets, calls and folds by chance."""
    legal, random = situation.legal, situation.random
    if legal.draw is not None:
        kept: set[int] = set()
        for card in situation.cards:
            if card // 4 < 7 and card // 4 not in {other // 4 for other in kept}:
                kept.add(card)
        return Discard(tuple([card for card in situation.cards if card not in kept]))
    chance = random.random()
    if legal.bet is not None and chance < 0.4:
        return Bet(legal.bet.min_to if chance < 0.37 else legal.bet.max_to)
    if legal.raise_ is not None and chance < 0.15:
        return Raise(legal.raise_.min_to if chance < 0.12 else legal.raise_.max_to)
    if legal.check:
        return Check()
    return Call() if chance < 0.75 or not legal.fold else Fold()


@dataclass
class Journal:
    """What is on the disk: events, and the decisions of every hand with their times."""

    events: list[bytes] = field(default_factory=list)
    acts: dict[tuple[int, int], list[tuple[int, bytes]]] = field(default_factory=dict)


class Room:
    """What a server would have in its memory, made from the journal alone."""

    def __init__(
        self, journal: Journal, seed: bytes, entrants: int, player: Player, think: tuple[int, int] = THINK_MS
    ) -> None:
        self.journal, self.seed, self.player, self.think = journal, seed, player, think
        self.t = Tournament()
        self.now = 0
        self.hands: dict[int, Hand] = {}
        self.left: dict[int, int] = {}  # by table, how many were left when its hand began
        self.heap: list[tuple[int, int, str]] = []  # (time, table, player): a decision or an entry
        self.pauses: dict[int, int] = {}  # by table between hands, when it is ready for the next
        self.due: int | None = 0
        for event in map(decode, journal.events):
            self.now = event.at
            self._apply(event)
        for number, table in self.t.tables.items():
            if table.broken or table.hand is None:
                continue
            hand = self.hands[number] = self._begin(table.hand, self.left[number])
            last = table.hand.at
            for at, act in journal.acts.get((number, table.hand.hand), ()):
                hand.apply(ACTION.decode(act))
                last = at
            self.now = max(self.now, last)
            heapq.heappush(self.heap, (last + self._think(table.hand), number, ""))
        for number in range(entrants, entrants + entrants // 10):  # the late ones
            if f"p{number}" not in self.t.players:
                heapq.heappush(self.heap, (START_MS + 5_000 * (1 + number - entrants), 0, f"p{number}"))

    def _apply(self, event: Event) -> None:
        if isinstance(event, Dealt):
            self.left[event.table] = self.t.left
        apply(self.t, event)
        if isinstance(event, Out):
            self._coming_back(event)
        for number, table in self.t.tables.items():
            if table.broken or table.hand is not None:
                self.pauses.pop(number, None)
            else:
                self.pauses.setdefault(number, event.at + PAUSE_MS)

    def _coming_back(self, event: Out) -> None:
        for id in event.players:
            if Random(f"{self.seed!r} {id}").random() < 0.5:
                heapq.heappush(self.heap, (event.at + 7_000, 0, id))

    def _begin(self, event: Dealt, left: int) -> Hand:
        announced = self.t.announced
        coming = next_hand(announced.structure, event.level, event.game, left, len(event.seats), announced.options)
        button, forced = posts(event, coming.stakes, announced.options)
        dealer = Dealer(f"{self.seed!r} {event.table} {event.hand}")
        return Hand(coming.game(), coming.stakes, event.stacks, button, dealer, hand_no=event.hand, posts=forced)

    def _think(self, event: Dealt) -> int:
        acts = len(self.journal.acts.get((event.table, event.hand), ()))
        return Random(f"{self.seed!r} {event.table} {event.hand} {acts} time").randint(*self.think)

    # Steps -----------------------------------------------------------------------------------------------

    def write(self, *events: Event) -> Iterator[None]:
        """Write events together and apply them; a crash is possible before and after."""
        yield
        self.journal.events += map(encode, events)
        for event in events:
            self._apply(event)
            if self.t.status == "running":
                missing = len(self.t.unseated) * self.t.announced.structure.starting_stack
                assert self.t.chips + missing == self.t.field.chips(self.t.announced.structure), event
        yield

    def play(self) -> Iterator[None]:
        """Play to the end; between any two yields the room may be forgotten."""
        while self.t.status in ("open", "running"):
            yield from self._quiet()
            if self.t.status not in ("open", "running"):
                return
            times = [self.heap[0][0]] if self.heap else []
            times += [at for at in self.pauses.values() if at > self.now]
            times += [self.due] if self.due is not None and self.due > self.now else []
            self.now = max(self.now, min(times))
            if self.heap and self.heap[0][0] <= self.now:
                _, number, id = heapq.heappop(self.heap)
                yield from self._enter(id) if id else self._act(number)

    def _quiet(self) -> Iterator[None]:
        """Everything that must happen now, and all hands that may begin."""
        while events := following(self.t, self.seed, self.now):
            yield from self.write(*events)
        for number in [number for number, at in sorted(self.pauses.items()) if at <= self.now]:
            event = dealt(self.t, number, self.seed, self.now)
            if event is not None:
                hand = self._begin(event, self.t.left)
                yield from self.write(event)
                self.hands[number] = hand
                heapq.heappush(self.heap, (self.now + self._think(event), number, ""))
        self.due = due(self.t, self.now)

    def _enter(self, id: str) -> Iterator[None]:
        t, now = self.t, self.now
        try:
            granted = commands.reenter(t, id, now) if id in t.players else commands.register(t, id, id, now)
        except Refused:
            return
        yield from self.write(*granted.events)

    def _act(self, number: int) -> Iterator[None]:
        event, hand = self.t.tables[number].hand, self.hands[number]
        assert event is not None
        acts = self.journal.acts.setdefault((number, event.hand), [])
        action = self.player(situation(hand, Random(f"{self.seed!r} {number} {event.hand} {len(acts)}")))
        yield
        hand.apply(action)
        acts.append((self.now, ACTION.encode(action)))
        if hand.to_act is not None:
            heapq.heappush(self.heap, (self.now + self._think(event), number, ""))
            yield
            return
        # The last action and the end of the hand are one write.
        played = Played(at=self.now, table=number, hand=event.hand, stacks=tuple(hand.stacks))
        self.journal.events.append(encode(played))
        self._apply(played)
        del self.hands[number]
        yield


def opened(
    structure: Structure, entrants: int, seed: int, player: Player = rule, think: tuple[int, int] = THINK_MS
) -> Room:
    """A room with a tournament for which so many have registered; `Room.play` plays it."""
    options = Options.of(("tda2024", "tda2026", "wsop", "pokerstars")[seed % 4])
    starts = 0 if structure.sit_and_go else START_MS
    announced = Announced(at=0, id="t", name="Simulated", structure=structure, options=options, starts=starts)
    room = Room(Journal([encode(announced)]), f"seed {seed}".encode(), entrants, player, think)
    for number in range(entrants):
        for _ in room.write(*commands.register(room.t, f"p{number}", f"p{number}", 0).events):
            pass
    return room


def run(ids: tuple[str, ...], entrants: int, crashes: int, seed: int, player: Player = rule) -> tuple[Journal, int]:
    """Play a tournament. Returns its journal, and how many crashes there were."""
    secret = f"seed {seed}".encode()
    chance = Random(f"crashes {seed}")
    room = opened(structure(ids, entrants), entrants, seed, player)
    journal = room.journal
    steps, done = 0, 0
    moments = iter(sorted(chance.sample(range(1, MOMENTS[ids, entrants]), crashes))) if crashes else iter(())
    coming = next(moments, None)
    play = room.play()
    while True:
        if coming is not None and steps >= coming:
            before = room
            room = Room(journal, secret, entrants, player)
            _compare(before, room)
            play, done, coming = room.play(), done + 1, next(moments, None)
        try:
            next(play)
        except StopIteration:
            break
        steps += 1
    MOMENTS[ids, entrants] = steps
    return journal, done


MOMENTS: Final[dict[tuple[tuple[str, ...], int], int]] = {}
"""How many moments a run without crashes had, at any of which there may be one."""


def _compare(before: Room, after: Room) -> None:
    """What was read again is what was forgotten."""
    for name in vars(before.t):
        if name != "plan":
            assert repr(getattr(before.t, name)) == repr(getattr(after.t, name)), name
    assert before.hands.keys() <= after.hands.keys()
    for number, hand in before.hands.items():
        again = after.hands[number]
        assert hand.events == again.events, number


def main() -> None:
    """Run it twice, without and with crashes, and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("entrants", type=int)
    parser.add_argument("crashes", type=int)
    parser.add_argument("games")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--fast", action="store_true")
    args = parser.parse_args()
    ids, player = tuple(args.games.split(",")), loose if args.fast else rule
    began = time.perf_counter()
    calm, _ = run(ids, args.entrants, 0, args.seed, player)
    middle = time.perf_counter()
    rough, crashes = run(ids, args.entrants, args.crashes, args.seed, player)
    end = time.perf_counter()
    t = folded([decode(body) for body in rough.events])
    acts = sum([len(acts) for acts in rough.acts.values()])
    print(
        f"{args.games}: {t.field.entries} entries, {len(rough.acts)} hands, {acts} decisions, "
        f"{len(rough.events)} events; "
        f"won by {max(t.won, key=lambda id: t.won[id])}; prizes {sum(t.won.values())} of a pool of "
        f"{t.field.pool(t.announced.structure)} to {len(t.won)} players"
    )
    print(f"without crashes {middle - began:.0f} s, with {crashes} crashes {end - middle:.0f} s")
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    same = calm.events == rough.events and calm.acts == rough.acts
    print("same events, decisions and result as without crashes" if same else "DIFFERENT from the run without crashes")
    sys.exit(not same)


if __name__ == "__main__":
    main()
