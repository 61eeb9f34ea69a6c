"""Error messages that people read: English text, with the key of the locale files and its values.

A page shows an error in its reader's language, from the key and values of the exception's `Sentence`:
``Refused("not-possible", Sentence("seat-taken", seat=3))``.
"""

from standpat.language import language


class Sentence(str):
    """The English text of a key ``error.KEY``; `key` and `values` give it in other languages."""

    key: str
    values: dict[str, int | str]

    def __new__(cls, key: str, /, **values: int | str) -> "Sentence":
        """Make the text in the language of now, and keep the key and the values for others."""
        made = super().__new__(cls, language()(f"error.{key}", **values))
        made.key = f"error.{key}"
        made.values = values
        return made


def sentence_of(error: BaseException) -> tuple[str, dict[str, int | str]]:
    """The key and values of an error's message; an empty key if it exists only in English."""
    said = error.args[0] if error.args else ""
    return (said.key, said.values) if isinstance(said, Sentence) else ("", {})
