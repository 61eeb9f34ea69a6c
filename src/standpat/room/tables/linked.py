"""What a table asks about its link with another one. `Linked` itself is that of a table without a link;
`standpat.room.tables.table_link` has the others.
"""

from collections.abc import Mapping
from typing import NamedTuple

from standpat.room.tables.viewer import Viewer


class Newcomers(NamedTuple):
    """Where newcomers begin: the id and the name of a table."""

    table: str
    name: str


class Linked:
    """The link of one table."""

    def promised(self) -> Mapping[int, str]:
        """The seats of this table that are promised to players of its must-move table, with these players."""
        return {}

    def calls(self, user: str) -> bool:
        """Whether a seat of the main table is promised to a player of this one."""
        return False

    def newcomers(self) -> Newcomers | None:
        """The table at which newcomers begin; None if that is this one."""
        return None

    def tables(self) -> tuple[str, ...]:
        """The ids of the tables that are linked with this one."""
        return ()

    def needed(self) -> bool:
        """Whether people sit at the linked table, so that this one is in use too."""
        return False

    def refused_until(self, person: str) -> float:
        """Until when a person who has refused to move may not sit here, in Unix seconds; 0 if they may."""
        return 0.0

    async def go_on(self) -> None:
        """Move the players who are to move now, in the turn of this table."""

    def look(self) -> None:
        """Tell the players who are called, everybody which seats are promised, and the must-move table that something
        has changed here."""

    def reserve(self, promises: Mapping[int, str]) -> None:
        """Tell everybody at this table which of its seats are promised."""

    def tell(self, viewer: Viewer, since: int | None) -> None:
        """Tell a connection that has joined, from the version that it has seen; None for a new page."""
