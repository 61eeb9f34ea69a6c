"""How often a password may be tried, so that nobody guesses it and nobody is locked out by somebody who does.

A `Try` is taken from budgets before a password is looked at, from all of them or from none; it is given back where the
password was right (`right`) or was not looked at. `TooMany` says in how many seconds there is one again. Budgets
refill evenly. Which they are depends on who tries:

- **A device that has signed in before** to this very name (`standpat.room.store.device`), or an address that has done
  so since the room was started: a budget of its own, which nobody else can use up.
- **Strangers**: so many of one address, so many of one address at one name, and so many at one name from all strangers
  together, which one address alone cannot use up. The same for a table's password; there a person with a password of
  their own and an account older than `SETTLED_S` is no stranger.
- **Somebody who is signed in** and changes their password, or makes a table with one, has a budget of their own.

An unknown name has budgets like a known one, so they tell nobody which names there are.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Final, NamedTuple

from standpat.room.limits.limit_name import OnRefusal, not_counted

MOST_KEPT: Final = 20_000
MOST_HOMES: Final = 20_000
SETTLED_S: Final = 86_400.0


class Budget(NamedTuple):
    """`most` at once, as many again in `seconds`."""

    most: float
    seconds: float


class Rates(NamedTuple):
    """What there is of each kind."""

    own: Budget = Budget(10, 60)
    address: Budget = Budget(10, 60)
    address_at_name: Budget = Budget(5, 600)
    name: Budget = Budget(120, 3600)


RATES: Final = Rates()
_Key = tuple[str, ...]


class TooMany(Exception):
    """`wait` whole seconds until there is a try again."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"too many tries: the next one in {wait} s")
        self.wait = wait


class _Purse:
    """What is left of a budget: `spent` tries at time `at`, growing less since."""

    __slots__ = ("at", "budget", "spent")

    def __init__(self, budget: Budget, at: float) -> None:
        self.budget = budget
        self.spent = 0.0
        self.at = at

    def refill(self, now: float) -> None:
        self.spent = max(0.0, self.spent - (now - self.at) * self.budget.most / self.budget.seconds)
        self.at = now

    def wait(self) -> float:
        """Seconds until one more is within the budget."""
        over = self.spent + 1 - self.budget.most
        return max(0.0, over * self.budget.seconds / self.budget.most)


class Try:
    """One try that was taken."""

    def __init__(self, purses: Iterable[_Purse], home: Callable[[], None] = lambda: None) -> None:
        self._purses = list(purses)
        self._home = home

    def right(self) -> None:
        """It was the password."""
        self.unused()
        self._home()

    def unused(self) -> None:
        """It was not looked at."""
        for purse in self._purses:
            purse.spent = max(0.0, purse.spent - 1)
        self._purses.clear()


class Tries:
    """See the module. `refused` is told of each try that there was none of."""

    def __init__(
        self, rates: Rates = RATES, now: Callable[[], float] = time.monotonic, refused: OnRefusal = not_counted
    ) -> None:
        self._refused = refused
        self._rates = rates
        self._now = now
        self._purses: OrderedDict[_Key, _Purse] = OrderedDict()
        self._homes: OrderedDict[tuple[str, str], None] = OrderedDict()

    def sign_in(self, name: str, address: str, device: str | None = None) -> Try:
        """Somebody signs in with a name; `device` is one that has signed in to that name before."""
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
        """Somebody says a table's password; `settled` is a person who is no stranger."""
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
        """A guest takes a name and a password."""
        return self._take([(("register", address), self._rates.address)])

    def own(self, person: str) -> Try:
        """Somebody who is signed in gives a password: their own, or a table's that they make."""
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
        """Those that are full again, a few each time, the oldest first; too many, and the oldest go in any case."""
        while len(self._purses) > MOST_KEPT:
            self._purses.popitem(last=False)
        for key in list(islice(self._purses, 4)):
            purse = self._purses[key]
            purse.refill(now)
            if not purse.spent:
                del self._purses[key]
