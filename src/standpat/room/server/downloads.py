"""Finished hands for download, with nothing in them that the viewer did not see.

All of it is written from the events as `standpat.engine.seen` lets the viewer see them: what they did not see is not
there to be written.
"""

import hashlib
from datetime import UTC, datetime
from itertools import chain, count
from typing import Final

from standpat.engine.seen import view
from standpat.history import arena, ohh, phh, pokerstars
from standpat.history.record import Record, Told
from standpat.history.replay import Replay, replay
from standpat.language import DEFAULT, language
from standpat.room.server.hand_text import hand_text
from standpat.room.store import journal

FORMATS: Final = {
    "text": ("txt", "text/plain; charset=utf-8"),
    "pokerstars": ("txt", "text/plain; charset=utf-8"),
    "phh": ("phh", "application/toml"),
    "arena": ("jsonl", "application/x-ndjson"),
    "ohh": ("ohh", "application/json"),
}


_NOBODY: Final = -1
"""A seat that is none: its view is a spectator's."""


def number(key: str) -> int:
    """The number of a hand in its files: some programs want one. It is always the same, and leads to no key."""
    return int.from_bytes(hashlib.sha256(f"standpat hand {key}".encode()).digest()[:6]) | 1 << 48


def viewer_of(story: journal.HandStory, user: str) -> int | None:
    """The engine seat this user had in the hand, None for a spectator."""
    users = story.hand.users
    return users.index(user) if user in users else None


def download(story: journal.HandStory, user: str, form: str, table: str, lang: str = DEFAULT) -> str:
    """The hand as a file, as this user saw it; `lang` is the language of the text. What was shown of its owner's own
    will, after the end, is in the text alone: the other formats know no such thing."""
    hand, seat = story.hand, viewer_of(story, user)
    seen = view(story.events, seat)
    names = _apart(hand)
    if form == "text":
        return hand_text(hand, names, (*seen, *story.shown), seat, table, language(lang))
    record = Record(
        game=hand.game,
        stakes=hand.stakes,
        stacks=hand.stacks,
        button=hand.button,
        players=names,
        told=[Told(line, event) for line, event in enumerate(seen, start=1)],
        line=1,
        posts=hand.posts,
        hand_id=str(number(hand.key)),
        hand_no=hand.hand_no,
        table=table,
        when=datetime.fromtimestamp(hand.began, UTC),
        hero=seat,
        seat_numbers=tuple([place + 1 for place in hand.places]),
    )
    if form == "arena":
        return arena.write(record, seen)
    if form == "phh":
        return phh.write(record, seen)
    record.hero = _NOBODY if seat is None else seat
    played = replay(record).hand
    assert played is not None
    if form == "ohh":
        return ohh.write(record, Replay(record, played, []))
    return pokerstars.write(record, played)


def _apart(hand: journal.HandRecord) -> tuple[str, ...]:
    """The players' names, of which no two are alike: where a bot is called as a person is, it is numbered."""
    names: list[str] = []
    people = {name for name, bot in zip(hand.names, hand.bots, strict=True) if not bot}
    for name, bot in zip(hand.names, hand.bots, strict=True):
        taken = {*names, *(people if bot else ())}
        numbered = chain([name], (f"{name} {k}" for k in count(2)))
        names.append(next(n for n in numbered if n not in taken))
    return tuple(names)
