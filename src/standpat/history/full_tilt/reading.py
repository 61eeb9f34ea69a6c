"""Read the lines of a Full Tilt hand."""

from collections.abc import Iterator

from standpat.history.full_tilt.phrase import DIALECT, SEAT, between_hands
from standpat.history.full_tilt.title import START, read_title
from standpat.history.record import Damaged, Entry, NotForUs, Record
from standpat.history.site.item import BadLine, Item, Lines
from standpat.history.site.phrase import SUMMARY, Phrases
from standpat.history.site.reading import Site, read_seats, read_site, record_of_items


def read(text: str) -> Iterator[Entry]:
    """The hands of a file, in order (see the package)."""
    return read_site(text, _SITE)


def _read_hand(block: Lines, stray: list[Damaged]) -> Record:
    """One hand. Unknown lines after its end are added to `stray`."""
    (line, header), *rest = block
    title, table = read_title(header)
    players, stacks, body = read_seats(rest, title.money.scale, SEAT)
    items = list(_items(body, Phrases(players, DIALECT), stray))
    words = {item.word: item for item in items}
    if "cancelled" in words:
        raise NotForUs("the hand was cancelled", words["cancelled"].line)
    if "total" not in words:
        raise BadLine(block[-1][0], "the hand breaks off: there is no 'Total pot … | Rake …' after this")
    if "deal" not in words and words["total"].args[0].strip("$€£") == "0":
        raise NotForUs("the hand was not dealt")
    if "button" not in words:
        raise BadLine(line, "expected the button's line, such as: The button is in seat #5")
    button = int(words["button"].args[0])
    antes = sorted([item for item in items if item.word == "ante"], key=lambda ante: _from_left_of(button, ante))
    items = [*antes, *[item for item in items if item.word not in ("ante", "button")]]
    return record_of_items(line, title, table._replace(button=button), players, stacks, items)


def _from_left_of(button: int, ante: Item) -> tuple[bool, int]:
    """A sort key for antes. The file has them in the order of the clicks, which has no meaning."""
    return (ante.seat or 0) <= button, ante.seat or 0


def _items(body: Lines, phrases: Phrases, stray: list[Damaged]) -> Iterator[Item]:
    """The items of the lines."""
    over = False
    for number, text in body:
        if text == SUMMARY:
            over = True
            continue
        try:
            item = phrases.read_summary(number, text) if over else phrases.read(number, text)
        except ValueError as error:
            if not over:
                raise BadLine(number, str(error)) from None
            stray.append(Damaged(number, str(error)))
            continue
        if item:
            yield item


_SITE = Site("Full Tilt", START, between_hands, _read_hand)
