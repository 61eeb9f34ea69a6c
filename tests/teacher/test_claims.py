"""What the texts of the lessons say about cards and draws is true of the deals, in every language."""

import re
from collections.abc import Callable

import pytest

from standpat.cards.card import RANKS
from standpat.language import language
from standpat.teacher.lesson import lesson, lesson_games
from teacher.moments import Moment, moments

ALL = -1
NUMBERS = {
    "en": {"one": 1, "two": 2, "three": 3, "once": 1, "twice": 2, "all along": ALL, "stood": ALL},
    "nb": {"ett": 1, "to": 2, "tre": 3, "én gang": 1, "to ganger": 2, "hele veien": ALL, "sto": ALL},
}
CARDS = re.compile(r"(?<![\w-])[2-9TJQKA](?:-[2-9TJQKA]){2,4}(?![\w-])")


def ranks(cards: str) -> list[str]:
    return sorted(cards, key=RANKS.index)


def cards_are_there(moment: Moment, said: str) -> bool:
    """Ranks in a text are the learner's, or those that they keep or need one card to."""
    named = said.replace("-", "")
    own = "".join(card[0] for card in moment.cards)
    kept = "".join(card[0] for card in moment.cards if card not in moment.move.more)
    unfinished = moment.move.what != "draw" and len(named) == 4 and set(named) < set(own)
    return ranks(named) in (ranks(own), ranks(kept)) or unfinished


def pat(moment: Moment, times: int) -> bool:
    return not any(moment.drawn) and times in (ALL, len(moment.drawn))


def pot(moment: Moment, chips: int) -> bool:
    """The pot, before the bet that the learner faces."""
    return moment.pot == chips


Claim = Callable[[Moment, int], bool]
CLAIMS: dict[str, dict[str, Claim]] = {
    "en": {
        r"Robin (?:drew|has drawn) (\w+) cards?": lambda moment, count: moment.drawn[-1] == count > 0,
        r"Robin has (?:stood|been) pat (once|twice|all along)": pat,
        r"Robin (stood) pat": pat,
        r"(one|two|three) draws? (?:is |are )?left": lambda moment, count: moment.left == count,
        r"pot (?:is|was) (\d+)": pot,
    },
    "nb": {
        r"Robin (?:byttet|har byttet) (\w+) kort": lambda moment, count: moment.drawn[-1] == count > 0,
        r"Robin har stått pat (\w+ (?:ganger?|veien))": pat,
        r"Robin (sto) pat": pat,
        r"(ett|to|tre) bytter? igjen": lambda moment, count: moment.left == count,
        r"Potten (?:er|var) (\d+)": pot,
    },
}


@pytest.mark.parametrize("code", list(CLAIMS))
def test_claims_about_cards_and_draws_are_true(code: str) -> None:
    say, found = language(code), 0
    for id in lesson_games():
        for hand in lesson(id).hands:
            for moment in moments(id, hand):
                for part in ("ask", "why"):
                    text = say(f"lesson.{id}.{hand.name}.{moment.move.step}.{part}")
                    for pattern, holds in CLAIMS[code].items():
                        for said in re.findall(pattern, text, re.IGNORECASE):
                            found += 1
                            count = NUMBERS[code].get(said.lower()) or int(said)
                            assert holds(moment, count), (hand.name, text)
                    for said in CARDS.findall(text):
                        found += 1
                        assert cards_are_there(moment, said), (hand.name, text)
    assert found > 30


@pytest.mark.parametrize("code", list(CLAIMS))
def test_every_sentence_about_the_opponents_draws_is_read(code: str) -> None:
    """A claim in other words would not be checked."""
    about = {"en": r"Robin (?:\w+ )?(?:dr[ae]w|stood|stands|been)\w*", "nb": r"Robin (?:\w+ )?(?:bytte[rt]|stå)\w*"}[
        code
    ]
    texts = [text for id in lesson_games() for text in leaves(language(code).words["lesson"][id])]
    sentences = [one for text in texts for one in re.split(r"(?<=[.?!:]) ", text) if re.search(about, one)]
    assert sentences
    for one in sentences:
        assert any(re.search(pattern, one, re.IGNORECASE) for pattern in CLAIMS[code]), one


def leaves(words: dict[str, object]) -> list[str]:
    return [text for word in words.values() for text in (leaves(word) if isinstance(word, dict) else [str(word)])]
