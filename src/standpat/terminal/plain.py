"""Characters for outputs whose encoding lacks ours: each gives way to one of the same width, so all stays in line."""

from typing import Final

_PLAIN: Final = {
    **dict(zip("♣♦♥♠", "cdhs", strict=True)),
    **dict(zip("╭╮╰╯─═│", "++++-=|", strict=True)),
    **dict(zip("┏┓┗┛━┃", "####=#", strict=True)),
    **dict(zip("▮●■□╱", "#*#./", strict=True)),
    **dict(zip("·…–−→", "-.-->", strict=True)),
    **dict(zip("æøåÆØÅé", "eoaEOAe", strict=True)),
}
"""A character of the same width for those that an output's encoding lacks."""


def plain(text: str, encoding: str) -> str:
    """The text with what the encoding lacks replaced, character for character."""
    if _encodable(text, encoding):
        return text
    return "".join(char if _encodable(char, encoding) else _PLAIN.get(char, "?") for char in text)


def _encodable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
