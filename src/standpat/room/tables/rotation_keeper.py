"""The rotation of one table while it runs: when a player is waited for, the next hand's game, and what pages see of it.

The hand runner asks `waits` before a hand: until when the table waits for a player to pick the next game, at most
`rotation.CHOICE_S` seconds, which stop during a pause (`hold`, `resume`). Then `next_hand` says which game the hand is.
The place (`standpat.room.tables.rotation`) is the only state that is stored. After a restart, a player who may pick has
all of the time again.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from standpat.protocol.room import Notice, RotationMoved, RotationPlace, TableView
from standpat.room.tables import rotation as rotations
from standpat.room.tables.rotation import Rotation
from standpat.room.tables.seating import Deal, Seating
from standpat.room.tables.table import TableRules
from standpat.room.tables.watch import Watch
from standpat.tournament import rotation as turns
from standpat.tournament.rotation import Place


class NextHand(NamedTuple):
    """The next hand: the table's record with its game, the place, and whether another game begins with it.

    `passed` are the ids of games that were passed over because they have too few seats.
    """

    rules: TableRules
    place: Place
    changes: bool
    passed: tuple[str, ...]

    def notice(self, v: int) -> Notice:
        """The notice that another game begins."""
        args = self.rules.announced()
        if self.passed:
            return Notice(v, "room.next-game-passed", {**args, "passed": list(self.passed)})
        return Notice(v, "room.next-game", args)


class RotationKeeper:
    """The place of one table in its rotation.

    Args:
        watch: The room's time.

    Attributes:
        place: Where the table stands.
        until: The moment until which the table waits for a choice; None if it does not wait.
    """

    def __init__(self, watch: Watch) -> None:
        self.place = Place()
        self.until: float | None = None
        self._watch = watch
        self._left: float | None = None

    def load(self, place: Place) -> None:
        """Continue from a place."""
        self.place, self.until, self._left = place, None, None

    def hold(self) -> bool:
        """Stop the time of the choice. Returns whether it ran."""
        if self.until is None:
            return False
        self._left, self.until = max(0.0, self.until - self._watch.now()), None
        return True

    def resume(self) -> bool:
        """Let the time of the choice go on with what was left. Returns whether it had been stopped."""
        if self._left is None:
            return False
        self.until, self._left = self._watch.now() + self._left, None
        return True

    def waits(self, rules: TableRules, seating: Seating, deal: Deal, now: float) -> bool:
        """Whether the table waits for a player to pick the next game, before this deal. It may begin to wait."""
        rotation, wall = rules.rotation, self._watch.wall(now)
        assert rotation is not None
        place = self.place
        if not place.number or not turns.ended(rotation, place, len(deal.seats), wall):
            self.until = None
            return False
        place = self.place = turns.offer(rotation, place, people(seating, deal.seats), *_around(seating))
        dealt = [seat.user for at in deal.seats if (seat := seating.seats[at])]
        if not place.chooser or place.chosen is not None or place.chooser not in dealt:
            return False
        if self.until is None:
            self.until = now + rotations.CHOICE_S
        return now < self.until

    def given_up(self, seating: Seating) -> bool:
        """Whether the table waits for a player who has left or sits out."""
        if self.until is None:
            return False
        seat = seating.of(self.place.chooser)
        return seat is None or seat.out or not seat.stack

    def next_hand(self, rules: TableRules, seating: Seating, deal: Deal, now: float) -> NextHand:
        """The next hand, with this deal."""
        rotation = rules.rotation
        assert rotation is not None
        step = turns.following(rotation, self.place, len(deal.seats), self._watch.wall(now))
        place = step.place
        if turns.is_last(place):
            place = turns.offer(rotation, place, people(seating, deal.seats), *_around(seating))
        passed = tuple([rotation.entries[index].game_id for index in step.passed])
        return NextHand(rules.with_entry(rotation.entries[place.index]), place, step.changes, passed)

    def dealt(self, next_hand: NextHand) -> None:
        """Note that the hand was dealt."""
        self.place, self.until = next_hand.place, None

    def chosen(self, rotation: Rotation | None, seating: Seating, user: str, number: int, game: int) -> Place:
        """The place after a player picks the next game.

        Raises:
            Refused: They may not pick now, or not this game.
        """
        return rotations.choose(rotation or Rotation(()), self.place, user, number, game, players(seating))

    # Views -----------------------------------------------------------------------------------------------

    def table(self, rules: TableRules, seating: Seating) -> TableView:
        """The table's settings as pages show them, with the place in its rotation."""
        view, rotation = rules.view(), rules.rotation
        if rotation is None:
            return view
        return structs.replace(view, rotation=rotation.view(self._view(rotation, seating)))

    def moved(self, rules: TableRules, seating: Seating, v: int) -> RotationMoved:
        """The frame of a place that has changed."""
        assert rules.rotation is not None
        return RotationMoved(v, self._view(rules.rotation, seating), self._watch.wall())

    def _view(self, rotation: Rotation, seating: Seating) -> RotationPlace:
        place, count = self.place, players(seating)
        choosing = bool(place.chooser)
        return RotationPlace(
            number=place.number,
            index=place.index,
            dealt=place.dealt,
            hands=place.hands,
            ends=place.began + 60 * rotation.every if place.number and place.hands is None else None,
            next=turns.upcoming(rotation, place, count),
            chooser=place.chooser or None,
            deadline=None if self.until is None else self._watch.wall(self.until),
            offered=rotation.fits(count) if choosing else (),
        )


def players(seating: Seating) -> int:
    """How many players there are: those of the present hand or, between hands, those who could be dealt in."""
    if seating.playing:
        return len(seating.playing)
    return sum([bool(seat and not seat.out and seat.stack) for seat in seating.seats])


def people(seating: Seating, seats: Sequence[int]) -> list[tuple[int, str]]:
    """The people in some seats, without house players."""
    return [(at, seat.user) for at in seats if (seat := seating.seats[at]) and not seat.bot]


def _around(seating: Seating) -> tuple[int, int]:
    """The number of seats, and the seat of the dealer button."""
    return len(seating.seats), seating.button or 0
