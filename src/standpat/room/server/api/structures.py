"""Structures of tournaments for who makes their own: the presets to begin with, and what is wrong with one.

A fault names its field: the request is refused with the sentence of the structure's own check.
"""

from typing import Any, Final, cast, get_args

import msgspec
from msgspec import Struct
from starlette.requests import Request

from standpat.language.sentence import Sentence
from standpat.protocol.whole import exact
from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import body_of
from standpat.tournament import structure as structures
from standpat.tournament.length import estimate
from standpat.tournament.payouts import prizes
from standpat.tournament.presets import SPEEDS, Kind, preset
from standpat.tournament.structure import Structure

MOST_PRIZES: Final = 100
"""How many prizes an answer has at most."""


class Draft(Struct, forbid_unknown_fields=True):
    """The body of a request to check a structure.

    Attributes:
        structure: The structure.
        entries: How many entries are expected.
    """

    structure: msgspec.Raw
    entries: int = 2


async def a_preset(request: Request) -> Any:
    """A structure to begin with, by game, speed and the players of a sit-and-go."""
    asked = request.query_params
    kind, speed, players = asked.get("kind", "27td"), asked.get("speed", "normal"), asked.get("players", "")
    if kind not in get_args(Kind) or speed not in SPEEDS or (players and not players.isdecimal()):
        raise Fault("not-found", Sentence("structure-preset"))
    try:
        return {"structure": preset(cast(Kind, kind), speed, int(players[:4]) if players else None)}
    except ValueError as error:
        raise Fault("not-possible", error.args[0]) from None


async def check(request: Request) -> Any:
    """What a structure gives: about how long it lasts, in minutes, and the prizes. It is refused if it has a fault."""
    body = await body_of(request, Draft)
    structure = structure_of(body.structure)
    least, most = 2, max(2, structure.most)
    entries = min(max(body.entries, least), most)
    length = estimate(structure, entries)
    shares = structure.payout.shares(entries, sit_and_go=structure.sit_and_go)
    return {
        "entries": entries,
        "length": length and {"level": length.level, "minutes": list(length[1:])},
        "prizes": prizes(entries * structure.buy_in, shares)[:MOST_PRIZES],
    }


def structure_of(data: bytes | msgspec.Raw) -> Structure:
    """A structure of somebody's own.

    Raises:
        Fault: There cannot be such a structure.
    """
    try:
        structure = structures.decode(bytes(data))
    except (ValueError, RecursionError) as error:
        cause = error.__cause__
        if isinstance(cause, ValueError) and cause.args and isinstance(cause.args[0], Sentence):
            raise Fault("not-possible", cause.args[0]) from None
        raise Fault("bad-frame", f"that cannot be read: {error}") from None
    if not exact(structure):
        raise Fault("bad-frame", "whole numbers must be below 2**53")
    return structure
