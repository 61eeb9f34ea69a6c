"""The lobby: the list of public tables, and the connections that watch it."""

from collections.abc import Mapping

from standpat.protocol.room import TableRow, Tables, write
from standpat.room.tables.actor import TableActor
from standpat.room.tables.repair import Aside
from standpat.room.tables.viewer import Frame, Viewer


class Lobby:
    """The lobby of a room.

    Args:
        tables: The room's tables.
        aside: Tables that are set aside.
        listed: The largest number of rows that are sent.
    """

    def __init__(self, tables: Mapping[str, TableActor], aside: Mapping[str, Aside], listed: int) -> None:
        self.viewers: set[Viewer] = set()
        self._tables = tables
        self._aside = aside
        self._listed = listed
        self._version = 0
        self._changed = False

    def changed(self) -> None:
        """Note that a row has changed. `show` sends the list."""
        self._changed = True

    def rows(self) -> list[TableRow]:
        """All public tables, those with the most people first."""
        rows = [actor.row() for actor in self._tables.values() if actor.rules.public]
        rows += [row for table in self._aside.values() if (row := table.row())]
        return sorted(rows, key=lambda row: (row.bots - row.taken, row.game, row.name))

    def text(self) -> str:
        """The message with the list."""
        return write(Tables(self.rows()[: self._listed])).decode()

    def show(self) -> None:
        """Send the list to all viewers, if it has changed since the last time."""
        if not (self._changed and self.viewers):
            return
        self._changed = False
        self._version += 1
        frame = Frame(self._version, self.text().encode())
        for viewer in self.viewers:
            viewer.push(frame)
