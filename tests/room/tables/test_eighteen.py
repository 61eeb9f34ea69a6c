"""Failures of other rooms, 1 to 9 of eighteen: visible cards, wrong cards, decisions carried out twice.

Each test would fail if our room had the failure. 10 to 18 are in `test_eighteen_chips.py`.
"""

import asyncio
import inspect
import json
import random
from functools import partial
from pathlib import Path

import pytest

from room.tables.test_actor import Table, two_sit_down, until, with_table
from room.tables.test_leak import cards_in, visible, watch
from room_scene import serving
from standpat import Dealer, Discard, Stakes, game
from standpat.cards.card import TEXT
from standpat.engine import seen
from standpat.engine.action import Action, Call, Check, Fold
from standpat.engine.blind import forced_bets
from standpat.engine.event import DrawResult, Mucked, Reshuffled
from standpat.engine.house import HOUSES
from standpat.protocol import room as wire
from standpat.room.clients.client import Lobby, RoomError
from standpat.room.server.downloads import FORMATS, download
from standpat.room.store import journal
from standpat.room.tables.clock import Clock
from standpat.room.tables.live_hand import LiveHand
from standpat.room.tables.table import ClockRules
from standpat.room.tables.viewer import Frame
from standpat.room.tables.watch import Watch

STAKES = Stakes(5, 10)
SHORT = ClockRules(act=0.3, draw=0.3, long_draw=0.3, bank=0.1, refill=0, protection=0, protection_refill=0)


WATCH = Watch(lambda: 1.0, lambda: 1.0)


def live_hand(seats: int = 6, seed: str = "1", house: str = "online", stacks: tuple[int, ...] = ()) -> LiveHand:
    """A hand of users u0, u1, ... without a room around it."""
    users = tuple([f"u{seat}" for seat in range(seats)])
    record = journal.HandRecord(
        id=1,
        table="T",
        hand_no=1,
        began=0.0,
        game=game("27td", house=house),
        stakes=STAKES,
        button=0,
        stacks=stacks or (1000,) * seats,
        posts=forced_bets(STAKES, seats, 0),
        places=tuple(range(seats)),
        users=users,
        names=users,
        bots=(False,) * seats,
    )
    return LiveHand.begin(record, seed, Clock(ClockRules()), WATCH, 0.0)[0]


def greedy(live: LiveHand) -> Action:
    """Stays in for the minimum, and discards all five cards each time."""
    hand = live.hand
    if hand.legal.draw is not None:
        assert hand.to_act is not None
        return Discard(hand.cards(hand.to_act))
    return Check() if hand.legal.check else Call()


def test_01_hole_cards_in_the_hand_history_of_a_frame(tmp_path: Path) -> None:
    """A room sent its hand history to everybody with each frame, with all hole cards.

    Ours sends each viewer only the events that they may see. A snapshot during a hand, which has the whole hand so far,
    has no other cards either.
    """

    async def run(table: Table) -> None:
        await two_sit_down(table)
        for user in ("spectator", ""):
            table.open_page(user)
        for _ in range(4):
            await table.act()
        for user in ("ann", "bob", "spectator"):
            assert (await table.say(user, wire.Since, v=1))["t"] == "ack"
        live = table.host.live
        assert live
        assert not live.over
        for user, ear in table.ears.items():
            text = json.dumps(ear.heard)
            assert ear.told("snapshot")
            own = cards_in(text)
            assert own == visible(live.hand.events, live.seat_of(user))
            assert bool(own) == (user in ("ann", "bob"))

    with_table(tmp_path, run)


def test_02_a_switch_that_shows_all_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """A room had a temporary line of code that sent all hands to everybody, for trials.

    In ours the view of a hand depends only on the events and the viewer, and settings with "debug" in their names
    reveal nothing.
    """
    assert list(inspect.signature(seen.view).parameters) == ["events", "viewer"]
    for name in ("DEBUG", "TEST", "STANDPAT_DEBUG", "STANDPAT_TEST", "PYTHONASYNCIODEBUG"):
        monkeypatch.setenv(name, "1")
    assert asyncio.run(watch(12))["hands"] >= 12


def test_03_the_deck_in_a_document_and_balances_to_write(tmp_path: Path) -> None:
    """A room stored deck and hands in a document that any client could read, and users could set their balance.

    In ours a hand that is not over cannot be fetched, its seed never can, and no client message has a balance.
    """

    async def run() -> None:
        with serving(f"sqlite:///{tmp_path / 'room.sqlite'}") as served:
            async with Lobby(served.url) as ann, Lobby(served.url) as bob, Lobby(served.url) as eve:
                id = await ann.create(game="27td", seats=2, big_blind=10)
                host = served.room.tables[id]
                host.runner.clock.rules = ClockRules(600, 600, 600)  # on a slow machine too, the hand is not over
                async with ann.table(id) as hers, bob.table(id) as his:
                    await hers.sit(400)
                    await his.sit(400)
                    await hers.until(lambda: hers.turn is not None)
                    live = host.live
                    assert live
                    look = partial(served.room.store.read, journal.seed, live.record.id)
                    seed = await asyncio.to_thread(served.call, look)
                    held = {TEXT[card] for seat in (0, 1) for card in live.hand.cards(seat)}
                    for path in ("/api/me", "/api/tables", f"/api/tables/{id}", f"/api/tables/{id}/hands", "/metrics"):
                        text = json.dumps(await eve.get(path))
                        assert seed not in text
                        assert not cards_in(text) & held
                    for path in (
                        f"/api/hands/{live.record.key}",
                        f"/api/hands/{live.record.key}/download?format=arena",
                    ):
                        for lobby in (ann, eve):
                            with pytest.raises(RoomError, match="not-found"):
                                await lobby.get(path)
                chips = (await eve.get("/api/me"))["chips"]
                await eve.post("/api/me", name="Eve", chips=chips + 10**6)
                assert (await eve.get("/api/me"))["chips"] == chips

    asyncio.run(run())


def test_04_cards_of_an_uncontested_or_mucked_hand() -> None:
    """Rooms have sent, or offered for download, the winner's cards after a fold, and folded or mucked hands.

    Ours does neither for other players: not in frames, and not in any format of the history.
    """
    mucked = 0
    for seed in range(6):
        live = live_hand(3, str(seed))
        held = [live.hand.cards(seat) for seat in range(3)]
        frames: list[Frame] = []
        while not live.over:
            if seed < 2 and live.hand.legal.fold:
                action: Action = Fold()
            else:
                action = Discard() if live.hand.drawing else greedy(live)
            step, _ops = live.act(action, 1.0)
            frames.append(live.play(len(frames), step))
        for user in ("u0", "u1", "u2", "eve", ""):
            may = visible(live.hand.events, live.seat_of(user))
            told = [frame.text(user) for frame in frames]
            story = journal.StoredHand(live.record, live.hand.events, None)
            told += [download(story, user, form, "Willow") for form in FORMATS]
            assert cards_in(" ".join(told)) <= may
        hidden = {e.seat for e in live.hand.events if isinstance(e, Mucked)} if seed >= 2 else {0, 1, 2}
        mucked += seed >= 2 and bool(hidden)
        eve = visible(live.hand.events, None)
        assert not any([TEXT[card] in eve for seat in hidden for card in held[seat]])
    assert mucked


def test_05_discards_that_are_twice_or_out_of_range(tmp_path: Path) -> None:
    """A room ignored invalid indices of a discard and dealt as many cards as were requested: hands of six cards.

    In ours discards are cards. A list with a card twice, a card not held, or no card changes nothing.
    """

    async def run(table: Table) -> None:
        await two_sit_down(table)
        live = table.host.live
        assert live
        while not live.hand.drawing:
            await table.act()
        user, seat, seq = live.user_to_act, live.hand.to_act, live.seq
        assert user
        assert seat is not None
        held, events = live.hand.cards(seat), live.hand.events
        own = [TEXT[card] for card in held]
        foreign = next(text for text in TEXT[:52] if text not in own)
        for cards in ((own[0], own[0]), (foreign,), (*own, foreign), (own[0], "9"), ("0",), ("??",), (own[0] * 2,)):
            told = await table.say(user, wire.Act, hand_no=1, seq=seq, action=wire.Throw(cards))
            assert (cards, told["t"], told.get("code")) == (cards, "error", "illegal")
        with pytest.raises(wire.BadFrame):
            wire.read('{"t":"act","id":1,"hand_no":1,"seq":2,"action":{"kind":"discard","cards":[9]}}')
        assert (live.hand.cards(seat), live.hand.events, live.seq) == (held, events, seq)
        told = await table.say(user, wire.Act, hand_no=1, seq=seq, action=wire.Throw((own[4], own[0])))
        assert told["t"] == "ack"
        assert len(live.hand.cards(seat)) == 5
        assert set(held) - set(live.hand.cards(seat)) == {held[0], held[4]}

    with_table(tmp_path, run)


@pytest.mark.parametrize("house", HOUSES)
def test_06_own_discards_back_and_a_weak_reshuffle(house: str) -> None:
    """A room put a player's discards into the muck before it reshuffled for that player, with a weak generator.

    In ours no player gets back their own discards, and all shuffles of a hand come from its 256 secret bits.
    """
    orders = set()
    for number in range(4):
        random.seed(1)
        live = live_hand(6, Dealer().seed, house)  # type: ignore[arg-type]
        assert len(str(live.hand.dealer.seed)) == 64  # type: ignore[attr-defined]
        while not live.over:
            live.act(greedy(live), 1.0)
        events = live.hand.events
        assert any([isinstance(event, Reshuffled) for event in events]), number
        thrown: dict[int, set[int]] = {}
        for event in events:
            if isinstance(event, DrawResult):
                before = thrown.setdefault(event.seat, set())
                barred = before if live.record.game.house.reshuffle == "pokerstars" else set()
                assert not set(event.drawn) & (barred | set(event.discarded))
                before |= set(event.discarded)
        at = next(k for k, event in enumerate(events) if isinstance(event, Reshuffled))
        orders.add(tuple([event.drawn for event in events[at:] if isinstance(event, DrawResult)]))
    assert len(orders) == 4  # whatever the state of `random`


@pytest.mark.parametrize("house", HOUSES)
def test_07_the_deck_runs_out(house: str) -> None:
    """Rooms have failed, or made or lost cards, when the deck ran out.

    Six players who discard five cards three times need 120 of our 52. After each decision no card is in two hands, and
    every player has five.
    """
    for seed in range(5):
        live = live_hand(6, str(seed), house)
        while not live.over:
            live.act(greedy(live), 1.0)
            held = [card for seat in range(6) for card in live.hand.cards(seat)]
            if not live.hand.drawing:
                assert len(held) == 30
            assert len(set(held)) == len(held)
        assert any([isinstance(event, Reshuffled) for event in live.hand.events])
        assert sum(live.hand.nets or (1,)) == 0


def test_08_an_action_done_twice_or_in_the_next_decision(tmp_path: Path) -> None:
    """Second clicks have gone all-in after a re-raise, and a second deal has replaced hands.

    In ours a decision has its hand and number, and any other decision refuses it. A repeated message gets its earlier
    answer. Waking the table several times deals once. (For the page:
    `test_a_click_meant_for_what_was_there_before_does_nothing` and `test_keys_are_off_while_typing` in tests/web.)
    """

    async def run(table: Table) -> None:
        await two_sit_down(table)
        live = table.host.live
        assert live
        for _ in range(5):
            table.host.mailbox.post(table.host.wake)
        user = live.user_to_act
        assert user
        viewer, first = table.viewers[user], wire.Act(901, 1, 0, Call())
        for _ in range(3):
            table.host.said(viewer, first)
        told = await table.say(user, wire.Act, hand_no=1, seq=0, action=Call())
        assert told["t"] == "ack"  # repeated from another page: it is not carried out again
        told = await table.say(user, wire.Act, hand_no=1, seq=0, action=Fold())
        assert (told["t"], told["code"]) == ("error", "late")
        assert [message["t"] for message in table.ears[user].heard if message.get("id") == 901] == ["ack"] * 3
        assert (live.seq, table.host.live) == (1, live)
        await table.act()  # the draw begins, and the same player is to act again
        other = live.user_to_act
        assert other
        for seq in (0, 1):
            told = await table.say(other, wire.Act, hand_no=1, seq=seq, action=wire.Throw())
            assert told["code"] == "late"
        told = await table.say(other, wire.Act, hand_no=0, seq=live.seq, action=wire.Throw())
        assert told["code"] == "late"
        assert live.seq == 2
        assert (table.host.live, table.host.hands) == (live, 1)

    with_table(tmp_path, run)


def test_09_the_clock_moved_by_other_traffic(tmp_path: Path) -> None:
    """A room restarted its clock with every message, even an invalid one.

    In ours the deadline of a decision stays while everybody sends chat and errors, the player to act included. At the
    deadline the room plays for that player.
    """

    async def run(table: Table) -> None:
        await two_sit_down(table)
        live = table.host.live
        assert live
        asked = live.asked
        user = live.user_to_act
        assert user
        while live.seq == 0:
            for sender in ("ann", "bob"):
                await table.say(sender, wire.Say, text="hurry")
                await table.say(sender, wire.Act, hand_no=1, seq=7, action=Fold())
                if live.seq == 0:
                    assert live.asked == asked
        await until(lambda: bool(table.ears[user].told("timeout")))

    with_table(tmp_path, run, clock=SHORT)
