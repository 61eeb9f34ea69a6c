"""What external-sampling Monte Carlo CFR over the game of `hand_kernel` keeps, deals and chooses (compiled).

Self-play is external-sampling counterfactual regret minimisation (Lanctot et al. 2009, "Monte Carlo sampling for regret
minimization in extensive games"); its walk is in `in_step_kernel`. In each deal one player, the *traverser*, tries
every choice; the others sample theirs by regret matching. The traverser's counterfactual regrets are added to the
regret of each choice, and the probabilities of the others to their average strategy. Choices that have probability 0 at
present are tried only now and then, with a weight that makes up for it. Everything that is learned, with the state of
the random stream, is one row of `LEARNER`.

*Strays* (`PLAN`) keep the players from forgetting how to meet choices that nobody makes any more. In some deals one of
the others is stray: now and then they choose at random, without folding, or they play a response to an earlier strategy
(`standpat.solver.multiway.response`). All that is learned in such a deal counts for less. Regret matching does not see
the scale, so spots that only strays reach are learned in full, and the others hardly change.

*A known player* (`PLAN.facing`): in a part of the deals all but one, the *hero*, play a given strategy, of which
nothing is learned. In half of these deals the hero is the traverser. In the other half nobody is, and the hero's
probabilities are added to the average. So the training finds a restricted Nash response (Johanson, Zinkevich and
Bowling 2007, "Computing robust counter-strategies"): it wins from the known player, and loses little to others.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway_spot import BITS, CHOICES, SPOTS
from standpat.compute.compiled import fast_kernel
from standpat.solver.kernels.deck import new_deck
from standpat.solver.kernels.random_stream import Row, below, sampled, uniform
from standpat.solver.multiway.hand_kernel import (
    FOLD,
    MOST,
    PASS,
    start,
)

SOMETIMES: Final = 0.25
SELDOM: Final = 0.05
"""The probability to try a choice of probability 0, and one whose regret is below `HOPELESS` (small blinds)."""
HOPELESS: Final = -200.0
DEPTH: Final = 48
"""More decisions than one player can have in a hand."""

LEARNER: Final = np.dtype(
    [
        ("regret", np.float32, (SPOTS, CHOICES)),
        ("average", np.float64, (SPOTS, CHOICES)),
        ("random", np.uint64),
        ("deals", np.int64),
        ("nodes", np.int64),
    ],
    align=True,
)
"""A training: sums of regrets and of the average strategy by spot and choice, the random stream, deals done and
decisions visited.

The sums of the average are doubles: from 2**24 on, a single would not grow by 1 any more.
"""

THREAD: Final = np.dtype([("deals", np.int64), ("nodes", np.int64), ("random", np.uint64)], align=True)
"""A learner without its sums, as a responder is and each of many threads: deals done, decisions visited and the random
stream, which is not the first, as it is in `CHANCE`: numba would take one for the other, and warn."""

OF_SPOTS: Final = ("regret", "average")
"""What a training has of each spot."""

POLICY: Final = np.dtype([("chance", np.float32, (SPOTS, CHOICES))])
"""A strategy: the probability of each choice at each spot."""

PLAN: Final = np.dtype(
    [
        ("deals", np.int64),
        ("seats", np.float64, MOST - 1),
        ("strays", np.float64),
        ("astray", np.float64),
        ("scale", np.float64),
        ("responding", np.float64),
        ("facing", np.float64),
        ("facing_scale", np.float64),
        ("epoch", np.float64),
    ],
    align=True,
)
"""A number of deals; the probability of two to six seats; that of a deal with a stray, that of a random choice at each
decision of the stray, what counts of such a deal, and the probability that a stray plays the response; the probability
of a deal with known players, and what counts of such a deal. The number of the epoch: what regrets learn counts as many
times as it says, and what averages learn by its square.
"""

ROLES: Final = np.dtype(
    [
        ("traverser", np.int64),
        ("stray", np.int64),
        ("hero", np.int64),
        ("astray", np.float64),
        ("scale", np.float64),
    ],
    align=True,
)
"""Who does what in a deal: the place of the traverser, -1 for none; that of the stray, -1 for none; that of the hero,
-1 where no known players are met; the probability of a random choice at a decision of the stray, below 0 for one who
plays the response; and what everything learned in this deal counts.
"""


@fast_kernel
def grow(sums: NDArray[Any], at: int, more: Any) -> None:
    """Add to a sum. On a graphics card many threads add at once (`standpat.solver.multiway.gpu_kernel`)."""
    sums[at] += more


@fast_kernel
def matching(regret: NDArray[np.float32], spot: int, allowed: int, chances: NDArray[np.float64]) -> None:
    """Regret matching: probabilities in proportion to the positive regrets, all equal if there is none."""
    total = 0.0
    many = 0
    for a in range(CHOICES):
        chances[a] = 0.0
        if allowed >> a & 1:
            many += 1
            if regret[spot, a] > 0:
                chances[a] = regret[spot, a]
                total += regret[spot, a]
    for a in range(CHOICES):
        if total > 0:
            chances[a] /= total
        elif allowed >> a & 1:
            chances[a] = 1.0 / many


@fast_kernel
def sampled_choice(chance: NDArray[np.float32], spot: int, allowed: int, roll: float) -> int:
    """Sample a choice among those allowed.

    Args:
        chance: A strategy: the probability of each choice at each spot.
        spot: The spot.
        allowed: The choices allowed, a bit each.
        roll: A random number, uniform between 0 and 1.
    """
    last = PASS
    total = 0.0
    for a in range(CHOICES):
        if allowed >> a & 1:
            total += chance[spot, a]
    roll *= total
    for a in range(CHOICES):
        if allowed >> a & 1 and chance[spot, a] > 0:
            last = a
            roll -= chance[spot, a]
            if roll < 0:
                return a
    return last


@fast_kernel
def random_choice(allowed: int, drawing: int, state: Row) -> int:
    """A choice at random among those allowed, all alike, except for a fold."""
    if not drawing:
        allowed &= ~(1 << FOLD)
    at = below(state, BITS[allowed])
    for a in range(CHOICES):
        if allowed >> a & 1:
            if at == 0:
                return a
            at -= 1
    return PASS


@fast_kernel
def deal(hand: Row, deck: Row, roles: Row, cards: Row, plan: Row, state: Row) -> None:
    """Deal a hand, and draw who does what in it.

    Args:
        hand: A row of `hand_kernel.HAND`, is set.
        deck: A row of `deck.DECK`, is set.
        roles: A row of `ROLES`, is set.
        cards: A row of `hand_kernel.CARDS`.
        plan: A row of `PLAN`.
        state: The random stream.
    """
    seats = 2 + sampled(plan.seats, uniform(state))
    new_deck(deck, state)
    start(hand, deck, cards, seats)
    roles.traverser = below(state, seats)
    roles.stray = -1
    roles.hero = -1
    roles.astray = 0.0
    roles.scale = 1.0
    if plan.facing > 0.0 and uniform(state) < plan.facing:
        roles.hero = roles.traverser
        roles.scale = plan.facing_scale
        if uniform(state) < 0.5:
            roles.traverser = -1
        return
    if plan.strays > 0.0 and uniform(state) < plan.strays:
        roles.stray = (roles.traverser + 1 + below(state, seats - 1)) % seats
        roles.scale = plan.scale
        roles.astray = plan.astray
        if plan.responding > 0.0 and uniform(state) < plan.responding:
            roles.astray = -1.0
