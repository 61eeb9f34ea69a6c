"""CFR+ for a last round between two players of several, by bucket (compiled).

The round is solved for one of the two (Tammelin 2014; iteration t counts t²), with the chips of those who have folded
halved between the two. The other comes with the range of the strategy and, besides, with any hand that wins more
against the solution than it would against the strategy itself (`standpat.solver.kernels.gadget`). After that the
other's best response is found, which a responder plays.

The round has `NODES` decisions at most. Seat 0 of the round is the first of the two from the left of the button. Node
0 is its first decision, node 1 that of seat 1 after a check, and `2 * w + s` that of seat s who faces the w-th wager.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import ACTIONS, BUCKETS
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.random_stream import Row
from standpat.solver.multiway.hand_kernel import CAP, FOLD, MOST, PASS, WAGER, bet, spot_of

NODES: Final = 2 + 2 * CAP
ITERATIONS: Final = 60
"""Iterations of CFR+."""
LEVELS: Final = 255
"""A probability of 1 in what is kept."""
BET: Final = 4
"""The bet of the last round, in small blinds."""

RANGES: Final = np.dtype(
    [
        ("row", np.int64),  # of `Rounds.play`, plus one; 0 before the round, -1 where the strategy itself plays
        ("thin", np.int64, MOST),
        ("came", np.float32, (MOST, BUCKETS)),
        ("now", np.float32, (MOST, BUCKETS)),
    ],
    align=True,
)
"""With what the players of a hand have come (`standpat.solver.multiway.solved_round_kernel`), by place: the range, the
range after the latest draw, and whether hardly anybody comes so.
"""

Single = NDArray[np.float32]


class Rounds(NamedTuple):
    """Rounds that were met, in a hash table, and space to solve one.

    Attributes:
        grain: Shape (1,): the steps of a probability in which two ranges must agree at every eighth of the buckets, or
            `solved_round_kernel.EXACT`.
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
        ranges: Rows of `RANGES`: those of the hand that is played, by depth of the walk.
        gadget: Shape (2,): `gadget.DOUBT` and `gadget.MARGIN`.
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
    ranges: NDArray[np.void]
    gadget: Single


@fast_kernel
def solve(
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
    meets = np.float32(0.0)
    for b in range(BUCKETS):
        meets += rounds.range[solver, b]
    more = rounds.gadget[1] * np.float32(paid + BET * hand.wagers + half) * meets
    for b in range(BUCKETS):
        follow[0, b] = rounds.value[begin, b] + more
        follow[1, b] = follow[2, b] = 0.0
    regret[:] = 0.0
    mean[:] = 0.0
    for node in range(NODES):
        for a in range(ACTIONS):
            chance = _even(node) if _possible(node, a) else np.float32(0.0)
            for b in range(BUCKETS):
                now[node, a, b] = chance
    doubt = rounds.gadget[0] / BUCKETS
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
            spot = spot_of(at, cards)
            spot -= spot % BUCKETS
            for b in range(BUCKETS):
                total = np.float32(0.0)
                for a in range(ACTIONS):
                    now[node, a, b] = policy.chance[spot + b, a] if _possible(node, a) else np.float32(0.0)
                    total += now[node, a, b]
                for a in range(ACTIONS):
                    now[node, a, b] = now[node, a, b] / total if total > 0 else np.float32(1.0 if a == PASS else 0.0)
        for a in range(PASS, ACTIONS):
            child = _child(node, a, begin)
            if child < 0 or not _possible(node, a):
                continue
            hands[child] = at
            bet(hands[child], a)
            value[child, 0] = 1.0


@fast_kernel
def _possible(node: int, action: int) -> bool:
    """Whether an action is possible at a node: no fold without a bet, no raise after the last wager."""
    return not ((action == FOLD and node < 2) or (action == WAGER and node >= 2 * CAP))


@fast_kernel
def _even(node: int) -> Any:
    """The probability of each possible action, if all are alike."""
    return np.float32(0.5 if node < 2 or node >= 2 * CAP else 1.0 / 3)


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
            if not _possible(node, a):
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
        # what each action is worth: first a fold, then the others
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
            if not _possible(node, a):
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
                    if _possible(node, a) and rounds.worth[a, b] > rounds.worth[best, b]:
                        best = a
                now[node, best, b] = 1.0
                mine[b] = rounds.worth[best, b]
            continue
        for b in range(BUCKETS):
            whole = np.float32(0.0)
            for a in range(ACTIONS):
                if not _possible(node, a):
                    continue
                mean[node, a, b] += weight * reach[seat, node, b] * now[node, a, b]
                better = regret[node, a, b] + rounds.worth[a, b] - mine[b]
                regret[node, a, b] = better if better > 0 else np.float32(0.0)
                whole += regret[node, a, b]
            for a in range(ACTIONS):
                if not _possible(node, a):
                    continue
                now[node, a, b] = regret[node, a, b] / whole if whole > 0 else _even(node)
