"""One betting round: whose turn it is, what they may do, and how that changes the price (R4.2, R4.4, R5).

All amounts are the chips of this round. `price` is what a player must have put in to stay. `commits[seat]` is what the
seat has put in.

Who is asked: a player who can still bet is asked until they have acted since the last full wager and match the price.
Where nobody else can bet any more, they are asked only while an opponent has put in more than they have (R4.4), and may
then call or fold, but not raise.

A full wager opens the betting again to all and counts towards the cap. These are full wagers:

- No limit and pot limit (R5.4, R5.7): a bet or raise of at least `full`, the size of the round's last full bet or
  raise, at first the big blind. A smaller all-in leaves `full` as it is.
- Fixed limit (R5.5): any bet or raise of the regular size, and an all-in of at least half a bet above the price. Under
  `full_bets` wagers go up a ladder of full bets: an all-in of half a bet or more counts as the full rung, and over a
  smaller one the next player completes to that rung. Under `additive` a raise is to the price plus one bet, or
  completes the bet where no full wager has been made yet.

A player who has acted since the last full wager may raise again once the price has risen by `full` since they acted, or
in fixed limit by half a bet. Several smaller rises add up.
"""

from standpat.engine.action import Bounds, Legal
from standpat.engine.house import Betting

NOT_ACTED = -1


class BettingRound:
    """The state of one round. `stacks` and `live` (not folded) are the hand's."""

    __slots__ = (
        "_acted_at",
        "_additive",
        "_contested",
        "_full",
        "_limit",
        "_next_full",
        "_pot_limit",
        "_rung",
        "aggressor",
        "cap",
        "commits",
        "price",
        "wagers",
    )

    def __init__(self, betting: Betting, seats: int, bet: int, cap: int | None, additive: bool) -> None:
        self._limit = betting == "fixed-limit"
        self._pot_limit = betting == "pot-limit"
        self._additive = additive
        self.cap = cap if self._limit else None  # full wagers allowed; None: any number
        self._contested = True
        self._full = bet  # fixed limit: the bet of this round; else the last full bet or raise
        self._set_rung(bet)
        self._acted_at = [NOT_ACTED] * seats  # the price when the seat last acted
        self.commits = [0] * seats
        self.price = 0
        self.wagers = 0  # full wagers so far, which the cap counts
        self.aggressor: int | None = None

    def open_with_blind(self, big_blind: int) -> None:
        """The blinds are posted: the full big blind is the price (R3.6) and the first wager (R5.3)."""
        self.price = big_blind
        self.wagers = 1
        self._set_rung(big_blind + self._full)

    def post(self, seat: int, amount: int) -> bool:
        """Post a live forced bet, after `open_with_blind`.

        A post above the price raises the price, and its player may still act (R3.8). In fixed limit a post that is
        larger than a raise counts as several raises, one after the other.

        Returns:
            Whether it raised the price.
        """
        to = self.commits[seat] + amount
        if to <= self.price:
            self.commits[seat] = to
            return False
        while self._limit and to > self._rung:
            self.wager(seat, self._rung)
        self.wager(seat, to)
        self._acted_at[seat] = NOT_ACTED
        self.aggressor = None
        return True

    def recount(self, stacks: list[int], live: list[bool]) -> None:
        """Find out whether two seats can still bet. Call this after a fold or an all-in, which may change it."""
        self._contested = False
        one = False
        for seat, chips in enumerate(stacks):
            if chips and live[seat]:
                if one:
                    self._contested = True
                    return
                one = True

    def next(self, start: int, stacks: list[int], live: list[bool]) -> int | None:
        """The first seat, clockwise from `start`, that has a decision; None when the round is over."""
        seats = len(stacks)
        price, commits, acted_at = self.price, self.commits, self._acted_at
        for k in range(start, start + seats):
            seat = k % seats
            if not live[seat] or not stacks[seat]:
                continue
            mine = commits[seat]
            if self._contested:
                if mine < price or acted_at[seat] == NOT_ACTED:
                    return seat
            elif any([alive and theirs > mine for theirs, alive in zip(commits, live, strict=True)]):
                return seat
        return None

    def legal(self, seat: int, stack: int, pot: int) -> Legal:
        """What the seat that `next` returned may do.

        Args:
            seat: The seat.
            stack: Its chips behind.
            pot: All chips in the middle. It is read in pot limit only.
        """
        price = self.price
        mine = self.commits[seat]
        owed = price - mine
        wager = None
        if owed < stack and self._contested:
            acted_at = self._acted_at[seat]
            risen = price - acted_at if acted_at != NOT_ACTED else self._full
            all_in = mine + stack
            if self._limit:
                if 2 * risen >= self._full and (self.cap is None or self.wagers < self.cap):
                    wager = self._next_full if self._rung <= all_in else Bounds(all_in, all_in)
            elif risen >= self._full:
                least = price + self._full
                most = all_in if not self._pot_limit else min(all_in, max(least, price + pot + owed))
                wager = Bounds(least if least < most else most, most)
        if owed:
            return Legal(True, False, owed if owed < stack else stack, None, wager)
        return Legal(False, True, None, None, wager) if price else Legal(False, True, None, wager, None)

    def check(self, seat: int) -> None:
        """The seat checks."""
        self._acted_at[seat] = self.price

    def call(self, seat: int, amount: int) -> None:
        """The seat adds `amount` chips: what it owes, or the rest of its stack if that is less."""
        self.commits[seat] += amount
        self._acted_at[seat] = self.price

    def wager(self, seat: int, to: int) -> None:
        """A bet or raise within the bounds of `legal`."""
        rise = to - self.price
        full = to >= self._rung or 2 * rise >= self._full if self._limit else rise >= self._full
        if full or not self._limit or not self.price:
            self.aggressor = seat
        self.commits[seat] = self.price = to
        if full:
            self.wagers += 1
            self._acted_at = [NOT_ACTED] * len(self._acted_at)
        self._acted_at[seat] = to
        if not self._limit:
            if full:
                self._full = rise
        elif self._additive:
            if self.wagers:
                self._set_rung(to + self._full)
        elif full:
            self._set_rung(self._rung + self._full)

    def _set_rung(self, to: int) -> None:
        """Fixed limit: set the total of the next full wager."""
        self._rung = to
        self._next_full = Bounds(to, to)

    def copy(self) -> "BettingRound":
        """The same round, played on independently."""
        twin = BettingRound.__new__(BettingRound)
        twin._limit = self._limit
        twin._pot_limit = self._pot_limit
        twin._additive = self._additive
        twin.cap = self.cap
        twin._contested = self._contested
        twin._full = self._full
        twin._next_full = self._next_full
        twin._rung = self._rung
        twin._acted_at = self._acted_at.copy()
        twin.commits = self.commits.copy()
        twin.price = self.price
        twin.wagers = self.wagers
        twin.aggressor = self.aggressor
        return twin
