"""The bot `rule`: a sensible player that follows rules, for every game and two to seven seats.

It decides by its *share*: the probability that its hand beats all others in the end if nobody bets any more. What the
others may hold follows from their draws (`standpat.bots.check_down`), narrowed down by their bets.

- Before the first draw it opens with the best part of all deals, a smaller part the more opponents are still to act. It
  reraises with a smaller part.
- It bets and raises with a share near or above the fair one, by a margin that grows with the number of wagers. It calls
  when the share roughly pays for the call.
- It draws for the best share. Later draws follow the plan; for a one-card draw the cards it has seen count too.
- Against one opponent who is drawing it bluffs: in the last round with the worst hands, and sometimes it stands pat on
  a hopeless hand and bets it (a snow). Its margins have a random part.
- Without a limit its bets are parts of the pot, independent of its hand. The larger a bet of others is, the fewer hands
  it expects there. An all-in before the first draw that nobody has called is met so often that it wins nothing with a
  hand at random (`_defended`). Who has stood pat since the deal and bets may have nothing: so many of the bets are met
  that a bluff wins nothing (`_doubted`).

`rule` is the player, `rule_policy` its policy.
"""

from bisect import bisect_left
from collections.abc import Collection
from functools import cache
from math import sqrt
from operator import mul
from typing import Final

from standpat.bots.check_down import Plan, plan_of, share, wins
from standpat.bots.check_down_values import LOOSE, TIGHT, Prospect
from standpat.bots.dice import Dice, Rolled, branches
from standpat.bots.draw import classes, unseen_chances
from standpat.bots.observation import Reading
from standpat.bots.player import Situation
from standpat.cards.card import DECK
from standpat.cards.ranking import VALUE
from standpat.engine.action import Action, Bet, Bounds, Call, Check, Discard, Fold, Raise

OPEN: Final = (0.78, 0.50, 0.34, 0.27, 0.22, 0.18)
"""The part of all deals to open with, by the number of players still to act, less one. The last, for the first of seven
players, goes on as the others do and is not tuned."""
LIMP: Final = 0.7
"""What each player who has only called the big blind leaves of that part."""
RERAISE: Final = (0.25, 0.08, 0.03)
"""The part to reraise with, by the number of raises, less one, against an opener who opens as wide as heads-up."""
LEAD: Final = (-0.08, -0.02, 0.02, 0.04)
"""How far above the fair share a share must be to bet or raise heads-up, by the number of wagers this round. For a bet
it may be below, because a bet may win at once."""
MARGIN: Final = (-0.02, -0.03, -0.03, -0.03)
"""How far above the price a share must be to call, by the number of draws to come. A little below is enough, because a
failed draw can be given up and opponents bluff. Tuned in duplicate matches, like `LEAD` and `BETTING`."""
BETTING: Final = ((0.5, 0.4), (0.33, 0.25), (0.22, 0.12))
"""Who is expected to bet or raise, by the number of wagers before: the best part of a player's hands, which always
does, and the probability with which the worst hand does."""
NARROWING: Final = (1.0, 0.5, 0.35, 0.3)
"""How much a bet says about a final hand, by the number of draws to come: the exponent of its likelihood."""
USUAL: Final = 0.75
"""Bets and raises of up to this part of the pot after the call say as much as those of a limit game."""
RAREST: Final = 0.3
"""Some go all-in with anything: the largest bets count as made with this part of the hands of a usual one."""
MET: Final = 1.35
"""How often a bet of one who never drew is met, as a multiple of what is needed so that one bluff wins nothing."""
BLUR: Final = 0.012
"""The standard deviation of the random part of every margin."""
BLUR_PLACE: Final = 0.06
"""The standard deviation of a hand's place among all deals, as a part of it."""
CLOSE: Final = 0.03
"""How much worse than the best a keep may seem and still be looked at more closely."""
WORST: Final = 0.12
"""The share below which a hand is one of the worst."""
BLUFF: Final = 0.3
"""The probability that the worst hands bet the last round."""
HOPELESS: Final = 0.4
"""The share below which a hand may be snowed."""
SNOW: Final = 0.04
"""The probability that a hopeless hand stands pat against one player who draws."""
GO_ON: Final = 0.85
"""The probability that a snow goes on: that it bets, or stands pat again."""


def rule(situation: Situation) -> Action:
    """The player `rule` (see the module)."""
    return _decide(situation, Reading(situation), Rolled(situation.random))


def rule_policy(situation: Situation) -> dict[Action, float]:
    """The policy of `rule`: the probability of every action it may take. It does not use `situation.random`."""
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
        if hopes > best - CLOSE:
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
    """One card of each rank to keep, of the suit that is rarest among those kept so far."""
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
        best = OPEN[max(0, to_act + limpers - 1)] * LIMP**limpers
        if dice.below(best, place, BLUR_PLACE * place):
            return _wager(situation, reading, dice)
        if limpers == 0 and situation.legal.fold:
            return Fold()
    else:
        raisers = [seat for seat in reading.opponents if reading.wagers[seat]]
        tightest = min([OPEN[max(0, _behind(reading, seat) - 1)] for seat in raisers], default=OPEN[0])
        best = RERAISE[raises - 1] * tightest / OPEN[0] if raises <= len(RERAISE) else 0.0
        best *= _rare(max([reading.sizes[seat] for seat in raisers], default=0.0))
        if dice.below(best, place, BLUR_PLACE * place):
            return _wager(situation, reading, dice)
        part = _defended(situation, reading, plan)
        if part and dice.below(part, place, BLUR_PLACE * place):
            return Call()
    return _call_or_not(situation, reading, plan, value, _others(situation, reading, plan), dice)


def _defended(situation: Situation, reading: Reading, plan: Plan) -> float:
    """The best part of all deals that meets an all-in before the first draw; 0 where there is none.

    A hand at random that makes the bet wins the pot if all fold, and the chance of its hand against theirs if one of
    them calls. Those who may call do so with just enough hands that this wins nothing. It is 0, too, where somebody has
    called in full, and so has met the bet.
    """
    bettor = max(reading.opponents, key=lambda seat: reading.commits[seat])
    risked, pot = reading.latest[bettor]
    call = situation.legal.call
    called = any([seat != bettor and reading.commits[seat] == reading.commits[bettor] for seat in reading.opponents])
    if called or not risked or call is None or (reading.stacks[bettor] and call < reading.stacks[reading.seat]):
        return 0.0
    risked -= max(0, reading.commits[bettor] - reading.commits[reading.seat] - call)
    callers = 1 + sum([reading.stacks[seat] > 0 for seat in reading.opponents if seat != bettor])

    def loses(best: tuple[float, float]) -> bool:
        part, chance = best
        folds: float = (1 - part) ** callers
        return folds * pot + (1 - folds) * (chance * (pot + risked + call) - risked) <= 0

    parts = _best_parts(plan)
    return parts[min(bisect_left(parts, True, key=loses), len(parts) - 1)][0]


@cache
def _best_parts(plan: Plan) -> list[tuple[float, float]]:
    """Best parts of all deals, and the probability that a hand at random beats one of them, without bets."""
    worth, deal = plan.worth[-1], classes(plan.ranking.id).deal
    parts, part, lost = [], 0.0, 0.0
    for value in sorted(range(len(deal)), key=lambda value: -worth[value]):
        if deal[value]:
            part += deal[value]
            lost += deal[value] * (1 - worth[value])
            parts.append((part, lost / part))
    return parts


def _behind(reading: Reading, seat: int) -> int:
    """The number of players who act after this seat in the first round. The straddle is last (T10.5)."""
    seats = len(reading.live)
    last = reading.button + (1 if seats == 2 else 2) if reading.straddle is None else reading.straddle
    return (last - seat) % seats


def _after_a_draw(situation: Situation, reading: Reading, plan: Plan, value: int, dice: Dice) -> Action:
    others = _others(situation, reading, plan, _doubted(situation, reading, dice))
    left = situation.game.draw_rounds - reading.street
    mine = share(plan.prospect[left][value], others)
    wagers = sum(reading.wagers)
    fair = 1 / (1 + len(others))
    if dice.below((mine / fair - 1) / 2, LEAD[min(wagers, len(LEAD) - 1)], BLUR):
        return _wager(situation, reading, dice)
    if wagers == 0 and _bluffs(reading, mine, left, dice):
        return _wager(situation, reading, dice)
    return _call_or_not(situation, reading, plan, value, others, dice)


def _bluffs(reading: Reading, mine: float, left: int, dice: Dice) -> bool:
    if len(reading.opponents) > 1 or reading.draws[reading.opponents[0]][-1] == 0:
        return False
    if reading.draws[reading.seat][-1] == 0:
        return dice.chance(GO_ON)
    return dice.chance(BLUFF if left == 0 and mine < WORST else 0.0)


def _call_or_not(
    situation: Situation, reading: Reading, plan: Plan, value: int, others: list[Prospect], dice: Dice
) -> Action:
    legal = situation.legal
    if legal.check:
        return Check()
    assert legal.call is not None
    left = situation.game.draw_rounds - reading.street
    mine = share(plan.prospect[left][value], others)
    price = legal.call / reading.winnable(legal.call)
    if dice.below(mine - price - MARGIN[min(left, len(MARGIN) - 1)], 0, BLUR):
        return Call()
    return Fold()


def _wager(situation: Situation, reading: Reading, dice: Dice) -> Action:
    """A bet or raise, or a call or check where none is allowed."""
    legal = situation.legal
    bounds = legal.bet or legal.raise_
    if bounds is None:
        return Check() if legal.check else Call()
    to = bounds.max_to if situation.game.betting == "fixed-limit" else _size(reading, bounds, dice)
    return Bet(to) if legal.bet else Raise(to)


def _size(reading: Reading, bounds: Bounds, dice: Dice) -> int:
    """The total of a bet or raise: a part of the pot after the call, or the whole stack if little would be left."""
    price = max(reading.commits)
    pot = reading.pot + price - reading.commits[reading.seat]
    to = price + round(pot * dice.choice((0.5, 0.6, 0.75, 1.0)))
    stack = reading.stacks[reading.seat] + reading.commits[reading.seat]
    if to > 0.6 * stack:
        to = stack
    return min(max(to, bounds.min_to), bounds.max_to)


# Opponents -----------------------------------------------------------------------------------------------------


def _others(situation: Situation, reading: Reading, plan: Plan, doubted: Collection[int] = ()) -> list[Prospect]:
    """The prospects of the opponents' hands; the bets of those in `doubted` may be bluffs."""
    others = []
    for seat in reading.opponents:
        prospect, size = _prospect(situation, reading, plan, seat), reading.sizes[seat]
        others.append(_mixed(prospect, size / (1 + 2 * size)) if seat in doubted else prospect)
    return others


def _doubted(situation: Situation, reading: Reading, dice: Dice) -> list[int]:
    """The opponents whose bets of this round are taken for ones that may be bluffs: without a limit, in a game of
    several draws, those who have stood pat since the deal.

    A bet of b pots has b / (1 + 2b) bluffs where the other does not care whether they call. A bluff wins nothing if it
    is met 1 / (1 + b) of the times. So the first is believed as often as the second says, and somewhat more often
    (`MET`), because a bluff that was met once may win later.
    """
    if situation.game.draw_rounds == 1:
        return []
    bettors = [seat for seat in reading.opponents if reading.sizes[seat] > 0 and not any(reading.draws[seat])]
    largest = max([reading.sizes[seat] for seat in bettors], default=0.0)
    return bettors if bettors and dice.chance(min(1.0, MET / (1 + largest))) else []


def _mixed(prospect: Prospect, bluffs: float) -> Prospect:
    """The prospect of a hand that is nothing with this probability."""
    *better, worst = [(1 - bluffs) * p for p in prospect]
    return (*better, worst + bluffs)


def _prospect(situation: Situation, reading: Reading, plan: Plan, seat: int) -> Prospect:
    """The prospect of an opponent's hand."""
    draws = reading.draws[seat]
    left = situation.game.draw_rounds - len(draws)
    raised = reading.opened[seat]
    played = TIGHT if raised > 1 or (raised and len(reading.live) > 2) else LOOSE
    prospect = plan.drew(left, draws[-1] if draws else None, played)
    for wager in range(reading.wagers[seat]):
        before = wager + sum(reading.wagers) - reading.wagers[seat]
        prospect = narrowed(prospect, before, left, _rare(reading.sizes[seat]))
    return prospect


def _rare(size: float) -> float:
    """How much fewer hands make a bet or raise of a size than a usual one; 1 in limit games."""
    return max(RAREST, sqrt(min(1.0, USUAL / size))) if size else 1.0


def narrowed(prospect: Prospect, before: int, left: int, rare: float) -> Prospect:
    """The prospect of an opponent who bet or raised, which makes the better hands more likely.

    Args:
        prospect: The prospect without that bet or raise.
        before: The number of wagers of the round before it.
        left: The number of draws to come.
        rare: How much fewer hands do so because of its size.
    """
    strong, weak = BETTING[min(before, len(BETTING) - 1)]
    strong, weak, slope = strong * rare, weak * rare**2, 3 / rare
    power = NARROWING[min(left, len(NARROWING) - 1)]
    narrowed, total = [], 0.0
    for p in prospect:
        middle = total + p / 2
        total += p
        likely = min(1.0, max(weak, 1 - (middle - strong) * slope))
        narrowed.append(p * likely**power)
    scale = sum(narrowed)
    return tuple([p / scale for p in narrowed])
