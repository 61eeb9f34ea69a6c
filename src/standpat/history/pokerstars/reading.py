"""Read the lines of a PokerStars hand."""

from collections.abc import Iterator

from msgspec import structs

from standpat.history.pokerstars.house import PREFIX, read_house_line
from standpat.history.pokerstars.phrase import DIALECT, SEAT, between_hands
from standpat.history.pokerstars.title import START, read_table, read_title
from standpat.history.record import Damaged, Entry, NotForUs, Record
from standpat.history.site.item import BadLine, Item, Lines
from standpat.history.site.phrase import SUMMARY, Phrases
from standpat.history.site.reading import Site, read_seats, read_site, record_of_items
from standpat.history.site.title import Title


def read(text: str) -> Iterator[Entry]:
    """The hands of a file, in order (see the package)."""
    return read_site(text, _SITE)


def _read_hand(block: Lines, stray: list[Damaged]) -> Record:
    """One hand. Unknown lines after its end are added to `stray`."""
    (line, header), *rest = block
    title = read_title(header)
    if not rest:
        raise BadLine(line, "the hand breaks off after its header")
    try:
        table = read_table(rest[0][1])
    except ValueError as error:
        raise BadLine(rest[0][0], str(error)) from None
    players, stacks, body = read_seats(rest[1:], title.money.scale, SEAT)
    items, house_line = _read_items(body, Phrases(players, DIALECT), stray)
    for item in items:
        if item.word == "cancelled":
            raise NotForUs("the hand was cancelled", item.line)
    if not any(item.word == "total" for item in items):
        raise BadLine(block[-1][0], "the hand breaks off: there is no 'Total pot … | Rake …' after this")
    if house_line:
        title = _at_house(title, house_line)
    return record_of_items(line, title, table, players, stacks, items)


def _read_items(body: Lines, phrases: Phrases, stray: list[Damaged]) -> tuple[list[Item], tuple[int, str] | None]:
    """The items of the lines, and the house rules line with its number, if there is one."""
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


_SITE = Site("PokerStars", START, between_hands, _read_hand)
