"""The average over imagined histories: what it computes is the estimate, and where it is left out."""

from collections.abc import Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from made_up_play import made_up_play
from standpat import Dealer, Hand, Stakes, game
from standpat.engine.event import Reshuffled
from standpat.lab.match import Plan, play
from standpat.lab.match.averaged import PARTS, AnyLuck, Averaged
from standpat.lab.match.entrant import seated
from standpat.lab.match.imagined import Known, imagined
from standpat.lab.match.measure import AnyMeasure, PairMeasure, measure_of
from standpat.lab.match.prospect import Row

pytestmark = pytest.mark.extended


class Played(NamedTuple):
    """A hand that is over, its luck, and the policies by seat."""

    hand: Hand
    luck: Averaged
    known: dict[int, Known]
    plain: Row


def plan(*players: str, game_id: str = "27td", house: str = "online", imagined: int = 24) -> Plan:
    return Plan(game(game_id, house=house), Stakes(50, 100), 10_000, 3, players, aivat=True, imagined=imagined)


def luck_of(measure: AnyMeasure, seats: Sequence[int], hand: Hand) -> AnyLuck:
    return measure.luck(hand, seats)


def played(this: Plan, many: int, measure: AnyMeasure | None = None) -> list[Played]:
    """Hands between the players in the order of entry."""
    luck = partial(luck_of, measure or measure_of(this), range(this.seats))
    found = []
    with seated(this) as entrants:
        known = {seat: one for seat, entrant in enumerate(entrants) if (one := entrant.known) is not None}
        for number in range(many):
            hand = Hand(this.game, this.stakes, [this.stack] * this.seats, 0, Dealer(number))
            averaged, plain = Averaged(this, hand, known, luck, f"test {number}"), luck(hand)
            for seat, entrant in enumerate(entrants):
                entrant.begin(number, seat, f"{number} {seat}")
            happened = hand.events
            while True:
                for entrant in entrants:
                    entrant.tell(happened)
                if hand.to_act is None:
                    break
                action, chances = entrants[hand.to_act].act(hand), entrants[hand.to_act].chances(hand)
                assert action is not None
                averaged.foresee(chances)
                plain.foresee(chances)
                happened = hand.apply(action)
                averaged.follow(action, happened)
                plain.follow(action, happened)
            found.append(Played(hand, averaged, known, plain.chips))
    return found


@pytest.mark.parametrize(
    ("game_id", "players", "house"),
    [
        ("27td", ("casual", "rule"), "online"),
        pytest.param("27td", ("casual", "rule"), "wsop", marks=pytest.mark.slow),
        pytest.param("27td", ("casual", "rule"), "ultimate", marks=pytest.mark.slow),
        *[("27sd-fl", ("blueprint", "rule", "novice", "random"), house) for house in ("online", "wsop", "ultimate")],
    ],
)
def test_the_estimate_of_the_history_that_happened_is_the_estimate(
    game_id: str, players: tuple[str, ...], house: str
) -> None:
    """The hand is played again with its own cards: same winnings, same luck."""
    compared = 0
    for hand, luck, known, plain in played(plan(*players, game_id=game_id, house=house), 8):
        assert luck.estimate == pytest.approx(np.array(hand.nets) - plain)
        for seat in luck.differences():
            first, *_ = imagined(hand, luck.course, seat, known[seat], 2, Random(1))
            assert luck.estimated(seat, first) == pytest.approx(luck.estimate)
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("sensible", [True, False])
def test_the_differences_are_zero_on_average(sensible: bool) -> None:
    """For each player, whether the values are of these players or of players without sense."""
    this = plan("novice", "rule", game_id="27sd-fl")
    silly = PairMeasure(this, [made_up_play(this.game, seed) for seed in (1, 2)])
    hands = played(this, 120, None if sensible else silly)
    for seat in range(2):
        found = np.array([luck.differences().get(seat, np.zeros(2))[0] for _, luck, _, _ in hands])
        assert abs(found).max() > 10
        assert abs(found.mean()) < 3.5 * found.std() / sqrt(len(found))


def test_a_part_of_each_difference_is_subtracted() -> None:
    for players, part in ((("novice", "rule"), PARTS[1]), (("novice", "py:standpat.bots.rule:rule"), PARTS[0])):
        for hand, luck, _, plain in played(plan(*players), 6):
            differences = luck.differences()
            assert len(differences) in (0, 1 + (part == PARTS[1]))
            assert luck.total() == pytest.approx(plain + part * sum(differences.values(), np.zeros(2)))
            assert abs(luck.total().sum()) < 1e-6
            assert bool(differences) == bool(hand.street)


def test_what_is_not_averaged() -> None:
    def averaged(this: Plan, many: int = 6) -> list[tuple[Hand, dict[int, Row]]]:
        return [(hand, luck.differences()) for hand, luck, _, _ in played(this, many)]

    assert not any([found for _, found in averaged(plan("rule", "rule", imagined=0))])
    assert not any([found for _, found in averaged(plan("rule", "rule", imagined=1))])
    assert not any([found for _, found in averaged(plan("rule", "rule", game_id="27sd"))])
    for hand, found in averaged(plan("rule", "rule", "folder")):
        assert not hand.street or sorted(found) == [0, 1]
    many = averaged(plan(*["random"] * 6, imagined=2), 12)
    reshuffled = [any([isinstance(event, Reshuffled) for event in hand.events]) for hand, _ in many]
    assert any(reshuffled)
    assert all([not found for (_, found), was in zip(many, reshuffled, strict=True) if was])


@pytest.mark.slow
def test_the_average_takes_fewer_hands() -> None:
    """The same hands with one known policy and with two, with and without the average."""
    for players, times in ((("blueprint", "py:standpat.bots.rule:rule"), 1.3), (("casual", "blueprint"), 1.5)):
        without, averaged = [play(plan(*players, imagined=count), 100).hands_ratio(0) for count in (0, 128)]
        assert without is not None
        assert averaged is not None
        assert averaged > times * without


def test_a_longer_match_begins_with_the_shorter_one(tmp_path: Path) -> None:
    this = plan("casual", "blueprint", game_id="27sd-fl")
    alone = play(this, 24).to_dict()["bots"][0]["aivat"]
    play(this, 10, checkpoint=tmp_path / "aside")
    assert play(this, 24, checkpoint=tmp_path / "aside").to_dict()["bots"][0]["aivat"] == alone
    assert play(this, 24, jobs=2).to_dict()["bots"][0]["aivat"] == alone
    with pytest.raises(ValueError, match="its imagined is 24, not 6"):
        play(plan("casual", "blueprint", game_id="27sd-fl", imagined=6), 24, checkpoint=tmp_path / "aside")
    with pytest.raises(ValueError, match="-1 imagined histories"):
        plan("casual", "blueprint", imagined=-1)
