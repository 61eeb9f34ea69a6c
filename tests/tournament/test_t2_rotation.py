"""T2.2: the level goes by the clock, the game by hands, orbits or levels; neither knows of the other."""

import pytest

from standpat.engine.games import Stakes
from standpat.tournament.clock import MINUTE, Start, folded, read
from standpat.tournament.rotation import (
    Cycle,
    Following,
    PickedBy,
    Place,
    Turns,
    ended,
    following,
    in_tournament,
    is_last,
    offer,
    upcoming,
)
from tournament_scene import structure

MIXED = structure("27td", "27sd", turns=Turns("hands", 6))


def test_t2_2_the_level_rises_in_the_middle_of_a_game() -> None:
    """Test case 13: the level rises after the third of six single draw hands."""
    cycle, clock = Cycle((6, 7), MIXED.turns), folded(MIXED, [Start(0)])
    place, hands = Place(), []
    for hand in range(14):
        level = read(MIXED, clock, hand * 10 * MINUTE // 9 + 1).level  # nine hands a level
        place = in_tournament(cycle, place, 6, level).place
        id = MIXED.games[place.index]
        hands.append((id, MIXED.level(level).games[id]))
    single = [stakes for id, stakes in hands if id == "27sd"]
    assert [id for id, _ in hands] == ["27td"] * 6 + ["27sd"] * 6 + ["27td"] * 2
    assert single == [Stakes(25, 50, 75, "big-blind")] * 3 + [Stakes(50, 75, 100, "big-blind")] * 3


def test_t2_2_a_game_may_change_within_a_level() -> None:
    cycle, place = Cycle((6, 6), Turns("orbits", 1)), Place()
    games, changes = [], []
    for players in (4, 4, 3, 3, 3, 3, 2, 2, 2):
        step = in_tournament(cycle, place, players, 1)
        place = step.place
        games.append(place.index)
        changes.append(step.changes)
    assert games == [0, 0, 0, 0, 1, 1, 1, 0, 0]
    assert [at for at, change in enumerate(changes) if change] == [0, 4, 7]


def test_t2_2_by_level_all_tables_play_the_same_game() -> None:
    """A table that opens late joins the others, and a redraw keeps the game."""
    cycle = Cycle((6, 6, 7), Turns("levels", 2))
    place = Place()
    for level in range(1, 20):
        place = in_tournament(cycle, place, 6, level).place
        assert place.index == in_tournament(cycle, Place(), 6, level).place.index == (level - 1) // 2 % 3
    again = in_tournament(cycle, place, 6, 19)
    assert (again.changes, again.place.number, again.place.dealt) == (False, place.number, place.dealt + 1)


def test_a_game_with_too_few_seats_is_passed_over() -> None:
    cycle = Cycle((6, 7, 6), Turns())
    assert [in_tournament(cycle, Place(), 7, level).place.index for level in (1, 2, 3)] == [1, 1, 1]
    assert in_tournament(cycle, Place(), 7, 3).passed == (2, 0)
    hands = Cycle((6, 7, 6), Turns("hands", 8))
    place = in_tournament(hands, Place(), 6, 1).place
    step = in_tournament(hands, place, 7, 1)
    assert (step.place.index, step.changes) == (1, True)


def test_dealers_choice_in_a_tournament() -> None:
    cycle = Cycle((6, 6, 7), Turns("orbits", 1, "button"))
    place = in_tournament(cycle, Place(), 2, 1).place
    place = in_tournament(cycle, place, 2, 1).place
    place = offer(cycle, place, [(0, "ann"), (3, "bob")], 6, dealer=3)
    assert (place.button, place.chooser) == (3, "bob")
    place = offer(cycle, in_tournament(cycle, place, 2, 1).place, [(0, "ann"), (3, "bob")], 6, dealer=3)
    assert (place.index, place.button, place.chooser) == (1, 0, "ann")


def test_turns_that_there_cannot_be() -> None:
    for turns in (("levels", 0, "list"), ("levels", 21, "list"), ("hands", 201, "list"), ("levels", 1, "button")):
        with pytest.raises(ValueError, match="rotation:"):
            Turns(*turns)
    assert [Turns(*turns).every for turns in (("levels", 20), ("orbits", 20), ("hands", 200))] == [20, 20, 200]
    with pytest.raises(ValueError, match="200"):
        Turns("hands", 201)


def test_what_the_next_hand_changes_in_a_place() -> None:
    cycle = Cycle((6, 6, 7), Turns("levels", 1))
    assert in_tournament(cycle, Place(4, 0, 9), 6, 2) == Following(Place(5, 1, 1), True, ())
    assert in_tournament(cycle, Place(4, 1, 9), 6, 2) == Following(Place(4, 1, 10), False, ())
    hands = Cycle((6, 6, 7), Turns("hands", 2))
    assert in_tournament(hands, Place(4, 1, 1, 2, 0.0, 3), 6, 2) == Following(Place(4, 1, 2, 2, 0.0, 3), False, ())
    assert in_tournament(hands, Place(4, 1, 2, 2, 0.0, 3), 6, 2) == Following(Place(5, 2, 1, 2, 0.0, 3), True, ())
    orbits = Cycle((6, 6, 7), Turns("orbits", 2))
    assert in_tournament(orbits, Place(), 5, 1).place == Place(1, 0, 1, 10)


@pytest.mark.parametrize(("began", "now", "over"), [(100.0, 699.9, False), (100.0, 700.0, True), (100.0, 50.0, False)])
def test_a_game_that_lasts_minutes(began: float, now: float, over: bool) -> None:
    """Ten minutes. A clock that was set back counts from there."""
    place, minutes = Place(1, 0, 3, None, began), Minutes()
    assert ended(minutes, place, 4, now) == over
    step = following(minutes, place, 4, now)
    assert step == (
        Following(Place(2, 1, 1, None, now), True, ())
        if over
        else Following(Place(1, 0, 4, None, min(began, now)), False, ())
    )


def test_what_follows_and_when_it_is_known() -> None:
    choice, listed = Cycle((6, 5, 7), Turns("hands", 2, "button")), Cycle((6, 5, 7), Turns("hands", 2))
    assert upcoming(listed, Place(), 6) == 0
    assert upcoming(choice, Place(), 6) == 0
    assert upcoming(listed, Place(1, 0, 1, 2), 5) == 1
    assert upcoming(listed, Place(1, 0, 1, 2), 6) == 2
    assert upcoming(choice, Place(1, 0, 1, 2), 5) is None
    assert upcoming(choice, Place(1, 0, 1, 2, chosen=0), 5) == 0
    assert upcoming(choice, Place(1, 0, 1, 2, chosen=1), 6) == 2, "what is chosen has too few seats"
    assert [is_last(Place(1, 0, dealt, 2)) for dealt in (1, 2, 3)] == [False, True, True]
    assert not is_last(Place(1, 0, 5))


def test_the_choice_button_goes_round() -> None:
    people = [(0, "ann"), (3, "bob"), (5, "cid")]
    choice = Cycle((6, 6), Turns("hands", 2, "button"))
    assert offer(choice, Place(1, chosen=1), people, 6, 2) == Place(1, button=3, chooser="bob")
    assert offer(choice, Place(1), people, 6, 3) == Place(1, button=3, chooser="bob")
    assert offer(choice, Place(1), people, 6, 4) == Place(1, button=5, chooser="cid")
    assert offer(choice, Place(1, button=3), people, 6, 0) == Place(1, button=5, chooser="cid")
    assert offer(choice, Place(1, button=5), people, 6, 0) == Place(1, button=0, chooser="ann")
    for games, place, who in (
        (choice, Place(1, button=0, chooser="ann", chosen=1), people),
        (choice, Place(1), []),
        (Cycle((6, 6), Turns("hands", 2)), Place(1), people),
    ):
        assert offer(games, place, who, 6, 2) == place


class Minutes:
    """Two games of ten minutes each."""

    count, lasts, every = 2, "minutes", 10
    picked_by: PickedBy = "list"

    def fits(self, players: int) -> tuple[int, ...]:
        return (0, 1)
