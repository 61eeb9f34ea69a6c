"""The refusals of clubs, and the texts of people that are checked before they are stored."""

from typing import Final, Literal

from standpat.language.sentence import Sentence
from standpat.room.store.batch import StoreError

Code = Literal["not-found", "not-allowed", "not-possible"]
MOST_AMOUNT: Final = 10**9
"""The largest amount, in whole units of a club's currency."""


class ClubRefused(StoreError):
    """A refused act. Nothing was written.

    Args:
        code: A code for programs.
        text: What was wrong, for people.
    """

    def __init__(self, code: Code, text: Sentence) -> None:
        super().__init__(text)
        self.code: Code = code


def no_club() -> ClubRefused:
    """The answer to everybody who is not a member, whether or not there is such a club."""
    return ClubRefused("not-found", Sentence("club-none"))


def line(text: str, most: int, least: int = 1) -> str:
    """A text of one line, with single spaces.

    Raises:
        ClubRefused: It is too short or too long, or has signs that cannot be printed.
    """
    told = " ".join(text.split())
    if not least <= len(told) <= most or not told.isprintable():
        raise ClubRefused("not-possible", Sentence("club-text", least=least, most=most))
    return told


def amount(number: int, least: int = 0) -> int:
    """An amount in whole units.

    Raises:
        ClubRefused: It is below `least` or above `MOST_AMOUNT`.
    """
    if not least <= number <= MOST_AMOUNT:
        raise ClubRefused("not-possible", Sentence("club-amount", least=least, most=MOST_AMOUNT))
    return number
