"""A second implementation of the rules, which audits a hand by its events.

It counts chips and cards itself. It knows the muck and the order of its piles (R6.3), which decision is due and from
whom (R4.2, R4.4, R5), and how a hand is paid, chip by chip (R5.6, R7.3). It shares no code with the engine except the
records of games, events and actions. Every error is an AssertionError.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from reference_key import Key, key_27, key_a5
from standpat.cards.card import TEXT
from standpat.engine.action import Bet, Bounds, Check, Fold, Legal, Raise
from standpat.engine.event import (
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

ORDER = {
    "served": [{"folded", "burned", "earlier", "served"}],
    "pokerstars": [{"folded", "burned", "earlier", "served"}],
    "previous_rounds": [{"folded", "burned", "earlier"}, {"served"}],
    "wsop": [{"folded", "burned", "earlier"}, {"served"}],
    "full_tilt": [{"folded", "burned"}, {"earlier"}, {"served"}],
}
"""R6.3: the order of the piles. The cards of players who are not served yet are never needed (R6.4)."""


class Straddled(NamedTuple):
    """A straddle: it sets the price, and is no wager (T10.5)."""

    to: int


class Auditor:
    def __init__(self, game: Game, stakes: Stakes, due: Sequence[tuple[int, str, int]] | None = None) -> None:
        """`due` are the forced bets (seat, kind, amount) of a hand whose forced bets are irregular."""
        self.game = game
        self.stakes = stakes
        self.due = due
        self.stub = set(range(52))
        self.folded: set[int] = set()
        self.burned: set[int] = set()
        self.earlier: set[int] = set()
        self.thrown: dict[int, set[int]] = {}
        self.served: list[int] = []
        self.pending: list[Reshuffled] = []
        self.shown: dict[int, tuple[int, ...]] = {}
        self.order_shown: list[int] = []
        self.given_up: set[int] = set()
        self.awards: list[PotAwarded] = []
        self.reshuffles: Counter[str] = Counter()
        self.nets: tuple[int, ...] | None = None
        self.last_actor: int | None = None
        self.wishes: dict[int, str] = {}
        self.asks: tuple[int, ...] = ()

    def feed(self, event: Event) -> None:
        match event:
            case HandStart():
                self._start(event)
            case Post():
                assert event.amount > 0
                self.stacks[event.seat] -= event.amount
                self._posted(event)
                assert event.all_in == (self.stacks[event.seat] == 0)
                self._solvent()
            case StreetStart():
                self._street(event)
            case DealHole():
                assert event.count == len(event.cards) == 5
                assert not self.hands[event.seat]
                self._off_the_stub(event.cards)
                self.hands[event.seat] = set(event.cards)
            case Acted():
                self._acted(event)
            case UncalledReturned():
                self._close()
                # Before the draw the antes, which everybody owes, are matched together with the bets.
                held = self.commits if self.street else self.paid
                others = [c for s, c in enumerate(held) if s != event.seat]
                assert event.amount == held[event.seat] - max(others) > 0
                self.stacks[event.seat] += event.amount
                self.paid[event.seat] -= event.amount
                self.commits[event.seat] -= event.amount
            case Burned():
                assert event.count == len(event.cards)
                self._off_the_stub(event.cards)
                self.burned |= set(event.cards)
            case DiscardAnnounced():
                assert self.game.house.draws == "announced"
                assert event.seat == self.drawer()
                self._throw(event.seat, event.discarded)
            case Reshuffled():
                self.pending.append(event)
            case DrawResult():
                if self.game.house.draws == "immediate":
                    assert event.seat == self.drawer()
                    self._throw(event.seat, event.discarded)
                assert set(event.discarded) == self.thrown[event.seat]
                self._serve(event)
            case Wished():
                self.wishes[event.seat] = event.wish
            case ShowdownShow():
                self._close()
                assert set(event.cards) == self.hands[event.seat]
                assert self.live[event.seat]
                self.shown[event.seat] = event.cards
                self.order_shown.append(event.seat)
            case Mucked():
                self._close()
                assert self.live[event.seat]
                self.given_up.add(event.seat)
                self.order_shown.append(event.seat)
            case PotAwarded():
                self._close()
                self.awards.append(event)
                for seat, chips in event.winners:
                    self.stacks[seat] += chips
            case HandEnd():
                self._end(event)

    # Cards ------------------------------------------------------------------------------------------------

    def _off_the_stub(self, cards: tuple[int, ...]) -> None:
        assert len(set(cards)) == len(cards)
        assert set(cards) <= self.stub
        self.stub -= set(cards)

    def _throw(self, seat: int, cards: tuple[int, ...]) -> None:
        assert len(set(cards)) == len(cards)
        assert set(cards) <= self.hands[seat]
        self.thrown[seat] = set(cards)

    def _serve(self, result: DrawResult) -> None:
        """R6.3: checks where each replacement came from, and that exactly the necessary reshuffles are announced."""
        seat, policy = result.seat, self.game.house.reshuffle
        own = set(result.discarded)
        barred = own | (self.ever[seat] if policy == "pokerstars" else set())
        assert result.count == len(result.drawn) == len(result.discarded)
        todo = list(result.drawn)
        piles = [*ORDER[policy]]
        while True:
            fit = self.stub - barred
            need = len(todo)
            last_stays = policy == "wsop" and need > 0 and len(fit) == need and self._more_wanted(seat)
            if len(fit) >= need and not last_stays:
                assert set(todo) <= fit, "a replacement that was not in the stub, or not for him"
                self.stub -= set(todo)
                break
            first = {"pokerstars": 0, "wsop": max(0, len(fit) - 1)}.get(policy, len(fit))
            assert set(todo[:first]) <= fit, "the stub is dealt first"
            self.stub -= set(todo[:first])
            todo = todo[first:]
            assert self.pending, f"seat {seat} needs {need} of {len(fit)}: a reshuffle is due"
            told = self.pending.pop(0)
            names, cards = self._open(piles)
            assert told.seat == seat
            assert set(told.piles) == names
            self.stub |= cards
            assert told.count == len(self.stub)
            self.reshuffles[policy] += 1
        assert not self.pending, f"a reshuffle nobody needed: {self.pending}"
        assert not set(result.drawn) & own, "nobody gets back what he just threw"
        if policy == "pokerstars":
            assert not set(result.drawn) & self.ever[seat]
        self.hands[seat] = self.hands[seat] - own | set(result.drawn)
        assert len(self.hands[seat]) == 5
        self.ever[seat] |= own
        self.served.append(seat)

    def _more_wanted(self, seat: int) -> bool:
        left = [s for s in self.in_order() if s not in self.served and s != seat]
        if self.game.house.draws == "announced":
            return any([self.thrown[s] for s in left])
        return bool(left)

    def _open(self, piles: list[set[str]]) -> tuple[set[str], set[int]]:
        served = {c for s in self.served for c in self.thrown[s]}
        hold = {"folded": self.folded, "burned": self.burned, "earlier": self.earlier, "served": served}
        while piles:
            names = {n for n in piles.pop(0) if hold[n]}
            if names:
                cards = {c for n in names for c in hold[n]}
                self.folded -= cards
                self.burned -= cards
                self.earlier -= cards
                for s in self.served:
                    self.thrown[s] -= cards
                return names, cards
        raise AssertionError("R6.4: this always suffices")

    def places(self) -> Counter[int]:
        """How often each card occurs in all places together."""
        where: Counter[int] = Counter()
        for pile in (self.stub, self.folded, self.burned, self.earlier, *self.hands):
            where.update(pile)
        for seat in self.served:
            where.update(self.thrown[seat])
        return where

    # Chips ------------------------------------------------------------------------------------------------

    def _start(self, event: HandStart) -> None:
        seats = len(event.stacks)
        self.button = event.button
        self.start = event.stacks
        self.asks = event.asks
        self.stacks = list(event.stacks)
        self.paid = [0] * seats
        self.commits = [0] * seats
        self.dead = [0] * seats  # main-pot chips that are no bets (R3.5): dead blinds, antes that not all owe
        self.live = [True] * seats
        self.owed = [0] * seats  # of the ante that everybody owes
        self.forced: list[int] = []  # seats whose posts raised the price (R3.8), in order
        if self.due is None:
            if self.stakes.ante_by == "everyone":
                self.owed = [self.stakes.ante] * seats
            self.big = (event.button + (1 if seats == 2 else 2)) % seats
        else:
            owed = [0] * seats
            for seat, kind, amount in self.due:
                owed[seat] += amount * (kind == "ante")
            self.owed = [min(owed)] * seats
            self.big = ([event.button] + [s for s, kind, _ in self.due if kind == "big-blind"])[-1]
        self.hands: list[set[int]] = [set() for _ in range(seats)]
        self.ever: list[set[int]] = [set() for _ in range(seats)]
        self.street = 0
        self.closed = False
        self.history: list[tuple[int, object]] = []
        self.by_post = 0  # all of them are forced: nobody has acted

    def _posted(self, post: Post) -> None:
        """R3.5, R3.8: the effect of a post on the pots and on the price."""
        seat, chips = post.seat, post.amount
        if post.kind == "ante":
            bet = min(self.owed[seat], chips)
            self.owed[seat] -= bet
            self.paid[seat] += bet
            self.dead[seat] += chips - bet
        elif post.kind == "dead-blind":
            self.dead[seat] += chips
        else:
            self.paid[seat] += chips
            self.commits[seat] += chips
            if self.commits[seat] > max(self.stakes.big_blind, *[c for s, c in enumerate(self.commits) if s != seat]):
                self.forced.append(seat)
                if post.kind == "straddle":
                    self.history.append((seat, Straddled(self.commits[seat])))
                    self.by_post = len(self.history)
                else:
                    self._raise_by_post(seat)

    def _raise_by_post(self, seat: int) -> None:
        """A post above the price is a raise of that size; in fixed limit it is as many raises as it covers, none above
        a full bet (R5.5)."""
        to = self.commits[seat]
        if self.game.betting == "fixed-limit":
            while to > (step := self._limit_target()):
                self.history.append((seat, Raise(step)))
        if to > self.price():
            self.history.append((seat, Raise(to)))
        self.by_post = len(self.history)

    def _limit_target(self) -> int:
        """The total of the next full wager of a fixed-limit round before the draw, after the posts so far."""
        bet = self.stakes.big_blind * self.game.bets[0]
        price, target = self.stakes.big_blind, self.stakes.big_blind + bet
        for _, action in self.history:
            if isinstance(action, Straddled):
                price, target = action.to, action.to + bet
                continue
            assert isinstance(action, Raise)
            if 2 * (action.to - price) >= bet or action.to >= target:
                target = (action.to if self.game.house.limit_raise == "additive" else target) + bet
            elif self.game.house.limit_raise == "additive":
                target = action.to + bet
            price = action.to
        return target

    def _solvent(self) -> None:
        assert min(self.stacks) >= 0
        assert min(self.paid) >= 0

    def _street(self, event: StreetStart) -> None:
        assert event.street in (self.street, self.street + 1)
        if event.street == 0:
            return
        self._close()
        self.closed = False
        self.street = event.street
        for cards in self.thrown.values():
            self.earlier |= cards
        self.thrown = {}
        self.served = []
        self.commits = [0] * len(self.stacks)
        self.history = []
        self.by_post = 0
        self.last_actor = None

    def _close(self) -> None:
        """Close the betting of this street, and check that no player owes a decision."""
        if not self.closed:
            assert self.asked() is None
            self.closed = True

    def _acted(self, event: Acted) -> None:
        seat = event.seat
        assert seat == self.asked()
        added = event.street_commit - self.commits[seat]
        assert added >= 0
        assert (added == 0) == isinstance(event.action, Fold | Check)
        self.stacks[seat] -= added
        self.paid[seat] += added
        self.commits[seat] += added
        self._solvent()
        assert event.all_in == (self.stacks[seat] == 0)
        self.history.append((seat, event.action))
        self.last_actor = seat
        if isinstance(event.action, Fold):
            self.live[seat] = False
            self.folded |= self.hands[seat]
            self.hands[seat] = set()

    # Who is asked what ------------------------------------------------------------------------------------

    def in_order(self) -> list[int]:
        seats = len(self.stacks)
        return [s for k in range(1, seats + 1) if self.live[s := (self.button + k) % seats]]

    def drawer(self) -> int | None:
        """R6.1: the first player left of the button who is still in and has not drawn in this round."""
        if self.street == 0:
            return None
        return next((s for s in self.in_order() if s not in self.thrown), None)

    def price(self) -> int:
        wagers = [a.to for _, a in self.history if isinstance(a, Bet | Raise | Straddled)]
        return wagers[-1] if wagers else self.stakes.big_blind if self.street == 0 else 0

    def asked(self) -> int | None:
        """The seat that owes a betting decision, or None when the round is over (R4.2, R4.4)."""
        seats = len(self.stacks)
        if self.last_actor is not None:
            first = self.last_actor + 1
        elif self.street == 0:
            first = (self.forced or [self.big])[-1] + 1
        else:
            first = self.button + 1
        if self.live.count(True) == 1:
            return None
        able = [s for s in range(seats) if self.live[s] and self.stacks[s]]
        price = self.price()
        for k in range(seats):
            s = (first + k) % seats
            if s not in able:
                continue
            if len(able) > 1:
                if self.commits[s] < price or s not in [seat for seat, _ in self.history[self.by_post :]]:
                    return s
            elif max(c for o, c in enumerate(self.commits) if o != s and self.live[o]) > self.commits[s]:
                return s
        return None

    def legal(self, seat: int) -> Legal:
        """R5.1-R5.7: the legal actions of the seat that is asked, from the history of the round."""
        price, stack, mine = self.price(), self.stacks[seat], self.commits[seat]
        owed = price - mine
        able = [s for s in range(len(self.stacks)) if self.live[s] and self.stacks[s]]
        bounds = None
        if stack > owed and len(able) > 1:
            bounds = self._limit(seat) if self.game.betting == "fixed-limit" else self._big(seat)
        if owed:
            return Legal(fold=True, call=min(owed, stack), raise_=bounds)
        return Legal(check=True, raise_=bounds) if price else Legal(check=True, bet=bounds)

    def _price_when_last_acted(self, seat: int) -> int | None:
        price = self.stakes.big_blind if self.street == 0 else 0
        at = None
        for place, (who, action) in enumerate(self.history):
            if isinstance(action, Bet | Raise | Straddled):
                price = action.to
            if who == seat and place >= self.by_post:
                at = price
        return at

    def _big(self, seat: int) -> Bounds | None:
        """No limit and pot limit."""
        price = self.stakes.big_blind if self.street == 0 else 0
        step = self.stakes.big_blind
        for _, action in self.history:
            if isinstance(action, Straddled):
                price = action.to
            elif isinstance(action, Bet | Raise):
                step = max(step, action.to - price)
                price = action.to
        at = self._price_when_last_acted(seat)
        if at is not None and price - at < step:
            return None
        all_in = self.commits[seat] + self.stacks[seat]
        most = all_in
        if self.game.betting == "pot-limit":
            owed = price - self.commits[seat]
            most = min(all_in, max(price + sum(self.paid) + sum(self.dead) + owed, price + step))
        return Bounds(min(price + step, all_in), most)

    def _limit(self, seat: int) -> Bounds | None:
        bet = self.stakes.big_blind * self.game.bets[self.street]
        house = self.game.house
        price = self.stakes.big_blind if self.street == 0 else 0
        wagers = 1 if self.street == 0 else 0
        target = price + bet
        full_since: set[int] = set()
        for who, action in self.history:
            if isinstance(action, Bet | Raise):
                rise = action.to - price
                price = action.to
                if 2 * rise >= bet or price >= target:
                    wagers += 1
                    full_since = set(range(len(self.stacks))) - {who}
                    target = (price if house.limit_raise == "additive" else target) + bet
                elif house.limit_raise == "additive" and wagers:
                    target = price + bet
            elif isinstance(action, Straddled):
                price, target = action.to, action.to + bet
            full_since.discard(who)
        cap = house.cap
        if not house.cap_heads_up and self.began_with() <= 2:
            cap = None
        if cap is not None and wagers >= cap:
            return None
        at = self._price_when_last_acted(seat)
        if at is not None and seat not in full_since and 2 * (price - at) < bet:
            return None
        to = min(target, self.commits[seat] + self.stacks[seat])
        return Bounds(to, to)

    def began_with(self) -> int:
        """The number of players who were in when this betting round began."""
        return self.live.count(True) + sum([isinstance(a, Fold) for _, a in self.history])

    # The end ----------------------------------------------------------------------------------------------

    def _end(self, event: HandEnd) -> None:
        self.nets = event.nets
        assert sum(event.nets) == 0
        assert list(event.nets) == [now - then for now, then in zip(self.stacks, self.start, strict=True)]
        if self.live.count(True) > 1:
            assert self.street == self.game.draw_rounds
            assert self.drawer() is None
            assert self.order_shown == self._show_order()
            self._policy()
        else:
            assert not self.order_shown
        won = [net + put + dead for net, put, dead in zip(event.nets, self.paid, self.dead, strict=True)]
        assert won == self.settlement()
        for award in self.awards:
            assert award.side == "whole"
            assert all(self.live[seat] for seat, _ in award.winners)

    def _show_order(self) -> list[int]:
        """R7.1: the order of the showdown. A fixed-limit all-in below half a bet over a wager counts as a call."""
        order = self.in_order()
        first = None
        price = self.stakes.big_blind if self.street == 0 else 0
        target = bet = self.stakes.big_blind * self.game.bets[self.street]
        for who, action in self.history:
            if isinstance(action, Bet | Raise):
                rise = action.to - price
                full = 2 * rise >= bet or action.to >= target
                if full:
                    target = (action.to if self.game.house.limit_raise == "additive" else target) + bet
                if self.game.betting != "fixed-limit" or full or price == 0:
                    first = who
                price = action.to
            elif isinstance(action, Straddled):
                price, target = action.to, action.to + bet
        if first in order:
            at = order.index(first)
            order = order[at:] + order[:at]
        return order

    def key(self, seat: int) -> Key:
        key = key_27 if self.game.ranking == "deuce-to-seven" else key_a5
        return key([TEXT[c] for c in self.hands[seat]])

    def chooses(self) -> tuple[int, Legal]:
        """R7.2: the seat that is to show or muck now, and its default.

        The default is to show if no shown hand is better for some chip that the seat plays for, unless no opponent is
        left to play for that chip.
        """
        assert self.game.house.showdown == "optional"
        assert self.asked() is None
        seat = self._show_order()[len(self.order_shown)]
        assert seat in self.asks
        assert seat not in self.wishes
        open_chip = False
        for chip in range(0 if any(self.dead) else 1, self.paid[seat] + 1):  # 0: the dead chips, for which all play
            others = [s for s in self.in_order() if s != seat and self.paid[s] >= chip and s not in self.given_up]
            better = any(self.key(s) < self.key(seat) for s in others if s in self.shown)
            open_chip = open_chip or (bool(others) and not better)
        return seat, Legal(showdown="show" if open_chip else "muck")

    def _policy(self) -> None:
        """The part of R7.2 that does not depend on pots: no beaten hand is shown against the player's wish, no unbeaten
        hand is mucked."""
        policy = self.game.house.showdown
        if policy == "show_all":
            assert not self.given_up
        elif policy == "muck_losers":
            seen: list[int] = []
            for seat in self.order_shown:
                if seat in self.given_up:
                    rivals = [s for s in seen if self.paid[s] or any(self.dead)]
                    alone = all(self.paid[s] < self.paid[seat] for s in self.in_order() if s != seat)
                    assert alone or any(self.key(s) < self.key(seat) for s in rivals)
                    assert self.wishes.get(seat) != "show"
                else:
                    seen.append(seat)

    def settlement(self) -> list[int]:
        """The chips that each seat wins, computed chip by chip (R5.6, R7.2-R7.4)."""
        seats = self.in_order()
        pots: list[tuple[list[int], int]] = [(seats, sum(self.dead))]
        for chip in range(1, max(self.paid) + 1):
            amount = sum([paid >= chip for paid in self.paid])
            claim = [s for s in seats if self.paid[s] >= chip]
            if not claim:  # chips of a folded player above everybody else's belong to the last pot
                pots[-1] = (pots[-1][0], pots[-1][1] + amount)
            elif pots and pots[-1][0] == claim:
                pots[-1] = (claim, pots[-1][1] + amount)
            else:
                pots.append((claim, amount))
        won = [0] * len(self.paid)
        for claim, amount in pots:
            standing = [s for s in claim if s in self.shown]
            if len(claim) == 1:
                winners = claim
            elif standing:
                best = min(self.key(s) for s in standing)
                winners = [s for s in standing if self.key(s) == best]
            else:  # all players except the last gave it up
                winners = [[s for s in self.order_shown if s in claim][-1]]
            for place, seat in enumerate(winners):
                won[seat] += amount // len(winners) + (place < amount % len(winners))
        return won
