"""The opponents of `standpat.solver.nolimit.habits` and of `attacks` as players of the engine's own hands, for any
number of draws.

An opponent draws by the check-down optimum. It bets, raises and calls by the chance to beat one opponent who was dealt
at random; with draws to come its numbers are nearer to a half, because no hand is sure yet (`EARLY`).
"""

from collections.abc import Mapping
from typing import Final

from standpat.bots.check_down import plan_of
from standpat.bots.check_down_values import PAT
from standpat.bots.multiway import thrown
from standpat.bots.observation import Reading
from standpat.bots.player import Situation
from standpat.cards.ranking import VALUE
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.solver.nolimit.habits import NEVER

EARLY: Final = 0.6
"""With draws to come, the part of a number's distance from a half that is left for each draw."""
BLUFFED: Final = 0.25
"""The strength below which a hand may be bet as a bluff."""


class Scripted:
    """A player of a few numbers, as in `standpat.solver.nolimit.match_kernel`."""

    def __init__(self, habit: Mapping[str, float]) -> None:
        self._habit = {"bet": NEVER, "raise": NEVER, "call": NEVER, "shove": NEVER, **habit}

    def __call__(self, here: Situation) -> Action:
        """The action for a situation."""
        plan, habit = plan_of(here.game), self._habit
        value, reading = VALUE[plan.ranking.id](here.cards), Reading(here)
        if here.legal.draw is not None:
            keep = plan.choice[here.game.draw_rounds - reading.street + 1][value]
            stood = reading.draws[reading.seat][-1:] == [0]
            often = habit["snow_on"] if stood and "snow_on" in habit else habit.get("snow", 0.0)
            snow = keep != PAT and here.random.random() < often
            return Discard() if keep == PAT or snow else Discard(thrown(here.cards, keep))
        raised = sum(reading.wagers) > 0
        if reading.street == 0:
            part = plan.place[value]
            if part <= habit.get("reraise" if raised else "open", 0.0):
                return self._wager(here, reading, "reraise_size" if raised else "open_size")
            come = habit.get("call_before" if raised else "come", 0.0)
            return self._stay(here, part <= come)
        left = here.game.draw_rounds - reading.street
        strength, owed = plan.worth[left][value], not here.legal.check
        if left == 1 and strength >= habit["shove"]:
            return self._wager(here, reading, "shove_size")
        if self._presses(reading, owed):
            return self._wager(here, reading, "press")

        def least(number: str) -> float:
            return 0.5 + (habit[number] - 0.5) * EARLY**left

        if strength >= least("raise" if owed else "bet"):
            return self._wager(here, reading, "raise_size" if owed else "bet_size")
        if not owed and left == 0 and strength < BLUFFED and here.random.random() < habit.get("bluff", 0.0):
            return self._wager(here, reading, "bluff_size")
        return self._stay(here, owed and strength >= least("call"))

    def _presses(self, reading: Reading, owed: bool) -> bool:
        """Whether they bet any hand, because the others draw so many cards."""
        habit, own = self._habit, reading.draws[reading.seat][-1]
        if owed or "press" not in habit:
            return False
        return all(reading.draws[seat][-1] >= max(habit["pressed"], own) for seat in reading.opponents)

    def _stay(self, here: Situation, call: bool) -> Action:
        if here.legal.check:
            return Check()
        return Call() if call else Fold()

    def _wager(self, here: Situation, reading: Reading, size: str) -> Action:
        bounds = here.legal.bet or here.legal.raise_
        if bounds is None:
            return Check() if here.legal.check else Call()
        price = max(reading.commits)
        pot = reading.pot + price - reading.commits[reading.seat]
        to = price + round(pot * self._habit.get(size, 0.0))
        mine = reading.stacks[reading.seat] + reading.commits[reading.seat]
        if 4 * (to - price) > 3 * (mine - price):
            to = mine
        to = min(max(to, bounds.min_to), bounds.max_to)
        return Bet(to) if here.legal.bet else Raise(to)
