"""Who is who: guests, names with passwords, bots; their sessions and tokens; roles and daily chips.

A guest is a user with a name given to him. `register` makes him one with a name of his own and a password; he
stays the same user, with his chips and hands. A bot is a user with an owner and a token.

A session or bot token is 256 random bits as text, told once; the database has its SHA-256. A password is argon2id,
computed in threads, at most two at a time. Signing in takes as long for a name that is not there as for a wrong
password, and says the same. How often somebody may try is the server's to limit; `TooBusy` says that too many
passwords are waiting.

Names are unique whatever their case. `daily` tops a wallet up with play chips once a day (UTC).
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection

from standpat.room.store.store import Store

Kind = Literal["guest", "registered", "bot"]
Role = Literal["player", "host", "admin"]


class AccountError(ValueError):
    """Refused; the message says what would be right, and nothing has changed."""


class SignInRefused(AccountError):
    """The name or the password is wrong; it is not said which."""


class TooBusy(AccountError):
    """Too many passwords are waiting to be checked: try again in a moment."""


class User(Struct, frozen=True):
    """`owner` is the user a bot belongs to."""

    id: str
    name: str
    kind: Kind
    role: Role
    created: float
    barred: bool = False
    owner: str | None = None


class Entrance(NamedTuple):
    """A user, and the token that proves it: the only time it is told."""

    user: User
    token: str


class Accounts:
    """See the module. `chips` is what a new user begins with and what `daily` tops up to."""

    def __init__(self, store: Store, *, chips: int = 10_000, clock: Callable[[], float] | None = None) -> None:
        raise NotImplementedError

    async def guest(self) -> Entrance:
        """A new guest, with a friendly name, play chips and a session."""
        raise NotImplementedError

    async def register(self, user: str, name: str, password: str) -> User:
        """A guest takes a name and a password."""
        raise NotImplementedError

    async def sign_in(self, name: str, password: str) -> Entrance:
        """A new session for a registered user."""
        raise NotImplementedError

    async def who(self, token: str) -> User | None:
        """Whose session or bot token this is; None if nobody's, if it has run out, or if he is barred."""
        raise NotImplementedError

    async def sign_out(self, token: str) -> None:
        """This session is over."""
        raise NotImplementedError

    async def sign_out_everywhere(self, user: str) -> None:
        """All sessions and tokens of a user are over."""
        raise NotImplementedError

    async def change_password(self, user: str, password: str) -> None:
        """A new password; every session of the user is over."""
        raise NotImplementedError

    async def bot(self, name: str, owner: str | None = None) -> Entrance:
        """A new bot with play chips and a token that does not run out. The house's own have no owner."""
        raise NotImplementedError

    async def set_role(self, user: str, role: Role) -> None:
        """Player, host or admin."""
        raise NotImplementedError

    async def bar(self, user: str, barred: bool = True) -> None:
        """Keep somebody out, or let him in again."""
        raise NotImplementedError

    async def daily(self, user: str) -> int:
        """Top the wallet up for today; how many chips that was, 0 if it was done before or was not needed."""
        raise NotImplementedError


def user(connection: Connection, user_id: str) -> User | None:
    """A user by his id."""
    raise NotImplementedError


def named(connection: Connection, name: str) -> User | None:
    """A user by his name, in any case."""
    raise NotImplementedError


def users(connection: Connection, text: str = "", limit: int = 100) -> list[User]:
    """Users whose name has this text in it, newest first."""
    raise NotImplementedError
