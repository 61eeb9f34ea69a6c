"""The player `nolimit` with the end of the hand solved again at the table.

`Resolving(table)` is a player (`player(situation)`) with its policy. It plays as `standpat.bots.nolimit.Nolimit`, but
where two came to the draw, it solves the round after it from its beginning (`end_kernel`): with the real pot and
stacks, and with every size that was really bet. Answers to an all-in are part of that. Where more came, the file plays,
even if two are left after folds: it has no ranges for what they did in that round.

The ranges of both players are those that the strategy file gives to their line: by Bayes from what they did before the
draw, and then by what the hands of each bucket become when they draw as many cards. They are blurred (`BLURRED`),
because others do not play by the file. That is no guarantee: an opponent who knows the ranges can win more from the
solution than from the file.

A solution is kept for the hand, so that a player who decides twice in a round solves twice only if the line was new.
"""

from collections import OrderedDict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from standpat.bots.directories import find_no_limit
from standpat.bots.nolimit import Nolimit, hand_of
from standpat.bots.nolimit_file import COUNTS, PARTS, NolimitFile
from standpat.bots.nolimit_hand import (
    CHOICES,
    FOLD,
    JAM,
    PASS,
    NolimitHand,
    begin,
    jam_to,
    obliged,
    read_size,
    two_drew,
)
from standpat.bots.nolimit_spot import SEARCHED, spot_key
from standpat.bots.player import Situation, sampled, straddled
from standpat.bots.rule import rule, rule_policy
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.solver.nolimit import end_kernel
from standpat.solver.nolimit.deal_kernel import HAND

ROUNDS: Final = 480
"""Iterations of CFR+."""
BLURRED: Final = 0.01
"""The part of the probability of choices that is spread over all of them, whatever the hand."""
CUT: Final = 0.005
"""Choices of less probability are not made."""
KEPT: Final = 64
"""Solutions that are kept."""

Line = list[tuple[int, int]]
Weights = NDArray[np.float64]
Solution = dict[tuple[int, int], NDArray[np.float32]]


class Resolving:
    """The player of one strategy file. Only one thread may use it at a time.

    Args:
        table: The file.

    Attributes:
        table: The file.
        finer: By value, the bucket of a final hand.
    """

    def __init__(self, table: NolimitFile) -> None:
        self.table, self._plain = table, Nolimit(table)
        bucket, become, dealt = table.prospects()
        self.finer = np.frombuffer(bucket, np.uint8)
        shape = (COUNTS, table.head["finer"], table.buckets[0])
        self._become: Weights = np.frombuffer(become, "<u2").reshape(shape) / PARTS
        self._dealt: Weights = np.frombuffer(dealt, "<u2") / PARTS
        self._solved: OrderedDict[tuple[object, ...], Solution] = OrderedDict()
        self._hands = np.zeros(end_kernel.NODES, HAND)
        self._nodes = np.zeros(end_kernel.NODES, end_kernel.NODE)
        self._sizes = np.zeros(end_kernel.MENU, np.int64)

    def __call__(self, situation: Situation) -> Action:
        """The action for this situation, sampled from the policy."""
        return sampled(dict(self.policy(situation)), situation.random)

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """The probabilities of the player's actions in a situation."""
        if situation.game.id != self.table.game or straddled(situation):
            return rule_policy(situation)
        if situation.legal.draw is not None:
            return self._plain.policy(situation)
        watch = Watch(self)
        hand = hand_of(situation, watch)
        watch.at(hand)
        if not two_drew(hand):
            return self._plain.policy(situation)
        row = self._row(situation, hand, watch)
        return self._plain.policy(situation) if row is None else _actions(situation, row)

    def solution(self, hand: NolimitHand, watch: "Watch") -> Solution:
        """The strategy at a decision after the draw: by choice and total, the probability by finer bucket.

        Args:
            hand: The hand.
            watch: It has seen all actions and the decision itself (`Watch.at`).

        Returns:
            An empty one if the tree is too large.
        """
        assert watch.start is not None
        start = watch.start
        key = (*watch.told, -1, *watch.line, *start.stack, *start.total, start.dead, hand.big)
        solved = self._solved.get(key)
        if solved is None:
            solved = self._solve(start, watch.line, watch.ranges())
            self._solved[key] = solved
            if len(self._solved) > KEPT:
                self._solved.popitem(last=False)
        return solved

    def _row(self, situation: Situation, hand: NolimitHand, watch: "Watch") -> dict[tuple[int, int], float] | None:
        """The probability of each choice and total at the decision; None if the tree is too large."""
        solved = self.solution(hand, watch)
        if not solved:
            return None
        mine = self.finer[RANKINGS[situation.game.ranking](situation.cards)]
        row = {choice: float(chances[mine]) for choice, chances in solved.items()}
        row = {choice: chance for choice, chance in row.items() if chance >= CUT}
        total = sum(row.values())
        return {choice: chance / total for choice, chance in row.items()}

    def _solve(self, start: NolimitHand, line: Line, ranges: Weights) -> Solution:
        """The strategy at the decision at the end of a line: by choice and total, the probability by finer bucket."""
        record = self._hands[0]
        for name in HAND.names or ():
            if name in NolimitHand.__slots__:
                record[name] = getattr(start, name)
        real = np.array(line, np.int64).reshape(-1, 2)
        many = end_kernel.grow(self._hands, self._nodes, real, self._sizes)
        if not many:
            return {}
        nodes = self._nodes[:many]
        average = np.zeros((many, ranges.shape[1]), np.float32)
        end_kernel.solve(nodes, ranges.astype(np.float32), ROUNDS, average)
        at = int(np.flatnonzero((nodes["line"] == len(line)) & (nodes["many"] > 0))[-1])
        first, children = int(nodes["first"][at]), int(nodes["many"][at])
        return {
            (int(nodes["choice"][k]), int(nodes["to"][k])): average[k].copy() for k in range(first, first + children)
        }

    def warm_up(self) -> None:
        """Solve a small round, which loads or compiles the code."""
        hand = NolimitHand([2, 2])
        begin(hand, 2, 1, 0)
        hand.street, hand.price, hand.dead = 1, 0, 2
        hand.to_act = 0
        even = np.full((2, self.table.head["finer"]), 1 / self.table.head["finer"])
        self._solve(hand, [], even)

    def spot(self, hand: NolimitHand) -> NDArray[np.float64] | None:
        """The probabilities of the choices at a decision, by bucket; None for an unknown spot."""
        half = COUNTS if hand.drawing else CHOICES
        for level in SEARCHED:
            block = self.table.block(spot_key(hand, level))
            if block is not None:
                rows = np.frombuffer(block, np.uint8).reshape(-1, half) + 1e-9
                chances: NDArray[np.float64] = rows / rows.sum(axis=1, keepdims=True)
                return chances
        return None

    def dealt(self) -> Weights:
        """The probability of each bucket before the draw."""
        return self._dealt

    def drawn(self, count: int) -> Weights:
        """By finer bucket and bucket, what hands become that draw this many cards."""
        become: Weights = self._become[min(count, COUNTS - 1)]
        return become


class Watch:
    """Follows a hand: the range of each place before the draw, the draws, and the line after it."""

    def __init__(self, player: Resolving) -> None:
        self._player = player
        self._ranges: dict[int, Weights] = {}
        self._drawn: dict[int, Weights] = {}
        self.start: NolimitHand | None = None
        self.line: Line = []
        self.told: list[tuple[int, int, int, int]] = []  # place, choice, total, and the size as it was read

    def __call__(self, hand: NolimitHand, choice: int, to: int) -> None:
        """An action is about to happen (`standpat.bots.nolimit.hand_of`)."""
        place = hand.to_act
        if hand.street:
            if not self.line:
                self.start = _copy(hand)
            self.line.append((choice, to))
            return
        self.told.append((place, choice, to, read_size(hand, to) if to > 0 else 0))
        mine = self._ranges.get(place)
        if mine is None:
            mine = self._player.dealt()
        chances = self._player.spot(hand)
        if to == -1:
            if chances is not None:
                mine = mine * blurred(chances[:, min(choice, COUNTS - 1)], COUNTS)
            self._drawn[place] = self._player.drawn(choice) @ mine
        elif chances is not None and not obliged(hand):
            mine = mine * blurred(_chosen(hand, chances, choice, to), CHOICES)
        self._ranges[place] = mine

    def at(self, hand: NolimitHand) -> None:
        """The present decision: the round may only begin there."""
        if hand.street and self.start is None:
            self.start = _copy(hand)

    def ranges(self) -> Weights:
        """The ranges of the two players who are left, the first to act first."""
        assert self.start is not None
        left = [self._drawn[place] for place in range(self.start.seats) if self.start.live >> place & 1]
        return np.array([mine / mine.sum() for mine in left])


def _chosen(hand: NolimitHand, chances: Weights, choice: int, to: int) -> Weights:
    """The probability of an action before the draw, by bucket. A size that the file hardly has is any raise, one
    that is read as a call is any choice but to fold."""
    if choice <= PASS:
        return chances[:, choice]
    size = read_size(hand, to)
    if size == 0:
        return 1 - chances[:, FOLD]
    at = JAM if to >= jam_to(hand) else min(1 + size, JAM)
    chosen: Weights = chances[:, at]
    return chosen if chosen.max() > 0.01 else chances[:, PASS + 1 :].sum(axis=1)


def blurred(chances: NDArray[Any], choices: int) -> Weights:
    """Probabilities of some of these many choices that depend less on the hand."""
    less: Weights = (1 - BLURRED) * chances + BLURRED / choices
    return less


def _copy(hand: NolimitHand) -> NolimitHand:
    twin = NolimitHand(hand.stack[: hand.seats])
    for name in NolimitHand.__slots__:
        value = getattr(hand, name)
        setattr(twin, name, value.copy() if isinstance(value, list) else value)
    return twin


def _actions(situation: Situation, row: Mapping[tuple[int, int], float]) -> dict[Action, float]:
    """The actions of choices, within what the rules allow."""
    legal = situation.legal
    bounds = legal.bet or legal.raise_
    actions: dict[Action, float] = {}
    for (choice, to), chance in row.items():
        action: Action
        if choice == FOLD and legal.fold and not legal.check:
            action = Fold()
        elif choice <= PASS or bounds is None:
            action = Check() if legal.check else Call()
        else:
            total = min(max(to, bounds.min_to), bounds.max_to)
            action = Bet(total) if legal.bet else Raise(total)
        actions[action] = actions.get(action, 0.0) + chance
    return actions


# By name -------------------------------------------------------------------------------------------------------


def load(game: str) -> None:
    """Load the strategy file of a game and the compiled code, so that the first decision does not wait for them."""
    path = find_no_limit(game)
    if path is not None:
        _read(path).warm_up()


def resolving(situation: Situation) -> Action:
    """`Resolving` with the strategy file of the game on this machine; without one the bot `rule`."""
    path = find_no_limit(situation.game.id)
    return rule(situation) if path is None else _read(path)(situation)


def resolving_policy(situation: Situation) -> Mapping[Action, float]:
    """The policy of `resolving`."""
    path = find_no_limit(situation.game.id)
    return rule_policy(situation) if path is None else _read(path).policy(situation)


@cache
def _read(path: Path) -> Resolving:
    return Resolving(NolimitFile.load(path))
