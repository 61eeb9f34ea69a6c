"""Several games in turn: when a game ends, which one follows, and who picks it (T2.2). Pure.

`Turns` is the rule; a `Place` is where one table stands in it. Tournaments and tables of their own use the same rule:
`standpat.room.tables.rotation` adds the stakes and the room's messages.

- A game lasts an orbit (as many hands as players were dealt into its first hand, fixed then), a number of hands, of
  minutes, or of levels. A change takes effect with the next hand, never within one. Button and blinds simply go on.
- The next game is the next of the list. A game with fewer seats than players are dealt in is passed over; if it was
  being played, it ends.
- By level, all tables play the game of the level in which the hand begins. Otherwise each table counts by itself: the
  level may rise within a game, and a game may change within a level.
- Picked by the choice button: the player who holds it picks the next game. It is not the dealer button. It moves to the
  next person clockwise for each game, and only people who were dealt in get it. They may pick from the deal of a game's
  last hand on. If they are late, sit out or have left, the next game of the list is played.

`following` gives the place of the next hand, `offer` gives the choice to a player. Times are in Unix seconds.
Source: rotation and dealer's choice in the World Series' tournament rules (WT 67b).
"""

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, get_args

from msgspec import Struct, structs

from standpat.engine.games import Game, Stakes, game
from standpat.language.sentence import Sentence

Lasts = Literal["levels", "orbits", "hands"]
"""The unit of how long a game lasts."""
PickedBy = Literal["list", "button"]
"""Who picks the next game: the order of the list, or the player who holds the choice button."""
PICKED_BY: Final[tuple[PickedBy, ...]] = get_args(PickedBy)
LONGEST: Final[dict[Lasts, int]] = {"levels": 20, "orbits": 20, "hands": 200}
"""The longest that a game may last, in its unit."""


class Entry(Struct, frozen=True):
    """A game as a table plays it. `options` are house rules that differ from those of `house`."""

    game_id: str
    house: str
    options: dict[str, Any]
    stakes: Stakes

    def game(self) -> Game:
        """The game that the engine plays."""
        return game(self.game_id, house=self.house, **self.options)


class Turns(Struct, frozen=True, forbid_unknown_fields=True):
    """How long each game of a tournament lasts, and who picks the next.

    Raises:
        ValueError: It lasts too long, or not at all; or the choice button picks the game of a level.
    """

    lasts: Lasts = "levels"
    every: int = 1
    picked_by: PickedBy = "list"

    def __post_init__(self) -> None:
        most = LONGEST[self.lasts]
        if type(self.every) is not int or not 1 <= self.every <= most:
            raise ValueError(Sentence("rotation-every", most=most))
        if self.lasts == "levels" and self.picked_by == "button":
            raise ValueError(Sentence("structure-choice"))


class Games(Protocol):
    """A list of games, how long each lasts, and who picks the next."""

    @property
    def count(self) -> int:
        """How many games there are."""

    @property
    def lasts(self) -> str:
        """The unit: ``levels``, ``orbits``, ``hands`` or ``minutes``."""

    @property
    def every(self) -> int:
        """How many of them a game lasts."""

    @property
    def picked_by(self) -> PickedBy:
        """Who picks the next game."""

    def fits(self, players: int) -> tuple[int, ...]:
        """The indices of the games that can be played with so many players."""


class Cycle(Struct, frozen=True):
    """The games of a tournament as `Games`, by the most players of each."""

    seats: tuple[int, ...]
    turns: Turns = Turns()

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self.seats)

    @property
    def lasts(self) -> str:
        """The unit."""
        return self.turns.lasts

    @property
    def every(self) -> int:
        """How many of them a game lasts."""
        return self.turns.every

    @property
    def picked_by(self) -> PickedBy:
        """Who picks the next game."""
        return self.turns.picked_by

    def fits(self, players: int) -> tuple[int, ...]:
        """The indices of the games that can be played with so many players."""
        return tuple([at for at, most in enumerate(self.seats) if players <= most])


class Place(Struct, frozen=True):
    """Where a table stands in its rotation. `Place()` is a table that has not begun.

    Attributes:
        number: How many games have begun, this one included.
        index: The game that is played.
        dealt: The hands of this game that were dealt.
        hands: How many hands it lasts; None if minutes or levels count.
        began: When its first hand was dealt.
        button: The table seat of the choice button; None before the first choice.
        chooser: The user who may pick the next game; "" if nobody may.
        chosen: The game that they picked; None if they have not.
    """

    number: int = 0
    index: int = 0
    dealt: int = 0
    hands: int | None = None
    began: float = 0.0
    button: int | None = None
    chooser: str = ""
    chosen: int | None = None


class Following(NamedTuple):
    """The next hand.

    Attributes:
        place: Where the table stands with it.
        changes: Whether it is the first hand of another game.
        passed: Games that were passed over because they have too few seats.
    """

    place: Place
    changes: bool
    passed: tuple[int, ...]


def ended(games: Games, place: Place, players: int, now: float) -> bool:
    """Whether the next hand, with so many players, is the first of a new game; not for games that last levels."""
    if not place.number or place.index not in games.fits(players):
        return True
    if place.hands is None:
        return now - place.began >= 60 * games.every
    return place.dealt >= place.hands


def following(games: Games, place: Place, players: int, now: float) -> Following:
    """The place of the next hand, where games last hands, orbits or minutes.

    Args:
        games: The games.
        place: Where the table stands.
        players: How many players are dealt into the next hand.
        now: The time.
    """
    if not ended(games, place, players, now):
        began = min(place.began, now)  # the clock may have been set back
        return Following(structs.replace(place, dealt=place.dealt + 1, began=began), False, ())
    index, passed = _next(games, place, players)
    hands = {"orbits": players * games.every, "hands": games.every}.get(games.lasts)
    new = Place(place.number + 1, index, 1, hands, now, place.button)
    return Following(new, not place.number or index != place.index, passed)


def in_tournament(cycle: Cycle, place: Place, players: int, level: int) -> Following:
    """The place of the next hand at a table of a tournament (T2.2).

    Args:
        cycle: The games.
        place: Where the table stands.
        players: How many players are dealt into the next hand.
        level: The level in force when the hand begins, from 1.

    >>> cycle = Cycle((6, 6, 7))
    >>> [in_tournament(cycle, Place(), 6, level).place.index for level in (1, 2, 3, 4)]
    [0, 1, 2, 0]
    """
    if cycle.lasts != "levels":
        return following(cycle, place, players, 0)
    index, passed = _first(cycle, (level - 1) // cycle.every % cycle.count, players)
    if place.number and index == place.index:
        return Following(structs.replace(place, dealt=place.dealt + 1), False, ())
    return Following(Place(place.number + 1, index, 1), True, passed)


def _next(games: Games, place: Place, players: int) -> tuple[int, tuple[int, ...]]:
    """The next game, and those that were passed over for it."""
    return _first(games, (place.index + 1) % games.count if place.number else 0, players, place.chosen)


def _first(games: Games, start: int, players: int, chosen: int | None = None) -> tuple[int, tuple[int, ...]]:
    """The first game from `start` on that so many can play, and those passed over; a chosen one comes first."""
    fits, count = games.fits(players), games.count
    order = [(start + step) % count for step in range(count)]
    if chosen is not None:
        order = [chosen, *order]
    at = next((at for at, index in enumerate(order) if index in fits), 0)
    return order[at], tuple(dict.fromkeys(order[:at]))


def upcoming(games: Games, place: Place, players: int) -> int | None:
    """The game that follows this one; None while a player may still pick it."""
    if games.picked_by == "button" and place.chosen is None and place.number:
        return None
    return _next(games, place, players)[0]


def is_last(place: Place) -> bool:
    """Whether the hand that was dealt last is known to be the last of its game."""
    return place.hands is not None and place.dealt >= place.hands


def offer(games: Games, place: Place, people: Sequence[tuple[int, str]], size: int, dealer: int) -> Place:
    """Give the choice button to the next person, who may pick the next game. Without people nobody may.

    Args:
        games: The games.
        place: Where the table stands, with a game that ends.
        people: The people who were dealt in, as table seat and user.
        size: The number of seats of the table.
        dealer: The seat of the dealer button, where the choice button begins.
    """
    if games.picked_by != "button" or place.chooser or not people:
        return place
    after = dealer - 1 if place.button is None else place.button
    seat, user = min(people, key=lambda one: (one[0] - after - 1) % size)
    return structs.replace(place, button=seat, chooser=user, chosen=None)
