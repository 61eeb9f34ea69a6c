"""Events of a tournament: deals by agreement, and its end."""

from standpat.tournament.events.happened import Happened


class Proposed(Happened, frozen=True, tag="proposed"):
    """A player proposes to divide the remaining prizes; tables finish their hands and wait (T8.3).

    Attributes:
        by: Who proposes it.
        form: How the amounts are worked out; ``custom`` has its own.
        amounts: What each player who is left would get; empty unless it is ``custom``. They may sum to less than the
            prizes that are left: the winner gets the rest.
    """

    by: str
    form: str
    amounts: dict[str, int]


class Figured(Happened, frozen=True, tag="figured"):
    """All tables wait, and this is what each player who is left would get. They may answer until a time."""

    amounts: dict[str, int]
    until: int


class Answered(Happened, frozen=True, tag="answered"):
    """A player's answer to a proposal."""

    player: str
    yes: bool


class Lapsed(Happened, frozen=True, tag="lapsed"):
    """The proposal is refused, or not everybody answered in time; play goes on."""


class Agreed(Happened, frozen=True, tag="agreed"):
    """Everybody agreed: those who were left get these prizes, and the winner what remains. Without that, it is over."""

    amounts: dict[str, int]
    remains: int = 0


class Finished(Happened, frozen=True, tag="finished"):
    """The tournament is over. `prizes` has what each player won; they sum to the pool."""

    winner: str
    prizes: dict[str, int]
