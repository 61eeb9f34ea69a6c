"""What a player observes at a decision: a view of the public state.

Lists are by seat, amounts are chips.
"""

from typing import Final

from standpat.bots.player import Situation, state_of
from standpat.engine.action import Bet, Call, Raise
from standpat.table_view.public_state import PublicState

BLINDS: Final = ("small-blind", "big-blind", "extra-blind", "straddle")


class Reading:
    """The public state at a decision, as lists by seat.

    Attributes:
        seat: The player's seat.
        street: The number of draws that have begun.
        button: The seat with the button.
        stacks: The chips behind.
        live: Whether the seat has not folded.
        commits: The chips put in this round.
        contributed: The chips put in this hand, without `dead`.
        dead: Chips of the main pot that are not a bet (R3.5).
        draws: The number of cards drawn in each draw so far.
        acted: Whether the seat has acted this round.
        wagers: The bets and raises of this round, without blinds.
        straddle: The seat that posted a straddle; None for none.
        sizes: The largest of them, as a part of the pot after a call of what was bet before; 0 without one.
        latest: Without a limit, the chips that the seat's latest bet or raise of this round put in, and the pot before
            it; 0 and 0 without one.
        opened: The bets and raises before the first draw.
        thrown: The player's own discards that cannot come back; empty after a reshuffle.
    """

    __slots__ = (
        "acted",
        "button",
        "commits",
        "contributed",
        "dead",
        "draws",
        "latest",
        "live",
        "opened",
        "seat",
        "sizes",
        "stacks",
        "straddle",
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
        self.straddle = next((post.seat for post in state.posts if post.kind == "straddle"), None)
        self.draws = [seat.trail for seat in seats]
        self.acted = [False] * len(seats)
        self.wagers = [0] * len(seats)
        self.opened = self.wagers if not state.street else [0] * len(seats)
        self.sizes = [0.0] * len(seats)
        self.latest = [(0, 0)] * len(seats)
        for acted in state.actions[state.street]:
            self.acted[acted.seat] = True
            self.wagers[acted.seat] += isinstance(acted.action, Bet | Raise)
        if situation.game.betting != "fixed-limit":
            self._read_sizes(state)
        if state.street:
            for acted in state.actions[0]:
                self.opened[acted.seat] += isinstance(acted.action, Bet | Raise)
        self.thrown = state.thrown

    def _read_sizes(self, state: PublicState) -> None:
        """Set `sizes` and `latest`. Calls that were all-in for less count as whole ones."""
        commits = [0] * len(self.live)
        if not state.street:
            for made in state.posts:
                if made.kind in BLINDS:
                    commits[made.seat] += made.amount
        before = self.pot - sum(self.commits)
        for acted in state.actions[state.street]:
            price = max(commits)
            match acted.action:
                case Bet(to=to) | Raise(to=to):
                    pot = before + sum(commits) + price - commits[acted.seat]
                    self.sizes[acted.seat] = max(self.sizes[acted.seat], (to - price) / max(1, pot))
                    self.latest[acted.seat] = to - commits[acted.seat], before + sum(commits)
                    commits[acted.seat] = to
                case Call():
                    commits[acted.seat] = price

    @property
    def opponents(self) -> list[int]:
        """The opponents who have not folded, clockwise from the player's left."""
        seats = len(self.live)
        return [s for k in range(1, seats) if self.live[s := (self.seat + k) % seats]]

    @property
    def pot(self) -> int:
        """All chips in the middle."""
        return sum(self.contributed) + self.dead

    def winnable(self, paying: int) -> int:
        """The chips that this seat can win if it puts in `paying` more chips."""
        mine = self.contributed[self.seat] + paying
        return sum([min(theirs, mine) for theirs in self.contributed]) + self.dead
