"""The public state of a hand: what a viewer knows of the table, folded from the events they have seen.

    state = PublicState(game, stakes, viewer)    # a seat, or None for a spectator
    state.apply(event)                           # the next event, as `standpat.engine.seen` let it through
    PublicState.of(game, stakes, events, viewer) # all of them at once

This is the only fold of events into a table. The terminal, the sentences of a hand, the bots' readings, the players'
statistics and the solver's lines are views of it. It holds no words, names or colours, and nothing but the events and
the game's record goes in, so it cannot show what its viewer may not know. Folded from unredacted events it knows all
cards. Three other things read events and are not views of a table: the engine (`Hand`, `rebuild`), which makes them;
the readers and writers of hand histories, which turn a file's lines into events and back one by one; and
`standpat.lab.match.aivat`, which weighs the chances of each card before it comes.

Contents. Seats are engine seats, amounts whole chips. `seats[k]` is a `Seat`: chips behind, this round's bet, chips
paid in the hand, folded or all-in, the draws, the last action, and the cards as far as the viewer has seen them: an
unseen hand is `backs`, a count. Of the table there are `street`, `drawing`, `showing` and `over`, the round's `price`,
full `wagers` and `cap`, `pot` and `pots`, `button`, `to_act`, `awards` and `nets`. The course so far is kept as
`posts`, `actions` by street and `drawn` by draw.

After the events of each decision it agrees with the engine's `Hand`; between the events of one decision it is what
those so far say. Two things events do not tell. One is what a player who was put all-in by a blind or ante owed
(R3.5, R3.6): whoever knows gives the forced bets as `due`, else they are those of `standpat.engine.blind.told_bets`,
and a pot may be a few chips off. The other is that a showdown waits before any hand was shown or mucked:
`open_showdown` says so.

A hand-start begins the next hand. `copy` is cheap; the copy goes on independently.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Self, get_args

from msgspec import Struct, field, structs

from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.engine.betting import BettingRound
from standpat.engine.blind import ForcedBet, main_pot_antes, told_bets
from standpat.engine.event import (
    Acted,
    DealHole,
    DiscardAnnounced,
    DrawResult,
    Event,
    HandEnd,
    HandStart,
    Mucked,
    Post,
    PostKind,
    PotAwarded,
    Reshuffled,
    ShowdownShow,
    StreetStart,
    UncalledReturned,
)
from standpat.engine.games import Game, Stakes
from standpat.engine.pot import Pot, build_pots

NAMES: Final[dict[type[Action], str]] = {kind: str(kind.__struct_config__.tag) for kind in get_args(Action)}
"""Of each kind of action its name in the vocabulary: ``fold`` … ``discard``."""


class Last(Struct, frozen=True, gc=False):
    """What a seat did last: `what` is a post's kind, an action's name, ``draw`` or ``muck``; `amount` its chips or
    cards. A call's amount is what was added, a bet's or raise's the total."""

    what: PostKind | str
    amount: int = 0
    all_in: bool = False


class Seat(Struct):
    """One seat. `live` is False once it has folded, or where it came without chips. `paid` are its chips in the pots,
    without those that are the main pot's alone (`PublicState.dead`)."""

    stack: int
    live: bool = True
    bet: int = 0
    paid: int = 0
    all_in: bool = False
    trail: list[int] = field(default_factory=list)
    """The count of each draw so far, 0 for standing pat."""
    last: Last | None = None
    """Empty from the start of a draw until the seat's next action there."""
    backs: int = 0
    """How many cards it was dealt; 0 once they are gone."""
    cards: tuple[int, ...] = ()
    """Those the viewer has seen."""
    fresh: tuple[int, ...] = ()
    """Of `cards`, those that came with the latest draw."""
    shown: bool = False
    won: int = 0


class PublicState:
    """See the module."""

    __slots__ = (
        "_dealt",
        "_first",
        "_round",
        "_served",
        "actions",
        "awards",
        "button",
        "cap",
        "dead",
        "drawing",
        "drawn",
        "due",
        "game",
        "hand_no",
        "nets",
        "over",
        "posts",
        "seats",
        "showdown",
        "showing",
        "stakes",
        "start",
        "street",
        "thrown",
        "viewer",
    )

    def __init__(
        self, game: Game, stakes: Stakes, viewer: int | None = None, *, due: Sequence[ForcedBet] | None = None
    ) -> None:
        self.game = game
        self.stakes = stakes
        self.viewer = viewer
        self.due = due
        self._begin(HandStart(0, 0, ()))

    @classmethod
    def of(
        cls,
        game: Game,
        stakes: Stakes,
        events: Iterable[Event],
        viewer: int | None = None,
        *,
        due: Sequence[ForcedBet] | None = None,
    ) -> Self:
        """The state after these events."""
        state = cls(game, stakes, viewer, due=due)
        for event in events:
            if (change := _CHANGES.get(type(event))) is not None:
                change(state, event)
        return state

    def copy(self) -> Self:
        """The same state, to go on independently."""
        twin = type(self).__new__(type(self))
        for name in PublicState.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.seats = [structs.replace(seat, trail=seat.trail.copy()) for seat in self.seats]
        twin.actions = [actions.copy() for actions in self.actions]
        twin.drawn = [counts.copy() for counts in self.drawn]
        twin.posts, twin.awards = self.posts.copy(), self.awards.copy()
        twin.showdown, twin.thrown = self.showdown.copy(), self.thrown.copy()
        twin._round = None
        return twin

    def apply(self, event: Event) -> None:
        """Take the next event of the hand."""
        change = _CHANGES.get(type(event))
        if change is not None:
            change(self, event)

    # Properties --------------------------------------------------------------------------------------------

    due: Sequence[ForcedBet] | None
    start: HandStart
    hand_no: int
    button: int
    seats: list[Seat]
    street: int
    """Draws begun."""
    drawing: bool
    """Is the present round a draw?"""
    showing: bool
    """Are hands being shown or mucked, or waited for to be?"""
    over: bool
    cap: int | None
    """Full wagers that this round allows; None: any number."""
    dead: int
    """Chips of the main pot that are no seat's bet (R3.5)."""
    posts: list[Post]
    actions: list[list[Acted]]
    """The betting actions of each street, in order."""
    drawn: list[dict[int, int]]
    """Of each draw, how many cards each seat takes, in order; announced counts too."""
    thrown: set[int]
    """Discards the viewer has seen (a seat sees its own) that cannot come back: none of those before a reshuffle."""
    showdown: dict[int, bool]
    """Who has had their turn at the showdown, in order: was the hand shown?"""
    awards: list[PotAwarded]
    nets: tuple[int, ...]
    """What each seat won or lost, once the hand is over."""
    _dealt: bool
    _served: int
    """Of the present draw, the seats that have their cards."""
    _first: int
    """The seat with which the search for the next to bet begins, not wrapped around the table."""
    _round: BettingRound | None
    """The betting of this round, made anew when it is asked for."""

    @property
    def own(self) -> Seat | None:
        """The viewer's seat."""
        return None if self.viewer is None else self.seats[self.viewer]

    @property
    def pot(self) -> int:
        """All chips in the middle and in front of the players."""
        return 0 if self.over else sum([seat.paid for seat in self.seats]) + self.dead

    @property
    def pots(self) -> list[Pot]:
        """The main pot and the side pots as they stand, this round's bets included."""
        return build_pots([seat.paid for seat in self.seats], [seat.live for seat in self.seats], self.dead)

    @property
    def wagers(self) -> int:
        """Full bets and raises of this round, the big blind the first of them before the draw (R5.3)."""
        return self._betting.wagers

    @property
    def price(self) -> int:
        """What a seat must have in this round to stay."""
        return self._betting.price

    @property
    def bet_size(self) -> int | None:
        """The fixed-limit bet of this round."""
        if self.game.betting != "fixed-limit":
            return None
        return self.stakes.big_blind * self.game.bets[self.street]

    def seats_that(self, *kinds: type[Action], street: int = 0) -> set[int]:
        """The seats that did one of these things on a street, such as ``seats_that(Bet, Raise)`` before the draw."""
        return {acted.seat for acted in self.actions[street] if isinstance(acted.action, kinds)}

    @property
    def rounds(self) -> tuple[str, ...]:
        """The rounds of a hand: ``bet``, then ``draw`` and ``bet`` in turn, ``showdown``."""
        return ("bet", *("draw", "bet") * self.game.draw_rounds, "showdown")

    @property
    def at(self) -> int:
        """Which of `rounds` the hand is in; one that ended without a showdown stays in its last round."""
        if self.showing or (self.over and sum([seat.live for seat in self.seats]) > 1):
            return len(self.rounds) - 1
        return 2 * self.street - self.drawing

    @property
    def order(self) -> list[int]:
        """The seats still in, from the left of the button."""
        seats = self.seats
        places = [(self.button + k) % len(seats) for k in range(1, len(seats) + 1)]
        return [seat for seat in places if seats[seat].live]

    @property
    def to_act(self) -> int | None:
        """The seat whose decision the hand waits for; None where it waits for nobody's."""
        if self.over or not self._dealt:
            return None
        order = self.order
        if self.drawing:
            return next((seat for seat in order if seat not in self.drawn[-1]), None)
        if not self.showdown:
            stacks, live = [seat.stack for seat in self.seats], [seat.live for seat in self.seats]
            self._betting.recount(stacks, live)
            seat = self._betting.next(self._first, stacks, live)
            if seat is not None:
                return seat
        if self.street < self.game.draw_rounds or len(order) == 1:
            return None
        at = order.index(first) if (first := self._betting.aggressor) in order else 0
        turn = next((seat for seat in order[at:] + order[:at] if seat not in self.showdown), None)
        return turn if turn in self.start.asks else None

    # Changes -----------------------------------------------------------------------------------------------

    def open_showdown(self) -> None:
        """The betting is over and more than one is left: they show or muck. To be called where one of them is asked
        before any hand was shown, which no event says."""
        self.showing = True
        self._collect()

    def _begin(self, start: HandStart) -> None:
        self.start = start
        self.hand_no = start.hand_no
        self.button = start.button
        self.seats = [Seat(stack, stack > 0) for stack in start.stacks]
        self.street = 0
        self.drawing = self.showing = self.over = False
        self.dead = 0
        self.posts, self.actions, self.drawn, self.awards = [], [[]], [], []
        self.thrown, self.showdown = set(), {}
        self.nets = ()
        self._dealt = False
        self._served = 0
        self._open_betting()

    def _post(self, post: Post) -> None:
        seat = self.seats[post.seat]
        seat.stack -= post.amount
        seat.all_in = post.all_in
        seat.last = Last(post.kind, post.amount, post.all_in)
        self.posts.append(post)
        if post.kind == "dead-blind":
            self.dead += post.amount
            return
        seat.paid += post.amount
        if post.kind != "ante":
            seat.bet += post.amount
            self._round = None

    def _street_start(self, event: StreetStart) -> None:
        self.street = event.street
        self._served = 0
        if not event.street:
            self._posted()
            return
        self.drawing = True
        self.actions.append([])
        self.drawn.append({})
        for seat in self.seats:
            seat.bet = 0
            seat.fresh = ()
            if seat.live:
                seat.last = None

    def _posted(self) -> None:
        """All is posted. Antes that not everybody owes are money of the main pot (R3.5), and the betting begins to the
        left of the last post that raised the price (R3.8), else of the big blind."""
        posts, due = self.posts, self.due
        blinds = [post.seat for post in posts if post.kind == "big-blind"]
        if due is None and (not blinds or any([post.kind == "ante" for post in posts])):
            due = told_bets(self.stakes, posts, len(self.seats), self.button)
        if due is not None:
            for seat, chips in zip(self.seats, main_pot_antes(due, posts, len(self.seats)), strict=True):
                seat.paid -= chips
                self.dead += chips
            blinds = [bet.seat for bet in due if bet.kind == "big-blind"]
        self._first = (blinds or [self.button])[-1] + 1
        price = self.stakes.big_blind
        commits = [0] * len(self.seats)
        for post in posts:
            if post.kind not in ("ante", "dead-blind"):
                commits[post.seat] += post.amount
                if commits[post.seat] > price:
                    price, self._first = commits[post.seat], post.seat + 1

    def _deal(self, event: DealHole) -> None:
        seat = self.seats[event.seat]
        seat.cards = event.cards
        seat.backs = event.count
        self._dealt = True

    def _acted(self, acted: Acted) -> None:
        at, action = acted.seat, acted.action
        seat, kind = self.seats[at], type(action)
        added = acted.street_commit - seat.bet
        seat.stack -= added
        seat.paid += added
        seat.bet = acted.street_commit
        seat.all_in = acted.all_in
        self.actions[-1].append(acted)
        self._round = None
        self._first = at + 1
        if kind is Fold:
            seat.live = False
            seat.backs = 0
        amount = added if kind is Call else seat.bet if kind in (Bet, Raise) else 0
        seat.last = Last(NAMES[kind], amount, acted.all_in)

    def _announce(self, event: DiscardAnnounced) -> None:
        self._drew(event.seat, event.count)
        self.thrown.update(event.discarded)

    def _draw_result(self, event: DrawResult) -> None:
        self._drew(event.seat, event.count)
        self.thrown.update(event.discarded)
        seat = self.seats[event.seat]
        if seat.cards:
            kept = [card for card in seat.cards if card not in event.discarded]
            seat.cards = (*kept, *event.drawn)
            seat.fresh = event.drawn
        self._served += 1
        if self._served == sum([other.live for other in self.seats]):
            self.drawing = False
            self._first = self.button + 1
            self._open_betting()

    def _drew(self, at: int, count: int) -> None:
        """A count became known, announced or served, whichever comes first."""
        seat = self.seats[at]
        seat.last = Last("draw", count)
        if len(seat.trail) < self.street:
            seat.trail.append(count)
            self.drawn[-1][at] = count

    def _reshuffled(self, event: Reshuffled) -> None:
        self.thrown.clear()

    def _return(self, event: UncalledReturned) -> None:
        seat = self.seats[event.seat]
        seat.stack += event.amount
        seat.all_in = False
        seat.bet -= event.amount
        seat.paid -= event.amount

    def _show(self, event: ShowdownShow) -> None:
        """At the showdown, or after the hand of the player's own will; then perhaps only some cards."""
        seat = self.seats[event.seat]
        if not self.over:
            self.open_showdown()
            self.showdown[event.seat] = True
        whole = len(event.cards) == self.game.hand_size
        seat.cards = event.cards if whole else (*seat.cards, *[card for card in event.cards if card not in seat.cards])
        seat.shown = True

    def _muck(self, event: Mucked) -> None:
        self.open_showdown()
        self.showdown[event.seat] = False
        self.seats[event.seat].backs = 0
        self.seats[event.seat].last = Last("muck")

    def _award(self, event: PotAwarded) -> None:
        self.awards.append(event)
        for at, chips in event.winners:
            self.seats[at].won += chips
            self.seats[at].stack += chips

    def _end(self, event: HandEnd) -> None:
        self._collect()
        self.over = True
        self.nets = event.nets

    def _collect(self) -> None:
        """The chips in front of the players go to the middle."""
        for seat in self.seats:
            seat.bet = 0

    def _open_betting(self) -> None:
        house = self.game.house
        limit = self.game.betting == "fixed-limit"
        capped = limit and (house.cap_heads_up or sum([seat.live for seat in self.seats]) > 2)
        self.cap = house.cap if capped else None
        self._round = None

    @property
    def _betting(self) -> BettingRound:
        """The betting of this round, during a draw of the one before it, as the engine counts it."""
        if self._round is not None:
            return self._round
        street, limit = self.street - self.drawing, self.game.betting == "fixed-limit"
        bet = self.stakes.big_blind * (self.game.bets[street] if limit else 1)
        additive = self.game.house.limit_raise == "additive"
        betting = self._round = BettingRound(self.game.betting, len(self.seats), bet, self.cap, additive)
        if not street:
            betting.open_with_blind(self.stakes.big_blind)
            for post in self.posts:
                if post.kind not in ("ante", "dead-blind"):
                    betting.post(post.seat, post.amount)
        for acted in self.actions[street]:
            match acted.action:
                case Check():
                    betting.check(acted.seat)
                case Call():
                    betting.call(acted.seat, acted.street_commit - betting.commits[acted.seat])
                case Bet(to=to) | Raise(to=to):
                    betting.wager(acted.seat, to)
                case _:
                    pass
        return betting


# What each type of event changes. Those not named change nothing that a table shows.
_CHANGES: Final[dict[type[Any], Callable[[PublicState, Any], None]]] = {
    HandStart: PublicState._begin,
    Post: PublicState._post,
    StreetStart: PublicState._street_start,
    DealHole: PublicState._deal,
    Acted: PublicState._acted,
    DiscardAnnounced: PublicState._announce,
    DrawResult: PublicState._draw_result,
    Reshuffled: PublicState._reshuffled,
    UncalledReturned: PublicState._return,
    ShowdownShow: PublicState._show,
    Mucked: PublicState._muck,
    PotAwarded: PublicState._award,
    HandEnd: PublicState._end,
}
