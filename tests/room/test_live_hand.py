"""A hand at a table and its way through the journal: resumed with the forced bets that were stored (R3.7)."""

from random import Random

import msgspec
import pytest

from irregular import random_irregular_hand
from play import finish, random_action
from room.store.scene import play, record, run, table
from standpat import Dealer, Hand, Stakes, game
from standpat.blind import ForcedBet
from standpat.event import decode, encode
from standpat.history import arena, phh
from standpat.history.record import Record
from standpat.history.replay import replay
from standpat.room.admin.export import written
from standpat.room.clock import Clock
from standpat.room.live_hand import LiveHand
from standpat.room.store import Store, journal
from standpat.room.story import FORMATS, download
from standpat.room.table import ClockRules, NewTable, make


def story_of(live: LiveHand) -> journal.HandStory:
    """What the journal has of it, every record through its stored form."""
    kept = msgspec.json.decode(msgspec.json.encode(live.record), type=journal.HandRecord)
    return journal.HandStory(kept, tuple([decode(encode(event)) for event in live.hand.events]), live._decision())


@pytest.mark.parametrize("seed", range(150))
def test_r3_7_any_hand_resumes_after_every_decision(seed: int) -> None:
    random = Random(seed)
    hand = random_irregular_hand(random, seed=seed)
    live, _ = LiveHand.begin(record(hand, 1), str(seed), Clock(ClockRules()), 0.0)
    while not live.over:
        again = LiveHand.resume(story_of(live), str(seed), Clock(ClockRules()))
        assert again.hand.events == live.hand.events
        assert again.hand.legal == live.hand.legal
        assert again.asked == live.asked
        live.act(random_action(live.hand, random), 1.0)
        again.act(live.hand.events[len(again.hand.events)].action, 1.0) if _is_bet(live, again) else None
    again = LiveHand.resume(story_of(live), str(seed), Clock(ClockRules()))
    assert again.hand.nets == live.hand.nets
