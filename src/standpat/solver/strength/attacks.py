"""Opponents that a strong player would try against the bot of triple draw without a limit.

They have the numbers of `standpat.solver.nolimit.habits`, and these (`standpat.solver.strength.scripted`): `press`, the
size of a bet with any hand while each opponent has just drawn `pressed` cards or more, and no fewer than they; `shove`,
the strength from which they bet `shove_size` before the last draw; `snow_on`, how often one who has stood pat does so
again.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from standpat.solver.nolimit.habits import ALWAYS

EIGHT: Final = 0.95
"""The chance to beat a random final hand of an eight low or better."""
NUTS: Final = 0.985

_SOUND: Final = {"come": 0.2, "open": 0.45, "open_size": 0.8, "call_before": 0.35, "reraise": 0.08, "reraise_size": 0.8}

ATTACKS: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "pat from the deal": {"open": ALWAYS, "call_before": 0.3, "snow": 1, "bet": 0, "bet_size": 1},
        "pat after a large raise": {"open": 0.5, "open_size": 1, "call_before": 0.3, "snow": 1, "bet": 0,
                                    "bet_size": 1},
        "pat with a third": {**_SOUND, "snow": 0.3, "snow_on": 1, "bet": 0.88, "bet_size": 0.8, "call": 0.8},
        "pressure on draws": {**_SOUND, "press": 1, "pressed": 2, "bet": 0.75, "bet_size": 0.8, "raise": 0.92,
                              "raise_size": 1, "call": 0.75},
        "pressure on every draw": {**_SOUND, "press": 0.8, "pressed": 1, "bet": 0.75, "bet_size": 0.8, "raise": 0.92,
                                   "raise_size": 1, "call": 0.8},
        "small pressure": {**_SOUND, "press": 0.33, "pressed": 1, "bet": 0.8, "bet_size": 0.6, "raise": 0.92,
                           "raise_size": 1, "call": 0.75},
        "limps and traps": {"come": 0.5, "call_before": 0.45, "raise": 0.9, "raise_size": 1, "call": 0.7},
        "least bets in every round": {**_SOUND, "bet": 0, "bet_size": 0, "raise": 0.95, "raise_size": 1, "call": 0.7},
        "calls down with an eight": {"come": 0.4, "call_before": 0.35, "call": EIGHT},
        "all-in before the last draw": {**_SOUND, "shove": 0.5, "shove_size": 99, "bet": 0.75, "bet_size": 0.8,
                                        "raise": 0.92, "raise_size": 1, "call": 0.75},
        "over-bets with the nuts": {**_SOUND, "bet": NUTS, "bet_size": 3, "raise": NUTS, "raise_size": 99, "call": 0.8},
        "sound": {**_SOUND, "bet": 0.72, "bet_size": 0.8, "raise": 0.93, "raise_size": 1, "call": 0.72, "bluff": 0.3,
                  "bluff_size": 0.8},
        "sound and large": {**_SOUND, "bet": 0.8, "bet_size": 1.5, "raise": 0.93, "raise_size": 1.5, "call": 0.75,
                            "bluff": 0.4, "bluff_size": 1.5},
    }
)  # fmt: skip
"""The opponents: their numbers by name."""
