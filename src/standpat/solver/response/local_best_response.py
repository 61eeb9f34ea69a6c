"""A player who knows what the table's player holds: local best response (Lisý and Bowling 2017) in limit draw games.

`LocalResponse(table)` is a player (`standpat.bots.Player`) for a hand heads-up against the player of `table`
(`standpat.bots.strategy_file`). At each decision it has the chance of every class that the other may hold, by
everything that they did before and by the cards it has seen itself, thrown ones too. It then looks one step ahead, as
if all were checked or called from there on and both drew for the showdown:

- to call or check is worth its chances in the pot; to bet or raise is worth the pot where the other folds, as their
  strategy says, and its chances against the hands that go on in a pot with two bets more where they do not;
- it draws what wins most showdowns, its own cards gone from the deck.

What it wins from the table's player, in the mean over many deals, is a *lower bound* of what that player can lose:
the true best response wins at least as much. The bound holds whatever it believes and however the values are reckoned;
these only make it tight or not. Its beliefs take replacements to come from the whole deck, and weigh each class by how
many of its hands are left by the cards that it has seen.

    python -m standpat match blueprint lbr@py:standpat.solver.response.local_best_response:respond --aivat

`respond` finds the table as the player `blueprint` does. Amounts are chips.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from standpat.bots.blueprint import strategy_files, thrown
from standpat.bots.observation import Reading
from standpat.bots.player import Situation
from standpat.bots.strategy_file import StrategyFile
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.solver.game.draw_transitions import Draw, showdown_worth
from standpat.solver.game.hand_classes import HandClasses
from standpat.solver.strategy_file.opponent_range import WAYS, OpponentRanges, Range, Vector

LEVELS: Final = 96
"""Strengths of a final hand that the chances of unfinished ones are told apart by."""
CLOSE: Final = 0.02
"""Draws within so much of the best are reckoned again with the cards seen gone."""


class LocalResponse:
    """The local best response to one strategy file, as a player (Lisý and Bowling 2017)."""

    def __init__(self, table: StrategyFile) -> None:
        self.table = table
        self.beliefs = OpponentRanges(table)
        self.classes, self.menu = self.beliefs.classes, self.beliefs.menu
        self._ends = _ends(self.menu, self.classes, self.beliefs.record.draw_rounds)

    def __call__(self, situation: Situation) -> Action:
        here = self.beliefs.arrived(situation)
        return self._draw(situation, here) if situation.legal.draw is not None else self._bet(situation, here)

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """What it does; there is no chance in it."""
        return {self(situation): 1.0}

    def _bet(self, situation: Situation, here: Range) -> Action:
        legal, street = situation.legal, self.table.streets[here.street]
        node = street.nodes[here.node]
        left = situation.game.draw_rounds - here.street
        held = self.beliefs.held(situation, here.reach)
        index = self.classes.of(situation.cards)
        reading = Reading(situation)
        pot, asked = reading.pot, legal.call or 0
        passive: Action = Check() if legal.check else Call()
        best, action = self._beats(index, held, left, left) * (pot + asked) - asked, passive
        bounds = legal.bet or legal.raise_
        if bounds and node.letters[-1] in "br":
            answer = street.nodes[node.children[-1]]
            folds = self.beliefs.bets(here, answer)[answer.letters.index("f")]
            going = held * (1 - folds)
            often = float(going.sum())
            paying = bounds.max_to - reading.commits[situation.seat]
            value = (1 - often) * pot
            if often > 0:
                share = self._beats(index, going / often, left, left)
                value += often * (share * (pot + 2 * paying - asked) - paying)
            if value > best:
                best, action = value, Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to)
        return Fold() if legal.fold and not legal.check and best < 0 else action

    def _beats(self, index: int, held: Vector, mine: int, theirs: int) -> float:
        """The chance of class `index` with so many draws left to beat a range with so many."""
        if not mine and not theirs:
            return float(held[index + 1 :].sum() + held[index] / 2)
        return float(self._ends[mine][index] @ _beating(held @ self._ends[theirs]))

    def _draw(self, situation: Situation, here: Range) -> Discard:
        left = situation.game.draw_rounds - here.street
        theirs = left - 1 if here.turn else left
        held = self.beliefs.held(situation, here.reach)
        worth = self._ends[left - 1] @ _beating(held @ self._ends[theirs])
        if left == 1 and not theirs:
            worth = 1 - np.cumsum(held) + held / 2
        menu, index = self.menu, self.classes.of(situation.cards)
        rows = menu.row[menu.first[index] : menu.first[index + 1]].tolist()
        rough = [self._expected(row, worth, None) for row in rows]
        gone = self.beliefs.gone(situation)
        close = [row for row, value in zip(rows, rough, strict=True) if value > max(rough) - CLOSE]
        best = max(close, key=lambda row: self._expected(row, worth, gone))
        if best == index:
            return Discard()
        return Discard(thrown(situation.cards, _mask(situation.cards, int(menu.kept[best]))))

    def _expected(self, row: int, worth: Vector, gone: Sequence[int] | None) -> float:
        """What a keep is worth; with `gone`, replacements come from the cards not seen."""
        menu = self.menu
        begin, end = int(menu.entry[row]), int(menu.entry[row + 1])
        target, chance = menu.target[begin:end], menu.chance[begin:end].astype(np.float64)
        if gone is not None and end - begin > 1:
            kept = int(menu.kept[row])
            chance = np.ones(end - begin)
            for rank, many in enumerate(gone):
                mine = kept // 5**rank % 5
                chance *= WAYS[4 - many][self.beliefs.ranks[target, rank] - mine]
            if chance.sum() <= 0:
                return 0.0
        return float(chance @ worth[target] / chance.sum())


def _beating(ends: Vector) -> Vector:
    """By level of strength, best first: the chance to beat somebody who ends so."""
    return 1 - np.cumsum(ends) + ends / 2


def _ends(menu: Draw, classes: HandClasses, draws: int) -> list[Vector]:
    """By draws left: the chances of each level of final strength, (classes, `LEVELS`), drawing for the showdown."""
    worth = showdown_worth(menu, classes.chance, draws)
    levels = np.minimum(((1 - worth[0]) * LEVELS).astype(np.int64), LEVELS - 1)
    found = [np.eye(LEVELS)[levels]]
    state = np.repeat(np.arange(menu.states), np.diff(menu.first))
    for left in range(draws):
        value = menu.expected(worth[left])[menu.row]
        best = menu.row[np.lexsort((-value, state))[menu.first[:-1]]]
        rows = np.stack([menu.expected(column) for column in found[-1].T], axis=1)
        found.append(rows[best])
    return found


def _mask(cards: Sequence[int], kept: int) -> int:
    """Places among the cards by rank that are kept, a bit each; of equal ranks the first ones."""
    mask = 0
    for place, card in enumerate(sorted(cards)):
        unit = 5 ** (card >> 2)
        if kept // unit % 5:
            mask |= 1 << place
            kept -= unit
    return mask


# By name -------------------------------------------------------------------------------------------------------


def respond(situation: Situation) -> Action:
    """`LocalResponse` to the table that the player `blueprint` has for this game."""
    found = strategy_files()
    if situation.game.id not in found:
        raise ValueError(f"there is no table of {situation.game.id}: make one with `standpat train`")
    return _response(found[situation.game.id])(situation)


def _policy(situation: Situation) -> Mapping[Action, float]:
    return {respond(situation): 1.0}


respond.policy = _policy  # type: ignore[attr-defined]


@cache
def _response(path: Path) -> LocalResponse:
    return LocalResponse(StrategyFile.load(path))
