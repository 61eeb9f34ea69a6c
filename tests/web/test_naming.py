"""The page names hands as the package does: every class of both orders, in both languages."""

import json
import random
from collections.abc import Callable
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import Any

import pytest

from standpat.cards.card import DECK, RANKS, TEXT, text
from standpat.cards.ranking import RANKINGS
from standpat.language import language
from standpat.table_view.naming import drawing_to, low_first, natural_draw, short

pytestmark = pytest.mark.extended

SPEAKER = """
const { translator } = await load("common/i18n");
const say = translator(given.code, given.words);
"""


def words(code: str) -> Any:
    return json.loads((files("standpat") / "language" / f"{code}.json").read_text("utf-8"))


def one_of_each() -> list[list[str]]:
    """Five cards for each multiset of ranks; five different ranks also in one suit."""
    hands = []
    for ranks in combinations_with_replacement(RANKS, 5):
        if len(set(ranks)) == 5:
            hands.append([rank + "h" for rank in ranks])
        if ranks[0] != ranks[4]:
            suits = [ranks[:k].count(rank) for k, rank in enumerate(ranks)]
            if len(set(ranks)) == 5:
                suits[0] = 1
            hands.append([rank + "cdhs"[suit] for rank, suit in zip(ranks, suits, strict=True)])
    return hands


@pytest.mark.parametrize("code", ["en", pytest.param("nb", marks=pytest.mark.slow)])
@pytest.mark.parametrize("ranking", sorted(RANKINGS))
def test_short_names_of_every_hand(script: Callable[[str, Any], Any], ranking: str, code: str) -> None:
    hands = one_of_each()
    assert len(hands) == 6175 + 1287
    body = SPEAKER + 'const { shortName } = await load("table_view/hand_name");'
    body += "return given.hands.map((hand) => shortName(hand, given.ranking, say));"
    named = script(body, {"hands": hands, "ranking": ranking, "code": code, "words": words(code)})
    say = language(code)
    assert named == [short(hand, ranking, say) for hand in hands]


@pytest.mark.parametrize("ranking", sorted(RANKINGS))
def test_draws_and_sorting(script: Callable[[str, Any], Any], ranking: str) -> None:
    chance = random.Random(5)
    hands = [[TEXT[card] for card in chance.sample(DECK, 5)] for _ in range(3000)]
    body = (
        SPEAKER
        + 'const { drawingTo } = await load("table_view/hand_name");'
        + 'const { lowFirst, naturalDraw } = await load("table_view/ranking");'
    )
    body += """return given.hands.map((hand) => [lowFirst(hand, given.ranking).join(""),
        naturalDraw(hand, given.ranking).join(""), drawingTo(hand.slice(0, 3), given.ranking, say)]);"""
    named = script(body, {"hands": hands, "ranking": ranking, "code": "en", "words": words("en")})
    for hand, (low, natural, drawing) in zip(hands, named, strict=True):
        assert low == text(low_first([TEXT.index(card) for card in hand], ranking))
        assert natural == text(natural_draw(hand, ranking))
        assert drawing == drawing_to(hand[:3], ranking)


@pytest.mark.parametrize("code", ["en", "nb"])
def test_numbers_and_forms(script: Callable[[str, Any], Any], code: str) -> None:
    body = (
        SPEAKER
        + """return given.numbers.map((n) => [say.number(n), say.signed(n), say("draw.confirm", { count: n }),
        say("bet.raise", { amount: n })]);"""
    )
    numbers = [0, 1, 2, 999, 1000, 12345, 1234567]
    say = language(code)
    expected = [
        [say.number(n), say.signed(n), say("draw.confirm", count=n), say("bet.raise", amount=n)] for n in numbers
    ]
    found = script(body, {"code": code, "words": words(code), "numbers": numbers})
    assert [[text.replace("\u00a0", " ") for text in row] for row in found] == expected
    assert " " not in found[-1][0], "no line ends within a number"
