"""Sessions and tokens of bots: whose they are, and which are still valid.

A token is 256 random bits as text. Its owner gets it once; the database has its SHA-256 (`session_of`).
"""

import hashlib
import secrets
from collections.abc import Collection
from typing import Final

from sqlalchemy import Connection, delete, or_, select

from standpat.room.store.schema import person
from standpat.room.store.schema import token as tokens
from standpat.room.store.users import USER, User

SESSION_S: Final = 90 * 86_400
"""How long a session lasts, in seconds."""
AT_ONCE: Final = 500
"""Sessions that are looked up in one statement."""


def new_token() -> str:
    """Make a token: 256 random bits as text. It does not begin with "-", as an option of a command does."""
    while (token := secrets.token_urlsafe(32)).startswith("-"):
        pass
    return token


def session_of(token: str) -> bytes:
    """The digest under which a session or a bot's token is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def living(connection: Connection, sessions: Collection[bytes], now: float) -> set[bytes]:
    """The sessions among these that are valid at a time."""
    valid_ones: set[bytes] = set()
    asked = list(sessions)
    for first in range(0, len(asked), AT_ONCE):
        some = tokens.c.hash.in_(asked[first : first + AT_ONCE])
        valid = or_(tokens.c.expires.is_(None), tokens.c.expires > now)
        valid_ones.update(connection.scalars(select(tokens.c.hash).where(some, valid)))
    return valid_ones


def holder(connection: Connection, digest: bytes, now: float) -> User | None:
    """The user of a session; None if it is unknown or has expired, or if the user is banned."""
    row = connection.execute(
        USER.add_columns(tokens.c.hash, tokens.c.expires)
        .join(tokens, tokens.c.person == person.c.id)
        .where(tokens.c.hash == digest)
    ).first()
    if row is None or not secrets.compare_digest(row.hash, digest):
        return None
    user = User(*row[:-2])
    over = row.expires is not None and row.expires <= now
    return None if over or user.barred else user


def end_all(connection: Connection, user_id: str) -> list[bytes]:
    """End every session and token of a user.

    Returns:
        The sessions that ended.
    """
    ended = list(connection.scalars(select(tokens.c.hash).where(tokens.c.person == user_id)))
    connection.execute(delete(tokens).where(tokens.c.person == user_id))
    return ended
