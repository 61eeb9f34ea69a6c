"""PokerStars hand-history text: `read` it into records, `write` a record's hand as such text.

`read(text)` goes through a file hand by hand and never stops at a bad one: each hand is a `Record`, or a `Damaged` with
the line and the reason. A line that is neither part of a hand nor the table's talk (chat, comings and goings, chips
added) makes its hand `Damaged`, and so is one that breaks off. A line after a hand's end that belongs to none is a
`Damaged` of its own. A hand of another game, as files of mixed games have them, and one that was cancelled are
`Skipped`.
`decode(data)` makes text of a file's bytes, whatever their encoding.

What a record keeps of such a file:

- Money is in cents (`Money("USD", 100)`); play money and tournament chips are plain chips, play money with
  decimals hundredths of them.
- `game` is under the house rules "pokerstars", or those of the ``House rules:`` line that `write` adds
  (`standpat.history.pokerstars.house`). `max_seats` is raised where the table is larger.
- Seats that take no part in the hand are left out. A button at an empty place is given to the last seat in the
  hand before it, and `posts` holds forced bets that are not the usual ones: a newcomer's big blind is an extra
  blind, a second small blind a dead one, ``small & big blinds`` both.
- `hero` is the one player whose cards are dealt in sight. Where more are (our own full files), it is None. Others'
  cards are `card.UNKNOWN`, but the ones shown.
- Where the site printed an empty card list for their discards (``discards 2 cards []``), their printed cards cannot be
  relied on, and all are read as unknown (`extra["unreliable"]`).
- Under a cap (``$0.25/$0.50 - $15 Cap - USD``) a player plays for no more than it: stacks are no larger, and
  `extra["cap"]` and `extra["stacks"]` say what lay on the table.
- `when` is UTC or ET where the file tells such a time, else without a zone. An unknown time is written as the epoch.
- What has no field is in `extra`: ``tournament``, ``buy_in``, ``level``, ``mix``, ``zone`` (of a `when` without one),
  ``max`` and ``button`` (table size and place of the button, where they are not the record's), ``mucked K`` (cards of
  seat K that the summary shows), ``reshuffled`` (``street:seat`` of the seat served next, space between; with
  announced draws the text does not tell it).

`write(record, hand)` writes the finished `hand` as the record's hero got to see it, or with every known card where
`hero` is None. What such text cannot hold (wishes, which piles were reshuffled; burned cards, but where all cards are
written) is lost.
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
