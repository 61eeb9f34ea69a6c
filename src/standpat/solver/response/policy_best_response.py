"""The best response to a player that tells few situations apart, in games too large to ask it everywhere.

A player made of rules looks at few public facts and tells few hands apart. `InformationKey` says which: places with the
same key, and classes of the same state, are one information set to it. `PolicyBestResponse(game, stakes, policy, key,
seat)` asks the player's policy (`standpat.bots.Policy`) once for each key and state, on a hand of the engine, and lets
all contexts of the public tree share the answer. `best_response()` is then what the other seat wins at best. It is
exact in the class game, with all classes, keeps and draws of 0 to 5.

`rule_information_key` and `random_information_key` are the keys of the players `rule` and `random`. The tests check
that these keys are sufficient: they ask at other places with the same key.

The public tree has the numbers of cards in `InformationKey.own_counts`, by draw, for the player's draws, and those in
`InformationKey.opponent_counts` for the opponent's; other numbers are read as the nearest of them. A player whose draws
the opponent sees less finely than they are is exploited a little less than it could be.

Suits are made up as in `standpat.solver.response.policy`. The player learns how many cards it drew itself, not which,
because discards can come back in the class game.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.check_down import plan_of
from standpat.bots.player import Policy, Situation
from standpat.engine.action import Action, Discard
from standpat.engine.dealer import Dealer
from standpat.engine.event import DealHole, DiscardAnnounced, DrawResult, Event
from standpat.engine.games import Game, Stakes
from standpat.engine.hand import Hand
from standpat.solver.cfr.sweep import BUFFER, Step, Sweep
from standpat.solver.game.betting_tree import wagering
from standpat.solver.game.draw_transitions import Draw, every_keep, key, with_options
from standpat.solver.game.hand_classes import HandClasses, hand_classes
from standpat.solver.game.problem import Draws, Independent, Layout, Problem
from standpat.solver.game.public_tree import Tree
from standpat.solver.kernels.layout import BEST, StrategyTables
from standpat.solver.response.policy import DEEP, cards_of, nearest

Counts = tuple[tuple[int, ...], ...]
ALL = (0, 1, 2, 3, 4, 5)


class Public(NamedTuple):
    """What both players know at a place.

    Attributes:
        street: The number of the street.
        paid: Chips that each seat has in before the street.
        opening: The letters of the first betting round (for a draw on the first street, those of its own round).
        drawn: By seat, the number of cards drawn last, as the tree knows it; None before the first draw.
    """

    street: int
    paid: int
    opening: str
    drawn: tuple[int, int] | None


@dataclass(frozen=True)
class InformationKey:
    """The situations that a player tells apart.

    Attributes:
        of: By street, the state of each class in the betting; on the last street the states are stretches of strength.
        bets: The key of a betting round, from the player's seat and the place.
        draws: The key of a draw, from the player's seat and the place. What an opponent who draws first has just drawn
            is always told apart.
        own_counts: By draw, the numbers of cards that the player draws.
        opponent_counts: By draw, the numbers of the opponent's cards that the player tells apart.
    """

    of: tuple[NDArray[np.int32], ...]
    bets: Callable[[int, Public], Hashable]
    draws: Callable[[int, Public], Hashable]
    own_counts: Counts
    opponent_counts: Counts


def random_information_key(game: Game, classes: HandClasses) -> InformationKey:
    """The key of the random player: nothing but the actions that are open.

    Args:
        game: The game.
        classes: Its hand classes.

    Returns:
        The key.
    """
    none = np.zeros(len(classes), np.int32)
    draws = game.draw_rounds
    return InformationKey(
        (none,) * (draws + 1), lambda seat, place: place.street, lambda seat, place: 0, (ALL,) * draws, ((0,),) * draws
    )


def rule_information_key(game: Game, classes: HandClasses) -> InformationKey:
    """The key of the rule player.

    It knows the place of its hand among all deals before the first draw and its prospect later; whether the opponent
    raised twice before the first draw; how many cards the opponent drew last; whether it stood pat itself; and the pot.

    Args:
        game: The game.
        classes: Its hand classes.

    Returns:
        The key.
    """
    plan, draws = plan_of(game), game.draw_rounds
    values = classes.values.tolist()
    of = [np.arange(len(values), dtype=np.int32)]
    for left in range(draws - 1, 0, -1):
        names: dict[int, int] = {}
        of.append(np.array([names.setdefault(id(plan.prospect[left][v]), len(names)) for v in values], np.int32))
    of.append(np.unique([plan.span[v] for v in values], return_inverse=True)[1].astype(np.int32))

    def tight(seat: int, place: Public) -> bool:
        return place.opening[1 - seat :: 2].count("r") > 1

    def bets(seat: int, place: Public) -> Hashable:
        if place.drawn is None:
            return 0
        return place.street, place.paid, tight(seat, place), place.drawn[1 - seat], place.drawn[seat] == 0

    def draw(seat: int, place: Public) -> Hashable:
        if place.drawn is None:
            return tight(seat, place)
        sees = place.drawn[0] if seat else None  # the button draws second and has seen the big blind draw
        return tight(seat, place), sees, place.drawn[seat] == 0

    counts: Counts = ((0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2))[:draws] if draws > 1 else (ALL,)
    return InformationKey(tuple(of), bets, draw, counts, counts)


class PolicyBestResponse:
    """The best response to a player in one seat.

    Args:
        game: The game.
        stakes: The stakes.
        policy: The player's policy.
        information_key: The situations that the player tells apart.
        seat: The player's seat, 0 for the button.
        ranks: Ranks of the deck, deuce first.
        watch: Called with a line of text for each table of answers.

    Attributes:
        asked: How many decisions the player was asked.
        problem: The class game that the response plays.
        weights: The player's strategy in it.
        layout: Where the weights lie.
    """

    def __init__(
        self,
        game: Game,
        stakes: Stakes,
        policy: Policy,
        information_key: InformationKey,
        seat: int,
        ranks: int = 13,
        watch: Callable[[str], object] = lambda what: None,
    ) -> None:
        self.game, self.stakes, self.policy, self.information_key, self.seat = (
            game,
            stakes,
            policy,
            information_key,
            seat,
        )
        self.classes = hand_classes(game.ranking, ranks)
        self.asked = 0
        self._watch = watch
        self._hands = [cards_of(self.classes, i) for i in range(len(self.classes))]
        self._every = every_keep(self.classes)
        self._opponent_menus = [_taken_for(self._every, counts) for counts in information_key.opponent_counts]
        outcomes = tuple(
            [
                len(own) * len(opponents)
                for own, opponents in zip(information_key.own_counts, information_key.opponent_counts, strict=True)
            ]
        )
        self.tree = Tree(wagering(game, stakes), outcomes, stakes.big_blind)
        self._opening = self._openings()
        self._build()

    def best_response(self, workers: int = 1, room: int = BUFFER) -> float:
        """What the other seat wins at best, in small bets a hand.

        Args:
            workers: Threads.
            room: Bytes that the buffers of one street may take.

        Returns:
            The value of the best response.
        """
        none = np.zeros(0, np.float32)
        sweep = Sweep(self.problem, workers, np.float64, room, self.layout)
        return sweep.value(Step(1 - self.seat, BEST, StrategyTables(self.weights, self.weights, none, none)))

    # Places --------------------------------------------------------------------------------------------------------

    def place(self, street: int, context: int) -> Public:
        """What both players know at a context of a street."""
        tree = self.tree.streets[street]
        paid = tree.rounds[int(tree.contexts.round[context])].paid
        if not street:
            return Public(0, paid, "", None)
        opening = self.tree.streets[0].rounds[0].nodes[self._exits0[int(self._opening[street][context])]].path
        return Public(street, paid, opening, self._drawn(street, context))

    def moves(self, street: int, context: int) -> list[Action | int]:
        """The moves that lead to a context: betting actions and numbers of cards."""
        if not street:
            return []
        tree, outcomes = self.tree.streets[street - 1], self.tree.outcomes[street - 1]
        exit_, _ = divmod(context, outcomes)
        before = int(np.searchsorted(tree.contexts.exit, exit_, side="right")) - 1
        button, blind = self._drawn(street, context)
        return [*self.moves(street - 1, before), *self._to_exit(street - 1, before, exit_), blind, button]

    def _drawn(self, street: int, context: int) -> tuple[int, int]:
        """The cards drawn before a street, by seat. The big blind draws first."""
        button, blind = self._counts(street - 1)
        first, second = divmod(context % self.tree.outcomes[street - 1], len(button))
        return button[second], blind[first]

    def _counts(self, street: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        own, opponents = self.information_key.own_counts[street], self.information_key.opponent_counts[street]
        return (own, opponents) if self.seat == 0 else (opponents, own)

    def _to_exit(self, street: int, context: int, exit_: int) -> list[Action]:
        tree = self.tree.streets[street]
        round_ = tree.rounds[int(tree.contexts.round[context])]
        return self._to_node(street, context, round_.exits[exit_ - int(tree.contexts.exit[context])])

    def _to_node(self, street: int, context: int, node: int) -> list[Action]:
        tree = self.tree.streets[street]
        nodes, actions = tree.rounds[int(tree.contexts.round[context])].nodes, list[Action]()
        while node:
            parent = next(i for i, n in enumerate(nodes) if node in n.children)
            actions.append(nodes[parent].actions[nodes[parent].children.index(node)])
            node = parent
        return actions[::-1]

    def _openings(self) -> list[NDArray[np.int64]]:
        """By street, the number of the first street's exit that each context came from."""
        streets = self.tree.streets
        self._exits0 = streets[0].rounds[0].exits
        openings = [np.zeros(1, np.int64)]
        for number, outcomes in enumerate(self.tree.outcomes):
            exits = np.diff(streets[number].contexts.exit)
            own = np.repeat(openings[-1], exits) if number else np.arange(streets[0].exits)
            openings.append(np.repeat(own, outcomes))
        return openings

    # Asking --------------------------------------------------------------------------------------------------------

    def situations(self, moves: Sequence[Action | int]) -> Callable[[int], Situation]:
        """The player's situation after these moves.

        Args:
            moves: Betting actions and numbers of cards, up to a decision of the player.

        Returns:
            A function from the number of a class to the situation with a hand of it.
        """
        hand = Hand(self.game, self.stakes, [DEEP * self.stakes.big_blind] * 2, 0, Dealer(seed=1))
        for move in moves:
            seat = hand.to_act
            assert seat is not None
            hand.apply(Discard(hand.cards(seat)[:move]) if isinstance(move, int) else move)
        assert hand.to_act == self.seat
        seat, legal, random = self.seat, hand.legal, Random(1)
        seen = tuple([_without_cards(event, seat) for event in hand.seen_by(seat)])

        def situation(index: int) -> Situation:
            return Situation(self.game, self.stakes, seat, self._hands[index], seen, legal, random)

        return situation

    def _ask(self, situation: Situation) -> Iterator[tuple[Action, float]]:
        self.asked += 1
        yield from self.policy(situation).items()

    def bet(self, street: int, context: int, node: int, index: int) -> list[float]:
        """The probability that class `index` takes each action of a node, asked at this place only."""
        tree = self.tree.streets[street]
        actions = tree.rounds[int(tree.contexts.round[context])].nodes[node].actions
        situation = self.situations([*self.moves(street, context), *self._to_node(street, context, node)])
        return self._shares(actions, situation(index))

    def _shares(self, actions: Sequence[Action], situation: Situation) -> list[float]:
        shares = [0.0] * len(actions)
        for action, chance in self._ask(situation):
            shares[nearest(actions, action)] += chance
        return shares

    def draw(self, street: int, exit_: int, count: int | None, index: int) -> dict[int, float]:
        """The probability of each kept set of ranks (`Draw.kept`) of class `index`, asked at this place only."""
        return self._keeps(self.situations(self._to_draw(street, exit_, count))(index))

    def _to_draw(self, street: int, exit_: int, count: int | None) -> list[Action | int]:
        """The moves to a draw after an exit. `count` is the opponent's number of cards if they draw first."""
        context = int(np.searchsorted(self.tree.streets[street].contexts.exit, exit_, side="right")) - 1
        way = [*self.moves(street, context), *self._to_exit(street, context, exit_)]
        return way if count is None else [*way, count]

    def _keeps(self, situation: Situation) -> dict[int, float]:
        keeps: dict[int, float] = {}
        for action, chance in self._ask(situation):
            if not isinstance(action, Discard):
                raise ValueError(f"{action!r} at a draw: expected a discard")
            kept = key([card >> 2 for card in situation.cards if card not in action.cards])
            keeps[kept] = keeps.get(kept, 0.0) + chance
        return keeps

    # The tables ----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        streets, sizes = self.tree.streets, (len(self.classes),) * len(self.tree.streets)
        parts: list[NDArray[np.float32]] = []
        at, bets, draws, second_draw, links = 0, [], [], [], []
        for number in range(len(streets)):
            tables, which = self._bets(number)
            bets.append(_bases(tables, at)[which])
            parts += tables
            at += sum(map(len, tables))
            if number == len(streets) - 1:
                break
            tables, which, menu = self._draws(number)
            draws.append(_bases(tables, at)[which])
            parts += tables
            at += sum(map(len, tables))
            opponent_menu = self._opponent_menus[number]
            menus = (menu, opponent_menu) if self.seat == 0 else (opponent_menu, menu)
            links.append(Draws((1, 0), menus, menus))
            firsts = len(menus[1].counts)
            second_draw.append(np.arange(firsts, dtype=np.int64) * (menu.options if self.seat == 0 else 0))
        of = self.information_key.of
        states = tuple([int(o.max()) + 1 for o in of])
        self.weights = np.concatenate(parts)
        self.layout = Layout(tuple(bets), tuple(draws), tuple(second_draw), states, of, at)
        prior = np.stack([self.classes.chance] * 2)
        self.problem = Problem(self.tree, sizes, prior, tuple(links), Independent(), {"kind": "shared"})

    def _bets(self, street: int) -> tuple[list[NDArray[np.float32]], NDArray[np.int64]]:
        """A table of answers for each key of a street's betting, and the number of the table of each context."""
        tree = self.tree.streets[street]
        outcome = np.arange(tree.size) % self.tree.outcomes[street - 1] if street else np.zeros(1, np.int64)
        first, which = _groups(tree.contexts.round, self._opening[street], outcome)
        keys: dict[Hashable, int] = {}
        tables: list[NDArray[np.float32]] = []
        to = []
        for context in first.tolist():
            name = self.information_key.bets(self.seat, self.place(street, context))
            if name not in keys:
                keys[name] = len(tables)
                tables.append(self._bet_table(street, context))
            to.append(keys[name])
        self._watch(f"street {street}: {len(tables)} tables of bets for {tree.size:,} contexts")
        return tables, np.array(to)[which]

    def _bet_table(self, street: int, context: int) -> NDArray[np.float32]:
        tree, of = self.tree.streets[street], self.information_key.of[street]
        round_ = tree.rounds[int(tree.contexts.round[context])]
        ones = np.unique(of, return_index=True)[1].tolist()
        table, row, moves = np.zeros((round_.rows, len(ones)), np.float32), 0, self.moves(street, context)
        for index, node in enumerate(round_.nodes):
            if node.kind == "decision" and node.seat == self.seat:
                situation = self.situations([*moves, *self._to_node(street, context, index)])
                for state, one in enumerate(ones):
                    table[row : row + len(node.actions), state] = self._shares(node.actions, situation(one))
            row += len(node.actions)
        return table.reshape(-1)

    def _draws(self, street: int) -> tuple[list[NDArray[np.float32]], NDArray[np.int64], Draw]:
        """A table of answers for each key of the draws after a street, the number of the table of each exit, and the
        options.
        """
        tree = self.tree.streets[street]
        exits = np.diff(tree.contexts.exit)
        context = np.repeat(np.arange(tree.size), exits)
        opening = self._opening[street][context] if street else np.arange(tree.exits)
        outcome = context % self.tree.outcomes[street - 1] if street else np.zeros(tree.exits, np.int64)
        first, which = _groups(opening, outcome)
        keys: dict[Hashable, int] = {}
        tables: list[NDArray[np.float32]] = []
        to = []
        for exit_ in first.tolist():
            place = self.place(street, int(context[exit_]))
            letters = self.tree.streets[0].rounds[0].nodes[self._exits0[int(opening[exit_])]].path
            name = self.information_key.draws(self.seat, place._replace(opening=letters))
            if name not in keys:
                keys[name] = len(tables)
                others = (None,) if self.seat == 1 else self._counts(street)[1]
                tables.append(np.stack([self._draw_table(street, exit_, count) for count in others]))
            to.append(keys[name])
        used = np.flatnonzero(np.any([(table > 0).any(axis=0) for table in tables], axis=0))
        state = np.repeat(np.arange(len(self.classes)), np.diff(self._every.first))[used]
        menu = _taken_for(
            with_options(self._every, state, self._every.row[used], ALL), self.information_key.own_counts[street]
        )
        self._watch(f"draw {street + 1}: {len(tables)} tables of draws for {tree.exits:,} exits, {len(used):,} options")
        return [table[:, used].reshape(-1) for table in tables], np.array(to)[which], menu

    def _draw_table(self, street: int, exit_: int, count: int | None) -> NDArray[np.float32]:
        menu, table = self._every, np.zeros(self._every.options, np.float32)
        situation = self.situations(self._to_draw(street, exit_, count))
        for index in range(len(self.classes)):
            low, high = int(menu.first[index]), int(menu.first[index + 1])
            option = {kept: low + i for i, kept in enumerate(menu.kept[menu.row[low:high]].tolist())}
            for kept, chance in self._keeps(situation(index)).items():
                table[option[kept]] = chance
        return table


def _taken_for(draw: Draw, counts: tuple[int, ...]) -> Draw:
    """The same options, with each number of cards read as the nearest of `counts`."""
    known = np.array(counts, np.int32)
    nearest = np.abs(draw.counts[:, None] - known).argmin(axis=1)
    first = np.searchsorted(nearest, np.arange(len(counts) + 1))
    return draw._replace(counts=known, of_count=draw.of_count[first])


def _groups(*facts: NDArray[np.integer]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first index of each different combination of facts, and the combination of each index."""
    name = np.zeros(len(facts[0]), np.int64)
    for fact in facts:
        name = name * (int(fact.max()) + 1) + fact
    _, first, which = np.unique(name, return_index=True, return_inverse=True)
    return first, which


def _bases(tables: Sequence[NDArray[np.float32]], at: int) -> NDArray[np.int64]:
    """The first slot of each table."""
    return at + np.cumsum([0, *map(len, tables)])[:-1].astype(np.int64)


def _without_cards(event: Event, seat: int) -> Event:
    """An event without the seat's own cards."""
    match event:
        case DealHole(seat=who) if who == seat:
            return DealHole(seat, (), event.count)
        case DiscardAnnounced(seat=who) if who == seat:
            return DiscardAnnounced(seat, (), event.count)
        case DrawResult(seat=who) if who == seat:
            return DrawResult(seat, (), (), event.count)
    return event
