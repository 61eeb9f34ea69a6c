"""What to throw: the worth of every discard a hand has.

`discards("2c3d4h7sKc", made="8")` says how often each leads to an eight-low or better; `against="pat:9"` what share of
the pot each has against a hand or range. After this draw both sides follow their policies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from standpat.card import Cards, text
from standpat.game import Game
from standpat.game import game as record
from standpat.lab.odds.becoming import becomes
from standpat.lab.odds.matchup import Progress, setup, solve
from standpat.lab.odds.player import known
from standpat.lab.odds.policy import PAT, Policy


@dataclass(frozen=True)
class DiscardOdds:
    """`worth` is a chance or a share of the pot; `low` and `high` its 95% interval, or itself if it is exact."""

    keep: str
    throw: str
    worth: float
    low: float
    high: float
    exact: bool
    fraction: Fraction | None = field(default=None, repr=False)

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("keep", "throw", "worth", "low", "high", "exact")}


def discards(
    hand: str,
    *,
    made: str | None = None,
    against: str | None = None,
    draws: int | None = None,
    game: Game | str = "27td",
    policies: Sequence[str] = ("best", "best"),
    dead: Cards = "",
    samples: int = 100_000,
    seed: int = 1,
    progress: Progress | None = None,
) -> list[DiscardOdds]:
    """All discards but of all five cards, the best first: by the chance of the low `made`, or by value `against` a
    hand or range, which draws after this one and whose policy is the second. With `made` the policy of the later draws
    is ``make:…``.

    >>> best = discards("2c3d4h7s9c", made="8", draws=1)[0]
    >>> best.keep, best.fraction
    ('2c3d4h7s', Fraction(12, 47))
    """
    cards = known(hand, f"hand {hand!r}")
    if len(cards) != 5:
        raise ValueError(f"hand {hand!r} has {len(cards)} cards: want five")
    if (made is None) == (against is None):
        raise ValueError("the worth of a discard is by a low to make, or against a hand or range: name one of them")
    if draws == 0:
        raise ValueError("with no draw to come there is nothing to throw")
    gone = known(dead, "dead cards")
    found = []
    keeps = [keep for size in range(1, 6) for keep in combinations(cards, size)]
    played = record(game) if isinstance(game, str) else game
    to_come = played.draw_rounds if draws is None else draws
    for number, keep in enumerate(keeps):
        thrown = [card for card in cards if card not in keep]
        held, dropped = text(keep), text([*gone, *thrown])
        if made is not None:
            become = becomes(
                held,
                draws=to_come if thrown else to_come - 1,
                game=game,
                policy=f"make:{made}",
                dead=dropped,
                samples=samples,
                seed=seed,
            )
            ends, exact = become.interval(made), become.exact
            fraction, worth = become.fraction(made), become.chance(made)
        else:
            table = setup([held, str(against)], draws, game, policies, dropped, 0)
            if not thrown:  # pat now, whatever the policy says
                keep_all = table.ways[0].keep.copy()
                keep_all[table.draws] = PAT
                table.ways[0] = Policy(table.ways[0].text, keep_all)
            met = solve(table, samples=samples, seed=seed)
            side = met.sides[0]
            ends, exact, fraction, worth = (side.low, side.high), met.exact, side.fraction or Fraction(0), side.equity
        found.append(DiscardOdds(held, text(thrown), worth, *ends, exact, fraction if exact else None))
        if progress:
            progress(number + 1, len(keeps))
    return sorted(found, key=lambda odds: -odds.worth)
