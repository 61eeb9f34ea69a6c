"""Accounts: guests, registered users and bots; their sessions and tokens; roles and daily chips.

A guest is a user with a given name. `register` gives them a name that they chose and a password; they stay the same
user and keep their chips and hands. A bot is a user with a token. It may have an owner.

Sessions and tokens are in `standpat.room.store.session`. `standpat.room.store.users` reads users. Passwords are hashed
with argon2id in threads, at most two at a time. Signing in takes as long for an unknown name as for a wrong password,
and gives the same error. The server limits how often somebody may try. `TooBusy` means that too many passwords are
waiting.

A session lasts 90 days. A user who registers or changes their password gets a new session, and all earlier sessions
end; a sign-in ends the session that it replaces. So a token that somebody else knew from before is worthless. `on_end`
is called with the ended sessions (`session_of`) after that has been written. Names are unique regardless of case
(`name` says which names are allowed). `daily` tops up a wallet with play chips, up to a limit for each day (UTC).
"""

import secrets
import time
from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple, cast, get_args

from msgspec import structs
from sqlalchemy import Connection, Executable, delete, func, select, update

from standpat.language.sentence import Sentence
from standpat.room.store import device, given, ledger, session, users
from standpat.room.store.batch import Insert, Op, Work
from standpat.room.store.name import NameRefused, chosen, friendly, key
from standpat.room.store.password import ANYBODY, Party, Passwords, TooManyWaiting
from standpat.room.store.schema import person
from standpat.room.store.schema import token as tokens
from standpat.room.store.store import Store
from standpat.room.store.users import Kind, Role, User

DAILY: Final = 10_000
"""The chips of a newcomer, and the largest number that the bank gives one person in a day."""
LEAST_PASSWORD: Final = 8
"""The shortest password, in characters."""
MOST_PASSWORD: Final = 256
"""The longest password, in characters."""
AlsoGiven = Callable[[int, int], Sequence[Work]]
"""Operations to write together with chips from the bank. The arguments are the chips given and the wallet after that.
"""


def nothing_given(chips: int, wallet: int) -> Sequence[Work]:
    """No further operations."""
    return ()


class AccountError(ValueError):
    """A refused change. The message says what would be right. Nothing was changed."""


class NameTaken(AccountError):
    """Another user has this name."""


class SignInRefused(AccountError):
    """The name or the password is wrong. The message does not say which."""


class TooBusy(AccountError):
    """Too many passwords are waiting to be checked. A later attempt may succeed."""


class Entrance(NamedTuple):
    """A user and their new token. The token is never available again."""

    user: User
    token: str


class Accounts:
    """The accounts of a store.

    Args:
        store: The store.
        chips: The chips of a newcomer. `daily` tops up to this number, by at most as many.
        newcomers: How many newcomers of one household get chips in a day.
        clock: The time, in Unix seconds.
        passwords: Computes hashes; None for the default cost.
        on_end: Called with the sessions that have ended.
    """

    def __init__(
        self,
        store: Store,
        *,
        chips: int = DAILY,
        newcomers: int = 1,
        clock: Callable[[], float] = time.time,
        passwords: Passwords | None = None,
        on_end: Callable[[Collection[bytes]], None] = lambda sessions: None,
    ) -> None:
        self.passwords = passwords or Passwords()
        self._store = store
        self.chips = chips
        self._newcomers = newcomers
        self._clock = clock
        self._on_end = on_end

    async def guest(self, home: str = "") -> Entrance:
        """Make a guest with a given name and a session.

        The guest gets play chips unless the household has had its newcomers today.

        Raises:
            AccountError: No free name was found.
        """
        for attempt in range(20):
            try:
                return await self._enter(friendly(crowded=attempt > 2), "guest", home=home)
            except NameTaken:
                continue
        raise AccountError("no name could be found for a guest: choose one")

    async def register(self, user_id: str, name: str, password: str, party: Party = ANYBODY) -> Entrance:
        """Give a guest a name and a password. All their sessions end and a new one begins.

        Args:
            user_id: The guest.
            name: The chosen name.
            password: The password.
            party: Who waits for the hash.

        Raises:
            AccountError: The user is not a guest, or the name or the password is not allowed.
            NameTaken: Another user has the name.
            TooBusy: Too many passwords are waiting.
        """
        name = _name(name)
        stored = await self._hash(password, party)

        def run(connection: Connection) -> User:
            if _existing(connection, user_id).kind != "guest":
                raise AccountError(Sentence("guest-only"))
            _check_free(connection, name, but=user_id)
            values = {"name": name, "name_key": key(name), "kind": "registered", "password": stored}
            connection.execute(update(person).where(person.c.id == user_id).values(values))
            return _existing(connection, user_id)

        registered, token = await self._anew(user_id, run)
        return Entrance(cast(User, registered), token)

    async def rename(self, user_id: str, name: str) -> User:
        """Change the name of a guest, who stays a guest.

        Raises:
            AccountError: The user is not a guest, or the name is not allowed.
            NameTaken: Another user has the name.
        """
        name = _name(name)

        def run(connection: Connection) -> User:
            if _existing(connection, user_id).kind != "guest":
                raise AccountError(Sentence("rename-guest"))
            _check_free(connection, name, but=user_id)
            values = {"name": name, "name_key": key(name)}
            connection.execute(update(person).where(person.c.id == user_id).values(values))
            return _existing(connection, user_id)

        return cast(User, await self._do(run))

    async def sign_in(
        self, name: str, password: str, party: Party = ANYBODY, *, instead_of: str | None = None
    ) -> Entrance:
        """Begin a session for a registered user.

        Args:
            name: The name, in any case.
            password: The password.
            party: Who waits for the check.
            instead_of: The token of a session that ends.

        Raises:
            SignInRefused: The name or the password is wrong.
            AccountError: The user is banned.
            TooBusy: Too many passwords are waiting.
        """
        hash_before = await self._store.read(_password_of, name)
        stored = hash_before[1] if hash_before else None
        if not await self.check(stored, password, party) or hash_before is None:
            raise SignInRefused(Sentence("sign-in"))
        known = hash_before[0]
        if known.barred:
            raise AccountError(Sentence("player-barred"))

        def still_so(connection: Connection) -> None:
            if _password_of(connection, name) != hash_before:  # the password was changed during the check
                raise SignInRefused(Sentence("sign-in"))

        ops = [Work(still_so), self._token(known.id, token := session.new_token(), session.SESSION_S)]
        if stored is not None and self.passwords.outdated(stored):
            anew = await self._hash(password, party)
            same = update(person).where(person.c.id == known.id, person.c.password == stored)
            ops.append(_statement(same.values(password=anew)))
        if instead_of is not None:
            before = session.session_of(instead_of)
            ops.append(_statement(delete(tokens).where(tokens.c.hash == before, tokens.c.expires.is_not(None))))
        await self._store.commit(*ops)
        if instead_of is not None:
            self._on_end([before])
        return Entrance(known, token)

    async def who(self, token: str) -> User | None:
        """The user of a session or bot token; None if there is none, if it has expired, or if the user is banned."""
        return await self._store.read(session.holder, session.session_of(token), self._clock())

    async def sign_out(self, token: str) -> None:
        """End a session."""
        await self._store.commit(_statement(delete(tokens).where(tokens.c.hash == session.session_of(token))))
        self._on_end([session.session_of(token)])

    async def sign_out_everywhere(self, user_id: str) -> int:
        """End all sessions and tokens of a user, and forget their devices.

        Returns:
            The number of tokens that ended.
        """
        work = Work(lambda connection: session.end_all(connection, user_id))
        ended, _ = await self._store.commit(work, device.forget(user_id))
        self._on_end(ended)
        return len(ended)

    async def change_password(self, user_id: str, old: str, new: str, party: Party = ANYBODY) -> Entrance:
        """Change a password. All sessions end and a new one begins.

        Args:
            user_id: A registered user.
            old: The present password.
            new: The new password.
            party: Who waits for check and hash.

        Raises:
            SignInRefused: The present password is wrong.
            AccountError: The new password is too short or too long.
            TooBusy: Too many passwords are waiting.
        """
        stored = await self._store.read(_stored, user_id)
        if not await self.check(stored, old, party):
            raise SignInRefused(Sentence("old-password"))
        anew = await self._hash(new, party)

        def run(connection: Connection) -> User:
            if _stored(connection, user_id) != stored:  # the password was changed during the check
                raise SignInRefused(Sentence("old-password"))
            return _set_password(connection, user_id, anew)

        changed, token = await self._anew(user_id, run)
        return Entrance(cast(User, changed), token)

    async def set_password(self, user_id: str, password: str) -> None:
        """Set a password for a registered user, as the operator. All sessions end.

        Raises:
            AccountError: The user is not registered, or the password is too short or too long.
        """
        stored = await self._hash(password, ANYBODY)
        work = Work(lambda connection: _set_password(connection, user_id, stored))
        _, ended, _ = await self._store.commit(
            work, Work(lambda connection: session.end_all(connection, user_id)), device.forget(user_id)
        )
        self._on_end(ended)

    async def bot(self, name: str, owner: str | None = None, most: int | None = None) -> Entrance:
        """Make a bot with a token that does not expire.

        Args:
            name: The bot's name.
            owner: The user whose chips the bot plays with; None for a bot of the house, which has its own play chips.
            most: The largest number of bots of one owner; None for no limit.

        Raises:
            AccountError: The owner has too many bots, or the name is not allowed.
            NameTaken: Another user has the name.
        """
        return await self._enter(_name(name), "bot", owner, most)

    async def set_role(self, user_id: str, role: Role) -> None:
        """Set the role of a user.

        Raises:
            AccountError: There is no such role or user.
        """
        if role not in get_args(Role):
            raise AccountError(f"{role!r} is not a role: expected one of {', '.join(get_args(Role))}")
        await self._change(user_id, role=role)

    async def bar(self, user_id: str, barred: bool = True) -> None:
        """Ban a user from the room, or lift the ban.

        Raises:
            AccountError: There is no such user.
        """
        await self._change(user_id, barred=barred)

    async def welcome(self, user_id: str, home: str = "", also: AlsoGiven = nothing_given) -> int:
        """Give a newcomer's chips to a user who got none when they came, because their household had had its newcomers.

        Args:
            user_id: The user.
            home: The household; "" for none, which has no limit.
            also: Operations to write together with the chips.

        Returns:
            The chips given; 0 if the user has had chips before.

        Raises:
            AccountError: The household has had its newcomers today, or there is no such user.
        """
        now = self._clock()

        def run(connection: Connection) -> int:
            _existing(connection, user_id)
            wallet = ledger.wallet(user_id)
            if ledger.is_open(connection, wallet) or not self.chips:
                return 0
            if not given.admit(connection, home, given.day_of(now), self._newcomers):
                raise AccountError(Sentence("newcomers"))
            ledger.move(ledger.BANK, wallet, self.chips, "welcome", at=now).run(connection)
            for work in also(self.chips, self.chips):
                work.run(connection)
            return self.chips

        return cast(int, await self._do(run))

    async def daily(self, user_id: str, at_most: int | None = None, also: AlsoGiven = nothing_given) -> int:
        """Top up a wallet.

        In a day a wallet is topped up by at most `chips`, less what its owner has won from the house's players
        (`standpat.room.tables.allowance`).

        Args:
            user_id: The user.
            at_most: The largest number of chips to give; None for no further limit.
            also: Operations to write together with the chips.

        Returns:
            The chips given.
        """
        now = self._clock()
        day = given.day_of(now)

        def run(connection: Connection) -> int:
            _existing(connection, user_id)
            wallet, today = ledger.wallet(user_id), given.given_to(connection, user_id, day)
            least = self.chips if at_most is None else at_most
            left = self.chips - today.topped - max(0, today.won)
            missing = min(self.chips - ledger.balance(connection, wallet), left, least)
            if missing <= 0:
                return 0
            ledger.move(ledger.BANK, wallet, missing, "daily", at=now).run(connection)
            given.add(connection, user_id, day, topped=missing)
            for work in also(missing, ledger.balance(connection, wallet)):
                work.run(connection)
            return missing

        return cast(int, await self._do(run))

    async def collect(self) -> None:
        """Move chips in the wallets of owned bots to their owners.

        Bots play from the wallets of their owners. In earlier versions they had chips of their own.
        """
        now = self._clock()

        def run(connection: Connection) -> None:
            bots = select(person.c.id, person.c.owner).where(person.c.owner.is_not(None))
            for bot, owner in connection.execute(bots).all():
                chips = ledger.balance(connection, ledger.wallet(bot))
                if chips:
                    ledger.move(ledger.wallet(bot), ledger.wallet(owner), chips, "bot", at=now).run(connection)

        await self._do(run)

    async def _enter(
        self, name: str, kind: Kind, owner: str | None = None, most: int | None = None, home: str = ""
    ) -> Entrance:
        made = User(secrets.token_hex(8), name, kind, "player", self._clock(), owner=owner)
        token = session.new_token()

        def run(connection: Connection) -> None:
            _check_free(connection, name)
            if owner is not None:
                _existing(connection, owner)
                owned = select(func.count()).select_from(person).where(person.c.owner == owner)
                if most is not None and (connection.scalar(owned) or 0) >= most:
                    raise AccountError(Sentence("own-bots", most=most))
            row = {**structs.asdict(made), "name_key": key(name), "password": None}
            connection.execute(person.insert(), row)
            if owner is None and self.chips and given.admit(connection, home, day, self._newcomers):
                welcome.run(connection)

        day = given.day_of(made.created)
        welcome = ledger.move(ledger.BANK, ledger.wallet(made.id), max(1, self.chips), "welcome", at=made.created)
        ops: list[Op] = [Work(run), self._token(made.id, token, None if kind == "bot" else session.SESSION_S)]
        await self._store.commit(*ops)
        return Entrance(made, token)

    async def _anew(self, user_id: str, run: Callable[[Connection], object]) -> tuple[object, str]:
        """Run a function, end every session of the user, and begin a new one.

        Returns:
            The function's result and the token.
        """
        token = session.new_token()
        result, ended, _, _ = await self._store.commit(
            Work(run),
            Work(lambda connection: session.end_all(connection, user_id)),
            device.forget(user_id),
            self._token(user_id, token, session.SESSION_S),
        )
        self._on_end(ended)
        return result, token

    def _token(self, user_id: str, token: str, lasts: float | None) -> Op:
        now = self._clock()
        expires = None if lasts is None else now + lasts
        return Insert(
            ((tokens, [{"hash": session.session_of(token), "person": user_id, "created": now, "expires": expires}]),)
        )

    async def _change(self, user_id: str, **values: object) -> None:
        def run(connection: Connection) -> None:
            _existing(connection, user_id)
            connection.execute(update(person).where(person.c.id == user_id).values(values))

        await self._do(run)

    async def _do(self, run: Callable[[Connection], object]) -> object:
        (result,) = await self._store.commit(Work(run))
        return result

    async def _hash(self, password: str, party: Party) -> str:
        if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
            raise AccountError(Sentence("password-length", least=LEAST_PASSWORD, most=MOST_PASSWORD))
        return await self.hash(password, party)

    async def hash(self, password: str, party: Party) -> str:
        """The hash to store for the password of a user or a table.

        Raises:
            TooBusy: Too many passwords are waiting.
        """
        try:
            return await self.passwords.hash(password, party)
        except TooManyWaiting:
            raise TooBusy(Sentence("busy")) from None

    async def check(self, stored: str | None, password: str, party: Party) -> bool:
        """Whether a password matches a stored hash.

        Raises:
            TooBusy: Too many passwords are waiting.
        """
        try:
            return await self.passwords.check(stored, password[: MOST_PASSWORD + 1], party)
        except TooManyWaiting:
            raise TooBusy(Sentence("busy")) from None


def _existing(connection: Connection, user_id: str) -> User:
    holder = users.by_id(connection, user_id)
    if holder is None:
        raise AccountError(f"there is no user {user_id!r}")
    return holder


def _check_free(connection: Connection, name: str, but: str | None = None) -> None:
    holder = users.by_name(connection, name)
    if holder is not None and holder.id != but:
        raise NameTaken(Sentence("name-taken", name=name))


def _password_of(connection: Connection, name: str) -> tuple[User, str | None] | None:
    if not name.isprintable():
        return None
    row = connection.execute(users.USER.add_columns(person.c.password).where(person.c.name_key == key(name))).first()
    return None if row is None else (User(*row[:-1]), row[-1])


def _stored(connection: Connection, user_id: str) -> str | None:
    """The stored hash of a registered user's password."""
    query = select(person.c.password).where(person.c.id == user_id, person.c.kind == "registered")
    digest: str | None = connection.scalar(query)
    return digest


def _set_password(connection: Connection, user_id: str, stored: str) -> User:
    if _existing(connection, user_id).kind != "registered":
        raise AccountError("a guest has no password: register first")
    connection.execute(update(person).where(person.c.id == user_id).values(password=stored))
    return _existing(connection, user_id)


def _statement(statement: Executable) -> Work:
    return Work(lambda connection: connection.execute(statement).close())


def _name(name: str) -> str:
    try:
        return chosen(name)
    except NameRefused as error:
        raise AccountError(error.args[0]) from None
