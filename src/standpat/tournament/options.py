"""The options of a tournament: wherever published rules differ, the difference is data (T4 to T7).

`Options.of(edition)` has the rules of one edition: the Poker Tournament Directors Association of 2024 or 2026
(``tda2024``, ``tda2026``), the World Series of Poker (``wsop``) or PokerStars (``pokerstars``). Anything may be
changed: ``Options.of("wsop", button="forward")``. Where an edition says nothing, it has the usual rule of the others.

Options never change while a tournament runs. They are stored with it as JSON (`to_json`, `from_json`).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final, Literal, get_args

import msgspec

Edition = Literal["tda2024", "tda2026", "wsop", "pokerstars"]
EDITIONS: Final[tuple[Edition, ...]] = get_args(Edition)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of one tournament.

    Attributes:
        edition: The edition from which the other values come, unless they were changed.
        button: T4.1. Whether the button may be at an empty seat (``dead``) or always goes to a player (``forward``).
        dead_button_advances: T4.2. Whether a dead button advances over empty seats to the one before the small blind.
        first_button: T4.3. Where the button is at a table's first hand: ``drawn``, at the first player from seat 1 on
            (``seat_1``), or at the first player on the dealer's right (``dealers_right``), that is from the last seat
            downwards.
        ante_first: T4.5. Whether a short big blind posts the big blind ante before the blind.
        ante_reduce_at: T4.5. The number of players at a table from which on downwards the big blind ante is reduced;
            0 for never.
        no_shows: T3.5. What happens to a player who has not taken a hand: their blinds are taken until they are out
            (``blind_off``), or they are removed without (``remove``) or with (``refund``) their buy-in.
        no_show_by: T3.5. When they are removed: at the start of level 3, or of the level after the first break.
        within: T5.4. By how many players tables may differ.
        halt_at: T5.4. By how many players a table must be short of the fullest one to wait for a player who comes.
        final_table: T5.6. How many players make the final table: as many as play at any table (``same``), one more
            (``one_more``), or one more only where tables have six seats (``one_more_at_six``).
        redraw_at: T5.6. For fields of at least so many entrants, at which numbers of tables all seats are drawn anew;
            the first line that fits counts.
        redraw: T2.5. Whether seats are drawn anew when play goes on after a pause overnight.
        h4h_at: T6.1. Hand-for-hand begins when so many players more than are paid are left; 0 for never.
        h4h_minutes: T6.2. How many minutes of the level one round of hand-for-hand takes.
        h4h_ties: T6.4. Players who are out at different tables in one round of hand-for-hand tie (``share``) or are
            ordered by the stacks with which they began the hand (``stack``).
        stack_compared: T6.3. Whether that stack is the one before or after the ante.
        cap: T7.1. How many bets and raises a fixed-limit round has.
        uncapped: T7.1. When the cap ends: with two players left in the event (``two_left``), or ``never``.
    """

    edition: Edition = "tda2024"
    button: Literal["dead", "forward"] = "dead"
    dead_button_advances: bool = False
    first_button: Literal["drawn", "seat_1", "dealers_right"] = "drawn"
    ante_first: bool = False
    ante_reduce_at: int = 0
    no_shows: Literal["blind_off", "remove", "refund"] = "blind_off"
    no_show_by: Literal["level_3", "after_first_break"] = "after_first_break"
    within: int = 1
    halt_at: int = 2
    final_table: Literal["same", "one_more", "one_more_at_six"] = "same"
    redraw_at: tuple[tuple[int, tuple[int, ...]], ...] = ((0, (1,)),)
    redraw: bool = True
    h4h_at: int = 1
    h4h_minutes: int = 2
    h4h_ties: Literal["share", "stack"] = "share"
    stack_compared: Literal["before_ante", "after_ante"] = "before_ante"
    cap: int = 4
    uncapped: Literal["two_left", "never"] = "two_left"

    def __post_init__(self) -> None:
        for name, least, most in _BOUNDS:
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                raise ValueError(f"{name} is a whole number from {least} to {most}, not {value!r}")
        for field in fields(self):
            value, allowed = getattr(self, field.name), _values(field.type)
            if allowed and (type(value) is not type(allowed[0]) or value not in allowed):
                told = ", ".join([str(one) for one in allowed])
                raise ValueError(f"{field.name} is one of {told}, not {value!r}")
        _check_redraws(self.redraw_at)

    @classmethod
    def of(cls, edition: str, **changes: Any) -> "Options":
        """The options of an edition, with changes.

        Raises:
            ValueError: There is no such edition or option, or a value is not allowed.

        >>> Options.of("pokerstars").button, Options.of("wsop", cap=4).cap
        ('forward', 4)
        """
        if edition not in EDITIONS:
            raise ValueError(f"the editions are {', '.join(EDITIONS)}, not {edition!r}")
        known = {field.name for field in fields(cls)} - {"edition"}
        if unknown := sorted(changes.keys() - known):
            raise ValueError(f"a tournament has no option {unknown[0]!r}")
        return cls(**{"edition": edition, **_EDITION[edition], **changes})

    def to_json(self) -> str:
        """The options as a JSON object."""
        return msgspec.json.encode(asdict(self)).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> "Options":
        """Options from a JSON object. What it does not name has the value of its edition.

        Raises:
            ValueError: It is not such an object, or a value is not allowed.
        """
        try:
            values = msgspec.json.decode(text, type=dict[str, Any])
        except msgspec.MsgspecError as error:
            raise ValueError(f"options are a JSON object: {error}") from None
        edition = values.pop("edition", None)
        if "redraw_at" in values:
            values["redraw_at"] = _tuples(values["redraw_at"])
        return cls.of(edition, **values)


_EDITION: Final[Mapping[str, Mapping[str, Any]]] = {
    "tda2024": {"final_table": "one_more_at_six", "no_show_by": "level_3"},
    "tda2026": {"final_table": "one_more_at_six", "dead_button_advances": True, "stack_compared": "after_ante"},
    "wsop": {
        "final_table": "one_more",
        "first_button": "dealers_right",
        "redraw_at": ((100, (3, 2, 1)), (51, (2, 1)), (0, (1,))),
        "cap": 5,
    },
    "pokerstars": {"button": "forward", "first_button": "seat_1", "h4h_ties": "stack", "uncapped": "never"},
}
"""What each edition has that differs from the defaults."""

_BOUNDS: Final = (
    ("ante_reduce_at", 0, 10),
    ("within", 1, 3),
    ("halt_at", 2, 5),
    ("h4h_at", 0, 1000),
    ("h4h_minutes", 1, 10),
    ("cap", 1, 100),
)


def _values(hint: Any) -> tuple[Any, ...]:
    """The values that a field may have, if they are few."""
    return (False, True) if hint is bool else tuple([one for one in get_args(hint) if isinstance(one, str)])


def _tuples(value: Any) -> Any:
    """Lists as tuples, at every depth."""
    return tuple([_tuples(one) for one in value]) if isinstance(value, list) else value


def _check_redraws(lines: Any) -> None:
    """Refuse what does not say at which numbers of tables seats are drawn anew, from the largest field down."""
    try:
        fits = [
            type(least) is int and least >= 0 and all([type(tables) is int and tables >= 1 for tables in at])
            for least, at in lines
        ]
        falling = [least for least, _ in lines] == sorted({least for least, _ in lines}, reverse=True)
        hash(lines)
    except (TypeError, ValueError):
        fits, falling = [False], False
    if not all(fits) or not falling:
        raise ValueError(
            "redraw_at has pairs of a least number of entrants and numbers of tables, with the largest field first, "
            f"not {lines!r}"
        )
