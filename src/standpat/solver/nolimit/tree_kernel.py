"""Heads-up single draw as a tree with all hands of both players, built and swept (compiled).

`grow` lists every line of a table on the menu of sizes (`standpat.bots.nolimit_hand.choices`): the betting, both draws
and the betting after them. Which strategy a node plays is the spot of its decision (`book_kernel.block_of`), which it
shares with other nodes and other tables. `sweep` computes what every choice of one player is worth against the other's
whole range: no cards and no choices are sampled. `step` then learns from all sweeps of an iteration by CFR+ (Tammelin
2014).

A player has a vector of 84 buckets up to their draw and of 40 after it; `CARDS.become` leads from one to the other.
Before the draw the hands block each other (`clash`: how much likelier a bucket is if the other has another); from a
player's draw on this counts only in how often the other comes there.

Values are big blinds. The strategy of an iteration, what its choices gained and how often a spot is reached are in
`work`, laid out as `mind`.
"""

from math import exp
from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import CHOICES, FOLD, PASS
from standpat.bots.nolimit_spot import SEARCHED
from standpat.compute.compiled import fast_allocating_kernel, fast_kernel
from standpat.solver.kernels.deck import DECK, evaluate, new_deck
from standpat.solver.kernels.random_stream import Row
from standpat.solver.nolimit import buckets, rules
from standpat.solver.nolimit.book_kernel import BLOCKS, choices_of_key, find, rows_of_key
from standpat.solver.nolimit.deal_kernel import HAND, bet, net, pass_cards

FOLDED: Final = 2
SHOWDOWN: Final = 3
DEPTH: Final = 40
"""More actions than a line has."""

NODE: Final = np.dtype(
    [
        ("player", np.int32),  # the place to act, `FOLDED` or `SHOWDOWN`
        ("drawing", np.int32),
        ("spot", np.int32),  # the number of the spot
        ("allowed", np.int32),  # the choices, a bit each, and those that a strategy is played with
        ("played", np.int32),
        ("child", np.int32, CHOICES),
        ("win", np.float32),  # at an end what place 0 wins if it has the better hand or the other folded
        ("lose", np.float32),
    ],
    align=True,
)


@fast_allocating_kernel
def grow(book: Row, keys: NDArray[np.int64], start: Row, setting: Row, nodes: NDArray[np.void], alone: int) -> int:
    """List the nodes of a table, parents first.

    Args:
        book: A row of `book_kernel.BOOK`, which finds the number of a spot (`start`); `used` is the count of numbers.
        keys: Gets the keys of the spots by number and level, in the order of `nolimit_spot.SEARCHED`.
        start: The hand before the first action (`deal_kernel.HAND`).
        setting: Its table (`deal_kernel.SETTING`).
        nodes: Gets the nodes.
        alone: The kinds of decisions (`kind_of_key`), a bit each, of which every node has a spot of its own.

    Returns:
        The number of nodes; 0 if there is no space for them or for the spots.
    """
    hands = np.zeros(DEPTH, HAND)
    at = np.zeros(DEPTH, np.int64)
    hands[0] = start
    depth = 0
    count = 0
    arrived = True
    while True:
        hand = hands[depth]
        if arrived:
            if count == len(nodes) or depth == DEPTH - 1:
                return 0
            at[depth] = count
            node = nodes[count]
            count += 1
            if hand.to_act < 0:
                node.player = FOLDED if hand.live & (hand.live - 1) == 0 else SHOWDOWN
                hand.value[0], hand.value[1] = 1, 2
                node.win = net(hand, setting, 0)
                hand.value[0] = 3
                node.lose = net(hand, setting, 0)
                node.allowed = 0
            else:
                node.player, node.drawing = hand.to_act, hand.drawing
                key = rules.spot_key(hand, 0)
                place = find(book, key)
                shared = alone >> rules.kind_of_key(key) & 1 == 0
                if shared and book.slot[place] != 0:
                    node.spot = book.start[book.slot[place] - 1]
                else:
                    if book.used == len(keys) or book.blocks == BLOCKS:
                        return 0
                    node.spot = book.used
                    for k, level in enumerate(SEARCHED):
                        keys[book.used, k] = rules.spot_key(hand, level)
                    if shared:
                        book.key[book.blocks], book.start[book.blocks] = key, book.used
                        book.blocks += 1
                        book.slot[place] = book.blocks
                    book.used += 1
                node.allowed = (1 << buckets.COUNTS) - 1 if hand.drawing else rules.choices(hand)
                node.played = node.allowed if hand.drawing else rules.playable(hand)
            for a in range(CHOICES):
                node.child[a] = 0
        node = nodes[at[depth]]
        choice = -1
        for a in range(CHOICES):
            if node.allowed >> a & 1 and node.child[a] == 0:
                choice = a
                break
        if choice < 0:
            depth -= 1
            if depth < 0:
                return count
            arrived = False
            continue
        node.child[choice] = count
        hands[depth + 1] = hand
        if hand.drawing:
            pass_cards(hands[depth + 1], choice)
        else:
            bet(hands[depth + 1], choice, rules.raise_to(hand, choice) if choice > PASS else 0)
        depth += 1
        arrived = True


@fast_kernel
def blocked(clash: NDArray[np.float32], reach: NDArray[np.float32], out: NDArray[np.float32]) -> None:
    """How likely the other comes, by the bucket of the player."""
    for b in range(buckets.BEFORE):
        out[b] = np.float32(0.0)
    for c in range(buckets.BEFORE):
        part = reach[c]
        if part > 0:
            row = clash[c]
            for b in range(buckets.BEFORE):
                out[b] += part * row[b]


@fast_kernel
def shown(win: float, lose: float, reach: NDArray[np.float32], value: NDArray[np.float32]) -> None:
    """The values of a showdown by bucket, best first."""
    behind = np.float32(0.0)
    for f in range(buckets.AFTER):
        behind += reach[f]
    ahead = np.float32(0.0)
    up = np.float32(win)
    down = np.float32(lose)
    half = np.float32(0.5)
    for f in range(buckets.AFTER):
        behind -= reach[f]
        value[f] = up * (behind + half * reach[f]) + down * (ahead + half * reach[f])
        ahead += reach[f]


@fast_kernel
def within(sigma: NDArray[np.float32], rows: int, half: int, allowed: int, out: NDArray[np.float32]) -> None:
    """A strategy of bets without choices that are not allowed. Where nothing is left the player checks or calls."""
    for b in range(rows):
        total = np.float32(0.0)
        for a in range(half):
            if allowed >> a & 1:
                total += sigma[a * rows + b]
        for a in range(half):
            k = a * rows + b
            if allowed >> a & 1 == 0:
                out[k] = np.float32(0.0)
            elif total > 0:
                out[k] = sigma[k] / total
            else:
                out[k] = np.float32(1.0) if a == PASS else np.float32(0.0)


@fast_allocating_kernel
def sweep(
    nodes: NDArray[np.void],
    mine: int,
    best: int,
    starts: NDArray[np.int64],
    work: NDArray[np.float32],
    mass: NDArray[np.float32],
    masks: NDArray[np.int64],
    draws: NDArray[np.uint8],
    become: NDArray[np.float32],
    dealt: NDArray[np.float32],
    clash: NDArray[np.float32],
) -> float:
    """Compute the values of all choices of one player at one table, and add them to `work` and `mass`.

    Args:
        nodes: The nodes of the table (`grow`).
        mine: The place of the player.
        best: 1 to find the best response: the player does the best with every hand at every node, and nothing is added
            to `work` and `mass`; the other plays as at a table (`nolimit_hand.playable`).
        starts: By spot, where its rows begin.
        work: By spot, the gain of each choice over the strategy, which is added to, then the strategy.
        mass: Shape (spots, BEFORE): adds how often the player's own choices lead to a spot.
        masks: By spot, the choices that some node of the spot has, a bit each.
        draws: The numbers of discards that a bucket may choose from (`deal_kernel.CARDS.allowed`).
        become: As in `deal_kernel.CARDS`.
        dealt: How often a bucket is dealt.
        clash: Shape (BEFORE, BEFORE): by the other's bucket, how much likelier the player has a bucket.

    Returns:
        What the player wins with both strategies of the iteration, in big blinds a hand.
    """
    before, after = buckets.BEFORE, buckets.AFTER
    own = np.zeros((DEPTH + 1, before), np.float32)  # how often each bucket comes to a node: the player's, the other's
    their = np.zeros((DEPTH + 1, before), np.float32)
    worth = np.zeros((DEPTH, CHOICES, before), np.float32)
    factor = np.ones((DEPTH + 1, before), np.float32)  # how much likelier the other comes, once it has drawn
    local = np.zeros((DEPTH, CHOICES * before), np.float32)  # the strategy without what a node does not allow
    value = np.zeros(before, np.float32)
    at = np.zeros(DEPTH + 1, np.int64)
    tried = np.zeros(DEPTH + 1, np.int64)
    rows = np.zeros((DEPTH + 1, 2), np.int64)  # the length of both vectors
    zero = np.float32(0.0)
    sign = 1.0 if mine == 0 else -1.0
    for b in range(before):
        own[0, b] = dealt[b]
        their[0, b] = dealt[b]
    rows[0, 0] = before
    rows[0, 1] = before
    tried[0] = -1
    depth = 0
    back = False
    while True:
        node = nodes[at[depth]]
        many = rows[depth, 0]
        others = rows[depth, 1]
        player = node.player
        if player >= FOLDED:
            if player == SHOWDOWN:
                win, lose = (node.win, node.lose) if mine == 0 else (-node.lose, -node.win)
                shown(win, lose, their[depth], value)
            elif others == before and many == before:
                blocked(clash, their[depth], value)
                won = np.float32(sign * node.win)
                for b in range(before):
                    value[b] *= won
            else:
                total = zero
                for b in range(others):
                    total += their[depth, b]
                total *= np.float32(sign * node.win)
                for b in range(many):
                    value[b] = total
            depth -= 1
            back = True
            continue
        half = buckets.COUNTS if node.drawing else CHOICES
        width = many if player == mine else others
        sigma = work[starts[node.spot] + half * width : starts[node.spot] + 2 * half * width]
        allowed = node.played if best and player != mine else node.allowed
        if allowed != masks[node.spot]:
            if not back:
                within(sigma, width, half, allowed, local[depth])
            sigma = local[depth, : half * width]
        a = tried[depth]
        if back:
            if player == mine and node.drawing:
                into = worth[depth, a]
                ratio = factor[depth]
                for b in range(before):
                    into[b] = zero
                for f in range(after):
                    part = become[a, f]
                    v = value[f]
                    for b in range(before):
                        into[b] += part[b] * v
                if others == before:
                    total = zero
                    for b in range(before):
                        total += their[depth, b]
                    blocked(clash, their[depth], ratio)
                    for b in range(before):
                        ratio[b] = ratio[b] / total if total > zero else np.float32(1.0)
                for b in range(before):
                    into[b] *= ratio[b]
            elif player == mine:
                into = worth[depth, a]
                for b in range(many):
                    into[b] = value[b]
            else:
                into = worth[depth, 0]
                for b in range(many):
                    into[b] += value[b]
        elif player != mine:
            into = worth[depth, 0]
            for b in range(many):
                into[b] = zero
        a += 1
        while a < half and node.allowed >> a & 1 == 0:
            a += 1
        if a < half:
            tried[depth] = a
            depth += 1
            at[depth] = node.child[a]
            tried[depth] = -1
            rows[depth, 0] = many
            rows[depth, 1] = others
            chance = sigma[a * width : (a + 1) * width]
            near = own[depth - 1] if player == mine else their[depth - 1]
            far = own[depth] if player == mine else their[depth]
            if player == mine:
                for b in range(others):
                    their[depth, b] = their[depth - 1, b]
            else:
                for b in range(many):
                    own[depth, b] = own[depth - 1, b]
            for b in range(before):
                factor[depth, b] = factor[depth - 1, b]
            if node.drawing:
                rows[depth, 0 if player == mine else 1] = after
                total = zero
                value[:] = zero
                for b in range(before):
                    value[b] = near[b] * chance[b]
                    total += value[b]
                for f in range(after):
                    part = become[a, f]
                    came = zero
                    for b in range(before):
                        came += part[b] * value[b]
                    far[f] = came
                if player != mine and many == before:
                    ratio = factor[depth]
                    blocked(clash, value, ratio)
                    for b in range(before):
                        ratio[b] = ratio[b] / total if total > zero else np.float32(1.0)
            else:
                for b in range(width):
                    far[b] = near[b] * chance[b]
            back = False
            continue
        if player == mine and best:
            for b in range(many):
                value[b] = np.float32(-1e9)
            for a in range(half):
                if node.allowed >> a & 1:
                    into = worth[depth, a]
                    for b in range(many):
                        if node.drawing == 0 or draws[b] >> np.uint8(a) & np.uint8(1):
                            value[b] = max(value[b], into[b])
        elif player == mine:
            for b in range(many):
                value[b] = zero
            for a in range(half):
                if node.allowed >> a & 1:
                    chance = sigma[a * many : (a + 1) * many]
                    into = worth[depth, a]
                    for b in range(many):
                        value[b] += chance[b] * into[b]
            for a in range(half):
                if node.allowed >> a & 1:
                    gain = work[starts[node.spot] + a * many : starts[node.spot] + (a + 1) * many]
                    into = worth[depth, a]
                    for b in range(many):
                        gain[b] += into[b] - value[b]
            reached = mass[node.spot]
            for b in range(many):
                reached[b] += own[depth, b]
        else:
            into = worth[depth, 0]
            for b in range(many):
                value[b] = into[b]
        if depth == 0:
            mean = 0.0
            for b in range(before):
                mean += float(dealt[b] * value[b])
            return mean
        depth -= 1
        back = True


@fast_kernel
def step(
    keys: NDArray[np.int64],
    starts: NDArray[np.int64],
    mind: NDArray[np.float32],
    work: NDArray[np.float32],
    mass: NDArray[np.float32],
    masks: NDArray[np.int64],
    draws: NDArray[np.uint8],
    often: float,
    learning: int,
) -> None:
    """Learn from the sweeps of an iteration, and set the strategy of the next.

    Args:
        keys: The keys of the spots.
        starts: By spot, where its rows begin.
        mind: By spot, the regrets and the weights of the average, which are changed.
        work: As in `sweep`; the gains are set to 0.
        mass: As in `sweep`; set to 0.
        masks: As in `sweep`.
        draws: As in `sweep`.
        often: What this iteration counts in the average.
        learning: The kinds of decisions that learn, a bit each.
    """
    zero = np.float32(0.0)
    for spot in range(len(keys)):
        rows = rows_of_key(keys[spot])
        half = choices_of_key(keys[spot])
        start = starts[spot]
        size = rows * half
        if learning >> rules.kind_of_key(keys[spot]) & 1 == 0:
            for b in range(rows):
                mass[spot, b] = zero
            for k in range(start, start + size):
                work[k] = zero
            continue
        drawing = half == buckets.COUNTS
        for b in range(rows):
            open_ = int(np.int64(draws[b])) if drawing else int(masks[spot])
            weight = np.float32(often) * mass[spot, b]
            mass[spot, b] = zero
            total = zero
            for a in range(half):
                k = start + a * rows + b
                if open_ >> a & 1:
                    mind[size + k] += weight * work[size + k]
                    regret = max(zero, mind[k] + work[k])
                    mind[k] = regret
                    total += regret
                work[k] = zero
            first = open_ if drawing else open_ & (1 << FOLD | 1 << PASS)
            count = 0
            for a in range(half):
                count += first >> a & 1
            for a in range(half):
                k = start + a * rows + b
                if total > zero:
                    work[size + k] = mind[k] / total if open_ >> a & 1 else zero
                else:
                    work[size + k] = np.float32(1.0 / count) if first >> a & 1 else zero


@fast_allocating_kernel
def count_clashes(cards: Row, hands: int, seed: int, clash: NDArray[np.float32], dealt: NDArray[np.float64]) -> None:
    """Deal random hands and add up how much rarer they make every bucket.

    Args:
        cards: A row of `deal_kernel.CARDS`.
        hands: The number of hands.
        seed: The seed.
        clash: Shape (BEFORE, BEFORE): by the bucket of the hand, that of another.
        dealt: Adds up the hands by bucket.
    """
    hand = np.zeros(1, HAND)[0]
    deck = np.zeros(1, DECK)[0]
    deck.random = np.uint64(seed)
    for _ in range(hands):
        new_deck(deck, deck)
        for k in range(5):
            hand.cards[0, k] = deck.first[k]
        evaluate(hand, cards, 0)
        bucket = int(np.int64(cards.bucket[0, hand.value[0]]))
        dealt[bucket] += 1.0
        row = clash[bucket]
        for b in range(buckets.BEFORE):
            rarer = 0.0
            for k in range(5):
                rarer += cards.clash[np.int64(deck.first[k]) >> 2, b]
            row[b] += np.float32(exp(rarer))
