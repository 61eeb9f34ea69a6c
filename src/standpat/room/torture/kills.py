"""The process is killed again and again at random moments. Everything that was acknowledged must still be there.

Two people play at one table, with clients that reconnect by themselves. After each kill the database is opened and
checked, and once more after an ordinary stop:

- Every acknowledged decision is in the journal.
- Every hand, dealt again from its seed, gives the events that were stored and those that the clients saw.
- Every chip at the table is in the ledger.
"""

import asyncio
import random
from typing import Final

import msgspec
from msgspec import Struct, field

from standpat.engine.action import Action, Call, Check, Discard, Fold
from standpat.engine.dealer import Dealer
from standpat.engine.event import Event, HandStart
from standpat.engine.rebuild import rebuild
from standpat.room.clients.client import RoomError, Table
from standpat.room.server_process import STOPPED
from standpat.room.store import journal, ledger
from standpat.room.tables.resume import TableState
from standpat.room.torture import check
from standpat.room.torture.site import Site

KILLS: Final = 60
GOES_ON: Final = 6
"""Decisions that must be acknowledged between two kills."""


class Caller(Struct):
    """A player who checks and calls, whatever happens to the room.

    Attributes:
        table: The connection to the table.
        acked: Decisions that the room acknowledged: hand number and decision number.
        seen: The events seen, by hand number.
        changed: Hands of which other events were seen than before.
    """

    table: Table
    acked: set[tuple[int, int]] = field(default_factory=set)
    """Decisions that the room acknowledged: hand number and decision number."""
    seen: dict[int, list[Event]] = field(default_factory=dict)
    changed: set[int] = field(default_factory=set)
    """Hands of which other events were seen than before."""

    def start(self) -> None:
        """Record the events of every frame from now on."""
        self.table.on_message = lambda _message: self._note()

    async def play(self) -> None:
        """Check and call until cancelled, and continue after broken connections."""
        table = self.table
        while True:
            try:
                turn = await table.my_turn(60)
                key = (table.hand_no, turn.seq)
                await table.act(cheapest(table))
                self.acked.add(key)
            except (ConnectionError, RoomError, TimeoutError):
                await asyncio.sleep(0.01)

    def _note(self) -> None:
        events, number = self.table.events, self.table.hand_no
        if not events or not isinstance(events[0], HandStart):
            return
        known = self.seen.setdefault(number, [])
        if events[: len(known)] != known[: len(events)]:
            self.changed.add(number)
        if len(events) > len(known):
            self.seen[number] = list(events)


def cheapest(table: Table) -> Action:
    """Check, call or stand pat; fold if none is possible."""
    legal = table.legal
    assert legal is not None
    if legal.draw is not None:
        return Discard()
    return Check() if legal.check else Call() if legal.call is not None else Fold()


async def kill_loop(site: Site, kills: int = KILLS, seed: int = 1) -> check.Finding:
    """The attack, as the module says.

    Args:
        site: The room.
        kills: How often the process is killed.
        seed: Seed of the moments.
    """
    chance = random.Random(seed)
    lost = altered = open_hands = 0
    async with site.guest() as ann, site.guest() as bob:
        id = await ann.create(game="27td", seats=2, big_blind=2, buy_in=[100, 10_000])
        async with ann.table(id) as ann_table, bob.table(id) as bob_table:
            players = [Caller(ann_table), Caller(bob_table)]
            for player in players:
                player.start()
            await ann_table.sit(5000)
            await bob_table.sit(5000)
            tasks = [asyncio.create_task(player.play()) for player in players]
            for _ in range(kills):
                await asyncio.sleep(chance.uniform(0.05, 0.4))
                await asyncio.to_thread(site.kill)
                result = await compare(site, id, players)
                lost, altered, open_hands = lost + result[0], altered + result[1], open_hands + result[2]
                await asyncio.to_thread(site.start)
                done = _done(players)
                async with asyncio.timeout(30):
                    while _done(players) < done + GOES_ON:
                        await asyncio.sleep(0.01)
            for task in tasks:
                task.cancel()
    stopped = await asyncio.to_thread(site.stop)
    result = await compare(site, id, players)
    lost, altered = lost + result[0], altered + result[1] + sum([len(player.changed) for player in players])
    figures = {"kills": kills, "acknowledged": _done(players), "in mid-hand": open_hands, "lost": lost}
    return check.Finding(
        not lost and not altered and stopped in STOPPED and _done(players) >= kills,
        f"{kills} kills, {open_hands} of them during a hand, {_done(players)} acknowledged decisions: "
        f"{lost} lost, {altered} altered",
        {**figures, "altered": altered},
    )


def _done(players: list[Caller]) -> int:
    return sum([len(player.acked) for player in players])


async def compare(site: Site, table: str, players: list[Caller]) -> tuple[int, int, int]:
    """Compare the database with what the players saw.

    Returns:
        Decisions lost, hands and accounts altered, unfinished hands.
    """
    store = site.store()
    try:
        records = await store.read(journal.hands_of_table, table, 1_000_000)
        stored_hands = [await store.read(journal.hand, record.id) for record in records]
        unfinished = await store.read(journal.unfinished)
        by_number = {s.hand.hand_no: s for s in [*stored_hands, *unfinished] if s is not None and s.hand.table == table}
        lost = altered = 0
        for player in players:
            for hand_no, seen in player.seen.items():
                stored = by_number.get(hand_no)
                if stored is None:
                    lost += 1
                    continue
                record = stored.hand
                dealer = Dealer(await store.read(journal.seed, record.id))
                again = rebuild(record.game, record.stakes, stored.events, dealer, posts=record.posts)
                shown = again.seen_by(record.users.index(player.table.lobby.user))
                altered += again.events != stored.events or list(shown[: len(seen)]) != seen
                lost += len(seen) > len(shown)
            for hand_no, seq in player.acked:
                stored = by_number.get(hand_no)
                there = stored and (stored.hand.ended or (stored.decision and stored.decision.seq > seq))
                lost += not there
        row = next(row for row in await store.read(journal.tables) if row.id == table)
        seating = msgspec.json.decode(row.state, type=TableState).seating
        stacks = {ledger.seat(table, seat.user): seat.stack + seat.added for seat in seating.seats if seat}
        balances = await store.read(ledger.balances, f"seat:{table}:")
        altered += {account: chips for account, chips in balances.items() if chips} != stacks
        altered += len(await store.read(ledger.audit))
        return lost, altered, len(unfinished)
    finally:
        await store.close()


CHECKS: Final = (
    check.Check(
        "kills",
        "availability",
        "A killed process loses no acknowledged action, card or chip",
        kill_loop,
        seconds=600,
        options=("--pace", "0", "--limit", "1000000"),
    ),
)
