"""The cashier of a table: seats and chips between people, house players and the ledger.

Every change of the seating is written in one commit with the transfers that belong to it, and shown afterwards. A
change that is refused or cannot be written leaves the seating as it was. Only the table's actor may call the cashier,
in its turn.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from standpat.language.sentence import Sentence
from standpat.protocol.room import Back, Notice, Seats, SeatView, Sit, Wallet, write
from standpat.room.store import Op, Store, departure, journal, ledger
from standpat.room.store.departure import Departure
from standpat.room.tables import bot_keeper, house_player, must_move, purse
from standpat.room.tables.allowance import Allowance, shares
from standpat.room.tables.linked import Linked
from standpat.room.tables.refusal import REFUSALS, Refused, refusal
from standpat.room.tables.seat_views import seat_views
from standpat.room.tables.seating import Left, Seating, SeatingError
from standpat.room.tables.sitter import Sitter
from standpat.room.tables.table import TableRules
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.viewers import Viewers
from standpat.room.tables.watch import Watch

AWAY: Final = 600.0
"""Seconds without an open page after which a player who is not in a hand is stood up."""


STAKE: Final = "stake"
"""The reason of transfers between a house player at a person's table and the wallet that stakes it."""
SHORT: Final = 10.0
"""Seconds until chips for house players are looked for again after they did not suffice."""


Note = Callable[[str, Sit, float], list[Op]]
"""The operations to write with a user's request, at a time."""


class _Parked(NamedTuple):
    """A person who gets a house player's seat when the hand is over."""

    viewer: Viewer
    message: Sit
    note: Note


class Cashier:
    """The cashier of one table.

    Args:
        rules: The table's record.
        store: The database.
        viewers: The table's connections.
        allowance: What the bank may still give.
        state: The table's state as JSON.
        changed: Called after every change.
        watch: The room's time.
    """

    def __init__(
        self,
        rules: TableRules,
        store: Store,
        viewers: Viewers,
        *,
        allowance: Allowance,
        state: Callable[[], str],
        changed: Callable[[], None],
        watch: Watch,
    ) -> None:
        self.rules = rules
        self.seating = Seating(rules.stakes, [None] * rules.seats, *rules.buy_in)
        self._store = store
        self._viewers = viewers
        self.allowance = allowance
        self._state = state
        self._changed = changed
        self._now = watch.now
        self.wall = watch.wall
        self.linked = Linked()
        self._parked: dict[int, _Parked] = {}
        """By the seat that they wait for, at most one for each house player."""
        self._away: dict[str, float] = {}
        self._short_until = 0.0
        self._notices: list[bot_keeper.Notice] = []

    def load(self, seating: Seating) -> None:
        """Continue with a stored seating. Players without an open page are away from now on."""
        self.seating = seating
        now = self._now()
        self._away = {
            seat.user: now for seat in seating.seats if seat and not seat.bot and not self._viewers.present(seat.user)
        }

    def came(self, user: str) -> None:
        """Note that a user has opened a page of the table."""
        self._away.pop(user, None)

    def went(self, viewer: Viewer) -> bool:
        """Note that a connection is gone. Returns whether its user sits here and has no other page open."""
        self._parked = {at: parked for at, parked in self._parked.items() if parked.viewer is not viewer}
        user = viewer.user
        if not user or self._viewers.present(user) or self.seating.find(user) is None:
            return False
        self._away[user] = self._now()
        return True

    def away_for(self, user: str) -> float:
        """For how many seconds somebody who sits here has had no page open; 0 if they have one."""
        return self._now() - self._away[user] if user in self._away else 0.0

    # Views -----------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Send the seats to everybody."""
        self._viewers.say(lambda v: Seats(v, self.views(), self.seating.button))

    def views(self) -> list[SeatView]:
        """The taken seats as pages show them."""
        return seat_views(self.seating, self._viewers.users())

    # Seats and chips -------------------------------------------------------------------------------------

    async def write(self, change: Callable[[], list[Op]]) -> None:
        """Change the seating, write it with the operations of the change, and show it. If that fails, the seating stays
        as it was.
        """
        before = self.seating.copy()
        try:
            ops = change()
            await self._store.commit(*ops, journal.save_table(self.rules.id, self._state()))
        except Exception:
            self.seating = before
            raise
        self.show()
        self._changed()

    def place(self, user: str) -> int:
        """The seat of a user.

        Raises:
            Refused: They do not sit here.
        """
        at = self.seating.find(user)
        if at is None:
            raise Refused("not-seated", Sentence("not-here"), "take a seat first")
        return at

    async def change(self, user: str, change: Callable[[int], None]) -> None:
        """Change something about a user's seat that moves no chips.

        Raises:
            Refused: They do not sit here.
        """
        at = self.place(user)

        def run() -> list[Op]:
            change(at)
            return []

        await self.write(run)

    async def ask_for_seat(self, viewer: Viewer, message: Sit, note: Note) -> bool:
        """Give a seat to a person who asks for one, at once or when the present hand is over.

        A person who asks for the seat of a house player in a hand waits until it is over. Everything is checked before
        anything changes, and again after the hand.

        Args:
            viewer: The connection that asks.
            message: The request.
            note: Makes the operations to write with it.

        Returns:
            Whether they have the seat. If not, they wait and are answered later.

        Raises:
            Refused: They may not sit here.
            SeatingError: They may not have this seat or bring these chips.
        """
        for place, parked in self._parked.items():
            if parked.viewer.user == viewer.user:
                if not message.key or message.key != parked.message.key:
                    raise Refused("not-possible", Sentence("waits-for-seat"))
                self._parked[place] = _Parked(
                    viewer, message, note
                )  # a repeated message; its connection gets the answer
                return False
        at = self._wanted_seat(message.seat)
        await self._check(viewer.sitter, message.buy_in)
        taken = self.seating.seats[at]
        if taken and at in self.seating.playing:
            self._parked[at] = _Parked(viewer, message, note)
            return False
        await self.sit(viewer.sitter, message.buy_in, at, also=note(viewer.user, message, self.wall()))
        return True

    async def check_wish(self, sitter: Sitter, message: Sit) -> None:
        """Check a request for a seat.

        Raises:
            Refused: They may not sit here.
            SeatingError: They may not have this seat or bring these chips.
        """
        self._wanted_seat(message.seat)
        await self._check(sitter, message.buy_in)

    def _wanted_seat(self, wanted: int | None) -> int:
        """The seat for a request of a certain seat, or of any seat if `wanted` is None.

        It is a free one, or one that a house player gives up for the first person who asks.

        Raises:
            Refused: No seat is free.
            SeatingError: There is no such seat, or it is taken.
        """
        seats = self.seating.seats
        if wanted is None:
            free = self.free_seats()
            going = house_player.too_many(self.seating, self.rules, 1 + len(self._parked))
            at = next(iter(free or [at for at in going if at not in self._parked]), None)
            if at is None:
                raise self._full()
            return at
        if not 0 <= wanted < len(seats):
            raise SeatingError(Sentence("no-seat", seat=wanted, last=len(seats) - 1))
        taken = seats[wanted]
        if taken and not (taken.bot and self.rules.bots.make_room and wanted not in self._parked):
            raise SeatingError(Sentence("seat-taken", seat=wanted))
        self._check_promised(wanted)
        return wanted

    def _check_promised(self, at: int) -> None:
        """Check that a seat is not promised to a player of the must-move table.

        Raises:
            Refused: It is.
        """
        if at in self.linked.promised():
            raise self._full()

    def _full(self) -> Refused:
        """The refusal of a newcomer to whom no seat can be given."""
        begin = self.linked.newcomers()
        if begin is None:
            return Refused("not-possible", Sentence("no-free-seat"))
        return Refused("not-possible", Sentence("to-must-move", name=begin.name), begin.table)

    async def _check(self, sitter: Sitter, buy_in: int) -> int:
        """Check that a person may sit down with so many chips.

        Returns:
            The chips that they must bring at least because they left recently; 0 if they did not.

        Raises:
            Refused: They may not sit here, or have too few chips.
            SeatingError: The table does not allow so many chips.
        """
        self._check_person(sitter)
        wait = self.linked.refused_until(sitter.person) - self.wall()
        if wait > 0:
            raise Refused("not-allowed", Sentence("refused-to-move", minutes=math.ceil(wait / 60)))
        back = await self.coming_back(sitter.person)
        has = await self._store.read(ledger.balance, ledger.wallet(sitter.person))
        brings = min(back.chips, has) if back else 0
        self.seating.check_buy_in(buy_in, most=brings)
        if buy_in < brings:
            raise Refused("not-possible", Sentence("bring-back", left=back.chips if back else 0, least=brings))
        if has < buy_in:
            raise Refused("no-chips", Sentence("wallet"))
        return brings

    def _check_person(self, sitter: Sitter) -> None:
        """Check that a person may sit here, whatever their chips.

        Raises:
            Refused: They may not.
        """
        if sitter.user in self.rules.barred:
            raise Refused("not-allowed", Sentence("barred"))
        if self.seating.find(sitter.user) is not None:
            raise Refused("not-possible", Sentence("one-seat"))
        if sitter.home and not self.rules.shares_addresses:
            for seat in [seat for seat in self.seating.seats if seat and not seat.bot]:
                theirs = purse.person(purse.of_seat(seat.user, seat.purse))
                if seat.home == sitter.home or theirs == sitter.person:
                    raise Refused("not-possible", Sentence("same-address"))

    def may_join(self, sitter: Sitter) -> bool:
        """Whether a player of the must-move table may sit here."""
        try:
            self._check_person(sitter)
        except Refused:
            return False
        return True

    async def coming_back(self, person: str) -> Back | None:
        """What a person must bring because they recently left this table, or one that is linked with it; None if they
        may bring what they like.

        The machine's clock may have been changed since they left, forward or back.
        """
        if not self.rules.bring_back:
            return None
        tables = (self.rules.id, *self.linked.tables())
        left = [gone for table in tables if (gone := await self._store.read(departure.last, table, person))]
        gone = max(left, key=lambda one: one.at, default=None)
        if gone is None or abs(self.wall() - gone.at) >= departure.BACK_S or gone.chips <= self.rules.buy_in[0]:
            return None
        return Back(gone.chips, gone.at + departure.BACK_S)

    async def sit(
        self, sitter: Sitter, buy_in: int, at: int | None = None, *, first: bool = False, also: Sequence[Op] = ()
    ) -> int:
        """Give a person a seat, any free one if `at` is None. A house player who has the seat gives it up in the same
        commit.

        Args:
            sitter: The person.
            buy_in: The chips that they bring.
            at: The seat.
            first: Whether the next hand is like the first of a new table, where nobody waits for a blind.
            also: Operations to write with it.

        Returns:
            The seat.

        Raises:
            Refused: They may not sit here, or have too few chips.
            SeatingError: They may not have this seat or bring these chips.
        """
        brings = await self._check(sitter, buy_in)
        account = ledger.wallet(sitter.person)
        place = self.free_seat() if at is None else at
        self._check_promised(place)

        def run() -> list[Op]:
            if first:
                self.seating.big = self.seating.small = None
            taken = self.seating.seats[place] if 0 <= place < len(self.seating.seats) else None
            gone = [self.seating.leave(place)] if taken and taken.bot and self.rules.bots.make_room else []
            self.seating.sit(place, sitter.user, sitter.name, buy_in, purse=account, home=sitter.home, most=brings)
            return [*self.cash_out(gone), self._buy_in(sitter.user, account, buy_in, "buy-in"), *also]

        await self.write(run)
        if not self._viewers.present(sitter.user):
            self._away[sitter.user] = self._now()
        await self.tell_wallet(sitter.person)
        return place

    def free_seat(self) -> int:
        """The first free seat.

        Raises:
            Refused: No seat is free.
        """
        free = self.free_seats()
        if not free:
            raise self._full()
        return free[0]

    def free_seats(self) -> list[int]:
        """The empty seats that are not promised to players of the must-move table."""
        promised = self.linked.promised()
        return [at for at, seat in enumerate(self.seating.seats) if seat is None and at not in promised]

    def has_moved(self, user: str) -> None:
        """Note that a player has moved to the main table, and show it."""
        self._away.pop(user, None)
        self.show()
        self._changed()

    def has_come(self, user: str) -> None:
        """Note that a player has come from the must-move table, and show it."""
        if not self._viewers.present(user):
            self._away[user] = self._now()
        self.show()
        self._changed()

    async def leave(self, user: str, also: Sequence[Op] = ()) -> None:
        """Stand a user up at their own request: at once, or after the hand, which they give up. Who is called to the
        main table refuses to move. `also` is written with it.
        """
        await self._go(user, gives_up=True, refuses=self.linked.calls(user), also=also)

    async def send_away(self, user: str) -> None:
        """Stand a user up, at once or after the hand, which they play to its end."""
        await self._go(user, gives_up=False)

    async def _go(self, user: str, *, gives_up: bool, refuses: bool = False, also: Sequence[Op] = ()) -> None:
        at = self.place(user)
        left: list[Left | None] = []
        account = self.purses()[user]

        def run() -> list[Op]:
            left.append(self.seating.leave(at, gives_up=gives_up))
            if refuses:
                now = self.wall()
                recent = {one: at for one, at in self.seating.refused.items() if abs(now - at) < must_move.WAIT}
                self.seating.refused = {**recent, purse.person(account) or user: now}
            return [*self.cash_out(left), *also]

        await self.write(run)
        self._away.pop(user, None)
        await self.tell_wallet(purse.person(account))

    async def top_up(self, user: str, amount: int, also: Sequence[Op] = ()) -> None:
        """Buy chips for a user. `also` is written with it.

        Raises:
            Refused: They do not sit here.
            SeatingError: They may not buy so many chips.
        """
        at, account = self.place(user), self.purses().get(user, "")

        def run() -> list[Op]:
            self.seating.top_up(at, amount)
            return [self._buy_in(user, account, amount, "top-up"), *also]

        await self.write(run)
        await self.tell_wallet(purse.person(account))

    def _buy_in(self, user: str, account: str, amount: int, reason: str) -> Op:
        if house_player.is_house_player(user) and account != ledger.BANK:
            reason = STAKE
        return ledger.move(account, ledger.seat(self.rules.id, user), amount, reason, at=self.wall())

    def cash_out(self, left: Iterable[Left | None]) -> list[Op]:
        """The transfers for those who have left, and their departures."""
        ops: list[Op] = []
        for gone in left:
            if gone is None:
                continue
            person = purse.person(purse.of_seat(gone.user, gone.purse))
            if person is not None and not house_player.is_house_player(gone.user):
                ops.append(departure.left(self.rules.id, person, Departure(gone.chips, self.wall())))
            if not gone.chips:
                continue
            target = purse.of_seat(gone.user, gone.purse)
            reason = STAKE if house_player.is_house_player(gone.user) and target != ledger.BANK else "cash-out"
            source = ledger.seat(self.rules.id, gone.user)
            ops.append(ledger.move(source, target, gone.chips, reason, at=self.wall()))
        return ops

    async def tell_wallet(self, person: str | None) -> None:
        """Tell a person's pages and bots how many chips the wallet has."""
        if person is not None and self._viewers.has_person(person):
            chips = await self._store.read(ledger.balance, ledger.wallet(person))
            self._viewers.tell(person, Wallet(chips, await self.coming_back(person)))

    async def everybody_leaves(self, also: list[Op]) -> None:
        """Give everybody their chips back, between hands. `also` is written with it."""
        accounts = {*self.purses().values()}

        def run() -> list[Op]:
            left = [self.seating.leave(at) for at, seat in enumerate(self.seating.seats) if seat]
            return [*self.cash_out(left), *also]

        await self.write(run)
        for account in accounts:
            await self.tell_wallet(purse.person(account))

    async def stand_up_the_away(self) -> None:
        """Stand up those who have had no page open for `AWAY` seconds, which begin after a break."""
        now = self._now()
        for user, since in list(self._away.items()):
            at, seat = self.seating.find(user), self.seating.of(user)
            if at is None or seat is None or self._viewers.present(user):
                self._away.pop(user)
            elif seat.kept_until:
                self._away[user] = now
            elif now - since > AWAY and at not in self.seating.playing:
                await self._go(user, gives_up=True)

    def keep_seats(self) -> None:
        """Keep the seats of those who are away, because the table is paused: they are away from now on."""
        self._away = dict.fromkeys(self._away, self._now())

    async def hand_over(self, left: Iterable[Left]) -> None:
        """Finish a hand: give the seats of those who have left to the people who wait for them."""
        self.show()
        for gone in left:
            await self.tell_wallet(purse.person(purse.of_seat(gone.user, gone.purse)))
        parked, self._parked = self._parked, {}
        for at, (viewer, message, note) in parked.items():
            try:
                also = note(viewer.user, message, self.wall())
                await self.sit(viewer.sitter, message.buy_in, at, also=also)
                viewer.ack(message.id)
            except REFUSALS as error:
                viewer.answer(message.id, write(refusal(message.id, error)))

    async def arrange_house_players(self) -> None:
        """Arrange the house players between hands (`standpat.room.tables.bot_keeper`).

        What the next hand can cost the bank is reserved.
        """
        account = purse.of_bots(self.rules)
        funds: int | None = None
        if account != ledger.BANK:
            if self._now() < self._short_until or not bot_keeper.costs(self.seating, self.rules):
                return
            funds = await self._store.read(ledger.balance, account)
            funds -= bot_keeper.kept_back(self.seating, self.rules)
        before = self.seating.copy()
        left = {person: self.allowance.left(person) for person in bot_keeper.people(self.seating).values()}
        made = bot_keeper.arrange(self.seating, self.rules, funds, left)
        self.allowance.reserve(self.rules.id, made.at_risk)
        if self.seating != before:
            ops = self.cash_out(made.left)
            for user, chips, reason in made.bought:
                ops.append(self._buy_in(user, account, chips, reason))
            try:
                await self._store.commit(*ops, journal.save_table(self.rules.id, self._state()))
            except Exception as error:
                self.seating = before
                self.allowance.release(self.rules.id)
                if not isinstance(error, ledger.Overdraft):
                    raise
                made = bot_keeper.Arranged(short=True)
            self.show()
            await self._tell_of_stakes(made)
        if made.short:
            self._short_until = self._now() + SHORT
        if made.notices != self._notices:
            for key, args in made.notices:
                self._viewers.say(lambda v, key=key, args=args: Notice(v, key, args))  # type: ignore[misc]
        if made.notices or made.bought:
            self._notices = made.notices

    async def _tell_of_stakes(self, made: bot_keeper.Arranged) -> None:
        person = purse.person(purse.of_bots(self.rules))
        if person is not None and (made.left or made.bought):
            await self.tell_wallet(person)

    def put_aside(self) -> None:
        """Reserve what the present hand, if any, can cost the bank. Called for a table read from the database."""
        self.allowance.reserve(self.rules.id, bot_keeper.at_risk(self.seating, self.rules))

    def won_from_the_house(self, nets: Mapping[str, int]) -> dict[str, int]:
        """What people won from house players with the bank's chips, from a hand's results by user."""
        purses = self.purses()
        bank = sum([net for user, net in nets.items() if purses[user] == ledger.BANK])
        people: dict[str, int] = {}
        for user, net in nets.items():
            person = purse.person(purses[user])
            if person is not None:
                people[person] = people.get(person, 0) + net
        return shares(people, bank)

    def purses(self) -> dict[str, str]:
        """The account that pays for each seat, by user."""
        return {seat.user: purse.of_seat(seat.user, seat.purse) for seat in self.seating.seats if seat}
