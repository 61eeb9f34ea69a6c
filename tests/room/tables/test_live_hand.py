"""A table's hand through the journal: it can be resumed, replayed and exported with the forced bets that were due."""

from random import Random

import msgspec
import pytest

from irregular import random_irregular_hand
from play import random_action
from room.store.scene import play, record, run
from standpat.engine.event import decode, encode
from standpat.engine.games import Stakes
from standpat.engine.seen import view
from standpat.history.file import read
from standpat.history.formats import written_names
from standpat.history.record import Record
from standpat.history.replay import replay
from standpat.protocol.room import Betting, Play, PotView, Turn, TurnMoved, betting, raw, read_server, write
from standpat.room.admin.export import written
from standpat.room.server.downloads import FORMATS, download
from standpat.room.store import Store, journal
from standpat.room.tables.clock import Clock
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.table import ClockRules, NewTable, make
from standpat.room.tables.watch import Watch
from standpat.table_view.public_state import PublicState


def stored(live: LiveHand) -> journal.StoredHand:
    """The hand as the journal stores it."""
    begun = msgspec.json.decode(msgspec.json.encode(live.record), type=journal.HandRecord)
    return journal.StoredHand(begun, tuple([decode(encode(event)) for event in live.hand.events]), live._decision())


@pytest.mark.parametrize("seed", range(60))
def test_r3_7_any_hand_resumes_after_every_decision(seed: int) -> None:
    random, clock, watch = Random(seed), Clock(ClockRules()), Watch()
    hand = random_irregular_hand(random, seed=seed)
    live, _ = LiveHand.begin(record(hand, 1), str(seed), clock, watch, 0.0)
    while not live.over:
        again = LiveHand.resume(stored(live), str(seed), Clock(ClockRules()), watch)
        assert again.hand.events == live.hand.events
        assert (again.hand.to_act, again.hand.legal) == (live.hand.to_act, live.hand.legal)
        assert again.hand.pots == live.hand.pots
        live.act(random_action(live.hand, random), 1.0)
    again = LiveHand.resume(stored(live), str(seed), Clock(ClockRules()), watch)
    assert again.hand.nets == live.hand.nets


@pytest.mark.parametrize("seed", range(20))
def test_frames_tell_what_the_engine_counts(seed: int) -> None:
    """Price, wagers and pots, for players and spectators, also in a hand that was resumed half-way."""
    random, watch = Random(seed), Watch()
    hand = random_irregular_hand(random, seed=seed)
    live, _ = LiveHand.begin(record(hand, 1), str(seed), Clock(ClockRules()), watch, 0.0)
    for user in (*live.record.users, "nobody"):
        assert live.face(live.seat_of(user)).betting == counted(live)
    while not live.over:
        if random.random() < 0.3:
            live = LiveHand.resume(stored(live), str(seed), Clock(ClockRules()), watch)
        step, _ = live.act(random_action(live.hand, random), 1.0)
        frame = live.play(7, step)
        for user in (*live.record.users, "nobody"):
            message = read_server(frame.text(user))
            assert isinstance(message, Play)
            assert message.betting == live.face(None).betting == counted(live)


@pytest.mark.parametrize("seed", range(20))
def test_each_user_gets_what_they_may_see(seed: int) -> None:
    """Frames, whose parts are shared by all who may see the same, equal what each user is told by themselves."""
    random, watch = Random(seed), Watch()
    hand = random_irregular_hand(random, seed=seed)
    live, _ = LiveHand.begin(record(hand, 1), str(seed), Clock(ClockRules()), watch, 0.0)
    people = [(None, "nobody"), *enumerate(live.record.users)]
    while not live.over:
        spectator, faces = live.faces()
        assert [spectator, *faces] == [live.face(seat) for seat, _ in people]
        seat = live.hand.to_act
        moved = live.moved(7)
        for other, user in people:
            told = read_server(moved.text(user))
            assert isinstance(told, TurnMoved)
            assert told.turn == turn_as_told(live, other)
            assert (told.turn.decision is not None) is (other == seat)
        first, written = len(live.hand.events), live.record
        step, ops = live.act(random_action(live.hand, random), 1.0)
        assert ops[0] == journal.append(written.id, first, step.events, live._decision())
        frame = live.play(7, step)
        for other, user in people:
            events = [raw(event) for event in view(step.events, other)]
            alone = Play(7, written.hand_no, events, live.turn(other), live.face(other).betting)
            assert frame.text(user).encode() == write(alone)
            message = read_server(frame.text(user))
            assert isinstance(message, Play)
            assert [bytes(event) for event in message.events] == [encode(event) for event in view(step.events, other)]
            assert message.turn == turn_as_told(live, other)


def turn_as_told(live: LiveHand, seat: int | None) -> Turn | None:
    """The turn for a seat or a spectator, after its way through JSON."""
    turn = live.turn(seat)
    return None if turn is None else msgspec.json.decode(msgspec.json.encode(turn), type=Turn)


def counted(live: LiveHand) -> Betting | None:
    hand = live.hand
    if hand.over:
        return None
    told = live.face(None).betting
    assert told is not None
    assert told == betting(PublicState.of(hand.game, hand.stakes, hand.events, due=hand.posts))  # from the events
    limit = hand.game.betting == "fixed-limit"
    assert told.cap in ((hand.game.house.cap, None) if limit else (None,))
    return Betting(hand.betting.price, hand.betting.wagers, told.cap, tuple([PotView(*pot) for pot in hand.pots]))


@pytest.mark.parametrize("seed", range(60))
def test_r3_7_a_hand_with_irregular_posts_is_downloaded_and_replayed(seed: int) -> None:
    """By a player and by a spectator. PokerStars text cannot express every kind of post."""
    random = Random(seed)
    hand = random_irregular_hand(random, seed=seed, repeated=False, asked=False)
    live, _ = LiveHand.begin(record(hand, 1), str(seed), Clock(ClockRules()), Watch(), 0.0)
    while not live.over:
        live.act(random_action(live.hand, random), 1.0)
    for user in ("u0", "nobody"):
        for form in FORMATS:
            text = download(stored(live), user, form, "Willow")
            assert text
            if form in ("arena", "phh"):
                (told,) = read(text)
                assert isinstance(told, Record), told
                again = replay(told)
                assert again.disagreements == []
                assert again.hand is not None
                assert again.hand.nets == live.hand.nets


def test_r3_7_hands_with_irregular_posts_are_exported(database_url: str) -> None:
    rules = make(NewTable("27td"), "T1")

    async def scene(store: Store) -> None:
        opened = journal.open_table("T1", msgspec.json.encode(rules).decode(), '{"seats": []}', 0.0)
        await store.commit(opened)
        for seed in range(1, 25):
            hand = random_irregular_hand(Random(seed), seed=seed, repeated=False, asked=False)
            await play(store, hand, seed, Random(seed))
            for form in written_names():
                text = await store.read(written, seed, form)
                (told,) = read(text)
                assert isinstance(told, Record), told
                if form != "pokerstars":
                    assert replay(told).disagreements == []
                    assert told.posts is None or told.posts == hand.posts

    run(database_url, scene)


def test_r3_5_who_posts_the_ante_is_the_tables() -> None:
    """A wish, a record, and a line in the lobby have it. Records of earlier versions do not."""
    rules = make(NewTable("27sd", ante=15, ante_by="big-blind"), "T1")
    assert rules.stakes == Stakes(5, 10, 15, "big-blind")
    assert rules.row(taken=0, bots=0, watching=0, hands=0).ante_by == "big-blind"
    assert rules.view().stakes.ante_by == "big-blind"
    kept = msgspec.json.encode(rules)
    assert msgspec.json.decode(kept, type=type(rules)).stakes == rules.stakes
    earlier = kept.replace(b',"ante_by":"big-blind"', b"")
    assert earlier != kept
    assert msgspec.json.decode(earlier, type=type(rules)).stakes == Stakes(5, 10, 15)
    with pytest.raises(msgspec.ValidationError, match="ante_by"):
        msgspec.json.decode(b'{"game":"27sd","ante_by":"button"}', type=NewTable)
