"""The players and the tables of a tournament, as its state has them (`standpat.tournament.state`)."""

from dataclasses import dataclass, field
from functools import partial

from standpat.tournament.events import Dealt
from standpat.tournament.positions import Positions
from standpat.tournament.registration import Mine
from standpat.tournament.rotation import Place


@dataclass(slots=True)
class Player:
    """A player.

    Attributes:
        id: Who they are.
        name: Their name.
        bot: Whether it is a bot.
        number: Their number in the order of registration, from 1.
        person: Whose entry it is.
        stack: Their chips; in a hand, those with which it began.
        mine: What they have had.
        table: Their table; 0 for none.
        seat: Their seat there.
        move: The number of the move that they are on; 0 for none.
        offered: Until when they may buy chips; 0 for no offer.
        declined: Whether they do not.
        spent: What they have used of their time bank, in milliseconds.
        took: Whether they have taken a hand, or entered when play had begun (T3.5).
        began: The chips that are compared if others lose their last in the same hand (T6.3).
    """

    id: str
    name: str
    bot: bool
    number: int
    person: str = ""
    stack: int = 0
    mine: Mine = field(default_factory=partial(Mine, 1))
    table: int = 0
    seat: int = -1
    move: int = 0
    offered: int = 0
    declined: bool = False
    began: int = 0
    spent: int = 0
    took: bool = False

    @property
    def out(self) -> bool:
        """Whether they are out."""
        return self.mine.out


@dataclass(slots=True)
class Table:
    """A table. `seats` has the players who have arrived, `kept` the seats of players who move there.

    Attributes:
        number: Its number, from 1.
        seats: The players by seat.
        last: The positions of the last hand; None before the first.
        hand: The hand that is being played.
        hands: The number of the last hand.
        place: Where it stands in its rotation.
        owes: Whether it has to deal a hand of the present round of hand-for-hand.
        busts: The players who lost their last chips in the last hand, and whose fate is open.
        broken: Whether it is closed.
    """

    number: int
    seats: list[str | None]
    last: Positions | None = None
    hand: Dealt | None = None
    hands: int = 0
    place: Place = field(default_factory=Place)
    owes: bool = False
    busts: list[str] = field(default_factory=list)
    kept: dict[int, str] = field(default_factory=dict)
    broken: bool = False

    @property
    def players(self) -> list[str]:
        """The players in its seats."""
        return [player for player in self.seats if player is not None]

    @property
    def count(self) -> int:
        """How many players it has, with those who are on their way."""
        return len(self.players) + len(self.kept)

    @property
    def free(self) -> list[int]:
        """The seats that nobody has and nobody is promised."""
        return [at for at, player in enumerate(self.seats) if player is None and at not in self.kept]
