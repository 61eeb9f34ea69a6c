"""The result of a match, and its report: poker-arena's match report, schema version 1, with fields of our own.

Their fields are in chips for 100 hands. Ours are `house`, `ended`, `unit`, `version`, and for each bot

- `kind`; `units_per100_mean` and `_ci95` (big bets in fixed limit, otherwise big blinds), `msb_per_hand_mean` and
  `_ci95`;
- `seats`: what it won at each seat, the button first;
- in `behavior` the draws (`standpat.lab.match.style`);
- with AIVAT `aivat`: means and margins of the adjusted result, and `hands_ratio`, how many times as many hands the same
  precision would take without it.

Except for the ``*_ms`` figures the seed repeats every byte.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from standpat.history.guess import arena_id
from standpat.history.setting import plain_house
from standpat.lab.frame import table
from standpat.lab.match.entrant import entries
from standpat.lab.match.plan import Plan
from standpat.lab.match.style import plain
from standpat.lab.match.tally import Tally
from standpat.protocol import arena as wire
from standpat.version import __version__

if TYPE_CHECKING:
    from pandas import DataFrame

SCHEMA_VERSION: Final = 1


Ended = Literal["complete", "precision", "stopped"]


@dataclass(frozen=True)
class Result:
    """A match as far as it was played. Means and margins (half widths of 95% intervals) are by player in the order of
    entry.

    Attributes:
        plan: The match.
        names: The names of the players.
        tally: The sums.
        ended: Why it ended: complete, precision or stopped.
    """

    plan: Plan
    names: tuple[str, ...]
    tally: Tally
    ended: Ended

    def __repr__(self) -> str:
        lines = [f"{name}: {self.line(player)}" for player, name in enumerate(self.names)]
        return f"<Result {self.plan.game.id}, {self.tally.hands} hands, {self.ended}; {'; '.join(lines)}>"

    def line(self, player: int) -> str:
        """What a player won as text, such as ``+12.30 ±4.50 big bets/100``."""
        mean, margin = self.per_100(player)
        return f"{mean:+.2f} ±{'?' if margin is None else f'{margin:.2f}'} {self.plan.unit_name}s/100"

    def per_100(self, player: int) -> tuple[float, float | None]:
        """Big bets (fixed limit) or big blinds won in 100 hands, and the margin."""
        return self._scaled(player, 100 / self.plan.unit)

    def chips_per_100(self, player: int) -> tuple[float, float | None]:
        """Chips won in 100 hands, and the margin."""
        return self._scaled(player, 100)

    def seat_per_100(self, player: int, seat: int) -> tuple[float, float | None]:
        """`per_100` of the hands played at one seat; 0 is the button."""
        scale = 100 / self.plan.unit
        margin = self.tally.seat_margin(player, seat)
        return self.tally.seat_mean(player, seat) * scale, None if margin is None else margin * scale

    def thousandths(self, player: int) -> tuple[float, float | None]:
        """Thousandths of a small bet (fixed limit) or of a big blind won a hand, and the margin."""
        return self._scaled(player, 1000 / self.plan.stakes.big_blind)

    def adjusted_per_100(self, player: int) -> tuple[float, float | None]:
        """`per_100` with luck subtracted, for a match with `aivat`."""
        return self._scaled(player, 100 / self.plan.unit, adjusted=True)

    def adjusted_chips_per_100(self, player: int) -> tuple[float, float | None]:
        """`chips_per_100` with luck subtracted, for a match with `aivat`."""
        return self._scaled(player, 100, adjusted=True)

    def adjusted_thousandths(self, player: int) -> tuple[float, float | None]:
        """`thousandths` with luck subtracted, for a match with `aivat`."""
        return self._scaled(player, 1000 / self.plan.stakes.big_blind, adjusted=True)

    def hands_ratio(self, player: int) -> float | None:
        """How many times as many hands the same precision would take without AIVAT: the ratio of the variances. None if
        that is not known.
        """
        plain, less = self.tally.margin(player), self.tally.adjusted_margin(player)
        return (plain / less) ** 2 if plain is not None and less else None

    def to_dict(self) -> dict[str, Any]:
        """The report as plain data; its ``bots`` are the rows of a table."""
        return report(self)

    def frame(self) -> "DataFrame":
        """The report's ``bots`` as a pandas frame, a row for each player by name: ``units_per100_mean``,
        ``behavior.vpip``, ``behavior.pat.1`` (at the first draw), ``decisions.p99_ms``, …
        """
        return table(self.to_dict()["bots"], "name")

    def _scaled(self, player: int, scale: float, adjusted: bool = False) -> tuple[float, float | None]:
        tally = self.tally
        mean = tally.adjusted_mean(player) if adjusted else tally.mean(player)
        margin = tally.adjusted_margin(player) if adjusted else tally.margin(player)
        return mean * scale, None if margin is None else margin * scale


def report(result: Result) -> dict[str, Any]:
    """The whole report as plain data."""
    plan, tally = result.plan, result.tally
    return {
        "schema_version": SCHEMA_VERSION,
        "family": "betting",
        "game_id": arena_id(plan.game),
        "seed": plan.seed,
        "dealing": "duplicate",
        "decks": tally.decks,
        "hands": tally.hands,
        "seat_count": plan.seats,
        "starting_stack": plan.stack,
        "stakes": wire.stakes_plain(plan.stakes),
        "betting": wire.betting_plain(plan.game),
        "fault_policy": "substitute",
        "timeout_ms": plan.timeout_ms,
        "forfeited_by": None,
        "house": plain_house(plan.game.house),
        "ended": result.ended,
        "unit": plan.unit_name,
        "version": __version__,
        "bots": [_bot(result, player) for player in range(plan.seats)],
    }


def progress(result: Result) -> dict[str, Any]:
    """The standings so far, in the form of the arena's progress lines."""
    return {
        "decks_done": result.tally.decks,
        "hands_done": result.tally.hands,
        "bots": [_standing(result, player) for player in range(len(result.names))],
    }


def _standing(result: Result, player: int) -> dict[str, Any]:
    mean, margin = result.chips_per_100(player)
    score = result.tally.scores[player]
    return {
        "name": result.names[player],
        "total_chips": score.total,
        "chips_per100_mean": mean,
        "chips_per100_ci95": margin,
        "observations": result.tally.decks,
        "faults": score.faults,
    }


def _bot(result: Result, player: int) -> dict[str, Any]:
    score = result.tally.scores[player]
    units, units_margin = result.per_100(player)
    thousandths, thousandths_margin = result.thousandths(player)
    row = {
        **_standing(result, player),
        "hands": result.tally.hands,
        "kind": entries(result.plan.entries)[player].kind,
        "units_per100_mean": units,
        "units_per100_ci95": units_margin,
        "msb_per_hand_mean": thousandths,
        "msb_per_hand_ci95": thousandths_margin,
        "seats": [_seat(result, player, seat) for seat in range(result.plan.seats)],
        "decisions": score.timing.plain(),
        "behavior": plain(score.style, result.plan.snow_class),
    }
    if result.plan.aivat:
        row["aivat"] = _less_luck(result, player)
    return row


def _seat(result: Result, player: int, seat: int) -> dict[str, float | None]:
    mean, margin = result.seat_per_100(player, seat)
    return {"units_per100_mean": mean, "units_per100_ci95": margin}


def _less_luck(result: Result, player: int) -> dict[str, Any]:
    less: dict[str, Any] = {}
    for name, (mean, margin) in (
        ("chips_per100", result.adjusted_chips_per_100(player)),
        ("units_per100", result.adjusted_per_100(player)),
        ("msb_per_hand", result.adjusted_thousandths(player)),
    ):
        less[f"{name}_mean"], less[f"{name}_ci95"] = mean, margin
    return {**less, "hands_ratio": result.hands_ratio(player)}
