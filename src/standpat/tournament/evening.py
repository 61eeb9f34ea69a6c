"""The end of an evening: a long pause after which all seats are drawn anew (T2.5).

The director pauses, and nobody has to say that it is for the night: a pause that lasts `OVERNIGHT_MS` is. When play
goes on, `Resumed` says whether seats are drawn; the draw (`Redrawn`) follows before the next hand, and in hand-for-hand
after the round. Level, stacks and time banks stay.
"""

from typing import Final

from standpat.tournament.state import Tournament

OVERNIGHT_MS: Final = 4 * 3_600_000
"""The shortest pause that ends an evening, in milliseconds."""


def draws(tournament: Tournament, now: int) -> bool:
    """Whether all seats are drawn anew if a pause ends now."""
    overnight = tournament.paused and now - tournament.paused_since >= OVERNIGHT_MS
    return tournament.announced.options.redraw and overnight
