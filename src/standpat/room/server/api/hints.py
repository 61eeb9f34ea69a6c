"""A hint at a table of bots, in plain words."""

import asyncio
from typing import Any, Final

from msgspec import Struct
from starlette.requests import Request

from standpat.bots.player import Situation
from standpat.cards.card import TEXT
from standpat.engine.action import Action, Bet, Call, Discard, Raise
from standpat.language import Language, language
from standpat.language.sentence import Sentence
from standpat.room.server.api.fault import Fault, too_fast
from standpat.room.server.api.request import body_of, language_of, signed_in, table_of
from standpat.room.server.visitor import asker_of, quotas_of, room_of
from standpat.room.tables.hints import asked, think
from standpat.table_view.naming import ranks, short
from standpat.teacher.hint import Hint

CLOSE: Final = 30
"""Of 100 times: from so many on, the other choices are told of."""


class Decision(Struct):
    """The body of a request: a decision, by the numbers of its hand and of the decision in it."""

    hand_no: int
    seq: int


async def hint(request: Request) -> Any:
    """What the strongest bot would do in the asker's place, and why."""
    user, actor = await signed_in(request), await table_of(request)
    body = await body_of(request, Decision)
    if room_of(request).tournaments.with_people(actor):  # who may be at other tables
        raise Fault("not-possible", Sentence("only-bots-left"))
    now = asked(actor.live, user.id, body.hand_no, body.seq)
    asker = asker_of(request, user)
    if not quotas_of(request).hint(asker):
        raise too_fast(quotas_of(request).seconds("hint", asker.person, asker.client))
    return told(await asyncio.wrap_future(think(now)), now, language(language_of(request)))


def told(hint: Hint, now: Situation, say: Language) -> dict[str, Any]:
    """A hint in a language: the action for programs and in words, and why, with a word if it is close."""
    reasons = [say(hint.reason, hand=short(now.cards, now.game, say), **hint.values)]
    if hint.other >= CLOSE:
        reasons.append(say("hint.close", count=hint.other))
    why = " ".join([reason[0].upper() + reason[1:] for reason in reasons])
    return {"action": _plain(hint.action), "text": _words(hint.action, now, say), "why": why}


def _plain(action: Action) -> dict[str, Any]:
    kind = str(type(action).__struct_config__.tag)
    if isinstance(action, Discard):
        return {"kind": kind, "cards": [TEXT[card] for card in action.cards]}
    return {"kind": kind, "amount": action.to} if isinstance(action, Bet | Raise) else {"kind": kind}


def _words(action: Action, now: Situation, say: Language) -> str:
    match action:
        case Discard(cards=cards) if len(cards) == len(now.cards):
            return say("hint.do.all")
        case Discard(cards=cards):
            kept = ranks([card for card in now.cards if card not in cards], now.game)
            return say("hint.do.draw", count=len(cards), cards=kept)
        case Bet(to=to) | Raise(to=to):
            return say(f"hint.do.{_plain(action)['kind']}", amount=to)
        case Call():
            return say("hint.do.call", amount=now.legal.call)
        case _:
            return say(f"hint.do.{_plain(action)['kind']}")
