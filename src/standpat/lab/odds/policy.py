"""Drawing policies: what is kept, for every hand and every number of draws to come.

A policy sees the value of a hand and the number of draws left. It stands pat, or keeps a set of ranks (a bit mask,
deuce lowest), one card of each; of two cards of a rank it keeps the one of the lower suit. An equity with draws to come
depends on nothing else, so it is always stated with its policies. The texts:

- ``best`` (the default): the best draws if nobody bets any more, against an opponent who began with a random hand and
  draws in the same way (`standpat.bots.check_down`);
- ``pat:9``: stands pat with a nine-low or better, whatever is to come, and with no other hand; other hands draw as is
  best given that. ``pat:T/9/J`` says it for each draw, the last one last;
- ``make:8``: what makes an eight-low or better most often; it never breaks one;
- ``keep:8``: never breaks: it keeps every card up to an eight, one of each rank, until it has an eight-low or better;
  of five ranks that make none (a straight, a flush) it keeps the four with which one card makes it most often;
- ``hold:8``: holds the cards that it was given (two to four, of different ranks) and discards all others, good ones
  too, until it has an eight-low or better;
- ``optimal``: a best response to the other players, whose policies must be stated (`standpat.lab.odds.matchup`);
  ``optimal:pat:9`` is a best response to any range, whose hands draw by ``best``.

The choices are computed in the class game of `standpat.bots.draw`, in which replacements come from all 52 cards without
the kept ones. So it is exact which policy is followed, but another policy may be better with these very cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down import plan_of
from standpat.bots.draw import KEEPS, classes
from standpat.cards.ranking import RANKINGS, Ranking
from standpat.compute.replacements import rank_counts, replaced
from standpat.engine.games import Game
from standpat.lab.odds.low import height, low

Floats: TypeAlias = NDArray[np.float64]

PAT: Final = 1 << 13
"""Replaces a set of ranks: keep all five cards."""

BEST: Final = "best"
OPTIMAL: Final = "optimal"


@dataclass(frozen=True)
class Policy:
    """A drawing policy.

    Attributes:
        text: Its name.
        keep: `keep[left, value]` is what is kept with `left` draws to come, this one included; row 0 is not used.
    """

    text: str
    keep: NDArray[np.uint16] = field(repr=False)


class _Model(NamedTuple):
    """The replacements of all keeps, one after the other: those of keep k begin at `starts[k]`."""

    values: NDArray[np.int64]
    chances: Floats
    starts: NDArray[np.int64]
    ranks: NDArray[np.int64]  # by value: the set of ranks
    deal: Floats  # by value: share of all deals


@cache
def _model(id: str) -> _Model:
    parts = []
    for size in range(5):
        kept = np.array(list(combinations(range(13), size)), np.int64)
        parts.append(replaced(rank_counts(kept, 13), size))
    lengths, sums, chances = (np.concatenate(part) for part in zip(*parts, strict=True))
    hands, by_sum = classes(id), np.array(RANKINGS[id].by_sum)
    starts = np.cumsum([0, *lengths[:-1]])
    return _Model(by_sum[sums], chances, starts, np.array(hands.ranks), np.array(hands.deal))


_SIZES: Final = tuple(
    [
        np.array(
            [
                [sum(1 << r for r in ranks), *[sum(1 << r for r in ranks if r != out) for out in ranks]]
                for ranks in combinations(range(13), size)
            ]
        )
        for size in range(1, 6)
    ]
)
"""By size: a row for each set of ranks, then the sets with one rank fewer."""


def deal_chances(ranking: Ranking) -> Floats:
    """By value, its share of all deals."""
    return _model(ranking.id).deal


def best_keeps(ranking: Ranking, utility: Floats, draws: int, pats: Sequence[int] | None = None) -> NDArray[np.uint16]:
    """What to keep for the largest expected utility.

    Args:
        ranking: The order of hands.
        utility: The utility of each final value.
        draws: Draws to come.
        pats: By draws left, from 1: the worst value that stands pat; exactly these hands do. None for all hands that
            gain by it.

    Returns:
        Shape (draws + 1, values): the ranks to keep, or `PAT`.
    """
    model = _model(ranking.id)
    worth = np.asarray(utility, np.float64).copy()
    keep = np.zeros((draws + 1, ranking.count + 1), np.uint16)
    best = np.zeros(1 << 13)
    choice = np.zeros(1 << 13, np.int64)
    for left in range(1, draws + 1):
        best[:] = -1.0
        best[list(KEEPS)] = np.add.reduceat(model.chances * worth[model.values], model.starts)
        choice[:] = np.arange(1 << 13)
        for rows in _SIZES:
            sets = rows[:, 0]
            for smaller in rows.T[1:]:
                better = best[smaller] > best[sets] + 1e-12
                best[sets] = np.where(better, best[smaller], best[sets])
                choice[sets] = np.where(better, choice[smaller], choice[sets])
        drawn = best[model.ranks]
        pat = worth >= drawn - 1e-12 if pats is None else np.arange(ranking.count + 1) <= pats[left - 1]
        keep[left] = np.where(pat, PAT, choice[model.ranks])
        worth = np.where(pat, worth, drawn)
    return keep


def prospects(
    ranking: Ranking, policy: Policy, draws: int, group: NDArray[np.int64]
) -> tuple[NDArray[np.int64], Floats]:
    """What hands become in the class game, for all hands at once.

    Args:
        ranking: The order of hands.
        policy: The drawing policy.
        draws: The most draws to come.
        group: By final value, its group, from 0.

    Returns:
        By draws left and value, a state: hands of one state have the same future. By state and group, the probability
        to end in the group.
    """
    model = _model(ranking.id)
    starts = dict(zip(KEEPS, zip(model.starts, [*model.starts[1:], len(model.values)], strict=True), strict=True))
    state = np.zeros((draws + 1, ranking.count + 1), np.int64)
    state[0] = group
    chances = np.eye(int(group.max()) + 1)
    for left in range(1, draws + 1):
        keep = policy.keep[left].astype(np.int64)
        known, state[left] = np.unique(np.where(keep == PAT, state[left - 1] - len(chances), keep), return_inverse=True)
        state[left] += len(chances)
        rows = [chances[known[known < 0]]]  # pat: the state with a draw less
        for ranks in known[known >= 0]:
            first, end = starts[int(ranks)]
            rows.append(model.chances[None, first:end] @ chances[state[left - 1, model.values[first:end]]])
        chances = np.concatenate([chances, *rows])
    return state, chances


def final_chances(ranking: Ranking, policy: Policy, start: Floats, left: int) -> Floats:
    """By value, the probability at the end, in the class game, of hands that come as `start` with `left` draws to
    come.
    """
    model = _model(ranking.id)
    place = np.zeros(1 << 13, np.int64)
    place[list(KEEPS)] = np.arange(len(KEEPS))
    lengths = np.diff([*model.starts, len(model.values)])
    now = start
    for draw in range(left, 0, -1):
        keep = policy.keep[draw].astype(np.int64)
        pat = keep == PAT
        mass = np.bincount(place[keep[~pat]], now[~pat], len(KEEPS))
        drawn = np.bincount(model.values, model.chances * np.repeat(mass, lengths), ranking.count + 1)
        now = np.where(pat, now, 0.0) + drawn
    return now


def beating(finals: Sequence[Floats]) -> Floats:
    """By value, the probability to beat opponents with these final hands; a tie with one counts half."""
    share = np.ones(len(finals[0]))
    for final in finals:
        share *= 1 - np.cumsum(final) + final / 2
    return share


def answer(ranking: Ranking, finals: Sequence[Floats], draws: int) -> Policy:
    """The policy ``optimal`` against opponents with these final hands."""
    return Policy(OPTIMAL, best_keeps(ranking, beating(finals), draws))


def policy(text: str, game: Game, draws: int, held: int = 0) -> Policy:
    """Read a policy.

    Args:
        text: The policy.
        game: The game.
        draws: The most draws to come.
        held: The ranks that ``hold`` holds.

    Returns:
        The policy.

    Raises:
        ValueError: There is no such policy.
    """
    return _policy(text, game.ranking, game, draws, held)


@cache
def _policy(text: str, id: str, game: Game, draws: int, held: int) -> Policy:
    ranking = RANKINGS[id]
    kind, _, rest = text.partition(":")
    if kind == BEST and not rest:
        return Policy(text, best_keeps(ranking, _check_down(game), draws))
    if kind == "pat" and rest:
        stated = [low(ranking, part) for part in rest.split("/")]
        while len(stated) < draws:
            stated.insert(0, stated[0])
        return Policy(text, best_keeps(ranking, _check_down(game), draws, stated[::-1]))
    if kind == "make" and rest:
        made = (np.arange(ranking.count + 1) <= low(ranking, rest)).astype(np.float64)
        return Policy(text, best_keeps(ranking, made, draws))
    if kind == "hold" and rest:
        if not held:
            raise ValueError(f"policy {text!r} holds one to four cards of different ranks: give the hand only these")
        keep = np.full((draws + 1, ranking.count + 1), held, np.uint16)
        keep[:, : low(ranking, rest) + 1] = PAT
        return Policy(text, keep)
    if kind == "keep" and rest:
        return Policy(text, _kept_up_to(ranking, low(ranking, rest), draws))
    raise ValueError(
        f"{text!r} is not a drawing policy: "
        "expected best, pat:LOW, make:LOW, keep:LOW, hold:LOW, optimal or optimal:RANGE"
    )


def _kept_up_to(ranking: Ranking, worst: int, draws: int) -> NDArray[np.uint16]:
    """What ``keep`` keeps: all ranks up to the highest of this low."""
    if worst >= ranking.starts[1]:
        raise ValueError("keep:LOW wants a low such as 8 or 9-7")
    model = _model(ranking.id)
    top = _top(ranking, worst)
    good = model.ranks & sum([1 << r for r in range(13) if height(ranking, r) <= top])
    made = np.arange(ranking.count + 1) <= worst
    chance = np.zeros(1 << 13)
    chance[list(KEEPS)] = np.add.reduceat(model.chances * made[model.values], model.starts)
    for rows in _SIZES[4:]:  # five ranks that do not make the low: keep the best four
        best = rows[np.arange(len(rows)), 1 + chance[rows[:, 1:]].argmax(axis=1)]
        four = np.arange(1 << 13)
        four[rows[:, 0]] = best
        good = four[good]
    return np.tile(np.where(made, PAT, good).astype(np.uint16), (draws + 1, 1))


def _top(ranking: Ranking, value: int) -> int:
    """The height of the highest card of a value."""
    ranks = classes(ranking.id).ranks[value]
    return max([height(ranking, r) for r in range(13) if ranks >> r & 1])


def _check_down(game: Game) -> Floats:
    """By value, what it is worth at the end, by the game's plan."""
    return np.array(plan_of(game).worth[0])
