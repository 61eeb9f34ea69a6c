"""What to discard: the value of every discard of a hand.

`discards("2c3d4h7sKc", made="8")` gives the probability of an eight-low or better after each discard; `against="pat:9"`
the equity of each against a hand or range. After this draw both sides follow their policies.
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
    """A discard and its value.

    Attributes:
        keep: The cards kept.
        throw: The cards discarded.
        worth: A probability, or a share of the pot.
        low, high: The 95% interval of `worth`; equal to it if exact.
        exact: Whether `worth` is exact.
        fraction: The exact value.
    """

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
    """Compute the value of all 32 discards.

    Args:
        hand: Five cards.
        made: The low to make; the policy of later draws is then ``make:…``.
        against: The opponent's hand or range, which draws after this hand.
        draws: Draws to come; None for all of the game.
        game: The game, its id or record.
        policies: With `against`, the policies of both sides for later draws.
        dead: Cards that cannot come.
        exact: As in `becomes`.
        samples: Random deals for each discard that is not enumerated.
        seed: The seed of random deals.
        threads: Threads, 0 for one on each core, or a pool.
        progress: Called with the work done and the whole work.

    Returns:
        The discards, best first.

    Raises:
        ValueError: A text or number is wrong, or not exactly one of `made` and `against` is given.

    >>> best = discards("2c3d4h7s9c", made="8", draws=1)[0]
    >>> best.keep, best.fraction
    ('2c3d4h7s', Fraction(12, 47))
    """
    cards = known(hand, f"hand {hand!r}")
    if len(cards) != 5:
        raise ValueError(f"hand {hand!r} has {len(cards)} cards: expected five")
    if (made is None) == (against is None):
        raise ValueError("the value of a discard is by a low to make, or against a hand or range: give one of them")
    if draws == 0:
        raise ValueError("with no draw to come there is nothing to discard")
    results = []
    keeps = [keep for size in range(6) for keep in combinations(cards, size)]
    for number, keep in enumerate(keeps):
        kept, thrown = text(keep), text([card for card in cards if card not in keep])
        stated = f"{kept}/{thrown}"
        options: dict[str, Any] = {"draws": draws, "game": game, "dead": dead, "exact": exact}
        options |= {"samples": samples, "seed": seed, "threads": threads}
        options["progress"] = part_of(progress, number, len(keeps))
        if made is not None:
            become = becomes(stated, policy=f"make:{made}", **options)
            fraction = become.fraction(made)
            results.append(
                DiscardOdds(
                    kept,
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
            results.append(DiscardOdds(kept, thrown, side.equity, side.low, side.high, met.exact, side.fraction))
    return sorted(results, key=lambda odds: -odds.worth)
