"""Hands of a table's player with real cards, compiled: some hundred thousand a second.

Hands are dealt heads-up, 52 cards, suits, flushes and dead discards included, and played by the table's player
(`standpat.bots.strategy_file`, unpacked whole by `standpat.solver.response.trained_response.rollout_tables_of`) in both
seats up to the last round. From there, with the hands as they lie, everything is reckoned over all dice
(`round_values`): what a *responder* in either seat wins, who plays like the table but where `deviate` has an action for
the *cell* it is in, and what each other action would win.

A cell is what the responder looks at: the decision's number in its round, the table's state of its own hand, how many
cards the other drew last, and of the cards that it has seen, its own discards among them, how many are a seven or
lower (`SEEN` sizes).

All compiled code is in this file, which numba watches; it needs no place among the kernels of the sweeps.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel

ARMS = 3
"""The most actions that a decision has."""
SEEN = 4
DRAWN = 3
LOW = 6
"""Ranks that are a seven or lower, deuce first."""
FEWEST = 4
"""Low cards seen below which it does not matter how many."""


class RolloutTables(NamedTuple):
    """A table as arrays. `place[first[s] + ...]` is where a decision's codes begin in `data`, -1 where it is left out.

    By street and node: `seat`, `many` actions, `child` and `letter` (f, x, c, b, r from 0) of each, `exit`, `number`,
    `row`. By street: `states`, `exits`, `outcomes`, `rows`, `decisions`, `counts`, the `bet`; `rounds[s, paid]`.
    `keeps[draw, class, count]` is the mask of the cards kept.
    """

    data: NDArray[np.uint8]
    place: NDArray[np.int64]
    first: NDArray[np.int64]
    wide: NDArray[np.int64]
    bets: NDArray[np.uint8]
    draws: NDArray[np.uint8]
    ends: NDArray[np.uint8]
    of: NDArray[np.int64]
    keeps: NDArray[np.uint8]
    by_sum: NDArray[np.int64]
    suited: NDArray[np.int64]
    weight: NDArray[np.int64]
    seat: NDArray[np.int64]
    many: NDArray[np.int64]
    child: NDArray[np.int64]
    letter: NDArray[np.int64]
    exit: NDArray[np.int64]
    number: NDArray[np.int64]
    row: NDArray[np.int64]
    states: NDArray[np.int64]
    exits: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    rows: NDArray[np.int64]
    decisions: NDArray[np.int64]
    counts: NDArray[np.int64]
    bet: NDArray[np.int64]
    rounds: NDArray[np.int64]
    levels: NDArray[np.int64]
    blinds: NDArray[np.int64]


@fast_allocating_kernel
def class_of(book: RolloutTables, hand: NDArray[np.int64]) -> int:
    """The class of five cards."""
    total = 0
    for k in range(5):
        total += book.weight[hand[k] >> 2]
    suit = hand[0] & 3
    for k in range(1, 5):
        if hand[k] & 3 != suit:
            return int(book.by_sum[total])
    return int(book.suited[total])


@fast_allocating_kernel
def codes(
    data: NDArray[np.uint8], at: int, stride: int, actions: int, coded: bool, levels: int, out: NDArray[np.float64]
) -> None:
    """The chances of a decision from its codes, or from a mean's weights."""
    if coded and actions == 2:
        out[1] = np.sin(np.pi / 2 * data[at] / levels) ** 2
        out[0] = 1 - out[1]
        return
    total = 0.0
    for a in range(actions):
        code = float(data[at + a * stride])
        out[a] = code * code if coded else code
        total += out[a]
    for a in range(actions):
        out[a] = out[a] / total if total > 0 else 1.0 / actions


@fast_allocating_kernel
def bet_chances(
    book: RolloutTables, street: int, context: int, round_: int, node: int, state: int, out: NDArray[np.float64]
) -> None:
    """`Table.bet`."""
    last = len(book.states) - 1
    size, actions, before, block = book.states[street], book.many[street, node], street, context
    number = book.number[street, node]
    if street == last:
        before = street - 1
        rest, outcome = context // book.outcomes[before], context % book.outcomes[before]
        block = rest // book.exits[before]
        exit_ = rest % book.exits[before]
        firsts = book.counts[before]
        per = 1 + firsts + book.outcomes[before] * book.decisions[street]
        number += book.decisions[before] + exit_ * per + 1 + firsts + outcome * book.decisions[street]
    at = book.place[book.first[before] + block * book.wide[before] + number]
    if at >= 0:
        codes(book.data, at + state, size, actions, True, book.levels[int(street >= last - 1)], out)
        return
    outcomes = book.outcomes[street - 1] if street else 1
    base = ((round_ * outcomes + context % outcomes) * book.rows[street] + book.row[street, node]) * size + state
    if street == last:
        codes(book.ends, base, size, actions, False, 0, out)
    else:
        codes(book.bets, base, size, actions, False, 0, out)


@fast_allocating_kernel
def draw_chances(
    book: RolloutTables,
    street: int,
    context: int,
    round_: int,
    exit_: int,
    turn: int,
    state: int,
    out: NDArray[np.float64],
) -> None:
    """`Table.draw`."""
    last = len(book.states) - 1
    size, actions = book.states[street], book.counts[street]
    per = 1 + actions
    if street == last - 1:
        per += book.outcomes[street] * book.decisions[street + 1]
    number = book.decisions[street] + exit_ * per + turn
    at = book.place[book.first[street] + context * book.wide[street] + number]
    if at >= 0:
        codes(book.data, at + state, size, actions, True, book.levels[int(street >= last - 1)], out)
        return
    base = (round_ * book.exits[street] + exit_) * (1 + actions) * actions * size
    if turn:
        base += (actions + (turn - 1) * actions) * size
    codes(book.draws, base + state * actions, 1, actions, False, 0, out)


@fast_allocating_kernel
def exchange(hand: NDArray[np.int64], mask: int, deck: NDArray[np.int64], stub: int) -> int:
    """Keeps what `mask` says by rank, suits spread (`standpat.bots.blueprint.thrown`), and draws the rest; how many."""
    ordered = np.sort(hand)
    wanted, there = np.zeros(13, np.int64), np.zeros(13, np.int64)
    for k in range(5):
        there[ordered[k] >> 2] += 1
        if mask >> k & 1:
            wanted[ordered[k] >> 2] += 1
    suits, keep = np.zeros(4, np.int64), np.zeros(5, np.bool_)
    for free in range(5):
        for rank in range(13):
            if wanted[rank] == 0 or there[rank] - wanted[rank] != free:
                continue
            for _ in range(wanted[rank]):
                best = -1
                for k in range(5):
                    if ordered[k] >> 2 != rank or keep[k]:
                        continue
                    if best < 0 or suits[ordered[k] & 3] < suits[ordered[best] & 3]:
                        best = k
                keep[best] = True
                suits[ordered[best] & 3] += 1
    drawn = 0
    for k in range(5):
        if not keep[k]:
            ordered[k] = deck[stub + drawn]
            drawn += 1
    hand[:] = ordered
    return drawn


@fast_allocating_kernel
def _low(cards: NDArray[np.int64]) -> int:
    many = 0
    for k in range(len(cards)):
        many += cards[k] >> 2 < LOW
    return many


@fast_allocating_kernel
def cell_of(book: RolloutTables, number: int, state: int, other: int, low: int) -> int:
    """The cell of a decision in the last round."""
    seen = max(0, min(SEEN - 1, (low - FEWEST) // 2))
    return int(((number * book.states[-1] + state) * DRAWN + min(other, DRAWN - 1)) * SEEN + seen)


@fast_allocating_kernel
def _pick(chances: NDArray[np.float64], many: int) -> int:
    left = np.random.random()
    for a in range(many - 1):
        left -= chances[a]
        if left < 0:
            return a
    return many - 1


@fast_allocating_kernel
def to_the_end(book: RolloutTables, deck: NDArray[np.int64], at: NDArray[np.int64]) -> bool:
    """Plays up to the last round; False where somebody folds before. Into `at`: the context, the chips each has paid,
    and by seat the class, the cards drawn last and the low cards seen."""
    hands, chances, commits = np.zeros((2, 5), np.int64), np.zeros(6), np.zeros(2, np.int64)
    hands[0], hands[1] = deck[0:5], deck[5:10]
    classes, low, drew = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    low[0], low[1] = _low(hands[0]), _low(hands[1])
    streets = len(book.states)
    stub, context, paid = 10, 0, 0
    for street in range(streets - 1):
        for k in range(2):
            classes[k] = class_of(book, hands[k])
            commits[k] = 0 if street else book.blinds[k]
        round_ = book.rounds[street, paid]
        node = 0
        while book.many[street, node] > 0:
            seat = book.seat[street, node]
            bet_chances(book, street, context, round_, node, book.of[street, classes[seat]], chances)
            a = _pick(chances, book.many[street, node])
            letter = book.letter[street, node, a]
            if letter == 0:
                return False
            if letter == 2:
                commits[seat] = commits[1 - seat]
            elif letter >= 3:
                commits[seat] = commits[1 - seat] + book.bet[street]
            node = book.child[street, node, a]
        exit_ = book.exit[street, node]
        paid += commits[0]
        outcome, many = 0, book.counts[street]
        for turn in range(2):  # the blind draws first
            seat = 1 - turn
            state = book.of[street, classes[seat]]
            draw_chances(book, street, context, round_, exit_, 0 if turn == 0 else 1 + drew[1], state, chances)
            drew[seat] = _pick(chances, many)
            mask = book.keeps[street, classes[seat], drew[seat]]
            drawn = exchange(hands[seat], mask, deck, stub)
            for card in range(stub, stub + drawn):
                low[seat] += deck[card] >> 2 < LOW
            stub += drawn
            outcome = outcome * many + drew[seat]
        context = (context * book.exits[street] + exit_) * book.outcomes[street] + outcome
    at[0], at[1] = context, paid
    for k in range(2):
        at[2 + k], at[4 + k], at[6 + k] = class_of(book, hands[k]), drew[k], low[k]
    return True


@fast_allocating_kernel
def round_values(
    book: RolloutTables, at: NDArray[np.int64], responder: int, deviate: NDArray[np.int8], found: NDArray[np.float64]
) -> float:
    """What the responder wins in the last round's hands more than the table in its place, in chips.

    Where `found` is not empty: for each of its cells and each action, how often the other comes there, what the
    action wins more than going on as it does, weighed by that, and the square of that.
    """
    street = len(book.states) - 1
    context, paid = at[0], at[1]
    round_ = book.rounds[street, paid]
    nodes = book.many.shape[1]
    reach, put, plays = np.ones(nodes), np.zeros((nodes, 2), np.int64), np.zeros((nodes, 6))
    worth, fair = np.zeros(nodes), np.zeros(nodes)
    last = 0
    for node in range(nodes):
        many = book.many[street, node]
        if many == 0:
            continue
        seat = book.seat[street, node]
        bet_chances(book, street, context, round_, node, book.of[street, at[2 + seat]], plays[node])
        for a in range(many):
            child, letter = book.child[street, node, a], book.letter[street, node, a]
            last = max(last, child)
            put[child, 0], put[child, 1] = put[node, 0], put[node, 1]
            if letter == 2:
                put[child, seat] = put[node, 1 - seat]
            elif letter >= 3:
                put[child, seat] = put[node, 1 - seat] + book.bet[street]
            reach[child] = reach[node] * (plays[node, a] if seat != responder else 1.0)
    for node in range(last, -1, -1):
        many = book.many[street, node]
        if many == 0:
            mine, theirs = put[node, responder], put[node, 1 - responder]
            own, other = at[2 + responder], at[3 - responder]
            if mine != theirs:
                worth[node] = float(paid + theirs) if theirs < mine else -float(paid + mine)
            elif own != other:
                worth[node] = float(paid + mine) if own < other else -float(paid + mine)
            fair[node] = worth[node]
            continue
        seat = book.seat[street, node]
        follow = 0.0
        for a in range(many):
            child = book.child[street, node, a]
            follow += plays[node, a] * worth[child]
            fair[node] += plays[node, a] * fair[child]
        worth[node] = follow
        if seat != responder:
            continue
        own, other = book.of[street, at[2 + seat]], at[5 - seat]
        cell = cell_of(book, book.number[street, node], own, other, at[6 + seat])
        if deviate[cell] >= 0:
            worth[node] = worth[book.child[street, node, deviate[cell]]]
        if len(found):
            for a in range(many):
                gain = reach[node] * (worth[book.child[street, node, a]] - follow)
                found[cell, a, 0] += reach[node]
                found[cell, a, 1] += gain
                found[cell, a, 2] += gain * gain
    return float(worth[0] - fair[0])


@fast_allocating_kernel
def deal(
    book: RolloutTables,
    deals: int,
    seed: int,
    deviate: NDArray[np.int8],
    found: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """So many deals, the responder in either seat: into `found` what `round_values` says, into `out` the sum of what it
    wins a hand more than the table, in chips, of its squares, on the button, in the blind, and the last rounds."""
    np.random.seed(seed)
    deck, at = np.arange(52), np.zeros(8, np.int64)
    for _ in range(deals):
        for k in range(40):
            other = k + np.random.randint(52 - k)
            deck[k], deck[other] = deck[other], deck[k]
        if not to_the_end(book, deck, at):
            continue
        button = round_values(book, at, 0, deviate, found)
        blind = round_values(book, at, 1, deviate, found)
        gain = (button + blind) / 2
        out[0] += gain
        out[1] += gain * gain
        out[2] += button
        out[3] += blind
        out[4] += 1
