"""The rules page: house rules in words."""

import pytest
from msgspec import structs

from standpat.engine.games import Stakes, game
from standpat.engine.house import HOUSE_RULE, HouseRule, YesNo
from standpat.language import language
from standpat.table_view.house_words import choice, sentence, sentences, title
from standpat.table_view.rules_page import rules

SAY = language("en")


def test_the_sentences_of_a_fixed_limit_table() -> None:
    assert sentences(game("27td", house="wsop"), SAY) == [
        SAY("rules.cap", count=5),
        SAY("rules.cap_heads_up-false"),
        SAY("rules.limit_raise-full_bets"),
        SAY("rules.draws-announced"),
        SAY("rules.reshuffle-wsop"),
        SAY("rules.showdown-muck_losers"),
        SAY("rules.burn", count=1),
    ]


@pytest.mark.parametrize("house", ["online", "wsop"])
def test_an_uncapped_table_says_nothing_of_the_cap_heads_up(house: str) -> None:
    told = sentences(game("27td", house=house, cap=None), SAY)
    assert told[:2] == [SAY("rules.cap-null"), SAY("rules.limit_raise-full_bets")]


def test_a_cap_that_holds_everywhere_needs_no_second_sentence() -> None:
    told = sentences(game("27td"), SAY)
    assert told[:2] == [SAY("rules.cap", count=4), SAY("rules.limit_raise-full_bets")]


def test_rules_of_fixed_limit_are_those_of_fixed_limit_games() -> None:
    told = rules(game("27sd", house="wsop"), Stakes(5, 10), SAY)
    assert told[5:] == [
        SAY("rules.draws-announced"),
        SAY("rules.reshuffle-wsop"),
        SAY("rules.showdown-muck_losers"),
        SAY("rules.burn", count=1),
    ]


def test_a_rule_without_words_is_called_as_in_the_code() -> None:
    rule = HouseRule(name="kill_pot", allowed=YesNo(), help="whether a winner of two pots posts a kill")
    assert title(rule, SAY) == "Kill pot"
    assert choice(rule, True, SAY) == "yes"
    assert sentence(rule, False, SAY) == "Kill pot: no."
    assert sentence(HOUSE_RULE["burn"], 2, language("nb")) == "2 kort brennes før hvert bytte."
    unknown = structs.replace(HOUSE_RULE["cap"], name="cape")
    assert choice(unknown, None, SAY) == "none"
