"""Places where a seat decides, by name: ``rc/1`` (paths of `standpat.solver.game.public_tree`).

`find(problem, path)` gives one `Spot`, `spots(problem)` all of them in the order of play. A spot's part of a
strategy's weights are the slots from `slot` on: for a bet, `len(actions)` rows of `states` numbers; for a draw, a
number for each option of `menu`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from standpat.engine.action import Action
from standpat.solver.game.betting_tree import Round
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.problem import Draws, Problem


@dataclass(frozen=True)
class Spot:
    """`seat` is to decide on `street`: one of `actions` (amounts in chips), or, in a draw, an option of `menu`.

    `pot` is all chips in the middle, `drawn` what each seat drew so far, the last draw last.
    """

    path: str
    street: int
    seat: int
    slot: int
    states: int
    pot: int
    actions: tuple[Action, ...]
    menu: Draw | None
    drawn: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def length(self) -> int:
        """How many slots it has."""
        return len(self.actions) * self.states if self.menu is None else self.menu.options


@dataclass(frozen=True)
class _Arrival:
    """A context and how it was come to."""

    street: int
    context: int
    path: str = ""
    drawn: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


def spots(problem: Problem) -> Iterator[Spot]:
    """Every spot, each before those that follow it."""
    yield from _from(problem, _Arrival(0, 0))


def _from(problem: Problem, arrival: _Arrival) -> Iterator[Spot]:
    tree = _round(problem, arrival)
    for index, node in enumerate(tree.nodes):
        if node.kind == "decision":
            yield _bet(problem, arrival, tree, index)
    if arrival.street == len(problem.links):
        return
    for number in range(len(tree.exits)):
        yield from _draws(problem, arrival, tree, number)
        for outcome in range(problem.links[arrival.street].outcomes):
            yield from _from(problem, _next(problem, arrival, tree, number, outcome))


def find(problem: Problem, path: str) -> Spot:
    """The spot of a path; a `ValueError` says where the path leaves the tree."""
    parts = path.split("/")
    arrival = _Arrival(0, 0)
    while True:
        tree = _round(problem, arrival)
        bets, *parts = parts
        here = [i for i, node in enumerate(tree.nodes) if node.path == bets]
        if not here:
            raise ValueError(f"{path!r}: no betting {bets!r} after {arrival.path!r}: it goes {_ways(tree)}")
        node = tree.nodes[here[0]]
        if not parts:
            if node.kind != "decision":
                raise ValueError(f"{path!r}: nobody is to act there")
            return _bet(problem, arrival, tree, here[0])
        if node.kind != "over" or arrival.street == len(problem.links):
            raise ValueError(f"{path!r}: nothing follows {arrival.path + bets!r}")
        number = tree.exits.index(here[0])
        draws, *parts = parts
        labels = _labels(problem, arrival.street)
        if not parts:
            for spot in _draws(problem, arrival, tree, number):
                if spot.path == path:
                    return spot
        if draws not in labels:
            raise ValueError(f"{path!r}: {draws!r} is not a draw at that spot: expected one of {', '.join(labels)}")
        arrival = _next(problem, arrival, tree, number, labels.index(draws))


def _round(problem: Problem, arrival: _Arrival) -> Round:
    street = problem.tree.streets[arrival.street]
    return street.rounds[int(street.contexts.round[arrival.context])]


def _ways(tree: Round) -> str:
    return ", ".join([node.path or "(nothing)" for node in tree.nodes if node.kind != "fold"])


def _bet(problem: Problem, arrival: _Arrival, tree: Round, index: int) -> Spot:
    street, node = arrival.street, tree.nodes[index]
    states = problem.sizes[street]
    row = sum([len(n.actions) for n in tree.nodes[:index]])
    slot = int(problem.layout.bets[street][arrival.context]) + row * states
    path = arrival.path + node.path
    return Spot(path, street, node.seat, slot, states, node.pot, node.actions, None, arrival.drawn)


def _draws(problem: Problem, arrival: _Arrival, tree: Round, number: int) -> Iterator[Spot]:
    """The first seat's draw after an exit, then the other's for each of the first's counts."""
    street, link = arrival.street, problem.links[arrival.street]
    if not isinstance(link, Draws):
        return
    node = tree.nodes[tree.exits[number]]
    path, states = f"{arrival.path}{node.path}/", problem.sizes[street]
    one, two = link.order
    slot = int(problem.layout.draws[street][_exit(problem, arrival, number)])
    first, second = link.menus[one], link.menus[two]
    yield Spot(path, street, one, slot, states, node.pot, (), first, arrival.drawn)
    slot += first.options
    for count in first.counts:
        drawn = _with(arrival.drawn, one, int(count))
        yield Spot(f"{path}{count}", street, two, slot, states, node.pot, (), second, drawn)
        slot += second.options


def _exit(problem: Problem, arrival: _Arrival, number: int) -> int:
    return int(problem.tree.streets[arrival.street].contexts.exit[arrival.context]) + number


def _labels(problem: Problem, street: int) -> list[str]:
    """The outcomes after a street as they stand in paths."""
    link = problem.links[street]
    if isinstance(link, Draws):
        first, second = (link.menus[seat].counts for seat in link.order)
        return [f"{c}{k}" for c in first for k in second]
    return [str(board) for board in range(link.outcomes)]


def _next(problem: Problem, arrival: _Arrival, tree: Round, number: int, outcome: int) -> _Arrival:
    street, link = arrival.street, problem.links[arrival.street]
    label = _labels(problem, street)[outcome]
    drawn = arrival.drawn
    if isinstance(link, Draws):
        for seat, count in zip(link.order, label, strict=True):
            drawn = _with(drawn, seat, int(count))
    path = f"{arrival.path}{tree.nodes[tree.exits[number]].path}/{label}/"
    return _Arrival(street + 1, _exit(problem, arrival, number) * link.outcomes + outcome, path, drawn)


def _with(
    drawn: tuple[tuple[int, ...], tuple[int, ...]], seat: int, count: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (drawn[0], (*drawn[1], count)) if seat else ((*drawn[0], count), drawn[1])
