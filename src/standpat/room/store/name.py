"""Names: the ones given to guests, and what may be chosen.

A chosen name has 2 to 20 letters, digits and single ``space - _ . '`` between them, letters of one script only (a
Cyrillic a in a Latin name is another player's name to the eye), and is not one the room speaks by. `key` is what
must be unique: the name without case and in compatible form.
"""

import secrets
import unicodedata
from typing import Final

from standpat.language.sentence import Sentence

LEAST: Final = 2
MOST: Final = 20
BETWEEN: Final = " -_.'"
RESERVED: Final = frozenset(
    {"admin", "administrator", "bank", "bot", "dealer", "host", "house", "moderator", "staff", "standpat", "system"}
)

_HOW: Final = (
    "Amber Bold Brave Breezy Bright Calm Candid Clever Copper Cosy Crisp Curious Dapper Daring Deft Eager Early "
    "Fair Fleet Frank Gentle Glad Golden Happy Hardy Honest Jolly Keen Kind Lively Lucky Mellow Merry Mild Modest "
    "Neat Nimble Noble Patient Plucky Polite Proud Quick Quiet Rapid Ready Rosy Royal Rustic Sandy Sharp Silver Sly "
    "Snug Sober Solid Spry Steady Sunny Swift Tidy True Witty"
)
_WHO: Final = (
    "Badger Beaver Bison Bittern Bobcat Buzzard Condor Coot Cougar Crane Curlew Dingo Dolphin "
    "Dove Eagle Egret Elk Ermine Falcon Ferret Finch Fox Gannet Gecko Goose Grouse Hare Hawk Heron Ibis "
    "Jackal Jackdaw Kestrel Kite Lark Lemming Linnet Lynx Magpie Marmot Marten Mole Moose Newt Osprey Otter Owl "
    "Panther Plover Puffin Raven Robin Salmon Seal Stoat Swan Tern Toad Trout Weasel Wolf Wren"
)


class NameRefused(ValueError):
    """Not a name for here; the message says what would be."""


def key(name: str) -> str:
    """Two names are the same if their keys are."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def chosen(name: str) -> str:
    """This name, spaces around it cut off, if it may be had; `NameRefused` otherwise."""
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
    """A name for a guest, such as ``Calm Otter``; with a number where it is crowded."""
    name = f"{secrets.choice(_HOW.split())} {secrets.choice(_WHO.split())}"
    return f"{name} {secrets.randbelow(9000) + 1000}" if crowded else name
