"""A request that is refused: a code for programs, a text for people."""

from standpat.language.sentence import Sentence


class Fault(Exception):
    """A request is refused: `code` for programs, `text` for people. After `wait` seconds it may be sent again."""

    def __init__(self, code: str, text: str, right: str = "", wait: int | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.right = right
        self.wait = wait


def too_fast(seconds: int) -> Fault:
    """The refusal of somebody who asks too often: they may ask again in so many seconds."""
    return Fault("too-fast", Sentence("too-fast"), f"wait {seconds} s", seconds)
