""" "Play now": a seat at once.

The person gets a free seat at a public table of the house where others play, so that two people who press it meet; they
post a blind to be dealt in at once. A table where somebody of their household sits is left out, because the room would
refuse them, and so is one with a person who has had no page open for `GONE_S` seconds, because all would wait for them.
If there is no such seat, they get one at a table where only house players sit, or at a new table. The tables of the
house keep a seat free for the next person (`house_player.wanted`). The room closes tables that were opened so when
nobody uses them any more (`standpat.room.tables.opening`), so their number follows the number of players.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from standpat.language.sentence import Sentence
from standpat.room.store import Op, ledger
from standpat.room.store.users import User
from standpat.room.tables import house_player, purse
from standpat.room.tables.actor import TableActor
from standpat.room.tables.house_tables import another
from standpat.room.tables.refusal import Refused
from standpat.room.tables.room import Room
from standpat.room.tables.seating import Seat
from standpat.room.tables.sitter import Sitter

GONE_S: Final = 2.0
"""Seconds without an open page after which a person is not waited for. Who has just sat down opens the page in less."""
TRIES: Final = 3
"""Tables that are tried before a further one is opened."""


async def seat_at_once(
    room: Room,
    user: User,
    game_id: str = "27td",
    home: str = "",
    also: Callable[[str, int], Sequence[Op]] = lambda table, seat: (),
) -> tuple[TableActor, int]:
    """Give a user a seat where they are dealt in soon, with chips. A user who already sits at such a table
    keeps that seat.

    Args:
        room: The room.
        user: The user.
        game_id: The game.
        home: Their household.
        also: Makes the operations to write with it, from table and seat.

    Returns:
        The table and the seat.

    Raises:
        Refused: They have too few chips, or may win no more from house players today.
    """
    for actor in room.tables.values():
        at = actor.seating.find(user.id)
        rules = actor.rules
        if at is not None and rules.game_id == game_id and rules.rotation is None and not rules.tournament:
            if ops := also(actor.rules.id, at):
                await room.store.commit(*ops)
            return actor, at
    sitter = Sitter(user.id, user.name, user.person, home)

    async def seat(actor: TableActor, buy_in: int) -> tuple[TableActor, int]:
        return actor, await actor.ask(partial(_sit, actor, sitter, buy_in, partial(also, actor.rules.id)))

    for actor in _tables(room, game_id, sitter)[:TRIES]:
        buy_in = await _buy_in(room, user, actor, home)
        with suppress(Refused):  # somebody else has just taken the seat
            return await seat(actor, buy_in)
    actor = await _another_table(room, game_id)
    return await seat(actor, await _buy_in(room, user, actor, home))


def _tables(room: Room, game_id: str, sitter: Sitter) -> list[TableActor]:
    """Tables with a seat for them: first those where others play, the most people first, then an idle one."""
    shared = [actor for actor in room.tables.values() if _shared(actor, game_id, sitter)]
    idle = [actor for actor in room.tables.values() if _idle(actor, game_id)]
    return [*sorted(shared, key=lambda actor: -len(_people(actor))), *idle]


def _people(actor: TableActor) -> list[Seat]:
    """The people who play at a table."""
    return [seat for seat in actor.seating.seats if seat and not seat.bot and not seat.out and not seat.leaving]


def _shared(actor: TableActor, game_id: str, sitter: Sitter) -> bool:
    """Whether others play at this public table of the house, with a free seat that they may take."""
    rules = actor.rules
    return (
        _open(actor, game_id)
        and rules.seats > 2
        and not actor.runner.host.paused
        and sitter.user not in rules.barred
        and bool(_people(actor))
        and all([actor.cashier.away_for(seat.user) < GONE_S for seat in _people(actor)])
        and not any([_same(seat, sitter) for seat in actor.seating.seats if seat and not seat.bot])
    )


def _same(seat: Seat, sitter: Sitter) -> bool:
    """Whether a seat is of the same household or has the same person's chips."""
    theirs = purse.person(purse.of_seat(seat.user, seat.purse))
    return bool(sitter.home) and (seat.home == sitter.home or theirs == sitter.person)


def _open(actor: TableActor, game_id: str) -> bool:
    """Whether it is an open public table of the house for one game, with a free seat."""
    rules = actor.rules
    is_public = rules.public and rules.owner is None and rules.rotation is None and not actor.closing
    return is_public and rules.game_id == game_id and None in actor.seating.seats


async def _sit(actor: TableActor, sitter: Sitter, buy_in: int, also: Callable[[int], Sequence[Op]]) -> int:
    """Seat a person in the actor's turn, so that they are dealt in as soon as the rules allow. Returns their seat."""
    seating, cashier = actor.seating, actor.cashier
    alone = actor.live_over and all([seat.bot for seat in seating.seats if seat])
    free = cashier.free_seat()
    at = await cashier.sit(sitter, buy_in, free, first=alone, also=also(free))
    actor.seating.post_blinds(at, True)
    actor.runner.plan_next(soon=True)
    return at


async def _buy_in(room: Room, user: User, actor: TableActor, home: str) -> int:
    """The chips that they sit down with. The wallet is topped up first if it has fewer."""
    usual = buy_in = house_player.usual_buy_in(actor.rules)
    back = await actor.cashier.coming_back(user.person)
    if back is not None:
        buy_in = max(buy_in, back.chips)
    chips = await room.store.read(ledger.balance, ledger.wallet(user.person))
    if chips < buy_in:
        await room.daily_chips.give(user, home, buy_in - chips)
        chips = await room.store.read(ledger.balance, ledger.wallet(user.person))
    if chips < actor.rules.buy_in[0]:
        raise Refused("no-chips", Sentence("wallet-buy-in"), "come back tomorrow for more")
    buy_in = min(buy_in, chips)
    if room.allowance.left(user.person) < min(usual, buy_in):
        raise Refused("not-possible", Sentence("house-paid", most=room.allowance.daily), "come back tomorrow")
    return buy_in


def _idle(actor: TableActor, game_id: str) -> bool:
    """Whether it is a public table of the house for six with five house players, where nobody else sits and no hand is
    being played.
    """
    rules, seats = actor.rules, actor.seating.seats
    return (
        rules.game_id == game_id
        and rules.rotation is None
        and rules.public
        and rules.owner is None
        and rules.seats == rules.bots.keep + 1 == 6
        and all([seat is None or seat.bot for seat in seats])
        and None in seats
        and actor.live_over
    )


async def _another_table(room: Room, game_id: str) -> TableActor:
    """A table of the house when no idle one is left: a new one, or one with a free seat."""
    names = {actor.rules.name for actor in room.tables.values()}
    try:
        return await room.open_table(another(game_id, names), spare=True)
    except Refused:
        for actor in room.tables.values():
            if _open(actor, game_id):
                return actor
        raise
