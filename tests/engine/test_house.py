"""House rules (RULES section 1): what is derived from their declarations."""

import pytest

from standpat.engine.house import (
    HOUSE_RULE,
    HOUSE_RULES,
    HOUSES,
    House,
    HouseRule,
    OneOf,
    Value,
    WholeNumber,
    YesNo,
    changed,
    house_rules,
)


def test_every_field_of_a_house_is_declared() -> None:
    assert [rule.name for rule in HOUSE_RULES] == [name for name in House.__struct_fields__ if name != "name"]
    assert {rule.name: rule.default for rule in HOUSE_RULES} == {
        "draws": "immediate",
        "reshuffle": "served",
        "cap": 4,
        "cap_heads_up": True,
        "limit_raise": "full_bets",
        "showdown": "muck_losers",
        "burn": 0,
        "all_ins_shown": False,
        "full_blinds": False,
    }


def test_declarations_agree_with_themselves_and_the_bundles() -> None:
    for rule in HOUSE_RULES:
        values = [
            rule.default,
            *rule.choices(),
            *rule.unsaid,
            *(getattr(house, rule.name) for house in HOUSES.values()),
        ]
        for value in values:
            rule.check(value)
            assert rule.parse(rule.text(value)) == value
        assert rule.default in rule.choices() or not rule.choices()
        assert rule.within is None or rule.within in HOUSE_RULE


def test_what_a_form_offers() -> None:
    assert HOUSE_RULE["burn"].choices() == (0, 1, 2, 3)
    assert HOUSE_RULE["cap"].choices() == (3, 4, 5, 6, None)
    assert HOUSE_RULE["cap_heads_up"].choices() == (True, False)
    assert HOUSE_RULE["draws"].choices() == ("immediate", "announced")
    assert HouseRule(name="x", allowed=WholeNumber(0, 2, or_none=True), help="").choices() == (0, 1, 2, None)
    assert HouseRule(name="x", allowed=YesNo(), help="", offered=()).choices() == ()
    with pytest.raises(ValueError, match="the house rule x has no largest value"):
        HouseRule(name="x", allowed=WholeNumber(0), help="").choices()


@pytest.mark.parametrize(
    ("allowed", "good", "bad", "wanted"),
    [
        (OneOf(("a", "b")), ["a", "b"], ["c", "", None, 1, ["a"]], "one of a, b"),
        (YesNo(), [True, False], [1, 0, "yes", None], "yes or no"),
        (WholeNumber(0, 3), [0, 3], [-1, 4, None, True, 1.0, "1"], "0 to 3"),
        (WholeNumber(1), [1, 10**9], [0, None, False], "1 or more"),
        (WholeNumber(1, or_none=True), [1, 99, None], [0, "none"], "1 or more, or none"),
    ],
)
def test_allowed_values(
    allowed: OneOf | YesNo | WholeNumber, good: list[object], bad: list[object], wanted: str
) -> None:
    assert [value for value in (*good, *bad) if allowed.allows(value)] == good
    assert allowed.wanted() == wanted


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("cap", "none", None),
        ("cap", "5", 5),
        ("cap_heads_up", "no", False),
        ("burn", "0", 0),
        ("draws", "announced", "announced"),
    ],
)
def test_values_from_text(name: str, text: str, value: Value) -> None:
    rule = HOUSE_RULE[name]
    assert rule.parse(text) == value
    assert type(rule.parse(text)) is type(value)
    assert rule.text(value) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cap", "0"),
        ("cap", "many"),
        ("cap", ""),
        ("burn", "none"),
        ("burn", "-1"),
        ("burn", "4"),
        ("cap_heads_up", "true"),
    ],
)
def test_text_that_is_no_value(name: str, text: str) -> None:
    with pytest.raises(ValueError, match=f"^--x {text}: expected {HOUSE_RULE[name].allowed.wanted()}$"):
        HOUSE_RULE[name].parse(text, "--x")


def test_an_error_says_what_would_be_right() -> None:
    with pytest.raises(ValueError, match=r"^burn=4: expected 0 to 3$"):
        house_rules("online", burn=4)
    with pytest.raises(ValueError, match=r"^'burns' is not a house rule: expected one of draws, reshuffle, cap"):
        house_rules("online", burns=1)


def test_what_differs_from_the_bundle() -> None:
    assert changed(house_rules("wsop")) == {}
    assert changed(house_rules("wsop", cap=None, burn=1, draws="immediate")) == {"draws": "immediate", "cap": None}
    assert set(changed(House("mine"))) == set(HOUSE_RULE)


def test_values_of_a_range_are_offered_from_its_least_to_its_most() -> None:
    assert HouseRule(allowed=WholeNumber(2, 4), help="x").choices() == (2, 3, 4)
    assert HouseRule(allowed=WholeNumber(2, 3, or_none=True), help="x").choices() == (2, 3, None)


def test_the_part_of_a_locale_key_is_the_value_as_json_has_it() -> None:
    assert HOUSE_RULE["burn"].key(3) == "3"
    assert [HOUSE_RULE["cap_heads_up"].key(value) for value in (True, None)] == ["true", "null"]
    assert HOUSE_RULE["draws"].key("announced") == "announced"


def test_without_another_name_an_error_calls_the_rule_by_its_own() -> None:
    with pytest.raises(ValueError, match=r"^burn 4: expected 0 to 3$"):
        HOUSE_RULE["burn"].parse("4")
    assert YesNo().parse("maybe") == "maybe"
