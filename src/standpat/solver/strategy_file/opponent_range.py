"""The opponent's range at any decision: the probability of every hand class, against the bot of a strategy file.

`OpponentRanges(file)` follows a heads-up hand through the tree of the file (`standpat.bots.strategy_file`), with the
probabilities by which that bot acts. `beliefs.arrived(situation)` gives the place in the tree and the opponent's reach
probabilities. `beliefs.held` weights them by the cards that the seat has seen, its own discards included: each class by
the fraction of its hands that those cards leave. Replacements are taken from the whole deck, as in the class game.

`whole_bet` and `whole_draw` are `StrategyFile.bet` and `StrategyFile.draw` for all states at once.
"""

from collections import OrderedDict
from collections.abc import Sequence
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.blueprint import tree_history
from standpat.bots.player import Situation
from standpat.bots.strategy_file import Codes, Node, StrategyFile
from standpat.compute.replacements import rank_counts
from standpat.solver.game.class_game import game_of
from standpat.solver.game.draw_transitions import Draw, every_keep, key
from standpat.solver.game.hand_classes import HAND, HandClasses, hand_classes

Vector = NDArray[np.float64]
RANGES: Final = 2_000
"""Places whose ranges are kept, 60 kB each."""
PLAYS: Final = 8_000
"""Decisions whose probabilities are kept, some kB each."""
WAYS: Final = np.array([[comb(left, many) for many in range(5)] for left in range(5)], np.float64)
"""`WAYS[left, many]`: in how many ways `many` cards of a rank come from `left` cards of it."""


class Range(NamedTuple):
    """A public place in the tree of the file, and the reach probabilities of the opponent's classes.

    Attributes:
        street: The number of the street.
        context: The number of the context.
        paid: Chips that each seat had in when the street began.
        node: The node of the round; in a draw, the node where the round ended.
        turn: -1 in a betting round; in a draw 0 before the first to draw, 1 + the place of their count after.
        reach: By class, the opponent's reach probability.
    """

    street: int
    context: int
    paid: int
    node: int
    turn: int
    reach: Vector

    def round_(self, file: StrategyFile) -> int:
        """The number of the street's round: that with these chips in."""
        return file.streets[self.street].paid.index(self.paid) if self.street else 0


class OpponentRanges:
    """The opponent's ranges against the bot of one strategy file.

    Attributes:
        file: The strategy file.
        record: The game.
        classes: The hand classes.
        menu: Every keep of every class.
        ranks: Shape (classes, ranks): how many cards of each rank a class has.
        cells: Shape (classes, 5): the same as numbers rank * 5 + cards, filled up with 0.
        kept: Shape (keeps, ranks): how many cards of each rank a keep has.
        rows: By draw, shape (classes, counts): the keep that the file plays for each count.
    """

    def __init__(self, file: StrategyFile) -> None:
        self.file = file
        self.record, _ = game_of(file.head["recipe"])
        self.classes = hand_classes(self.record.ranking, file.ranks)
        self.menu = every_keep(self.classes)
        self._of = [np.array(states, np.int64) for states in file.states]
        many = len(self.classes)
        self.ranks = rank_counts(np.array(self.classes.hands), file.ranks)
        self.cells = _cells(self.ranks)
        self.kept = np.stack([self.menu.kept // 5**rank % 5 for rank in range(file.ranks)], axis=1)
        self.rows = [
            _rows(self.classes, self.menu, np.frombuffer(keeps, np.uint8).reshape(many, -1)) for keeps in file.keeps
        ]
        self._ranges: OrderedDict[tuple[int, str], Range] = OrderedDict()
        self._played: dict[tuple[int, int, int, int], Vector] = {}

    def held(self, situation: Situation, reach: Vector) -> Vector:
        """Weight a range by the cards that the seat has seen.

        Args:
            situation: The seat's situation.
            reach: The opponent's reach probabilities, by class.

        Returns:
            Probabilities by class, which sum to 1.
        """
        weighted = reach.copy()
        for rank, many in enumerate(self.gone(situation)):
            if many:
                weighted *= (WAYS[4 - many] / WAYS[4])[self.ranks[:, rank]]
        total = float(weighted.sum())
        return weighted / total if total > 0 else np.full(len(weighted), 1 / len(weighted))

    def gone(self, situation: Situation) -> list[int]:
        """`cards_held` of the seat."""
        return cards_held(situation, self.file.ranks)

    def arrived(self, situation: Situation) -> Range:
        """Where the situation's seat is in the tree, and the opponent's range there.

        Args:
            situation: A decision of a heads-up hand with nobody all-in.

        Returns:
            The place and the opponent's reach probabilities, without the cards that the seat has seen.

        Raises:
            ValueError: The hand is of another game, not heads-up, or somebody is all-in.
        """
        history = tree_history(situation)
        if situation.game.id != self.file.game or not history.simple:
            raise ValueError(f"the strategy file is for {self.file.game} heads-up with nobody all-in")
        seat = history.seats[situation.seat]
        path: list[str] = []
        for letters, drawn in zip(history.letters, history.draws, strict=True):
            path += [*letters, *[str(count) for _, count in drawn]]
        return self.along(seat, path)

    def path(self, context: int) -> list[str]:
        """The actions and draws that lead to a context of the last street, a token for each."""
        path: list[str] = []
        for street in reversed(self.file.streets[:-1]):
            context, outcome = divmod(context, street.outcomes)
            context, exit_ = divmod(context, street.exits)
            first, second = divmod(outcome, len(street.counts[1 - street.first]))
            path[:0] = [str(street.counts[street.first][first]), str(street.counts[1 - street.first][second])]
            node = next(n for n, at in enumerate(street.nodes) if not at.letters and at.exit == exit_)
            while node:
                before = next(at for at in street.nodes if node in at.children)
                path.insert(0, before.letters[before.children.index(node)])
                node = street.nodes.index(before)
        return path

    def along(self, own_seat: int, path: Sequence[str]) -> Range:
        """Where a path leads, and the range of the opponent of a seat there.

        Args:
            own_seat: The seat whose opponent is meant.
            path: The actions and draws, a token for each.
        """
        place, said = Range(0, 0, 0, 0, -1, self.classes.chance), ""
        for token in path:
            said += token
            place = self._after(own_seat, said, place, token)
        return place

    def _after(self, own_seat: int, path: str, place: Range, token: str) -> Range:
        """The place after a move of the seat to act."""
        if (known := self._ranges.get((own_seat, path))) is not None:
            self._ranges.move_to_end((own_seat, path))
            return known
        after = self._drawn(own_seat, place, int(token)) if token.isdecimal() else self._acted(own_seat, place, token)
        self._ranges[own_seat, path] = after
        if len(self._ranges) > RANGES:
            self._ranges.popitem(last=False)
        return after

    def _acted(self, own_seat: int, place: Range, letter: str) -> Range:
        street = self.file.streets[place.street]
        node = street.nodes[place.node]
        choice = node.letters.index(letter)
        reach = place.reach
        if node.seat != own_seat:
            reach = reach * self.bets(place, node)[choice]
        after = node.children[choice]
        if street.nodes[after].exit >= 0:
            return place._replace(paid=place.paid + street.nodes[after].paid, node=after, turn=0, reach=reach)
        return place._replace(node=after, reach=reach)

    def _drawn(self, own_seat: int, place: Range, count: int) -> Range:
        street = self.file.streets[place.street]
        seat = 1 - street.first if place.turn else street.first
        counts = street.counts[seat]
        nearest = min(range(len(counts)), key=lambda k: abs(counts[k] - count))
        reach = place.reach
        if seat != own_seat:
            reach = self.moved(place.street, nearest, reach * self.draws(place)[nearest])
        if not place.turn:
            return place._replace(turn=1 + nearest, reach=reach)
        outcome = (place.turn - 1) * len(counts) + nearest
        context = (place.context * street.exits + street.nodes[place.node].exit) * street.outcomes + outcome
        return Range(place.street + 1, context, place.paid, 0, -1, reach)

    def moved(self, street: int, place: int, reach: Vector) -> Vector:
        """A range after each class has drawn.

        Args:
            street: The street before the draw.
            place: The place of the count in the street's counts.
            reach: By class, the reach probability including the choice of this count.

        Returns:
            The reach probabilities after the draw, by class.
        """
        count, menu = self.file.streets[street].counts[0][place], self.menu
        if not count:
            return reach
        low, high = int(menu.of_count[count]), int(menu.of_count[count + 1])
        mass = np.bincount(self.rows[street][:, place] - low, reach, high - low)
        begin, end = int(menu.entry[low]), int(menu.entry[high])
        flow = np.repeat(mass, np.diff(menu.entry[low : high + 1])) * menu.chance[begin:end]
        return np.bincount(menu.target[begin:end], flow, len(reach)).astype(np.float64)

    def bets(self, place: Range, node: Node) -> Vector:
        """The probabilities of a node's actions, shape (actions, classes)."""
        known = (place.street, place.context, node.number, -1)
        if known not in self._played:
            play = whole_bet(self.file, place.street, place.context, place.round_(self.file), node)
            self._keep(known, play)
        return self._played[known][:, self._of[place.street]]

    def draws(self, place: Range) -> Vector:
        """The probabilities of the counts at a draw, shape (counts, classes)."""
        exit_ = self.file.streets[place.street].nodes[place.node].exit
        known = (place.street, place.context, exit_, place.turn)
        if known not in self._played:
            play = whole_draw(self.file, place.street, place.context, self._round_before(place), exit_, place.turn)
            self._keep(known, play)
        return self._played[known][:, self._of[place.street]]

    def _keep(self, place: tuple[int, int, int, int], play: Vector) -> None:
        if len(self._played) >= PLAYS:
            self._played.clear()
        self._played[place] = play

    def _round_before(self, place: Range) -> int:
        """The number of the round of a street whose betting is over."""
        street = self.file.streets[place.street]
        return street.paid.index(place.paid - street.nodes[place.node].paid) if place.street else 0


def cards_held(situation: Situation, ranks: int) -> list[int]:
    """By rank, how many cards the situation's seat has held: its hand and its discards.

    Args:
        situation: A decision of the seat.
        ranks: The number of ranks in the deck.
    """
    held = set(situation.cards)
    for event in situation.seen:
        if getattr(event, "seat", None) == situation.seat:
            held.update(getattr(event, "discarded", ()))
    counts = [0] * ranks
    for card in held:
        counts[card >> 2] += 1
    return counts


def whole_bet(file: StrategyFile, street: int, context: int, round_: int, node: Node) -> Vector:
    """`StrategyFile.bet` of all states at once: shape (actions, states)."""
    actions, size = len(node.letters), file.streets[street].states
    codes = file.bet_codes(street, context, round_, node)
    if codes.levels:
        return _decoded(codes, size, actions)
    return _shares(np.frombuffer(codes.data, np.uint8, actions * size, codes.at).reshape(actions, size))


def whole_draw(file: StrategyFile, street: int, context: int, round_: int, exit_: int, turn: int) -> Vector:
    """`StrategyFile.draw` of all states at once: shape (counts, states)."""
    shape = file.streets[street]
    actions, size = len(shape.counts[1 - shape.first if turn else shape.first]), shape.states
    codes = file.draw_codes(street, context, round_, exit_, turn)
    if codes.levels:
        return _decoded(codes, size, actions)
    return _shares(np.frombuffer(codes.data, np.uint8, size * actions, codes.at).reshape(size, actions).T)


def _decoded(where: Codes, size: int, actions: int) -> Vector:
    many = size if actions == 2 else actions * size
    codes = np.frombuffer(where.data, np.uint8, many, where.at).astype(np.float64)
    if actions == 2:
        second = np.sin(np.pi / 2 * codes / where.levels) ** 2
        return np.stack([1 - second, second])
    return _shares(codes.reshape(actions, size) ** 2)


def _shares(weights: NDArray[np.generic]) -> Vector:
    rows = weights.astype(np.float64)
    total = rows.sum(axis=0)
    return np.where(total > 0, rows / np.where(total > 0, total, 1), 1 / len(rows))


def _cells(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers rank * 5 + cards of the ranks that each class has, in order, filled up with 0."""
    hand, rank = np.nonzero(ranks)
    place = np.arange(len(hand)) - np.searchsorted(hand, hand)
    cells = np.zeros((len(ranks), 5), np.int64)
    cells[hand, place] = rank * 5 + ranks[hand, rank]
    return cells


def _rows(classes: HandClasses, menu: Draw, masks: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The row of the keep of each class and count, shape (classes, counts)."""
    many, hands = len(classes), np.array(classes.hands)
    kept = sum(
        [(masks >> at & 1) * key([1]) ** hands[:, at, None] for at in range(HAND)], np.zeros(masks.shape, np.int64)
    )
    redraws = menu.kept[many:]
    order = np.argsort(redraws)
    rows = order[np.searchsorted(redraws, kept, sorter=order).clip(max=len(order) - 1)] + many
    return np.where(masks == (1 << HAND) - 1, np.arange(many)[:, None], rows)
