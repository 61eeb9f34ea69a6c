"""A hint for a person whose opponents in the hand are all house players: what the strongest bot of the game would do.

The bot sees what the person sees (`standpat.Situation`) and nothing else. It thinks on a thread of its own, one hint at
a time, so that the tables go on.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from typing import Final

from standpat.bots.player import Situation, dealt, situation
from standpat.bots.registry import policy, strongest
from standpat.language.sentence import Sentence
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.refusal import Refused
from standpat.teacher.advice import by_policy
from standpat.teacher.hint import Hint

_MIND: Final = ThreadPoolExecutor(1, "hint")


def asked(live: LiveHand | None, user: str, hand_no: int, seq: int) -> Situation:
    """The decision about which a person asks.

    Args:
        live: The present hand of the table.
        user: The person.
        hand_no: The number of the hand.
        seq: The number of the decision in the hand.

    Raises:
        Refused: It is another decision or somebody else's, a person is among the opponents, or hands are being shown.
    """
    if live is None or live.over or (hand_no, seq) != (live.record.hand_no, live.seq):
        raise Refused("late", Sentence("late"))
    if live.user_to_act != user:
        raise Refused("not-your-turn", Sentence("not-your-turn"))
    seat = live.hand.to_act
    if not all([bot for at, bot in enumerate(live.record.bots) if at != seat]):
        raise Refused("not-possible", Sentence("only-bots"))
    if live.hand.legal.showdown is not None:
        raise Refused("not-possible", Sentence("hand-over"))
    return situation(live.hand, Random())


def think(now: Situation) -> Future[Hint]:
    """Begin to think about a decision."""
    return _MIND.submit(_thought, now)


def _thought(now: Situation) -> Hint:
    return by_policy(policy(strongest(now.game.id, dealt(now))))(now)
