"""The rotation of a table: several games in turn. Pure: no clock, no random numbers, no I/O.

A `Rotation` is what the table's owner chose: the games with their stakes, how long each lasts, and who picks the next.
A `Place` is where the table stands in it. It is stored with the table's state, so a restart continues there.

- A game lasts an orbit (as many hands as players were dealt into its first hand, fixed then), a number of hands, or a
  number of minutes. A change takes effect with the next hand, never within one. Button and blinds simply go on.
- The next game is the next of the list. A game with fewer seats than players are dealt in is passed over; if it was
  being played, it ends.
- Dealer's choice: the player who holds the choice button picks the next game. The choice button is not the dealer
  button. It moves to the next person clockwise for each game, and only people who were dealt in get it. They may pick
  from the deal of a game's last hand on. If they are late, sit out or have left, the next game of the list is played.

`following` gives the place of the next hand. `offer` gives the choice to a player, `choose` takes what they picked.
Times are in Unix seconds. Source: rotation and dealer's choice in the World Series' tournament rules (WT 67b).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, get_args

from msgspec import Struct, field, structs

from standpat.engine.games import Game, Stakes, game
from standpat.engine.house import changed
from standpat.language.sentence import Sentence
from standpat.protocol.room import RotationGame, RotationPlace, RotationView
from standpat.room.tables.refusal import Refused

Lasts = Literal["orbits", "hands", "minutes"]
"""The unit of how long a game lasts."""
PickedBy = Literal["list", "button"]
"""Who picks the next game: the order of the list, or the player who holds the choice button."""
PICKED_BY: Final[tuple[PickedBy, ...]] = get_args(PickedBy)
LONGEST: Final[Mapping[Lasts, int]] = {"orbits": 20, "hands": 200, "minutes": 600}
"""The longest that a game may last, in its unit."""
MOST_GAMES: Final = 20
"""The longest list of games."""
CHOICE_S: Final = 15.0
"""How long a player may take to pick the next game when the hand is over, in seconds."""


class Entry(Struct, frozen=True):
    """A game of a rotation. `options` are house rules that differ from those of `house`."""

    game_id: str
    house: str
    options: dict[str, Any]
    stakes: Stakes

    def game(self) -> Game:
        """The game that the engine plays."""
        return game(self.game_id, house=self.house, **self.options)


class Rotation(Struct, frozen=True):
    """What the owner chose: a game lasts `every` orbits, hands or minutes."""

    entries: tuple[Entry, ...]
    lasts: Lasts = "orbits"
    every: int = 1
    picked_by: PickedBy = "list"

    def fits(self, players: int) -> tuple[int, ...]:
        """The entries that can be played with so many players."""
        return tuple([at for at, entry in enumerate(self.entries) if players <= entry.game().max_seats])

    def view(self, place: RotationPlace) -> RotationView:
        """The rotation as pages show it, with the table at this place."""
        games = tuple([RotationGame(entry.game(), entry.options, entry.stakes) for entry in self.entries])
        return RotationView(games, self.lasts, self.every, self.picked_by, place)


class Place(Struct, frozen=True):
    """Where a table stands in its rotation. `Place()` is a table that has not begun.

    Attributes:
        number: How many games have begun, this one included.
        index: The entry that is played.
        dealt: The hands of this game that were dealt.
        hands: How many hands it lasts; None if minutes count.
        began: When its first hand was dealt.
        button: The table seat of the choice button; None before the first choice.
        chooser: The user who may pick the next game; "" if nobody may.
        chosen: The entry that they picked; None if they have not.
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
        passed: Entries that were passed over because they have too few seats.
    """

    place: Place
    changes: bool
    passed: tuple[int, ...]


def ended(rotation: Rotation, place: Place, players: int, now: float) -> bool:
    """Whether the next hand, with so many players, is the first of a new game."""
    if not place.number or players > rotation.entries[place.index].game().max_seats:
        return True
    if place.hands is None:
        return now - place.began >= 60 * rotation.every
    return place.dealt >= place.hands


def following(rotation: Rotation, place: Place, players: int, now: float) -> Following:
    """The place of the next hand.

    Args:
        rotation: The rotation.
        place: Where the table stands.
        players: How many players are dealt into the next hand.
        now: The time.
    """
    if not ended(rotation, place, players, now):
        began = min(place.began, now)  # the clock may have been set back
        return Following(structs.replace(place, dealt=place.dealt + 1, began=began), False, ())
    index, passed = _next(rotation, place, players)
    hands = {"orbits": players * rotation.every, "hands": rotation.every}.get(rotation.lasts)
    new = Place(place.number + 1, index, 1, hands, now, place.button)
    return Following(new, not place.number or index != place.index, passed)


def _next(rotation: Rotation, place: Place, players: int) -> tuple[int, tuple[int, ...]]:
    """The entry of the next game, and those that were passed over for it."""
    fits, count = rotation.fits(players), len(rotation.entries)
    first = 0 if not place.number else (place.index + 1) % count
    order = [(first + step) % count for step in range(count)]
    if place.chosen is not None:
        order = [place.chosen, *order]
    at = next((at for at, index in enumerate(order) if index in fits), 0)
    return order[at], tuple(dict.fromkeys(order[:at]))


def upcoming(rotation: Rotation, place: Place, players: int) -> int | None:
    """The entry that follows this game; None while a player may still pick it."""
    if rotation.picked_by == "button" and place.chosen is None and place.number:
        return None
    return _next(rotation, place, players)[0]


def is_last(place: Place) -> bool:
    """Whether the hand that was dealt last is known to be the last of its game."""
    return place.hands is not None and place.dealt >= place.hands


def offer(rotation: Rotation, place: Place, people: Sequence[tuple[int, str]], size: int, dealer: int) -> Place:
    """Give the choice button to the next person, who may pick the next game. Without people nobody may.

    Args:
        rotation: The rotation.
        place: Where the table stands, with a game that ends.
        people: The people who were dealt in, as table seat and user.
        size: The number of seats of the table.
        dealer: The seat of the dealer button, where the choice button begins.
    """
    if rotation.picked_by != "button" or place.chooser or not people:
        return place
    after = dealer - 1 if place.button is None else place.button
    seat, user = min(people, key=lambda one: (one[0] - after - 1) % size)
    return structs.replace(place, button=seat, chooser=user, chosen=None)


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
    """A game of a requested rotation. What is None is as for the table."""

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
    bundle = house if wish.house is None else wish.house
    record = game(wish.game, house=bundle, **{**options, **wish.options})
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
