"""What is said to somebody whose message was refused; nothing has changed then."""

from standpat.action import IllegalAction
from standpat.room.seating import SeatingError
from standpat.room.store import ledger
from standpat.room.wire import Error, ErrorCode


class Refused(Exception):
    """Not done, nothing changed: the code and the words of the answer."""

    def __init__(self, code: ErrorCode, text: str, right: str = "") -> None:
        super().__init__(text)
        self.code: ErrorCode = code
        self.right = right


REFUSALS = (Refused, SeatingError, IllegalAction, ledger.Overdraft)
"""Errors that are the asker's, not the room's."""


def refusal(id: int, error: Exception) -> Error:
    """The answer to message `id`."""
    match error:
        case Refused(code=code, right=right):
            return Error(id, code, str(error), right)
        case IllegalAction():
            return Error(id, "illegal", str(error), str(error))
        case ledger.Overdraft():
            return Error(id, "no-chips", "your wallet does not hold so many chips")
        case SeatingError():
            return Error(id, "not-possible", str(error))
    return Error(id, "trouble", "it could not be written down, so it has not happened")
