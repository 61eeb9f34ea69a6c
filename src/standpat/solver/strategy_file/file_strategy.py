"""The strategy of a file as the solver reads it: probabilities, ranges and values anywhere in its tree, over all
classes.

    strategy = FileStrategy(StrategyFile.load(path))     # standpat.bots.strategy_file
    strategy.at("rc/"), strategy.reach("rc/", 0)         # action probabilities and ranges, as in advice.advise.Solved
    strategy.worth("rc/11/b")                            # what each choice is worth, by class

All weights of a blueprint take gigabytes. The file is read block by block, so a spot costs milliseconds and some
megabytes. The probabilities are those of the bot `blueprint`: each hand class plays as its state does, with one keep
for each number of cards, and mean decisions replace those that the file left out. A draw lists every keep of a class.
Keeps that the strategy never uses have probability 0; their value is that of the hands they lead to. Draws of more
cards than the strategy knows are met as the largest number that it knows.

Values are those of the class game, class by class, without averaging over a state. They agree with
`standpat.solver.response.best_response.Evaluator.value`.

A value needs all of the tree below the spot: 0.05 s after the second draw, two to four seconds after the first. Before
the first draw that is the whole tree. `prepare` computes it once for all spots there, in some minutes, and
`save_values` keeps it (7 MB, in single precision: an error of 1e-6 small bets). `open_strategy(path)` finds the saved
values beside the strategy file. Without them a spot before the first draw computes what it needs, or takes estimates
(`estimate`).
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from standpat.bots.strategy_file import MAGIC, StrategyFile, Whose
from standpat.solver.cfr.sweep import Step, Sweep
from standpat.solver.game.action_values import fill, given, played_mean, shares, spread
from standpat.solver.game.betting_tree import Round, letter, wagering
from standpat.solver.game.class_game import game_of
from standpat.solver.game.draw_transitions import Draw, every_keep
from standpat.solver.game.hand_classes import HAND, hand_classes
from standpat.solver.game.problem import SEATS, Draws, Independent, Problem
from standpat.solver.game.public_tree import Tree
from standpat.solver.game.spot import Spot, find
from standpat.solver.kernels.layout import VALUE, StrategyTables
from standpat.solver.strategy_file.draws import kept_draw, options_in, read_as, slots_only
from standpat.solver.strategy_file.weights import Part, StrategyFileWeights
from standpat.whole_file import whole_file

if TYPE_CHECKING:
    from standpat.lab.heads_up.values import Values

Vector = NDArray[np.float64]
FIRST = 1
"""The seat that draws first: the big blind."""
BUFFER_BYTES = 1 << 25
"""Bytes that the buffers of one street may take."""


class FileStrategy:
    """The strategy of a file over all classes.

    Attributes:
        file: The strategy file.
        classes: The hand classes.
        problem: The class game with every keep of every class.
        menus: By draw, the keeps that the strategy uses.
        counts: By draw, the numbers of cards that the strategy draws.
        weights: The weights of the file, a part at a time.
    """

    def __init__(self, file: StrategyFile, workers: int = 1) -> None:
        recipe = file.head["recipe"]
        record, stakes = game_of(recipe)
        self.file = file
        self.classes = hand_classes(record.ranking, recipe["ranks"])
        outcomes = tuple([street.outcomes for street in file.streets[:-1]])
        tree = Tree(wagering(record, stakes), outcomes, stakes.big_blind)
        every, many = every_keep(self.classes), len(self.classes)
        self.counts = [street.counts[0] for street in file.streets[:-1]]
        sizes = tuple([street.states for street in file.streets])
        masks = [np.frombuffer(keeps, np.uint8).reshape(many, -1) for keeps in file.keeps]
        own = [kept_draw(self.classes, every, mask, counts) for mask, counts in zip(masks, self.counts, strict=True)]
        chance = self.classes.chance
        prior = np.stack([chance, chance])

        def over(menus: list[Draw], states: tuple[int, ...]) -> Problem:
            links = tuple([Draws((1, 0), (menu, menu), (menu, menu)) for menu in menus])
            mine = prior if states[0] == many else np.zeros((2, states[0]))
            return Problem(tree, states, mine, links, Independent(), {**recipe, "kind": "strategy-file"})

        coarse = [slots_only(size, counts) for size, counts in zip(sizes, self.counts, strict=False)]
        self.weights = StrategyFileWeights(file, over(coarse, sizes))
        slots = [
            menu._replace(slot=(of[:, None] * len(counts) + np.arange(len(counts))).reshape(-1).astype(np.int32))
            for menu, of, counts in zip(own, self.weights.layout.of, self.counts, strict=False)
        ]
        self.menus = slots
        self._last_draw = len(slots) - 1
        read = [read_as(every, counts) for counts in self.counts]
        self.problem = over(read, (many,) * len(sizes))
        self._option = [options_in(every, mine) for mine in own]
        self._sweep = _ContextSweep(
            over(slots, (many,) * len(sizes)), workers, np.float64, BUFFER_BYTES, self.weights.layout
        )
        self._known: dict[tuple[int, int], Vector] = {}
        self._average: Values | None = None

    # What is played and held ---------------------------------------------------------------------------------------

    def at(self, path: str) -> Vector:
        """The probabilities at a spot.

        Args:
            path: The path of the spot (`standpat.solver.game.public_tree`).

        Returns:
            Shape (actions, classes) for a bet, (options of all keeps,) for a draw.

        Raises:
            ValueError: The path leaves the tree.
        """
        return self._at(find(self.problem, path))

    def reach(self, path: str, seat: int) -> Vector:
        """The reach probabilities of a seat's classes at a spot.

        Args:
            path: The path of the spot.
            seat: 0 for the button, 1 for the big blind.

        Returns:
            By class, the chance of the deal times the probabilities of the seat's own choices on the way.
        """
        reach: Vector = self.problem.prior[seat].astype(np.float64)
        for spot, choice in self._choices_before(path):
            if spot.seat != seat:
                continue
            play = self._at(spot)
            reach = reach * play[choice] if spot.menu is None else spread(spot.menu, play, reach, choice)
        return reach

    def remarks(self, path: str) -> tuple[str, ...]:
        """Say in what the answer at a spot does not come from training.

        Args:
            path: The path of the spot.

        Returns:
            One sentence for each remark, in English.
        """
        spot, remarks = find(self.problem, path), []
        whose = self._whose(spot)
        if whose == "mean":
            remarks.append("the strategy file left this decision out: the mean of similar decisions is played")
        elif whose == "alike":
            remarks.append("the strategy file left this decision out: that of a similar line is played")
        if not spot.street and self._average is not None and not self.prepared:
            remarks.append(
                "values before the first draw are estimates from the average play of both, off by about a tenth of a "
                "small bet on lines that are played, more on others; frequencies are exact, and standpat charts "
                "--values computes the values"
            )
        if spot.menu is not None and int(self.counts[spot.street][-1]) < HAND:
            remarks.append(f"draws of more than {self.counts[spot.street][-1]} cards are read as draws of that many")
        return tuple(remarks)

    def _whose(self, spot: Spot) -> Whose:
        """Whether the file has a decision of its own at the spot."""
        file, street = self.file, spot.street
        if spot.menu is not None:
            exit_, turn = self._exit(spot)
            context, place = divmod(exit_, file.streets[street].exits)
            return file.draw(street, context, 0, place, turn, 0).whose
        context = self._context(spot)
        row = (spot.slot - int(self.problem.layout.bets[street][context])) // spot.states
        node = next(n for n in file.streets[street].decisions if n.row == row)
        return file.bet(street, context, 0, node, 0).whose

    def _choices_before(self, path: str) -> list[tuple[Spot, int]]:
        """The decisions on the way to a spot and the number of the action or count that was chosen at each."""
        choices, done = [], ""
        for move in path:
            if move != "/":
                spot = find(self.problem, done)
                names = spot.menu.counts.tolist() if spot.menu is not None else [letter(a, True) for a in spot.actions]
                choices.append((spot, [str(name) for name in names].index(move)))
            done += move
        return choices

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
        """The exit of a draw, and the turn: 0 for the first to draw, 1 + the place of the first's count for the
        second.
        """
        slots = self.problem.layout.draws[spot.street]
        exit_ = int(np.searchsorted(slots, spot.slot, side="right")) - 1
        assert spot.menu is not None
        return exit_, (spot.slot - int(slots[exit_])) // spot.menu.options

    def bet(self, street: int, context: int, row: int, actions: int) -> Vector:
        """The probabilities of a betting decision.

        Args:
            street: The number of the street.
            context: The number of the context.
            row: The row of the decision's first action in its round.
            actions: The number of its actions.

        Returns:
            Shape (actions, classes).
        """
        part = self.weights.alone(street, context)
        size = self.weights.layout.states[street]
        at = int(part.layout.bets[street][context]) + row * size
        rows = part.weights[at : at + actions * size].astype(np.float64).reshape(actions, size)
        return shares(rows, 0)[:, self.weights.layout.of[street]]

    def draw(self, street: int, exit_: int, turn: int) -> Vector:
        """The probabilities of the counts of a draw.

        Args:
            street: The street before the draw.
            exit_: The number of the exit.
            turn: 0 for the first to draw, 1 + the place of the first's count for the second.

        Returns:
            Flat, the counts of each class together: shape (classes * counts,).
        """
        part = self.weights.alone(street, exit_ // self.file.streets[street].exits)
        size, many = self.weights.layout.states[street], len(self.counts[street])
        at = int(part.layout.draws[street][exit_]) + turn * size * many
        rows = part.weights[at : at + size * many].astype(np.float64).reshape(size, many)
        return shares(rows, 1)[self.weights.layout.of[street]].ravel()

    # What it is worth ----------------------------------------------------------------------------------------------

    def worth(self, path: str) -> Vector:
        """What each choice at a spot is worth, as in `standpat.solver.game.action_values.choices`.

        Args:
            path: The path of the spot.

        Returns:
            Expectations in small bets: shape (actions, classes) for a bet, (options,) for a draw. NaN where the
            opponent never reaches the spot.
        """
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
        """The values of a node for `seat`, by class, times the opponent's reach."""
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
        """The values of an exit, before its draws."""
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
        """The values of the contexts after an exit for the first to draw, of shape (own count, opponent's count,
        class).
        """
        menu = self.menus[street]
        many = len(menu.counts)
        plays = [self.draw(street, exit_, 1 + place) for place in range(many)]
        reach = np.stack([spread(menu, play, other, reply) for play in plays for reply in range(many)])
        return self._below(street + 1, exit_ * many * many, reach, seat).reshape(many, many, -1)

    def _replied(self, street: int, exit_: int, place: int, seat: int, other: Vector) -> Vector:
        """The values for the second to draw, after the opponent drew their count number `place`: (own count, class)."""
        many = len(self.menus[street].counts)
        return self._below(street + 1, (exit_ * many + place) * many, np.tile(other, (many, 1)), seat)

    def _below(self, street: int, first: int, reach: Vector, seat: int) -> Vector:
        """The values of contexts for `seat`, which the opponent reaches with `reach`."""
        if street != 1:
            return self._run(street, first, reach, seat)
        values = np.zeros_like(reach)
        for number, row in enumerate(reach):
            known = (first + number, seat)
            if known not in self._known and self._average is not None:
                values[number] = self._estimated(self._average, first + number, seat, row)
                continue
            if known not in self._known:
                self._known[known] = self._run(street, first + number, row[None], seat)[0]
            values[number] = self._known[known]
        return values

    def _run(self, street: int, first: int, reach: Vector, seat: int) -> Vector:
        if not reach.any():
            return np.zeros_like(reach)
        if street > self._last_draw:
            part = self.weights.alone(street, first)
        else:
            part = self.weights.run(street, first, first + len(reach), self._last_draw + 1)
        return self._sweep.worth(part, street, first, reach, seat)

    # Before the first draw all of the tree is below ------------------------------------------------------------------

    @property
    def contexts(self) -> int:
        """The number of contexts of the street after the first draw."""
        return self.problem.tree.streets[1].size

    @property
    def prepared(self) -> bool:
        """Whether the values after the first draw are known for all contexts and both seats."""
        return len(self._known) == 2 * self.contexts

    def prepare(self) -> Iterator[int]:
        """Compute the values of every context after the first draw, one after the other.

        Yields:
            The number of each context when its values are known.
        """
        for context in range(self.contexts):
            path = self._arrival(*divmod(context, self.problem.links[0].outcomes))
            for seat in SEATS:
                reach = self.reach(path, 1 - seat)
                if (context, seat) not in self._known:
                    self._known[context, seat] = self._run(1, context, reach[None], seat)[0]
            yield context

    def estimate(self, values: "Values") -> None:
        """Take the values after the first draw from the average play of both players, until they are computed.

        Spots before the first draw then have estimates at once, and a remark says so. `prepare` replaces them.

        Args:
            values: The values of average play (`standpat.lab.heads_up.values`) of the same game.
        """
        self._average = values

    def _estimated(self, values: "Values", context: int, seat: int, other: Vector) -> Vector:
        """The estimated values of a context after the first draw, by class, times the opponent's reach."""
        from standpat.lab.heads_up.hand_states import COUNTS
        from standpat.lab.heads_up.rounds import line_of

        state = values.states.state[values.game.draw_rounds - 1][1:]
        betting, counts, _ = self._arrival(*divmod(context, self.problem.links[0].outcomes)).split("/")
        line = line_of(betting)
        blind, button = [min(int(count), COUNTS - 1) for count in counts]
        table = values.starts[1][line.last, button, blind, int(line.put[0])].astype(np.float64)
        theirs = np.bincount(state, other, len(table))
        worth: Vector = -(theirs @ table) if seat else table @ theirs
        return worth[state]

    def _arrival(self, exit_: int, outcome: int) -> str:
        """The path of a context after the first draw."""
        tree = self.problem.tree.streets[0].rounds[0]
        counts = self.counts[0]
        first, second = divmod(outcome, len(counts))
        return f"{tree.nodes[tree.exits[exit_]].path}/{counts[first]}{counts[second]}/"

    def save_values(self, path: Path) -> None:
        """Save what `prepare` computed.

        Args:
            path: The file to write (`values_path`).
        """
        keys = sorted(self._known)
        values = np.array([self._known[k] for k in keys], np.float32)
        with whole_file(path) as out:
            np.savez(out, table=np.array(self.name), keys=np.array(keys), values=values)

    def load_values(self, path: Path) -> bool:
        """Load saved values, if they belong to this strategy.

        Args:
            path: The file that `save_values` wrote.

        Returns:
            False, and nothing is loaded, if the values are those of another strategy.
        """
        with np.load(path, allow_pickle=False) as archive:
            if str(archive["table"]) != self.name:
                return False
            for (context, seat), row in zip(archive["keys"].tolist(), archive["values"], strict=True):
                self._known[context, seat] = row.astype(np.float64)
        return True

    @property
    def name(self) -> str:
        """A digest that tells strategy files apart."""
        digest = hashlib.sha256(repr(self.file.head).encode() + self.file.section("index") + self.file.block(0))
        return digest.hexdigest()


def is_strategy_file(path: Path) -> bool:
    """Whether a file is a strategy file, by its first bytes."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def open_strategy(path: Path, workers: int = 1) -> FileStrategy:
    """Open the strategy of a file, with the values before the first draw if they are saved beside it.

    Args:
        path: The strategy file.
        workers: Threads for computing values.

    Returns:
        The strategy over all classes.

    Raises:
        Damaged: The file is no strategy file, or it is damaged.
    """
    strategy = FileStrategy(StrategyFile.load(path), workers)
    if values_path(path).exists():
        strategy.load_values(values_path(path))
    return strategy


def values_path(path: Path) -> Path:
    """Where the values before the first draw of a strategy file are saved."""
    return path.with_name(path.name + ".values")


class _ContextSweep(Sweep):
    """A sweep that computes the values of contexts inside the tree."""

    def worth(self, part: Part, street: int, first: int, reach: Vector, seat: int) -> Vector:
        self.layout = part.layout
        theirs = reach.astype(self.type)
        own, none = np.zeros_like(theirs), np.zeros(0, np.float32)
        reaches = (own, theirs) if seat == 0 else (theirs, own)
        step = Step(seat, VALUE, StrategyTables(part.weights, part.weights, none, none))
        return self._street(street, first, first + len(reach), *reaches, step).astype(np.float64)


def _rows(menu: Draw, worth: Vector) -> Vector:
    """The value of each row of a draw, from the values of the classes after each count."""
    rows = np.zeros(len(menu.kept))
    for place, after in enumerate(worth):
        fill(menu, place, after, rows)
    return rows
