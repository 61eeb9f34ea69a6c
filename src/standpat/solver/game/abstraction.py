"""Card abstraction for draw games: `blueprint_problem` has fewer states than hand classes, few enough for triple draw.

Before the first draw every class is a state. On the streets between the draws, classes with similar prospects are
merged. A prospect is the probability of each final strength after each number of cards that the class may draw, when it
plays on for the showdown; counts closer to the best one weigh more. After the last draw the states are stretches of
strength. At each draw a class has one keep for each count, the best for the showdown.

`nested_states` has several such abstractions, from fine to coarse, for `standpat.solver.game.grades`: on the last two
streets the states of one are runs of consecutive states of a finer one.

The problem carries its `Abstraction`, with which `standpat.solver.response.lift` plays the strategy over all classes.
So the best response to it is exact: it has all classes, all keeps, and draws that the strategy was not trained for.
"""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.engine.games import Game, Stakes
from standpat.solver.game.betting_tree import wagering
from standpat.solver.game.class_game import COUNTS, game_of, recipe_of
from standpat.solver.game.draw_transitions import Draw, chosen_keeps, every_keep, showdown_worth
from standpat.solver.game.hand_classes import HandClasses, hand_classes
from standpat.solver.game.problem import Abstraction, Draws, Independent, Problem
from standpat.solver.game.public_tree import Tree

LEVELS = 24
"""Levels of strength by which prospects are compared."""
ROUNDS = 12
"""Rounds of Lloyd's algorithm."""
CLOSENESS = 12.0
"""How fast a count loses weight with the showdown probability that it gives up."""


def blueprint_problem(
    game: Game,
    stakes: Stakes,
    *,
    states: Sequence[int],
    counts: Sequence[Sequence[int]],
    ranks: int = 13,
    of: Sequence[NDArray[np.int32]] | None = None,
) -> Problem:
    """Build the class game of a draw game over coarse states.

    Args:
        game: The game.
        stakes: The stakes.
        states: By draw, the most states after it.
        counts: By draw, the numbers of cards that may be drawn.
        ranks: Ranks of the deck, deuce first.
        of: By street, the state of each class, if it was computed before. Another machine, or the same one with another
            number of threads, may round differently and get one state more or less.

    Returns:
        The problem, with its abstraction.

    Raises:
        ValueError: States or counts are not given for each draw, or some class cannot draw one of the counts.
    """
    hands, allowed = _hands(game, len(states), counts, ranks), [tuple(c) for c in counts]
    classes, one, before = hands.classes, hands.one, hands.before
    draws = len(one)
    if of is None:
        of = [np.arange(len(classes), dtype=np.int32)]
        of += [_clusters(hands.prospects(d), before[d], min(states[d - 1], len(classes))) for d in range(1, draws)]
        of.append(_stretches(hands.final, states[-1]))
    sizes = tuple([int(o.max()) + 1 for o in of])
    menus = [_coarse(one[d], of[d], of[d + 1], before[d], sizes[d], sizes[d + 1]) for d in range(draws)]
    links = [Draws((1, 0), (m, m), (m, m)) for m in menus]
    lifted = [_lifted(one[d], of[d], menus[d]) for d in range(draws)]
    recipe: dict[str, Any] = recipe_of(game, stakes, ranks) | {
        "kind": "blueprint",
        "states": list(states),
        "counts": [list(c) for c in allowed],
    }
    tree = Tree(wagering(game, stakes), tuple([link.outcomes for link in links]), stakes.big_blind)
    prior = np.stack([classes.chance] * 2)
    abstraction = Abstraction(tuple(of), tuple(lifted), tuple(hands.every), classes.chance)
    return Problem(tree, sizes, prior, tuple(links), Independent(), recipe, abstraction)


def from_recipe(recipe: Mapping[str, Any], of: Sequence[NDArray[np.int32]] | None = None) -> Problem:
    """The problem of a recipe.

    Args:
        recipe: A recipe of the kind ``blueprint``.
        of: By street, the state of each class, if it was computed before.

    Returns:
        The problem.
    """
    record, stakes = game_of(recipe)
    shape = {name: recipe[name] for name in ("states", "counts", "ranks")}
    return blueprint_problem(record, stakes, **shape, of=of)


def nested_states(
    game: Game,
    *,
    states: Sequence[int],
    last_two: Sequence[tuple[int, int]],
    counts: Sequence[Sequence[int]],
    ranks: int = 13,
) -> list[list[NDArray[np.int32]]]:
    """Abstractions that are nested on the last two streets.

    Args:
        game: The game.
        states: By draw except for the last two, the most states after it.
        last_two: By abstraction, from fine to coarse, the most states after the last draw but one and after the last.
        counts: By draw, the numbers of cards that may be drawn.
        ranks: Ranks of the deck, deuce first.

    Returns:
        By abstraction, the state of each class on each street.

    Raises:
        ValueError: There are fewer than two draws, states or counts are not given for each, or an abstraction has more
            states than the one before it.
    """
    if game.draw_rounds < 2:
        raise ValueError(f"{game.id} has no two streets after a draw: the states of its one draw cannot be nested")
    for finer, coarser in itertools.pairwise(last_two):
        if coarser[0] > finer[0] or coarser[1] > finer[1]:
            raise ValueError(f"{coarser} is not coarser than {finer}: give states from fine to coarse")
    hands = _hands(game, len(states) + 2, counts, ranks)
    many, draws = len(hands.classes), game.draw_rounds
    first = [np.arange(many, dtype=np.int32)]
    first += [_clusters(hands.prospects(d), hands.before[d], min(states[d - 1], many)) for d in range(1, draws - 1)]
    prospects, weight, now = hands.prospects(draws - 1), hands.before[draws - 1], np.arange(many, dtype=np.int32)
    merged, ends = [], [np.arange(many, dtype=np.int32)]
    for size, end in last_two:
        mass = _sums(now, weight)
        middle = np.stack([_sums(now, weight * column) for column in prospects.T], axis=1) / mass[:, None]
        now = _clusters(middle, mass, min(size, len(mass)))[now]
        merged.append(now)
        ends.append(_stretches(_sums(ends[-1], hands.final), end)[ends[-1]])
    order = np.lexsort(merged)
    return [[*first, _renumbered(of, order), end] for of, end in zip(merged, ends[1:], strict=True)]


def _sums(of: NDArray[np.int32], numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """By state, the sum over its classes."""
    return np.bincount(of, numbers).astype(np.float64)


def _renumbered(of: NDArray[np.int32], order: NDArray[np.int64]) -> NDArray[np.int32]:
    """The same states with new numbers, in the order in which they come first."""
    _, first = np.unique(of[order], return_index=True)
    number = np.empty(len(first), np.int32)
    number[np.argsort(first)] = np.arange(len(first))
    renumbered: NDArray[np.int32] = number[of]
    return renumbered


class _Hands(NamedTuple):
    """What the abstractions of a game have in common.

    Attributes:
        classes: The hand classes.
        worth: By number of draws left, the showdown worth of each class.
        one: By draw, one keep for each count.
        every: By draw, all keeps.
        before: By draw, the probability of each class before it.
        final: The probability of each class at the end.
    """

    classes: HandClasses
    worth: list[NDArray[np.float64]]
    one: list[Draw]
    every: list[Draw]
    before: list[NDArray[np.float64]]
    final: NDArray[np.float64]

    def prospects(self, draw: int) -> NDArray[np.float64]:
        """By class, what it may become from this draw on."""
        return _prospects(self.one[draw:], self.worth[: len(self.one) - draw + 1], self.final)


def _hands(game: Game, given: int, counts: Sequence[Sequence[int]], ranks: int) -> _Hands:
    draws = game.draw_rounds
    if given != draws or len(counts) != draws:
        raise ValueError(f"{game.id} has {draws} draws: give states and counts for each")
    classes = hand_classes(game.ranking, ranks)
    menu = every_keep(classes)
    worth = showdown_worth(menu, classes.chance, draws)
    one = [chosen_keeps(menu, worth[draws - d - 1], tuple(counts[d])) for d in range(draws)]
    every = [chosen_keeps(menu, worth[draws - d - 1], COUNTS, 32) for d in range(draws)]
    return _Hands(classes, worth, one, every, *_played(classes, one, worth))


def _played(
    classes: HandClasses, draws: list[Draw], worth: list[NDArray[np.float64]]
) -> tuple[list[NDArray[np.float64]], NDArray[np.float64]]:
    """The probabilities of the classes before each draw and at the end, if both players draw for the showdown."""
    before = [classes.chance]
    for number, draw in enumerate(draws):
        value = draw.expected(worth[len(draws) - number - 1])[draw.row]
        state = np.repeat(np.arange(draw.states), np.diff(draw.first))
        best = draw.row[np.lexsort((-value, state))[draw.first[:-1]]]
        mass = np.bincount(best, before[-1], minlength=len(draw.kept))
        flow = np.repeat(mass, np.diff(draw.entry)) * draw.chance
        before.append(np.bincount(draw.target, flow, minlength=len(classes)).astype(np.float64))
    # Mix in some of the deal, so that no class has weight 0.
    before = [0.95 * h + 0.05 * classes.chance for h in before]
    return before[:-1], before[-1]


def _stretches(final: NDArray[np.float64], number: int) -> NDArray[np.int32]:
    """Stretches of strength, about equally likely at the end, but narrower for the best hands."""
    below = np.cumsum(final) - final / 2
    cut = np.floor(np.sqrt(below) * (number + 1) * 0.5 + below * number * 0.5).astype(np.int64)
    return np.unique(np.minimum(cut, number - 1), return_inverse=True)[1].astype(np.int32)


def _prospects(draws: list[Draw], worth: list[NDArray[np.float64]], final: NDArray[np.float64]) -> NDArray[np.float64]:
    """By class, what it may become over these draws, of which the first is the next one: shape (classes, numbers)."""
    levels = np.searchsorted(np.cumsum(final), np.arange(1, LEVELS) / LEVELS)
    reach = np.stack([np.arange(len(final)) <= level for level in levels], axis=1).astype(np.float64)
    features = reach
    for left, draw in enumerate(reversed(draws)):
        rows = np.stack([draw.expected(column) for column in reach.T], axis=1)[draw.row]
        value = draw.expected(worth[left])[draw.row]
        state = np.repeat(np.arange(draw.states), np.diff(draw.first))
        best = np.lexsort((-value, state))[draw.first[:-1]]
        loss = value[best][state] - value
        near = np.exp(-CLOSENESS * loss)[:, None]
        features = (near * rows).reshape(draw.states, -1)
        reach = rows[best]
    return features


def _clusters(points: NDArray[np.float64], weight: NDArray[np.float64], number: int) -> NDArray[np.int32]:
    """Lloyd's algorithm (Lloyd 1982), which starts from centres evenly spread along the first principal direction;
    nothing is random.
    """
    middle = points - np.average(points, axis=0, weights=weight)
    _, axes = np.linalg.eigh((middle * weight[:, None]).T @ middle)
    order = np.argsort(middle @ axes[:, -1], kind="stable")
    share = np.cumsum(np.sqrt(weight[order]))
    chosen = np.unique(np.searchsorted(share, (np.arange(number) + 0.5) / number * share[-1]))
    centres = points[order[chosen]]
    nearest = np.zeros(len(points), np.int64)
    for _ in range(ROUNDS):
        nearest = _nearest(points, centres)
        mass = np.bincount(nearest, weight, len(centres))
        sums = np.stack([np.bincount(nearest, weight * column, len(centres)) for column in points.T], axis=1)
        centres = np.where(mass[:, None] > 0, sums / np.maximum(mass, 1e-300)[:, None], centres)
    return np.unique(nearest, return_inverse=True)[1].astype(np.int32)


def _nearest(points: NDArray[np.float64], centres: NDArray[np.float64]) -> NDArray[np.int64]:
    squares = (centres**2).sum(axis=1)
    parts = [np.argmin(squares - 2 * part @ centres.T, axis=1) for part in np.array_split(points, 16)]
    return np.concatenate(parts)


def _coarse(
    draw: Draw, of: NDArray[np.int32], after: NDArray[np.int32], weight: NDArray[np.float64], size: int, to: int
) -> Draw:
    """The draw between the states: each count's row is the mean over the classes of the state."""
    many = len(draw.counts)
    if not (np.diff(draw.first) == many).all():
        raise ValueError(f"some class cannot draw one of {draw.counts.tolist()}")
    if size == draw.states:
        return _relabelled(draw, after, to)
    share = weight / np.bincount(of, weight, size)[of]
    dense = np.zeros((many, size, to))
    for count in range(many):
        row = draw.row[draw.first[:-1] + count]
        for i in range(draw.states):
            low, high = draw.entry[row[i]], draw.entry[row[i] + 1]
            np.add.at(dense[count, of[i]], after[draw.target[low:high]], share[i] * draw.chance[low:high])
    rows = many * size
    option = np.arange(rows, dtype=np.int32)
    state, place = option // many, option % many
    return Draw(
        np.arange(0, rows + 1, many, dtype=np.int32),
        (place * size + state).astype(np.int32),
        np.arange(0, rows * to + 1, to, dtype=np.int32),
        np.tile(np.arange(to, dtype=np.int32), rows),
        dense.reshape(-1).astype(np.float32),
        draw.counts,
        np.arange(0, rows + 1, size, dtype=np.int32),
        np.arange(rows, dtype=np.int64),
        option,
    )


def _relabelled(draw: Draw, after: NDArray[np.int32], to: int) -> Draw:
    """The draw from single classes into coarse states: the same rows, with the entries of one state added up."""
    row = np.repeat(np.arange(len(draw.kept)), np.diff(draw.entry))
    pairs, place = np.unique(row * to + after[draw.target], return_inverse=True)
    chance = np.bincount(place, draw.chance)
    entry = np.searchsorted(pairs, np.arange(len(draw.kept) + 1) * to)
    return draw._replace(
        entry=entry.astype(np.int32), target=(pairs % to).astype(np.int32), chance=chance.astype(np.float32)
    )


def _lifted(draw: Draw, of: NDArray[np.int32], coarse: Draw) -> Draw:
    """The options of the classes; their weights are those of the options of their states."""
    many = len(draw.counts)
    slot = coarse.first[of][:, None] + np.arange(many, dtype=np.int32)
    return draw._replace(slot=slot.reshape(-1).astype(np.int32))
