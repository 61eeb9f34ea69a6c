"""Read PHH files. `standpat.history.phh` says what is assumed where a file does not say it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, time
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from msgspec import structs

from standpat.cards.card import parse
from standpat.engine.blind import ForcedBet, forced_bets, posted
from standpat.engine.event import Burned, Event, HandEnd, HandStart, Wished
from standpat.engine.games import Game, Stakes, game
from standpat.history.phh.field import PREFIX, Fields, Wrong, hands
from standpat.history.phh.play import ActionReader
from standpat.history.phh.variant import GAME_OF
from standpat.history.record import Damaged, Entry, Money, NotForUs, Record, Skipped, Told
from standpat.history.setting import Setting, read_house

T = TypeVar("T")


def read(text: str, *, game_id: str | None = None, house: str | None = None) -> Iterator[Entry]:
    """The hands of a file. `game_id` and `house` overrule what it says."""
    for fields in hands(text):
        if isinstance(fields, Damaged):
            yield fields
            continue
        try:
            yield _record(fields, game_id, house)
        except NotForUs as error:
            yield Skipped(error.line or fields.line, str(error))
        except Wrong as error:
            yield Damaged(error.line, str(error))
        except ValueError as error:
            yield Damaged(fields.line, str(error))


def _record(fields: Fields, game_id: str | None, house: str | None) -> Record:
    data = fields.data
    setting = Setting.read({k.removeprefix(PREFIX): v for k, v in data.items() if k.startswith(PREFIX)})
    money = setting.about.get("money")
    fields.scale = money.scale if isinstance(money, Money) else fields.least_scale()
    chosen = _game(fields, setting, game_id, house)
    by_player = fields.chips("starting_stacks")
    seats = len(by_player)
    if seats < 2:
        raise Wrong(fields.line_of("starting_stacks"), f"a hand has two players or more, not {seats}")
    button = seats - 1 if setting.button is None else setting.button
    if button not in range(seats):
        raise Wrong(fields.line_of(f"{PREFIX}button"), f"button {button} is not a seat: expected 0..{seats - 1}")
    stacks = _by_seat(by_player, button)
    stakes, posts = setting.stakes, setting.posts
    if stakes is None or (posts is None and stakes.ante_by == "everyone"):
        stakes, posts = _blinds(fields, chosen, button, stacks)
    about = {**_about(fields, seats, button), **setting.about}
    made = posted(forced_bets(stakes, seats, button) if posts is None else posts, stacks)
    course = ActionReader(fields, chosen, stacks, button, stakes.big_blind, _between(fields, seats, button))
    top: list[tuple[str, Event]] = [("starting_stacks", HandStart(about["hand_no"], button, stacks))]
    top += [("blinds_or_straddles", post) for post in made]
    events = [Told(fields.line_of(key), event) for key, event in top] + course.events(made)
    if "finishing_stacks" in data:
        line = fields.line_of("finishing_stacks")
        left = fields.chips("finishing_stacks")
        if len(left) != seats:
            raise Wrong(line, f"{len(left)} finishing stacks for {seats} players")
        nets = tuple(now - then for now, then in zip(_by_seat(left, button), stacks, strict=True))
        events.append(Told(line, HandEnd(nets)))
        about.setdefault("rake", max(0, -sum(nets)))
    return Record(
        game=chosen, stakes=stakes, stacks=stacks, button=button, told=events, line=fields.line, posts=posts, **about
    )


def _game(fields: Fields, setting: Setting, game_id: str | None, house: str | None) -> Game:
    code = fields.need("variant")
    known = setting.game.id if setting.game else GAME_OF.get(code)
    if game_id is None and known is None:
        reason = f"unknown game: {str(code)[:30]!r}, expected one of {', '.join(GAME_OF)}"
        raise NotForUs(reason, fields.line_of("variant"))
    rules = setting.game.house if setting.game and house is None else read_house(house or "wsop")
    chosen = game(game_id or str(known), house=rules)
    max_seats = setting.game.max_seats if setting.game else 0
    table = max(max_seats, len(fields.chips("starting_stacks")))
    return structs.replace(chosen, max_seats=max(chosen.max_seats, table))


def _by_seat(values: Sequence[T], button: int) -> tuple[T, ...]:
    """Values of p1 … pn in the order of the seats 0 … n-1."""
    return tuple(values[(seat - button - 1) % len(values)] for seat in range(len(values)))


def _blinds(
    fields: Fields, chosen: Game, button: int, stacks: Sequence[int]
) -> tuple[Stakes, tuple[ForcedBet, ...] | None]:
    """The stakes, and what is posted where that is not as usual (R3.2, R3.5, R3.7)."""
    seats = len(stacks)
    line = fields.line_of("blinds_or_straddles")
    antes, blinds = fields.chips("antes"), fields.chips("blinds_or_straddles")
    if len(antes) != seats or len(blinds) != seats:
        raise Wrong(line, f"{len(antes)} antes and {len(blinds)} blinds for {seats} players")
    if seats == 2:
        antes.reverse()
        blinds.reverse()
    small, big = (1, 0) if seats == 2 else (0, 1)
    others = [player for player in range(seats) if player not in (small, big)]
    for player in others:
        if 0 < blinds[player] <= abs(blinds[big]):
            reason = f"is not a straddle over {abs(blinds[big])}; a late blind is negative"
            raise Wrong(line, f"p{player + 1} posts {blinds[player]}, which {reason}")
    by_big = antes[big] > 0 and sum(antes) == antes[big]
    stakes = Stakes(abs(blinds[small]), abs(blinds[big]), max(antes), "big-blind" if by_big else "everyone")
    _check_bets(fields, chosen, stakes.big_blind)
    order = [(button + k) % seats for k in range(1, seats + 1)]
    due = [ForcedBet(seat, "ante", ante) for seat, ante in zip(order, antes, strict=True) if ante]
    due += [ForcedBet(order[small], "small-blind", stakes.small_blind)] if stakes.small_blind else []
    due += [ForcedBet(order[big], "big-blind", stakes.big_blind)]
    for player in others:
        if chips := blinds[player]:
            due.append(ForcedBet(order[player], "straddle" if chips > 0 else "extra-blind", abs(chips)))
    if by_big and _same_posts(due, forced_bets(stakes, seats, button), stacks):
        return stakes, None
    return stakes, None if tuple(due) == forced_bets(stakes, seats, button) else tuple(due)


def _same_posts(one: Iterable[ForcedBet], other: Iterable[ForcedBet], stacks: Sequence[int]) -> bool:
    """Whether both lead to the same posts, in any order."""
    return sorted(map(structs.astuple, posted(one, stacks))) == sorted(map(structs.astuple, posted(other, stacks)))


def _check_bets(fields: Fields, chosen: Game, big_blind: int) -> None:
    limit = chosen.betting == "fixed-limit"
    sizes = {"small_bet": chosen.bets[0], "big_bet": chosen.bets[-1]} if limit else {"min_bet": 1}
    for key, size in sizes.items():
        bets = fields.chips(key)
        if bets != [size * big_blind]:
            reason = f"{key} is {bets[0] if bets else 'missing'}; with a big blind of {big_blind} {chosen.id} has"
            raise Wrong(fields.line_of(key), f"{reason} {size * big_blind}")


def _between(fields: Fields, seats: int, button: int) -> dict[int, list[Event]]:
    """From ``"12 p3 show"`` and ``"12 burn 2c"`` to the events after 12 actions."""
    key = f"{PREFIX}between"
    events: dict[int, list[Event]] = {}
    listed = fields.data.get(key, [])
    if not isinstance(listed, list):
        raise Wrong(fields.line_of(key), f"{str(listed)[:40]!r} is not a list of what came between the actions")
    for entry in listed:
        match str(entry).split():
            case [count, "burn", cards] if count.isdecimal():
                burned = parse(cards)
                event: Event = Burned(burned, len(burned))
            case [count, player, ("show" | "muck") as wish] if count.isdecimal() and player[1:].isdecimal():
                event = Wished((button + int(player[1:])) % seats, "show" if wish == "show" else "muck")
            case _:
                raise Wrong(fields.line_of(key), f"{entry!r}: expected '12 burn 2c' or '12 p3 show'")
        events.setdefault(int(count), []).append(event)
    return events


def _about(fields: Fields, seats: int, button: int) -> dict[str, Any]:
    """The fields of `Record` that PHH has fields for."""
    data = fields.data
    hand = data.get("hand", 1)
    names = data.get("players", [""] * seats)
    if not isinstance(names, list) or len(names) != seats:
        raise Wrong(fields.line_of("players"), f"expected {seats} players, as there are stacks, not {names!r}")
    numbers = data.get("seats", [])
    if not isinstance(numbers, list) or (numbers and len(numbers) != seats):
        raise Wrong(fields.line_of("seats"), f"expected {seats} seats, as there are stacks, not {numbers!r}")
    about: dict[str, Any] = {
        "players": _by_seat([str(name) for name in names], button),
        "seat_numbers": _by_seat(numbers, button) if numbers else (),
        "hand_no": hand if isinstance(hand, int) else 1,
        "table": str(data.get("table", "")),
        "when": _when(data),
    }
    if isinstance(hand, str):
        about["hand_id"] = hand
    if fields.scale > 1 or "currency" in data:
        about["money"] = Money(data.get("currency"), fields.scale)
    return about


def _when(data: dict[str, Any]) -> datetime | None:
    try:
        day = datetime(data["year"], data["month"], data["day"])
    except (KeyError, TypeError, ValueError):
        return None
    clock = data.get("time")
    when = datetime.combine(day, clock) if isinstance(clock, time) else day
    try:
        return when.replace(tzinfo=ZoneInfo(data["time_zone"])) if "time_zone" in data else when
    except (KeyError, TypeError, ValueError):
        return when
