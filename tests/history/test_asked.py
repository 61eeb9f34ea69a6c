"""Hands whose players were asked at the showdown (R7.2), in every format: a file has their decisions, not the
questions."""

from random import Random

import pytest

from engine.test_r7_asked import awarded, to_the_showdown, turned_up
from standpat.engine.action import Muck, Show
from standpat.history.file import convert, read
from standpat.history.record import Record
from standpat.history.recording import record_of
from standpat.history.replay import replay


@pytest.mark.parametrize("seed", range(0, 90, 3))
def test_hands_with_answers_come_back_with_the_same_showdown(seed: int) -> None:
    hand, _ = to_the_showdown(seed)
    random = Random(f"answers {seed}")
    while hand.to_act is not None:
        hand.apply(random.choice((Show(), Muck())))
    record = record_of(hand, tuple(f"player {seat}" for seat in range(len(hand.stacks))))
    once = replay(record)
    assert once.disagreements == []
    for form in ("arena", "phh"):
        for replayed in (None, once):
            (again,) = read(convert(record, form, replayed))
            assert isinstance(again, Record), again
            twice = replay(again)
            assert twice.disagreements == []
            assert twice.hand
            assert turned_up(twice.events) == turned_up(hand.events)
            assert awarded(twice.hand) == awarded(hand)
            assert twice.hand.nets == hand.nets
