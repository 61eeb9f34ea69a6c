"""poker-arena's logs: JSON lines, a header and then the events of each hand (`mixedsolver/poker-arena`).

    {"hand":1,"deck":1,"seats":["ann","bob"]}
    {"hand":1,"ev":{"event":"hand-start","hand_no":1,"button":0,"stacks":[400,400]}}
    …

`read` reads the arena's logs and ours, which have more events and a key ``standpat`` in each header
(`standpat.history.setting`). Unknown events and lines are skipped, as the protocol asks. If the header does not say so:

- the game is the one that `name` (the file's) begins with, such as ``27td-fl``, or the one that the fewest hands
  contradict (`standpat.history.guess`);
- the house rules are ``arena``;
- the blinds are what players posted who were not all-in.

A hand with a line that is not JSON, with a malformed event, or without its start is `Damaged`. The next header begins a
new hand.

`write` writes the lines of one hand, with our header.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from msgspec import structs

from standpat.cards.card import UNKNOWN
from standpat.engine import games
from standpat.engine.blind import ForcedBet, forced_bets, posted, told_bets
from standpat.engine.event import CARD_FIELDS, Event, HandEnd, HandStart, Post, PostKind, from_builtins, to_builtins
from standpat.engine.games import Game, Stakes, game
from standpat.engine.house import House
from standpat.history.format import Asked, Format
from standpat.history.guess import fits, guess, named_game
from standpat.history.record import Damaged, Entry, NotForUs, Record, Skipped, Told, writable
from standpat.history.setting import Setting, plain, read_house

EXTENSION: Final = "standpat"
_TAGS: Final = frozenset(str(kind.__struct_config__.tag) for kind in get_args(Event))


@dataclass
class _Draft:
    """The lines of one hand, before its game is known."""

    line: int
    header: dict[str, Any] = field(default_factory=dict)
    told: list[Told] = field(default_factory=list)
    damage: Damaged | None = None
    setting: Setting = field(default_factory=Setting)

    @property
    def ended(self) -> bool:
        return bool(self.told) and isinstance(self.told[-1].event, HandEnd)

    def number(self) -> object:
        return self.header.get("hand")


def read(text: str, *, name: str = "", game_id: str | None = None, house: str | None = None) -> Iterator[Entry]:
    """The hands of a log.

    Args:
        text: The text of the file.
        name: The name of the file, without its folder.
        game_id: The id of a game, which overrules what the file says.
        house: The name of a bundle of house rules, which overrules what the file says.
    """
    drafts = [_checked(draft) for draft in _drafts(text)]
    rules = read_house(house or "arena")
    sound = [draft for draft in drafts if draft.damage is None]
    untold = [draft for draft in sound if draft.setting.game is None]
    default = game(game_id, house=rules) if game_id is not None else _default(untold, name, rules)
    for draft in drafts:
        if draft.damage is not None:
            yield draft.damage
            continue
        named = draft.setting.game
        if named is not None and house is not None:
            named = structs.replace(named, house=rules)
        try:
            yield _record(draft, sound, default if named is None or game_id is not None else named)
        except NotForUs as error:
            yield Skipped(error.line or draft.line, str(error))
        except ValueError as error:
            yield Damaged(draft.line, str(error))


def write(record: Record, events: Iterable[Event] | None = None) -> str:
    """Write the lines of one hand.

    Args:
        record: The hand.
        events: The events to write; None for those of the record.

    Raises:
        ValueError: An event cannot be written (`writable`).
    """
    hand = record.hand_no
    deck = record.extra.get("deck", "")
    header = {
        "hand": hand,
        "deck": int(deck) if deck.isdecimal() else hand,
        "seats": list(record.players),
        EXTENSION: plain(record),
    }
    written = writable(record, [event for _, event in record.told] if events is None else events)
    return "".join([_line(header), *[_line({"hand": hand, "ev": to_builtins(_redacted(event))}) for event in written]])


def event_or_none(value: object) -> Event | None:
    """An event from its JSON value; None where its type is unknown. A malformed one is a `ValueError`."""
    if not isinstance(value, dict) or "event" not in value:
        raise ValueError(f"{value!r} is not an event: expected an object with a key 'event'")
    return from_builtins(value) if not isinstance(value["event"], str) or value["event"] in _TAGS else None


def _redacted(event: Event) -> Event:
    """The event without card lists of which all cards are unknown, as the protocol writes them."""
    empty = {name: () for name in CARD_FIELDS if set(getattr(event, name, ())) == {UNKNOWN}}
    return structs.replace(event, **empty) if empty else event


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _drafts(text: str) -> Iterator[_Draft]:
    """The file, split into hands."""
    draft: _Draft | None = None
    for line, content in enumerate(text.split("\n"), start=1):
        if not content.strip():
            continue
        try:
            value = json.loads(content)
        except (ValueError, RecursionError) as error:
            if draft is None or draft.ended:
                if draft is not None:
                    yield draft
                draft = _Draft(line)
            draft.damage = draft.damage or Damaged(line, f"not JSON: {error}")
            continue
        if not isinstance(value, dict):
            continue
        if "ev" not in value:
            if isinstance(value.get("seats"), list):
                if draft is not None:
                    yield draft
                draft = _Draft(line, value)
            continue
        try:
            event = event_or_none(value["ev"])
        except ValueError as error:
            draft = draft or _Draft(line)
            draft.damage = draft.damage or Damaged(line, str(error))
            continue
        if event is None:
            continue
        if isinstance(event, HandStart) and (draft is None or (draft.told and draft.damage is None)):
            if draft is not None:
                yield draft
            draft = _Draft(line, {"hand": value.get("hand")})
        draft = draft or _Draft(line)
        number = value.get("hand", draft.number())
        if draft.damage is None and draft.number() is not None and number != draft.number():
            draft.damage = Damaged(line, f"an event of hand {number} among those of hand {draft.number()}")
        draft.told.append(Told(line, event))
    if draft is not None:
        yield draft


def _checked(draft: _Draft) -> _Draft:
    """The draft with its settings, marked as damaged if they, the start or the names are wrong."""
    if draft.damage is None:
        names = draft.header.get("seats")
        if not draft.told or not isinstance(start := draft.told[0].event, HandStart):
            draft.damage = Damaged(draft.told[0].line if draft.told else draft.line, "the hand has no hand-start")
        elif names is not None and len(names) != len(start.stacks):
            draft.damage = Damaged(draft.line, f"{len(names)} names for {len(start.stacks)} stacks")
        elif EXTENSION in draft.header:
            try:
                draft.setting = Setting.read(draft.header[EXTENSION])
            except ValueError as error:
                draft.damage = Damaged(draft.line, str(error))
    return draft


def _default(drafts: Sequence[_Draft], name: str, house: House) -> Game | None:
    """The game of hands whose header does not name it: by the name of the file, or by the play."""
    given = named_game(name, prefix=True)
    if given is not None:
        return game(given, house=house)
    candidates = [game(id, house=house) for id in games.ids()]
    return guess(candidates, lambda choice: [_record(draft, drafts, choice) for draft in drafts])


def _record(draft: _Draft, drafts: Sequence[_Draft], chosen: Game | None) -> Record:
    """The hand as a hand of this game."""
    if chosen is None:
        raise NotForUs("no known game is played like this hand; if one is, name it by its id")
    events = [event for _, event in draft.told]
    start = events[0]
    assert isinstance(start, HandStart)
    if not fits(chosen, events):
        raise ValueError(f"these are not the streets and cards of {chosen.id}")
    setting = draft.setting
    stakes = setting.stakes or _stakes(draft, drafts)
    about = {"hand_no": start.hand_no, **setting.about}
    deck = draft.header.get("deck")
    if deck is not None and deck != draft.number() and "extra" not in about:
        about["extra"] = {"deck": str(deck)}
    return Record(
        game=chosen,
        stakes=stakes,
        stacks=start.stacks,
        button=start.button,
        players=tuple(str(name) for name in draft.header.get("seats", [""] * len(start.stacks))),
        told=draft.told,
        line=draft.line,
        posts=setting.posts if setting.posts is not None else _irregular(events, stakes, start),
        **about,
    )


def _stakes(draft: _Draft, drafts: Sequence[_Draft]) -> Stakes:
    """The stakes from the posts of players who were not all-in, of this hand or else of other hands; else from any
    post."""

    def nominal(kind: PostKind) -> int:
        posts = [event for _, event in draft.told if isinstance(event, Post) and event.kind == kind]
        if not posts:
            return 0
        there = (e for d in drafts for _, e in d.told if isinstance(e, Post) and e.kind == kind and not e.all_in)
        whole = next((event for event in posts if not event.all_in), None) or next(there, posts[0])
        return whole.amount

    if not nominal("big-blind"):
        raise ValueError("nobody posts a big blind")
    posts = [event for _, event in draft.told if isinstance(event, Post)]
    anted, big = ([post.seat for post in posts if post.kind == kind] for kind in ("ante", "big-blind"))
    figures = nominal("small-blind"), nominal("big-blind"), nominal("ante")
    return Stakes(*figures, "big-blind" if anted == big else "everyone")


def _irregular(events: Iterable[Event], stakes: Stakes, start: HandStart) -> tuple[ForcedBet, ...] | None:
    """The recorded forced bets if seats or kinds differ from the regular ones (R3.7); None if at most amounts
    differ."""
    posts = [event for event in events if isinstance(event, Post)]
    if len(start.stacks) < 2 or start.button not in range(len(start.stacks)):
        return None
    usual = posted(forced_bets(stakes, len(start.stacks), start.button), start.stacks)
    if sorted((post.seat, post.kind) for post in posts) == sorted((post.seat, post.kind) for post in usual):
        return None
    return tuple(told_bets(stakes, posts, len(start.stacks), start.button))


def _as_asked(text: str, asked: Asked) -> Iterator[Entry]:
    return read(text, name=asked.name, game_id=asked.game, house=asked.house)


FORMAT: Final = Format(
    name="arena",
    title="an arena log",
    sign=re.compile(r"""^\s*\{.*"(hand|ev|t|log_summary)"\s*:""", re.MULTILINE),
    endings=(".jsonl",),
    read=_as_asked,
    write=lambda record, played: write(record, played.agreed),
    write_seen=write,
    media_type="application/x-ndjson",
)
