"""What the host of a table has decided, apart from its rules: a pause, co-hosts, approval, and changes to come.

It is plain data, and part of the table's stored state, so a restart forgets nothing of it. A table without a host has
the default.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, structs

from standpat.engine.games import Stakes
from standpat.protocol.room import HostView, NextView, PauseView, Person, RotationPlace
from standpat.room.tables.rotation import Rotation
from standpat.room.tables.table import ClockRules

MOST_PAUSE: Final = 7200.0
"""The longest pause, in seconds. Then the table goes on, so that no host can keep a pot for ever."""


class Pause(Struct, frozen=True):
    """A pause.

    Attributes:
        by: The name of who paused.
        since: When it began, in Unix seconds.
        left: The seconds that were left of the time to act, negative where the time bank ran; None between hands.
    """

    by: str
    since: float
    left: float | None = None


class NextGame(Struct, frozen=True):
    """A game with its house rules. `options` are those that differ from `house`."""

    game_id: str
    house: str
    options: dict[str, Any]


class Coming(Struct, frozen=True):
    """Changes from the next hand on. None is no change. A `game` ends a rotation; there is never both."""

    stakes: Stakes | None = None
    buy_in: tuple[int, int] | None = None
    clock: ClockRules | None = None
    game: NextGame | None = None
    rotation: Rotation | None = None
    straddle: bool | None = None
    chop: bool | None = None


class HostState(Struct, frozen=True):
    """The host's decisions.

    Attributes:
        paused: The pause; None if there is none.
        co_hosts: Names by user of those who may do what the host may, except what concerns the table itself.
        approval: Whether newcomers wait for the host's approval.
        approved: Names by user of those who were approved.
        coming: What changes with the next hand.
    """

    paused: Pause | None = None
    co_hosts: Mapping[str, str] = {}
    approval: bool = False
    approved: Mapping[str, str] = {}
    coming: Coming = Coming()

    def without(self, user: str) -> "HostState":
        """The state without the rights of a user."""
        co_hosts = {id: name for id, name in self.co_hosts.items() if id != user}
        approved = {id: name for id, name in self.approved.items() if id != user}
        return structs.replace(self, co_hosts=co_hosts, approved=approved)

    def view(self) -> HostView:
        """The state as pages show it."""
        paused = None
        if self.paused:
            since = self.paused.since
            paused = PauseView(self.paused.by, since, since + MOST_PAUSE, self.paused.left)
        coming = None
        if self.coming != Coming():
            act = None if self.coming.clock is None else self.coming.clock.act
            played, rotation = self.coming.game, self.coming.rotation
            coming = NextView(
                self.coming.stakes,
                self.coming.buy_in,
                act,
                None if played is None else played.game_id,
                None if played is None else played.house,
                None if rotation is None else tuple([one.game_id for one in rotation.entries]),
                None if rotation is None else rotation.view(RotationPlace(0, 0, 0)),
                self.coming.straddle,
                self.coming.chop,
            )
        co_hosts = tuple([Person(user, name) for user, name in self.co_hosts.items()])
        return HostView(co_hosts, self.approval, paused, coming)
