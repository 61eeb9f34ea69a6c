"""The guided lesson of a game, as one value: for each hand the events, the betting, and the steps with their texts."""

from typing import Any

import msgspec
from starlette.requests import Request

from standpat.cards.card import TEXT
from standpat.engine.action import Action, Call, Discard
from standpat.engine.event import to_builtins
from standpat.engine.games import Game, game
from standpat.language import Language, language
from standpat.language.sentence import Sentence
from standpat.protocol import room as wire
from standpat.room.server.api.fault import Fault
from standpat.room.server.api.request import language_of
from standpat.table_view.naming import game_name, ranks
from standpat.table_view.public_state import PublicState
from standpat.teacher.lesson import LEARNER, Lesson, LessonHand, lesson, lesson_games
from standpat.teacher.played import Played, play


async def lessons(request: Request) -> Any:
    """The lesson of a game, if it has one."""
    id = request.path_params["game"]
    if id not in lesson_games():
        raise Fault("not-found", Sentence("no-address"))
    return lesson_view(id, language(language_of(request)))


def lesson_view(id: str, say: Language) -> dict[str, Any]:
    """The lesson of a game in a language."""
    record, course = game(id), lesson(id)
    return {
        "game": id,
        "title": say("lesson.title", game=game_name(record, say)),
        "table": {
            "game": msgspec.to_builtins(record),
            "stakes": msgspec.to_builtins(course.stakes),
            "seats": 2,
            "name": "",
        },
        "players": [say("lesson.you"), say("lesson.robin")],
        "hands": [_hand(record, course, one, say) for one in course.hands],
    }


def _hand(record: Game, course: Lesson, given: LessonHand, say: Language) -> dict[str, Any]:
    played = play(record, course, given)
    words = f"lesson.{record.id}.{given.name}"
    state = PublicState(record, course.stakes, LEARNER)
    return {
        "name": given.name,
        "title": say(f"{words}.title"),
        "idea": say(f"{words}.idea"),
        "end": say(f"{words}.end", **_result(record, played)),
        "button": given.button,
        "events": [to_builtins(event) for event in played.events],
        "betting": msgspec.to_builtins(wire.betting_after_each(played.events, state)),
        "steps": [
            {
                "at": step.at,
                "ask": say(f"{words}.{step.name}.ask"),
                "why": say(step.hint.reason, **step.hint.values),
                "options": [_choice(option, step.call) for option in step.options],
                "expected": _choice(step.hint.action, step.call),
            }
            for step in played.steps
        ],
    }


def _choice(action: Action, call: int | None) -> dict[str, Any]:
    """An action for the page: its kind with its chips, or its cards."""
    kind = str(type(action).__struct_config__.tag)
    if isinstance(action, Discard):
        return {"kind": kind, "cards": [TEXT[card] for card in action.cards]}
    return {"kind": kind, "amount": call if isinstance(action, Call) else getattr(action, "to", None)}


def _result(record: Game, played: Played) -> dict[str, object]:
    """The values of the text at a hand's end."""
    names = [ranks(cards, record) for cards in played.cards]
    net = played.nets[LEARNER]
    return {"yours": names[0], "theirs": names[1], "won": max(net, 0), "lost": max(-net, 0)}
