"""The last rounds between two players of several, solved in the compiled game (compiled).

At the tables of a room the last round of triple draw is solved once only two players are left in it
(`standpat.solver.subgame.last_round_several`). `solved` and `solution` do the same in the game of `hand_kernel`: the
round is solved when it is first met (`last_round_kernel`), its solution is kept, and choices are sampled from it. So a
response can be trained against the player who is seated.

The ranges are those of the strategy, by bucket: the probability of all that the player has done, and of what their
draws become (`note`). As at the table, the strategy itself plays where hardly anybody comes by the line (`THINNEST`).
Unlike at the table, cards that others hold or that were discarded do not count.

Rounds whose ranges are alike share a solution, that of the first met: `Rounds.grain` says how much alike. With
`EXACT` they share it only if the ranges are equal.

The ranges of a hand are a row of `Rounds.ranges`. A walk that tries several choices has one for each depth. For a
player who solves no rounds `rounds` is None: the functions are compiled for them once more, and do nothing.
"""

from typing import Final

import numpy as np

from standpat.bots.multiway_spot import BUCKETS, COUNTS
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row
from standpat.solver.multiway.hand_kernel import FOLD, PASS, WAGER, draws_left
from standpat.solver.multiway.last_round_kernel import LEVELS, Rounds, solve

THINNEST: Final = 0.01
"""The least part of the hands that must play on at the thinnest place of a line, as at the table."""
EXACT: Final = 1 << 20
"""The grain with which only equal ranges share a solution."""
SOLVED, MISSED, MET = range(3)
"""Counters: decisions that were played from a solution, those of the last round between two that were not, and rounds
that were met.
"""


@fast_kernel
def dealt(hand: Row, rounds: Rounds | None) -> None:
    """Begin the ranges of a hand that was just dealt, in the first row."""
    if rounds is None:
        return
    ranges = rounds.ranges[0]
    ranges.row = 0
    for place in range(hand.seats):
        ranges.thin[place] = 0
        for bucket in range(BUCKETS):
            ranges.came[place, bucket] = ranges.now[place, bucket] = rounds.deal[bucket]


@fast_kernel
def hand_down(depth: int, rounds: Rounds | None) -> None:
    """Let the next depth begin with the ranges of this one."""
    if rounds is None:
        return
    rounds.ranges[depth + 1] = rounds.ranges[depth]


@fast_kernel
def note(
    hand: Row, depth: int, spot: int, allowed: int, choice: int, policy: Row, cards: Row, rounds: Rounds | None
) -> None:
    """Note a choice of the player to act in their range, before it is done.

    Args:
        hand: The hand.
        depth: The row of its ranges.
        spot: The spot of the decision.
        allowed: The choices that a bet allows.
        choice: The choice.
        policy: A row of `cfr_kernel.POLICY`: how everybody is taken to play.
        cards: A row of `hand_kernel.CARDS`.
        rounds: The rounds.
    """
    if rounds is None or rounds.ranges[depth].row != 0:
        return
    ranges = rounds.ranges[depth]
    place = hand.to_act
    first = spot - spot % BUCKETS
    mine, came = ranges.now[place], ranges.came[place]
    left = draws_left(hand, cards)
    for bucket in range(BUCKETS):
        choices = int(np.int64(cards.allowed[left - 1, bucket])) if hand.drawing else allowed
        total = np.float32(0.0)
        for a in range(COUNTS):
            if choices >> a & 1:
                total += policy.chance[first + bucket, a]
        made = choices >> choice & 1 and total > 0
        mine[bucket] *= policy.chance[first + bucket, choice] / total if made else np.float32(0.0)
    if not hand.drawing:
        return
    _weigh(ranges, place, left == 3)
    for after in range(BUCKETS):
        came[after] = 0.0
    for bucket in range(BUCKETS):
        if mine[bucket] > 0:
            become = rounds.become[left - 1, choice, bucket]
            for after in range(BUCKETS):
                came[after] += mine[bucket] * become[after]
    for bucket in range(BUCKETS):
        mine[bucket] = came[bucket]


@fast_kernel
def _weigh(ranges: Row, place: int, first: bool) -> None:
    """Let a range sum to 1, and note whether hardly anybody has played so since the draw before."""
    mine, came = ranges.now[place], ranges.came[place]
    whole, total, squares = 0.0, 0.0, 0.0
    for bucket in range(BUCKETS):
        whole += came[bucket]
        total += mine[bucket]
        if came[bucket] > 0:
            squares += mine[bucket] * mine[bucket] / came[bucket]
    if total <= 0.0 or (not first and total * total < THINNEST * squares * whole):
        ranges.thin[place] = 1
    if total > 0.0:
        scale = np.float32(1.0 / total)
        for bucket in range(BUCKETS):
            mine[bucket] *= scale


@fast_kernel
def between_two(hand: Row) -> bool:
    """Whether the decision is in the last round and only two players are left."""
    rest = hand.live & (hand.live - 1)
    return bool(hand.street == 3 and not hand.drawing and rest & (rest - 1) == 0)


@fast_kernel
def solved(hand: Row, depth: int, policy: Row, cards: Row, rounds: Rounds | None) -> bool:
    """Whether a decision is played from a solution. The round is solved if it has not been met before.

    Args:
        hand: The hand.
        depth: The row of its ranges.
        policy: A row of `cfr_kernel.POLICY`: how everybody is taken to play.
        cards: A row of `hand_kernel.CARDS`.
        rounds: The rounds.
    """
    if rounds is None or not between_two(hand):
        return False
    ranges = rounds.ranges[depth]
    if ranges.row == 0:
        row = _row_of(hand, ranges, policy, cards, rounds)
        ranges.row = row + 1 if row >= 0 else -1
    if ranges.row < 0:
        rounds.counts[MISSED] += 1
        return False
    rounds.counts[SOLVED] += 1
    return True


@fast_kernel
def solution(hand: Row, depth: int, responder: int, cards: Row, rounds: Rounds | None, roll: float) -> int:
    """A choice of the player to act from the solution of the round.

    Args:
        hand: The hand.
        depth: The row of its ranges.
        responder: The place of the responder, who plays the best response to the other's solution; -1 for none.
        cards: A row of `hand_kernel.CARDS`.
        rounds: The rounds.
        roll: A random number, uniform between 0 and 1.
    """
    if rounds is None:
        return PASS
    seat = 0 if hand.to_act == first_of(hand.live) else 1
    solver = 1 - seat if hand.to_act == responder else seat
    node = 2 * hand.wagers + seat if hand.price > hand.commit[hand.to_act] else seat
    bucket = int(np.int64(cards.bucket[0, hand.value[hand.to_act]]))
    play = rounds.play[rounds.ranges[depth].row - 1, solver, node]
    roll *= LEVELS
    if roll < play[0, bucket]:
        return FOLD
    return WAGER if roll < np.int64(play[0, bucket]) + np.int64(play[1, bucket]) else PASS


@fast_kernel
def first_of(live: int) -> int:
    """The first place of a set."""
    place = 0
    while not live >> place & 1:
        place += 1
    return place


@fast_kernel
def _row_of(hand: Row, ranges: Row, policy: Row, cards: Row, rounds: Rounds) -> int:
    """The row of the round's solutions; -1 if the strategy itself plays, or if there is no space."""
    low = first_of(hand.live)
    high = first_of(hand.live & ~(1 << low))
    _weigh(ranges, low, False)
    _weigh(ranges, high, False)
    if ranges.thin[low] or ranges.thin[high]:
        return -1
    paid = hand.total[low] - hand.commit[low]
    pot = 0
    for place in range(hand.seats):
        pot += hand.total[place]
    dead = pot - hand.total[low] - hand.total[high]
    grain = rounds.grain[0]
    key = _mixed(hand.commit[low] * 64 + hand.commit[high], hand.wagers * 2 + (1 if hand.to_act == low else 0))
    if grain == EXACT:
        key = _mixed(_mixed(key, paid), dead)
    else:
        key = _mixed(key, int(np.floor(0.5 + 4.0 * np.log2(0.25 * paid + 0.125 * dead))))
    for seat in range(2):
        mine, range_ = ranges.now[low if seat == 0 else high], rounds.range[seat]
        total = 0.0
        for bucket in range(BUCKETS):
            range_[bucket] = mine[bucket]
            total += mine[bucket]
            if grain == EXACT or bucket % 6 == 5:
                key = _mixed(key, int(np.floor(0.5 + grain * total)))
    if key == 0:
        key = 1
    places = len(rounds.key)
    at = (key >> 20) & (places - 1)
    while rounds.key[at] != 0:
        if rounds.key[at] == key:
            return int(np.int64(rounds.row[at]))
        at = (at + 1) & (places - 1)
    if rounds.counts[MET] == len(rounds.play):
        return -1
    row = rounds.counts[MET]
    rounds.counts[MET] += 1
    rounds.key[at] = key
    rounds.row[at] = row
    for solver in range(2):
        solve(hand, solver, low, paid, 0.5 * dead, policy, cards, rounds, rounds.play[row, solver])
    return int(row)


@fast_kernel
def _mixed(key: int, what: int) -> int:
    """A key that stands for another one and a number after it."""
    key = (key ^ what) * 0x1E3779B97F4A7C15
    key = (key ^ (key >> 29 & 0x7FFFFFFFF)) * 0x3F58476D1CE4E5B9
    return key ^ (key >> 32 & 0xFFFFFFFF)
