"""The room's own close codes of WebSockets. `docs/protocol.md` has a list."""

from typing import Final

SESSION_OVER: Final = 4401
"""The user's session is over."""
LOCKED: Final = 4403
"""The table has a password."""
NO_TABLE: Final = 4404
"""There is no such table, or it was closed."""
BARRED: Final = 4405
"""The user is banned from a private table or from the room."""
REPAIR: Final = 4406
"""The table is being repaired."""
