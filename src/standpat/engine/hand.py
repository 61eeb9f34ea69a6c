"""One hand, from the forced bets to the last pot paid: the state machine (RULES R3-R7).

`Hand(game, stakes, stacks, button, dealer)` posts the blinds, deals, and waits for the first decision. Seats
are 0 … n-1 clockwise. While `to_act` is a seat, `legal` says what that seat may do and `apply` does it:

- `apply(action)` returns the events it caused. An action that is not legal raises `IllegalAction`; a scripted card
  that cannot be dealt raises `DealError`. Neither changes anything.
- A hand without further decisions runs to its end by itself: `to_act` is None, `nets` are final.

Invariants (each is tested):

- the chips in stacks, pot and returned bets always sum to what came to the table;
- no card is in two places; nobody receives a card that R6.3 bars them from;
- a decision is asked for exactly when it can matter (R4.4), and at the showdown only of the seats in `asks` (R7.2);
- `events` is the complete state: `standpat.engine.rebuild` makes the identical hand from them.

A hand (R4) has streets 0 … draw_rounds. Each is a draw (except street 0) and a betting round. Betting is in
`standpat.engine.betting`, the muck and reshuffles in `standpat.engine.muck`, the showdown in
`standpat.engine.showdown`, and what a viewer may see in `standpat.engine.seen`.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from standpat.cards.card import TEXT, UNKNOWN, Cards, parse, text
from standpat.cards.ranking import VALUE
from standpat.engine.action import (
    NOTHING,
    Action,
    Bet,
    Call,
    Check,
    Discard,
    Fold,
    IllegalAction,
    Legal,
    Muck,
    Raise,
    Show,
    options,
    said,
)
from standpat.engine.betting import BettingRound, clockwise
from standpat.engine.blind import ForcedBet, forced_bets, main_pot_antes, posted
from standpat.engine.dealer import DealError, Stub
from standpat.engine.event import (
    POST_KINDS,
    Acted,
    Burned,
    DealHole,
    DiscardAnnounced,
    DrawResult,
    Event,
    HandEnd,
    HandStart,
    Mucked,
    Post,
    PotAwarded,
    Reshuffled,
    ShowdownShow,
    StreetStart,
    UncalledReturned,
    Wished,
)
from standpat.engine.games import Game, Stakes
from standpat.engine.muck import Muck as MuckPiles
from standpat.engine.pot import Pot, build_pots, split
from standpat.engine.seen import view
from standpat.engine.showdown import rule, winners


class Hand:
    """One hand, from the forced bets to the payout (see `standpat.engine.hand`).

    Attributes:
        to_act: The seat to act; None once the hand is over.
        legal: What it may do.
        stacks: By seat, the chips behind.
        live: By seat, whether it has not folded.
        draws: By seat, the number of cards drawn in each draw so far; 0 is pat.
        street: The number of draws that have begun, 0 before the first.
        nets: By seat, the chips won or lost; None until the hand is over.
    """

    __slots__ = (
        "_asks",
        "_cards",
        "_circle",
        "_contributed",
        "_dead",
        "_events",
        "_foretold",
        "_muck",
        "_pending",
        "_reshuffle",
        "_to_draw",
        "_turned",
        "_values",
        "_wishes",
        "betting",
        "button",
        "dealer",
        "drawing",
        "draws",
        "game",
        "legal",
        "live",
        "nets",
        "posts",
        "stacks",
        "stakes",
        "street",
        "to_act",
    )

    def __init__(
        self,
        game: Game,
        stakes: Stakes,
        stacks: Sequence[int],
        button: int,
        dealer: Stub,
        *,
        hand_no: int = 1,
        posts: Iterable[ForcedBet] | None = None,
        asks: Iterable[int] = (),
    ) -> None:
        """Deal a hand.

        Args:
            game: The game's record, from `standpat.game`.
            stakes: The blinds and the ante, in chips.
            stacks: By seat, the chips that a player brings, 1 or more.
            button: The seat with the button.
            dealer: The dealer, who shuffles and deals the cards.
            hand_no: The number of the hand, for its first event.
            posts: The forced bets, where a table's blinds are irregular (R3.7); None for the regular ones. A bet above
                the price raises the price. The betting begins to the left of the last bet that did (R3.8), else to the
                left of the big blind (R4.2).
            asks: The seats for whose choice the showdown waits, where the rules leave them one (R7.2). For other seats
                the hand follows their wish, or without a wish the rules.

        Raises:
            ValueError: The number of seats, a stack, the button, a forced bet or a seat does not fit.
        """
        seats = len(stacks)
        if not game.min_seats <= seats <= game.max_seats:
            raise ValueError(f"{game.id} is played by {game.min_seats} to {game.max_seats} players, not {seats}")
        for seat, chips in enumerate(stacks):
            if type(chips) is not int or chips < 1:
                raise ValueError(f"seat {seat} needs a stack of whole chips, 1 or more, not {chips!r}")
        if type(button) is not int or not 0 <= button < seats:
            raise ValueError(f"button {button!r} is not a seat: expected 0..{seats - 1}")
        if posts is None:
            due = forced_bets(stakes, seats, button)
        else:
            due = tuple(posts)
            for seat, kind, amount in due:
                if type(amount) is not int or amount < 0 or kind not in POST_KINDS or seat not in range(seats):
                    raise ValueError(f"{kind} of {amount!r} chips cannot be posted by seat {seat} of 0..{seats - 1}")
        for seat in (asked := tuple(asks)):
            if type(seat) is not int or not 0 <= seat < seats:
                raise ValueError(f"asks: {seat!r} is not a seat: expected 0..{seats - 1}")
        self.game = game
        self.stakes = stakes
        self.button = button
        self.dealer = dealer
        self.posts = due
        """The forced bets that were due before the deal; the `Post` events say what was posted."""
        self.stacks = list(stacks)
        self.live = [True] * seats
        self.draws: list[list[int]] = [[] for _ in stacks]
        """Cards drawn by each seat in each draw so far; 0 is pat."""
        self.street = 0
        self.drawing = False
        """Whether the present decision is a draw."""
        self.to_act: int | None = None
        self.legal = NOTHING
        """What `to_act` may do; nothing once the hand is over."""
        self.nets: tuple[int, ...] | None = None
        """What each seat won or lost; None until the hand is over."""
        self._circle = clockwise(seats)[button + 1]  # from the left of the button
        self._contributed = [0] * seats
        self._dead = 0
        self._muck = MuckPiles()
        self._reshuffle = game.reshuffle
        self._to_draw: list[int] = []  # seats still to be asked in this draw, the next one last
        self._pending: list[tuple[int, tuple[int, ...], list[int]]] = []  # announced: seat, discards, cards kept
        self._wishes: dict[int, str] = {}
        self._foretold: dict[int, tuple[int, ...]] = {}
        self._asks = frozenset(asked)
        self._values: dict[int, int | None] = {}  # at the showdown: the values of the live hands, in showdown order
        self._turned: dict[int, bool] = {}  # the seats that have had their turn at the showdown: was the hand shown?
        self._events: list[Event] = [HandStart(hand_no, button, tuple(stacks), tuple(sorted(self._asks)))]
        last = self._post(due)
        self._events.append(StreetStart(0, game.label(0)))
        self._deal()
        self._ask(last + 1)

    # Properties ------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, unredacted."""
        return tuple(self._events)

    @property
    def over(self) -> bool:
        """Whether the chips have been paid."""
        return self.nets is not None

    @property
    def pot(self) -> int:
        """All chips in the middle, this round's bets included."""
        return 0 if self.over else sum(self._contributed) + self._dead

    @property
    def pots(self) -> list[Pot]:
        """The main pot and the side pots as they stand, this round's bets included."""
        return build_pots(self._contributed, self.live, self._dead)

    def cards(self, seat: int) -> tuple[int, ...]:
        """The five cards the seat holds now; none once it has folded."""
        return self._cards[self._seat(seat)]

    def seen_by(self, viewer: int | None) -> tuple[Event, ...]:
        """All events so far as a viewer may see them.

        Args:
            viewer: A seat, or None for a spectator.
        """
        return view(self._events, viewer if viewer is None else self._seat(viewer))

    def __repr__(self) -> str:
        return (
            f"<Hand {self.game.id}/{self.game.house.name} street={self.street} "
            f"{'drawing ' if self.drawing else ''}pot={self.pot} stacks={self.stacks} to_act={self.to_act}>"
        )

    # Actions ---------------------------------------------------------------------------------------------

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Take an action for the seat to act.

        Args:
            action: The action.

        Returns:
            The events that it causes. They are in `events` too.

        Raises:
            IllegalAction: The action is not legal now. The hand has not changed.
            DealError: A `ScriptedDealer` cannot deal what comes next. The hand has not changed.
        """
        events = self._events
        before = len(events)
        if self.dealer.may_refuse:
            backup = self.copy()
            try:
                self._take(action)
            except DealError:
                for slot in Hand.__slots__:
                    setattr(self, slot, getattr(backup, slot))
                raise
        else:
            self._take(action)
        return (events[-1],) if len(events) == before + 1 else tuple(events[before:])

    def wish(self, seat: int, wish: Literal["show", "muck"]) -> tuple[Event, ...]:
        """Choose in advance what to do at the showdown, where the rules leave a choice (R7.2). The last wish counts.

        Args:
            seat: The seat.
            wish: To show or to muck.

        Returns:
            The event of the wish.

        Raises:
            IllegalAction: The wish is unknown, or the seat cannot wish now.
            ValueError: There is no such seat.
        """
        if wish not in ("show", "muck"):
            raise IllegalAction(f"a wish is 'show' or 'muck', not {wish!r}")
        if not self.may_wish(seat):
            asked = seat == self.to_act and self.legal.showdown is not None
            why = f"is asked now: the choice is {options(self.legal)}" if asked else "will have nothing to show"
            raise IllegalAction(f"seat {seat} {why}")
        event = Wished(seat, wish)
        self._wishes[seat] = wish
        self._events.append(event)
        return (event,)

    def may_wish(self, seat: int) -> bool:
        """Whether the seat's turn at the showdown is still to come."""
        live = self.live[self._seat(seat)] and not self.over and seat not in self._turned
        return live and not (seat == self.to_act and self.legal.showdown is not None)

    @property
    def may_chop(self) -> bool:
        """Whether the blinds may be chopped: all others have folded, the small blind is to act, and nothing but the two
        blinds is in the middle (T10.6)."""
        if self.street or self.to_act is None or self.live.count(True) != 2 or all(self.live):
            return False
        posts = [event for event in self._events if isinstance(event, Post)]
        acted = any([isinstance(event, Acted) and not isinstance(event.action, Fold) for event in self._events])
        seats = {post.kind: post.seat for post in posts if self.live[post.seat]}
        return len(posts) == 2 and not acted and "big-blind" in seats and seats.get("small-blind") == self.to_act

    def chop(self) -> tuple[Event, ...]:
        """Chop the blinds: both players take theirs back, and the hand is over.

        Returns:
            The events that it causes. They are in `events` too.

        Raises:
            IllegalAction: The blinds cannot be chopped now. The hand has not changed.
        """
        if not self.may_chop:
            raise IllegalAction("the blinds cannot be chopped now")
        before = len(self._events)
        for post in [event for event in self._events if isinstance(event, Post)]:
            self.stacks[post.seat] += post.amount
            self._contributed[post.seat] -= post.amount
            self._events.append(UncalledReturned(post.seat, post.amount))
        self._end()
        return tuple(self._events[before:])

    def reveal(self, seat: int, cards: Cards) -> None:
        """Name the cards of a seat that holds unknown cards.

        Raises:
            ValueError: The seat cannot hold these cards.
        """
        named = parse(cards)
        if not self._can_be(self._seat(seat), named):
            raise ValueError(f"seat {seat} holds {text(self._cards[seat])}, which cannot be {text(named)}")
        self._cards[seat] = named

    def foretell(self, seat: int, cards: Cards) -> None:
        """Say which cards a seat will show, as a history knows it.

        If the seat comes to the showdown with unknown cards that can be these, they are named then. Otherwise nothing
        happens.
        """
        self._foretold[self._seat(seat)] = parse(cards)

    def _can_be(self, seat: int, named: tuple[int, ...]) -> bool:
        cards = self._cards[seat]
        others = {c for s, theirs in enumerate(self._cards) if s != seat for c in theirs}
        known = {c for c in cards if c != UNKNOWN}
        return len(set(named)) == len(cards) and known <= set(named) and not (others | {UNKNOWN}) & set(named)

    def copy(self) -> "Hand":
        """An independent copy of the hand. It is cheap."""
        twin = Hand.__new__(Hand)
        twin.game = self.game
        twin.stakes = self.stakes
        twin.button = self.button
        twin.dealer = self.dealer.copy()
        twin.stacks = self.stacks.copy()
        twin.live = self.live.copy()
        twin.draws = [counts.copy() for counts in self.draws]
        twin.street = self.street
        twin.drawing = self.drawing
        twin.to_act = self.to_act
        twin.legal = self.legal
        twin.nets = self.nets
        twin.betting = self.betting.copy()
        twin._circle = self._circle
        twin.posts = self.posts
        twin._contributed = self._contributed.copy()
        twin._dead = self._dead
        twin._cards = self._cards.copy()
        twin._muck = self._muck.copy()
        twin._to_draw = self._to_draw.copy()
        twin._reshuffle = self._reshuffle
        twin._pending = self._pending.copy()
        twin._asks = self._asks
        twin._values = self._values
        twin._turned = self._turned.copy()
        twin._wishes = self._wishes.copy()
        twin._foretold = self._foretold.copy()
        twin._events = self._events.copy()
        return twin

    # The state machine -----------------------------------------------------------------------------------

    def _seat(self, seat: int) -> int:
        if type(seat) is not int or not 0 <= seat < len(self.stacks):
            raise ValueError(f"{seat!r} is not a seat: expected 0..{len(self.stacks) - 1}")
        return seat

    def _order(self) -> list[int]:
        """The seats that have not folded, from the left of the button."""
        live = self.live
        return [seat for seat in self._circle if live[seat]]

    def _post(self, due: Sequence[ForcedBet]) -> int:
        """Post what is due, and open the betting. Returns the seat to whose left it begins."""
        stacks, contributed, events = self.stacks, self._contributed, self._events
        made = posted(due, stacks)
        last, antes = self.button, False
        for bet in due:
            if bet.kind == "big-blind":
                last = bet.seat
            elif bet.kind == "ante":
                antes = True
        if antes:
            for seat, chips in enumerate(main_pot_antes(due, made, len(stacks))):
                self._dead += chips
                contributed[seat] -= chips
        betting = self._open_betting()
        betting.open_with_blind(self.stakes.big_blind)
        for post in made:
            seat, amount, kind = post.seat, post.amount, post.kind
            stacks[seat] -= amount
            if kind == "dead-blind":
                self._dead += amount
            else:
                contributed[seat] += amount
                if kind != "ante" and betting.post(seat, amount, straddle=kind == "straddle"):
                    last = seat
            events.append(post)
        betting.recount(stacks, self.live)
        return last

    def _deal(self) -> None:
        dealer, count, events = self.dealer, self.game.hand_size, self._events
        dealer.new_deck()
        self._cards: list[tuple[int, ...]] = [()] * len(self.stacks)
        for seat in self._circle:
            hand = self._cards[seat] = dealer.deal(count)
            events.append(DealHole(seat, hand, count))

    def _open_betting(self) -> BettingRound:
        game, house = self.game, self.game.house
        bet = self.stakes.big_blind
        if game.betting == "fixed-limit":
            bet *= game.bets[self.street]
        cap = house.cap if house.cap_heads_up or self.live.count(True) > 2 else None
        betting = BettingRound(game.betting, len(self.stacks), bet, cap, house.limit_raise == "additive")
        self.betting = betting
        return betting

    def _take(self, action: Action) -> None:
        """Check that the action is legal, then do it."""
        seat, legal = self.to_act, self.legal
        kind = type(action)
        if seat is None:
            raise IllegalAction("the hand is over")
        if self.drawing:
            discards, kept = self._parted(seat, action)
            self._draw(seat, discards, kept)
            return
        if legal.showdown is not None:
            self._choose(seat, action)
            return
        betting, stacks = self.betting, self.stacks
        all_in = False
        if kind is Fold and legal.fold:
            self.live[seat] = False
            self._muck.fold(self._cards[seat])
            self._cards[seat] = ()
            betting.out()
        elif kind is Check and legal.check:
            betting.check(seat)
        else:
            if kind is Call and legal.call is not None:
                chips = legal.call
                betting.call(seat, chips)
            else:
                to = self._wager_to(action)
                chips = to - betting.commits[seat]
                betting.wager(seat, to)
            left = stacks[seat] = stacks[seat] - chips
            self._contributed[seat] += chips
            if not left:
                all_in = True
                betting.out()
        self._events.append(Acted(seat, action, betting.commits[seat], all_in))
        if kind is Fold and self.live.count(True) == 1:
            self._end_betting()
            self._pay(self.pots)
        else:
            self._ask(seat + 1)

    def _wager_to(self, action: Action) -> int:
        """The total of a bet or raise; an `IllegalAction` if it is not legal."""
        legal = self.legal
        bounds = legal.raise_ if type(action) is Raise else legal.bet if type(action) is Bet else None
        if bounds is not None:
            to = action.to  # type: ignore[union-attr]
            if type(to) is int and bounds.min_to <= to <= bounds.max_to:
                return to
        raise IllegalAction(f"seat {self.to_act} may not {said(action)}: the choice is {options(legal)}")

    def _parted(self, seat: int, action: Action) -> tuple[tuple[int, ...], list[int]]:
        """The discarded and the kept cards of a discard; an `IllegalAction` if it is not legal (R6.7)."""
        cards, most = self._cards[seat], self.game.max_discards
        if type(action) is not Discard:
            raise IllegalAction(f"seat {seat} is drawing: expected Discard (no cards to stand pat), not {action!r}")
        if len(action.cards) > most:
            raise IllegalAction(f"at most {most} cards may be discarded, not {len(action.cards)}")
        kept = list(cards)
        for card in action.cards:
            if card not in kept:
                which = "only once" if card in cards else "not"
                raise IllegalAction(f"seat {seat} holds {text(cards)}: {TEXT[card]} {which}")
            kept.remove(card)
        return action.cards, kept

    def _ask(self, start: int) -> None:
        """Ask the next seat that has a betting decision, or continue the hand."""
        betting, stacks = self.betting, self.stacks
        seat = self.to_act = betting.next(start, stacks, self.live)
        if seat is not None:
            pot = self.pot + self._missing_blinds() if self.game.betting == "pot-limit" else 0
            self.legal = betting.legal(seat, stacks[seat], pot)
            return
        self._end_betting()
        if self.street < self.game.draw_rounds:
            self._open_draw()
        else:
            self._showdown()

    def _missing_blinds(self) -> int:
        """The chips by which the blinds are short, where the pot limit counts them as full: before the draw (T4.6)."""
        if self.street or not self.game.house.full_blinds:
            return 0
        full = {"small-blind": self.stakes.small_blind, "big-blind": self.stakes.big_blind}
        for post in self._events:
            if isinstance(post, Post) and post.kind in full:
                full[post.kind] = max(0, full[post.kind] - post.amount)
        return sum(full.values())

    def _end_betting(self) -> None:
        """Return chips that nobody could match (R5.6): of this round's bets, and of an ante that everyone owed."""
        paid = self.betting.commits if self.street else self._contributed
        top = max(paid)
        if paid.count(top) == 1:
            seat = paid.index(top)
            excess = top - max([chips for chips in paid if chips != top])
            self.stacks[seat] += excess
            self._contributed[seat] -= excess
            self._events.append(UncalledReturned(seat, excess))

    def _open_draw(self) -> None:
        game, dealer = self.game, self.dealer
        self.street += 1
        self.drawing = True
        self._events.append(StreetStart(self.street, game.label(self.street)))
        for _ in range(min(game.house.burn, dealer.left())):
            card = dealer.burn()
            self._muck.burn(card)
            self._events.append(Burned((card,), 1))
        self._to_draw = self._order()
        self._to_draw.reverse()
        self.to_act = self._to_draw.pop()
        self.legal = Legal(draw=game.max_discards)

    def _draw(self, seat: int, discards: tuple[int, ...], kept: list[int]) -> None:
        self.draws[seat].append(len(discards))
        self._muck.discard(seat, discards)
        if self.game.house.draws == "announced":
            self._events.append(DiscardAnnounced(seat, discards, len(discards)))
            self._pending.append((seat, discards, kept))
            if not self._to_draw:
                self._serve_all()
        else:
            self._serve(seat, discards, kept, more=bool(self._to_draw))
        if self._to_draw:
            self.to_act = self._to_draw.pop()
            return
        self._muck.end_round()
        self.drawing = False
        self._open_betting().recount(self.stacks, self.live)
        self._ask(self.button + 1)

    def _serve_all(self) -> None:
        """All players have announced: deal the replacements in the same order."""
        wanted = sum([len(discards) for _, discards, _ in self._pending])
        for seat, discards, kept in self._pending:
            wanted -= len(discards)
            self._serve(seat, discards, kept, more=wanted > 0)
        self._pending = []

    def _serve(self, seat: int, discards: tuple[int, ...], kept: list[int], more: bool) -> None:
        drawn, reshuffles = self._muck.serve(self.dealer, self._reshuffle, seat, more)
        events = self._events
        for piles, count in reshuffles:
            events.append(Reshuffled(seat, piles, count))
        self._cards[seat] = (*kept, *drawn)
        events.append(DrawResult(seat, discards, drawn, len(drawn)))

    def _showdown(self) -> None:
        """Show the hands in order (R7.1), after an all-in those of the last side pot first (R7.5)."""
        order = self._order()
        first = self.betting.aggressor
        if first in order:  # they may have folded to an all-in that was not a full raise
            at = order.index(first)
            order = order[at:] + order[:at]
        if self._all_shown:
            place = {seat: index for index, pot in enumerate(self.pots) for seat in pot.claimants}
            order.sort(key=lambda seat: -place[seat])
        for seat, named in self._foretold.items():
            if UNKNOWN in self._cards[seat] and self._can_be(seat, named):
                self._cards[seat] = named
        value = VALUE[self.game.ranking]
        self._values = {seat: None if UNKNOWN in (hand := self._cards[seat]) else value(hand) for seat in order}
        self._turn_up()

    def _turn_up(self) -> None:
        """Continue seat by seat: wait where a seat has a choice, and pay when all have had their turn."""
        pots, policy = self.pots, "show_all" if self._all_shown else self.game.house.showdown
        for seat in self._values:
            if seat in self._turned:
                continue
            ruling, wish = rule(policy, pots, self._values, self._turned, seat), self._wishes.get(seat)
            if ruling.asked and wish is None and seat in self._asks:
                self.to_act = seat
                self.legal = Legal(showdown="show" if ruling.shows else "muck")
                return
            self._turn(seat, ruling.shown(wish))
        self._pay(pots)

    @property
    def _all_shown(self) -> bool:
        """Whether all hands at the showdown are shown because somebody there is all-in (R7.5)."""
        seats = zip(self.live, self.stacks, strict=True)
        return self.game.house.all_ins_shown and any([live and not chips for live, chips in seats])

    def _choose(self, seat: int, action: Action) -> None:
        """The seat to act shows or mucks."""
        if not isinstance(action, Show | Muck):
            raise IllegalAction(f"seat {seat} may not {said(action)}: the choice is {options(self.legal)}")
        self._turn(seat, isinstance(action, Show))
        self._turn_up()

    def _turn(self, seat: int, shows: bool) -> None:
        """End a seat's turn at the showdown."""
        self._turned[seat] = shows
        self._events.append(ShowdownShow(seat, self._cards[seat], self._values[seat]) if shows else Mucked(seat))

    def _pay(self, pots: list[Pot]) -> None:
        """Pay the pots: to the only player left, or as the showdown has decided."""
        stacks, events = self.stacks, self._events
        values = self._values or dict.fromkeys(self._order())
        paid_out = list(enumerate(winners(pots, values, self._turned)))
        for index, best in reversed(paid_out) if self._values and self._all_shown else paid_out:
            first_odd = best if len(best) == 1 else [seat for seat in self._circle if seat in best]
            paid = split(pots[index].amount, first_odd)
            for seat, chips in paid:
                stacks[seat] += chips
            events.append(PotAwarded(index, "whole", paid))
        self._end()

    def _end(self) -> None:
        """The chips have been paid: the hand is over."""
        start = self._events[0]
        assert type(start) is HandStart
        self.nets = tuple([now - then for now, then in zip(self.stacks, start.stacks, strict=True)])
        self.to_act = None
        self.legal = NOTHING
        self._events.append(HandEnd(self.nets))
