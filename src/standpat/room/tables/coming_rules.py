"""Changes of a table's rules from the next hand on: `coming` checks a request (`Change`), `changed` carries it out.

A table with a rotation keeps its games and their stakes; buy-in and clock may change. A game that is changed at a table
with one game keeps the stakes, the seats and the buy-in unless they change too.
"""

from typing import Any

from msgspec import Struct, structs

from standpat.engine.games import game
from standpat.engine.house import changed as options_of
from standpat.language.sentence import Sentence
from standpat.room.tables.host_state import Coming, NextGame
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import SPEEDS, TableRules, check_buy_in, check_seats, stakes_of


class Change(Struct, forbid_unknown_fields=True):
    """A change from the next hand on. What is missing stays as it is.

    Attributes:
        small_blind: The small blind.
        big_blind: The big blind.
        ante: The ante.
        buy_in: The smallest and the largest buy-in.
        speed: The name of the clock (`SPEEDS`).
        game: The game.
        house: The house rules; another game without them keeps those of the table.
    """

    small_blind: int | None = None
    big_blind: int | None = None
    ante: int | None = None
    buy_in: tuple[int, int] | None = None
    speed: str | None = None
    game: str | None = None
    house: str | None = None

    def chosen(self) -> dict[str, Any]:
        """What changes, by name."""
        return {name: value for name, value in structs.asdict(self).items() if value is not None}


def coming(rules: TableRules, before: Coming, change: Change) -> Coming:
    """What changes with the next hand.

    Args:
        rules: The table's rules.
        before: What changes already.
        change: The request.

    Raises:
        Refused: There cannot be such rules.
    """
    fixed = (change.small_blind, change.big_blind, change.ante, change.game, change.house)
    if rules.rotation is not None and any([value is not None for value in fixed]):
        raise Refused("not-possible", Sentence("rotation-stakes"))
    stakes, played = before.stakes or rules.stakes, before.game or _present(rules)
    try:
        stakes = stakes_of(
            stakes.small_blind if change.small_blind is None else change.small_blind,
            stakes.big_blind if change.big_blind is None else change.big_blind,
            stakes.ante if change.ante is None else change.ante,
            stakes.ante_by,
        )
        buy_in = change.buy_in or before.buy_in or rules.buy_in
        entries = rules.rotation.entries if rules.rotation else ()
        check_buy_in(buy_in, [entry.stakes for entry in entries] or [stakes])
        if change.game is not None or change.house is not None:
            same = change.house in (None, played.house)
            house = played.house if change.house is None else change.house
            record = game(change.game or played.game_id, house=house, **(played.options if same else {}))
            check_seats(rules.seats, [record])
            played = NextGame(record.id, house, options_of(record.house))
    except (ValueError, TypeError) as error:
        raise Refused("not-possible", error.args[0]) from None
    if change.speed is not None and change.speed not in SPEEDS:
        raise Refused("not-possible", f"speed {change.speed[:40]!r}: expected one of {', '.join(SPEEDS)}")
    clock = SPEEDS[change.speed] if change.speed else before.clock or rules.clock
    return Coming(
        stakes if stakes != rules.stakes and not entries else None,
        buy_in if buy_in != rules.buy_in else None,
        clock if clock != rules.clock else None,
        played if played != _present(rules) else None,
    )


def changed(rules: TableRules, coming: Coming) -> TableRules:
    """The rules after a change."""
    chosen = {name: getattr(coming, name) for name in ("stakes", "buy_in", "clock") if getattr(coming, name)}
    if coming.game is not None:
        chosen |= structs.asdict(coming.game)
    return structs.replace(rules, **chosen)


def _present(rules: TableRules) -> NextGame:
    return NextGame(rules.game_id, rules.house, rules.options)
