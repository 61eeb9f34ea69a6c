"""The pots of finished hands from before their results had this column (r0009), filled in while the room runs.

`unfilled` reads the pots of some of these hands from their events, the newest hands first. `fill` writes them. What
cannot be read counts as 0 chips, so that it is not read again.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from standpat.engine.event import PotAwarded, decode
from standpat.room.store.batch import Work
from standpat.room.store.schema import event, result
from standpat.room.store.statement import Statement

_FILL: Final = Statement(update(result).where(result.c.hand_id == bindparam("of")).values(pot=bindparam("chips")))


def unfilled(connection: Connection, limit: int) -> dict[int, int]:
    """The chips in all pots of some hands whose results do not have them yet, by the hand's id.

    Args:
        connection: A connection.
        limit: The largest number of hands.
    """
    query = select(result.c.hand_id).where(result.c.pot.is_(None)).distinct().order_by(result.c.hand_id.desc())
    pots = dict.fromkeys(connection.scalars(query.limit(limit)), 0)
    awards = select(event.c.hand_id, event.c.body).where(
        event.c.hand_id.in_(pots), event.c.body.startswith('{"event":"pot-awarded"', autoescape=True)
    )
    for hand_id, body in connection.execute(awards):
        pots[hand_id] += _chips(body)
    return pots


def fill(pots: Mapping[int, int]) -> Work:
    """Write the pots of hands, by the hand's id."""
    rows = [{"of": hand_id, "chips": chips} for hand_id, chips in pots.items()]
    return Work(lambda connection: _FILL.run_each(connection, rows))


def _chips(body: str) -> int:
    try:
        award = decode(body)
    except ValueError:
        return 0
    return sum([chips for _, chips in award.winners]) if isinstance(award, PotAwarded) else 0
