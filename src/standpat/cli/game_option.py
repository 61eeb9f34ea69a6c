"""Options that name a game, its house rules and stakes, for every subcommand that needs them."""

import argparse

from standpat.engine.games import ANTE_BY, HOUSES, RESHUFFLES, AnteBy, Game, Stakes, game


def add_game(parser: argparse.ArgumentParser) -> None:
    """``--game``, ``--house`` and every single house rule."""
    parser.add_argument("--game", default="27td", metavar="ID", help=f"{', '.join(game.ids())} (default: %(default)s)")
    parser.add_argument("--house", default="online", metavar="NAME", help=f"house rules: {', '.join(HOUSES)}")
    rules = parser.add_argument_group("single house rules")
    rules.add_argument("--draws", metavar="WAY", help="immediate or announced")
    rules.add_argument("--reshuffle", metavar="NAME", help=", ".join(RESHUFFLES))
    rules.add_argument("--limit-raise", metavar="WAY", help="full_bets or additive")
    rules.add_argument("--showdown", metavar="WAY", help="muck_losers, show_all or optional")
    rules.add_argument("--cap", metavar="N", help="bets a fixed-limit round allows, or none")
    rules.add_argument("--cap-heads-up", metavar="YES/NO", help="whether the cap holds between two players")
    rules.add_argument("--burn", metavar="N", help="cards burned before each draw")


def add_ante(parser: argparse.ArgumentParser) -> None:
    """``--ante`` and who posts it."""
    parser.add_argument("--ante", type=int, default=0, metavar="CHIPS")
    parser.add_argument("--ante-by", choices=ANTE_BY, default="everyone", help="who posts the ante (default: everyone)")


def game_of(args: argparse.Namespace) -> Game:
    """The game the options name; a wrong one is a `ValueError`."""
    options: dict[str, object] = {
        name: value for name in ("draws", "reshuffle", "limit_raise", "showdown") if (value := getattr(args, name))
    }
    if args.cap is not None:
        options["cap"] = None if args.cap == "none" else whole("--cap", args.cap, "a number or none")
    if args.burn is not None:
        options["burn"] = whole("--burn", args.burn)
    if args.cap_heads_up is not None:
        if args.cap_heads_up not in ("yes", "no"):
            raise ValueError(f"--cap-heads-up {args.cap_heads_up}: want yes or no")
        options["cap_heads_up"] = args.cap_heads_up == "yes"
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
        raise ValueError(f"--stakes {text}: want two amounts such as 10/20") from None
    if not limit:
        return Stakes(small, big, ante, ante_by)
    times = max(played.bets)
    if small < 1 or big != times * small:
        raise ValueError(f"--stakes {text}: the big bet is {times} times the small bet, such as 10/{10 * times}")
    return Stakes.limit(small, ante, ante_by)


def stakes_text(stakes: Stakes, played: Game) -> str:
    """The opposite of `stakes_of`."""
    if played.betting == "fixed-limit":
        return f"{stakes.big_blind}/{stakes.big_blind * max(played.bets)}"
    return f"{stakes.small_blind}/{stakes.big_blind}"


def whole(name: str, text: str, want: str = "a whole number") -> int:
    """A number from an option."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{name} {text}: want {want}") from None
