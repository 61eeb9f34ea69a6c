"""How long a player has (R8.3). Pure: it is told the moment (`standpat.room.tables.watch`), and what it
says are data.

- A decision has its time to act, by what is to be decided; when that is over the player's time bank runs; when that
  is over too they are played for. Both are fixed when the decision is asked for, and nothing that happens at the table
  moves them.
- The bank is what a player has of it, less what they use, and gains a little with each hand, up to the full bank.
- To show or muck has a short time of its own, and takes neither bank nor protection: silence costs nobody a pot there.
- Somebody without a connection, once their time and bank are gone, has their protection besides: all that they have of
  it, at most once a decision. It comes back hand by hand as the bank does.

Banks and protections are by user, and begin full.
"""

from msgspec import Struct, field, structs

from standpat.room.tables.table import ClockRules


class Asked(Struct, frozen=True):
    """The time of one decision. Ordinary time ends at `deadline`, it was `time` seconds; then `bank` runs."""

    asked: float
    time: float
    deadline: float
    bank: float
    protected: bool = False

    @property
    def expires(self) -> float:
        """When they are played for."""
        return self.deadline + self.bank


class Clock(Struct):
    """A table's clock. `banks` and `protections` are what is left of them; who is not in them has all."""

    rules: ClockRules
    banks: dict[str, float] = field(default_factory=dict)
    protections: dict[str, float] = field(default_factory=dict)

    def ask(self, user: str, now: float, draw: int | None) -> Asked:
        """A decision of `user` begins: a draw of up to so many cards, or with None a bet."""
        rules = self.rules
        time = rules.act if draw is None else rules.long_draw if draw >= 3 else rules.draw
        return Asked(now, time, now + time, self.banks.get(user, rules.bank))

    def ask_showdown(self, now: float) -> Asked:
        """To show or muck at the showdown."""
        time = self.rules.showdown
        return Asked(now, time, now + time, 0.0)

    def answered(self, user: str, asked: Asked, now: float) -> None:
        """They have decided: what they used of their bank is gone."""
        used = min(asked.bank, max(0.0, now - asked.deadline))
        if used:
            self.banks[user] = asked.bank - used

    def protect(self, user: str, asked: Asked, now: float) -> Asked | None:
        """Time and bank are gone and they have no connection: their time with protection, or None if they have had it.
        Time and bank are gone and they have no connection: their time with protection, or None if they have had it."""
        left = self.protections.get(user, self.rules.protection)
        if asked.protected or left < 1:
            return None
        self.protections[user] = self.banks[user] = 0.0
        return structs.replace(asked, deadline=now + left, bank=0.0, protected=True)

    def hand_over(self) -> None:
        """Banks and protections gain what a hand gives."""
        _gain(self.banks, self.rules.refill, self.rules.bank)
        _gain(self.protections, self.rules.protection_refill, self.rules.protection)


def _gain(left: dict[str, float], gain: float, full: float) -> None:
    for user, seconds in list(left.items()):
        if seconds + gain >= full:
            del left[user]
        else:
            left[user] = seconds + gain
