"""What the owner of a table may do with it. An admin may do the same with every table."""

from collections.abc import Collection

from msgspec import structs

from standpat.language.sentence import Sentence
from standpat.room.store.users import User
from standpat.room.tables.actor import TableActor
from standpat.room.tables.audit import Audit
from standpat.room.tables.refusal import Refused
from standpat.room.tables.table import BotRules, check_bots


def check_owner(user: User, actor: TableActor) -> None:
    """Raise `Refused` unless the table is theirs, or they are an admin."""
    if user.role != "admin" and actor.rules.owner != user.id:
        raise Refused("not-possible", Sentence("not-owner"))


async def change_bots(user: User, actor: TableActor, bots: BotRules, programs: Collection[str], audit: Audit) -> None:
    """Other bots at a table of the user's own, from the next hand on. `programs` are those of the room."""
    check_owner(user, actor)
    rules = actor.rules
    try:
        check_bots(bots, rules.seats, programs)
    except ValueError as error:
        raise Refused("not-possible", error.args[0]) from None
    more = bots.keep > rules.bots.keep or {*bots.players} - {*rules.bots.players}
    if more and rules.owner not in (None, user.id):  # an admin decides, but the chips are not an admin's
        raise Refused("not-possible", Sentence("owner-stakes"))
    await audit.note("table-bots", user.id, rules.id, players=list(bots.players), keep=bots.keep)
    await actor.change(structs.replace(rules, bots=bots))
