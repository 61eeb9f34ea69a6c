"""Names: generated ones and chosen ones."""

import pytest

from standpat.room.store.name import NameRefused, chosen, friendly, key


@pytest.mark.parametrize(
    "name", ["Al", "Kari Nordmann", "O'Neill", "no_limit-7.5", "Ærlig Øst", "Дмитрий", "李小龙", "x" * 20]
)
def test_names_that_may_be_had(name: str) -> None:
    assert chosen(name) == name


def test_a_name_is_trimmed_and_composed() -> None:
    assert chosen("  Rene\u0301 ") == "René"
    assert chosen("ＡＢＣ") == "ABC"


@pytest.mark.parametrize(
    "name",
    [
        *[
            "",
            " ",
            "a",
            "x" * 21,
            "two  spaces",
            "-dash",
            "dash-",
            "1234",
            "a\nb",
            "a\u202eb",
            "<b>x</b>",
            "a@b",
            "Аdmin",
        ],
        *["admin", "DEALER", "Stand\u200bpat", "ＨＯＵＳＥ", "no\x00", "a\u0301", "☺☺"],
    ],
)
def test_names_that_may_not(name: str) -> None:
    with pytest.raises(NameRefused, match=r"^a name (must|can)|is reserved"):
        chosen(name)


def test_case_makes_no_other_name() -> None:
    assert key("Straße") == key("STRASSE")
    assert key("KARI") == key("kari") != key("karin")


def test_friendly_names_may_be_had_and_are_many() -> None:
    names = {friendly() for _ in range(300)}
    assert len(names) > 200
    for name in names | {friendly(crowded=True) for _ in range(300)}:
        assert chosen(name) == name
