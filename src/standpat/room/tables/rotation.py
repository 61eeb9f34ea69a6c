"""The rotation of a table: several games in turn. Pure: no clock, no random numbers, no I/O.

A `Rotation` is what the table's owner chose: the games with their stakes, how long each lasts, and who picks the next.
A `Place` is where the table stands in it. It is stored with the table's state, so a restart continues there. The rule
is that of tournaments (`standpat.tournament.rotation`): when a game ends, which one follows, and who may pick it.

`choose` takes what a player picked, and `make` makes a rotation from a request. Times are in Unix seconds.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct, field, structs

from standpat.engine.games import Stakes, game
from standpat.engine.house import changed
from standpat.language.sentence import Sentence
from standpat.protocol.room import RotationGame, RotationPlace, RotationView
from standpat.room.tables.refusal import Refused
from standpat.tournament.rotation import Entry, PickedBy, Place

Lasts = Literal["orbits", "hands", "minutes"]
"""The unit of how long a game lasts."""
LONGEST: Final[Mapping[Lasts, int]] = {"orbits": 20, "hands": 200, "minutes": 600}
"""The longest that a game may last, in its unit."""
MOST_GAMES: Final = 20
"""The longest list of games."""
CHOICE_S: Final = 15.0
"""How long a player may take to pick the next game when the hand is over, in seconds."""


class Rotation(Struct, frozen=True):
    """What the owner chose: a game lasts `every` orbits, hands or minutes."""

    entries: tuple[Entry, ...]
    lasts: Lasts = "orbits"
    every: int = 1
    picked_by: PickedBy = "list"

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self.entries)

    def fits(self, players: int) -> tuple[int, ...]:
        """The entries that can be played with so many players."""
        return tuple([at for at, entry in enumerate(self.entries) if players <= entry.game().max_seats])

    def view(self, place: RotationPlace) -> RotationView:
        """The rotation as pages show it, with the table at this place."""
        games = tuple([RotationGame(entry.game(), entry.options, entry.stakes) for entry in self.entries])
        return RotationView(games, self.lasts, self.every, self.picked_by, place)


def choose(rotation: Rotation, place: Place, user: str, number: int, index: int, players: int) -> Place:
    """Take the choice of a player. They may change it until the next hand is dealt.

    Args:
        rotation: The rotation.
        place: Where the table stands.
        user: The player.
        number: The number of the game after which they pick, which is `place.number`.
        index: The entry that they pick.
        players: How many players there are.

    Raises:
        Refused: They may not pick now, or not this game.
    """
    if rotation.picked_by != "button" or number != place.number or not place.chooser:
        raise Refused("late", Sentence("no-choice"))
    if user != place.chooser:
        raise Refused("not-your-turn", Sentence("not-your-choice"))
    if index not in rotation.fits(players):
        raise Refused("not-possible", Sentence("not-offered"))
    return structs.replace(place, chosen=index)


# Making one ------------------------------------------------------------------------------------------------


class NewEntry(Struct, forbid_unknown_fields=True):
    """A game of a requested rotation. What is None is as for the table. `options` change its house rules; with a
    `house` of its own, it has none of the table's."""

    game: str
    house: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    small_blind: int | None = None
    big_blind: int | None = None
    ante: int | None = None
    ante_by: Literal["everyone", "big-blind"] | None = None


class NewRotation(Struct, forbid_unknown_fields=True):
    """A request for a rotation."""

    games: list[NewEntry]
    lasts: Lasts = "orbits"
    every: int = 1
    picked_by: PickedBy = "list"


def make(wish: NewRotation, stakes: Stakes, house: str, options: Mapping[str, Any]) -> Rotation:
    """Make a rotation.

    `stakes` are those of the fixed-limit games. Other games have half the big blind, half of that as the small blind,
    and no ante, unless the entry has its own.

    Args:
        wish: The request.
        stakes: The stakes of the table.
        house: The house rules of the table.
        options: House rules of the table that differ.

    Raises:
        ValueError: There cannot be such a rotation. The message says what would be right.
    """
    if not 2 <= len(wish.games) <= MOST_GAMES:
        raise ValueError(Sentence("rotation-games", most=MOST_GAMES))
    if not 1 <= wish.every <= LONGEST[wish.lasts]:
        raise ValueError(Sentence("rotation-every", most=LONGEST[wish.lasts]))
    entries = tuple([_entry(one, stakes, house, options) for one in wish.games])
    return Rotation(entries, wish.lasts, wish.every, wish.picked_by)


def _entry(wish: NewEntry, stakes: Stakes, house: str, options: Mapping[str, Any]) -> Entry:
    bundle, others = (house, options) if wish.house is None else (wish.house, {})
    record = game(wish.game, house=bundle, **{**others, **wish.options})
    limit = record.betting == "fixed-limit"
    usual = stakes if limit else Stakes(max(1, stakes.big_blind // 2) // 2, max(1, stakes.big_blind // 2))
    big = usual.big_blind if wish.big_blind is None else wish.big_blind
    small = wish.small_blind
    if small is None:
        small = usual.small_blind if wish.big_blind is None else big // 2
    ante = usual.ante if wish.ante is None else wish.ante
    ante_by = usual.ante_by if wish.ante_by is None else wish.ante_by
    if not 0 <= small <= big or big <= 0 or ante < 0:
        raise ValueError(Sentence("blinds"))
    return Entry(record.id, bundle, changed(record.house), Stakes(small, big, ante, ante_by))
