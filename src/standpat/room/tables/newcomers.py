"""Newcomers who wait for the host's approval, at a table that has it.

A person who asks for a seat there waits, and they and the hosts are told. When a host approves, they get the seat as
anybody does who asks for one, and need no approval here again. Otherwise they are refused: when a host declines, after
`WAIT` seconds, or when their connection ends. Who was declined may ask again after `AGAIN` seconds. Hosts need no
approval.

Nothing of a newcomer changes at the table while they wait. What they asked for is in memory only; a page asks again
after a restart. Only the table's actor may call this, in its turn.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import structs

from standpat.language.sentence import Sentence
from standpat.protocol.room import Newcomer, Sit, Waiting, write
from standpat.room.tables.cashier import Cashier, Note
from standpat.room.tables.host_desk import HostDesk
from standpat.room.tables.refusal import REFUSALS, Refused, refusal
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.viewers import Viewers

WAIT: Final = 300.0
"""Seconds for which a newcomer waits."""
AGAIN: Final = 60.0
"""Seconds after which somebody who was declined may ask again."""
MOST: Final = 40
"""Newcomers who may wait at a table."""
MOST_OF_HOME: Final = 8
"""Newcomers of one household who may wait at a table."""
MOST_APPROVED: Final = 500
"""People whose approval is remembered; those before are forgotten."""


class _Asked(NamedTuple):
    viewer: Viewer
    message: Sit
    note: Note
    until: float


class Newcomers:
    """The newcomers of one table.

    Args:
        desk: The host's desk.
        cashier: The cashier.
        viewers: The table's connections.
        is_host: Whether a user is a host of the table.
        now: The room's time, in seconds.
        wall: The same in Unix seconds.
        seated: Called when somebody has a seat.
    """

    def __init__(
        self,
        desk: HostDesk,
        cashier: Cashier,
        viewers: Viewers,
        *,
        is_host: Callable[[str], bool],
        now: Callable[[], float],
        wall: Callable[[float], float],
        seated: Callable[[], None],
    ) -> None:
        self._desk = desk
        self._cashier = cashier
        self._viewers = viewers
        self._is_host = is_host
        self._now = now
        self._wall = wall
        self._seated = seated
        self._asked: dict[str, _Asked] = {}
        self._declined: dict[str, float] = {}

    def needs_approval(self, user: str) -> bool:
        """Whether a user needs approval to sit down."""
        state = self._desk.state
        return state.approval and user not in state.approved and not self._is_host(user)

    async def ask(self, viewer: Viewer, message: Sit, note: Note) -> None:
        """Have a person wait for approval.

        Raises:
            Refused: They may not sit here, wait already, were declined, or too many wait.
            SeatingError: They may not have this seat or bring these chips.
        """
        user = viewer.user
        self.sweep()
        before = self._asked.get(user)
        if before is not None:
            if not message.key or message.key != before.message.key:
                raise Refused("not-possible", Sentence("waits-for-host"))
            self._asked[user] = before._replace(viewer=viewer, message=message)
            return
        if self._now() < self._declined.get(user, 0.0):
            raise Refused("not-allowed", Sentence("declined"))
        await self._cashier.check_wish(viewer.sitter, message)
        home = viewer.sitter.home
        same = sum([asked.viewer.sitter.home == home for asked in self._asked.values()]) if home else 0
        if len(self._asked) >= MOST or same >= MOST_OF_HOME:
            raise Refused("not-possible", Sentence("newcomers-most"))
        self._asked[user] = _Asked(viewer, message, note, self._now() + WAIT)
        viewer.tell(write(Waiting(self._views(user))))
        self.tell()

    async def approve(self, user: str) -> None:
        """Approve somebody who waits, and give them the seat that they asked for.

        Raises:
            Refused: They do not wait.
        """
        self.sweep()
        asked = self._asked.get(user)
        if asked is None:
            raise Refused("not-possible", Sentence("nobody-waits"))
        state = self._desk.state
        approved = dict(list({**state.approved, user: asked.viewer.name}.items())[-MOST_APPROVED:])
        await self._desk.decide(structs.replace(state, approved=approved))
        del self._asked[user]
        asked.viewer.tell(write(Waiting([])))
        self.tell()
        try:
            if await self._cashier.ask_for_seat(asked.viewer, asked.message, asked.note):
                asked.viewer.ack(asked.message.id)
        except REFUSALS as error:
            asked.viewer.answer(asked.message.id, write(refusal(asked.message.id, error)))
        self._seated()

    def decline(self, user: str) -> None:
        """Decline somebody who waits.

        Raises:
            Refused: They do not wait.
        """
        self.sweep()
        if user not in self._asked:
            raise Refused("not-possible", Sentence("nobody-waits"))
        self._declined[user] = self._now() + AGAIN
        self._refuse(user, Sentence("declined"))
        self.tell()

    def withdraw(self, user: str) -> bool:
        """Let somebody wait no longer, at their own wish. Returns whether they waited."""
        if user not in self._asked:
            return False
        self._refuse(user, Sentence("withdrawn"))
        self.tell()
        return True

    def gone(self, viewer: Viewer) -> None:
        """Forget what a connection asked for that has ended."""
        asked = self._asked.get(viewer.user)
        if asked is not None and asked.viewer is viewer:
            del self._asked[viewer.user]
            self.tell()

    def sweep(self) -> None:
        """Refuse those who have waited for too long. Called regularly."""
        now = self._now()
        self._declined = {user: until for user, until in self._declined.items() if until > now}
        late = [user for user, asked in self._asked.items() if asked.until <= now]
        for user in late:
            self._refuse(user, Sentence("no-approval"))
        if late:
            self.tell()

    async def open(self) -> None:
        """Give seats to all who wait, because the table no longer needs approval."""
        for user in list(self._asked):
            await self.approve(user)

    def views(self) -> list[Newcomer]:
        """Those who wait, as hosts see them."""
        return self._views(*self._asked)

    def _views(self, *users: str) -> list[Newcomer]:
        return [
            Newcomer(user, asked.viewer.name, asked.message.buy_in, self._wall(asked.until))
            for user, asked in ((user, self._asked[user]) for user in users)
        ]

    def tell(self, viewer: Viewer | None = None) -> None:
        """Tell the hosts, or one connection of a host, who waits."""
        told = write(Waiting(self.views()))
        for one in self._viewers if viewer is None else [viewer]:
            if self._is_host(one.user):
                one.tell(told)

    def _refuse(self, user: str, why: Sentence) -> None:
        asked = self._asked.pop(user)
        asked.viewer.tell(write(Waiting([])))
        error = Refused("not-allowed", why)
        asked.viewer.answer(asked.message.id, write(refusal(asked.message.id, error)))
