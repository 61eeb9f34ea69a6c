"""Random deals that are averaged over their last cards, in compiled code: the deals of `whole_deal`, with less chance.

As long as the deck does not run out, every card that no player has seen is equally likely to come next, whether it is
in the stub, burned, or with a player who folded. That has two uses.

- *The last cards.* In the last draw the last two players who draw do not receive their last card. The result of the
  deal is its expectation over all pairs of unseen cards.
- *Earlier draws*, of two players. `standpat.lab.odds.control` estimates what hands are worth to them. Of each last card
  of a draw, the deal's result loses what the card is worth by this estimate, and gains what it is worth on average over
  all unseen cards. What is added is 0 on average, however wrong the estimate is; the better it is, the less the
  results of deals differ (a control variate; Lavenberg and Welch 1981).

Deals in which the deck may run out are left to `whole_deal`, which continues them with the same cards. What was added
to their results before stays.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import kernel
from standpat.lab.kernel import muck
from standpat.lab.kernel.state import MOST_SEATS, NOBODY, Row
from standpat.lab.odds.card_set import FULL, held_count, kept_cards, rank_counts, suits_of, value_of, weight_of
from standpat.lab.odds.path import Sets
from standpat.lab.odds.policy import PAT
from standpat.lab.odds.whole_deal import BY_POLICY

ROOM: Final = np.dtype(
    [
        ("deck", np.uint8, 52),  # not dealt yet below `top`, as in `standpat.lab.kernel.muck`
        ("hand", np.uint64, MOST_SEATS),
        ("value", np.int64, MOST_SEATS),  # of five cards
        ("kept", np.uint64, MOST_SEATS),
        ("drawn", np.int64, MOST_SEATS),  # cards to draw in this round
        ("lacking", np.int64, 2),  # the players whose last card is averaged over; NOBODY, first for the first
        ("chance", np.float64, 1 << MOST_SEATS),  # by set of winners
        # The possible last cards: all ranks, or, if a flush is possible, all unseen cards.
        ("ways", np.int64, 52),  # unseen cards of the kind
        ("one", np.int64, 52),  # values that they make for the last player but one who draws
        ("two", np.int64, 52),  # and for the last one
    ],
    align=True,
)
"""Room for a deal."""

_PAT: Final = PAT


@kernel
def play(
    room: Row,
    tables: Row,
    order: int,
    draws: int,
    burn: int,
    fixed: np.uint64,
    unknown: int,
    first_kept: Sets,
    keep: NDArray[np.uint16],
    worth: NDArray[np.float32],
    state: NDArray[np.int16],
    seed: np.uint64,
    first: int,
    starts: Sets,
    share: NDArray[np.float64],
    chances: NDArray[np.float64],
    runs_out: NDArray[np.bool_],
) -> None:
    """Play deals.

    Args:
        room: Room for a deal.
        tables: The rank tables.
        order: The index of the ranking in them.
        draws: Draws to come.
        burn: Cards burned before each draw.
        fixed: All known cards.
        unknown: How many cards folded players have.
        first_kept: By player, the cards kept in the first draw, or `whole_deal.BY_POLICY`.
        keep: By player, the policy: what is kept, by draws left and value.
        worth: By player, state of the other and own state, the player's estimated share; without states, nothing is
            added to the results.
        state: By player, draws left and value, the state.
        seed: The seed.
        first: The number of the first deal.
        starts: By deal and player, the cards at the start.
        share: By deal and player, is set to the share of the pot with what is added to it; if the deck may run out, to
            what is added alone.
        chances: By set of winners, gains the probabilities of all deals that are not left to `whole_deal`.
        runs_out: By deal, is set to whether the deck may run out.
    """
    players = starts.shape[1]
    sets = 1 << players
    for deal in range(len(starts)):
        random = muck.number(seed, 2 * (first + deal) + 2)
        gone = fixed
        for p in range(players):
            share[deal, p] = 0.0
            room.hand[p] = starts[deal, p]
            gone |= starts[deal, p]
        seen = gone
        for card in range(52):
            room.deck[card] = card
        top = 52
        stub = 52 - held_count(gone)
        room.lacking[:] = NOBODY
        for turn in range(draws + 1):  # first, all hands get five cards
            left = draws - turn + 1
            wanted = burn if turn else unknown
            for p in range(players):
                kept = room.hand[p]
                if turn == 1 and first_kept[p] != np.uint64(BY_POLICY):
                    kept = first_kept[p]
                elif turn:
                    ranks = keep[p, left, room.value[p]]
                    if ranks != _PAT:
                        kept = kept_cards(kept, ranks)
                room.kept[p] = kept
                room.drawn[p] = 5 - held_count(kept)
                wanted += room.drawn[p]
                if left == 1 and turn and room.drawn[p]:
                    room.lacking[0] = room.lacking[1]
                    room.lacking[1] = p
            stub -= wanted
            if wanted and stub <= 0:
                runs_out[deal] = True
                break
            for p in range(-1, players + 1):
                if p < 0:
                    count = burn if turn else 0
                elif p == players:
                    count = 0 if turn else unknown
                else:
                    count = room.drawn[p] - (1 if p in (room.lacking[0], room.lacking[1]) else 0)
                new = np.uint64(0)
                last = np.uint64(0)
                while count:
                    at = int((muck.number(random, 53 - top) >> np.uint64(32)) * np.uint64(top) >> np.uint64(32))
                    top -= 1
                    last = np.uint64(1) << np.uint64(room.deck[at])
                    room.deck[at] = room.deck[top]
                    if last & gone == 0:
                        new |= last
                        count -= 1
                if p < 0 or p == players:
                    continue
                room.hand[p] = room.kept[p] | new
                if turn == 0 and first_kept[p] != np.uint64(BY_POLICY):
                    continue  # nobody knows what is discarded with the first draw
                seen |= new
                if turn <= 1 or new:
                    room.value[p] = value_of(room.hand[p], order, tables)
                if left > 1 and turn and new and worth.size:
                    other = 1 - p
                    if turn == 1 and p == 0 and first_kept[other] != np.uint64(BY_POLICY):
                        continue  # nor what the other has before theirs
                    row = state[other, left - 1 if other < p else left, room.value[other]]
                    added = _luck(
                        room.hand[p], last, np.uint64(FULL) & ~seen, order, tables, worth[p, row], state[p, left - 1]
                    )
                    share[deal, p] -= added
                    share[deal, other] += added
        if runs_out[deal]:
            continue
        for winners in range(sets):
            room.chance[winners] = 0.0
        _show_down(room, players, np.uint64(FULL) & ~seen, order, tables)
        for winners in range(1, sets):
            chance = room.chance[winners]
            if chance:
                chances[winners] += chance
                each = chance / held_count(np.uint64(winners))
                for p in range(players):
                    if winners >> p & 1:
                        share[deal, p] += each


@kernel
def _luck(
    hand: np.uint64,
    last: np.uint64,
    unseen: np.uint64,
    order: int,
    tables: Row,
    worth: NDArray[np.float32],
    state: NDArray[np.int16],
) -> float:
    """By how much the last card of a hand is worth more than the average unseen card in its place. Flushes are not
    counted, so that the worth depends on the rank alone.
    """
    base = weight_of(hand ^ last, tables)
    got = float(worth[state[tables.value[order, 0, base + weight_of(last, tables)]]])
    unseen |= last
    counts = rank_counts(unseen)
    total = 0.0
    for rank in range(13):
        ways = int(counts >> np.uint64(4 * rank) & np.uint64(15))
        total += ways * worth[state[tables.value[order, 0, base + tables.weight[4 * rank]]]]
    return got - total / held_count(unseen)


@kernel
def _show_down(room: Row, players: int, unseen: np.uint64, order: int, tables: Row) -> None:
    """Set `room.chance`, which is 0 before."""
    one, two = room.lacking[0], room.lacking[1]
    best = 1 << 20
    others = 0
    for p in range(players):
        if p != one and p != two:
            value = room.value[p]
            if value < best:
                best = value
                others = 1 << p
            elif value == best:
                others |= 1 << p
    if two < 0:
        room.chance[others] = 1.0
        return
    kinds = _last_cards(room, unseen, order, tables)
    count = held_count(unseen)
    second = 1 << two
    if one < 0:
        for k in range(kinds):
            value = room.two[k]
            winners = second if value < best else second | others if value == best else others
            room.chance[winners] += room.ways[k] / count
        return
    for k in range(kinds):
        value = room.one[k]
        winners = 1 << one if value < best else 1 << one | others if value == best else others
        limit = value if value < best else best
        worse = -1 if room.two[k] > limit else 0  # the card is not there a second time
        equal = -1 if room.two[k] == limit else 0
        for other in range(kinds):
            worse += room.ways[other] if room.two[other] > limit else 0
            equal += room.ways[other] if room.two[other] == limit else 0
        each = room.ways[k] / (count * (count - 1))
        room.chance[winners] += each * worse
        room.chance[winners | second] += each * equal
        room.chance[second] += each * (count - 1 - worse - equal)


@kernel
def _last_cards(room: Row, unseen: np.uint64, order: int, tables: Row) -> int:
    """Set `room.ways`, `one` and `two`; returns the number of kinds of cards."""
    one, two = room.lacking[0], room.lacking[1]
    first = room.hand[one] if one >= 0 else np.uint64(0)
    first_base, second_base = weight_of(first, tables), weight_of(room.hand[two], tables)
    first_suits, second_suits = suits_of(first), suits_of(room.hand[two])
    if (one < 0 or first_suits & (first_suits - 1)) and second_suits & (second_suits - 1):
        counts = rank_counts(unseen)
        for rank in range(13):
            weight = tables.weight[4 * rank]
            room.ways[rank] = counts >> np.uint64(4 * rank) & np.uint64(15)
            room.one[rank] = tables.value[order, 0, first_base + weight]
            room.two[rank] = tables.value[order, 0, second_base + weight]
        return 13
    kinds = 0
    for card in range(52):
        if unseen >> np.uint64(card) & np.uint64(1):
            weight, suit = tables.weight[card], 1 << (card & 3)
            room.ways[kinds] = 1
            room.one[kinds] = tables.value[order, 1 if first_suits == suit else 0, first_base + weight]
            room.two[kinds] = tables.value[order, 1 if second_suits == suit else 0, second_base + weight]
            kinds += 1
    return kinds
