"""A player of this process as an entrant of a match (`standpat.lab.match.entrant.Entrant`)."""

from collections.abc import Mapping, Sequence
from random import Random

from standpat.bots.player import Player, Policy, Situation
from standpat.engine.action import Action
from standpat.engine.event import Event
from standpat.engine.hand import Hand
from standpat.engine.seen import view


class Inside:
    """A player of this process, and its policy where it has one. Its seat sees each event once, when it is asked."""

    def __init__(self, player: Player, policy: Policy | None = None) -> None:
        self._player, self._policy = player, policy
        self._told: list[Event] = []
        self._seen: list[Event] = []

    def begin(self, hand_no: int, seat: int, chance: str) -> None:
        """A hand begins; `chance` seeds the player's own."""
        self._seat, self._random = seat, Random(chance)
        self._told, self._seen = [], []

    def tell(self, events: Sequence[Event]) -> None:
        """What happened, unredacted; the player is given what its seat may see."""
        self._told += events

    def act(self, hand: Hand) -> Action | None:
        """The decision the hand waits for."""
        return self._player(self._situation(hand))

    def chances(self, hand: Hand) -> Mapping[Action, float] | None:
        """How likely it decides how; None where it has no policy."""
        return None if self._policy is None else self._policy(self._situation(hand))

    def _situation(self, hand: Hand) -> Situation:
        """What `standpat.bots.situation` gives."""
        seat = self._seat
        self._seen += view(self._told, seat)
        self._told = []
        return Situation(hand.game, hand.stakes, seat, hand.cards(seat), tuple(self._seen), hand.legal, self._random)

    def end(self, nets: Sequence[int]) -> None:
        """The hand is over; it keeps nothing."""

    def close(self) -> None:
        """The match is over; it holds nothing open."""
