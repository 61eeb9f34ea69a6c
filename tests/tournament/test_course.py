"""The course of a tournament: stacks level by level, how many were left when, and its hands, from its events."""

from msgspec import structs

from standpat.engine.games import Stakes
from standpat.tournament import commands
from standpat.tournament.clock import MINUTE
from standpat.tournament.course import MOST_LINES, Run, course
from standpat.tournament.dealing import dealt
from standpat.tournament.director import following
from standpat.tournament.events import Announced, Dealt, Event, Played, Voided
from standpat.tournament.fold.apply import apply, folded
from standpat.tournament.options import Options
from standpat.tournament.structure import Level, Structure

SEED = b"seed"


def played(players: int) -> list[Event]:
    """A sit-and-go: in each level the first player wins all chips of the last one."""
    levels = tuple([Level(10, {"27sd": Stakes(bet, 2 * bet)}) for bet in (10, 20)])
    structure = Structure(
        name="Duel", games=("27sd",), levels=levels, seats=7, sit_and_go=True, minimum=players, most=players
    )
    events: list[Event] = [Announced(at=0, id="t", name="Duel", structure=structure, options=Options())]
    t, now = folded(events), 0

    def write(*more: Event) -> None:
        for event in more:
            apply(t, event)
            events.append(event)

    for name in "abcdefg"[:players]:
        write(*commands.register(t, name, name.upper(), now).events)
    while t.status != "finished":
        while more := following(t, SEED, now):
            write(*more)
        (table,) = t.open_tables()
        hand = dealt(t, table.number, SEED, now) if t.status == "running" else None
        if hand is None:
            break
        stacks = dict(zip(hand.players, hand.stacks, strict=True))
        first, last = min(stacks), max(stacks)
        stacks[first] += stacks.pop(last)
        write(hand)
        now += 10 * MINUTE
        left = tuple([stacks.get(player, 0) for player in hand.players])
        write(Played(at=now, table=table.number, hand=hand.hand, stacks=left))
    return events


def test_stacks_and_those_who_are_left_are_followed_level_by_level() -> None:
    found, state = course(played(3))
    assert found.hands == 2
    assert found.of() == {
        "a": [(1, 5000), (2, 10000), (3, 15000)],
        "b": [(1, 5000), (2, 5000)],
        "c": [(1, 5000)],
    }
    assert found.left == ((0, 3), (10 * MINUTE, 2), (20 * MINUTE, 1))
    assert found.ended - found.began == 20 * MINUTE
    assert state.status == "finished"


def test_only_those_who_came_farthest_are_followed_and_who_asks() -> None:
    events = played(7)
    found, _ = course([*events])
    assert list(found.of(["g", "nobody"])) == list("abcdefg")[:MOST_LINES]
    assert list(structs.replace(found, order=(*"hijklmn", *found.order)).of(["g"])) == [*"hijklm", "g"]
    assert course(events[:4])[0].of() == {"a": [], "b": [], "c": []}


def test_hands_of_each_table_level_by_level() -> None:
    found, _ = course(played(4))
    assert found.tables == {1: (Run(1, 1, 1), Run(2, 2, 2), Run(3, 3, 3))}
    assert found.voided == frozenset()


def test_a_level_comes_again_when_the_clock_was_put_back_and_voided_hands_are_named() -> None:
    events = played(4)
    first = next(event for event in events if isinstance(event, Dealt))
    before = events[: events.index(first)]

    def hand(number: int, level: int) -> list[Event]:
        return [
            structs.replace(first, hand=number, level=level),
            Voided(at=first.at, table=1, hand=number, why="repair"),
        ]

    found, _ = course([*before, *hand(1, 1), *hand(2, 2), *hand(3, 2), *hand(4, 1)])
    assert found.tables == {1: (Run(1, 1, 1), Run(2, 2, 3), Run(1, 4, 4))}
    assert found.voided == {(1, 1), (1, 2), (1, 3), (1, 4)}
    assert found.hands == 0
