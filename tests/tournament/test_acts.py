"""What the director does and undoes: each act has its opposite, a reason, and a time after which it is too late."""

from collections.abc import Callable
from typing import Any

import pytest

from standpat.engine.games import Stakes
from standpat.tournament import commands
from standpat.tournament.clock import MINUTE, Shift
from standpat.tournament.commands import Granted
from standpat.tournament.dealing import dealt
from standpat.tournament.director import following
from standpat.tournament.events import (
    Announced,
    Clocked,
    Departed,
    Event,
    Paused,
    Played,
    Resumed,
    Started,
    Undone,
    decode,
    encode,
)
from standpat.tournament.fold.apply import apply, folded
from standpat.tournament.options import Options
from standpat.tournament.registration import Refused
from standpat.tournament.structure import Level, Structure
from standpat.tournament.undo import undo

SEED = b"seed"


class Play:
    """A tournament of two tables of four seats, in the middle of its first level."""

    def __init__(self, *rows: tuple[str | None, ...]) -> None:
        levels = (Level(10, {"27sd": Stakes(10, 20)}, 5), Level(10, {"27sd": Stakes(20, 40)}))
        names = [name for row in rows for name in row if name]
        most = max(len(names), 2)
        structure = Structure(
            name="Duel", games=("27sd",), levels=levels, seats=4, minimum=most, most=most, registration_closes=2
        )
        self.now = 0
        self.events: list[Event] = [
            Announced(at=0, id="t", name="Duel", structure=structure, options=Options(), starts=1)
        ]
        self.t = folded(self.events)
        for name in names:
            self.do(commands.register, name, name)
        self.write(Started(at=1, tables=rows))
        self.pass_time(2)

    def write(self, *events: Event) -> None:
        for event in events:
            apply(self.t, event)
            self.events.append(event)

    def settle(self) -> None:
        while events := following(self.t, SEED, self.now):
            self.write(*events)

    def do(self, command: Callable[..., Granted], *args: Any, **more: Any) -> None:
        self.write(*command(self.t, *args, now=self.now, **more).events)

    def pass_time(self, minutes: float) -> None:
        self.now += int(minutes * MINUTE)

    def left(self) -> int:
        """What is left of the level, in minutes."""
        return self.t.time(self.now).left // MINUTE


@pytest.fixture
def play() -> Play:
    return Play(("a", "b", "c", None), ("d", "e", None, None))


def test_time_that_was_added_is_taken_off_again(play: Play) -> None:
    before = play.left()
    play.do(commands.add_time, "host", 5 * MINUTE, why="slow dealer")
    assert play.left() == before + 5
    play.do(undo, "host", 1, "it was not")
    assert play.left() == before
    assert [(act.kind, act.undone, act.why) for act in play.t.acts] == [
        ("time", True, "it was not"),
        ("time", False, ""),
    ]


def test_only_what_was_really_taken_off_is_given_back(play: Play) -> None:
    play.pass_time(7)  # one minute is left, or less
    left = play.t.time(play.now).left
    play.do(commands.add_time, "host", -30 * MINUTE)
    assert play.t.time(play.now).rest == 5 * MINUTE
    play.do(undo, "host", 1, "typing error")
    assert play.t.time(play.now).rest == 5 * MINUTE + left


def test_a_called_break_ends_when_it_is_undone_and_no_other_break_does(play: Play) -> None:
    play.do(commands.call_break, "host", 10 * MINUTE)
    play.pass_time(1)
    play.do(undo, "host", 1, "fire alarm was false")
    assert play.t.time(play.now).dealing
    play.do(commands.call_break, "host", MINUTE)
    play.pass_time(play.left() + 3)  # the called break is over, and the level: its own break is on
    assert play.t.time(play.now).rest
    with pytest.raises(Refused):
        play.do(undo, "host", 3, "late")


def test_a_pause_is_undone_by_going_on_unless_that_was_done(play: Play) -> None:
    play.do(commands.pause, "host", why="?")
    play.do(undo, "host", 1, "no need")
    assert not play.t.paused
    play.do(commands.pause, "host")
    play.do(commands.resume, "host")
    for act in (1, 3):  # undone already; past
        with pytest.raises(Refused):
            play.do(undo, "host", act, "again")


def test_a_removed_player_comes_back_only_until_their_hand_is_over(play: Play) -> None:
    hand = dealt(play.t, 1, SEED, play.now)
    assert hand
    play.write(hand)
    play.do(commands.disqualify, "host", "a", "shouting")
    play.do(undo, "host", 1, "it was somebody else")
    assert not play.t.players["a"].mine.barred
    play.do(commands.disqualify, "host", "a", "shouting")
    play.write(Played(at=play.now, table=1, hand=1, stacks=hand.stacks))
    play.settle()
    with pytest.raises(Refused):
        play.do(undo, "host", 2, "too late")
    assert play.t.players["a"].out


def test_an_announcement_is_taken_back(play: Play) -> None:
    play.do(commands.announce, "host", "Pizza at ten")
    play.do(undo, "host", 1, "no pizza")
    assert play.t.notes == []
    with pytest.raises(Refused):
        play.do(undo, "host", 1, "no pizza")


def test_a_player_is_moved_and_moved_back(play: Play) -> None:
    play.do(commands.move, "host", "b", 2, 3, "brothers")
    assert isinstance(play.events[-1], Departed)
    play.settle()
    assert (play.t.players["b"].table, play.t.players["b"].seat) == (2, 3)
    play.do(undo, "host", 1, "they are not")
    play.settle()
    assert (play.t.players["b"].table, play.t.players["b"].seat) == (1, 1)
    assert sum(isinstance(event, Departed) for event in play.events) == 2
    state = folded([decode(encode(event)) for event in play.events])
    assert [act.kind for act in state.acts] == ["move", "move"]


@pytest.mark.parametrize(
    ("player", "table", "seat"),
    [("a", 1, 3), ("a", 3, 0), ("a", 2, 0), ("a", 2, 4), ("a", 2, -1), ("d", 1, 3), ("x", 2, 3)],
)
def test_moves_that_cannot_be_change_nothing(play: Play, player: str, table: int, seat: int) -> None:
    before = len(play.events)
    with pytest.raises(Refused):
        play.do(commands.move, "host", player, table, seat, "why not")
    assert len(play.events) == before


def test_nobody_is_moved_out_of_a_hand(play: Play) -> None:
    hand = dealt(play.t, 1, SEED, play.now)
    assert hand
    play.write(hand)
    with pytest.raises(Refused):
        play.do(commands.move, "host", "a", 2, 3, "now")


@pytest.mark.parametrize("act", [0, 2, -1, True])
def test_an_act_that_is_not_there_is_not_undone(play: Play, act: int) -> None:
    play.do(commands.announce, "host", "Hello")
    with pytest.raises(Refused):
        play.do(undo, "host", act if act is not True else 5, "why")
    with pytest.raises(Refused):
        play.do(undo, "host", 1, " ")


def refused(play: Play, told: str, by: str, act: int, why: str = "x") -> None:
    with pytest.raises(Refused) as caught:
        undo(play.t, by, act, why, play.now)
    assert caught.value.args[0].key == f"error.tournament-{told}"


def test_who_undoes_what(play: Play) -> None:
    """Directors undo their own acts and the operator anybody's; why it is refused is said."""
    play.do(commands.pause, "host")
    refused(play, "undo-own", "another", 1)
    refused(play, "no-act", "host", 2)
    play.do(undo, "admin", 1, "x", operator=True)
    refused(play, "undone", "host", 1)
    refused(play, "undo-own", "host", 2)  # the operator's going on


def test_each_opposite_says_who_and_why(play: Play) -> None:
    play.do(commands.pause, "host")
    play.do(undo, "host", 1, "a")
    assert play.events[-2:] == [
        Resumed(at=play.now, by="host", why="a", redraw=False),
        Undone(at=play.now, act=1, by="host", why="a"),
    ]
    play.pass_time(1)
    play.do(undo, "host", 2, "b")  # going on is undone by a pause
    assert play.events[-2:] == [
        Paused(at=play.now, by="host", why="b"),
        Undone(at=play.now, act=2, by="host", why="b"),
    ]
    assert play.t.paused
    play.do(commands.resume, "host")
    play.do(commands.add_time, "host", MINUTE)
    play.do(undo, "host", 5, "c")
    assert play.events[-2] == Clocked(at=play.now, by="host", change=Shift(play.now, -MINUTE), why="c")
    play.do(commands.call_break, "host", 3 * MINUTE)
    play.pass_time(1)
    play.do(undo, "host", 7, "d")
    assert play.events[-2] == Clocked(at=play.now, by="host", change=Shift(play.now, -2 * MINUTE), why="d")


def test_only_the_last_pause_and_the_last_going_on_are_undone(play: Play) -> None:
    for act in (commands.pause, commands.resume, commands.pause):
        play.do(act, "host")
    refused(play, "undo-late", "host", 1)
    refused(play, "undo-late", "host", 2)
    play.do(commands.resume, "host")
    for number in (1, 2, 3):
        refused(play, "undo-late", "host", number)
    play.do(undo, "host", 4, "x")
    assert play.t.paused
