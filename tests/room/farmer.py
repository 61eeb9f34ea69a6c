"""A farmer: somebody who wants as many chips from the bank as can be had, by whatever tables, bots and accounts.

The rooms are real ones, on a database, with a clock of the farmer's own and nobody in a hurry: hosts do not run by
themselves but are driven decision by decision, and the clock goes to whatever is due next. So an hour of play has as
many hands as an hour in a room has, and takes as long as they take to compute. `Farm` has what a farmer can do, `PLOTS`
are the ways to farm. After each of them the gain of all accounts together is told. An hour of each, by its name or all:

    python tests/room/farmer.py
    python tests/room/farmer.py --plot house_folders --minutes 600

The farmer plays as fast as a program can and raises whatever happens; the house's players take the time that they take
in a room (`PACE`). What decides at random has a seed, but for the cards.
"""

import argparse
import asyncio
import contextlib
import json
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import structs

from standpat.bots import player, players, situation
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.house import HOUSES
from standpat.room.store import Store, ledger
from standpat.room.store.account import DAILY, AccountError, User
from standpat.room.tables import home
from standpat.room.tables.actor import TableActor
from standpat.room.tables.hand_runner import PACE, Pace
from standpat.room.tables.owner import change_bots
from standpat.room.tables.play_now import seat_at_once
from standpat.room.tables.refusal import REFUSALS
from standpat.room.tables.room import Room
from standpat.room.tables.sitter import Sitter
from standpat.room.tables.table import BotRules, NewTable
from standpat.room.tables.watch import Watch

NOON: Final = 1_795_262_400.0
HALF_PAST_ELEVEN: Final = NOON + 11.5 * 3600
HOME = home.of("192.0.2.7")
ELSEWHERE = home.of("198.51.100.9")
HOUR: Final = 3600.0
AT_ONCE: Final = Pace(0.0, 0.0, 0.0)
FARMERS_S: Final = 0.1
"""What a decision of the farmer's takes."""


class Farm:
    """One farmer at one address, in a room of their own, for so many hands and so many seconds of its clock at most."""

    def __init__(
        self, file: Path, *, start: float = NOON, pace: Pace = AT_ONCE, most: int = 60, seconds: float = HOUR
    ) -> None:
        self.start = self.time = start
        self.until = start + seconds
        self.hands = 0
        self.most = most
        self._pace = pace
        self.accounts: list[User] = []
        self.brought = 0
        """What newcomers were welcomed with."""
        self._url = f"sqlite:///{file}"
        self._chance = Random(1)
        self._thief = player("rule")

    async def open(self) -> None:
        """The room opens, or opens again."""
        watch = Watch(lambda: self.time, lambda: self.time)
        self.room = Room(Store.open(self._url), pace=self._pace, watch=watch)
        await self.room.resume()
        for host in self.room.tables.values():
            await self._halt(host)

    async def _halt(self, host: TableActor) -> None:
        """It does nothing by itself any more, and what it is asked at once."""
        await host.stop()
        host.ask = _at_once  # type: ignore[method-assign]

    @property
    def on(self) -> bool:
        """Is there time to play on?"""
        return self.hands < self.most and self.time < self.until

    @contextlib.contextmanager
    def share(self, parts: int) -> Iterator[None]:
        """For one of so many parts of all hands and of all the time."""
        most, until = self.most, self.until
        self.most = min(most, self.hands + max(1, most // parts))
        self.until = min(until, self.time + (until - self.start) / parts)
        yield
        self.most, self.until = most, until

    async def restart(self) -> None:
        """Whatever is in hand; nothing is said to anybody."""
        await self.room.store.close()
        await self.open()

    async def guest(self, home: str = HOME) -> User:
        """One more account."""
        user = (await self.room.accounts.guest(home)).user
        self.accounts.append(user)
        self.brought += await self.room.store.read(ledger.balance, ledger.wallet(user.id))
        return user

    async def bot(self, owner: User) -> User:
        """One more, by a token."""
        user = (await self.room.accounts.bot(f"Bot {len(self.accounts)}", owner.id)).user
        self.accounts.append(user)
        return user

    async def table(self, owner: User | None, **wish: Any) -> TableActor:
        """A table of the farmer's, or of the house."""
        host = await self.room.open_table(NewTable(**{"game": "27td", **wish}), owner)
        await self._halt(host)
        return host

    async def play_now(self, user: User) -> TableActor | None:
        """A seat where the room has one."""
        try:
            host, at = await seat_at_once(self.room, user, "27td", HOME)
        except (*REFUSALS, AccountError):
            return None
        finally:
            for one in self.room.tables.values():
                if not one.stopped:
                    await self._halt(one)
        host.seating.post_blinds(at, True)
        return host

    async def close(self, host: TableActor) -> None:
        """Between hands."""
        await self.finish(host)
        await host.close()
        del self.room.tables[host.rules.id]
        self.room.openings.closed(host.rules.id)

    async def sit(self, host: TableActor, user: User, buy_in: int | None = None) -> bool:
        """With so many chips; unless said, as many as they may have, or have to bring back."""
        chips = await self.room.store.read(ledger.balance, ledger.wallet(user.person))
        back = await host.cashier.coming_back(user.person)
        most = max(host.rules.buy_in[1], back.chips if back else 0)
        buy_in = min(chips, most) if buy_in is None else buy_in
        try:
            at = await host.cashier.sit(Sitter(user.id, user.name, user.person, HOME), buy_in)
        except REFUSALS:
            return False
        host.seating.post_blinds(at, True)
        return True

    async def daily(self, user: User) -> int:
        """Today's chips, once more."""
        try:
            return await self.room.daily_chips.give(user, HOME)
        except AccountError:
            return 0

    async def play(self, host: TableActor, hands: int) -> int:
        """So many hands, if they are dealt: who is seated raises whatever happens. How many there were."""
        played = 0
        for _ in range(hands):
            if not await self.deal(host):
                break
            await self.finish(host)
            played += 1
        return played

    async def play_on(self, host: TableActor, user: User) -> None:
        """As long as there is time; while no hand is dealt they ask for chips, go, and sit down again."""
        while self.on:
            if not await self.play(host, 1):
                await self.beg(host, user)

    async def beg(self, host: TableActor, user: User) -> None:
        """No hand was dealt: they take their chips away, or come back with some."""
        await self.daily(user)
        if host.seating.find(user.id) is None:
            await self.sit(host, user)
        else:
            await host.cashier.leave(user.id)
        self.time += 15

    async def finish(self, host: TableActor) -> None:
        """Play the hand to its end, if there is one."""
        while not host.live_over:
            await self.step(host)

    async def step(self, host: TableActor) -> None:
        """One decision of a hand."""
        live = host.live
        assert live
        seq, user = live.seq, live.user_to_act or ""
        at = host.seating.find(user)
        seat = None if at is None else host.seating.seats[at]
        if any([account.id == user for account in self.accounts]) and seat and not seat.gives_up:
            self.time += FARMERS_S
            await host.runner.play(self._steal(live))
            return
        while live.seq == seq and not live.over:
            self.time = max(self.time, host.runner.due() or 0.0)
            await host.runner.go_on()
            if live.seq == seq:
                await asyncio.sleep(0.001)  # somebody thinks

    async def deal(self, host: TableActor) -> bool:
        """The next hand, for everybody who can be dealt in."""
        for user in [seat.user for seat in host.seating.seats if seat and not seat.bot and seat.out]:
            await host.cashier.change(user, lambda at: host.seating.sit_out(at, False))
        for seat in [seat for seat in host.seating.seats if seat and not seat.bot and not seat.stack]:
            had = await self.room.store.read(ledger.balance, seat.purse)
            with contextlib.suppress(*REFUSALS):
                await host.cashier.top_up(seat.user, min(had, host.rules.buy_in[1]))
        before = host.hands
        for _ in range(15):
            self.time = max(self.time, host.runner.due() or self.time) + 1.0
            await host.runner.go_on()
            if host.hands > before:
                self.hands += 1
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


Plot = Callable[[Farm, User], Awaitable[None]]


async def _at_once(job: Callable[[], Awaitable[Any]]) -> Any:
    return await job()


def with_bots(kind: str, keep: int, **wish: Any) -> dict[str, Any]:
    return {"seats": keep + 1, "bots": BotRules((kind,), keep=keep), **wish}


RICH: Final[dict[str, Any]] = with_bots("folder", 5, ante=100, buy_in=(200, 1000))
"""The house would never seat folders with an ante: where it does they cost it no more."""


async def own_folders(farm: Farm, ann: User) -> None:
    """A table of one's own, five folders, a large ante; another one when the chips that stake them are won."""
    while farm.on:
        host = await farm.table(ann, **RICH)
        await farm.sit(host, ann)
        while farm.on and await farm.play(host, 1):
            pass
        await farm.close(host)
        await farm.daily(ann)


async def own_bots_of_all_kinds(farm: Farm, ann: User) -> None:
    """Other bots for every hand, and now and then the table is made anew."""
    for game, ante in zip(("27td", "a5td", "27sd"), (0, 5, 50), strict=True):
        with farm.share(3):
            host = await farm.table(ann, **with_bots(SIMPLE[0], 2, ante=ante, game=game))
            await farm.sit(host, ann)
            number = 0
            while farm.on:
                bots = BotRules((SIMPLE[number % len(SIMPLE)],), keep=1 + number % 2)
                rules = structs.replace(host.rules, bots=bots)
                host.rules = host.runner.rules = host.cashier.rules = rules
                number += 1
                if not await farm.play(host, 1):
                    await farm.beg(host, ann)
            await farm.close(host)


def every_option() -> Iterator[dict[str, Any]]:
    """Tables that differ in all that moves chips, for ever. The lengths of the turns have no common divisor, or few, so
    that after a while everything meets everything."""
    antes, shares = cycle((0, 100, 5, 400, 1)), cycle(("everyone", "big-blind"))
    games, houses = cycle(("27td", "27sd", "a5td")), cycle(HOUSES)
    smalls, keeps = cycle((None, 0, 10, 7)), cycle((5, 1, 2, 4, 3))
    deep = cycle((1, 3, 40))
    single: Iterator[dict[str, Any]] = cycle(({}, {"cap": None}, {"limit_raise": "additive"}, {"burn": 1}, {"cap": 6}))
    loose = cycle(({}, {"bring_back": False}, {"same_address": True}, {"public": False}))
    while True:
        ante = next(antes)
        least = 10 + ante
        wish = {
            "ante": ante,
            "ante_by": next(shares),
            "game": next(games),
            "house": next(houses),
            "options": next(single),
        }
        yield {
            **wish,
            "small_blind": next(smalls),
            "keep": next(keeps),
            "buy_in": (least, max(1000, least * next(deep))),
            **next(loose),
        }


async def every_option_against(kind: str, own: bool, farm: Farm, ann: User) -> None:
    """Four hands at a table of each kind; every third time the farmer leaves in the middle of one."""
    for number, wish in enumerate(every_option()):
        if not farm.on:
            return
        host = await farm.table(ann if own else None, **with_bots(kind, wish.pop("keep")), **wish)
        if not await farm.sit(host, ann):
            await farm.beg(host, ann)
        await farm.play(host, 4)
        if number % 3 == 0 and await farm.deal(host):
            for _ in range(number % 7):
                if not host.live_over:
                    await farm.step(host)
            if host.seating.find(ann.id) is not None:
                await host.cashier.leave(ann.id)
        await farm.close(host)


async def house_folders(farm: Farm, ann: User) -> None:
    """A table of the house's as it would never open one."""
    host = await farm.table(None, **RICH)
    await farm.sit(host, ann)
    await farm.play_on(host, ann)


async def two_house_tables(farm: Farm, ann: User) -> None:
    """Hand by hand at two tables at once, one of them with a hand always in play."""
    one = await farm.table(None, **RICH)
    other = await farm.table(None, **with_bots("folder", 3, ante=200, buy_in=(300, 4000)))
    for host in (one, other):
        await farm.sit(host, ann, 2000 if host is other else 1000)
    while farm.on:
        if other.live_over:
            await farm.deal(other)
        if not await farm.play(one, 1):
            await farm.beg(one, ann)
        await farm.finish(other)


async def restarts(farm: Farm, ann: User) -> None:
    """The room ends in the middle of every fifth hand."""
    host = await farm.table(None, **RICH)
    await farm.sit(host, ann)
    id = host.rules.id
    number = 0
    while farm.on:
        host = farm.room.tables[id]
        number += 1
        if number % 5 == 0 and await farm.deal(host):
            await farm.restart()
            await farm.finish(farm.room.tables[id])
        elif not await farm.play(host, 1):
            await farm.beg(host, ann)


async def topping_up(farm: Farm, ann: User) -> None:
    """Chips are moved to a table so that the wallet is empty, and the day's chips asked for, again and again."""
    host = await farm.table(ann, **with_bots("folder", 1, buy_in=(100, 10_000)))
    house = await farm.table(None, **RICH)
    while farm.on:
        await farm.sit(host, ann, 9000)
        await asyncio.gather(*[farm.daily(ann) for _ in range(3)])
        await farm.sit(house, ann)
        if not await farm.play(house, 4):
            await farm.beg(house, ann)
        await asyncio.gather(*[farm.daily(ann) for _ in range(3)])
        if host.seating.find(ann.id) is not None:
            await host.cashier.leave(ann.id)


async def coming_and_going(farm: Farm, ann: User) -> None:
    """Away with what was won, after each hand or in the middle of it, and back with little; a table of the owner's own
    says that this is allowed, and one of the house's does not."""
    house = await farm.table(None, **RICH)
    own = await farm.table(ann, **RICH, bring_back=False)
    number = 0
    while farm.on:
        host = (house, own)[number % 2]
        number += 1
        await farm.sit(host, ann, 200) or await farm.sit(host, ann)
        if not await farm.deal(host):
            await farm.beg(host, ann)
        elif number % 3 == 0 and not host.live_over:
            await farm.step(host)
        else:
            await farm.finish(host)
        if host.seating.find(ann.id) is not None:
            await host.cashier.leave(ann.id)
        await farm.finish(host)


async def play_now(farm: Farm, ann: User) -> None:
    """The room's own way to a seat, at one table after the other; a hand or two, and away."""
    for wish in (RICH, with_bots("rule", 5)):
        await farm.table(None, **wish)
    while farm.on:
        host = await farm.play_now(ann)
        if host is None:
            farm.time += 15
            continue
        if not await farm.play(host, 2):
            farm.time += 15
        await host.cashier.leave(ann.id)


async def other_bots_in_mid_hand(farm: Farm, ann: User) -> None:
    """The owner wants other bots while these are in the hand, fewer, more, none; stakes come and go."""
    host = await farm.table(ann, **RICH)
    await farm.sit(host, ann)
    number = 0
    while farm.on:
        if not await farm.deal(host):
            await farm.beg(host, ann)
        number += 1
        if not host.live_over:
            await farm.step(host)
        wish = BotRules((SIMPLE[number % len(SIMPLE)],), keep=(5, 2, 0, 4)[number % 4])
        await change_bots(ann, host, wish, farm.room.programs, farm.room.audit)
        await farm.finish(host)


async def many_accounts(farm: Farm, ann: User) -> None:
    """Guests and tokens of one address; whoever has chips loses them to the next at a table of two, who farms on."""
    crowd = [ann, *[await farm.guest() for _ in range(5)], *[await farm.bot(ann) for _ in range(3)]]
    for number, user in enumerate(crowd):
        with farm.share(len(crowd)):
            await farm.daily(user)
            house = await farm.table(None, **RICH)
            await farm.sit(house, user)
            await farm.play_on(house, user)
            duel = await farm.table(ann, seats=2, big_blind=200, buy_in=(400, 10_000), same_address=True)
            for one in (user, crowd[(number + 1) % len(crowd)]):
                await farm.sit(duel, one)
            await farm.play(duel, 3)
            for host in (house, duel):
                await farm.close(host)


async def guests_of_one_address(farm: Farm, ann: User) -> None:
    """A new guest every minute, who asks for chips in every way there is and plays if they get any."""
    house = await farm.table(None, **RICH, same_address=True)
    own = await farm.table(ann, **with_bots("folder", 2, seats=6, buy_in=(200, 1000), same_address=True))
    await farm.sit(house, ann)
    while farm.on:
        guest = await farm.guest()
        await asyncio.gather(*[farm.daily(guest) for _ in range(3)])
        await farm.play_now(guest)
        for host in (own, house):
            await farm.sit(host, guest)
        if not await farm.play(house, 6):
            await farm.beg(house, ann)
        await farm.play(own, 1)


async def tokens_at_one_table(farm: Farm, ann: User) -> None:
    """The farmer and three bots of theirs together, against two folders of the house."""
    crowd = [ann, *[await farm.bot(ann) for _ in range(3)]]
    host = await farm.table(
        None, **with_bots("folder", 2, ante=100, buy_in=(200, 1000), same_address=True) | {"seats": 6}
    )
    for user in crowd:
        await farm.sit(host, user, 1000)
    await farm.play_on(host, ann)


async def two_people(farm: Farm, ann: User) -> None:
    """Somebody at another address helps. Each of the two may have the day's chips."""
    bob = await farm.guest(ELSEWHERE)
    host = await farm.table(None, **with_bots("folder", 3, ante=100, buy_in=(200, 1000), seats=6) | {"seats": 6})
    duel = await farm.table(ann, seats=2, big_blind=200, buy_in=(400, 10_000))
    for user in (ann, bob):
        await farm.sit(host, user)
        await farm.sit(duel, user, 400)
    while farm.on:
        for user in (ann, bob):
            await farm.daily(user)
        if not await farm.play(host, 6):
            await farm.beg(host, ann)
            await farm.beg(host, bob)
        await farm.play(duel, 1)


async def over_midnight(farm: Farm, ann: User) -> None:
    """Half an hour of each of two days, and so the chips of two days."""
    host = await farm.table(None, **RICH)
    await farm.sit(host, ann)
    await farm.play_on(host, ann)


async def honest_play(farm: Farm, ann: User) -> None:
    """The house's own kind of table, against players who can play."""
    host = await farm.table(None, **with_bots("rule", 5))
    await farm.sit(host, ann)
    await farm.play_on(host, ann)


SIMPLE: Final = ("folder", "caller", "random", "rule")
"""Who plays without a file of a strategy."""
WAYS: Final[tuple[Plot, ...]] = (
    own_folders,
    own_bots_of_all_kinds,
    house_folders,
    two_house_tables,
    restarts,
    topping_up,
    coming_and_going,
    play_now,
    other_bots_in_mid_hand,
    many_accounts,
    guests_of_one_address,
    tokens_at_one_table,
    two_people,
    over_midnight,
    honest_play,
)


def against(kinds: tuple[str, ...]) -> dict[str, Plot]:
    """Every option at tables of one's own and of the house, with each of these bots."""
    found: dict[str, Plot] = {}
    for kind in kinds:
        found[f"own_tables_with_{kind}"] = partial(every_option_against, kind, True)
        found[f"house_tables_with_{kind}"] = partial(every_option_against, kind, False)
    return found


PLOTS: Final[dict[str, Plot]] = {plot.__name__: plot for plot in WAYS} | against(SIMPLE)
TRAINED: Final[dict[str, Plot]] = against(tuple([kind for kind in players() if kind not in SIMPLE]))
STARTS: Final = {"over_midnight": HALF_PAST_ELEVEN}
BOUNDS: Final = {"over_midnight": 2 * DAILY, "two_people": 2 * DAILY}
"""What may be gained, where it is not the day's chips of one person."""


async def gain(file: Path, name: str, plot: Plot, **farm_: Any) -> tuple[int, Farm]:
    """What a farmer makes of a newcomer's chips, which are not counted."""
    farm = Farm(file, start=STARTS.get(name, NOON), **farm_)
    await farm.open()
    try:
        ann = await farm.guest()
        await plot(farm, ann)
        wrong = await farm.audit()
        assert wrong == [], wrong
        return await farm.worth() - farm.brought, farm
    finally:
        await farm.room.store.close()


def bound(name: str) -> int:
    return BOUNDS.get(name, DAILY)


def main() -> int:
    plots = {**PLOTS, **TRAINED}
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60.0, help="of play, by the room's clock (default: 60)")
    parser.add_argument("--hands", type=int, default=10**9, help="at most")
    parser.add_argument("--plot", action="append", choices=plots, help="this one; may be repeated")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    broken = 0
    if not args.json:
        print(f"{'plot':32} {'hands':>6} {'minutes':>8} {'gain':>9} {'bound':>7} {'took':>7}")
    for name in args.plot or plots:
        random.seed(1)
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "room.sqlite"
            how = {"pace": PACE, "most": args.hands, "seconds": 60 * args.minutes}
            won, farm = asyncio.run(gain(file, name, plots[name], **how))
        took, minutes = time.monotonic() - began, (farm.time - farm.start) / 60
        broken += won > bound(name)
        if args.json:
            told = {
                "plot": name,
                "hands": farm.hands,
                "minutes": minutes,
                "gain": won,
                "bound": bound(name),
                "took": took,
            }
            print(json.dumps(told), flush=True)
        else:
            row = f"{name:32} {farm.hands:6,} {minutes:8.1f} {won:+9,} {bound(name):7,} {took:5.0f} s"
            print(row + "  TOO MUCH" * (won > bound(name)), flush=True)
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
