"""Replacements for characters that an output's encoding does not have, each of the same width."""

from typing import Final

_PLAIN: Final = {
    **dict(zip("♣♦♥♠", "cdhs", strict=True)),
    **dict(zip("╭╮╰╯─═│", "++++-=|", strict=True)),
    **dict(zip("┏┓┗┛━┃", "####=#", strict=True)),
    **dict(zip("▮●■□╱", "#*#./", strict=True)),
    **dict(zip("·…–−→", "-.-->", strict=True)),
    **dict(zip("æøåÆØÅé", "eoaEOAe", strict=True)),
}
"""The replacement of each character."""


def plain(text: str, encoding: str) -> str:
    """The text, with a replacement for each character that the encoding does not have."""
    if _encodable(text, encoding):
        return text
    return "".join(char if _encodable(char, encoding) else _PLAIN.get(char, "?") for char in text)


def _encodable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
