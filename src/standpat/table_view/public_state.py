"""The table as one viewer sees it: a fold of seen events.

`Picture(game, stakes, players, viewer)` starts empty; `see(event)` takes the events of a hand in order, as `seen` let
them through, and afterwards the picture holds what may be drawn: chips, pots, the trail of draws, whose hand was
turned up, who won what. A hand-start begins the next hand. Nothing but the events and the game's record goes in, so
a picture cannot show what its viewer may not know. Whose turn it is no event says: `to_act` is set from outside.

Chips are whole. Wagers are counted by the engine's own `BettingRound`, so the half-bet rule (R5.5) holds here too.
"""

from dataclasses import dataclass, field

from standpat.engine.action import Action, Bet, Call, Check, Fold, Raise
from standpat.engine.betting import BettingRound
from standpat.engine.blind import main_pot_antes, told_bets
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
    ShowdownShow,
    StreetStart,
    UncalledReturned,
)
from standpat.engine.games import Game, Stakes
from standpat.engine.pot import Pot, build_pots


@dataclass(frozen=True, slots=True)
class Last:
    """What a seat did last: `what` is a post's kind, an action's name, ``draw`` or ``muck``; `amount` its chips or
    cards. A call's amount is what was added, a bet's or raise's the total."""

    what: PostKind | str
    amount: int = 0
    all_in: bool = False


@dataclass(slots=True)
class SeatPicture:
    """One seat. `trail` has the count of each draw so far, 0 for pat. `cards` are those the viewer may see."""

    stack: int
    live: bool = True
    bet: int = 0
    paid: int = 0
    all_in: bool = False
    trail: list[int] = field(default_factory=list)
    last: Last | None = None
    backs: int = 0
    cards: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    """Of `cards`, those that came with the latest draw."""
    shown: bool = False
    won: int = 0


class Picture:
    """See the module. `street` counts draws begun; `drawing` says whether the present round is the draw itself,
    `showing` whether hands are being shown or mucked, or waited for to be."""

    over: bool

    def __init__(self, game: Game, stakes: Stakes, players: tuple[str, ...], viewer: int | None) -> None:
        self.game = game
        self.stakes = stakes
        self.players = players
        self.viewer = viewer
        self.hand_no = 0
        self.to_act: int | None = None
        self.nets: tuple[int, ...] = ()
        self._begin(HandStart(0, 0, tuple(0 for _ in players)))

    # What is so ------------------------------------------------------------------------------------------

    @property
    def own(self) -> SeatPicture | None:
        return None if self.viewer is None else self.seats[self.viewer]

    @property
    def pot(self) -> int:
        """All chips in the middle and in front of the players."""
        return 0 if self.over else sum(seat.paid for seat in self.seats) + self._dead

    @property
    def pots(self) -> list[Pot]:
        """The main pot and the side pots as they stand."""
        return build_pots([seat.paid for seat in self.seats], [seat.live for seat in self.seats], self._dead)

    @property
    def wagers(self) -> int:
        """Full bets and raises of this round, the big blind the first of them before the draw (R5.3)."""
        return self._betting.wagers

    @property
    def price(self) -> int:
        return self._betting.price

    @property
    def bet_size(self) -> int | None:
        """The fixed-limit bet of this round."""
        if self.game.betting != "fixed-limit":
            return None
        return self.stakes.big_blind * self.game.bets[self.street]

    @property
    def rail(self) -> tuple[str, ...]:
        """The rounds of a hand: ``bet``, then ``draw`` and ``bet`` in turn, ``showdown``."""
        return ("bet", *("draw", "bet") * self.game.draw_rounds, "showdown")

    @property
    def at(self) -> int:
        """Where on the rail the hand is; one that ended without a showdown stays in its last round."""
        if self.showing or (self.over and sum(seat.live for seat in self.seats) > 1):
            return len(self.rail) - 1
        return 2 * self.street - self.drawing

    # What happens ----------------------------------------------------------------------------------------

    def see(self, event: Event) -> None:
        """Take the next event of the hand."""
        match event:
            case HandStart():
                self._begin(event)
            case Post():
                self._post(event)
            case StreetStart(street=street):
                self._street(street)
            case DealHole(seat=at, cards=cards, count=count):
                self.seats[at].cards = cards
                self.seats[at].backs = count
            case Acted():
                self._acted(event)
            case DiscardAnnounced(seat=at, count=count):
                self._drew(at, count)
            case DrawResult(seat=at, count=count):
                self._drew(at, count)
                self._serve(event)
            case UncalledReturned(seat=at, amount=amount):
                seat = self.seats[at]
                seat.stack += amount
                seat.bet -= amount
                seat.paid -= amount
            case ShowdownShow(seat=at, cards=cards):
                if not self.over:
                    self.open_showdown()
                self.seats[at].cards = cards
                self.seats[at].shown = True
            case Mucked(seat=at):
                self.open_showdown()
                self.seats[at].backs = 0
                self.seats[at].last = Last("muck")
            case PotAwarded(winners=winners):
                self.awards.append(event)
                for at, chips in winners:
                    self.seats[at].won += chips
                    self.seats[at].stack += chips
            case HandEnd(nets=nets):
                self._collect()
                self.over = True
                self.nets = nets
                self.to_act = None
            case _:
                pass

    def _begin(self, start: HandStart) -> None:
        self.hand_no = start.hand_no
        self.button = start.button
        self.seats = [SeatPicture(stack) for stack in start.stacks]
        self.street = 0
        self.drawing = False
        self.showing = False
        self.over = False
        self.awards: list[PotAwarded] = []
        self.nets = ()
        self._dead = 0
        self._posts: list[Post] = []
        self._served = 0
        self._open_betting()
        self._betting.open_with_blind(self.stakes.big_blind)

    def _post(self, post: Post) -> None:
        seat = self.seats[post.seat]
        seat.stack -= post.amount
        seat.all_in = post.all_in
        seat.last = Last(post.kind, post.amount, post.all_in)
        self._posts.append(post)
        if post.kind == "dead-blind":
            self._dead += post.amount
            return
        seat.paid += post.amount
        if post.kind != "ante":
            seat.bet += post.amount
            self._betting.post(post.seat, post.amount)

    def _dealt(self) -> None:
        """All is posted: antes that not everybody owes are money of the main pot (R3.5)."""
        seats = len(self.seats)
        due = told_bets(self.stakes, self._posts, seats)
        for seat, chips in zip(self.seats, main_pot_antes(due, self._posts, seats), strict=True):
            seat.paid -= chips
            self._dead += chips

    def _street(self, street: int) -> None:
        self.street = street
        self.drawing = street > 0
        self._served = 0
        if not self.drawing:
            self._dealt()
        else:
            self._collect()
            for seat in self.seats:
                seat.fresh = ()
                if seat.live:
                    seat.last = None

    def open_showdown(self) -> None:
        """The betting is over and more than one is left: they show or muck. To be called where one of them is asked
        before any hand was shown, which no event says."""
        self.showing = True
        self._collect()

    def _collect(self) -> None:
        """The chips in front of the players go to the middle."""
        for seat in self.seats:
            seat.bet = 0

    def _open_betting(self) -> None:
        house = self.game.house
        limit = self.game.betting == "fixed-limit"
        capped = limit and (house.cap_heads_up or sum(seat.live for seat in self.seats) > 2)
        self.cap = house.cap if capped else None
        self._betting = BettingRound(
            betting=self.game.betting,
            seats=len(self.seats),
            bet=self.stakes.big_blind * (self.game.bets[self.street] if limit else 1),
            cap=self.cap,
            additive=house.limit_raise == "additive",
        )

    def _acted(self, acted: Acted) -> None:
        seat, action = self.seats[acted.seat], acted.action
        added = acted.street_commit - seat.bet
        seat.stack -= added
        seat.paid += added
        seat.bet = acted.street_commit
        seat.all_in = acted.all_in
        amount = added if isinstance(action, Call) else action.to if isinstance(action, Bet | Raise) else 0
        seat.last = Last(name_of(action), amount, acted.all_in)
        match action:
            case Fold():
                seat.live = False
                seat.backs = 0
            case Check():
                self._betting.check(acted.seat)
            case Call():
                self._betting.call(acted.seat, added)
            case Bet(to=to) | Raise(to=to):
                self._betting.wager(acted.seat, to)
            case _:
                pass

    def _drew(self, at: int, count: int) -> None:
        """A count became known, announced or served, whichever comes first."""
        seat = self.seats[at]
        seat.last = Last("draw", count)
        if len(seat.trail) < self.street:
            seat.trail.append(count)

    def _serve(self, result: DrawResult) -> None:
        seat = self.seats[result.seat]
        if seat.cards:
            kept = [card for card in seat.cards if card not in result.discarded]
            seat.cards = (*kept, *result.drawn)
            seat.fresh = result.drawn
        self._served += 1
        if self._served == sum(s.live for s in self.seats):
            self.drawing = False
            self._open_betting()


def name_of(action: Action) -> str:
    """An action's name in the vocabulary: ``fold`` … ``discard``."""
    return str(type(action).__struct_config__.tag)
