"""Simple opponents of the bot `nolimit`: each is a few numbers and a row of `match_kernel.HABIT`.

The first is the player of twenty lines that took 120 to 360 big blinds per 100 hands from `rule` before that read the
size of bets: it comes in with the better half, draws for the showdown, goes all-in with a nine low or better, calls
with a ten low, else checks or folds. The others are one weakness or one attack each. None of them looks at its position
or mixes.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from standpat.solver.nolimit import match_kernel

NINE: Final = 0.885
TEN: Final = 0.80
"""The chance to beat a random final hand of a nine low, and of a ten low, or better."""
ALWAYS: Final = 2.0
"""A part of all deals above every hand."""
NEVER: Final = 2.0
"""A strength above every hand."""

_CALM: Final = {"bet": NEVER, "raise": NEVER, "call": NEVER, "bluff": 0.0}

HABITS: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "twenty lines": {"come": 0.5, "call_before": 0.5, "bet": NINE, "bet_size": 99, "raise": NINE, "raise_size": 99,
                         "call": TEN},
        "always all-in": {"open": ALWAYS, "open_size": 99, "reraise": ALWAYS, "reraise_size": 99, "bet": 0,
                          "bet_size": 99, "raise": 0, "raise_size": 99},
        "least raises": {"open": ALWAYS, "reraise": ALWAYS, "bet": 0, "raise": 0},
        "pot raises": {"open": ALWAYS, "open_size": 1, "reraise": ALWAYS, "reraise_size": 1, "bet": 0, "bet_size": 1,
                       "raise": 0, "raise_size": 1},
        "calls down": {"come": ALWAYS, "call_before": ALWAYS, "call": 0},
        "shoves the last round": {"come": 0.6, "call_before": 0.35, "bet": 0, "bet_size": 99, "raise": 0,
                                  "raise_size": 99},
        "over-bets": {"come": 0.5, "call_before": 0.3, "open": 0.25, "open_size": 0.8, "bet": NINE, "bet_size": 2.5,
                      "raise": NINE, "raise_size": 99, "call": TEN},
        "over-bets and bluffs": {"come": 0.5, "call_before": 0.3, "open": 0.25, "open_size": 0.8, "bet": NINE,
                                 "bet_size": 2.5, "raise": NINE, "raise_size": 99, "call": TEN, "bluff": 0.3,
                                 "bluff_size": 0.5},
        "least bets": {"come": 0.5, "call_before": 0.35, "open": 0.2, "open_size": 0.8, "bet": 0, "raise": NINE,
                       "raise_size": 1, "call": TEN},
        "odd sizes": {"come": 0.4, "call_before": 0.3, "open": 0.4, "open_size": 2.1, "reraise": 0.06,
                      "reraise_size": 0.9, "bet": TEN, "bet_size": 3.3, "raise": NINE, "raise_size": 0.7, "call": 0.7,
                      "bluff": 0.25, "bluff_size": 0.22},
        "small odd sizes": {"come": 0.5, "call_before": 0.4, "open": 0.5, "open_size": 0.55, "reraise": 0.08,
                            "reraise_size": 0.6, "bet": TEN, "bet_size": 0.33, "raise": NINE, "raise_size": 0.6,
                            "call": 0.65, "bluff": 0.2, "bluff_size": 0.33},
        "nit": {"open": 0.12, "open_size": 2.4, "call_before": 0.06, "reraise": 0.03, "reraise_size": 1.2, "bet": NINE,
                "bet_size": 0.7, "raise": 0.95, "raise_size": 1, "call": TEN},
        "raiser": {"open": 0.6, "open_size": 0.8, "call_before": 0.35, "reraise": 0.15, "reraise_size": 1, "bet": 0.7,
                   "bet_size": 0.7, "raise": NINE, "raise_size": 1, "call": 0.7, "bluff": 0.5, "bluff_size": 0.7},
        "snower": {"open": 0.35, "open_size": 0.8, "call_before": 0.25, "reraise": 0.08, "reraise_size": 1, "snow": 0.3,
                   "bet": TEN, "bet_size": 0.8, "raise": NINE, "raise_size": 1, "call": TEN},
        "jams ten big blinds deep": {"open": 0.15, "open_size": 99, "call_before": 0.08, "reraise": 0.08,
                                     "reraise_size": 99, "bet": TEN, "bet_size": 99, "raise": NINE, "raise_size": 99,
                                     "call": TEN},
    }
)  # fmt: skip
"""The opponents: numbers of a `match_kernel.HABIT` by name; those that are missing are `_DEFAULTS`."""
_DEFAULTS: Final[Mapping[str, float]] = MappingProxyType(
    {"come": 0.0, "open": 0.0, "call_before": 0.0, "reraise": 0.0, "snow": 0.0, **_CALM}
)


def habit_of(name: str) -> NDArray[np.void]:
    """A row of `match_kernel.HABIT`.

    Args:
        name: A key of `HABITS`.
    """
    row = np.zeros(1, match_kernel.HABIT)
    for number, value in {**_DEFAULTS, **HABITS[name]}.items():
        row[number] = value
    return row
