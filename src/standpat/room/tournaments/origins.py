"""From which addresses tournaments were opened and entered, for the room's limits.

It is in memory only, as for tables (`standpat.room.tables.opening`). A trusted address has no limits.
"""

from collections.abc import Collection

from standpat.language.sentence import Sentence
from standpat.room.limits.limit import Limits
from standpat.room.limits.limit_name import LimitName, OnRefusal, not_counted
from standpat.room.tables.refusal import Refused


class Origins:
    """The addresses.

    Args:
        limits: The limits.
        refused: Called with each limit that refuses something.
    """

    def __init__(self, limits: Limits, refused: OnRefusal = not_counted) -> None:
        self._limits = limits
        self._refused = refused
        self._opened: dict[str, str] = {}
        self._entered: dict[str, dict[str, str]] = {}

    def check_opening(self, running: Collection[str], client: str | None) -> None:
        """Check that one more tournament may be opened.

        Args:
            running: The tournaments of people that are not over.
            client: The address; None for one without limits.

        Raises:
            Refused: There are too many.
        """
        if len(running) >= self._limits.people_tournaments:
            raise self._refusal("people_tournaments", Sentence("tournaments-full"))
        from_there = [id for id in running if client is not None and self._opened.get(id) == client]
        if len(from_there) >= self._limits.address_tournaments:
            raise self._refusal("address_tournaments", Sentence("tournaments-address"))

    def opened(self, id: str, client: str | None) -> None:
        """Note from where a tournament was opened."""
        if client is not None:
            self._opened[id] = client

    def enter(self, id: str, player: str, client: str | None) -> bool:
        """Note that a player of an address enters a tournament, unless they have. Returns whether it is new.

        Raises:
            Refused: There are too many of this address.
        """
        entered = self._entered.setdefault(id, {})
        if client is None or player in entered:
            return False
        most = self._limits.address_entrants
        if list(entered.values()).count(client) >= most:
            raise self._refusal("address_entrants", Sentence("tournament-address", most=most))
        entered[player] = client
        return True

    def leave(self, id: str, player: str) -> None:
        """Note that a player has not entered, or took their entry back."""
        self._entered.get(id, {}).pop(player, None)

    def forget(self, id: str) -> None:
        """Forget a tournament that is over."""
        self._opened.pop(id, None)
        self._entered.pop(id, None)

    def _refusal(self, limit: LimitName, why: Sentence) -> Refused:
        self._refused(limit)
        return Refused("not-possible", why)
