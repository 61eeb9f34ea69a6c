"""The states of hands in the values of two players (`standpat.lab.heads_up.values`).

`states_of(game)` groups hands by what they are worth if nobody bets any more (`standpat.bots.check_down`):

- after the last draw, `FINAL` spans of final hands, narrower for better hands;
- before it, by whether the plan stands pat, or how many cards it draws, and within that by strength (`KINDS`).

A player may draw 0 to `COUNTS` - 1 cards or more, and keeps the best cards of that number.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down import Plan, plan_of
from standpat.bots.check_down_values import PAT
from standpat.bots.draw import classes, replacements
from standpat.engine.games import Game

FINAL: Final = 128
"""States after the last draw."""
KINDS: Final = (18, 10, 20, 12, 4)
"""Before a draw, the states of hands that the plan stands pat with; of those that draw though they might stand pat; and
of others that draw one card, two, three or more."""
STATES: Final = sum(KINDS)
COUNTS: Final = 4
"""Numbers of cards told apart: 0, 1, 2, and 3 or more."""
MADE: Final = (0.27, 0.33, 0.41)
"""By draws left less one: the chance to beat a final hand from which a hand might stand pat."""

Floats = NDArray[np.float64]


class HandStates(NamedTuple):
    """The states of a game's hands. Draws left come first; the values of hands are those of the ranking.

    Attributes:
        state: By draws left and value, the state.
        mass: By draws left and value, the probability of the hand if both play the plan from a random deal.
        keep: By draws left, value and count: the set of ranks kept, a bit mask; index 0 of the counts is unused.
        reach: By draws left, by set of ranks kept: the distribution over the states with one draw fewer.
        moves: By draws left: shape (counts, states, states with one draw fewer), the mean distribution of a state.
        pat_after: By draws left and value, the state with one draw fewer if the hand stands pat.
    """

    state: tuple[NDArray[np.int64], ...]
    mass: tuple[Floats, ...]
    keep: tuple[NDArray[np.int64], ...]
    reach: tuple[dict[int, Floats], ...]
    moves: tuple[Floats, ...]

    def after(self, left: int, value: int, count: int) -> Floats:
        """The distribution of a hand over the states with one draw fewer, if it draws so many cards.

        Args:
            left: Draws left, this one included.
            value: The value of the hand.
            count: The number of cards; 3 stands for 3 or more.
        """
        if count:
            return self.reach[left][int(self.keep[left][value, count])]
        row = np.zeros(size(left - 1))
        row[self.state[left - 1][value]] = 1
        return row


def size(left: int) -> int:
    """The number of states with so many draws left."""
    return STATES if left else FINAL


@cache
def states_of(game: Game) -> HandStates:
    """The states of a game; they are kept for the process."""
    plan = plan_of(game)
    masses = _masses(plan)
    state = [_final_states(plan)]
    keeps: list[NDArray[np.int64]] = [np.zeros((0, COUNTS), np.int64)]
    reach: list[dict[int, Floats]] = [{}]
    moves: list[Floats] = [np.zeros((0, 0, 0))]
    for left in range(1, plan.draws + 1):
        state.append(_states(plan, left, masses[left]))
        reach.append(_reach(plan, state[left - 1], size(left - 1)))
        keeps.append(_keeps(plan, left))
        moves.append(_moves(state, masses[left], keeps[left], reach[left], left))
    return HandStates(tuple(state), tuple(masses), tuple(keeps), tuple(reach), tuple(moves))


def _masses(plan: Plan) -> list[Floats]:
    mass = list(classes(plan.ranking.id).deal)
    masses = [np.array(mass)]
    for left in range(plan.draws, 0, -1):
        mass = plan.drawn(mass, left)
        masses.append(np.array(mass))
    return masses[::-1]


def _final_states(plan: Plan) -> NDArray[np.int64]:
    middle = np.cumsum(plan.final) - np.array(plan.final) / 2
    return np.searchsorted((np.arange(1, FINAL) / FINAL) ** 1.35, middle)


def _states(plan: Plan, left: int, mass: Floats) -> NDArray[np.int64]:
    """The states of hands before a draw, better kinds first and within a kind the best hand last."""
    choice = np.array(plan.choice[left])
    drawn = np.array([0 if keep == PAT else 5 - int(keep).bit_count() for keep in choice])
    pat, worth = np.array(plan.worth[0]), np.array(plan.worth[left])
    might = (drawn > 0) & (pat >= MADE[left - 1])
    kind = np.where(drawn == 0, 0, np.where(might, 1, 1 + np.minimum(drawn, 3)))
    state = np.zeros(len(pat), np.int64)
    base = 0
    for number, many in enumerate(KINDS):
        chosen = kind == number
        chosen[0] = False
        strength = pat if number < 2 else worth
        state[chosen] = base + _spans(strength[chosen], mass[chosen], many)
        base += many
    return state


def _spans(worth: Floats, mass: Floats, many: int) -> NDArray[np.int64]:
    """Divide the mass into spans, worst first; better spans are smaller."""
    order = np.argsort(worth, kind="stable")
    share = mass[order] + 1e-9
    middle = (np.cumsum(share) - share / 2) / share.sum()
    spans = np.zeros(len(worth), np.int64)
    spans[order] = np.minimum((middle**1.4 * many).astype(np.int64), many - 1)
    return spans


def _reach(plan: Plan, state: NDArray[np.int64], many: int) -> dict[int, Floats]:
    """By set of ranks kept: the distribution over the states after the draw."""
    return {
        keep: np.bincount(state[list(values)], chances, many).astype(np.float64)
        for keep, (values, chances, _) in replacements(plan.ranking.id).items()
    }


def _keeps(plan: Plan, left: int) -> NDArray[np.int64]:
    """By value and count: the best set of ranks to keep. Hands with too few ranks keep all of them."""
    after = np.array(plan.worth[left - 1])
    worth = {
        keep: float(np.dot(chances, after[list(values)]))
        for keep, (values, chances, _) in replacements(plan.ranking.id).items()
    }
    best: dict[tuple[int, int], tuple[float, int]] = {}

    def best_of(mask: int, cards: int) -> tuple[float, int]:
        if mask.bit_count() <= cards:
            return worth.get(mask, -1.0), mask
        if (mask, cards) not in best:
            parts = [mask ^ (1 << rank) for rank in range(13) if mask >> rank & 1]
            best[mask, cards] = max([best_of(part, cards) for part in parts])
        return best[mask, cards]

    keeps = np.zeros((len(after), COUNTS), np.int64)
    for value, mask in enumerate(classes(plan.ranking.id).ranks):
        if value:
            for count in range(1, COUNTS - 1):
                keeps[value, count] = best_of(mask, 5 - count)[1]
            keeps[value, 3] = max([best_of(mask, cards) for cards in (0, 1, 2)])[1]
    return keeps


def _moves(
    state: list[NDArray[np.int64]], mass: Floats, keeps: NDArray[np.int64], reach: dict[int, Floats], left: int
) -> Floats:
    """By count and state, the mean distribution over the states after the draw."""
    before, after = size(left), size(left - 1)
    moves = np.zeros((COUNTS, before, after))
    weight = mass + 1e-9
    weight[0] = 0
    np.add.at(moves[0], (state[left], state[left - 1]), weight)
    names = {keep: number for number, keep in enumerate(reach)}
    rows = np.array(list(reach.values()))
    for count in range(1, COUNTS):
        kept = np.zeros((before, len(rows)))
        number = np.array([names[int(keep)] for keep in keeps[1:, count]])
        np.add.at(kept, (state[left][1:], number), weight[1:])
        moves[count] = kept @ rows
    total = moves.sum(axis=2, keepdims=True)
    found: Floats = moves / np.where(total > 0, total, 1)
    return found
