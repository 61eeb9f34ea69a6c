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

from functools import lru_cache
from typing import Final

from standpat.engine.action import Bounds, Legal
from standpat.engine.house import Betting

NOT_ACTED: Final = -1


@lru_cache(maxsize=4096)
def one_size(to: int) -> Bounds:
    """The bounds of a wager that has one size. A limit game has few of them, and its rounds share them."""
    return Bounds(to, to)


@lru_cache
def clockwise(seats: int) -> tuple[tuple[int, ...], ...]:
    """By seat, all seats clockwise from it, itself the first; then once more from seat 0, to the left of the last.

    >>> clockwise(3)
    ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2))
    """
    return tuple([(*range(start, seats), *range(start)) for start in range(seats + 1)])


class BettingRound:
    """The state of one round. `stacks` and `live` (not folded) are the hand's."""

    __slots__ = (
        "_able",
        "_acted_at",
        "_additive",
        "_clockwise",
        "_full",
        "_limit",
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
        self._clockwise = clockwise(seats)
        self._able = seats  # seats that can still bet
        self._full = bet  # fixed limit: the bet of this round; else the last full bet or raise
        self._rung = bet  # fixed limit: the total of the next full wager
        self._acted_at = [NOT_ACTED] * seats  # the price when the seat last acted
        self.commits = [0] * seats
        self.price = 0
        self.wagers = 0  # full wagers so far, which the cap counts
        self.aggressor: int | None = None

    def open_with_blind(self, big_blind: int) -> None:
        """The blinds are posted: the full big blind is the price (R3.6) and the first wager (R5.3)."""
        self.price = big_blind
        self.wagers = 1
        self._rung = big_blind + self._full

    def post(self, seat: int, amount: int, *, straddle: bool = False) -> bool:
        """Post a live forced bet, after `open_with_blind`.

        A post above the price raises the price, and its player may still act (R3.8). In fixed limit a post that is
        larger than a raise counts as several raises, one after the other. A straddle is no wager: the cap does not
        count it, and the next raise goes one bet above it (T10.5).

        Returns:
            Whether it raised the price.
        """
        to = self.commits[seat] + amount
        if to <= self.price:
            self.commits[seat] = to
            return False
        if straddle:
            self.commits[seat] = self.price = to
            self._rung = to + self._full
            return True
        while self._limit and to > self._rung:
            self.wager(seat, self._rung)
        self.wager(seat, to)
        self._acted_at[seat] = NOT_ACTED
        self.aggressor = None
        return True

    def recount(self, stacks: list[int], live: list[bool]) -> None:
        """Count the seats that can still bet. Call this when the round has begun and `stacks` are known."""
        able = 0
        for seat, chips in enumerate(stacks):
            if chips and live[seat]:
                able += 1
        self._able = able

    def out(self) -> None:
        """The seat that has just acted can bet no more: it folded or went all-in."""
        self._able -= 1

    def next(self, start: int, stacks: list[int], live: list[bool]) -> int | None:
        """The first seat, clockwise from `start` (0 … seats), that has a decision; None when the round is over."""
        price, commits, acted_at = self.price, self.commits, self._acted_at
        if self._able > 1:
            for seat in self._clockwise[start]:
                if (commits[seat] < price or acted_at[seat] == NOT_ACTED) and live[seat] and stacks[seat]:
                    return seat
            return None
        for seat in self._clockwise[start]:
            if live[seat] and stacks[seat]:  # the only one who can still bet
                mine = commits[seat]
                behind = any([alive and theirs > mine for theirs, alive in zip(commits, live, strict=True)])
                return seat if behind else None
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
        if owed < stack and self._able > 1:
            acted_at, full, all_in = self._acted_at[seat], self._full, mine + stack
            risen = full if acted_at == NOT_ACTED else price - acted_at
            if self._limit:
                if 2 * risen >= full and (self.cap is None or self.wagers < self.cap):
                    wager = one_size(self._rung if self._rung <= all_in else all_in)
            elif risen >= full:
                least = price + full
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
                self._rung = to + self._full
        elif full:
            self._rung += self._full

    def copy(self) -> "BettingRound":
        """The same round, played on independently."""
        twin = BettingRound.__new__(BettingRound)
        twin._limit = self._limit
        twin._pot_limit = self._pot_limit
        twin._additive = self._additive
        twin.cap = self.cap
        twin._able = self._able
        twin._clockwise = self._clockwise
        twin._full = self._full
        twin._rung = self._rung
        twin._acted_at = self._acted_at.copy()
        twin.commits = self.commits.copy()
        twin.price = self.price
        twin.wagers = self.wagers
        twin.aggressor = self.aggressor
        return twin
