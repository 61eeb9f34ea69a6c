"""Map a hand at a table onto a path of a solved game (`standpat.solver.game.spot`).

`map_decision(seen, problem)` gives the path, the seat's cards, and `notes`, which describe every difference between the
hand and the solved game. `standpat.solver.advice.advise` documents how differences are mapped.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from standpat.engine.action import Action, Bet, Call, Check, Raise
from standpat.engine.event import Event, HandStart
from standpat.engine.games import Stakes, game
from standpat.solver.game.betting_tree import letter
from standpat.solver.game.problem import Draws, Problem
from standpat.solver.game.public_tree import DECISION
from standpat.solver.game.spot import find
from standpat.table_view.public_state import PublicState


@dataclass(frozen=True)
class MappedDecision:
    """A decision mapped onto the solved game.

    Attributes:
        path: The path of the spot.
        seat: The seat in the solved game: 0 on the button, 1 in the big blind.
        cards: The five cards that the seat holds now.
        notes: The differences between the hand and the solved game.
    """

    path: str
    seat: int
    cards: tuple[int, ...]
    notes: tuple[str, ...]


def map_decision(seen: Sequence[Event], problem: Problem) -> MappedDecision:
    """Find the spot that a seat is at.

    Args:
        seen: The events that the seat has seen.
        problem: The solved game.

    Returns:
        The spot, the cards and the notes.

    Raises:
        ValueError: The hand cannot be mapped onto the solved game.
    """
    hand, own = _folded(seen)
    notes: list[str] = []
    left = _left(hand)
    if len(left) != 2 or own not in left:
        raise ValueError(f"{len(left)} players are in: a solved game has two")
    first, second = _roles(hand, left)
    role = {first: 0, second: 1}
    blind = max([post.amount for post in hand.posts], default=0)
    if not blind:
        raise ValueError("nobody has posted a blind: bets cannot be converted to big blinds")
    scale = problem.tree.unit / blind
    _forced(hand, problem, scale, notes)
    place = _Place(problem, scale, notes)
    if len(hand.start.stacks) > 2:
        notes.append(f"{len(hand.start.stacks)} players were dealt in: the strategy and its ranges are for two")
        if len(hand.actions) < 2 and not hand.drawn:
            raise ValueError("before the draw advice is for two players only")
        place.go(_between_two(hand, problem, scale))
    else:
        for acted in hand.actions[0]:
            place.act(acted.action)
    for number, draws in enumerate(hand.drawn):
        place.end_round()
        for seat in sorted(draws, key=lambda s: -role.get(s, 2)):
            if seat in role:
                place.draw(role[seat], draws[seat])
        if len(hand.actions) > number + 1 and place.path.endswith("/"):
            for acted in hand.actions[number + 1]:
                if acted.seat in role:
                    place.act(acted.action)
    if len(hand.actions) > len(hand.drawn) + 1:
        place.end_round()
    return MappedDecision(place.settled(), role[own], hand.seats[own].cards, tuple(notes))


def _folded(seen: Sequence[Event]) -> tuple[PublicState, int]:
    """The public state, and the seat whose cards are seen. Actions and draws are the same in every game, so the record
    of the game that was played is not needed.
    """
    if not seen or not isinstance(seen[0], HandStart):
        raise ValueError("the events do not begin with the start of a hand")
    state = PublicState.of(game("27td"), Stakes(0, 1), seen)
    holders = [seat for seat, one in enumerate(state.seats) if one.cards]
    if len(holders) != 1:
        number = "no seat's" if not holders else "several seats'"
        raise ValueError(f"{number} cards are seen: advice is for one seat")
    return state, holders[0]


def _left(hand: PublicState) -> list[int]:
    return [seat for seat, one in enumerate(hand.seats) if one.live]


def _roles(hand: PublicState, left: list[int]) -> tuple[int, int]:
    """The player who acts last after the draw (the button of the solved game), and the other player."""
    seats = len(hand.start.stacks)
    order = sorted(left, key=lambda seat: (hand.start.button - seat) % seats)
    return order[0], order[1]


def _forced(hand: PublicState, problem: Problem, scale: float, notes: list[str]) -> None:
    """Note blinds, antes and stacks that differ from those of the solved game."""
    bets = problem.tree.wagering
    names = {"small-blind": bets.blinds[0], "big-blind": bets.blinds[1], "ante": bets.ante}
    for post in hand.posts:
        if post.kind not in names:
            notes.append(f"a {post.kind} was posted: the solved game has none")
        elif abs(post.amount * scale - names[post.kind]) > 1e-9 and not post.all_in:
            solved = names[post.kind] / problem.tree.unit
            notes.append(
                f"the {post.kind} is {post.amount * scale / problem.tree.unit:g} big blinds, solved {solved:g}"
            )
    if bets.ante and not any([post.kind == "ante" for post in hand.posts]):
        notes.append("no ante was posted: the solved game has one")
    stack = min([chips for chips in hand.start.stacks if chips]) * scale
    if bets.stack is not None:
        if abs(stack - bets.stack) > 1e-9:
            own, solved = stack / problem.tree.unit, bets.stack / problem.tree.unit
            notes.append(f"the shorter stack is {own:g} big blinds, solved {solved:g}")
    elif stack < _most(problem):
        notes.append("a stack may be all-in before the betting ends: the solved game has no all-in")


def _most(problem: Problem) -> float:
    """The chips that the longest line of a limit game costs."""
    last = problem.tree.streets[-1].nodes
    return float(last.amount[last.kind != DECISION].max()) * problem.tree.unit


def _between_two(hand: PublicState, problem: Problem, scale: float) -> str:
    """The betting before the draw, read as that of two players: the number of raises and a call."""
    raises = sum([isinstance(acted.action, Bet | Raise) for acted in hand.actions[0]])
    limit = problem.tree.wagering.betting == "fixed-limit"
    if not limit:
        raise ValueError("with more than two players dealt in, advice is for limit games only")
    ways = {node.path for node in problem.tree.streets[0].rounds[0].nodes if node.kind == "over"}
    for path in ["cx" if not raises else "r" * min(raises, count) + "c" for count in range(raises, 0, -1)] or ["cx"]:
        if path in ways:
            return path
    raise ValueError("the solved game has no such betting")


class _Place:
    """A path that is being found, with the notes so far."""

    def __init__(self, problem: Problem, scale: float, notes: list[str]) -> None:
        self.problem, self.scale, self.notes = problem, scale, notes
        self.limit = problem.tree.wagering.betting == "fixed-limit"
        self.path = ""
        self._drawn: dict[int, int] = {}

    def go(self, path: str) -> None:
        self.path += path

    def act(self, action: Action) -> None:
        spot = find(self.problem, self.path)
        names = [letter(a, self.limit) for a in spot.actions]
        if self.limit or not isinstance(action, Bet | Raise):
            name = letter(action, True)
            kinds = [n[0] for n in names]
            if name not in kinds:
                name = self._instead(action, kinds)
            self.path += names[kinds.index(name)]
            return
        sizes = [
            (abs(a.to - action.to * self.scale), a.to, n)
            for a, n in zip(spot.actions, names, strict=True)
            if isinstance(a, Bet | Raise)
        ]
        if not sizes:
            self.notes.append(f"a raise to {action.to * self.scale:g} is not in the solved game: read as a call")
            self.path += "c" if "c" in names else "x"
            return
        off, to, name = min(sizes)
        if off > 1e-9:
            self.notes.append(f"{action.to * self.scale:g} chips of the solved game are read as {to}")
        self.path += name

    def _instead(self, action: Action, kinds: list[str]) -> str:
        """The action that replaces one that the tree lacks."""
        if isinstance(action, Bet | Raise) and "c" in kinds:
            self.notes.append("a raise beyond the solved game's last one is read as a call")
            return "c"
        if isinstance(action, Call | Check):
            return next(k for k in kinds if k in "cx")
        raise ValueError(f"{action!r} is not possible at {self.path!r} of the solved game")

    def end_round(self) -> None:
        if not self.path.endswith("/"):
            self.path += "/"

    def draw(self, seat: int, count: int) -> None:
        street = (self.path.count("/") - 1) // 2
        link = self.problem.links[street]
        assert isinstance(link, Draws)
        counts = link.menus[seat].counts
        near = int(counts[abs(counts - count).argmin()])
        if near != count:
            self.notes.append(f"a draw of {count} is read as one of {near}, the nearest that the strategy knows")
        self.path += str(near)
        self._drawn[seat] = near
        if len(self._drawn) == 2:
            self.path += "/"
            self._drawn = {}

    def settled(self) -> str:
        """The path, which must end at a decision."""
        try:
            find(self.problem, self.path)
        except ValueError as error:
            raise ValueError(f"the hand leaves the solved game: {error}") from None
        return self.path
