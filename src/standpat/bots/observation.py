"""What a player at the table knows at a glance, read off the events its seat has seen.

`Reading(situation)` is the public state at a decision: who is in, with what chips, who drew how many, who bet how
often; and of its own cards those thrown away. Lists are by seat, amounts are chips.
"""

from standpat.bots.player import Situation
from standpat.engine.action import Bet, Fold, Raise
from standpat.engine.blind import main_pot_antes, told_bets
from standpat.engine.event import (
    Acted,
    DiscardAnnounced,
    DrawResult,
    HandStart,
    Post,
    Reshuffled,
    StreetStart,
    UncalledReturned,
)


class Reading:
    """`commits` is this round's, `contributed` the whole hand's, without the `dead` chips of the main pot that are
    nobody's bet (R3.5); `wagers` counts the bets and raises made this round by choice, `opened` those before the first
    draw. `acted` is who has acted this round. `thrown` are the
    own discards that cannot come back, as far as one can know: none, once the muck was shuffled in."""

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
        self.seat = situation.seat
        self.street = 0
        start, *rest = situation.seen
        assert isinstance(start, HandStart)
        seats = len(start.stacks)
        self.button = start.button
        self.stacks = list(start.stacks)
        self.live = [True] * seats
        self.commits = [0] * seats
        self.contributed = [0] * seats
        self.dead = 0
        posts: list[Post] = []
        self.draws: list[list[int]] = [[] for _ in start.stacks]
        self.wagers = [0] * seats
        self.opened = self.wagers
        self.acted = [False] * seats
        self.thrown: set[int] = set()
        for event in rest:
            match event:
                case Acted(seat=seat):
                    self._pay(seat, event.street_commit - self.commits[seat])
                    self.commits[seat] = event.street_commit
                    self.acted[seat] = True
                    if isinstance(event.action, Fold):
                        self.live[seat] = False
                    elif isinstance(event.action, Bet | Raise):
                        self.wagers[seat] += 1
                case Post(seat=seat, amount=amount):
                    posts.append(event)
                    self._pay(seat, amount)
                    if event.kind == "dead-blind":
                        self._bury(seat, amount)
                    elif event.kind != "ante":
                        self.commits[seat] += amount
                case StreetStart(street=0):
                    due = told_bets(situation.stakes, posts, seats)
                    for seat, amount in enumerate(main_pot_antes(due, posts, seats)):
                        self._bury(seat, amount)
                case StreetStart(street=street):
                    self.street = street
                    self.commits = [0] * seats
                    self.wagers = [0] * seats
                    self.acted = [False] * seats
                case UncalledReturned(seat=seat, amount=amount):
                    self._pay(seat, -amount)
                case Reshuffled():
                    self.thrown.clear()
                case DiscardAnnounced(seat=seat):
                    self.draws[seat].append(event.count)
                    self.thrown.update(event.discarded)
                case DrawResult(seat=seat):
                    if len(self.draws[seat]) < self.street:  # else it was announced
                        self.draws[seat].append(event.count)
                    self.thrown.update(event.discarded)

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

    def _pay(self, seat: int, amount: int) -> None:
        self.stacks[seat] -= amount
        self.contributed[seat] += amount

    def _bury(self, seat: int, amount: int) -> None:
        """Chips already paid that are the main pot's."""
        self.contributed[seat] -= amount
        self.dead += amount
