"""The chat of a table. A message is stored before it is shown; the last `KEPT` are there after a restart. An emote is
shown to those who are there, and not stored.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from standpat.language.sentence import Sentence
from standpat.protocol.room import MAX_CHAT, Chat, ChatLine, Emote, Emoted
from standpat.room.store import Store, guest_book
from standpat.room.tables.refusal import Refused
from standpat.room.tables.viewer import Viewer
from standpat.room.tables.viewers import Viewers

KEPT: Final = guest_book.LINES_KEPT


class TableChat:
    """The messages of one table. Only its actor may call it, in its turn."""

    def __init__(self, table: str, store: Store, viewers: Viewers, now: Callable[[], float]) -> None:
        self.lines: deque[ChatLine] = deque(maxlen=KEPT)
        self._table = table
        self._store = store
        self._viewers = viewers
        self._now = now

    def load(self, said: Iterable[guest_book.Said]) -> None:
        """Replace the messages by stored ones."""
        self.lines.clear()
        self.lines.extend([ChatLine(*line) for line in said])

    async def say(self, viewer: Viewer, text: str) -> None:
        """Store and show a user's message.

        Raises:
            Refused: It is empty or too long.
        """
        clean = " ".join("".join([c if c.isprintable() else " " for c in text]).split())
        if not clean or len(clean) > MAX_CHAT:
            raise Refused("not-possible", Sentence("chat-length", most=MAX_CHAT))
        line = ChatLine(self._now(), viewer.user, viewer.name, clean)
        await self._store.commit(guest_book.say(self._table, guest_book.Said(line.at, line.user, line.name, clean)))
        self.lines.append(line)
        self._viewers.say(lambda v: Chat(v, line))

    def emote(self, user: str, seat: int | None, emote: Emote) -> None:
        """Show a player's emote.

        Raises:
            Refused: They have no seat.
        """
        if seat is None:
            raise Refused("not-seated", Sentence("not-here"), "take a seat first")
        at = self._now()
        self._viewers.say(lambda v: Emoted(v, at, seat, user, emote))
