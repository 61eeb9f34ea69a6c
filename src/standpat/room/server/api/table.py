"""One table: its record, its rules in words, and its password."""

from typing import Any

import msgspec
from starlette.requests import Request

from standpat.engine.games import Game, Stakes
from standpat.language import language
from standpat.language.sentence import Sentence
from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import Password, body_of, language_of, party_of, password_try, signed_in, table_of
from standpat.room.server.api.tournament_access import give_password
from standpat.room.server.visitor import room_of
from standpat.table_view.naming import game_name
from standpat.table_view.rules_examples import examples
from standpat.table_view.rules_page import rules as rule_lines
from standpat.teacher.lesson import lesson_games


async def table(request: Request) -> Any:
    """A table's rules."""
    return (await table_of(request)).runner.view()


async def rules(request: Request) -> Any:
    """The rules of this table in words, made from its record: those of the present game and, in a rotation, of each."""
    record = (await table_of(request)).rules
    say = language(language_of(request))
    link = record.link.view(record.id) if record.link else None
    linked = [say(f"rules.link-{link.role}", name=link.name), say("rules.link")] if link else []

    def of(played: Game, stakes: Stakes) -> dict[str, Any]:
        return {
            "title": say("rules.title", game=game_name(played, say)),
            "lines": rule_lines(played, stakes, say, straddle=record.straddle, chop=record.chop),
            "examples": msgspec.to_builtins(examples(played, say)),
            "lesson": played.id if played.id in lesson_games() else None,
        }

    games = [of(entry.game(), entry.stakes) for entry in record.rotation.entries] if record.rotation else []
    return {**of(record.game(), record.stakes), "rotation": games, "linked": linked}


async def enter(request: Request) -> Any:
    """Admit the user to a table whose password they give; at one of a tournament it is the tournament's."""
    room, user = room_of(request), await signed_in(request)
    body = await body_of(request, Password)
    actor = room.tables.get(request.path_params["table"])
    if actor is None:
        raise Fault("not-found", Sentence("no-table"))
    if actor.rules.tournament:
        await give_password(request, user, actor.rules.tournament, body.password)
        return {}
    with password_try(request, user, actor.rules.id):
        await room.access.enter(user.id, actor, body.password, party_of(request, user))
    return {}
