"""The pictured examples: what they say of the cards and the pots is true."""

import pytest

from standpat.cards.card import DECK, TEXT
from standpat.cards.ranking import VALUE
from standpat.engine.games import game
from standpat.language import language, languages
from standpat.table_view.rules_examples import PAID, Example, examples

GAMES = ("27td", "a5td", "27sd")


def shown(id: str, code: str = "en") -> list[Example]:
    return examples(game(id), language(code))


@pytest.mark.parametrize("id", GAMES)
def test_the_cards_are_what_the_examples_say(id: str) -> None:
    value = VALUE[game(id).ranking]
    ladder, pat, draw, snow, all_in = [example.hands for example in shown(id)]
    worth = [[value("".join(hand.cards)) for hand in hands] for hands in (ladder, pat, draw, snow, all_in)]
    assert worth[0][0] == 1
    assert worth[0] == sorted(set(worth[0]))
    assert worth[1][0] < 100 < 3000 < worth[3][0]
    before, after = draw
    assert set(before.cards) - set(before.thrown) < set(after.cards)
    assert before.thrown
    assert worth[2][1] < worth[2][0]
    assert not any(hand.thrown for hands in (ladder, pat, snow, all_in) for hand in hands)
    assert worth[4] == sorted(set(worth[4]))
    cards = [card for hand in all_in for card in hand.cards]
    assert len(set(cards)) == len(cards) == 15
    assert set(cards) <= {TEXT[card] for card in DECK}


@pytest.mark.parametrize("code", languages())
def test_the_side_pot_is_the_engines(code: str) -> None:
    all_in = shown("27td", code)[-1]
    assert sum(PAID) == 350
    assert [str(chips) in all_in.text for chips in (50, 150, 200)] == [True] * 3
    assert [hand.label.endswith(chips) for hand, chips in zip(all_in.hands, ("150", "200", ""), strict=True)] == [
        True
    ] * 3
    assert not any(digit in all_in.hands[2].label for digit in ("150", "200"))
