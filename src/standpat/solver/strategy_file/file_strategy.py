"""A table's strategy as the solver reads it: plays, ranges and values anywhere in its tree, over all classes.

    tabled = Tabled(StrategyFile.load(path))            # standpat.bots.strategy_file
    tabled.at("rc/"), tabled.reach("rc/", 0)     # what is played and held: `standpat.solver.advice.advise.Solved`
    tabled.worth("rc/11/b")                      # what each choice is worth, by class

A whole blueprint is gigabytes of weights; a table is read block by block, so that a place costs milliseconds
and some megabytes. What is played is what the player `blueprint` plays: each class of hands as its state, one keep for
each number of cards, the means where the table has left a decision out. In a draw there is every keep of a class, those
that the strategy never uses with probability 0; they are worth what it makes of the hands they lead to, and draws of
more cards than it knows are met as the most it does.

Values are those of the class game, by class: nothing is averaged over a state. They are what
`standpat.solver.response.best_response.Evaluator.value` is made of.

They count everything below, which costs: after the second draw 0.05 s, after the first two to four seconds. Before the
first draw it is the whole tree: `prepare` works it out once, in some minutes, for all spots there; `save` keeps that
(7 MB, in single precision: 1e-6 of a small bet), `opened(path)` finds it beside the table. Without it a spot before the
draw works out what it needs.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from standpat.bots.strategy_file import MAGIC, StrategyFile, Whose
from standpat.cards.ranking import RANKINGS
from standpat.solver.cfr.sweep import Step, Sweep
from standpat.solver.game.action_values import fill, given, played_mean, shares, spread
from standpat.solver.game.betting_tree import Round, letter, wagering
from standpat.solver.game.class_game import game_of
from standpat.solver.game.draw_transitions import Draw, every_keep
from standpat.solver.game.hand_classes import HAND, HandClasses
from standpat.solver.game.problem import SEATS, Draws, Independent, Problem
from standpat.solver.game.public_tree import Tree
from standpat.solver.game.spot import Spot, find
from standpat.solver.kernels.layout import VALUE, StrategyTables
from standpat.solver.strategy_file.draws import kept_draw, options_in, places_of, read_as
from standpat.solver.strategy_file.weights import Part, StrategyFileWeights

Vector = NDArray[np.float64]
FIRST = 1
"""Who draws first: the big blind."""
ROOM = 1 << 25


class FileStrategy:
    """`problem` has all classes and keeps, `menus` the keeps in use, by draw; `counts[d]` are the numbers of cards
    that the strategy draws."""

    def __init__(self, table: StrategyFile, workers: int = 1) -> None:
        recipe = table.head["recipe"]
        record, stakes = game_of(recipe)
        self.table = table
        self.classes = HandClasses(RANKINGS[record.ranking], recipe["ranks"])
        outcomes = tuple([street.outcomes for street in table.streets[:-1]])
        tree = Tree(wagering(record, stakes), outcomes, stakes.big_blind)
        every, many = every_keep(self.classes), len(self.classes)
        self.counts = [street.counts[0] for street in table.streets[:-1]]
        sizes = tuple([street.states for street in table.streets])
        masks = [np.frombuffer(keeps, np.uint8).reshape(many, -1) for keeps in table.keeps]
        own = [kept_draw(self.classes, every, mask, counts) for mask, counts in zip(masks, self.counts, strict=True)]
        chance = self.classes.chance
        prior = np.stack([chance, chance])

        def over(menus: list[Draw], states: tuple[int, ...]) -> Problem:
            links = tuple([Draws((1, 0), (menu, menu), (menu, menu)) for menu in menus])
            mine = prior if states[0] == many else np.zeros((2, states[0]))
            return Problem(tree, states, mine, links, Independent(), {**recipe, "kind": "table"})

        coarse = [places_of(size, counts) for size, counts in zip(sizes, self.counts, strict=False)]
        self.weights = StrategyFileWeights(table, over(coarse, sizes))
        slots = [
            menu._replace(slot=(of[:, None] * len(counts) + np.arange(len(counts))).reshape(-1).astype(np.int32))
            for menu, of, counts in zip(own, self.weights.layout.of, self.counts, strict=False)
        ]
        self.menus = slots
        self._late = len(slots) - 1
        read = [read_as(every, counts) for counts in self.counts]
        self.problem = over(read, (many,) * len(sizes))
        self._option = [options_in(every, mine) for mine in own]
        self._sweep = _Below(over(slots, (many,) * len(sizes)), workers, np.float64, ROOM, self.weights.layout)
        self._known: dict[tuple[int, int], Vector] = {}

    # What is played and held ---------------------------------------------------------------------------------------

    def at(self, path: str) -> Vector:
        """The probabilities at a spot: (actions, classes) of a bet, (options of all keeps,) of a draw."""
        return self._at(find(self.problem, path))

    def reach(self, path: str, seat: int) -> Vector:
        """The chance of each class of a seat to be at a spot, as far as it lies with the seat."""
        reach: Vector = self.problem.prior[seat].astype(np.float64)
        for spot, choice in self._way(path):
            if spot.seat != seat:
                continue
            play = self._at(spot)
            reach = reach * play[choice] if spot.menu is None else spread(spot.menu, play, reach, choice)
        return reach

    def remarks(self, path: str) -> tuple[str, ...]:
        """In what an answer at a spot is not from the training."""
        spot, told = find(self.problem, path), []
        whose = self._whose(spot)
        if whose == "mean":
            told.append("the table has left this decision out: what is played is the mean of such decisions")
        elif whose == "alike":
            told.append(
                "the table has left this decision out: what is played is that of a way here played much like it"
            )
        if spot.menu is not None and int(self.counts[spot.street][-1]) < HAND:
            told.append(f"the other takes draws of more than {self.counts[spot.street][-1]} cards for that many")
        return tuple(told)

    def _whose(self, spot: Spot) -> Whose:
        """Whether the table has a decision of its own."""
        table, street = self.table, spot.street
        if spot.menu is not None:
            exit_, turn = self._exit(spot)
            context, place = divmod(exit_, table.streets[street].exits)
            return table.draw(street, context, 0, place, turn, 0).whose
        context = self._context(spot)
        row = (spot.slot - int(self.problem.layout.bets[street][context])) // spot.states
        node = next(n for n in table.streets[street].decisions if n.row == row)
        return table.bet(street, context, 0, node, 0).whose

    def _way(self, path: str) -> list[tuple[Spot, int]]:
        """The decisions on the way to a spot and what was chosen: an action's number or a count's place."""
        found, done = [], ""
        for move in path:
            if move != "/":
                spot = find(self.problem, done)
                names = spot.menu.counts.tolist() if spot.menu is not None else [letter(a, True) for a in spot.actions]
                found.append((spot, [str(name) for name in names].index(move)))
            done += move
        return found

    def _at(self, spot: Spot) -> Vector:
        street = spot.street
        if spot.menu is None:
            context = self._context(spot)
            row = (spot.slot - int(self.problem.layout.bets[street][context])) // spot.states
            return self.bet(street, context, row, len(spot.actions))
        exit_, turn = self._exit(spot)
        play = self.draw(street, exit_, turn)
        out = np.zeros(spot.menu.options)
        np.add.at(out, self._option[street], play)
        return out

    def _context(self, spot: Spot) -> int:
        return int(np.searchsorted(self.problem.layout.bets[spot.street], spot.slot, side="right")) - 1

    def _exit(self, spot: Spot) -> tuple[int, int]:
        """The exit of a draw, and 0 for the first to draw, 1 + the place of the first's count for the second."""
        slots = self.problem.layout.draws[spot.street]
        exit_ = int(np.searchsorted(slots, spot.slot, side="right")) - 1
        assert spot.menu is not None
        return exit_, (spot.slot - int(slots[exit_])) // spot.menu.options

    def bet(self, street: int, context: int, row: int, actions: int) -> Vector:
        """The probabilities of a betting decision whose actions begin at `row` of its round, by class."""
        part = self.weights.alone(street, context)
        size = self.weights.layout.states[street]
        at = int(part.layout.bets[street][context]) + row * size
        rows = part.weights[at : at + actions * size].astype(np.float64).reshape(actions, size)
        return shares(rows, 0)[:, self.weights.layout.of[street]]

    def draw(self, street: int, exit_: int, turn: int) -> Vector:
        """The probabilities of the counts of a draw, by class: flat, each class's counts together."""
        part = self.weights.alone(street, exit_ // self.table.streets[street].exits)
        size, many = self.weights.layout.states[street], len(self.counts[street])
        at = int(part.layout.draws[street][exit_]) + turn * size * many
        rows = part.weights[at : at + size * many].astype(np.float64).reshape(size, many)
        return shares(rows, 1)[self.weights.layout.of[street]].ravel()

    # What it is worth ----------------------------------------------------------------------------------------------

    def worth(self, path: str) -> Vector:
        """What each choice at a spot is worth, as in `standpat.solver.game.action_values.choices`."""
        spot = find(self.problem, path)
        street, seat = spot.street, spot.seat
        other = self.reach(path, 1 - seat)
        if spot.menu is None:
            part, context = self.problem.tree.streets[street], self._context(spot)
            tree = part.rounds[int(part.contexts.round[context])]
            index = [node.path for node in tree.nodes].index(path.split("/")[-1])
            children = tree.nodes[index].children
            worth = np.stack([self._node(street, context, tree, child, seat, other) for child in children])
            return given(worth, np.full(len(other), other.sum()))
        exit_, turn = self._exit(spot)
        if turn:
            after = self._replied(street, exit_, turn - 1, seat, other)
        else:
            after = self._drawn(street, exit_, seat, other).sum(axis=1)
        worth = _rows(spot.menu, after)[spot.menu.row]
        return given(worth, np.full(len(worth), other.sum()))

    def _node(self, street: int, context: int, tree: Round, index: int, seat: int, other: Vector) -> Vector:
        """The worth of a node to `seat`, by class, times the other's reach."""
        node, problem = tree.nodes[index], self.problem
        if node.kind == "fold":
            lost: float = (-node.paid if node.seat == seat else node.paid) / problem.tree.unit
            return np.full(len(other), lost * other.sum())
        if node.kind == "over":
            if street == len(problem.links):
                through = np.cumsum(other)
                won: Vector = node.paid / problem.tree.unit * (through[-1] - 2 * through + other)
                return won
            exit_ = int(problem.tree.streets[street].contexts.exit[context]) + tree.exits.index(index)
            return self._at_exit(street, exit_, seat, other)
        row = sum([len(n.actions) for n in tree.nodes[:index]])
        play = self.bet(street, context, row, len(node.actions))
        value = np.zeros(len(other))
        for share, child in zip(play, node.children, strict=True):
            if node.seat == seat:
                value += share * self._node(street, context, tree, child, seat, other)
            elif (share * other).any():
                value += self._node(street, context, tree, child, seat, share * other)
        return value

    def _at_exit(self, street: int, exit_: int, seat: int, other: Vector) -> Vector:
        """The worth of an exit, before its draws."""
        menu = self.menus[street]
        if seat == FIRST:
            after = self._drawn(street, exit_, seat, other).sum(axis=1)
            return played_mean(menu, self.draw(street, exit_, 0), _rows(menu, after))
        value = np.zeros(len(other))
        theirs = self.draw(street, exit_, 0)
        for place in range(len(menu.counts)):
            after = self._replied(street, exit_, place, seat, spread(menu, theirs, other, place))
            value += played_mean(menu, self.draw(street, exit_, 1 + place), _rows(menu, after))
        return value

    def _drawn(self, street: int, exit_: int, seat: int, other: Vector) -> Vector:
        """The worth of the contexts after an exit to the first to draw: (own count, other's count, class)."""
        menu = self.menus[street]
        many = len(menu.counts)
        plays = [self.draw(street, exit_, 1 + place) for place in range(many)]
        reach = np.stack([spread(menu, play, other, reply) for play in plays for reply in range(many)])
        return self._below(street + 1, exit_ * many * many, reach, seat).reshape(many, many, -1)

    def _replied(self, street: int, exit_: int, place: int, seat: int, other: Vector) -> Vector:
        """To the second, where the other has drawn their count number `place`: (own count, class)."""
        many = len(self.menus[street].counts)
        return self._below(street + 1, (exit_ * many + place) * many, np.tile(other, (many, 1)), seat)

    def _below(self, street: int, first: int, reach: Vector, seat: int) -> Vector:
        """The worth of contexts to `seat` where the other comes to each with `reach`."""
        if street != 1:
            return self._run(street, first, reach, seat)
        values = np.zeros_like(reach)
        for number, row in enumerate(reach):
            held = (first + number, seat)
            if held not in self._known:
                self._known[held] = self._run(street, first + number, row[None], seat)[0]
            values[number] = self._known[held]
        return values

    def _run(self, street: int, first: int, reach: Vector, seat: int) -> Vector:
        if not reach.any():
            return np.zeros_like(reach)
        if street > self._late:
            part = self.weights.alone(street, first)
        else:
            part = self.weights.run(street, first, first + len(reach), self._late + 1)
        return self._sweep.worth(part, street, first, reach, seat)

    # Before the first draw all of the tree is below ------------------------------------------------------------------

    @property
    def contexts(self) -> int:
        """Of the street after the first draw."""
        return self.problem.tree.streets[1].size

    @property
    def prepared(self) -> bool:
        return len(self._known) == 2 * self.contexts

    def preparing(self) -> Iterator[int]:
        """Works out what every context after the first draw is worth, one after the other."""
        for context in range(self.contexts):
            path = self._arrival(*divmod(context, self.problem.links[0].outcomes))
            for seat in SEATS:
                reach = self.reach(path, 1 - seat)
                if (context, seat) not in self._known:
                    self._known[context, seat] = self._run(1, context, reach[None], seat)[0]
            yield context

    def _arrival(self, exit_: int, outcome: int) -> str:
        """The path of a context after the first draw."""
        tree = self.problem.tree.streets[0].rounds[0]
        counts = self.counts[0]
        first, second = divmod(outcome, len(counts))
        return f"{tree.nodes[tree.exits[exit_]].path}/{counts[first]}{counts[second]}/"

    def save(self, path: Path) -> None:
        """Keeps what `prepare` found."""
        keys = sorted(self._known)
        values = np.array([self._known[k] for k in keys], np.float32)
        part = path.with_name(path.name + ".part")
        with part.open("wb") as out:
            np.savez(out, table=np.array(self.name), keys=np.array(keys), values=values)
        part.replace(path)

    def recall(self, path: Path) -> bool:
        """Takes up what was kept, if it was of this table."""
        with np.load(path, allow_pickle=False) as held:
            if str(held["table"]) != self.name:
                return False
            for (context, seat), row in zip(held["keys"].tolist(), held["values"], strict=True):
                self._known[context, seat] = row.astype(np.float64)
        return True

    @property
    def name(self) -> str:
        """Tells tables apart."""
        digest = hashlib.sha256(repr(self.table.head).encode() + self.table.section("index") + self.table.block(0))
        return digest.hexdigest()


def is_strategy_file(path: Path) -> bool:
    """Whether a file is a table."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def open_strategy(path: Path, workers: int = 1) -> FileStrategy:
    """The strategy of a table's file, with the values before the first draw that are kept beside it."""
    tabled = FileStrategy(StrategyFile.load(path), workers)
    if beside(path).exists():
        tabled.recall(beside(path))
    return tabled


def beside(path: Path) -> Path:
    """Where the values before the first draw are kept."""
    return path.with_name(path.name + ".values")


class _Below(Sweep):
    """The worth of contexts inside the tree."""

    def worth(self, part: Part, street: int, first: int, reach: Vector, seat: int) -> Vector:
        self.layout = part.layout
        theirs = reach.astype(self.type)
        own, none = np.zeros_like(theirs), np.zeros(0, np.float32)
        reaches = (own, theirs) if seat == 0 else (theirs, own)
        step = Step(seat, VALUE, StrategyTables(part.weights, part.weights, none, none))
        return self._street(street, first, first + len(reach), *reaches, step).astype(np.float64)


def _rows(menu: Draw, worth: Vector) -> Vector:
    """The worth of each row of a draw from that of the classes after each count."""
    rows = np.zeros(len(menu.kept))
    for place, after in enumerate(worth):
        fill(menu, place, after, rows)
    return rows
