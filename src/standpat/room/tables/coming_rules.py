"""Changes of a table's rules from the next hand on: `coming` checks a request (`Change`), `changed` carries it out.

What is missing in a request stays as it is: another game keeps the stakes, the seats and the buy-in. A game ends a
rotation, and a rotation begins anew with its first game. The stakes of a rotation are those of its games, so they
change only together with it.
"""

from typing import Any

from msgspec import Struct, structs, to_builtins

from standpat.engine.games import game
from standpat.engine.house import changed as options_of
from standpat.language.sentence import Sentence
from standpat.room.tables import rotation as rotations
from standpat.room.tables.host_state import Coming, NextGame
from standpat.room.tables.refusal import Refused
from standpat.room.tables.rotation import NewRotation, Rotation
from standpat.room.tables.table import SPEEDS, TableRules, check_buy_in, check_seats, stakes_of, usual_name


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
        rotation: The games that are played in turn, instead of a game.
        straddle: Whether the player left of the big blind may straddle.
        chop: Whether the blinds may be chopped.
    """

    small_blind: int | None = None
    big_blind: int | None = None
    ante: int | None = None
    buy_in: tuple[int, int] | None = None
    speed: str | None = None
    game: str | None = None
    house: str | None = None
    rotation: NewRotation | None = None
    straddle: bool | None = None
    chop: bool | None = None

    def chosen(self) -> dict[str, Any]:
        """What changes, by name, as JSON has it."""
        return {name: value for name, value in to_builtins(self).items() if value is not None}


def coming(rules: TableRules, before: Coming, change: Change) -> Coming:
    """What changes with the next hand.

    Args:
        rules: The table's rules.
        before: What changes already.
        change: The request.

    Raises:
        Refused: There cannot be such rules.
    """
    try:
        return _coming(rules, before, change)
    except (ValueError, TypeError) as error:
        raise Refused("not-possible", error.args[0]) from None


def _coming(rules: TableRules, before: Coming, change: Change) -> Coming:
    if change.game is not None and change.rotation is not None:
        raise ValueError(Sentence("rotation-or-game"))
    mixed = None if before.game or change.game else before.rotation or rules.rotation
    fixed = (change.small_blind, change.big_blind, change.ante, change.house)
    if mixed and change.rotation is None and any([value is not None for value in fixed]):
        raise ValueError(Sentence("rotation-stakes"))
    stakes = before.stakes or rules.stakes
    stakes = stakes_of(
        stakes.small_blind if change.small_blind is None else change.small_blind,
        stakes.big_blind if change.big_blind is None else change.big_blind,
        stakes.ante if change.ante is None else change.ante,
        stakes.ante_by,
    )
    played = before.game or _present(rules)
    same = change.house in (None, played.house)
    house, options = played.house if change.house is None else change.house, played.options if same else {}
    if change.rotation is not None:
        mixed = rotations.make(change.rotation, stakes, house, options)
    elif change.game is not None or change.house is not None:
        record = game(played.game_id if change.game is None else change.game, house=house, **options)
        played = NextGame(record.id, house, options_of(record.house))
    entries = mixed.entries if mixed else ()
    games = [one.game() for one in entries] or [game(played.game_id, house=played.house, **played.options)]
    check_seats(rules.seats, games)
    buy_in = change.buy_in or before.buy_in or rules.buy_in
    check_buy_in(buy_in, [entry.stakes for entry in entries] or [stakes])
    if change.speed is not None and change.speed not in SPEEDS:
        raise ValueError(f"speed {change.speed[:40]!r}: expected one of {', '.join(SPEEDS)}")
    clock = SPEEDS[change.speed] if change.speed else before.clock or rules.clock
    straddle = before.straddle if change.straddle is None else change.straddle
    chop = before.chop if change.chop is None else change.chop
    return Coming(
        stakes if stakes != rules.stakes and not mixed else None,
        buy_in if buy_in != rules.buy_in else None,
        clock if clock != rules.clock else None,
        played if not mixed and (rules.rotation or played != _present(rules)) else None,
        mixed if mixed != rules.rotation else None,
        straddle if straddle != rules.straddle else None,
        chop if chop != rules.chop else None,
    )


def changed(rules: TableRules, coming: Coming) -> TableRules:
    """The rules after a change. A table that is named after its game is named after the new one."""
    chosen = {name: getattr(coming, name) for name in ("buy_in", "clock") if getattr(coming, name)}
    for name in ("straddle", "chop"):
        if getattr(coming, name) is not None:
            chosen[name] = getattr(coming, name)
    rules = structs.replace(rules, **chosen)
    rotation: Rotation | None = rules.rotation
    after = structs.replace(rules, stakes=coming.stakes or rules.stakes)
    if coming.game is not None:
        after, rotation = structs.replace(after, **structs.asdict(coming.game)), None
    elif coming.rotation is not None:
        rotation = coming.rotation
        after = after.with_entry(rotation.entries[0])
    if rules.name == usual_name(rules.rotation, rules.game()):
        after = structs.replace(after, name=usual_name(rotation, after.game()))
    return structs.replace(after, rotation=rotation)


def _present(rules: TableRules) -> NextGame:
    return NextGame(rules.game_id, rules.house, rules.options)
