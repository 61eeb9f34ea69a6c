"""Any player as a strategy of the class game: `played(problem, player)` asks it with every hand at every spot.

`player` is what sits at tables, a function of a `standpat.bots.Situation`. It is asked on the engine's own hand,
played to the spot, with cards of each class in its place: real events, real legal actions. What it does is counted
over `samples` questions; `random` runs on from `seed`. Spots that it never comes to with a hand are not asked, and
count as all alike. `samples` = 1 makes a mixed player pure hand by hand: a responder, who does not see the hand, meets
the mixture over the classes all the same.

What the class game cannot know is made up: the suits (a class that is no flush gets mixed ones); after a draw, that
the highest cards of the hand are those drawn, and that what was thrown was the highest ranks it does not hold. A size
that is not in the menu of a game without a limit becomes the nearest one in it.

`at_random(problem)` is the random player by its probabilities. `standing(name)` are players who never draw and play
all hands alike, as policies of a spot: `folder`, `caller` and `raiser`. These can be scored in triple draw too
(`standing_problem`), where every class at every spot is too much.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import comb, prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.bots import Player, Situation
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Discard, Raise
from standpat.engine.dealer import Dealer
from standpat.engine.event import DealHole, DiscardAnnounced, DrawResult, Event
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand
from standpat.solver.game.abstraction import blueprint_problem
from standpat.solver.game.betting_tree import letter
from standpat.solver.game.class_game import game_of
from standpat.solver.game.draw_transitions import Draw, key
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.game.problem import Problem
from standpat.solver.game.spot import Spot, spots
from standpat.solver.game.strategy import Policy, Strategy

DEEP = 1000
"""Big blinds in front of each seat of a limit game: nobody is ever all-in."""
STANDING = ("folder", "caller", "raiser")

Mask = NDArray[np.bool_]


def played(
    problem: Problem,
    player: Player,
    *,
    samples: int = 1,
    seed: int = 1,
    watch: Callable[[Spot], object] = lambda spot: None,
) -> Strategy:
    """The strategy of a player in a single-draw problem over the classes; `watch` is told each spot."""
    if problem.recipe.get("kind") not in ("draw", "removal") or len(problem.sizes) != 2:
        raise ValueError("a player is asked in single draw over the whole classes: too many spots elsewhere")
    table = _Table(problem, player, samples, Random(seed))
    for spot in spots(problem):
        watch(spot)
        table.ask(spot)
    return Strategy(problem, table.weights)


class _Table:
    """By place in the tree (a path without its last stroke): the moves there, and who comes with which classes."""

    def __init__(self, problem: Problem, player: Player, samples: int, random: Random) -> None:
        self.game, self.stakes = game_of(problem.recipe)
        self.player, self.samples, self.random = player, samples, random
        self.limit = self.game.betting == "fixed-limit"
        self.stack = problem.recipe["stack"] or DEEP * self.stakes.big_blind
        self.weights = np.zeros(problem.size, np.float32)
        self.classes = HandClasses(RANKINGS[self.game.ranking], problem.recipe["ranks"])
        self._cards = [cards_of(self.classes, i) for i in range(len(self.classes))]
        everything = np.ones(len(self.classes), bool)
        self._moves: dict[str, tuple[Action | int, ...]] = {"": ()}
        self._here: dict[str, tuple[Mask, Mask]] = {"": (everything, everything)}

    def ask(self, spot: Spot) -> None:
        """What the player does at a spot, and where that leads it."""
        place = spot.path.removesuffix("/") if spot.path else ""
        moves, here = self._moves[place], self._here.pop(place)
        held = np.flatnonzero(here[spot.seat])
        part = self.weights[spot.slot : spot.slot + spot.length]
        if len(held):
            views = self._views(moves, spot)
            if spot.menu is None:
                self._bets(spot, held, views, part.reshape(len(spot.actions), spot.states))
            else:
                self._draws(spot.menu, held, views, part)
        labels = spot.actions if spot.menu is None else spot.menu.counts.tolist()
        for number, move in enumerate(labels):
            name = str(move) if isinstance(move, int) else letter(move, self.limit)
            after = spot.path + name
            self._moves[after] = (*moves, move)
            mine = self._after(spot, number, here[spot.seat], part)
            self._here[after] = (mine, here[1]) if spot.seat == 0 else (here[0], mine)

    def _after(self, spot: Spot, number: int, held: Mask, part: NDArray[np.float32]) -> Mask:
        """The classes of the acting seat after its action or count `number`."""
        if spot.menu is None:
            taken: Mask = held & (part.reshape(len(spot.actions), spot.states)[number] > 0)
            return taken
        menu, after = spot.menu, np.zeros(len(self.classes), bool)
        used = np.zeros(len(menu.kept), bool)
        used[menu.row[part > 0]] = True
        used[: menu.of_count[number]] = used[menu.of_count[number + 1] :] = False
        after[menu.target[np.repeat(used, np.diff(menu.entry))]] = True
        return after

    def _bets(
        self, spot: Spot, held: NDArray[np.intp], views: Callable[[Random, int], Situation], rows: NDArray[np.float32]
    ) -> None:
        for index in held.tolist():
            for _ in range(self.samples):
                rows[nearest(spot.actions, self.player(views(self.random, index))), index] += 1

    def _draws(
        self, menu: Draw, held: NDArray[np.intp], views: Callable[[Random, int], Situation], part: NDArray[np.float32]
    ) -> None:
        for index in held.tolist():
            low, high = int(menu.first[index]), int(menu.first[index + 1])
            option = {kept: low + i for i, kept in enumerate(menu.kept[menu.row[low:high]].tolist())}
            for _ in range(self.samples):
                action = self.player(views(self.random, index))
                if not isinstance(action, Discard):
                    raise ValueError(f"{action!r} at a draw: expected a discard")
                kept = key([c >> 2 for c in self._cards[index] if c not in action.cards])
                if kept not in option:
                    raise ValueError(f"{action!r}: no such draw is in this game's menu; solve it with every count")
                part[option[kept]] += 1

    def _views(self, moves: Sequence[Action | int], spot: Spot) -> Callable[[Random, int], Situation]:
        """The situation at a spot by class."""
        hand = Hand(self.game, self.stakes, [self.stack] * 2, 0, Dealer(seed=1))
        for move in moves:
            seat = hand.to_act
            assert seat is not None
            hand.apply(Discard(hand.cards(seat)[:move]) if isinstance(move, int) else move)
        assert hand.to_act == spot.seat
        events, own = list(hand.seen_by(spot.seat)), _own(hand.seen_by(spot.seat), spot.seat)
        drawn = sum(spot.drawn[spot.seat])
        return partial(self._view, spot.seat, hand.legal, events, own, drawn)

    def _view(
        self, seat: int, legal: Any, events: list[Event], own: list[int], drawn: int, random: Random, index: int
    ) -> Situation:
        cards = self._cards[index]
        new, kept = cards[:drawn], cards[drawn:]
        thrown = _thrown(self.classes.hands[index], drawn)
        seen = events.copy()
        for at in own:
            match seen[at]:
                case DealHole():
                    dealt = (*thrown, *kept)
                    seen[at] = DealHole(seat, dealt, len(dealt))
                case DiscardAnnounced():
                    seen[at] = DiscardAnnounced(seat, thrown, drawn)
                case DrawResult():
                    seen[at] = DrawResult(seat, thrown, new, drawn)
        return Situation(self.game, self.stakes, seat, cards, tuple(seen), legal, random)


def _own(events: Sequence[Event], seat: int) -> list[int]:
    """Where the seat's own cards stand."""
    cards = (DealHole, DiscardAnnounced, DrawResult)
    return [i for i, event in enumerate(events) if isinstance(event, cards) and event.seat == seat]


def cards_of(classes: HandClasses, index: int) -> tuple[int, ...]:
    """Five cards of a class, the highest rank first."""
    hand = sorted(classes.hands[index], reverse=True)
    if classes.flush[index]:
        return tuple([4 * rank for rank in hand])
    cards: list[int] = []
    for place, rank in enumerate(hand):
        suit = next(s % 4 for s in range(place % 4, place % 4 + 4) if 4 * rank + s % 4 not in cards)
        cards.append(4 * rank + suit)
    return tuple(cards)


def _thrown(hand: Sequence[int], drawn: int) -> tuple[int, ...]:
    """Cards that may have been thrown from before a hand of these ranks: the highest ranks it lacks."""
    ranks = [r for r in reversed(range(13)) if r not in hand]
    return tuple([4 * rank + i % 4 for i, rank in enumerate(ranks[:drawn])])


def nearest(actions: Sequence[Action], action: Action) -> int:
    """The place of an action among those of the spot."""
    if isinstance(action, Bet | Raise):
        sizes = [(abs(a.to - action.to), i) for i, a in enumerate(actions) if isinstance(a, Bet | Raise)]
        if sizes:
            return min(sizes)[1]
        return len(actions) - 1  # no more sizes: the call
    for i, mine in enumerate(actions):
        if type(mine) is type(action):
            return i
    raise ValueError(f"{action!r}: expected one of {', '.join(map(repr, actions))}")


def standing(name: str) -> Policy:
    """Never draws and acts alike with every hand: checks or folds, checks or calls, or bets and raises."""
    if name not in STANDING:
        raise ValueError(f"{name!r}: expected one of {', '.join(STANDING)}")

    def policy(spot: Spot) -> list[float] | int:
        if spot.menu is not None:
            return 0
        kinds = [letter(action, True) for action in spot.actions]
        wish = {"folder": "xf", "caller": "xc", "raiser": "rbcx"}[name]
        chosen = next(kinds.index(kind) for kind in wish if kind in kinds)
        return [float(i == chosen) for i in range(len(kinds))]

    return policy


def at_random(problem: Problem) -> Policy:
    """The random player (`standpat.bots.chance`) by its probabilities: exact, where asking it would take samples."""
    game, _ = game_of(problem.recipe)
    classes = HandClasses(RANKINGS[game.ranking], problem.recipe["ranks"])
    drawn: dict[int, NDArray[np.float64]] = {}

    def policy(spot: Spot) -> list[float] | NDArray[np.float64]:
        if spot.menu is None:
            kinds = [letter(action, True) for action in spot.actions]
            others = len(kinds) - kinds.count("f")
            fold = 1 / (2 * others + 2) if "f" in kinds else 0.0
            return [fold if kind == "f" else (1 - fold) / others for kind in kinds]
        if id(spot.menu) not in drawn:
            drawn[id(spot.menu)] = _thrown_at_random(spot.menu, classes)
        return drawn[id(spot.menu)]

    return policy


def _thrown_at_random(menu: Draw, classes: HandClasses) -> NDArray[np.float64]:
    """Any number of cards, whichever they are: the chance of each option."""
    state = np.repeat(np.arange(menu.states), np.diff(menu.first))
    count = menu.counts[menu.option_count()]
    chance = np.zeros(menu.options)
    for option, (index, kept) in enumerate(zip(state.tolist(), menu.kept[menu.row].tolist(), strict=True)):
        hand = classes.hands[index]
        ways = prod([comb(hand.count(rank), kept // 5**rank % 5) for rank in set(hand)])
        chance[option] = ways / comb(5, int(count[option]))
    return chance


def standing_problem(game: Game, stakes: Stakes, ranks: int = 13) -> Problem:
    """A limit draw game for players who never draw: against them the best response still has every draw."""
    draws = game.draw_rounds
    return blueprint_problem(game, stakes, states=(1,) * draws, counts=[(0,)] * draws, ranks=ranks)
