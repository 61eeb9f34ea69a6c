"""What an error says to a person: a key of the locale files and its values, and the same in English.

An exception raised with a `Sentence` for its text is told with `key` and `values` besides, so that a page says it in
its reader's language: ``Refused("not-possible", Sentence("seat-taken", seat=3))``.
"""

from standpat.language import language


class Sentence(str):
    """The English text; `key` and `values` make it in another language."""

    key: str
    values: dict[str, int | str]

    def __new__(cls, key: str, /, **values: int | str) -> "Sentence":
        made = super().__new__(cls, language()(f"error.{key}", **values))
        made.key = f"error.{key}"
        made.values = values
        return made


def sentence_of(error: BaseException) -> tuple[str, dict[str, int | str]]:
    """The key and values of what an error says; an empty key where there is only English."""
    said = error.args[0] if error.args else ""
    return (said.key, said.values) if isinstance(said, Sentence) else ("", {})
