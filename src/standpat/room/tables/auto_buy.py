"""Chips that are bought for players who asked for it: again when they have none left, or whenever they have few.

A rule (`standpat.protocol.room.AutoBuy`) is a field of the seat. `AutoBuys.run`, which the actor calls after each of
its jobs, buys between hands what the rules ask for, exactly as the player's own `top-up` would: from the same wallet,
with the same entry of the ledger. So no chips move during a hand, and nothing is bought for those who sit out, or at a
table that is closing. The player alone is told.

A rule ends, and the player is told why, when the wallet has too few chips (nothing is bought then) or when the table's
buy-in no longer allows it. It ends without that when a host takes chips off the stack, because what a host decides
comes first. Only the table's actor may call this, in its turn.
"""

from collections.abc import Callable

from standpat.language.sentence import Sentence
from standpat.protocol.room import AutoBuy, Stopped
from standpat.room.store import ledger
from standpat.room.tables.cashier import Cashier
from standpat.room.tables.plans import PlanTeller
from standpat.room.tables.refusal import Refused


class AutoBuys:
    """The automatic purchases of one table.

    Args:
        cashier: The cashier.
        plans: Tells players what was done for them.
        works: Whether the table is neither closing nor at rest after a failure.
    """

    def __init__(self, cashier: Cashier, plans: PlanTeller, works: Callable[[], bool]) -> None:
        self._cashier = cashier
        self._plans = plans
        self._works = works

    async def set(self, user: str, rule: AutoBuy | None) -> None:
        """Set the rule of a player; None buys nothing by itself.

        Raises:
            Refused: They do not sit here, or the rule would never buy or always.
            SeatingError: The table does not allow such a stack.
        """
        self._cashier.place(user)
        if rule is not None:
            self._cashier.seating.check_buy_in(rule.to)
            if not 1 <= rule.below <= rule.to:
                raise Refused("not-possible", Sentence("auto-below", most=rule.to))
        await self._cashier.change(user, lambda at: self._cashier.seating.buy_by_rule(at, rule))

    async def run(self) -> None:
        """Buy what the rules ask for, if no hand is being played."""
        seating = self._cashier.seating
        if seating.playing or not self._works():
            return
        for user in [seat.user for seat in seating.seats if seat and seat.wants_chips]:
            await self._buy(user)

    async def _buy(self, user: str) -> None:
        seating = self._cashier.seating
        seat = seating.of(user)
        assert seat is not None
        assert seat.auto_buy is not None
        to = seat.auto_buy.to
        if not seating.least_buy_in <= to <= seating.most_buy_in:
            await self._stop(user, "buy-in")
            return
        amount = to - seat.stack
        try:
            await self._cashier.top_up(user, amount)
        except ledger.Overdraft:
            await self._stop(user, "no-chips")
            return
        self._plans.say(user, self._cashier.seating, bought=amount)

    async def _stop(self, user: str, why: Stopped) -> None:
        await self._cashier.change(user, lambda at: self._cashier.seating.buy_by_rule(at, None))
        self._plans.say(user, self._cashier.seating, stopped=why)
