"""Full Tilt Poker hand histories: `read` text into records.

`read(text)` works like `standpat.history.pokerstars.read`: it continues after a bad hand, and a record holds the same.
These points differ:

- `game` has the house rules "full_tilt". Their draws are announced, because a file lists every discard of a round
  before the first replacement. For other players the file has only the number of replacements, which must be the number
  of their discards.
- Money in any currency is in cents. Tournament and play chips are plain chips.
- ``posts $5`` is the live blind of a newcomer; ``a dead small blind`` is dead. Antes are in the order of the clicks.
- `extra["cap"]` and `extra["stacks"]` are as in PokerStars text, if the header names an amount (``$400 Cap No Limit``).
- Hands of other games, incomplete hands (``(partial)``), cancelled hands and hands that were never dealt are `Skipped`.

There is no writer, because the site no longer exists.
"""

import re
from typing import Final

from standpat.history.format import Format, overruled
from standpat.history.full_tilt.reading import read

FORMAT: Final = Format(
    name="full_tilt",
    title="Full Tilt text",
    sign=re.compile(r"(?i)^[^\n]{0,20}Full ?Tilt ?Poker\b[^\n#]{0,40}#\d+", re.MULTILINE),
    read=overruled(read),
)

__all__ = ["FORMAT", "read"]
