"""A sensible player made of rules, for every game here and two to six seats.

What it goes by is its *share*: the chance that its hand beats all others in the end if nobody bet any more,
against what the others may hold by their draws (`standpat.bots.check_down`) and, narrowed down, by their bets.

- Before the first draw it opens with the best part of all deals, the more opponents are to act the fewer, and
  raises again with a smaller part.
- It bets and raises with a share near or above the fair one, by a margin that grows with the wagers made; it
  calls when the share about pays for the call.
- It draws for the best share; the plan's table stands for the draws that follow, the cards it has seen count for
  the one-card draw.
- Against one opponent who is drawing it bluffs: in the last round with the worst hands, and now and then it
  stands pat on a hopeless hand and bets it (a snow). Its margins are blurred by chance.
- Without a limit its bets are parts of the pot, whatever its hand.

`rule` plays, `rule_policy` says how likely it would do what.
"""

from operator import mul
from typing import Final

from standpat.bots.check_down import LOOSE, TIGHT, Plan, Prospect, plan_of, share, wins
from standpat.bots.dice import Dice, Rolled, branches
from standpat.bots.draw import unseen_chances
from standpat.bots.observation import Reading
from standpat.bots.player import Situation
from standpat.cards.card import DECK
from standpat.cards.ranking import VALUE
from standpat.engine.action import Action, Bet, Bounds, Call, Check, Discard, Fold, Raise

OPEN: Final = (0.78, 0.50, 0.34, 0.27, 0.22)
"""The part of all deals to open with, by the number of players still to act, less one."""
RERAISE: Final = (0.25, 0.08, 0.03)
"""The part to raise again with, by the raises made, less one; against one who opened as wide as heads-up."""
LEAD: Final = (-0.08, -0.02, 0.02, 0.04)
"""How far, by the wagers made this round, a share between two players must be above the fair one to bet or raise:
below it for a bet, which may win at once."""
MARGIN: Final = (-0.02, -0.03, -0.03, -0.03)
"""How far a share must be above the price of a call, by draws to come: a little below it will do, as a draw can
be given up where it fails and opponents bluff. Tuned in duplicate matches, like `LEAD` and `BETTING`."""
BETTING: Final = ((0.5, 0.4), (0.33, 0.25), (0.22, 0.12))
"""Of whom a wager is expected, by the wagers before: surely of this best part of what a player may have, and how
likely of the worst."""
NARROWING: Final = (1.0, 0.5, 0.35, 0.3)
"""How much a bet says about a final hand, by draws to come: the exponent of its likelihood."""
BLUR: Final = 0.012
"""The standard deviation of chance added to every margin."""
BLUR_PLACE: Final = 0.06
"""That of a hand's place among all deals, as a part of it."""
BLUFF: Final = 0.3
"""How often the worst hands bet the last round."""
HOPELESS: Final = 0.4
"""The share below which a hand may be snowed."""
SNOW: Final = 0.04
"""How often a hopeless hand stands pat against one player who draws."""
GO_ON: Final = 0.85
"""How often, once it did, it bets, and stands pat again."""


def rule(situation: Situation) -> Action:
    """The player."""
    return _decide(situation, Reading(situation), Rolled(situation.random))


def rule_policy(situation: Situation) -> dict[Action, float]:
    """The policy of `rule`: every action it may take and how likely it does. `situation.random` is left alone."""
    reading = Reading(situation)
    return branches(lambda dice: _decide(situation, reading, dice))


def _decide(situation: Situation, reading: Reading, dice: Dice) -> Action:
    plan = plan_of(situation.game)
    if situation.legal.draw is not None:
        return _draw(situation, reading, plan, dice)
    value = VALUE[plan.ranking.id](situation.cards)
    if reading.street == 0:
        return _before_the_draw(situation, reading, plan, value, dice)
    return _after_a_draw(situation, reading, plan, value, dice)


# Drawing -------------------------------------------------------------------------------------------------------


def _draw(situation: Situation, reading: Reading, plan: Plan, dice: Dice) -> Discard:
    cards = situation.cards
    value = VALUE[plan.ranking.id](cards)
    left = situation.game.draw_rounds - reading.street + 1
    others = _others(situation, reading, plan)
    worth = [1.0] * len(others[0])
    for other in others:
        worth = list(map(mul, worth, wins(other)))

    def expected(prospect: Prospect) -> float:
        total: float = sum(map(mul, prospect, worth))
        return total

    best = expected(plan.prospect[left - 1][value])
    throw: tuple[int, ...] = ()
    unseen = [c for c in DECK if c not in cards and c not in reading.thrown]
    for keep in plan.keeps(value):
        prospect = plan.drawing[left][keep]
        hopes = expected(prospect)
        if hopes > best - 0.03:
            kept = _cards_of(keep, cards)
            if len(kept) == 4:
                after = plan.prospect[left - 1]
                chances = unseen_chances(plan.ranking, kept, unseen)
                hopes = sum([p * expected(after[v]) for v, p in chances.items()])
            if hopes > best:
                best, throw = hopes, tuple([c for c in cards if c not in kept])
    snowable = len(others) == 1 and reading.draws[reading.opponents[0]][-1:] != [0]
    if throw and snowable and best < HOPELESS:
        snowing = reading.draws[reading.seat][-1:] == [0]
        if dice.chance(GO_ON if snowing else SNOW):
            throw = ()
    return Discard(throw)


def _cards_of(keep: int, cards: tuple[int, ...]) -> list[int]:
    """One card of each rank to keep, of the suit kept least so far."""
    choices = [[c for c in cards if c >> 2 == rank] for rank in range(13) if keep >> rank & 1]
    suits = [0] * 4
    kept = []
    for same in sorted(choices, key=len):
        card = min(same, key=lambda c: suits[c & 3])
        suits[card & 3] += 1
        kept.append(card)
    return kept


# Betting -------------------------------------------------------------------------------------------------------


def _before_the_draw(situation: Situation, reading: Reading, plan: Plan, value: int, dice: Dice) -> Action:
    place = plan.place[value]
    raises = sum(reading.wagers)
    if raises == 0:
        to_act = sum([not reading.acted[seat] for seat in reading.opponents])
        limpers = len(reading.opponents) - to_act
        best = OPEN[max(0, to_act + limpers - 1)] * 0.7**limpers
        if dice.below(best, place, BLUR_PLACE * place):
            return _wager(situation, reading, dice)
        if limpers == 0 and situation.legal.fold:
            return Fold()
    else:
        raisers = [seat for seat in reading.opponents if reading.wagers[seat]]
        tightest = min([OPEN[max(0, _behind(reading, seat) - 1)] for seat in raisers], default=OPEN[0])
        best = RERAISE[raises - 1] * tightest / OPEN[0] if raises <= len(RERAISE) else 0.0
        if dice.below(best, place, BLUR_PLACE * place):
            return _wager(situation, reading, dice)
    return _call_or_not(situation, reading, plan, value, dice)


def _behind(reading: Reading, seat: int) -> int:
    """How many act after this seat in the first round."""
    seats = len(reading.live)
    big_blind = reading.button + (1 if seats == 2 else 2)
    return (big_blind - seat) % seats


def _after_a_draw(situation: Situation, reading: Reading, plan: Plan, value: int, dice: Dice) -> Action:
    others = _others(situation, reading, plan)
    left = situation.game.draw_rounds - reading.street
    mine = share(plan.prospect[left][value], others)
    wagers = sum(reading.wagers)
    fair = 1 / (1 + len(others))
    if dice.below((mine / fair - 1) / 2, LEAD[min(wagers, len(LEAD) - 1)], BLUR):
        return _wager(situation, reading, dice)
    if wagers == 0 and _bluffs(reading, mine, left, dice):
        return _wager(situation, reading, dice)
    return _call_or_not(situation, reading, plan, value, dice)


def _bluffs(reading: Reading, mine: float, left: int, dice: Dice) -> bool:
    if len(reading.opponents) > 1 or reading.draws[reading.opponents[0]][-1] == 0:
        return False
    if reading.draws[reading.seat][-1] == 0:
        return dice.chance(GO_ON)
    return dice.chance(BLUFF if left == 0 and mine < 0.12 else 0.0)


def _call_or_not(situation: Situation, reading: Reading, plan: Plan, value: int, dice: Dice) -> Action:
    legal = situation.legal
    if legal.check:
        return Check()
    assert legal.call is not None
    left = situation.game.draw_rounds - reading.street
    mine = share(plan.prospect[left][value], _others(situation, reading, plan))
    price = legal.call / reading.winnable(legal.call)
    if dice.below(mine - price - MARGIN[min(left, len(MARGIN) - 1)], 0, BLUR):
        return Call()
    return Fold()


def _wager(situation: Situation, reading: Reading, dice: Dice) -> Action:
    """A bet or raise, or what comes next to it."""
    legal = situation.legal
    bounds = legal.bet or legal.raise_
    if bounds is None:
        return Check() if legal.check else Call()
    to = bounds.max_to if situation.game.betting == "fixed-limit" else _size(reading, bounds, dice)
    return Bet(to) if legal.bet else Raise(to)


def _size(reading: Reading, bounds: Bounds, dice: Dice) -> int:
    """Part of the pot after the call; all of the stack if little would be left."""
    price = max(reading.commits)
    pot = reading.pot + price - reading.commits[reading.seat]
    to = price + round(pot * dice.choice((0.5, 0.6, 0.75, 1.0)))
    stack = reading.stacks[reading.seat] + reading.commits[reading.seat]
    if to > 0.6 * stack:
        to = stack
    return min(max(to, bounds.min_to), bounds.max_to)


# The others ----------------------------------------------------------------------------------------------------


def _others(situation: Situation, reading: Reading, plan: Plan) -> list[Prospect]:
    return [_prospect(situation, reading, plan, seat) for seat in reading.opponents]


def _prospect(situation: Situation, reading: Reading, plan: Plan, seat: int) -> Prospect:
    """What may come of the hand of an opponent."""
    draws = reading.draws[seat]
    left = situation.game.draw_rounds - len(draws)
    raised = reading.opened[seat]
    played = TIGHT if raised > 1 or (raised and len(reading.live) > 2) else LOOSE
    prospect = plan.drew(left, draws[-1] if draws else None, played)
    for wager in range(reading.wagers[seat]):
        prospect = _narrowed(prospect, wager + sum(reading.wagers) - reading.wagers[seat], left)
    return prospect


def _narrowed(prospect: Prospect, before: int, left: int) -> Prospect:
    """Of somebody who bet or raised after so many wagers: mostly the better part of what they may have."""
    strong, weak = BETTING[min(before, len(BETTING) - 1)]
    power = NARROWING[min(left, len(NARROWING) - 1)]
    narrowed, total = [], 0.0
    for p in prospect:
        middle = total + p / 2
        total += p
        likely = min(1.0, max(weak, 1 - (middle - strong) * 3))
        narrowed.append(p * likely**power)
    scale = sum(narrowed)
    return tuple([p / scale for p in narrowed])
