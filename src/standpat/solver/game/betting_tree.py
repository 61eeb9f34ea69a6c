"""The betting of a heads-up game as trees: one for each street and each amount already in.

`Wagering` is what a game record says about bets, in chips; `wagering(game, stakes, …)` reads it off the record
and small games of other kinds fill it in by hand. `betting_round(wagering, street, paid)` plays one round through
the engine's own `BettingRound`, so the trees have the engine's rules: the cap, the size of raises, all-ins.

Seat 0 has the button and the small blind, and acts first before the first draw, last after it.

A no-limit round has as many sizes as its `Sizes` name: parts of the pot as it is after a call, and all-in. Both
stacks are equal: with unequal ones only the smaller counts heads-up. `by_seat` gives each seat sizes of its own.
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
    """The bets and raises a no-limit player may choose: `parts` of the pot, and all-in (`all_in`).

    A part is of the pot after the call. At most `wagers` of them come in one round (the big blind is none);
    after that, only all-in is left.
    """

    parts: tuple[float, ...] = (0.5, 1.0)
    all_in: bool = True
    wagers: int = 3

    def __post_init__(self) -> None:
        if any(part <= 0 for part in self.parts) or self.wagers < 0 or not (self.parts or self.all_in):
            raise ValueError(f"{self}: expected parts of the pot above 0, or all-in, and wagers of 0 or more")


@dataclass(frozen=True)
class Wagering:
    """The bets of a heads-up game in chips. `bets` and `caps` by street; `first` to act, by street."""

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
            raise ValueError("a game without a limit or without a cap is solved for one stack: give its chips")
        if self.stack is not None and self.stack <= self.ante + max(self.blinds):
            raise ValueError(f"stack={self.stack}: expected more than the ante and the big blind")

    @property
    def streets(self) -> int:
        """Rounds of betting."""
        return len(self.bets)


def wagering(game: Game, stakes: Stakes, stack: int | None = None, sizes: Sizes | None = None) -> Wagering:
    """The bets of a game record for two players with `stack` chips each (None: never all-in)."""
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
    """A place in a betting round. `paid` is what a fold costs who folds, or what both have in when it is over.

    `actions[k]` leads to node `children[k]`; a node's children come after it and together. Who decides pays `call` to
    stay in, `price` is what they then have in front of them, and `top` what they have there all-in.
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
        """A bet or raise as a part of the pot after the call."""
        return (wager.to - self.price) / (self.pot + self.call)


@dataclass
class Round:
    """The tree of one round. `exits` are its nodes of kind ``over``: the round ends with both still in."""

    street: int
    paid: int
    nodes: list[Node]

    @property
    def exits(self) -> list[int]:
        """The nodes at which the round is over and the hand goes on."""
        return [i for i, node in enumerate(self.nodes) if node.kind == "over"]

    @property
    def rows(self) -> int:
        """How many actions its decisions have together."""
        return sum([len(node.actions) for node in self.nodes])


def letter(action: Action, limit: bool) -> str:
    """An action in a path: f, x (check), c, b, r; without a limit b and r with the amount, ``b40``."""
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
    """A round in play: the engine's state, and how it came there."""

    round: BettingRound
    stacks: list[int]
    turn: int
    path: str
    folded: int | None = None
    wagers: int = 0


def betting_round(wagering: Wagering, street: int, paid: int) -> Round:
    """The tree of the round on `street` when each seat has `paid` chips in; ante and blinds are this round's."""
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
