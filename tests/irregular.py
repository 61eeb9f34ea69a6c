"""Random forced bets of every irregular kind, as in rooms, home games and histories (R3.5-R3.8).

`random_posts` mixes the irregularities: no small blind, no big blind, extra and dead blinds, two posts by one seat,
straddles and other posts above the big blind, antes from everybody, from the big blind or from some players, amounts of
0, blinds before antes. `random_irregular_hand` deals such a hand, often with stacks that cannot cover the forced bets.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from play import random_game, random_stacks
from standpat import Dealer, Hand, Stakes
from standpat.engine.blind import ForcedBet
from standpat.engine.games import ANTE_BY


def random_stakes(random: Random) -> Stakes:
    big_blind = random.choice((1, 2, 3, 10, 25))
    ante = random.choice((0, 0, 1, 4, big_blind, 2 * big_blind))
    return Stakes(random.randint(0, big_blind), big_blind, ante, random.choice(ANTE_BY))


def random_posts(random: Random, stakes: Stakes, seats: int, button: int, repeated: bool = True) -> list[ForcedBet]:
    """Random forced bets. Unless `repeated`, nobody posts two of one kind, which a history reports as damage."""
    order = [(button + k) % seats for k in range(1, seats + 1)]
    small, big = (order[1], order[0]) if seats == 2 else (order[0], order[1])
    if random.random() < 0.2:
        big = random.randrange(seats)
    blinds: list[ForcedBet] = []
    if random.random() < 0.7:
        blinds.append(ForcedBet(small, "small-blind", stakes.small_blind))
    if random.random() < 0.9:
        blinds.append(ForcedBet(big, "big-blind", stakes.big_blind))
    for seat in order:
        if random.random() < 0.2:
            blinds.append(ForcedBet(seat, "dead-blind", stakes.small_blind))
        if random.random() < 0.2:
            blinds.append(ForcedBet(seat, "extra-blind", stakes.big_blind))
        if random.random() < 0.12:
            over = random.choice((2 * stakes.big_blind, random.randint(1, 5 * stakes.big_blind)))
            blinds.append(ForcedBet(seat, "straddle" if over % 3 == 2 else "extra-blind", over))
    if random.random() < 0.1:
        blinds.append(ForcedBet(random.choice(order), "extra-blind", 0))
    if random.random() < 0.2:
        random.shuffle(blinds)
    antes: list[ForcedBet] = []
    match random.choice(("none", "everyone", "big-blind", "some", "uneven")):
        case "everyone":
            antes = [ForcedBet(seat, "ante", stakes.ante) for seat in order]
        case "big-blind":
            antes = [ForcedBet(big, "ante", stakes.ante)]
        case "some":
            antes = [ForcedBet(seat, "ante", stakes.ante or 1) for seat in order if random.random() < 0.5]
        case "uneven":
            antes = [ForcedBet(seat, "ante", random.randint(0, 3)) for seat in order]
    posts = [*antes, *blinds] if random.random() < 0.6 else [*blinds, *antes]
    return posts if repeated else list({(bet.seat, bet.kind): bet for bet in posts}.values())


def random_irregular_hand(random: Random, *, seed: int, repeated: bool = True, asked: bool = True) -> Hand:
    """A new hand. One in three has short stacks, so that posts put players all-in."""
    seats = random.randint(2, 6)
    stakes = random_stakes(random)
    stacks = random_stacks(random, seats, stakes.big_blind)
    if random.random() < 0.33:
        stacks = [random.randint(1, stakes.big_blind + stakes.ante + 2) for _ in range(seats)]
    button = random.randrange(seats)
    posts = random_posts(random, stakes, seats, button, repeated)
    asks = [seat for seat in range(seats) if asked and random.random() < 0.3]
    return Hand(random_game(random), stakes, stacks, button, Dealer(seed), posts=posts, asks=asks)


def kinds_of(hand: Hand) -> set[str]:
    """The kinds of irregularity (`KINDS`) in the forced bets of a hand."""
    return {name for name, has in KINDS.items() if has(hand)}


def _seats(hand: Hand, *kinds: str) -> list[int]:
    return [bet.seat for bet in hand.posts if bet.kind in kinds and bet.amount]


LIVE: Final = ("small-blind", "big-blind", "extra-blind", "straddle")

KINDS: Final[dict[str, Callable[[Hand], bool]]] = {
    "no small blind": lambda hand: bool(hand.stakes.small_blind) and not _seats(hand, "small-blind"),
    "no big blind": lambda hand: not _seats(hand, "big-blind"),
    "extra blind": lambda hand: bool(_seats(hand, "extra-blind")),
    "straddle": lambda hand: bool(_seats(hand, "straddle")),
    "dead blind": lambda hand: bool(_seats(hand, "dead-blind")),
    "two posts of one seat": lambda hand: len(_seats(hand, *LIVE)) > len(set(_seats(hand, *LIVE))),
    "over the big blind": lambda hand: hand.betting.price > hand.stakes.big_blind,
    "more than a raise": lambda hand: hand.betting.wagers > 2,
    "ante of all": lambda hand: len(set(_seats(hand, "ante"))) == len(hand.stacks),
    "ante of the big blind": lambda hand: 1 == len(_seats(hand, "ante")) == len(_seats(hand, "ante", "big-blind")) - 1,
    "ante of some": lambda hand: 1 < len(set(_seats(hand, "ante"))) < len(hand.stacks),
    "nothing": lambda hand: any([not bet.amount for bet in hand.posts]),
    "short": lambda hand: min(hand.stacks) == 0,
}
"""The kinds of irregularity, by name."""
