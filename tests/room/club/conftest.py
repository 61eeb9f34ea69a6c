"""An evening at a table with a host, as the tests of tables have it."""

from room.tables.conftest import evening

__all__ = ["evening"]
