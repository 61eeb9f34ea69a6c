"""Who sits where between hands, and who posts what in the next one (R3.1-R3.7). Pure: no clock, no chance, no I/O.

Seats are 0 … n-1 clockwise and may be empty; the chips of a seat are its stack on this table. Between hands:

- The big blind moves to the next player who is dealt in. The small blind is due where the big blind was before;
  if nobody is dealt in there, nobody posts it. The button goes where the small blind was before, be that seat
  empty or not (the dead button), so it never jumps back and nobody escapes a blind. Heads-up the one who is not
  the big blind has button and small blind (R3.3).
- A newcomer waits for the big blind, or posts one: live, and wherever they sit but between button and big blind.
- Who sits out when a blind passes them owes it. They come back by waiting for the big blind, which settles
  everything, or by posting: the big blind live, the small one dead to the pot.
- Nobody has to wait or owes anything where otherwise there would be no game, and at a table's first hand. A table that
  had emptied starts as a new one. Where one player at most is left of the last game, the big blind goes on from where
  it was and the other places are put next to it: there is no dead button and no dead small blind.
- Who is broke sits out until they buy in. Who leaves in a hand, or is sent away, goes when it is over: who leaves gives
  the hand up (`gives_up`), who is sent away plays it to its end like everybody else.

Requests in mid-hand (leave, top up, sit out) are kept until the hand is over: `deal` and `settle` bracket a hand.
Chips come in and go out by `sit`, `top_up` and `settle`'s leavers alone; the caller books them.
A request that cannot be granted is a `SeatingError` that says why, and changes nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from standpat.engine.blind import ForcedBet, with_antes
from standpat.engine.games import Stakes
from standpat.language.sentence import Sentence


class SeatingError(ValueError):
    """Not granted; nothing has changed."""


class Seat(Struct):
    """One player's place. `added` are chips bought in mid-hand, put on the table when it is over."""

    user: str
    name: str
    stack: int
    added: int = 0
    out: bool = False  # sits out
    entering: bool = True  # may not be dealt in before the big blind reaches them, or they post
    posts: bool = False  # would rather post than wait
    owes_small: bool = False
    leaving: bool = False  # goes when the hand is over
    gives_up: bool = False  # plays no more in this hand: left by their own will
    shows: bool = False  # their hand is shown at every showdown
    bot: bool = False
    purse: str = ""  # the account that pays for this seat and gets its chips back; "": the usual one
    home: str = ""  # the household it was taken from


class Deal(NamedTuple):
    """The next hand. Engine seat k is table seat `seats[k]`; `button` is an engine seat."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    button: int
    posts: tuple[ForcedBet, ...]


class Left(NamedTuple):
    """Somebody who is gone, and the chips they take with them."""

    seat: int
    user: str
    chips: int
    purse: str = ""


class Seating(Struct):
    """A table's places. `button`, `small` and `big` are table seats as of the last hand, None before the first."""

    stakes: Stakes
    seats: list[Seat | None]
    least_buy_in: int
    most_buy_in: int
    button: int | None = None
    small: int | None = None
    big: int | None = None
    playing: tuple[int, ...] = ()

    # Coming and going ------------------------------------------------------------------------------------

    def sit(
        self,
        at: int,
        user: str,
        name: str,
        chips: int,
        *,
        bot: bool = False,
        purse: str = "",
        home: str = "",
        most: int = 0,
    ) -> None:
        """Take an empty seat with so many chips; `most` is what this player may bring if others may bring less."""
        if not 0 <= at < len(self.seats):
            raise SeatingError(Sentence("no-seat", seat=at, last=len(self.seats) - 1))
        if self.seats[at] is not None:
            raise SeatingError(Sentence("seat-taken", seat=at))
        if self.find(user) is not None:
            raise SeatingError(Sentence("one-seat"))
        self.check_buy_in(chips, most=most)
        if not any(self.seats):
            self.button = self.small = self.big = None
        self.seats[at] = Seat(user, name, chips, bot=bot, purse=purse, home=home)

    def top_up(self, at: int, chips: int) -> None:
        """Buy more chips, up to the most one may buy in for; in mid-hand they come when it is over."""
        seat = self._taken(at)
        total = seat.stack + seat.added + chips
        if type(chips) is not int or chips < 1:
            raise SeatingError(Sentence("whole-chips"))
        if total > self.most_buy_in:
            raise SeatingError(Sentence("too-many-chips", total=total, most=self.most_buy_in))
        if not seat.stack and not seat.added:
            self.check_buy_in(chips)
        if at in self.playing:
            seat.added += chips
        else:
            seat.stack += chips

    def sit_out(self, at: int, out: bool) -> None:
        """Sit out from the next hand on, or come back."""
        self._taken(at).out = out

    def post_blinds(self, at: int, posts: bool) -> None:
        """Post to come in at once, instead of waiting for the big blind."""
        self._taken(at).posts = posts

    def always_show(self, at: int, shows: bool) -> None:
        """Show their hand at every showdown, or only where it must be (R7.2)."""
        self._taken(at).shows = shows

    def always_shows(self, at: int) -> bool:
        """Do they?"""
        return self._taken(at).shows

    def leave(self, at: int, *, gives_up: bool = False) -> Left | None:
        """Stand up: at once, or when the hand is over. `gives_up`: the player does not want to play it to its end."""
        seat = self._taken(at)
        if at in self.playing:
            seat.leaving = True
            seat.gives_up = seat.gives_up or gives_up
            return None
        self.seats[at] = None
        return Left(at, seat.user, seat.stack + seat.added, seat.purse)

    def find(self, user: str) -> int | None:
        """The seat of this user."""
        return next((at for at, seat in enumerate(self.seats) if seat and seat.user == user), None)

    def _taken(self, at: int) -> Seat:
        seat = self.seats[at] if 0 <= at < len(self.seats) else None
        if seat is None:
            raise SeatingError(Sentence("empty-seat", seat=at))
        return seat

    def check_buy_in(self, chips: int, *, most: int = 0) -> None:
        """A refusal where nobody may sit down with so many chips."""
        if type(chips) is not int or not self.least_buy_in <= chips <= max(self.most_buy_in, most):
            raise SeatingError(Sentence("buy-in", least=self.least_buy_in, most=self.most_buy_in))

    # A hand ----------------------------------------------------------------------------------------------

    def deal(self, first_button: int = 0) -> Deal | None:
        """Move the button and blinds on and say who plays, or None where fewer than two can.

        `first_button` is where the button is to be looked for at the table's first hand, drawn by the caller.
        """
        if self.playing:
            raise SeatingError(Sentence("hand-on"))
        able = [at for at, seat in enumerate(self.seats) if seat and not seat.out and seat.stack]
        if len(able) < 2:
            return None
        broken = sum([not self._seat(at).entering for at in able]) < 2
        if self.big is None or broken:
            self._forgive(able)
        if self.big is None:
            players = self._first(able, first_button)
        elif broken:
            players = self._again(able, self.big)
        else:
            players = self._move(able, self.big)
        posts = self._posts(players)
        for at in players:
            seat = self._seat(at)
            seat.entering = seat.owes_small = seat.posts = False
        self.playing = players
        return Deal(players, tuple([self._seat(at).stack for at in players]), self._engine_button(players), posts)

    def settle(self, stacks: Sequence[int]) -> list[Left]:
        """The hand is over, with these stacks by engine seat. Returns who has left."""
        for at, chips in zip(self.playing, stacks, strict=True):
            self._seat(at).stack = chips
        self.playing = ()
        left: list[Left] = []
        for at, seat in enumerate(self.seats):
            if seat is None:
                continue
            seat.stack += seat.added
            seat.added = 0
            if seat.leaving:
                self.seats[at] = None
                left.append(Left(at, seat.user, seat.stack, seat.purse))
        return left

    def _seat(self, at: int) -> Seat:
        seat = self.seats[at]
        assert seat is not None
        return seat

    def _forgive(self, able: Sequence[int]) -> None:
        for at in able:
            self._seat(at).entering = self._seat(at).owes_small = False

    def _first(self, able: list[int], first_button: int) -> tuple[int, ...]:
        self.button = self._after(first_button - 1, able)
        self.small = self.button if len(able) == 2 else self._after(self.button, able)
        self.big = self._after(self.small, able)
        return tuple(able)

    def _again(self, able: list[int], was_big: int) -> tuple[int, ...]:
        """A game that had broken: the big blind goes on, small blind and button are the players before it."""
        self.big = self._after(was_big, able)
        self.small = self._before(self.big, able)
        self.button = self.small if len(able) == 2 else self._before(self.small, able)
        return tuple(able)

    def _move(self, able: list[int], was_big: int) -> tuple[int, ...]:
        """The big blind goes on, the small blind and the button follow it. Returns who is dealt in."""
        was_small = was_big if self.small is None else self.small
        self.big = big = self._after(was_big, able)
        for at, seat in enumerate(self.seats):
            if seat and at not in able and self._passed(was_big, at, big):
                seat.entering = seat.owes_small = True
        dealt = [at for at in able if at == big or self._comes_in(at, was_small, big)]
        if len(dealt) == 2:
            self.small = self.button = next(at for at in dealt if at != big)
            return tuple(dealt)
        self.small, self.button = was_big, was_small
        missed = self.seats[was_big]
        if missed and was_big not in dealt:
            missed.entering = missed.owes_small = True
        if was_small in (was_big, big) or self._passed(was_big, was_small, big):
            # From heads-up to more: the button goes to the last one before the small blind.
            self.button = self._before(was_big, [at for at in dealt if at != big])
        return tuple(dealt)

    def _comes_in(self, at: int, button: int, big: int) -> bool:
        """Are they in the game, or do they post to come in and sit elsewhere than between button and big blind?"""
        seat = self._seat(at)
        return not seat.entering or (seat.posts and not self._passed(button, at, big))

    def _engine_button(self, players: tuple[int, ...]) -> int:
        """The button, or where its seat is not dealt in the last player before it."""
        assert self.button is not None
        return players.index(self._before(self.button + 1, players))

    def _posts(self, players: tuple[int, ...]) -> tuple[ForcedBet, ...]:
        """What is due, by engine seat: antes from the left of the button, blinds, then those who post to come in."""
        assert self.big is not None
        at = {seat: k for k, seat in enumerate(players)}
        left = self._engine_button(players) + 1
        order = players[left:] + players[:left]
        due: list[ForcedBet] = []
        if self.small in at and self.stakes.small_blind:
            due.append(ForcedBet(at[self.small], "small-blind", self.stakes.small_blind))
        for seat in order:
            place = self._seat(seat)
            if seat != self.big and place.entering:
                if place.owes_small and self.stakes.small_blind:
                    due.append(ForcedBet(at[seat], "dead-blind", self.stakes.small_blind))
                due.append(ForcedBet(at[seat], "extra-blind", self.stakes.big_blind))
        due.append(ForcedBet(at[self.big], "big-blind", self.stakes.big_blind))
        return with_antes(self.stakes, [at[seat] for seat in order], at[self.big], due)

    def _after(self, at: int, among: Sequence[int]) -> int:
        """The first of these seats clockwise from behind `at`."""
        return min(among, key=lambda seat: (seat - at - 1) % len(self.seats))

    def _before(self, at: int, among: Sequence[int]) -> int:
        """The last of these seats clockwise before `at`."""
        return min(among, key=lambda seat: (at - seat - 1) % len(self.seats))

    def _passed(self, start: int, at: int, end: int) -> bool:
        """Does one going clockwise from `start` to `end` pass `at`?"""
        size = len(self.seats)
        return 0 < (at - start) % size < (end - start) % size
