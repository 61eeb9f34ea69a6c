import pytest

from standpat import Bet, Call, Check, Fold, Raise, Stakes, game
from standpat.cards.ranking import RANKINGS
from standpat.engine.action import Action, Discard
from standpat.engine.dealer import ScriptedDealer
from standpat.engine.hand import Hand
from standpat.lab.match.style import Style, observe, plain, snow_value

DEALT = "Kc Kd 2h 3s 4c  7c 5d 4h 3h 2s"  # the big blind's, then the button's


def styles(actions: list[Action], drawn: str = "") -> list[Style]:
    """The style counts of a hand of single draw between the button (seat 0) and the big blind."""
    hand = Hand(game("27sd"), Stakes(1, 2), [100, 100], 0, ScriptedDealer(DEALT + drawn))
    for action in actions:
        hand.apply(action)
    assert hand.nets is not None
    found = [Style.empty(1), Style.empty(1)]
    observe(found, hand, snow_value("deuce-to-seven", "J"))
    return found


def test_a_hand_to_the_showdown() -> None:
    actions: list[Action] = [Raise(6), Call(), Discard(), Discard(), Bet(4), Raise(12), Call()]
    button, blind = styles(actions)
    assert (button.vpip, button.pfr, button.af, button.wtsd, button.wsd) == (1, 1, None, 1, 1)
    assert (blind.vpip, blind.pfr, blind.af, blind.wtsd, blind.wsd) == (1, 0, 0.5, 1, 0)
    assert button.pat == blind.pat == [1]
    assert (button.snow, blind.snow) == (0, 1)  # a wheel, and kings


def test_a_hand_folded_after_a_draw() -> None:
    button, blind = styles([Call(), Check(), Discard("Kc Kd"), Discard(), Bet(2), Fold()], "8c 9d")
    assert (button.vpip, button.fold_rate, button.wtsd) == (1, 1, 0)
    assert (blind.vpip, blind.fold_rate, blind.drawn, blind.pat, blind.snow) == (0, 0, [2], [0], 0)
    assert blind.af is None


def test_styles_add_up() -> None:
    one = styles([Raise(6), Fold()])
    two = styles([Raise(6), Call(), Discard(), Discard(), Check(), Check()])
    one[0].add(two[0])
    assert (one[0].hands, one[0].raised, one[0].showdowns_won, one[0].draws) == (2, 2, 1, [1])
    assert one[0].wtsd == 0.5


def test_nothing_played_is_nought() -> None:
    report = plain(Style.empty(3), "J")
    assert report["vpip"] == report["af"] == report["wsd"] == 0
    assert report["drawn"] == [0, 0, 0]


def test_the_snow_class_is_the_worst_low_of_its_kind() -> None:
    assert snow_value("deuce-to-seven", "J") == RANKINGS["deuce-to-seven"]("Jc Td 9h 8s 6c")
    assert snow_value("deuce-to-seven", "A") == RANKINGS["deuce-to-seven"]("Ac Kd Qh Js 9c")
    assert snow_value("ace-to-five", "8") == RANKINGS["ace-to-five"]("8c 7d 6h 5s 4c")


@pytest.mark.parametrize("high", ["5", "x", "", "10"])
def test_a_wrong_snow_class_is_refused(high: str) -> None:
    with pytest.raises(ValueError, match="expected one of 6, 7, 8"):
        snow_value("deuce-to-seven", high)
    with pytest.raises(ValueError, match="high card of no low"):
        snow_value("deuce-to-seven", "6")
