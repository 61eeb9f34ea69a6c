"""What happens when the time of the player to act is over (R8.3).

A player without a connection gets their protection first (`standpat.room.tables.clock`). Otherwise the decision is made
for them: they stand pat, check or fold. A player who misses two decisions in a row, or one without a connection, sits
out from the next hand on. At the showdown their cards are shown or mucked for them, and that does not count as a missed
decision.
"""

from collections.abc import Awaitable, Callable
from typing import Final, Literal, Protocol

from standpat.engine.action import Action, Discard, Fold
from standpat.protocol.room import Notice, ServerMessage, Timeout
from standpat.room.store import Store
from standpat.room.tables import house_player
from standpat.room.tables.cashier import Cashier
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.metrics import Metrics
from standpat.room.tables.policy import Policy
from standpat.room.tables.viewers import Viewers

MISSES: Final = 2
"""Decisions missed in a row after which a player sits out."""


class Play(Protocol):
    """Applies an action of the player to act. `timeout(v)` makes the message that it was done for them."""

    def __call__(self, action: Action, timeout: Callable[[int], ServerMessage]) -> Awaitable[None]:
        """Apply the action, and send the message that `timeout` makes for the version."""


class Timeouts:
    """The timeouts of one table.

    Args:
        store: The database.
        viewers: The table's connections.
        cashier: The cashier.
        metrics: The room's metrics.
        play: Applies an action.
        missed: Called when a house player did not answer.
        policy: Gives the policy of the table.
        now: The clock, in seconds.
    """

    def __init__(
        self,
        store: Store,
        viewers: Viewers,
        cashier: Cashier,
        metrics: Metrics,
        *,
        play: Play,
        missed: Callable[[str], None],
        policy: Callable[[], Policy],
        now: Callable[[], float],
    ) -> None:
        self.misses: dict[str, int] = {}
        """Decisions that each user has missed in a row."""
        self._store = store
        self._viewers = viewers
        self._cashier = cashier
        self._metrics = metrics
        self._play = play
        self._missed = missed
        self._policy = policy
        self._now = now

    def answered(self, user: str) -> None:
        """Forget the decisions that a user has missed, because they have answered."""
        self.misses.pop(user, None)
        self._policy().decided(user)

    async def time_out(self, live: LiveHand, user: str, name: str) -> None:
        """Handle the end of the time of `user`, who is to act, and tell everybody."""
        if live.hand.legal.showdown is not None:
            await self._show_or_muck(live, name)
        elif self._viewers.present(user) or not await self._protect(live, user, name):
            await self._act_for(live, user)

    async def _protect(self, live: LiveHand, user: str, name: str) -> bool:
        """Give a user their protection. False if they have used it up."""
        assert live.asked is not None
        now = self._now()
        if not live.asked.protected:
            self._policy().cut_off(user)
        longer = live.clock.protect(user, live.asked, now)
        if longer is None:
            return False
        await self._store.commit(*live.move(longer))
        self._viewers.show(live.moved(self._viewers.v + 1))
        args = {"name": name, "seconds": round(longer.deadline - now)}
        self._viewers.say(lambda v: Notice(v, "room.disconnected", args))
        return True

    async def _act_for(self, live: LiveHand, user: str) -> None:
        action = house_player.passive(live.hand.legal)
        did: Literal["fold", "check", "stand-pat"] = "check"
        if isinstance(action, Discard | Fold):
            did = "stand-pat" if isinstance(action, Discard) else "fold"
        at, hand_no = self._cashier.place(user), live.record.hand_no
        self._metrics.timeouts.inc()
        if house_player.is_house_player(user):
            self._missed(user)
        else:
            self.misses[user] = self.misses.get(user, 0) + 1
            gone = self.misses[user] >= MISSES or not self._viewers.present(user)
            if gone and self._policy().sits_out(user):
                self._cashier.seating.sit_out(at, True)
        await self._play(action, lambda v: Timeout(v, hand_no, at, did))
        if not live.over:
            self._cashier.show()

    async def _show_or_muck(self, live: LiveHand, name: str) -> None:
        self._metrics.timeouts.inc()
        did = live.hand.legal.showdown
        await self._play(house_player.passive(live.hand.legal), lambda v: Notice(v, f"room.time-{did}", {"name": name}))
