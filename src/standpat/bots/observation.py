"""What a player at the table knows at a glance: a view of the public state at a decision.

`Reading(situation)` says who is in, with what chips, who drew how many, who bet how often; and of its own cards those
thrown away. Lists are by seat, amounts are chips.
"""

from standpat.bots.player import Situation, state_of
from standpat.engine.action import Bet, Raise


class Reading:
    """`commits` is this round's, `contributed` the whole hand's, without the `dead` chips of the main pot that are
    nobody's bet (R3.5); `wagers` counts the bets and raises made this round by choice, `opened` those before the first
    draw. `acted` is who has acted this round. `thrown` are the own discards that cannot come back, as far as one can
    know: none, once the muck was shuffled in."""

    __slots__ = (
        "acted",
        "button",
        "commits",
        "contributed",
        "dead",
        "draws",
        "live",
        "opened",
        "seat",
        "stacks",
        "street",
        "thrown",
        "wagers",
    )

    def __init__(self, situation: Situation) -> None:
        state = state_of(situation)
        seats = state.seats
        self.seat = situation.seat
        self.street = state.street
        self.button = state.button
        self.stacks = [seat.stack for seat in seats]
        self.live = [seat.live for seat in seats]
        self.commits = [seat.bet for seat in seats]
        self.contributed = [seat.paid for seat in seats]
        self.dead = state.dead
        self.draws = [seat.trail for seat in seats]
        self.acted = [False] * len(seats)
        self.wagers = [0] * len(seats)
        self.opened = self.wagers if not state.street else [0] * len(seats)
        for acted in state.actions[state.street]:
            self.acted[acted.seat] = True
            self.wagers[acted.seat] += isinstance(acted.action, Bet | Raise)
        if state.street:
            for acted in state.actions[0]:
                self.opened[acted.seat] += isinstance(acted.action, Bet | Raise)
        self.thrown = state.thrown

    @property
    def opponents(self) -> list[int]:
        """Those still in, the next to the left first."""
        seats = len(self.live)
        return [s for k in range(1, seats) if self.live[s := (self.seat + k) % seats]]

    @property
    def pot(self) -> int:
        """All chips in the middle."""
        return sum(self.contributed) + self.dead

    def winnable(self, paying: int) -> int:
        """The chips that are or could come into the pots of this seat if it puts in so many more."""
        mine = self.contributed[self.seat] + paying
        return sum([min(theirs, mine) for theirs in self.contributed]) + self.dead
