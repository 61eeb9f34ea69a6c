"""How often a password may be tried: nobody can guess a password, and nobody can lock others out by wrong tries.

A `Try` is taken from one or several budgets before a password is checked, from all of them or from none. It is given
back if the password was right (`right`) or was not checked (`unused`). `TooMany` says in how many seconds the next try
is possible. Budgets refill evenly. Which budgets apply depends on who tries:

- **A device that has signed in to this name before** (`standpat.room.store.device`), or an address that has done so
  since the start of the room, has its own budget, which nobody else can use up.
- **Strangers** share three budgets: of one address, of one address at one name, and of all strangers at one name. The
  last is so large that one address cannot use it up. The same applies to the password of a table. There a person with a
  password and an account older than `SETTLED_S` is not a stranger.
- **A signed-in user** who changes their password, or opens a table with one, has their own budget.

An unknown name has the same budgets as a known one, so nobody learns from them which names exist.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, NamedTuple

from standpat.room.limits.limit_name import OnRefusal, not_counted

MOST_KEPT: Final = 20_000
"""The largest number of budgets in memory."""
MOST_HOMES: Final = 20_000
"""The largest number of addresses in memory that have signed in to a name."""
SETTLED_S: Final = 86_400.0
"""The age from which an account with a password is not a stranger to a table, in seconds."""


class Budget(NamedTuple):
    """`most` at once, and as many again in `seconds`, evenly."""

    most: float
    seconds: float


class Rates(NamedTuple):
    """The budget of each kind."""

    own: Budget = Budget(10, 60)
    address: Budget = Budget(10, 60)
    address_at_name: Budget = Budget(5, 600)
    name: Budget = Budget(120, 3600)


RATES: Final = Rates()
_Key = tuple[str, ...]


class TooMany(Exception):
    """No try is left. `wait` is the number of whole seconds until the next one."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"too many tries: the next one in {wait} s")
        self.wait = wait


class _Purse:
    """The state of a budget: `spent` tries at time `at`, fewer later."""

    __slots__ = ("at", "budget", "spent")

    def __init__(self, budget: Budget, at: float) -> None:
        self.budget = budget
        self.spent = 0.0
        self.at = at

    def refill(self, now: float) -> None:
        self.spent = max(0.0, self.spent - (now - self.at) * self.budget.most / self.budget.seconds)
        self.at = now

    def wait(self) -> float:
        """Seconds until the next try."""
        over = self.spent + 1 - self.budget.most
        return max(0.0, over * self.budget.seconds / self.budget.most)


class Try:
    """A try that was taken from its budgets."""

    def __init__(self, purses: Iterable[_Purse], home: Callable[[], None] = lambda: None) -> None:
        self._purses = list(purses)
        self._home = home

    def right(self) -> None:
        """The password was right: give the try back, and remember the address."""
        self.unused()
        self._home()

    def unused(self) -> None:
        """Give the try back."""
        for purse in self._purses:
            purse.spent = max(0.0, purse.spent - 1)
        self._purses.clear()


class Tries:
    """The budgets of a room.

    Args:
        rates: The budget of each kind.
        now: The clock, in seconds.
        refused: Called when no try is left.
    """

    def __init__(
        self, rates: Rates = RATES, now: Callable[[], float] = time.monotonic, refused: OnRefusal = not_counted
    ) -> None:
        self._refused = refused
        self._rates = rates
        self._now = now
        self._purses: OrderedDict[_Key, _Purse] = OrderedDict()
        self._homes: OrderedDict[tuple[str, str], None] = OrderedDict()

    def sign_in(self, name: str, address: str, device: str | None = None) -> Try:
        """Take a try for signing in.

        Args:
            name: The name.
            address: The client's address.
            device: A device that has signed in to this name before; None for any other.

        Raises:
            TooMany: No try is left.
        """
        rates, at_home = self._rates, (name, address) in self._homes

        def home() -> None:
            self._homes[name, address] = None
            self._homes.move_to_end((name, address))
            if len(self._homes) > MOST_HOMES:
                self._homes.popitem(last=False)

        if device is not None:
            return self._take([(("device", device, name), rates.own)], home)
        if at_home:
            return self._take([(("home", address, name), rates.own)], home)
        return self._take(
            [
                (("address", address), rates.address),
                (("address at name", address, name), rates.address_at_name),
                (("name", name), rates.name),
            ],
            home,
        )

    def enter(self, table: str, address: str, settled: str | None = None) -> Try:
        """Take a try for the password of a table.

        Args:
            table: The table.
            address: The client's address.
            settled: A person who is not a stranger; None for any other.

        Raises:
            TooMany: No try is left.
        """
        rates = self._rates
        if settled is not None:
            return self._take([(("person at table", settled, table), rates.own)])
        return self._take(
            [
                (("address", address), rates.address),
                (("address at table", address, table), rates.address_at_name),
                (("table", table), rates.name),
            ]
        )

    def register(self, address: str) -> Try:
        """Take a try for registering a guest.

        Raises:
            TooMany: No try is left.
        """
        return self._take([(("register", address), self._rates.address)])

    def own(self, person: str) -> Try:
        """Take a try for a signed-in user who changes their password or opens a table with a password.

        Raises:
            TooMany: No try is left.
        """
        return self._take([(("person", person), self._rates.own)])

    def _take(self, wanted: Iterable[tuple[_Key, Budget]], home: Callable[[], None] = lambda: None) -> Try:
        now = self._now()
        self._forget(now)
        purses = [self._purse(key, budget, now) for key, budget in wanted]
        wait = max([purse.wait() for purse in purses])
        if wait > 0:
            self._refused("passwords")
            raise TooMany(math.ceil(wait))
        for purse in purses:
            purse.spent += 1
        return Try(purses, home)

    def _purse(self, key: _Key, budget: Budget, now: float) -> _Purse:
        purse = self._purses.get(key)
        if purse is None:
            purse = self._purses[key] = _Purse(budget, now)
        purse.refill(now)
        self._purses.move_to_end(key)
        return purse

    def _forget(self, now: float) -> None:
        """Delete budgets that are full again, a few at a time, the oldest first; above `MOST_KEPT` the oldest in any
        case.
        """
        while len(self._purses) > MOST_KEPT:
            self._purses.popitem(last=False)
        for key in list(islice(self._purses, 4)):
            purse = self._purses[key]
            purse.refill(now)
            if not purse.spent:
                del self._purses[key]
