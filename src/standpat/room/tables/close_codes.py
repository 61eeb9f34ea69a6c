"""The close codes of the room's own, which say why a connection is over. `docs/protocol.md` has the list."""

from typing import Final

SESSION_OVER: Final = 4401
"""Their session is over."""
LOCKED: Final = 4403
"""The table has a password."""
NO_TABLE: Final = 4404
"""The table is not there, or no more."""
BARRED: Final = 4405
"""They are barred from a private table, or from the room."""
REPAIR: Final = 4406
"""The table is being repaired."""
