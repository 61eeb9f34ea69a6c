"""Who may open a table, and which tables are closed again.

`Openings` counts open tables by the person and the address that opened them. It has separate limits for tables of
people and tables of the house, so that people's tables never take the place of a table to play at.

A table is in use while somebody sits there or its owner has a page of it open; spectators do not count. `unused`
returns the tables that have not been in use for as long as their record allows: tables of people, and tables of the
house that were opened on demand, except for some spare ones of each game. Permanent tables of the house stay.
"""

from collections import Counter
from collections.abc import Iterable

from standpat.language.sentence import Sentence
from standpat.room.limits.limit import Limits
from standpat.room.limits.limit_name import LimitName, OnRefusal, not_counted
from standpat.room.limits.quota import Asker
from standpat.room.tables.actor import TableActor
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import TableRules

HOUSE = Asker()


class Openings:
    """The open tables by person and address.

    Args:
        limits: The limits.
        refused: Called with each limit that refuses a table.
    """

    def __init__(self, limits: Limits, refused: OnRefusal = not_counted) -> None:
        self._limits = limits
        self._refused = refused
        self._by: dict[str, Asker] = {}

    def check(self, tables: Iterable[TableRules], owner: str | None, asker: Asker, *, free: bool = False) -> None:
        """Check that a table may be opened.

        Args:
            tables: The records of all open tables.
            owner: The owner; None for a table of the house.
            asker: Who opens it.
            free: Whether the limits of one person and one address do not apply.

        Raises:
            Refused: There are too many tables.
        """
        limits = self._limits
        rules_of_all = [rules for rules in tables if not rules.tournament]
        if owner is None:
            if sum([rules.owner is None for rules in rules_of_all]) >= limits.house_tables:
                raise self._refusal("house_tables", Sentence("room-full"))
            return
        person = asker.person or owner
        own = sum([owner == rules.owner or (rules.staked_by or rules.owner) == person for rules in rules_of_all])
        if own >= limits.tables and not free:
            raise self._refusal("tables", Sentence("own-tables", count=own), "close one first")
        from_there = sum([self._by.get(rules.id, HOUSE).client == asker.client for rules in rules_of_all])
        if asker.client is not None and from_there >= limits.address_tables and not free:
            raise self._refusal("address_tables", Sentence("address-tables"), "close one first")
        if sum([rules.owner is not None for rules in rules_of_all]) >= limits.people_tables:
            raise self._refusal("people_tables", Sentence("room-full"))

    def _refusal(self, limit: LimitName, why: Sentence, hint: str = "") -> Refused:
        self._refused(limit)
        return Refused("not-possible", why, hint)

    def opened(self, rules: TableRules, asker: Asker) -> None:
        """Record who opened a table."""
        self._by[rules.id] = asker

    def closed(self, table: str) -> None:
        """Forget a table that was closed."""
        self._by.pop(table, None)

    def unused(self, actors: Iterable[TableActor]) -> list[TableActor]:
        """The tables to close. Must be called regularly, because disuse begins when it is first noticed."""
        spare: Counter[str] = Counter()
        closing = []
        for actor in actors:
            if not actor.abandoned:
                continue
            if actor.rules.owner is None:
                spare[actor.rules.game_id] += 1
                if spare[actor.rules.game_id] <= self._limits.spare_tables:
                    continue
            closing.append(actor)
        return closing
