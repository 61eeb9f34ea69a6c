"""Random hands for the tests: any game, any house rules, any stacks."""

from random import Random

from standpat import Bet, Call, Check, Dealer, Discard, Fold, Hand, Raise, Stakes, game
from standpat.engine import games
from standpat.engine.action import Action, Muck, Show
from standpat.engine.games import ANTE_BY, Game
from standpat.engine.house import HOUSES, RESHUFFLES


def random_game(random: Random) -> Game:
    """A game record under a bundle of house rules; half of them have one or two options set individually."""
    options: dict[str, object] = {}
    if random.random() < 0.5:
        for name, values in (
            ("draws", ("immediate", "announced")),
            ("reshuffle", tuple(RESHUFFLES)),
            ("cap", (1, 3, 4, 5, None)),
            ("cap_heads_up", (True, False)),
            ("limit_raise", ("full_bets", "additive")),
            ("showdown", ("muck_losers", "show_all", "optional")),
            ("burn", (0, 1, 2)),
        ):
            if random.random() < 0.4:
                options[name] = random.choice(values)
    return game(random.choice(games.ids()), house=random.choice(list(HOUSES)), **options)


def random_stacks(random: Random, seats: int, big_blind: int) -> list[int]:
    """From one chip to many blinds."""
    return [random.choice((random.randint(1, 3 * big_blind), random.randint(1, 60 * big_blind))) for _ in range(seats)]


def random_hand(random: Random, *, seed: int, seats: int = 0, fold: bool = True, asked: bool = True) -> Hand:
    """A new hand. With `asked`, some players of the hand are asked at the showdown.

    Without `fold`, all players stay to the end, so that the deck runs out.
    """
    seats = seats or random.randint(2, 6)
    big_blind = random.choice((1, 2, 3, 10, 25))
    by = Random(f"ante by {seed}").choice(ANTE_BY)
    stakes = Stakes(random.randint(0, big_blind), big_blind, random.choice((0, 0, 0, 1, 4)), by)
    stacks = random_stacks(random, seats, big_blind) if fold else [10 * big_blind] * seats
    asks = [seat for seat in range(seats) if asked and Random(f"asks {seed} {seat}").random() < 0.5]
    hand = Hand(random_game(random), stakes, stacks, random.randrange(seats), Dealer(seed), asks=asks)
    if not fold:
        while hand.to_act is not None and not hand.drawing:
            hand.apply(Check() if hand.legal.check else Call())
    return hand


def random_action(hand: Hand, random: Random) -> Action:
    legal = hand.legal
    if legal.showdown is not None:
        return random.choice((Show(), Muck()))
    if legal.draw is not None:
        assert hand.to_act is not None
        cards = hand.cards(hand.to_act)
        return Discard(random.sample(cards, random.randint(0, legal.draw)))
    choice: list[Action] = []
    if legal.fold and random.random() < 0.5:
        choice.append(Fold())
    if legal.check:
        choice.append(Check())
    if legal.call is not None:
        choice.append(Call())
    for kind, bounds in ((Bet, legal.bet), (Raise, legal.raise_)):
        if bounds:
            choice.append(kind(random.choice((bounds.min_to, bounds.max_to, random.randint(*bounds)))))
    return random.choice(choice or [Fold()])


def finish(hand: Hand, random: Random, decisions: int = 10_000) -> int:
    """Play on at random, to the end or for this number of decisions. Returns the number of decisions."""
    for made in range(decisions):
        if hand.to_act is None:
            return made
        hand.apply(random_action(hand, random))
    return decisions
