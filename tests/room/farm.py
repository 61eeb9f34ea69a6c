"""The actions of a farmer, in a room of their own (`room.farmer` defines a farmer).

The room is a real one, on a database, with a clock of its own. Its tables do not run by themselves. The farm drives
them decision by decision, and sets the clock to whatever is due next. So an hour of play has as many hands as an hour
in a room, and takes only the time to compute them.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from standpat.bots import player, situation
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.room.store import Store, ledger
from standpat.room.store.account import AccountError
from standpat.room.store.users import User
from standpat.room.tables import home
from standpat.room.tables.actor import TableActor
from standpat.room.tables.hand_runner import Pace
from standpat.room.tables.play_now import seat_at_once
from standpat.room.tables.refusal import REFUSALS
from standpat.room.tables.room import Room
from standpat.room.tables.sitter import Sitter
from standpat.room.tables.table import BotRules, NewTable
from standpat.room.tables.watch import Watch

NOON: Final = 1_795_262_400.0
HOME = home.of("192.0.2.7")
ELSEWHERE = home.of("198.51.100.9")
HOUR: Final = 3600.0
AT_ONCE: Final = Pace(0.0, 0.0, 0.0)
FARMERS_S: Final = 0.1
"""The seconds that a decision of the farmer takes."""


class Farm:
    """One farmer at one address, in a room of their own, with a limit on the number of hands and on the seconds of its
    clock."""

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
        """The chips that newcomers were given."""
        self._url = f"sqlite:///{file}"
        self._chance = Random(1)
        self._thief = player("rule")

    async def open(self) -> None:
        """Open the room, or open it again."""
        watch = Watch(lambda: self.time, lambda: self.time)
        self.room = Room(Store.open(self._url), pace=self._pace, watch=watch)
        await self.room.resume()
        for host in self.room.tables.values():
            await self._halt(host)

    async def _halt(self, host: TableActor) -> None:
        """Stop a table's own task. It then does nothing by itself, and answers requests at once."""
        await host.stop()
        host.ask = _at_once  # type: ignore[method-assign]

    @property
    def on(self) -> bool:
        """Whether hands and time are left."""
        return self.hands < self.most and self.time < self.until

    @contextlib.contextmanager
    def share(self, parts: int) -> Iterator[None]:
        """Limit the hands and the time to one of this many parts."""
        most, until = self.most, self.until
        self.most = min(most, self.hands + max(1, most // parts))
        self.until = min(until, self.time + (until - self.start) / parts)
        yield
        self.most, self.until = most, until

    async def restart(self) -> None:
        """Restart the room in any state, without notice."""
        await self.room.store.close()
        await self.open()

    async def guest(self, home: str = HOME) -> User:
        """Add an account."""
        user = (await self.room.accounts.guest(home)).user
        self.accounts.append(user)
        self.brought += await self.room.store.read(ledger.balance, ledger.wallet(user.id))
        return user

    async def bot(self, owner: User) -> User:
        """Add a bot account of the owner, by a token."""
        user = (await self.room.accounts.bot(f"Bot {len(self.accounts)}", owner.id)).user
        self.accounts.append(user)
        return user

    async def table(self, owner: User | None, **wish: Any) -> TableActor:
        """Open a table of the farmer, or of the house."""
        host = await self.room.open_table(NewTable(**{"game": "27td", **wish}), owner)
        await self._halt(host)
        return host

    async def play_now(self, user: User) -> TableActor | None:
        """Take a seat that the room chooses."""
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
        """Finish the hand and close the table."""
        await self.finish(host)
        await host.close()
        del self.room.tables[host.rules.id]
        self.room.openings.closed(host.rules.id)

    async def sit(self, host: TableActor, user: User, buy_in: int | None = None) -> bool:
        """Sit down with these chips. The default is the maximum, or the chips that the player has to bring back."""
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
        """Ask for today's chips again."""
        try:
            return await self.room.daily_chips.give(user, HOME)
        except AccountError:
            return 0

    async def play(self, host: TableActor, hands: int) -> int:
        """Play up to this many hands, in which seated accounts raise at every chance. Returns the number of hands."""
        played = 0
        for _ in range(hands):
            if not await self.deal(host):
                break
            await self.finish(host)
            played += 1
        return played

    async def play_on(self, host: TableActor, user: User) -> None:
        """Play while hands and time are left. If no hand is dealt, ask for chips, leave, and sit down again."""
        while self.on:
            if not await self.play(host, 1):
                await self.beg(host, user)

    async def beg(self, host: TableActor, user: User) -> None:
        """If no hand was dealt: take the chips away from the table, or come back with some."""
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
        """Play one decision of a hand."""
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
            await _thought(host)
            self.time = max(self.time, host.runner.due() or 0.0)
            await host.runner.go_on()

    async def deal(self, host: TableActor) -> bool:
        """Deal the next hand, to every player who can be dealt in."""
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
        """The chips of all accounts together: wallets, seats, and the stakes of their bots."""
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
        """The errors in the ledger."""
        return await self.room.store.read(ledger.audit)


async def _at_once(job: Callable[[], Awaitable[Any]]) -> Any:
    return await job()


async def _thought(host: TableActor) -> None:
    """Wait for a house player who is thinking. The clock stands still meanwhile, on a busy machine too."""
    thought = host.runner._thinking._thought
    if thought is not None:
        await asyncio.wait([asyncio.wrap_future(thought)], timeout=20)


def with_bots(kind: str, keep: int, **wish: Any) -> dict[str, Any]:
    return {"seats": keep + 1, "bots": BotRules((kind,), keep=keep), **wish}
