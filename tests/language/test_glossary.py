"""One word for one thing: the locale files have the terms of the glossary."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from standpat.language import language

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
META = ("language", "codes", "thousands", "plural")


class Term(NamedTuple):
    english: str
    norwegian: str
    meaning: str
    avoided: tuple[str, ...]


def terms() -> list[Term]:
    """The rows of the table."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in GLOSSARY.read_text("utf-8").splitlines()
        if line.startswith("|")
    ][2:]
    return [Term(row[0], row[1], row[2], tuple(filter(None, row[3].split(", ")))) for row in rows]


def texts(entry: Any) -> Iterator[str]:
    if isinstance(entry, Mapping):
        for value in entry.values():
            yield from texts(value)
    elif isinstance(entry, str):
        yield entry


def spoken(code: str) -> str:
    """All texts of a language, one per line, in lower case and without placeholders."""
    words = {key: value for key, value in language(code).words.items() if key not in META}
    return re.sub(r"\{\w+\}", "…", "\n".join(texts(words))).lower()


def test_the_table_is_read() -> None:
    assert len(terms()) > 40
    assert terms()[0] == Term("hand", "hånd", terms()[0].meaning, ())
    assert all(term.meaning for term in terms())
    assert len({term.english for term in terms()}) == len(terms())


@pytest.mark.parametrize("term", terms(), ids=lambda term: term.english)
def test_each_term_is_used_in_both_languages(term: Term) -> None:
    for word, code in ((term.english, "en"), (term.norwegian, "nb")):
        # A Norwegian noun stands with its endings too: "hånden".
        assert re.search(rf"\b{re.escape(word.lower())}", spoken(code)), (code, word)


@pytest.mark.parametrize("term", [term for term in terms() if term.avoided], ids=lambda term: term.english)
def test_no_other_word_stands_for_it(term: Term) -> None:
    for word in term.avoided:
        line = re.search(rf"^.*\b{re.escape(word.lower())}\b.*$", spoken("nb"), re.MULTILINE)
        assert line is None, (word, line and line[0])
