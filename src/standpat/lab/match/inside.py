"""A player of this process as an entrant of a match (`standpat.lab.match.entrant.Entrant`)."""

from collections.abc import Mapping, Sequence
from random import Random

from standpat.bots.player import ByCards, Player, Policy, Situation
from standpat.engine.action import Action
from standpat.engine.event import Event
from standpat.engine.hand import Hand
from standpat.engine.seen import view
from standpat.lab.match.imagined import Known


class Inside:
    """A player of this process, and its policy if it has one. Its seat sees each event once, when it is asked.

    Attributes:
        known: The policy; None without one.
    """

    def __init__(self, player: Player, policy: Policy | None = None, by_cards: ByCards | None = None) -> None:
        self._player = player
        self.known = None if policy is None else Known(policy, by_cards)
        self._new_events: list[Event] = []
        self._seen: list[Event] = []

    def begin(self, hand_no: int, seat: int, chance: str) -> None:
        """A hand begins; `chance` is the seed of the player's own randomness."""
        self._seat, self._random = seat, Random(chance)
        self._new_events, self._seen = [], []

    def tell(self, events: Sequence[Event]) -> None:
        """Tell what happened, with all cards; the player gets what its seat may see."""
        self._new_events += events

    def act(self, hand: Hand) -> Action | None:
        """The decision that the hand waits for."""
        return self._player(self._situation(hand))

    def chances(self, hand: Hand) -> Mapping[Action, float] | None:
        """The probabilities of the decision; None without a policy."""
        return None if self.known is None else self.known.policy(self._situation(hand))

    def _situation(self, hand: Hand) -> Situation:
        """The situation, as `standpat.bots.situation` gives it."""
        seat = self._seat
        self._seen += view(self._new_events, seat)
        self._new_events = []
        return Situation(hand.game, hand.stakes, seat, hand.cards(seat), tuple(self._seen), hand.legal, self._random)

    def end(self, nets: Sequence[int]) -> None:
        """The hand is over; nothing is kept."""

    def close(self) -> None:
        """The match is over; nothing is open."""
