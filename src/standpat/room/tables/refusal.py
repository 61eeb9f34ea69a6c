"""The answers to messages that are refused. A refused message has changed nothing."""

from standpat.engine.action import IllegalAction
from standpat.language.sentence import Sentence, sentence_of
from standpat.protocol.room import Error, ErrorCode
from standpat.room.store import ledger
from standpat.room.tables.seating import SeatingError


class Refused(Exception):
    """A refusal.

    Args:
        code: A code for programs.
        text: What was wrong; a `Sentence` if people read it.
        right: What would be right.
    """

    def __init__(self, code: ErrorCode, text: str, right: str = "") -> None:
        super().__init__(text)
        self.code: ErrorCode = code
        self.right = right


REFUSALS = (Refused, SeatingError, IllegalAction, ledger.Overdraft)
"""Errors caused by the request, not by the room."""


def refusal(id: int, error: Exception) -> Error:
    """The answer to message `id`, which is refused with this error."""
    key, values = sentence_of(error)
    match error:
        case Refused(code=code, right=right):
            return Error(id, code, str(error), right, key, values)
        case IllegalAction():
            return Error(id, "illegal", str(error), str(error))
        case ledger.Overdraft():
            return _plainly(id, "no-chips", Sentence("wallet"))
        case SeatingError():
            return Error(id, "not-possible", str(error), "", key, values)
    return trouble(id)


def trouble(id: int) -> Error:
    """The answer to message `id` after a failure of the room."""
    return _plainly(id, "trouble", Sentence("trouble"))


def _plainly(id: int, code: ErrorCode, text: Sentence) -> Error:
    return Error(id, code, str(text), "", text.key, text.values)
