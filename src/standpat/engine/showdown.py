"""The showdown: who shows, who mucks, who wins what (R7).

`rule` decides a seat's turn: whether its hand is shown by default, and whether the seat may choose. `winners` says who
wins each pot once all seats have had their turn. Mappings of seats to hands (`values`) are in showdown order.

- The only claimant of a pot wins it without showing (R7.4), so only contested pots make anybody show.
- `show_all`: every hand is shown.
- `muck_losers`: a seat mucks if a shown hand beats it in every contested pot it can win, unless it wishes to show.
- `optional`: in addition, a seat may muck, which gives up its pots. A seat that is the last one left in all of its pots
  need not show. The last one left in a pot cannot lose it by mucking.

The default never costs a seat a pot: a hand that can win as things stand is shown, any other is mucked.

A value of None is a hand with cards that nobody saw (from a one-sided history). It beats nothing and is mucked.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from standpat.engine.house import Showdown
from standpat.engine.pot import Pot


class Ruling(NamedTuple):
    """The ruling for one seat's turn.

    Attributes:
        shows: Whether the hand is shown by default.
        free: Whether the seat may choose.
        asked: Whether the hand waits for the choice of a seat that wants to be asked (under `optional` only).
    """

    shows: bool
    free: bool = False
    asked: bool = False

    def shown(self, wish: str | None) -> bool:
        """Whether the hand is shown, given the seat's wish."""
        return wish == "show" if self.free and wish is not None else self.shows


MUST_SHOW: Final = Ruling(shows=True)
MUST_MUCK: Final = Ruling(shows=False)
MAY_SHOW: Final = Ruling(shows=False, free=True)
ASKED_TO_SHOW: Final = Ruling(shows=True, free=True, asked=True)
ASKED_TO_MUCK: Final = Ruling(shows=False, free=True, asked=True)


def rule(
    policy: Showdown,
    pots: Iterable[Pot],
    values: Mapping[int, int | None],
    shown: Mapping[int, bool],
    seat: int,
) -> Ruling:
    """The ruling for a seat's turn.

    Args:
        policy: The house rule for the showdown.
        pots: The pots.
        values: The value of each live hand, in showdown order; None where cards are unknown.
        shown: The seats that have had their turn, and whether they showed.
        seat: The seat whose turn it is.
    """
    value = values[seat]
    if value is None or len(values) == 1:
        return MUST_MUCK
    if policy == "show_all":
        return MUST_SHOW
    mine = [pot.claimants for pot in pots if len(pot.claimants) > 1 and seat in pot.claimants]
    optional = policy == "optional" and bool(mine)
    if all([_beaten(value, claimants, values, shown) for claimants in mine]):
        return ASKED_TO_MUCK if optional else MAY_SHOW
    if optional:
        # The other seats that could still win the pot: those that have not mucked so far.
        rivals = [[s for s in claimants if s != seat and shown.get(s, True)] for claimants in mine]
        if all(rivals):
            return ASKED_TO_SHOW
        if not any(rivals):
            return ASKED_TO_MUCK
    return MUST_SHOW


def winners(pots: Iterable[Pot], values: Mapping[int, int | None], shown: Mapping[int, bool]) -> list[tuple[int, ...]]:
    """The winners of each pot, once every seat in `values` has shown or mucked."""
    return [_winners(pot, values, shown) for pot in pots]


def _beaten(value: int, claimants: Sequence[int], values: Mapping[int, int | None], shown: Mapping[int, bool]) -> bool:
    """Whether one of the hands that were shown for a pot beats this value."""
    for seat in claimants:
        if shown.get(seat):
            theirs = values[seat]
            if theirs is not None and theirs < value:
                return True
    return False


def _winners(pot: Pot, values: Mapping[int, int | None], shown: Mapping[int, bool]) -> tuple[int, ...]:
    if len(pot.claimants) == 1:
        return pot.claimants
    standing = [s for s in values if s in pot.claimants and shown[s]]
    if not standing:
        # Nobody showed a hand for it: the last one left in it wins, as the only one who did not give it up.
        return (next(s for s in reversed(list(values)) if s in pot.claimants),)
    best = min([value for s in standing if (value := values[s]) is not None])
    return tuple([s for s in standing if values[s] == best])
