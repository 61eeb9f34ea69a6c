"""How fast the house players of a table act.

| speed | their time to act |
|---|---|
| `slow` | twice the usual time |
| `normal` | the usual time (`standpat.room.tables.hand_runner.PACE`) |
| `fast` | a quarter of it |

The owner of a table chooses the speed with its bots. At a table of the house, a person whose opponents are all house
players may choose (`choose`). It holds while they sit there alone, and a restart of the room forgets it.

A player who has folded in a hand against house players only may skip the rest of it (`skip`): the others act at once,
and the next hand follows after a moment. Between two hands, a player who sits alone with house players may skip the
pause. From one deal to the next it always takes half a pause at least, so that nobody can have the room play hands as
fast as it can.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from standpat.language.sentence import Sentence
from standpat.protocol.room import BotSpeed
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.refusal import Refused
from standpat.room.tables.seating import Seating
from standpat.room.tables.table import TableRules

FACTORS: Final[Mapping[BotSpeed, float]] = {"slow": 2.0, "normal": 1.0, "fast": 0.25}
"""What the usual time to act is multiplied by, for each speed."""
SHORT: Final = 1 / 8
"""The part of a pause that follows a hand whose rest was skipped."""
LEAST: Final = 1 / 2
"""The part of a pause that is the shortest time from one deal to the next."""


def alone(seating: Seating, user: str) -> bool:
    """Whether a user is the only person who sits at a table."""
    return [seat.user for seat in seating.seats if seat and not seat.bot] == [user]


class Tempo:
    """The tempo of one table."""

    def __init__(self) -> None:
        self._chosen: tuple[str, BotSpeed] = ("", "normal")
        self._skipped = 0
        """The id of the hand whose rest is skipped."""

    def speed(self, rules: TableRules, seating: Seating) -> BotSpeed:
        """The speed that holds now."""
        user, chosen = self._chosen
        return chosen if rules.owner is None and alone(seating, user) else rules.bots.speed

    def shown(self, rules: TableRules, seating: Seating) -> TableRules:
        """The table's record with the speed that holds now, as pages show it."""
        return structs.replace(rules, bots=structs.replace(rules.bots, speed=self.speed(rules, seating)))

    def factor(self, rules: TableRules, seating: Seating, live: LiveHand | None) -> float:
        """What a house player's usual time to act is multiplied by; 0 if they act at once."""
        if live is not None and live.record.id == self._skipped:
            return 0.0
        return FACTORS[self.speed(rules, seating)]

    def choose(self, rules: TableRules, seating: Seating, user: str, speed: BotSpeed) -> None:
        """Take a person's choice of the speed.

        Raises:
            Refused: The table has an owner, or somebody else sits there too.
        """
        if rules.owner is not None:
            raise Refused("not-possible", Sentence("not-owner"))
        if not alone(seating, user):
            raise Refused("not-possible", Sentence("only-bots"))
        self._chosen = user, speed

    def skip(self, live: LiveHand | None, seating: Seating, user: str, hand_no: int) -> bool:
        """Skip the rest of a hand, or the pause after it.

        Returns:
            False if there is nothing left to skip.

        Raises:
            Refused: The user is not in the hand or has not folded, or somebody else may want to see it.
        """
        if live is None or hand_no > live.record.hand_no:
            raise Refused("not-possible", Sentence("not-dealt"))
        if hand_no < live.record.hand_no:
            return False
        seat = live.seat_of(user)
        if seat is None:
            raise Refused("not-seated", Sentence("not-dealt"))
        if not all([bot for at, bot in enumerate(live.record.bots) if at != seat]):
            raise Refused("not-possible", Sentence("only-bots"))
        if live.over and not alone(seating, user):
            raise Refused("not-possible", Sentence("only-bots"))
        if not live.over and live.hand.live[seat]:
            raise Refused("not-possible", Sentence("not-folded"))
        self._skipped = live.record.id
        return True

    def next_deal(self, live: LiveHand, now: float, pause: float) -> float:
        """The moment of the next deal after a hand that is over.

        Args:
            live: The hand.
            now: The moment.
            pause: The pause between two hands, in seconds.
        """
        if live.record.id != self._skipped:
            return now + pause
        return max(now + SHORT * pause, live.watch.moment(live.record.began) + LEAST * pause)
