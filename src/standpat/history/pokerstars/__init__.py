"""PokerStars hand histories: `read` text into records, `write` a record's hand as text.

`read(text)` reads a file hand by hand and continues after a bad one. Each hand is a `Record`, or a `Damaged` with the
line and the reason. A hand is `Damaged` if it breaks off, or if one of its lines is neither part of a hand nor table
talk (chat, players who come or leave, chips added). A line after the end of a hand that belongs to no hand is a
`Damaged` of its own. Cancelled hands and hands of other games, as in files of mixed games, are `Skipped`.
`decode(data)` decodes the bytes of a file, whatever their encoding.

A record holds the following:

- Money is in cents (`Money("USD", 100)`). Play money and tournament chips are plain chips. Play money with decimals is
  in hundredths.
- `game` has the house rules "pokerstars", or those of the ``House rules:`` line that `write` adds
  (`standpat.history.pokerstars.house`). `max_seats` is raised if the table is larger.
- Seats that take no part in the hand are left out. If the button is at an empty place, the last seat of the hand before
  that place has it.
- `posts` has the forced bets if they are irregular. A newcomer's big blind is an extra blind, a second small blind is a
  dead blind, and ``small & big blinds`` are both.
- `hero` is the only player whose dealt cards the file shows. It is None if there are several, as in our own full files.
  Cards of other players are `card.UNKNOWN`, except those that were shown.
- If the site printed an empty list for a player's discards (``discards 2 cards []``), that player's printed cards are
  not reliable, and all of them are read as unknown (`extra["unreliable"]`).
- Under a cap (``$0.25/$0.50 - $15 Cap - USD``) the stacks are limited to the cap. `extra["cap"]` is the cap, and
  `extra["stacks"]` has the stacks on the table.
- `when` is in UTC or ET if the file has such a time, else without a zone. An unknown time is written as the epoch.
- `extra` has what no field of the record holds: ``tournament``, ``buy_in``, ``level``, ``mix``, ``zone`` (of a `when`
  without a zone), ``max`` and ``button`` (the size of the table and the place of the button, if the record's differ),
  ``mucked K`` (the cards of seat K that the summary shows), ``reshuffled`` (``street:seat`` for each reshuffle, with
  the seat that is served next, separated by spaces; not with announced draws, where the text does not say it).

`write(record, hand)` writes the finished `hand` as the record's hero saw it, or with every known card if `hero` is
None. The text cannot hold wishes and the piles of a reshuffle, and holds burned cards only if all cards are written.
"""

import re
from typing import Final

from standpat.history.format import Format, overruled
from standpat.history.pokerstars.reading import read
from standpat.history.pokerstars.writing import write
from standpat.history.site.encoding import decode

FORMAT: Final = Format(
    name="pokerstars",
    title="PokerStars text",
    sign=re.compile(r"(?i)^[^\n]{0,20}PokerStars\b[^\n#]{0,40}#\d+", re.MULTILINE),
    read=overruled(read),
    write=lambda record, played: write(record, played.by_the_rules("PokerStars text")),
    join="\n\n\n".join,
)

__all__ = ["FORMAT", "decode", "read", "write"]
