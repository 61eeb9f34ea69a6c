"""The random player. All kinds of actions are equally likely, except that a fold is half as likely as the others. Bets
have any allowed size. Draws are of any number of cards, chosen at random."""

from itertools import combinations
from math import comb

from standpat.bots.player import Situation
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise


def chance(situation: Situation) -> Action:
    """The player `random` (see the module)."""
    legal, random = situation.legal, situation.random
    if legal.draw is not None:
        return Discard(tuple(random.sample(situation.cards, random.randint(0, legal.draw))))
    kinds: list[Action] = []
    if legal.check:
        kinds.append(Check())
    if legal.call is not None:
        kinds.append(Call())
    if legal.bet is not None:
        kinds.append(Bet(random.randint(*legal.bet)))
    if legal.raise_ is not None:
        kinds.append(Raise(random.randint(*legal.raise_)))
    if legal.fold and random.randrange(2 * len(kinds) + 2) == 0:
        return Fold()
    return random.choice(kinds)


def chance_policy(situation: Situation) -> dict[Action, float]:
    """The policy of `chance`. One bet of medium size stands for bets of all sizes."""
    legal = situation.legal
    if legal.draw is not None:
        counts = range(legal.draw + 1)
        each = [1 / len(counts) / comb(len(situation.cards), count) for count in counts]
        return {Discard(cards): each[count] for count in counts for cards in combinations(situation.cards, count)}
    kinds: list[Action] = []
    if legal.check:
        kinds.append(Check())
    if legal.call is not None:
        kinds.append(Call())
    if legal.bet is not None:
        kinds.append(Bet(sum(legal.bet) // 2))
    if legal.raise_ is not None:
        kinds.append(Raise(sum(legal.raise_) // 2))
    fold = 1 / (2 * len(kinds) + 2) if legal.fold else 0.0
    chances: dict[Action, float] = dict.fromkeys(kinds, (1 - fold) / len(kinds))
    if fold:
        chances[Fold()] = fold
    return chances
