"""What the other holds: the chance of every class of hands, against the player of a table, at any decision.

`OpponentRanges(table)` follows a hand heads-up through the table's tree (`standpat.bots.strategy_file`), with the
chances by which that player did what they did. `beliefs.arrived(situation)` is the place and the other seat's range by
their actions; `beliefs.held` weighs it by the cards that the seat has seen, its own thrown ones too: each class by how
many of its hands are left. Replacements are taken to come from the whole deck, as in the class game.

`whole_bet` and `whole_draw` are `StrategyFile.bet` and `StrategyFile.draw` for all states at once.
"""

from collections import OrderedDict
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from standpat.bots.blueprint import tree_history
from standpat.bots.player import Situation
from standpat.bots.strategy_file import Codes, Node, StrategyFile
from standpat.cards.ranking import RANKINGS
from standpat.solver.game.class_game import game_of
from standpat.solver.game.draw_transitions import Draw, every_keep, key
from standpat.solver.game.hand_classes import HandClasses

Vector = NDArray[np.float64]
RANGES: Final = 2_000
"""Places whose ranges are kept, 60 kB each."""
PLAYS: Final = 8_000
"""Decisions whose play is kept, some kB each."""
WAYS: Final = np.array([[comb(left, many) for many in range(5)] for left in range(5)], np.float64)
"""In how many ways so many cards of a rank come from so many left."""


class Range(NamedTuple):
    """A public place as the table has it, and the chance of each class of the other seat, as far as it lies with them.

    In a draw `exit_` is set, and `turn` is 0 before the first to draw, else 1 + the place of their count.
    """

    street: int
    context: int
    paid: int
    node: int
    turn: int
    reach: Vector

    def round_(self, table: StrategyFile) -> int:
        return table.streets[self.street].paid.index(self.paid) if self.street else 0


class OpponentRanges:
    """`classes` are the hands, `menu` every keep of them, `record` the game. Of class i `ranks[i, r]` is how many cards
    of rank r it has, `cells[i]` the same as places r * 5 + n, filled up with 0; `kept[row, r]` is how many a keep has,
    `rows[draw][i, place]` the table's keep of the count of that place."""

    def __init__(self, table: StrategyFile) -> None:
        self.table = table
        self.record, _ = game_of(table.head["recipe"])
        self.classes = HandClasses(RANKINGS[self.record.ranking], table.ranks)
        self.menu = every_keep(self.classes)
        self._of = [np.array(states, np.int64) for states in table.states]
        many = len(self.classes)
        self.ranks = np.zeros((many, table.ranks), np.int64)
        for index, hand in enumerate(self.classes.hands):
            for rank in hand:
                self.ranks[index, rank] += 1
        self.cells = np.zeros((many, 5), np.int64)
        for index, hand in enumerate(self.classes.hands):
            held = sorted(set(hand))
            self.cells[index, : len(held)] = [rank * 5 + hand.count(rank) for rank in held]
        self.kept = np.stack([self.menu.kept // 5**rank % 5 for rank in range(table.ranks)], axis=1)
        self.rows = [
            _rows(self.classes, self.menu, np.frombuffer(keeps, np.uint8).reshape(many, -1)) for keeps in table.keeps
        ]
        self._ranges: OrderedDict[tuple[int, str], Range] = OrderedDict()
        self._played: dict[tuple[int, int, int, int], Vector] = {}

    def held(self, situation: Situation, reach: Vector) -> Vector:
        """A range weighed by how many of each class's hands the cards seen leave; they sum to 1."""
        held = reach.copy()
        for rank, many in enumerate(self.gone(situation)):
            if many:
                held *= (WAYS[4 - many] / WAYS[4])[self.ranks[:, rank]]
        total = float(held.sum())
        return held / total if total > 0 else np.full(len(held), 1 / len(held))

    def gone(self, situation: Situation) -> list[int]:
        """By rank, how many cards the seat has seen."""
        seen = set(situation.cards)
        for event in situation.seen:
            if getattr(event, "seat", None) == situation.seat:
                seen.update(getattr(event, "discarded", ()))
        counts = [0] * self.table.ranks
        for card in seen:
            counts[card >> 2] += 1
        return counts

    def arrived(self, situation: Situation) -> Range:
        """Where the situation's seat is, and what the other may hold by what they did."""
        story = tree_history(situation)
        if situation.game.id != self.table.game or not story.simple:
            raise ValueError(f"the table is for {self.table.game} heads-up with nobody all-in")
        me = story.seats[situation.seat]
        here, path = Range(0, 0, 0, 0, -1, self.classes.chance), ""
        for letters, drawn in zip(story.letters, story.draws, strict=True):
            tokens = [*letters, *[str(count) for _, count in drawn]]
            for token in tokens:
                path += token
                here = self._after(me, path, here, token)
        return here

    def _after(self, me: int, path: str, here: Range, token: str) -> Range:
        """The place after a move of whoever is to act."""
        if (known := self._ranges.get((me, path))) is not None:
            self._ranges.move_to_end((me, path))
            return known
        found = self._drawn(me, here, int(token)) if token.isdecimal() else self._acted(me, here, token)
        self._ranges[me, path] = found
        if len(self._ranges) > RANGES:
            self._ranges.popitem(last=False)
        return found

    def _acted(self, me: int, here: Range, letter: str) -> Range:
        street = self.table.streets[here.street]
        node = street.nodes[here.node]
        choice = node.letters.index(letter)
        reach = here.reach
        if node.seat != me:
            reach = reach * self.bets(here, node)[choice]
        after = node.children[choice]
        if street.nodes[after].exit >= 0:
            return here._replace(paid=here.paid + street.nodes[after].paid, node=after, turn=0, reach=reach)
        return here._replace(node=after, reach=reach)

    def _drawn(self, me: int, here: Range, count: int) -> Range:
        street = self.table.streets[here.street]
        seat = 1 - street.first if here.turn else street.first
        counts = street.counts[seat]
        place = min(range(len(counts)), key=lambda k: abs(counts[k] - count))
        reach = here.reach
        if seat != me:
            reach = self.moved(here.street, place, reach * self.draws(here)[place])
        if not here.turn:
            return here._replace(turn=1 + place, reach=reach)
        outcome = (here.turn - 1) * len(counts) + place
        context = (here.context * street.exits + street.nodes[here.node].exit) * street.outcomes + outcome
        return Range(here.street + 1, context, here.paid, 0, -1, reach)

    def moved(self, street: int, place: int, reach: Vector) -> Vector:
        """A range after each class has drawn the count of this place."""
        count, menu = self.table.streets[street].counts[0][place], self.menu
        if not count:
            return reach
        low, high = int(menu.of_count[count]), int(menu.of_count[count + 1])
        mass = np.bincount(self.rows[street][:, place] - low, reach, high - low)
        begin, end = int(menu.entry[low]), int(menu.entry[high])
        flow = np.repeat(mass, np.diff(menu.entry[low : high + 1])) * menu.chance[begin:end]
        return np.bincount(menu.target[begin:end], flow, len(reach)).astype(np.float64)

    def bets(self, here: Range, node: Node) -> Vector:
        """The chances of a node's actions, (actions, classes)."""
        known = (here.street, here.context, node.number, -1)
        if known not in self._played:
            found = whole_bet(self.table, here.street, here.context, here.round_(self.table), node)
            self._keep(known, found)
        return self._played[known][:, self._of[here.street]]

    def draws(self, here: Range) -> Vector:
        """The chances of the counts, (counts, classes)."""
        exit_ = self.table.streets[here.street].nodes[here.node].exit
        known = (here.street, here.context, exit_, here.turn)
        if known not in self._played:
            found = whole_draw(self.table, here.street, here.context, self._round_before(here), exit_, here.turn)
            self._keep(known, found)
        return self._played[known][:, self._of[here.street]]

    def _keep(self, place: tuple[int, int, int, int], play: Vector) -> None:
        if len(self._played) >= PLAYS:
            self._played.clear()
        self._played[place] = play

    def _round_before(self, here: Range) -> int:
        """The round of a street whose betting is over."""
        street = self.table.streets[here.street]
        return street.paid.index(here.paid - street.nodes[here.node].paid) if here.street else 0


def whole_bet(table: StrategyFile, street: int, context: int, round_: int, node: Node) -> Vector:
    """`StrategyFile.bet` of all states at once: (actions, states)."""
    actions, size = len(node.letters), table.streets[street].states
    codes = table.bet_codes(street, context, round_, node)
    if codes.levels:
        return _decoded(codes, size, actions)
    return _shares(np.frombuffer(codes.data, np.uint8, actions * size, codes.at).reshape(actions, size))


def whole_draw(table: StrategyFile, street: int, context: int, round_: int, exit_: int, turn: int) -> Vector:
    """`StrategyFile.draw` of all states at once: (counts, states)."""
    here = table.streets[street]
    actions, size = len(here.counts[1 - here.first if turn else here.first]), here.states
    codes = table.draw_codes(street, context, round_, exit_, turn)
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
    found = weights.astype(np.float64)
    total = found.sum(axis=0)
    return np.where(total > 0, found / np.where(total > 0, total, 1), 1 / len(found))


def _rows(classes: HandClasses, menu: Draw, masks: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The row of each class and count of a table's keeps."""
    many = len(classes)
    row = {int(kept): place for place, kept in enumerate(menu.kept[many:].tolist(), many)}
    found = np.zeros(masks.shape, np.int64)
    for index, hand in enumerate(classes.hands):
        for place, mask in enumerate(masks[index].tolist()):
            kept = [rank for at, rank in enumerate(hand) if mask >> at & 1]
            found[index, place] = index if len(kept) == len(hand) else row[key(kept)]
    return found
