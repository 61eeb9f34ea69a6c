"""The house player to act: when they act, and their decision.

A house player who has to think begins when their turn begins. They act after the same time as the others, or when they
have finished, which depends on what everybody has seen and not on their cards. `PATIENCE` seconds later they act
without thinking, unless the bot has not yet been loaded for this game. So they do at their usual time where the room's
processes have failed them (`standpat.bots.process_pool`).
"""

import logging
import time
from collections.abc import Callable
from concurrent.futures import Future
from random import uniform
from typing import Final

from standpat.bots.process_pool import ProcessPool, Unavailable
from standpat.engine.action import Action
from standpat.room.tables import house_player
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.refusals import Refusals

log = logging.getLogger("standpat.room")

PATIENCE: Final = 2.0
"""Seconds beyond their time that a house player may think."""
_AGAIN: Final = 0.05
"""Seconds until a house player who is still thinking is asked again."""
_REFUSALS: Final = Refusals(time.monotonic)
"""Of all tables, so that the log has few warnings."""


class Thinking:
    """The house player to act at one table.

    Args:
        table: The table's id.
        least: The shortest time to act, in seconds.
        most: The longest time to act, in seconds.
        now: The clock, in seconds.
        pool: The room's processes for bots; None if it has none.
        whose: The person whose share of the processes is used, when a turn begins.

    Attributes:
        at: The moment at which to ask for the decision.
    """

    def __init__(
        self,
        table: str,
        least: float,
        most: float,
        now: Callable[[], float],
        pool: ProcessPool | None = None,
        whose: Callable[[], str] = str,
    ) -> None:
        self.at = 0.0
        self._table = table
        self._least = least
        self._most = most
        self._now = now
        self._pool = pool
        self._whose = whose
        self._thought: Future[Action] | None = None
        self._patience_until = 0.0

    def begin(self, live: LiveHand | None, decides: Callable[[str], bool], factor: float = 1.0) -> None:
        """Begin the turn of the player to act, if it is a house player.

        Args:
            live: The hand.
            decides: Whether a program decides for a user; then nobody thinks.
            factor: What their time is multiplied by. With 0 they decide at once and without thinking, if they can.
        """
        if self._thought is not None:
            self._forget()
        if live is None or not house_player.is_house_player(user := live.user_to_act or ""):
            return
        self.at = self._now() + factor * uniform(self._least, self._most)
        self._patience_until = self.at + PATIENCE
        if not decides(user) and (factor or not house_player.ready(live.hand, user)):
            self._thought = house_player.think(live.hand, user, self._pool, self._whose())

    def goes_on(self, live: LiveHand) -> bool:
        """Whether they are still thinking. Then ask again at `at`, until their time to think is over."""
        if self._thought is None or self._thought.done():
            return False
        if self._now() >= self._patience_until and house_player.ready(live.hand, live.user_to_act or ""):
            self._forget()
            return False
        self.at = self._now() + _AGAIN
        return True

    def chosen(self, live: LiveHand, user: str) -> Action:
        """Their decision. If they fail, it is that of a player who does not answer."""
        try:
            thought = self._thought_out(user)
            action = house_player.choose(live.hand, user) if thought is None else thought
            live.hand.copy().apply(action)
        except Exception:
            log.exception("table %s: %s fails", self._table, user)
            return house_player.passive(live.hand.legal)
        return action

    def _thought_out(self, user: str) -> Action | None:
        """What they have found by thinking; None if they decide without."""
        if self._thought is None:
            return None
        try:
            return self._thought.result(0)
        except Unavailable as error:
            _REFUSALS.add(house_player.kind(user), self._table, error)
            return None

    def _forget(self) -> None:
        if self._thought is not None:
            self._thought.cancel()
        self._thought = None
