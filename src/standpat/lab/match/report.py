"""The report of a match: poker-arena's match report, schema version 1, with fields of ours.

Theirs are in chips for 100 hands. Ours are `house`, `ended`, `unit`, `version`, and for each bot

- `kind`; `units_per100_mean` and `_ci95` (big bets in fixed limit, else big blinds), `msb_per_hand_mean` and `_ci95`;
- `seats`: what it won at each seat, the button first;
- in `behavior` the draws (`standpat.lab.match.style`);
- with AIVAT `aivat`: means and margins less luck, and `hands_ratio`, how many times the hands it would take without.

The ``*_ms`` figures aside, the seed repeats every byte.
"""

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from standpat.history.guess import arena_id
from standpat.history.setting import plain_house
from standpat.lab.match.entrant import entries
from standpat.lab.match.style import plain
from standpat.protocol import arena as wire

if TYPE_CHECKING:
    from standpat.lab.match.contest import Result

SCHEMA_VERSION: Final = 1


def report(result: "Result") -> dict[str, Any]:
    """The whole report, as plain data."""
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
        "version": version("standpat"),
        "bots": [_bot(result, player) for player in range(plan.seats)],
    }


def progress(result: "Result") -> dict[str, Any]:
    """The standings so far, in the arena's form of progress lines."""
    return {
        "decks_done": result.tally.decks,
        "hands_done": result.tally.hands,
        "bots": [_standing(result, player) for player in range(len(result.names))],
    }


def _standing(result: "Result", player: int) -> dict[str, Any]:
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


def _bot(result: "Result", player: int) -> dict[str, Any]:
    score = result.tally.scores[player]
    units, units_margin = result.per_100(player)
    thousandths, thousandths_margin = result.thousandths(player)
    found = {
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
        found["aivat"] = _less_luck(result, player)
    return found


def _seat(result: "Result", player: int, seat: int) -> dict[str, float | None]:
    mean, margin = result.seat_per_100(player, seat)
    return {"units_per100_mean": mean, "units_per100_ci95": margin}


def _less_luck(result: "Result", player: int) -> dict[str, Any]:
    less: dict[str, Any] = {}
    for name, (mean, margin) in (
        ("chips_per100", result.adjusted_chips_per_100(player)),
        ("units_per100", result.adjusted_per_100(player)),
        ("msb_per_hand", result.adjusted_thousandths(player)),
    ):
        less[f"{name}_mean"], less[f"{name}_ci95"] = mean, margin
    return {**less, "hands_ratio": result.hands_ratio(player)}
