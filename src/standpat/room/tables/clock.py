"""The time that a player has for a decision (R8.3). Pure: callers pass the moment (`standpat.room.tables.watch`), and
results are data.

- Each kind of decision has its time to act. When it is over, the player's time bank runs. When that is over too, the
  decision is made for them. Both are fixed when the decision is asked for, and nothing that happens at the table
  changes them.
- A time bank loses what the player uses, and gains a little with each hand, up to the full bank.
- To show or muck at the showdown has a short time of its own, without bank and protection, because a player who does
  not answer loses no pot there.
- A player without a connection gets their protection when time and bank are over: all that is left of it, at most once
  for each decision. It grows again hand by hand, like the bank.

Banks and protections are by user and start full.
"""

from msgspec import Struct, field, structs

from standpat.room.tables.table import ClockRules


class Asked(Struct, frozen=True):
    """The time of one decision. The ordinary time is `time` seconds and ends at `deadline`; then the `bank` runs."""

    asked: float
    time: float
    deadline: float
    bank: float
    protected: bool = False

    @property
    def expires(self) -> float:
        """The moment at which the decision is made for the player."""
        return self.deadline + self.bank


class Clock(Struct):
    """The clock of a table. `banks` and `protections` are what is left, in seconds; a user who is missing has all."""

    rules: ClockRules
    banks: dict[str, float] = field(default_factory=dict)
    protections: dict[str, float] = field(default_factory=dict)

    def ask(self, user: str, now: float, draw: int | None) -> Asked:
        """Begin a user's decision: a draw of up to `draw` cards, or a bet if it is None."""
        rules = self.rules
        time = rules.act if draw is None else rules.long_draw if draw >= 3 else rules.draw
        return Asked(now, time, now + time, self.banks.get(user, rules.bank))

    def ask_showdown(self, now: float) -> Asked:
        """Begin the choice to show or muck."""
        time = self.rules.showdown
        return Asked(now, time, now + time, 0.0)

    def answered(self, user: str, asked: Asked, now: float) -> None:
        """Take what a user has used of their bank."""
        used = min(asked.bank, max(0.0, now - asked.deadline))
        if used:
            self.banks[user] = asked.bank - used

    def protect(self, user: str, asked: Asked, now: float) -> Asked | None:
        """Give a user without a connection their protection, when time and bank are over.

        Returns:
            Their time with protection; None if they have used it up.
        """
        left = self.protections.get(user, self.rules.protection)
        if asked.protected or left < 1:
            return None
        self.protections[user] = self.banks[user] = 0.0
        return structs.replace(asked, deadline=now + left, bank=0.0, protected=True)

    def hand_over(self) -> None:
        """Let banks and protections gain what a hand gives."""
        _gain(self.banks, self.rules.refill, self.rules.bank)
        _gain(self.protections, self.rules.protection_refill, self.rules.protection)


def _gain(left: dict[str, float], gain: float, full: float) -> None:
    for user, seconds in list(left.items()):
        if seconds + gain >= full:
            del left[user]
        else:
            left[user] = seconds + gain
