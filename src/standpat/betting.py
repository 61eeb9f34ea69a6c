"""One betting round: whose turn it is, what he may do, and what that does to the price (R4.2, R4.4, R5).

All amounts are chips this round. `price` is what a player must have in to stay; `commits[seat]` what he has in.

Who is asked. A player who can still bet is asked until he has acted since the last full wager and matches the
price. Where nobody else can bet any more he is asked only while an opponent has more in than he has (R4.4),
and may then call or fold, not raise.

What counts as a full wager, which opens the betting again to all and takes a slot of the cap:

- No limit and pot limit (R5.4, R5.7): a bet or raise of at least `full`, the last full one of the round, at
  first the big blind. A smaller all-in leaves `full` as it is.
- Fixed limit (R5.5): any bet or raise of the regular size, and an all-in of at least half a bet above the
  price. Under `full_bets` wagers stand on the rungs of a ladder, `rung` being the highest one reached: an all-in
  of half a bet or more counts as the full rung, over a smaller one the next player completes to it. Under
  `additive` a raise is to the price plus a bet, or completes the bet where no full wager was made yet.

A player who acted since the last full wager may raise again once the price has risen since then by `full`, in
fixed limit by half a bet (cumulative).
"""

from standpat.action import Bounds, Legal
from standpat.game import Betting

NOT_ACTED = -1


class BettingRound:
    """The state of one round. `stacks` and `live` (not folded) are the hand's, passed in where needed."""

    __slots__ = (
        "_acted_at",
        "_additive",
        "_betting",
        "_cap",
        "_full",
        "_pot_before",
        "_rung",
        "aggressor",
        "commits",
        "price",
        "wagers",
    )

    def __init__(
        self, betting: Betting, seats: int, bet: int, cap: int | None, additive: bool, pot_before: int = 0
    ) -> None:
        self._betting = betting
        self._additive = additive
        self._cap = cap
        self._full = bet  # fixed limit: the bet of this round; else the last full bet or raise
        self._rung = 0
        self._pot_before = pot_before  # chips in the pot before this round, and antes; pot limit needs them
        self._acted_at = [NOT_ACTED] * seats  # the price when the seat last acted
        self.commits = [0] * seats
        self.price = 0
        self.wagers = 0  # full wagers so far, which the cap counts
        self.aggressor: int | None = None

    def open_with_blind(self, big_blind: int) -> None:
        """The blinds are posted: the full big blind is the price (R3.6) and the first wager (R5.3)."""
        self.price = self._rung = big_blind
        self.wagers = 1

    def asked(self, seat: int, stacks: list[int], live: list[bool]) -> bool:
        """Is a decision of this seat still wanted?"""
        if not stacks[seat] or not live[seat]:
            return False
        if self._answered(seat, stacks, live):
            return self._acted_at[seat] == NOT_ACTED or self.commits[seat] < self.price
        mine = self.commits[seat]
        return any([live[s] and commit > mine for s, commit in enumerate(self.commits)])

    def next(self, start: int, stacks: list[int], live: list[bool]) -> int | None:
        """The first seat from `start` clockwise that is asked, or None when the round is over."""
        seats = len(stacks)
        for seat in range(start, start + seats):
            if self.asked(seat % seats, stacks, live):
                return seat % seats
        return None

    def legal(self, seat: int, stacks: list[int], live: list[bool]) -> Legal:
        """What the seat, being asked, may do."""
        stack = stacks[seat]
        owed = self.price - self.commits[seat]
        call = min(owed, stack) if owed > 0 else None
        wager = self._wager_bounds(seat, stack, owed) if self._answered(seat, stacks, live) else None
        if self.price:
            return Legal(owed > 0, owed <= 0, call, None, wager)
        return Legal(owed > 0, owed <= 0, call, wager, None)

    def check(self, seat: int) -> None:
        self._acted_at[seat] = self.price

    def call(self, seat: int, amount: int) -> None:
        self.commits[seat] += amount
        self._acted_at[seat] = self.price

    def wager(self, seat: int, to: int) -> None:
        """A bet or raise within the bounds of `legal`."""
        rise = to - self.price
        opens = self.price == 0
        if self._betting == "fixed-limit":
            target = self._next_rung()
            full = to >= target or 2 * rise >= self._full
            if full:
                self._rung = target
            counts = full or opens
        else:
            full = rise >= self._full
            if full:
                self._full = rise
            counts = True
        self.commits[seat] = self.price = to
        if full:
            self.wagers += 1
            self._acted_at = [NOT_ACTED] * len(self._acted_at)
        if counts:
            self.aggressor = seat
        self._acted_at[seat] = to

    def _answered(self, seat: int, stacks: list[int], live: list[bool]) -> bool:
        """Can anybody else still bet?"""
        for other, stack in enumerate(stacks):
            if stack and other != seat and live[other]:
                return True
        return False

    def _next_rung(self) -> int:
        """Fixed limit: what the next full wager is to."""
        if self._additive:
            return self.price + self._full if self.wagers else self._full
        return self._rung + self._full

    def _wager_bounds(self, seat: int, stack: int, owed: int) -> Bounds | None:
        all_in = self.commits[seat] + stack
        if all_in <= self.price:
            return None
        risen = self.price - self._acted_at[seat]
        if self._betting == "fixed-limit":
            if self._cap is not None and self.wagers >= self._cap:
                return None
            if self._acted_at[seat] != NOT_ACTED and 2 * risen < self._full:
                return None
            to = min(self._next_rung(), all_in)
            return Bounds(to, to)
        if self._acted_at[seat] != NOT_ACTED and risen < self._full:
            return None
        most = all_in
        least = self.price + self._full
        if self._betting == "pot-limit":
            pot = self._pot_before + sum(self.commits)
            most = min(all_in, max(least, self.price + pot + owed))
        return Bounds(min(least, most), most)

    def copy(self) -> "BettingRound":
        twin = BettingRound.__new__(BettingRound)
        twin._betting = self._betting
        twin._additive = self._additive
        twin._cap = self._cap
        twin._full = self._full
        twin._rung = self._rung
        twin._pot_before = self._pot_before
        twin._acted_at = self._acted_at.copy()
        twin.commits = self.commits.copy()
        twin.price = self.price
        twin.wagers = self.wagers
        twin.aggressor = self.aggressor
        return twin
