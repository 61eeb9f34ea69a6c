"""Texts (R8.4): every language has the same keys and placeholders; plural forms and numbers follow the file."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from standpat.engine import games
from standpat.engine.games import game
from standpat.engine.house import HOUSE_RULES, HOUSES
from standpat.language import DEFAULT, from_environment, language, languages
from standpat.language.plural import holds

META = ("language", "codes", "thousands", "plural")


def leaves(words: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, set[str]]]:
    """Each key path with its placeholders. The forms of a plural count as one key."""
    for key, entry in words.items():
        here = f"{path}{key}"
        if isinstance(entry, Mapping) and "other" not in entry:
            yield from leaves(entry, f"{here}.")
        else:
            forms = entry.values() if isinstance(entry, Mapping) else [entry]
            names = {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}
            yield here, names | ({"count"} if isinstance(entry, Mapping) else set())


def texts(code: str) -> dict[str, set[str]]:
    return dict(leaves({k: v for k, v in language(code).words.items() if k not in META}))


def test_there_are_english_and_norwegian() -> None:
    assert {"en", "nb"} <= set(languages())


@pytest.mark.parametrize("code", [code for code in languages() if code != DEFAULT])
def test_all_languages_have_the_same_keys_and_placeholders(code: str) -> None:
    assert texts(code) == texts(DEFAULT)


@pytest.mark.parametrize("code", languages())
def test_braces_hold_placeholders_only(code: str) -> None:
    def strings(entry: Any) -> Iterator[str]:
        if isinstance(entry, Mapping):
            for inner in entry.values():
                yield from strings(inner)
        elif isinstance(entry, str):
            yield entry

    for text in strings(language(code).words):
        assert "{" not in re.sub(r"\{\w+\}", "", text), text
        assert text.strip() == text or text == language(code).words["thousands"]


@pytest.mark.parametrize("code", languages())
def test_plural_rules_can_be_read(code: str) -> None:
    for rule in language(code).words["plural"].values():
        assert any(holds(rule, number) for number in range(1000))


@pytest.mark.parametrize("code", languages())
def test_every_game_and_house_rule_has_its_words(code: str) -> None:
    say = language(code)
    for id in games.ids():
        assert say(f"game.{id}")
        assert say(f"rules.aim-{game(id).ranking}")
    for house in HOUSES:
        assert say(f"lobby.houses.{house}")
    for rule in HOUSE_RULES:
        assert say(f"lobby.options.{rule.name}")
        for value in rule.choices():
            assert say(f"lobby.values.{rule.name}.{rule.key(value)}")
            if value not in rule.unsaid:
                assert say.has(f"rules.{rule.name}-{rule.key(value)}") or say.has(f"rules.{rule.name}")


def test_plural_forms() -> None:
    say = language("en")
    assert [say("session.result", count=n) for n in (0, 1, 2)] == [
        "You left before the first hand was over.",
        "1 hand played.",
        "2 hands played.",
    ]
    assert [language("nb")("draw.confirm", count=n) for n in (0, 1, 2)] == ["Stå pat", "Bytt 1", "Bytt 2"]


def test_numbers_are_grouped_as_the_language_does() -> None:
    assert language("en")("bet.call", amount=12500) == "Call 12,500"
    assert language("nb")("bet.call", amount=12500) == "Syn 12 500"
    assert [language("en").signed(n) for n in (40, 0, -1200)] == ["+40", "0", "−1,200"]


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "nb_NO.UTF-8"}, "nb"),
        ({"LANG": "no_NO"}, "nb"),
        ({"LANG": "nn_NO.UTF-8"}, "nb"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({}, "en"),
        ({"LC_ALL": "nb_NO", "LANG": "en_GB"}, "nb"),
        ({"LC_ALL": "", "LC_MESSAGES": "nb_NO.UTF-8", "LANG": "en_GB"}, "nb"),
        ({"LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "nb_NO.UTF-8", "LANG": "nb_NO"}, "en"),
    ],
)
def test_language_of_the_environment(environment: dict[str, str], code: str) -> None:
    assert from_environment(environment) == code


def test_a_text_there_is_and_one_there_is_not() -> None:
    say = language("en")
    assert say.has("draw.confirm")  # a text with forms
    assert say.has("lobby.play-now")
    assert not say.has("draw")
    assert not say.has("draw.nothing")
    assert not say.has("lobby.play-now.more")


def test_wrong_language_and_wrong_key() -> None:
    with pytest.raises(ValueError, match=f"expected one of {', '.join(languages())}"):
        language("xx")
    with pytest.raises(KeyError, match="nothing"):
        language("en")("draw.nothing")
