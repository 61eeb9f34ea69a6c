"""Between two hands: which of the house's players sit at a table, with whose chips, and with whom they may be dealt in.

`arrange(seating, rules, funds, left)` changes the seating and says what that costs. Those too many go, those missing
come, who is broke buys in again. Pure: it is told what there is.

- `funds` are the chips that may be spent on them; None where the bank pays. Where they do not reach, a player of the
  house is not there, and `short` says so.
- With the bank's chips (the house's own tables) they are dealt in with people only while all that they can lose in the
  hand is within what each of these people may still be given today (`left`, see `standpat.room.tables.allowance`). Who
  may not even win one fresh player's chips sits out; then the richest go, and come back with fresh chips as far as that
  allows. So a person who has won the day's chips stops nobody else's game.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from standpat.room.store import ledger
from standpat.room.tables import house_player, purse
from standpat.room.tables.seating import Left, Seat, Seating
from standpat.room.tables.table import TableRules

Notice = tuple[str, dict[str, object]]
STAKE_OUT: Final = "room.stake-out"
PAID: Final = "room.house-paid"
FEWER: Final = "room.house-fewer"


class Arranged(Struct):
    """Who has gone; who bought in, as user and chips; what is to be said; and what each person can win from the bank in
    the next hand."""

    left: list[Left] = field(default_factory=list)
    bought: list[tuple[str, int, str]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    at_risk: dict[str, int] = field(default_factory=dict)
    short: bool = False


def people(seating: Seating) -> dict[int, str]:
    """Who can be dealt in besides the house's players: seats, and whose chips they play with."""
    able = {at: seat for at, seat in enumerate(seating.seats) if seat and not seat.bot and not seat.out and seat.stack}
    return {at: purse.person(purse.of_seat(seat.user, seat.purse)) or seat.user for at, seat in able.items()}


def costs(seating: Seating, rules: TableRules) -> bool:
    """May there be anything to pay?"""
    account = purse.of_bots(rules)
    bots = [seat for seat in seating.seats if seat and seat.bot]
    broke = any([not seat.stack or purse.of_seat(seat.user, seat.purse) != account for seat in bots])
    others = (*house_player.too_many(seating, rules), *house_player.newcomers(seating, rules))
    return broke or bool(others)  # somebody else may come for who goes


def kept_back(seating: Seating, rules: TableRules) -> int:
    """What is left in the wallet that stakes the house's players, for its owner to sit down with."""
    account = purse.of_bots(rules)
    seated = any([not seat.bot and purse.of_seat(seat.user, seat.purse) == account for seat in seating.seats if seat])
    return 0 if seated else house_player.usual_buy_in(rules)


def arrange(seating: Seating, rules: TableRules, funds: int | None, left: Mapping[str, int]) -> Arranged:
    """See the module. `left` has all of `people`."""
    return _Arrangement(seating, rules, funds, left).run()


class _Arrangement:
    def __init__(self, seating: Seating, rules: TableRules, funds: int | None, left: Mapping[str, int]) -> None:
        self._seating = seating
        self._rules = rules
        self._funds = funds
        self._left = left
        self._account = purse.of_bots(rules)
        self._usual = house_player.usual_buy_in(rules)
        self._done = Arranged()
        self._limit: int | None = None

    def run(self) -> Arranged:
        for at in list(house_player.too_many(self._seating, self._rules)):
            self._go(at)
        for at, seat in self._bots():
            if purse.of_seat(seat.user, seat.purse) != self._account:
                self._go(at)
        if self._account == ledger.BANK:
            self._stay_within_the_day()
        for at, seat in self._bots():
            if not seat.stack:
                self._buy_again(at, seat)
        for at, user, name in list(house_player.newcomers(self._seating, self._rules)):
            chips = self._affordable()
            if chips is None:
                break
            self._seating.sit(at, user, name, chips, bot=True, purse=self._account)
            self._seating.post_blinds(at, True)
            self._pay(user, chips, "buy-in")
        if self._account == ledger.BANK:
            at_risk = self._at_risk()
            self._done.at_risk = dict.fromkeys(people(self._seating).values(), at_risk)
        return self._done

    def _bots(self) -> list[tuple[int, Seat]]:
        return [(at, seat) for at, seat in enumerate(self._seating.seats) if seat and seat.bot]

    def _go(self, at: int) -> None:
        left = self._seating.leave(at)
        assert left is not None
        self._done.left.append(left)
        if self._funds is not None and purse.of_seat(left.user, left.purse) == self._account:
            self._funds += left.chips

    def _buy_again(self, at: int, seat: Seat) -> None:
        chips = self._affordable()
        if chips is None:
            self._go(at)
            return
        self._seating.top_up(at, chips)
        self._pay(seat.user, chips, "top-up")

    def _pay(self, user: str, chips: int, reason: str) -> None:
        self._done.bought.append((user, chips, reason))
        if self._funds is not None:
            self._funds -= chips

    def _affordable(self) -> int | None:
        """What one more player of the house may sit down with, None where there is not enough."""
        chips = self._usual if self._funds is None else min(self._usual, self._funds)
        if chips < self._rules.buy_in[0]:
            if not self._done.short:
                self._done.short = True
                self._done.notices.append((STAKE_OUT, {}))
            return None
        if self._limit is not None and self._at_risk() + min(chips, self._reach()) > self._limit:
            self._tell_fewer()
            return None
        return chips

    # The bank's chips ------------------------------------------------------------------------------------

    def _reach(self) -> int:
        """What the richest person who is dealt in can win from one player of the house: as much as they have
        themselves, and what that player pays without its being matched."""
        stacks = [seat.stack for at in people(self._seating) if (seat := self._seating.seats[at])]
        stakes = self._rules.stakes
        return max(stacks) + stakes.ante + stakes.small_blind if stacks else 0

    def _at_risk(self) -> int:
        """What all of the house's players together can lose to people in a hand."""
        reach = self._reach()
        return sum([min(seat.stack, reach) for _, seat in self._bots()])

    def _stay_within_the_day(self) -> None:
        for at, person in people(self._seating).items():
            seat = self._seating.seats[at]
            if seat and self._left[person] < min(self._usual, self._reach()):
                self._seating.sit_out(at, True)
                self._done.notices.append((PAID, {"name": seat.name}))
        persons = people(self._seating).values()
        if not persons:
            return
        self._limit = min([self._left[person] for person in persons])
        for at, _ in sorted(self._bots(), key=lambda bot: bot[1].stack, reverse=True):
            if self._at_risk() <= self._limit:
                return
            self._go(at)
            self._tell_fewer()

    def _tell_fewer(self) -> None:
        if (FEWER, {}) not in self._done.notices:
            self._done.notices.append((FEWER, {}))


def at_risk(seating: Seating, rules: TableRules) -> dict[str, int]:
    """What each person can win from the bank in the hand that is being played."""
    if purse.of_bots(rules) != ledger.BANK:
        return {}
    dealt = [seat for at in seating.playing if (seat := seating.seats[at])]
    stakes = rules.stakes
    reach = max([0, *[seat.stack for seat in dealt if not seat.bot]]) + stakes.ante + stakes.small_blind
    risk = sum([min(seat.stack, reach) for seat in dealt if seat.bot])
    accounts = [purse.of_seat(seat.user, seat.purse) for seat in dealt if not seat.bot]
    return {person: risk for account in accounts if (person := purse.person(account))}
