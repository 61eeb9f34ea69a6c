"""What the owner of a table may do with it. An admin may do the same with every table of a cash game."""

from collections.abc import Collection

from msgspec import structs

from standpat.language.sentence import Sentence
from standpat.room.store.users import User
from standpat.room.tables.actor import TableActor
from standpat.room.tables.audit import Audit
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import BotRules, check_bots


def check_cash_game(actor: TableActor) -> None:
    """Check that a table is one of a cash game. A tournament alone decides about its tables.

    Raises:
        Refused: It is a table of a tournament.
    """
    if actor.rules.tournament:
        raise Refused("not-possible", Sentence("tournament-table"))


def check_owner(user: User, actor: TableActor) -> None:
    """Check that a table is the user's own, or that they are an admin.

    Raises:
        Refused: It is not, or it is a table of a tournament.
    """
    check_cash_game(actor)
    if user.role != "admin" and actor.rules.owner != user.id:
        raise Refused("not-possible", Sentence("not-owner"))


async def change_bots(user: User, actor: TableActor, bots: BotRules, programs: Collection[str], audit: Audit) -> None:
    """Change the bots of the user's own table, from the next hand on.

    Args:
        user: The user.
        actor: The table.
        bots: The new bots.
        programs: The programs of the room.
        audit: The audit log.

    Raises:
        Refused: The table is not the user's own, or cannot have these bots.
    """
    check_owner(user, actor)
    rules = actor.rules
    try:
        check_bots(bots, rules.seats, programs)
    except ValueError as error:
        raise Refused("not-possible", error.args[0]) from None
    link = rules.link
    if bots.keep and link is not None and link.main[0] == rules.id:
        raise Refused("not-possible", Sentence("link-bots"))
    more = bots.keep > rules.bots.keep or {*bots.players} - {*rules.bots.players}
    if more and rules.owner not in (None, user.id):  # an admin may not spend the owner's chips
        raise Refused("not-possible", Sentence("owner-stakes"))
    await audit.note("table-bots", user.id, rules.id, players=list(bots.players), keep=bots.keep, speed=bots.speed)
    await actor.change(lambda rules: structs.replace(rules, bots=bots))
