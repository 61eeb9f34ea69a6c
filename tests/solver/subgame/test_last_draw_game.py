"""The last draw as a game of groups: its values, the gain from solving it, and missing cards."""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest

from standpat.bots.strategy_file import Node
from standpat.cards.ranking import RANKINGS
from standpat.engine.games import game
from standpat.solver.game.draw_transitions import every_keep, key
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.kernels.range_pairs import spread
from standpat.solver.subgame.last_draw_game import Array, DrawPlay, LastDraw
from standpat.solver.subgame.matrix_round import Ends

pytestmark = pytest.mark.extended

BET_OR_CHECK = (  # seat 1 bets or not, seat 0 calls or folds
    Node(1, "xb", (1, 2), -1, 0, 0, 0),
    Node(0, "", (), 0, 0, 0, 0),
    Node(0, "fc", (3, 4), -1, 0, 1, 2),
    Node(0, "", (), -1, 0, 0, 0),
    Node(0, "", (), 1, 2, 0, 0),
)
GROUPS, BLOCKS, COUNTS, STRETCHES = (6, 4), (3, 2), 2, 5


def shares(random: np.random.Generator, *shape: int, axis: int = -1) -> Array:
    found = random.random(shape)
    return np.asarray(found / found.sum(axis=axis, keepdims=True), np.float32)


def small(seed: int, first: int, *, plain: bool = False) -> LastDraw:
    """A random game. With `plain`, the hand of one seat has no influence on the cards of the other."""
    random = np.random.default_rng(seed)
    chance = shares(random, *GROUPS, axis=(0, 1))  # type: ignore[arg-type]
    drawn = [shares(random, BLOCKS[1 - seat], GROUPS[seat], STRETCHES) for seat in (0, 1)]
    if plain:
        chance = shares(random, GROUPS[0])[:, None] * shares(random, GROUPS[1])
        drawn = [np.broadcast_to(one[:1], one.shape).copy() for one in drawn]
    spreads = tuple([[shares(random, GROUPS[seat], STRETCHES), drawn[seat]] for seat in (0, 1)])
    place = np.arange(STRETCHES)
    shown = np.stack([np.sign(place - place[:, None] + o / 8 - 0.2) for o in range(COUNTS**2)]).astype(np.float32)
    return LastDraw(first, chance, spreads, shown, Ends(BET_OR_CHECK, 4, 2))  # type: ignore[arg-type]


def by_chance(game: LastDraw, seed: int) -> DrawPlay:
    random = np.random.default_rng(seed)
    flat = game.flat()
    return DrawPlay(
        shares(random, *flat.first.shape, axis=0),
        shares(random, *flat.second.shape, axis=1),
        [shares(random, *bet.shape, axis=1) if bet.size else bet for bet in flat.bets],
    )


def deals(game: LastDraw, play: DrawPlay, other: DrawPlay) -> Iterator[tuple[float, float]]:
    """The probability of every course of the hand, and what seat 0 wins."""
    plays = (play, other)
    for g, h, one, two, k, j in product(*map(range, (*GROUPS, COUNTS, COUNTS, STRETCHES, STRETCHES))):
        held, places = (g, h), (one, two) if game.first == 0 else (two, one)
        chance = game.chance[g, h] * plays[game.first].first[one, held[game.first]]
        chance *= plays[1 - game.first].second[one, two, held[1 - game.first]]
        for seat, stretch in ((0, k), (1, j)):
            table = game.spread[seat][places[seat]]
            block = held[1 - seat] * BLOCKS[1 - seat] // GROUPS[1 - seat]
            chance *= table[held[seat], stretch] if not places[seat] else table[block, held[seat], stretch]
        o = one * COUNTS + two
        bets, calls = other.bets[0][o, 1, j], play.bets[2][o, 1, k]
        won = game.shown[o, k, j]
        yield float(chance), float((1 - bets) * 4 * won + bets * (calls * 6 * won - (1 - calls) * 4))


@pytest.mark.parametrize("first", [0, 1])
def test_the_value_of_a_play_agrees_with_enumeration(first: int) -> None:
    game = small(1, first)
    play, other = by_chance(game, 2), by_chance(game, 3)
    courses = list(deals(game, play, other))
    assert sum([chance for chance, _ in courses]) == pytest.approx(1, abs=1e-5)
    assert game.value(play, other) == pytest.approx(sum([chance * won for chance, won in courses]), abs=1e-5)
    for one in (play, other):
        value = game.value(one, one)
        assert game.response(0, one) >= value - 1e-6
        assert game.response(1, one) >= -value - 1e-6


def test_groups_that_do_not_fill_the_blocks_are_refused() -> None:
    game = small(1, 0)
    with pytest.raises(ValueError, match="cannot be divided into"):
        LastDraw(0, game.chance[:5], game.spread, game.shown, game.ends)


@pytest.mark.parametrize("first", [0, 1])
def test_solve_approaches_an_equilibrium(first: int) -> None:
    game = small(4, first, plain=True)
    before, after = game.exploitability(game.flat()), game.exploitability(game.solve(1000))
    assert -1e-6 < after < 0.02 * before


def test_with_card_removal_the_solution_loses_much_less_than_uniform_play() -> None:
    game = small(5, 1)
    assert game.exploitability(game.solve(300)) < 0.3 * game.exploitability(game.flat())


@pytest.mark.parametrize(("held", "kept", "theirs"), [("2347K", "2347", "23458"), ("237KK", "237", "2347K")])
def test_replacements_exclude_the_cards_that_both_seats_hold(held: str, kept: str, theirs: str) -> None:
    classes = HandClasses(RANKINGS[game("27td").ranking])
    menu = every_keep(classes)
    own, other = classes.hands[classes.ranks_of(held)], classes.hands[classes.ranks_of(theirs)]
    keep = tuple(sorted("23456789TJQKA".index(rank) for rank in kept))
    ranks = np.array([[hand.count(rank) for rank in range(13)] for hand in classes.hands])
    row = int(np.flatnonzero(menu.kept[len(classes) :] == key(keep))[0]) + len(classes)
    share, rows, left = np.zeros(len(classes)), np.zeros(len(classes), np.int64), np.zeros((len(classes), 13), np.int64)
    index = classes.ranks_of(held)
    share[index], rows[index], left[index] = 0.7, row, [keep.count(rank) for rank in range(13)]
    found = np.zeros((1, 1, len(classes)), np.float32)
    spread(
        share,
        np.zeros(len(classes), np.int64),
        ranks,
        rows,
        menu.entry,
        menu.target,
        left,
        np.array([[float(other.count(rank)) for rank in range(13)]]),
        np.arange(len(classes)),
        found,
    )
    deck = [rank for rank in range(13) for _ in range(4 - own.count(rank) - other.count(rank))]
    counted = np.zeros(len(classes))
    fills = list(combinations(deck, 5 - len(keep)))
    for fill in fills:
        counted[classes.plain[tuple(sorted((*keep, *fill)))]] += 1 / len(fills)
    assert found[0, 0] == pytest.approx(counted, abs=1e-6)
