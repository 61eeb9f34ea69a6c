"""Rollouts of a strategy file's bot with real cards, compiled: some hundred thousand hands a second.

Hands are dealt heads-up with 52 cards, suits, flushes and dead discards, and played by the bot in both seats up to the
last round. The bot's strategy file (`standpat.bots.strategy_file`) is unpacked by
`standpat.solver.response.trained_response.rollout_tables_of`. From there the two hands are known, and the expectation
over all action probabilities is computed (`last_round_gains`): what a *responder* in either seat wins. The responder
plays like the bot, except where `deviate` has an action for the *cell* that it is in. It also computes what each other
action would win.

A cell is what the responder looks at: the number of the decision in its round, the bot's state of its own hand, how
many cards the opponent drew last, and how many of the cards that it has seen, its own discards included, are a seven or
lower (`SEEN` ranges).

All compiled code of the rollout is in this file, whose changes numba notices.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import fast_allocating_kernel

ARMS = 3
"""The most actions that a decision has."""
SEEN = 4
"""Ranges of the number of low cards seen."""
DRAWN = 3
"""Ranges of the number of cards that the opponent drew: 0, 1, and 2 or more."""
LOW = 6
"""Ranks that are a seven or lower, deuce first."""
FEWEST = 4
"""Fewer low cards seen than this are not told apart."""


class RolloutTables(NamedTuple):
    """A strategy file as arrays.

    Attributes:
        data: The codes of all blocks.
        place: Where a decision's codes begin in `data`, -1 where they are left out; the entry of decision d of context
            c on street s is `first[s] + c * wide[s] + d`.
        first: By street, the first entry of `place`.
        wide: By street, the decisions of a context.
        bets, draws, ends: The mean decisions.
        of: By street, the state of each class.
        keeps: Shape (draws, classes, counts): masks of the cards kept.
        by_sum, suited: The class of each sum of rank weights, off suit and suited.
        weight: The weight of each rank.
        seat, many, exit, number, row: By street and node: the seat to act, the number of actions, the exit, the number
            of the decision, the row of its first action.
        child, letter: By street, node and action: the next node, and the action (0 to 4 for f, x, c, b, r).
        states, exits, outcomes, rows, decisions, counts, bet: By street; `bet` in chips.
        rounds: By street and chips paid, the number of the round.
        levels: The largest codes, before the last two streets and on them.
        blinds: The small and the big blind in chips.
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
def class_of(tables: RolloutTables, hand: NDArray[np.int64]) -> int:
    """The class of five cards."""
    total = 0
    for k in range(5):
        total += tables.weight[hand[k] >> 2]
    suit = hand[0] & 3
    for k in range(1, 5):
        if hand[k] & 3 != suit:
            return int(tables.by_sum[total])
    return int(tables.suited[total])


@fast_allocating_kernel
def codes(
    data: NDArray[np.uint8], at: int, stride: int, actions: int, coded: bool, levels: int, out: NDArray[np.float64]
) -> None:
    """Decode the probabilities of a decision from its codes, or from the weights of a mean."""
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
    tables: RolloutTables, street: int, context: int, round_: int, node: int, state: int, out: NDArray[np.float64]
) -> None:
    """`StrategyFile.bet`: the probabilities of a node's actions in one state."""
    last = len(tables.states) - 1
    size, actions, before, block = tables.states[street], tables.many[street, node], street, context
    number = tables.number[street, node]
    if street == last:
        before = street - 1
        rest, outcome = context // tables.outcomes[before], context % tables.outcomes[before]
        block = rest // tables.exits[before]
        exit_ = rest % tables.exits[before]
        firsts = tables.counts[before]
        per = 1 + firsts + tables.outcomes[before] * tables.decisions[street]
        number += tables.decisions[before] + exit_ * per + 1 + firsts + outcome * tables.decisions[street]
    at = tables.place[tables.first[before] + block * tables.wide[before] + number]
    if at >= 0:
        codes(tables.data, at + state, size, actions, True, tables.levels[int(street >= last - 1)], out)
        return
    outcomes = tables.outcomes[street - 1] if street else 1
    base = ((round_ * outcomes + context % outcomes) * tables.rows[street] + tables.row[street, node]) * size + state
    if street == last:
        codes(tables.ends, base, size, actions, False, 0, out)
    else:
        codes(tables.bets, base, size, actions, False, 0, out)


@fast_allocating_kernel
def draw_chances(
    tables: RolloutTables,
    street: int,
    context: int,
    round_: int,
    exit_: int,
    turn: int,
    state: int,
    out: NDArray[np.float64],
) -> None:
    """`StrategyFile.draw`: the probabilities of the counts in one state."""
    last = len(tables.states) - 1
    size, actions = tables.states[street], tables.counts[street]
    per = 1 + actions
    if street == last - 1:
        per += tables.outcomes[street] * tables.decisions[street + 1]
    number = tables.decisions[street] + exit_ * per + turn
    at = tables.place[tables.first[street] + context * tables.wide[street] + number]
    if at >= 0:
        codes(tables.data, at + state, size, actions, True, tables.levels[int(street >= last - 1)], out)
        return
    base = (round_ * tables.exits[street] + exit_) * (1 + actions) * actions * size
    if turn:
        base += (actions + (turn - 1) * actions) * size
    codes(tables.draws, base + state * actions, 1, actions, False, 0, out)


@fast_allocating_kernel
def exchange(hand: NDArray[np.int64], mask: int, deck: NDArray[np.int64], stub: int) -> int:
    """Keep the cards of `mask` and draw the rest. Of equal ranks the suits are spread
    (`standpat.bots.blueprint.thrown`).

    Returns:
        How many cards were drawn.
    """
    ordered = np.sort(hand)
    wanted, number_held = np.zeros(13, np.int64), np.zeros(13, np.int64)
    for k in range(5):
        number_held[ordered[k] >> 2] += 1
        if mask >> k & 1:
            wanted[ordered[k] >> 2] += 1
    suits, keep = np.zeros(4, np.int64), np.zeros(5, np.bool_)
    for free in range(5):
        for rank in range(13):
            if wanted[rank] == 0 or number_held[rank] - wanted[rank] != free:
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
def cell_of(tables: RolloutTables, number: int, state: int, other: int, low: int) -> int:
    """The cell of a decision in the last round."""
    seen = max(0, min(SEEN - 1, (low - FEWEST) // 2))
    return int(((number * tables.states[-1] + state) * DRAWN + min(other, DRAWN - 1)) * SEEN + seen)


@fast_allocating_kernel
def pick(chances: NDArray[np.float64], many: int) -> int:
    """A choice, sampled by its probability."""
    left = np.random.random()
    for a in range(many - 1):
        left -= chances[a]
        if left < 0:
            return a
    return many - 1


@fast_allocating_kernel
def play_to_last_round(
    tables: RolloutTables, deck: NDArray[np.int64], at: NDArray[np.int64], seen: NDArray[np.int64]
) -> bool:
    """Play a hand up to the last round.

    Args:
        tables: The strategy file.
        deck: The order of the cards.
        at: Set to the context, the chips that each seat has paid, and by seat the class, the cards drawn last and the
            low cards seen.
        seen: Shape (2, 13), set to the number of cards of each rank that a seat has held, its discards included.

    Returns:
        False if a player folds before the last round.
    """
    hands, chances, commits = np.zeros((2, 5), np.int64), np.zeros(6), np.zeros(2, np.int64)
    hands[0], hands[1] = deck[0:5], deck[5:10]
    classes, drew = np.zeros(2, np.int64), np.zeros(2, np.int64)
    seen[:] = 0
    for k in range(10):
        seen[k // 5, deck[k] >> 2] += 1
    streets = len(tables.states)
    stub, context, paid = 10, 0, 0
    for street in range(streets - 1):
        for k in range(2):
            classes[k] = class_of(tables, hands[k])
            commits[k] = 0 if street else tables.blinds[k]
        round_ = tables.rounds[street, paid]
        node = 0
        while tables.many[street, node] > 0:
            seat = tables.seat[street, node]
            bet_chances(tables, street, context, round_, node, tables.of[street, classes[seat]], chances)
            a = pick(chances, tables.many[street, node])
            letter = tables.letter[street, node, a]
            if letter == 0:
                return False
            if letter == 2:
                commits[seat] = commits[1 - seat]
            elif letter >= 3:
                commits[seat] = commits[1 - seat] + tables.bet[street]
            node = tables.child[street, node, a]
        exit_ = tables.exit[street, node]
        paid += commits[0]
        outcome, many = 0, tables.counts[street]
        for turn in range(2):  # the blind draws first
            seat = 1 - turn
            state = tables.of[street, classes[seat]]
            draw_chances(tables, street, context, round_, exit_, 0 if turn == 0 else 1 + drew[1], state, chances)
            drew[seat] = pick(chances, many)
            mask = tables.keeps[street, classes[seat], drew[seat]]
            drawn = exchange(hands[seat], mask, deck, stub)
            for card in range(stub, stub + drawn):
                seen[seat, deck[card] >> 2] += 1
            stub += drawn
            outcome = outcome * many + drew[seat]
        context = (context * tables.exits[street] + exit_) * tables.outcomes[street] + outcome
    at[0], at[1] = context, paid
    for k in range(2):
        at[2 + k], at[4 + k], at[6 + k] = class_of(tables, hands[k]), drew[k], seen[k, :LOW].sum()
    return True


@fast_allocating_kernel
def last_round_gains(
    tables: RolloutTables, at: NDArray[np.int64], responder: int, deviate: NDArray[np.int8], gains: NDArray[np.float64]
) -> float:
    """What the responder wins in the last round of a hand more than the bot in its place, in chips.

    Args:
        tables: The strategy file.
        at: The hand before the last round, from `play_to_last_round`.
        responder: The seat of the responder.
        deviate: By cell, the action that the responder takes instead of the bot's play, -1 for none.
        gains: Empty, or shape (cells, ARMS, 3). Adds for each cell and action the opponent's reach probability, that
            times the gain of the action over the bot's play there, and the square of it.

    Returns:
        The responder's gain over the bot, in chips.
    """
    street = len(tables.states) - 1
    context, paid = at[0], at[1]
    round_ = tables.rounds[street, paid]
    nodes = tables.many.shape[1]
    reach, put, plays = np.ones(nodes), np.zeros((nodes, 2), np.int64), np.zeros((nodes, 6))
    worth, fair = np.zeros(nodes), np.zeros(nodes)
    last = 0
    for node in range(nodes):
        many = tables.many[street, node]
        if many == 0:
            continue
        seat = tables.seat[street, node]
        bet_chances(tables, street, context, round_, node, tables.of[street, at[2 + seat]], plays[node])
        for a in range(many):
            child, letter = tables.child[street, node, a], tables.letter[street, node, a]
            last = max(last, child)
            put[child, 0], put[child, 1] = put[node, 0], put[node, 1]
            if letter == 2:
                put[child, seat] = put[node, 1 - seat]
            elif letter >= 3:
                put[child, seat] = put[node, 1 - seat] + tables.bet[street]
            reach[child] = reach[node] * (plays[node, a] if seat != responder else 1.0)
    for node in range(last, -1, -1):
        many = tables.many[street, node]
        if many == 0:
            mine, theirs = put[node, responder], put[node, 1 - responder]
            own, other = at[2 + responder], at[3 - responder]
            if mine != theirs:
                worth[node] = float(paid + theirs) if theirs < mine else -float(paid + mine)
            elif own != other:
                worth[node] = float(paid + mine) if own < other else -float(paid + mine)
            fair[node] = worth[node]
            continue
        seat = tables.seat[street, node]
        follow = 0.0
        for a in range(many):
            child = tables.child[street, node, a]
            follow += plays[node, a] * worth[child]
            fair[node] += plays[node, a] * fair[child]
        worth[node] = follow
        if seat != responder:
            continue
        own, other = tables.of[street, at[2 + seat]], at[5 - seat]
        cell = cell_of(tables, tables.number[street, node], own, other, at[6 + seat])
        if deviate[cell] >= 0:
            worth[node] = worth[tables.child[street, node, deviate[cell]]]
        if len(gains):
            for a in range(many):
                gain = reach[node] * (worth[tables.child[street, node, a]] - follow)
                gains[cell, a, 0] += reach[node]
                gains[cell, a, 1] += gain
                gains[cell, a, 2] += gain * gain
    return float(worth[0] - fair[0])


@fast_allocating_kernel
def shuffle_some(deck: NDArray[np.int64]) -> None:
    """Put the cards that a hand may need in a random order."""
    for k in range(40):
        other = k + np.random.randint(52 - k)
        deck[k], deck[other] = deck[other], deck[k]


@fast_allocating_kernel
def last_rounds(tables: RolloutTables, deals: int, seed: int, at: NDArray[np.int64], seen: NDArray[np.int64]) -> int:
    """Play deals up to the last round.

    Args:
        tables: The strategy file.
        deals: The number of deals.
        seed: The seed of the cards and the play.
        at: Shape (deals, 8), set to what `play_to_last_round` says of each hand that comes to its last round.
        seen: Shape (deals, 2, 13), the same.

    Returns:
        How many hands come to their last round: the rows that were set.
    """
    np.random.seed(seed)
    deck, many = np.arange(52), 0
    for _ in range(deals):
        shuffle_some(deck)
        if play_to_last_round(tables, deck, at[many], seen[many]):
            many += 1
    return many


@fast_allocating_kernel
def deal(
    tables: RolloutTables,
    deals: int,
    seed: int,
    deviate: NDArray[np.int8],
    gains: NDArray[np.float64],
    out: NDArray[np.float64],
) -> None:
    """Play deals with the responder in either seat.

    Args:
        tables: The strategy file.
        deals: The number of deals.
        seed: The seed of the cards and the play before the last round.
        deviate: By cell, the responder's action, -1 for the bot's play.
        gains: As in `last_round_gains`.
        out: Adds up the responder's gain over the bot in chips (the mean of the seats), its squares, the gain on the
            button, in the big blind, and the number of last rounds played.
    """
    np.random.seed(seed)
    deck, at, seen = np.arange(52), np.zeros(8, np.int64), np.zeros((2, 13), np.int64)
    for _ in range(deals):
        shuffle_some(deck)
        if not play_to_last_round(tables, deck, at, seen):
            continue
        button = last_round_gains(tables, at, 0, deviate, gains)
        blind = last_round_gains(tables, at, 1, deviate, gains)
        gain = (button + blind) / 2
        out[0] += gain
        out[1] += gain * gain
        out[2] += button
        out[3] += blind
        out[4] += 1
