"""The betting of two players in a fixed-limit round, as a small tree.

`round_of(first)` is the tree of the first round, in which the button acts first and the big blind counts as a wager, or
of a later round, in which the big blind acts first. A round has at most `CAP` wagers. Nodes are named by the letters of
the actions that lead there: f, x, c, b, r, where a call of the big blind before the draw is c.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

CAP: Final = 4
FOLD, PASS, WAGER = range(3)
"""The numbers of the actions. To pass is to check or call."""
NOBODY, BUTTON, BLIND = range(3)
"""Who made the last wager of a round."""


class End(NamedTuple):
    """The end of a round.

    Attributes:
        folded: The seat that folded; None if both go on.
        put: By seat, what it has put in during this round, in bets of the round.
        last: Who made the last wager: `NOBODY`, `BUTTON` or `BLIND`.
    """

    folded: int | None
    put: tuple[float, float]
    last: int


class Node(NamedTuple):
    """A decision.

    Attributes:
        path: The letters of the actions that lead here.
        seat: The seat to act, 0 for the button.
        after: By action, the number of the next node, an `End`, or None if the action is not possible.
    """

    path: str
    seat: int
    after: tuple["int | End | None", ...]


@cache
def round_of(opening: bool) -> tuple[Node, ...]:
    """The nodes of a round, each before those that follow it.

    Args:
        opening: Whether it is the round before the first draw.

    >>> [node.path for node in round_of(False)]
    ['', 'x', 'xb', 'xbr', 'xbrr', 'xbrrr', 'b', 'br', 'brr', 'brrr']
    >>> [node.path for node in round_of(True)]
    ['', 'c', 'cr', 'crr', 'crrr', 'r', 'rr', 'rrr']
    """
    nodes: list[Node] = []
    put = (0.5, 1.0) if opening else (0.0, 0.0)
    _grow(nodes, "", 0 if opening else 1, put, int(opening), NOBODY, True)
    return tuple(nodes)


def _grow(
    nodes: list[Node], path: str, seat: int, put: tuple[float, float], wagers: int, last: int, begins: bool
) -> int:
    """Add a node and all that follows it; its number."""
    number = len(nodes)
    nodes.append(Node(path, seat, ()))
    other = 1 - seat
    owes = put[seat] < put[other]
    even = (max(put), max(put))
    passed: int | End
    if begins:
        passed = _grow(nodes, path + ("c" if owes else "x"), other, even, wagers, last, False)
    else:
        passed = End(None, even, last)
    more: int | None = None
    if wagers < CAP:
        raised = (put[0] if seat else wagers + 1.0, wagers + 1.0 if seat else put[1])
        letter = "r" if wagers else "b"
        more = _grow(nodes, path + letter, other, raised, wagers + 1, BLIND if seat else BUTTON, False)
    nodes[number] = Node(path, seat, (End(seat, put, last) if owes else None, passed, more))
    return number


@cache
def places(opening: bool) -> dict[str, int]:
    """The number of each node by its path."""
    return {node.path: number for number, node in enumerate(round_of(opening))}


def node_at(opening: bool, letters: Sequence[str]) -> int:
    """The node that the actions of a round lead to; raises beyond the cap are left out in pairs.

    >>> node_at(False, "xbr"), node_at(False, "brrrr"), node_at(False, "brrrrr")
    (3, 8, 9)
    """
    path = ""
    for letter in letters:
        path += letter
        if path not in places(opening) and path.endswith("rr"):
            path = path[:-2]
    return places(opening)[path]


def line_of(betting: str) -> End:
    """The end of the round before the first draw to which actions lead.

    >>> line_of("rrc")
    End(folded=None, put=(3.0, 3.0), last=2)
    """
    after = round_of(True)[places(True)[betting[:-1]]].after[PASS]
    assert isinstance(after, End)
    return after
