"""A farmer: somebody who wants as many chips from the bank as can be had, by whatever tables, bots and accounts.

The rooms are real ones, on a database, with a clock of the farmer's own and nobody in a hurry: hosts do not run by
themselves but are driven decision by decision, so an hour takes as long as its hands. `Farm` has what a farmer can do;
`plots` are the ways to farm. After each of them the gain of all accounts together is told. Run it for long:

    python tests/room/farmer.py --hands 2000
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from msgspec import structs

from standpat.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.bot import player, players, situation
from standpat.room import home
from standpat.room.croupier import Pace
from standpat.room.host import Host
from standpat.room.refusal import REFUSALS
from standpat.room.room import Room
from standpat.room.sitter import Sitter
from standpat.room.store import Store, ledger
from standpat.room.store.account import AccountError, User
from standpat.room.table import BotRules, NewTable
from standpat.room.watch import Watch

NOON = 1_795_262_400.0
HOME = home.of("192.0.2.7")
HOUR = 3600.0


class Farm:
    """One farmer at one address, in a room of their own."""

    def __init__(self, file: Path, *, start: float = NOON) -> None:
        self.time = start
        self.hands = 0
        self.accounts: list[User] = []
        self._url = f"sqlite:///{file}"
        self._chance = Random(1)
        self._thief = player("rule")

    async def open(self) -> None:
        """The room opens, or opens again."""
        watch = Watch(lambda: self.time, lambda: self.time)
        self.room = Room(Store.open(self._url), pace=Pace(0.0, 0.0, 0.0), watch=watch)
        await self.room._resume()
        for host in self.room.tables.values():
            await host.stop()

    async def restart(self) -> None:
        """Whatever is in hand; nothing is said to anybody."""
        await self.room.store.close()
        await self.open()

    async def guest(self, home: str = HOME) -> User:
        """One more account."""
        user = (await self.room.accounts.guest(home)).user
        self.accounts.append(user)
        return user

    async def bot(self, owner: User) -> User:
        """One more, by a token."""
        user = (await self.room.accounts.bot(f"Bot {len(self.accounts)}", owner.id)).user
        self.accounts.append(user)
        return user

    async def table(self, owner: User | None, **wish: Any) -> Host:
        """A table of the farmer's, or of the house."""
        host = await self.room.open_table(NewTable(**{"game": "27td", **wish}), owner)
        await host.stop()
        return host

    async def close(self, host: Host) -> None:
        """Between hands."""
        await self.finish(host)
        await host._shut()
        del self.room.tables[host.rules.id]

    async def sit(self, host: Host, user: User, buy_in: int | None = None) -> bool:
        """With so many chips, as many as may be had unless said."""
        chips = await self.room.store.read(ledger.balance, ledger.wallet(user.person))
        buy_in = min(chips, host.rules.buy_in[1]) if buy_in is None else buy_in
        try:
            at = await host.desk.sit(Sitter(user.id, user.name, user.person, HOME), buy_in)
        except REFUSALS:
            return False
        host.seating.post_blinds(at, True)
        return True

    async def daily(self, user: User) -> int:
        """Today's chips, once more."""
        try:
            return await self.room.daily(user, HOME)
        except AccountError:
            return 0

    async def play(self, host: Host, hands: int) -> int:
        """So many hands, if they are dealt: who is seated raises whatever happens. How many there were."""
        played = 0
        for _ in range(hands):
            if not await self._deal(host):
                break
            await self.finish(host)
            played += 1
        self.hands += played
        return played

    async def finish(self, host: Host) -> None:
        """Play the hand to its end, if there is one."""
        while not host.live_over:
            await self.step(host)

    async def step(self, host: Host) -> None:
        """One decision of a hand."""
        live = host.live
        assert live
        seq, user = live.seq, live.user_to_act or ""
        self.time += 0.1
        if any([account.id == user for account in self.accounts]):
            await host.croupier.play(self._steal(live))
            return
        while live.seq == seq and not live.over:
            await host.croupier.go_on()
            if live.seq == seq:
                self.time += 0.05
                await asyncio.sleep(0.001)  # somebody thinks

    async def _deal(self, host: Host) -> bool:
        for user in [seat.user for seat in host.seating.seats if seat and not seat.bot and seat.out]:
            await host.desk.change(user, lambda at: host.seating.sit_out(at, False))
        for seat in [seat for seat in host.seating.seats if seat and not seat.bot and not seat.stack]:
            had = await self.room.store.read(ledger.balance, seat.purse)
            with contextlib.suppress(*REFUSALS):
                await host.desk.top_up(seat.user, min(had, host.rules.buy_in[1]))
        before = host.hands
        for _ in range(15):
            self.time = max(self.time, host.croupier.due() or self.time) + 1.0
            await host.croupier.go_on()
            if host.hands > before:
                return True
        return False

    def _steal(self, live: Any) -> Action:
        legal = live.hand.legal
        if legal.draw is not None:
            action: Action = self._thief(situation(live.hand, self._chance))
            return action if isinstance(action, Discard) else Discard()
        if legal.raise_ is not None:
            return Raise(legal.raise_.max_to)
        if legal.bet is not None:
            return Bet(legal.bet.max_to)
        return Call() if legal.call is not None else Check() if legal.check else Fold()

    async def worth(self) -> int:
        """What all accounts together have, in wallets and on tables, their bots' stakes included."""
        found = await self.room.store.read(ledger.balances)
        mine = {user.id for user in self.accounts}
        own = sum([chips for name, chips in found.items() if name.rpartition(":")[2] in mine])
        stakes = 0
        for host in self.room.tables.values():
            for seat in host.seating.seats:
                if seat and seat.bot and seat.purse.removeprefix("wallet:") in mine:
                    stakes += found.get(ledger.seat(host.rules.id, seat.user), 0)
        return own + stakes

    async def audit(self) -> list[str]:
        """What is wrong with the books."""
        return await self.room.store.read(ledger.audit)


Plot = Callable[[Farm, User, int], Awaitable[None]]


def with_bots(kind: str, keep: int, **wish: Any) -> dict[str, Any]:
    return {"seats": keep + 1, "bots": BotRules((kind,), keep=keep), **wish}


async def own_folders(farm: Farm, ann: User, hands: int) -> None:
    """A table of one's own, five folders, a large ante."""
    host = await farm.table(ann, **with_bots("folder", 5, ante=100, buy_in=(200, 1000)))
    await farm.sit(host, ann)
    await farm.play(host, hands)


async def own_bots_of_all_kinds(farm: Farm, ann: User, hands: int) -> None:
    """Other bots for every hand, and now and then the table is made anew."""
    kinds = [name for name in players() if name in SIMPLE]
    for round_ in range(3):
        game, ante = ("27td", "a5td", "27sd")[round_], (0, 5, 50)[round_]
        host = await farm.table(ann, **with_bots(kinds[0], 2, ante=ante, game=game))
        await farm.sit(host, ann)
        for number in range(hands // 3):
            bots = BotRules((kinds[number % len(kinds)],), keep=1 + number % 2)
            rules = structs.replace(host.rules, bots=bots)
            host.rules = host.croupier.rules = host.desk.rules = rules
            await farm.play(host, 1)
        await farm.close(host)


async def house_folders(farm: Farm, ann: User, hands: int) -> None:
    """The house would never seat folders with an ante; where it does they cost it no more."""
    host = await farm.table(None, **with_bots("folder", 5, ante=100, buy_in=(200, 1000)))
    await farm.sit(host, ann)
    await farm.play(host, hands)


async def two_house_tables(farm: Farm, ann: User, hands: int) -> None:
    """Hand by hand at two tables at once, one of them with a hand always in play."""
    one = await farm.table(None, **with_bots("folder", 5, ante=100, buy_in=(200, 1000)))
    other = await farm.table(None, **with_bots("folder", 3, ante=200, buy_in=(300, 4000)))
    for host in (one, other):
        await farm.sit(host, ann, 2000 if host is other else 1000)
    for _ in range(hands // 2):
        if other.live_over:
            await farm._deal(other)
        await farm.play(one, 1)
        await farm.finish(other)


async def restarts(farm: Farm, ann: User, hands: int) -> None:
    """The room ends in the middle of every fifth hand."""
    host = await farm.table(None, **with_bots("folder", 5, ante=100, buy_in=(200, 1000)))
    await farm.sit(host, ann)
    id = host.rules.id
    for number in range(hands):
        host = farm.room.tables[id]
        if number % 5 == 0 and await farm._deal(host):
            await farm.restart()
            await farm.finish(farm.room.tables[id])
        elif not await farm.play(host, 1):
            break


async def topping_up(farm: Farm, ann: User, hands: int) -> None:
    """Chips are moved to a table so that the wallet is empty, and the day's chips asked for, again and again."""
    host = await farm.table(ann, **with_bots("folder", 1, buy_in=(100, 10_000)))
    house = await farm.table(None, **with_bots("folder", 5, ante=100, buy_in=(200, 1000)))
    for _ in range(hands // 4):
        await farm.sit(host, ann, 9000)
        await asyncio.gather(*[farm.daily(ann) for _ in range(3)])
        await farm.sit(house, ann)
        await farm.play(house, 4)
        await asyncio.gather(*[farm.daily(ann) for _ in range(3)])


async def many_accounts(farm: Farm, ann: User, hands: int) -> None:
    """Guests and tokens of one address; whoever has chips loses them to the next at a table of two, who farms on."""
    crowd = [ann, *[await farm.guest() for _ in range(5)], *[await farm.bot(ann) for _ in range(3)]]
    for user in crowd:
        await farm.daily(user)
        house = await farm.table(None, **with_bots("folder", 5, ante=100, buy_in=(200, 1000)))
        await farm.sit(house, user)
        await farm.play(house, hands // len(crowd))
        duel = await farm.table(ann, seats=2, big_blind=200, buy_in=(400, 10_000), same_address=True)
        for one in (user, crowd[(crowd.index(user) + 1) % len(crowd)]):
            await farm.sit(duel, one)
        await farm.play(duel, 3)
        for host in (house, duel):
            await farm.close(host)


async def honest_play(farm: Farm, ann: User, hands: int) -> None:
    """The house's own kind of table, against players who can play."""
    host = await farm.table(None, **with_bots("rule", 5))
    await farm.sit(host, ann)
    for _ in range(hands):
        if not await farm.play(host, 1):
            await farm.daily(ann)
            if host.seating.find(ann.id) is None:
                await farm.sit(host, ann)
            else:
                try:
                    await host.desk.top_up(ann.id, 800)
                except REFUSALS:
                    break


SIMPLE = ("folder", "caller", "random", "rule", "passive")
PLOTS: tuple[Plot, ...] = (
    own_folders,
    own_bots_of_all_kinds,
    house_folders,
    two_house_tables,
    restarts,
    topping_up,
    many_accounts,
    honest_play,
)


async def gain(file: Path, plot: Plot, hands: int) -> tuple[int, Farm]:
    """What a farmer makes of a newcomer's chips in an hour, or so many hands."""
    farm = Farm(file)
    await farm.open()
    try:
        ann = await farm.guest()
        before = await farm.worth()
        await plot(farm, ann, hands)
        wrong = await farm.audit()
        assert wrong == [], wrong
        return await farm.worth() - before, farm
    finally:
        await farm.room.store.close()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=500)
    args = parser.parse_args()
    worst = 0
    for plot in PLOTS:
        with tempfile.TemporaryDirectory() as folder:
            won, farm = asyncio.run(gain(Path(folder) / "room.sqlite", plot, args.hands))
        worst = max(worst, won)
        minutes = (farm.time - NOON) / 60
        print(f"{plot.__name__:24} {won:+8,} chips in {farm.hands:6,} hands, {minutes:6.1f} minutes", flush=True)
    return int(worst > 10_000)


if __name__ == "__main__":
    sys.exit(main())
