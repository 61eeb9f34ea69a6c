"""The fewest payments that settle an evening (T10.8). Pure: whole amounts in, payments out.

A balance is what a player is to get, negative if they are to pay, in the smallest unit (chips, or cents). Balances sum
to zero. Where they do not, `settle_up` raises `Unbalanced`: a difference is shown to people, never spread over them.

n players with a balance that is not zero need n - 1 payments at most, because each payment can settle one player, and
the last one settles two. Players who fall into k groups, each of which sums to zero, need n - k. So the fewest payments
come from the largest number of groups that sum to zero. To find it is NP-hard; here:

- Two players with opposite balances are always a group. (If the best division has them in two other groups, the rest
  of those two sums to zero too and is one group, so the number of groups stays the same.)
- Up to `EXACT` remaining players: a table over all subsets has the largest number of groups that are complete along
  some order of each subset's players. O(n · 2^n). `Settlement.fewest` is True.
- More players: groups of three are taken out wherever they are found, and the rest is one group. O(n^3).
  `Settlement.fewest` is False; there are still at most n - 1 payments.

The result depends on the balances and names alone: equal evenings give equal payments.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Final

from msgspec import Struct

EXACT: Final = 15
"""Players left after opposite pairs, up to which the payments are certainly the fewest."""
MOST_PLAYERS: Final = 100
"""Players with a balance who can be settled together."""


class Unbalanced(ValueError):
    """The balances do not sum to zero. `difference` is their sum."""

    def __init__(self, difference: int) -> None:
        super().__init__(f"the balances sum to {difference}, not to zero")
        self.difference = difference


class Payment(Struct, frozen=True):
    """One player pays another."""

    payer: str
    payee: str
    amount: int


class Settlement(Struct, frozen=True):
    """The payments, the largest first. `fewest`: no smaller number of payments settles the evening."""

    payments: tuple[Payment, ...]
    fewest: bool


def settle_up(balances: Mapping[str, int]) -> Settlement:
    """Find the payments that settle an evening.

    Args:
        balances: What each player is to get, negative for one who is to pay.

    Raises:
        Unbalanced: The balances do not sum to zero.
        ValueError: An amount is not whole, or more than `MOST_PLAYERS` players have one.

    >>> for payment in settle_up({"Ann": 70, "Bo": -50, "Cy": -20, "Di": 30, "Ed": -30}).payments:
    ...     print(payment.payer, payment.payee, payment.amount)
    Bo Ann 50
    Ed Di 30
    Cy Ann 20
    """
    for player, amount in balances.items():
        if type(amount) is not int:
            raise ValueError(f"amounts are whole: {amount!r} of {player} is not")
    if sum(balances.values()):
        raise Unbalanced(sum(balances.values()))
    open_ = sorted((player for player, amount in balances.items() if amount), key=lambda one: (-balances[one], one))
    if len(open_) > MOST_PLAYERS:
        raise ValueError(f"{len(open_)} players have a balance: at most {MOST_PLAYERS} can be settled together")
    groups, left = _opposites(open_, balances)
    fewest = len(left) <= EXACT
    groups += _most_groups(left, balances) if fewest else _some_groups(left, balances)
    payments = [payment for group in groups for payment in _within(group, balances)]
    return Settlement(tuple(sorted(payments, key=lambda one: (-one.amount, one.payer, one.payee))), fewest)


def carry(balances: Mapping[str, int], debts: Iterable[Payment]) -> dict[str, int]:
    """The balances of an evening together with debts of earlier evenings that were not paid.

    `settle_up` of the result settles both together, so that a debt and this evening's win cancel out.
    """
    carried = dict(balances)
    for debt in debts:
        carried[debt.payer] = carried.get(debt.payer, 0) - debt.amount
        carried[debt.payee] = carried.get(debt.payee, 0) + debt.amount
    return carried


def _opposites(players: list[str], balances: Mapping[str, int]) -> tuple[list[list[str]], list[str]]:
    """The pairs with opposite balances, and the players without such a partner."""
    waiting: dict[int, list[str]] = {}
    pairs: list[list[str]] = []
    for player in players:  # those who are to get something come first
        partners = waiting.get(-balances[player])
        if partners:
            pairs.append([partners.pop(0), player])
        else:
            waiting.setdefault(balances[player], []).append(player)
    paired = {player for pair in pairs for player in pair}
    return pairs, [player for player in players if player not in paired]


def _most_groups(players: list[str], balances: Mapping[str, int]) -> list[list[str]]:
    """The largest number of groups that sum to zero."""
    if not players:
        return []
    amounts = [balances[player] for player in players]
    size = len(players)
    sums, best, last = [0] * (1 << size), [0] * (1 << size), [0] * (1 << size)
    for subset in range(1, 1 << size):
        low = subset & -subset
        sums[subset] = sums[subset ^ low] + amounts[low.bit_length() - 1]
        most = -1
        rest = subset
        while rest:
            one = rest & -rest
            rest ^= one
            if best[subset ^ one] > most:
                most, last[subset] = best[subset ^ one], one
        best[subset] = most + (sums[subset] == 0)
    groups: list[list[str]] = []
    subset = (1 << size) - 1
    while subset:
        if sums[subset] == 0:
            groups.append([])
        groups[-1].append(players[last[subset].bit_length() - 1])
        subset ^= last[subset]
    return groups


def _some_groups(players: list[str], balances: Mapping[str, int]) -> list[list[str]]:
    """Groups of three that sum to zero, and one group of all others."""
    groups: list[list[str]] = []
    left = list(players)
    while group := _three(left, balances):
        groups.append(group)
        left = [player for player in left if player not in group]
    return [*groups, left] if left else groups


def _three(players: list[str], balances: Mapping[str, int]) -> list[str]:
    """The first three players whose balances sum to zero; empty if there are none."""
    last = {balances[player]: player for player in players}
    for first, second in combinations(players, 2):
        third = last.get(-balances[first] - balances[second])
        if third not in (None, first, second):
            return [first, second, str(third)]
    return []


def _within(group: list[str], balances: Mapping[str, int]) -> Iterator[Payment]:
    """Settle a group that sums to zero: the player who owes most pays the one who is owed most, until nobody owes."""
    owed = {player: balances[player] for player in group}
    while owed:
        payee = min(owed, key=lambda one: (-owed[one], one))
        payer = min(owed, key=lambda one: (owed[one], one))
        amount = min(owed[payee], -owed[payer])
        yield Payment(payer, payee, amount)
        for player, change in ((payee, -amount), (payer, amount)):
            owed[player] += change
            if not owed[player]:
                del owed[player]
