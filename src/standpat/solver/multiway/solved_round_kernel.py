"""The last round between two players of several, solved in the compiled game (compiled).

At the tables of a room the last round of triple draw is solved once only two players are left in it
(`standpat.solver.subgame.last_round_several`). `solved` and `solution` do the same in the game of `hand_kernel`: the
round is solved when it is first met, its solution is kept, and choices are sampled from it. So a response can be
trained against the player who is seated.

The ranges are those of the strategy, by bucket: the probability of all that the player has done, and of what their
draws become (`note`). As at the table, the strategy itself plays where hardly anybody comes by the line (`THINNEST`).
Unlike at the table, cards that others hold or that were discarded do not count. The round is solved by CFR+ (Tammelin
2014; iteration t counts t²), with the chips of those who have folded halved between the two, as there.

A round is solved for one of the two. The other comes with the range of the strategy and, besides, with any hand that
wins more against the solution than it would against the strategy itself (the gadget of Burch, Johanson and Bowling
2014, "Solving imperfect information games using decomposition"). With the range alone, whoever comes with hands that
the strategy never has there wins the pot. The gadget's hands weigh `Rounds.doubt` times the range. After that the
other's best response is found, which a responder plays.

Rounds whose ranges are alike share a solution, that of the first met: `Rounds.grain` says how much alike. With
`EXACT` they share it only if the ranges are equal.

The round has `NODES` decisions at most. Seat 0 of the round is the first of the two from the left of the button. Node
0 is its first decision, node 1 that of seat 1 after a check, and `2 * w + s` that of seat s who faces the w-th wager.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import ACTIONS, BUCKETS, COUNTS
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row
from standpat.solver.multiway.hand_kernel import CAP, FOLD, PASS, WAGER, bet, bet_spot, draws_left

NODES: Final = 2 + 2 * CAP
ITERATIONS: Final = 60
"""Iterations of CFR+."""
THINNEST: Final = 0.01
"""The least part of the hands that must play on at the thinnest place of a line, as at the table."""
LEVELS: Final = 255
"""A probability of 1 in what is kept."""
BET: Final = 4
"""The bet of the last round, in small blinds."""
EXACT: Final = 1 << 20
"""The grain with which only equal ranges share a solution."""
SOLVED, MISSED, MET = range(3)
"""Counters: decisions that were played from a solution, those of the last round between two that were not, and rounds
that were met.
"""

Single = NDArray[np.float32]


class Rounds(NamedTuple):
    """Rounds that were met, in a hash table, and space to solve one.

    Attributes:
        grain: Shape (1,): the steps of a probability in which two ranges must agree at every eighth of the buckets, or
            `EXACT`.
        key: By place of the hash table, what stands for the round; 0 where there is none.
        row: By place, the row of `play`.
        play: Shape (rounds, 2, NODES, 2, BUCKETS): by seat for whom the round is solved, the probabilities of a fold
            and of a wager, of `LEVELS`. Without rows, no round is solved.
        counts: The counters.
        deal: By bucket, the probability that it is dealt.
        become: Shape (3, COUNTS, BUCKETS, BUCKETS): by draws left less one and number of discards, the probability that
            a bucket becomes another.
        range: Shape (2, BUCKETS): space.
        now: Shape (NODES, ACTIONS, BUCKETS): space.
        regret: The same.
        mean: The same.
        reach: Shape (2, NODES, BUCKETS): space.
        value: Shape (NODES, BUCKETS): space.
        worth: Shape (ACTIONS, BUCKETS): space.
        other: Shape (BUCKETS,): space: the range of the other in the present iteration.
        follow: Shape (3, BUCKETS): space: by bucket, what it wins from the strategy itself, and the gadget's regrets.
        hands: Shape (NODES,), rows of `hand_kernel.HAND`: space.
        doubt: Shape (1,): the weight of the gadget's hands.
    """

    grain: NDArray[np.int64]
    key: NDArray[np.int64]
    row: NDArray[np.int32]
    play: NDArray[np.uint8]
    counts: NDArray[np.int64]
    deal: Single
    become: Single
    range: Single
    now: Single
    regret: Single
    mean: Single
    reach: Single
    value: Single
    worth: Single
    other: Single
    follow: Single
    hands: NDArray[np.void]
    doubt: Single


@fast_kernel
def dealt(hand: Row, rounds: Rounds) -> None:
    """Begin the ranges of a hand that was just dealt."""
    hand.round = 0
    if len(rounds.play) == 0:
        return
    for place in range(hand.seats):
        hand.thin[place] = 0
        for bucket in range(BUCKETS):
            hand.came[place, bucket] = hand.range[place, bucket] = rounds.deal[bucket]


@fast_kernel
def note(hand: Row, spot: int, allowed: int, choice: int, policy: Row, cards: Row, rounds: Rounds) -> None:
    """Note a choice of the player to act in their range, before it is done.

    Args:
        hand: The hand.
        spot: The spot of the decision.
        allowed: The choices that a bet allows.
        choice: The choice.
        policy: A row of `cfr_kernel.POLICY`: how everybody is taken to play.
        cards: A row of `hand_kernel.CARDS`.
        rounds: The rounds.
    """
    if hand.round != 0 or len(rounds.play) == 0:
        return
    place = hand.to_act
    first = spot - spot % BUCKETS
    mine, came = hand.range[place], hand.came[place]
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
    _weigh(hand, place, left == 3)
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
def _weigh(hand: Row, place: int, first: bool) -> None:
    """Let a range sum to 1, and note whether hardly anybody has played so since the draw before."""
    mine, came = hand.range[place], hand.came[place]
    whole, total, squares = 0.0, 0.0, 0.0
    for bucket in range(BUCKETS):
        whole += came[bucket]
        total += mine[bucket]
        if came[bucket] > 0:
            squares += mine[bucket] * mine[bucket] / came[bucket]
    if total <= 0.0 or (not first and total * total < THINNEST * squares * whole):
        hand.thin[place] = 1
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
def solved(hand: Row, policy: Row, cards: Row, rounds: Rounds) -> bool:
    """Whether a decision is played from a solution. The round is solved if it has not been met before.

    Args:
        hand: The hand.
        policy: A row of `cfr_kernel.POLICY`: how everybody is taken to play.
        cards: A row of `hand_kernel.CARDS`.
        rounds: The rounds.
    """
    if len(rounds.play) == 0 or not between_two(hand):
        return False
    if hand.round == 0:
        row = _row_of(hand, policy, cards, rounds)
        hand.round = row + 1 if row >= 0 else -1
    if hand.round < 0:
        rounds.counts[MISSED] += 1
        return False
    rounds.counts[SOLVED] += 1
    return True


@fast_kernel
def solution(hand: Row, responder: int, cards: Row, rounds: Rounds, roll: float) -> int:
    """A choice of the player to act from the solution of the round.

    Args:
        hand: The hand.
        responder: The place of the responder, who plays the best response to the other's solution; -1 for none.
        cards: A row of `hand_kernel.CARDS`.
        rounds: The rounds.
        roll: A random number, uniform between 0 and 1.
    """
    seat = 0 if hand.to_act == first_of(hand.live) else 1
    solver = 1 - seat if hand.to_act == responder else seat
    node = 2 * hand.wagers + seat if hand.price > hand.commit[hand.to_act] else seat
    bucket = int(np.int64(cards.bucket[0, hand.value[hand.to_act]]))
    play = rounds.play[hand.round - 1, solver, node]
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
def _row_of(hand: Row, policy: Row, cards: Row, rounds: Rounds) -> int:
    """The row of the round's solutions; -1 if the strategy itself plays, or if there is no space."""
    low = first_of(hand.live)
    high = first_of(hand.live & ~(1 << low))
    _weigh(hand, low, False)
    _weigh(hand, high, False)
    if hand.thin[low] or hand.thin[high]:
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
        mine, range_ = hand.range[low if seat == 0 else high], rounds.range[seat]
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
        _solve(hand, solver, low, paid, 0.5 * dead, policy, cards, rounds, rounds.play[row, solver])
    return int(row)


@fast_kernel
def _mixed(key: int, what: int) -> int:
    """A key that stands for another one and a number after it."""
    key = (key ^ what) * 0x1E3779B97F4A7C15
    key = (key ^ (key >> 29 & 0x7FFFFFFFF)) * 0x3F58476D1CE4E5B9
    return key ^ (key >> 32 & 0xFFFFFFFF)


@fast_kernel
def _solve(
    hand: Row,
    solver: int,
    low: int,
    paid: float,
    half: float,
    policy: Row,
    cards: Row,
    rounds: Rounds,
    play: NDArray[np.uint8],
) -> None:
    """Solve the round from the decision at hand for one seat.

    The mean of that seat and the other's best response to it are kept.
    """
    now, regret, mean, follow, other = rounds.now, rounds.regret, rounds.mean, rounds.follow, rounds.other
    answer = 1 - solver
    first = 0 if hand.to_act == low else 1
    begin = 2 * hand.wagers + first if hand.price > hand.commit[hand.to_act] else first
    front = hand.commit[hand.to_act]
    _own_play(hand, solver, low, begin, policy, cards, rounds)
    _copy(rounds.range[solver], other)
    _learn(answer, begin, paid, half, front, 0, rounds)
    for b in range(BUCKETS):
        follow[0, b] = rounds.value[begin, b]
        follow[1, b] = follow[2, b] = 0.0
    regret[:] = 0.0
    mean[:] = 0.0
    for node in range(NODES):
        capped = node >= 2 * CAP
        for a in range(ACTIONS):
            out = (a == FOLD and node < 2) or (a == WAGER and capped)
            chance = np.float32(0.0) if out else np.float32(0.5 if node < 2 or capped else 1.0 / 3)
            for b in range(BUCKETS):
                now[node, a, b] = chance
    doubt = rounds.doubt[0] / BUCKETS
    for turn in range(1, ITERATIONS + 1):
        _copy(rounds.range[solver], other)
        _learn(answer, begin, paid, half, front, turn, rounds)
        for b in range(BUCKETS):
            both = follow[1, b] + follow[2, b]
            came = follow[1, b] / both if both > 0 else np.float32(0.5)
            gain = rounds.value[begin, b] - follow[0, b]
            follow[1, b] = max(np.float32(0.0), follow[1, b] + (1 - came) * gain)
            follow[2, b] = max(np.float32(0.0), follow[2, b] - came * gain)
            both = follow[1, b] + follow[2, b]
            came = follow[1, b] / both if both > 0 else np.float32(0.5)
            other[b] = rounds.range[answer, b] + doubt * came
        _learn(solver, begin, paid, half, front, turn, rounds)
    for node in range(NODES):
        if node & 1 != solver:
            continue
        for b in range(BUCKETS):
            total = np.float32(0.0)
            for a in range(ACTIONS):
                total += mean[node, a, b]
            for a in range(ACTIONS):
                now[node, a, b] = mean[node, a, b] / total if total > 0 else now[node, a, b]
    _copy(rounds.range[solver], other)
    _learn(answer, begin, paid, half, front, 0, rounds)
    for node in range(NODES):
        for b in range(BUCKETS):
            play[node, 0, b] = np.uint8(now[node, FOLD, b] * LEVELS + np.float32(0.5))
            most = LEVELS - np.int64(play[node, 0, b])
            play[node, 1, b] = np.uint8(min(most, np.int64(now[node, WAGER, b] * LEVELS + np.float32(0.5))))


@fast_kernel
def _copy(source: Single, into: Single) -> None:
    for b in range(len(source)):
        into[b] = source[b]


@fast_kernel
def _own_play(hand: Row, solver: int, low: int, begin: int, policy: Row, cards: Row, rounds: Rounds) -> None:
    """Set the play of a seat in the round to that of the strategy."""
    hands, now, value = rounds.hands, rounds.now, rounds.value
    value[:, 0] = 0.0  # marks the nodes that are reached
    value[begin, 0] = 1.0
    hands[begin] = hand
    for node in range(begin, NODES):
        if value[node, 0] == 0.0:
            continue
        at = hands[node]
        if node & 1 == solver:
            spot = bet_spot(at, cards)
            spot -= spot % BUCKETS
            for b in range(BUCKETS):
                total = np.float32(0.0)
                for a in range(ACTIONS):
                    out = (a == FOLD and node < 2) or (a == WAGER and node >= 2 * CAP)
                    now[node, a, b] = np.float32(0.0) if out else policy.chance[spot + b, a]
                    total += now[node, a, b]
                for a in range(ACTIONS):
                    now[node, a, b] = now[node, a, b] / total if total > 0 else np.float32(1.0 if a == PASS else 0.0)
        for a in range(PASS, ACTIONS):
            child = _child(node, a, begin)
            if child < 0 or (a == WAGER and node >= 2 * CAP):
                continue
            hands[child] = at
            bet(hands[child], a)
            value[child, 0] = 1.0


@fast_kernel
def _child(node: int, action: int, begin: int) -> int:
    """The node after an action; -1 for an end of the round."""
    seat = node & 1
    if action == FOLD:
        return -1
    if action == PASS:
        return 1 if node == 0 and begin == 0 else -1
    return 2 * (node // 2 + 1) + 1 - seat


@fast_kernel
def _learn(seat: int, begin: int, paid: float, half: float, front: float, turn: int, rounds: Rounds) -> None:
    """One iteration of CFR+ for a seat, against the range `Rounds.other`; its best response if `turn` is 0."""
    now, regret, mean, reach, value = rounds.now, rounds.regret, rounds.mean, rounds.reach, rounds.value
    other = 1 - seat
    reach[:, :, 0] = -1.0  # marks nodes that are not reached
    for b in range(BUCKETS):
        reach[seat, begin, b] = 1.0
        reach[other, begin, b] = rounds.other[b]
    for node in range(begin, NODES):
        if reach[seat, node, 0] < 0:
            continue
        actor = node & 1
        for a in range(PASS, ACTIONS):
            if a == WAGER and node >= 2 * CAP:
                continue
            child = _child(node, a, begin)
            if child < 0:
                continue
            for b in range(BUCKETS):
                reach[actor, child, b] = reach[actor, node, b] * now[node, a, b]
                reach[1 - actor, child, b] = reach[1 - actor, node, b]
    for node in range(NODES - 1, begin - 1, -1):
        if reach[seat, node, 0] < 0:
            continue
        actor = node & 1
        wagers = node // 2
        mine = value[node]
        mine[:] = 0.0
        theirs = reach[other, node]
        weight = np.float32(turn) * np.float32(turn)
        # the worth of each action, in the space of its child where it has none
        if node >= 2:
            owed = front if node == begin else (BET * (wagers - 1) if wagers > 1 else 0)
            lost = np.float32(paid + owed + half)
            total = np.float32(0.0)
            for b in range(BUCKETS):
                total += theirs[b] if actor == seat else theirs[b] * now[node, FOLD, b]
            worth = -lost * total if actor == seat else lost * total
            for b in range(BUCKETS):
                if actor == seat:
                    rounds.worth[0, b] = worth
                    mine[b] += worth * now[node, FOLD, b]
                else:
                    mine[b] += worth
        for a in range(PASS, ACTIONS):
            if a == WAGER and node >= 2 * CAP:
                continue
            child = _child(node, a, begin)
            into = rounds.worth[a]
            if child >= 0:
                for b in range(BUCKETS):
                    into[b] = value[child, b]
            else:
                stake = np.float32(paid + BET * wagers + half)
                beaten = np.float32(0.0)
                for b in range(BUCKETS):
                    beaten += theirs[b] if actor == seat else theirs[b] * now[node, a, b]
                better = np.float32(0.0)
                for b in range(BUCKETS):
                    own = theirs[b] if actor == seat else theirs[b] * now[node, a, b]
                    beaten -= own
                    into[b] = stake * (beaten - better)
                    better += own
            for b in range(BUCKETS):
                mine[b] += into[b] * now[node, a, b] if actor == seat else into[b]
        if actor != seat:
            continue
        if turn == 0:
            for b in range(BUCKETS):
                best = PASS
                for a in range(ACTIONS):
                    now[node, a, b] = 0.0
                    out = (a == FOLD and node < 2) or (a == WAGER and node >= 2 * CAP)
                    if not out and rounds.worth[a, b] > rounds.worth[best, b]:
                        best = a
                now[node, best, b] = 1.0
                mine[b] = rounds.worth[best, b]
            continue
        for b in range(BUCKETS):
            whole = np.float32(0.0)
            for a in range(ACTIONS):
                if (a == FOLD and node < 2) or (a == WAGER and node >= 2 * CAP):
                    continue
                mean[node, a, b] += weight * reach[seat, node, b] * now[node, a, b]
                better = regret[node, a, b] + rounds.worth[a, b] - mine[b]
                regret[node, a, b] = better if better > 0 else np.float32(0.0)
                whole += regret[node, a, b]
            for a in range(ACTIONS):
                if (a == FOLD and node < 2) or (a == WAGER and node >= 2 * CAP):
                    continue
                if whole > 0:
                    now[node, a, b] = regret[node, a, b] / whole
                else:
                    now[node, a, b] = np.float32(0.5 if node < 2 or node >= 2 * CAP else 1.0 / 3)
