"""Random deals of match-ups: the draws of whole hands by the rules of the house, with reshuffles.

`Sampler.play` plays deals to the end (`standpat.lab.odds.whole_deal`). `Sampler.deal` averages over the last cards and
takes out other chance (`standpat.lab.odds.average`), so that it needs fewer deals; the players' shares are right on
average in both. Hands of ranges are drawn by their weights (`standpat.lab.odds.start_hands`).

Deal k of a seed has the same cards in both ways and in whichever piece it is dealt; only the Gibbs sampler of
`start_hands` starts again with each piece. So pieces can be dealt at the same time, on threads or elsewhere, and added
up.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from standpat.cards.ranking import RANKINGS
from standpat.compute.rank_table import TABLES
from standpat.compute.threads import Threads, in_order
from standpat.engine.games import Game, Stakes
from standpat.lab.kernel.state import HAND, rules
from standpat.lab.odds import average, whole_deal
from standpat.lab.odds.control import control
from standpat.lab.odds.interval import around
from standpat.lab.odds.path import Sets
from standpat.lab.odds.player import Player, bit_set, path_order
from standpat.lab.odds.policy import Policy
from standpat.lab.odds.start_hands import StartHands

R = TypeVar("R")
Floats = NDArray[np.float64]

PIECE: Final = 50_000
"""Random deals of a piece."""
BATCHES: Final = 50
"""Batches of a piece, from which the dependence of deals is estimated."""
_TRIAL: Final = 200
_MOST_RUN_OUT: Final = 0.75


class Played(NamedTuple):
    """Deals, played to the end.

    Attributes:
        winners: By deal, the set of winners (bits).
        values: By deal and player, the final value.
        reshuffled: By deal, whether the deck ran out.
    """

    winners: NDArray[np.int64]
    values: NDArray[np.int64]
    reshuffled: NDArray[np.bool_]


@dataclass
class Dealt:
    """Deals, added up. All arrays are by player.

    Attributes:
        deals: The number of deals.
        shares: The sum of the shares of the pot.
        squares: The sum of their squares.
        won: The expected number of deals won alone.
        tied: The expected number of deals tied.
        reshuffled: Deals in which the deck ran out.
        chain: Whether the deals depend on each other.
        products: The sum over batches of the square of their sum of shares, divided by the deals of the batch.
        batches: The number of batches.
    """

    deals: int
    shares: Floats
    squares: Floats
    won: Floats
    tied: Floats
    reshuffled: int
    chain: bool
    products: Floats
    batches: int

    def add(self, other: "Dealt") -> None:
        """Add the deals of another piece."""
        self.deals += other.deals
        self.shares = self.shares + other.shares
        self.squares = self.squares + other.squares
        self.won = self.won + other.won
        self.tied = self.tied + other.tied
        self.reshuffled += other.reshuffled
        self.chain |= other.chain
        self.products = self.products + other.products
        self.batches += other.batches

    def means(self) -> Floats:
        """The measured share of the pot of each player."""
        means: Floats = np.clip(self.shares / self.deals, 0.0, 1.0)
        return means

    def intervals(self) -> list[tuple[float, float]]:
        """The 95% interval of each player's share."""
        mean = self.shares / self.deals
        variance = self.squares / self.deals - mean**2
        if self.chain:  # of the deals of a batch together, if that is more
            variance = np.maximum(variance, (self.products - mean**2 * self.deals) / self.batches)
        return [around(float(m), float(v), self.deals) for m, v in zip(mean, variance, strict=True)]


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
        self._starts = StartHands(players, dead)
        self._ways, self._ranking = ways, RANKINGS[game.ranking]
        self._rule, self._burn = rules([(game, Stakes.limit(2))]), game.house.burn
        self._order = path_order(game)
        self._draws, self._dead, self._folded = draws, np.uint64(dead), folded
        self._seed = np.uint64(seed % 2**64)
        stated = [p.range is None and (p.stated or len(p.cards) < 5) for p in players]
        kept = [bit_set(p.cards) if s else whole_deal.BY_POLICY for p, s in zip(players, stated, strict=True)]
        self._first_kept = np.array(kept, np.uint64)
        self._keep = np.stack([way.keep for way in ways])
        self._control = control(self._ranking, ways, draws)

    def play(self, first: int, deals: int) -> Played:
        """Play deals to the end.

        Args:
            first: The number of the first deal.
            deals: The number of deals.

        Raises:
            ValueError: The hands can never be dealt together, or nearly never.
        """
        starts, _ = self._starts.draw(self._seed, first, deals)
        return self._play(np.arange(first, first + deals), starts)

    def deal(self, first: int, deals: int) -> Dealt:
        """Deal a piece, averaged over last cards.

        Args:
            first: The number of the first deal.
            deals: The number of deals.

        Raises:
            ValueError: The hands can never be dealt together, or nearly never.
        """
        starts, chain = self._starts.draw(self._seed, first, deals)
        players = starts.shape[1]
        share, chances, runs_out = self._average(first, starts, self._mostly_runs_out)
        parts = _parts(players)
        reshuffled = 0
        if runs_out.any():
            which = np.flatnonzero(runs_out)
            played = self._play(first + which, starts[which])
            share[which] += parts[played.winners]
            chances += np.bincount(played.winners, minlength=1 << players)
            reshuffled = int(played.reshuffled.sum())
        tied = chances @ ((parts > 0) & (parts < 1))
        shares = share.sum(axis=0)
        sizes = np.bincount(np.arange(deals) * BATCHES // deals)
        sums = np.add.reduceat(share, np.cumsum([0, *sizes[sizes > 0][:-1]]), axis=0)
        products = (sums**2 / sizes[sizes > 0, None]).sum(axis=0)
        return Dealt(
            deals,
            shares,
            (share**2).sum(axis=0),
            shares - chances @ np.where(parts < 1, parts, 0.0),
            tied,
            reshuffled,
            chain,
            products,
            len(sums),
        )

    @cached_property
    def _mostly_runs_out(self) -> bool:
        """Whether so many deals run out that averaging the others takes more time than it saves; by a few deals."""
        starts, _ = self._starts.draw(self._seed, 0, _TRIAL)
        return bool(self._average(0, starts, False)[2].mean() > _MOST_RUN_OUT)

    def _average(self, first: int, starts: Sets, leave: bool) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        """Play deals averaged over last cards, or leave all of them to `whole_deal`.

        Returns:
            By deal and player, the share; by set of winners, the probabilities of deals added up; by deal, whether it
            is left.
        """
        deals, players = starts.shape
        share, chances = np.zeros((deals, players)), np.zeros(1 << players)
        runs_out = np.full(deals, leave)
        if leave:
            return share, chances, runs_out
        average.play(
            np.zeros(1, average.ROOM)[0],
            TABLES,
            self._order,
            self._draws,
            self._burn,
            self._starts.fixed,
            5 * self._folded,
            self._first_kept,
            self._keep,
            *self._control,
            self._seed,
            first,
            starts,
            share,
            chances,
            runs_out,
        )
        return share, chances, runs_out

    def _play(self, numbers: NDArray[np.int64], starts: Sets) -> Played:
        """Play these deals to the end."""
        deals, players = starts.shape
        played = Played(np.zeros(deals, np.int64), np.zeros((deals, players), np.int64), np.zeros(deals, np.bool_))
        whole_deal.play(
            np.zeros(1, HAND)[0],
            self._rule[0],
            TABLES,
            self._order,
            self._draws,
            self._starts.fixed,
            self._dead,
            self._folded,
            self._first_kept,
            self._keep,
            self._seed,
            numbers,
            starts,
            *played,
        )
        return played


def pieces(work: Callable[[int, int], R], samples: int, threads: Threads) -> Generator[R, None, None]:
    """Deal piece by piece, so that any number of threads deals the same.

    Args:
        work: `Sampler.deal` or `Sampler.play`.
        samples: The number of deals.
        threads: Threads or a pool.

    Raises:
        ValueError: `samples` is below 1.
    """
    if samples < 1:
        raise ValueError(f"samples={samples}: expected 1 or more")
    return in_order(lambda first: work(first, min(PIECE, samples - first)), range(0, samples, PIECE), threads)


def _parts(players: int) -> Floats:
    """By set of winners and player, the part of the pot."""
    winners = np.arange(1 << players)
    return (winners[:, None] >> np.arange(players) & 1) / np.maximum(1, np.bitwise_count(winners))[:, None]
