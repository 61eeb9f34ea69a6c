"""PHH, the Poker Hand History file format (phh.readthedocs.io): `read` and `write` hands of draw games.

Both kinds of files are TOML. A ``.phh`` file has one hand; a ``.phhs`` file has several in tables ``[1]``, ``[2]`` …
Player ``p1`` is left of the button; heads-up that is the big blind. ``antes`` and ``blinds_or_straddles`` have that
order, reversed heads-up. ``cbr 40`` raises *to* 40 in this round. All discards of a round (``p2 sd 7c``) stand before
its replacements (``d dh p2 Th``). A negative blind was posted late.

Variants are ``F2L3D`` (2-7 triple draw) and ``N2L1D`` (2-7 single draw). Our other games have codes of the same form:
``A5L`` for ace-to-five, ``P`` for pot limit (`variant`). User-defined fields ``_standpat_…`` hold what the format has
no field for: the keys of `standpat.history.setting`, and ``between`` for burns and for wishes for the showdown (``"12
burn 2c"`` and ``"12 p3 show"`` after the 12th action). Files with these fields read back to the identical hand.

For a file without these fields `read` makes these assumptions. Seats 0 … n-1 are p1 … pn, and the last one is the
button. The house rules are ``wsop``, in which all discards are announced before the replacements, as in the format. If
amounts have decimals, one unit is a hundred chips, or as many as make all amounts whole. The result is read from
``finishing_stacks``. ``winnings`` and fields that are not part of the play are not read.

Bets that differ from the big blind (a fixed-limit ``small_bet``, or ``big_bet`` twice it, or a ``min_bet``), straddles,
unlimited stacks, and other variants are `Damaged`, because no known game is played like that.
"""

import re
from collections.abc import Iterator
from typing import Final

from standpat.history.format import Asked, Format
from standpat.history.phh.read import read
from standpat.history.phh.variant import variant
from standpat.history.phh.write import join, write
from standpat.history.record import Entry


def _as_asked(text: str, asked: Asked) -> Iterator[Entry]:
    return read(text, game_id=asked.game, house=asked.house)


FORMAT: Final = Format(
    name="phh",
    title="PHH",
    sign=re.compile(r"^\s*(variant|actions|antes|blinds_or_straddles|starting_stacks)\s*=", re.MULTILINE),
    endings=(".phh", ".phhs"),
    read=_as_asked,
    write=lambda record, played: write(record, played.agreed),
    write_seen=write,
    media_type="application/toml",
    join=lambda hands: hands[0] if len(hands) == 1 else join(hands),
)

__all__ = ["FORMAT", "join", "read", "variant", "write"]
