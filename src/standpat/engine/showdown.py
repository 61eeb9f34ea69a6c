"""The showdown: who shows, who mucks, who wins what (R7).

`rule` says what holds for the next seat when the showdown comes to it: whether its hand is shown if nobody says
otherwise, and whether the seat may choose. `winners` says who takes each pot once all have had their turn. Mappings of
seats to hands (`values`) are in showdown order.

- A pot with one claimant is theirs without showing (R7.4), so only contested pots make anybody show.
- `show_all`: every hand is turned up.
- `muck_losers`: a seat that is beaten by a shown hand in every contested pot it can win mucks, unless it
  wishes to show.
- `optional`: besides, a seat may muck and so gives up its pots, and the last one left in all of its pots need not
  show. Who is the last one left in a pot cannot muck it away.

What is done for a seat that says nothing never costs it a pot: where its hand can win as it stands it shows, else it
mucks.

A value of None is a hand with cards nobody saw (a one-sided history): it beats nothing, and is mucked.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from standpat.engine.house import Showdown
from standpat.engine.pot import Pot


class Ruling(NamedTuple):
    """One seat's turn. `shows`: is the hand shown if nobody says otherwise? `free`: may the seat choose? `asked`: does
    the hand wait for its choice, where the seat wants to be asked (`optional` alone)?"""

    shows: bool
    free: bool = False
    asked: bool = False

    def shown(self, wish: str | None) -> bool:
        """Is it shown, with this wish?"""
        return wish == "show" if self.free and wish is not None else self.shows


def rule(
    policy: Showdown,
    pots: Iterable[Pot],
    values: Mapping[int, int | None],
    shown: Mapping[int, bool],
    seat: int,
) -> Ruling:
    """What holds for `seat` after the turns of those in `shown`."""
    value = values[seat]
    if value is None or len(values) == 1:
        return Ruling(shows=False)
    if policy == "show_all":
        return Ruling(shows=True)
    mine = [pot.claimants for pot in pots if len(pot.claimants) > 1 and seat in pot.claimants]
    # The others that could still take the pot from the seat: not mucked so far.
    rivals = [[s for s in claimants if s != seat and shown.get(s, True)] for claimants in mine]
    optional = policy == "optional" and bool(mine)
    if all([_beaten(value, [values[s] for s in pot if shown.get(s)]) for pot in rivals]):
        return Ruling(shows=False, free=True, asked=optional)
    if optional and all(rivals):
        return Ruling(shows=True, free=True, asked=True)
    if optional and not any(rivals):
        return Ruling(shows=False, free=True, asked=True)
    return Ruling(shows=True)


def winners(pots: Iterable[Pot], values: Mapping[int, int | None], shown: Mapping[int, bool]) -> list[tuple[int, ...]]:
    """Who wins each pot, once everybody in `values` has shown or mucked."""
    return [_winners(pot, values, shown) for pot in pots]


def _beaten(value: int, shown: Sequence[int | None]) -> bool:
    return any([v is not None and v < value for v in shown])


def _winners(pot: Pot, values: Mapping[int, int | None], shown: Mapping[int, bool]) -> tuple[int, ...]:
    if len(pot.claimants) == 1:
        return pot.claimants
    standing = [s for s in values if s in pot.claimants and shown[s]]
    if not standing:
        # Nobody turned a hand up for it: it is the last one's left in it, the only one not to give it up.
        return (next(s for s in reversed(list(values)) if s in pot.claimants),)
    best = min([value for s in standing if (value := values[s]) is not None])
    return tuple([s for s in standing if values[s] == best])
