"""No-shows: players who registered and have not taken a hand (T3.5). Pure.

Online their blinds are taken until they are out, which is the default (``blind_off``). A tournament may remove them
instead, without (``remove``) or with (``refund``) their buy-in, at the start of level 3 (2024) or of the level after
the first break (2026). To pay back is possible only while prizes are not fixed; later they are blinded off.
Their chips leave play (`standpat.tournament.registration.Field.forfeited`). Who enters when play has begun has come.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import structs

from standpat.tournament.clock import Clock
from standpat.tournament.events import Disqualified, Event
from standpat.tournament.options import Options
from standpat.tournament.registration import Field, prizes_fixed
from standpat.tournament.state import Tournament
from standpat.tournament.structure import Structure


def due_level(structure: Structure, options: Options) -> int | None:
    """The level at whose start no-shows are removed; None if there is no such moment."""
    if options.no_shows == "blind_off":
        return None
    if options.no_show_by == "level_3":
        return 3
    return next((number + 1 for number, level in enumerate(structure.levels, 1) if level.break_after), None)


def decided(structure: Structure, options: Options, clock: Clock, field: Field) -> Literal["remove", "refund"] | None:
    """What happens to a player who has not taken a hand by now; None for nothing.

    Args:
        structure: The structure.
        options: The options of the tournament.
        clock: The clock now.
        field: What the tournament has had.
    """
    level = due_level(structure, options)
    if level is None or not clock.started or clock.level < level:
        return None
    if options.no_shows == "remove":
        return "remove"
    return None if field.closed or prizes_fixed(structure, clock) else "refund"


def removing(tournament: Tournament, _: bytes, now: int) -> Sequence[Event]:
    """Remove the next player who has not taken a hand, between two hands. Somebody is always left."""
    structure, options = tournament.announced.structure, tournament.announced.options
    verdict = decided(structure, options, tournament.time(now), tournament.field)
    if verdict is None:
        return ()
    playing = [player for player in tournament.alive() if not player.mine.barred]
    absent = [one for one in playing if not (one.took or one.bot) and one.table and tournament.hand_of(one) is None]
    if not absent or len(playing) < 2:
        return ()
    refund = structure.buy_in + structure.fee if verdict == "refund" else 0
    return [Disqualified(at=now, player=absent[0].id, by="room", why="no-show", refund=refund)]


def removed(field: Field, stack: int, *, refund: bool) -> Field:
    """What the tournament has had, after a player was removed with their stack, and perhaps refunded (T3.5, T3.6)."""
    return structs.replace(field, forfeited=field.forfeited + stack, refunded=field.refunded + refund)
