"""Names: those given to guests, and the rules for chosen names.

A chosen name has 2 to 20 letters, digits and single ``space - _ . '`` between them. Its letters are of one script,
because a Cyrillic a in a Latin name looks like another player's name. Names that the room itself uses are reserved.
`key` is what must be unique: the name without case and in compatibility form (NFKC).
"""

import secrets
import unicodedata
from typing import Final

from standpat.language.sentence import Sentence

LEAST: Final = 2
"""The shortest name, in characters."""
MOST: Final = 20
"""The longest name, in characters."""
BETWEEN: Final = " -_.'"
"""Characters that may stand between letters and digits, one at a time."""
RESERVED: Final = frozenset(
    {"admin", "administrator", "bank", "bot", "dealer", "host", "house", "moderator", "staff", "standpat", "system"}
)
"""Keys of names that nobody may choose."""

_STARS: Final = (
    "Achernar Adhara Albireo Alcor Aldebaran Algol Alioth Alkaid Almach Alnair Alnilam Alnitak Alphard Altair Antares "
    "Arcturus Atria Avior Bellatrix Betelgeuse Canopus Capella Castor Deneb Denebola Diphda Dubhe Elnath Eltanin Enif "
    "Fomalhaut Hadar Hamal Izar Kochab Markab Megrez Merak Miaplacidus Mimosa Mintaka Mira Mirach Mirfak Mizar Nunki "
    "Phecda Polaris Pollux Procyon Regulus Rigel Sabik Sadr Saiph Scheat Schedar Shaula Sirius Spica Suhail "
    "Thuban Vega Wezen"
)
"""Names for guests. The names of stars are the same in every language."""


class NameRefused(ValueError):
    """A name that is not allowed. The message says why."""


def key(name: str) -> str:
    """The key of a name. Two names with the same key count as the same name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def chosen(name: str) -> str:
    """Check a chosen name.

    Returns:
        The name in compatibility form, without spaces around it.

    Raises:
        NameRefused: The name is not allowed.
    """
    name = unicodedata.normalize("NFKC", name).strip()
    if not LEAST <= len(name) <= MOST:
        raise NameRefused(Sentence("name-length", least=LEAST, most=MOST, count=len(name)))
    for place, char in enumerate(name):
        if char in BETWEEN:
            if place in (0, len(name) - 1) or name[place - 1] in BETWEEN:
                raise NameRefused(Sentence("name-ends"))
        elif not (char.isalpha() or char.isdecimal()):
            raise NameRefused(Sentence("name-signs", signs=" ".join(BETWEEN.strip()), sign=repr(char)))
    scripts = {unicodedata.name(char, "?").split()[0] for char in name if char.isalpha()}
    if len(scripts) > 1:
        raise NameRefused(Sentence("name-alphabet"))
    if not scripts:
        raise NameRefused(Sentence("name-letter"))
    if key(name) in RESERVED:
        raise NameRefused(Sentence("name-room", name=name))
    return name


def friendly(*, crowded: bool = False) -> str:
    """Make a name for a guest, the same in every language: ``Altair 472``. With `crowded` the number is longer."""
    number = 10_000 + secrets.randbelow(990_000) if crowded else 100 + secrets.randbelow(900)
    return f"{secrets.choice(_STARS.split())} {number}"
