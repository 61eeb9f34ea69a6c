"""From a file's text to its hands: where each begins and ends, who is in it, and what was forced."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import structs

from standpat.blind import ForcedBet, forced_bets, posted, told_bets
from standpat.event import Post
from standpat.game import Stakes
from standpat.history.pokerstars.amount import chips
from standpat.history.pokerstars.course import BETS, POSTS, BadLine, Course
from standpat.history.pokerstars.house import PREFIX, read_house_line
from standpat.history.pokerstars.phrase import SEAT, SUMMARY, Item, Phrases, between_hands
from standpat.history.pokerstars.title import START, Title, at_table, read_table, read_title
from standpat.history.record import MOST_CHIPS, Damaged, Entry, NotForUs, Record, Skipped

Lines = list[tuple[int, str]]

_BREAK = re.compile(r"\r*\n|\r")
_TAKES_PART = POSTS | BETS | {"dealt", "discard", "pat", "show", "muck", "collect"}
_WAS_IN = frozenset({"was-folded", "was-showed", "was-mucked", "was-collected"})


def read(text: str) -> Iterator[Entry]:
    """The hands of a file, in its order; see the package."""
    block: Lines = []
    for number, raw in enumerate(_BREAK.split(text), start=1):
        line = _plain(raw)
        if not line or (not block and between_hands(line)):
            continue
        if START.match(line) and block:
            yield from _read_block(block)
            block = []
        block.append((number, line))
    if block:
        yield from _read_block(block)


def _plain(line: str) -> str:
    """Without byte-order marks, direction marks and hard spaces; the rupee and mis-decoded signs as one character."""
    for odd, plain in (
        *(("\ufeff", ""), ("ï»¿", ""), ("\u200e", ""), ("\xa0", " "), ("\u202f", " ")),
        *(("Rs. ", "₹"), ("â‚¬", "€"), ("\x80", "€"), ("Â£", "£")),
    ):
        if odd in line:
            line = line.replace(odd, plain)
    return line.strip()


def _read_block(block: Lines) -> Iterator[Entry]:
    """The lines from one header to the next, blank ones left out."""
    first = block[0][0]
    if not START.match(block[0][1]):
        yield Damaged(first, f"no PokerStars hand: {block[0][1][:80]!r}")
        return
    stray: list[Damaged] = []
    try:
        yield _read_hand(block, stray)
    except BadLine as error:
        yield Damaged(error.line, str(error))
    except NotForUs as error:
        yield Skipped(error.line or first, str(error))
        return  # what its lines mean is not known
    except ValueError as error:
        yield Damaged(first, str(error))
    yield from stray


def _read_hand(block: Lines, stray: list[Damaged]) -> Record:
    """One hand. Lines of no meaning after its end go to `stray`."""
    (line, header), *rest = block
    title = read_title(header)
    if not rest:
        raise BadLine(line, "the hand breaks off after its header")
    try:
        table = read_table(rest[0][1])
    except ValueError as error:
        raise BadLine(rest[0][0], str(error)) from None
    players, stacks, body = _read_seats(rest[1:], title.money.scale)
    items, house_line = _read_items(body, Phrases(players), stray)
    for item in items:
        if item.word == "cancelled":
            raise NotForUs("the hand was cancelled", item.line)
    if not any(item.word == "total" for item in items):
        raise BadLine(block[-1][0], "the hand breaks off: there is no 'Total pot … | Rake …' after this")
    if house_line:
        title = _at_house(title, house_line)
    return _record(line, title, table, players, stacks, items)


def _read_seats(lines: Lines, scale: int) -> tuple[dict[int, str], dict[int, int], Lines]:
    """Names and stacks by seat number, and the lines after them."""
    players: dict[int, str] = {}
    stacks: dict[int, int] = {}
    for place, (number, text) in enumerate(lines):
        found = SEAT.fullmatch(text)
        if not found:
            return players, stacks, lines[place:]
        seat = int(found[1])
        if seat in players or found[2] in players.values():
            raise BadLine(number, f"seat {seat} or player {found[2]!r} comes twice")
        players[seat] = found[2]
        try:
            stacks[seat] = chips(found[3], scale)
        except ValueError as error:
            raise BadLine(number, str(error)) from None
    return players, stacks, []


def _read_items(body: Lines, phrases: Phrases, stray: list[Damaged]) -> tuple[list[Item], tuple[int, str] | None]:
    """What the lines say, and the line of our own."""
    items: list[Item] = []
    house_line = None
    over = False
    for number, text in body:
        if text == SUMMARY:
            over = True
            continue
        try:
            if over and text.startswith(PREFIX):
                house_line = (number, text)
                continue
            item = phrases.read_summary(number, text) if over else phrases.read(number, text)
        except ValueError as error:
            if not over:
                raise BadLine(number, str(error)) from None
            stray.append(Damaged(number, str(error)))
            continue
        if item:
            items.append(item)
    return items, house_line


def _at_house(title: Title, house_line: tuple[int, str]) -> Title:
    number, text = house_line
    try:
        own = read_house_line(text)
    except ValueError as error:
        raise BadLine(number, str(error)) from None
    game = structs.replace(title.game, house=own.house)
    return title._replace(game=game, hand_id=own.hand_id or title.hand_id, stakes=own.stakes, burned=own.burned)


def _record(
    line: int,
    title: Title,
    table: tuple[str, int | None, int],
    players: Mapping[int, str],
    stacks: Mapping[int, int],
    items: Sequence[Item],
) -> Record:
    """The record of a hand that is all there."""
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
    course = Course(
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
    """The items, each blind by its kind: the first small and, after it, the first big one clockwise from the
    button are the regular ones; others are a dead small blind and a newcomer's extra big blind."""
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
    """The stakes as header and posts tell them. `first` is the header's first figure: in a limit game the small
    blind is what was posted, or half of it where none was, or not all."""
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
    """The forced bets of a hand where they are not the usual ones."""
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
    """Cards the summary shows of hands that were mucked."""
    return {
        f"mucked {seats.index(item.seat)}": item.args[0].strip("[]")
        for item in items
        if item.word == "was-mucked" and item.seat in seats and item.args[0].startswith("[")
    }
