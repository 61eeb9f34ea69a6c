"""Hands that players show voluntarily: at every showdown, or after the hand."""

from pathlib import Path
from typing import Any

from room.tables.test_actor import Table, two_sit_down, until, with_table
from room.tables.test_leak import cards_in
from standpat.cards.card import TEXT
from standpat.engine.action import Fold
from standpat.engine.event import Mucked, ShowdownShow
from standpat.protocol import room as wire
from standpat.room.server.downloads import FORMATS, download
from standpat.room.store import journal
from standpat.room.tables.hand_runner import Pace
from standpat.room.tables.live_hand import LiveHand


def slowly(table: Table) -> None:
    """Delay the next hand."""
    table.host.runner._pace = Pace(0.0, 0.0, 60.0)


def over(table: Table) -> LiveHand:
    live = table.host.live
    assert live
    assert live.over
    return live


async def fold(table: Table) -> None:
    live = table.host.live
    assert live
    turn, user = live.turn(None), live.user_to_act
    assert turn
    assert user
    told = await table.say(user, wire.Act, hand_no=live.record.hand_no, seq=turn.seq, action=Fold())
    assert told["t"] == "ack"


async def to_the_end(table: Table) -> LiveHand:
    while not table.host.live_over:
        await table.act()
    return over(table)


def cards(live: LiveHand, seat: int) -> list[str]:
    return [TEXT[card] for card in live.hand.cards(seat)]


async def last_show(table: Table, user: str) -> dict[str, Any]:
    await until(lambda: bool([m for m in table.ears[user].told("play") if m["events"][0]["event"] == "showdown-show"]))
    message = table.ears[user].told("play")[-1]
    assert message["turn"] is None
    (event,) = message["events"]
    return dict(event)


def test_the_winner_without_a_showdown_shows(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        slowly(table)
        table.open_page("spectator")
        await fold(table)
        live = over(table)
        (winner,) = [seat for seat in (0, 1) if live.hand.live[seat]]
        user, loser = live.record.users[winner], live.record.users[1 - winner]
        no = live.record.hand_no
        told = await table.say(loser, wire.Show, hand_no=no)
        assert told["code"] == "illegal"  # a folded hand cannot be shown
        assert (await table.say("spectator", wire.Show, hand_no=no))["code"] == "not-seated"
        one, *others = cards(live, winner)
        assert (await table.say(user, wire.Show, hand_no=no, cards=(one,)))["t"] == "ack"
        for other in (loser, "spectator"):
            event = await last_show(table, other)
            assert event["cards"] == [one]
            assert not cards_in(str(table.ears[other].told("play"))) & set(others)
        for wrong in ((one,), (others[0], others[0]), cards(live, winner), ("2c", "2c", "2c", "2c", "2c", "2c")):
            told = await table.say(user, wire.Show, hand_no=no, cards=tuple(wrong))
            assert told["code"] == "illegal", wrong
        assert (await table.say(user, wire.Show, hand_no=no))["t"] == "ack"
        assert (await table.say(user, wire.Show, hand_no=no))["code"] == "illegal"  # all cards are shown already
        assert (await last_show(table, "spectator"))["cards"] == others
        await table.say("spectator", wire.Since, v=1)
        events = table.ears["spectator"].told("snapshot")[-1]["hand"]["events"]
        assert [event["event"] for event in events[-3:]] == ["hand-end", "showdown-show", "showdown-show"]
        story = await table.store.read(journal.hand, live.record.id)
        assert story
        assert [event.cards for event in story.shown if isinstance(event, ShowdownShow)] == [
            live.hand.cards(winner)[:1],
            live.hand.cards(winner)[1:],
        ]
        assert story.events == live.hand.events
        for form in FORMATS:
            download(story, loser, form, "Willow")

    with_table(tmp_path, run)


def test_who_mucked_shows(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        slowly(table)
        live = await to_the_end(table)
        mucked = [event.seat for event in live.hand.events if isinstance(event, Mucked)]
        shown = [event.seat for event in live.hand.events if isinstance(event, ShowdownShow)]
        no = live.record.hand_no
        for seat in mucked:
            user = live.record.users[seat]
            assert (await table.say(user, wire.Show, hand_no=no + 1))["code"] == "late"
            assert (await table.say(user, wire.Show, hand_no=no))["t"] == "ack"
            event = await last_show(table, live.record.users[1 - seat])
            assert event["cards"] == cards(live, seat)
            assert event["rank"] is not None
        for seat in shown:
            told = await table.say(live.record.users[seat], wire.Show, hand_no=no)
            assert told["code"] == "illegal"

    with_table(tmp_path, run)


def test_not_while_it_is_played_and_not_after_the_next_deal(tmp_path: Path) -> None:
    async def run(table: Table) -> None:
        await two_sit_down(table)
        no = table.host.hands
        assert (await table.say("ann", wire.Show, hand_no=no))["code"] == "not-possible"
        await fold(table)
        await until(lambda: table.host.hands > no)
        for user in ("ann", "bob"):
            assert (await table.say(user, wire.Show, hand_no=no))["code"] == "late"

    with_table(tmp_path, run)


def test_always_show(tmp_path: Path) -> None:
    """It holds at once, for every later hand, and after the table is read again."""

    async def run(table: Table) -> None:
        await two_sit_down(table)
        for user in ("ann", "bob"):
            assert (await table.say(user, wire.AlwaysShow, on=True))["t"] == "ack"
        table.open_page("eve")
        assert (await table.say("eve", wire.AlwaysShow, on=True))["code"] == "not-seated"
        for hand in range(3):
            live = await to_the_end(table)
            assert not [event for event in live.hand.events if isinstance(event, Mucked)]
            await until(lambda: not table.host.live_over)
            if hand == 0:
                await table.host.ask(table.host.recover)
        assert not [
            m for ear in table.ears.values() for m in ear.heard if "wished" in str(m) and ear is table.ears["eve"]
        ]
        table.open_page("ann")
        await until(lambda: bool(table.ears["ann"].told("hello")))
        assert table.ears["ann"].told("hello")[0]["you"]["shows"]
        for user in ("ann", "bob"):
            assert (await table.say(user, wire.AlwaysShow, on=False))["t"] == "ack"
        assert not any([seat.shows for seat in table.host.seating.seats if seat])

    with_table(tmp_path, run)
