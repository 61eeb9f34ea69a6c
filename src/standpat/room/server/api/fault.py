"""The refusal of a request."""

from standpat.language.sentence import Sentence


class Fault(Exception):
    """A refusal of a request.

    Args:
        code: A code for programs.
        text: What was wrong, for people.
        right: What would be right.
        wait: Seconds after which the request may be sent again; None if that does not help.
    """

    def __init__(self, code: str, text: str, right: str = "", wait: int | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.right = right
        self.wait = wait


def too_fast(seconds: int) -> Fault:
    """The refusal of a request above a rate limit. It may be sent again after some seconds."""
    return Fault("too-fast", Sentence("too-fast"), f"wait {seconds} s", seconds)
