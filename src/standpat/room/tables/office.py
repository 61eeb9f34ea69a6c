"""What the room's operator has decided, in memory: bars, mutes and settings.

They are read when the room opens, which fails if they cannot be read, and again every few seconds, because commands of
the operator change them in the database. If that fails the last ones go on holding. So nothing is ever allowed because
a restriction could not be looked up.

A bar or a mute holds for an account with its bots, for a device, or for a range of addresses. Admins are not barred by
device or address, so that no operator locks themselves out.
"""

import logging
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from ipaddress import ip_network
from typing import NamedTuple

from sqlalchemy import Connection

from standpat.language.sentence import Sentence
from standpat.room.limits import address
from standpat.room.store import Store, StoreError, restriction, setting
from standpat.room.store.restriction import Kind, Restriction
from standpat.room.store.setting import Settings
from standpat.room.store.users import User
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.watch import Watch

log = logging.getLogger("standpat.room")


class Came(NamedTuple):
    """Who comes, and from where: the user, the digest of the device's cookie ("" for none), and the address."""

    user: User | None
    device: str
    host: str


class Office:
    """The operator's decisions.

    Args:
        store: The database.
        watch: The room's time.
    """

    def __init__(self, store: Store, watch: Watch) -> None:
        self._store = store
        self._watch = watch
        self._restrictions: list[Restriction] = []
        self._pages: dict[Viewer, Came] = {}
        self.settings = Settings()

    async def load(self) -> None:
        """Read restrictions and settings.

        Raises:
            StoreError: They cannot be read. Those from before go on holding.
            ValueError: A range of addresses is none.
        """
        now = self._watch.wall()

        def read(connection: Connection) -> tuple[list[Restriction], Settings]:
            return restriction.present(connection, now), setting.read(connection)

        found, settings = await self._store.read(read)
        for one in found:
            if one.target == "address":
                ip_network(one.value)
        self._restrictions, self.settings = found, settings

    async def look_again(self) -> None:
        """Read everything again, and keep what there was if that fails. Called regularly."""
        try:
            await self.load()
        except (StoreError, ValueError):
            log.exception("the operator's restrictions cannot be read; the last ones go on holding")

    def restriction(self, kind: Kind, came: Came) -> Restriction | None:
        """The bar or the mute that holds for who comes: the one that ends last; None if there is none."""
        now = self._watch.wall()
        found = [one for one in self._restrictions if one.kind == kind and one.holds(now) and _concerns(one, came)]
        return max(found, key=lambda one: float("inf") if one.ends is None else one.ends, default=None)

    def why_not_speak(self, came: Came) -> Sentence | None:
        """Why somebody may not chat; None if they may."""
        mute = self.restriction("mute", came)
        if mute is not None:
            return muted(mute)
        if came.user is not None and came.user.kind == "guest" and not self.settings.guest_chat:
            return Sentence("guest-chat")
        return None

    # Open pages ------------------------------------------------------------------------------------------

    def opened(self, viewer: Viewer, came: Came) -> None:
        """Add an open page."""
        self._pages[viewer] = came

    def gone(self, viewer: Viewer) -> None:
        """Remove a page."""
        self._pages.pop(viewer, None)

    def barred_pages(self) -> Iterator[tuple[Viewer, Came]]:
        """The open pages of those who are barred."""
        for viewer, came in list(self._pages.items()):
            if self.restriction("bar", came) is not None:
                yield viewer, came

    def barred_among(self, users: Iterable[str]) -> set[str]:
        """Those of the users whose accounts are barred."""
        now, bars = self._watch.wall(), [one for one in self._restrictions if one.kind == "bar"]
        return {one.value for one in bars if one.target == "account" and one.holds(now)}.intersection(users)


def barred(one: Restriction) -> Sentence:
    """A bar in words, for the person whom it concerns."""
    if one.ends is None:
        return Sentence("room-barred-ever", reason=one.reason)
    return Sentence("room-barred", reason=one.reason, until=until(one.ends))


def muted(one: Restriction) -> Sentence:
    """A mute in words, for the person whom it concerns."""
    if one.ends is None:
        return Sentence("room-muted-ever", reason=one.reason)
    return Sentence("room-muted", reason=one.reason, until=until(one.ends))


def until(at: float) -> str:
    """A time in words that every language understands, such as "2026-11-30 18:00 UTC"."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _concerns(one: Restriction, came: Came) -> bool:
    user = came.user
    if one.target == "account":
        return user is not None and one.value in (user.id, user.owner)
    if user is not None and user.role == "admin":
        return False
    if one.target == "device":
        return bool(came.device) and one.value == came.device
    return address.within(came.host, (one.value,))
