"""The bot `rule` in the game of `standpat.solver.multiway.hand_kernel` (compiled).

`rule_table(game)` holds what `rule` knows of a limit game, and `rule_chances` gives the probability of each of its
choices. They are those of `standpat.bots.rule.rule_policy`, with two differences in draws:

- for a one-card draw it does not know its discards of earlier draws, which cannot come back;
- of several keeps with the same number of cards it holds the one that is best in a check-down
  (`standpat.solver.multiway.buckets`), not the one that is best against these opponents.

So a training can face `rule` itself, and a match of it plays five million hands a minute. A model of it that was
counted in watched hands (`standpat.solver.multiway.opponent_model`) knows no more of a hand than spots tell.
"""

from functools import cache
from math import erfc, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down import Plan, plan_of, wins
from standpat.bots.check_down_values import LOOSE, PAT, SPANS, TIGHT
from standpat.bots.dice import NEVER
from standpat.bots.draw import KEEPS, classes
from standpat.bots.multiway_spot import BITS, CHOICES, COUNTS
from standpat.bots.rule import (
    BLUFF,
    BLUR,
    BLUR_PLACE,
    CLOSE,
    GO_ON,
    HOPELESS,
    LEAD,
    LIMP,
    MARGIN,
    OPEN,
    RERAISE,
    SNOW,
    WORST,
    narrowed,
)
from standpat.compute.compiled import fast_kernel
from standpat.engine.games import Game
from standpat.solver.kernels.random_stream import Row
from standpat.solver.multiway.hand_kernel import CAP, FOLD, PASS, VALUES, WAGER, draws_left

RULE: Final = np.dtype(
    [
        ("plays", np.int64),
        ("place", np.float32, VALUES),
        ("ranks", np.uint16, VALUES),
        ("row", np.uint16, (4, VALUES)),
        ("drawing", np.uint16, (3, 1 << 13)),
        ("prospect", np.float32, (SPANS + 3 * len(KEEPS), SPANS)),
        ("wins", np.float32, (4, 7, 2, 3, CAP + 1, SPANS)),
    ],
    align=True,
)
"""What `rule` knows, and whether it plays (1), or nobody (0).

- By value of the hand: its place among all deals, and its ranks, a bit each.
- The prospects of hands by `row`, of draws left and value, and of keeps that draw by `drawing`, of draws left less one.
- What a final hand beats (`check_down.wins`) of an opponent: by their draws left, their last draw plus one (0 for
  none), whether they raised before the first draw, their wagers of the round and those of all others.
"""

_RANKS: Final = np.array([mask.bit_count() for mask in range(1 << 13)], np.uint8)
"""The number of ranks in a set."""


@cache
def rule_table(game: Game) -> Any:
    """What `rule` knows of a limit game of one draw or three, a row of `RULE` that is shared."""
    plan = plan_of(game)
    table = np.zeros(1, RULE)[0]
    table["plays"] = 1
    values = plan.ranking.count + 1
    table["place"][:values] = plan.place
    table["ranks"][:values] = classes(plan.ranking.id).ranks
    table["prospect"][:SPANS] = np.eye(SPANS)
    table["row"][0, :values] = plan.span
    for left in range(1, plan.draws + 1):
        begin = SPANS + (left - 1) * len(KEEPS)
        for at, keep in enumerate(KEEPS, begin):
            table["drawing"][left - 1, keep] = at
            table["prospect"][at] = plan.drawing[left][keep]
        for value, keep in enumerate(plan.choice[left]):
            row = table["row"][left - 1, value] if keep == PAT else table["drawing"][left - 1, keep]
            table["row"][left, value] = row
    for left, last, tight, own, others in np.ndindex(table["wins"].shape[:-1]):
        if left <= plan.draws and (left == plan.draws) == (last == 0):
            table["wins"][left, last, tight, own, others] = _wins(plan, left, last - 1, tight, own, others)
    return table


def _wins(plan: Plan, left: int, last: int, tight: int, own: int, others: int) -> list[float]:
    prospect = plan.drew(left, None if last < 0 else last, TIGHT if tight else LOOSE)
    for wager in range(own):
        prospect = narrowed(prospect, wager + others, left, 1.0)
    return wins(prospect)


@fast_kernel
def rule_chances(hand: Row, cards: Row, rule: Row, worth: NDArray[np.float32], chances: NDArray[np.float64]) -> None:
    """What `rule` does.

    Args:
        hand: A row of `hand_kernel.HAND`.
        cards: A row of `hand_kernel.CARDS`.
        rule: A row of `RULE`.
        worth: Space for `SPANS` numbers.
        chances: Is set to the probability of each choice.
    """
    for choice in range(CHOICES):
        chances[choice] = 0.0
    if hand.drawing:
        _draws(hand, cards, rule, worth, chances)
    elif hand.street == 0:
        _before_the_draw(hand, cards, rule, worth, chances)
    else:
        _after_a_draw(hand, cards, rule, worth, chances)


@fast_kernel
def _below(bound: float, mean: float, deviation: float) -> float:
    """The probability that a normal deviate is below the bound."""
    return erfc((mean - bound) / (deviation * sqrt(2.0))) / 2


@fast_kernel
def _wagers_of(hand: Row, place: int) -> int:
    """The bets and raises of a player in this round."""
    return int((hand.wagered >> place & 1) + (hand.again >> place & 1))


@fast_kernel
def _alone_with_a_draw(hand: Row) -> bool:
    """Whether there is one opponent, and they did not stand pat in their last draw."""
    others = hand.live & ~(1 << hand.to_act)
    if BITS[others] != 1:
        return False
    other = 0
    while not others >> other & 1:
        other += 1
    return bool(hand.last[other] != 0)


@fast_kernel
def _against(hand: Row, cards: Row, rule: Row, worth: NDArray[np.float32]) -> None:
    """Set, by span, how often a final hand beats all opponents."""
    left = draws_left(hand, cards)
    wagers = hand.wagers - (1 if hand.street == 0 else 0)
    for span in range(SPANS):
        worth[span] = 1.0
    several = hand.seats > 2
    for other in range(hand.seats):
        if other != hand.to_act and hand.live >> other & 1:
            own = _wagers_of(hand, other) if not hand.drawing else 0
            theirs = left - (1 if hand.drawing and hand.served >> other & 1 else 0)
            tight = hand.reraisers >> other & 1
            if several:
                tight = hand.raisers >> other & 1
            row = rule.wins[theirs, hand.last[other] + 1, tight, own, wagers - own]
            for span in range(SPANS):
                worth[span] *= row[span]


@fast_kernel
def _expected(rule: Row, row: int, worth: NDArray[np.float32]) -> float:
    """How often a prospect wins."""
    total = np.float32(0.0)
    for span in range(SPANS):
        total += rule.prospect[row, span] * worth[span]
    return np.float64(total)


@fast_kernel
def _share(hand: Row, cards: Row, rule: Row, worth: NDArray[np.float32]) -> float:
    """How often the hand of the player to act wins; `worth` is set."""
    _against(hand, cards, rule, worth)
    return _expected(rule, int(np.int64(rule.row[draws_left(hand, cards), hand.value[hand.to_act]])), worth)


@fast_kernel
def _before_the_draw(
    hand: Row, cards: Row, rule: Row, worth: NDArray[np.float32], chances: NDArray[np.float64]
) -> None:
    own = rule.place[hand.value[hand.to_act]]
    others = hand.live & ~(1 << hand.to_act)
    raises = hand.wagers - 1
    if raises == 0:
        to_act = BITS[hand.waiting & others]
        limpers = BITS[others] - to_act
        best = OPEN[max(0, to_act + limpers - 1)] * LIMP**limpers
    else:
        behind = 1
        for other in range(hand.seats):
            if others >> other & 1 and hand.wagered >> other & 1:
                behind = max(behind, (1 - other) % hand.seats)  # the last to act has place 1; two are one behind
        best = RERAISE[raises - 1] * OPEN[behind - 1] / OPEN[0]
        limpers = 1
    wager = _below(best, own, BLUR_PLACE * own)
    if limpers == 0:  # nobody has called the big blind
        _set(hand, wager, 0.0, chances)
    else:
        _set(hand, wager, _calls(hand, cards, rule, worth, wager), chances)


@fast_kernel
def _after_a_draw(hand: Row, cards: Row, rule: Row, worth: NDArray[np.float32], chances: NDArray[np.float64]) -> None:
    rivals = BITS[hand.live] - 1
    mine = _share(hand, cards, rule, worth)
    wager = _below((mine * (1 + rivals) - 1) / 2, LEAD[min(hand.wagers, len(LEAD) - 1)], BLUR)
    if hand.wagers == 0 and _alone_with_a_draw(hand):
        bluff = 0.0
        if hand.last[hand.to_act] == 0:
            bluff = GO_ON
        elif hand.street == 3 and mine < WORST:
            bluff = BLUFF
        wager += (1 - wager) * bluff
    _set(hand, wager, _pays(hand, cards, mine), chances)


@fast_kernel
def _calls(hand: Row, cards: Row, rule: Row, worth: NDArray[np.float32], wager: float) -> float:
    """The probability to call rather than fold; 1 where a wager is sure."""
    if wager > 1 - NEVER:
        return 1.0
    return _pays(hand, cards, _share(hand, cards, rule, worth))


@fast_kernel
def _pays(hand: Row, cards: Row, mine: float) -> float:
    """The probability to call rather than fold, with this chance to win; 1 where there is nothing to pay."""
    owed = hand.price - hand.commit[hand.to_act]
    if owed == 0:
        return 1.0
    pot = 0
    for place in range(hand.seats):
        pot += hand.total[place]
    left = draws_left(hand, cards)
    return _below(mine - owed / pot - MARGIN[min(left, len(MARGIN) - 1)], 0.0, BLUR)


@fast_kernel
def _set(hand: Row, wager: float, call: float, chances: NDArray[np.float64]) -> None:
    if hand.wagers < CAP:
        chances[WAGER] = wager
        chances[PASS] = (1 - wager) * call
    else:
        chances[PASS] = wager + (1 - wager) * call
    chances[FOLD] = (1 - wager) * (1 - call)


@fast_kernel
def _draws(hand: Row, cards: Row, rule: Row, worth: NDArray[np.float32], chances: NDArray[np.float64]) -> None:
    place = hand.to_act
    value = hand.value[place]
    left = draws_left(hand, cards)
    _against(hand, cards, rule, worth)
    best = _expected(rule, int(np.int64(rule.row[left - 1, value])), worth)
    count = 0
    mask = int(np.int64(rule.ranks[value]))
    keep = mask
    if _RANKS[mask] == 5:
        keep = (keep - 1) & mask
    while True:
        hopes = _expected(rule, int(np.int64(rule.drawing[left - 1, keep])), worth)
        if hopes > best - CLOSE:
            if _RANKS[keep] == 4:
                hopes = one_card(hand, cards, rule, worth, keep)
            if hopes > best:
                best = hopes
                count = 5 - _RANKS[keep]
        if keep == 0:
            break
        keep = (keep - 1) & mask
    snow = 0.0
    if count and best < HOPELESS and _alone_with_a_draw(hand):
        snow = GO_ON if hand.last[place] == 0 else SNOW
    chances[0] = snow
    chances[min(count, COUNTS - 1)] += 1 - snow


@fast_kernel
def one_card(hand: Row, cards: Row, rule: Row, worth: NDArray[np.float32], keep: int) -> float:
    """How often the hand wins that keeps four cards, by the cards that the player does not see."""
    place = hand.to_act
    left = draws_left(hand, cards)
    kept = keep
    key = np.uint32(0)
    suits = 0
    first = 4
    held = 0
    for k in range(5):
        card = int(np.int64(hand.cards[place, k]))
        held |= 1 << card
        rank = card >> 2
        if kept >> rank & 1:
            kept &= ~(1 << rank)
            key += cards.weight[card]
            if first == 4:
                first = card & 3
            suits |= first ^ (card & 3)
    total = 0.0
    for rank in range(13):
        unseen = 4 - BITS[held >> (4 * rank) & 15]
        if unseen:
            now = key + cards.weight[4 * rank]
            suited = 0
            if suits == 0 and not held >> (4 * rank + first) & 1:
                suited = 1
                row = int(np.int64(rule.row[left - 1, cards.value[1, now]]))
                total += _expected(rule, row, worth)
            row = int(np.int64(rule.row[left - 1, cards.value[0, now]]))
            total += (unseen - suited) * _expected(rule, row, worth)
    return total / 47
