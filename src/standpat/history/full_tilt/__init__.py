"""Full Tilt Poker hand-history text: `read` it into records.

`read(text)` is as `standpat.history.pokerstars.read`: it never stops at a bad hand, and what a record keeps is the
same, with the following of its own.

- `game` is under the house rules "full_tilt", whose draws are announced: such a file lists every discard of a round
  before the first replacement. Others' replacements are told as counts, which have to be those of their discards.
- Money in any currency is in cents; tournament and play chips are plain.
- ``posts $5`` is a newcomer's live blind, ``a dead small blind`` is dead. Antes are told in the order of the clicks.
- `extra["cap"]`, `extra["stacks"]`: as in PokerStars text, where the header names a sum (``$400 Cap No Limit``).
- `Skipped` are hands of other games, hands told in part (``(partial)``), cancelled ones, and those that were never
  dealt.

There is no writer: nobody plays there any more.
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
