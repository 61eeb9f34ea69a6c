"""What the bank may still give each person today.

One number, `DAILY`, bounds everything the bank gives a person in a day (UTC): chips that top up the wallet, and what is
won from the house's players, who alone play with the bank's chips. Losses to them count against winnings; what was
topped up stays counted, so a wallet is topped up by `DAILY` a day at most, and `topped + won` is `DAILY` at most.

- What a hand may cost the bank is put aside before it is dealt (`reserve`), at all tables at which somebody sits
  together, and let go when its result is counted. So no course of hands gives more.
- `shares` says what a hand's players won from the house's: the bank's loss is shared out pro rata among who won. Of the
  bank's gain each loser is credited only what no other loser can have lost to it, so nobody can win more because of
  chips that somebody else lost. All shares together are never below what the bank lost.

What is counted here is in the database too (`store.given`), written in the commit of what it counts.
"""

from collections.abc import Callable, Iterable, Mapping

from standpat.room.store.account import DAILY
from standpat.room.store.given import Given, day_of


class Allowance:
    """See the module. `wall()` is the time in seconds since 1970."""

    def __init__(self, wall: Callable[[], float], *, daily: int = DAILY) -> None:
        self.daily = daily
        self._wall = wall
        self._topped: dict[tuple[str, str], int] = {}
        self._won: dict[tuple[str, str], int] = {}
        self._reserved: dict[str, dict[str, int]] = {}

    def load(self, given: Iterable[Given]) -> None:
        """What has been given so far."""
        for one in given:
            self._topped[one.person, one.day] = one.topped
            self._won[one.person, one.day] = one.won

    @property
    def today(self) -> str:
        """The day whose chips are counted, as ISO text."""
        return day_of(self._wall())

    def left(self, person: str) -> int:
        """What they may still be given today, less what is put aside."""
        key = person, self.today
        reserved = sum([people.get(person, 0) for people in self._reserved.values()])
        return self.daily - self._topped.get(key, 0) - self._won.get(key, 0) - reserved

    def top_up(self, person: str) -> int:
        """With how much the wallet may be topped up today."""
        return max(0, min(self.daily - self._topped.get((person, self.today), 0), self.left(person)))

    def reserve(self, table: str, people: Mapping[str, int]) -> None:
        """A hand is to be dealt at this table in which these people can win so much from the house's players."""
        self._reserved[table] = dict(people)

    def release(self, table: str) -> None:
        """It is counted, or was not dealt."""
        self._reserved.pop(table, None)

    def topped(self, person: str, day: str, chips: int) -> None:
        """The wallet has been topped up."""
        self._topped[person, day] = self._topped.get((person, day), 0) + chips

    def won(self, shares: Mapping[str, int], day: str) -> None:
        """A hand is counted."""
        for person, amount in shares.items():
            self._won[person, day] = self._won.get((person, day), 0) + amount

    def forget(self, before: str) -> None:
        """Days before this one are of no use any more."""
        for kept in (self._topped, self._won):
            for key in [key for key in kept if key[1] < before]:
                del kept[key]


def shares(nets: Mapping[str, int], bank: int) -> dict[str, int]:
    """What each person won from the house's players in a hand, below zero: lost to them. `nets` are the people's own
    results, `bank` is that of all the house's players together; all of them sum to zero."""
    if bank < 0:
        winners = {person: net for person, net in nets.items() if net > 0}
        return _pro_rata(-bank, winners)
    lost = {person: -net for person, net in nets.items() if net < 0}
    others = sum(lost.values())
    credit = {person: max(0, bank - (others - amount)) for person, amount in lost.items()}
    return {person: -amount for person, amount in credit.items() if amount}


def _pro_rata(amount: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Whole parts of an amount; the odd chips go to the first."""
    total = sum(weights.values())
    parts = {name: amount * weight // total for name, weight in weights.items()}
    odd = amount - sum(parts.values())
    for name in list(parts)[:odd]:
        parts[name] += 1
    return {name: part for name, part in parts.items() if part}
