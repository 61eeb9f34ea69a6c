"""Orders of the operator's command to tournaments (`standpat.room.store.tournament_order`), done by the room.

`obey` does all that wait, each in one commit with its answer. What is not possible is refused with the reason.
"""

import logging
from collections.abc import Callable
from typing import Final

from standpat.room.store import Store, StoreError, log, tournament_order
from standpat.room.store.tournament_order import Act, Order
from standpat.room.tables.refusal import Refused as NotThere
from standpat.room.tournaments.keeper import Keeper
from standpat.tournament import commands
from standpat.tournament.commands import Granted
from standpat.tournament.registration import Refused

logger = logging.getLogger("standpat.room")

COMMANDS: Final[dict[Act, Callable[..., Granted]]] = {
    "pause": commands.pause,
    "resume": commands.resume,
    "cancel": commands.cancel,
}
"""What is asked of a tournament, by the act of an order."""


async def obey(store: Store, find: Callable[[str], Keeper]) -> None:
    """Do what is asked. An order that cannot be done or answered now waits for the next time.

    Args:
        store: The database.
        find: A tournament that is not over; it raises `standpat.room.tables.refusal.Refused` if there is none.
    """
    try:
        orders = await store.read(tournament_order.waiting)
    except StoreError:
        logger.exception("the operator's orders to tournaments cannot be read")
        return
    for order in orders:
        try:
            await _obey(store, find, order)
        except Exception:  # a fault of one tournament, which its keeper reports, too
            logger.exception("tournament %s: %s is not done", order.tournament, order.act)


async def _obey(store: Store, find: Callable[[str], Keeper], order: Order) -> None:
    try:
        done = tournament_order.answered(order, "")
        await find(order.tournament).ask(COMMANDS[order.act], log.OPERATOR, why=order.why, also=[done])
        logger.info("tournament %s: the operator's %s is done", order.tournament, order.act)
    except (Refused, NotThere) as refused:
        await store.commit(tournament_order.answered(order, str(refused.args[-1])))
