"""A match as a table for people, while it is played and at its end."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from standpat.lab.match.result import Result


def standings(result: Result) -> Group:
    """What everybody has won, how precise that is, and how everybody plays."""
    tally = result.tally
    winnings = Table(box=None, pad_edge=False)
    short = "bb" if result.plan.unit_name == "big blind" else "BB"
    small = "mbb" if short == "bb" else "mSB"
    less_luck = ("AIVAT", "±95%", "hands×") if result.plan.aivat else ()
    for name in ("", f"{short}/100", "±95%", *less_luck, f"{small}/hand", "±95%", "chips", "faults", "ms", "p99"):
        winnings.add_column(name, justify="left" if not name else "right")
    for player, name in enumerate(result.names):
        score, timing = tally.scores[player], tally.scores[player].timing.plain()
        units, thousandths = result.per_100(player), result.thousandths(player)
        winnings.add_row(
            Text(name),
            f"{units[0]:+.2f}",
            _number(units[1], 2),
            *(_less_luck(result, player) if less_luck else ()),
            f"{thousandths[0]:+.0f}",
            _number(thousandths[1], 0),
            f"{score.total:+d}",
            str(score.faults),
            _number(timing["mean_ms"], 2),
            _number(timing["p99_ms"], 2),
        )
    snow = f"snow>{result.plan.snow_class}"
    style = Table(box=None, pad_edge=False)
    for name in ("", "VPIP", "PFR", "AF", "WTSD", "W$SD", "fold", "drawn", "pat", snow):
        style.add_column(name, justify="left" if not name else "right")
    for score, name in zip(tally.scores, result.names, strict=True):
        how = score.style
        style.add_row(
            Text(name),
            *[f"{rate:.1%}" for rate in (how.vpip, how.pfr)],
            _number(how.af, 2, "∞"),
            *[f"{rate:.1%}" for rate in (how.wtsd, how.wsd, how.fold_rate)],
            " ".join([f"{cards:.2f}" for cards in how.drawn]),
            " ".join([f"{rate:.0%}" for rate in how.pat]),
            f"{how.snow:.1%}",
        )
    seats = Table(box=None, pad_edge=False)
    for name in (f"{short}/100 at", "the button", *[f"seat {seat}" for seat in range(1, result.plan.seats)]):
        seats.add_column(name, justify="left" if "/" in name else "right")
    for player, name in enumerate(result.names):
        each = [result.seat_per_100(player, seat) for seat in range(result.plan.seats)]
        seats.add_row(Text(name), *[f"{mean:+.2f} ±{_number(margin, 2)}" for mean, margin in each])
    return Group(Text(f"{tally.hands} hands, {tally.decks} decks"), winnings, style, seats)


def _less_luck(result: Result, player: int) -> tuple[str, str, str]:
    mean, margin = result.adjusted_per_100(player)
    return f"{mean:+.2f}", _number(margin, 2), _number(result.hands_ratio(player), 1)


def _number(value: float | None, digits: int, otherwise: str = "–") -> str:
    return otherwise if value is None else f"{value:.{digits}f}"
