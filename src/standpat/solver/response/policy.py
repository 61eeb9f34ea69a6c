"""Any player as a strategy of the class game: `played(problem, player)` asks the player with every hand at every spot.

`player` is a player as it sits at a table, a function of a `standpat.bots.Situation`. It is asked on a hand of the
engine, played to the spot, with cards of each class in its place: real events and real legal actions. Its answers to
`samples` questions are counted; its random generator starts at `seed`. Spots that it never reaches with a hand are not
asked; there all actions are equally likely. With `samples` = 1 a mixing player becomes pure hand by hand. A responder,
who does not see the hand, still meets the mixture over the classes.

The class game does not have everything that a player sees. The suits are made up: a class that is not a flush gets
mixed suits. After a draw, the highest cards of the hand count as those drawn, and the highest ranks that it does not
hold as those discarded. In games without a limit a bet size outside the menu becomes the nearest one in it.

`at_random(problem)` is the random player by its probabilities. `standing(name)` are players that never draw and play
all hands alike, as policies of a spot: `folder`, `caller` and `raiser`. They can be scored in triple draw too
(`standing_problem`), where asking with every class at every spot takes too long.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import comb, prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standpat.bots import Player, Situation
from standpat.engine.action import Action, Bet, Discard, Raise
from standpat.engine.dealer import Dealer
from standpat.engine.event import DealHole, DiscardAnnounced, DrawResult, Event
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand
from standpat.solver.game.abstraction import blueprint_problem
from standpat.solver.game.betting_tree import letter
from standpat.solver.game.class_game import game_of
from standpat.solver.game.draw_transitions import Draw, key
from standpat.solver.game.hand_classes import HandClasses, hand_classes
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
    """Ask a player with every hand at every spot of a single-draw problem.

    Args:
        problem: A single-draw problem over the classes.
        player: The player.
        samples: Questions for each hand and spot.
        seed: The seed of the player's random generator.
        watch: Called with each spot.

    Returns:
        The player's strategy.

    Raises:
        ValueError: The problem has another form, or the player makes a draw that the problem lacks.
    """
    if problem.recipe.get("kind") not in ("draw", "removal") or len(problem.sizes) != 2:
        raise ValueError("players can be asked only in single draw over all classes: other games have too many spots")
    asking = _AskedPlayer(problem, player, samples, Random(seed))
    for spot in spots(problem):
        watch(spot)
        asking.ask(spot)
    return Strategy(problem, asking.weights)


class _AskedPlayer:
    """A player being asked. By place in the tree (a path without its last stroke): the moves there, and which classes
    of each seat come.
    """

    def __init__(self, problem: Problem, player: Player, samples: int, random: Random) -> None:
        self.game, self.stakes = game_of(problem.recipe)
        self.player, self.samples, self.random = player, samples, random
        self.limit = self.game.betting == "fixed-limit"
        self.stack = problem.recipe["stack"] or DEEP * self.stakes.big_blind
        self.weights = np.zeros(problem.size, np.float32)
        self.classes = hand_classes(self.game.ranking, problem.recipe["ranks"])
        self._cards = [cards_of(self.classes, i) for i in range(len(self.classes))]
        everything = np.ones(len(self.classes), bool)
        self._moves: dict[str, tuple[Action | int, ...]] = {"": ()}
        self._here: dict[str, tuple[Mask, Mask]] = {"": (everything, everything)}

    def ask(self, spot: Spot) -> None:
        """Ask the player at a spot, and follow where its answers lead."""
        place = spot.path.removesuffix("/") if spot.path else ""
        moves, masks = self._moves[place], self._here.pop(place)
        classes_held = np.flatnonzero(masks[spot.seat])
        part = self.weights[spot.slot : spot.slot + spot.length]
        if len(classes_held):
            views = self._views(moves, spot)
            if spot.menu is None:
                self._bets(spot, classes_held, views, part.reshape(len(spot.actions), spot.states))
            else:
                self._draws(spot.menu, classes_held, views, part)
        labels = spot.actions if spot.menu is None else spot.menu.counts.tolist()
        for number, move in enumerate(labels):
            name = str(move) if isinstance(move, int) else letter(move, self.limit)
            after = spot.path + name
            self._moves[after] = (*moves, move)
            mine = self._after(spot, number, masks[spot.seat], part)
            self._here[after] = (mine, masks[1]) if spot.seat == 0 else (masks[0], mine)

    def _after(self, spot: Spot, number: int, classes_held: Mask, part: NDArray[np.float32]) -> Mask:
        """The classes of the seat to act after its action or count `number`."""
        if spot.menu is None:
            taken: Mask = classes_held & (part.reshape(len(spot.actions), spot.states)[number] > 0)
            return taken
        menu, after = spot.menu, np.zeros(len(self.classes), bool)
        used = np.zeros(len(menu.kept), bool)
        used[menu.row[part > 0]] = True
        used[: menu.of_count[number]] = used[menu.of_count[number + 1] :] = False
        after[menu.target[np.repeat(used, np.diff(menu.entry))]] = True
        return after

    def _bets(
        self,
        spot: Spot,
        classes_held: NDArray[np.intp],
        views: Callable[[Random, int], Situation],
        rows: NDArray[np.float32],
    ) -> None:
        for index in classes_held.tolist():
            for _ in range(self.samples):
                rows[nearest(spot.actions, self.player(views(self.random, index))), index] += 1

    def _draws(
        self,
        menu: Draw,
        classes_held: NDArray[np.intp],
        views: Callable[[Random, int], Situation],
        part: NDArray[np.float32],
    ) -> None:
        for index in classes_held.tolist():
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
        """The player's situation at a spot, by class."""
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
    """The positions of the events that show the seat's own cards."""
    cards = (DealHole, DiscardAnnounced, DrawResult)
    return [i for i, event in enumerate(events) if isinstance(event, cards) and event.seat == seat]


def cards_of(classes: HandClasses, index: int) -> tuple[int, ...]:
    """Five cards of a class, the highest rank first.

    Args:
        classes: The hand classes.
        index: The number of the class.

    Returns:
        Cards of one suit for a flush, of mixed suits otherwise.
    """
    hand = sorted(classes.hands[index], reverse=True)
    if classes.flush[index]:
        return tuple([4 * rank for rank in hand])
    cards: list[int] = []
    for place, rank in enumerate(hand):
        suit = next(s % 4 for s in range(place % 4, place % 4 + 4) if 4 * rank + s % 4 not in cards)
        cards.append(4 * rank + suit)
    return tuple(cards)


def _thrown(hand: Sequence[int], drawn: int) -> tuple[int, ...]:
    """Cards that may have been discarded before a hand of these ranks: the highest ranks that it does not hold."""
    ranks = [r for r in reversed(range(13)) if r not in hand]
    return tuple([4 * rank + i % 4 for i, rank in enumerate(ranks[:drawn])])


def nearest(actions: Sequence[Action], action: Action) -> int:
    """Find an action of a player among those of a spot.

    Args:
        actions: The actions of the spot.
        action: What the player does.

    Returns:
        The number of the action: for a bet or raise the nearest size, and the last action where there is none.

    Raises:
        ValueError: The spot has no such action.
    """
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
    """A player that never draws and acts alike with every hand.

    Args:
        name: `folder` checks or folds, `caller` checks or calls, `raiser` bets and raises.

    Returns:
        Its policy.

    Raises:
        ValueError: There is no such player.
    """
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
    """The random player (`standpat.bots.chance`) by its probabilities, which is exact where asking it would take
    samples.

    Args:
        problem: The problem that it plays.

    Returns:
        Its policy.
    """
    game, _ = game_of(problem.recipe)
    classes = hand_classes(game.ranking, problem.recipe["ranks"])
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
    """The probability of each option if any number of cards and then any such cards are discarded."""
    state = np.repeat(np.arange(menu.states), np.diff(menu.first))
    count = menu.counts[menu.option_count()]
    chance = np.zeros(menu.options)
    for option, (index, kept) in enumerate(zip(state.tolist(), menu.kept[menu.row].tolist(), strict=True)):
        hand = classes.hands[index]
        ways = prod([comb(hand.count(rank), kept // 5**rank % 5) for rank in set(hand)])
        chance[option] = ways / comb(5, int(count[option]))
    return chance


def standing_problem(game: Game, stakes: Stakes, ranks: int = 13) -> Problem:
    """A limit draw game for players that never draw. The best response to them still has every draw.

    Args:
        game: The game.
        stakes: The stakes.
        ranks: Ranks of the deck, deuce first.

    Returns:
        The problem, over one coarse state a street after the first.
    """
    draws = game.draw_rounds
    return blueprint_problem(game, stakes, states=(1,) * draws, counts=[(0,)] * draws, ranks=ranks)
