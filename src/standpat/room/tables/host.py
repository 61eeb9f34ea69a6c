"""What the hosts of a table may ask for. The owner is its host and can name co-hosts; an admin may do what hosts may.

| who | may |
|---|---|
| a host (owner, co-host) | pause, resume, approve newcomers, move, remove, ban players, end breaks, give, take chips |
| the owner alone | change stakes, game, clock, bots, approval, password; name co-hosts; hand the table over; close it |

Co-hosts cannot remove or ban the owner or each other. No host sees a card that their seat does not see, and nothing
that they do touches a hand in progress: a pause stops its clock and nothing else, and all the rest waits for its end.

Chips that a host gives come from the host's own wallet, and chips that are taken off go to the player's own wallet. So
no host can take chips from anybody. Both are ledger entries, with a reason that everybody reads on the page of the
session.

Every act is checked before it changes anything, checked again in the table's turn where another act may have come
between, and is a line of the audit log. Tables of the house have no host.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec import structs

from standpat.language.sentence import Sentence
from standpat.protocol.room import Notice
from standpat.room.store import Op, Store, ledger, users
from standpat.room.store.users import User
from standpat.room.tables import purse, seat_change
from standpat.room.tables.actor import TableActor
from standpat.room.tables.audit import Audit
from standpat.room.tables.coming_rules import Change, coming
from standpat.room.tables.host_state import HostState
from standpat.room.tables.must_move_host import check_free
from standpat.room.tables.owner import check_cash_game, check_owner
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import MAX_CHIPS

MAX_CO_HOSTS: Final = 10
"""The largest number of co-hosts."""
MAX_REASON: Final = 100
"""The longest reason, in characters."""


MayOwn = Callable[[User], None]
"""Raises `Refused` if a user may not have one more table."""


def check_host(user: User, actor: TableActor, whom: str = "") -> None:
    """Check that a user is a host of a table, and may decide about a person.

    Raises:
        Refused: They are not, or `whom` is the owner or a co-host, and they are not the owner.
    """
    check_cash_game(actor)
    owner = actor.rules.owner
    if user.role == "admin":
        return
    if owner is None or not actor.is_host(user.id):
        raise Refused("not-possible", Sentence("not-host"))
    if whom and user.id != owner and actor.is_host(whom):
        raise Refused("not-possible", Sentence("not-owner"))


async def forget_rights(actor: TableActor, whom: str) -> None:
    """Take the rights of a co-host and the approval from somebody."""

    async def job() -> None:
        await _forget(actor, whom)

    await actor.ask(job)


async def _forget(actor: TableActor, whom: str) -> None:
    state = actor.desk.state.without(whom)
    if state != actor.desk.state:
        await actor.desk.decide(state)


def _seated(actor: TableActor, whom: str) -> str:
    """The name of a person who sits at a table.

    Raises:
        Refused: Nobody of this id sits there, or it is a house player.
    """
    seat = actor.seating.of(whom)
    if seat is None or seat.bot:
        raise Refused("not-possible", Sentence("nobody-seated"))
    return seat.name


def _coming(actor: TableActor, change: Change) -> HostState:
    """What the host has decided, with a change from the next hand on."""
    state = actor.desk.state
    return structs.replace(state, coming=coming(actor.rules, state.coming, change))


def _check_linked(actor: TableActor, change: Change) -> None:
    """Check that what linked tables have in common stays: the clock and the options may change.

    Raises:
        Refused: It does not.
    """
    if change.chosen().keys() - {"speed", "straddle", "chop"}:
        check_free(actor)


class Hosts:
    """The acts of hosts, at all tables of a room.

    Args:
        store: The database.
        audit: The audit log.
        unlink: Ends the link of a table with another one.
    """

    def __init__(self, store: Store, audit: Audit, unlink: Callable[[TableActor], Awaitable[None]]) -> None:
        self._store = store
        self._audit = audit
        self._unlink = unlink

    async def pause(self, user: User, actor: TableActor, on: bool) -> None:
        """Pause a table, or let it go on. Twice is the same as once.

        Raises:
            Refused: The user is no host of it, or it is closing.
        """
        check_host(user, actor)
        if actor.rules.owner is None:  # others wait there, and nobody would let it go on
            raise Refused("not-possible", Sentence("not-host"))
        await self._audit.note("table-pause", user.id, actor.rules.id, on=on)

        async def job() -> None:
            check_host(user, actor)
            if on and actor.closing:
                raise Refused("closed", Sentence("closing"))
            await (actor.desk.pause(user.name) if on else actor.desk.resume(user.name))

        await actor.ask(job)

    async def decide_newcomer(self, user: User, actor: TableActor, whom: str, yes: bool) -> None:
        """Approve or decline somebody who asks for a seat.

        Raises:
            Refused: The user is no host of it, or nobody waits.
        """
        check_host(user, actor)

        async def job() -> None:
            check_host(user, actor)
            if yes:
                await actor.newcomers.approve(whom)
            else:
                actor.newcomers.decline(whom)

        await actor.ask(job)

    async def require_approval(self, user: User, actor: TableActor, on: bool) -> None:
        """Have newcomers wait for approval from now on, or not. Those who sit there are approved. Without approval,
        those who wait get their seats.

        Raises:
            Refused: The user is not the owner.
        """
        check_owner(user, actor)
        await self._audit.note("table-approval", user.id, actor.rules.id, on=on)

        async def job() -> None:
            check_owner(user, actor)
            state = actor.desk.state
            if state.approval == on:
                return
            if not on:
                await actor.newcomers.open()
            seated = {seat.user: seat.name for seat in actor.seating.seats if seat and not seat.bot}
            approved = {**actor.desk.state.approved, **seated} if on else {}
            await actor.desk.decide(structs.replace(actor.desk.state, approval=on, approved=approved))

        await actor.ask(job)

    async def remove(self, user: User, actor: TableActor, whom: str) -> None:
        """Remove a player after the present hand. They may come back, with approval where the table needs it.

        Raises:
            Refused: The user may not, or nobody of this id sits there.
        """
        check_host(user, actor, whom)
        name = _seated(actor, whom)
        if whom == actor.rules.owner:
            raise Refused("not-possible", Sentence("nobody-seated"))
        await self._audit.note("table-remove", user.id, actor.rules.id, whom=whom)
        seat = actor.seating.of(whom)
        if seat is None or seat.leaving:
            return
        await forget_rights(actor, whom)
        await actor.send_away(whom, name, out=False)

    async def end_break(self, user: User, actor: TableActor, whom: str) -> None:
        """End the break of a player: their seat is kept no longer than that of others who sit out.

        Raises:
            Refused: The user may not, nobody of this id sits there, or they have no break.
        """
        check_host(user, actor, whom)
        _seated(actor, whom)
        await self._audit.note("table-end-break", user.id, actor.rules.id, whom=whom)

        async def job() -> None:
            check_host(user, actor, whom)
            name = _seated(actor, whom)
            await actor.breaks.end(whom)
            actor.viewers.say(lambda v: Notice(v, "room.break-ended", {"host": user.name, "name": name}))

        await actor.ask(job)

    async def adjust(
        self, user: User, actor: TableActor, whom: str, amount: int, reason: str, also: Sequence[Op] = ()
    ) -> None:
        """Give a player chips from the host's own wallet, or take chips off to the player's own wallet if `amount` is
        negative. Chips that are given during a hand come when it is over. `also` is written with it.

        Raises:
            Refused: The user may not, it is their own seat, nobody of this id sits there, or the reason is missing.
            SeatingError: So many chips cannot be given or taken, or not during a hand.
        """
        check_host(user, actor)
        why = " ".join(reason.split())
        if not 0 < len(why) <= MAX_REASON or not why.isprintable():
            raise Refused("not-possible", Sentence("reason", most=MAX_REASON))
        if not 0 < abs(amount) <= MAX_CHIPS:
            raise Refused("not-possible", Sentence("whole-chips"))
        source = ledger.wallet(user.person)

        async def job() -> None:
            check_host(user, actor)
            name, cashier, table = _seated(actor, whom), actor.cashier, actor.rules.id
            at, target = cashier.place(whom), ledger.seat(table, whom)
            account = cashier.purses()[whom]
            if account == source:
                raise Refused("not-possible", Sentence("own-chips"))

            def run() -> list[Op]:
                now = cashier.wall()
                reference = f"{user.id}:{why}"
                if amount > 0:
                    cashier.seating.give(at, amount, MAX_CHIPS)
                    return [ledger.move(source, target, amount, ledger.ADJUST, at=now, reference=reference), *also]
                cashier.seating.take(at, -amount)
                return [ledger.move(target, account, -amount, ledger.ADJUST, at=now, reference=reference), *also]

            await cashier.write(run)
            args = {"host": user.name, "name": name, "amount": abs(amount), "reason": why}
            key = "room.gave" if amount > 0 else "room.took"
            actor.viewers.say(lambda v: Notice(v, key, args))
            for person in {purse.person(source), purse.person(account)}:
                await cashier.tell_wallet(person)
            actor.runner.plan_next()

        await actor.ask(job)

    async def change(self, user: User, actor: TableActor, change: Change) -> None:
        """Change stakes, buy-in, clock, game or house rules from the next hand on.

        Raises:
            Refused: The user is not the owner, or there cannot be such rules.
        """
        check_owner(user, actor)
        _check_linked(actor, change)
        _coming(actor, change)
        await self._audit.note("table-rules", user.id, actor.rules.id, **change.chosen())

        async def job() -> None:
            check_owner(user, actor)
            _check_linked(actor, change)
            await actor.desk.decide(_coming(actor, change))
            await actor.apply_coming()

        await actor.ask(job)

    async def move(self, user: User, actor: TableActor, whom: str, seat: int) -> None:
        """Move a player to an empty seat with the next hand, and before a table's first hand at once. Everybody may
        move themselves.

        Raises:
            Refused: The user may not, nobody of this id sits there, or it is a table of a tournament.
            SeatingError: There is no such seat, or it is taken.
        """
        check_cash_game(actor)
        if whom != user.id:
            check_host(user, actor, whom)
        name = _seated(actor, whom)
        await self._audit.note("table-move", user.id, actor.rules.id, whom=whom, seat=seat)

        async def job() -> None:
            if whom != user.id:
                check_host(user, actor, whom)
            _seated(actor, whom)
            before = actor.seating.seats[actor.cashier.place(whom)]
            planned = before and before.moves_to

            def run() -> list[Op]:
                seat_change.ask(actor.seating, whom, seat, actor.linked.promised())
                if actor.live is None:
                    seat_change.carry_out(actor.seating)
                return []

            await actor.cashier.write(run)
            now = actor.seating.of(whom)
            if now is not None and now.moves_to not in (None, planned):
                actor.viewers.say(lambda v: Notice(v, "room.moves", {"name": name}))

        await actor.ask(job)

    async def name_co_host(self, user: User, actor: TableActor, whom: str, on: bool) -> None:
        """Make somebody a co-host, or take that from them.

        Raises:
            Refused: The user is not the owner, there is no such person, or there are too many co-hosts.
        """
        check_owner(user, actor)
        name = await self._person(actor, whom) if on else ""
        await self._audit.note("table-co-host", user.id, actor.rules.id, whom=whom, on=on)

        async def job() -> None:
            check_owner(user, actor)
            state = actor.desk.state
            others = {id: name for id, name in state.co_hosts.items() if id != whom}
            if on and whom in actor.rules.barred:
                raise Refused("not-possible", Sentence("no-person"))
            if on and len(others) >= MAX_CO_HOSTS:
                raise Refused("not-possible", Sentence("co-hosts-most", most=MAX_CO_HOSTS))
            if on == (whom in state.co_hosts):
                return
            await actor.desk.decide(structs.replace(state, co_hosts={**others, whom: name} if on else others))
            actor.newcomers.tell()

        await actor.ask(job)

    async def offer(self, user: User, actor: TableActor, whom: str) -> None:
        """Offer the table to somebody who is there. It is theirs when they accept.

        Raises:
            Refused: The user is not the owner, or there is no such person at the table.
        """
        check_owner(user, actor)
        await self._person(actor, whom)
        await self._audit.note("table-offer", user.id, actor.rules.id, whom=whom)

        async def job() -> None:
            check_owner(user, actor)
            if not actor.viewers.present(whom) or whom in actor.rules.barred:
                raise Refused("not-possible", Sentence("not-present"))
            actor.offers.make(whom, actor.rules.owner or "", user.name)

        await actor.ask(job)

    async def accept(self, user: User, actor: TableActor, may_own: MayOwn, yes: bool) -> None:
        """Accept a table that was offered, or decline it. Its bots leave after the hand, because they play with their
        owner's chips; the new host may seat others.

        Args:
            user: The user.
            actor: The table.
            may_own: Raises `Refused` if the user may not have one more table.
            yes: Whether they accept.

        Raises:
            Refused: It was not offered to them, or they have too many tables.
        """
        actor.offers.check(user.id, actor.rules.owner)
        await self._audit.note("table-accept", user.id, actor.rules.id, yes=yes)

        async def job() -> None:
            actor.offers.check(user.id, actor.rules.owner)
            if yes:
                may_own(user)
                bots = structs.replace(actor.rules.bots, keep=0)
                await actor.put(structs.replace(actor.rules, owner=user.id, staked_by=user.owner, bots=bots))
                await _forget(actor, user.id)
                actor.viewers.say(lambda v: Notice(v, "room.handed-over", {"name": user.name}))
                actor.newcomers.tell()
            actor.offers.end()

        await actor.ask(job)
        if yes:
            await self._unlink(actor)

    async def _person(self, actor: TableActor, whom: str) -> str:
        """The name of a person who can be a host of a table.

        Raises:
            Refused: There is no such person, or they are banned, or the owner already.
        """
        person = await self._store.read(users.by_id, whom)
        if person is None or person.kind == "bot" or whom == actor.rules.owner or whom in actor.rules.barred:
            raise Refused("not-possible", Sentence("no-person"))
        return person.name
