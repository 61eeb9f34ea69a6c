"""Events of a tournament: it is announced, players enter it, and buy chips."""

from standpat.tournament.events.happened import Happened, Row
from standpat.tournament.options import Options
from standpat.tournament.structure import Structure


class Announced(Happened, frozen=True, tag="announced"):
    """The tournament exists. A sit-and-go begins when its table is full.

    Attributes:
        id: Its id.
        name: Its name.
        structure: Levels, stacks, seats, entries, prizes.
        options: The edition of the rules, and what differs from it.
        starts: When it begins; 0 for a sit-and-go.
    """

    id: str
    name: str
    structure: Structure
    options: Options
    starts: int = 0


class Registered(Happened, frozen=True, tag="registered"):
    """A player entered; once play has begun, `Seated` follows.

    `person` is whose entry it is, if it is not the player's: the owner of a program, or who pays for a bot.
    """

    player: str
    name: str
    bot: bool = False
    person: str = ""


class Withdrawn(Happened, frozen=True, tag="withdrawn"):
    """A player took their entry back before the start."""

    player: str


class Cancelled(Happened, frozen=True, tag="cancelled"):
    """The tournament is over without a winner; everybody gets these amounts (T1.7, T9.2)."""

    why: str
    refunds: dict[str, int]


class Started(Happened, frozen=True, tag="started"):
    """The draw of the first seats, by table (T1.1)."""

    tables: tuple[Row, ...]


class Seated(Happened, frozen=True, tag="seated"):
    """A late entrant, or a player who entered again, has a seat with a full stack (T1.3, T1.4).

    With `opens` the table is a new one, which has that many seats.
    """

    player: str
    table: int
    seat: int
    opens: int = 0


class Reentered(Happened, frozen=True, tag="reentered"):
    """A player without chips entered again (T1.4). A `Seated` follows."""

    player: str


class Rebought(Happened, frozen=True, tag="rebought"):
    """A player bought chips and keeps their seat (T1.5)."""

    player: str
    chips: int


class AddedOn(Happened, frozen=True, tag="added-on"):
    """A player took the add-on (T1.6)."""

    player: str
    chips: int


class Offered(Happened, frozen=True, tag="offered"):
    """Players who lost their last chips may buy more until a time; their table waits (T1.5)."""

    players: tuple[str, ...]
    until: int


class Declined(Happened, frozen=True, tag="declined"):
    """A player does not buy more chips."""

    player: str


class RegistrationClosed(Happened, frozen=True, tag="registration-closed"):
    """Entries and rebuys are over: the prizes are final, from the first place down, and so is the order in which
    tables break (T1.3, T5.5).
    """

    prizes: tuple[int, ...]
    breaking: tuple[int, ...]
