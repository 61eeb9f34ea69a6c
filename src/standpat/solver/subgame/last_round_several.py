"""How the last two of three to six players come to the last round of a hand, by the strategy file of `multiway`.

`course(situation)` says where such a hand is: what the two have done up to the moment since when only they are left
(`Start`), and what they have done after it. That is the beginning of the round, or the last fold in it. `SeveralRanges`
makes a `RoundLine` of the start: for every decision of the two, the probability with which the file takes their action,
for each class of hands by its bucket at the spot.

The tree is that of two players from there on, with the wagers that the rules and the stacks allow, four at most. Chips
of players who have folded (*dead*) lie in the middle. At the end of the hand the two have won together what is dead,
whatever they did. So each wins half of it plus an amount that the other loses, and to maximise one is to maximise the
other: with m paid by each at a showdown, winning is worth m + dead - dead / 2, losing -m - dead / 2, and the same with
the loser's m at a fold. That is the round of two players who have paid half of what is dead each, a game of constant
sum 0.

The cards of players who have folded are left out: they are among those that the two may hold. So is a hand whose
discards were shuffled again, one with a fifth wager in a round, one in which somebody is all-in, and limit single draw,
whose files know lines; there is no course for them, and the file plays them.
"""

from collections.abc import Iterable
from copy import copy
from functools import partial
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from standpat.bots.multiway import CAP, Public
from standpat.bots.multiway_file import LEVELS, MultiwayFile, Strategy
from standpat.bots.multiway_spot import BITS, BUCKETS, COUNTS
from standpat.bots.player import Situation, dealt, state_of, straddled
from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.engine.event import Acted, Reshuffled
from standpat.engine.games import game
from standpat.solver.game.hand_classes import HAND, hand_classes
from standpat.solver.kernels.seen_cards_round import Numbers, Single, Vector
from standpat.solver.subgame.last_round import Masks, RoundLine
from standpat.solver.subgame.matrix_round import Ends

SEATS: Final = (3, 6)
"""The fewest and the most players dealt in."""
DRAWS: Final = 3
"""Draws of the games whose hands have a course."""
_FOLD: Final = -1
_SHOWDOWN: Final = 0
_LETTERS: Final = {Fold: "f", Check: "x", Call: "c", Bet: "b", Raise: "r"}
_ACTIONS: Final[dict[str, Action]] = {"f": Fold(), "x": Check(), "c": Call(), "b": Bet(0), "r": Raise(0)}
"""Actions by letter. No spot depends on their chips."""


class Told(NamedTuple):
    """A choice of one of the two.

    Attributes:
        seat: Their seat in the tree.
        left: The draws left, the one in which they choose included.
        spot: The spot of bucket 0.
        choice: f, x, c, b, r; the number of cards at a draw.
        raises: Whether they might bet or raise.
    """

    seat: int
    left: int
    spot: int
    choice: str | int
    raises: bool


class Start(NamedTuple):
    """The moment since when only two are left in the last round. Two hands with the same start have the same solution.

    Attributes:
        seats: The number of seats dealt in.
        told: What the two have done.
        first: The seat in the tree that acts next. Seat 1 is the first of the two from the left of the button.
        facing: Whether it has to answer a bet.
        waits: Whether the other has not acted in this round.
        wagers: The wagers of the round.
        cap: The most wagers.
        paid: Chips that each has paid before the round.
        front: Chips of seats 0 and 1 in the round.
        dead: Chips of the others in the middle.
        bet: The bet, in chips.
        spots: By node of the tree, the spot of bucket 0; 0 at the ends.
    """

    seats: int
    told: tuple[Told, ...]
    first: int
    facing: bool
    waits: bool
    wagers: int
    cap: int
    paid: int
    front: tuple[int, int]
    dead: int
    bet: int
    spots: tuple[int, ...] = ()


class Course(NamedTuple):
    """A decision in the last round between two.

    Attributes:
        start: Where the round of the two starts.
        node: The number of the decision in the tree (`round_nodes`).
        seat: The seat in the tree of the player to act.
        letters: The actions of the node.
    """

    start: Start
    node: int
    seat: int
    letters: str


class RoundNode(NamedTuple):
    """A node of the tree (`standpat.solver.subgame.matrix_round.RoundNode`)."""

    seat: int
    letters: str
    children: tuple[int, ...]
    exit: int


def course(situation: Situation) -> Course | None:
    """Where the hand is. None if it is not in the last round between two, or if it is not solved (see the module)."""
    record = situation.game
    known = record.betting == "fixed-limit" and record.draw_rounds == DRAWS
    several = SEATS[0] <= dealt(situation) <= SEATS[1] and situation.legal.draw is None
    if not known or not several or straddled(situation):
        return None
    state = state_of(situation)
    two = [seat for seat in state.seats if seat.live]
    again = any([isinstance(event, Reshuffled) for event in situation.seen])
    before = {seat.paid - seat.bet for seat in two}
    if state.street < DRAWS or len(two) != 2 or len(before) != 1 or again or any([seat.all_in for seat in two]):
        return None
    watch = _Watch()
    public = Public(situation, watch)
    if watch.beyond:
        return None
    moment = watch.moment or _Moment(public, watch.front)
    blind, button = [place for place in range(public.seats) if public.live >> place & 1]
    bet = situation.stakes.big_blind * record.bets[-1]
    affordable = min([(seat.stack + seat.bet) // bet for seat in two])
    facing = moment.front.get(moment.place, 0) < max(moment.front.values(), default=0)
    start = Start(
        public.seats,
        tuple([told._replace(seat=int(told.seat == blind)) for told in watch.told if told.seat in (button, blind)]),
        int(moment.place == blind),
        facing,
        bool(moment.waiting >> (button + blind - moment.place) & 1),
        moment.wagers,
        max(min(CAP, CAP if public.cap is None else public.cap, affordable), moment.wagers),
        before.pop(),
        (moment.front.get(button, 0), moment.front.get(blind, 0)),
        state.pot - sum([seat.paid for seat in two]),
        bet,
    )
    nodes = round_nodes(start)
    node = _at(nodes, watch.letters)
    if node is None:
        return None
    start = start._replace(spots=_spots(nodes, moment.public, (button, blind)))
    return Course(start, node, int(public.place == blind), nodes[node].letters)


class _Moment:
    """The state when only two are left: whose turn it is, who has not acted, wagers, and chips in front by place."""

    def __init__(self, public: Public, front: dict[int, int]) -> None:
        self.public = copy(public)
        self.place, self.waiting, self.wagers = public.place, public.waiting, public.wagers
        self.front = dict(front)


class _Watch:
    """Follows a hand (`standpat.bots.multiway.Watch`)."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.letters: list[str] = []
        self.front: dict[int, int] = {}
        self.moment: _Moment | None = None
        self.beyond = False

    def __call__(self, public: Public, choice: Acted | int) -> None:
        """A choice is about to be made. Places stand for seats here."""
        left = DRAWS - public.street
        if isinstance(choice, int):
            self.told.append(Told(public.place, left + 1, public.draw_spot(0), choice, False))
            return
        letter = _LETTERS[type(choice.action)]
        raises = public.cap is None or public.wagers < public.cap
        self.beyond |= letter in "br" and public.wagers >= CAP
        last = public.street == DRAWS
        if last and BITS[public.live] == 2 and self.moment is None:
            self.moment = _Moment(public, self.front)
        if last:
            self.front[public.place] = choice.street_commit
        if self.moment is not None:
            self.letters.append(letter)
        else:
            self.told.append(Told(public.place, left, public.bet_spot(0, raises), letter, raises))


def round_nodes(start: Start) -> list[RoundNode]:
    """The tree of the round from its start, the root first."""
    nodes: list[RoundNode] = []
    states: list[_Turn | int] = [_Turn(start.first, start.facing, start.waits, start.wagers)]
    for state in states:
        if isinstance(state, int):
            nodes.append(RoundNode(0, "", (), state))
            continue
        other = 1 - state.seat
        after: dict[str, _Turn | int] = {"f": _FOLD} if state.facing else {}
        after["c" if state.facing else "x"] = _Turn(other, False, False, state.wagers) if state.waits else _SHOWDOWN
        if state.wagers < start.cap:
            after["r" if state.wagers else "b"] = _Turn(other, True, False, state.wagers + 1)
        nodes.append(RoundNode(state.seat, "".join(after), tuple(range(len(states), len(states) + len(after))), -1))
        states += after.values()
    return nodes


def _spots(nodes: list[RoundNode], public: Public, places: tuple[int, int]) -> tuple[int, ...]:
    """The spots of the nodes, from the state at the first one and the places of the seats in the tree."""
    states, spots = {0: public}, [0] * len(nodes)
    for n, node in enumerate(nodes):
        for letter, child in zip(node.letters, node.children, strict=True):
            spots[n] = states[n].bet_spot(0, node.letters[-1] in "br")
            if nodes[child].letters:
                states[child] = states[n].after(_ACTIONS[letter], places[nodes[child].seat])
    return tuple(spots)


class _Turn(NamedTuple):
    """Whose turn it is, with `facing`, `waits` and `wagers` as in `Start`."""

    seat: int
    facing: bool
    waits: bool
    wagers: int


def _at(nodes: list[RoundNode], letters: Iterable[str]) -> int | None:
    """The number of the node after some actions; None if the tree does not have them."""
    at = 0
    for letter in letters:
        if letter not in nodes[at].letters:
            return None
        at = nodes[at].children[nodes[at].letters.index(letter)]
    return at


class SeveralRanges:
    """The ranges of a strategy file of `multiway`.

    Args:
        table: The file.

    Attributes:
        table: The file.
        classes: The classes of hands.
    """

    def __init__(self, table: MultiwayFile) -> None:
        self.table = table
        self.classes = hand_classes(game(table.game).ranking)
        values, ranks = self.classes.values.tolist(), np.array(self.classes.hands, np.int64)
        self._bucket = [np.array([table.bucket(left, value) for value in values]) for left in range(DRAWS + 1)]
        self._thrown: list[Numbers] = []
        self._keeps: list[Masks] = []
        first = np.insert(ranks[:, 1:] != ranks[:, :-1], 0, True, axis=1)  # one card of each rank is kept
        for left in range(1, DRAWS + 1):
            kept = np.array([[table.keep(left, value, count) for value in values] for count in range(1, COUNTS)])
            held = (kept[:, :, None] >> ranks & 1 & first) << np.arange(HAND)
            keeps = np.insert(held.sum(axis=2), 0, 2**HAND - 1, axis=0).astype(np.uint8)
            self._keeps.append(keeps)
            self._thrown.append(HAND - np.bitwise_count(keeps).astype(np.int64))

    def line(self, start: Start) -> RoundLine:
        """The line of a start."""
        strategy, many = self.table.strategy(start.seats), len(self.classes)
        chances: list[list[Vector]] = [[], []]
        keeps: list[list[Masks]] = [[], []]
        now = [np.ones(many), np.ones(many)]
        for told in start.told:
            buckets = self._bucket[told.left]
            if isinstance(told.choice, str):
                now[told.seat] = now[told.seat] * _bets(strategy, told)[buckets]
                continue
            drawn, kept = self._drawn(strategy, told, buckets)
            chances[told.seat].append(now[told.seat] * drawn)
            keeps[told.seat].append(kept)
            now[told.seat] = np.ones(many)
        for seat in (0, 1):
            if now[seat].min() < 1:
                chances[seat].append(now[seat])
        ends = Ends(round_nodes(start), start.paid + start.dead / 2, start.bet, start.front)
        both = np.array(chances[0]), np.array(chances[1])
        masks, number = (np.array(keeps[0]), np.array(keeps[1])), crc32(repr(start).encode()) >> 1
        return RoundLine(number, self.classes, ends, both, masks, partial(self.own, start))

    def own(self, start: Start, seat: int) -> Single:
        """What the file does in the round.

        Args:
            start: The start of the round.
            seat: The seat in the tree.

        Returns:
            Shape (nodes, 3, classes); 0 at the nodes of the other seat.
        """
        nodes = round_nodes(start)
        play = np.zeros((len(nodes), 3, len(self.classes)), np.float32)
        for n, node in enumerate(nodes):
            if node.letters and node.seat == seat:
                told = Told(seat, 0, start.spots[n], "", node.letters[-1] in "br")
                play[n, : len(node.letters)] = self.bets(start, told, node.letters)
        return play

    def bets(self, start: Start, told: Told, letters: str) -> Vector:
        """What the file does at a decision of the round.

        Args:
            start: The start of the round.
            told: The decision; its choice does not count.
            letters: The actions.

        Returns:
            Shape (actions, classes).
        """
        strategy, buckets = self.table.strategy(start.seats), self._bucket[told.left]
        return np.stack([_bets(strategy, told._replace(choice=letter))[buckets] for letter in letters])

    def _drawn(self, strategy: Strategy, told: Told, buckets: Numbers) -> tuple[Vector, Masks]:
        """The probability that each class draws as many cards, and what it keeps. Two choices may throw as many."""
        chances = _chances(strategy.draw_codes(told.spot))
        chances = np.insert(chances, 0, 1 - chances.sum(axis=0), axis=0)[:, buckets]
        thrown, keeps = self._thrown[told.left - 1], self._keeps[told.left - 1]
        fits = np.where(thrown == told.choice, chances, 0)
        return fits.sum(axis=0), keeps[fits.argmax(axis=0), np.arange(len(buckets))]


def _bets(strategy: Strategy, told: Told) -> Vector:
    """By bucket, the probability of a betting action."""
    fold: Vector
    wager: Vector
    fold, wager = _chances(strategy.bet_codes(told.spot))
    if told.choice == "f":
        return fold
    if told.choice in ("b", "r"):
        return wager
    free = told.choice == "x"
    return np.ones(BUCKETS) - (wager if told.raises else 0) - (0 if free else fold)


def _chances(codes: list[bytes]) -> NDArray[np.float64]:
    """Probabilities by choice and class."""
    chances: NDArray[np.float64] = np.array([np.frombuffer(row, np.uint8) for row in codes]) / LEVELS
    return chances
