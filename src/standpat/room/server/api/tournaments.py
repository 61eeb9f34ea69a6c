"""Tournaments: the list, one of them, what players ask for, and what its director does.

What cannot be done now is refused with the reason, and nothing has changed. Only the director, or the operator, may do
what directs a tournament.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.club import tournament as club
from standpat.room.club.refusal import ClubRefused
from standpat.room.limits.quota import Asker
from standpat.room.server.api.clubs import fault
from standpat.room.server.api.endpoint import Handler
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import body_of, signed_in
from standpat.room.server.api.structures import structure_of
from standpat.room.server.api.tournament_access import check_seen, desk_of, hidden_from, over_of
from standpat.room.server.idempotency import note_of
from standpat.room.server.visitor import asker_of, quotas_of, room_of, visitor
from standpat.room.store import Op, ledger, tournament_book
from standpat.room.store.users import User
from standpat.room.tournaments.keeper import Keeper
from standpat.room.tournaments.view import WISHES, row, view
from standpat.tournament import commands
from standpat.tournament.commands import Form, Granted
from standpat.tournament.options import Edition, Options
from standpat.tournament.presets import TURNS, Kind, of_games, preset
from standpat.tournament.registration import Refused
from standpat.tournament.rotation import Turns
from standpat.tournament.undo import undo as undo_act

PAST: Final = 20
"""How many tournaments that are over are listed."""


class NewTournament(Struct, forbid_unknown_fields=True):
    """The body of a request to open a tournament: a preset or a structure of one's own.

    Attributes:
        kind: The preset's game; "" for a structure, or for `games`.
        games: The games of the preset, instead of its kind, such as those of a home game.
        house: Their house rules.
        turns: How long each of several games lasts, and who picks the next.
        speed: The preset's speed.
        players: The players of a sit-and-go; None for a tournament that starts at a time.
        structure: A structure instead of a preset; empty for none.
        name: Its name; "" for the structure's.
        edition: The edition of the rules.
        options: What differs from the edition, by name (`standpat.tournament.options`).
        starts: When it starts, in Unix seconds; 0 for a sit-and-go.
        bots: How many bots enter at once.
        club: The club whose tournament it is; "" for none.
        evening: The evening of the club; "" for a new one.
    """

    kind: Kind | Literal[""] = ""
    games: list[str] = []
    house: str = "online"
    turns: Turns = TURNS
    speed: str = "normal"
    players: int | None = None
    structure: msgspec.Raw = msgspec.Raw()
    name: str = ""
    edition: Edition = "tda2024"
    options: dict[str, Any] = {}
    starts: float = 0
    bots: int = 0
    club: str = ""
    evening: str = ""


class Division(Struct, forbid_unknown_fields=True):
    """The body of a request to propose a deal."""

    form: Form
    amounts: dict[str, int] | None = None


class Reply(Struct, forbid_unknown_fields=True):
    """The body of an answer to a deal."""

    yes: bool


class Choice(Struct, forbid_unknown_fields=True):
    """The body of a request to pick the next game, by its place in the list."""

    game: int


class Told(Struct, forbid_unknown_fields=True):
    """The body of a director's request with words."""

    text: str = ""


class Minutes(Struct, forbid_unknown_fields=True):
    """The body of a director's request with a time, and the reason; negative takes it off."""

    minutes: int
    text: str = ""


class Seated(Struct, forbid_unknown_fields=True):
    """The body of a request to move a player to a seat of another table, by its number."""

    player: str
    table: int
    seat: int
    why: str


class Undoing(Struct, forbid_unknown_fields=True):
    """The body of a request to undo an act, by its number."""

    act: int
    why: str


class Sent(Struct, forbid_unknown_fields=True):
    """The body of a request to disqualify a player."""

    player: str
    why: str


async def tournaments(request: Request) -> Any:
    """The tournaments: those that are not over, then the last ones that are."""
    user, room = await visitor(request), room_of(request)
    now, keepers = int(room.watch.wall() * 1000), room.tournaments.keepers.values()
    me, table_id = user.id if user else "", room.tournaments.table_id
    rows = [row(keeper.state, now, me, table_id) for keeper in keepers]
    rows.sort(key=lambda one: (one.status != "open", one.starts, one.name))
    past = [id for id in await room.store.read(tournament_book.past, PAST) if id not in room.tournaments.keepers]
    rows += await room.tournaments.past.rows(past)
    hidden = await hidden_from(request, user, [one.id for one in rows])
    return {"tournaments": [one for one in rows if one.id not in hidden]}


async def create(request: Request) -> Any:
    """Open a tournament."""
    user, room = await signed_in(request), room_of(request)
    body = await body_of(request, NewTournament)
    if user.kind == "guest" and not room.office.settings.guest_tables:
        raise Fault("not-allowed", Sentence("guest-tables"))
    own = [keeper for keeper in desk_of(request).keepers.values() if keeper.owner == user.id]
    if len([keeper for keeper in own if keeper.state.status in ("open", "running")]) >= room.limits.tables:
        raise Fault("not-possible", Sentence("own-tournaments", count=len(own)))
    asker, origins = asker_of(request, user), desk_of(request).origins
    if user.role != "admin":
        origins.check_opening([id for id, one in desk_of(request).keepers.items() if one.owner], asker.client)
    if not quotas_of(request).table(asker):
        raise too_fast(quotas_of(request).seconds("table", asker.person, asker.client))
    try:
        made = bytes(body.structure)
        if made:
            structure = structure_of(made)
        elif body.games:
            structure = of_games(body.games, body.speed, body.players, house=body.house, turns=body.turns)
        else:
            structure = preset(body.kind or "27td", body.speed, body.players)
        options = Options.from_json(msgspec.json.encode({**body.options, "edition": body.edition}))
    except (ValueError, TypeError) as error:
        raise Fault("not-possible", error.args[0]) from None
    name = " ".join(body.name.split()) or structure.name
    structure = msgspec.structs.replace(structure, name=name)
    if body.club and body.bots:
        raise Fault("not-possible", Sentence("club-bots"))
    begins, note = body.starts or room.watch.wall(), note_of(request)

    def opened(id: str) -> dict[str, Any]:
        return {"tournament": id, "url": f"/tournaments/{id}"}

    def also(id: str) -> Sequence[Op]:
        held = [club.hold(body.club, user.id, body.evening, id, name, begins)] if body.club else []
        return [*held, *note(opened(id))]

    try:
        keeper = await desk_of(request).announce(
            name, structure, options, user.id, starts=body.starts, bots=body.bots, also=also
        )
    except ClubRefused as error:
        raise fault(error) from None
    origins.opened(keeper.id, asker.client)
    return opened(keeper.id)


async def tournament(request: Request) -> Any:
    """A tournament, over or not, as the user sees it."""
    user, room = await visitor(request), room_of(request)
    id, now = request.path_params["tournament"], int(room.watch.wall() * 1000)
    open_to_them = await check_seen(request, user, id)
    desk_of(request).check_readable(id)
    keeper = desk_of(request).keepers.get(id)
    if keeper is not None:
        me, operator = user.id if user else "", user is not None and user.role == "admin"
        directs = _directs(user, keeper) and (operator or open_to_them)
        return view(keeper.state, me, now, desk_of(request).table_id, director=directs, operator=operator)
    over = await over_of(request, id)
    return view(over.state, user.id if user else "", now, lambda _, number: "", director=False)


async def register(request: Request) -> Any:
    """Enter."""
    user, desk, id = await signed_in(request), desk_of(request), request.path_params["tournament"]
    if await hidden_from(request, user, [id]):
        raise Fault("not-found", Sentence("tournament-unknown"))
    keeper, asker = desk.find(id), _counted(request, user)
    private = bool(await hidden_from(request, None, [id]))  # the members of a club know each other
    new = not private and desk.origins.enter(keeper.id, user.id, asker.client)
    try:
        await _ask(
            request, commands.register, user.id, user.name, account=ledger.wallet(user.person), person=user.person
        )
    except BaseException:
        if new:
            desk.origins.leave(id, user.id)
        raise
    return {}


def wish_of(name: str) -> Handler:
    """The handler of a request without arguments: to withdraw, enter again, buy chips, or say no to them."""

    async def handler(request: Request) -> Any:
        user = await signed_in(request)
        _counted(request, user)
        await _ask(request, WISHES[name], user.id, account=ledger.wallet(user.person))
        if name == "withdraw":
            desk_of(request).origins.leave(request.path_params["tournament"], user.id)
        return {}

    return handler


async def propose(request: Request) -> Any:
    """Propose a deal."""
    user, body = await signed_in(request), await body_of(request, Division)
    await _ask(request, commands.propose, user.id, body.form, amounts=body.amounts)
    return {}


async def answer(request: Request) -> Any:
    """Answer a proposed deal."""
    user, body = await signed_in(request), await body_of(request, Reply)
    await _ask(request, commands.answer, user.id, body.yes)
    return {}


async def pick(request: Request) -> Any:
    """Pick the next game."""
    user, body = await signed_in(request), await body_of(request, Choice)
    await _ask(request, commands.pick, user.id, body.game)
    return {}


async def pause(request: Request) -> Any:
    """Pause."""
    user, body = await _director(request), await body_of(request, Told)
    await _ask(request, commands.pause, user.id, why=body.text)
    return {}


async def resume(request: Request) -> Any:
    """Go on."""
    user, body = await _director(request), await body_of(request, Told)
    await _ask(request, commands.resume, user.id, why=body.text)
    return {}


async def time(request: Request) -> Any:
    """Add time to the level, or take some off."""
    user, body = await _director(request), await body_of(request, Minutes)
    await _ask(request, commands.add_time, user.id, 60_000 * body.minutes, why=body.text)
    return {}


async def call_break(request: Request) -> Any:
    """Begin a break."""
    user, body = await _director(request), await body_of(request, Minutes)
    await _ask(request, commands.call_break, user.id, 60_000 * body.minutes, why=body.text)
    return {}


async def disqualify(request: Request) -> Any:
    """Take a player out."""
    user, body = await _director(request), await body_of(request, Sent)
    await _ask(request, commands.disqualify, user.id, body.player, body.why)
    return {}


async def move(request: Request) -> Any:
    """Move a player to another table."""
    user, body = await _director(request), await body_of(request, Seated)
    await _ask(request, commands.move, user.id, body.player, body.table, body.seat, body.why)
    return {}


async def undo(request: Request) -> Any:
    """Undo an act of the director."""
    user, body = await _director(request), await body_of(request, Undoing)
    await _ask(request, undo_act, user.id, body.act, body.why, operator=user.role == "admin")
    return {}


async def cancel(request: Request) -> Any:
    """Call it off: at once before the start, and when the present hands are over after it."""
    user, body = await _director(request), await body_of(request, Told)
    await _ask(request, commands.cancel, user.id, why=body.text)
    return {}


async def announce(request: Request) -> Any:
    """Tell everybody something."""
    user, body = await _director(request), await body_of(request, Told)
    await _ask(request, commands.announce, user.id, body.text)
    return {}


def _counted(request: Request, user: User) -> Asker:
    """Who asks, after an entry or a purchase was counted.

    Raises:
        Fault: They asked too often.
    """
    asker = asker_of(request, user)
    if not quotas_of(request).entry(asker):
        raise too_fast(quotas_of(request).seconds("entry", asker.person, asker.client))
    return asker


def _directs(user: User | None, keeper: Keeper) -> bool:
    return user is not None and (user.role == "admin" or user.id == keeper.owner)


async def _director(request: Request) -> User:
    """The user, who must direct the tournament: of a club's, only as long as they are a member."""
    user, id = await signed_in(request), request.path_params["tournament"]
    if not await check_seen(request, user, id) and user.role != "admin":
        raise Fault("not-allowed", Sentence("tournament-director"))
    if not _directs(user, desk_of(request).find(request.path_params["tournament"])):
        raise Fault("not-allowed", Sentence("tournament-director"))
    return user


async def _ask(request: Request, command: Callable[..., Granted], *args: Any, account: str = "", **more: Any) -> None:
    keeper = desk_of(request).find(request.path_params["tournament"])
    await check_seen(request, await visitor(request), keeper.id)
    try:
        await keeper.ask(command, *args, account=account, also=note_of(request)({}), **more)
    except Refused as refused:
        raise Fault("not-possible", refused.args[0]) from None
