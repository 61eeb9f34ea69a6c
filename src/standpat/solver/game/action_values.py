"""What each choice at a spot is worth when both players follow a strategy: exact, from the tree below the spot.

`choices(strategy, path)` gives, for every state of the seat to act, the expectation of each choice, given that state
and the opponent's range by the strategy. The shape is (actions, states) for a bet and (options,) for a draw. It counts
the whole hand, in small bets: folding is worth minus what was paid. It is NaN where the opponent never comes.

A spot before the draw of single draw takes a second or so, one after it almost no time. Card removal after a draw
(`standpat.solver.game.card_removal`) is not supported.
"""

import numpy as np
from numpy.typing import NDArray

from standpat.solver.game.betting_tree import Round
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.problem import Draws, Independent, Removal
from standpat.solver.game.spot import find
from standpat.solver.game.strategy import Strategy

Vector = NDArray[np.float64]


def choices(strategy: Strategy, path: str) -> Vector:
    """The expectation of every choice at a spot, for every state.

    Args:
        strategy: The strategy of both seats.
        path: The path of the spot.

    Returns:
        Small bets, shape (actions, states) for a bet, (options,) for a draw; NaN where the opponent never comes.

    Raises:
        ValueError: There is no such spot, or the problem has card removal.
    """
    if isinstance(strategy.problem.meeting, Removal):
        raise ValueError("values need a strategy of the class game, solved without card removal")
    spot = find(strategy.problem, path)
    street, layout, part = spot.street, strategy.problem.layout, strategy.problem.tree.streets[spot.street]
    walk = _Walk(strategy, spot.seat)
    other = strategy.reach(path, 1 - spot.seat)
    if spot.menu is None:
        context = int(np.searchsorted(layout.bets[street], spot.slot, side="right")) - 1
        tree = part.rounds[int(part.contexts.round[context])]
        index = [node.path for node in tree.nodes].index(path.split("/")[-1])
        worth = np.stack([walk.node(street, context, tree, child, other) for child in tree.nodes[index].children])
        mass = walk.alive(street, context, other)
        return given(worth, mass)
    exit_ = int(np.searchsorted(layout.draws[street], spot.slot, side="right")) - 1
    link = strategy.problem.links[street]
    assert isinstance(link, Draws)
    if spot.seat == link.order[0]:
        rows = walk.first_rows(street, exit_, link, other)
    else:
        # The opponent has drawn; their count is the end of the path.
        place = int(np.flatnonzero(link.menus[1 - spot.seat].counts == int(path[-1]))[0])
        rows = walk.second_rows(street, exit_, link, place, other)
    worth = rows[spot.menu.row]
    return given(worth, np.full(len(worth), other.sum()))


def given(worth: Vector, mass: Vector) -> Vector:
    """Divide counterfactual values by the opponent's reach, which makes them expectations; NaN where that is 0.

    Args:
        worth: The counterfactual values.
        mass: The opponent's reach, of a shape that broadcasts.

    Returns:
        The expectations.
    """
    return np.where(mass > 0, worth / np.where(mass > 0, mass, 1), np.nan)


class _Walk:
    """Counterfactual values of the states of `seat` from any place on."""

    def __init__(self, strategy: Strategy, seat: int) -> None:
        self.strategy, self.problem, self.seat = strategy, strategy.problem, seat
        self.unit = strategy.problem.tree.unit

    def _bet(self, slot: int, actions: int, states: int) -> Vector:
        rows = self.strategy.weights[slot : slot + actions * states].astype(np.float64).reshape(actions, states)
        return shares(rows, 0)

    def _draw(self, slot: int, menu: Draw) -> Vector:
        return option_shares(menu, self.strategy.weights[slot : slot + menu.options])

    def alive(self, street: int, context: int, other: Vector) -> Vector:
        """By own state, the probability of the opponent's hands."""
        meeting = self.problem.meeting
        if isinstance(meeting, Independent):
            return np.full(len(other), other.sum())
        boards = meeting.alive[street]
        mass: Vector = boards[context % len(boards)] @ other
        return mass

    def _won(self, street: int, context: int, other: Vector) -> Vector:
        meeting = self.problem.meeting
        if isinstance(meeting, Independent):
            through = np.cumsum(other)
            won: Vector = through[-1] - 2 * through + other
            return won
        boards = meeting.wins[street]
        won = boards[context % len(boards)] @ other
        return won

    def node(self, street: int, context: int, tree: Round, index: int, other: Vector) -> Vector:
        """The values of a node of a round."""
        node, problem = tree.nodes[index], self.problem
        if node.kind == "fold":
            lost: float = (-node.paid if node.seat == self.seat else node.paid) / self.unit
            return lost * self.alive(street, context, other)
        if node.kind == "over":
            if street == len(problem.links):
                return node.paid / self.unit * self._won(street, context, other)
            exit_ = int(problem.tree.streets[street].contexts.exit[context]) + tree.exits.index(index)
            return self._after(street, exit_, other)
        row = sum([len(n.actions) for n in tree.nodes[:index]])
        slot = int(problem.layout.bets[street][context]) + row * problem.sizes[street]
        play = self._bet(slot, len(node.actions), problem.sizes[street])
        value = np.zeros(problem.sizes[street])
        for share, child in zip(play, node.children, strict=True):
            if node.seat == self.seat:
                value += share * self.node(street, context, tree, child, other)
            elif (share * other).any():
                value += self.node(street, context, tree, child, share * other)
        return value

    def _context(self, street: int, context: int, other: Vector) -> Vector:
        if not other.any():
            return np.zeros(self.problem.sizes[street])
        part = self.problem.tree.streets[street]
        return self.node(street, context, part.rounds[int(part.contexts.round[context])], 0, other)

    def _after(self, street: int, exit_: int, other: Vector) -> Vector:
        """The values of an exit, before its draw or public card."""
        link = self.problem.links[street]
        if not isinstance(link, Draws):
            total = np.zeros(self.problem.sizes[street])
            for board in range(exit_ * link.outcomes, (exit_ + 1) * link.outcomes):
                total += self._context(street + 1, board, other)
            return total
        slot = int(self.problem.layout.draws[street][exit_])
        menu = link.menus[self.seat]
        if link.order[0] == self.seat:
            return played_mean(menu, self._draw(slot, menu), self.first_rows(street, exit_, link, other))
        theirs = link.menus[1 - self.seat]
        play, value = self._draw(slot, theirs), np.zeros(self.problem.sizes[street])
        for place in range(len(theirs.counts)):
            after = spread(theirs, play, other, place)
            second_draw = slot + int(self.problem.layout.second_draw[street][place])
            rows = self.second_rows(street, exit_, link, place, after)
            value += played_mean(menu, self._draw(second_draw, menu), rows)
        return value

    def first_rows(self, street: int, exit_: int, link: Draws, other: Vector) -> Vector:
        """The value of each row of the own draw if the opponent draws after it."""
        mine, theirs = link.menus[self.seat], link.menus[1 - self.seat]
        slot, second_draw = int(self.problem.layout.draws[street][exit_]), self.problem.layout.second_draw[street]
        rows = np.zeros(len(mine.kept))
        for place in range(len(mine.counts)):
            play = self._draw(slot + int(second_draw[place]), theirs)
            worth = np.zeros(self.problem.sizes[street + 1])
            for reply in range(len(theirs.counts)):
                context = exit_ * link.outcomes + place * len(theirs.counts) + reply
                worth += self._context(street + 1, context, spread(theirs, play, other, reply))
            fill(mine, place, worth, rows)
        return rows

    def second_rows(self, street: int, exit_: int, link: Draws, place: int, other: Vector) -> Vector:
        """The value of each row of the own draw if the opponent has drawn their count number `place`. `other` is the
        opponent's range after that.
        """
        mine = link.menus[self.seat]
        rows = np.zeros(len(mine.kept))
        for reply in range(len(mine.counts)):
            context = exit_ * link.outcomes + place * len(mine.counts) + reply
            fill(mine, reply, self._context(street + 1, context, other), rows)
        return rows


def shares(rows: NDArray[np.floating], axis: int) -> Vector:
    """Weights as probabilities, all equal where the sum is 0.

    Args:
        rows: The weights.
        axis: The axis of the actions.

    Returns:
        The probabilities, of the same shape.
    """
    total = rows.sum(axis=axis, keepdims=True, dtype=np.float64)
    return np.where(total > 0, rows / np.where(total > 0, total, 1), 1 / rows.shape[axis])


def option_shares(menu: Draw, weights: NDArray[np.floating]) -> Vector:
    """The weights of a draw's options as probabilities, shape (options,)."""
    many = np.diff(menu.first)
    total = np.repeat(np.add.reduceat(weights.astype(np.float64), menu.first[:-1]), many)
    return np.where(total > 0, weights / np.where(total > 0, total, 1), np.repeat(1 / many, many))


def spread(menu: Draw, play: Vector, reach: Vector, place: int) -> Vector:
    """The reach probabilities after drawing one count.

    Args:
        menu: The draw.
        play: The probabilities of its options.
        reach: By state before the draw, the reach probability.
        place: The number of the count in `menu.counts`.

    Returns:
        By state after the draw, the reach probability.
    """
    state = np.repeat(np.arange(menu.states), np.diff(menu.first))
    mass = np.bincount(menu.row, play * reach[state], minlength=len(menu.kept))
    begin, end = menu.of_count[place], menu.of_count[place + 1]
    low, high = menu.entry[begin], menu.entry[end]
    flow = np.repeat(mass[begin:end], np.diff(menu.entry[begin : end + 1])) * menu.chance[low:high]
    return np.bincount(menu.target[low:high], flow, minlength=menu.states).astype(np.float64)


def fill(menu: Draw, place: int, worth: Vector, rows: Vector) -> None:
    """Set the values of the rows of one count from the values of the states after it.

    Args:
        menu: The draw.
        place: The number of the count in `menu.counts`.
        worth: By state after the draw, the value.
        rows: By row of the draw, the values to fill.
    """
    begin, end = menu.of_count[place], menu.of_count[place + 1]
    if begin < end:
        low, high = menu.entry[begin], menu.entry[end]
        flow = menu.chance[low:high] * worth[menu.target[low:high]]
        rows[begin:end] = np.add.reduceat(flow, menu.entry[begin:end] - low)


def played_mean(menu: Draw, play: Vector, rows: Vector) -> Vector:
    """By state before a draw, the mean value of its options.

    Args:
        menu: The draw.
        play: The probabilities of its options.
        rows: By row of the draw, the value.

    Returns:
        Shape (states,).
    """
    mean: Vector = np.add.reduceat(play * rows[menu.row], menu.first[:-1])
    return mean
