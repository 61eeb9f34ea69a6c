"""The teacher that follows a policy: what it advises, and that its reasons are true of what the player sees."""

from random import Random

import pytest

from standpat.bots.player import Situation, situation
from standpat.bots.rule import rule, rule_policy
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Bet, Call, Check, Discard, Fold, Raise
from standpat.engine.dealer import Dealer, ScriptedDealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.language import language, languages
from standpat.table_view.naming import short
from standpat.teacher.advice import by_policy
from standpat.teacher.hint import Hint

ROBIN = "8s6h3dJcTd"


def spot(cards: str, line: tuple[Action, ...] = (), id: str = "27td") -> Situation:
    """The decision of seat 0, which has the button, after a line of actions of both."""
    hand = Hand(game(id), Stakes(5, 10), [1000] * 2, button=0, dealer=ScriptedDealer(ROBIN + cards + "9hAd5s"))
    for action in line:
        hand.apply(action)
    return situation(hand, Random(0))


def why(cards: str, action: Action, line: tuple[Action, ...] = (), id: str = "27td") -> tuple[str, dict[str, int]]:
    hint = by_policy(lambda _: {action: 1.0})(spot(cards, line, id))
    assert hint.action == action
    return hint.reason.removeprefix("hint.why."), dict(hint.values)


OPENED = (Raise(20), Call())
DREW = (*OPENED, Discard("JcTd"))
PAT = (*OPENED, Discard())


@pytest.mark.parametrize(
    ("cards", "throw", "line", "reason"),
    [
        ("8c6d4h3s2c", "", PAT, "pat-strong"),
        ("9d7c4h3s2c", "", DREW, "pat-ahead"),
        ("9d7c4h3s2c", "", PAT, "pat-fair"),
        ("8c8d8h7s7c", "", DREW, "snow"),
        ("KsQsJs9s8d", "KsQsJs9s8d", DREW, "throw-all"),
        ("7c7d4h3s2c", "7d", DREW, "throw-pair"),
        ("6c5d4h3s2c", "6c", DREW, "throw-straight"),
        ("Kc7d4h3s2c", "Kc", DREW, "throw-high"),
        ("9d7c4h3s2c", "9d", DREW, "break"),
    ],
)
def test_the_reason_of_a_draw(cards: str, throw: str, line: tuple[Action, ...], reason: str) -> None:
    assert why(cards, Discard(throw), line) == (reason, {"count": 3} if reason == "break" else {})


def test_strong_is_another_hand_where_aces_are_low() -> None:
    assert why("7c6d4h3sAc", Discard(), PAT, "a5td")[0] == "pat-strong"
    assert why("8c6d4h3sAc", Discard(), PAT, "a5td")[0] == "pat-fair"
    assert why("6c5d4h2s9c", Discard("9c"), PAT, "a5td")[0] == "break"


def test_the_reason_of_a_bet_has_the_price() -> None:
    assert why("KsQdJh9d9c", Fold()) == ("fold-start", {"count": 5})
    assert why("7c5d4h2sKc", Fold()) == ("fold", {"call": 5, "pot": 15, "percent": 25})
    assert why("7c5d4h2sKc", Call()) == ("call", {"call": 5, "pot": 15, "percent": 25})
    assert why("7c5d4h2sKc", Raise(20)) == ("raise-start", {})
    checked = (*DREW, Discard("Kc"), Check())
    assert why("7c5d4h2sKc", Bet(10), checked) == ("bet-draw", {})
    assert why("7c5d4h2sKc", Check(), checked) == ("check", {})
    snowed = (*DREW, Discard(), Check())
    assert why("8c8d8h7s7c", Bet(10), snowed) == ("bet-bluff", {})
    assert why("8c6d4h3s2c", Bet(10), snowed) == ("bet-value", {})


def test_sizes_of_one_kind_count_together() -> None:
    chances: dict[Action, float] = {Fold(): 0.4, Raise(20): 0.25, Raise(40): 0.35}
    assert by_policy(lambda _: chances)(spot("7c5d4h2sKc", (), "27sd")) == Hint(
        Raise(40), "hint.why.raise-start", {}, 40
    )


@pytest.mark.parametrize("id", ["27td", "a5td", "27sd"])
def test_every_hint_of_some_hands_is_legal_and_has_its_words(id: str) -> None:
    """Each is applied to the hand."""
    random, advise = Random(7), by_policy(rule_policy)
    for number in range(4):
        hand = Hand(game(id), Stakes(5, 10), [400] * 3, button=0, dealer=Dealer(number))
        while hand.to_act is not None and hand.legal.showdown is None:
            now = situation(hand, random)
            hint = advise(now)
            hand.copy().apply(hint.action)
            order = RANKINGS[now.game.ranking]
            if hint.reason.endswith(("snow", "bet-bluff")):
                assert order(now.cards) > 100
            for code in languages():
                say = language(code)
                assert say(hint.reason, hand=short(now.cards, now.game, say), **hint.values)
            hand.apply(rule(now))
