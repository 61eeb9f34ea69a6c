"""The betting of a heads-up game as trees: one for each street and each amount that the players have already in the
pot.

`Wagering` is what a game record says about bets, in chips. `wagering(game, stakes, …)` takes it from the record; small
games of other kinds fill it in directly. `betting_round(wagering, street, paid)` plays one round with the engine's own
`BettingRound`, so the trees follow the engine's rules: the cap, the size of raises, all-ins.

Seat 0 has the button and the small blind. It acts first before the first draw and last after it.

A no-limit round has the sizes that its `Sizes` name: fractions of the pot after a call, and all-in. Both stacks are
equal, since heads-up only the smaller one counts. `by_seat` gives each seat sizes of its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.engine.betting import BettingRound
from standpat.engine.games import Game, Stakes
from standpat.engine.house import Betting

Kind = Literal["decision", "fold", "over"]
KINDS: tuple[Kind, ...] = ("decision", "fold", "over")


@dataclass(frozen=True)
class Sizes:
    """The bets and raises that a no-limit player may choose.

    Attributes:
        parts: Fractions of the pot after the call.
        all_in: Whether all-in is a choice.
        wagers: The most of these bets and raises in one round (the big blind is not one); after that only all-in is
            left.

    Raises:
        ValueError: A fraction is not above 0, or there is no choice at all.
    """

    parts: tuple[float, ...] = (0.5, 1.0)
    all_in: bool = True
    wagers: int = 3

    def __post_init__(self) -> None:
        if any(part <= 0 for part in self.parts) or self.wagers < 0 or not (self.parts or self.all_in):
            raise ValueError(f"{self}: expected parts of the pot above 0, or all-in, and wagers of 0 or more")


@dataclass(frozen=True)
class Wagering:
    """The bets of a heads-up game, in chips.

    Attributes:
        betting: The betting structure.
        bets: By street, the bet.
        caps: By street, the cap; None for none.
        first: By street, the seat that acts first.
        blinds: The blinds of seats 0 and 1.
        ante: The ante of each seat.
        stack: The stack of each seat; None if nobody can be all-in.
        sizes: The sizes of a no-limit game.
        additive: As the house rule `limit_raise="additive"`.
        by_seat: Sizes by seat, instead of `sizes`.

    Raises:
        ValueError: A game without a limit or a cap has no stack, or the stack does not exceed ante and blind.
    """

    betting: Betting
    bets: tuple[int, ...]
    caps: tuple[int | None, ...]
    first: tuple[int, ...]
    blinds: tuple[int, int] = (0, 0)
    ante: int = 0
    stack: int | None = None
    sizes: Sizes = Sizes()
    additive: bool = False
    by_seat: tuple[Sizes, Sizes] | None = None

    def __post_init__(self) -> None:
        if self.stack is None and (self.betting != "fixed-limit" or None in self.caps):
            raise ValueError("a game without a limit or a cap is solved for one stack: give its chips")
        if self.stack is not None and self.stack <= self.ante + max(self.blinds):
            raise ValueError(f"stack={self.stack}: expected more than the ante and the big blind")

    @property
    def streets(self) -> int:
        """The number of betting rounds."""
        return len(self.bets)


def wagering(game: Game, stakes: Stakes, stack: int | None = None, sizes: Sizes | None = None) -> Wagering:
    """The bets of a game record for two players.

    Args:
        game: The game.
        stakes: The stakes.
        stack: Chips of each player; None if nobody can be all-in.
        sizes: The sizes of a no-limit game; None for the default.

    Returns:
        The bets in chips.

    Raises:
        ValueError: The big blind posts the ante, or the stack is missing or too small.
    """
    if stakes.ante and stakes.ante_by != "everyone":
        raise ValueError("games with an ante by the big blind are not solved: expected one by everyone, or none")
    streets = game.draw_rounds + 1
    limit = game.betting == "fixed-limit"
    cap = game.house.cap if limit and game.house.cap_heads_up else None
    return Wagering(
        game.betting,
        tuple([stakes.big_blind * (bet if limit else 1) for bet in game.bets]),
        (cap,) * streets,
        (0,) + (1,) * (streets - 1),
        (stakes.small_blind, stakes.big_blind),
        stakes.ante,
        stack,
        sizes or Sizes(),
        game.house.limit_raise == "additive",
    )


@dataclass
class Node:
    """A place in a betting round. The children of a node come after it and next to each other.

    Attributes:
        kind: ``decision``, ``fold`` or ``over`` (the round is over with both players in).
        seat: The seat to act, or who folded.
        paid: At a fold, what the player who folded has paid in the hand; when the round is over, what each has paid.
        path: The letters of the round so far.
        pot: All chips in the middle.
        actions: The actions.
        children: The nodes that they lead to.
        price: The chips in front of the player to act once they call.
        call: The chips that they pay to call.
        top: The chips in front of them once they are all-in.
    """

    kind: Kind
    seat: int
    paid: int
    path: str
    pot: int
    actions: tuple[Action, ...] = ()
    children: tuple[int, ...] = ()
    price: int = 0
    call: int = 0
    top: int = 0

    def part(self, wager: Bet | Raise) -> float:
        """A bet or raise as a fraction of the pot after the call."""
        return (wager.to - self.price) / (self.pot + self.call)


@dataclass
class Round:
    """The tree of one betting round.

    Attributes:
        street: The number of the street.
        paid: Chips of each seat before the round.
        nodes: The nodes, the root first.
    """

    street: int
    paid: int
    nodes: list[Node]

    @property
    def exits(self) -> list[int]:
        """The nodes at which the round is over and the hand goes on."""
        return [i for i, node in enumerate(self.nodes) if node.kind == "over"]

    @property
    def rows(self) -> int:
        """The number of actions of all its decisions."""
        return sum([len(node.actions) for node in self.nodes])


def letter(action: Action, limit: bool) -> str:
    """An action in a path: f (fold), x (check), c (call), b (bet), r (raise).

    Args:
        action: The action.
        limit: Whether the game is fixed-limit. Otherwise b and r are followed by the amount, as in ``b40``.

    Returns:
        The text.

    Raises:
        ValueError: The action is a draw.
    """
    match action:
        case Fold():
            return "f"
        case Check():
            return "x"
        case Call():
            return "c"
        case Bet(to) | Raise(to):
            return ("b" if isinstance(action, Bet) else "r") + ("" if limit else str(to))
    raise ValueError(f"{action!r} is not a betting action")


@dataclass
class _Place:
    """A round in play: the engine's state, and the path to it."""

    round: BettingRound
    stacks: list[int]
    turn: int
    path: str
    folded: int | None = None
    wagers: int = 0


def betting_round(wagering: Wagering, street: int, paid: int) -> Round:
    """The tree of one betting round.

    Args:
        wagering: The bets of the game.
        street: The number of the street.
        paid: Chips that each seat has in before the round. On the first street antes and blinds are part of the round.

    Returns:
        The tree.
    """
    start = _open(wagering, street, paid)
    places, nodes = [start], [_node(wagering, street, paid, start)]
    index = 0
    while index < len(nodes):
        children = []
        for action in nodes[index].actions:
            child = _after(places[index], nodes[index].seat, action, wagering.betting == "fixed-limit")
            children.append(len(nodes))
            places.append(child)
            nodes.append(_node(wagering, street, paid, child))
        nodes[index].children = tuple(children)
        index += 1
    return Round(street, paid, nodes)


def _open(wagering: Wagering, street: int, paid: int) -> _Place:
    stack = wagering.stack if wagering.stack is not None else 1 << 40
    cap, bet = wagering.caps[street], wagering.bets[street]
    betting = BettingRound(wagering.betting, 2, bet, cap, wagering.additive)
    stacks = [stack - paid] * 2
    if street == 0:
        stacks = [stack - wagering.ante - blind for blind in wagering.blinds]
        betting.commits = list(wagering.blinds)
        if max(wagering.blinds):
            betting.open_with_blind(max(wagering.blinds))
    betting.recount(stacks, [True, True])
    return _Place(betting, stacks, wagering.first[street], "")


def _node(wagering: Wagering, street: int, paid: int, place: _Place) -> Node:
    before = wagering.ante if street == 0 else paid
    commits = place.round.commits
    pot = 2 * before + sum(commits)
    if place.folded is not None:
        return Node("fold", place.folded, before + commits[place.folded], place.path, pot)
    seat = place.round.next(place.turn, place.stacks, [True, True])
    if seat is None:
        return Node("over", 0, before + min(commits), place.path, pot)
    price, mine = place.round.price, commits[seat]
    return Node(
        "decision",
        seat,
        0,
        place.path,
        pot,
        tuple(_actions(wagering, place, seat, pot)),
        price=price,
        call=price - mine,
        top=place.stacks[seat] + mine,
    )


def _actions(wagering: Wagering, place: _Place, seat: int, pot: int) -> Iterator[Action]:
    stack, price, mine = place.stacks[seat], place.round.price, place.round.commits[seat]
    legal = place.round.legal(seat, stack, pot)
    if legal.fold:
        yield Fold()
    yield Check() if legal.check else Call()
    bounds = legal.bet or legal.raise_
    if bounds is None:
        return
    make = Bet if legal.bet else Raise
    if wagering.betting == "fixed-limit":
        yield make(bounds.max_to)
        return
    sizes = wagering.by_seat[seat] if wagering.by_seat else wagering.sizes
    parts = sizes.parts if place.wagers < sizes.wagers else ()
    to = {price + round(part * (pot + price - mine)) for part in parts}
    within = {min(max(chips, bounds.min_to), bounds.max_to) for chips in to}
    if sizes.all_in and bounds.max_to == stack + mine:
        within.add(bounds.max_to)
    for chips in sorted(within):
        yield make(chips)


def _after(place: _Place, seat: int, action: Action, limit: bool) -> _Place:
    betting, stacks = place.round.copy(), place.stacks.copy()
    child = _Place(betting, stacks, 1 - seat, place.path + letter(action, limit), wagers=place.wagers)
    match action:
        case Fold():
            child.folded = seat
        case Check():
            betting.check(seat)
        case Call():
            chips = min(betting.price - betting.commits[seat], stacks[seat])
            betting.call(seat, chips)
            stacks[seat] -= chips
        case Bet(to) | Raise(to):
            stacks[seat] -= to - betting.commits[seat]
            betting.wager(seat, to)
            child.wagers += 1
    betting.recount(stacks, [True, True])
    return child
