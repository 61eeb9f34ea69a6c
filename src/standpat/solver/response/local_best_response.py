"""Local best response (Lisý and Bowling 2017) in limit draw games, against the bot of a strategy file.

`LocalBestResponse(file)` is a player (`standpat.bots.Player`) for a heads-up hand against the bot that plays `file`
(`standpat.bots.strategy_file`). At each decision it has the probability of every class that the opponent may hold, from
the opponent's actions and from the cards that it has seen itself, its discards included. It looks one step ahead and
assumes that from there on everybody checks or calls and draws for the showdown:

- a check or call is worth its share of the pot;
- a bet or raise is worth the pot where the opponent folds, as their strategy says, and otherwise its share, against the
  hands that continue, of a pot with two bets more;
- it draws the cards that win most showdowns, with its own cards out of the deck.

What it wins from the bot, averaged over many deals, is a *lower bound* of what the bot can lose: a true best response
wins at least as much. The bound holds whatever the player assumes; the assumptions only decide how tight it is. Its
ranges take replacements from the whole deck, and weight each class by the fraction of its hands that the cards it has
seen leave.

    python -m standpat match blueprint lbr@py:standpat.solver.response.local_best_response:respond --aivat

`respond` looks for the strategy file where the bot `blueprint` does. Amounts are chips.

Reference: V. Lisý and M. Bowling, "Equilibrium approximation quality of current no-limit poker bots", AAAI Workshop on
Computer Poker, 2017.
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
"""Levels of strength of a final hand, by which unfinished hands are compared."""
CLOSE: Final = 0.02
"""Draws whose value is within this distance of the best are computed again without the cards seen."""


class LocalBestResponse:
    """The local best response to one strategy file, as a player (Lisý and Bowling 2017).

    Args:
        file: The strategy file of the opponent.
    """

    def __init__(self, file: StrategyFile) -> None:
        self.file = file
        self.beliefs = OpponentRanges(file)
        self.classes, self.menu = self.beliefs.classes, self.beliefs.menu
        self._ends = _ends(self.menu, self.classes, self.beliefs.record.draw_rounds)

    def __call__(self, situation: Situation) -> Action:
        """The action of highest value if the others then only check and call."""
        place = self.beliefs.arrived(situation)
        return self._draw(situation, place) if situation.legal.draw is not None else self._bet(situation, place)

    def policy(self, situation: Situation) -> Mapping[Action, float]:
        """The action that it takes, with probability 1.

        Args:
            situation: The decision.

        Returns:
            The probability of each action.
        """
        return {self(situation): 1.0}

    def _bet(self, situation: Situation, place: Range) -> Action:
        legal, street = situation.legal, self.file.streets[place.street]
        node = street.nodes[place.node]
        left = situation.game.draw_rounds - place.street
        opponent_range = self.beliefs.held(situation, place.reach)
        index = self.classes.of(situation.cards)
        observation = Reading(situation)
        pot, asked = observation.pot, legal.call or 0
        passive: Action = Check() if legal.check else Call()
        best, action = self._beats(index, opponent_range, left, left) * (pot + asked) - asked, passive
        bounds = legal.bet or legal.raise_
        if bounds and node.letters[-1] in "br":
            reply = street.nodes[node.children[-1]]
            folds = self.beliefs.bets(place, reply)[reply.letters.index("f")]
            calling = opponent_range * (1 - folds)
            often = float(calling.sum())
            paying = bounds.max_to - observation.commits[situation.seat]
            value = (1 - often) * pot
            if often > 0:
                share = self._beats(index, calling / often, left, left)
                value += often * (share * (pot + 2 * paying - asked) - paying)
            if value > best:
                best, action = value, Bet(bounds.max_to) if legal.bet else Raise(bounds.max_to)
        return Fold() if legal.fold and not legal.check and best < 0 else action

    def _beats(self, index: int, opponent_range: Vector, mine: int, theirs: int) -> float:
        """The probability that class `index` with `mine` draws left beats a range with `theirs` draws left."""
        if not mine and not theirs:
            return float(opponent_range[index + 1 :].sum() + opponent_range[index] / 2)
        return float(self._ends[mine][index] @ _beating(opponent_range @ self._ends[theirs]))

    def _draw(self, situation: Situation, place: Range) -> Discard:
        left = situation.game.draw_rounds - place.street
        theirs = left - 1 if place.turn else left
        opponent_range = self.beliefs.held(situation, place.reach)
        worth = self._ends[left - 1] @ _beating(opponent_range @ self._ends[theirs])
        if left == 1 and not theirs:
            worth = 1 - np.cumsum(opponent_range) + opponent_range / 2
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
        """The value of a keep. With `gone`, replacements come from the cards that were not seen."""
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
    """By level of strength, best first: the probability to beat an opponent whose final hands are distributed as
    `ends`.
    """
    return 1 - np.cumsum(ends) + ends / 2


def _ends(menu: Draw, classes: HandClasses, draws: int) -> list[Vector]:
    """By draws left: the probability of each level of final strength, shape (classes, `LEVELS`), drawing for the
    showdown.
    """
    worth = showdown_worth(menu, classes.chance, draws)
    levels = np.minimum(((1 - worth[0]) * LEVELS).astype(np.int64), LEVELS - 1)
    by_draws_left = [np.eye(LEVELS)[levels]]
    state = np.repeat(np.arange(menu.states), np.diff(menu.first))
    for left in range(draws):
        value = menu.expected(worth[left])[menu.row]
        best = menu.row[np.lexsort((-value, state))[menu.first[:-1]]]
        rows = np.stack([menu.expected(column) for column in by_draws_left[-1].T], axis=1)
        by_draws_left.append(rows[best])
    return by_draws_left


def _mask(cards: Sequence[int], kept: int) -> int:
    """The kept cards as a bit mask over the cards in order of rank; of equal ranks the first ones are kept."""
    mask = 0
    for place, card in enumerate(sorted(cards)):
        unit = 5 ** (card >> 2)
        if kept // unit % 5:
            mask |= 1 << place
            kept -= unit
    return mask


# By name -------------------------------------------------------------------------------------------------------


def respond(situation: Situation) -> Action:
    """`LocalBestResponse` to the strategy file that the bot `blueprint` has for this game.

    Args:
        situation: The decision.

    Returns:
        The action.

    Raises:
        ValueError: There is no strategy file of this game.
    """
    files = strategy_files()
    if situation.game.id not in files:
        raise ValueError(f"there is no strategy file of {situation.game.id}: make one with `standpat train`")
    return _response(files[situation.game.id])(situation)


def _policy(situation: Situation) -> Mapping[Action, float]:
    return {respond(situation): 1.0}


respond.policy = _policy  # type: ignore[attr-defined]


@cache
def _response(path: Path) -> LocalBestResponse:
    return LocalBestResponse(StrategyFile.load(path))
