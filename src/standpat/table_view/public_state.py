"""The public state of a hand: what a viewer knows of the table, folded from the events they have seen.

    state = PublicState(game, stakes, viewer)    # a seat, or None for a spectator
    state.apply(event)                           # the next event, as the viewer may see it (standpat.engine.seen)
    PublicState.of(game, stakes, events, viewer) # all of them at once

This is the only fold of events into a table. The terminal, the sentences of a hand, the bots' observations, the
players' statistics and the solver's lines are views of it. It has no words, names or colours. It is made of the events
and the game's record alone, so it cannot show what its viewer may not know. Folded from unredacted events it knows all
cards. Three other things read events and are not views of a table: the engine (`Hand`, `rebuild`), which makes them;
the readers and writers of hand histories, which turn a file's lines into events and back one by one; and
`standpat.lab.match.aivat`, which weighs the chances of each card before it is dealt.

Seats are engine seats, amounts are whole chips. `seats[k]` is a `Seat`: the chips behind, this round's bet, the chips
paid in the hand, whether it has folded or is all-in, the draws, the last action, and the cards that the viewer has
seen. The table has `street`, `drawing`, `showing` and `over`, the round's `price`, full `wagers` and `cap`, `pot` and
`pots`, `button`, `to_act`, `awards` and `nets`. What has happened so far is in `posts`, `actions` by street and `drawn`
by draw.

After the events of each decision the state agrees with the engine's `Hand`. Between the events of one decision it
shows what has happened so far. Two things are not in the events. One is what a player owed whom a blind or ante put
all-in (R3.5, R3.6): give the forced bets as `due` if you have them, else they come from
`standpat.engine.blind.told_bets`, and a pot may be wrong by a few chips. The other is that a showdown waits for a seat
before any hand is shown or mucked: call `open_showdown` then.

A hand-start begins the next hand. `copy` is cheap, and the copy is independent.
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
"""The name of each type of action in the vocabulary: ``fold`` … ``discard``."""


class Last(Struct, frozen=True, gc=False):
    """A seat's last action.

    Attributes:
        what: The kind of a post, the name of an action, ``draw`` or ``muck``.
        amount: Chips, or cards of a draw. Of a call, the chips added; of a bet or raise, the total.
        all_in: Whether it put the player all-in.
    """

    what: PostKind | str
    amount: int = 0
    all_in: bool = False


class Seat(Struct):
    """One seat. `live` is False once it has folded, or if it has no chips in this hand. `paid` are its chips in the
    pots, without those that go into the main pot only (`PublicState.dead`)."""

    stack: int
    live: bool = True
    bet: int = 0
    paid: int = 0
    all_in: bool = False
    trail: list[int] = field(default_factory=list)
    """The count of each draw so far, 0 for standing pat."""
    last: Last | None = None
    """None from the start of a draw until the seat's next action in it."""
    backs: int = 0
    """The number of its cards, face down or not; 0 once it has folded or mucked."""
    cards: tuple[int, ...] = ()
    """Its cards that the viewer has seen."""
    fresh: tuple[int, ...] = ()
    """The `cards` that came with the latest draw."""
    shown: bool = False
    won: int = 0


class PublicState:
    """The public state of a hand (see the module).

    Args:
        game: The game's record.
        stakes: The blinds and the ante, in chips.
        viewer: The seat whose view it is; None for a spectator.
        due: The forced bets that were due; None where only the posts are known.
    """

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
        """An independent copy of the state."""
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
    """The number of draws that have begun."""
    drawing: bool
    """Whether the present round is a draw."""
    showing: bool
    """Whether hands are being shown or mucked, or the hand waits for one to be."""
    over: bool
    cap: int | None
    """The number of full wagers that this round allows; None: any number."""
    dead: int
    """Chips of the main pot that are not the bet of a seat (R3.5)."""
    posts: list[Post]
    actions: list[list[Acted]]
    """The betting actions of each street, in order."""
    drawn: list[dict[int, int]]
    """For each draw, the number of cards each seat takes, in order; announced draws too."""
    thrown: set[int]
    """Discards the viewer has seen (a seat sees its own) that cannot come back. A reshuffle empties the set."""
    showdown: dict[int, bool]
    """The seats that have had their turn at the showdown, in order, and whether they showed."""
    awards: list[PotAwarded]
    nets: tuple[int, ...]
    """What each seat won or lost, once the hand is over."""
    _dealt: bool
    _served: int
    """The number of seats that have their cards of the present draw."""
    _first: int
    """The seat from which to look for the next to bet. It may be as large as the number of seats."""
    _round: BettingRound | None
    """The betting of this round; None until it is needed."""

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
        """The main pot and the side pots, this round's bets included."""
        return build_pots([seat.paid for seat in self.seats], [seat.live for seat in self.seats], self.dead)

    @property
    def wagers(self) -> int:
        """The full bets and raises of this round. Before the draw the big blind is the first of them (R5.3)."""
        return self._betting.wagers

    @property
    def price(self) -> int:
        """What a seat must have put in this round to stay, in chips."""
        return self._betting.price

    @property
    def bet_size(self) -> int | None:
        """The fixed-limit bet of this round, in chips; None in other games."""
        if self.game.betting != "fixed-limit":
            return None
        return self.stakes.big_blind * self.game.bets[self.street]

    def seats_that(self, *kinds: type[Action], street: int = 0) -> set[int]:
        """The seats that took one of these actions on a street, such as ``seats_that(Bet, Raise)`` before the draw."""
        return {acted.seat for acted in self.actions[street] if isinstance(acted.action, kinds)}

    @property
    def rounds(self) -> tuple[str, ...]:
        """The rounds of a hand: ``bet``, then ``draw`` and ``bet`` in turn, ``showdown``."""
        return ("bet", *("draw", "bet") * self.game.draw_rounds, "showdown")

    @property
    def at(self) -> int:
        """The index of the present round in `rounds`. A hand that ended without a showdown stays in its last round."""
        if self.showing or (self.over and sum([seat.live for seat in self.seats]) > 1):
            return len(self.rounds) - 1
        return 2 * self.street - self.drawing

    @property
    def order(self) -> list[int]:
        """The seats that have not folded, from the left of the button."""
        seats = self.seats
        places = [(self.button + k) % len(seats) for k in range(1, len(seats) + 1)]
        return [seat for seat in places if seats[seat].live]

    @property
    def to_act(self) -> int | None:
        """The seat whose decision the hand waits for; None where it waits for nobody."""
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
        """Begin the showdown. Call this when a seat is asked to show or muck before any hand was shown, which no event
        says."""
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
        """All blinds and antes are posted. Antes that not everyone owes go into the main pot only (R3.5). The betting
        begins to the left of the last post that raised the price (R3.8), else to the left of the big blind."""
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
        """The number of cards a seat draws is known: it was announced or dealt, whichever came first."""
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
        """A hand is shown at the showdown, or after the hand by the player's choice; then perhaps only some cards."""
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
        """Move the bets in front of the players into the middle."""
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
        """The betting of this round as the engine counts it; during a draw, that of the round before."""
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
                    betting.post(post.seat, post.amount, straddle=post.kind == "straddle")
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


# What each type of event changes. Types that are not listed change nothing that a table shows.
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
