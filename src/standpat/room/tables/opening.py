"""Who may open another table, and which are closed again.

`Openings` counts open tables by the person and the address that opened them, and keeps those of people and those of the
house below bounds of their own, so that people's tables never take the place of a table to play at.

A table is in use while somebody sits there or its owner has a page of it open; who merely watches does not count.
`unused` names those that have not been in use for as long as their record says: people's tables, and of the house's
those that were opened for somebody to play at, but for some spare ones of each game. The house's standing tables stay.
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
    """See the module. `refused` is told which limit has refused a table."""

    def __init__(self, limits: Limits, refused: OnRefusal = not_counted) -> None:
        self._limits = limits
        self._refused = refused
        self._by: dict[str, Asker] = {}

    def check(self, tables: Iterable[TableRules], owner: str | None, asker: Asker, *, free: bool = False) -> None:
        """A refusal where there are too many tables, or they have too many (unless they are `free` of that)."""
        limits = self._limits
        rules_of_all = list(tables)
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
        """It was opened by them."""
        self._by[rules.id] = asker

    def closed(self, table: str) -> None:
        """It is no more."""
        self._by.pop(table, None)

    def unused(self, actors: Iterable[TableActor]) -> list[TableActor]:
        """Those to be closed. To be asked now and then, as a table's time without anybody begins when it is looked
        at."""
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
