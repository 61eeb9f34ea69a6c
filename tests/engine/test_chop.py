"""T10.6: all fold to the blinds, who take their blinds back."""

import pytest

from scene import BLINDS, play
from standpat.engine.action import IllegalAction
from standpat.engine.blind import ForcedBet
from standpat.engine.dealer import Dealer
from standpat.engine.event import HandEnd, UncalledReturned
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.engine.rebuild import rebuild

SMALL, BIG = ForcedBet(1, "small-blind", 5), ForcedBet(2, "big-blind", 10)


def four(*more: ForcedBet, stakes: Stakes = BLINDS, chips: int = 400) -> Hand:
    posts = (*more, SMALL, BIG) if more else None
    return Hand(game("27td"), stakes, [chips] * 4, 0, Dealer(1), posts=posts)


def test_both_get_their_blinds_back() -> None:
    h = four()
    play(h, "3:f 0:f")
    assert h.to_act == 1
    told = h.copy().chop()
    assert told == (UncalledReturned(1, 5), UncalledReturned(2, 10), HandEnd((0, 0, 0, 0)))
    h.chop()
    assert (h.over, h.pot, h.stacks, h.nets) == (True, 0, [400] * 4, (0, 0, 0, 0))
    assert str(h).endswith("to_act=None>")
    with pytest.raises(IllegalAction):
        h.chop()
    for end in range(1, len(h.events) + 1):
        again = rebuild(h.game, h.stakes, h.events[:end], Dealer(1), posts=h.posts)
        assert again.events == h.events[: len(again.events)]
        assert end <= len(again.events)
    assert again.over


@pytest.mark.parametrize(
    "line",
    [
        "",
        "3:f",
        "3:c 0:f",
        "3:r20 0:f",
        "3:f 0:c",
        "3:f 0:f 1:c",
        "3:f 0:f 1:r20",
        "3:f 0:f 1:r20 2:r30",
        "3:f 0:f 1:f",
    ],
)
def test_only_when_all_others_have_folded_and_nobody_has_acted(line: str) -> None:
    h = four()
    play(h, line)
    before = h.events
    assert not h.may_chop
    with pytest.raises(IllegalAction, match="chopped"):
        h.chop()
    assert h.events == before


@pytest.mark.parametrize("more", [ForcedBet(3, "dead-blind", 5), ForcedBet(1, "dead-blind", 5)])
def test_not_with_other_chips_in_the_middle(more: ForcedBet) -> None:
    h = four(more)
    play(h, "3:f 0:f")
    assert h.to_act == 1
    assert not h.may_chop


def test_not_with_antes_or_a_straddle_or_heads_up() -> None:
    for ante_by in ("everyone", "big-blind"):
        h = four(stakes=Stakes(5, 10, 2, ante_by))
        play(h, "3:f 0:f")
        assert not h.may_chop
    h = Hand(game("27td"), BLINDS, [400] * 4, 0, Dealer(1), posts=[SMALL, BIG, ForcedBet(3, "straddle", 20)])
    play(h, "0:f 1:f")
    assert not h.may_chop
    h = Hand(game("27td"), BLINDS, [400] * 2, 0, Dealer(1))
    assert not h.may_chop
    h = Hand(game("27td"), BLINDS, [400] * 3, 0, Dealer(1), posts=[BIG])  # a dead small blind
    play(h, "0:f")
    assert not h.may_chop
