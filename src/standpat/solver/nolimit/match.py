"""Measure the bot `nolimit` in its own game: against scripted opponents, other strategies, and a response that learns.

All results are big blinds per 100 hands with a 95% confidence interval. Each deck is played with the opponent at every
place, the strategy at all others. The game is that of `standpat.solver.nolimit.deal_kernel`, which is the engine's, bar
reshuffles and odd chips.

With `Ends` the strategy plays the end of a hand as it is solved at the table. A match is then played a few times with
other decks, so that the decisions it needs are solved before it counts.

A response (`Response`) begins as the strategy itself: its regrets are `WARM` big blinds times the probabilities. It
learns by the training's own walk against frozen players, with sizes of its own if wanted, and is then measured on new
decks with its most frequent choices. What it wins is a lower bound of what the strategy can lose. That it can find
something is shown with a damaged strategy, such as `timid`.
"""

from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.nolimit_hand import FOLD, MOST, PASS, POT
from standpat.bots.nolimit_spot import DRAWING, kind_of_key
from standpat.engine.games import Game
from standpat.solver.kernels.deck import DECK
from standpat.solver.kernels.random_stream import CHANCE
from standpat.solver.nolimit import book_kernel, deal_kernel, match_kernel
from standpat.solver.nolimit.ends import Ends
from standpat.solver.nolimit.ends_kernel import Opponent
from standpat.solver.nolimit.habits import habit_of
from standpat.solver.nolimit.hands import cards_of
from standpat.solver.nolimit.learn_kernel import learn
from standpat.solver.nolimit.strategy import Blocks, Policy
from standpat.solver.nolimit.training import plan_of, sizes_of

WARM: Final = 60.0
OTHERS: Final[NDArray[np.int64]] = np.array([[600, 1200, 2500, 6000], [150, 450, 1000, 2300]], np.int64)
SMALL: Final[NDArray[np.int64]] = np.array([[200, 620, 1200, 2600], [120, 480, 1050, 2200]], np.int64)
"""Sizes that the strategy of single draw does not know, for a response: between those that it knows, and smaller."""
OTHERS_OF_DRAWS: Final = (300, 750, 1500, 3500)
"""The same in games of more draws, in all rounds; with a pot limit those up to the pot."""
REHEARSALS: Final = 8
"""A match is played with other decks this often at most to find the ends that it needs."""
DECISIONS: Final = 1200
"""Ends that are solved at a time."""
SOLVED: Final = 0.995
"""The part of the ends that must be solved before a match counts."""


class Won(NamedTuple):
    """A result.

    Attributes:
        bb: Big blinds per 100 hands.
        within: Half the width of the 95% confidence interval.
        hands: The hands played.
    """

    bb: float
    within: float
    hands: int

    def __str__(self) -> str:
        return f"{self.bb:+.1f} ± {self.within:.1f}"


class Table(NamedTuple):
    """Where a match is played: the number of players, and the depth in big blinds, or None for all that are trained."""

    seats: int
    depth: float | None

    def plan(self, deals: int = 0) -> Any:
        """A row of `deal_plan.PLAN`."""
        seats = tuple([float(n == self.seats) for n in range(2, MOST + 1)])
        if self.depth is None:
            return plan_of(deals, seats=seats)
        depths = (self.depth,) * 4
        return plan_of(deals, seats=seats, usual=1.0, depths=depths, uneven=0.0, antes=(1, 0, 0, 0))


class Arena:
    """A place where others play a strategy.

    Args:
        game: The game.
        policy: The strategy.
        ends: Its solved ends, if it plays with them.

    Attributes:
        ends: The solved ends.
        levels: The decisions of the strategy in all matches, by the level of the spot that it knew; the last is none.
    """

    def __init__(self, game: Game, policy: Policy, ends: Ends | None = None) -> None:
        self.ends = ends or Ends(None)
        self.cards = cards_of(game)
        self.policy = policy
        self._sizes = sizes_of(game)
        self._counts = np.zeros(1, match_kernel.COUNT)

    @property
    def levels(self) -> NDArray[np.int64]:
        """The decisions of the strategy by level."""
        levels: NDArray[np.int64] = self._counts["decisions"][0]
        return levels

    def habit(self, name: str, table: Table, decks: int, seed: int = 1) -> Won:
        """What a scripted opponent wins (`habits.HABITS`)."""
        return self._play(0, self.policy.book, self.policy.rows, self._sizes, name, table, decks, seed)

    def strategy(self, other: Policy, table: Table, decks: int, seed: int = 1) -> Won:
        """What another strategy wins."""
        return self._play(1, other.book, other.rows, self._sizes, None, table, decks, seed)

    def response(self, response: "Response", decks: int, seed: int = 1) -> Won:
        """What a response wins on new decks."""
        made = response
        return self._play(2, made.book, made.mind, made.sizes, None, made.table, decks, seed)

    def _play(
        self,
        kind: int,
        book: NDArray[np.void],
        rows: NDArray[np.float32],
        sizes: NDArray[np.int64],
        name: str | None,
        table: Table,
        decks: int,
        seed: int,
    ) -> Won:
        strategy = Opponent(*self.policy, self.ends.ends, self.ends.entries)
        habit = habit_of(name) if name is not None else np.zeros(1, match_kernel.HABIT)
        won = np.zeros(3)

        def play(seed: int, decks: int) -> None:
            state = np.zeros(1, CHANCE)
            state["random"] = seed * 1_000_003
            self.ends.count()
            won[:] = 0
            known = (habit[0], self.cards, table.plan())
            match_kernel.match(strategy, kind, book[0], rows, sizes, *known, decks, state[0], self._counts[0], won)

        if len(self.ends.entries):
            for rehearsal in range(REHEARSALS):
                play(seed + 7919 * (rehearsal + 1), max(1, decks // 4))
                if self.ends.part >= SOLVED or not self.ends.solve(DECISIONS):
                    break
            self._counts["decisions"] = 0
        play(seed, decks)
        mean, squares = won[0] / decks, won[1] / decks
        scale = 100 * decks / won[2]
        return Won(mean * scale, 1.96 * scale * sqrt(max(0.0, squares - mean**2) / decks), int(won[2]))


class Response:
    """One player who learns against a frozen strategy at all other seats.

    Args:
        game: The game.
        policy: The strategy.
        table: Where it plays.
        sizes: Its sizes of bets by round (`cfr_kernel.explore`); None for those of the strategy.
        ends: The solved ends of the strategy, if it plays with them.
        seed: The seed.
        space: Numbers for what is learned.
    """

    def __init__(
        self,
        game: Game,
        policy: Policy,
        table: Table,
        *,
        sizes: NDArray[np.int64] | None = None,
        ends: Ends | None = None,
        seed: int = 7,
        space: int = 120_000_000,
    ) -> None:
        self.table, self.ends = table, ends or Ends(None)
        self.sizes = sizes_of(game) if sizes is None else sizes
        self.book = policy.book.copy()
        self.book["random"], self.book["coarse_deals"], self.book["lines"] = seed, 0, 1
        self.mind = np.zeros(max(space, len(policy.rows)), np.float32)
        self._policy = policy
        self._cards = cards_of(game)
        self._epoch, self._discounted = 0, 1
        self._space = np.zeros(1, DECK), np.zeros(1, deal_kernel.SETTING)
        self._warm()

    def _warm(self) -> None:
        """Begin as the strategy: regrets in proportion to its probabilities, averages of nothing."""
        book_kernel.warm(self.book[0], self.mind, self._policy.rows, WARM)

    def learn(self, deals: int, epoch: int = 5_000) -> None:
        """Learn from more deals.

        Ends that were needed twice or more are solved after each epoch, the most frequent first. With long epochs the
        learner first learns what wins from ends that are not solved yet.
        """
        opponent = Opponent(*self._policy, self.ends.ends, self.ends.entries)
        for done in range(0, deals, epoch):
            plan = self.table.plan(min(epoch, deals - done))
            learn(self.book[0], self.mind, self._cards, *self._space, opponent, 1, self.sizes, plan)
            self.ends.solve(DECISIONS // 4, least=2)
            if self.book["full"][0]:
                raise ValueError("there is no space for more spots: give the response more")
            self._epoch += 1
            if self._epoch >= 1.25 * self._discounted:
                book_kernel.discount(self.book[0], self.mind, 1.0, 0.64)
                self._discounted = self._epoch


def others_of(game: Game) -> NDArray[np.int64]:
    """Sizes that the strategy of a game does not know, by round."""
    if game.draw_rounds == 1:
        return OTHERS
    most = POT if game.betting == "pot-limit" else OTHERS_OF_DRAWS[-1]
    return np.array([[min(size, most) for size in OTHERS_OF_DRAWS]] * (game.draw_rounds + 1), np.int64)


def timid(blocks: Blocks, part: float = 0.3) -> Blocks:
    """A strategy that folds this part of what it would call, to show that a response finds a weakness."""
    weaker: Blocks = {}
    for key, chances in blocks.items():
        weaker[key] = chances
        if kind_of_key(key) != DRAWING and chances[:, FOLD].any():
            weaker[key] = chances.copy()
            weaker[key][:, FOLD] += part * chances[:, PASS]
            weaker[key][:, PASS] *= 1 - part
    return weaker


def strangers(levels: NDArray[np.int64]) -> float:
    """The part of the decisions whose spot was unknown at every level."""
    return float(levels[-1] / max(1, levels.sum()))
