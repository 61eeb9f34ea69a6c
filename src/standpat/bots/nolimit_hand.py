"""The betting and the draws of a no-limit or pot-limit hand, as functions over one record without cards.

The record `hand` is a `NolimitHand` in Python and a row with the same fields in compiled code
(`standpat.solver.nolimit.rules`), so the training and the bot follow a hand by the same functions. They use only whole
numbers and sequences indexed by them.

Players are *places*: place 0 is left of the button, the last place is the button. With two players the button has the
small blind. Sets of places are bit masks. All amounts are chips. The rules are those of `standpat.engine.betting`
without a limit: the least raise is the last full one, a short all-in reopens the betting only for who has not acted
since the last full raise or faces a full raise more (R5.5), a player is asked only where it can matter (R4.4), and
chips that nobody could match come back at the end of a round (R5.6). `earned` pays the side pots. With a pot limit
nobody bets or raises by more than the pot after their call (R5.2).

`begin`, `post` for every forced bet and `open_betting` set up a hand; then `act` and `draw` for the place `to_act`,
which is -1 once the hand is over. `wager` also reads the size of a bet or raise as one of those that a strategy knows.

Before the draw a raise that is smaller than all that a strategy knows there may be read as a call (`read_size`). Then
only the chips change, and whoever had matched the wager before it is `obliged` to call.
"""

from typing import Any, Final

FOLD: Final = 0
PASS: Final = 1
SIZES: Final = 4
"""The number of sizes of bets and raises that a strategy knows, before all-in."""
JAM: Final = 2 + SIZES
CHOICES: Final = JAM + 1
"""Fold, check or call, a bet or raise of size 1 … `SIZES`, all-in."""
BEFORE: Final = (450, 850, 1700, 3700)
AFTER: Final = (300, 700, 1500, 3500)
"""The sizes before and after the draw of single draw, in thousandths of the pot after the call."""
SEVERAL_DRAWS: Final = (500, 1000, 2000)
"""The sizes in all rounds of a game with more draws than one."""
POT: Final = 1000
"""The largest size with a pot limit."""
MOST: Final = 7
"""Places."""
DEEP: Final = 6
"""No strategy of single draw goes all-in for more pots than this (`playable`)."""
DEEP_DRAWS: Final = 3
"""The same with more draws, where a training does not try it either: the values of such bets are too noisy."""
ROLLS: Final = 1 << 16
"""`NolimitHand.roll` is below this."""
LONGEST: Final = 1 << 33
"""A `NolimitHand.path` of this or more is given up at the next choice: twelve choices."""


class NolimitHand:
    """A hand in Python. Lists are by place.

    Attributes:
        seats: The number of places.
        draws: The draws of the game.
        pot_limit: 1 in a pot-limit game, else 0.
        big: The big blind.
        roll: The hand's random number for reading sizes between two known ones, 0 … `ROLLS` - 1.
        to_act: The place to act, -1 once the hand is over.
        street: The draws that are over: 0 before the first draw and during it.
        drawing: 1 during a draw.
        live: Places that have not folded.
        served: Places that have drawn in the latest draw.
        entered: Places that put in chips by choice before the first draw.
        raised: Places that raised before the first draw.
        price: What a place must have put in this round to stay.
        counted: The price up to the last wager that was not read as a call.
        full: The last full bet or raise.
        wagers: Full bets and raises of this round, without blinds and those that were read as a call.
        before: Full bets and raises of the round before the latest draw.
        size: The size that the last bet or raise of this round was read as, 1 … `SIZES` or `SIZES` + 1 for all-in; 0
            without one.
        opener: How many places were still to act after the first raise.
        aggressor: The place of this round's last bet or raise, -1 for none.
        bettor: The place of the last bet or raise of the round before the latest draw, -1 for none.
        dead: Chips of the main pot that are nobody's bet.
        forced: The pot before the first action.
        deep: The chips that the second deepest place has to bet with before the first action, blinds included.
        path: With two places and one draw, what was chosen before the draw and in it, an octal digit each after a
            first 1: the choice, with the size that was read, or the cards drawn (3 for more). 0 where there is no such
            record: other games and seats, other blinds, too many choices.
        stack: The chips behind.
        commit: The chips put in this round.
        total: The chips put in this hand.
        acted: The price when the place last acted since the last full wager, -1 if it has not.
        blind: 1 if the place posted the small blind, 2 the big blind, else 0.
        drew: Cards drawn in the latest draw, -1 before the first.
        past: Cards drawn in the draw before that, -1 for none.
    """

    __slots__ = (
        "acted", "aggressor", "before", "bettor", "big", "blind", "commit", "counted", "dead", "deep", "drawing",
        "draws", "drew", "entered", "forced", "full", "live", "opener", "past", "path", "pot_limit", "price", "raised",
        "roll", "seats", "served", "size", "stack", "street", "to_act", "total", "wagers",
    )  # fmt: skip

    def __init__(self, stacks: list[int]) -> None:
        self.seats = len(stacks)
        self.stack = [*stacks, *[0] * (MOST - len(stacks))]
        self.big = self.roll = self.street = self.drawing = self.served = self.entered = self.raised = 0
        self.price = self.full = self.wagers = self.before = self.size = self.opener = self.dead = self.forced = 0
        self.deep = self.path = self.counted = self.pot_limit = 0
        self.draws = 1
        self.to_act = self.aggressor = self.bettor = -1
        self.live = 0
        self.commit, self.total, self.blind = [0] * MOST, [0] * MOST, [0] * MOST
        self.acted, self.drew, self.past = [-1] * MOST, [-1] * MOST, [-1] * MOST


def begin(hand: Any, seats: int, big: int, roll: int, draws: int = 1, pot_limit: int = 0) -> None:
    """Begin a hand whose stacks are set: nothing is posted yet."""
    hand.seats = seats
    hand.draws = draws
    hand.pot_limit = pot_limit
    hand.big = big
    hand.roll = roll
    hand.to_act = -1
    hand.street = 0
    hand.drawing = 0
    hand.live = (1 << seats) - 1
    hand.served = 0
    hand.entered = 0
    hand.raised = 0
    hand.price = big
    hand.counted = big
    hand.full = big
    hand.wagers = 0
    hand.before = 0
    hand.size = 0
    hand.opener = 0
    hand.aggressor = -1
    hand.bettor = -1
    hand.dead = 0
    hand.forced = 0
    hand.deep = 0
    hand.path = 1 if seats == 2 and draws == 1 else 0
    for place in range(seats):
        hand.commit[place] = 0
        hand.total[place] = 0
        hand.acted[place] = -1
        hand.blind[place] = 0
        hand.drew[place] = -1
        hand.past[place] = -1


def post(hand: Any, place: int, amount: int, kind: int) -> None:
    """Post a forced bet, or what is left of the stack.

    Args:
        hand: The hand.
        place: Who posts.
        amount: The chips that are due.
        kind: 0 for an ante that everyone owes, 1 for the small blind, 2 for the big blind, 3 for another live bet, 4
            for chips of the main pot only (the ante of the big blind, a dead blind).
    """
    amount = min(amount, hand.stack[place])
    hand.stack[place] -= amount
    if kind == 4:
        hand.dead += amount
    else:
        hand.total[place] += amount
    if 1 <= kind <= 3:
        hand.commit[place] += amount
        hand.price = max(hand.price, hand.commit[place])
        hand.counted = hand.price
    if 1 <= kind <= 2:
        hand.blind[place] = kind
    elif kind == 3:
        hand.path = 0


def open_betting(hand: Any, first: int) -> None:
    """Everything is posted: the betting begins at the place `first` or after it."""
    hand.forced = pot_of(hand)
    hand.deep = second_deepest(hand)
    if hand.blind[0] != 2 or hand.blind[1] != 1:
        hand.path = 0
    go_on(hand, first)


def second_deepest(hand: Any) -> int:
    """The chips behind and put in this round of the place that has the second most."""
    most = 0
    second = 0
    for place in range(hand.seats):
        chips = hand.stack[place] + hand.commit[place]
        if chips > most:
            second = most
            most = chips
        elif chips > second:
            second = chips
    return int(second)


def remember(hand: Any, what: int) -> None:
    """Add a choice before the draw, or the cards drawn, to the path."""
    hand.path = 8 * hand.path + what if 0 < hand.path < LONGEST else 0


def pot_of(hand: Any) -> int:
    """All chips in the middle."""
    pot = int(hand.dead)
    for place in range(hand.seats):
        pot += hand.total[place]
    return pot


def contested(hand: Any) -> bool:
    """Whether two players can still bet."""
    able = 0
    for place in range(hand.seats):
        if hand.live >> place & 1 and hand.stack[place] > 0:
            able += 1
    return able > 1


def two_drew(hand: Any) -> bool:
    """Whether the round after the last draw began with two players.

    Where it has a decision, both had chips to bet then, even if one of them is all-in by now.
    """
    rest = hand.served & (hand.served - 1)
    return bool(hand.street == hand.draws and rest != 0 and rest & (rest - 1) == 0)


def next_to_bet(hand: Any, first: int) -> int:
    """The first place from `first` on that has a betting decision, -1 where the round is over."""
    can_bet = contested(hand)
    for k in range(hand.seats):
        place = int((first + k) % hand.seats)
        if hand.live >> place & 1 == 0 or hand.stack[place] == 0:
            continue
        mine = hand.commit[place]
        if can_bet:
            if mine < hand.price or hand.acted[place] < 0:
                return place
        else:
            for other in range(hand.seats):
                if hand.live >> other & 1 and hand.commit[other] > mine:
                    return place
    return -1


def next_to_draw(hand: Any) -> int:
    """The first place that has still to draw, -1 if all have."""
    for place in range(hand.seats):
        if hand.live >> place & 1 and hand.served >> place & 1 == 0:
            return place
    return -1


def go_on(hand: Any, first: int) -> None:
    """Ask the next place to bet from `first` on, or end the round."""
    hand.to_act = next_to_bet(hand, first)
    if hand.to_act >= 0:
        return
    give_back(hand)
    if hand.street < hand.draws:
        hand.drawing = 1
        hand.served = 0
        hand.bettor = hand.aggressor
        hand.before = hand.wagers
        hand.to_act = next_to_draw(hand)


def give_back(hand: Any) -> None:
    """Give back the chips that nobody could match."""
    top = -1
    second = -1
    holder = -1
    for place in range(hand.seats):
        paid = hand.commit[place] if hand.street else hand.total[place]
        if paid > top:
            second = top
            top = paid
            holder = place
        elif paid > second:
            second = paid
    if top > second >= 0:
        hand.stack[holder] += top - second
        hand.total[holder] -= top - second
        hand.commit[holder] -= top - second


def risen(hand: Any, place: int) -> bool:
    """Whether the price has risen enough for a place to raise again (R5.5)."""
    return bool(hand.acted[place] < 0 or hand.price - hand.acted[place] >= hand.full)


def reach(hand: Any, place: int) -> int:
    """The most that a place can have in this round against at least one other: its own chips or the others' most."""
    most = 0
    for other in range(hand.seats):
        if other != place and hand.live >> other & 1:
            most = max(most, hand.commit[other] + hand.stack[other])
    return int(min(most, hand.commit[place] + hand.stack[place]))


def paying(hand: Any, place: int) -> int:
    """The chips that a call adds, without those that would come back."""
    return int(max(0, min(hand.price, reach(hand, place)) - hand.commit[place]))


def winnable(hand: Any, place: int, adding: int) -> int:
    """The chips in the middle that a place can win if it puts in `adding` more, without those."""
    mine = hand.total[place] + adding
    pot = int(hand.dead)
    for other in range(hand.seats):
        pot += min(hand.total[other], mine)
    return pot


def known_size(hand: Any, number: int) -> int:
    """A size of a bet or raise that a strategy knows in this round, in thousandths of the pot after the call; 0 if
    there is none of this number, 0 … `SIZES` - 1."""
    if hand.draws == 1:
        return int(BEFORE[number] if hand.street == 0 else AFTER[number])
    size = SEVERAL_DRAWS[number] if number < len(SEVERAL_DRAWS) else 0
    return 0 if hand.pot_limit and size > POT else size


def smallest(hand: Any) -> int:
    """The number of the smallest size that is known at the next wager of the round.

    With one draw the smallest of all is left out from the third wager on, from the fourth on the smaller two. The
    smallest is also left out where all others have folded to the small blind, which never opens with it. With more
    draws the smallest is left out from the third wager on, and where it is below the least raise.
    """
    if hand.draws > 1:
        call = paying(hand, hand.to_act)
        pot = winnable(hand, hand.to_act, call) + call
        return 1 if hand.wagers >= 2 or SEVERAL_DRAWS[0] * pot < 1000 * hand.full else 0
    if hand.wagers >= 2:
        return 1 if hand.wagers == 2 else 2
    if hand.wagers == 1 or hand.street or hand.seats == 2 or hand.blind[hand.to_act] != 1:
        return 0
    others = hand.live & ~(1 << hand.to_act)
    return 1 if others & (others - 1) == 0 else 0


def obliged(hand: Any) -> bool:
    """Whether the place to bet has matched all wagers but one that was read as a call."""
    mine = hand.commit[hand.to_act]
    return bool(hand.counted <= mine < hand.price)


def choices(hand: Any) -> int:
    """The choices of the place to bet, a bit for each.

    A size is left out where it is below the least raise or more than three quarters of what is left (all-in remains).
    With several draws all-in is left out where it is more than `DEEP_DRAWS` pots, with a pot limit more than the pot.
    """
    place = hand.to_act
    mine = hand.commit[place]
    owed = hand.price - mine
    chosen = 1 << PASS
    if obliged(hand):
        return chosen
    if owed > 0:
        chosen |= 1 << FOLD
    most = reach(hand, place)
    if most <= hand.price or owed >= hand.stack[place] or not risen(hand, place) or not contested(hand):
        return chosen
    chosen |= 1 << JAM
    call = paying(hand, place)
    pot = winnable(hand, place, call) + call
    most -= hand.price
    if hand.draws > 1 and most > (1 if hand.pot_limit else DEEP_DRAWS) * pot:
        chosen &= ~(1 << JAM)
    for k in range(smallest(hand), SIZES):
        size = known_size(hand, k)
        rise = size * pot // 1000 if size == POT and hand.pot_limit else (size * pot + 999) // 1000
        whole = hand.pot_limit and size == POT and rise < most
        if size and rise >= hand.full and (4 * rise <= 3 * most or whole):
            chosen |= 1 << (k + 2)
    return chosen


def may_raise(hand: Any) -> bool:
    """Whether the place to bet has a bet or raise among its choices."""
    return bool(choices(hand) > 1 << FOLD | 1 << PASS)


def playable(hand: Any) -> int:
    """The choices of the place to bet that a strategy is played with: those of `choices`, but no all-in for more
    than `DEEP` pots.

    A training tries them. They win a small pot from who folds nearly always, and lose everything to a player whose few
    raises are strong ones.
    """
    chosen = choices(hand)
    if chosen >> JAM & 1:
        call = paying(hand, hand.to_act)
        if reach(hand, hand.to_act) - hand.price > DEEP * (winnable(hand, hand.to_act, call) + call):
            chosen &= ~(1 << JAM)
    return chosen


def size_to(hand: Any, size: int) -> int:
    """The total that a bet or raise of a size is *to*, rounded up. The size is in thousandths of the pot after the
    call."""
    place = hand.to_act
    call = paying(hand, place)
    pot = winnable(hand, place, call) + call
    return int(hand.price + (size * pot + 999) // 1000)


def jam_to(hand: Any) -> int:
    """The total that all-in is *to*: no more than another can match, unless the least raise is more, and no more than
    the pot where that is the limit."""
    place = hand.to_act
    all_in = hand.commit[place] + hand.stack[place]
    if hand.pot_limit:
        all_in = min(all_in, size_to(hand, POT))
    return int(min(all_in, max(reach(hand, place), hand.price + hand.full)))


def raise_to(hand: Any, choice: int) -> int:
    """The total that a bet, a raise or all-in is *to*."""
    if choice == JAM:
        return jam_to(hand)
    return size_to(hand, known_size(hand, choice - 2))


def read_size(hand: Any, to: int) -> int:
    """The known size that a bet or raise of the place to act is read as: 1 … `SIZES`, or `SIZES` + 1 for all-in; 0 for
    a raise that is read as a call.

    Of the two neighbours A < x < B it is A with probability (B - x)(1 + A) / ((B - A)(1 + x)), by the hand's one random
    number: the pseudo-harmonic mapping of Ganzfried and Sandholm (2013). A size below all that are known (`smallest`)
    is read as the least known. Before the draw, where the smallest of all is not known and chips are left to bet, it is
    read as that or as a call, which has the size 0. Heads-up an opening raise between the first two sizes is read as
    the second, where the first is below the least raise: nobody can open with that, so how to meet it was not learned.
    A size beyond three quarters of what is left is not known, the bet that leaves nothing to bet is. An all-in is read
    by its price: others may have more to bet.
    """
    place = hand.to_act
    call = paying(hand, place)
    pot = max(1, winnable(hand, place, call) + call)
    most = reach(hand, place)
    part = (to - hand.price) * 1000 // pot
    left = max(0, most - hand.price) * 1000 // pot
    all_in = to >= hand.commit[place] + hand.stack[place]
    below = 0
    known = 0
    first = smallest(hand)
    for k in range(first, SIZES):
        size = known_size(hand, k)
        near = 4 * size * pot > 3000 * max(0, most - hand.price) and not (hand.pot_limit and size < left)
        if size == 0 or (k > first and near and not all_in):
            break
        if part < size:
            if k == first and (k == 0 or hand.street or all_in or to >= most):
                return k + 1
            if (
                k == 1
                and hand.draws == 1
                and hand.seats == 2
                and hand.wagers + hand.street == 0
                and known * pot < 1000 * hand.full
            ):
                return k + 1
            if (size - part) * (1000 + known) * ROLLS > hand.roll * ((size - known) * (1000 + part)):
                return below
            return k + 1
        below = k + 1
        known = size
    if all_in:
        return SIZES
    if to >= most or part >= left:
        return SIZES + 1
    if (left - part) * (1000 + known) * ROLLS > hand.roll * ((left - known) * (1000 + part)):
        return below
    return SIZES + 1


def act(hand: Any, choice: int, to: int) -> None:
    """Do what the place to act chose, and continue the round and the hand.

    Args:
        hand: The hand.
        choice: `FOLD`, `PASS`, or any other choice for a bet or raise.
        to: The total of a bet or raise.
    """
    place = hand.to_act
    bit = 1 << place
    if choice == FOLD:
        hand.live &= ~bit
        if hand.live & (hand.live - 1) == 0:
            give_back(hand)
            hand.to_act = -1
            return
    elif choice == PASS:
        answered = obliged(hand)
        adding = min(hand.price - hand.commit[place], hand.stack[place])
        if adding > 0 and hand.street == 0:
            hand.entered |= bit
        hand.stack[place] -= adding
        hand.commit[place] += adding
        hand.total[place] += adding
        hand.acted[place] = hand.price
        if hand.street == 0 and not answered:
            remember(hand, PASS)
    else:
        wager(hand, to)
    go_on(hand, place + 1)


def wager(hand: Any, to: int) -> None:
    """A bet or raise of the place to act."""
    place = hand.to_act
    bit = 1 << place
    size = read_size(hand, to)
    if hand.street == 0:
        remember(hand, PASS if size == 0 else JAM if to >= reach(hand, place) else 1 + size)
        if hand.aggressor < 0:
            hand.opener = to_come(hand, place)
        hand.entered |= bit
    rise = to - hand.price
    adding = to - hand.commit[place]
    hand.stack[place] -= adding
    hand.commit[place] += adding
    hand.total[place] += adding
    hand.price = to
    if size > 0:
        if hand.street == 0:
            hand.raised |= bit
        if rise >= hand.full:
            hand.wagers += 1
        hand.size = size
        hand.aggressor = place
        hand.counted = to
    if rise >= hand.full:
        hand.full = rise
        for other in range(hand.seats):
            hand.acted[other] = -1
    hand.acted[place] = to


def to_come(hand: Any, place: int) -> int:
    """How many others may still have a decision in this round if nobody bets or raises any more."""
    count = 0
    for other in range(hand.seats):
        able = other != place and hand.live >> other & 1 and hand.stack[other] > 0
        if able and (hand.acted[other] < 0 or hand.commit[other] < hand.price):
            count += 1
    return count


def draw(hand: Any, count: int) -> None:
    """The place to act draws cards, 0 to stand pat. After the last of them the next round begins."""
    place = hand.to_act
    hand.past[place] = hand.drew[place]
    hand.drew[place] = count
    remember(hand, min(count, 3))
    hand.served |= 1 << place
    hand.to_act = next_to_draw(hand)
    if hand.to_act >= 0:
        return
    hand.drawing = 0
    hand.street += 1
    hand.price = 0
    hand.counted = 0
    hand.full = hand.big
    hand.wagers = 0
    hand.size = 0
    hand.aggressor = -1
    for other in range(hand.seats):
        hand.commit[other] = 0
        hand.acted[other] = -1
    go_on(hand, 0)


def earned(hand: Any, place: int, value: Any) -> float:
    """The chips that a place is paid in a hand that is over. `value` is by place, the least is best."""
    if hand.live >> place & 1 == 0:
        return 0.0
    if hand.live & (hand.live - 1) == 0:
        return float(pot_of(hand))
    won = 0.0
    below = 0
    while True:
        level = 0
        top = 0
        for other in range(hand.seats):
            if hand.live >> other & 1:
                top = max(top, hand.total[other])
                if hand.total[other] > below and (level == 0 or hand.total[other] < level):
                    level = hand.total[other]
        if level == 0:
            return won
        pot = int(hand.dead) if below == 0 else 0
        best = -1
        winners = 0
        for other in range(hand.seats):
            paid = hand.total[other]
            pot += (paid if level == top else min(paid, level)) - min(paid, below)
            if hand.live >> other & 1 and paid >= level:
                if best < 0 or value[other] < best:
                    best = value[other]
                    winners = 0
                if value[other] == best:
                    winners += 1
        if hand.total[place] >= level and value[place] == best:
            won += pot / winners
        below = level
