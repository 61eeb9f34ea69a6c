"""Failures of other rooms, 10 to 18 of eighteen: tables that stood still, chips and hands that were lost.

Each test would fail if our room had the failure. 1 to 9 are in `test_eighteen.py`.
"""

import asyncio
from pathlib import Path
from random import Random

import pytest

from play import finish, random_hand
from room.tables.test_actor import Ear, Table, two_sit_down, until, with_table
from room.tables.test_eighteen import SHORT, WATCH, greedy, live_hand
from standpat.engine.action import Raise
from standpat.engine.event import PotAwarded
from standpat.protocol import room as wire
from standpat.room.store import journal, ledger
from standpat.room.tables.clock import Clock
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.resume import on_seats, stored_table
from standpat.room.tables.table import ClockRules
from standpat.room.tables.viewer import KEPT, Viewer


def test_10_a_timeout_that_never_comes(tmp_path: Path) -> None:
    """Tables have hung when nobody answered. In ours a hand continues to its end with every page closed."""

    async def run(table: Table) -> None:
        await two_sit_down(table)
        await table.act()
        await table.act()
        for user in ("ann", "bob"):
            table.close_page(user)
        await until(lambda: table.host.live_over, 20)
        assert all([seat is not None and seat.out for seat in table.host.seating.seats])

    with_table(tmp_path, run, clock=SHORT)


def test_11_timed_out_before_the_cards_and_never_back(tmp_path: Path) -> None:
    """Players have been timed out before they had cards, folded although checking was free, and not let back in.

    In ours the frame of the deal brings the cards and the full time to act. A player who times out checks if that is
    legal, and a player who sits out can come back.
    """

    async def run(table: Table) -> None:
        await two_sit_down(table)
        for ear in table.ears.values():
            await until(lambda ear=ear: bool(ear.told("deal")))  # type: ignore[misc]
            turn = ear.told("deal")[0]["hand"]["turn"]
            assert turn["deadline"] - turn["time"] >= table.host.live.record.began  # type: ignore[union-attr]
        await table.act()  # the big blind may check
        ear = table.ears["ann"]
        await until(lambda: bool(ear.told("timeout")))
        assert ear.told("timeout")[0]["did"] == "check"
        await until(lambda: all([seat is not None and seat.out for seat in table.host.seating.seats]), 20)
        await until(lambda: table.host.live_over, 20)
        hands = table.host.hands
        for user in ("ann", "bob"):
            assert (await table.say(user, wire.SitOut, on=False))["t"] == "ack"
        await until(lambda: table.host.hands > hands)

    with_table(tmp_path, run, clock=SHORT)


def test_12_coming_back_while_a_hand_begins(tmp_path: Path) -> None:
    """A hand that began during a reconnect has left the page behind for good, or the seat empty.

    In ours a player who comes back at any moment has their seat and the whole hand, and can act.
    """

    async def run(table: Table) -> None:
        for user in ("ann", "bob"):
            table.open_page(user)
            table.host.said(table.viewers[user], wire.Sit(1, 400))
        for number in range(12):
            table.close_page("ann")
            ear = table.open_page("ann")
            await until(lambda ear=ear: bool(ear.told("hello") and ear.told("snapshot")))  # type: ignore[misc]
            assert ear.told("hello")[0]["you"]["seat"] == table.host.seating.find("ann") is not None
            await until(lambda: not table.host.live_over)
            live = table.host.live
            assert live
            await table.act()
            await asyncio.sleep(0.005 * (number % 3))  # at various times after the decision
            versions = [message["v"] for message in ear.heard if "v" in message][1:]
            assert versions == list(range(versions[0], versions[0] + len(versions)))
        told = await table.say("ann", wire.Sit, buy_in=400)
        assert told["code"] == "not-possible"

    with_table(tmp_path, run)


def test_13_side_pots_that_vanish() -> None:
    """All-in players have been left out of pots, and a side pot after a fold has been paid to nobody.

    In ours every chip goes to a player who is still in.
    """
    for seed in range(300):
        random = Random(seed)
        hand = random_hand(random, seed=seed)
        chips = sum(hand.stacks) + hand.pot
        finish(hand, random)
        assert sum(hand.nets or (1,)) == 0
        assert sum(hand.stacks) == chips
        paid = [pair for event in hand.events if isinstance(event, PotAwarded) for pair in event.winners]
        assert all([hand.live[seat] and amount > 0 for seat, amount in paid])


def test_14_nobody_can_bet_and_the_draws_are_skipped() -> None:
    """Tables have waited for bets that nobody could make, or skipped the draws.

    In ours all-in players draw three times and are asked nothing else.
    """
    live = live_hand(2, stacks=(10, 10))
    asked = 0
    while not live.over:
        if live.hand.drawing:
            asked += 1
        live.act(greedy(live), 1.0)
    assert asked == 6
    assert live.seq == 7  # and the small blind's call


def test_15_a_stack_lost_by_leaving_or_in_a_crash(tmp_path: Path) -> None:
    """Stacks have been lost when a table crashed or a player left during a hand.

    In ours the journal has the stacks during a hand, and a player who leaves is paid when it is over; `with_table`
    audits. (With a killed process: `test_crash`.)
    """

    async def run(table: Table) -> None:
        await two_sit_down(table)
        await table.act()
        (row,) = await table.store.read(journal.tables, "T")
        stored = await table.store.read(stored_table, row, 0)
        held = (await table.store.read(on_seats, "T"))["T"]
        before = [seat.stack for seat in table.host.seating.seats if seat]
        table.host.load(stored, held)
        assert [seat.stack for seat in table.host.seating.seats if seat] == before == [400, 400]
        for user in ("ann", "bob"):
            assert (await table.say(user, wire.Leave))["t"] == "ack"
        await until(lambda: not any(table.host.seating.seats))
        chips: list[int] = []
        for _ in range(100):  # the seats are empty a moment before the commit
            chips = [await table.store.read(ledger.balance, ledger.wallet(user)) for user in ("ann", "bob")]
            if sum(chips) == 2000:
                break
            await asyncio.sleep(0.02)
        assert sum(chips) == 2000

    with_table(tmp_path, run)


def test_16_a_crash_that_deals_again() -> None:
    """Restarts have dealt other cards, so that a player could repeat a bad draw.

    In ours a hand that is resumed after any decision has the same clock and the same future cards, reshuffles included.
    """
    whole = live_hand(6, "seed")
    while not whole.over:
        whole.act(greedy(whole), 1.0)
    live = live_hand(6, "seed")
    while not live.over:
        story = journal.StoredHand(live.record, live.hand.events, live._decision())
        again = LiveHand.resume(story, "seed", Clock(ClockRules()), WATCH)
        assert (again.seq, again.asked, again.hand.to_act) == (live.seq, live.asked, live.hand.to_act)
        while not again.over:
            again.act(greedy(again), 1.0)
        assert again.hand.events == whole.hand.events
        live.act(greedy(live), 1.0)


@pytest.mark.parametrize("amount", ["1000.25", "-5", '"100"', "1e400", "true"])
def test_17_fractions_of_chips_and_raises_beyond_the_cap(tmp_path: Path, amount: str) -> None:
    """Rooms have offered raises above the cap, and had fractional or negative stacks. Ours has neither."""
    if amount == "-5":
        live = live_hand(3)
        raises = 0
        while live.hand.legal.raise_:
            live.act(Raise(live.hand.legal.raise_.max_to), 1.0)
            raises += 1
        assert raises == 3  # on the big blind
        with pytest.raises(ValueError, match="may not raise"):
            live.act(Raise(50), 1.0)

        async def run(table: Table) -> None:
            table.open_page("ann")
            assert (await table.say("ann", wire.Sit, buy_in=-5))["code"] == "not-possible"
            await table.say("ann", wire.Sit, buy_in=400)
            assert (await table.say("ann", wire.TopUp, amount=-5))["code"] == "not-possible"

        with_table(tmp_path, run)
        return
    for frame in (f'{{"t":"sit","id":1,"buy_in":{amount}}}', f'{{"t":"top-up","id":1,"amount":{amount}}}'):
        with pytest.raises(wire.BadFrame):
            wire.read(frame)


class Stuck(Ear):
    """A connection that never reads."""

    async def send(self, text: str) -> None:
        await asyncio.Event().wait()


class Broken(Ear):
    """A connection that is lost."""

    async def send(self, text: str) -> None:
        raise OSError("gone")


def test_18_a_spectator_who_does_not_read(tmp_path: Path) -> None:
    """A paused spectator has frozen tables, filled memory, or ended the broadcast.

    In ours the others play on, and the spectator's queue stays small.
    """

    async def run(table: Table) -> None:
        viewers = []
        tasks = []
        for ear in (Stuck(), Broken()):
            viewer = Viewer("eve", "eve", ear, table.host.snapshot)
            tasks.append(asyncio.create_task(viewer.run()))
            table.host.join(viewer, wire.You("eve", "eve", "guest", 0))
            viewers.append(viewer)
        await two_sit_down(table)
        for number in range(3 * KEPT):
            await table.say("ann", wire.Say, text=f"line {number}")
        for _ in range(4):
            await table.act()
        assert all([len(viewer._items) <= KEPT + 2 for viewer in viewers])
        assert len(table.ears["bob"].told("chat")) == 3 * KEPT
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    with_table(tmp_path, run)
