"""The options for a game, its house rules and its stakes, for every subcommand that needs them."""

import argparse

from standpat.engine import games
from standpat.engine.games import ANTE_BY, AnteBy, Game, Stakes, game
from standpat.engine.house import HOUSE_RULES, HOUSES, HouseRule


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add ``--game``, ``--house`` and an option for every house rule."""
    parser.add_argument("--game", default="27td", metavar="ID", help=f"{', '.join(games.ids())} (default: %(default)s)")
    parser.add_argument("--house", default="online", metavar="NAME", help=f"house rules: {', '.join(HOUSES)}")
    rules = parser.add_argument_group("single house rules")
    for rule in HOUSE_RULES:
        rules.add_argument(option(rule), metavar=rule.name.upper(), help=f"{rule.help}: {rule.allowed.wanted()}")


def option(rule: HouseRule) -> str:
    """The name of the option for a house rule: ``--cap-heads-up``."""
    return "--" + rule.name.replace("_", "-")


def add_ante(parser: argparse.ArgumentParser) -> None:
    """Add ``--ante`` and ``--ante-by``."""
    parser.add_argument("--ante", type=int, default=0, metavar="CHIPS")
    parser.add_argument("--ante-by", choices=ANTE_BY, default="everyone", help="who posts the ante (default: everyone)")


def game_of(args: argparse.Namespace) -> Game:
    """The game of the options; a `ValueError` where one of them is wrong."""
    given = {rule: text for rule in HOUSE_RULES if (text := getattr(args, rule.name)) is not None}
    options = {rule.name: rule.parse(text, option(rule)) for rule, text in given.items()}
    return game(args.game, house=args.house, **options)


def stakes_of(text: str | None, ante: int, played: Game, ante_by: AnteBy = "everyone") -> Stakes:
    """Stakes from ``10/20``: the small and the big bet in fixed limit, else the blinds (R3.2).

    >>> stakes_of("10/20", 0, game("27td"))
    Stakes(small_blind=5, big_blind=10, ante=0, ante_by='everyone')
    >>> stakes_of("10/20", 20, game("27sd"), "big-blind")
    Stakes(small_blind=10, big_blind=20, ante=20, ante_by='big-blind')
    """
    limit = played.betting == "fixed-limit"
    text = text or ("10/20" if limit else "5/10")
    try:
        small, big = [int(part) for part in text.split("/")]
    except ValueError:
        raise ValueError(f"--stakes {text}: expected two amounts such as 10/20") from None
    if not limit:
        return Stakes(small, big, ante, ante_by)
    times = max(played.bets)
    if small < 1 or big != times * small:
        raise ValueError(f"--stakes {text}: the big bet is {times} times the small bet, such as 10/{10 * times}")
    return Stakes.limit(small, ante, ante_by)


def stakes_text(stakes: Stakes, played: Game) -> str:
    """Stakes as text, the opposite of `stakes_of`."""
    if played.betting == "fixed-limit":
        return f"{stakes.big_blind}/{stakes.big_blind * max(played.bets)}"
    return f"{stakes.small_blind}/{stakes.big_blind}"


def whole(name: str, text: str, want: str = "a whole number") -> int:
    """A number from an option."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{name} {text}: expected {want}") from None
