"""The spots of the bot `nolimit` in games with more draws than one (27td-nl, 27td-pl): the number of a decision's spot.

`draws_key(hand, level)` is the number of the decision that `hand` (`standpat.bots.nolimit_hand`) waits for, without the
player's cards. Level 0 is the spot; levels 1 and 2 are coarser (`standpat.bots.nolimit_spot`). A spot is made of real
chips, so every line of any stacks has one:

- `draws_price`: what is bet as one of the known sizes with the stack-to-pot ratio after the call; or, where a call
  leaves nothing to bet, the price of the call as a part of the pot before the bet;
- before the first draw: the blind posted, who is still to act, who is in, the raises and how early the first came, what
  the player has done, and whether there are antes;
- of a draw: the player's draw before, the draws seen in this round and, of those yet to draw, their draw before; whose
  the last bet of the round before was, the stack-to-pot ratio;
- after a draw, against one: both last draws, whether the other was pat before, position, wagers, whose the last bet of
  the round before was;
- after a draw, facing an all-in for more than four pots: both last draws, whether the other was pat before, the price;
- after a draw, against several: the best two of their draws, whether others are still to act, wagers, whether the
  player bet last in the round before.

Hands dealt to two and hands dealt to more do not share spots; hands dealt to three to six do.

The solver compiles these functions and the bot calls them, so that both agree.
"""

from typing import Any, Final

from standpat.bots.nolimit_hand import to_come
from standpat.bots.nolimit_price import all_in_cost, ratio_step, step_of

BUCKETS: Final = 48
"""The classes of hands in every round (`standpat.solver.multiway.buckets`)."""
STEP_COUNT: Final = 8
RATIO_STEPS: Final = (400, 900, 1600, 2800, 5000, 9000, 20000)
"""Where the steps of the stack-to-pot ratio end, in thousandths."""
COST_STEPS: Final = (200, 500, 900, 1400, 2200, 4000, 9000)
"""Where the steps of the price of a call all-in end, in thousandths of the pot before the bet."""
ALL_IN: Final = 4
"""The size of a bet that leaves nothing to bet; 0 is none, 1 to 3 are the known sizes."""
OVER: Final = 6
"""From this step on an all-in is for so many pots that only strays make it. After a draw it has spots that say less."""
PRICE_COUNT: Final = (ALL_IN + 1) * STEP_COUNT
LAST: Final = 3
"""The last round: there are three draws."""
STREET: Final = 1 << 32
"""The spots of a round or a draw begin at a multiple of this."""
_MANY: Final = 1 << 20
"""Where the spots of level 0 against several opponents begin; before the first draw, all spots of level 0."""


def draws_price(hand: Any, place: int) -> int:
    """The size that is bet and its step: `STEP_COUNT` x size + step. Size 0 where nothing is bet by choice."""
    cost = all_in_cost(hand, place)
    if cost >= 0:
        return ALL_IN * STEP_COUNT + step_of(cost, COST_STEPS)
    size = min(hand.size, ALL_IN - 1) if hand.price > hand.commit[place] else 0
    return int(size * STEP_COUNT + ratio_step(hand, place, RATIO_STEPS))


def leaves_to_rule(hand: Any) -> bool:
    """Whether the player leaves the decision to `rule`: with several draws, facing an all-in for so many pots that only
    strays made it in the training (`OVER`)."""
    if hand.draws == 1 or hand.drawing:
        return False
    return bool(draws_price(hand, hand.to_act) >= ALL_IN * STEP_COUNT + OVER)


def merged_price(price: int, level: int) -> int:
    """A price with fewer steps; at level 2 the sizes below all-in are alike too."""
    size = price // STEP_COUNT
    step = price % STEP_COUNT
    if level == 2 and 0 < size < ALL_IN:
        size = 1
    return size * STEP_COUNT + (step >> level)


def latest(hand: Any, place: int) -> int:
    """A player's last draw: 0 pat, 1 one card, 2 more or none yet."""
    count = hand.drew[place]
    return 2 if count < 0 or count > 2 else int(count)


def whose(hand: Any, place: int) -> int:
    """Who bet last in the round before: 0 nobody, 1 the player, 2 another."""
    return 0 if hand.bettor < 0 else 1 if hand.bettor == place else 2


def first_round_key(hand: Any, place: int, level: int) -> int:
    """The spot of a bet before the first draw."""
    two = 1 if hand.seats == 2 else 0
    me = 1 << place
    raises = min(hand.wagers, 4)
    if hand.aggressor >= 0 and raises == 0:
        raises = 1
    price = draws_price(hand, place)
    antes = 0 if 10 * hand.forced // hand.big < 18 else 1
    own = 2 if hand.raised & me else 1 if hand.entered & me else 0
    behind = to_come(hand, place)
    inside = 0
    for other in range(hand.seats):
        if other != place and other != hand.aggressor and (hand.live & hand.entered) >> other & 1:
            inside += 1
    if level == 2:
        return int((two * 3 + min(raises, 2)) * PRICE_COUNT + merged_price(price, 2))
    if level == 1:
        key = ((two * 4 + min(raises, 3)) * 3 + hand.blind[place]) * 3 + own
        return int((key * 2 + min(inside, 1)) * PRICE_COUNT + merged_price(price, 1))
    if two:
        key = ((raises * 3 + own) * 3 + hand.blind[place]) * 2 + antes
        return int(_MANY + key * PRICE_COUNT + price)
    if raises == 0:
        key = ((hand.blind[place] * 6 + min(behind, 5)) * 3 + min(inside, 2)) * 2 + antes
        return int(2 * _MANY + key * PRICE_COUNT + price)
    early = 0
    later = 1 if hand.aggressor > place else 0
    if raises == 1:
        early = 0 if hand.opener <= 2 else 1 if hand.opener == 3 else 2
    else:
        price = merged_price(price, 1)
    key = ((hand.blind[place] * 3 + min(behind, 2)) * 2 + min(inside, 1)) * 3 + early
    key = (((key * 2 + later) * 3 + own) * 4 + raises - 1) * 2 + antes
    return int((1 << 24) + key * PRICE_COUNT + price)


def draw_key(hand: Any, place: int, level: int) -> int:
    """The spot of a draw."""
    rivals = 0
    now = 3
    then = 3
    other_served = 0
    for other in range(hand.seats):
        if other != place and hand.live >> other & 1:
            rivals += 1
            if hand.served >> other & 1:
                other_served = 1
                now = min(now, latest(hand, other))
            else:
                then = min(then, 3 if hand.drew[other] < 0 else latest(hand, other))
    own = 0 if hand.street == 0 else 1 + latest(hand, place)
    if level == 2:
        return int(hand.street * 2 + (1 if rivals > 1 else 0))
    if level == 1:
        key = ((hand.street * 2 + (1 if rivals > 1 else 0)) * 4 + now) * 4 + (then if now == 3 else 3)
        return int(key * 4 + own)
    two = 1 if hand.seats == 2 else 0
    step = ratio_step(hand, place, RATIO_STEPS) >> 1
    if rivals > 1:
        key = ((own * 4 + now) * 4 + then) * 3 + whose(hand, place)
        return int(_MANY + (key * 2 + (1 if rivals > 2 else 0)) * STEP_COUNT + (step & ~1))
    key = ((own * 2 + other_served) * 4 + (now if other_served else then)) * 3 + whose(hand, place)
    return int((key * STEP_COUNT + step) * 2 + two)


def later_round_key(hand: Any, place: int, level: int) -> int:
    """The spot of a bet after a draw."""
    rivals = 0
    best = 2
    second = 2
    pat_before = 0
    later = 0
    for other in range(hand.seats):
        if other != place and hand.live >> other & 1:
            rivals += 1
            drawn = latest(hand, other)
            if drawn < best:
                second = best
                best = drawn
            elif drawn < second:
                second = drawn
            if other > place:
                later = 1
            if hand.past[other] == 0 and hand.drew[other] == 0:
                pat_before = 1
    own = latest(hand, place)
    price = draws_price(hand, place)
    wagers = min(hand.wagers, 2)
    if hand.aggressor >= 0 and wagers == 0:
        wagers = 1
    if hand.aggressor >= 0:
        later = 1 if hand.aggressor > place else 0
    if level == 2:
        return int((merged_price(price, 2) * 2 + (1 if own == 0 else 0)) * 2 + (1 if rivals > 1 else 0))
    if level == 1:
        key = (merged_price(price, 2) * 3 + own) * 3 + best
        return int(key * 3 + (2 if rivals > 1 else later))
    if price < ALL_IN * STEP_COUNT:
        price = merged_price(price, 1)
    elif price >= ALL_IN * STEP_COUNT + OVER:
        key = ((own * 3 + best) * 2 + pat_before) * 2 + (1 if rivals > 1 else 0)
        return int((1 << 24) + key * STEP_COUNT + price % STEP_COUNT)
    if rivals == 1:
        two = 1 if hand.seats == 2 else 0
        drew = best + pat_before if best == 0 else 1 + best
        if best == 2:
            for other in range(hand.seats):
                if other != place and hand.live >> other & 1 and hand.drew[other] > 2:
                    drew = 4
        key = ((((own * 5 + drew) * 2 + later) * 3 + wagers) * 3 + whose(hand, place)) * 2 + two
        return int(key * PRICE_COUNT + price)
    draws = 6 + best
    if rivals == 2:
        draws = second if best == 0 else 2 + second if best == 1 else 5
    behind = 1 if to_come(hand, place) > 0 else 0
    lead = 1 if hand.bettor == place else 0
    key = (((own * 9 + draws) * 2 + behind) * 3 + wagers) * 2 + lead
    size = price // STEP_COUNT
    size = (size + 1) // 2 if size < ALL_IN else size
    return int(_MANY + (key * (ALL_IN + 1) + size) * STEP_COUNT + (price % STEP_COUNT & ~1))


def draws_key(hand: Any, level: int) -> int:
    """The spot of the decision that the hand waits for, without its kind: less than 8 x `STREET`."""
    place = hand.to_act
    if hand.drawing:
        return int(hand.street * STREET + draw_key(hand, place, level))
    if hand.street == 0:
        return first_round_key(hand, place, level)
    return int(hand.street * STREET + later_round_key(hand, place, level))


def draws_of_two(spot: int, drawing: bool) -> bool:
    """If only hands dealt to two have a spot of level 0 (`draws_key`).

    Not those after a draw that answer an all-in for more than four pots: all hands share them.
    """
    street, spot = divmod(spot, STREET)
    if drawing:
        return spot < _MANY and spot % 2 == 1
    if street == 0:
        return _MANY <= spot < 2 * _MANY
    return spot < _MANY and spot // PRICE_COUNT % 2 == 1
