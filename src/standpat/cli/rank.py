"""``standpat rank``: values and names of hands. A hand is one argument, or five arguments of one card."""

import argparse
import sys

from standpat.cards.card import parse, text
from standpat.cards.ranking import RANKINGS
from standpat.engine.games import game
from standpat.language import languages
from standpat.table_view.naming import describe, low_first


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``standpat rank``."""
    parser.add_argument(
        "cards", nargs="+", metavar="CARDS", help="hands of five cards, such as 7c5d4h3s2c or 7c 5d 4h 3s 2c"
    )
    parser.add_argument(
        "--game", default="27td", metavar="ID", help="the game whose ranking counts (default: %(default)s)"
    )
    parser.add_argument(
        "--language", default="en", choices=languages(), help="language of the names (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object for each hand")


def run(args: argparse.Namespace) -> int:
    """Rank and name hands, one on a line; returns the exit status."""
    import json

    from standpat.terminal.plain import plain

    played = game(args.game)
    ranking = RANKINGS[played.ranking]
    cards = parse(" ".join(args.cards))
    if len(cards) % 5:
        raise ValueError(f"a hand is five cards, and {len(cards)} do not make whole hands")
    hands = [cards[at : at + 5] for at in range(0, len(cards), 5)]
    values = [(hand, ranking(hand)) for hand in hands]
    for hand, value in values:
        name = describe(hand, ranking, args.language)
        if args.json:
            answer = {"cards": [text([c]) for c in hand], "game": played.id, "ranking": ranking.id, "value": value}
            answer |= {"of": ranking.count, "name": name}
            print(json.dumps(answer, ensure_ascii=False))
        else:
            line = f"{text(reversed(low_first(hand, ranking)))}  {value:5d} of {ranking.count}  {name}"
            print(plain(line, sys.stdout.encoding or "ascii"))
    return 0
