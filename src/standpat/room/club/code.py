"""Invitation codes: 16 signs of Crockford's base 32, 80 random bits, written in groups of four.

Nobody guesses one: a thousand tries a second for a century hit a certain one with a chance below 1 in 10^11, and the
room allows ten tries in ten minutes for a person and for an address. A code says nothing about its club.
"""

import secrets
from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's digits: without I, L, O and U, which are read as 1, 1, 0 and V, or make words."""
SIGNS: Final = 16
GROUP: Final = 4
_READ_AS: Final = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V"})


def new_code() -> str:
    """Make a code, as it is stored and shown: ``7Q2M-…``."""
    return grouped("".join([secrets.choice(ALPHABET) for _ in range(SIGNS)]))


def typed(text: str) -> str | None:
    """The code that a person typed, in the form in which it is stored; None if it is none.

    >>> typed(" 7q2m 0000-oooo1Il1 ")
    '7Q2M-0000-0000-1111'
    >>> typed("7Q2M")
    """
    signs = "".join([sign for sign in text[:60].upper().translate(_READ_AS) if sign not in " -"])
    return grouped(signs) if len(signs) == SIGNS and set(signs) <= set(ALPHABET) else None


def grouped(signs: str) -> str:
    """The signs in groups."""
    return "-".join([signs[start : start + GROUP] for start in range(0, len(signs), GROUP)])
