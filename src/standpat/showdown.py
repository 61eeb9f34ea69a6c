"""The showdown: who shows, who mucks, who wins what (R7).

`settle` takes the pots and the claimants' values in the order they show (R7.1) and gives, seat by seat, whether
the hand is shown, and for each pot its winners.

- A pot with one claimant is his without showing (R7.4), so only contested pots make anybody show.
- `show_all`: every hand is turned up.
- `muck_losers`: a seat that is beaten by a shown hand in every contested pot it can win mucks, unless it
  wishes to show.
- `optional`: besides, a seat may wish to muck and so gives up its pots, and the last one left in all of its
  pots need not show. A wish to muck is not granted to the last one left in a pot.

A value of None is a hand with cards nobody saw (a one-sided history): it beats nothing, and is mucked.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from standpat.game import Showdown
from standpat.pot import Pot


class Settlement(NamedTuple):
    """`shown[seat]` in showdown order; `winners[k]` of pot k, in the same order."""

    shown: dict[int, bool]
    winners: list[tuple[int, ...]]


def settle(
    policy: Showdown, pots: Sequence[Pot], values: Mapping[int, int | None], wishes: Mapping[int, str]
) -> Settlement:
    """`values` holds every live seat in showdown order."""
    if len(values) == 1:
        return Settlement(dict.fromkeys(values, False), [pot.claimants for pot in pots])
    contested = [pot for pot in pots if len(pot.claimants) > 1]
    shown: dict[int, bool] = {}
    for seat, value in values.items():
        mine = [pot.claimants for pot in contested if seat in pot.claimants]
        if policy == "show_all":
            shown[seat] = value is not None
            continue
        # The others that could still take the pot from him: not mucked so far.
        rivals = [[s for s in claimants if s != seat and shown.get(s, True)] for claimants in mine]
        beaten = all([_beaten(value, [values[s] for s in pot if shown.get(s)]) for pot in rivals])
        wish = wishes.get(seat)
        if value is None:
            shown[seat] = False
        elif beaten:
            shown[seat] = wish == "show"
        elif policy == "optional" and wish == "muck" and all(rivals):
            shown[seat] = False
        else:
            alone = policy == "optional" and not any(rivals)
            shown[seat] = not alone or wish == "show"
    return Settlement(shown, [_winners(pot, values, shown) for pot in pots])


def _beaten(value: int | None, shown: Sequence[int | None]) -> bool:
    return any([v is not None and (value is None or v < value) for v in shown])


def _winners(pot: Pot, values: Mapping[int, int | None], shown: Mapping[int, bool]) -> tuple[int, ...]:
    if len(pot.claimants) == 1:
        return pot.claimants
    standing = [s for s in values if s in pot.claimants and shown[s]]
    if not standing:
        # Nobody turned a hand up for it: it is the last one's left in it, the only one not to give it up.
        return (next(s for s in reversed(list(values)) if s in pot.claimants),)
    best = min([value for s in standing if (value := values[s]) is not None])
    return tuple([s for s in standing if values[s] == best])
