"""Between two hands: which house players sit at a table, whose chips they have, and with which people they may be dealt
in.

`arrange(seating, rules, funds, left)` changes the seating and returns what that costs. Surplus house players leave,
missing ones come, and broke ones buy in again. The module is pure: it has no clock and does no I/O.

- `funds` are the chips that may be spent on house players; None if the bank pays. If the chips do not suffice, a house
  player is missing, and `short` says so.
- With the bank's chips (at tables of the house), house players are dealt in with people only if all that they can lose
  in the hand is within what each of these people may still be given today (`left`, see
  `standpat.room.tables.allowance`). A person whose remainder is less than one new house player's chips sits out. After
  that, the richest house players leave, and come back with new chips as far as the limit allows. So a person who has
  won the day's chips does not stop the game of others.
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
"""Notice: the owner's chips do not suffice for a house player."""
PAID: Final = "room.house-paid"
"""Notice: a person has won the day's chips and sits out."""
FEWER: Final = "room.house-fewer"
"""Notice: fewer house players play because of the bank's limit."""


class Arranged(Struct):
    """The result of an arrangement.

    Attributes:
        left: House players who have left.
        bought: Purchases of chips: user, chips, reason.
        notices: Notices to send.
        at_risk: What each person can win from the bank in the next hand.
        short: Whether chips for a house player are missing.
    """

    left: list[Left] = field(default_factory=list)
    bought: list[tuple[str, int, str]] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    at_risk: dict[str, int] = field(default_factory=dict)
    short: bool = False


def people(seating: Seating) -> dict[int, str]:
    """The people who can be dealt in, without house players: the person whose chips they play with, by seat."""
    able = {at: seat for at, seat in enumerate(seating.seats) if seat and not seat.bot and not seat.out and seat.stack}
    return {at: purse.person(purse.of_seat(seat.user, seat.purse)) or seat.user for at, seat in able.items()}


def costs(seating: Seating, rules: TableRules) -> bool:
    """Whether an arrangement may have a cost."""
    account = purse.of_bots(rules)
    bots = [seat for seat in seating.seats if seat and seat.bot]
    broke = any([not seat.stack or purse.of_seat(seat.user, seat.purse) != account for seat in bots])
    others = (*house_player.too_many(seating, rules), *house_player.newcomers(seating, rules))
    return broke or bool(others)  # a house player who leaves may be replaced


def kept_back(seating: Seating, rules: TableRules) -> int:
    """The chips that stay in the wallet of the person who stakes the house players, so that they can sit down
    themselves.
    """
    account = purse.of_bots(rules)
    seated = any([not seat.bot and purse.of_seat(seat.user, seat.purse) == account for seat in seating.seats if seat])
    return 0 if seated else house_player.usual_buy_in(rules)


def arrange(seating: Seating, rules: TableRules, funds: int | None, left: Mapping[str, int]) -> Arranged:
    """Arrange the house players for the next hand, as the module says.

    Args:
        seating: The seating, which is changed.
        rules: The table's record.
        funds: The chips that may be spent; None if the bank pays.
        left: What each of `people` may still be given today.
    """
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
        """The chips with which one more house player may sit down; None if there are not enough."""
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
        """What the richest person who is dealt in can win from one house player: their own stack, and what the house
        player posts unmatched.
        """
        stacks = [seat.stack for at in people(self._seating) if (seat := self._seating.seats[at])]
        return max(stacks) + self._rules.unmatched if stacks else 0

    def _at_risk(self) -> int:
        """What all house players together can lose to people in a hand."""
        reach = self._reach()
        return sum([min(seat.stack, reach) for _, seat in self._bots()])

    def _stay_within_the_day(self) -> None:
        reach = self._reach()
        for at, person in people(self._seating).items():
            seat = self._seating.seats[at]
            if seat and self._left[person] < min(self._usual, reach):
                self._seating.sit_out(at, True)
                reach = self._reach()
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
    reach = max([0, *[seat.stack for seat in dealt if not seat.bot]]) + rules.unmatched
    risk = sum([min(seat.stack, reach) for seat in dealt if seat.bot])
    accounts = [purse.of_seat(seat.user, seat.purse) for seat in dealt if not seat.bot]
    return {person: risk for account in accounts if (person := purse.person(account))}
