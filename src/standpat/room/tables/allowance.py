"""What the bank may still give each person today.

One number, `DAILY`, limits everything that the bank gives a person in a day (UTC): chips that top up the wallet, and
chips won from house players that play with the bank's chips. Losses to them reduce winnings. Chips from topping up stay
counted, so a wallet is topped up by at most `DAILY` a day, and `topped + won` is at most `DAILY`.

- What a hand may cost the bank is reserved before it is dealt (`reserve`), over all tables where a person sits, and
  released when its result is counted. So no order of hands gives more.
- `shares` computes what each player of a hand won from the house players. A loss of the bank is divided among the
  winners in proportion to their winnings. Of a gain of the bank, a loser is credited only what no other loser can have
  lost to it. So nobody can win more because of chips that somebody else lost. The sum of all shares is never below the
  bank's loss.

The counts are in the database too (`store.given`), written in the commit of what they count.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from standpat.room.store.account import DAILY
from standpat.room.store.given import Given, day_of


class Allowance:
    """The counts of all persons.

    Args:
        wall: The time, in Unix seconds.
        daily: The limit for each person and day.
    """

    def __init__(self, wall: Callable[[], float], *, daily: int = DAILY) -> None:
        self.daily = daily
        self._wall = wall
        self._topped: dict[tuple[str, str], int] = {}
        self._won: dict[tuple[str, str], int] = {}
        self._reserved: dict[str, dict[str, int]] = {}
        """By table and person; no person has 0."""
        self._reserved_of: Counter[str] = Counter()
        """By person, over all tables."""

    def load(self, given: Iterable[Given]) -> None:
        """Set the counts from stored days."""
        for one in given:
            self._topped[one.person, one.day] = one.topped
            self._won[one.person, one.day] = one.won

    @property
    def today(self) -> str:
        """The present day (UTC), as ``2026-11-22``."""
        return day_of(self._wall())

    def left(self, person: str) -> int:
        """What a person may still be given today, less what is reserved."""
        key = person, self.today
        return self.daily - self._topped.get(key, 0) - self._won.get(key, 0) - self._reserved_of[person]

    def top_up(self, person: str) -> int:
        """By how much a person's wallet may be topped up today."""
        return max(0, min(self.daily - self._topped.get((person, self.today), 0), self.left(person)))

    def reserve(self, table: str, people: Mapping[str, int]) -> None:
        """Reserve what each person can win from house players in the next hand of a table."""
        self.release(table)
        reserved = self._reserved[table] = {person: chips for person, chips in people.items() if chips}
        self._reserved_of.update(reserved)

    def release(self, table: str) -> None:
        """Release the reservation of a table, because its hand was counted or not dealt."""
        for person, chips in self._reserved.pop(table, {}).items():
            self._reserved_of[person] -= chips
            if not self._reserved_of[person]:
                del self._reserved_of[person]

    def topped(self, person: str, day: str, chips: int) -> None:
        """Count chips that topped up a wallet."""
        self._topped[person, day] = self._topped.get((person, day), 0) + chips

    def won(self, shares: Mapping[str, int], day: str) -> None:
        """Count the shares of a hand."""
        for person, amount in shares.items():
            self._won[person, day] = self._won.get((person, day), 0) + amount

    def forget(self, before: str) -> None:
        """Delete the days before this one."""
        for kept in (self._topped, self._won):
            for key in [key for key in kept if key[1] < before]:
                del kept[key]


def shares(nets: Mapping[str, int], bank: int) -> dict[str, int]:
    """What each person won from house players in a hand; negative for a loss.

    Args:
        nets: The results of the people.
        bank: The result of all house players together. The results sum to zero with it.
    """
    if bank < 0:
        winners = {person: net for person, net in nets.items() if net > 0}
        return _pro_rata(-bank, winners)
    lost = {person: -net for person, net in nets.items() if net < 0}
    others = sum(lost.values())
    credit = {person: max(0, bank - (others - amount)) for person, amount in lost.items()}
    return {person: -amount for person, amount in credit.items() if amount}


def _pro_rata(amount: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Divide an amount into whole parts in proportion to the weights. The first parts get the remainder."""
    total = sum(weights.values())
    parts = {name: amount * weight // total for name, weight in weights.items()}
    odd = amount - sum(parts.values())
    for name in list(parts)[:odd]:
        parts[name] += 1
    return {name: part for name, part in parts.items() if part}
