"""Places where a seat decides, by name, such as ``rc/1`` (paths of `standpat.solver.game.public_tree`).

`find(problem, path)` gives one `Spot`, `spots(problem)` all of them in the order of play. `path_of(problem, text)`
reads a path as people write it. The weights of a spot are the slots from `slot` on: for a bet, `len(actions)` rows of
`states` numbers; for a draw, a number for each option of `menu`.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from standpat.engine.action import Action
from standpat.solver.game.betting_tree import Round
from standpat.solver.game.draw_transitions import Draw
from standpat.solver.game.problem import Draws, Problem


@dataclass(frozen=True)
class Spot:
    """A place where a seat decides.

    Attributes:
        path: The path of the place.
        street: The number of the street; a draw is on the street before it.
        seat: The seat to act, 0 for the button.
        slot: The first slot of its weights.
        states: The number of private states.
        pot: All chips in the middle.
        actions: The betting actions, with amounts in chips; empty for a draw.
        menu: The options of a draw; None for a bet.
        drawn: By seat, the numbers of cards drawn so far, the last draw last.
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
        """The number of its slots."""
        return len(self.actions) * self.states if self.menu is None else self.menu.options


@dataclass(frozen=True)
class _Arrival:
    """A context and the way to it."""

    street: int
    context: int
    path: str = ""
    drawn: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


def spots(problem: Problem) -> Iterator[Spot]:
    """Every spot of a problem, each before those that follow it.

    Args:
        problem: The problem.

    Yields:
        The spots.
    """
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
    """Find the spot of a path.

    Args:
        problem: The problem.
        path: The path, such as ``rc/1``.

    Returns:
        The spot.

    Raises:
        ValueError: The path leaves the tree, or nobody is to act there.
    """
    parts = path.split("/")
    arrival = _Arrival(0, 0)
    while True:
        tree = _round(problem, arrival)
        bets, *parts = parts
        indices = [i for i, node in enumerate(tree.nodes) if node.path == bets]
        if not indices:
            raise ValueError(f"{path!r}: no betting {bets!r} after {arrival.path!r}: expected {_ways(tree, bets)}")
        node = tree.nodes[indices[0]]
        if not parts:
            if node.kind != "decision":
                raise ValueError(f"{path!r}: nobody is to act there")
            return _bet(problem, arrival, tree, indices[0])
        if node.kind != "over" or arrival.street == len(problem.links):
            raise ValueError(f"{path!r}: nothing follows {arrival.path + bets!r}")
        number = tree.exits.index(indices[0])
        draws, *parts = parts
        labels = _labels(problem, arrival.street)
        if not parts:
            for spot in _draws(problem, arrival, tree, number):
                if spot.path == path:
                    return spot
        if draws not in labels:
            raise ValueError(f"{path!r}: {draws!r} is not a draw at that spot: expected one of {', '.join(labels)}")
        if not parts:
            raise ValueError(f"{path!r}: nobody is to act there; the next decision is {path + '/'!r}")
        arrival = _next(problem, arrival, tree, number, labels.index(draws))


def path_of(problem: Problem, text: str) -> str:
    """The path of a decision, from a path as people write it.

    Capitals, spaces, and in limit games missing slashes are understood: ``RC 33`` is ``rc/33/``. After a round or a
    draw that is over, the path is that of the next decision.

    Args:
        problem: The problem.
        text: The path.

    Returns:
        The path of a spot (`find`).

    Raises:
        ValueError: There is no such decision.
    """
    path = "".join(text.lower().split())
    if problem.tree.wagering.betting == "fixed-limit":
        path = re.sub(r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])", "/", path)
    for candidate in (path, f"{path}/"):
        with suppress(ValueError):
            return find(problem, candidate).path
    return find(problem, path).path


def _round(problem: Problem, arrival: _Arrival) -> Round:
    street = problem.tree.streets[arrival.street]
    return street.rounds[int(street.contexts.round[arrival.context])]


def _ways(tree: Round, bets: str) -> str:
    """The actions at the last decision of a betting that is still in the tree."""
    known = max([n for n in tree.nodes if n.kind == "decision" and bets.startswith(n.path)], key=lambda n: len(n.path))
    names = [tree.nodes[child].path[len(known.path) :] for child in known.children]
    return f"one of {', '.join(names)} after {known.path!r}"


def _bet(problem: Problem, arrival: _Arrival, tree: Round, index: int) -> Spot:
    street, node = arrival.street, tree.nodes[index]
    states = problem.sizes[street]
    row = sum([len(n.actions) for n in tree.nodes[:index]])
    slot = int(problem.layout.bets[street][arrival.context]) + row * states
    path = arrival.path + node.path
    return Spot(path, street, node.seat, slot, states, node.pot, node.actions, None, arrival.drawn)


def _draws(problem: Problem, arrival: _Arrival, tree: Round, number: int) -> Iterator[Spot]:
    """The first seat's draw after an exit, then the other's draw for each count of the first."""
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
