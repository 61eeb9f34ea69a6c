"""A new tournament: a preset, or a structure of somebody's own."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.room.club import tournament as club
from standpat.room.club.refusal import ClubRefused
from standpat.room.server.api.clubs import fault
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import body_of, party_of, signed_in
from standpat.room.server.api.structures import structure_of
from standpat.room.server.api.tournament_access import desk_of
from standpat.room.server.idempotency import note_of
from standpat.room.server.visitor import asker_of, client_of, quotas_of, room_of
from standpat.room.store import Op
from standpat.room.store.tournament_door import Door
from standpat.room.tables.table import MAX_PASSWORD
from standpat.tournament.options import Edition, Options
from standpat.tournament.presets import TURNS, Kind, of_games, preset
from standpat.tournament.rotation import Turns
from standpat.tournament.structure import Structure


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
        buy_in: What an entry of a preset costs; a structure has its own.
        bots: How many bots enter at once. Who opens it pays for their entries and gets their prizes.
        private: Whether it is in nobody's list who has not its link.
        password: What opens it besides the link; "" for none. With one it is private.
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
    buy_in: int = 0
    bots: int = 0
    private: bool = False
    password: str = ""
    club: str = ""
    evening: str = ""


async def create(request: Request) -> Any:
    """Open a tournament."""
    user, room, desk = await signed_in(request), room_of(request), desk_of(request)
    body = await body_of(request, NewTournament)
    if user.kind == "guest" and not room.office.settings.guest_tables:
        raise Fault("not-allowed", Sentence("guest-tables"))
    asker, own_tries = asker_of(request, user), user.id if user.kind == "registered" else client_of(request)

    def check() -> None:
        own = [one for one in desk.keepers.values() if one.owner == user.id and one.state.status in ("open", "running")]
        if len(own) >= room.limits.tables:
            raise Fault("not-possible", Sentence("own-tournaments", count=len(own)))
        if user.role != "admin":
            desk.origins.check_opening([id for id, one in desk.keepers.items() if one.owner], asker.client)

    check()
    if not quotas_of(request).table(asker):
        raise too_fast(quotas_of(request).seconds("table", asker.person, asker.client))
    try:
        structure = _structure(body)
        options = Options.from_json(msgspec.json.encode({**body.options, "edition": body.edition}))
    except (ValueError, TypeError) as error:
        raise Fault("not-possible", error.args[0]) from None
    if body.club and body.bots:
        raise Fault("not-possible", Sentence("club-bots"))
    if body.club and (body.private or body.password):
        raise Fault("not-possible", Sentence("club-private"))
    if len(body.password) > MAX_PASSWORD:
        raise Fault("not-possible", Sentence("table-password", most=MAX_PASSWORD))
    hashed = None
    if body.password:
        request.app.state.tries.own(own_tries)
        hashed = await room.accounts.hash(body.password, party_of(request, user))
        check()  # again, because others may have been opened meanwhile
    begins, note = body.starts or room.watch.wall(), note_of(request)

    def opened(id: str) -> dict[str, Any]:
        return {"tournament": id, "url": f"/tournaments/{id}"}

    def also(id: str) -> Sequence[Op]:
        held = [club.hold(body.club, user.id, body.evening, id, structure.name, begins)] if body.club else []
        return [*held, *note(opened(id))]

    try:
        keeper = await desk.announce(
            structure.name,
            structure,
            options,
            user.id,
            starts=body.starts,
            bots=body.bots,
            payer=user.person,
            door=Door(body.private or hashed is not None, hashed),
            also=also,
        )
    except ClubRefused as error:
        raise fault(error) from None
    desk.origins.opened(keeper.id, asker.client)
    return opened(keeper.id)


def _structure(body: NewTournament) -> Structure:
    """The structure that is asked for, under its name.

    Raises:
        ValueError: There cannot be such a structure.
    """
    made = bytes(body.structure)
    if made:
        structure = structure_of(made)
    elif body.games:
        structure = of_games(body.games, body.speed, body.players, house=body.house, turns=body.turns)
    else:
        structure = preset(body.kind or "27td", body.speed, body.players)
    buy_in = structure.buy_in if made else body.buy_in
    name = " ".join(body.name.split()) or structure.name
    return msgspec.structs.replace(structure, name=name, buy_in=buy_in)
