"""Split the text of a file into hands, and read their seats and forced bets."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from standpat.engine.blind import ForcedBet, forced_bets, posted, told_bets
from standpat.engine.event import Post
from standpat.engine.games import Stakes
from standpat.history.record import MOST_CHIPS, Damaged, Entry, NotForUs, Record, Skipped
from standpat.history.site.amount import chips
from standpat.history.site.event_builder import BETS, POSTS, EventBuilder
from standpat.history.site.item import BadLine, Item, Lines
from standpat.history.site.title import Table, Title, at_table

_BREAK = re.compile(r"\r*\n|\r")
_TAKES_PART = POSTS | BETS | {"dealt", "discard", "pat", "show", "muck", "collect"}
_WAS_IN = frozenset({"was-folded", "was-showed", "was-mucked", "was-collected"})


@dataclass(frozen=True)
class Site:
    """A site whose histories are read.

    Attributes:
        name: The name of the site.
        start: The start of a hand's first line.
        between: Whether a line may stand before a hand.
        hand: Reads the lines of one hand. It adds unknown lines after the end of the hand to its second argument.
    """

    name: str
    start: re.Pattern[str]
    between: Callable[[str], bool]
    hand: Callable[[Lines, list[Damaged]], Record]


def read_site(text: str, site: Site) -> Iterator[Entry]:
    """The hands of a file, in order."""
    block: Lines = []
    for number, raw in enumerate(_BREAK.split(text), start=1):
        line = _plain(raw)
        if not line or (not block and site.between(line)):
            continue
        if site.start.match(line) and block:
            yield from _read_block(block, site)
            block = []
        block.append((number, line))
    if block:
        yield from _read_block(block, site)


def _plain(line: str) -> str:
    """A line without byte-order marks, direction marks and hard spaces, and with rupee and mis-decoded signs as one
    character."""
    for odd, plain in (
        *(("\ufeff", ""), ("ï»¿", ""), ("\u200e", ""), ("\xa0", " "), ("\u202f", " ")),
        *(("Rs. ", "₹"), ("â‚¬", "€"), ("\x80", "€"), ("Â£", "£")),
    ):
        if odd in line:
            line = line.replace(odd, plain)
    return line.strip()


def _read_block(block: Lines, site: Site) -> Iterator[Entry]:
    """Read the lines from one header to the next, without blank lines."""
    first = block[0][0]
    if not site.start.match(block[0][1]):
        yield Damaged(first, f"not a {site.name} hand: {block[0][1][:80]!r}")
        return
    stray: list[Damaged] = []
    try:
        yield site.hand(block, stray)
    except BadLine as error:
        yield Damaged(error.line, str(error))
    except NotForUs as error:
        yield Skipped(error.line or first, str(error))
        return  # what its lines mean is not known
    except ValueError as error:
        yield Damaged(first, str(error))
    yield from stray


def read_seats(lines: Lines, scale: int, form: re.Pattern[str]) -> tuple[dict[int, str], dict[int, int], Lines]:
    """Read the seat lines.

    Args:
        lines: The lines, which begin with the seat lines.
        scale: The number of chips in a unit of money.
        form: The pattern of a seat line, with the groups seat, name and stack.

    Returns:
        Names by seat number, stacks by seat number, and the lines after them.
    """
    players: dict[int, str] = {}
    stacks: dict[int, int] = {}
    for place, (number, text) in enumerate(lines):
        match = form.fullmatch(text)
        if not match:
            return players, stacks, lines[place:]
        seat = int(match[1])
        if seat in players or match[2] in players.values():
            raise BadLine(number, f"seat {seat} or player {match[2]!r} comes twice")
        players[seat] = match[2]
        try:
            stacks[seat] = chips(match[3], scale)
        except ValueError as error:
            raise BadLine(number, str(error)) from None
    return players, stacks, []


def record_of_items(
    line: int,
    title: Title,
    table: Table,
    players: Mapping[int, str],
    stacks: Mapping[int, int],
    items: Sequence[Item],
) -> Record:
    """The record of a complete hand."""
    name, size, button_number = table
    acting = {item.seat for item in items if item.word in _TAKES_PART or item.word in _WAS_IN}
    seats = sorted(seat for seat in players if seat in acting)
    if len(seats) < 2:
        raise ValueError(f"{len(seats)} players take part in this hand")
    button = max((k for k, seat in enumerate(seats) if seat <= button_number), default=len(seats) - 1)
    cap = int(title.extra.get("cap", MOST_CHIPS))
    brought, stacks = stacks, {seat: min(stack, cap) for seat, stack in stacks.items()}
    game, smaller = at_table(title.game, size, len(seats))
    scale = title.money.scale
    big_blind = title.first if game.betting == "fixed-limit" else title.second
    sighted = {item.seat for item in items if item.word == "dealt"}
    unreliable = {item.seat for item in items if item.word == "discard" and item.args[1] == "[]"} & sighted
    course = EventBuilder(
        game,
        big_blind,
        scale,
        seats=seats,
        stacks=[stacks[seat] for seat in seats],
        button=button,
        unreliable={seats.index(seat) for seat in unreliable if seat is not None},
        burned=title.burned,
    )
    for item in _blinds_named(items, [seats[(button + k) % len(seats)] for k in range(1, len(seats) + 1)]):
        if item.seat in seats or item.seat is None:
            course.take(item)
    course.finish()
    blinds = [event for _, event in course.told if isinstance(event, Post)]
    stakes = title.stakes or stakes_told(big_blind, title.first, game.betting == "fixed-limit", blinds)
    chips_by_seat = tuple(stacks[seat] for seat in seats)
    extra = dict(title.extra)
    if any(stacks[seat] < brought[seat] for seat in seats):
        extra["stacks"] = " ".join(str(brought[seat]) for seat in seats)
    if smaller:
        extra["max"] = smaller
    if button_number != seats[button]:
        extra["button"] = str(button_number)
    if unreliable:
        extra["unreliable"] = " ".join(players[seat] for seat in unreliable if seat is not None)
    if course.reshuffled:
        extra["reshuffled"] = " ".join(f"{street}:{seat}" for street, seat in course.reshuffled)
    extra |= _mucked(items, seats)
    return Record(
        game=game,
        stakes=stakes,
        stacks=chips_by_seat,
        button=button,
        players=tuple(players[seat] for seat in seats),
        told=course.told,
        line=line,
        posts=irregular(stakes, chips_by_seat, button, blinds),
        hand_id=title.hand_id,
        table=name,
        when=title.when,
        money=title.money,
        rake=_rake(items, scale),
        hero=min(course.dealt) if len(course.dealt) == 1 else None,
        seat_numbers=tuple(seats),
        extra=extra,
    )


def _blinds_named(items: Sequence[Item], order: Sequence[int]) -> Iterator[Item]:
    """The items, with the right kind for each blind.

    The first small blind and, after it, the first big blind clockwise from the button are the regular ones. Others are
    a dead small blind and a newcomer's extra big blind.
    """
    small = {item.seat for item in items if item.word == "small-blind"}
    big = {item.seat for item in items if item.word == "big-blind"}
    small_seat = next((seat for seat in order if seat in small), None)
    start = 0 if small_seat is None else order.index(small_seat) + 1
    big_seat = next((seat for seat in (*order[start:], *order[:start]) if seat in big), None)
    posted = False
    for item in items:
        if item.word == "small-blind" and item.seat != small_seat:
            yield item._replace(word="dead-blind")
        elif item.word == "big-blind" and (item.seat != big_seat or posted):
            yield item._replace(word="extra-blind")
        else:
            posted = posted or item.word == "big-blind"
            yield item


def stakes_told(big_blind: int, first: int, limit: bool, posts: Sequence[Post]) -> Stakes:
    """The stakes from the header and the posts.

    `first` is the header's first figure. In a limit game the small blind is the posted one, or half of `first` if it
    was not posted in full.
    """
    small = first // 2 if limit else first
    for post in posts:
        if post.kind == "small-blind" and (not post.all_in or post.amount > small):
            small = post.amount
    antes = [post for post in posts if post.kind == "ante"]
    big = [post.seat for post in posts if post.kind == "big-blind"]
    return Stakes(
        small,
        big_blind,
        max([post.amount for post in antes], default=0),
        "big-blind" if [post.seat for post in antes] == big else "everyone",
    )


def irregular(
    stakes: Stakes, stacks: Sequence[int], button: int, posts: Sequence[Post]
) -> tuple[ForcedBet, ...] | None:
    """The forced bets of a hand if they are irregular, else None."""
    if list(posts) == posted(forced_bets(stakes, len(stacks), button), stacks):
        return None
    return tuple(told_bets(stakes, posts, len(stacks), button))


def _rake(items: Sequence[Item], scale: int) -> int:
    for item in items:
        if item.word == "total":
            try:
                chips(item.args[0], scale)
                return chips(item.args[1], scale)
            except ValueError as error:
                raise BadLine(item.line, str(error)) from None
    return 0


def _mucked(items: Sequence[Item], seats: Sequence[int]) -> dict[str, str]:
    """The mucked cards that the summary shows."""
    return {
        f"mucked {seats.index(item.seat)}": item.args[0].strip("[]")
        for item in items
        if item.word == "was-mucked" and item.seat in seats and item.args[0].startswith("[")
    }
