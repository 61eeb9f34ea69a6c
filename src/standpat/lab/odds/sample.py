"""Random deals of match-ups: the draws of whole hands by the rules, with reshuffles, in compiled code.

Stub, muck and house rules are the kernel's (`standpat.lab.kernel.muck`). Players sit in the order given, the first left
of the button. The hand of a range is drawn by its weights, and all hands together are drawn again if two of them share
a card. If that fails too often (many players on one range), a Gibbs sampler is used instead: each hand in turn is drawn
again from those that are compatible with the others, one round between two deals. The distribution is the same, and
deals depend on each other a little, for which `Dealt.worth` allows. Dead cards and the hands of folded players are in
the muck of folded hands. What a player discarded before is taken from random cards.

Deal k of a seed is the same in whichever piece it is dealt (except with the Gibbs sampler, which starts again with each
piece). So pieces can be dealt at the same time, on threads or elsewhere, and added up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.compute.compiled import kernel
from standpat.compute.rank_table import TABLES
from standpat.engine.games import Game, Stakes
from standpat.lab.kernel import muck
from standpat.lab.kernel.state import HAND, Row, rules
from standpat.lab.odds.path import Sets, kept_cards, value_of
from standpat.lab.odds.player import Player, bit_set, is_random, path_order
from standpat.lab.odds.policy import PAT, Policy
from standpat.lab.odds.range import Range

CARDS, RANGE, ANY = range(3)
_DIRECT: Final = 3_000
_TRIES: Final = 20_000
_SWEEPS: Final = 1
_PAT: Final = PAT
_UNSTATED: Final = 1 << 63
BATCHES: Final = 50
"""Batches of a piece, from which the dependence of deals is estimated."""


@dataclass
class Dealt:
    """Deals, added up.

    Attributes:
        counts: By set of winners (bits), the number of deals.
        tally: By player and final value, the number of deals.
        reshuffled: Deals in which the deck ran out.
        chain: Whether the deals depend on each other.
        products: The sum over batches of the products of their counts, divided by the deals of the batch.
        batches: The number of batches.
    """

    counts: NDArray[np.int64]
    tally: NDArray[np.int64]
    reshuffled: int
    chain: bool
    products: NDArray[np.float64]
    batches: int

    @property
    def deals(self) -> int:
        """The number of deals."""
        return int(self.counts.sum())

    def add(self, other: "Dealt") -> None:
        """Add the deals of another piece."""
        self.counts = self.counts + other.counts
        self.tally = self.tally + other.tally
        self.reshuffled += other.reshuffled
        self.chain |= other.chain
        self.products = self.products + other.products
        self.batches += other.batches

    def worth(self, shares: NDArray[np.float64]) -> int:
        """The number of independent deals that would measure a mean as precisely.

        Args:
            shares: By set of winners, its value.

        Returns:
            The number of deals; less if the deals depend on each other, by how much their batches differ.
        """
        if not self.chain:
            return self.deals
        mean = float(self.counts @ shares) / self.deals
        alone = float(self.counts @ (shares - mean) ** 2) / self.deals
        together = (float(shares @ self.products @ shares) - mean * mean * self.deals) / self.batches
        return max(1, int(self.deals * min(1.0, alone / together if together > 0 else 1.0)))


class Sampler:
    """Deals a match-up in pieces (of one deal or more) that can be dealt at the same time.

    Args:
        players: The players.
        ways: Their drawing policies.
        game: The game.
        draws: Draws to come.
        dead: The dead cards, as a bit set.
        folded: Other players who had cards.
        seed: The seed.
    """

    def __init__(
        self,
        players: Sequence[Player],
        ways: Sequence[Policy],
        game: Game,
        draws: int,
        dead: int,
        folded: int,
        seed: int,
    ) -> None:
        self._shape = len(players), ways[0].keep.shape[1]
        self._rule = rules([(game, Stakes.limit(2))])
        self._order = path_order(game)
        self._draws, self._dead, self._folded = draws, np.uint64(dead), folded
        self._seed = np.uint64(seed % 2**64)
        self._kind = np.array([ANY if is_random(p) else CARDS if p.range is None else RANGE for p in players])
        self._known = np.array([p.known for p in players], np.uint64)
        self._thrown = np.array([bit_set(p.thrown) if p.stated else _UNSTATED for p in players], np.uint64)
        ranges = [p.range for p in players if p.range is not None and not is_random(p)]
        self._hands = np.concatenate([np.zeros(0, np.uint64), *[r.hands for r in ranges]])
        self._sums = np.concatenate([np.zeros(0), *[_sums(r) for r in ranges]])
        sizes = iter([len(r) for r in ranges])
        self._starts = np.cumsum([0, *[next(sizes) if kind == RANGE else 0 for kind in self._kind]])
        self._keep = np.stack([way.keep for way in ways])

    def deal(self, first: int, deals: int) -> Dealt:
        """Deal a piece.

        Args:
            first: The number of the first deal.
            deals: The number of deals.

        Returns:
            The deals.

        Raises:
            ValueError: The hands can never be dealt together, or nearly never.
        """
        players, values = self._shape
        batches = np.zeros((BATCHES, 1 << players), np.int64)
        tally = np.zeros((players, values), np.int64)
        chained = np.zeros(1, np.bool_)
        reshuffled = _run(
            np.zeros(1, HAND)[0],
            self._rule[0],
            TABLES,
            self._order,
            self._draws,
            self._kind,
            self._known,
            self._thrown,
            self._hands,
            self._sums,
            self._starts,
            self._keep,
            chained,
            self._dead,
            self._folded,
            self._seed,
            first,
            deals,
            batches,
            tally,
        )
        if reshuffled < 0:
            raise ValueError("these hands and ranges cannot be dealt together, or hardly ever")
        some = batches[batches.any(axis=1)].astype(np.float64)
        products = some.T @ (some / some.sum(axis=1, keepdims=True))
        return Dealt(batches.sum(axis=0), tally, reshuffled, bool(chained[0]), products, len(some))


def _sums(given: Range) -> NDArray[np.float64]:
    """The cumulative shares of the hands; zeros if all weights are equal."""
    if len(np.unique(given.which)) == 1:
        return np.zeros(len(given))
    sums = np.cumsum(given.mass())
    shares: NDArray[np.float64] = sums / sums[-1]
    return shares


@kernel
def _run(
    hand: Row,
    rule: Row,
    tables: Row,
    order: int,
    draws: int,
    kind: NDArray[np.int64],
    known: Sets,
    thrown: Sets,
    hands: Sets,
    sums: NDArray[np.float64],
    starts: NDArray[np.int64],
    keep: NDArray[np.uint16],
    chained: NDArray[np.bool_],
    dead: np.uint64,
    folded: int,
    seed: np.uint64,
    first: int,
    deals: int,
    batches: NDArray[np.int64],
    tally: NDArray[np.int64],
) -> int:
    players = len(kind)
    dealt_cards = np.zeros(players, np.uint64)
    chain = np.zeros(players, np.uint64)
    number_held = np.zeros(players, np.int64)
    fixed = dead
    for p in range(players):
        fixed |= known[p]
    reshuffled = 0
    for deal in range(first, first + deals):
        picker = muck.number(seed, 2 * deal + 1)
        hand.random = muck.number(seed, 2 * deal + 2)
        if not chained[0]:
            chained[0] = not _together(fixed, known, kind, hands, sums, starts, dealt_cards, picker)
            if chained[0] and not _one_by_one(fixed, known, kind, hands, sums, starts, chain, picker):
                return -1
        if chained[0]:
            _resample(fixed, kind, hands, sums, starts, chain, picker)
            dealt_cards[:] = chain
        gone = fixed
        for p in range(players):
            gone |= dealt_cards[p]
        hand.left = 0
        for card in range(52):
            if gone >> np.uint64(card) & np.uint64(1) == 0:
                hand.stub[hand.left] = card
                hand.left += 1
        hand.unmixed = hand.left
        hand.seats = players
        hand.burned = hand.earlier = hand.served = hand.reshuffles = 0
        hand.folded = np.int64(dead)
        for p in range(players):
            hand.thrown[p] = hand.thrown_now[p] = hand.thrown_before[p] = 0
            number_held[p] = 0
            for card in range(52):
                if dealt_cards[p] >> np.uint64(card) & np.uint64(1):
                    hand.cards[p, number_held[p]] = card
                    number_held[p] += 1
            muck.deal(hand, p, number_held[p])
        for _ in range(5 * folded):
            hand.folded |= 1 << muck.top_card(hand)
        for left in range(draws, 0, -1):
            muck.burn(hand, rule.burn)
            if rule.announced:
                wanted = 0
                for p in range(players):
                    hand.announced[p] = _discards(
                        hand, p, left, draws, kind[p], number_held[p], thrown[p], keep, order, tables
                    )
                    muck.throw(hand, p, hand.announced[p])
                    wanted |= (1 if hand.announced[p] else 0) << p
                for p in range(players):
                    muck.serve(hand, rule, p, hand.announced[p], wanted >> (p + 1) != 0)
            else:
                for p in range(players):
                    mask = _discards(hand, p, left, draws, kind[p], number_held[p], thrown[p], keep, order, tables)
                    muck.throw(hand, p, mask)
                    muck.serve(hand, rule, p, mask, p < players - 1)
            muck.end_round(hand)
        reshuffled += 1 if hand.reshuffles else 0
        best = 1 << 20
        winners = 0
        for p in range(players):
            value = value_of(_bits(hand, p), order, tables)
            tally[p, value] += 1
            if value < best:
                best = value
                winners = 1 << p
            elif value == best:
                winners |= 1 << p
        batches[(deal - first) * BATCHES // deals, winners] += 1
    return reshuffled


@kernel
def _pick(p: int, hands: Sets, sums: NDArray[np.float64], starts: NDArray[np.int64], z: np.uint64) -> np.uint64:
    """A hand of a range, by its weights; `z` is 64 random bits."""
    u = (z >> np.uint64(11)) * 2.0**-53
    low, high = starts[p], starts[p + 1] - 1
    if sums[high] == 0:  # all weights are equal
        return np.uint64(hands[low + int(u * (high + 1 - low))])
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > u:
            high = middle
        else:
            low = middle + 1
    return np.uint64(hands[low])


@kernel
def _together(
    fixed: np.uint64,
    known: Sets,
    kind: NDArray[np.int64],
    hands: Sets,
    sums: NDArray[np.float64],
    starts: NDArray[np.int64],
    dealt: Sets,
    picker: np.uint64,
) -> bool:
    """Draw all hands at once, again until no two share a card; False if that does not succeed."""
    step = 0
    for _ in range(_DIRECT):
        gone = fixed
        clash = False
        for p in range(len(kind)):
            dealt[p] = known[p]
            if kind[p] == RANGE:
                step += 1
                dealt[p] = _pick(p, hands, sums, starts, muck.number(picker, step))
                clash |= (gone & dealt[p]) != 0
                gone |= dealt[p]
        if not clash:
            return True
    return False


@kernel
def _one_by_one(
    fixed: np.uint64,
    known: Sets,
    kind: NDArray[np.int64],
    hands: Sets,
    sums: NDArray[np.float64],
    starts: NDArray[np.int64],
    dealt: Sets,
    picker: np.uint64,
) -> bool:
    """Find hands that are compatible, from which the chain of `_resample` starts."""
    step = _DIRECT * len(kind)
    for _ in range(100):
        gone = fixed
        placed = 0
        for p in range(len(kind)):
            dealt[p] = known[p]
            if kind[p] == RANGE:
                tries = 0
                while tries == 0 or (gone & dealt[p] and tries < _TRIES):
                    step += 1
                    tries += 1
                    dealt[p] = _pick(p, hands, sums, starts, muck.number(picker, step))
                if gone & dealt[p]:
                    break
                gone |= dealt[p]
            placed += 1
        if placed == len(kind):
            for again in range(20):
                _resample(fixed, kind, hands, sums, starts, dealt, picker + np.uint64(again))
            return True
    return False


@kernel
def _resample(
    fixed: np.uint64,
    kind: NDArray[np.int64],
    hands: Sets,
    sums: NDArray[np.float64],
    starts: NDArray[np.int64],
    dealt: Sets,
    picker: np.uint64,
) -> None:
    """Draw the hand of every range again, `_SWEEPS` times in turn, from those that are compatible with the others."""
    step = 0
    for _ in range(_SWEEPS):
        for p in range(len(kind)):
            if kind[p] != RANGE:
                continue
            others = fixed
            for other in range(len(kind)):
                if other != p:
                    others |= dealt[other]
            for _ in range(_TRIES):
                step += 1
                new = _pick(p, hands, sums, starts, muck.number(picker, step))
                if new & others == 0:
                    dealt[p] = new
                    break


@kernel
def _bits(hand: Row, place: int) -> np.uint64:
    bits = np.uint64(0)
    for k in range(5):
        bits |= np.uint64(1) << np.uint64(hand.cards[place, k])
    return bits


@kernel
def _discards(
    hand: Row,
    place: int,
    left: int,
    draws: int,
    kind: int,
    have: int,
    thrown: np.uint64,
    keep: NDArray[np.uint16],
    order: int,
    tables: Row,
) -> int:
    """The positions in the hand that are discarded, as a bit mask."""
    if kind == CARDS and left == draws and have < 5:
        return 31 & ~((1 << have) - 1)
    if left == draws and thrown != np.uint64(_UNSTATED):
        stated = 0
        for k in range(5):
            if thrown >> np.uint64(hand.cards[place, k]) & np.uint64(1):
                stated |= 1 << k
        return stated
    bits = _bits(hand, place)
    ranks = keep[place, left, value_of(bits, order, tables)]
    if ranks == _PAT:
        return 0
    kept = kept_cards(bits, ranks)
    mask = 0
    for k in range(5):
        if kept >> np.uint64(hand.cards[place, k]) & np.uint64(1) == 0:
            mask |= 1 << k
    return mask
