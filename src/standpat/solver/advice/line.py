"""A hand at a table read as a path of a solved game: the way from what a seat has seen to `standpat.solver.game.spot`.

`read(seen, problem)` gives the path, the seat's cards, and `notes`: everything in which the hand is not the game
that was solved, each with what was taken for what. See `standpat.solver.advice.advise` for what is read how.
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
class Reading:
    """`seat` is 0 on the button, 1 in the big blind, as in paths; `cards` the five it holds now."""

    path: str
    seat: int
    cards: tuple[int, ...]
    notes: tuple[str, ...]


def read(seen: Sequence[Event], problem: Problem) -> Reading:
    """The spot a seat is at, from the events it has seen."""
    hand, me = _folded(seen)
    notes: list[str] = []
    left = _left(hand)
    if len(left) != 2 or me not in left:
        raise ValueError(f"{len(left)} players are in: a solved game has two")
    first, second = _roles(hand, left)
    role = {first: 0, second: 1}
    blind = max([post.amount for post in hand.posts], default=0)
    if not blind:
        raise ValueError("nobody has posted a blind: the bets cannot be told in big blinds")
    scale = problem.tree.unit / blind
    _forced(hand, problem, scale, notes)
    place = _Place(problem, scale, notes)
    if len(hand.start.stacks) > 2:
        notes.append(f"{len(hand.start.stacks)} players were dealt in: the strategy knows two, and their ranges")
        if len(hand.actions) < 2 and not hand.drawn:
            raise ValueError("before the draw there is advice for two players only")
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
    return Reading(place.settled(), role[me], hand.seats[me].cards, tuple(notes))


def _folded(seen: Sequence[Event]) -> tuple[PublicState, int]:
    """The table, and the seat whose cards are seen. What is read of it, who did and drew what, is told alike in every
    game: the record of the game that was played is not needed."""
    if not seen or not isinstance(seen[0], HandStart):
        raise ValueError("what was seen does not begin with the start of a hand")
    state = PublicState.of(game("27td"), Stakes(0, 1), seen)
    holders = [seat for seat, one in enumerate(state.seats) if one.cards]
    if len(holders) != 1:
        number = "no seat's" if not holders else "several seats'"
        raise ValueError(f"{number} cards are seen: advice is for one seat")
    return state, holders[0]


def _left(hand: PublicState) -> list[int]:
    return [seat for seat, one in enumerate(hand.seats) if one.live]


def _roles(hand: PublicState, left: list[int]) -> tuple[int, int]:
    """Who is last to act after the draw (the button's part), and the other."""
    seats = len(hand.start.stacks)
    order = sorted(left, key=lambda seat: (hand.start.button - seat) % seats)
    return order[0], order[1]


def _forced(hand: PublicState, problem: Problem, scale: float, notes: list[str]) -> None:
    """Blinds, antes and stacks that are not those of the solved game."""
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
            told, solved = stack / problem.tree.unit, bets.stack / problem.tree.unit
            notes.append(f"the shorter stack is {told:g} big blinds, solved {solved:g}")
    elif stack < _most(problem):
        notes.append("a stack may be all-in before the betting ends: the solved game has no all-in")


def _most(problem: Problem) -> float:
    """What the longest line of a limit game costs."""
    last = problem.tree.streets[-1].nodes
    return float(last.amount[last.kind != DECISION].max()) * problem.tree.unit


def _between_two(hand: PublicState, problem: Problem, scale: float) -> str:
    """The betting before the draw as that of two players: so many raises and a call."""
    raises = sum([isinstance(acted.action, Bet | Raise) for acted in hand.actions[0]])
    limit = problem.tree.wagering.betting == "fixed-limit"
    if not limit:
        raise ValueError("with more than two dealt in there is advice in limit games only")
    ways = {node.path for node in problem.tree.streets[0].rounds[0].nodes if node.kind == "over"}
    for path in ["cx" if not raises else "r" * min(raises, count) + "c" for count in range(raises, 0, -1)] or ["cx"]:
        if path in ways:
            return path
    raise ValueError("no such betting is in the solved game")


class _Place:
    """A path being found, with what was taken for what."""

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
        """What an action that the tree lacks is read as."""
        if isinstance(action, Bet | Raise) and "c" in kinds:
            self.notes.append("a raise beyond the solved game's last one is read as a call")
            return "c"
        if isinstance(action, Call | Check):
            return next(k for k in kinds if k in "cx")
        raise ValueError(f"{action!r} cannot be read at {self.path!r} of the solved game")

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
            self.notes.append(f"a draw of {count} is read as one of {near}: the strategy knows no other")
        self.path += str(near)
        self._drawn[seat] = near
        if len(self._drawn) == 2:
            self.path += "/"
            self._drawn = {}

    def settled(self) -> str:
        """The path, which must end where somebody decides."""
        try:
            find(self.problem, self.path)
        except ValueError as error:
            raise ValueError(f"the hand leaves the solved game: {error}") from None
        return self.path
