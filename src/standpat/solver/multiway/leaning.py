"""Lean a strategy towards what wins more from a known player.

An equilibrium often mixes choices that win the same from players of its own. From a given opponent one of them wins
more. Such choices can have more of the probability:

    new(a) ∝ old(a) exp(STEEP · often · A(a))

Here A(a) is what choice a wins more than the strategy from such opponents, in small blinds, mean over the visits of a
decision, and *often* how many times as often it comes to the decision among them as among players of its own. This is
the first step to the strategy that wins most from them less what its divergence from the old one costs (Jacob et al.
2022, "Modeling strong and human-like gameplay with KL-regularized search", with the equilibrium as the anchor).

What is changed at a decision, others can use against the strategy when they come there. So `leaned` changes first where
a change wins the most from the opponents by how often it is made among players of the old strategy, and as much as
brings a given part of the whole gain. What is not played stays so, and what is played in less than `LEAST` of cases is
not measured. A decision that was seldom visited hardly moves (`DOUBT`). Decisions that share a row of the file are one
here, and still share it afterwards.

A *measurement* is made with `measured`: among the opponents for A, and among players of the strategy itself for how
often it comes to a decision. Ten million deals take a minute of a core.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_file import Strategy
from standpat.bots.multiway_spot import BUCKETS, CHOICES
from standpat.engine.games import Game
from standpat.solver.multiway.advantage_kernel import measure
from standpat.solver.multiway.cfr_kernel import THREAD
from standpat.solver.multiway.export import policy_of_file
from standpat.solver.multiway.file_rows import FileRows
from standpat.solver.multiway.in_step_kernel import lanes_of
from standpat.solver.multiway.known_player import Known, known_player
from standpat.solver.multiway.match import MSB
from standpat.solver.multiway.training import Kind, cards_of, plan_of

LEAST: Final = 0.06
"""Choices of a smaller probability are not followed. With all of them a deal would take ten times as long."""
DOUBT: Final = 700.0
"""Visits for which a choice counts as if it won what the strategy wins."""
STEEP: Final = 2.0
"""A choice that wins one small blind more gets e² times as much, where the decision is as frequent in both."""
STEEPEST: Final = 6.0
"""The largest exponent."""
ONCE: Final = 1e-6
"""Visits a deal that are added to those of each row when they are compared: once in a million deals."""
STRETCH: Final = 1_000_000
"""Deals between two reports."""


class Measured(NamedTuple):
    """A measurement.

    Attributes:
        deals: The deals.
        sums: What each choice won more than the strategy, in small blinds, by spot and choice.
        visits: The decisions of the strategy by spot.
        msb: What the strategy won, in mSB a hand.
    """

    deals: int
    sums: NDArray[np.float32]
    visits: NDArray[np.uint32]
    msb: float


def measured(
    game: Game,
    seats: int,
    strategy: Strategy,
    others: Known,
    deals: int,
    *,
    seed: int = 17,
    tell: Callable[[int], None] = lambda deals: None,
) -> Measured:
    """Measure what the choices of a strategy win among players of another one.

    Args:
        game: The game.
        seats: The number of seats.
        strategy: The strategy of one player.
        others: All others.
        deals: The number of deals.
        seed: The seed.
        tell: Is called with the deals done, about every `STRETCH`.
    """
    mine = policy_of_file(strategy)["chance"][0]
    mine[mine < LEAST] = 0
    them = known_player(game, others)
    state = np.zeros(1, THREAD)
    state["random"] = seed
    sums, visits = np.zeros(mine.shape, np.float32), np.zeros(len(mine), np.uint32)
    lanes, won, done = lanes_of(), 0.0, 0
    while done < deals:
        plan = plan_of(min(STRETCH, deals - done), Kind(seats).shares)
        won += measure(state[0], cards_of(game), plan, mine, them.chance, them.rule[0], sums, visits, lanes)
        done += int(plan["deals"])
        tell(done)
    return Measured(deals, sums, visits, won / max(1, deals) * MSB)


def leaned(strategy: Strategy, among: Measured, itself: Measured, part: float) -> NDArray[np.void]:
    """A strategy that wins more from the opponents among whom it was measured.

    Args:
        strategy: The strategy.
        among: Its measurement among the opponents.
        itself: Its measurement among players of its own.
        part: The part of the gain for which decisions are changed, 0 to 1.

    Returns:
        A row of `cfr_kernel.POLICY`.
    """
    chance = policy_of_file(strategy)["chance"][0].reshape(-1, BUCKETS, CHOICES)
    held = FileRows(strategy)
    visits = [held.sums(one.visits.reshape(chance.shape[:2])) for one in (among, itself)]
    there, here = (visited / one.deals + ONCE for visited, one in zip(visits, (among, itself), strict=True))
    sure = visits[0] / (visits[0] + DOUBT)
    gains = held.sums(among.sums.reshape(chance.shape)) * sure[..., None]
    old = chance[held.spots[held.first]].astype(np.float64)
    worth = gains * (there / here / np.maximum(1, visits[0]))[..., None]
    worth -= (old * worth).sum(axis=-1, keepdims=True)
    new = old * np.exp(np.clip(STEEP * worth, -STEEPEST, STEEPEST))
    total = new.sum(axis=-1, keepdims=True)
    new = np.where(total > 0, new / np.where(total > 0, total, 1), old)
    cheapest = _cheapest(((new - old) * gains).sum(axis=-1), np.abs(new - old).sum(axis=-1) * here, part)
    rows = np.where(cheapest[..., None], new, old).astype(np.float32)
    return held.policy(rows)


def _cheapest(gain: NDArray[np.float64], cost: NDArray[np.float64], part: float) -> NDArray[np.bool_]:
    """Those with the largest gain by cost, until they have a part of the whole gain."""
    gain = gain.clip(0)
    order = np.argsort(-gain / np.where(cost > 0, cost, 1), axis=None)
    most = np.cumsum(gain.ravel()[order])
    few = np.zeros(gain.size, np.bool_)
    few[order[: np.searchsorted(most, part * most[-1]) + 1]] = True
    return few.reshape(gain.shape) & (gain > 0)
