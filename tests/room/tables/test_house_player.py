"""Which decisions of the strongest house player go to the processes of the room."""

from concurrent.futures import Future
from random import Random

import pytest

from standpat.bots import player
from standpat.bots.player import Situation, situation
from standpat.bots.process_pool import ProcessPool
from standpat.engine.action import Action
from standpat.engine.dealer import Dealer
from standpat.engine.games import Stakes, game
from standpat.engine.hand import Hand
from standpat.room.tables import house_player


class Pool(ProcessPool):
    """A pool that remembers what it is asked, and does nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, Situation]] = []
        self.warmed: list[tuple[str, Situation]] = []

    def submit(self, bot: str, situation: Situation, whose: str = "") -> Future[Action]:
        self.asked.append((bot, situation))
        return Future()

    def warm(self, bot: str, situation: Situation) -> None:
        self.warmed.append((bot, situation))


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_the_last_round_of_the_last_two_is_thought_over_in_a_process(seats: int) -> None:
    pool, random, ends = Pool(), Random(1), 0
    for deal in range(12):
        hand = Hand(game("27td"), Stakes(5, 10), [1000] * seats, 0, Dealer(deal))
        while hand.to_act is not None:
            asked, warmed = len(pool.asked), len(pool.warmed)
            house_player.think(hand, "bot:blueprint:Ann", pool)
            end = hand.street == 3 and not hand.drawing and hand.live.count(True) == 2
            assert (len(pool.asked) - asked, len(pool.warmed) - warmed) == (end, not end)
            ends += end
            hand.apply(player("blueprint")(situation(hand, random)))
    assert ends > 3
    assert {bot for bot, _ in (*pool.asked, *pool.warmed)} == {"resolve"}


def test_the_last_two_are_not_thought_over_if_one_is_all_in() -> None:
    pool, ends = Pool(), 0
    for deal in range(40):
        hand = Hand(game("27td"), Stakes(5, 10), [45, 1000, 1000], 0, Dealer(deal))
        random = Random(deal)
        while hand.to_act is not None:
            house_player.think(hand, "bot:blueprint:Ann", pool)
            ends += hand.street == 3 and not hand.drawing and hand.live.count(True) == 2
            hand.apply(player("caller" if hand.to_act == 0 else "blueprint")(situation(hand, random)))
    for _, now in pool.asked:
        assert not any([getattr(event, "all_in", False) for event in now.seen])
    assert len(pool.asked) <= ends


def test_single_draw_with_three_is_played_at_once() -> None:
    pool = Pool()
    hand = Hand(game("27sd-fl"), Stakes(5, 10), [1000] * 3, 0, Dealer(2))
    while hand.to_act is not None:
        house_player.think(hand, "bot:blueprint:Ann", pool)
        hand.apply(player("blueprint")(situation(hand, Random(0))))
    assert pool.asked == pool.warmed == []
