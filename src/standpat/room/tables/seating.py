"""Seats between hands, and the forced bets of the next hand (R3.1-R3.7). Pure: no clock, no random numbers, no I/O.

Seats are 0 … n-1 clockwise and may be empty. The chips of a seat are its stack at this table. Between hands:

- The big blind moves to the next player who is dealt in. The small blind is due at the seat of the previous big blind;
  if nobody is dealt in there, nobody posts it. The button moves to the seat of the previous small blind, even if that
  seat is empty (dead button). So the button never moves back and nobody avoids a blind. Heads-up, the player who is not
  the big blind has the button and the small blind (R3.3).
- A newcomer waits for the big blind or posts one. A posted blind is live, and is possible at any seat that is not
  between the button and the big blind.
- A player who sits out when a blind passes them owes it. They come back by waiting for the big blind, which settles
  everything, or by posting: the big blind is live, the small blind is dead.
- A player may play on until the big blind would reach them (`out_at_big`). Then they sit out, and owe it.
- At a table with straddles, the player left of the big blind straddles if they have asked for it and their stack covers
  it, where four or more are dealt in and they do not post to come in (T10.5).
- Nobody has to wait or owes anything if otherwise there would be no game, or at a table's first hand. A table that has
  been empty starts like a new one. If at most one player of the last game is left, the big blind moves on from where it
  was and the other positions are the players before it, with no dead button and no dead small blind.
- A player who is broke sits out until they buy chips. A player who leaves during a hand, or is removed, leaves their
  seat when the hand is over. One who leaves gives up the hand (`gives_up`); one who is removed plays it to its end.

Requests during a hand (leave, top up, sit out) take effect when it is over. For a change of seats see
`standpat.room.tables.seat_change`. `deal` begins a hand and `settle` ends it.
Chips come and go only by `sit`, `top_up`, `leave` and the leavers of `settle`; the caller books them. A request that is
refused raises `SeatingError`, which says why, and changes nothing.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import NamedTuple

from msgspec import Struct

from standpat.engine import button
from standpat.engine.blind import ForcedBet, straddle_of, with_antes
from standpat.engine.games import Stakes
from standpat.language.sentence import Sentence
from standpat.protocol.room import AutoBuy


class SeatingError(ValueError):
    """A refused request. Nothing has changed."""


class Seat(Struct):
    """One player's place. `added` are chips bought during a hand, which are put on the table after it."""

    user: str
    name: str
    stack: int
    added: int = 0
    out: bool = False  # sits out
    out_at_big: bool = False  # plays on, and sits out when the big blind would reach them
    entering: bool = True  # is dealt in only when the big blind reaches them, or when they post
    posts: bool = False  # posts a blind instead of waiting
    owes_small: bool = False
    leaving: bool = False  # leaves when the hand is over
    gives_up: bool = False  # has left at their own request, and gives up the hand
    straddles: bool = False  # straddles where they may
    chops: bool = False  # chops the blinds, from the next hand on
    chops_now: bool = False  # chops the blinds in the present hand
    shows: bool = False  # their hand is shown at every showdown
    bot: bool = False
    purse: str = ""  # the account that pays for this seat and gets its chips back; "" for the usual one
    home: str = ""  # the household of the player
    moves_to: int | None = None  # the seat to which they move with the next hand
    kept_until: float = 0.0  # they are on a break until then, in Unix seconds; 0 for no break
    auto_buy: AutoBuy | None = None  # the rule by which they get chips between hands
    came: int = 0  # their number in the order of arrival

    @property
    def wants_chips(self) -> bool:
        """Whether their rule asks for chips now."""
        return self.auto_buy is not None and not self.out and self.stack < self.auto_buy.below


class Deal(NamedTuple):
    """The next hand. Engine seat k is table seat `seats[k]`. `button` is an engine seat."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    button: int
    posts: tuple[ForcedBet, ...]


class Left(NamedTuple):
    """A player who has left, and the chips that they take with them."""

    seat: int
    user: str
    chips: int
    purse: str = ""


class Seating(Struct):
    """The seats of a table. `button`, `small` and `big` are table seats of the last hand; None before the first.
    `breaks` are the times at which people took their last breaks here, by person, and `refused` those at which they
    refused to move to the main table (`standpat.room.tables.must_move`).
    """

    stakes: Stakes
    seats: list[Seat | None]
    least_buy_in: int
    most_buy_in: int
    button: int | None = None
    small: int | None = None
    big: int | None = None
    playing: tuple[int, ...] = ()
    breaks: Mapping[str, float] = {}
    refused: Mapping[str, float] = {}

    def copy(self) -> "Seating":
        """An independent copy."""
        twin = copy(self)
        twin.seats = [copy(seat) for seat in self.seats]
        return twin

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
        """Take an empty seat.

        Args:
            at: The seat.
            user: The player.
            name: Their name.
            chips: The chips that they bring.
            bot: Whether it is a bot of the house.
            purse: The account that pays.
            home: The household.
            most: The largest buy-in of this player, if it is more than the table's.

        Raises:
            SeatingError: The seat is not free, the player already sits here, or the buy-in is not allowed.
        """
        if not 0 <= at < len(self.seats):
            raise SeatingError(Sentence("no-seat", seat=at, last=len(self.seats) - 1))
        if self.seats[at] is not None:
            raise SeatingError(Sentence("seat-taken", seat=at))
        if self.find(user) is not None:
            raise SeatingError(Sentence("one-seat"))
        self.check_buy_in(chips, most=most)
        self.put(at, Seat(user, name, chips, bot=bot, purse=purse, home=home, came=self.next_to_come))

    def put(self, at: int, seat: Seat) -> None:
        """Give somebody an empty seat. A table that has been empty starts like a new one."""
        if not any(self.seats):
            self.button = self.small = self.big = None
        self.seats[at] = seat

    @property
    def next_to_come(self) -> int:
        """The number of whoever sits down next in the order of arrival."""
        return 1 + max([seat.came for seat in self.seats if seat], default=0)

    def top_up(self, at: int, chips: int) -> None:
        """Buy chips, up to the largest buy-in. During a hand they come when it is over.

        Raises:
            SeatingError: The seat is empty, or so many chips are not allowed.
        """
        seat = self._has_room(at, chips, self.most_buy_in)
        if not seat.stack and not seat.added:
            self.check_buy_in(chips)
        self._add(at, chips)

    def give(self, at: int, chips: int, most: int) -> None:
        """Give chips to a seat, up to a stack of `most`. During a hand they come when it is over.

        Raises:
            SeatingError: The seat is empty, or so many chips are not allowed.
        """
        self._has_room(at, chips, most)
        self._add(at, chips)

    def buy_by_rule(self, at: int, rule: AutoBuy | None) -> None:
        """Set the rule by which a seat gets chips between hands.

        Raises:
            SeatingError: The seat is empty.
        """
        self._taken(at).auto_buy = rule

    def take(self, at: int, chips: int) -> None:
        """Take chips from a seat that is in no hand. It gets none by a rule from then on.

        Raises:
            SeatingError: The seat is empty or in a hand, or does not have so many chips.
        """
        seat = self._taken(at)
        if type(chips) is not int or chips < 1:
            raise SeatingError(Sentence("whole-chips"))
        if at in self.playing:
            raise SeatingError(Sentence("hand-on"))
        if chips > seat.stack:
            raise SeatingError(Sentence("stack-has", stack=seat.stack))
        seat.stack -= chips
        seat.auto_buy = None

    def take_stakes(self, stakes: Stakes, least_buy_in: int, most_buy_in: int) -> None:
        """Change the stakes and the bounds of a buy-in, between hands.

        Raises:
            SeatingError: A hand is being played.
        """
        if self.playing:
            raise SeatingError(Sentence("hand-on"))
        self.stakes, self.least_buy_in, self.most_buy_in = stakes, least_buy_in, most_buy_in

    def sit_out(self, at: int, out: bool) -> None:
        """Sit out from the next hand on, or play on or come back.

        Raises:
            SeatingError: The seat is empty.
        """
        seat = self._taken(at)
        seat.out, seat.out_at_big = out, False
        if not out:
            seat.kept_until = 0.0

    def sit_out_at_big(self, at: int) -> None:
        """Play on until the big blind would reach the player, and sit out then. Who sits out already goes on doing so.

        Raises:
            SeatingError: The seat is empty.
        """
        seat = self._taken(at)
        seat.out_at_big = not seat.out

    def keep(self, at: int, until: float) -> None:
        """Sit out from the next hand on, and have the seat kept until a time; 0 ends that.

        Raises:
            SeatingError: The seat is empty.
        """
        self.sit_out(at, True)
        self._taken(at).kept_until = until

    def post_blinds(self, at: int, posts: bool) -> None:
        """Post a blind to be dealt in at once, instead of waiting for the big blind."""
        self._taken(at).posts = posts

    def straddle(self, at: int, straddles: bool) -> None:
        """Straddle whenever the player may, or not (T10.5)."""
        self._taken(at).straddles = straddles

    def chop(self, at: int, chops: bool) -> None:
        """Chop the blinds if all others fold, or not, from the next hand on: nobody decides by their cards (T10.6)."""
        self._taken(at).chops = chops

    def always_show(self, at: int, shows: bool) -> None:
        """Show the player's hand at every showdown, or only when it must be shown (R7.2)."""
        self._taken(at).shows = shows

    def always_shows(self, at: int) -> bool:
        """Whether the player's hand is shown at every showdown."""
        return self._taken(at).shows

    def leave(self, at: int, *, gives_up: bool = False) -> Left | None:
        """Stand up, at once or when the hand is over.

        Args:
            at: The seat.
            gives_up: Whether the player gives up the present hand.

        Returns:
            The player and their chips; None if they leave when the hand is over.

        Raises:
            SeatingError: The seat is empty.
        """
        seat = self._taken(at)
        if at in self.playing:
            seat.leaving = True
            seat.gives_up = seat.gives_up or gives_up
            return None
        self.seats[at] = None
        return Left(at, seat.user, seat.stack + seat.added, seat.purse)

    def find(self, user: str) -> int | None:
        """The seat of a user; None if they do not sit here."""
        for at, seat in enumerate(self.seats):
            if seat is not None and seat.user == user:
                return at
        return None

    def of(self, user: str) -> Seat | None:
        """The place of a user; None if they do not sit here."""
        for seat in self.seats:
            if seat is not None and seat.user == user:
                return seat
        return None

    def _taken(self, at: int) -> Seat:
        seat = self.seats[at] if 0 <= at < len(self.seats) else None
        if seat is None:
            raise SeatingError(Sentence("empty-seat", seat=at))
        return seat

    def _has_room(self, at: int, chips: int, most: int) -> Seat:
        """The player of a seat to whom chips come, if the stack is at most `most` then."""
        seat = self._taken(at)
        total = seat.stack + seat.added + chips
        if type(chips) is not int or chips < 1:
            raise SeatingError(Sentence("whole-chips"))
        if total > most:
            raise SeatingError(Sentence("too-many-chips", total=total, most=most))
        return seat

    def _add(self, at: int, chips: int) -> None:
        """Put chips into a stack; during a hand, when it is over."""
        seat = self._taken(at)
        if at in self.playing:
            seat.added += chips
        else:
            seat.stack += chips

    def check_buy_in(self, chips: int, *, most: int = 0) -> None:
        """Check the chips of a player who sits down.

        Raises:
            SeatingError: The table does not allow so many chips.
        """
        if type(chips) is not int or not self.least_buy_in <= chips <= max(self.most_buy_in, most):
            raise SeatingError(Sentence("buy-in", least=self.least_buy_in, most=self.most_buy_in))

    # A hand ----------------------------------------------------------------------------------------------

    def able(self) -> list[int]:
        """The seats of those who can play."""
        return [at for at, seat in enumerate(self.seats) if seat and not seat.out and seat.stack]

    def deal(self, first_button: int = 0, *, straddle: bool = False) -> Deal | None:
        """Move the button and the blinds, and begin a hand.

        Args:
            first_button: The seat from which the button is looked for at the table's first hand. The caller draws it.
            straddle: Whether the table has straddles.

        Returns:
            The hand; None if fewer than two players can play.

        Raises:
            SeatingError: A hand is being played.
        """
        if self.playing:
            raise SeatingError(Sentence("hand-on"))
        able = self._able_after_sitting_out(first_button)
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
        posts = self._posts(players, straddle)
        for at in players:
            seat = self._seat(at)
            seat.entering = seat.owes_small = seat.posts = False
            seat.chops_now = seat.chops
        self.playing = players
        return Deal(players, tuple([self._seat(at).stack for at in players]), self._engine_button(players), posts)

    def settle(self, stacks: Sequence[int]) -> list[Left]:
        """End the hand with these stacks by engine seat. Returns the players who have left."""
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

    def _able_after_sitting_out(self, first_button: int) -> list[int]:
        """The seats of those who can play, after those sit out whom the big blind would reach and who asked for it."""
        able = self.able()
        while len(able) > 1 and (seat := self._seat(self._next_big(able, first_button))).out_at_big:
            seat.out, seat.out_at_big = True, False
            able = self.able()
        return able

    def _next_big(self, able: list[int], first_button: int) -> int:
        """The seat that has the big blind in the next hand if these play."""
        if self.big is not None:
            return self._after(self.big, able)
        button = self._after(first_button - 1, able)
        return self._after(button if len(able) == 2 else self._after(button, able), able)

    def _forgive(self, able: Sequence[int]) -> None:
        for at in able:
            self._seat(at).entering = self._seat(at).owes_small = False

    def _first(self, able: list[int], first_button: int) -> tuple[int, ...]:
        self.button, self.small, self.big = button.first(able, first_button, len(self.seats))
        return tuple(able)

    def _again(self, able: list[int], was_big: int) -> tuple[int, ...]:
        """Set the positions if at most one player of the last game is left."""
        self.button, self.small, self.big = button.again(able, was_big, len(self.seats))
        return tuple(able)

    def _move(self, able: list[int], was_big: int) -> tuple[int, ...]:
        """Move the big blind; the small blind and the button follow it. Returns the seats that are dealt in."""
        was_small = was_big if self.small is None else self.small
        big = self._after(was_big, able)
        for at, seat in enumerate(self.seats):
            if seat and at not in able and self._passed(was_big, at, big):
                seat.entering = seat.owes_small = True
        dealt = [at for at in able if at == big or self._comes_in(at, was_small, big)]
        self.button, self.small, self.big = button.moved(dealt, was_small, was_big, len(self.seats))
        missed = self.seats[was_big]
        if len(dealt) > 2 and missed and was_big not in dealt:
            missed.entering = missed.owes_small = True
        return tuple(dealt)

    def _comes_in(self, at: int, button: int, big: int) -> bool:
        """Whether a player is in the game, or posts a blind and does not sit between the button and the big blind."""
        seat = self._seat(at)
        return not seat.entering or (seat.posts and not self._passed(button, at, big))

    def _engine_button(self, players: tuple[int, ...]) -> int:
        """The engine seat of the button, or of the last player before it if its seat is not dealt in."""
        assert self.button is not None
        return players.index(self._before(self.button + 1, players))

    def _posts(self, players: tuple[int, ...], straddle: bool) -> tuple[ForcedBet, ...]:
        """The forced bets by engine seat: antes from the left of the button, blinds, then those who post to come in."""
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
        if straddle and (under_the_gun := self._straddler(players)) is not None:
            due.append(ForcedBet(at[under_the_gun], "straddle", straddle_of(self.stakes)))
        return with_antes(self.stakes, [at[seat] for seat in order], at[self.big], due)

    def _straddler(self, players: tuple[int, ...]) -> int | None:
        """The seat that straddles: under the gun, neither a blind nor the button."""
        assert self.big is not None
        place = self._seat(at := self._after(self.big, players))
        ante = self.stakes.ante if self.stakes.ante_by == "everyone" else 0
        covered = place.stack >= straddle_of(self.stakes) + ante
        return at if len(players) > 3 and place.straddles and not place.entering and covered else None

    def _after(self, at: int, among: Sequence[int]) -> int:
        return button.after(at, among, len(self.seats))

    def _before(self, at: int, among: Sequence[int]) -> int:
        return button.before(at, among, len(self.seats))

    def _passed(self, start: int, at: int, end: int) -> bool:
        return button.passed(start, at, end, len(self.seats))
