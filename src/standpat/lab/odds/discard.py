"""What to throw: the worth of every discard a hand has.

`discards("2c3d4h7sKc", made="8")` says how often each leads to an eight-low or better; `against="pat:9"` what share of
the pot each has against a hand or range. After this draw both sides follow their policies.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from standpat.cards.card import Cards, text
from standpat.compute.threads import Threads
from standpat.engine.games import Game
from standpat.lab.odds.becoming import becomes
from standpat.lab.odds.matchup import matchup
from standpat.lab.odds.player import known
from standpat.lab.odds.progress import Progress, part_of


@dataclass(frozen=True)
class DiscardOdds:
    """`worth` is a chance or a share of the pot; `low` and `high` its 95% interval, or itself if it is exact, and then
    `fraction` the very number."""

    keep: str
    throw: str
    worth: float
    low: float
    high: float
    exact: bool
    fraction: Fraction | None = field(default=None, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
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
    exact: bool | None = None,
    samples: int = 100_000,
    seed: int = 1,
    threads: Threads = 1,
    progress: Progress | None = None,
) -> list[DiscardOdds]:
    """All 32 discards, the best first: by the chance of the low `made`, or by value `against` a hand or range, which
    draws after this one and whose policy is the second. With `made` the policy of the later draws is ``make:…``.
    `samples` are dealt for each discard that is not enumerated.

    >>> best = discards("2c3d4h7s9c", made="8", draws=1)[0]
    >>> best.keep, best.fraction
    ('2c3d4h7s', Fraction(12, 47))
    """
    cards = known(hand, f"hand {hand!r}")
    if len(cards) != 5:
        raise ValueError(f"hand {hand!r} has {len(cards)} cards: expected five")
    if (made is None) == (against is None):
        raise ValueError("the worth of a discard is by a low to make, or against a hand or range: name one of them")
    if draws == 0:
        raise ValueError("with no draw to come there is nothing to throw")
    found = []
    keeps = [keep for size in range(6) for keep in combinations(cards, size)]
    for number, keep in enumerate(keeps):
        held, thrown = text(keep), text([card for card in cards if card not in keep])
        stated = f"{held}/{thrown}"
        options: dict[str, Any] = {"draws": draws, "game": game, "dead": dead, "exact": exact}
        options |= {"samples": samples, "seed": seed, "threads": threads}
        options["progress"] = part_of(progress, number, len(keeps))
        if made is not None:
            become = becomes(stated, policy=f"make:{made}", **options)
            fraction = become.fraction(made)
            found.append(
                DiscardOdds(
                    held,
                    thrown,
                    float(fraction),
                    *become.interval(made),
                    become.exact,
                    fraction if become.exact else None,
                )
            )
        else:
            met = matchup([stated, str(against)], policies=policies, **options)
            side = met.sides[0]
            found.append(DiscardOdds(held, thrown, side.equity, side.low, side.high, met.exact, side.fraction))
    return sorted(found, key=lambda odds: -odds.worth)
