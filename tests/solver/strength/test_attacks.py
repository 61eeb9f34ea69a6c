"""The opponents that a strong player would try find what the older ones do not."""

from collections.abc import Mapping

import pytest

from standpat import Bet, Discard, game
from standpat.bots.check_down import plan_of
from standpat.bots.observation import Reading
from standpat.bots.player import Situation
from standpat.bots.rule import rule
from standpat.cards.ranking import VALUE
from standpat.engine.action import Action, Raise
from standpat.solver.multiway.engine_match import duplicate
from standpat.solver.nolimit.habits import ALWAYS
from standpat.solver.strength.attacks import ATTACKS
from standpat.solver.strength.scripted import Scripted

GAME = game("27td-nl")
CALLS = {"come": ALWAYS, "call_before": ALWAYS, "call": 0.0}


def won(name: str, hands: int) -> float:
    mean = duplicate([Scripted(ATTACKS[name]), rule], [1, 0], hands, 9, GAME.id, depth=100).scaled(0.1)
    return mean.total / mean.count


def played(habit: Mapping[str, float], hands: int = 200) -> list[tuple[Situation, Action]]:
    """All decisions of a player of these numbers against one who calls down."""
    seen: list[tuple[Situation, Action]] = []
    player = Scripted({**CALLS, **habit})

    def watched(here: Situation) -> Action:
        action = player(here)
        seen.append((here, action))
        return action

    duplicate([watched, Scripted(CALLS)], [1, 0], hands, 3, GAME.id, depth=100)
    return seen


def test_one_who_stands_pat_with_anything_wins_only_from_who_believes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """They lose 10.7 ± 4.5 big blinds per 100 hands in 16,000, and won 53.7 ± 2.4 before `rule` met their bets."""
    assert won("pat from the deal", 1_200) < 0
    monkeypatch.setattr("standpat.bots.rule.MET", 0.0)
    assert won("pat from the deal", 1_200) > 30


def test_every_attack_plays_by_the_rules() -> None:
    for name in ATTACKS:
        won(name, 40)


def test_pressure_is_on_who_has_drawn_enough_and_no_fewer() -> None:
    bets = {True: 0, False: 0}
    for here, action in played({"press": 1, "pressed": 2}):
        reading = Reading(here)
        if here.legal.check and reading.street:
            own, theirs = (reading.draws[seat][-1] for seat in (reading.seat, *reading.opponents))
            pressed = theirs >= max(2, own)
            assert isinstance(action, Bet) == pressed
            if isinstance(action, Bet) and action.to < here.legal.bet.max_to:  # type: ignore[union-attr]
                assert action.to == reading.pot
            bets[pressed] += 1
    assert min(bets.values()) > 50


def test_they_go_all_in_before_the_last_draw_with_strength_enough() -> None:
    plan, large = plan_of(GAME), 0
    for here, action in played({"shove": 0.6, "shove_size": 99}):
        strong = plan.worth[1][VALUE[plan.ranking.id](here.cards)] >= 0.6
        bounds = here.legal.bet or here.legal.raise_
        if here.legal.draw is None and Reading(here).street and bounds is not None:
            due = strong and Reading(here).street == 2
            assert isinstance(action, Bet | Raise) == due
            if isinstance(action, Bet | Raise):
                assert action.to == bounds.max_to
                large += 1
    assert large > 50


def test_who_stands_pat_does_so_again_as_often_as_they_are_told() -> None:
    for habit, again in (({"snow": 0.3, "snow_on": 1.0}, {True}), ({"snow": 0.3, "snow_on": 0.0}, {True, False})):
        seen = {
            action == Discard()
            for here, action in played(habit)
            if here.legal.draw is not None and Reading(here).draws[Reading(here).seat][-1:] == [0]
        }
        assert seen == again
